package measures

import (
	"bytes"
	"strings"

	"assay/eval"
	"assay/eval/condition"
	"assay/internal/measures/attachment"
	"assay/internal/measures/wordslot"
	"assay/internal/settings"
	"assay/treebank"
)

// weightsOption is the option of the measures with weighted errors.
var weightsOption = Option{Name: "weights", Values: []string{"FILE"},
	Doc: "file of weights, one \"WEIGHT CONDITION\" per line (Xiao 1997 §7.2); --params does the same"}

// weightsParams describes the content of their parameter files.
const weightsParams = "weights of errors"

var attachmentEntry = Entry{
	Name:   "attachment",
	Title:  "attachment scores: UAS, LAS, label accuracy, exact match; P/R/F1 for partial parses",
	Source: "Buchholz & Marsi 2006; Kübler & Telljohann 2002",
	Doc: `uas = matched / gold: words with the same head in gold and system.
las = matched_labelled / gold: same head and relation. label_accuracy: same relation.
precision = matched / system and recall = matched / gold, where system and gold are the
words that have a head on that side; f1 combines both. labelled_ scores compare relations too.
exact_match: sentences with the same labelled arcs on both sides.
A word whose head is unknown (_ or ?) has no arc. Different words are compared by the
characters they cover; if the texts differ too, assay reports it and no word of the
sentence has a counterpart. A sentence without analysis has no arcs on the system side.
Only the first link of each word in a parse forest counts; xiao counts all of them.`,
	Needs: treebank.Arcs,
	Options: []Option{
		{Name: "punctuation", Values: []string{"keep", "unicode", "ascii", "tag"},
			Doc: "punctuation: keep counts it; the others leave out words of Unicode category P (eval.pl), ASCII " +
				"punctuation (DEPENDABLE), or words with a punctuation tag"},
		{Name: "tags", Doc: "punctuation tags, separated by blanks, for punctuation=tag"},
		{Name: "root", Values: []string{"count", "skip"}, Doc: "whether arcs to the root count"},
		{Name: "subtypes", Values: []string{"keep", "cut"}, Doc: "whether nsubj:pass is another relation than nsubj"},
		weightsOption,
	},
	Params: weightsParams,
	New: func(c Config) (*eval.Measure, error) {
		var o attachment.Options
		choose(c, "punctuation", &o.Punctuation, attachment.Unicode, attachment.ASCII, attachment.ByTag)
		if t := c.Get("tags", ""); t != "" {
			o.Tags = strings.Fields(t)
		}
		turn(c, "root", "skip", &o.SkipRoot)
		turn(c, "subtypes", "cut", &o.CutSubtypes)
		var err error
		o.Weights, err = readWeights(c)
		return attachment.New(o), err
	},
}

var linEntry = Entry{
	Name:   "lin",
	Title:  "error count: words whose head is another one than in gold",
	Source: "Lin 1995 §4.2",
	Doc: `error_count = words whose head is known in gold and differs, or is unknown, in the system;
relations are not compared. error_rate = error_count / words of gold.
A word whose head is unknown in gold is never an error. Different words are compared by
the characters they cover; if the texts differ too, assay reports it and all words are
errors. In a sentence without analysis all words are errors.`,
	Needs:   treebank.Arcs,
	Suits:   treebank.Tuples,
	Options: []Option{weightsOption},
	Params:  weightsParams,
	New: func(c Config) (*eval.Measure, error) {
		w, err := readWeights(c)
		return wordslot.NewLin(wordslot.Lin{Weights: w}), err
	},
}

var xiaoEntry = Entry{
	Name:   "xiao",
	Title:  "error rate, precision and recall of word slots; parse forests",
	Source: "Xiao 1997 §3.2 and chapter 6",
	Doc: `Each word is a slot: correct, incorrect, missing (the system gives no head), spurious
(gold gives none) or noncommittal (neither does). The root mark is a head.
error_rate = (incorrect + missing + spurious) / words; error_rate_2 counts an incorrect
slot twice. precision = correct / (correct + spurious + incorrect),
recall = correct / (correct + missing + incorrect). In a forest a slot has a set of links: links of
both sides are correct, the others form incorrect pairs, and links left over are missing or spurious.
With readings=expected the counts are means over the readings of the system's forest, weighted by
their probabilities; a link of a reading is correct if gold has it: error_rate is then the expected error rate.
mode=general compares heads, mode=exact relations too. Different words are compared by the
characters they cover; if the texts differ too, assay reports it and no word has a
counterpart. A word that only the system has is a slot of its own. In a sentence without
analysis all slots are missing.`,
	Needs:   treebank.Arcs,
	Suits:   treebank.Forests,
	Presets: []Preset{{Name: "general", Title: "heads only (the default)"}, {Name: "exact", Title: "heads and relations"}},
	Options: []Option{
		{Name: "mode", Values: []string{"general", "exact"},
			Doc: "links are equal if their heads are (general), or heads and relations (exact)"},
		{Name: "readings", Values: []string{"packed", "expected"},
			Doc: "of the system's forest: all links (packed), or the mean over the readings by their probabilities (expected)"},
		weightsOption,
	},
	Params: weightsParams,
	New: func(c Config) (*eval.Measure, error) {
		mode := "general"
		if c.Preset != "" {
			mode = c.Preset
		}
		w, err := readWeights(c)
		return wordslot.NewXiao(wordslot.Xiao{Exact: c.Get("mode", mode) == "exact",
			Expected: c.Get("readings", "packed") == "expected", Weights: w}), err
	},
}

var conllxEntry = Entry{
	Name:   "conllx",
	Title:  "the scores of eval.pl and eval07.pl; their tables are its breakdowns",
	Source: "CoNLL 2006 and 2007 scorers eval.pl 1.9, eval07.pl 1.4",
	Doc: `las, uas and label_accuracy over the words of gold; heads and relations are compared
unchanged, so that two unknown heads are equal. There are error rates of heads, of relations
and of both. Precision and recall in the tables of the reports: --by deprel (deprel_*, and
deprel_attachment_* with the head), --by direction, --by distance-bin; accuracy over tags:
--by tag; frames: --by frame. Both sides must have the same number of words; otherwise the
sentence cannot be scored. In a sentence without analysis all
words are wrong.`,
	Needs: treebank.Arcs,
	Presets: []Preset{{Name: "conll07", Title: "punctuation counts (the default)"},
		{Name: "conll06", Title: "words of punctuation (Unicode category P) do not count"}},
	Options: []Option{{Name: "punctuation", Values: []string{"keep", "unicode"},
		Doc: "whether words of punctuation count"}},
	New: func(c Config) (*eval.Measure, error) {
		def := "keep"
		if c.Preset == "conll06" {
			def = "unicode"
		}
		return attachment.NewConll(attachment.Conll{SkipPunctuation: c.Get("punctuation", def) == "unicode"}), nil
	},
}

// readWeights reads the file of weights that the user named, if any.
func readWeights(c Config) (*condition.Weights, error) {
	path := c.Get("weights", c.Params)
	if path == "" {
		return nil, nil
	}
	text, _, err := settings.Read(path, "weights and conditions")
	if err != nil {
		return nil, err
	}
	return condition.ReadWeights(bytes.NewReader(text), path)
}

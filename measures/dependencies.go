package measures

import (
	"assay/internal/measures/attachment"
	"assay/internal/measures/entry"
	"assay/internal/measures/wordslot"
	"assay/treebank"
)

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
	Needs:  treebank.Arcs,
	Params: weightsParams,
	Maker: entry.Bound[attachment.Options]{
		Load:     func(o *attachment.Options, c Config) error { return entry.LoadWeights(&o.Weights, c) },
		Settings: (*attachment.Options).Settings, Make: attachment.New,
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
	Needs:  treebank.Arcs,
	Suits:  treebank.Tuples,
	Params: weightsParams,
	Maker: entry.Bound[wordslot.Lin]{
		Load:     func(o *wordslot.Lin, c Config) error { return entry.LoadWeights(&o.Weights, c) },
		Settings: (*wordslot.Lin).Settings, Make: wordslot.NewLin,
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
	Params:  weightsParams,
	Maker: entry.Bound[wordslot.Xiao]{
		Preset:   func(name string) wordslot.Xiao { return wordslot.Xiao{Exact: name == "exact"} },
		Load:     func(o *wordslot.Xiao, c Config) error { return entry.LoadWeights(&o.Weights, c) },
		Settings: (*wordslot.Xiao).Settings, Make: wordslot.NewXiao,
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
	Maker: entry.Bound[attachment.Conll]{
		Preset:   func(name string) attachment.Conll { return attachment.Conll{SkipPunctuation: name == "conll06"} },
		Settings: (*attachment.Conll).Settings, Make: attachment.NewConll,
	},
}

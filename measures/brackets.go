package measures

import (
	"strings"

	"assay/eval"
	"assay/internal/measures/careful"
	"assay/internal/measures/empties"
	"assay/internal/measures/functions"
	"assay/internal/measures/leafancestor"
	"assay/internal/measures/parseval"
	"assay/internal/measures/treeedit"
	"assay/treebank"
)

var parsevalEntry = Entry{
	Name:   "parseval",
	Title:  "brackets, crossing brackets, exact match",
	Source: "Black et al. 1991; Lin 1995 §2; Xiao 1997 §2.3; Magerman 1995",
	Doc: `Brackets of gold and system compared without their labels (labels=yes: with them), as a set:
recall = matched / gold, precision = matched / system. A bracket of the system crosses if it
shares words with one of gold and each has words that the other lacks. no_crossing and
exact_match are shares of sentences; exact_match_labels also wants the labels, exact_match_tags
also the tags. erase takes words out of both trees: none, null (empty elements), black (Black's
whole list), or names joined by +: ` + strings.Join(parseval.ErasureNames(), " ") + `.
A pair whose words differ cannot be scored; a parse that failed has no brackets.`,
	Needs: treebank.Phrases,
	Presets: []Preset{
		{Name: "lin", Title: "Lin 1995: sets of brackets, one-word brackets and the whole sentence count"},
		{Name: "black", Title: "Black et al. 1991: their erasures, no brackets around one word"},
		{Name: "labelled", Title: "labelled brackets as multisets"},
		{Name: "discontinuous", Title: "labelled brackets of discontinuous phrases as multisets; disco-dop's --disconly"},
	},
	Options: []Option{
		{Name: "labels", Values: []string{"no", "yes"}, Doc: "whether labels are compared"},
		{Name: "brackets", Values: []string{"set", "multiset"}, Doc: "whether equal brackets of one tree count once"},
		{Name: "root", Values: []string{"count", "skip"}, Doc: "whether the topmost phrase counts"},
		{Name: "single", Values: []string{"count", "skip"}, Doc: "whether brackets around one word count"},
		{Name: "gaps", Values: []string{"all", "only"}, Doc: "only: only brackets of discontinuous phrases count"},
		{Name: "erase", Doc: "words to take out of both trees; default null"},
		{Name: "crossing", Values: []string{"system", "gold", "pairs", "lin"},
			Doc: "crossings counted: brackets of the system that cross, brackets of gold that are crossed, pairs, or " +
				"pairs by the printed definition of Lin and Xiao"},
		{Name: "functions", Values: []string{"cut", "keep"}, Doc: "whether labels end at the first - or ="},
		spansOption,
	},
	New: newParseval,
}

func newParseval(config Config) (*eval.Measure, error) {
	def := func(preset, value, other string) string {
		if config.Preset == preset {
			return value
		}
		return other
	}
	opt := parseval.Options{
		Labelled: config.Get("labels", def("labelled", "yes", def("discontinuous", "yes", "no"))) == "yes",
		Multiset: config.Get("brackets", def("labelled", "multiset",
			def("discontinuous", "multiset", "set"))) == "multiset",
		Gapped:     config.Get("gaps", def("discontinuous", "only", "all")) == "only",
		SkipRoot:   config.Get("root", "count") == "skip",
		SkipOne:    config.Get("single", def("black", "skip", "count")) == "skip",
		Functions:  config.Get("functions", "cut") == "keep",
		Characters: config.Get("spans", "words") == "characters",
	}
	for _, x := range []parseval.Crossing{parseval.BySystem, parseval.ByGold, parseval.Pairs, parseval.Lin} {
		if config.Get("crossing", "system") == x.String() {
			opt.Crossing = x
		}
	}
	switch e := config.Get("erase", def("black", "black", "null")); e {
	case "none", "":
	case "black":
		opt.Erase = parseval.ErasureNames()
	default:
		opt.Erase = strings.Split(e, "+")
	}
	return parseval.New(opt)
}

var carefulEntry = Entry{
	Name:   "careful",
	Title:  "exact matches, crossing errors, spurious and inherited brackets",
	Source: "Hogenhout & Matsumoto 1997",
	Doc: `Unlabelled brackets of gold (TTB) and system (TPB), after punctuation, empty elements, empty and
double brackets are taken out: exact match EM, crossing error CE, spurious SP; crossing errors
inherited from a parent that is itself a crossing error (PINH) or not; brackets of the treebank reproduced together
with their parent (TINH) or not. With a file of decisions (--check) EM, CE and SP are divided into
accepted and rejected, and the soft measures of table 3 are given. Wrong brackets without a
decision are in no soft figure, as if the system had not proposed them; undecided_share is their share
of CE + SP. All exact matches count, so a check of a few items flatters. TINH follows the definition;
the paper's example departs from it; tinh_inner does not count the bracket at the top as a parent,
and gives the printed figures. A pair whose words differ counts as a parse that failed.`,
	Check: treebank.Phrases,
	Options: []Option{
		{Name: "single", Values: []string{"count", "skip"}, Doc: "skip: brackets around one word are taken out"},
		{Name: "punctuation", Values: []string{"unicode", "ascii", "tag", "keep"},
			Doc: "words to take out: of Unicode punctuation, of ASCII punctuation, with a tag of punctuation, or none"},
		{Name: "tinh", Values: []string{"literal", "inner"}, Doc: "inner: the top bracket does not count as a parent"},
		spansOption,
	},
	New: func(c Config) (*eval.Measure, error) {
		opt := careful.Options{
			SkipOne:    c.Get("single", "count") == "skip",
			Inner:      c.Get("tinh", "literal") == "inner",
			Characters: c.Get("spans", "words") == "characters",
		}
		for _, p := range []careful.Punctuation{careful.Unicode, careful.ASCII, careful.Tag, careful.Keep} {
			if c.Get("punctuation", "unicode") == p.String() {
				opt.Punctuation = p
			}
		}
		if c.Check != "" {
			list, name, err := c.Decisions.Load(c.Check)
			if err != nil {
				return nil, err
			}
			opt.Check = careful.NewCheck(name, list)
		}
		return careful.New(opt), nil
	},
}

var parsebaseEntry = Entry{
	Name:   "parsebase",
	Title:  "how many analyses the system has, per word",
	Source: "Black, Garside & Leech 1993; Hogenhout & Matsumoto 1997 §7",
	Doc: `The geometric mean over all sentences of the n-th root of p: n words, p analyses in the system's
ranked list. Sentences without an analysis are left out. Gold only gives the list of sentences.`,
	New: func(Config) (*eval.Measure, error) { return careful.NewParseBase(), nil },
}

var leafAncestorEntry = Entry{
	Name:   "leaf-ancestor",
	Title:  "similarity of the labels above each word",
	Source: "Sampson & Babarczy 2003; disco-dop (dd181a6)",
	Doc: `The lineage of a word is the list of labels of the phrases above it, without its tag, with marks
where phrases begin and end; similarity = 1 - edits / (length in gold + length in the system).
leaf_ancestor is the mean over words, sentence_leaf_ancestor the mean over sentences of their
means. Empty elements are not words, labels are cut at the first - or =. A pair whose words differ cannot
be scored; the words of a sentence without analysis have similarity 0.`,
	Needs: treebank.Phrases,
	Presets: []Preset{
		{Name: "sampson", Title: "the default: a substitution costs 2"},
		{Name: "discodop", Title: "that of disco-dop where its parameters delete the root: a substitution costs 1, " +
			"mean over sentences"},
		{Name: "stanford", Title: "a substitution costs 1, no marks"},
	},
	Options: []Option{
		{Name: "substitution", Values: []string{"2", "1"}, Doc: "cost of a substitution"},
		{Name: "marks", Values: []string{"yes", "no"}, Doc: "whether lineages show where phrases begin and end"},
		{Name: "average", Values: []string{"word", "sentence"}, Doc: "mean that comes first; both are given"},
	},
	New: func(c Config) (*eval.Measure, error) {
		o := map[string]leafancestor.Options{"discodop": leafancestor.Discodop, "stanford": leafancestor.Stanford}[c.Preset]
		turn(c, "substitution", "1", &o.Substitution1)
		turn(c, "marks", "no", &o.NoMarks)
		turn(c, "average", "sentence", &o.Sentences)
		return leafancestor.New(o), nil
	},
}

var treeEditEntry = Entry{
	Name:   "tree-edit",
	Title:  "edit distance of trees",
	Source: "Tai 1979; Zhang & Shasha 1989; disco-dop (dd181a6)",
	Doc: `The smallest number of nodes to insert, delete and relabel, 1 each. Nodes are phrases and
words; the label of a word is its place and its tag, so another tag is an edit. tree_edit = 1 - distance
/ (nodes of gold + nodes of the system) over all sentences; edits_per_sentence; identical =
sentences without edits. Empty elements and phrases without words are left out, labels are cut at
the first - or =, the unlabelled root does not count. A pair whose words differ cannot be scored; a
sentence without analysis has no nodes.`,
	Needs:   treebank.Phrases,
	Options: []Option{{Name: "tags", Values: []string{"yes", "no"}, Doc: "whether another tag is an edit"}},
	New: func(c Config) (*eval.Measure, error) {
		var o treeedit.Options
		turn(c, "tags", "no", &o.NoTags)
		return treeedit.New(o), nil
	},
}

var functionsEntry = Entry{
	Name:   "functions",
	Title:  "functions of phrases, such as SBJ and TMP",
	Source: "Bies et al. 1995; Blaheta & Charniak 2000",
	Doc: `Triples (words, category, function) of gold and system compared as multisets: one for each function
of a phrase, from its label (NP-SBJ-1: SBJ) and from the label of its edge. recall = matched / gold,
precision = matched / system, f1 = 2 matched / (gold + system). --by part gives a row for each function.
Indices are not functions, empty elements are not words, phrases without words do not count. A pair whose
words differ cannot be scored; a sentence without analysis has no functions.`,
	Needs: treebank.Phrases,
	Presets: []Preset{{Name: "proper",
		Title: "function tags of disco-dop with its proper.prm: phrases=matched:words=yes without punctuation by " +
			"gold's tags"}},
	Options: []Option{
		{Name: "phrases", Values: []string{"all", "matched"},
			Doc: "matched: only phrases with the same words and category on both sides, and words with the same tag"},
		{Name: "words", Values: []string{"no", "yes"}, Doc: "whether functions of words count too"},
	},
	New: func(c Config) (*eval.Measure, error) {
		proper := c.Preset == "proper"
		o := functions.Options{Proper: proper, Matched: proper, Words: proper}
		turn(c, "phrases", "matched", &o.Matched)
		turn(c, "words", "yes", &o.Words)
		return functions.New(o), nil
	},
}

var emptiesEntry = Entry{
	Name:   "empties",
	Title:  "empty elements, and with their antecedents",
	Source: "Bies et al. 1995; Johnson 2002 §4",
	Doc: `Empty elements (-NONE-) of gold and system compared as multisets of pairs: type (the form without
index, such as *T*) and position (the number of words before it). recall = matched / gold, precision =
matched / system, f1 = 2 matched / (gold + system). For _antecedent the antecedents must be equal too,
category and words, or missing on both sides; bound_ scores are over the elements that have one. --by part gives
a row for each type. A pair whose other words differ cannot be scored; a sentence without analysis
has no empty elements.`,
	Needs: treebank.Phrases,
	New:   func(Config) (*eval.Measure, error) { return empties.New(), nil },
}

package metrics

import (
	"strings"

	"assay/eval"
	"assay/parseval"
	"assay/treebank"
)

var parsevalEntry = Entry{
	Name:   "parseval",
	Title:  "brackets, crossing brackets, exact match",
	Source: "Black et al. 1991; Lin 1995 §2; Xiao 1997 §2.3; Magerman 1995",
	Doc: `Brackets of gold and system compared without their labels (labels=yes: with them), as a set:
recall = matched / gold, precision = matched / system. A bracket of the system crosses if it
shares words with one of gold and each has words that the other has not. no_crossing and
exact_match are shares of sentences; exact_match_labels also wants the labels, exact_match_tags
also the tags. erase takes words out of both trees: none, null (empty elements), black (Black's
whole list), or names joined by +: ` + strings.Join(parseval.ErasureNames(), " ") + `.
A pair whose words differ cannot be scored; a parse that failed has no brackets.`,
	Needs: treebank.Phrases,
	Presets: []Preset{
		{"lin", "Lin 1995: sets of brackets, one-word brackets and the whole sentence count"},
		{"black", "Black et al. 1991: their erasures, no brackets around one word"},
		{"labelled", "labelled brackets as multisets"},
	},
	Options: []Option{
		{Name: "labels", Values: []string{"no", "yes"}, Doc: "whether labels are compared"},
		{Name: "brackets", Values: []string{"set", "multiset"}, Doc: "whether equal brackets of one tree count once"},
		{Name: "root", Values: []string{"count", "skip"}, Doc: "whether the phrase with nothing above it counts"},
		{Name: "single", Values: []string{"count", "skip"}, Doc: "whether brackets around one word count"},
		{Name: "erase", Doc: "words that are taken out of both trees; default null"},
		{Name: "crossing", Values: []string{"system", "gold", "pairs", "lin"}, Doc: "what is counted: brackets of the system that cross, brackets of gold that are crossed, pairs, or pairs by the printed definition of Lin and Xiao"},
		{Name: "functions", Values: []string{"cut", "keep"}, Doc: "whether labels end at the first - or ="},
		spansOption,
	},
	New: newParseval,
}

func newParseval(c Config) (eval.Metric, error) {
	def := func(preset, value, other string) string {
		if c.Preset == preset {
			return value
		}
		return other
	}
	opt := parseval.Options{
		Labelled:   c.Get("labels", def("labelled", "yes", "no")) == "yes",
		Multiset:   c.Get("brackets", def("labelled", "multiset", "set")) == "multiset",
		SkipRoot:   c.Get("root", "count") == "skip",
		SkipOne:    c.Get("single", def("black", "skip", "count")) == "skip",
		Functions:  c.Get("functions", "cut") == "keep",
		Characters: c.Get("spans", "words") == "characters",
	}
	for _, x := range []parseval.Crossing{parseval.BySystem, parseval.ByGold, parseval.Pairs, parseval.Lin} {
		if c.Get("crossing", "system") == x.String() {
			opt.Crossing = x
		}
	}
	switch e := c.Get("erase", def("black", "black", "null")); e {
	case "none", "":
	case "black":
		opt.Erase = parseval.ErasureNames()
	default:
		opt.Erase = strings.Split(e, "+")
	}
	return parseval.New(opt)
}

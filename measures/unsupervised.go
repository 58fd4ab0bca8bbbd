package measures

import (
	"fmt"
	"strconv"
	"strings"

	"assay/eval"
	"assay/internal/measures/spans"
	"assay/internal/measures/undirected"
	"assay/treebank"
)

var spansEntry = Entry{
	Name:   "spans",
	Title:  "unlabelled brackets of several words, as in unsupervised parsing",
	Source: "Klein & Manning 2002; PRPN, ON-LSTM, Compound PCFG, TN-PCFG",
	Doc: `Brackets of more than one word as sets, without labels. f1, precision and recall
are from the sums over the corpus; sentence_f1, sentence_precision and sentence_recall are
means over sentences. A preset is the convention of a paper; the preset "conventions" gives F1
under each of them side by side. label_recall is the share of gold's phrases whose words are
a bracket of the system: with --by label, the label recall of the papers. Tags of the system do
not matter; --prep ptb-words leaves the words that those papers score. A sentence whose
words differ cannot be scored. Faults of the programs are kept in their presets:
compound-pcfg keeps the bracket of a unary top, as in (S (VP ...)); whole=drop does not.`,
	Needs:   treebank.Phrases,
	Presets: append(spansPresets(), Preset{Name: "conventions", Title: "F1 under all conventions side by side"}),
	Options: []Option{
		{Name: "whole", Values: []string{"drop", "last", "keep"},
			Doc: "bracket around the whole sentence: drop it, drop only the phrase that closes last, or count it"},
		{Name: "multiplicity", Values: []string{"set", "list"},
			Doc: "whether equal brackets of a tree count once, or each in the corpus figures"},
		{Name: "average", Values: []string{"corpus", "sentence"}, Doc: "mean that comes first; both are given"},
		{Name: "empty", Values: []string{"skip", "one", "zero"},
			Doc: "sentences without brackets in gold, in means over sentences: left out, recall 1, or recall 0"},
		{Name: "min", Doc: "least number of words of a sentence that counts"},
		{Name: "max", Doc: "greatest number of words of a sentence that counts"},
		{Name: "sentences", Values: []string{"all", "bracketed"},
			Doc: "bracketed: leave out sentences for which the system has no phrase, as TN-PCFG does"},
		{Name: "labels", Values: []string{"no", "yes"}, Doc: "whether labels count"},
		{Name: "epsilon", Values: []string{"0", "1e-8"},
			Doc: "number added to denominators, as programs do; a perfect sentence is then 0.999999995"},
	},
	New: newSpans,
}

func spansPresets() (out []Preset) {
	for _, c := range spans.Conventions {
		for _, name := range c.Names {
			out = append(out, Preset{Name: name, Title: c.Title})
		}
	}
	return out
}

func newSpans(config Config) (*eval.Measure, error) {
	var opt spans.Options
	if config.Preset == "conventions" {
		return spans.NewSideBySide(), nil
	}
	for _, known := range spans.Conventions {
		if strings.Contains(" "+strings.Join(known.Names, " ")+" ", " "+config.Preset+" ") {
			opt = known.Options
		}
	}
	choose(config, "whole", &opt.Whole, spans.Drop, spans.Last, spans.Keep)
	choose(config, "empty", &opt.Empty, spans.SkipEmpty, spans.One, spans.Zero)
	turn(config, "multiplicity", "list", &opt.List)
	turn(config, "average", "sentence", &opt.Sentence)
	turn(config, "sentences", "bracketed", &opt.Bracketed)
	turn(config, "labels", "yes", &opt.Labels)
	turn(config, "epsilon", "1e-8", &opt.Epsilon)
	if err := number(config, "min", &opt.Min); err != nil {
		return nil, err
	}
	if err := number(config, "max", &opt.Max); err != nil {
		return nil, err
	}
	return spans.New(opt), nil
}

// choose sets to to the value whose name c has for key, if it has one.
func choose[T interface{ String() string }](c Config, key string, to *T, values ...T) {
	for _, v := range values {
		if c.Set[key] == v.String() {
			*to = v
		}
	}
}

// turn sets to to whether c has the value on for key, if it has one.
func turn(c Config, key, on string, to *bool) {
	if v, ok := c.Set[key]; ok {
		*to = v == on
	}
}

// number sets to to the number that c has for key, if it has one.
func number(c Config, key string, to *int) error {
	v, ok := c.Set[key]
	if !ok {
		return nil
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 {
		return fmt.Errorf("want a number of words after %s=, found %q", key, v)
	}
	*to = n
	return nil
}

var undirectedEntry = Entry{
	Name:   "undirected",
	Title:  "dependencies without direction: undirected accuracy, neutral edge, root accuracy",
	Source: "Klein & Manning 2004; Schwartz et al. 2011; TN-PCFG",
	Doc: `undirected = words with the right head, or whose head in the system depends on them in
gold; neutral_edge also counts a head that is the grandparent in gold. Both are over the words
that have a head in gold, roots included; uas is given beside them. edge_recall, edge_precision and edge_f1 compare
the unordered pairs of words, root arcs left out. root = sentences whose first root is gold's.
Words are compared by the characters they cover; if the texts differ, no word has a
counterpart. The preset tn-pcfg keeps a fault of that program: a wrong root arc
looks up the last word's head.`,
	Needs:   treebank.Arcs,
	Presets: []Preset{{Name: "tn-pcfg", Title: "class UAS of TN-PCFG, with its fault"}},
	Options: []Option{
		{Name: "root-grandparent", Values: []string{"count", "skip"},
			Doc: "whether neutral_edge takes the root as a grandparent"},
		{Name: "root-arc", Values: []string{"wrong", "last-word"},
			Doc: "a wrong root arc: never right; right undirected if the last word depends on the word (TN-PCFG)"},
	},
	New: func(c Config) (*eval.Measure, error) {
		o := undirected.Options{LastWord: c.Preset == "tn-pcfg"}
		turn(c, "root-grandparent", "skip", &o.NoRootGrandparent)
		turn(c, "root-arc", "last-word", &o.LastWord)
		return undirected.New(o), nil
	},
}

var uuasEntry = Entry{
	Name:   "uuas",
	Title:  "undirected unlabelled attachment of structural probes",
	Source: "Hewitt & Manning 2019; structural-probes (ad37b02)",
	Doc: `uuas = edges of both gold and system / edges of gold. Words that gold tags as
punctuation ('' , . : ` + "`` -LRB- -RRB-" + `; XPOS where there is one) are left out; edges are those of the
minimum spanning tree over the distances between the other words in the dependency tree, so
that an edge may join words that no arc joins. Sentences whose text differs cannot be scored.`,
	Needs:   treebank.Arcs,
	Presets: []Preset{{Name: "hewitt", Title: "the default"}},
	New:     func(Config) (*eval.Measure, error) { return undirected.NewProbe(), nil },
}

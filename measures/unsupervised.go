package measures

import (
	"slices"

	"assay/eval"
	"assay/internal/measures/entry"
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
	Maker: entry.Bound[spansOptions]{
		Preset: func(name string) (o spansOptions) {
			for _, known := range spans.Conventions {
				if slices.Contains(known.Names, name) {
					o.Options = known.Options
				}
			}
			o.sideBySide = name == "conventions"
			return o
		},
		Settings: func(o *spansOptions) []Option { return o.Settings() },
		Make: func(o spansOptions) *eval.Measure {
			if o.sideBySide {
				return spans.NewSideBySide()
			}
			return spans.New(o.Options)
		},
	},
}

// spansOptions are the options of spans, or its conventions side by side.
type spansOptions struct {
	spans.Options
	sideBySide bool
}

func spansPresets() (out []Preset) {
	for _, c := range spans.Conventions {
		for _, name := range c.Names {
			out = append(out, Preset{Name: name, Title: c.Title})
		}
	}
	return out
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
	Maker: entry.Bound[undirected.Options]{
		Preset:   func(name string) undirected.Options { return undirected.Options{LastWord: name == "tn-pcfg"} },
		Settings: (*undirected.Options).Settings, Make: undirected.New,
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
	Maker:   entry.Plain(undirected.NewProbe),
}

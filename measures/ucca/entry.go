package ucca

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure ucca.
var Entry = entry.Entry{
	Name:   "ucca",
	Title:  "UCCA: primary, remote and implicit edges, labeled and unlabeled",
	Source: "Hershcovich et al. 2017, 2019; ucca ecf0c0d evaluation.py, normalization.py",
	Doc: `Edges are identified by the yield of their child: its terminals without punctuation;
per kind (primary, remote, implicit by the yield of the parent) the sets of yields
of both sides are compared: unlabeled, labeled (a category in common), weak (P~S,
H~C, N~L, F~R). precision = matched / system, recall = matched / gold, 1 if there
is nothing to match; labeled_f1 and unlabeled_f1 are over all kinds. Passages are
normalised first, and functions that both sides have move to the root.
A passage that one side lacks counts as empty.`,
	Needs:   treebank.Units,
	Presets: []entry.Preset{{Name: "semeval2019", Title: "implicit units do not count, as in SemEval 2019 task 1"}},
	Maker: entry.Bound[Options]{
		Preset:   func(name string) Options { return Options{SkipImplicit: name == "semeval2019"} },
		Settings: (*Options).Settings, Make: New,
	},
}

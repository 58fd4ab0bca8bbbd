package spans

import (
	"slices"

	"assay/eval"
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure spans.
var Entry = entry.Entry{
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
	Presets: append(presets(), entry.Preset{Name: "conventions", Title: "F1 under all conventions side by side"}),
	Maker: entry.Bound[chosen]{
		Preset: func(name string) (o chosen) {
			for _, known := range Conventions {
				if slices.Contains(known.Names, name) {
					o.Options = known.Options
				}
			}
			o.sideBySide = name == "conventions"
			return o
		},
		Settings: func(o *chosen) []entry.Option { return o.Settings() },
		Make: func(o chosen) *eval.Measure {
			if o.sideBySide {
				return NewSideBySide()
			}
			return New(o.Options)
		},
	},
}

// chosen are the options of spans, or its conventions side by side.
type chosen struct {
	Options
	sideBySide bool
}

func presets() (out []entry.Preset) {
	for _, c := range Conventions {
		for _, name := range c.Names {
			out = append(out, entry.Preset{Name: name, Title: c.Title})
		}
	}
	return out
}

package coref

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure coref.
var Entry = entry.Entry{
	Name:   "coref",
	Title:  "coreference: mentions, MUC, B3, CEAF, BLANC, LEA, their CoNLL mean; zeros and words of mentions",
	Source: "Pradhan et al. 2012, 2014 (scorer.pl); Moosavi & Strube 2016 (coval); CorefUD (corefud-scorer.py)",
	Doc: `precision, recall and F1 of mentions, muc, bcub, ceafm, ceafe, blanc and lea; conll is the mean of the F1 of
muc, bcub and ceafe. mor compares the words of mentions and no entities, zero the antecedents of empty nodes. A row is a
document; documents pair by name. Figures with singletons and without, by exact words and by heads do not compare: the
signature names them. The default compares words, counts documents that only the system has, counts a mention once where
a side repeats it, and leaves 0/0 undefined. The presets do as the programs: conll12 and coval compare numbers of words,
corefud words up to the end of the shorter sentence; all three leave out documents that gold lacks, and 0/0 is 0. A
mention that gold repeats counts once in the presets too; scorer.pl and coval then give gold less than 100 against
itself.`,
	Needs: treebank.Mentions,
	Suits: treebank.Mentions,
	Presets: []entry.Preset{
		{Name: "conll12", Title: "as scorer.pl 8.01 of CoNLL-2012: exact words, singletons count"},
		{Name: "coval", Title: "as coval; singletons=drop is its remove_singletons"},
		{Name: "corefud", Title: "as corefud-scorer.py 1.2: match=head:singletons=drop:zeros=dependent"},
	},
	Maker: entry.Bound[Options]{
		Preset: func(name string) Options {
			program := name != ""
			o := Options{ByPosition: program, IgnoreExtra: program, ZeroIsZero: program}
			if name == "corefud" {
				o.Match, o.Zeros, o.DropSingletons, o.SamePrefix, o.EitherLinks = Head, Dependent, true, true, true
			}
			return o
		},
		Settings: (*Options).Settings, Make: New,
	},
}

package attachment

import (
	"strings"

	"assay/eval"
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure attachment.
var Entry = entry.Entry{
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
	Params: entry.WeightsParams,
	Presets: []entry.Preset{{Name: "spacy", Title: "dep_uas and dep_las of spaCy 3.8 (f1, labelled_f1): arcs labelled p " +
		"or punct are left out, on each side by its own label; labels in lower case"}},
	Maker: entry.Bound[Options]{
		Preset: func(name string) (o Options) {
			if name == "spacy" {
				o = Options{Punctuation: ByLabel, FoldCase: true}
			}
			return o
		},
		Load:     func(o *Options, c entry.Config) error { return entry.LoadWeights(&o.Weights, c) },
		Settings: (*Options).Settings, Make: New,
	},
}

// ConllEntry describes the measure conllx.
var ConllEntry = entry.Entry{
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
	Presets: []entry.Preset{{Name: "conll07", Title: "punctuation counts (the default)"},
		{Name: "conll06", Title: "words of punctuation (Unicode category P) do not count"}},
	Maker: entry.Bound[Conll]{
		Preset:   func(name string) Conll { return Conll{SkipPunctuation: name == "conll06"} },
		Settings: (*Conll).Settings, Make: NewConll,
	},
}

// UnitEntry describes the measure rst-dep.
var UnitEntry = entry.Entry{
	Name:   "rst-dep",
	Title:  "dependencies between discourse units: UAS, LAS",
	Source: "Li et al. 2014; GUM (.rsd)",
	Doc: `uas = units with the same head in gold and system / units of gold; las: same head and relation. Trees have the
dependencies of GUM: the head of a node is that of its first nucleus, the heads of its other children depend
on it. The scores are those of attachment, over the units of documents; units that the other side cuts
elsewhere have no counterpart. types=cut leaves out _r and _m, the kinds of relations.`,
	Needs: treebank.UnitArcs,
	Suits: treebank.UnitArcs,
	Maker: entry.Bound[Options]{
		Settings: func(o *Options) []entry.Option {
			return []entry.Option{
				entry.Flag(&o.CutKinds, "types", "keep", "cut",
					"whether relation_r (satellite) is another relation than relation_m (nuclei)"),
				entry.Flag(&o.SkipRoot, "root", "count", "skip", "whether the root of a document counts"),
			}
		},
		Make: func(o Options) *eval.Measure {
			m := New(o)
			m.Name, m.Signature = "rst-dep", "rst-dep"+strings.TrimPrefix(m.Signature, "attachment")
			return m
		},
	},
}

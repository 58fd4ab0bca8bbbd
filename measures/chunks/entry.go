package chunks

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure chunks.
var Entry = entry.Entry{
	Name:   "chunks",
	Title:  "chunks of label sequences; conlleval and seqeval are presets",
	Source: "Tjong Kim Sang & Buchholz 2000; conlleval.py; seqeval",
	Doc: `Chunks (first word, last word, type) of gold and system: recall = matched / gold,
precision = matched / system, f1 of both; accuracy = words with the same label. Chunks begin and
end by the rules of conlleval, in BILOU too, whose L and U conlleval and seqeval do not know: the
presets conlleval (the port to Python), conlleval-perl (the script of the shared tasks) and seqeval
count as these programs do. On IOB1 and IOB2 all agree, on IOBES all but the Perl script, which does
not know S. In a tree the lowest
phrases, which hold only words, are the chunks (--prep empty takes traces out first). With
types=NP+VP, macro_f1 and weighted_f1 are means over these types; --by label gives a row for each type. A
sentence whose text differs cannot be scored. A file for conlleval, whose last two columns are
labels, is both sides: assay score FILE FILE reads gold from the column before the last. --from
chunks:column=3 reads the labels of another column, also of GermEval's two layers.`,
	Needs: treebank.Phrases,
	Suits: treebank.Chunks,
	Presets: []entry.Preset{
		{Name: "conlleval", Title: "conlleval.py (6a21dde)"},
		{Name: "conlleval-perl", Title: "conlleval, the Perl script of CoNLL 2000 to 2003 (2004-01-26)"},
		{Name: "seqeval", Title: "seqeval (cd01b52) in its default mode"},
		{Name: "strict", Title: "seqeval's mode strict: only chunks that are well formed in the scheme"},
	},
	Maker: entry.Bound[Options]{
		Preset: func(name string) Options {
			return Options{Mode: map[string]Mode{"conlleval": Conlleval, "conlleval-perl": Perl, "seqeval": Seqeval,
				"strict": Strict}[name]}
		},
		Settings: (*Options).Settings, Make: New,
	},
}

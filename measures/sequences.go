package measures

import (
	"assay/internal/measures/chunks"
	"assay/internal/measures/entry"
	"assay/internal/measures/segmentation"
	"assay/treebank"
)

var chunksEntry = Entry{
	Name:   "chunks",
	Title:  "chunks of label sequences; conlleval and seqeval are presets",
	Source: "Tjong Kim Sang & Buchholz 2000; conlleval.py; seqeval",
	Doc: `Chunks (first word, last word, type) of gold and system: recall = matched / gold,
precision = matched / system, f1 of both; accuracy = words with the same label. Chunks begin and
end by the rules of conlleval, in BILOU too, whose L and U conlleval and seqeval do not know: the
presets conlleval and seqeval count as these programs do. On IOB1, IOB2 and IOBES all three agree.
In a tree the lowest
phrases, which hold only words, are the chunks (--prep empty takes traces out first). With
types=NP+VP, macro_f1 and weighted_f1 are means over these types; --by label gives a row for each type. A
sentence whose text differs cannot be scored. A file for conlleval, whose last two columns are
labels, is both sides: assay score FILE FILE reads gold from the column before the last.`,
	Needs: treebank.Phrases,
	Suits: treebank.Chunks,
	Presets: []Preset{
		{Name: "conlleval", Title: "conlleval.py (6a21dde)"},
		{Name: "seqeval", Title: "seqeval (cd01b52) in its default mode"},
		{Name: "strict", Title: "seqeval's mode strict: only chunks that are well formed in the scheme (of an " +
			"ill-formed B in IOB1, seqeval also takes the I after it)"},
	},
	Maker: entry.Bound[chunks.Options]{
		Preset: func(name string) chunks.Options {
			return chunks.Options{Mode: map[string]chunks.Mode{"conlleval": chunks.Conlleval, "seqeval": chunks.Seqeval,
				"strict": chunks.Strict}[name]}
		},
		Settings: (*chunks.Options).Settings, Make: chunks.New,
	},
}

var wordsEntry = Entry{
	Name:   "words",
	Title:  "word segmentation: words on the same characters",
	Source: "Sproat & Emerson 2003 (SIGHAN); conll18_ud_eval.py, row Words",
	Doc: `recall = matched / words of gold, precision = matched / words of the system, f1 of both. A
word matches if it covers the same characters of the text, without white space; words of
multiword tokens match as in the CoNLL 2018 evaluation. A sentence whose text differs cannot be
scored.`,
	// No Needs: it scores any two files with words, but is no default for files that hold
	// nothing in common but them.
	Maker: entry.Plain(segmentation.New),
}

package measures

import (
	"strings"

	"assay/eval"
	"assay/internal/chunking"
	"assay/internal/measures/chunks"
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
	Options: []Option{
		{Name: "mode", Values: []string{"any", "conlleval", "seqeval", "strict"},
			Doc: "rules by which chunks begin and end: those of conlleval in all schemes, those of a program, or only " +
				"chunks that are well formed in the scheme"},
		{Name: "scheme", Values: []string{"auto", "iob1", "iob2", "iobes", "bilou"},
			Doc: "scheme for mode=strict; auto: that of each file"},
		{Name: "types", Doc: "types, separated by +, for the means macro_f1 and weighted_f1"},
	},
	New: func(c Config) (*eval.Measure, error) {
		mode := c.Get("mode", c.Preset)
		o := chunks.Options{Mode: map[string]chunks.Mode{"conlleval": chunks.Conlleval, "seqeval": chunks.Seqeval,
			"strict": chunks.Strict}[mode]}
		choose(c, "scheme", &o.Scheme, chunking.IOB1, chunking.IOB2, chunking.IOBES, chunking.BILOU)
		if t := c.Get("types", ""); t != "" {
			o.Types = strings.Split(t, "+")
		}
		return chunks.New(o), nil
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
	New: func(Config) (*eval.Measure, error) { return segmentation.New(), nil },
}

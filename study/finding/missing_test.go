package finding

import (
	"strings"
	"testing"

	"assay/eval"
	"assay/internal/shared"
)

// emptied returns a text of CoNLL-U with _ in a column.
func emptied(text string, column int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if columns := strings.Split(line, "\t"); len(columns) == 10 {
			columns[column] = "_"
			lines[i] = strings.Join(columns, "\t")
		}
	}
	return strings.Join(lines, "\n")
}

const tree = "1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t2:nsubj\t_\n" +
	"2\tbark\tbark\tVERB\tVBP\tTense=Pres\t0\troot\t0:root\t_\n\n"

// TestMissingColumns: a column that the system alone lacks is named with the scores that compare it; one that gold
// lacks is none.
func TestMissingColumns(t *testing.T) {
	for column, want := range map[int]string{
		2: "column LEMMA is _ in its 1 sentence, and gold has values there: Lemmas and BLEX count that as errors",
		3: "column UPOS is _ in its 1 sentence, and gold has values there: UPOS, AllTags and MLAS count that as errors",
		4: "column XPOS is _ in its 1 sentence, and gold has values there: XPOS and AllTags count that as errors",
		5: "column FEATS is _ in its 1 sentence, and gold has values there: UFeats, AllTags and MLAS count that as errors",
		6: "column HEAD is _ in its 1 sentence, and gold has values there: UAS, LAS, CLAS, MLAS and BLEX count that as errors",
		7: "column DEPREL is _ in its 1 sentence, and gold has values there: LAS, CLAS, MLAS and BLEX count that as errors",
		8: "no enhanced dependencies (column DEPS), so ELAS and EULAS are 0",
	} {
		full, lacks := tree, emptied(tree, column)
		run := counted(t, "ud", opened(t, "gold.conllu", full), opened(t, "system.conllu", lacks), eval.Options{})
		if lines := said(Missing, run); len(lines) != 1 || !strings.Contains(lines[0], want) {
			t.Errorf("column %d: want %q, found %q", column+1, want, lines)
		}
		for _, gold := range []string{lacks, full} {
			run := counted(t, "ud", opened(t, "gold.conllu", gold), opened(t, "system.conllu", gold), eval.Options{})
			if lines := said(Missing, run); lines != nil {
				t.Errorf("column %d: a copy gives %q", column+1, lines)
			}
		}
	}
}

// TestMissingItems: a system without any item of a measure learns which column or line lacks them.
func TestMissingItems(t *testing.T) {
	headless := emptied(tree, 6)
	chunked, outside := "He PRP B-NP\nruns VBZ B-VP\nfast RB O\n\n", "He PRP O\nruns VBZ O\nfast RB O\n\n"
	for _, tt := range []struct{ metric, name, gold, system, want string }{
		{"attachment", "a.conllu", tree, headless, "no head (column HEAD is _) in its 1 sentence"},
		{"lin", "a.conllu", tree, headless, "no head (column HEAD is _)"},
		{"conllx", "a.conllu", tree, headless, "no head (column HEAD is _)"},
		{"chunks", "a.chunks", chunked, outside, "no label but O in the last column"},
	} {
		run := counted(t, tt.metric, opened(t, tt.name, tt.gold), opened(t, "b"+tt.name, tt.system), eval.Options{})
		if lines := said(Missing, run); len(lines) != 1 || !strings.Contains(lines[0], tt.want) {
			t.Errorf("%s: want %q, found %q", tt.metric, tt.want, lines)
		}
		run = counted(t, tt.metric, opened(t, tt.name, tt.system), opened(t, "b"+tt.name, tt.gold), eval.Options{})
		if lines := said(Missing, run); lines != nil {
			t.Errorf("%s: gold lacks them, and the warning is %q", tt.metric, lines)
		}
	}
	gold := opened(t, shared.Path(t, "cases", "field", "corefud-noglobal", "gold.conllu"))
	plain := opened(t, shared.Path(t, "cases", "field", "corefud-noglobal", "plain.conllu"))
	plain.Format = gold.Format
	if lines := said(Missing, counted(t, "coref", gold, plain, eval.Options{})); len(lines) != 1 ||
		!strings.Contains(lines[0], "no mention (Entity= in column MISC, after a line # global.Entity) in its 1 document") {
		t.Errorf("coref: %q", lines)
	}
}

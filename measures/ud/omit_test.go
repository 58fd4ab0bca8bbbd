package ud

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/conllu"
	"assay/internal/formattest"
)

// columnsOf returns the text of a CoNLL-U file after f has changed the columns of each
// word.
func columnsOf(t *testing.T, path string, f func(n int, columns []string)) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	lines := strings.SplitAfter(string(text), "\n")
	for i, line := range lines {
		if columns := strings.Split(line, "\t"); len(columns) == 10 {
			f(n, columns)
			lines[i] = strings.Join(columns, "\t")
			n++
		}
	}
	return []byte(strings.Join(lines, ""))
}

// TestOmit blanks and copies columns of real files: rows that then say nothing are left
// out, all others stay.
func TestOmit(t *testing.T) {
	const goldFile, systemFile = "../../examples/ewt.gold.conllu", "../../examples/ewt.udpipe-swap.conllu"
	blank := func(list ...int) func(int, []string) {
		return func(_ int, columns []string) {
			for _, c := range list {
				columns[c] = "_"
			}
		}
	}
	const lemma, upos, xpos, feats, head, deprel, deps = 2, 3, 4, 5, 6, 7, 8
	var goldWords [][]string
	columnsOf(t, goldFile, func(_ int, columns []string) { goldWords = append(goldWords, slices.Clone(columns)) })
	copyOf := func(list ...int) func(int, []string) {
		return func(n int, columns []string) {
			for _, c := range list {
				columns[c] = goldWords[n][c]
			}
		}
	}
	for _, tc := range []struct {
		name         string
		gold, system func(int, []string)
		want         string // rows left out
	}{
		{"all annotated", blank(), blank(deps), "elas eulas"},
		{"no XPOS", blank(xpos), blank(xpos, deps), "xpos elas eulas"},
		{"no XPOS and FEATS", blank(xpos, feats), blank(xpos, feats, deps), "xpos ufeats alltags elas eulas"},
		{"no lemmas", blank(lemma), blank(lemma, deps), "lemmas blex elas eulas"},
		{"gold has no lemmas", blank(lemma), blank(deps), "lemmas blex elas eulas"},
		{"gold has no FEATS", blank(feats), blank(deps), "ufeats alltags mlas elas eulas"},
		{"gold has no HEAD", blank(head, deprel), blank(deps), "uas las clas mlas blex elas eulas"},
		{"gold has no DEPREL", blank(deprel), blank(deps), "las clas mlas blex elas eulas"},
		{"gold has trees alone", blank(lemma, upos, xpos, feats), blank(deps), "upos xpos ufeats alltags lemmas mlas blex elas eulas"},
		{"the system has no HEAD", blank(), blank(head, deprel, deps), "elas eulas"},
		{"the system has no XPOS", blank(), blank(xpos, deps), "elas eulas"},
		{"copied UPOS", blank(), copyOf(upos, deps), "upos elas eulas"},
		{"copied tags", blank(), copyOf(upos, xpos, feats, deps), "upos xpos ufeats alltags elas eulas"},
	} {
		gold := formattest.Source(&conllu.Format, "gold", columnsOf(t, goldFile, tc.gold))
		system := formattest.Source(&conllu.Format, "system", columnsOf(t, systemFile, tc.system))
		res, err := eval.Run(t.Context(), gold, system, []*eval.Measure{New(Options{})}, eval.Options{})
		if err != nil {
			t.Fatal(err)
		}
		counts := res.Counts[0]
		if got := rowsLeftOut(counts.Sum(), counts.Seen); got != tc.want {
			t.Errorf("%s: left out %q, want %q", tc.name, got, tc.want)
		}
		if got := rowsLeftOut(counts.Sum(), 0); got != "elas eulas" {
			t.Errorf("%s: left out %q where the columns are unknown", tc.name, got)
		}
	}
	text := columnsOf(t, goldFile, blank())
	short := bytes.Join(bytes.SplitAfterN(text, []byte("\n\n"), 3)[:2], nil)
	wrong := bytes.Replace(short, []byte("\tmark\t"), []byte("\tadvmod\t"), 1)
	res, err := eval.Run(t.Context(), formattest.Source(&conllu.Format, "gold", short), formattest.Source(&conllu.Format, "system", wrong),
		[]*eval.Measure{New(Options{})}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := rowsLeftOut(res.Counts[0].Sum(), res.Counts[0].Seen); got != "elas eulas" {
		t.Errorf("two sentences with right tags: left out %q", got)
	}
}

// rowsLeftOut lists the rows whose F1 is left out.
func rowsLeftOut(sum []float64, seen uint64) string {
	var rows []string
	for _, o := range New(Options{}).Omit(sum, seen) {
		for _, name := range o.Scores {
			if row, ok := strings.CutSuffix(name, "_f1"); ok {
				rows = append(rows, row)
			}
		}
	}
	return strings.Join(rows, " ")
}

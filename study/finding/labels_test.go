package finding

import (
	"fmt"
	"strings"
	"testing"

	"assay/eval"
)

// TestMostFrequentLabels: a warning names the labels that the most items have, not those met first.
func TestMostFrequentLabels(t *testing.T) {
	var l labelSet
	for _, label := range strings.Fields("rare odd nsubj det nsubj obl det case case obl nsubj") {
		l.add(label)
	}
	if got := l.some(); got != "nsubj, det, obl, case ..." {
		t.Errorf("labels %s", got)
	}
}

// words is n sentences of two words in CoNLL-U.
func words(n int, tag, subject, root string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "# sent_id = %d\n1\tit\tit\t%s\t_\t_\t2\t%s\t_\t_\n2\trains\train\t%s\t_\t_\t0\t%s\t_\t_\n\n",
			i+1, tag, subject, tag, root)
	}
	return b.String()
}

// A score of 0 that comes from labels without a counterpart in gold is explained; other scores of 0 are not.
func TestLabels(t *testing.T) {
	gold := words(12, "X", "nsubj", "root")
	graphs := strings.Repeat("# ::snt it\n(r / rain-01 :ARG1 (i / it) :quant 2)\n\n", 25)
	for _, tc := range []struct {
		what, name, metric, gold, system string
		want                             []string
	}{
		{"case", "x.conllu", "attachment", gold, words(12, "X", "NSUBJ", "ROOT"),
			[]string{"no label is one of gold's: NSUBJ, ROOT; gold has nsubj, root (some differ only in case: NSUBJ for nsubj)"}},
		{"none", "x.conllu", "attachment", gold, words(12, "X", "_", "_"), []string{"no labels; gold has nsubj, root"}},
		{"tags", "x.conllu", "ud", gold, words(12, "_", "nsubj", "root"), nil},
		{"other", "x.conllu", "attachment", gold, words(12, "X", "SBJ", "P"), []string{"gold's: SBJ, P; gold has nsubj, root (option re"}},
		{"swapped", "x.conllu", "attachment", gold, words(12, "X", "root", "nsubj"), nil},
		{"few", "x.conllu", "attachment", words(3, "X", "nsubj", "root"), words(3, "X", "NSUBJ", "ROOT"), nil},
		{"equal", "x.conllu", "attachment", gold, gold, nil},
		{"part", "x.amr", "smatch:none", graphs, strings.ReplaceAll(graphs, " :quant 2", ""),
			[]string{"nothing counts as attribute; gold has 2"}},
	} {
		run := counted(t, tc.metric, opened(t, tc.name, tc.gold), opened(t, tc.name, tc.system), eval.Options{})
		wantSaid(t, tc.what, said(Labels, run), tc.want...)
		run.ReadOnce = true // the pairs would have to be counted again
		wantSaid(t, tc.what+" of a pipe", said(Labels, run))
	}
}

// Documents are looked at whatever the score: relations of another set, and too few documents.
func TestLabelsOfDocuments(t *testing.T) {
	tree := func(relation string) string {
		var b strings.Builder
		for range 3 {
			b.WriteString("( Root (span 1 2)\n  ( Nucleus (leaf 1) (rel2par span) (text _!a_!) )\n" +
				"  ( Satellite (leaf 2) (rel2par " + relation + ") (text _!b_!) )\n)\n")
		}
		return b.String()
	}
	gold, system := opened(t, "x.dis", tree("elaboration")), opened(t, "y.dis", tree("cause"))
	if unit := gold.Format.Unit(); unit != "document" {
		t.Fatalf("the unit of %s is a %s", gold.Format.Name, unit)
	}
	run := counted(t, "rst", gold, system, eval.Options{})
	run.Claims = true
	if got := said(Labels, run); len(got) == 0 || !strings.Contains(got[0], "too few documents for a claim about parsers: ") {
		t.Errorf("found %q", got)
	}
}

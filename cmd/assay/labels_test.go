package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLabelsThatNeverMatch: a score of 0 that comes from labels without a counterpart in gold is
// explained by every command, once for each system; other scores of 0 are not.
func TestLabelsThatNeverMatch(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	ud := func(n int, tag, subject, root string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "# sent_id = %d\n1\tit\tit\t%s\t_\t_\t2\t%s\t_\t_\n2\trains\train\t%s\t_\t_\t0\t%s\t_\t_\n\n", i+1, tag, subject, tag, root)
		}
		return b.String()
	}
	gold := write("gold.conllu", ud(12, "X", "nsubj", "root"))
	upper, bare := write("upper.conllu", ud(12, "X", "NSUBJ", "ROOT")), write("bare.conllu", ud(12, "X", "_", "_"))
	other, untagged := write("other.conllu", ud(12, "X", "SBJ", "P%d")), write("untagged.conllu", ud(12, "_", "nsubj", "root"))
	enhanced := write("enhanced.conllu", strings.NewReplacer("nsubj\t_", "nsubj\t2:nsubj", "root\t_", "root\t0:root").Replace(ud(12, "X", "nsubj", "root")))
	swapped := write("swapped.conllu", ud(12, "X", "root", "nsubj"))
	few, fewGold := write("few.conllu", ud(3, "X", "NSUBJ", "ROOT")), write("few.gold.conllu", ud(3, "X", "nsubj", "root"))
	trees := write("gold.mrg", strings.Repeat("(S (NP (D the) (N man)) (VP (V sees)))\n", 10))
	lower := write("lower.mrg", strings.Repeat("(s (np (D the) (N man)) (vp (V sees)))\n", 10))
	graphs := strings.Repeat("# ::snt it\n(r / rain-01 :ARG1 (i / it) :quant 2)\n\n", 25)
	amr, plain := write("gold.amr", graphs), write("plain.amr", strings.ReplaceAll(graphs, " :quant 2", ""))
	props := write("gold.props", strings.Repeat("-\t(A0*)\nsee\t(V*)\n\n", 25))
	others := write("other.props", strings.Repeat("-\t(A0*)\n-\t*\nsee\t(V*)\n\n", 25))
	first := write("first.amr", strings.ReplaceAll(graphs[:len(graphs)/25], " :quant 2", ""))
	for _, tt := range []struct {
		args string
		want []string
	}{
		{"score " + gold + " " + upper, []string{"upper.conllu: no label of las is one of gold's: NSUBJ, ROOT; gold has nsubj, root\nhint: some differ " +
			"only in case: NSUBJ for nsubj\n"}},
		{"score -q " + gold + " " + upper, nil},
		{"score " + gold + " " + bare + " -m attachment", []string{"bare.conllu: no labels; gold has nsubj, root\n"}},
		{"score " + gold + " " + other + " -m attachment", []string{"other.conllu: no label is one of gold's: SBJ, P%d; gold has nsubj, root\n"}},
		{"errors " + gold + " " + upper + " -m attachment", []string{"upper.conllu: no label is one of gold's: NSUBJ, ROOT; gold has nsubj, root\nhint: " +
			"some differ only in case: NSUBJ for nsubj\n"}},
		{"compare " + gold + " " + untagged + " " + bare, []string{"untagged.conllu: column UPOS is _ in its 12 sentences, and gold has values there: UPOS," +
			" AllTags and MLAS count that as errors\nhint: did the parser write them, and did a conversion keep them?\n",
			"bare.conllu: column DEPREL is _ in its 12 sentences, and gold has values there: LAS, CLAS, MLAS and BLEX count that as errors\nhint: did the " +
				"parser write them, and did a conversion keep them?\n"}},
		{"score " + gold + " " + swapped, nil}, // wrong, but with gold's labels
		{"score " + enhanced + " " + gold + " -m ud", []string{"gold.conllu: no enhanced dependencies (column DEPS), so ELAS and EULAS are 0; no other " +
			"score looks at them\n"}},
		{"score " + fewGold + " " + few, nil},
		{"score " + gold + " " + gold, nil},
		{"score " + amr + " " + plain + " -m smatch:none", []string{"plain.amr: nothing counts as attribute; gold has 2\n"}},
		{"score " + props + " " + others, nil},                  // a word too many, which is said
		{"score " + amr + " " + first + " -m smatch:none", nil}, // the other sentences are missing
		{"score " + trees + " " + lower, []string{"lower.mrg: no label is one of gold's: s, np, vp; gold has S, NP, VP\nhint: some differ only in case: s for S\n"}},
	} {
		var out, notes bytes.Buffer
		_ = run(context.Background(), strings.Fields(tt.args), strings.NewReader(""), &out, &notes)
		args := strings.ReplaceAll(tt.args, dir+"/", "")
		if n := strings.Count(strings.ReplaceAll(notes.String(), "renames the system's labels", ""), " label") +
			strings.Count(notes.String(), " nothing counts") + strings.Count(notes.String(), " no enhanced") +
			strings.Count(notes.String(), " is _ in its"); n != len(tt.want) {
			t.Errorf("assay %s: want %d warnings, found:\n%s", args, len(tt.want), notes.String())
		}
		for _, want := range tt.want {
			if !strings.Contains(notes.String(), "warning: "+want) {
				t.Errorf("assay %s: want %q, found:\n%s", args, want, notes.String())
			}
		}
	}
}

package umr_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/umr"
	"assay/internal/formattest"
	"assay/internal/shared"
	measure "assay/measures/umr"
)

func folder(parts ...string) []string { return append([]string{"cases", "living", "umr"}, parts...) }

// run scores a pair of files.
func run(t *testing.T, gold, system []byte, opt measure.Options) *eval.Result {
	t.Helper()
	res, err := eval.Run(context.Background(), formattest.Source(&umr.Format, "gold", gold),
		formattest.Source(&umr.Format, "system", system), []*eval.Measure{measure.New(opt)}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// figures returns matched, gold and system of a prefix.
func figures(res *eval.Result, prefix string) string {
	names, sum := res.Counts[0].Metric.ColumnNames(), res.Counts[0].Sum()
	var out []string
	for _, name := range []string{"matched", "gold", "system"} {
		out = append(out, fmt.Sprint(sum[slices.Index(names, prefix+name)]))
	}
	return strings.Join(out, " ")
}

// TestRecorded compares the counts with those of compare_umr.pl --tsv (4377bc4) on files without faults.
func TestRecorded(t *testing.T) {
	runs := 0
	for _, line := range strings.Split(strings.TrimSpace(string(shared.Read(t, folder("COMMANDS.tsv")...))), "\n")[1:] {
		field := strings.Split(line, "\t")
		words := strings.Fields(field[2])
		if words[0] != "compare_umr.pl" || !slices.Contains(words, "--tsv") || slices.Contains(words, "--quiet") || words[2] != "gold.umr" {
			continue
		}
		runs++
		opt := measure.Official
		opt.Top, opt.Sentences = slices.Contains(words, "--top"), slices.Contains(words, "--no-document-level")
		res := run(t, shared.Read(t, folder(field[0], "gold.umr")...), shared.Read(t, folder(field[0], "sys.umr")...), opt)
		if len(res.Problems) > 0 {
			t.Errorf("%s: %v", field[0], res.Problems[0])
		}
		recorded(t, field[0], res)
	}
	if runs < 8 {
		t.Errorf("%d runs", runs)
	}
}

func recorded(t *testing.T, name string, res *eval.Result) {
	want := map[string]string{}
	for line := range strings.Lines(string(shared.Read(t, folder(name, "stdout")...))) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		switch f[0] {
		case "aligned token sets", "triples in mapped nodes", "juːmæʧ":
			want[map[string]string{"a": "token_", "t": "mapped_", "j": ""}[f[0][:1]]] = strings.Join(f[3:6], " ")
		case "node projections":
			want["node_"] = f[3] + " " + f[5] + " " + f[6]
		}
	}
	for prefix, counts := range want {
		if got := figures(res, prefix); got != counts {
			t.Errorf("%s: %q %s, want %s", name, prefix, got, counts)
		}
	}
}

// TestOptions has the options in which the program has the same, by the counts that it prints.
func TestOptions(t *testing.T) {
	for _, tt := range []struct {
		name         string
		only, except string
	}{
		{"several-errors_only_arg0_arg1", "ARG0+ARG1", ""}, {"several-errors_only_arg0_concept", ":ARG0+:concept", ""},
		{"several-errors_only_concept", "concept", ""}, {"several-errors_except_concept", "", "concept"},
		{"several-errors_except_aspect_modal_strength", "", "aspect+modal-strength"},
		{"several-errors_only_same_entity_after", "same-entity+after", ""},
		{"several-errors_except_before_after_modal", "", "before+after+modal"},
		{"several-errors_only_nothing", "nothing", ""}, {"variables-renamed", "", ""}, {"relation-order", "", ""},
		{"reentrancy", "", ""}, {"quoted-and-not", "", ""}, {"name-many-ops", "", ""}, {"unaligned-same-concept-twice", "", ""},
		{"align-discontinuous", "", ""}, {"align-beyond-sentence", "", ""}, {"align-none", "", ""}, {"doc-level-repeated", "", ""},
		{"doc-level-later-sentence", "", ""}, {"doc-level-unmapped-node", "", ""}, {"graph-cycle", "", ""},
	} {
		opt := measure.Official
		for field, text := range map[*[]string]string{&opt.Only: tt.only, &opt.Except: tt.except} {
			if text != "" {
				*field = strings.Split(text, "+")
			}
		}
		res := run(t, shared.Read(t, folder(tt.name, "gold.umr")...), shared.Read(t, folder(tt.name, "sys.umr")...), opt)
		numbers := strings.Fields(figures(res, ""))
		want := string(shared.Read(t, folder(tt.name, "stdout")...))
		for _, part := range []string{"Out of " + numbers[1] + " non-empty GOLD values, " + numbers[0] + " found in SYS => recall ",
			"Out of " + numbers[2] + " non-empty SYS values, " + numbers[0] + " found in GOLD"} {
			if _, total, _ := strings.Cut(want, "all counted as incorrect"); !strings.Contains(total, part) {
				t.Errorf("%s: %q is not in %s", tt.name, part, total)
			}
		}
	}
}

// TestRepaired has the faults of the program that are repaired: a copy of gold scores 100 with a triple about a later
// sentence, a value 0 is read, and a sentence that the system lacks counts.
func TestRepaired(t *testing.T) {
	file := func(name, side string) []byte { return shared.Read(t, folder(name, side)...) }
	gold := file("doc-level-later-sentence", "gold.umr")
	if res := run(t, gold, gold, measure.Options{}); figures(res, "document_") != "5 5 5" && !strings.HasPrefix(figures(res, ""), figures(res, "")[:2]) {
		t.Errorf("later sentence: %s", figures(res, "document_"))
	} else if f := strings.Fields(figures(res, "")); f[0] != f[1] || f[1] != f[2] {
		t.Errorf("a copy has %v", f)
	}
	self := file("self", "gold.umr")
	first, _, _ := strings.Cut(string(self), "\n\n\n")
	res := run(t, self, []byte(first+"\n"), measure.Options{})
	// The program counts 26 statements in both sentences, 15 of them in the first (recorded run sentence-surplus).
	if got := figures(res, ""); got != "15 26 15" {
		t.Errorf("half of the sentences: matched, gold, system %s, want 15 26 15", got)
	}
	zero := strings.Replace(string(self), ":quant 2", ":quant 0", 1)
	if got := figures(run(t, []byte(zero), []byte(zero), measure.Options{}), ""); got != "26 26 26" {
		t.Errorf("a value 0: %s, want 26 26 26", got)
	}
}

// TestLater: only the preset of the program counts triples about later sentences as wrong: recorded self 95.45.
func TestLater(t *testing.T) {
	gold := shared.Read(t, folder("doc-level-later-sentence", "gold.umr")...)
	system := shared.Read(t, folder("doc-level-later-sentence", "sys.umr")...)
	official, repaired := figures(run(t, gold, system, measure.Official), "document_"), figures(run(t, gold, system, measure.Options{}), "document_")
	if official == repaired {
		t.Errorf("both %s", official)
	}
}

// TestNormalise: X-of is X of the other node, after is before turned around.
func TestNormalise(t *testing.T) {
	text := func(graph, triple string) []byte {
		return []byte("# :: snt1\nWords: a b\n\n" + graph + "\n\nx: 1-1\ny: 2-2\n\n(s / sentence :temporal (" + triple + "))\n\n\n")
	}
	gold := text("(x / c :ARG0 (y / d))", "(x :before y)")
	system := text("(y / d :ARG0-of (x / c))", "(y :after x)")
	if got := figures(run(t, gold, system, measure.Options{}), ""); got != "2 4 4" {
		t.Errorf("kept: %s, want 2 4 4", got)
	}
	if got := figures(run(t, gold, system, measure.Options{Normalise: true}), ""); got != "4 4 4" {
		t.Errorf("normalised: %s, want 4 4 4", got)
	}
}

// TestSwap: swapped sides swap gold and system.
func TestSwap(t *testing.T) {
	for _, i := range []int{0, 1, 7} {
		gold := shared.Read(t, folder(fmt.Sprintf("random-%d", i), "gold.umr")...)
		system := shared.Read(t, folder(fmt.Sprintf("random-%d", i), "sys.umr")...)
		a := strings.Fields(figures(run(t, gold, system, measure.Options{}), ""))
		b := strings.Fields(figures(run(t, system, gold, measure.Options{}), ""))
		if a[1] != b[2] || a[2] != b[1] {
			t.Errorf("random-%d: %v, swapped %v", i, a, b)
		}
	}
}

// TestManyLinks: a sentence whose nodes are all alike is refused, as removing their links would take minutes.
func TestManyLinks(t *testing.T) {
	var graph strings.Builder
	graph.WriteString("(s1x / y")
	for i := range 3000 {
		fmt.Fprintf(&graph, "\n :op%d (s1x%d / y)", i, i)
	}
	text := []byte("# :: snt1\nWords: a\n\n" + graph.String() + ")\n\n# alignment:\n\n(s1s0 / sentence)\n\n\n")
	if res := run(t, text, text, measure.Options{}); len(res.Problems) != 1 ||
		!strings.Contains(res.Problems[0].Text, "9006001 links between 3001 and 3001 nodes") {
		t.Errorf("%v", res.Problems)
	}
}

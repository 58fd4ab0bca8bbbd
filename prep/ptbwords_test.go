package prep

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/formats/penn"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

// spansOf lists the words and the spans of the labelled phrases of sentence.
func spansOf(sentence *treebank.Sentence) string {
	var words []string
	for i := range sentence.Tokens {
		words = append(words, string(sentence.Word(int32(i))))
	}
	out := strings.Join(words, " ")
	for _, p := range sentence.Phrases {
		if name := sentence.Name(p.Label); name != "" {
			out += fmt.Sprintf(" %s:%d-%d", name, p.Begin, p.End)
		}
	}
	return out
}

// TestPTBWords: the step leaves the same words and phrases of a CRAFT document as the
// official script (process_ptb.py of Compound PCFG, after data_ptb.py of PRPN); a
// system's tree with other tags stays unchanged.
func TestPTBWords(t *testing.T) {
	steps, err := Parse("ptb-words")
	if err != nil {
		t.Fatal(err)
	}
	step := steps[0].New()
	read := func(parts ...string) []*treebank.Sentence {
		all, errs := formattest.Read(&penn.Format, string(shared.Read(t, append([]string{"cases", "more"}, parts...)...)))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		return all
	}
	craft, errs := formattest.Read(&penn.Format, string(shared.Read(t, "data", "const-craft", "gold.mrg")))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, s := range craft {
		if err := step(s); err != nil {
			t.Fatal(err)
		}
	}
	want, right := read("unsupervised", "gold.mrg"), read("unsupervised", "right.mrg")
	at := slices.IndexFunc(craft, func(s *treebank.Sentence) bool { return spansOf(s) == spansOf(want[0]) })
	if at < 0 || len(craft) < at+358 || len(want) != 358 {
		t.Fatalf("%d and %d sentences, the first at %d", len(craft), len(want), at)
	}
	for i := range want {
		if got := spansOf(craft[at+i]); got != spansOf(want[i]) {
			t.Errorf("sentence %d:\n%s, want\n%s", i+1, got, spansOf(want[i]))
		}
		before := spansOf(right[i])
		if err := step(right[i]); err != nil || spansOf(right[i]) != before {
			t.Errorf("sentence %d: right-branching tree is %s, want %s (%v)", i+1, spansOf(right[i]), before, err)
		}
	}
}

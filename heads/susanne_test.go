package heads

import (
	"bytes"
	"fmt"
	"testing"

	"assay/formats/susanne"
	"assay/internal/shared"
)

// TestSusanne converts the sentence of Xiao's appendix A. Every phrase has its head
// by a rule, and the heads follow Xiao's conventions: verbs head clauses,
// prepositions their phrases, nouns their modifiers.
func TestSusanne(t *testing.T) {
	text := shared.Read(t, "data", "samples", "susanne", "xiao-appendixA.repaired.6col.txt")
	step, err := Step("susanne", "")
	if err != nil {
		t.Fatal(err)
	}
	convert := step.New()
	want := map[string]string{"When": "are", "sufficiently": "measurements", "measurements": "are", "available": "are", "are": "be", "it": "be",
		"will": "be", "possible": "be", "to": "set", "set": "be", "limits": "set", "thermal": "electrical", "electrical": "characteristics",
		"characteristics": "on", "surface": "subsurface", "subsurface": "materials", "materials": "of", "moon": "of", "be": "root"}
	for sentence, err := range susanne.Format.Sentences(bytes.NewReader(text), "x") {
		if err == nil {
			err = convert(sentence)
		}
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range sentence.Arcs {
			head := "root"
			if a.Head >= 0 {
				head = string(sentence.Word(a.Head))
			}
			word := string(sentence.Word(int32(i)))
			if w, ok := want[word]; ok && w != head {
				t.Errorf("%s: head %s, want %s", word, head, w)
			}
			delete(want, word)
		}
	}
	if len(want) > 0 {
		t.Errorf("words that do not occur: %v", want)
	}
	_, all := step.Coverage()
	if got := fmt.Sprint(all.Hits, all.Fallbacks, all.Missing, all.Unary); got != "19 0 0 6" {
		t.Errorf("coverage %s", got)
	}
}

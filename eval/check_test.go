package eval

import (
	"reflect"
	"testing"

	"assay/treebank"
)

// Faults found by a check are listed with their side and change no figure.
func TestCheckIsListed(t *testing.T) {
	gold, system := "a/X b/Y\nc/X\n", "a/X b/X\nc/X\n"
	plain := mustRun(t, gold, system, Options{})
	result := mustRun(t, gold, system, Options{Check: func() func(*treebank.Sentence, func(*treebank.SyntaxError)) {
		return func(s *treebank.Sentence, report func(*treebank.SyntaxError)) {
			if len(s.Tokens) == 1 {
				report(&treebank.SyntaxError{File: s.File, Line: int(s.Line), Want: "two words", Found: "one"})
			}
		}
	}})
	want := []Problem{
		{Unit: 1, Metric: -1, Sentence: "2", Number: "2", Side: "gold", Place: "gold:2", Text: "want two words, found one"},
		{Unit: 1, Metric: -1, Sentence: "2", Number: "2", Side: "system", Place: "system:2", Text: "want two words, found one"},
	}
	if !reflect.DeepEqual(result.Problems, want) {
		t.Errorf("problems %+v", result.Problems)
	}
	if !reflect.DeepEqual(result.Counts[0].Rows(), plain.Counts[0].Rows()) || result.Counts[0].Unscorable != 0 {
		t.Error("the figures changed")
	}
}

package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"assay/eval"
	"assay/measures"
	"assay/treebank"
)

// absentFrom returns a source of text twice: of the sentences from the second half on there is no analysis, or none that
// can be read if broken is not nil.
func absentFrom(name string, text []byte, format *treebank.Format, broken error) *treebank.Source {
	limit := int32(bytes.Count(text, []byte("\n"))) + 1
	twice := *format
	twice.Surface, twice.ID = nil, nil
	twice.Parse = func(s *treebank.Sentence, piece []byte) error {
		if s.Line < limit {
			return format.Parse(s, piece)
		}
		s.Missing = broken == nil
		return broken
	}
	return &treebank.Source{Name: name, Format: &twice, Files: []treebank.File{treebank.Text(name, string(text)+string(text))}}
}

// TestUnscoredPairsChangeNothing: pairs without an analysis on both sides, and sentences of the system alone that
// cannot be read, change no figure of any measure under any policy, but for the numbers of sentences.
func TestUnscoredPairsChangeNothing(t *testing.T) {
	tried := map[string]bool{}
	for i := range matrix {
		cell := &matrix[i]
		t.Run(fmt.Sprintf("%d-%s", i, cell.metric), func(t *testing.T) {
			gold, a, _ := cell.files(t)
			metric, err := measures.Parse(cell.metric, measures.Config{Set: map[string]string{"budget": lawBudget}})
			if err != nil {
				t.Fatal(err)
			}
			var texts [2][]byte
			var from [2]*treebank.Format
			for k, path := range []string{gold, a} {
				list, _, format := beginning(t, path)
				if len(list) != 1 {
					return // a file for each document
				}
				texts[k], from[k] = list[0], format
			}
			score := func(policy eval.OnError, gold, system *treebank.Source) *eval.Result {
				res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{metric},
					eval.Options{Jobs: 1, Align: eval.AlignOrder, OnError: policy})
				if err != nil {
					return nil
				}
				return res
			}
			for _, policy := range []eval.OnError{eval.OnErrorDefault, eval.OnErrorCount, eval.OnErrorSkip} {
				plain := func(k int) *treebank.Source {
					return &treebank.Source{Format: from[k], Files: []treebank.File{treebank.Text("plain", string(texts[k]))}}
				}
				want := score(policy, plain(0), plain(1))
				for _, broken := range []error{nil, treebank.At(nil, 0, "a sentence", "none")} {
					got := score(policy, absentFrom("gold", texts[0], from[0], nil), absentFrom("system", texts[1], from[1], broken))
					if want == nil || got == nil || got.GoldN != 2*want.GoldN || got.SystemN != 2*want.SystemN {
						continue // the head of the file does not repeat
					}
					tried[strings.Split(cell.metric, ":")[0]] = true
					for k, sc := range got.Counts[0].Scores() {
						if w := want.Counts[0].Scores()[k]; sc.Value != w.Value && !(math.IsNaN(sc.Value) && math.IsNaN(w.Value)) {
							t.Errorf("%s, on-error %v, broken %v: %s is %v, without the pairs %v", cell.metric, policy, broken, sc.Name, sc.Value, w.Value)
						}
					}
				}
			}
		})
	}
	if len(tried) < 20 {
		t.Errorf("only %d measures were tried: %v", len(tried), tried)
	}
}

package study

import (
	"context"
	"testing"
)

// TestClassAndKind: the key class is that of an error, so that class=PROP selects nothing, with the remedy; the kind of an item is its part,
// as a key and as a condition, and gives the figures of that part (81.84, as the table of edm:paper has for P).
func TestClassAndKind(t *testing.T) {
	for where, want := range map[string]string{"part=PROP": "81.84", "(kind PROP)": "81.84", "class=PROP": "NaN"} {
		s := &Study{Options: Options{Metric: "edm:paper", Where: where}, Files: &Files{}}
		result, err := s.Run(context.Background(), "../examples/zhong/gold", "../examples/zhong/parser")
		if err != nil {
			t.Fatal(err)
		}
		if got := percentF1(result.Runs[0].Counts[0]); got != want {
			t.Errorf("%s: F1 %s, want %s", where, got, want)
		}
	}
	s := &Study{Options: Options{Metric: "edm:paper", Where: "(class PROP)"}, Files: &Files{}}
	if _, err := s.Run(context.Background(), "../examples/zhong/gold", "../examples/zhong/parser"); err == nil {
		t.Error("(class PROP) is a condition")
	}
}

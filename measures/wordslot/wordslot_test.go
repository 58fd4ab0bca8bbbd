package wordslot

import (
	"context"
	"fmt"
	"testing"

	"assay/eval"
	"assay/eval/condition"
	"assay/formats/conllx"
	"assay/internal/formattest"
	"assay/treebank"
)

func source(t testing.TB, elem ...string) *treebank.Source {
	t.Helper()
	return formattest.Shared(t, &conllx.Format, elem...)
}

func run(t testing.TB, gold, system *treebank.Source, metric *eval.Measure, where string) []float64 {
	t.Helper()
	opt := eval.Options{Jobs: 1}
	if where != "" {
		sel, err := condition.Parse(where)
		if err != nil {
			t.Fatal(err)
		}
		opt.Where = sel
	}
	r, err := eval.Run(context.Background(), gold, system, []*eval.Measure{metric}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r.Counts[0].Sum()
}

// classes returns the columns of Xiao's classes and of words.
func classes(row []float64) string { return fmt.Sprint(row[:colWrong]) }

// TestPapers checks the worked examples of the papers, listed in
// specs/dependencies.md §6 and recorded in cases/dependencies/17-lin-xiao.
func TestPapers(t *testing.T) {
	dir := []string{"cases", "dependencies", "17-lin-xiao"}
	file := func(name string) *treebank.Source { return source(t, append(dir[:3:3], name)...) }
	tests := []struct {
		name, gold, system, where string
		xiao                      string // correct incorrect missing spurious noncommittal words
		lin                       float64
	}{
		{"Lin (5b)", "lin5-key.conll", "lin5b-answer.conll", "", "[12 1 0 0 0 13]", 1},
		{"Lin (6a)", "lin5-key.conll", "lin6a-answer.conll", "", "[8 0 5 0 0 13]", 5},
		{"Xiao 3.3", "xiao33-key.conll", "xiao33-answer.conll", "", "[4 2 3 0 0 9]", 5},
		{"Xiao 3.3 swapped", "xiao33-answer.conll", "xiao33-key.conll", "", "[4 2 0 3 0 9]", 2},
		{"Xiao 3.3 subj", "xiao33-key.conll", "xiao33-answer.conll", "(type subj)", "[0 1 0 0 0 1]", 1},
		{"Xiao 3.3 cmpl", "xiao33-key.conll", "xiao33-answer.conll", "(type cmpl)", "[1 0 2 0 0 3]", 2},
		{"Xiao 3.3 spec", "xiao33-key.conll", "xiao33-answer.conll", "(type spec)", "[3 0 0 0 0 3]", 0},
		{"Xiao 3.3 pred", "xiao33-key.conll", "xiao33-answer.conll", "(type pred)", "[0 1 0 0 0 1]", 1},
	}
	for _, tt := range tests {
		if got := classes(run(t, file(tt.gold), file(tt.system), NewXiao(Xiao{}), tt.where)); got != tt.xiao {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.xiao)
		}
		if got := run(t, file(tt.gold), file(tt.system), NewLin(Lin{}), tt.where); got[linErrors] != tt.lin {
			t.Errorf("%s: Lin counts %v, want %v", tt.name, got, tt.lin)
		}
	}
	s := NewXiao(Xiao{}).Scores(run(t, file("xiao33-key.conll"), file("xiao33-answer.conll"), NewXiao(Xiao{}), ""))
	for i, want := range []string{"error_rate 5 9", "precision 4 6", "recall 4 9", "f1 8 15", "error_rate_2 7 9"} {
		if got := fmt.Sprint(s[i].Name, " ", s[i].Num, " ", s[i].Den); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestLaw checks on real data that the items sum to the row, that gold against itself
// is perfect, and that without unknown heads the error rate is 1 - UAS: eval07.pl
// counts 2995 right heads for frog, 2966 of them with the right relation, among 3846
// words.
func TestLaw(t *testing.T) {
	gold := source(t, "data", "dep-conllx-nl", "gold.conll")
	frog := source(t, "data", "dep-conllx-nl", "frog.conll")
	for _, metric := range []*eval.Measure{NewXiao(Xiao{}), NewXiao(Xiao{Exact: true}), NewLin(Lin{})} {
		fast := run(t, gold, frog, metric, "")
		items := run(t, gold, frog, metric, "t")
		if fmt.Sprint(fast) != fmt.Sprint(items) {
			t.Errorf("%s: %v, but the items give %v", metric.Signature, fast, items)
		}
		self := metric.Scores(run(t, gold, gold, metric, ""))
		if self[0].Value != 0 {
			t.Errorf("%s: gold against itself has %v", metric.Signature, self[0])
		}
	}
	for want, opt := range map[string]Xiao{"[2995 851 0 0 0 3846]": {}, "[2966 880 0 0 0 3846]": {Exact: true}} {
		m := NewXiao(opt)
		if got := classes(run(t, gold, frog, m, "")); got != want {
			t.Errorf("%s: %s, want %s", m.Signature, got, want)
		}
	}
}

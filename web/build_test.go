package web_test

import (
	"context"
	"slices"
	"testing"

	"assay/diagnose"
	"assay/diagnose/kummerfeld"
	"assay/eval"
	"assay/measures"
	"assay/treebank"
	"assay/web"
)

// The sentences that a class of Kummerfeld's filters are those in which his
// analysis finds it.
func TestSentencesByKindOfError(t *testing.T) {
	gold, system := open(t, "../examples/craft.gold.mrg"), open(t, "../examples/craft.berkeley.mrg")
	q := web.Request{Gold: gold, Systems: []*treebank.Source{system}, Sentences: true, Repairs: func() *diagnose.Repairs { return &diagnose.Repairs{} }, Precision: 2,
		Metrics: func(*treebank.Source) ([]eval.Metric, error) {
			m, err := measures.Parse("evalb", measures.Config{})
			return []eval.Metric{m}, err
		}}
	page, err := web.Build(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	look := &looker{analyser: kummerfeld.NewAnalyser(kummerfeld.Options{}), has: map[int]bool{}}
	ms, _ := q.Metrics(system)
	if _, err := eval.Run(context.Background(), gold, system, ms, eval.Options{Jobs: 1, Collect: func() eval.Collector { return look }, Collected: func(eval.Collector) {}}); err != nil {
		t.Fatal(err)
	}
	class := slices.Index(page.Browser.Kinds, kummerfeld.PPAttachment.String())
	if class < 0 {
		t.Fatalf("classes %q", page.Browser.Kinds)
	}
	for i, has := range page.Browser.Systems[0].Kinds {
		if got := slices.Contains(has, int32(class)); got != look.has[i] {
			t.Errorf("sentence %d: %v, want %v", i+1, got, look.has[i])
		}
	}
	if len(look.has) == 0 {
		t.Error("no such sentence")
	}
}

// A looker notes the pairs that have an error of attaching a PP.
type looker struct {
	analyser *kummerfeld.Analyser
	has      map[int]bool
}

func (l *looker) Pair(p *eval.Pair) {
	a, err := l.analyser.Analyse(p.Gold, p.System)
	if err != nil {
		return
	}
	for i := range a.Errors {
		if a.Errors[i].Class == kummerfeld.PPAttachment {
			l.has[p.N] = true
		}
	}
}

func (l *looker) Item(int, *eval.Item) {}

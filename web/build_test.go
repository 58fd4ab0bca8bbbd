package web_test

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"assay/diagnose"
	"assay/diagnose/kummerfeld"
	"assay/eval"
	"assay/eval/breakdown"
	"assay/internal/shared"
	"assay/measures"
	"assay/study"
	"assay/web"
)

// The sentences that a class of Kummerfeld's filters are those in which his
// analysis finds it.
func TestSentencesByKindOfError(t *testing.T) {
	made := prepared(t, study.Options{Metric: "evalb"}, "../examples/craft.gold.mrg", "../examples/craft.berkeley.mrg")
	gold, system := made.Gold, made.Systems[0]
	request := web.Request{Study: made, Sentences: true, Repairs: func() *diagnose.Repairs { return &diagnose.Repairs{} }, Precision: 2}
	page, err := web.Build(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	look := &looker{analyser: kummerfeld.NewAnalyser(kummerfeld.Options{}), has: map[int]bool{}}
	ms, _ := made.Measures(gold, system)
	if _, err := eval.Run(context.Background(), gold, system, ms,
		eval.Options{Jobs: 1, Collect: func() eval.Collector { return look }, Collected: func(eval.Collector) {}}); err != nil {
		t.Fatal(err)
	}
	class := slices.Index(page.Browser.KindNames(), string(kummerfeld.PPAttachment))
	if class < 0 {
		t.Fatalf("classes %q", page.Browser.KindNames())
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

func (l *looker) Pair(pair *eval.Pair) {
	a, err := l.analyser.Analyse(pair.Gold, pair.System)
	if err != nil {
		return
	}
	for i := range a.Errors {
		if a.Errors[i].Class == kummerfeld.PPAttachment {
			l.has[pair.N] = true
		}
	}
}

func (l *looker) Item(int, *eval.Item) {}

// The sentences of every card add up to those of gold, also where the system
// split the text in its own way, and marks and errors are those of the score that
// the page is about: where a system says nothing of a layer, nothing of that layer
// is drawn as missing.
func TestPageFollowsItsScore(t *testing.T) {
	dir := shared.Path(t, "data", "dep-conll18", "en_ewt")
	made := prepared(t, study.Options{Metric: "ud"}, filepath.Join(dir, "gold.conllu.gz"), filepath.Join(dir, "HIT-SCIR-18.conllu.gz"))
	gold, system := made.Gold, made.Systems[0]
	page, err := web.Build(context.Background(), web.Request{Study: made, Sentences: true, Precision: 2})
	if err != nil {
		t.Fatal(err)
	}
	card := page.Cards[0]
	if card.Of != 2077 || card.Scored+card.Left != card.Of || card.Label != "LAS F1" || card.Value != "84.57" {
		t.Errorf("card %+v", card)
	}
	ms, _ := made.Measures(gold, system)
	res, err := eval.Run(context.Background(), gold, system, ms, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sum := map[string]float64{}
	for i, c := range ms[0].ColumnNames() {
		sum[c] = res.Counts[0].Sum()[i]
	}
	// each wrong head or label is one error; a word that only one side has is one of that side
	errors, perfect := 0, 0
	list := page.Browser.Systems[0]
	for i := range page.Browser.IDs { // the first system has a row for each of its units, in order
		wrong := list.Wrongs(i)
		errors += wrong
		if list.Values[i] == 1 && wrong > 0 {
			t.Errorf("sentence %s has LAS 100 and %d errors", page.Browser.IDs[i], wrong)
		}
		if list.Values[i] == 1 {
			perfect++
		}
	}
	aligned := sum["las_aligned"]
	if want := (aligned - sum["las_correct"]) + (sum["las_gold"] - aligned) + (sum["las_system"] - aligned); float64(errors) != want {
		t.Errorf("%d errors on the page, want %.0f", errors, want)
	}
	if perfect == 0 {
		t.Error("no perfect sentence was seen")
	}
}

// The rows of groups hold the columns of the main score alone; the plots are those of
// whole rows.
func TestPlottedColumns(t *testing.T) {
	for _, tc := range []struct{ metric, by, gold, system string }{
		{"ud", "deprel,length,distance-bin", "../examples/ewt.gold.conllu", "../examples/ewt.udpipe-swap.conllu"},
		{"attachment", "deprel,length", "../examples/ewt.gold.conllu", "../examples/ewt.udpipe-swap.conllu"},
		{"evalb", "label,length,width=5", "../examples/craft.gold.mrg", "../examples/craft.berkeley.mrg"},
	} {
		metric, err := measures.Parse(tc.metric, measures.Config{})
		if err != nil {
			t.Fatal(err)
		}
		by, err := breakdown.Parse(tc.by)
		if err != nil {
			t.Fatal(err)
		}
		run := func(columns func(*eval.Measure) []int) (groups []*eval.Group, width int) {
			t.Helper()
			res, err := eval.Run(context.Background(), open(t, tc.gold), open(t, tc.system), []*eval.Measure{metric}, eval.Options{By: by, GroupColumns: columns})
			if err != nil {
				t.Fatal(err)
			}
			return res.Counts[0].Groups, res.Counts[0].Width
		}
		whole, width := run(nil)
		narrow, _ := run(web.PlottedColumns)
		index := map[string]*eval.Group{}
		for _, g := range narrow {
			index[g.Key+"="+g.Value] = g
		}
		main, compared := metric.Headline(), 0
		for _, group := range whole {
			want := metric.Scores(group.Sum(width))[main]
			if math.IsNaN(want.Value) {
				continue // is not plotted
			}
			compared++
			n := index[group.Key+"="+group.Value]
			if n == nil {
				t.Errorf("%s: no group %s %s", tc.metric, group.Key, group.Value)
				continue
			}
			if got := metric.Scores(n.Sum(width))[main]; want != got {
				t.Errorf("%s, %s %s: %v over %d sentences, of few columns %v over %d", tc.metric, group.Key, group.Value, want, group.Len(), got, n.Len())
			}
		}
		if compared == 0 {
			t.Errorf("%s: no groups", tc.metric)
		}
		if tc.metric == "ud" && len(narrow) >= len(whole) {
			t.Errorf("%d groups, all of the %d that other scores have", len(narrow), len(whole))
		}
	}
}

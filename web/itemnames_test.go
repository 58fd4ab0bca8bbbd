package web_test

import (
	"context"
	"path/filepath"
	"testing"

	"assay/eval"
	"assay/internal/shared"
	"assay/measures"
	"assay/signif"
	"assay/study"
	"assay/treebank"
	"assay/web"
)

// A namer lists the items of gold by sentence, part and name, and which of them are right.
type namer struct {
	pair  *eval.Pair
	right map[int]map[string]bool
	twice int // names that a sentence has twice
}

func (n *namer) Pair(p *eval.Pair) {
	n.pair = p
	n.right[p.N] = map[string]bool{}
}

func (n *namer) Item(_ int, it *eval.Item) {
	if it.Gold.Kind == eval.None || it.Outcome == eval.Noncommittal || it.Part == "structure" { // Counter's F1 is of clauses
		return
	}
	name := it.Part + " " + string(n.pair.AppendRef(nil, n.pair.Gold, it.Gold))
	if _, again := n.right[n.pair.N][name]; again {
		n.twice++
	}
	n.right[n.pair.N][name] = it.Outcome == eval.Correct
}

// The items of gold that both systems, one or neither gets right are counted by their names
// here. A node has several properties, and each is an item of its own.
func TestItemsByName(t *testing.T) {
	for _, tc := range []struct {
		metric string
		files  []string
	}{
		{"smatch", []string{"../examples/amr/gold.amr", "../examples/amr/parser-a.amr", "../examples/amr/parser-b.amr"}},
		{"counter", []string{
			shared.Path(t, "data", "sem-drs-pmb", "en-test.gold.clf.gz"),
			shared.Path(t, "data", "sem-drs-pmb", "en-test.bert_only.output1.clf.gz"),
			shared.Path(t, "data", "sem-drs-pmb", "en-test.best_marian.output1.clf.gz"),
		}},
	} {
		parse := func(*treebank.Source) ([]*eval.Measure, error) {
			m, err := measures.Parse(tc.metric, measures.Config{})
			return []*eval.Measure{m}, err
		}
		made := prepared(t, study.Options{Metric: tc.metric, NoTests: true}, tc.files[0], tc.files[1:]...)
		request := web.Request{Study: made, Precision: 2, Sentences: true}
		var names []*namer
		var results []*eval.Result
		for _, src := range made.Systems {
			ms, err := parse(src)
			if err != nil {
				t.Fatal(err)
			}
			n := &namer{right: map[int]map[string]bool{}}
			res, err := eval.Run(context.Background(), made.Gold, src, ms,
				eval.Options{Jobs: 1, Collect: func() eval.Collector { return n }, Collected: func(eval.Collector) {}})
			if err != nil {
				t.Fatal(err)
			}
			names, results = append(names, n), append(results, res)
		}
		var want signif.Items
		for unit := range results[0].Units {
			if results[0].Units[unit].Status != eval.Scored || results[1].Units[unit].Status != eval.Scored {
				continue
			}
			for name, a := range names[0].right[unit] {
				b, known := names[1].right[unit][name]
				switch {
				case !known:
					t.Fatalf("%s: only one system has gold's item %q of sentence %d", tc.metric, name, unit+1)
				case a && b:
					want.YY++
				case a:
					want.YN++
				case b:
					want.NY++
				default:
					want.NN++
				}
			}
		}
		page, err := web.Build(context.Background(), request)
		if err != nil {
			t.Fatal(err)
		}
		items := page.Browser.Pairs[0].Items
		if items == nil {
			t.Fatalf("%s: no items", tc.metric)
		}
		if got := items.Counts.Items; got != want || names[0].twice > 0 {
			t.Errorf("%s: %s against %s: %+v, want %+v (%d names twice)", tc.metric, filepath.Base(tc.files[1]), filepath.Base(tc.files[2]), got, want, names[0].twice)
		}
	}
}

// Where systems split the text otherwise than gold, sentences of gold are counted, not
// rows, and the page says that some are left out.
func TestItemsOfSplitSentences(t *testing.T) {
	file := func(name string) string { return shared.Path(t, "data", "dep-conll18", "kk_ktb", name) }
	parse := func(*treebank.Source) ([]*eval.Measure, error) {
		m, err := measures.Parse("ud", measures.Config{})
		return []*eval.Measure{m}, err
	}
	made := prepared(t, study.Options{Metric: "ud", NoTests: true}, file("gold.conllu.gz"), file("Fudan.conllu.gz"), file("Uppsala-18.conllu.gz"))
	request := web.Request{Study: made, Precision: 2, Sentences: true}
	seen := map[[2]int32]bool{}
	both, rows := int32(0), 0
	for i, src := range made.Systems {
		ms, err := parse(src)
		if err != nil {
			t.Fatal(err)
		}
		res, err := eval.Run(context.Background(), made.Gold, src, ms, eval.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, unit := range res.Units {
			switch place := [2]int32{int32(unit.Gold), int32(unit.GoldN)}; {
			case unit.Status != eval.Scored:
			case i == 0:
				seen[place] = true
			case seen[place]:
				both += int32(unit.GoldN)
				rows++
			}
		}
	}
	page, err := web.Build(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	items := page.Browser.Pairs[0].Items
	if int32(items.Sentences) != both || rows >= int(both) || items.Rest == "" {
		t.Errorf("items of %d sentences, want %d, which have %d rows; the rest: %q", items.Sentences, both, rows, items.Rest)
	}
}

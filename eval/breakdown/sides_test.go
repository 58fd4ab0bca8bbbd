package breakdown_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/eval/breakdown"
	"assay/internal/shared"
	"assay/measures/ud"
)

// values collects the values that keys have in gold.
type values struct {
	keys []eval.Key
	of   []map[string]int
	pair *eval.Pair
	buf  []byte
}

func (v *values) Pair(p *eval.Pair) { v.pair = p }

func (v *values) Item(_ int, it *eval.Item) {
	for i, key := range v.keys {
		if v.buf = key.Value(v.buf[:0], v.pair, it); it.Part == "las" && it.Gold.Kind != eval.None {
			v.of[i][string(v.buf)]++
		}
	}
}

// sidedKeys are the keys that have a value on gold's side alone, with data that words have.
const sidedKeys = "deprel,tag,xpos,feats,word,lemma,head-tag,head-lemma,head-deprel,previous-tag,next-tag,distance," +
	"signed-distance,distance-bin," +
	"phrase-distance,direction,depth,projectivity,branching,frame,siblings,position,end-position,length=1,question,tree"

func run(t *testing.T, gold, system string, opt eval.Options) *eval.Counts {
	t.Helper()
	var sources [2]string
	for i, name := range []string{gold, system} {
		sources[i] = shared.Path(t, "data", "dep-conll18", "kk_ktb", name+".conllu.gz")
	}
	g, err := corpus.Open(sources[0])
	if err != nil {
		t.Fatal(err)
	}
	s, err := corpus.Open(sources[1])
	if err != nil {
		t.Fatal(err)
	}
	res, err := eval.Run(context.Background(), g, s, []*eval.Measure{ud.New(ud.Options{})}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return res.Counts[0]
}

// TestGoldSideIsGolds is the law that under "gold:" a condition selects as many items of
// every system, however the system splits words and sentences, and that they are the items of
// --by: gold's columns of a group and of the condition are equal.
func TestGoldSideIsGolds(t *testing.T) {
	keys, err := breakdown.Parse(sidedKeys)
	if err != nil {
		t.Fatal(err)
	}
	met := &values{keys: keys}
	for range keys {
		met.of = append(met.of, map[string]int{})
	}
	run(t, "gold", "gold", eval.Options{Jobs: 1, Collect: func() eval.Collector { return met }, Collected: func(eval.Collector) {}})
	systems := []string{"Uppsala-18", "Fudan", "CEA-LIST"}
	for k, key := range keys {
		name, _, _ := strings.Cut(key.Name(), "=")
		delete(met.of[k], "")
		value := ""
		for v, n := range met.of[k] { // the value of most items, so that the law says much
			if v != "" && (n > met.of[k][value] || n == met.of[k][value] && v < value) {
				value = v
			}
		}
		text := fmt.Sprintf("gold: %s=%q", name, value)
		where, err := breakdown.Config{}.Where(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		for _, system := range systems {
			all := run(t, "gold", system, eval.Options{By: []eval.Key{key}})
			some := run(t, "gold", system, eval.Options{Where: where})
			sum := some.Sum()
			gold := slices.Index(ud.New(ud.Options{}).ColumnNames(), "las_gold")
			if int(sum[gold]) != met.of[k][value] || some.BySystem > 0 {
				t.Errorf("%s of %s: %v items, want %d", text, system, sum[gold], met.of[k][value])
			}
			for _, g := range all.Groups {
				if group := g.Sum(all.Width); g.Value == value && group[gold] != sum[gold] {
					t.Errorf("%s of %s: %v items, by %s %v", text, system, sum[gold], key.Name(), group[gold])
				}
			}
		}
	}
}

// TestSidesOfScores is the law of docs/slices.md: under gold: recall is that of --by, under
// system: precision is over the words of the system that satisfy the condition, and the groups
// of a selection sum to it.
func TestSidesOfScores(t *testing.T) {
	keys, err := breakdown.Parse("deprel,length")
	if err != nil {
		t.Fatal(err)
	}
	const system = "Uppsala-18"
	golds, systems := run(t, "gold", system, eval.Options{By: keys[:1]}), run(t, system, system, eval.Options{By: keys[:1]})
	las := slices.Index(golds.Metric.ColumnNames(), "las_correct")
	for side, all := range map[string]*eval.Counts{"gold": golds, "system": systems} {
		for _, group := range all.Groups {
			where, err := breakdown.Config{}.Where(fmt.Sprintf("%s: deprel=%q", side, group.Value))
			if err != nil {
				t.Fatal(err)
			}
			counts := run(t, "gold", system, eval.Options{Where: where, By: keys})
			sum, want := counts.Sum(), group.Sum(all.Width)
			if side == "gold" && (sum[las] != want[las] || sum[las+1] != want[las+1]) || side == "system" && sum[las+2] != want[las+2] {
				t.Errorf("%s: deprel=%s: %v, by deprel %v", side, group.Value, sum[las:las+4], want[las:las+4])
			}
			for _, key := range keys {
				parts := make([]float64, counts.Width)
				for _, g := range counts.Groups {
					for i, v := range g.Sum(counts.Width) {
						if g.Key == key.Name() {
							parts[i] += v
						}
					}
				}
				if !slices.Equal(parts[las:las+4], sum[las:las+4]) {
					t.Errorf("%s: deprel=%s: the groups by %s sum to %v, all to %v", side, group.Value, key.Name(), parts[las:las+4], sum[las:las+4])
				}
			}
		}
	}
}

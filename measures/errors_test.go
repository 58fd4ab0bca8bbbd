package measures_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"
	"slices"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/eval/breakdown"
	"assay/internal/shared"
	"assay/measures"
	"assay/treebank"
)

// An errorCollector lists the items that are errors.
type errorCollector struct {
	eval.Collector
	pair *eval.Pair
	out  []string
}

func (c *errorCollector) Pair(p *eval.Pair) { c.pair = p }

func (c *errorCollector) Item(metric int, it *eval.Item) {
	if !it.Outcome.Fine() {
		c.out = append(c.out, fmt.Sprintf("%d %d %s %s %s %s|%s|%s", c.pair.N, metric, it.Part, it.Outcome, it.Class,
			eval.AppendRef(nil, c.pair.Gold, it.Gold), eval.AppendRef(nil, c.pair.System, it.System), eval.AppendWords(nil, c.pair.Gold, it.Gold)))
	}
}

func (c *errorCollector) Drop(int) { c.out = append(c.out, fmt.Sprint("dropped ", c.pair.N)) }

// Several measures list errors by a faster way of their own. It gives the errors
// among all items, and the same rows: on equal and different words, with sentences
// that cannot be scored or that one side lacks.
func TestErrorsAreThoseAmongAllItems(t *testing.T) {
	shared.Unraced(t)
	data := func(parts ...string) string { return shared.Path(t, append([]string{"data"}, parts...)...) }
	files := []struct {
		gold, system string
		specs        []string
	}{
		{data("const-craft", "gold.clean.mrg"), data("const-craft", "bllip-A.1best.mrg"), []string{"evalb", "parseval", "careful", "lin"}},
		{data("const-craft", "gold.clean.mrg"), data("const-craft", "linkgrammar.1best.mrg"),
			[]string{"evalb:spans=characters", "parseval:spans=characters", "parseval:labels=no"}},
		{data("const-discont-nl", "gold.discbracket"), data("const-discont-nl", "berkeley-A.discbracket"), []string{"evalb", "parseval"}},
		{data("dep-gold-tokens-ewt", "gold.conllu.gz"), data("dep-gold-tokens-ewt", "udpipe-A-swap.conllu.gz"),
			[]string{"ud", "ud:subtypes=keep", "attachment", "attachment:punctuation=unicode", "conllx", "xiao", "lin"}},
		{data("dep-conll18", "kk_ktb", "gold.conllu.gz"), data("dep-conll18", "kk_ktb", "Fudan.conllu.gz"), []string{"ud", "attachment", "xiao"}},
		{data("dep-eud-iwpt20", "lt", "gold.conllu.gz"), data("dep-eud-iwpt20", "lt", "kopsala-udpipe.conllu.gz"), []string{"ud"}},
		{data("sem-lpps", "gold.eds.mrp"), data("sem-lpps", "peking.eds.mrp"), []string{"edm"}},
	}
	for _, file := range files {
		var ms []*eval.Measure
		for _, spec := range file.specs {
			m, err := measures.Parse(spec, measures.Config{})
			if err != nil {
				t.Fatal(err)
			}
			ms = append(ms, m)
		}
		run := func(errorsOnly bool) (out []string, rows []float64) {
			opt := eval.Options{Jobs: 1, OnError: eval.OnErrorCount, ErrorsOnly: errorsOnly, Collect: func() eval.Collector { return &errorCollector{} },
				Collected: func(c eval.Collector) { out = append(out, c.(*errorCollector).out...) }}
			res, err := eval.Run(context.Background(), open(t, file.gold), open(t, file.system), ms, opt)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range res.Counts {
				for i := range res.Units {
					rows = append(rows, c.Row(i)...)
				}
			}
			return out, rows
		}
		all, allRows := run(false)
		errs, rows := run(true)
		if len(errs) < 100 {
			t.Errorf("%s: only %d errors", file.system, len(errs))
		}
		if !slices.Equal(rows, allRows) {
			t.Errorf("%s: other rows", file.system)
		}
		for i := range max(len(all), len(errs)) {
			if i >= len(all) || i >= len(errs) || all[i] != errs[i] {
				t.Errorf("%s %v: %d errors, want %d; at %d\n%q, want\n%q", file.system, file.specs, len(errs), len(all), i, at(errs, i), at(all, i))
				break
			}
		}
	}
}

// A columnCollector adds up the errors and the correct items that add to the columns of a
// measure.
type columnCollector struct {
	pair    *eval.Pair
	columns []bool
	text    []byte
	items   int
	hash    hash.Hash
}

func (c *columnCollector) Pair(p *eval.Pair) { c.pair = p }

func (c *columnCollector) Item(metric int, it *eval.Item) {
	if it.Outcome.Fine() && !slices.ContainsFunc(it.Adds, func(a eval.Add) bool { return c.columns[a.Column] }) {
		return
	}
	c.items++
	c.text = append(append(append(c.text[:0], it.Part...), it.Class...), byte(it.Outcome))
	for _, ref := range []eval.Ref{it.Gold, it.System} {
		for _, n := range []int32{int32(c.pair.N), int32(ref.Kind), ref.Index, ref.Other} {
			c.text = binary.AppendVarint(c.text, int64(n))
		}
		c.text = append(c.text, c.pair.Gold.Name(ref.Label)...) // both sides share the table
	}
	for _, list := range [][]eval.Add{it.Adds, it.Mended} {
		for _, a := range list {
			c.text = binary.AppendVarint(c.text, int64(a.Column)<<8+int64(a.N))
		}
		c.text = append(c.text, ';')
	}
	c.hash.Write(c.text)
}

// Some measures list the errors and the correct items of some columns by a faster way of
// their own. It gives just these among all items, the same rows, and the same groups.
func TestItemsOfSomeColumns(t *testing.T) {
	shared.Unraced(t)
	data := func(parts ...string) string { return shared.Path(t, append([]string{"data"}, parts...)...) }
	by, err := breakdown.Parse("deprel,length")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []struct{ gold, system, spec string }{
		{"../examples/ewt.gold.conllu", "../examples/ewt.udpipe-swap.conllu", "ud"},
		{data("dep-conll18", "kk_ktb", "gold.conllu.gz"), data("dep-conll18", "kk_ktb", "Fudan.conllu.gz"), "ud:subtypes=keep"},
		{data("dep-eud-iwpt20", "lt", "gold.conllu.gz"), data("dep-eud-iwpt20", "lt", "kopsala-udpipe.conllu.gz"), "ud:features=raw"},
	} {
		metric, err := measures.Parse(file.spec, measures.Config{})
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := metric.NewCounter().(eval.Lister); !ok {
			t.Fatalf("%s lists no items of some columns", file.spec)
		}
		names := metric.ColumnNames()
		for _, wanted := range [][]string{{"las_correct"}, {"elas_aligned", "blex_gold", "tokens_system"}, {}} {
			columns := make([]bool, len(names))
			for i, name := range names {
				columns[i] = slices.Contains(wanted, name)
			}
			run := func(some func(int) []bool, by []eval.Key) string {
				c := &columnCollector{columns: columns, hash: fnv.New64a()}
				opt := eval.Options{Jobs: 1, By: by, CorrectIn: some, Collect: func() eval.Collector { return c }, Collected: func(eval.Collector) {}, Settle: true,
					GroupColumns: func(m *eval.Measure) []int { return []int{slices.Index(names, "uas_correct")} }}
				res, err := eval.Run(context.Background(), open(t, file.gold), open(t, file.system), []*eval.Measure{metric}, opt)
				if err != nil {
					t.Fatal(err)
				}
				out := fmt.Sprintf("sums %v\n", res.Counts[0].Sum())
				if by == nil {
					out += fmt.Sprintf("%d items, %x\n", c.items, c.hash.Sum(nil))
				}
				for _, g := range res.Counts[0].Groups {
					if sum := g.Sum(len(names)); sum[slices.Index(names, "uas_gold")] > 0 || sum[slices.Index(names, "uas_system")] > 0 {
						out += fmt.Sprintln(g.Key, g.Value, sum[slices.Index(names, "uas_correct")])
					}
				}
				return out
			}
			for _, keys := range [][]eval.Key{nil, by} {
				want, got := run(nil, keys), run(func(int) []bool { return columns }, keys)
				if got != want {
					t.Errorf("%s %s %v, %d keys:\n%s\nwant\n%s", file.system, file.spec, wanted, len(keys), got, want)
				}
			}
		}
	}
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

func open(t *testing.T, path string) *treebank.Source {
	src, err := corpus.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

package measures_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"assay/corpus"
	"assay/eval"
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
	data := func(parts ...string) string { return shared.Path(t, append([]string{"data"}, parts...)...) }
	files := []struct {
		gold, system string
		specs        []string
	}{
		{data("const-craft", "gold.clean.mrg"), data("const-craft", "bllip-A.1best.mrg"), []string{"evalb", "parseval", "careful", "lin"}},
		{data("const-craft", "gold.clean.mrg"), data("const-craft", "linkgrammar.1best.mrg"), []string{"evalb:spans=characters", "parseval:spans=characters", "parseval:labels=no"}},
		{data("const-discont-nl", "gold.discbracket"), data("const-discont-nl", "berkeley-A.discbracket"), []string{"evalb", "parseval"}},
		{data("dep-gold-tokens-ewt", "gold.conllu.gz"), data("dep-gold-tokens-ewt", "udpipe-A-swap.conllu.gz"),
			[]string{"ud", "ud:subtypes=keep", "attachment", "attachment:punctuation=unicode", "conllx", "xiao", "lin"}},
		{data("dep-conll18", "kk_ktb", "gold.conllu.gz"), data("dep-conll18", "kk_ktb", "Fudan.conllu.gz"), []string{"ud", "attachment", "xiao"}},
		{data("dep-eud-iwpt20", "lt", "gold.conllu.gz"), data("dep-eud-iwpt20", "lt", "kopsala-udpipe.conllu.gz"), []string{"ud"}},
		{data("sem-lpps", "gold.eds.mrp"), data("sem-lpps", "peking.eds.mrp"), []string{"edm"}},
	}
	for _, file := range files {
		var ms []eval.Metric
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

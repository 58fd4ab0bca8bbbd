package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/check/adjudicate"
	"assay/check/soft"
	"assay/compare"
	"assay/corpus"
	"assay/diagnose"
	"assay/diagnose/slicing"
	"assay/eval"
	"assay/experiment"
	"assay/measures"
	"assay/report"
	"assay/signif"
	"assay/study"
	"assay/subgroup"
	"assay/treebank"
	"assay/web"
)

// TestColumnNames: the names of columns mean nothing. Every measure has the same figures, soft figures,
// tests, errors by class and one by one, slices, experiments and page under other names.
func TestColumnNames(t *testing.T) {
	seen := map[string]bool{}
	for i := range matrix {
		c := &matrix[i]
		if seen[c.metric] || len(c.more) > 0 {
			continue
		}
		seen[c.metric] = true
		t.Run(strings.ReplaceAll(c.metric, ":", "-"), func(t *testing.T) {
			t.Parallel()
			c.long(t)
			metric, err := measures.Parse(c.metric, measures.Config{})
			if err != nil {
				t.Fatal(err)
			}
			renamed := *metric
			renamed.Columns = slices.Clone(metric.Columns)
			for i := range renamed.Columns {
				renamed.Columns[i].Name = fmt.Sprintf("column%d", i)
			}
			want, got := c.everything(t, metric), c.everything(t, &renamed)
			for i := range metric.Columns {
				k := len(metric.Columns) - 1 - i // column12 before column1
				got = strings.ReplaceAll(got, fmt.Sprintf("column%d\"", k), metric.Columns[k].Name+"\"")
			}
			if got != want {
				at := 0
				for at < min(len(got), len(want)) && got[at] == want[at] {
					at++
				}
				t.Errorf("with other names of columns:\n%.300s\nwant\n%.300s", got[at:], want[at:])
			}
		})
	}
}

// everything is the figures, soft figures, comparison, errors and page of a measure.
func (c *cell) everything(t *testing.T, metric *eval.Measure) string {
	gold, a, b := c.files(t)
	open := func(name string) *treebank.Source {
		src, err := corpus.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		return src
	}
	var out strings.Builder
	ms := []*eval.Measure{metric}
	scored := func(ms []*eval.Measure, system string, opt eval.Options) *eval.Result {
		res, err := eval.Run(context.Background(), open(gold), open(system), ms, opt)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&out, res.Counts[0].Scores())
		return res
	}
	if !metric.HasItems() {
		scored(ms, a, eval.Options{})
		return out.String()
	}
	errors := diagnose.NewBuilder(ms, diagnose.Options{})
	lines := diagnose.NewLines(report.JSON, ms, nil)
	lines.To(&out)
	gatherer, err := slicing.New(slicing.Options{Metric: metric, Keys: []string{"label", "length"}}, nil)
	if err != nil {
		fmt.Fprintln(&out, err)
	}
	joint := diagnose.Joint{errors, lines}
	if gatherer != nil {
		joint = append(joint, gatherer)
	}
	res := scored(ms, a, eval.Options{Jobs: 1, Collect: joint.Collect, Collected: joint.Collected})
	if err := lines.Close(); err != nil {
		t.Fatal(err)
	}
	if gatherer != nil {
		if slices, err := gatherer.Find(subgroup.Options{Top: 3, Explore: true}, nil); err == nil {
			if err := slices.Write(&out, report.JSON, slicing.View{All: true}); err != nil {
				t.Fatal(err)
			}
		} else {
			fmt.Fprintln(&out, err)
		}
	}
	d := errors.Diagnosis(res)
	for _, class := range d.Classes {
		fmt.Fprintln(&out, class.Part, class.Name, class.Errors, class.Score, class.Gain, class.Lost)
	}
	fmt.Fprintln(&out, len(d.Silent), d.Repeated)
	var decided []adjudicate.Decision // batches of a pairing that turns out wrong never reach Collected
	eval.Run(context.Background(), open(gold), open(a), ms, eval.Options{Jobs: 1,
		Collect: func() eval.Collector { return &decider{metric: metric.Name} }, Collected: func(c eval.Collector) {
			decided = append(decided, c.(*decider).list...)
		}})
	check := soft.NewCheck("c", metric.Name, decided[:min(40, len(decided))])
	if check == nil {
		check = &soft.Check{Name: "c"}
	}
	if with, ok := soft.Wrap(metric, check); ok {
		scored([]*eval.Measure{with}, a, eval.Options{})
	}
	var runs []compare.Run
	for _, system := range []string{a, b} {
		watch, err := compare.NewItemLog(ms, nil, compare.Options{AllScores: true})
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, compare.Run{Result: scored(ms, system, eval.Options{Collect: watch.Collect, Collected: watch.Collected}), Watch: watch})
	}
	if found, err := compare.Compare(runs, compare.Options{Samples: 99, AllScores: true, AllowMissing: true}); err == nil {
		if err := found.Write(&out, report.JSON, compare.View{Precision: 2, Details: true}); err != nil {
			t.Fatal(err)
		}
	} else {
		fmt.Fprintln(&out, err)
	}
	c.experiment(t, &out, runs)
	s := &study.Study{Options: study.Options{Metrics: ms, NoTests: true, Tests: compare.Options{Samples: 99}}, Files: &study.Files{}}
	if err := s.Prepare(context.Background(), gold, a, b); err != nil {
		t.Fatal(err)
	}
	page, err := web.Build(context.Background(), web.Request{Study: s, Sentences: true, Precision: 2})
	if err != nil {
		t.Fatal(err)
	}
	var html bytes.Buffer
	if err := page.Write(&html); err != nil {
		t.Fatal(err)
	}
	out.Write(html.Bytes())
	return out.String()
}

// experiment writes the figures and tests of two systems as an experiment.
func (c *cell) experiment(t *testing.T, out *strings.Builder, runs []compare.Run) {
	t.Helper()
	table, err := experiment.ParseTable(strings.NewReader("gold\tsystem\tfile\ng\tA\ta\ng\tB\tb\n"), "t")
	if err != nil {
		t.Fatal(err)
	}
	e := experiment.New(table, experiment.Options{Tests: true})
	if err := e.Add(table.Files, []*eval.Result{runs[0].Result, runs[1].Result}, make([]error, 2)); err != nil {
		fmt.Fprintln(out, err)
		return
	}
	if err := e.Finish(); err != nil {
		t.Fatal(err)
	}
	figures, err := e.Figures()
	if err != nil {
		t.Fatal(err)
	}
	tests, err := e.Test(figures, experiment.TestOptions{Baseline: compare.AllPairs, Signif: signif.Options{Shuffles: 99}})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Write(out, figures, experiment.Output{Format: report.JSON, Tests: tests}); err != nil {
		t.Fatal(err)
	}
}

// A decider accepts and rejects the system's wrong items in turn.
type decider struct {
	metric string
	pair   *eval.Pair
	list   []adjudicate.Decision
}

func (d *decider) Pair(p *eval.Pair) { d.pair = p }

func (d *decider) Item(_ int, it *eval.Item) {
	if it.Outcome.Fine() || it.System.Kind == eval.None || len(d.list) == 40 {
		return
	}
	kind := it.Class
	if kind == "" {
		kind = it.Outcome.String()
	}
	verdict := []adjudicate.Verdict{adjudicate.Accept, adjudicate.Reject}[len(d.list)%2]
	d.list = append(d.list, adjudicate.Decision{Judge: "ann", Kind: kind, Decision: verdict, Key: adjudicate.Key{
		Sentence: d.pair.Name(), Metric: d.metric, Side: "system", Item: string(eval.AppendRef(nil, d.pair.System, it.System))}})
}

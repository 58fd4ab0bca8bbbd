package study

import (
	"context"
	"math"

	"assay/eval"
	"assay/eval/plan"
	"assay/internal/message"
	"assay/measures/spans"
	"assay/report"
	"assay/treebank"
)

// seeds is the number of random trees that the baseline random is a mean over.
const seeds = 5

// Baselines returns a table for each measure, with that many digits: trees that need no
// parser, and the best binary tree, scored as the systems are.
func (s *Study) Baselines(ctx context.Context, precision int) ([]*report.Table, error) {
	if !s.Layers(s.Gold).Has(treebank.Phrases) {
		return nil, message.Errorf("option baselines wants constituents, and %s has none", s.Gold.Name)
	}
	ms, err := s.Measures(s.Gold, s.Gold)
	if err != nil {
		return nil, err
	}
	tables := make([]*report.Table, len(ms))
	for m, metric := range ms {
		tables[m] = &report.Table{Title: metric.Name + ": baselines", Head: []string{"trees"},
			Notes: []string{"random: mean of five seeds, with their standard deviation (n-1) after it; ceiling: the best " +
				"binary tree; labels of the others are X"}}
		for _, i := range mainScores(metric) {
			tables[m].Head = append(tables[m].Head, metric.Formulas[i].Name)
		}
	}
	trees := s.Plan.Of(s.Gold, s.Gold).Unranked().Sums()
	for _, name := range spans.Baselines {
		n := 1
		if name == spans.Random {
			n = seeds
		}
		runs := make([][][]float64, len(ms)) // by measure, then seed
		for seed := range n {
			res, err := trees.Then(spans.Baseline{Name: name, Seed: uint64(seed + 1)}).Run(ctx, 0, ms, plan.Taps{})
			if err != nil {
				return nil, err
			}
			for m := range ms {
				var row []float64
				for _, i := range mainScores(ms[m]) {
					row = append(row, ms[m].Score(i, res.Counts[m].Sum()).Value)
				}
				runs[m] = append(runs[m], row)
			}
		}
		for m := range ms {
			baselineRows(tables[m], ms[m], name, runs[m], precision)
		}
	}
	return tables, nil
}

// baselineRows adds the mean over seeds, and their standard deviation if there
// are several.
func baselineRows(table *report.Table, metric *eval.Measure, name string, runs [][]float64, precision int) {
	mean, deviation := []report.Cell{report.Label(name)}, []report.Cell{report.Label("  +-")}
	for i, score := range mainScores(metric) {
		sum, squares := 0.0, 0.0
		for _, r := range runs {
			sum += r[i]
		}
		sum /= float64(len(runs))
		for _, r := range runs {
			squares += (r[i] - sum) * (r[i] - sum)
		}
		cell := report.Number
		if metric.Formulas[score].Rate {
			cell = report.Percent
		}
		mean = append(mean, cell(sum, precision))
		deviation = append(deviation, cell(math.Sqrt(squares/float64(len(runs)-1)), precision))
	}
	table.Add(mean...)
	if len(runs) > 1 {
		table.Add(deviation...)
	}
}

// mainScores returns the numbers of the scores of the short table.
func mainScores(m *eval.Measure) (numbers []int) {
	for i := range m.Formulas {
		if m.Formulas[i].Main {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

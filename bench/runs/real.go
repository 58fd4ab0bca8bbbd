package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"assay"
	"assay/compare"
	"assay/signif"
)

// A mixture makes runs of two real systems: each sentence of a run is the output of one
// of them, drawn at random. The share of the second system sets the mean of the run.
type mixture struct {
	a, b   signif.Ratio
	points float64 // by which b is better than a
}

// load scores both systems by LAS.
func load(files []string) (*mixture, error) {
	res, err := assay.Compare(context.Background(), assay.File(files[0]), []assay.Input{assay.File(files[1]),
		assay.File(files[2])}, assay.Options{Metric: "attachment", Tests: compare.Options{Scores: []string{"las"},
		CI: compare.CINone}})
	if err != nil {
		return nil, err
	}
	if res.Untested != nil {
		return nil, res.Untested
	}
	pair := res.Comparison.Metrics[0].Scores[0].Pairs[0]
	if pair.Ratios == nil {
		return nil, fmt.Errorf("%s and %s: LAS is no ratio of sums", files[1], files[2])
	}
	m := &mixture{a: pair.Ratios.A, b: pair.Ratios.B}
	m.points = 100 * (m.b.Value() - m.a.Value())
	return m, nil
}

// spread is the standard deviation, in points, of a run on n sentences that comes from
// the draw of the sentences' systems: half of each.
func (m *mixture) spread(n int) float64 {
	var squares, words float64
	for i := range m.a.Num {
		d := m.b.Num[i] - m.a.Num[i]
		squares += d * d / 4
		words += m.a.Den[i]
	}
	share := float64(n) / float64(m.a.Len())
	return 100 * math.Sqrt(squares*share) / (words * share)
}

// draw returns a test set of n sentences.
func (m *mixture) draw(rng *rand.Rand, n int) []int {
	set := make([]int, n)
	for i := range set {
		set[i] = rng.IntN(m.a.Len())
	}
	return set
}

// run returns a run on a test set whose procedure is level points above the middle of
// both systems.
func (m *mixture) run(rng *rand.Rand, set []int, level float64) signif.Ratio {
	share := .5 + level/m.points
	r := signif.Ratio{Num: make([]float64, len(set)), Den: make([]float64, len(set))}
	for i, k := range set {
		from := m.a
		if rng.Float64() < share {
			from = m.b
		}
		r.Num[i], r.Den[i] = from.Num[k], from.Den[k]
	}
	return r
}

package diagnose

import (
	"fmt"
	"maps"
	"slices"

	"assay/eval"
	"assay/kummerfeld"
	"assay/report"
)

// Repairs collects the error classes of Kummerfeld et al. (2012): what must be
// done to the system's trees to make them gold's.
type Repairs struct {
	Options kummerfeld.Options
	Summary kummerfeld.Summary
	Left    map[string]int // pairs that were not analysed, by the reason
}

// Collect makes a collector for a batch.
func (r *Repairs) Collect() eval.Collector {
	return &repairBatch{analyser: kummerfeld.NewAnalyser(r.Options), left: map[string]int{}}
}

// Collected takes a collector back.
func (r *Repairs) Collected(c eval.Collector) {
	b := c.(*repairBatch)
	r.Summary.Merge(&b.sum)
	if r.Left == nil {
		r.Left = map[string]int{}
	}
	for reason, n := range b.left {
		r.Left[reason] += n
	}
}

type repairBatch struct {
	analyser *kummerfeld.Analyser
	sum      kummerfeld.Summary
	left     map[string]int
	names    []string // classes of the pair looked at last
}

func (b *repairBatch) Pair(p *eval.Pair) {
	b.names = b.names[:0]
	a, err := b.analyser.Analyse(p.Gold, p.System)
	if err != nil {
		b.left[err.Error()]++
		return
	}
	b.sum.Add(a)
	for i := range a.Errors {
		b.names = append(b.names, a.Errors[i].Class.String())
	}
}

func (b *repairBatch) Item(int, *eval.Item) {}

// Table shows the classes: those that explain most brackets first, with the
// part of the lost F1 that each explains, and the F1 if it alone were repaired.
func (r *Repairs) Table(title string, precision int) *report.Table {
	t := &report.Table{Title: title, Head: []string{"error", "count", "brackets", "share of the loss", "f1 lost", "f1 if repaired alone"}}
	s := &r.Summary
	loss := 1 - s.F()
	for _, x := range s.Shares() {
		name := x.Class.String()
		if x.Skipped {
			name = "(not analysed)"
		}
		t.Add(report.Label(name), report.Count(x.Errors), report.Count(x.Brackets), report.Percent(x.Lost/loss, 1),
			report.Percent(x.Lost, precision), report.Percent(x.Alone, precision))
	}
	t.Notes = append(t.Notes, fmt.Sprintf("%d sentences; F1 %.*f over all brackets but roots, after the clean-up of the Berkeley Parser Analyser", s.Sentences, precision, 100*s.F()),
		"the loss is told in the order of the list: each class is repaired after those above it, so the column sums to all that is lost")
	for _, reason := range slices.Sorted(maps.Keys(r.Left)) {
		t.Notes = append(t.Notes, fmt.Sprintf("%d not analysed: %s", r.Left[reason], reason))
	}
	return t
}

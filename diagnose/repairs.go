package diagnose

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/eval"
	"assay/kummerfeld"
	"assay/report"
)

// Repairs collects the error classes of Kummerfeld et al. (2012): what must be
// done to the system's trees to make them gold's.
type Repairs struct {
	Options kummerfeld.Options
	List    bool // keep each repair
	Summary kummerfeld.Summary
	Found   []Repair       // in the order of the file, if List is set
	Left    map[string]int // pairs that were not analysed, by the reason
}

// A Repair is one step from the system's tree to gold's.
type Repair struct {
	Unit     int32
	Class    string
	Brackets int    // how many errors of brackets it mends
	Text     string // what is done: words by their numbers from 1
}

// Collect makes a collector for a batch.
func (r *Repairs) Collect() eval.Collector {
	return &repairBatch{list: r.List, analyser: kummerfeld.NewAnalyser(r.Options), left: map[string]int{}}
}

// Collected takes a collector back.
func (r *Repairs) Collected(c eval.Collector) {
	b := c.(*repairBatch)
	r.Summary.Merge(&b.sum)
	r.Found = append(r.Found, b.found...)
	if r.Left == nil {
		r.Left = map[string]int{}
	}
	for reason, n := range b.left {
		r.Left[reason] += n
	}
}

type repairBatch struct {
	list     bool
	analyser *kummerfeld.Analyser
	sum      kummerfeld.Summary
	found    []Repair
	left     map[string]int
}

func (b *repairBatch) Pair(p *eval.Pair) {
	a, err := b.analyser.Analyse(p.Gold, p.System)
	if err != nil {
		b.left[err.Error()]++
		return
	}
	b.sum.Add(a)
	for i := range a.Errors {
		if e := &a.Errors[i]; b.list {
			b.found = append(b.found, Repair{int32(p.N), e.Class.String(), e.Brackets, describe(p, e)})
		}
	}
}

func (b *repairBatch) Item(int, *eval.Item) {}

// describe says what a step does.
func describe(p *eval.Pair, e *kummerfeld.Error) string {
	name := func(k kummerfeld.Bracket) string {
		return fmt.Sprintf("%s:%d-%d", p.Gold.Name(k.Label), k.Begin+1, k.End)
	}
	switch e.Kind {
	case kummerfeld.Add:
		return "add " + name(e.Bracket) + " in " + name(e.Parent)
	case kummerfeld.Remove:
		return "remove " + name(e.Bracket) + " from " + name(e.Parent)
	case kummerfeld.Relabel:
		return "call " + p.Gold.Name(e.Was) + " " + name(e.Bracket)
	}
	var movers []string
	for _, m := range e.Movers {
		movers = append(movers, name(m))
	}
	text := "move " + strings.Join(movers, " ") + " from " + name(e.From) + " to " + name(e.Parent)
	if e.Bracket.Label != 0 {
		text += ", as " + name(e.Bracket)
	}
	return text
}

// ListTable lists repairs, at most most of them (0: all).
func (r *Repairs) ListTable(title string, res *eval.Result, most int) *report.Table {
	t := &report.Table{Title: title, Head: []string{"sentence", "error", "brackets", "repair"}}
	for i, f := range r.Found {
		if most > 0 && i == most {
			t.Notes = append(t.Notes, fmt.Sprintf("%d of %d repairs; --top 0 lists all", most, len(r.Found)))
			break
		}
		t.Add(report.Label(res.Name(int(f.Unit))), report.Label(f.Class), report.Count(f.Brackets), report.Label(f.Text))
	}
	return t
}

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

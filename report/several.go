package report

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"assay/eval"
)

// several shows the main scores of several systems side by side, over the
// sentences that all of them are scored on; where that is not all of them, each
// system's own figure follows.
func (r *Report) several(group []*Result, names map[string]string, precision int) *Table {
	v := &systems{group: group, names: names, precision: precision, main: sharedMain(group)}
	if r.Layout.All {
		v.main = v.main[:0]
		for i := range group[0].Scores {
			v.main = append(v.main, i)
		}
	}
	table := &Table{Title: group[0].Metric + ": systems against " + filepath.Base(r.Gold.Path),
		Head: append([]string{"system"}, v.head()...)}
	for i, res := range group {
		table.Add(append([]Cell{Label(names[res.System])}, v.cells(i)...)...)
	}
	if table.width() > r.Layout.width() {
		table = table.transposed(r.Layout.width())
	}
	lead := r.leadWarnings(group[0].Metric)
	if len(lead) == 0 {
		lead = []string{v.winner()}
	}
	lead = append(r.Layout.Wrap(lead), v.over())
	table.Lead = append(append(lead, table.Lead...), "")
	if !r.Layout.All {
		table.Notes = append(table.Notes, r.Layout.Wrap(r.Layout.endOmissions(sharedOmissions(group)))...)
	}
	seen := map[string]bool{}
	for _, res := range group {
		if !seen[res.Signature] {
			table.Notes = append(table.Notes, r.Layout.Citation(res.Signature))
			seen[res.Signature] = true
		}
	}
	return table
}

// omitted returns the names of the scores that are left out for every system.
func omitted(group []*Result) map[string]bool {
	times := map[string]int{}
	for _, res := range group {
		for _, o := range res.Omissions {
			for _, name := range o.Scores {
				times[name]++
			}
		}
	}
	all := map[string]bool{}
	for name, n := range times {
		if n == len(group) {
			all[name] = true
		}
	}
	return all
}

// sharedMain returns the indices of the main scores that are not left out for
// every system.
func sharedMain(group []*Result) (out []int) {
	gone := omitted(group)
	for _, i := range mainScores(group[0].Scores) {
		if !gone[group[0].Scores[i].Name] {
			out = append(out, i)
		}
	}
	return out
}

// sharedOmissions returns lines on the main scores that are left out for every system,
// with the first system's reasons.
func sharedOmissions(group []*Result) (lines []string) {
	gone := omitted(group)
	for _, o := range group[0].Omissions {
		if line := leftOut(group[0].Scores, o, gone); line != o.Why {
			lines = append(lines, line)
		}
	}
	return lines
}

// systems fills a table of several systems under one metric.
type systems struct {
	group     []*Result
	names     map[string]string
	precision int
	main      []int
}

// uneven reports whether some system is not scored on all sentences.
func (v *systems) uneven() bool {
	return slices.ContainsFunc(v.group, func(r *Result) bool {
		n := r.Sentences
		return n.Unscorable+n.Missing+n.Extra+n.Skipped > 0
	})
}

func (v *systems) scores(i int) []eval.Score {
	if c := v.group[i].Common; c != nil {
		return c.Scores
	}
	return v.group[i].Scores
}

// intervals returns the confidence intervals of the scores of system i that the table shows.
func (v *systems) intervals(i int) []Interval {
	if c := v.group[i].Common; c != nil {
		return c.Intervals
	}
	return v.group[i].Intervals
}

func (v *systems) head() (out []string) {
	first := v.group[0]
	for _, i := range v.main {
		out = append(out, FieldName(first.Scores[i].Name))
		if len(v.intervals(0)) > 0 {
			out = append(out, "interval")
		}
	}
	if s := Leading(first.Scores); first.Common != nil && s != nil {
		out = append(out, "own "+FieldName(s.Name))
	}
	for _, f := range v.fates() {
		out = append(out, f.name)
	}
	return out
}

func (v *systems) cells(n int) (row []Cell) {
	res := v.group[n]
	scores := v.scores(n)
	for _, i := range v.main {
		s := scores[i]
		row = append(row, scoreCell(s, v.precision))
		if len(v.intervals(0)) > 0 {
			row = append(row, intervalCell(s, findInterval(v.intervals(n), s.Name), v.precision))
		}
	}
	if s := Leading(res.Scores); res.Common != nil && s != nil {
		row = append(row, scoreCell(*s, v.precision))
	}
	for _, f := range v.fates() {
		row = append(row, Count(f.of(res.Sentences)))
	}
	return row
}

// A fate is the number of sentences that were, for example, scored or missing.
type fate struct {
	name string
	of   func(Sentences) int
}

// fates are the numbers of sentences that a table shows: none where all is well.
func (v *systems) fates() (out []fate) {
	if !v.uneven() {
		return nil
	}
	for _, f := range []fate{
		{"scored", func(s Sentences) int { return s.Scored }},
		{"unscorable", func(s Sentences) int { return s.Unscorable }},
		{"left out", func(s Sentences) int { return s.Skipped }},
		{"missing", func(s Sentences) int { return s.Missing }},
		{"extra", func(s Sentences) int { return s.Extra }},
	} {
		if f.name == "scored" || slices.ContainsFunc(v.group, func(r *Result) bool { return f.of(r.Sentences) > 0 }) {
			out = append(out, f)
		}
	}
	return out
}

// winner names the system that has the best leading score.
func (v *systems) winner() string {
	order := Ranked(len(v.group), v.scores)
	score := Leading(v.scores(order[0]))
	if score == nil || math.IsNaN(score.Value) {
		return ""
	}
	if next := Leading(v.scores(order[1])); next.Value == score.Value {
		return fmt.Sprintf("tie: %s %s", FieldName(score.Name), scoreCell(*score, v.precision).Text)
	}
	return fmt.Sprintf("%s leads: %s %s", v.names[v.group[order[0]].System], FieldName(score.Name),
		scoreCell(*score, v.precision).Text)
}

// over says which sentences the figures are over.
func (v *systems) over() string {
	sentences := v.group[0].Sentences
	if c := v.group[0].Common; c != nil {
		return fmt.Sprintf("over the %d of %s that every system is scored on", c.Sentences,
			Plural(sentences.Gold, sentences.Unit))
	}
	for _, r := range v.group[1:] {
		other := r.Sentences
		if other.Words = sentences.Words; other.text() != sentences.text() {
			return Plural(sentences.Gold, sentences.Unit) + " in gold"
		}
	}
	return sentences.text()
}

// Ranked lists n systems by their main scores, the best first.
func Ranked(n int, scores func(system int) []eval.Score) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := Leading(scores(a)), Leading(scores(b))
		if x == nil || y == nil || x.Neither {
			return 0
		}
		if x.Lower {
			x, y = y, x
		}
		return cmp.Compare(y.Value, x.Value)
	})
	return order
}

// leadWarnings are the lines on where the systems of a measure would be ranked otherwise.
func (r *Report) leadWarnings(metric string) (out []string) {
	for _, lead := range r.Lead {
		for _, w := range lead.Warnings {
			if lead.Metric == metric {
				out = append(out, w.String())
			}
		}
	}
	return out
}

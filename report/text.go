package report

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"assay/eval"
)

// Tables returns the report as tables: for one system the table that its field
// prints, or all scores; for several systems their main scores side by side; then
// the breakdowns, then the sentences.
func (r *Report) Tables(precision int) []*Table {
	names := systemNames(r.Results)
	var out []*Table
	for _, group := range r.byMetric() {
		if len(group) == 1 {
			out = append(out, r.single(group[0], names, precision))
		} else {
			out = append(out, r.several(group, names, precision))
		}
	}
	for _, res := range r.Results {
		for _, t := range breakdowns(res, names, precision, len(r.Results) > 1) {
			out = append(out, t.fit(r.Layout.width()))
		}
	}
	out = append(out, r.Extra...)
	for _, res := range r.Results {
		if res.PerSentence != nil {
			t := sentences(res, names, precision)
			if t.width() > r.Layout.width() {
				t.number(res.PerSentence)
			}
			out = append(out, t.fit(r.Layout.width()))
		}
	}
	return out
}

// byMetric sorts the results into those of one metric and its options.
func (r *Report) byMetric() [][]*Result {
	var out [][]*Result
	seen := map[string]int{}
	count := map[string]int{}
	for _, res := range r.Results {
		id := res.System + "\x00" + res.Metric
		key := fmt.Sprint(res.Metric, "\x00", count[id]) // the n-th use of a metric
		count[id]++
		i, ok := seen[key]
		if !ok {
			i = len(out)
			seen[key] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], res)
	}
	return out
}

// single shows one system under one metric.
func (r *Report) single(res *Result, names map[string]string, precision int) *Table {
	title := fmt.Sprintf("%s: %s against %s", res.Metric, names[res.System], filepath.Base(r.Gold.Path))
	var table *Table
	scores, notes := res.shown(r.Layout)
	by, ok := arrange(scores)
	switch {
	case r.Layout.All:
		own := func(name string) string { return name } // which options take
		table, notes = res.list(title, res.Scores, own, precision), nil
	case len(res.Intervals) > 0: // of scores with precision and recall the F1
		table = res.list(title, slices.DeleteFunc(slices.Clone(scores), func(s eval.Score) bool {
			_, column := columnOf(s.Name)
			return ok && column != "" && column != "F1"
		}), FieldName, precision)
	case ok:
		table = by.table(title, res.Metric, res.Signature, precision)
		if len(by.rest) > 0 {
			notes = append([]string{singles(by.rest, precision)}, notes...)
		}
		notes = append(notes, table.Notes...)
	default:
		table = res.plain(title, scores, precision)
	}
	table.Lead = []string{res.Sentences.text(), ""}
	s := Leading(res.Scores)
	if s == nil || !s.Undefined {
		s = Leading(scores)
	}
	if s != nil {
		table.Lead[0] = FieldName(s.Name) + " " + scoreCell(*s, precision).Text + "   " + table.Lead[0]
	}
	table.Notes = append(r.Layout.Wrap(notes), r.Layout.Citation(res.Signature))
	return table
}

// list lists scores with their fractions, and with intervals if there are any. name gives the names that it shows.
func (r *Result) list(title string, scores []eval.Score, name func(string) string, precision int) *Table {
	table := &Table{Title: title, Head: []string{"score", "value", "of"}}
	ci := len(r.Intervals) > 0
	if ci {
		table.Head = r.estimateHead()
	}
	for _, score := range scores {
		row := []Cell{Label(name(score.Name)), scoreCell(score, precision)}
		if ci {
			ends, deff := r.bounds(score, precision)
			table.Add(append(append(row, ends...), ofCell(score), deff)...)
			continue
		}
		table.Add(append(row, ofCell(score))...)
	}
	return table.withoutEffects()
}

// withoutEffects drops the column of design effects if no interval has one, as those of the Poisson bootstrap.
func (t *Table) withoutEffects() *Table {
	last := len(t.Head) - 1
	if t.Head[last] != effectHead || slices.ContainsFunc(t.Rows, func(row []Cell) bool { return row[last].Text != "" }) {
		return t
	}
	t.Head = t.Head[:last]
	for i := range t.Rows {
		t.Rows[i] = t.Rows[i][:last]
	}
	return t
}

const effectHead = "design effect"

// estimateHead is the head of a table of scores with intervals.
func (r *Result) estimateHead() []string {
	if r.Intervals[0].PlusMinus {
		return []string{"score", "value", "±", "of", effectHead}
	}
	return []string{"score", "value", "low", "high", "of", effectHead}
}

// bounds returns the ends of the interval of a score, or its distance to the farther
// end, and its design effect.
func (r *Result) bounds(score eval.Score, precision int) (ends []Cell, deff Cell) {
	ends, deff = make([]Cell, len(r.estimateHead())-4), Label("")
	if in := findInterval(r.Intervals, score.Name); in != nil {
		if in.PlusMinus {
			ends[0] = like(score, distance(score, in), precision)
		} else {
			ends[0], ends[1] = like(score, in.Low, precision), like(score, in.High, precision)
		}
		if in.DesignEffect == in.DesignEffect {
			deff = Number(in.DesignEffect, 1)
		}
	}
	return ends, deff
}

// distance is how far a score is from the farther end of its interval: the number after ±.
func distance(s eval.Score, in *Interval) float64 { return max(in.High-s.Value, s.Value-in.Low) }

// like returns a cell for v shown as the score is.
func like(s eval.Score, v float64, precision int) Cell {
	s.Value = v
	return scoreCell(s, precision)
}

func intervalCell(score eval.Score, in *Interval, precision int) Cell {
	if in == nil {
		return Label("")
	}
	if in.PlusMinus {
		return Labelf("±%s", like(score, distance(score, in), precision).Text)
	}
	return Labelf("[%s, %s]", like(score, in.Low, precision).Text, like(score, in.High, precision).Text)
}

// mainScores returns the indices of the main scores, of all if none is main.
func mainScores(scores []eval.Score) []int {
	var main []int
	none := !slices.ContainsFunc(scores, func(s eval.Score) bool { return s.Main })
	for i, s := range scores {
		if s.Main || none {
			main = append(main, i)
		}
	}
	return main
}

// breakdowns gives a table for each key of --by.
func breakdowns(res *Result, names map[string]string, precision int, many bool) []*Table {
	var out []*Table
	var table *Table
	empty := map[*Table]int{} // groups of which no score is defined
	withIntervals := false    // a group that is too small has none, where others do
	for _, g := range res.Groups {
		withIntervals = withIntervals || g.Intervals != nil
	}
	partial := partialScores(res)
	for i, group := range res.Groups {
		shown := partial
		if shown == nil {
			shown = groupScores(group.Scores)
		}
		if i == 0 || group.By != res.Groups[i-1].By {
			table = &Table{Title: res.Metric + " by " + group.By, Head: []string{group.By}}
			if many {
				table.Title += ": " + names[res.System]
			}
			for _, s := range shown {
				table.Head = append(table.Head, FieldName(group.Scores[s].Name))
				if withIntervals {
					table.Head = append(table.Head, "interval")
				}
			}
			table.countHeads(group.Counts, group.Scores)
			out = append(out, table)
		}
		if !defined(group.Scores) {
			empty[table]++
			table.Notes = []string{Plural(empty[table], "group") + " without a defined score left out"}
			continue
		}
		row := []Cell{Label(group.Value)}
		for _, s := range shown {
			row = append(row, scoreCell(group.Scores[s], precision))
			if withIntervals {
				row = append(row, intervalCell(group.Scores[s], findInterval(group.Intervals, group.Scores[s].Name), precision))
			}
		}
		table.Add(append(row, countCells(group.Counts, group.Scores)...)...)
	}
	return out
}

// countHeads adds the heads of counts.
func (t *Table) countHeads(counts []Named, scores []eval.Score) {
	t.count = len(t.Head)
	for _, c := range shownCounts(counts, scores) {
		t.Head = append(t.Head, c.Name)
	}
}

// countCells are the cells under the heads of counts.
func countCells(counts []Named, scores []eval.Score) (cells []Cell) {
	for _, c := range shownCounts(counts, scores) {
		cells = append(cells, Tally(c.Value))
	}
	return cells
}

// partialScores returns the indices of the scores for partial parses: precision, recall and F1 of
// each function (Kübler & Telljohann 2002). It is nil where they say no more than the main scores.
func partialScores(res *Result) (out []int) {
	for i, s := range res.Scores {
		omitted := slices.ContainsFunc(res.Omissions, func(o eval.Omission) bool { return slices.Contains(o.Scores, s.Name) })
		if s.Partial && !omitted {
			out = append(out, i)
		}
	}
	if len(out) > 0 && slices.ContainsFunc(res.Groups, func(g Group) bool { return len(g.Scores) != len(res.Scores) }) {
		return nil
	}
	slices.SortStableFunc(out, func(a, b int) int { // with labels first
		return cmp.Compare(unlabelled(res.Scores[a]), unlabelled(res.Scores[b]))
	})
	return out
}

func unlabelled(s eval.Score) int {
	if s.Unlabelled {
		return 1
	}
	return 0
}

// groupScores are the main scores; of many the leading one comes first and those
// near it follow, which narrow tables then keep.
func groupScores(scores []eval.Score) []int {
	main := mainScores(scores)
	lead := Leading(scores)
	if len(main) <= 6 || lead == nil {
		return main
	}
	at := slices.IndexFunc(main, func(i int) bool { return scores[i].Name == lead.Name })
	if at < 0 {
		return main
	}
	at = main[at]
	away := func(i int) int { return max(i-at, at-i) }
	slices.SortStableFunc(main, func(i, j int) int { return cmp.Compare(away(i), away(j)) })
	return main
}

// defined reports whether some main score is more than 0/0.
func defined(scores []eval.Score) bool {
	return slices.ContainsFunc(mainScores(scores), func(i int) bool { return !math.IsNaN(scores[i].Value) })
}

// Plural returns a number with its noun, in the singular for 1.
func Plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// shownCounts are the counts that tables show: those of the row of the leading
// score where rows have counts of their own. JSON, CSV and TSV have all.
func shownCounts(counts []Named, scores []eval.Score) []Named {
	if lead := Leading(scores); lead != nil {
		row, _ := columnOf(lead.Name)
		if i := slices.IndexFunc(counts, func(c Named) bool {
			return row != "" &&
				strings.HasPrefix(c.Name, row+"_")
		}); i >= 0 {
			counts = counts[i:]
		}
	}
	return counts[:min(len(counts), 4)]
}

// number puts numbers in place of the names of sentences that are long.
func (t *Table) number(units []Unit) {
	const long = 12
	for i, r := range t.Rows {
		if len(r[0].Text) > long {
			r[0] = Label(units[i].Number)
		}
	}
}

// sentences lists the main scores of every pair.
func sentences(res *Result, names map[string]string, precision int) *Table {
	unit := res.Sentences.Unit
	table := &Table{Title: fmt.Sprintf("%s per %s: %s", res.Metric, unit, names[res.System]),
		Head: []string{unit, "status"}}
	for i, unit := range res.PerSentence {
		main := mainScores(unit.Scores)
		if i == 0 {
			for _, s := range main {
				table.Head = append(table.Head, FieldName(unit.Scores[s].Name))
			}
			table.countHeads(unit.Counts, unit.Scores)
		}
		row := []Cell{Label(unit.ID), Label(unit.Status)}
		for _, s := range main {
			row = append(row, scoreCell(unit.Scores[s], precision))
		}
		table.Add(append(row, countCells(unit.Counts, unit.Scores)...)...)
	}
	row := []Cell{Label("(mean)"), Label("")}
	for _, s := range mainScores(res.Means) {
		row = append(row, scoreCell(res.Means[s], precision))
	}
	table.Add(row...)
	return table
}

// text sums up the fates of the sentences in a line.
func (s Sentences) text() string {
	out := thousands(s.Gold) + " " + s.Unit
	if s.Gold != 1 {
		out += "s"
	}
	if s.Words > 0 {
		out += ", " + thousands(s.Words) + " " + s.Token + "s"
	}
	if s.Scored == s.Gold && s.Extra == 0 {
		return out + ", all scored"
	}
	out += fmt.Sprintf(": %s scored", thousands(s.Scored))
	if s.Unscorable > 0 && s.Dropped {
		out += fmt.Sprintf(", %s unscorable and left out", thousands(s.Unscorable))
		s.Unscorable = 0
	}
	for _, part := range []struct {
		n    int
		what string
	}{{s.Unscorable, "unscorable"}, {s.Skipped, "left out"}, {s.Missing, "only in gold"}, {s.Extra,
		"only in the system"}} {
		if part.n > 0 {
			out += fmt.Sprintf(", %s %s", thousands(part.n), part.what)
		}
	}
	return out
}

// thousands writes a number with commas: 2,202.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

package report

import (
	"fmt"
	"io"

	"assay/eval"
	"assay/internal/screen"
)

// Tables returns the report as tables: for one system all scores of each
// metric, for several one line per system with the main ones; then the
// breakdowns, then the sentences.
func (r *Report) Tables(precision int) []*Table {
	names := systemNames(r.Results)
	var out []*Table
	for _, group := range r.byMetric() {
		if len(group) == 1 {
			out = append(out, r.single(group[0], names, precision))
		} else {
			out = append(out, several(group, names, precision))
		}
	}
	for _, res := range r.Results {
		out = append(out, breakdowns(res, names, precision, len(r.Results) > 1)...)
	}
	out = append(out, r.Extra...)
	for _, res := range r.Results {
		if res.PerSentence != nil {
			out = append(out, sentences(res, names, precision))
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

// single lists all scores of one system under one metric.
func (r *Report) single(res *Result, names map[string]string, precision int) *Table {
	t := &Table{
		Title: fmt.Sprintf("%s: %s against %s", res.Metric, names[res.System], r.Gold.Path),
		Head:  []string{"score", "value", "of"},
	}
	ci := len(res.Intervals) > 0
	if ci {
		t.Head = []string{"score", "value", "low", "high", "of", "design effect"}
	}
	for _, s := range res.Scores {
		if !ci {
			t.Add(Label(s.Name), scoreCell(s, precision), ofCell(s))
			continue
		}
		low, high, deff := Label(""), Label(""), Label("")
		if in := res.interval(s.Name); in != nil {
			low, high = like(s, in.Low, precision), like(s, in.High, precision)
			if in.DesignEffect == in.DesignEffect {
				deff = Number(in.DesignEffect, 1)
			}
		}
		t.Add(Label(s.Name), scoreCell(s, precision), low, high, ofCell(s), deff)
	}
	t.Notes = []string{res.Sentences.text(), "cite: " + res.Signature}
	return t
}

// like returns a cell for v shown as the score is.
func like(s eval.Score, v float64, precision int) Cell {
	s.Value = v
	return scoreCell(s, precision)
}

// several gives a line per system with the main scores.
func several(group []*Result, names map[string]string, precision int) *Table {
	main := mainScores(group[0].Scores)
	t := &Table{Title: group[0].Metric, Head: []string{"system"}}
	for _, i := range main {
		t.Head = append(t.Head, group[0].Scores[i].Name)
		if len(group[0].Intervals) > 0 {
			t.Head = append(t.Head, "interval")
		}
	}
	t.Head = append(t.Head, "scored", "unscorable", "missing", "extra")
	for _, res := range group {
		row := []Cell{Label(names[res.System])}
		for _, i := range main {
			s := res.Scores[i]
			row = append(row, scoreCell(s, precision))
			if len(group[0].Intervals) > 0 {
				row = append(row, intervalCell(s, res.interval(s.Name), precision))
			}
		}
		n := res.Sentences
		t.Add(append(row, Count(n.Scored), Count(n.Unscorable), Count(n.Missing), Count(n.Extra))...)
	}
	seen := map[string]bool{}
	for _, res := range group {
		if !seen[res.Signature] {
			t.Notes = append(t.Notes, "cite: "+res.Signature)
			seen[res.Signature] = true
		}
	}
	return t
}

func intervalCell(s eval.Score, in *Interval, precision int) Cell {
	if in == nil {
		return Label("")
	}
	return Labelf("[%s, %s]", like(s, in.Low, precision).Text, like(s, in.High, precision).Text)
}

// mainScores returns the indices of the main scores, of all if none is main.
func mainScores(scores []eval.Score) []int {
	var main, all []int
	for i, s := range scores {
		all = append(all, i)
		if s.Main {
			main = append(main, i)
		}
	}
	if main == nil {
		return all
	}
	return main
}

// breakdowns gives a table for each key of --by.
func breakdowns(res *Result, names map[string]string, precision int, many bool) []*Table {
	var out []*Table
	var t *Table
	withIntervals := false // a group that is too small has none, where others do
	for _, g := range res.Groups {
		withIntervals = withIntervals || g.Intervals != nil
	}
	for i, g := range res.Groups {
		if i == 0 || g.By != res.Groups[i-1].By {
			t = &Table{Title: res.Metric + " by " + g.By, Head: []string{g.By}}
			if many {
				t.Title += ": " + names[res.System]
			}
			for _, s := range mainScores(g.Scores) {
				t.Head = append(t.Head, g.Scores[s].Name)
				if withIntervals {
					t.Head = append(t.Head, "interval")
				}
			}
			for _, c := range shownCounts(g.Counts) {
				t.Head = append(t.Head, c.Name)
			}
			out = append(out, t)
		}
		row := []Cell{Label(g.Value)}
		for _, s := range mainScores(g.Scores) {
			row = append(row, scoreCell(g.Scores[s], precision))
			if withIntervals {
				row = append(row, intervalCell(g.Scores[s], findInterval(g.Intervals, g.Scores[s].Name), precision))
			}
		}
		for _, c := range shownCounts(g.Counts) {
			row = append(row, Tally(c.Value))
		}
		t.Rows = append(t.Rows, row)
	}
	return out
}

// shownCounts are the counts that tables show; JSON, CSV and TSV have all.
func shownCounts(counts []Named) []Named { return counts[:min(len(counts), 4)] }

// sentences lists the main scores of every pair.
func sentences(res *Result, names map[string]string, precision int) *Table {
	t := &Table{Title: fmt.Sprintf("%s per sentence: %s", res.Metric, names[res.System]), Head: []string{"sentence", "status"}}
	for i, u := range res.PerSentence {
		main := mainScores(u.Scores)
		if i == 0 {
			for _, s := range main {
				t.Head = append(t.Head, u.Scores[s].Name)
			}
			for _, c := range shownCounts(u.Counts) {
				t.Head = append(t.Head, c.Name)
			}
		}
		row := []Cell{Label(u.ID), Label(u.Status)}
		for _, s := range main {
			row = append(row, scoreCell(u.Scores[s], precision))
		}
		for _, c := range shownCounts(u.Counts) {
			row = append(row, Tally(c.Value))
		}
		t.Rows = append(t.Rows, row)
	}
	row := []Cell{Label("(mean)"), Label("")}
	for _, s := range mainScores(res.Means) {
		row = append(row, scoreCell(res.Means[s], precision))
	}
	t.Rows = append(t.Rows, row)
	return t
}

// text says in a line what became of the sentences.
func (s Sentences) text() string {
	pairs := "sentence pairs"
	if s.Paired == 1 {
		pairs = "sentence pair"
	}
	out := fmt.Sprintf("%d %s, %d scored", s.Paired, pairs, s.Scored)
	for _, part := range []struct {
		n    int
		what string
	}{{s.Unscorable, "unscorable"}, {s.Skipped, "left out"}, {s.Missing, "only in gold"}, {s.Extra, "only in the system"}} {
		if part.n > 0 {
			out += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}
	return out
}

// WriteProblems lists what was wrong, a line each, and a hint where there is one
// for the first time; behind most of them (0 is all) it only says how many more
// there are.
func WriteProblems(w io.Writer, system string, problems []eval.Problem, most int) {
	told := map[string]bool{"": true}
	for i, p := range problems {
		if most > 0 && i == most {
			fmt.Fprintf(w, "%s: and %d more problems (--format json or -v lists all)\n", system, len(problems)-most)
			return
		}
		fmt.Fprintln(w, screen.Lines(fmt.Sprintf("%s: sentence %s: %s", p.Place, p.Sentence, screen.Short(p.Text))))
		if !told[p.Hint] {
			told[p.Hint] = true
			fmt.Fprintf(w, "hint: %s\n", p.Hint)
		}
	}
}

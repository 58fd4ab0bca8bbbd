package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"assay/eval"
)

// An official table is laid out as the field prints it: measures down;
// precision, recall and F1 across.
type official struct {
	rows  []string
	cells map[[2]string]*eval.Score // by row and column
	used  []string                  // columns
	rest  []*eval.Score             // scores outside the rows
}

// arrange sorts scores into rows and columns. ok is false where fewer than two
// rows have an F1: such scores make a plain list.
func arrange(scores []eval.Score) (t *official, ok bool) {
	t = &official{cells: map[[2]string]*eval.Score{}}
	var f1 []string // rows that have one
	for i := range scores {
		name, section := sectionOf(scores[i].Name)
		row, column := columnOf(name)
		if column == "" {
			t.rest = append(t.rest, &scores[i])
			continue
		}
		if column == "F1" && !slices.Contains(f1, row) {
			f1 = append(f1, row)
		}
		row += section
		if !slices.Contains(t.rows, row) {
			t.rows = append(t.rows, row)
		}
		t.cells[[2]string{row, column}] = &scores[i]
	}
	for _, c := range columns {
		if !slices.Contains(t.used, c.title) && slices.ContainsFunc(t.rows,
			func(r string) bool { return t.cells[[2]string{r, c.title}] != nil }) {
			t.used = append(t.used, c.title)
		}
	}
	return t, len(f1) >= 2
}

// sectionOf takes the suffix off a score that is about a part of the data.
func sectionOf(name string) (base, section string) {
	for _, s := range []string{"_cutoff", "_no_top"} {
		if b, ok := strings.CutSuffix(name, s); ok {
			return b, s
		}
	}
	return name, ""
}

// sectionTitle names a section; the signature says where the cutoff is.
func sectionTitle(section, signature string) string {
	switch section {
	case "_cutoff":
		for part := range strings.SplitSeq(signature, "|") {
			if n, ok := strings.CutPrefix(part, "cutoff:"); ok {
				return "up to " + n + " words"
			}
		}
		return "short sentences"
	case "_no_top":
		return "without tops"
	}
	return "all"
}

// convention names the convention in a signature, for measures that have several of equal names: " (original)".
func convention(signature string) string {
	for part := range strings.SplitSeq(signature, "|") {
		if name, ok := strings.CutPrefix(part, "convention:"); ok {
			return " (" + name + ")"
		}
	}
	return ""
}

// table makes the table of one system.
func (t *official) table(title, metric, signature string, precision int) *Table {
	out := &Table{Title: title, Head: append([]string{metric + convention(signature)}, t.used...)}
	var empty []string
	for _, row := range t.rows {
		base, section := sectionOf(row)
		name := FieldName(base)
		if base == "" {
			name = "all"
		}
		if section != "" {
			name += ", " + sectionTitle(section, signature)
		}
		line, some := []Cell{Label(name)}, false
		for _, c := range t.used {
			score := t.cells[[2]string{row, c}]
			if score == nil {
				line = append(line, Label(""))
				continue
			}
			some = some || !math.IsNaN(score.Value)
			line = append(line, scoreCell(*score, precision))
		}
		if !some && len(t.rows) > len(empty)+1 {
			empty = append(empty, name)
			continue
		}
		out.Rows = append(out.Rows, line)
	}
	if len(empty) > 0 {
		out.Notes = []string{strings.Join(empty, ", ") + " left out: neither side has such items"}
	}
	return out
}

// plain lists scores with their fractions; scores of a part of the data, such as
// short sentences, are in a column of their own.
func (r *Result) plain(title string, scores []eval.Score, precision int) *Table {
	var sections []string
	for i := range scores {
		if _, s := sectionOf(scores[i].Name); !slices.Contains(sections, s) {
			sections = append(sections, s)
		}
	}
	if len(sections) == 1 {
		return r.list(title, scores, FieldName, precision)
	}
	out := &Table{Title: title, Head: []string{"score"}}
	for _, s := range sections {
		out.Head = append(out.Head, sectionTitle(s, r.Signature))
	}
	at := map[string]int{}
	for _, score := range scores {
		base, section := sectionOf(score.Name)
		i, ok := at[base]
		if !ok {
			i = len(out.Rows)
			at[base] = i
			out.Add(append([]Cell{Label(FieldName(base))}, make([]Cell, len(sections))...)...)
		}
		out.Rows[i][1+slices.Index(sections, section)] = scoreCell(score, precision)
	}
	return out
}

// singles lists scores in one line: sentence accuracy 7.34, coverage 98.10.
func singles(scores []*eval.Score, precision int) string {
	var out []string
	for _, s := range scores {
		out = append(out, FieldName(s.Name)+" "+scoreCell(*s, precision).Text)
	}
	return strings.Join(out, ", ")
}

// shown returns the scores of a short table, and lines on those that are left out.
func (r *Result) shown(layout Layout) (scores []eval.Score, notes []string) {
	gone := map[string]bool{}
	rest := 0
	for _, omission := range r.Omissions {
		for _, name := range omission.Scores {
			gone[name] = true
		}
		if omission.Why == "" {
			rest += len(omission.Scores)
			continue
		}
		notes = append(notes, leftOut(r.Scores, omission, nil))
	}
	notes = layout.endOmissions(notes)
	for _, s := range r.Scores {
		if !gone[s.Name] {
			scores = append(scores, s)
		}
	}
	if rest > 0 {
		notes = append(notes, fmt.Sprintf("%d more scores: --all", rest))
	}
	return scores, notes
}

// leftOut is the line on an omission. It names the main scores that it leaves out, of
// them those in among unless that is nil.
func leftOut(scores []eval.Score, omission eval.Omission, among map[string]bool) string {
	var names []string
	for _, i := range mainScores(scores) {
		if name := scores[i].Name; slices.Contains(omission.Scores, name) && (among == nil || among[name]) {
			names = append(names, FieldName(name))
		}
	}
	if len(names) == 0 {
		return omission.Why
	}
	return strings.Join(names, ", ") + " left out: " + omission.Why
}

// endOmissions adds to the lines on omissions how to see the scores.
func (l Layout) endOmissions(lines []string) []string {
	if n := len(lines); n > 0 && l.Rest != "" {
		lines[n-1] += "; " + l.Rest
	}
	return lines
}

// Leading returns a measure's leading score, nil if there are no scores; after
// --scores it is the first of those kept.
func Leading(scores []eval.Score) *eval.Score {
	if at := eval.HeadlineOf(scores); at >= 0 {
		return &scores[at]
	}
	return nil
}

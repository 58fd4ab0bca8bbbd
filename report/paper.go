package report

import (
	"fmt"
	"strings"

	"assay/internal/message"
)

// PaperTables returns the tables in which the papers of the measures print their
// results: table 1 of Hogenhout & Matsumoto (1996), table 5.1 of Xiao (1997), tables 1 and 2
// of Dridan & Oepen (2011). It asks for the measures by name, because these layouts belong to these papers.
func PaperTables(reps ...*Report) ([]*Table, error) {
	rep := reps[0]
	var out []*Table
	done := map[string]bool{}
	for _, res := range rep.Results {
		name, _, _ := strings.Cut(res.Metric, ":")
		if done[res.Metric] {
			continue
		}
		done[res.Metric] = true
		var of []*Result
		for _, other := range rep.Results {
			if other.Metric == res.Metric {
				of = append(of, other)
			}
		}
		switch name {
		case "careful":
			out = append(out, CarefulTable(of))
		case "xiao":
			out = append(out, xiaoTable(of))
		case "edm":
			for _, more := range reps[1:] {
				for _, other := range more.Results {
					if other.Metric == res.Metric {
						of = append(of, other)
					}
				}
			}
			out = append(out, edmTable(of))
		}
	}
	if len(out) == 0 {
		return nil, message.Errorf("option paper knows the tables of careful, xiao and edm, and no other measure's")
	}
	return out, nil
}

// CountOf returns a count by its name, 0 if there is none.
func CountOf(counts []Named, name string) float64 {
	for _, c := range counts {
		if c.Name == name {
			return c.Value
		}
	}
	return 0
}

// CarefulTable is table 1: one row for each item, one column for each system. Without
// a human check, EM, CE and SP are not divided.
func CarefulTable(results []*Result) *Table {
	table := &Table{Title: "careful: items (Hogenhout & Matsumoto 1996, table 1)", Head: []string{"item"}}
	checked := false
	names := systemNames(results)
	for _, res := range results {
		table.Head = append(table.Head, names[res.System])
		checked = checked || !strings.Contains(res.Signature, "|check:none")
	}
	items := []string{"ttb", "tpb", "em", "ce", "sp", "pinh", "pninh", "tinh", "tninh"}
	if checked {
		items = []string{"ttb", "tpb", "ema", "emr", "cea", "cer", "spa", "spr", "undecided", "pinh", "pninh",
			"tinh", "tninh"}
	}
	shares := []string{"em", "ce", "sp", "ema", "emr", "cea", "cer", "spa", "spr", "undecided"} // of TPB
	for _, item := range items {
		row := []Cell{Label(strings.ToUpper(item))}
		for _, res := range results {
			n, all := CountOf(res.Counts, item), CountOf(res.Counts, "tpb")
			text := fmt.Sprintf("%.0f", n)
			for _, s := range shares {
				if s == item && all > 0 {
					text += fmt.Sprintf(" (%.1f%%)", 100*n/all)
				}
			}
			row = append(row, Shown(n, text))
		}
		table.Add(row...)
	}
	return table
}

// xiaoTable is table 5.1: one row for each file, or for each system if the figures are
// not broken down by file.
func xiaoTable(results []*Result) *Table {
	table := &Table{Title: results[0].Metric + ": results (Xiao 1997, table 5.1)",
		Head:  []string{"file", "# of words", "error rate", "recall", "precision"},
		Notes: []string{"# of words: words of gold, and those that only the system has; the error rate is of these"}}
	paths := systemPaths(results)
	for _, res := range results {
		for i := range res.Groups {
			if res.Groups[i].By == "file" {
				paths = append(paths, res.Groups[i].Value)
			}
		}
	}
	names := ShortNames(paths)
	add := func(name string, words float64, value func(string) float64) {
		table.Add(Label(name), Tally(words), Percent(value("error_rate"), 2),
			Percent(value("recall"), 2), Percent(value("precision"), 2))
	}
	for _, res := range results {
		byFile := false
		for i := range res.Groups {
			group := &res.Groups[i]
			if group.By != "file" {
				continue
			}
			byFile = true
			one := Result{Scores: group.Scores}
			name := names[group.Value]
			if len(results) > 1 {
				name = names[res.System] + " " + name
			}
			add(name, wordsOf(&one), scoreValue(&one))
		}
		if !byFile {
			add(names[res.System], wordsOf(res), scoreValue(res))
		}
	}
	return table
}

// wordsOf returns the number of words of gold: the whole of which the error rate is a
// share.
func wordsOf(res *Result) float64 {
	if s := res.Find("error_rate"); s != nil {
		return s.Den
	}
	return 0
}

// scoreValue returns the function that finds the value of a score, 0 if there is none.
func scoreValue(res *Result) func(string) float64 {
	return func(name string) float64 {
		if s := res.Find(name); s != nil {
			return s.Value
		}
		return 0
	}
}

package compare

import (
	"fmt"
	"strings"

	"assay/eval"
	"assay/report"
)

// table4 are the measures of table 4 of Hogenhout & Matsumoto, in its order, by their names here.
var table4 = [...][2]string{{"generation_rate", "Generation Rate"}, {"recall_hard", "Recall-hard"},
	{"recall_soft", "Recall-soft"},
	{"precision_hard", "Precision-hard"}, {"precision_soft", "Precision-soft"},
	{"precision_soft_expected", "  expected, undecided items too"}, {"spuriousness", "Spuriousness"},
	{"spurious_reject", "Spurious Reject"}, {"false_error", "False Error"}, {"test_noise", "Test Noise"},
	{"problem_rate", "Problem Rate"}, {"p_inheritance", "P-inheritance"}, {"t_inheritance", "T-inheritance"}}

// PaperTables returns tables 1, 2 and 4 of Hogenhout & Matsumoto 1996 for each measure with
// items. Measures other than careful have the items that need no brackets.
func (c *Comparison) PaperTables() (out []*report.Table) {
	for _, m := range c.Metrics {
		var of []*report.Result
		for _, r := range c.Beside.Results {
			if r.Metric == m.Name {
				of = append(of, r)
			}
		}
		pairs := whoIsRight(m, c.Noun)
		if len(of) == 0 || len(pairs) == 0 {
			continue
		}
		name, _, _ := strings.Cut(m.Name, ":")
		if name == "careful" {
			out = append(append(append(out, report.CarefulTable(of)), pairs...), carefulMeasures(of))
			continue
		}
		score := m.Scores[0].Name
		out = append(append(append(out, plainItems(of, score)), pairs...), plainMeasures(of, score))
	}
	return out
}

// whoIsRight are the tables 2 of a measure, one for each set of items that the pairs share.
func whoIsRight(m *Metric, unit string) (out []*report.Table) {
	seen := map[string]bool{}
	for _, score := range m.Scores {
		for _, pair := range score.Pairs {
			it := pair.Items
			id := fmt.Sprint(pair.A, pair.B, it)
			if it == nil || score.By != "" || it.Total() == 0 || seen[id] {
				continue
			}
			seen[id] = true
			a, b := Letter(pair.A), Letter(pair.B)
			table := &report.Table{Title: fmt.Sprintf("%s: %s, gold items that are right (Hogenhout & Matsumoto 1996, table 2)",
				m.Name, score.Name), Head: []string{"item", "gold items", ""}}
			all := it.Total()
			for _, row := range []struct {
				name, text string
				n          int
			}{{"YY", "both " + a + " and " + b, it.YY}, {"YN", "only " + a, it.YN}, {"NY", "only " + b, it.NY},
				{"NN", "neither", it.NN}} {
				table.Add(report.Label(row.name), report.Shown(float64(row.n), fmt.Sprintf("%d (%.1f%%)", row.n,
					100*float64(row.n)/float64(all))), report.Label(row.text))
			}
			table.Notes = []string{fmt.Sprintf("of %d gold items in the %ss that both systems are scored on", all, unit)}
			out = append(out, table)
		}
	}
	return out
}

// found returns a score over the sentences that all systems are scored on.
func found(r *report.Result, name string) *eval.Score {
	if r.Common == nil {
		return r.Find(name)
	}
	for i := range r.Common.Scores {
		if r.Common.Scores[i].Name == name {
			return &r.Common.Scores[i]
		}
	}
	return nil
}

// counts returns the items of gold, of the system and right ones that a score is about. The
// system's are -1 where the measure has no precision.
func counts(r *report.Result, score string) (gold, system, right float64) {
	prefix := score
	for _, end := range []string{"f1", "precision", "recall"} {
		prefix = strings.TrimSuffix(prefix, end)
	}
	recall, precision := found(r, prefix+"recall"), found(r, prefix+"precision")
	if recall != nil && precision != nil {
		return recall.Den, precision.Den, recall.Num
	}
	if s := found(r, score); s != nil {
		return s.Den, -1, s.Num
	}
	return 0, -1, 0
}

// columnsOf begins a table with a column for each system.
func columnsOf(title, first string, results []*report.Result) *report.Table {
	table := &report.Table{Title: title, Head: []string{first}}
	var paths []string
	for _, r := range results {
		paths = append(paths, r.System)
	}
	names := report.ShortPaths(paths)
	for i, p := range paths {
		table.Head = append(table.Head, Letter(i)+" "+names[p])
	}
	return table
}

// plainItems is table 1 for a measure other than careful.
func plainItems(results []*report.Result, score string) *report.Table {
	table := columnsOf(results[0].Metric+": "+score+", items (Hogenhout & Matsumoto 1996, table 1)", "item", results)
	rows := [3][]report.Cell{{report.Label("TTB")}, {report.Label("TPB")}, {report.Label("EM")}}
	precise := true
	for _, r := range results {
		gold, system, right := counts(r, score)
		rows[0] = append(rows[0], report.Tally(gold))
		rows[1] = append(rows[1], report.Tally(system))
		whole := system
		if system < 0 {
			precise, whole = false, gold
		}
		rows[2] = append(rows[2], report.Shown(right, fmt.Sprintf("%.0f (%.1f%%)", right, 100*right/max(whole, 1))))
	}
	for i, row := range rows {
		if i != 1 || precise {
			table.Add(row...)
		}
	}
	return table
}

// plainMeasures is table 4 for a measure other than careful.
func plainMeasures(results []*report.Result, score string) *report.Table {
	table := columnsOf(results[0].Metric+": "+score+", measures (Hogenhout & Matsumoto 1996, table 4)", "measure", results)
	rows := [3][]report.Cell{{report.Label("Generation Rate")}, {report.Label("Recall-hard")},
		{report.Label("Precision-hard")}}
	precise := true
	for _, r := range results {
		gold, system, right := counts(r, score)
		for i, v := range [3]float64{system / gold, right / gold, right / system} {
			rows[i] = append(rows[i], report.Shown(v, fmt.Sprintf("%.1f%%", 100*v)))
		}
		precise = precise && system >= 0
	}
	for i, row := range rows {
		if i == 1 || precise {
			table.Add(row...)
		}
	}
	return table
}

// carefulMeasures is table 4. Soft measures need a human check.
func carefulMeasures(results []*report.Result) *report.Table {
	table := columnsOf("careful: measures (Hogenhout & Matsumoto 1996, table 4)", "measure", results)
	for _, names := range table4 {
		row, some := []report.Cell{report.Label(names[1])}, false
		for _, r := range results {
			s := found(r, names[0])
			if s == nil {
				row = append(row, report.Label(""))
				continue
			}
			some = true
			text := fmt.Sprintf("%.1f%%", 100*s.Value)
			if names[0] == "recall_soft" && s.Value > 1 {
				text += " (accepted brackets that gold lacks count)"
			}
			row = append(row, report.Shown(s.Value, text))
		}
		if some {
			table.Add(row...)
		}
	}
	return table
}

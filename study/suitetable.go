package study

import (
	"fmt"
	"slices"
	"strings"

	"assay/report"
)

// shownItems is the number of items that a sheet names in a row.
const shownItems = 4

// SuiteTable is the sheet of a test suite.
func SuiteTable(system string, rows []SuiteRow) *report.Table {
	table := &report.Table{Title: "test suite: " + system,
		Head: []string{"phenomenon", "well-formed", "coverage", "ill-formed", "overgeneration", "readings"}}
	share := func(n, all int) report.Cell {
		if all == 0 {
			return report.Label("")
		}
		return report.Percent(float64(n)/float64(all), 2)
	}
	list := func(ids []string) report.Cell {
		text := strings.Join(ids[:min(len(ids), shownItems)], " ")
		if more := len(ids) - shownItems; more > 0 {
			text += fmt.Sprintf(" and %d", more)
		}
		return report.Label(text)
	}
	missed := slices.ContainsFunc(rows, func(r SuiteRow) bool { return len(r.Missed) > 0 })
	over := slices.ContainsFunc(rows, func(r SuiteRow) bool { return len(r.Over) > 0 })
	if missed {
		table.Head = append(table.Head, "not analysed")
	}
	if over {
		table.Head = append(table.Head, "accepted")
	}
	unmarked := 0
	for _, r := range rows {
		readings := report.Label("")
		if n := r.Covered + r.Accepted + r.Parsed; n > 0 {
			readings = report.Number(float64(r.Readings)/float64(n), 1)
		}
		row := []report.Cell{report.Label(r.Name), report.Count(r.Well), share(r.Covered, r.Well), report.Count(r.Ill),
			share(r.Accepted, r.Ill), readings}
		if missed {
			row = append(row, list(r.Missed))
		}
		if over {
			row = append(row, list(r.Over))
		}
		table.Add(row...)
		unmarked = r.Unmarked
	}
	if unmarked > 0 {
		table.Notes = append(table.Notes, plural(unmarked, "item")+" without i-wf: neither coverage nor overgeneration")
	}
	return table
}

// SuiteItems lists the items of a sheet that count against the grammar, by phenomenon: well-formed ones without an
// analysis, and ill-formed ones with one.
func SuiteItems(system string, rows []SuiteRow) *report.Table {
	table := &report.Table{Title: "test suite: items of " + system + " that fail",
		Head: []string{"phenomenon", "item", "fault"}}
	for _, r := range rows[:max(0, len(rows)-1)] { // the last is all of them
		for _, of := range []struct {
			ids   []string
			fault string
		}{{r.Missed, "not analysed"}, {r.Over, "accepted"}} {
			for _, id := range of.ids {
				table.Add(report.Label(r.Name), report.Label(id), report.Label(of.fault))
			}
		}
	}
	return table
}

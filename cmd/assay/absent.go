package main

import (
	"fmt"
	"strings"

	"assay/eval"
	"assay/report"
)

// absentNames is how many sentences a note names.
const absentNames = 10

// absent notes the sentences that one side or both have no analysis of.
func (o *outputs) absent(app *app, res *eval.Result) {
	if o.quiet {
		return
	}
	for _, side := range []struct {
		status eval.Status
		alone  bool // the sentence is the system's alone
		text   string
	}{
		{status: eval.NoSystem, text: "missing from the system"},
		{status: eval.NoGold, text: "without an analysis in gold"},
		{status: eval.NoGold, alone: true, text: "missing from gold"},
		{status: eval.Neither, text: "without an analysis on both sides, and left out"},
		{status: eval.Neither, alone: true, text: "missing from gold, and without an analysis"},
	} {
		n := 0
		var names []string
		for _, u := range res.NotScored() {
			if u.Status != side.status || side.alone != (u.GoldN == 0) {
				continue
			}
			n++
			if o.verbose || len(names) < absentNames {
				names = append(names, u.Name())
			}
		}
		if n == 0 {
			continue
		}
		more := ""
		if n > len(names) {
			more = fmt.Sprintf(" and %d more (-v lists all)", n-len(names))
		}
		what, are := "sentences", "are"
		if n == 1 {
			what, are = "sentence", "is"
		}
		note := fmt.Sprintf("%s: %d %s %s %s: %s%s", res.System.Name, n, what, are, side.text,
			strings.Join(names, ", "), more)
		for _, line := range (report.Layout{Width: lineWidth(app.stderr)}).Wrap([]string{note}) {
			fmt.Fprintln(app.stderr, line)
		}
	}
}

package main

import (
	"fmt"
	"slices"
	"strings"

	"assay/eval"
)

// unequal says what could be done where brackets are compared by words and some
// sentences have other words in the system.
func (o *outputs) unequal(a *app, res *eval.Result) {
	for i, c := range res.Counts {
		byWords := strings.Contains(c.Metric.Signature(), "|spans:words")
		differ := func(p eval.Problem) bool { return p.Metric == i && strings.Contains(p.Text, " the system ") }
		if byWords && !o.quiet && slices.ContainsFunc(res.Problems, differ) {
			fmt.Fprintln(a.stderr, "hint: --spans characters compares brackets by characters, and scores sentences whose words differ")
			return
		}
	}
}

// absentNames is how many sentences a note names.
const absentNames = 10

// absent tells which sentences only one side has an analysis of: nothing is
// lost without a word.
func (o *outputs) absent(a *app, res *eval.Result) {
	if o.quiet {
		return
	}
	for _, side := range []struct {
		status eval.Status
		text   string
	}{
		{eval.NoSystem, "in gold, no analysis by the system"},
		{eval.NoGold, "no analysis in gold"},
	} {
		n := 0
		var names []string
		for i, u := range res.Units {
			if u.Status != side.status {
				continue
			}
			n++
			if o.verbose || len(names) < absentNames {
				names = append(names, res.Name(i))
			}
		}
		if n == 0 {
			continue
		}
		more := ""
		if n > len(names) {
			more = fmt.Sprintf(" and %d more (-v lists all)", n-len(names))
		}
		what := "sentences"
		if n == 1 {
			what = "sentence"
		}
		fmt.Fprintf(a.stderr, "%s: %d %s: %s: %s%s\n", res.System.Name, n, what, side.text, strings.Join(names, ", "), more)
	}
}

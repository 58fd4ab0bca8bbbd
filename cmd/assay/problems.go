package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"assay/eval"
	"assay/report"
)

// fewProblems are listed one by one; more are summed up by their causes.
const fewProblems = 5

// problems reports the problems of a system's sentences: each one with --verbose or
// if they are few, else a line for each cause.
func (o *outputs) problems(app *app, system, fate string, list []eval.Problem, remedy func(eval.Problem) string) {
	if o.quiet || len(list) == 0 {
		return
	}
	for i := range list {
		if list[i].Hint == "" {
			list[i].Hint = remedy(list[i])
		}
		list[i].Text, list[i].Hint = withFlags(list[i].Text), withFlags(list[i].Hint)
	}
	if o.verbose || len(list) <= fewProblems {
		report.WriteProblems(app.stderr, list)
		return
	}
	fmt.Fprintf(app.stderr, "warning: %s: %s\n", system, fate)
	report.WriteTroubles(app.stderr, report.SortProblems(list), lineWidth(app.stderr), func(p eval.Problem) string { return p.Hint })
	fmt.Fprintln(app.stderr, "       -v lists all problems")
}

// resultProblems is problems for the result of a run.
func (o *outputs) resultProblems(a *app, res *eval.Result) {
	if !o.quiet && slices.EqualFunc(res.Gold.Files, res.System.Files, sameFile) {
		fmt.Fprintf(a.stderr, "note: the system %s is the file of gold\n", res.System.Name)
	}
	of := map[bool][]eval.Problem{} // those of gold, and the others
	for _, p := range res.Problems {
		of[p.Side == "gold"] = append(of[p.Side == "gold"], p)
	}
	for _, gold := range []bool{true, false} {
		name := res.System.Name
		if gold {
			name = res.Gold.Name
		}
		o.problems(a, filepath.Base(name), fateOf(res, of[gold]), of[gold], remedies(metricsOf(res)))
	}
	o.pairing(a, res)
	o.absent(a, res)
}

// noneScored is the error of results without a scored sentence.
func noneScored(results ...*eval.Result) error {
	scored := func(u eval.Unit) bool { return u.Status == eval.Scored }
	for _, res := range results {
		if slices.ContainsFunc(res.Units, scored) {
			return nil
		}
	}
	return &exitError{exitInput, errors.New("no sentence was scored")}
}

// pairing reports how sentences were paired if words of some pairs differ. Another
// pairing is a remedy only if two pairs differ or more: words that are split differently
// have the same text, and a single pair has no other partner.
func (o *outputs) pairing(app *app, res *eval.Result) {
	differ := map[int]bool{}
	for _, p := range res.Problems {
		if p.Cause == eval.DifferentWords {
			differ[p.Unit] = true
		}
	}
	uneven := res.Align == eval.AlignOrder && res.GoldN != res.SystemN && res.Why != eval.AskedFor
	switch {
	case o.quiet:
	case res.Align == eval.AlignWords && res.Why != eval.AskedFor:
		fmt.Fprintf(app.stderr, "note: sentences were paired by their words: %s\n", res.Why)
	case len(differ) == 0 && !uneven:
	case len(differ) == 0:
		fmt.Fprintf(app.stderr, "note: sentences were paired by order: %s\n", res.Why)
	case len(differ) == 1 || res.Align == eval.AlignText:
		fmt.Fprintf(app.stderr, "note: sentences were paired by %s: %s\n", res.Align, res.Why)
	default:
		fmt.Fprintf(app.stderr, "hint: sentences were paired by %s: %s; --align text pairs them by their text\n", res.Align, res.Why)
	}
	switch {
	case o.quiet || res.Moved == 0:
	case res.Moved == 1:
		fmt.Fprintln(app.stderr, "note: 1 sentence of the system has the words of another gold sentence; --align words pairs by words, in any order")
	default:
		fmt.Fprintf(app.stderr, "note: %d sentences of the system have the words of other gold sentences; --align words pairs by words, in any order\n", res.Moved)
	}
}

// fateOf states how many sentences have these problems, and whether they are in the figures.
func fateOf(res *eval.Result, problems []eval.Problem) string {
	units, skipped, unscorable := map[int]bool{}, 0, 0
	for _, problem := range problems {
		if problem.Unit < 0 || units[problem.Unit] {
			continue
		}
		units[problem.Unit] = true
		if res.Status(problem.Unit) == eval.Unscorable {
			unscorable++
		}
		for _, c := range res.Counts {
			if c.Skip(problem.Unit) {
				skipped++
				break
			}
		}
	}
	of := fmt.Sprintf("%d of %s", len(units), plural(res.Len(), "sentence"))
	switch {
	case skipped == len(units):
		return of + " are not in the figures"
	case skipped+unscorable == 0 && !slices.ContainsFunc(res.Counts, func(c *eval.Counts) bool { return c.Unscorable > 0 }):
		return of + " have problems, and are scored all the same"
	}
	return of + " have problems"
}

// remedies returns a function from a problem to its remedy, "" if there is none.
func remedies(metrics []*eval.Measure) func(eval.Problem) string {
	byWords := false
	for _, m := range metrics {
		byWords = byWords || strings.Contains(m.Signature, "|spans:words")
	}
	return func(problem eval.Problem) string {
		switch {
		case problem.Cause == eval.Escapes:
			return "--prep unescape reads -LRB- as ( on both sides"
		case problem.Cause == eval.Accents:
			return "--prep nfc writes é as one character on both sides"
		case problem.Cause == eval.Tokenisation && byWords:
			return "--spans characters compares brackets by characters, and scores them"
		case problem.Cause == eval.LetterCase && byWords:
			return "--spans characters ignores case"
		}
		return ""
	}
}

// metricsOf returns the measures of a run.
func metricsOf(res *eval.Result) (out []*eval.Measure) {
	for _, c := range res.Counts {
		out = append(out, c.Metric)
	}
	return out
}

// noSentence is the error of a file that was read and holds no sentence.
func noSentence(name string) error {
	return &exitError{exitInput, fmt.Errorf("%s: want sentences, found none", name)}
}

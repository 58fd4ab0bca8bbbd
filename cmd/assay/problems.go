package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"assay/eval"
	"assay/report"
	"assay/study"
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
	report.WriteTroubles(app.stderr, report.SortProblems(list), lineWidth(app.stderr),
		func(p eval.Problem) string { return p.Hint })
	fmt.Fprintln(app.stderr, "       -v lists all problems")
}

// beside writes what belongs beside the figures of a run: the problems of its sentences, how they
// were paired, those that are absent, and the other warnings.
func (o *outputs) beside(a *app, res *eval.Result, warnings []report.Warning) {
	if o.quiet {
		return
	}
	of := func(kinds ...string) (out []report.Warning) {
		for _, w := range warnings {
			if slices.Contains(kinds, w.Kind) {
				out = append(out, w)
			}
		}
		return out
	}
	a.warn(of("same-file"))
	gold, system := sidesOf(res.Problems)
	o.problems(a, filepath.Base(res.Gold.Name), fateOf(res, gold), gold, remedies(metricsOf(res)))
	o.problems(a, filepath.Base(res.System.Name), fateOf(res, system), system, remedies(metricsOf(res)))
	a.warn(of("pairing", "moved"))
	o.absent(a, res)
	a.warn(warnings)
}

// sidesOf divides problems into those of gold and the others.
func sidesOf(problems []eval.Problem) (gold, others []eval.Problem) {
	n := 0
	for i := range problems {
		if problems[i].Side == "gold" {
			n++
		}
	}
	gold, others = make([]eval.Problem, 0, n), make([]eval.Problem, 0, len(problems)-n)
	for i := range problems {
		if problems[i].Side == "gold" {
			gold = append(gold, problems[i])
		} else {
			others = append(others, problems[i])
		}
	}
	return gold, others
}

// notes lists, for each system, the problems of its sentences and the warnings about its run.
func (o *outputs) notes(a *app, res *study.Result) {
	if o.quiet {
		return
	}
	for i, run := range res.Runs {
		o.beside(a, run, res.Given[i])
	}
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
	case skipped+unscorable == 0 && !slices.ContainsFunc(res.Counts,
		func(c *eval.Counts) bool { return c.Unscorable > 0 }):
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

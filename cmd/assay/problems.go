package main

import (
	"fmt"
	"slices"

	"assay/eval"
	"assay/report"
	"assay/study"
)

// fewProblems are listed one by one; more are summed up by their causes.
const fewProblems = 5

// problems reports the problems of one side's sentences: each one with --verbose or
// if they are few, else a line for each cause.
func (o *outputs) problems(app *app, side study.Troubles) {
	list := side.Problems
	for i := range list {
		list[i].Text, list[i].Hint = list[i].TextIn(app.window), app.window.Show(list[i].Hint)
	}
	if o.verbose || len(list) <= fewProblems {
		report.WriteProblems(app.stderr, list, side.Unit)
		return
	}
	fmt.Fprintf(app.stderr, "warning: %s: %s\n", side.About, side.Fate)
	report.WriteTroubles(app.stderr, report.SortProblems(list), side.Unit, lineWidth(app.stderr),
		func(p eval.Problem) string { return p.Hint })
	fmt.Fprintln(app.stderr, "       -v lists all problems")
}

// writeNotes writes what belongs beside the figures of a run: the problems of its sentences, how they
// were paired, those that are absent, and the other warnings.
func (o *outputs) writeNotes(a *app, res *eval.Result, warnings []report.Warning) {
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
	for _, side := range study.TroublesOf(res) {
		o.problems(a, side)
	}
	a.warn(of("pairing", "moved"))
	named := 10
	if o.verbose {
		named = 0
	}
	for _, note := range study.AbsentNotes(res, named) {
		for _, line := range (report.Layout{Width: lineWidth(a.stderr)}).Wrap([]string{note}) {
			fmt.Fprintln(a.stderr, line)
		}
	}
	a.warn(warnings)
}

// notes lists, for each system, the problems of its sentences and the warnings about its run.
func (o *outputs) notes(a *app, res *study.Result) {
	if o.quiet {
		return
	}
	for i, run := range res.Runs {
		o.writeNotes(a, run, res.Given[i])
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
	return inputf("no %s was scored", results[0].Unit())
}

// noSentence is the error of a file that was read and holds no sentence.
func noSentence(name string) error {
	return inputf("%s: want sentences, found none", name)
}

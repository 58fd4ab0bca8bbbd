// Package finding holds the warnings that belong beside the figures of a run: each finding is a value in a
// file of its own, with a test of its own, as the analyzers of staticcheck are. It sees a run and changes
// nothing.
//
// To add one, write a file with a Finding, add it to All at its place on the screen, and list its kinds:
// `assay help warnings` and docs/warnings.md are written from them.
package finding

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"assay/check/soft"
	"assay/eval"
	"assay/eval/plan"
	"assay/report"
	"assay/treebank"
)

// A Kind documents the warnings that have one cause.
type Kind struct {
	Name   string // that of report.Warning.Kind
	Doc    string // the fault, in one sentence
	Remedy string // how to go on
}

// A Scope says what a finding is about.
type Scope int

// The scopes. Those of files are the only ones that belong to each file of an experiment.
const (
	OfFiles   Scope = iota // the files of one run
	OfRun                  // options in one run
	OfOptions              // options over all runs: it comes once
	OfResult               // all runs together
	OfReading              // files that were read, whether or not they were counted
)

// A Finding looks at runs.
type Finding struct {
	Kinds []Kind
	Scope Scope
	// Watch is nil if the result is enough. It returns nil where the files or the measures give nothing to watch.
	Watch func(gold, system *treebank.Source, ms []*eval.Measure) eval.Watch
	// Find describes the findings in a run; of scope OfOptions in the first one. Run.Watch is what Watch returned.
	Find func(ctx context.Context, run *Run) []report.Warning
	// Conclude describes the findings in all runs together.
	Conclude func(all *All) []report.Warning
	// Read describes the findings in files.
	Read func(files *Files) []report.Warning
}

// Findings are all findings, in the order in which they are reported. To add one, add a line.
var Findings = []*Finding{
	SameFile, MissingFiles, Empty, Pairing, Moved, Translation, Rules, UnseenCondition, UnseenWeights, Coverage, Unmet,
	Partial, Roots, Anchors, Gaps, Counterparts, Answers, Labels, Ungrouped,
	Missing,
	Lead, Stray, Undecided, Unmoved,
	Repair, LabelColumns, Train, Params, Skipped, Latin1, CutShort,
	Unit,
}

// Asked holds options as the user typed them, for messages.
type Asked struct {
	Where, By string // By is empty if the user asked for no keys
	Params    string // a file of parameters
	Check     string // a file of decisions
}

// A Setting is what findings know beside the plan and the result.
type Setting struct {
	Asked
	Names        [2]string // of gold and the systems, in warnings about all runs; "" for those of the run
	Translations []eval.Translation
	ReadOnce     bool        // the files cannot be read again
	Claims       bool        // there are intervals or tests
	Piped        bool        // a file is a pipe, which is not looked at
	Strays       *soft.Stray // decisions without an item, nil if that cannot be known
}

// A Run is one system, counted.
type Run struct {
	*Setting
	Plan   *plan.Plan
	Result *eval.Result
	Watch  eval.Watch // that of the finding, nil if it has none
}

// Measures returns the measures of the run.
func (r *Run) Measures() []*eval.Measure { return MeasuresOf(r.Result) }

// MeasuresOf returns the measures of a run.
func MeasuresOf(res *eval.Result) (out []*eval.Measure) {
	for _, c := range res.Counts {
		out = append(out, c.Metric)
	}
	return out
}

// All is what the runs have given.
type All struct {
	*Setting
	Runs    []*eval.Result
	Figures []*report.Result
	Leads   []report.Lead
	// the main score of two systems, tested by sentence and by document
	Score  string
	Alpha  float64
	Tested [2]Tested
}

// A watched is a watch that knows its finding.
type watched struct {
	eval.Watch
	of *Finding
}

// Watches makes the watches of a run, for eval.Options.Watches.
func Watches(gold, system *treebank.Source, ms []*eval.Measure) (out []eval.Watch) {
	for _, f := range Findings {
		if f.Watch == nil {
			continue
		}
		if w := f.Watch(gold, system, ms); w != nil {
			out = append(out, &watched{w, f})
		}
	}
	return out
}

// InRun describes the findings of these scopes in a run.
func InRun(ctx context.Context, run *Run, scopes ...Scope) (out []report.Warning) {
	for _, f := range Findings {
		if f.Find == nil || !slices.Contains(scopes, f.Scope) {
			continue
		}
		one := *run
		one.Watch = nil
		for _, w := range run.Result.Watches {
			if w, ok := w.(*watched); ok && w.of == f {
				one.Watch = w.Watch
			}
		}
		if f.Watch == nil || one.Watch != nil {
			out = append(out, f.Find(ctx, &one)...)
		}
	}
	if run.Result.Gold == nil { // no run
		return out
	}
	return inUnits(run.Result, out)
}

// InFiles describes the findings in the files that were read.
func InFiles(files *Files) (out []report.Warning) {
	files.mu.Lock()
	defer files.mu.Unlock()
	for _, f := range Findings {
		if f.Read != nil {
			out = append(out, f.Read(files)...)
		}
	}
	return out
}

// inUnits puts the noun for a unit of the run into warnings about sentences.
func inUnits(res *eval.Result, list []report.Warning) []report.Warning {
	for i := range list {
		list[i] = list[i].InUnits(res.InUnits)
	}
	return list
}

// plural returns a number with its noun, in the singular for 1.
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// are is the verb for n things.
func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// base is the name of a file in a warning.
func base(src *treebank.Source) string { return filepath.Base(src.Name) }

package main

import (
	"strings"

	"github.com/spf13/cobra"

	"assay/study/option"
)

// givenOptions says which options a command was given, and their values.
type givenOptions struct{ cmd *cobra.Command }

// Text returns the value of an option, "" if the command has no such option.
func (r givenOptions) Text(name string) string {
	if f := r.cmd.Flags().Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}

// Given reports whether the user gave an option.
func (r givenOptions) Given(name string) bool {
	f := r.cmd.Flags().Lookup(name)
	return f != nil && f.Changed
}

// unless and ifGiven report whether another option is missing, or given.
func unless(name string) func(option.Given) bool {
	return func(run option.Given) bool { return !run.Given(name) }
}

func ifGiven(name string) func(option.Given) bool {
	return func(run option.Given) bool { return run.Given(name) }
}

// Why options have no effect in some runs of several commands.
const errorsCounted = "the table of an experiment counts errors"

var (
	noShares = option.Idle{Commands: "suspects", Why: "suspects has no signature and no shares"}
	noScores = option.Idle{Commands: "validate", Why: "validate lists problems, and has no scores"}
)

// ofFiles says of an option of a command that it does not go with an experiment.
func ofFiles(command string) []option.Idle {
	return []option.Idle{{Commands: command, When: option.Experiment, Why: option.OfFiles}}
}

// untested says of an option of tests that assay merge tests with --compare alone.
func untested() []option.Idle {
	return []option.Idle{{Commands: "merge", When: unless("compare"), Why: "tests go with --compare"}}
}

// undrawn says of an option of intervals and tests that nothing may be drawn: neither intervals, nor the tests of
// --compare, nor those for the marks of a table for a paper.
func undrawn() []option.Idle {
	drawsNothing := func(run option.Given) bool {
		latex := run.Text("format") == "latex" || strings.HasSuffix(run.Text("output"), ".tex")
		return run.Text("ci") == "none" && run.Text("compare") != "true" && !latex
	}
	return []option.Idle{{Commands: "score merge", When: drawsNothing, Why: "nothing is drawn without --ci"}}
}

// notOverRuns reports whether an experiment has other intervals than those over its runs.
func notOverRuns(run option.Given) bool {
	return option.Experiment(run) && run.Text("ci") != overRuns && run.Text("ci") != "none"
}

// unsuspected and suspected say of an option of assay check that it goes with --suspects, or not.
func unsuspected() []option.Idle {
	return []option.Idle{{Commands: "check", When: unless("suspects"), Why: "it goes with --suspects"}}
}

func suspected() []option.Idle {
	return []option.Idle{{When: ifGiven("suspects"), Why: "it does not go with --suspects"}}
}

// undecided says of an option of tables that assay check shows one at two times.
func undecided() option.Idle {
	return option.Idle{Commands: "check", Why: "it goes with --agreement or --apply",
		When: func(run option.Given) bool { return !run.Given("agreement") && !run.Given("apply") }}
}

// notPages reports whether an experiment is to be written otherwise than as pages.
func notPages(run option.Given) bool { return option.Experiment(run) && run.Text("format") != "html" }

// refuseIdle refuses options that have no effect in this run.
func refuseIdle(cmd *cobra.Command) (err error) {
	eachOption(cmd, func(x *option.Option, given bool) {
		for i := range x.Idle {
			if rule := &x.Idle[i]; given && err == nil && rule.Holds(cmd.Name(), givenOptions{cmd}) {
				err = usagef("%s", rule.Refusal("--"+x.Name))
			}
		}
	})
	return err
}

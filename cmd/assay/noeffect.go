package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// An idleRule names options that have no effect in some runs of some commands. Such an option is
// refused: whoever gives it expects a figure that the run does not have.
type idleRule struct {
	commands string
	in       func(r *givenOptions) bool // nil is always
	options  string
	why      string
}

// givenOptions says which options a command was given, and their values.
type givenOptions struct{ cmd *cobra.Command }

func (r *givenOptions) value(name string) string {
	if f := r.cmd.Flags().Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}

func (r *givenOptions) given(name string) bool {
	f := r.cmd.Flags().Lookup(name)
	return f != nil && f.Changed
}

func (r *givenOptions) experiment() bool {
	return r.given("table") || r.given("runs") || r.given("gold")
}

func (r *givenOptions) files() bool { return !r.experiment() }

// resamples reports whether anything is drawn: intervals, the tests of compare, or the tests for the
// marks of a table for a paper.
func (r *givenOptions) resamples() bool {
	latex := r.value("format") == "latex" || strings.HasSuffix(r.value("output"), ".tex")
	return r.value("ci") != "none" || r.value("compare") == "true" || latex
}

// rulesWithoutEffect are the rules for all commands.
func rulesWithoutEffect() []idleRule {
	const experiments, ofFiles = "it goes with --table or --runs", "it does not go with an experiment; score the " +
		"files of one treebank with it"
	return []idleRule{
		{"score compare errors report slices", (*givenOptions).files, "missing center", experiments},
		{"compare", (*givenOptions).files, "paired-runs", experiments},
		{"score", (*givenOptions).experiment,
			"baseline baselines confidence max-drop fail-under paper plus-minus strict", ofFiles},
		{"compare", (*givenOptions).experiment, "details why paper", ofFiles},
		{"errors", (*givenOptions).experiment, "scores precision", "the table of an experiment counts errors"},
		{"score compare", (*givenOptions).experiment, "stratum", "an experiment resamples within its treebanks"},
		{"score compare", func(r *givenOptions) bool {
			return r.experiment() && !slices.Contains([]string{"runs", "none"}, r.value("ci"))
		}, "ci", "the intervals of an experiment are those of --ci runs"},
		{"score merge", func(r *givenOptions) bool { return !r.resamples() }, "alpha samples seed unit stratum",
			"nothing is drawn without --ci"},
		{"merge", func(r *givenOptions) bool { return r.value("compare") != "true" },
			"adjust alternative test margin details paired-runs baseline", "tests go with --compare"},
		{"show", nil, "by on-error", "show draws sentences, and counts nothing"},
		{"suspects", nil, "cite precision", "suspects has no signature and no shares"},
		{"validate", nil, "cite precision", "validate lists problems, and has no scores"},
		{"slices", nil, "precision", "shares have one decimal"},
		{"slices", (*givenOptions).experiment, "center", "the first run of each treebank is searched"},
		{"check", func(r *givenOptions) bool { return !r.given("suspects") },
			"kinds context dependency-context longest apply", "it goes with --suspects"},
		{"check", func(r *givenOptions) bool { return r.given("suspects") }, "score exact-matches blind each",
			"it does not go with --suspects"},
		{"check", nil, "by on-error", "check asks about items, and counts no scores"},
		{"check", func(r *givenOptions) bool { return !r.given("agreement") && !r.given("apply") }, "cite format precision",
			"it goes with --agreement or --apply"},
		{"check", func(r *givenOptions) bool { return !r.given("sample") }, "seed", "nothing is drawn without --sample"},
		{"check", func(r *givenOptions) bool { return r.given("terminal") }, "no-open", "there is no page in the terminal"},
		{"rewrite", func(r *givenOptions) bool { return !r.given("suggest") }, "heads-only top", "it goes with --suggest"},
		{"report", (*givenOptions).files, "scores", experiments},
		{"report", func(r *givenOptions) bool { return r.experiment() && r.value("format") != "html" }, "format",
			"an experiment is a folder of pages"},
		{"report", nil, "cite", "pages have whole signatures"},
	}
}

// refuseIdle refuses options that have no effect in this run.
func refuseIdle(cmd *cobra.Command) error {
	r := &givenOptions{cmd}
	for _, rule := range rulesWithoutEffect() {
		if !slices.Contains(strings.Fields(rule.commands), cmd.Name()) || rule.in != nil && !rule.in(r) {
			continue
		}
		for _, name := range strings.Fields(rule.options) {
			if r.given(name) {
				return usagef("--%s has no effect here: %s", name, rule.why)
			}
		}
	}
	return nil
}

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"assay/diagnose"
	"assay/diagnose/slicing"
	"assay/eval"
	"assay/eval/breakdown"
	"assay/eval/plan"
	"assay/report"
	"assay/subgroup"
)

// foremost is the beginning of a list of errors: its largest phenomenon and its strongest slice.
type foremost struct {
	builder *diagnose.Builder // errors by phenomenon; nil for none
	slice   string
}

// begins prepares the answer of a list of all errors of one measure as text. It returns nil for
// others.
func (l *listing) begins(ms []*eval.Measure) (*foremost, error) {
	if l.format != string(report.TextFormat) || l.By != "" || l.Where != "" || len(ms) != 1 ||
		len(l.wanted()) > 0 || !ms[0].HasItems() {
		return nil, nil
	}
	keys, err := breakdown.Parse("phenomenon")
	if err != nil {
		return nil, err
	}
	return &foremost{builder: diagnose.NewBuilder(ms, diagnose.Options{By: keys, Main: true})}, nil
}

// mostSearched is the number of sentences from which on a list of errors does not begin with the
// strongest slice, which takes longer than the list.
const mostSearched = 20_000

// strongest searches slices and keeps the strongest one that holds. It reads the files again, which
// pipes do not allow.
func (l *listing) strongest(app *app, cmd *cobra.Command, ms []*eval.Measure) error {
	opt := l.Plan.Options()
	if l.first == nil || opt.Rank > 0 || opt.Oracle > 0 || opt.Pack > 0 || l.result.GoldN > mostSearched || app.Piped() {
		return nil
	}
	gatherer, err := slicing.New(slicing.Options{Metric: ms[0], Keys: slicing.DefaultKeys(false)}, nil)
	if err != nil {
		return err
	}
	gatherer.Treebank(l.Gold.Name)
	taps := plan.Items(gatherer.Collect, gatherer.Collected)
	taps.Progress = l.Taps.Progress
	if _, err := l.Plan.Run(cmd.Context(), 0, ms, taps); err != nil {
		return err
	}
	found, err := gatherer.Find(subgroup.Options{Top: 5,
		Parallel: func(n int, task func(int)) { eval.Parallel(l.Jobs, n, task) }}, nil)
	if err != nil {
		return nil // nothing to search, which the list of errors shows
	}
	if best := found.Strongest(); best != nil {
		l.first.slice = fmt.Sprintf("most often wrong: %s (%.0f %%, elsewhere %.0f %%); see assay slices",
			slicing.Slice(best), 100*best.Unseen.Rate(), 100*best.Others.Rate())
	}
	return nil
}

// lines returns the largest phenomenon and the strongest slice.
func (a *foremost) lines(res *eval.Result, repairs *diagnose.Repairs) (out []string) {
	if a == nil {
		return nil
	}
	if text := a.largest(res, repairs); text != "" {
		out = append(out, text)
	}
	if a.slice != "" {
		out = append(out, a.slice)
	}
	if len(out) > 0 {
		out = append(out, "")
	}
	return out
}

// largest names the phenomenon that costs most of the main score; of trees the kind of error.
func (a *foremost) largest(res *eval.Result, repairs *diagnose.Repairs) string {
	if repairs != nil {
		shares := repairs.Summary.Shares()
		if loss := 1 - repairs.Summary.F(); len(shares) > 0 && loss > 0 {
			return fmt.Sprintf("most of the loss: %s, %.0f %% of it", shares[0].Class, 100*shares[0].Lost/loss)
		}
		return ""
	}
	best, whole := a.builder.Diagnosis(res).Largest(res.Counts[0].Headline().Name)
	if best == nil || whole == 0 || best.Errors < 10 {
		return ""
	}
	return fmt.Sprintf("most of the loss: %s, %.0f %% of it (%s)", best.Name, 100*best.Lost/whole,
		plural(best.Errors, "error"))
}

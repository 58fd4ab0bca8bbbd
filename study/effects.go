package study

import (
	"context"
	"fmt"

	"assay/diagnose"
	"assay/eval"
	"assay/eval/plan"
	"assay/report"
	"assay/rewrite"
	"assay/study/finding"
)

// Effects holds how rules change a comparison: counts and, if requested, the errors that they
// remove and make.
type Effects struct {
	rule   *rewrite.Effect
	packed bool
	res    *eval.Result
	errors []diagnose.Error
	all    int // errors, of which some may be left out
}

// Effects finds the effects of the rules by a second run without them; nil if there
// are no rules. It lists at most most errors, all for 0, none below 0.
func (s *Study) Effects(ctx context.Context, system, most int) (*Effects, error) {
	if s.effect == nil {
		return nil, nil
	}
	scored, err := s.Measures(s.Gold, s.Systems[system])
	if err != nil {
		return nil, err
	}
	// The analyses are those that are scored, not those on which the rules do best. Of a forest the effect is that on
	// the first analysis: it is counted by words with one head.
	opt := s.Plan.Options()
	before := s.Plan.Sums().Whole().Unpacked().Plain(finding.Uncounted(opt.GoldSteps), finding.Uncounted(opt.SystemSteps)).
		Choosing(scored[0]).Plain(finding.Uncounted(s.plainSteps[0]), finding.Uncounted(s.plainSteps[1]))
	ms := []*eval.Measure{s.effect.Measure()}
	builder := diagnose.NewBuilder(ms, diagnose.Options{List: true, Most: max(0, most)})
	taps := plan.Taps{Progress: s.Taps.Progress}
	if most >= 0 {
		taps.To(builder)
		taps.ErrorsOnly = true
	}
	res, err := before.Run(ctx, system, ms, taps)
	if err != nil {
		return nil, err
	}
	e := &Effects{rule: s.effect, packed: s.Pack > 1, res: res}
	if most >= 0 {
		d := builder.Diagnosis(res)
		e.errors, e.all = d.Errors, d.Total()
	}
	return e, nil
}

// Table counts the words that each rule changed, and how many errors it removed
// and made.
func (e *Effects) Table() *report.Table {
	sum := e.res.Counts[0].Sum()
	words, heads, links := e.rule.Before(sum)
	title := "what the rules do: " + e.res.System.Name
	if e.packed {
		title += " (first analyses)"
	}
	table := &report.Table{Title: title,
		Head: []string{"rule", "gold words changed", "system words changed", "head errors removed", "made", "left",
			"link errors removed", "made", "left"}}
	zero := report.Count(0)
	table.Add(report.Label("(before)"), zero, zero, zero, zero, report.Tally(heads), zero, zero, report.Tally(links))
	idle := 0
	for _, row := range e.rule.Rows(sum) {
		if row.Gold+row.System == 0 {
			idle++
			continue
		}
		table.Add(report.Label(row.Name), report.Tally(row.Gold), report.Tally(row.System),
			report.Tally(row.HeadsRemoved), report.Tally(row.HeadsMade),
			report.Tally(row.HeadErrors), report.Tally(row.LinksRemoved), report.Tally(row.LinksMade),
			report.Tally(row.LinkErrors))
	}
	table.Notes = []string{fmt.Sprintf("of %.0f words; a link is head and label", words)}
	if idle > 0 {
		table.Notes = append(table.Notes,
			fmt.Sprintf("not shown, for they changed nothing: %d; where there are many rules a line is a module", idle))
	}
	if n := e.rule.Notes(sum); n != "" {
		table.Notes = append(table.Notes, n)
	}
	return table
}

// List names the errors: as they were if a rule removed them, as they are if it
// made them.
func (e *Effects) List() *report.Table {
	table := &report.Table{Title: "errors that rules remove or make",
		Head: []string{"sentence", "rule", "error", "gold", "system", "words"}}
	for i := range e.errors {
		x := &e.errors[i]
		table.Add(report.Label(e.res.Name(int(x.Unit))), report.Label(x.Part), report.Label(x.Group),
			report.Label(x.Gold), report.Label(x.System), report.Label(x.Words))
	}
	table.Notes = []string{"gold and system before the rule where it removed an error, after it where it made one"}
	if len(e.errors) < e.all {
		table.Notes = append(table.Notes, fmt.Sprintf("%d of %d errors; --top 0 lists all", len(e.errors), e.all))
	}
	return table
}

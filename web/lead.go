package web

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"

	"assay/compare"
	"assay/diagnose/lead"
	"assay/draw/chart"
	"assay/eval"
	"assay/eval/plan"
	"assay/internal/template"
	"assay/study"
)

// mostCauses is how many causes of a lead have a row of their own.
const mostCauses = 12

// A LeadView is where the lead of the better of two systems comes from: the way from the score of B to
// that of A by causes of errors.
type LeadView struct {
	A, B     string // A leads
	Shown    bool   // the tests show a difference
	From, To string // scores
	Words    Paragraph
	Rows     []LeadRow
	BarFrom  template.HTML
	BarTo    template.HTML
	Axis     template.HTML
	Note     string
	Pair     string // in addresses
}

// A LeadRow is one cause.
type LeadRow struct {
	Name, Value, Interval string
	Clear                 bool // the interval leaves 0 out
	Bar                   template.HTML
	Cause                 string // in addresses: the names that it joins, between bars
	Loss                  bool
}

// Href shows the sentences of a row under the waterfall.
func (v *LeadView) Href(r LeadRow) string {
	return "#differences?" + url.Values{"pair": {v.Pair}, "cause": {r.Cause}}.Encode()
}

// namedLoss is the largest loss that has a name, as a step with its sentences; nil if there is none.
func namedLoss(l *Losses, causes []lead.Loss) *Step {
	for _, c := range causes {
		if lead.Named(c.Cause) && c.Lost != 0 {
			return &Step{Kind: c.Cause, Errors: c.Errors, Lost: signedLoss(l.score, c.Lost), lost: c.Lost,
				Href: sentencesHref("system", l.System, "cause", c.Cause)}
		}
	}
	return nil
}

// leads divides the lead of each pair of systems, over the sentences that all of them are scored on: the
// tests compare these.
func (b *builder) leads(ctx context.Context, found *compare.Comparison) error {
	if found == nil || slices.Contains(b.watches, nil) || find(found, b.scoreName()) == nil {
		return nil
	}
	runs, watches := b.results, b.watches
	if slices.ContainsFunc(runs, func(r *eval.Result) bool { return r.Counts[0].Skips() }) {
		if b.q.Study.ReadsOnce() || len(runs[0].Units) >= study.ManySentences {
			return nil // it takes a second run, which compare --why does
		}
		runs, watches = make([]*eval.Result, len(runs)), make([]*lead.ErrorLog, len(runs))
		only := b.q.Study.CommonlyScored()
		for i := range runs {
			var err error
			runs[i], err = b.q.Study.Again(ctx, i, only, func(ms []*eval.Measure, taps *plan.Taps) (err error) {
				if watches[i], err = lead.NewErrorLog(ms, 0); err == nil {
					taps.To(watches[i])
					taps.Discard = watches[i].Discard
				}
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	tests := find(found, b.scoreName())
	for _, view := range b.page.Browser.Pairs {
		k := slices.IndexFunc(tests.Pairs, func(p *compare.Pair) bool {
			return p.A == view.a && p.B == view.b || p.A == view.b && p.B == view.a
		})
		if k < 0 {
			continue
		}
		pair := tests.Pairs[k]
		better, worse := pair.B, pair.A
		if (pair.Difference < 0) != tests.Lower {
			better, worse = pair.A, pair.B
		}
		quantile := math.Sqrt2 * math.Erfinv(1-found.Options.Alpha)
		unit := compare.UnitSentence
		if found.Options.Unit == compare.UnitDocument {
			unit = compare.UnitDocument
		}
		division := lead.Of(runs[worse], runs[better], [2]*lead.ErrorLog{watches[worse], watches[better]},
			unit.String(), quantile)
		if unit == compare.UnitSentence {
			division.Unit = found.Noun
		}
		// else the tests are over other sentences
		if math.Abs(math.Abs(division.Whole.Part)-math.Abs(pair.Difference)) < 1e-9 {
			view.Lead = b.lead(division, found, tests, pair, better, worse)
			view.Lead.Pair = view.ID()
		}
	}
	return nil
}

// lead shows the lead of one system over another.
func (b *builder) lead(division *lead.Lead, found *compare.Comparison, tests *compare.Score, pair *compare.Pair,
	better, worse int) *LeadView {
	sign := 1.0
	if tests.Lower {
		sign = -1
	}
	unit := 1.0
	if tests.Rate {
		unit = 100
	}
	steps := division.Steps(mostCauses)
	slices.SortStableFunc(steps, func(x, y lead.Cause) int {
		group := func(c lead.Cause) int {
			switch {
			case !lead.Named(c.Name) || c.Names != nil:
				return 2
			case sign*c.Part < 0:
				return 1
			}
			return 0
		}
		return cmp.Compare(group(x), group(y)) // the largest are first already
	})
	formula := &eval.Formula{Rate: tests.Rate}
	view := &LeadView{A: b.names[better], B: b.names[worse], Shown: differs(found, pair),
		From: shown(formula, tests.Values[worse], 2), To: shown(formula, tests.Values[better], 2)}
	climb := chart.Climb{From: tests.Values[worse], To: tests.Values[better], Series: [2]int{worse, better},
		Rate: tests.Rate, Grey: !view.Shown}
	signed := func(v float64) string { return minus(fmt.Sprintf("%+.2f", v)) }
	numbers := lead.Hundredths(steps, division.Whole.Part, unit)
	for i, c := range steps {
		row := LeadRow{Name: c.Name, Cause: c.Name, Value: signed(float64(numbers[i]) / 100), Loss: sign*c.Part < 0}
		if c.Names != nil {
			row.Cause = strings.Join(c.Names, "|")
		}
		if !math.IsNaN(c.Low) {
			row.Interval = signed(unit*c.Low) + " to " + signed(unit*c.High)
			row.Clear = c.Low > 0 || c.High < 0
		}
		view.Rows = append(view.Rows, row)
		climb.Parts = append(climb.Parts, chart.Part{Size: c.Part, Low: c.Low, High: c.High,
			Rest: c.Names != nil || !lead.Named(c.Name)})
	}
	bars, axis := climb.Rows()
	view.BarFrom, view.BarTo, view.Axis = template.HTML(bars[0]), template.HTML(bars[len(bars)-1]), template.HTML(axis)
	for i := range view.Rows {
		view.Rows[i].Bar = template.HTML(bars[i+1])
	}
	view.Words = leadWords(view, steps, sign, tests, pair)
	view.Note = fmt.Sprintf("One scale for all rows. The line under a bar's end is its 95 %% interval, clustered "+
		"by %s; bold: it leaves out 0. Parts are differences of the shares of both losses (Shapley) and sum to the "+
		"difference. "+
		"Dashed and last: what has no name of its own. A row shows its %ss below.", division.Unit, found.Noun)
	return view
}

// leadWords says in a sentence what a lead consists of.
func leadWords(view *LeadView, steps []lead.Cause, sign float64, tests *compare.Score, p *compare.Pair) Paragraph {
	gain, loss := 0.0, 0.0
	var most [2]*lead.Cause // the largest named gain and loss
	for i := range steps {
		c, k := &steps[i], 0
		if sign*c.Part < 0 {
			k, loss = 1, loss+c.Part
		} else {
			gain += c.Part
		}
		if named := lead.Named(c.Name) && c.Names == nil; named && most[k] == nil && c.Part != 0 {
			most[k] = c
		}
	}
	out := Paragraph{{Text: points(tests, p.Difference) + " " + scoreLabel(tests.Name), Bold: true}, {Text: " (" +
		pValue(p.Adjusted) + ") are gains of " + points(tests, gain) + " and losses of " + points(tests, loss) + "."}}
	if c := most[0]; c != nil {
		out = append(out, Run{Text: " " + view.A + " gains most on "}, Run{Text: c.Name, Bold: true})
		if c = most[1]; c != nil {
			out = append(out, Run{Text: ", and loses most on "}, Run{Text: c.Name, Bold: true})
		}
		out = append(out, Run{Text: "."})
	}
	return out
}

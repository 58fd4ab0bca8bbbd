package web

import (
	"assay/internal/template"
	"cmp"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"

	"assay/check/suspects"
	"assay/compare"
	"assay/diagnose"
	"assay/diagnose/kummerfeld"
	"assay/diagnose/lead"
	"assay/draw/chart"
	"assay/eval"
	"assay/report"
)

// A Card is a system on the first screen: its main score on its own sentences.
type Card struct {
	Name     string
	Series   int // colour and shape in plots
	Value    string
	Label    string // of the score
	Interval string
	Bar      template.HTML // the interval on a line, with the other systems
	Scored   int
	Of       int
	Left     int    // sentences that are not scored
	Common   string // the figure over the sentences that all systems are scored on, "" if it is Value
	Note     string // in place of the number of sentences
}

// sentencesHref is the address of the sentences with these keys and values of the list's filters in turn.
func sentencesHref(filters ...string) string {
	query := url.Values{}
	for i := 0; i < len(filters); i += 2 {
		query.Set(filters[i], filters[i+1])
	}
	return "#sentences?" + query.Encode()
}

// Href is the address of the sentences that are not scored.
func (c Card) Href() string { return sentencesHref("system", c.Name, "show", "unscored") }

// All is the address of the sentences of the system.
func (c Card) All() string { return sentencesHref("system", c.Name) }

// Those is the address of the sentences that are scored, "" if none is.
func (c Card) Those() string {
	if c.Scored == 0 {
		return ""
	}
	return sentencesHref("system", c.Name, "show", "scored")
}

// A Suspect is an item of gold that is probably wrong.
type Suspect struct{ *suspects.Suspect }

// Href is the address of the sentence.
func (s Suspect) Href() string { return sentencesHref("s", s.ID) }

// Runs are a line of evidence; the sentence that it names is a link.
func (s Suspect) Runs(evidence string) Paragraph {
	for _, id := range s.Like {
		if before, after, ok := strings.Cut(evidence, "sentence "+id+")"); ok {
			return Paragraph{{Text: before}, {Text: "sentence " + id, Href: sentencesHref("s", id)}, {Text: ")" + after}}
		}
	}
	return Paragraph{{Text: evidence}}
}

// Points is the score, from which the order follows.
func (s Suspect) Points() string { return fmt.Sprintf("%.2f", s.Score) }

// A Paragraph is running text with links and names in bold.
type Paragraph []Run

// A Run is a stretch of a paragraph.
type Run struct {
	Text string
	Bold bool
	Href string
}

// Losses are the kinds of error of one system with their parts of the loss of
// one score, for a waterfall.
type Losses struct {
	System   string
	Score    string
	Value    string // the score as it is
	Note     string
	Steps    []Step
	Unscored bool // there is no score

	score *eval.Formula
	named *Step // the largest loss that has a name, where its kinds are not those of Steps
}

// The kinds of error that a waterfall shows at once; the others are folded if they are
// more than a few.
const (
	topSteps  = 12
	mostSteps = 15
)

// Top returns the kinds that are shown at once.
func (l Losses) Top() []Step {
	if len(l.Steps) > mostSteps {
		return l.Steps[:topSteps]
	}
	return l.Steps
}

// Rest returns the others, nil if there are none.
func (l Losses) Rest() *Rest {
	if len(l.Steps) <= mostSteps {
		return nil
	}
	rest := &Rest{Steps: l.Steps[topSteps:]}
	var lost float64
	for _, step := range rest.Steps {
		rest.Errors += step.Errors
		lost += step.lost
	}
	rest.Kinds, rest.Lost = len(rest.Steps), signedLoss(l.score, lost)
	return rest
}

// A Rest is the kinds of error that are folded.
type Rest struct {
	Steps         []Step
	Kinds, Errors int
	Lost          string
}

// largest returns the largest loss that has a name, nil if there is none.
func (l *Losses) largest() *Step {
	if l.named != nil {
		return l.named
	}
	var most *Step
	for i := range l.Steps {
		if step := &l.Steps[i]; step.lost > 0 && lead.Named(step.Kind) && (most == nil || step.lost > most.lost) {
			most = step
		}
	}
	return most
}

// size is the loss of a step without its sign.
func (l *Losses) size(s *Step) string {
	lost := s.lost
	if l.score.Rate {
		lost *= 100
	}
	return fmt.Sprintf("%.1f", math.Abs(lost))
}

// largestLosses names the largest loss of each system in a sentence; nil if none has one. Systems with
// the same kind are named together.
func largestLosses(losses []Losses) Paragraph {
	var kinds []string
	of := map[string][]*Losses{}
	for i := range losses {
		if most := losses[i].largest(); most != nil {
			if of[most.Kind] == nil {
				kinds = append(kinds, most.Kind)
			}
			of[most.Kind] = append(of[most.Kind], &losses[i])
		}
	}
	var out Paragraph
	for i, kind := range kinds {
		text := "; of "
		if i == 0 {
			text = "The largest loss of "
		}
		var systems []string
		for _, l := range of[kind] {
			systems = append(systems, l.System)
		}
		out = append(out, Run{Text: text + report.Listed(systems) + " is "}, Run{Text: kind, Bold: true}, Run{Text: ", "})
		for k, l := range of[kind] {
			step := l.largest()
			out = append(out, Run{Text: l.size(step), Href: step.Href})
			if k < len(of[kind])-1 {
				out = append(out, Run{Text: " and "})
			}
		}
		out = append(out, Run{Text: " " + of[kind][0].Score})
	}
	if out != nil {
		out = append(out, Run{Text: "."})
	}
	return out
}

// A Step is one kind of error.
type Step struct {
	Kind   string // with its part of the measure, where several parts have errors
	Errors int
	Lost   string        // with its sign
	Bar    template.HTML // from where the score is to where its repair brings it
	Href   string

	lost  float64
	class string // of the errors in the list of sentences, "" if they are not in it by class
}

// cards makes the cards of the main score.
func (b *builder) cards() {
	b.page.Cards, b.page.Score = b.cardsOf(b.score)
	if b.page.Browser != nil {
		b.page.Browser.Score = b.page.Score
	}
}

// cardsOf makes a card of each system for the score of that number, the best first: over the sentences of all
// systems where these are fewer than its own, because systems are compared over the same sentences.
func (b *builder) cardsOf(score int) (cards []Card, about Shown) {
	type standing struct {
		card     Card
		value    float64
		rank     float64 // value, or that over the sentences of all systems
		low, top float64
	}
	var all []standing
	for i, r := range b.firstResults() {
		s := standing{card: Card{Name: b.names[i], Series: i}, value: math.NaN(), rank: math.NaN(), low: math.NaN(),
			top: math.NaN()}
		n := r.Sentences
		s.card.Scored, s.card.Of = n.Scored, n.Scored+n.Unscorable+n.Missing+n.Skipped
		s.card.Left = s.card.Of - s.card.Scored
		if score >= 0 && score < len(r.Scores) {
			sc := r.Scores[score]
			s.value, s.rank = sc.Value, sc.Value
			if common := r.Common; common != nil {
				s.rank = common.Scores[score].Value
				s.card.Common = fmt.Sprintf("%s over the %s that all are scored on", shown(sc.Formula, s.rank, 2),
					report.Plural(common.Sentences, r.Sentences.Unit))
			}
			s.card.Label, s.card.Value = scoreLabel(sc.Name), shown(sc.Formula, sc.Value, 2)
			about = Shown{sc.Name, s.card.Label, sc.Rate, sc.Lower}
			for _, iv := range r.Intervals {
				if iv.Name == sc.Name {
					s.low, s.top = iv.Low, iv.High
					s.card.Interval = fmt.Sprintf("95 %% interval %s to %s", shown(sc.Formula, iv.Low, 1),
						shown(sc.Formula, iv.High, 1))
				}
			}
		}
		all = append(all, s)
	}
	field := chart.Field{}
	for _, s := range all {
		field.Take(s.value, s.low, s.top)
	}
	for i := range all {
		var others []float64
		for j, o := range all {
			if j != i {
				others = append(others, o.value)
			}
		}
		if math.IsNaN(all[i].value) {
			continue // nothing to draw
		}
		all[i].card.Bar = template.HTML(field.Interval(all[i].card.Series, all[i].value, all[i].low, all[i].top,
			others, about.Rate))
	}
	slices.SortStableFunc(all, func(x, y standing) int {
		if about.Lower {
			return cmp.Compare(x.rank, y.rank)
		}
		return cmp.Compare(y.rank, x.rank)
	})
	for _, s := range all {
		cards = append(cards, s.card)
	}
	return cards, about
}

// others makes the first screen of each other score of the first measure that is compared, or that short tables show
// where there is one system.
func (b *builder) others(found *compare.Comparison) {
	results := b.firstResults()
	if len(results) == 0 || b.page.Score.Name == "" {
		return
	}
	for i, score := range results[0].Scores {
		compared := found != nil && find(found, score.Name) != nil
		if score.Name == b.page.Score.Name || !compared && (len(b.names) > 1 || !score.Main) {
			continue
		}
		view := ScoreView{Name: score.Name, Label: scoreLabel(score.Name), Said: b.said(results[0], scoreLabel(score.Name)),
			Hidden: true}
		view.Cards, _ = b.cardsOf(i)
		if compared {
			view.Ladder = ladder(found, b.names, score.Name, b.q.Sentences)
			view.Sentences = inWords(found, b.names, score.Name)
		}
		b.page.Others = append(b.page.Others, view)
	}
}

// said names the sentences, the score and the measure of a result, and the sentences over which systems
// are compared where these are fewer.
func (b *builder) said(r *report.Result, label string) string {
	text := fmt.Sprintf("%s, %s of %s", report.Plural(r.Sentences.Gold, r.Sentences.Unit), label, r.Metric)
	if leads := b.report.Lead; len(leads) > 0 && leads[0].Sentences < leads[0].Of {
		text += fmt.Sprintf("; systems are compared over %s", report.Plural(leads[0].Sentences, r.Sentences.Unit))
	}
	return text
}

// firstResults are the results of the first measure, a system each.
func (b *builder) firstResults() (out []*report.Result) {
	k := 0
	for _, res := range b.results {
		out = append(out, b.report.Results[k])
		k += len(res.Counts)
	}
	return out
}

// scoreLabel is the name of a score as the field writes it.
func scoreLabel(name string) string {
	base, suffix := name, ""
	for _, s := range []string{"_precision", "_recall", "_f1", "_aligned"} {
		if cut, ok := strings.CutSuffix(name, s); ok {
			base, suffix = cut, " "+strings.ReplaceAll(s[1:], "f1", "F1")
		}
	}
	switch base {
	case "uas", "las", "clas", "mlas", "blex", "elas", "eulas", "upos", "xpos":
		return strings.ToUpper(base) + suffix
	case "f1":
		return "F1"
	}
	return strings.ReplaceAll(base, "_", " ") + suffix
}

// shown writes a value of a score: shares in percent.
func shown(s *eval.Formula, v float64, precision int) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "n/a"
	case s.Rate:
		return fmt.Sprintf("%.*f", precision, 100*v)
	case s.Count:
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.*f", precision, v)
}

// pValue writes a p-value.
func pValue(p float64) string {
	switch {
	case math.IsNaN(p):
		return "p unknown"
	case p < 0.001:
		return "p < .001"
	case p < 0.1:
		return "p = " + strings.TrimPrefix(fmt.Sprintf("%.3f", p), "0")
	case p >= 0.995:
		return "p = 1"
	}
	return "p = " + strings.TrimPrefix(fmt.Sprintf("%.2f", p), "0")
}

// points writes a difference of scores without its sign.
func points(s *compare.Score, d float64) string {
	if s.Rate {
		d *= 100
	}
	return fmt.Sprintf("%.1f", math.Abs(d))
}

// find returns the comparison in one score over all the data.
func find(c *compare.Comparison, name string) *compare.Score {
	if len(c.Metrics) == 0 {
		return nil
	}
	for _, s := range c.Metrics[0].Scores {
		if s.Name == name && s.By == "" {
			return s
		}
	}
	return nil
}

// differs reports whether a test found a difference.
func differs(c *compare.Comparison, p *compare.Pair) bool {
	return p.Adjusted < c.Options.Alpha
}

func signedPoints(s *compare.Score, d float64) string {
	if s.Rate {
		d *= 100
	}
	return minus(fmt.Sprintf("%.1f", d))
}

// ladder draws the systems on one line, by their scores on the sentences that
// all of them have, and joins those between which no difference was shown. Linked systems
// lead to their sentences.
func ladder(c *compare.Comparison, names []string, score string, linked bool) *Ladder {
	s := find(c, score)
	if s == nil {
		return nil
	}
	l := chart.Ladder{Title: "systems by " + scoreLabel(s.Name), Rate: s.Rate}
	for i, v := range s.Values {
		rung := chart.Rung{Name: names[i], Series: i, Value: v}
		if linked {
			rung.Href = Card{Name: names[i]}.All()
		}
		l.Rungs = append(l.Rungs, rung)
	}
	untested := 0
	for _, p := range s.Pairs {
		if math.IsNaN(p.Adjusted) { // no test is no sign that the systems are alike
			untested++
		} else if !differs(c, p) {
			l.Joins = append(l.Joins, chart.Join{A: p.A, B: p.B, Text: pValue(p.Adjusted)})
		}
	}
	unit, split := c.Noun+"s", ""
	if c.Stretches < c.Sentences {
		unit, split = "stretches of text", fmt.Sprintf(" Systems split some of the %d sentences differently.", c.Sentences)
	}
	which := "that all systems are scored on"
	if n := c.Metrics[0].Counted; n > 0 {
		which = fmt.Sprintf("in common, of which %d count as wrong for a system that lacks them or cannot be scored on them", n)
	}
	note := fmt.Sprintf("%s on the %d %s %s.%s", scoreLabel(s.Name), c.Stretches-c.Metrics[0].Skipped, unit, which, split)
	if untested > 0 {
		note += " " + pairs(untested, "has", "have") + " no p: not joined."
	}
	return &Ladder{SVG: template.HTML(l.SVG()), Note: note,
		Tests: fmt.Sprintf("p adjusted for %d tests (%s).", c.Tests(), adjustment(c.Options.Adjust))}
}

func adjustment(a compare.Adjustment) string {
	switch a {
	case compare.AdjustHolm:
		return "Holm"
	case compare.AdjustBH:
		return "Benjamini and Hochberg"
	}
	return a.String()
}

// A Ladder is the drawing of systems and differences, with its notes.
type Ladder struct {
	SVG   template.HTML
	Note  string
	Tests string
}

// A Matrix is the differences of all pairs of systems in one score.
type Matrix struct {
	Title string
	Names []string
	Rows  []MatrixRow
	Main  bool // of the score that the page is about
}

// A MatrixRow is the differences of one system from the others.
type MatrixRow struct {
	Name  string
	Value string
	Cells []MatrixCell
}

// A MatrixCell is the difference of the row's system from the column's.
type MatrixCell struct {
	Text  string
	P     string
	Shade string // "", "s1", "s2", "s3": adjusted p below .05, .01, .001
	Href  string
}

// matrices are the differences, a matrix for each score.
func matrices(c *compare.Comparison, names []string, main string) (out []Matrix) {
	for i, m := range c.Metrics {
		for _, s := range m.Scores {
			if s.By != "" || len(s.Values) < len(names) {
				continue
			}
			x := matrix(m.Name, s, names)
			x.Main = i == 0 && s.Name == main
			out = append(out, x)
		}
	}
	return out
}

func matrix(metric string, s *compare.Score, names []string) Matrix {
	x := Matrix{Title: metric + ": " + scoreLabel(s.Name), Names: names}
	for i, name := range names {
		row := MatrixRow{Name: name, Value: shown(&eval.Formula{Rate: s.Rate}, s.Values[i], 2),
			Cells: make([]MatrixCell, len(names))}
		for _, p := range s.Pairs {
			other, d := p.A, p.Difference // of B less A
			if p.A == i {
				other, d = p.B, -d
			} else if p.B != i {
				continue
			}
			sign := "+"
			if d < 0 {
				sign = "−"
			}
			row.Cells[other] = MatrixCell{Text: sign + points(s, d), P: pValue(p.Adjusted),
				Href: sentencesHref("better", names[i], "than", names[other]), Shade: shadeOf(p.Adjusted)}
		}
		x.Rows = append(x.Rows, row)
	}
	return x
}

// lossesOf are the kinds of error of a system: those of Kummerfeld et al. for
// trees, else the classes of the measure that are measured in its main score.
func lossesOf(name string, m *eval.Measure, res *eval.Result, d *diagnose.Diagnosis, repairs *diagnose.Repairs) Losses {
	if repairs != nil && repairs.Summary.Sentences > 0 {
		return kindLosses(name, repairs)
	}
	scores := m.Scores(res.Counts[0].Sum())
	main := eval.HeadlineOf(scores)
	if main < 0 {
		return Losses{System: name}
	}
	l := Losses{System: name, Score: scoreLabel(scores[main].Name),
		Value: shown(scores[main].Formula, scores[main].Value, 2),
		Note:  "Shares of the loss of each class: its mean gain over all orders of repair. They sum to the whole loss."}
	l.score = scores[main].Formula
	at := scores[main].Value
	var parts []chart.Part
	var classes []*diagnose.Class
	for i := range d.Classes {
		if c := &d.Classes[i]; c.Metric == 0 && c.Score == main && !math.IsNaN(c.Lost) && c.Lost != 0 {
			classes = append(classes, c)
		}
	}
	slices.SortStableFunc(classes, func(x, y *diagnose.Class) int { return cmp.Compare(y.Lost, x.Lost) })
	for _, c := range classes {
		label := strings.TrimSpace(c.Part + " " + c.Name)
		l.Steps = append(l.Steps, Step{Kind: label, Errors: c.Errors, Lost: signedLoss(scores[main].Formula, c.Lost),
			lost: c.Lost, class: c.Part + classMark + c.Name})
		parts = append(parts, chart.Part{Size: c.Lost})
	}
	l.bars(at, parts)
	l.Unscored = math.IsNaN(at)
	return l
}

// kindLosses are the shares of Kummerfeld's kinds.
func kindLosses(name string, r *diagnose.Repairs) Losses {
	s := &r.Summary
	f := &eval.Formula{Rate: true}
	l := Losses{System: name, score: f, Score: "F1", Value: shown(f, s.F(), 2),
		Note: fmt.Sprintf("Shares of the loss of each kind: its %s. They sum to the whole loss. Counted on every "+
			"bracket of the %d sentences that can be analysed, so the F1 differs from that of the card.", r.How(), s.Sentences)}
	shares := s.Shares()
	slices.SortStableFunc(shares, func(x, y kummerfeld.Share) int { return cmp.Compare(y.Lost, x.Lost) })
	var parts []chart.Part
	for _, x := range shares {
		kind := kindName(string(x.Class))
		l.Steps = append(l.Steps, Step{Kind: kind, Errors: x.Errors, Lost: signedLoss(f, x.Lost), lost: x.Lost,
			Href: sentencesHref("system", name, "kind", kind)})
		parts = append(parts, chart.Part{Size: x.Lost})
	}
	l.bars(s.F(), parts)
	return l
}

func signedLoss(s *eval.Formula, lost float64) string {
	if s.Rate {
		lost *= 100
	}
	return minus(fmt.Sprintf("%+.2f", -lost))
}

// bars draws the steps from the score as it is up to that with all repaired.
func (l *Losses) bars(from float64, parts []chart.Part) {
	for i, bar := range chart.Waterfall(from, parts) {
		l.Steps[i].Bar = template.HTML(bar)
	}
}

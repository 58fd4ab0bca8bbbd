package compare

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"assay/report"
	"assay/signif"
)

// Write writes c in form format: text, json, csv, tsv, markdown, latex or html.
func (c *Comparison) Write(w io.Writer, format report.Format, view View) error {
	switch format {
	case report.JSON:
		return c.WriteJSON(w)
	case report.CSV, report.TSV:
		return report.WriteTables(w, format, c.flat())
	}
	if format != report.TextFormat {
		view.Width = 0
	}
	return report.WriteTables(w, format, c.Answers(view)...)
}

// Letter is the name of system i in tables: A, B, ... Z, A2, ...
func Letter(i int) string {
	s := string(rune('A' + i%26))
	if i >= 26 {
		s += strconv.Itoa(i/26 + 1)
	}
	return s
}

// Tables returns the tables for readers, measure by measure.
func (c *Comparison) Tables(precision int) []*report.Table {
	head := &report.Table{Head: []string{"", "file"}}
	head.Add(report.Label("gold"), report.Label(c.Gold.Path))
	for i, s := range c.Systems {
		head.Add(report.Label(Letter(i)), report.Label(s))
	}
	out := []*report.Table{head}
	for _, m := range c.Metrics {
		view := c.newView(m, precision)
		if c.Options.Baseline == NextBest {
			out = append(out, (&brief{view: view}).ranks())
		}
		out = append(out, view.differences(), view.background())
		out = append(out, view.items()...)
		last := out[len(out)-1]
		last.Notes = append(last.Notes, view.notes()...)
	}
	return out
}

// A view makes the tables of one measure.
type view struct {
	c         *Comparison
	m         *Metric
	precision int
	many      bool // several comparisons of each score
	by        bool // groups
}

// columns are the heads of the first cells of a row.
func (v *view) columns() []string {
	names := []string{"score"}
	if v.by {
		names = append(names, "group")
	}
	if v.many {
		names = append(names, "systems")
	}
	return names
}

// lead returns the first cells of a row.
func (v *view) lead(score *Score, pair *Pair) []report.Cell {
	cells := []report.Cell{report.Label(score.Name)}
	if v.by {
		cells = append(cells, report.Label(strings.TrimPrefix(score.groupText(), " of ")))
	}
	if v.many {
		cells = append(cells, report.Label(Letter(pair.A)+" "+Letter(pair.B)))
	}
	return cells
}

// sides names the two systems of each row: by their letters where all rows are about the same two.
func (v *view) sides() (a, b string) {
	if v.many {
		return "first", "second"
	}
	pair := v.m.Scores[0].Pairs[0]
	return Letter(pair.A), Letter(pair.B)
}

// unit is the noun for what tests exchange.
func (c *Comparison) unit() string {
	if c.Options.Unit == UnitSentence {
		return c.Noun
	}
	return c.Options.Unit.String()
}

// units says how many units are compared, and of how many if some are not.
func (v *view) units() string {
	unit := v.c.unit()
	if unit == "sentence" && v.c.Stretches < v.c.Sentences {
		unit = "stretch"
	}
	n := count(v.c.Units, unit)
	if used := v.m.Scores[0].Units; used < v.c.Units {
		return fmt.Sprint(used, " of ", n)
	}
	return n
}

// differences is the table of the figures and the tests.
func (v *view) differences() *report.Table {
	opt := v.c.Options
	a, b := v.sides()
	d := b + "-" + a
	if v.many {
		d = "difference"
	}
	table := &report.Table{Title: v.m.Name + "   n = " + v.units(), Head: append(v.columns(), a, b, d)}
	if opt.CI != CINone {
		table.Head = append(table.Head, confidence(opt.Alpha)+" interval")
	}
	table.Head = append(table.Head, "p")
	if opt.Adjust != AdjustNone {
		table.Head = append(table.Head, opt.Adjust.head())
	}
	table.Head = append(table.Head, "test")
	for s, pair := range v.m.pairs() {
		row := append(v.lead(s, pair), v.value(s, pair.A), v.value(s, pair.B), v.points(s, pair.Difference))
		if opt.CI != CINone {
			row = append(row, v.interval(s, pair))
		}
		row = append(row, report.Label(pText(pair.Test)))
		if opt.Adjust != AdjustNone {
			row = append(row, report.Label(digits2(pair.Adjusted)))
		}
		table.Add(append(row, report.Label(testText(pair)))...)
	}
	return table
}

// background is the table of the data that the tests use, with the notes.
func (v *view) background() *report.Table {
	a, b := v.sides()
	table := &report.Table{Head: append(v.columns(), a+" better", b+" better", "equal", "design effect", "detectable",
		"best of all")}
	for score, pair := range v.m.pairs() {
		row := append(append(v.lead(score, pair), pair.wins()...), report.Number(pair.DesignEffect, 1))
		detectable := v.shown(score, pair.Detectable)
		if math.IsNaN(pair.Test.P) || math.IsNaN(pair.Detectable) {
			detectable = "n/a"
		} else if pair.Detectable > score.bound() {
			detectable = "none"
		}
		table.Add(append(row, report.Shown(pair.Detectable, detectable),
			report.Shown(score.Oracle, v.shown(score, score.Oracle)))...)
	}
	return table
}

// wins are the numbers of units on which each system is better, and on which neither is.
func (p *Pair) wins() []report.Cell {
	if p.Unpaired {
		return []report.Cell{report.Label(""), report.Label(""), report.Label("")}
	}
	return []report.Cell{report.Count(p.ABetter), report.Count(p.BBetter), report.Count(p.Equal)}
}

func (v *view) shown(s *Score, x float64) string {
	if s.Rate {
		x *= 100
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "n/a"
	}
	text := strconv.FormatFloat(x, 'f', v.precision, 64)
	if strings.HasPrefix(text, "-") && strings.Trim(text, "-0.") == "" { // no minus sign for a number shown as 0
		return text[1:]
	}
	return text
}

// value shows a score with its interval.
func (v *view) value(s *Score, i int) report.Cell {
	text := v.shown(s, s.Values[i])
	if s.Intervals != nil && !math.IsNaN(s.Intervals[i].Low) {
		text += " [" + v.shown(s, s.Intervals[i].Low) + ", " + v.shown(s, s.Intervals[i].High) + "]"
	}
	return report.Shown(s.Values[i], text)
}

func (v *view) points(s *Score, d float64) report.Cell { return report.Shown(d, v.signed(s, d)) }

func (v *view) signed(s *Score, d float64) string {
	text := v.shown(s, d)
	if !strings.HasPrefix(text, "-") && strings.Trim(text, "0.") != "" && text != "n/a" {
		text = "+" + text
	}
	return text
}

func (v *view) interval(s *Score, p *Pair) report.Cell {
	if p.Interval == nil || math.IsNaN(p.Interval.Low) {
		return report.Label("")
	}
	return report.Labelf("[%s, %s]", v.signed(s, p.Interval.Low), v.signed(s, p.Interval.High))
}

// digits2 shows a p-value or the like with two digits.
func digits2(x float64) string {
	switch {
	case math.IsNaN(x):
		return ""
	case x <= signif.Smallest:
		return "<" + strconv.FormatFloat(signif.Smallest, 'g', 2, 64)
	}
	return strconv.FormatFloat(x, 'g', 2, 64)
}

// pText shows a p-value, with its standard error if it was sampled.
func pText(test signif.Test) string {
	switch {
	case test.Identical:
		return "identical"
	case math.IsNaN(test.P):
		return "n/a"
	case !math.IsNaN(test.Far):
		return "<" + digits2(test.P)
	case test.Samples > 0:
		return fmt.Sprintf("%s ±%s", strconv.FormatFloat(test.P, 'g', 3, 64), strconv.FormatFloat(test.Error(), 'g', 1, 64))
	}
	return digits2(test.P)
}

func testText(p *Pair) string {
	if p.TestName == string(signif.NoTest) {
		return ""
	}
	return p.TestName
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if strings.HasSuffix(what, "ch") {
		return fmt.Sprint(n, " ", what, "es")
	}
	return fmt.Sprint(n, " ", what, "s")
}

func confidence(alpha float64) string {
	return strconv.FormatFloat(100*(1-alpha), 'g', 6, 64) + "%"
}

// assumptions lists the assumptions of each test.
var assumptions = []struct{ test, text string }{
	{string(signif.Dynamic), "ar-exact: systems exchanged %s by %s, all exchanges counted; takes %ss as " +
		"independent of each other"},
	{string(signif.Enumeration), "ar-enumerated: systems exchanged %s by %s, all exchanges counted; takes %ss as " +
		"independent of each other"},
	{string(signif.Sampling), "ar: systems exchanged %s by %s at random; takes %ss as independent of each other"},
	{string(signif.Saddlepoint), "ar-saddlepoint: systems exchanged %s by %s, approximated in the far tail; takes " +
		"%ss as independent of each other"},
	{"mcnemar", "mcnemar: takes the single items as independent, which those of a sentence are not; p is too small " +
		"unless each sentence is one item"},
	{"sign", "sign: about the number of %ss won, not about how much"},
	{"wilcoxon", "wilcoxon: about the scores of single %ss, each of one weight, and takes their differences as " +
		"symmetric; not about the score of the whole"},
	{string(signif.Resampling), "poisson-z: the difference over its standard error in the Poisson bootstrap, taken as " +
		"normal; takes %ss as independent of each other"},
	{"t", "t: about the mean of the scores of single %ss, taken as near normal; not about the score of the whole"},
}

// unscored says what becomes of the sentences that not every system is scored on.
func (v *view) unscored() (out []string) {
	if v.m.Skipped > 0 {
		out = append(out, fmt.Sprintf("%s left out: not scored for every system", count(v.m.Skipped, v.c.Noun)))
	}
	if v.m.Counted > 0 {
		out = append(out, fmt.Sprintf("%s of these count as wrong for a system that lacks them or cannot be scored on them",
			count(v.m.Counted, v.c.Noun)))
	}
	return out
}

func (v *view) notes() []string {
	var out []string
	comparison, opt := v.c, v.c.Options
	if opt.Unit == UnitSentence && comparison.Stretches < comparison.Sentences {
		out = append(out, fmt.Sprintf("sentences are split differently: the unit is the smallest stretch of text "+
			"common to all files (%d for %d sentences)", comparison.Stretches, comparison.Sentences))
	}
	out = append(out, v.unscored()...)
	used := map[string]bool{}
	for score, pair := range v.m.pairs() {
		used[pair.TestName] = true
		switch {
		case pair.Test.Identical:
		case math.IsNaN(score.Values[pair.A]) || math.IsNaN(score.Values[pair.B]):
			out = append(out, fmt.Sprintf("%s%s is undefined (0/0) for %s: no test", score.Name, score.groupText(),
				v.undefined(score, pair)))
		case math.IsNaN(pair.Test.P):
			out = append(out, fmt.Sprintf("%s%s: the test does not apply", score.Name, score.groupText()))
		}
	}
	out = append(out, v.marginNotes(func(name string) string { return name })...)
	for _, a := range assumptions {
		if used[a.test] {
			n := strings.Count(a.text, "%s")
			out = append(out, fmt.Sprintf(a.text, []any{comparison.unit(), comparison.unit(), comparison.unit()}[:n]...))
		}
	}
	if n := comparison.Tests(); n > 1 && opt.Adjust != AdjustNone {
		out = append(out, fmt.Sprintf("%s: adjusted over the %d tests of this run", opt.Adjust.head(), n))
	}
	if opt.Against != signif.TwoSided {
		out = append(out, "one-sided: the second figure is "+opt.Against.String())
	}
	return append(out, fmt.Sprintf("detectable: the difference that such a test set shows with a chance of %.0f%%",
		100*Power), "cite: "+v.m.Signature)
}

func (s *Score) groupText() string {
	if s.By == "" {
		return ""
	}
	return " of " + s.By + " " + s.Value
}

func (v *view) undefined(s *Score, p *Pair) string {
	var out []string
	for _, i := range []int{p.A, p.B} {
		if math.IsNaN(s.Values[i]) {
			out = append(out, Letter(i))
		}
	}
	return strings.Join(out, " and ")
}

// flat gives all comparisons as one table, for programs.
func (c *Comparison) flat() *report.Table {
	table := &report.Table{Head: []string{"metric", "score", "by", "value", "a", "b", "value_a", "value_b",
		"difference", "low", "high",
		"p", "p_adjusted", "exact", "test", "a_better", "b_better", "equal", "yy", "yn", "ny", "nn", "detectable",
		"design_effect"}}
	num := func(x float64) report.Cell { return report.Number(x, 6) }
	for _, metric := range c.Metrics {
		for score, pair := range metric.pairs() {
			low, high := math.NaN(), math.NaN()
			if pair.Interval != nil {
				low, high = pair.Interval.Low, pair.Interval.High
			}
			row := []report.Cell{report.Label(metric.Name), report.Label(score.Name), report.Label(score.By),
				report.Label(score.Value), report.Label(c.Systems[pair.A]), report.Label(c.Systems[pair.B]),
				num(score.Values[pair.A]), num(score.Values[pair.B]), num(pair.Difference), num(low), num(high),
				num(pair.Test.P), num(pair.Adjusted), report.Label(strconv.FormatBool(pair.Test.Exact)),
				report.Label(pair.TestName)}
			row = append(row, pair.wins()...)
			if it := pair.Items; it != nil {
				row = append(row, report.Count(it.YY), report.Count(it.YN), report.Count(it.NY), report.Count(it.NN))
			} else {
				row = append(row, make([]report.Cell, 4)...)
			}
			table.Add(append(row, num(pair.Detectable), num(pair.DesignEffect))...)
		}
	}
	return table
}

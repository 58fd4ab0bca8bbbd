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

// Write writes c in form f: text, json, csv, tsv, markdown, latex or html.
func (c *Comparison) Write(w io.Writer, f report.Format, view View) error {
	switch f {
	case report.JSON:
		return c.WriteJSON(w)
	case report.CSV, report.TSV:
		return report.WriteTables(w, f, c.flat())
	}
	if f != report.TextFormat {
		view.Width = 0
	}
	return report.WriteTables(w, f, c.Answers(view)...)
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
		v := c.newView(m, precision)
		if c.Options.Baseline == NextBest {
			out = append(out, v.ranking())
		}
		out = append(out, v.differences(), v.background())
		out = append(out, v.items()...)
		last := out[len(out)-1]
		last.Notes = append(last.Notes, v.notes()...)
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

// lead returns the first cells of a row, or of the head if s is nil.
func (v *view) lead(s *Score, p *Pair) (names []string, cells []report.Cell) {
	names = []string{"score"}
	if s == nil {
		s, p = &Score{}, &Pair{}
	}
	cells = []report.Cell{report.Label(s.Name)}
	if v.by {
		names = append(names, "group")
		group := ""
		if s.By != "" {
			group = s.By + " " + s.Value
		}
		cells = append(cells, report.Label(group))
	}
	if v.many {
		names = append(names, "systems")
		cells = append(cells, report.Label(Letter(p.A)+" "+Letter(p.B)))
	}
	return names, cells
}

// differences is the table of the figures and the tests.
func (v *view) differences() *report.Table {
	o := v.c.Options
	unit := o.Unit.String()
	if unit == "sentence" && v.c.Stretches < v.c.Sentences {
		unit = "stretch"
	}
	n := count(v.c.Units, unit)
	if used := v.m.Scores[0].Units; used < v.c.Units {
		n = fmt.Sprint(used, " of ", n)
	}
	t := &report.Table{Title: v.m.Name + "   n = " + n}
	names, _ := v.lead(nil, nil)
	t.Head = append(t.Head, names...)
	a, b := "A", "B"
	if v.many {
		a, b = "first", "second"
	} else if len(v.m.Scores[0].Pairs) == 1 {
		a, b = Letter(v.m.Scores[0].Pairs[0].A), Letter(v.m.Scores[0].Pairs[0].B)
	}
	t.Head = append(t.Head, a, b, b+"-"+a)
	if v.many {
		t.Head[len(t.Head)-1] = "difference"
	}
	if o.CI != CINone {
		t.Head = append(t.Head, confidence(o.Alpha)+" interval")
	}
	t.Head = append(t.Head, "p")
	if o.Adjust != AdjustNone {
		t.Head = append(t.Head, "p ("+o.Adjust.String()+")")
	}
	t.Head = append(t.Head, "test")
	for _, s := range v.m.Scores {
		for _, p := range s.Pairs {
			_, row := v.lead(s, p)
			row = append(row, v.value(s, p.A), v.value(s, p.B), v.points(s, p.Difference))
			if o.CI != CINone {
				row = append(row, v.interval(s, p))
			}
			row = append(row, report.Label(pText(p.Test)))
			if o.Adjust != AdjustNone {
				row = append(row, report.Label(digits2(p.Adjusted)))
			}
			t.Add(append(row, report.Label(testText(p)))...)
		}
	}
	return t
}

// ranking lists the systems by each score, and how sure it is that each is better
// than the next. Equal figures have one rank.
func (v *view) ranking() *report.Table {
	o := v.c.Options
	t := &report.Table{Title: v.m.Name + ": ranking"}
	names, _ := v.lead(nil, nil)
	t.Head = append(names[:len(names)-1:len(names)-1], "rank", "", "system", "value", "ahead of the next by")
	p := func(x *Pair) report.Cell { return report.Label(pText(x.Test)) }
	t.Head = append(t.Head, "p")
	if o.Adjust != AdjustNone {
		t.Head[len(t.Head)-1] = "p (" + o.Adjust.String() + ")"
		p = func(x *Pair) report.Cell {
			if x.Test.Identical {
				return report.Label(pText(x.Test))
			}
			return report.Label(digits2(x.Adjusted))
		}
	}
	for _, s := range v.m.Scores {
		rank := 0
		for i, n := range s.ranked() {
			if i == 0 || s.Values[n] != s.Values[s.Pairs[i-1].A] {
				rank = i + 1
			}
			_, row := v.lead(s, &Pair{})
			row = append(row[:len(row)-1], report.Count(rank), report.Label(Letter(n)), report.Label(v.c.Systems[n]), v.value(s, n))
			if i < len(s.Pairs) {
				next := s.Pairs[i]
				row = append(row, v.points(s, math.Abs(next.Difference)), p(next))
			}
			t.Add(row...)
		}
	}
	return t
}

// background is the table of the data that the tests use, with the notes.
func (v *view) background() *report.Table {
	t := &report.Table{}
	names, _ := v.lead(nil, nil)
	t.Head = append(names, "A better", "B better", "equal", "design effect", "detectable", "best of all")
	if v.many {
		t.Head[len(names)], t.Head[len(names)+1] = "first better", "second better"
	} else {
		p := v.m.Scores[0].Pairs[0]
		t.Head[len(names)], t.Head[len(names)+1] = Letter(p.A)+" better", Letter(p.B)+" better"
	}
	for _, s := range v.m.Scores {
		for _, p := range s.Pairs {
			_, row := v.lead(s, p)
			row = append(row, report.Count(p.ABetter), report.Count(p.BBetter), report.Count(p.Equal), report.Number(p.DesignEffect, 1))
			detectable := v.shown(s, p.Detectable)
			if math.IsNaN(p.Test.P) || math.IsNaN(p.Detectable) {
				detectable = "n/a"
			}
			t.Add(append(row, report.Shown(p.Detectable, detectable), report.Shown(s.Oracle, v.shown(s, s.Oracle)))...)
		}
	}
	return t
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
func pText(t signif.Test) string {
	switch {
	case t.Identical:
		return "identical"
	case math.IsNaN(t.P):
		return "n/a"
	case !math.IsNaN(t.Far):
		return fmt.Sprintf("<=%s (saddlepoint %s)", digits2(t.P), digits2(t.Far))
	case t.Samples > 0:
		return fmt.Sprintf("%s ±%s", strconv.FormatFloat(t.P, 'g', 3, 64), strconv.FormatFloat(t.Error(), 'g', 1, 64))
	}
	return digits2(t.P)
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
	{string(signif.Dynamic), "ar-exact: systems exchanged %s by %s, all exchanges counted; takes %ss as independent of each other"},
	{string(signif.Enumeration), "ar-enumerated: systems exchanged %s by %s, all exchanges counted; takes %ss as independent of each other"},
	{string(signif.Sampling), "ar: systems exchanged %s by %s at random; takes %ss as independent of each other"},
	{string(signif.Saddlepoint), "ar-saddlepoint: systems exchanged %s by %s, approximated in the far tail; takes %ss as independent of each other"},
	{"mcnemar", "mcnemar: takes the single items as independent, which those of a sentence are not; p is too small unless each sentence is one item"},
	{"sign", "sign: about the number of %ss won, not about how much"},
	{"wilcoxon", "wilcoxon: about the scores of single %ss, each of one weight, and takes their differences as symmetric; not about the score of the whole"},
	{"t", "t: about the mean of the scores of single %ss, taken as near normal; not about the score of the whole"},
}

func (v *view) notes() []string {
	var out []string
	c, o := v.c, v.c.Options
	if o.Unit == UnitSentence && c.Stretches < c.Sentences {
		out = append(out, fmt.Sprintf("sentences are split differently: the unit is the smallest stretch of text common to all files (%d for %d sentences)", c.Stretches, c.Sentences))
	}
	if v.m.Skipped > 0 {
		out = append(out, fmt.Sprintf("%s left out: not scored for every system", count(v.m.Skipped, "sentence")))
	}
	used := map[string]bool{}
	for _, s := range v.m.Scores {
		for _, p := range s.Pairs {
			used[p.TestName] = true
			switch {
			case p.Test.Identical:
			case math.IsNaN(s.Values[p.A]) || math.IsNaN(s.Values[p.B]):
				out = append(out, fmt.Sprintf("%s%s is undefined (0/0) for %s: no test", s.Name, s.groupText(), v.undefined(s, p)))
			case math.IsNaN(p.Test.P):
				out = append(out, fmt.Sprintf("%s%s: the test does not apply", s.Name, s.groupText()))
			}
		}
	}
	out = append(out, v.marginNotes(func(name string) string { return name })...)
	for _, a := range assumptions {
		if used[a.test] {
			n := strings.Count(a.text, "%s")
			out = append(out, fmt.Sprintf(a.text, []any{o.Unit, o.Unit, o.Unit}[:n]...))
		}
	}
	if n := c.Tests(); n > 1 && o.Adjust != AdjustNone {
		out = append(out, fmt.Sprintf("p (%s): adjusted over the %d tests of this run", o.Adjust, n))
	}
	if o.Against != signif.TwoSided {
		out = append(out, "one-sided: the second figure is "+o.Against.String())
	}
	return append(out, fmt.Sprintf("detectable: the difference that such a test set shows with a chance of %.0f%%", 100*Power), "cite: "+v.m.Signature)
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
	t := &report.Table{Head: []string{"metric", "score", "by", "value", "a", "b", "value_a", "value_b", "difference", "low", "high",
		"p", "p_adjusted", "exact", "test", "a_better", "b_better", "equal", "yy", "yn", "ny", "nn", "detectable", "design_effect"}}
	num := func(x float64) report.Cell { return report.Number(x, 6) }
	for _, m := range c.Metrics {
		for _, s := range m.Scores {
			for _, p := range s.Pairs {
				low, high := math.NaN(), math.NaN()
				if p.Interval != nil {
					low, high = p.Interval.Low, p.Interval.High
				}
				row := []report.Cell{report.Label(m.Name), report.Label(s.Name), report.Label(s.By), report.Label(s.Value),
					report.Label(c.Systems[p.A]), report.Label(c.Systems[p.B]), num(s.Values[p.A]), num(s.Values[p.B]), num(p.Difference),
					num(low), num(high), num(p.Test.P), num(p.Adjusted), report.Label(strconv.FormatBool(p.Test.Exact)), report.Label(p.TestName),
					report.Count(p.ABetter), report.Count(p.BBetter), report.Count(p.Equal)}
				for k := range 4 {
					if p.Items == nil {
						row = append(row, report.Label(""))
						continue
					}
					row = append(row, report.Count([]int{p.Items.YY, p.Items.YN, p.Items.NY, p.Items.NN}[k]))
				}
				t.Add(append(row, num(p.Detectable), num(p.DesignEffect))...)
			}
		}
	}
	return t
}

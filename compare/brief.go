package compare

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"assay/eval"
	"assay/report"
	"assay/signif"
)

// A View sets how a comparison is shown to readers. The zero value shows the
// answer alone, with two decimals.
type View struct {
	Precision int
	Details   bool                // also tests, gold items and the real test
	Width     int                 // longest line of a table; 0 is no limit
	Cite      func(string) string // shortens a signature; nil leaves it whole
	Warnings  []string            // lines above the first table
	More      int                 // scores of the measure that are not compared
}

// Answers returns a table for each measure that says which system is better,
// then, with Details, the tests and the gold items.
func (c *Comparison) Answers(view View) []*report.Table {
	var out []*report.Table
	for i, m := range c.Metrics {
		v := &brief{view: c.newView(m, view.Precision), View: view}
		table := v.answer()
		if c.Options.Baseline == NextBest {
			table = v.ranks()
		}
		table.Lead = append(v.heading(i == 0), "")
		table.Notes = append(table.Notes, v.remarks()...)
		out = append(out, table.Fit(v.Width))
		if view.Details {
			out = append(out, v.details()...)
		}
	}
	return out
}

// newView prepares the tables of a measure.
func (c *Comparison) newView(m *Metric, precision int) *view {
	v := &view{c: c, m: m, precision: precision, many: c.Options.Baseline == NextBest}
	for _, s := range m.Scores {
		v.many = v.many || len(s.Pairs) > 1
		v.by = v.by || s.By != ""
	}
	return v
}

// brief makes the short table of one measure.
type brief struct {
	*view
	View
}

// heading names the systems and says how many sentences are compared.
func (v *brief) heading(first bool) []string {
	var out []string
	if first {
		names := report.ShortNames(v.c.Systems)
		var systems []string
		for i, s := range v.c.Systems {
			systems = append(systems, Letter(i)+"  "+names[s])
		}
		if line := strings.Join(systems, "    "); v.Width == 0 || len(line) <= v.Width {
			systems = []string{line}
		}
		out = append(append(out, systems...), v.Warnings...)
	}
	return append(out, fmt.Sprintf("%s against %s: %s in common", v.m.Name, filepath.Base(v.c.Gold.Path), v.units()))
}

// answer is the table of differences: one p, and a word.
func (v *brief) answer() *report.Table {
	opt := v.c.Options
	a, b := v.sides()
	d := b + "-" + a
	if v.many {
		d = "diff"
	}
	table := &report.Table{Head: append(v.columns(), a, b, d)}
	if opt.CI != CINone {
		table.Head = append(table.Head, confidence(opt.Alpha)+" interval")
	}
	table.Head = append(table.Head, "p", "")
	for score, pair := range v.m.pairs() {
		row := v.lead(score, pair)
		row[0] = report.Label(report.FieldName(score.Name))
		row = append(row, report.Shown(score.Values[pair.A], v.shown(score, score.Values[pair.A])),
			report.Shown(score.Values[pair.B], v.shown(score, score.Values[pair.B])),
			v.points(score, pair.Difference).Toned(v.tone(score, pair)))
		if opt.CI != CINone {
			row = append(row, v.interval(score, pair))
		}
		table.Add(append(row, report.Label(v.p(pair)), report.Label(v.verdict(score, pair)).Toned(v.tone(score, pair)))...)
	}
	return table
}

// adjusted returns the p-value of a pair, adjusted for all tests of the run.
func (v *brief) adjusted(p *Pair) float64 {
	if v.c.Options.Adjust == AdjustNone {
		return p.Test.P
	}
	return p.Adjusted
}

// p shows a p-value with four decimals.
func (v *brief) p(p *Pair) string {
	x := v.adjusted(p)
	switch {
	case p.Test.Identical || math.IsNaN(x):
		return ""
	case x < 0.0001:
		return "<0.0001"
	}
	return strconv.FormatFloat(x, 'f', 4, 64)
}

// differ is the verdict on a score of which no value is better.
const differ = "differ"

// verdict says in words which system is better.
func (v *brief) verdict(score *Score, pair *Pair) string {
	x := v.adjusted(pair)
	switch {
	case pair.Test.Identical:
		return "identical"
	case math.IsNaN(x):
		return "no test"
	case !(x <= v.c.Options.Alpha):
		return "no difference shown"
	case score.Neither:
		return differ
	case (pair.Difference > 0) != score.Lower:
		return Letter(pair.B) + " better"
	}
	return Letter(pair.A) + " better"
}

// tone is the colour of the cell of the second system of a pair: better or worse if the difference is
// shown, else faint.
func (v *brief) tone(s *Score, p *Pair) report.Tone {
	switch {
	case !strings.HasSuffix(v.verdict(s, p), " better"):
		return report.ToneFaint
	case (p.Difference > 0) != s.Lower:
		return report.ToneBetter
	}
	return report.ToneWorse
}

// ranks lists the systems by each score with the range of ranks that each may
// have: neighbours without a significant difference share a cluster.
func (v *brief) ranks() *report.Table {
	table := &report.Table{Head: []string{"rank", "", "system", "", "to the next", "p", ""}}
	short := report.ShortNames(v.c.Systems)
	for _, score := range v.m.Scores {
		if score.By != "" || score.Neither {
			continue
		}
		table.Head[3] = report.FieldName(score.Name)
		if len(table.Rows) > 0 {
			table.Add(report.Label(""), report.Label(""), report.Label(""), report.Label(report.FieldName(score.Name)))
		}
		order := score.ranked()
		for i, n := range order {
			first, last := v.cluster(score, i)
			if i > 0 && first == i {
				table.Add(report.Label(report.Rule))
			}
			rank := strconv.Itoa(first + 1)
			if last > first {
				rank += "-" + strconv.Itoa(last+1)
			}
			row := []report.Cell{report.Label(rank), report.Label(Letter(n)), report.Label(short[v.c.Systems[n]]),
				report.Label(v.shown(score, score.Values[n]))}
			if i < len(score.Pairs) {
				next := score.Pairs[i]
				word := v.verdict(score, next)
				if strings.HasSuffix(word, " better") {
					word = "better"
				}
				row = append(row, report.Label(v.shown(score, math.Abs(next.Difference))), report.Label(v.p(next)),
					report.Label(word))
			}
			table.Add(row...)
		}
	}
	return table
}

// cluster returns the first and the last place of the cluster of place i: the
// systems around it whose neighbours do not differ significantly.
func (v *brief) cluster(s *Score, i int) (first, last int) {
	apart := func(k int) bool { return strings.HasSuffix(v.verdict(s, s.Pairs[k]), " better") }
	for first = i; first > 0 && !apart(first-1); first-- {
	}
	for last = i; last < len(s.Pairs) && !apart(last); last++ {
	}
	return first, last
}

// headline returns the measure's leading score, over all the data.
func (v *brief) headline() *Score {
	for _, s := range v.m.Scores {
		if s.Headline && s.By == "" {
			return s
		}
	}
	return v.m.Scores[0]
}

// bound is the largest difference that another system can have from one of these.
func (s *Score) bound() float64 {
	if !s.Rate {
		return math.Inf(1)
	}
	most := 0.0
	for _, v := range s.Values {
		most = max(most, v, 1-v)
	}
	return most
}

// remarks give the number of sentences that each system wins, the smallest detectable
// difference, and the test.
func (v *brief) remarks() []string {
	var out []string
	score := v.headline()
	name := report.FieldName(score.Name)
	least, some := math.Inf(1), math.Inf(-1)
	for _, p := range score.Pairs {
		if !math.IsNaN(p.Detectable) && !math.IsNaN(p.Test.P) {
			least, some = min(least, p.Detectable), max(some, p.Detectable)
		}
	}
	line := ""
	if p := score.Pairs[0]; len(score.Pairs) == 1 && !p.Test.Identical && !p.Unpaired && !score.Neither {
		line = fmt.Sprintf("%s has the better %s in %s, %s in %d; ", Letter(p.A), name,
			count(p.ABetter, v.c.unit()), Letter(p.B), p.BBetter)
	}
	switch bound := score.bound(); {
	case math.IsInf(some, -1):
	case least > bound:
		out = append(out, fmt.Sprintf("%sthis sample is too small to show any difference of %s", line, name))
	case some > bound:
		out = append(out, fmt.Sprintf("this test set detects differences above about %s %s (80%% power), and between "+
			"some systems none", v.shown(score, least), name))
	case least == some:
		out = append(out, fmt.Sprintf("%sthis test set detects differences above about %s %s (80%% power)", line,
			v.shown(score, some), name))
	default:
		out = append(out, fmt.Sprintf("this test set detects differences above about %s to %s %s (80%% power)",
			v.shown(score, least), v.shown(score, some), name))
	}
	out = append(out, v.unscored()...)
	out = append(out, v.undefinedNotes()...)
	out = append(out, v.marginNotes(report.FieldName)...)
	out = append(out, v.testNote())
	var more []string
	if v.More > 0 {
		more = append(more, fmt.Sprintf("--all: %d more scores", v.More))
	}
	if !v.Details {
		more = append(more, "--details: tests, gold items, best of all")
	}
	if len(more) > 0 {
		out = append(out, strings.Join(more, "   "))
	}
	out = report.Layout{Width: v.Width}.Wrap(out)
	cite := v.m.Signature
	if v.Cite != nil {
		cite = v.Cite(cite)
	}
	return append(out, "cite: "+cite)
}

// undefinedNotes names the scores that could not be tested.
func (v *brief) undefinedNotes() (out []string) {
	for s, p := range v.m.pairs() {
		if !p.Test.Identical && (math.IsNaN(s.Values[p.A]) || math.IsNaN(s.Values[p.B])) {
			out = append(out, fmt.Sprintf("%s%s is undefined (0/0) for %s: no test", report.FieldName(s.Name),
				s.groupText(), v.undefined(s, p)))
		}
	}
	return out
}

// testNote names the test and the adjustment.
func (v *brief) testNote() string {
	opt := v.c.Options
	over := " over " + v.c.unit() + "s"
	test := map[Test]string{TestRandomization: "approximate randomisation" + over,
		TestMcNemar: "McNemar's test over items", TestSign: "sign test" + over,
		TestWilcoxon: "Wilcoxon's test" + over, TestT: "t test" + over,
		TestPoisson: "by the standard error of the Poisson bootstrap" + over}[opt.Test]
	if opt.Against != signif.TwoSided {
		test += ", one-sided (second " + opt.Against.String() + ")"
	}
	n := v.c.Tests()
	switch method := map[Adjustment]string{AdjustHolm: "Holm", AdjustBH: "Benjamini-Hochberg",
		AdjustMaxT: "max-t"}[opt.Adjust]; {
	case n > 1 && method != "":
		test += fmt.Sprintf(", %s over %d tests", method, n)
	case n > 1:
		test += fmt.Sprintf(", not adjusted for %d tests", n)
	}
	return "p: " + test
}

// details are the tables of tests and items, each no wider than a window.
func (v *brief) details() []*report.Table {
	var out []*report.Table
	tests := v.tests()
	tests.Notes = v.notes()
	tests.Notes = tests.Notes[:len(tests.Notes)-1] // the answer cites
	for _, t := range append([]*report.Table{tests, v.background()}, v.items()...) {
		t.Notes = report.Layout{Width: v.Width}.Wrap(t.Notes)
		out = append(out, t.Narrow(v.Width).Fit(v.Width))
	}
	return out
}

// tests is the table of p-values, and of each system's own interval.
func (v *brief) tests() *report.Table {
	opt := v.c.Options
	table := &report.Table{Title: v.m.Name + ": tests", Head: v.columns()}
	if v.m.Scores[0].Intervals != nil {
		table.Head = append(table.Head, "first: interval", "second: interval")
	}
	table.Head = append(table.Head, "p", opt.Adjust.head(), "test")
	for s, p := range v.m.pairs() {
		row := v.lead(s, p)
		if v.m.Scores[0].Intervals != nil {
			row = append(row, v.own(s, p.A), v.own(s, p.B))
		}
		table.Add(append(row, report.Label(pText(p.Test)), report.Label(digits2(v.adjusted(p))),
			report.Label(testText(p)))...)
	}
	return table
}

// own shows the interval of a system's own score.
func (v *brief) own(s *Score, i int) report.Cell {
	if s.Intervals == nil || math.IsNaN(s.Intervals[i].Low) {
		return report.Label("")
	}
	return report.Labelf("[%s, %s]", v.shown(s, s.Intervals[i].Low), v.shown(s, s.Intervals[i].High))
}

// fewScores returns the scores that a comparison is about unless the user says
// otherwise: those that the measure names, else its main ones.
func fewScores(m *eval.Measure) []string {
	var brief, out []string
	for i := range m.Formulas {
		f := &m.Formulas[i]
		if !f.Undefined && slices.Contains(m.Brief, f.Name) {
			brief = append(brief, f.Name)
		}
		if f.Main && !f.Undefined {
			out = append(out, f.Name)
		}
	}
	if len(brief) == len(m.Brief) && brief != nil {
		return m.Brief // in its order
	}
	if brief != nil {
		return brief
	}
	if out == nil {
		return m.ScoreNames()
	}
	return slices.Clip(out)
}

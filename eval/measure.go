package eval

import (
	"fmt"
	"math"
	"slices"

	"assay/treebank"
)

// PlainText ends the signature of a measure that compares words as treebank.SameWord
// does, so that ( and -LRB- are the same word. Pair.Align aligns them.
const PlainText = "|text:plain"

// A Measure is one measure with its options, as a value: its name, the counts it makes, the
// scores it publishes, and how it treats sentences. Only counting is code. Many goroutines
// may use one measure. A function that changes a measure, such as soft.Wrap, copies the
// struct and sets some fields, so that it loses none of the others.
type Measure struct {
	Name string // as on the command line: "xiao"
	// Signature names the measure and every option that changes its figures, as in
	// "xiao|mode:exact".
	Signature string
	Spec      string // the name that it was asked for by, "xiao:exact"; "" where it was made otherwise
	Columns   []Column
	PRF       []PRF
	Formulas  []Formula
	// Items is the column that counts the items of gold, for scores that no PRF holds.
	Items int

	Reads      treebank.Layer // the layers that it reads; 0 is all. Formats may skip the others
	Basis      treebank.Layer // the layers without which gold gives nothing to score; 0 is unknown
	OnError    OnError        // its own default for unscorable pairs: EVALB skips them
	Anchored   bool           // it identifies nodes of graphs by their characters alone
	Decides    bool           // it uses the decisions of a human check itself
	Unlabelled bool           // its items count without labels: people are not asked about them
	Undirected bool           // its links count without direction
	// Whole means that scores of no PRF are of whole entities: decisions on single items do not change them.
	Whole      bool
	Continuous bool     // it fills the gaps of discontinuous phrases
	Brief      []string // the few scores that matter in a comparison; nil: the main ones
	// Repeats names the parts of its items that list errors of other parts once more: a wrong
	// head is an error of LAS, and again of UAS, CLAS and MLAS. Tables of errors leave these
	// parts out unless they are asked for.
	Repeats  []string
	Warnings []error // for the user, such as unknown lines of its parameter file

	// Deletes reports whether it leaves out brackets with a label, "" being that of an unlabelled root; nil
	// if it has no list of such labels.
	Deletes func(label string) bool
	// Omit names the scores that a short table may leave out, from a sum of rows and from
	// the facts that the counters have Seen (0 if unknown); nil is none.
	Omit func(sum []float64, seen uint64) []Omission
	// Lost names the columns, as Why, that gold has values in and the system in no sentence, from the facts that the
	// counters have Seen, with the scores that these compare; nil where no score has a column of its own.
	Lost func(seen uint64) []Omission
	// Close completes row, the sum of the Adds of (some of) the items of one pair: it sets
	// the columns that have From. It is nil if there are none.
	Close func(row []float64)
	// Causes makes what states the causes of its wrong items, for use by one goroutine; nil if every error is a
	// mistake of its own, as far as the measure knows.
	Causes func() Causer
	// NewCounter returns a counter for use by one goroutine.
	NewCounter func() Counter
}

// A Column is one count of a row.
type Column struct {
	Name string
	// From are the columns from which Close works it out: those of the classes for their
	// sum, gold, system and matched for an exact match.
	From   []int
	Sum    bool // it is the sum of From
	Hidden bool // a sum of scores or of logarithms: reports leave it out
	// Presence means that it counts pairs that have items: no error changes it.
	Presence bool
}

// A PRF is three columns that make one precision, recall and F1.
type PRF struct {
	Before, After         string // text around "precision" in the names of its scores
	Gold, System, Matched int    // columns
	Unlabelled            bool   // it does not look at labels, and others of the measure do
	Main                  bool   // short tables show its soft scores
}

// A Term is a column times a weight.
type Term struct {
	Column int
	Weight float64
}

// A Linear is a sum of terms.
type Linear []Term

// Of returns the sum for a row.
func (l Linear) Of(row []float64) (sum float64) {
	for _, t := range l {
		sum += t.Weight * row[t.Column]
	}
	return sum
}

// Plus returns the sum of columns.
func Plus(columns ...int) Linear {
	l := make(Linear, len(columns))
	for i, c := range columns {
		l[i] = Term{c, 1}
	}
	return l
}

// Times returns the sum with all weights multiplied by w.
func (l Linear) Times(w float64) Linear {
	out := make(Linear, len(l))
	for i, t := range l {
		out[i] = Term{t.Column, w * t.Weight}
	}
	return out
}

// Minus returns the sum less columns.
func (l Linear) Minus(columns ...int) Linear {
	return append(l[:len(l):len(l)], Plus(columns...).Times(-1)...)
}

// Shift returns the sum over columns that are further to the right by that many.
func (l Linear) Shift(by int) Linear {
	if l == nil {
		return nil
	}
	out := make(Linear, len(l))
	for i, t := range l {
		out[i] = Term{t.Column + by, t.Weight}
	}
	return out
}

// A Formula is one score of a measure: how it follows from a sum of rows, and how it is
// shown. It is Num/Den, or Num alone without a Den, or Func where it is no such fraction.
type Formula struct {
	Name     string
	Num, Den Linear
	Func     func(row []float64) float64
	Reads    []int // the columns that Func reads, beside those of Num and Den

	Rate       bool // a share, shown in percent
	Count      bool // a number of items, not a mean
	Lower      bool // smaller is better: errors, crossing brackets
	Neither    bool // no value is better than another: a rate, a share that describes the treebank or the search
	Main       bool // short tables show it
	Headline   bool // the main score of the measure: the oracle, plots, pages and diagnoses use it
	Unlabelled bool // it does not look at labels: a difference of the label alone is no error of it
	Perfect    bool // 0/0 is 1 where anything was counted, not undefined
	Undefined  bool // gold has nothing to measure: its value is not a number, whatever the rows are
	Partial    bool // breakdowns show it in place of the main scores where the measure does not omit it: partial parses
}

// Value returns the score for a sum of rows; NaN where it is undefined.
func (f *Formula) Value(sum []float64) float64 {
	if f.Undefined {
		return math.NaN()
	}
	if f.Func != nil {
		return f.Func(sum)
	}
	num := f.Num.Of(sum)
	if f.Den == nil {
		return num
	}
	den := f.Den.Of(sum)
	if f.Perfect && den == 0 && slices.ContainsFunc(sum, func(n float64) bool { return n != 0 }) {
		return 1
	}
	return num / den
}

// Ratio returns the formula of the share num/den.
func Ratio(name string, num, den Linear) Formula {
	return Formula{Name: name, Num: num, Den: den, Rate: true}
}

// MainRatio is Ratio for a figure that a short table shows.
func MainRatio(name string, num, den Linear) Formula {
	f := Ratio(name, num, den)
	f.Main = true
	return f
}

// HeadlineRatio is MainRatio for the main score of the measure.
func HeadlineRatio(name string, num, den Linear) Formula {
	f := MainRatio(name, num, den)
	f.Headline = true
	return f
}

// Formulas returns the formulas of precision, recall and F1.
func (g PRF) Formulas() []Formula {
	out := []Formula{
		Ratio(g.Before+"precision"+g.After, Plus(g.Matched), Plus(g.System)),
		Ratio(g.Before+"recall"+g.After, Plus(g.Matched), Plus(g.Gold)),
		Ratio(g.Before+"f1"+g.After, Plus(g.Matched).Times(2), Plus(g.Gold, g.System)),
	}
	for i := range out {
		out[i].Unlabelled = g.Unlabelled
	}
	return out
}

// Descriptive returns f as a figure of which neither more nor less is better: comparisons give it a difference and an
// interval, and no winner.
func Descriptive(f Formula) Formula {
	f.Neither, f.Lower = true, false
	return f
}

// RecallFirst is Formulas in the order of EVALB: recall, precision, F1.
func (g PRF) RecallFirst() []Formula {
	out := g.Formulas()
	out[0], out[1] = out[1], out[0]
	return out
}

// Mark sets the flags of formulas: main shows all of them, headline is the name of the main
// score, "" for none of these.
func Mark(list []Formula, main bool, headline string) []Formula {
	for i := range list {
		list[i].Main = list[i].Main || main
		list[i].Headline = list[i].Name == headline
	}
	return list
}

// Columns returns columns with these names and nothing else.
func Columns(names ...string) []Column {
	out := make([]Column, len(names))
	for i, name := range names {
		out[i].Name = name
	}
	return out
}

// Hide marks columns as sums of scores or of logarithms.
func Hide(columns []Column, hidden ...int) []Column {
	for _, i := range hidden {
		columns[i].Hidden = true
	}
	return columns
}

// ColumnNames returns the names of the columns, in order.
func (m *Measure) ColumnNames() []string {
	out := make([]string, len(m.Columns))
	for i := range m.Columns {
		out[i] = m.Columns[i].Name
	}
	return out
}

// ScoreNames returns the names of the scores, in order.
func (m *Measure) ScoreNames() []string {
	out := make([]string, len(m.Formulas))
	for i := range m.Formulas {
		out[i] = m.Formulas[i].Name
	}
	return out
}

// Headline returns the index of the main score: the one marked Headline, else the first that
// a short table shows, else the first. It is -1 if there are no scores.
func (m *Measure) Headline() int {
	return headline(len(m.Formulas), func(i int) *Formula { return &m.Formulas[i] })
}

func headline(n int, formula func(i int) *Formula) int {
	main := -1
	for i := range n {
		if formula(i).Headline {
			return i
		}
		if formula(i).Main && main < 0 {
			main = i
		}
	}
	return min(max(main, 0), n-1)
}

// HeadlineOf is Headline for the scores of a measure, or for some of them.
func HeadlineOf(scores []Score) int {
	return headline(len(scores), func(i int) *Formula { return scores[i].Formula })
}

// HasUnlabelled reports whether some score does not look at labels.
func (m *Measure) HasUnlabelled() bool {
	return slices.ContainsFunc(m.Formulas, func(f Formula) bool { return f.Unlabelled })
}

// HasItems reports whether the measure counts items, which lists, conditions and breakdowns need.
func (m *Measure) HasItems() bool {
	_, ok := m.NewCounter().(Explainer)
	return ok
}

// One returns 1 for yes, else 0: the count of a pair that has a property.
func One(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// Closed completes a row as Close does.
func (m *Measure) Closed(row []float64) {
	if m.Close != nil {
		m.Close(row)
	}
}

// Scores turns a sum of rows into the figures to publish.
func (m *Measure) Scores(sum []float64) []Score {
	out := make([]Score, len(m.Formulas))
	for i := range m.Formulas {
		out[i] = m.Score(i, sum)
	}
	return out
}

// Score returns the figure of one formula.
func (m *Measure) Score(i int, sum []float64) Score {
	f := &m.Formulas[i]
	s := Score{Formula: f, Value: f.Value(sum)}
	if f.Den != nil {
		s.Num, s.Den = f.Num.Of(sum), f.Den.Of(sum)
	}
	return s
}

// Size returns the column that counts the items of gold for a score: that of its precision
// and recall, else Items.
func (m *Measure) Size(score int) int {
	f := &m.Formulas[score]
	for _, prf := range m.PRF {
		if slices.ContainsFunc(prf.Formulas(), func(own Formula) bool { return own.Name == f.Name }) {
			return prf.Gold
		}
	}
	columns := f.ColumnsOf()
	for _, prf := range m.PRF {
		if slices.Contains(columns, prf.Matched) {
			return prf.Gold
		}
	}
	return m.Items
}

// Depends reports, by column, whether a column is among the wanted ones or one of these is
// worked out from it.
func (m *Measure) Depends(wanted []int) []bool {
	out := make([]bool, len(m.Columns))
	for len(wanted) > 0 {
		c := wanted[len(wanted)-1]
		if wanted = wanted[:len(wanted)-1]; !out[c] {
			out[c] = true
			wanted = append(wanted[:len(wanted):len(wanted)], m.Columns[c].From...)
		}
	}
	return out
}

// Shift returns the formula over columns that are further to the right by that many.
func (f Formula) Shift(by int) Formula {
	f.Num, f.Den = f.Num.Shift(by), f.Den.Shift(by)
	if of := f.Func; of != nil {
		f.Func = func(row []float64) float64 { return of(row[by:]) }
	}
	reads := slices.Clone(f.Reads)
	for i := range reads {
		reads[i] += by
	}
	f.Reads = reads
	return f
}

// OverItems returns a sum over the columns that items add to: in place of a column that is
// the sum of others it has these.
func (m *Measure) OverItems(l Linear) (out Linear) {
	for _, t := range l {
		if c := &m.Columns[t.Column]; c.Sum {
			out = append(out, m.OverItems(Plus(c.From...).Times(t.Weight))...)
		} else {
			out = append(out, t)
		}
	}
	return out
}

// ColumnsOf returns the columns that a formula reads.
func (f *Formula) ColumnsOf() []int {
	out := slices.Clone(f.Reads)
	for _, l := range []Linear{f.Num, f.Den} {
		for _, t := range l {
			out = append(out, t.Column)
		}
	}
	return out
}

// A Score is the figure of one formula.
type Score struct {
	*Formula
	Value float64 // NaN where it is undefined (0/0)
	// Num/Den is Value as a fraction whose two parts are linear functions of the row, so
	// that tests can be exact; both are 0 if Value is no such fraction.
	Num, Den float64
}

// AsMain returns s as a score that short tables show.
func (s Score) AsMain() Score {
	f := *s.Formula
	f.Main = true
	s.Formula = &f
	return s
}

// String returns the name and the value of s, shares in percent: "f1 87.07". The zero Score is "no score".
func (s Score) String() string {
	switch {
	case s.Formula == nil:
		return "no score"
	case math.IsNaN(s.Value):
		return s.Name + " undefined"
	case s.Rate:
		return fmt.Sprintf("%s %.2f", s.Name, 100*s.Value)
	case s.Count:
		return fmt.Sprintf("%s %.0f", s.Name, s.Value)
	}
	return fmt.Sprintf("%s %.2f", s.Name, s.Value)
}

// An Omission is a list of scores that a short table leaves out, and the reason. Tables
// put the names of main scores before it. Why is "" for seldom-used scores.
type Omission struct {
	Scores []string
	Why    string
	// Absent means that gold has nothing to measure, such as a column without values: the scores are undefined in
	// every output.
	Absent bool
}

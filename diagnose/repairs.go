package diagnose

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"assay/diagnose/kummerfeld"
	"assay/eval"
	"assay/report"
)

// Repairs collects the error classes of Kummerfeld et al. (2012, or 2013 for
// Chinese): the steps that turn the system's trees into gold's.
type Repairs struct {
	Options kummerfeld.Options
	List    bool // keep each repair
	NoText  bool // without its description
	Summary kummerfeld.Summary
	Left    []LeftPair // the pairs that were not analysed, in the order of the file

	found   []foundRepair // in the order of the file, if List is set
	texts   []string      // of found, unless NoText is set
	classes []string
}

// A foundRepair is a Repair in little memory.
type foundRepair struct{ unit, class, brackets, from, to int32 }

// A LeftPair is a pair that was not analysed.
type LeftPair struct {
	Unit   int32
	Reason string
}

// A Repair is one step from the system's tree to gold's.
type Repair struct {
	Unit     int32
	Class    string
	Brackets int // how many errors of brackets it mends
	// From and To are the words of gold, from 0 and without To, that the step is about: those that it moves, or those
	// of the bracket that it adds, removes or relabels. To is not above From if there are none.
	From, To int32
	Text     string // description of the step; words by their numbers from 1, as in gold
}

// Collect makes a collector for a batch.
func (r *Repairs) Collect() eval.Collector {
	return &repairBatch{list: r.List, noText: r.NoText, analyser: kummerfeld.NewAnalyser(r.Options)}
}

// Collected takes a collector back.
func (r *Repairs) Collected(c eval.Collector) {
	b := c.(*repairBatch)
	r.Summary.Merge(&b.sum)
	for _, f := range b.found {
		class := slices.Index(r.classes, f.Class)
		if class < 0 {
			class = len(r.classes)
			r.classes = append(r.classes, f.Class)
		}
		r.found = append(r.found, foundRepair{f.Unit, int32(class), int32(f.Brackets), f.From, f.To})
		if !r.NoText {
			r.texts = append(r.texts, f.Text)
		}
	}
	r.Left = append(r.Left, b.left...)
}

// Found yields the repairs in the order of the file, if List is set.
func (r *Repairs) Found() iter.Seq[Repair] {
	return func(yield func(Repair) bool) {
		for i, f := range r.found {
			one := Repair{Unit: f.unit, Class: r.classes[f.class], Brackets: int(f.brackets),
				From: f.from, To: f.to}
			if !r.NoText {
				one.Text = r.texts[i]
			}
			if !yield(one) {
				return
			}
		}
	}
}

// Discard implements Discarder.
func (r *Repairs) Discard() {
	r.Summary, r.found, r.texts, r.classes, r.Left = kummerfeld.Summary{}, nil, nil, nil, nil
}

type repairBatch struct {
	list     bool
	noText   bool
	analyser *kummerfeld.Analyser
	sum      kummerfeld.Summary
	found    []Repair
	left     []LeftPair
}

func (b *repairBatch) Pair(p *eval.Pair) {
	a, err := b.analyser.Analyse(p.Gold, p.System)
	if err != nil {
		b.left = append(b.left, LeftPair{int32(p.N), err.Error()})
		return
	}
	if b.sum.Add(a); !b.list {
		return
	}
	for i := range a.Errors {
		e := &a.Errors[i]
		repair := Repair{Unit: int32(p.N), Class: string(e.Class), Brackets: e.Brackets}
		repair.From, repair.To = about(a, e)
		if !b.noText {
			repair.Text = describe(p, a, e)
		}
		b.found = append(b.found, repair)
	}
}

func (b *repairBatch) Item(int, *eval.Item) {}

// about returns the words of gold that a step is about.
func about(a *kummerfeld.Analysis, e *kummerfeld.Error) (from, to int32) {
	if e.Kind != kummerfeld.Move {
		return a.Tokens(e.Bracket)
	}
	for _, m := range e.Movers {
		begin, end := a.Tokens(m)
		switch {
		case begin >= end:
		case from >= to:
			from, to = begin, end
		default:
			from, to = min(from, begin), max(to, end)
		}
	}
	return from, to
}

// describe describes a step in words.
func describe(p *eval.Pair, a *kummerfeld.Analysis, e *kummerfeld.Error) string {
	name := func(k kummerfeld.Bracket) string {
		begin, end := a.Tokens(k)
		return fmt.Sprintf("%s:%d-%d", p.Gold.Name(k.Label), begin+1, end)
	}
	switch e.Kind {
	case kummerfeld.Add:
		return "add " + name(e.Bracket) + " in " + name(e.Parent)
	case kummerfeld.Remove:
		return "remove " + name(e.Bracket) + " from " + name(e.Parent)
	case kummerfeld.Relabel:
		return "call " + p.Gold.Name(e.Was) + " " + name(e.Bracket)
	}
	var movers []string
	for _, m := range e.Movers {
		movers = append(movers, name(m))
	}
	text := "move " + strings.Join(movers, " ") + " from " + name(e.From) + " to " + name(e.Parent)
	if e.Bracket.Label != 0 {
		text += ", as " + name(e.Bracket)
	}
	return text
}

// ListTable lists repairs, at most most of them (0: all), and the sentences that
// were not analysed.
func (r *Repairs) ListTable(title string, res *eval.Result, most int) *report.Table {
	t := &report.Table{Title: title, Head: []string{"sentence", "error", "brackets", "repair"}}
	for _, x := range r.Left {
		t.Add(report.Label(res.Name(int(x.Unit))), report.Label(NotAnalysed), report.Label(""), report.Label(x.Reason))
	}
	for f := range r.Found() {
		if most > 0 && len(t.Rows) == most+len(r.Left) {
			t.Notes = append(t.Notes, fmt.Sprintf("%d of %d repairs; --top 0 lists all", most, len(r.found)))
			break
		}
		t.Add(report.Label(res.Name(int(f.Unit))), report.Label(f.Class), report.Count(f.Brackets), report.Label(f.Text))
	}
	return t
}

// NotAnalysed is the class of sentences that were not analysed.
const NotAnalysed = "(not analysed)"

// Table shows the classes: those that explain most brackets first, with the
// part of the lost F1 that each explains, and the F1 if it alone were repaired.
func (r *Repairs) Table(title string, res *eval.Result, precision int) *report.Table {
	t := &report.Table{Title: title, Head: []string{"error", "count", "brackets", "share of loss", "f1 lost",
		"f1 if repaired alone"}}
	s := &r.Summary
	loss := 1 - s.F()
	for _, x := range s.Shares() {
		t.Add(report.Label(string(x.Class)), report.Count(x.Errors), report.Count(x.Brackets), report.Percent(x.Lost/loss, 1),
			report.Percent(x.Lost, precision), report.Percent(x.Alone, precision))
	}
	rules := ""
	switch {
	case r.Options.Chinese:
		rules = ", by its rules for Chinese"
	case r.Options.Repaired:
		rules = ", without its faults"
	}
	if s.Sentences > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%d sentences; F1 %.*f over all brackets but roots, after the clean-up "+
			"of the Berkeley Parser Analyser%s", s.Sentences, precision, 100*s.F(), rules))
	}
	if len(t.Rows) == 0 {
		t.Head = nil
	} else {
		t.Notes = append(t.Notes, fmt.Sprintf("f1 lost: the %s (%s); it sums to the loss: %.*f", r.How(), r.value(),
			precision, 100*loss))
	}
	t.Notes = append(t.Notes, r.leftNotes(res)...)
	return t
}

// Source is the publication of the classes.
func (r *Repairs) Source() string {
	if r.Options.Chinese {
		return "Kummerfeld et al. 2013"
	}
	return "Kummerfeld et al. 2012"
}

// How says how the loss is divided among the classes.
func (r *Repairs) How() string {
	if r.Summary.InAllOrders() {
		return "mean gain over all orders of repair"
	}
	return "gain while all kinds are repaired at the same pace"
}

// value names the value that divides the loss.
func (r *Repairs) value() string {
	if r.Summary.InAllOrders() {
		return "Shapley"
	}
	return "Aumann, Shapley"
}

// Object returns the result for JSON, with the repairs if List is set.
func (r *Repairs) Object(res *eval.Result) report.Object {
	classes, repairs, left := []report.Object{}, []report.Object{}, []report.Object{}
	for _, x := range r.Summary.Shares() {
		classes = append(classes, report.Members("error", string(x.Class), "count", x.Errors, "brackets", x.Brackets,
			"lost", report.Float(x.Lost), "repaired_alone", report.Float(x.Alone)))
	}
	for f := range r.Found() {
		repairs = append(repairs, report.Members("sentence", res.Name(int(f.Unit)), "error", f.Class,
			"brackets", f.Brackets, "repair", f.Text))
	}
	for _, x := range r.Left {
		left = append(left, report.Members("sentence", res.Name(int(x.Unit)), "reason", x.Reason))
	}
	return report.Members("repaired_rules", r.Options.Repaired, "chinese_rules", r.Options.Chinese,
		"sentences", r.Summary.Sentences, "f1", report.Float(r.Summary.F()), "classes", classes, "repairs", repairs,
		"not_analysed", left)
}

// leftNotes count and name the sentences that were not analysed.
func (r *Repairs) leftNotes(res *eval.Result) (notes []string) {
	units := map[string][]int32{}
	for _, x := range r.Left {
		units[x.Reason] = append(units[x.Reason], x.Unit)
	}
	for _, reason := range slices.Sorted(maps.Keys(units)) {
		const most = 10
		names := ""
		for i, u := range units[reason] {
			if i == most {
				names += fmt.Sprintf(" and %d more", len(units[reason])-most)
				break
			}
			names += " " + res.Name(int(u))
		}
		notes = append(notes, fmt.Sprintf("%d not analysed and not in these figures: %s:%s", len(units[reason]),
			reason, names))
	}
	return notes
}

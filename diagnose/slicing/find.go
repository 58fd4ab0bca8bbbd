package slicing

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/eval"
	"assay/internal/message"
	"assay/subgroup"
)

// ErrNothingWrong reports that no item costs anything, which is no fault.
var ErrNothingWrong = errors.New("nothing is wrong")

// A Findings holds the slices that a search found, and the counts that its readers need.
type Findings struct {
	*subgroup.Result
	Metric     string
	Gold       string
	Systems    []string // one or two
	Signature  string   // of the measure with the settings of the search; "" where nobody set it
	Noun       string
	SystemSide bool
	Within     string // the condition that selected the items
	Part       string // of the measure; "" for that of the main score
	Given      []string
	Silent     []Silent
	left       *subgroup.Table // items of silent labels, which are not searched
	Missed     int             // items of one of two systems alone
	Treebanks  []string
	// See is the command that lists the wrong items of a condition, of the first or the second system; nil for none.
	See func(where string, second bool) string

	same    map[string][]string
	nothing string // why nothing was searched: nothing is wrong; "" after a search
	spans   []Span // of the items of table
	table   *subgroup.Table
}

// An InputError reports items that cannot be searched.
type InputError struct {
	Text, Advice string
	least        int // the option min, if it is too large, of items
	items        int
}

func (e *InputError) Error() string { return e.In(message.Library) }

// In is the message as a window shows it.
func (e *InputError) In(w message.Window) string {
	if e.least > 0 {
		return message.New("option min=%d is more than half of the %d items", e.least, e.items).In(w)
	}
	return e.Text
}

// Hint states how to go on.
func (e *InputError) Hint() string { return e.Advice }

// Find searches the items gathered, or the differences of a second system.
func (g *Gatherer) Find(opt subgroup.Options, second *Gatherer) (*Findings, error) {
	f, literals, opt, err := g.Prepare(opt, second)
	if err != nil {
		return nil, err
	}
	f.Result = subgroup.Find(g.table, literals, opt)
	return f, nil
}

// Nothing returns the findings, without a slice, of a search that ended with ErrNothingWrong.
func (g *Gatherer) Nothing(opt subgroup.Options, second *Gatherer) *Findings {
	f := g.findings()
	f.Result = &subgroup.Result{All: subgroup.Part{Items: g.Items()}, Options: opt.Fill()}
	f.nothing = ErrNothingWrong.Error()
	if second != nil {
		f.nothing = "both systems have the same items right"
	}
	return f
}

// findings returns the facts that are known before a search.
func (g *Gatherer) findings() *Findings {
	return &Findings{Metric: g.opt.Metric.Name, Noun: g.Noun(), SystemSide: g.opt.System, Within: g.opt.Within,
		Part: g.opt.Part, Given: g.opt.Given, Treebanks: g.groups}
}

// NothingWrong reports whether there was nothing to search for.
func (f *Findings) NothingWrong() bool { return f.nothing != "" }

// A Search has the options of a search that is a part of another command.
type Search struct {
	Alpha     float64
	Seed      uint64
	Documents bool // the tests flip documents
	Jobs      int
}

// FindBy is Find with the defaults of all other options.
func (g *Gatherer) FindBy(s Search, second *Gatherer) (*Findings, error) {
	opt := subgroup.Options{Alpha: s.Alpha, Seed: s.Seed,
		Parallel: func(n int, task func(int)) { eval.Parallel(s.Jobs, n, task) }}
	if s.Documents {
		opt.Unit = subgroup.Documents
	}
	return g.Find(opt, second)
}

// Table returns the items as Prepare leaves them.
func (g *Gatherer) Table() *subgroup.Table { return g.table }

// Prepare makes the literals of the search, and fills in the options that depend on the items.
func (g *Gatherer) Prepare(opt subgroup.Options, second *Gatherer) (*Findings, []subgroup.Literal,
	subgroup.Options, error) {
	fail := func(err error) (*Findings, []subgroup.Literal, subgroup.Options, error) { return nil, nil, opt, err }
	found := g.findings()
	if g.opt.Part != "" && g.Items() == 0 && len(g.parts) == 0 {
		return fail(&InputError{Text: "metric " + found.Metric + " has no items of part " + g.opt.Part,
			Advice: "option all of the list of errors shows the parts"})
	}
	if g.Items() == 0 {
		none := " counts no items in these files"
		if g.opt.System {
			none = " counts no items of the system"
		}
		return fail(&InputError{Text: "metric " + found.Metric + none})
	}
	if second != nil {
		g.compareWith(second)
		found.Missed, opt.Both = g.missed, true
		if opt.Floor == 0 { // differences are few: larger slices of fewer conditions
			opt.Floor, opt.Share = 100, 0.004
		}
		if opt.Literals == 0 {
			opt.Literals = 2
		}
	} else if found.Silent = g.silents(); len(found.Silent) > 0 {
		found.left = g.leaveOut(found.Silent)
	}
	opt = opt.Fill()
	left := 0
	if found.left != nil {
		left = found.left.Items()
	}
	if err := g.check(opt, left); err != nil {
		return fail(err)
	}
	least := opt.Min
	if least == 0 {
		least = max(opt.Floor, int(opt.Share*float64(g.Items()/2)))
	}
	g.stratify(least)
	literals, same := g.table.Distinct(g.literals(g.table, 2*least), 2*least, 0.95)
	if len(literals) == 0 {
		return fail(&InputError{Text: fmt.Sprintf("no condition holds of %d %s or more, and of no more than 95 %%", 2*least,
			found.Noun), Advice: "give option min a smaller number, or option keys other keys"})
	}
	if len(g.groups) < 2 {
		g.table.Group = nil
	}
	found.same, found.table, found.spans = same, g.table, g.spans
	return found, literals, opt, nil
}

// leaveOut removes the items of labels. It returns the table of these items.
func (g *Gatherer) leaveOut(labels []Silent) *subgroup.Table {
	number := make([]int, len(g.labels)) // of labels, from 1
	for k, s := range labels {
		number[g.label.of[s.Label]] = k + 1
		labels[k].column = &subgroup.Column{}
	}
	out := make([]bool, g.Items())
	for i := range out {
		n := number[g.labelOf.At(i)]
		if out[i] = n > 0; !out[i] {
			continue
		}
		for k := range labels {
			code := uint32(0)
			if k == n-1 {
				code = 1
			}
			labels[k].column.Append(code)
		}
	}
	left := g.table.Select(out)
	g.table.Remove(out)
	if g.spans != nil {
		kept := g.spans[:0]
		for i, span := range g.spans {
			if !out[i] {
				kept = append(kept, span)
			}
		}
		g.spans = kept
	}
	return left
}

// Spans returns where the items of a subgroup are, in the order of the treebank; nil unless
// Options.Spans asked for them. It has as many items as the condition of Where selects.
func (f *Findings) Spans(s *subgroup.Subgroup) (out []Span) {
	for i, span := range f.spans {
		if f.table.Member(i, s.Literals) {
			out = append(out, span)
		}
	}
	return out
}

// Shown returns the slices that hold, each once.
func (f *Findings) Shown() []*subgroup.Subgroup { return f.shown(false) }

// Told returns the sentences before the table, without labels that are never used, and the note on the
// tests after it.
func (f *Findings) Told() (before, silent, tests string) {
	shown := f.shown(false)
	if before = f.overall(); len(shown) > 0 {
		before = f.summary(shown)
	}
	tests, _, _ = strings.Cut(f.tested(), ". new:") // the words of a column
	return before, strings.TrimSpace(strings.Join(f.silence(), " ")), tests
}

// silentIn returns the labels that are left out and have items that satisfy the literals of s.
func (f *Findings) silentIn(s *subgroup.Subgroup) (out []string) {
	for _, silent := range f.Silent {
		for i := range f.left.Items() {
			if silent.column.At(i) == 1 && f.left.Member(i, s.Literals) {
				out = append(out, quoted(silent.Label))
				break
			}
		}
	}
	return out
}

// check reports tables in which there is nothing to search; left is the number of items of labels that are left out.
func (g *Gatherer) check(opt subgroup.Options, left int) error {
	t := g.table
	n := t.Items()
	some, equal, one := false, true, true
	for i := range n {
		cost := t.Levels[t.Cost.At(i)]
		some = some || cost != 0
		equal = equal && cost == t.Levels[t.Cost.At(0)]
		one = one && t.Cluster[i] == t.Cluster[0]
	}
	switch {
	case !some && n > 0:
		return ErrNothingWrong
	case one && n > 0:
		return &InputError{Text: "all items are in one sentence, so that no half can be held back for a test",
			Advice: "option explore searches all data"}
	case equal && opt.Both:
		return &InputError{Text: fmt.Sprintf("the systems differ alike on all %d %s, so that none lose more than others", n,
			g.Noun())}
	case equal:
		hint := ""
		if left > 0 {
			hint = "the system never uses most labels of gold: are they of another scheme? Choose a score without labels"
		}
		return &InputError{Text: fmt.Sprintf("all %d %s are equally wrong, so that none are worse than others", n+left,
			g.Noun()), Advice: hint}
	case 2*opt.Min > n:
		return &InputError{Advice: "give option min a smaller number", least: opt.Min, items: n}
	}
	return nil
}

// stratify makes a stratum of each combination of values of the given keys. Numbers are cut as
// conditions cut them; combinations of fewer than least items are one stratum.
func (g *Gatherer) stratify(least int) {
	if g.given == len(g.keys) {
		return
	}
	t := g.table
	bins := make([][]uint32, len(g.keys))
	for k := g.given; k < len(g.keys); k++ {
		bins[k] = bin(g.values[k].list, cuts(g.name(k)))
	}
	numbers := map[string]uint32{}
	var counts []int
	var raw subgroup.Column
	var text []byte
	for i := range t.Items() {
		text = text[:0]
		for k := g.given; k < len(g.keys); k++ {
			text = fmt.Appendf(text, "%d ", bins[k][t.Columns[k].At(i)])
		}
		n, ok := numbers[string(text)]
		if !ok {
			n = uint32(len(counts))
			numbers[string(text)] = n
			counts = append(counts, 0)
		}
		counts[n]++
		raw.Append(n)
	}
	to, next := make([]uint32, len(counts)), uint32(1) // 0 holds all small ones
	for n, c := range counts {
		if c >= least {
			to[n] = next
			next++
		}
	}
	t.Strata = &subgroup.Column{}
	for i := range t.Items() {
		t.Strata.Append(to[raw.At(i)])
	}
}

// bin returns a number for each value: that of its stretch between two cuts, if it is a number.
func bin(values []string, limits []int) []uint32 {
	out := make([]uint32, len(values))
	for code, value := range values {
		out[code] = uint32(code + len(limits) + 1)
		var n int
		if _, err := fmt.Sscanf(value, "%d", &n); err == nil && limits != nil {
			k, _ := slices.BinarySearch(limits, n+1)
			out[code] = uint32(k)
		}
	}
	return out
}

// Where returns the condition of a subgroup: it selects its items in every command.
func (f *Findings) Where(s *subgroup.Subgroup) string {
	side := "gold: "
	if f.SystemSide {
		side = "system: "
	}
	switch {
	case strings.Contains(f.Within, " or "):
		side += "(" + f.Within + "), "
	case f.Within != "":
		side += f.Within + ", "
	}
	if f.Part != "" {
		side += "part=" + quoted(f.Part) + ", "
	}
	text := side + strings.Join(names(s), ", ")
	if out := f.silentIn(s); len(out) > 0 {
		text += ", label!=" + strings.Join(out, "|")
	}
	return text
}

// names returns the names of the literals of a subgroup.
func names(s *subgroup.Subgroup) (out []string) {
	for _, l := range s.Literals {
		out = append(out, l.Name)
	}
	return out
}

// Slice names a subgroup for a reader.
func Slice(s *subgroup.Subgroup) string {
	var out []string
	for _, name := range names(s) {
		key, set, ok := strings.Cut(name, "=/(.* )?")
		switch {
		case ok:
			name = key + " has " + strings.TrimSuffix(set, "( .*)?/")
		case strings.HasPrefix(name, "(feat "):
			fields := strings.Fields(strings.Trim(name, "()"))
			name = strings.Join(fields[1:], "=")
		}
		out = append(out, name)
	}
	return strings.Join(out, ", ")
}

// Strongest returns the slice with the highest rate of those that hold; nil if there is none.
func (f *Findings) Strongest() *subgroup.Subgroup {
	if shown := f.shown(false); len(shown) > 0 {
		return f.strongest(shown)
	}
	return nil
}

// Same returns the conditions that hold of the same items as those of a subgroup.
func (f *Findings) Same(s *subgroup.Subgroup) (out []string) {
	for _, l := range s.Literals {
		out = append(out, f.same[l.Name]...)
	}
	return out
}

// Package eval turns pairs of sentences into rows of counts.
//
// The one idea: a measure turns a sentence pair into items and a row of counts,
// and everything it publishes follows from a sum of rows. Reading in step,
// pairing, selection, breakdown, per-sentence tables, intervals and tests are
// then written once, for all measures:
//
//	gold file   ─ cut ─┐
//	                   ├─ pair ─ batches ─ workers: parse, steps, count ─ rows, in order
//	system file ─ cut ─┘
//
// Goroutines live in this package only. Figures do not depend on their number.
package eval

import "assay/treebank"

// A Metric is one measure with its options. It may be used by many goroutines.
type Metric interface {
	// Name is the name on the command line, such as "xiao".
	Name() string
	// Signature names the measure and every option that changes its figures,
	// as in "xiao|mode:exact".
	Signature() string
	// Columns names the counts of one pair, in order. Sums that are no counts,
	// and that reports leave out, have names that begin with sum_ or log_.
	Columns() []string
	// NewCounter returns a counter for use by one goroutine.
	NewCounter() Counter
	// Scores turns a sum of rows into the figures to publish.
	Scores(sum []float64) []Score
}

// Counter counts sentence pairs. It is not safe for concurrent use.
type Counter interface {
	// Count adds the counts of p to row. A side that is Missing counts as an
	// empty analysis. On an error, which says why p cannot be counted, row is
	// unchanged.
	Count(row []float64, p *Pair) error
}

// An Explainer is a Counter that lists the items that it counts. Every measure
// whose counts are of items is one. The law: the Adds of all items, summed and
// then closed, equal the row of Count.
type Explainer interface {
	Counter
	// Explain calls yield for each item of p, in the order of the words. The
	// item is reused; yield must copy what it keeps.
	Explain(p *Pair, yield func(*Item)) error
	// Close completes row, the sum of the Adds of (some of) the items of one
	// pair: it sets the columns about the whole pair, such as exact match.
	Close(row []float64)
}

// An ErrorLister is an Explainer that counts a pair and lists its errors in one
// pass. Lists of errors use it: matching items then cost nothing.
type ErrorLister interface {
	Explainer
	// Errors adds the counts of p to row as Count does, and calls yield for the
	// items of Explain that are errors, in their order. Mended is set wherever
	// gold has the item.
	Errors(row []float64, p *Pair, yield func(*Item)) error
}

// An OnErrorDefaulter is a Metric with its own default for unscorable pairs, used
// where the user chooses none: EVALB leaves them out, most measures count them.
type OnErrorDefaulter interface {
	DefaultOnError() OnError
}

// A LayerReader is a Metric that names the layers it looks at. Readers may leave
// out the others if nothing else needs them.
type LayerReader interface {
	Reads() treebank.Layer
}

// A Warner is a Metric with warnings for the user, such as unknown lines of its
// parameter file.
type Warner interface {
	Warnings() []error
}

// A DecisionReader is a Metric that may read the decisions of a human check
// itself. Other measures are given soft scores by a wrapper (package soft).
type DecisionReader interface {
	ReadsDecisions() bool
}

// A Hinter is an error with a hint for the user: how to go on.
type Hinter interface {
	error
	Hint() string
}

// A Briefer names the few scores that a comparison of systems is about.
type Briefer interface {
	Brief() []string
}

// An Abridger says which of its scores a short table need not show.
type Abridger interface {
	Omit(sum []float64) []Omission
}

// An Omission is scores that a short table leaves out, and why; Why is "" for
// scores that are seldom looked at.
type Omission struct {
	Scores []string
	Why    string
}

// A Score is one published figure.
type Score struct {
	Name  string
	Value float64 // NaN where it is undefined (0/0)
	Rate  bool    // Value is a share, to be shown in percent
	// Num and Den are the fraction of which Value is the quotient, each a linear function of the
	// row, so that tests can be exact; both 0 where Value is no such fraction.
	Num, Den float64
	Count    bool // Value is a number of things, not a mean
	// Lower is better: errors, crossing brackets.
	Lower bool
	// Main marks the figures that a short table shows.
	Main bool
	// Headline marks the one figure that stands for the measure: the oracle,
	// plots, pages and diagnoses use it. See HeadlineOf.
	Headline bool
}

// HeadlineOf returns the index of the score that stands for the measure: the one
// marked Headline, else the first that a short table shows, else the first. It
// is -1 if there are no scores.
func HeadlineOf(scores []Score) int {
	main := -1
	for i := range scores {
		if scores[i].Headline {
			return i
		}
		if scores[i].Main && main < 0 {
			main = i
		}
	}
	return min(max(main, 0), len(scores)-1)
}

// Ratio returns the score num/den; NaN if den is 0.
func Ratio(name string, num, den float64) Score {
	return Score{Name: name, Value: num / den, Rate: true, Num: num, Den: den}
}

// MainRatio is Ratio for a figure that a short table shows.
func MainRatio(name string, num, den float64) Score {
	s := Ratio(name, num, den)
	s.Main = true
	return s
}

// HeadlineRatio is MainRatio for the score that stands for the measure.
func HeadlineRatio(name string, num, den float64) Score {
	s := MainRatio(name, num, den)
	s.Headline = true
	return s
}

// An Outcome is the result of comparing an item: one of Xiao's five classes of a
// word slot (1997 §3.2), which serve all measures.
type Outcome uint8

// The outcomes.
const (
	Correct      Outcome = iota // gold and system agree
	Incorrect                   // both say something, and not the same
	Missing                     // only gold says something
	Spurious                    // only the system says something
	Noncommittal                // neither does
)

// String returns the outcome's name in lower case.
func (o Outcome) String() string {
	return [...]string{"correct", "incorrect", "missing", "spurious", "noncommittal"}[o]
}

// Fine reports whether nothing is wrong: the item is correct, or neither side
// says anything.
func (o Outcome) Fine() bool { return o == Correct || o == Noncommittal }

// A Kind is the kind of thing that an item is about.
type Kind uint8

// The kinds. Index and Other of a Ref depend on them.
const (
	None   Kind = iota // this side has nothing
	Word               // Index: token
	Link               // a dependency. Index: dependent token; Other: head, treebank.Root or Unknown
	Phrase             // a bracket. Index: phrase; Other: a phrase of the other side that it crosses, -1 if none is known
	Node               // a node of a graph. Index: node
	Edge               // an edge of a graph. Index: edge; Other: target node
	Prop               // a property of a node. Index: node; Role: its key
	Top                // a top of a graph. Index: node
	Token              // a surface token or a sentence. Index: first token; Other: one past the last
)

// A Ref is one side of an item: something in the gold or in the system sentence.
type Ref struct {
	Kind  Kind
	Index int32
	Other int32
	Label treebank.Symbol // label, relation, tag, predicate, value
	Role  treebank.Symbol // key of a property, function of a phrase
	// Counted is the label that the measure counts, if it cuts labels (NP of
	// NP-SBJ); 0 is Label.
	Counted treebank.Symbol
}

// CountedLabel returns the label as the measure counts it.
func (r *Ref) CountedLabel() treebank.Symbol {
	if r.Counted != 0 {
		return r.Counted
	}
	return r.Label
}

// An Add is what an item adds to one column of the row.
type Add struct {
	Column int
	N      float64
	// System marks what belongs to the system's side: where the sides differ in
	// the value of a SidedKey, it is grouped by the system's. So are columns
	// that precision is made of.
	System bool
}

// An Item is one thing that a measure counts: a bracket, a word's head, a
// triple. Gold or System has Kind None where that side has nothing.
type Item struct {
	Part    string // part of the measure: "", "las", "upos", "ARG", ...
	Outcome Outcome
	Class   string // the measure's own name of the outcome ("CE", "SP"), if it has one
	Gold    Ref
	System  Ref
	Adds    []Add
	// Mended holds the Adds of the item if it were right. Nil means those of a
	// correct item of its label, and none where only the system has the item.
	Mended []Add
}

// A Filter selects items. It serves one goroutine.
type Filter interface {
	Match(p *Pair, it *Item) bool
}

// A Selection is what --where gives: it makes filters and shows in signatures.
type Selection interface {
	String() string
	NewFilter() Filter
}

// A Key sorts items, or whole pairs, into groups: what --by gives. All goroutines
// share it.
type Key interface {
	Name() string
	// PerItem reports whether the key looks at single items. If it does not,
	// Value is called with a nil item.
	PerItem() bool
	// Value appends the name of the group to dst; nothing appended is no group.
	Value(dst []byte, p *Pair, it *Item) []byte
}

// A SidedKey is a Key whose value is that of the gold side of an item, else of
// its system side. Items with a side missing are then asked for apart.
type SidedKey interface {
	Key
	Sided() bool
}

// A Step changes sentences before they are counted: rewriting, conversion,
// preprocessing.
type Step interface {
	Signature() string // "" if it does not show
	// New returns a function for use by one goroutine. An error says why the
	// sentence cannot be used; it is then counted by OnError.
	New() func(*treebank.Sentence) error
}

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

// Counter counts sentence pairs. It is not safe for concurrent use.
type Counter interface {
	// Count adds the counts of p to row. A Missing side counts as an empty analysis.
	// An error states why p cannot be counted and leaves row unchanged.
	Count(row []float64, p *Pair) error
}

// An Explainer is a Counter that lists the items that it counts. Every measure that
// counts items has one. The law: the Adds of all items, summed and then closed by the
// measure, equal the row of Count.
type Explainer interface {
	Counter
	// Explain calls yield for each item of p, in the order of the words. The
	// item is reused; yield must copy the parts that it keeps.
	Explain(p *Pair, yield func(*Item)) error
}

// CountItems adds the Adds of all items of p to row: the Count of a measure without a
// faster way. Columns that the measure closes are left to it.
func CountItems(e Explainer, row []float64, p *Pair) error {
	return e.Explain(p, func(it *Item) { AddTo(row, it.Adds) })
}

// AddTo adds contributions to a row.
func AddTo(row []float64, adds []Add) {
	for _, a := range adds {
		row[a.Column] += a.N
	}
}

// A Lister is an Explainer that counts a pair and lists some of its items in one pass.
// Lists of errors and pages use it to avoid the cost of correct items.
type Lister interface {
	Explainer
	// List adds the counts of p to row as Count does, and calls yield for those items of
	// Explain that are errors, in their order, with Mended set wherever gold has the item,
	// and for the correct items that add to one of the columns; nil is no column. It may
	// yield other correct items.
	List(row []float64, p *Pair, columns []bool, yield func(*Item)) error
}

// An Observer is a Counter that notes facts about its pairs that its rows do not hold,
// such as which columns have values.
type Observer interface {
	Counter
	// Seen returns the facts about all pairs so far as a set of bits, which the
	// measure defines. A bit once set stays set.
	Seen() uint64
}

// A LayerReader is a Step that names the layers it reads. Formats may skip the others if
// nothing else needs them.
type LayerReader interface {
	Reads() treebank.Layer
}

// A Hinter is an error with a hint that states how to go on.
type Hinter interface {
	error
	Hint() string
}

// An Outcome is the result of comparing an item: one of Xiao's five classes of a word
// slot (1997 §3.2), which all measures use.
type Outcome uint8

// The outcomes.
const (
	Correct      Outcome = iota // gold and system agree
	Incorrect                   // gold and system have different values
	Missing                     // only gold has a value
	Spurious                    // only the system has a value
	Noncommittal                // neither has a value
)

// String returns the outcome's name in lower case.
func (o Outcome) String() string {
	return [...]string{"correct", "incorrect", "missing", "spurious", "noncommittal"}[o]
}

// Fine reports whether the item is no error: it is correct, or neither side has a
// value.
func (o Outcome) Fine() bool { return o == Correct || o == Noncommittal }

// A Kind is the kind of a part of a sentence.
type Kind uint8

// The kinds, with the meaning of a Ref's Index and Other.
const (
	None   Kind = iota // this side has nothing
	Word               // Index: token
	Link               // a dependency. Index: dependent token; Other: head, treebank.Root or Unknown
	Phrase             // a bracket. Index: phrase; Other: a phrase of the other side that it crosses, -1 if none is known
	Node               // a node of a graph. Index: node; Other: as of Prop
	Edge               // an edge of a graph. Index: edge; Other: target node
	Prop               // a property of a node. Index: node; Role: its key; Other: a clause plus 1, 0 for none
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
	// Counted is the label that the measure counts, if it shortens labels (NP of
	// NP-SBJ); 0 means Label.
	Counted treebank.Symbol
	// Qualifier ends the name of an item if the other fields name several items of
	// the sentence (two paths that end with one edge); 0 if they do not.
	Qualifier treebank.Symbol
}

// CountedLabel returns the label as the measure counts it.
func (r *Ref) CountedLabel() treebank.Symbol {
	if r.Counted != 0 {
		return r.Counted
	}
	return r.Label
}

// Unlabelled returns r without its label, as scores see it that do not look at labels.
func (r Ref) Unlabelled() Ref {
	r.Label, r.Counted = 0, 0
	return r
}

// An Add is the contribution of an item to one column of the row.
type Add struct {
	Column int
	N      float64
	// System marks the contribution of the system's side. If the sides have different
	// values of a SidedKey, it goes to the group of the system's value. Denominators
	// of precision are such columns.
	System bool
}

// An Item is one unit that a measure counts: a bracket, a word's head, a triple. Gold
// or System has Kind None if that side has no such part.
type Item struct {
	Part    string // part of the measure: "", "las", "upos", "ARG", ...
	Outcome Outcome
	Class   string // the measure's own name of the outcome ("CE", "SP"), if it has one
	Gold    Ref
	System  Ref
	Adds    []Add
	// Mended holds the Adds that the item would have if it were right. Nil means
	// those of a correct item of its label, or none if only the system has the item.
	Mended []Add
}

// ClassName is the class in words: the measure's own name for the kind of error, else
// the name of the outcome.
func (it *Item) ClassName() string {
	switch it.Class {
	case "":
		return it.Outcome.String()
	case "EM":
		return "matched bracket"
	case "CE":
		return "crossing bracket"
	case "SP":
		return "spurious bracket"
	case "missing":
		if it.Gold.Kind == Phrase {
			return "missing bracket"
		}
	}
	return it.Class
}

// A Filter selects items. It serves one goroutine.
type Filter interface {
	Match(p *Pair, it *Item) bool
}

// A SidedFilter is a Filter that selects items by either side.
type SidedFilter interface {
	Filter
	// BySystemAlone reports whether an item that both sides have is selected, but not by
	// gold's side: it is wrong by construction.
	BySystemAlone(p *Pair, it *Item) bool
}

// A Selection is a condition on items (--where): it makes filters and appears in
// signatures.
type Selection interface {
	String() string
	NewFilter() Filter
}

// A Key sorts items, or whole pairs, into groups (--by). All goroutines share it.
type Key interface {
	Name() string
	// PerItem reports whether the key depends on single items. If it does not, Value
	// is called with a nil item.
	PerItem() bool
	// Value appends the name of the group to dst. If it appends nothing, the item is
	// in no group.
	Value(dst []byte, p *Pair, it *Item) []byte
}

// A SentenceKey is a Key that is not PerItem and describes gold's sentence. In a pair that
// joins several sentences of gold, the items of a measure belong to their own sentences.
type SentenceKey interface {
	Key
	OfSentence() bool
}

// A SidedKey is a Key that takes its value from the gold side of an item, else from
// the system side. Where both sides have the item, Sided reports whether the counts of
// the system's side belong to the system's value.
type SidedKey interface {
	Key
	Sided(it *Item) bool
}

// A Step changes sentences before they are counted: rewriting, conversion,
// preprocessing.
type Step interface {
	Signature() string // "" if signatures do not name it
	// New returns a function for use by one goroutine. An error states why the
	// sentence cannot be used; OnError then decides how it counts.
	New() func(*treebank.Sentence) error
}

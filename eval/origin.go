package eval

// An Origin is one decision of an analysis, right in gold and wrong in the system's, with the wrong items that
// follow from it: one mistake may make several errors (Hogenhout & Matsumoto 1996 §2; Lin 1995 §3.3).
type Origin struct {
	Kind string // in the field's words: "moved phrase", "turned link"
	// Order is the place of Kind among the kinds of the measure. Of causes of as many items the first by Order, then by
	// First and Last, explains them.
	Order int
	// First and Last are the first and last unit of its place: words, characters or units of a text.
	First, Last int32
	Items       []int // numbers of wrong items, each once
}

// A Causer states the causes of the wrong items of a pair. It serves one goroutine.
type Causer interface {
	// Causes returns the causes of wrong items, of which only the places and classes are known, not the Adds. A cause
	// of one item explains nothing and may be left out. The result is valid until the next call.
	Causes(p *Pair, wrong []Item) []Origin
}

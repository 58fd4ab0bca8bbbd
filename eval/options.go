package eval

import (
	"strconv"

	"assay/treebank"
)

// OnError is the policy for pairs that cannot be scored.
type OnError int

// The policies.
const (
	Default OnError = iota // the default of the metric, else Count
	Count                  // the system's analysis counts as empty
	Skip                   // the pair is left out
	Stop                   // the run ends with an error
)

// String returns the word that options and signatures use.
func (o OnError) String() string { return [...]string{"default", "count", "skip", "stop"}[o] }

// Align says how the sentences of two files are paired.
type Align int

// The ways to pair.
const (
	Auto  Align = iota // by id if both sides carry the same, else by order if there are as many, else by text
	Order              // the n-th with the n-th
	ByID               // by name
	Text               // the smallest stretches of text that begin and end a sentence on both sides
)

// String returns the word that options and signatures use.
func (a Align) String() string { return [...]string{"auto", "order", "id", "text"}[a] }

// Options of a run. The zero value is the default.
type Options struct {
	Jobs        int // goroutines that count; 0 is the number of cores
	Align       Align
	OnError     OnError
	Rank        int    // which analysis of the system's ranked list, from 1; 0 is the first
	Oracle      int    // if over 1: for each sentence the best of so many analyses, by the first metric
	OracleScore string // the score that Oracle goes by; "" is the one that stands for the metric
	Ranks       int    // if over 0: groups of the key "rank", for each of the system's first so many analyses
	GoldSteps   []Step
	SystemSteps []Step
	Where       Selection // nil: everything
	By          []Key
	// Check, if not nil, makes a function for one goroutine that reports faults in
	// the structure of a sentence. They are listed among the problems and change
	// no figure.
	Check func() func(s *treebank.Sentence, report func(*treebank.SyntaxError))
	// IgnoreGold and IgnoreSystem leave out the items that this side does not
	// analyse, which count as empty otherwise.
	IgnoreGold, IgnoreSystem bool
	// Only, if not nil, says for each sentence of gold whether it counts; what
	// only the system has then does not. Common makes it.
	Only []bool
	// Progress, if not nil, is called from time to time with the number of pairs
	// done.
	Progress func(done int)
	// Collect, if not nil, makes a collector for each batch of pairs; Collected
	// gets them back, filled, in the order of the file.
	Collect   func() Collector
	Collected func(Collector)
	// ErrorsOnly says that collectors need no items that are Correct or
	// Noncommittal where the metric is an ErrorLister, and of the sentences no more than
	// the metrics do: names, words, and what items point to.
	ErrorsOnly bool
}

// A Collector looks at the items of a batch of pairs, after selection.
type Collector interface {
	// Pair begins the next pair. It is valid until its last item was given (see
	// Finisher): its text is then overwritten.
	Pair(p *Pair)
	// Item is called for each item of each metric, in the order of the metrics.
	Item(metric int, it *Item)
}

// A Dropper is a Collector that wants to know of items that do not count after
// all: the metric could not count the pair that they belong to.
type Dropper interface {
	Drop(metric int)
}

// A Finisher is a Collector with a call after the last item of each pair, while
// the pair is still valid.
type Finisher interface {
	Collector
	End()
}

// A Unit is a sentence pair; it has one row for each metric.
type Unit struct {
	ID           string // name of the first gold sentence, "" if it has none
	Gold, System int32  // number of the first sentence of each side, from 0
	GoldN        int32  // number of sentences; 0 if that side has none
	SystemN      int32
	Words        int32 // of gold
	File         int32 // index into Gold.Files
	Line         int32 // of gold, in its file
	NewDoc       bool
	Status       Status
}

// A Status says whether a pair was scored.
type Status uint8

// The states of a pair.
const (
	Scored     Status = iota
	Unscorable        // something is wrong with it; see Result.Problems
	NoSystem          // gold has an analysis of the sentence, the system none
	NoGold            // the system has an analysis of the sentence, gold none
	Neither           // one side or both have the sentence, none has an analysis of it
)

// Counts holds the rows of all units for one metric.
type Counts struct {
	Metric  Metric
	Width   int
	OnError OnError
	Skipped []bool   // units that are left out of the sums; nil if there are none
	Groups  []*Group // in the order of Options.By, then of their values

	Sentences  Sentences // what became of the sentences
	Unscorable int       // pairs that the metric could not count
	Selected   int       // items that satisfy Where, if it is set
	index      map[[2]string]*Group
	rows       rows // Width counts per unit
}

// Sentences counts sentences by what became of them for one metric. Of gold:
//
//	all sentences = Scored + Unscorable + Missing + LeftOut
type Sentences struct {
	Scored     int // in the figures, compared with the system's analysis
	Unscorable int // broken, or not comparable: left out, or in the figures as errors, as OnError says
	Missing    int // without analysis by the system: in the figures as errors unless OnError is Skip
	LeftOut    int // by the options (IgnoreGold, IgnoreSystem, Only), or because gold has no analysis to compare with
	Extra      int // of the system: sentences that gold does not have
}

func (s *Sentences) add(t Sentences) {
	s.Scored += t.Scored
	s.Unscorable += t.Unscorable
	s.Missing += t.Missing
	s.LeftOut += t.LeftOut
	s.Extra += t.Extra
}

// A Group holds the rows of the part of each unit that has one value of a key.
type Group struct {
	Key   string
	Value string
	Units []int32   // in order; only those that have such items
	Rows  []float64 // Width counts per entry of Units
}

// A Problem is something that was wrong with one sentence or pair.
type Problem struct {
	Unit     int    // -1 if it belongs to none
	Metric   int    // -1 if it concerns all
	Sentence string // its name, else its number from 1
	Side     string // "gold", "system" or ""
	Place    string // file:line:col as far as it is known
	Text     string
	Hint     string
	Cause    Cause
}

// A Cause sorts problems that have one remedy.
type Cause uint8

// The causes.
const (
	OtherCause     Cause = iota
	Escapes              // the words differ only in escapes: ( and -LRB-
	Tokenisation         // the sides have the same text, or nearly, in different words
	DifferentWords       // the sides have different words
)

// A Result holds the counts and problems of a run.
type Result struct {
	Gold, System *treebank.Source
	Align        Align  // how the sentences were paired
	Why          string // the reason
	Units        []Unit
	Counts       []*Counts // one per metric
	Problems     []Problem // in order
	GoldN        int       // sentences of gold
	SystemN      int

	held []Collector // filled, but not given back yet

	compared, unlike int // pairs with words on both sides, and those of them with different words

	units    [][]Unit // of the batches, until they are joined
	problems [][]Problem
	pairs    int
}

// String returns the word that outputs use.
func (s Status) String() string {
	return [...]string{"scored", "unscorable", "missing", "extra", "neither"}[s]
}

// Name returns what unit i is called: the name of its sentence, else its number
// from 1.
func (r *Result) Name(i int) string {
	if id := r.Units[i].ID; id != "" {
		return id
	}
	return strconv.Itoa(i + 1)
}

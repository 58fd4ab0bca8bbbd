package eval

import (
	"cmp"
	"strconv"

	"assay/internal/message"
	"assay/treebank"
)

// OnError is the policy for pairs that cannot be scored.
type OnError int

// The policies.
const (
	OnErrorDefault OnError = iota // the default of the metric, else OnErrorCount
	OnErrorCount                  // the system's analysis counts as empty
	OnErrorSkip                   // the pair is left out
	OnErrorStop                   // the run ends with an error
)

// OnErrorOption is the name of the option, and of its part of signatures.
const OnErrorOption = "on-error"

// String returns the word that options and signatures use.
func (o OnError) String() string { return [...]string{"default", "count", "skip", "stop"}[o] }

// Align is the way in which the sentences of two files are paired.
type Align int

// The ways to pair.
const (
	// by id if both sides have the same ids, else by order if they have equally many sentences, else by text
	AlignAuto  Align = iota
	AlignOrder       // the n-th with the n-th
	AlignID          // by name
	AlignText        // the smallest stretches of text that begin and end a sentence on both sides
	AlignWords       // sentences with the same words, in any order
)

// String returns the word that options and signatures use.
func (a Align) String() string { return [...]string{"auto", "order", "id", "text", "words"}[a] }

// Options of a run. The zero value is the default.
type Options struct {
	Jobs        int // number of goroutines; 0 for the number of cores
	Align       Align
	OnError     OnError
	Rank        int    // which analysis of the system's ranked list, from 1; 0 is the first
	Oracle      int    // if over 1: score the best of this many analyses of each sentence, chosen by Chooser
	OracleScore string // the score by which Oracle chooses; "" for the headline of Chooser
	// Chooser chooses the analysis that counts where a side has several; nil is the first metric, after the steps.
	Chooser     *Chooser
	Pack        int // if over 1: pack this many analyses of each ranked list into a parse forest
	Ranks       int // if over 0: one group of the key "rank" for each of the system's first analyses, up to this many
	GoldSteps   []Step
	SystemSteps []Step
	Where       Selection // nil selects everything
	By          []Key
	// GroupColumns, if not nil, chooses the columns of a metric that groups are for:
	// items that change none of them are in no group, and the other columns of the
	// rows of groups are not complete. Several goroutines call it.
	GroupColumns func(*Measure) []int
	// Check, if not nil, makes a function for one goroutine that reports faults in
	// the structure of a sentence. They are listed among the problems and change no
	// figure.
	Check func() func(s *treebank.Sentence, report func(*treebank.SyntaxError))
	// IgnoreGold and IgnoreSystem leave out the sentences that this side does not
	// analyse; otherwise they count as empty.
	IgnoreGold, IgnoreSystem bool
	// Only, if not nil, selects sentences of gold by number; sentences that only the
	// system has are then left out. Common makes such a list.
	Only []bool
	// Progress, if not nil, is called from time to time with the number of pairs
	// done.
	Progress func(done int)
	// Collect, if not nil, makes a collector for each batch of pairs; Collected
	// receives them when they are filled, in the order of the file.
	Collect   func() Collector
	Collected func(Collector)
	// Discard, if not nil, allows Collected to be called before the pairing of the
	// sentences is certain. If the guess was wrong it is called: the collectors so far
	// are to be forgotten, and all pairs come again. Without it the collectors of a whole
	// file may be in memory at once.
	Discard func()
	// Settle decides the pairing by a reading of its own before anything is collected.
	// Without it, collectors are held in memory while the pairing may prove wrong, which
	// is only known at the end of the files.
	Settle bool
	// ErrorsOnly promises that collectors use no items that are Correct or
	// Noncommittal if the metric is an ErrorLister, and of the sentences only names,
	// words and the parts to which items refer.
	ErrorsOnly bool
	// CorrectIn, if not nil, gives the columns of a metric, by its number, for which
	// collectors use items that are Correct or Noncommittal: they use no others if the
	// metric is a ColumnLister.
	CorrectIn func(metric int) []bool
	// Watches, if not nil, makes the watches of a run over these sources with these
	// metrics. A run that pairs the sentences anew makes them anew.
	Watches func(gold, system *treebank.Source, ms []*Measure) []Watch
	// TotalsOnly promises that nobody asks for the units and rows of single pairs: the result may
	// be Totalled, so that its memory does not grow with the pairs.
	TotalsOnly bool
	// Memory, if not nil, remembers sentences for the next run that is given the same
	// Memory.
	Memory *Memory
}

// A Chooser chooses among several analyses of a sentence. A second run with other metrics or steps has the Chooser of
// the first run, so that both count the same analyses.
type Chooser struct {
	Measure                *Measure
	GoldSteps, SystemSteps []Step // before it counts, in place of those of the run
}

// Unheard returns the options that decide figures, without those of whoever listens to a run: collectors,
// watches, progress and memory.
func (o Options) Unheard() Options {
	o.GroupColumns, o.CorrectIn, o.Watches, o.Memory, o.Progress = nil, nil, nil, nil, nil
	o.Collect, o.Collected, o.Discard = nil, nil, nil
	o.Settle, o.ErrorsOnly, o.TotalsOnly = false, false, false
	return o
}

// A Watch observes the pairs of a run and changes nothing. It sees the layers that the
// metrics and steps read.
type Watch interface {
	// New returns a function for use by one goroutine. It is called once for each pair
	// that the metrics count, after the steps of both sides.
	New() func(*Pair)
}

// A Collector receives the items of a batch of pairs, after selection.
type Collector interface {
	// Pair begins the next pair. It is valid until its last item (see Finisher); then
	// its text is overwritten.
	Pair(p *Pair)
	// Item is called for each item of each metric, in the order of the metrics.
	Item(metric int, it *Item)
}

// A Dropper is a Collector that must learn which items do not count after all,
// because the metric could not count their pair.
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

// A Status is the state of a pair.
type Status uint8

// The states of a pair.
const (
	Scored     Status = iota
	Unscorable        // the pair is broken or not comparable; see Result.Problems
	NoSystem          // gold has an analysis of the sentence, the system none
	NoGold            // the system has an analysis of the sentence, gold none
	Neither           // neither side has an analysis of the sentence
)

// Counts holds the rows of all units for one metric.
type Counts struct {
	Metric  *Measure
	Width   int
	OnError OnError
	Skipped []bool   // units that are left out of the sums; nil if there are none
	Groups  []*Group // in the order of Options.By, then of their values

	Sentences  Sentences // sentences by outcome
	Unscorable int       // pairs that the metric could not count
	Selected   int       // items that satisfy Where, if it is set
	BySystem   int       // of these, those that both sides have and only the system's side selects
	Seen       uint64    // of all counters that are Observers, and by the engine (SeenGoldHeads ...); 0 if unknown
	index      map[[2]string]*Group
	rows       rows // Width counts per unit

	// Drawing has the sums of the rows in resamples, if the result has totals and they were drawn.
	Drawing Drawing

	total        []float64 // in place of rows, if the result has totals
	skippedUnits []int32   // in place of Skipped
}

// Sentences counts sentences by their outcome for one metric. Of gold:
//
//	all sentences = Scored + Unscorable + Missing + LeftOut
type Sentences struct {
	Scored     int // in the figures, compared with the system's analysis
	Unscorable int // broken, or not comparable: OnError leaves them out or counts them as errors
	Missing    int // without an analysis by the system: errors in the figures unless OnError is Skip
	LeftOut    int // left out by the options (IgnoreGold, IgnoreSystem, Only), or without an analysis in gold
	Extra      int // sentences of the system that gold does not have
}

func (s *Sentences) add(t Sentences) {
	s.Scored += t.Scored
	s.Unscorable += t.Unscorable
	s.Missing += t.Missing
	s.LeftOut += t.LeftOut
	s.Extra += t.Extra
}

// A Group holds the rows of one value of a key: each unit's share of them.
type Group struct {
	Key   string
	Value string

	units blocks    // in order; only those that have such items
	rows  blocks    // their rows, packed
	n     int32     // units
	last  int32     // unit of the open block
	total []float64 // in place of the rows, if the result has totals
}

// A Problem is a fault of one sentence or pair.
type Problem struct {
	Unit     int    // -1 if it belongs to no unit
	Metric   int    // -1 if it concerns all metrics
	Sentence string // its name, else its number
	Number   string // as Unit.Number gives it; "" if it is not known
	Side     string // "gold", "system" or ""
	Place    string // file:line:col, as far as known
	Text     string
	Hint     string
	Cause    Cause

	said message.Shower // Text, for windows; nil where it names no option
}

// TextIn is the text as a window shows it.
func (p *Problem) TextIn(w message.Window) string {
	if p.said != nil {
		return p.said.In(w)
	}
	return p.Text
}

// A Cause groups problems that have the same remedy.
type Cause uint8

// The causes.
const (
	OtherCause     Cause = iota
	Escapes              // the words differ only in escapes: ( and -LRB-
	Tokenisation         // the sides split the same text into different words
	LetterCase           // the words differ only in upper and lower case
	Accents              // the words differ only in how Unicode writes accents: é as one character or two
	Width                // the words differ only in the width of characters: １ and 1
	Quotes               // the words differ only in quotation marks: “ and "
	Underscores          // the words differ only in blanks inside them: k_basbelopp and k basbelopp
	Spellings            // the words differ only in several of these ways
	Scripts              // the words are written in different scripts: Cyrillic and Latin
	DifferentWords       // the sides have different words
	Multiword            // the sides have the same words, and other multiword tokens
)

// A Result holds the counts and problems of a run.
type Result struct {
	Gold, System *treebank.Source
	Align        Align  // how the sentences were paired
	Why          string // the reason
	Unlike       bool   // the texts differ, so that the sentences cannot be paired by text
	Units        []Unit
	Counts       []*Counts // one per metric
	Problems     []Problem // in order
	GoldN        int       // sentences of gold
	SystemN      int
	Watches      []Watch // those of Options.Watches
	// Moved is the number of the system's sentences that have the words of gold sentences
	// other than their own, in a pairing by order. AlignWords pairs them with these.
	Moved int

	totals *Totals // in place of Units and rows, with TotalsOnly or from Builder.Totals; else nil

	held []Collector // filled, but not yet returned

	compared, unlike int // pairs with words on both sides, and those of them with different words
	mismatches       []mismatch
	gold, system     profile // the concepts of both sides, until noteShift has compared them

	units    [][]Unit // of the batches, until they are joined
	problems [][]Problem
	pairs    int
}

// String returns the word used in outputs.
func (s Status) String() string {
	return [...]string{"scored", "unscorable", "missing", "extra", "neither"}[s]
}

// Name returns the name of unit i.
func (r *Result) Name(i int) string { return r.Units[i].Name() }

// Name returns the name of the unit's sentence, else its number.
func (u *Unit) Name() string { return cmp.Or(u.ID, u.Number()) }

// Number returns the number of the unit's first sentence in gold, from 1; of a sentence
// that gold lacks its number in the system, as in "system 3".
func (u *Unit) Number() string {
	if u.GoldN == 0 {
		return systemNumber + strconv.Itoa(int(u.System)+1)
	}
	return strconv.Itoa(int(u.Gold) + 1)
}

const systemNumber = "system "

// Package heads turns constituents into dependencies: it finds the head child
// of every phrase and makes the other children depend on it.
//
// The algorithm is findHeadChild and makeDeps of Lin 1995 (§4.3), after
// Magerman 1994; with the relation table of Xiao 1997 (§3.2.4) dependencies get
// labels. Xiao's bottom-up wording gives the same tree. Also here: heads of
// X-bar trees (Xiao 1997, figures 3.7 and 3.8), heads that the treebank marks,
// and the conversion of Kübler & Telljohann 2002 (§4) for trees with functions
// and topological fields.
//
// A Table says which child is the head. Implementations of one published table
// differ in more than its text (what is searched first, what happens where
// nothing is found, punctuation, coordination); each way is an Option, and
// shows in the signature.
//
// A Converter reads the Phrases of a Sentence and writes its Arcs. Children
// without words are passed over. Words whose head is not in the tree, such
// as those of unattached fragments, get the head treebank.Unknown.
package heads

import "strings"

// A Direction says from which end the children are searched.
type Direction uint8

// The directions, as Lin names them.
const (
	LeftToRight Direction = iota
	RightToLeft
)

// String returns Lin's name of the direction.
func (d Direction) String() string {
	if d == RightToLeft {
		return "right-to-left"
	}
	return "left-to-right"
}

// A Rule is one line of a head table. Several rules of one parent are tried in
// order until one finds a child.
type Rule struct {
	Parent    string // a label; a pattern if it ends in '*'
	Direction Direction
	Any       bool // the first child that any class matches, whatever the order of the classes
	// Classes are the kinds of children in the order of their priority, each a
	// list of alternatives: a label or tag, a pattern such as NN*, ** for
	// everything, **** for everything that the rule does not name, -HD for the
	// function HD.
	Classes [][]string
	Regexp  bool // alternatives are regular expressions
	Line    int  // of its file
}

// A Method is how heads are found.
type Method uint8

// The methods.
const (
	ByRules  Method = iota // a table of rules
	ByXBar                 // the projection of X is X', XP (Xiao 1997, figure 3.7)
	ByFields               // functions and topological fields (Kübler & Telljohann 2002)
)

// A Table says which child of a phrase is its head.
type Table struct {
	Name    string
	Title   string // one line
	Source  string // paper and section
	Method  Method
	Rules   []Rule
	Options Options // what the source does
	cited   string  // as signatures name it, if it comes from a file
}

// Options are the ways in which implementations of a table differ. The zero
// value is Lin's algorithm as printed, with a missing entry read as
// left-to-right.
type Options struct {
	Search       Search
	Lines        Lines
	Swap         bool // left and right of the table exchanged
	Fallback     Fallback
	Missing      Missing
	Coordination Coordination
	Roots        Roots
	Predicate    bool // X-bar: the complement of I is "pred", as in Xiao's figure 3.8
	Conjunct     Conjunct
	Separators   string // where function tags begin in a label; "" is "-=|", "0" is nowhere
	Punctuation  []string
	RootLabel    string // label of the dependency of a root; "" is none
}

// A Search says what is tried first.
type Search uint8

// The searches.
const (
	ListFirst  Search = iota // for each class of the list, the children (Magerman, Lin)
	ChildFirst               // for each child, whether any class of the list matches
)

// Lines says what several rules of one parent mean.
type Lines uint8

// The meanings.
const (
	AllLines  Lines = iota // one after the other
	FirstLine              // the first one only
	LastLine               // the last one only, as where a later line overwrites
	FlatLines              // one list, in the direction of the first
)

// A Fallback is what happens where no rule finds a child.
type Fallback uint8

// The fallbacks.
const (
	FirstScanned    Fallback = iota // the first child in the direction (Lin)
	NoPunctuation                   // the first that is no punctuation (Penn2Malt)
	PunctuationLast                 // punctuation is passed over everywhere while there is something else
)

// A Missing says what happens to a phrase whose label the table does not have.
type Missing uint8

// The answers.
const (
	MissingLeft  Missing = iota // left-to-right (disco-dop)
	MissingRight                // right-to-left
	MissingError                // the sentence cannot be converted (Lin, Stanford)
)

// A Coordination says which child heads a coordination.
type Coordination uint8

// The answers.
const (
	CoordinationPlain    Coordination = iota // what the table says
	CoordinationShift                        // a head directly after a conjunction moves to the conjunct before it (Collins 1999)
	CoordinationStanford                     // the same with CoreNLP's fault: punctuation before the conjunction stops the shift
	CoordinationFirst                        // the first conjunct, all else depends on it
	CoordinationChain                        // the first conjunct; each further one depends on the one before it
)

// Roots says what the heads of several trees in one sentence are.
type Roots uint8

// The answers.
const (
	OneRoot     Roots = iota // a single tree has a root; of several, nobody knows (words outside all phrases aside)
	AllRoots                 // each tree has its root
	LargestRoot              // the tree of most words has a root, of the others nobody knows
)

// A Conjunct says which label a conjunct gets: Kübler & Telljohann do not.
type Conjunct uint8

// The answers.
const (
	ConjunctWhole Conjunct = iota // that of the whole coordination
	ConjunctOwn                   // that of its own edge (KONJ)
	ConjunctSplit                 // that of the whole; a split one keeps its own (OAK, as in their figure 5)
)

// defaultPunctuation are the punctuation tags of the Penn Treebank as Penn2Malt
// knows them; the others come from STTS, CGN and Universal Dependencies.
var defaultPunctuation = []string{
	".", ",", ":", "``", "''", "-LRB-", "-RRB-",
	"$.", "$,", "$(", "$LBR", "let", "LET", "punct", "PUNCT",
}

// strip cuts function tags and indices off a label: NP-SBJ-1 is NP. Labels such
// as -NONE- stay whole.
func strip(label, separators string) string {
	if separators == "0" || len(label) < 2 {
		return label
	}
	if separators == "" {
		separators = "-=|"
	}
	if label[0] == '-' && label[len(label)-1] == '-' {
		return label
	}
	if i := strings.IndexAny(label[1:], separators); i >= 0 {
		return label[:i+1]
	}
	return label
}

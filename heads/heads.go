// Package heads turns constituents into dependencies: it finds the head child of
// every phrase and makes the other children depend on it.
//
// The algorithm is findHeadChild and makeDeps of Lin 1995 (§4.3), after Magerman
// 1994; the relation table of Xiao 1997 (§3.2.4) adds labels to dependencies. Xiao's
// bottom-up formulation gives the same tree. The package also has heads of X-bar
// trees (Xiao 1997, figures 3.7 and 3.8), heads marked by the treebank, and the
// conversion of Kübler & Telljohann 2002 (§4) for trees with functions and
// topological fields.
//
// A Table defines the head child. Implementations of one published table differ in
// more than its text (the order of the search, the fallback, punctuation,
// coordination). Each difference is an Option and part of the signature.
//
// A Converter reads the Phrases of a Sentence and writes its Arcs. It skips children
// without words. Words whose head is not in the tree, such as those of unattached
// fragments, get the head treebank.Unknown.
package heads

import "strings"

// A Direction is the end from which children are searched.
type Direction uint8

// The directions, with Lin's names.
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
	Any       bool // the first child that any class matches, ignoring the order of the classes
	// Classes are the kinds of children in order of priority, each a list of
	// alternatives: a label or tag, a pattern such as NN*, ** for everything, ****
	// for everything not named in the rule, -HD for the function HD.
	Classes [][]string
	Regexp  bool // alternatives are regular expressions
	Line    int  // line of its file
}

// A Method is a way to find heads.
type Method uint8

// The methods.
const (
	ByRules  Method = iota // a table of rules
	ByXBar                 // the projection of X is X', XP (Xiao 1997, figure 3.7)
	ByFields               // functions and topological fields (Kübler & Telljohann 2002)
)

// A Table defines which child of a phrase is its head.
type Table struct {
	Name    string
	Title   string // one line
	Source  string // paper and section
	Method  Method
	Rules   []Rule
	Options Options // the choices of the source

	// Relations are the built-in relations that belong to the table, "" for none.
	Relations string

	cited string // name in signatures, if it comes from a file
}

// Options are the differences between implementations of a table. The zero value is
// Lin's algorithm as printed, with a missing entry read as left-to-right.
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
	Separators   string // characters at which function tags begin in a label; "" means "-=|", "0" none
	Punctuation  []string
	RootLabel    string   // label of the dependency of a root; "" for none
	Wrappers     []string // labels of nodes above whole trees; nil means DefaultWrappers, "none" none
	Marks        Marks
	Stranded     Stranded
	Prepositions []string // tags of prepositions; nil means those of DefaultPrepositions that the table knows
}

// A Search is the order in which children and labels are tried.
type Search uint8

// The searches.
const (
	ListFirst  Search = iota // for each class of the list, the children (Magerman, Lin)
	ChildFirst               // for each child, whether any class of the list matches
)

// Lines is the meaning of several rules for one parent.
type Lines uint8

// The meanings.
const (
	AllLines  Lines = iota // one after the other
	FirstLine              // the first one only
	LastLine               // the last one only: later lines overwrite earlier ones
	FlatLines              // one list, in the direction of the first
)

// A Fallback is the head of a phrase in which no rule finds a child.
type Fallback uint8

// The fallbacks.
const (
	FirstScanned    Fallback = iota // the first child in the direction (Lin)
	NoPunctuation                   // the first that is not punctuation (Penn2Malt)
	PunctuationLast                 // skip punctuation everywhere if there are other children
)

// A Missing is the treatment of a phrase whose label is not in the table.
type Missing uint8

// The treatments.
const (
	MissingLeft  Missing = iota // left-to-right (disco-dop)
	MissingRight                // right-to-left
	MissingError                // the sentence cannot be converted (Lin, Stanford)
	// no child is attached, and nothing of the phrase is attached above: Lin's table "contains an entry for every
	// non-terminal symbol", so the phrase is outside of it. A phrase of one child needs no entry.
	MissingUnattached
)

// Marks is the treatment of punctuation marks beside the only tree below a wrapper.
type Marks uint8

// The treatments.
const (
	MarksNamed   Marks = iota // attached where the table has an entry for the wrapper that names them, else not
	MarksByTable              // attached to the head of the tree
)

// Stranded is the treatment of a preposition without its phrase.
type Stranded uint8

// The treatments.
const (
	StrandedAfter  Stranded = iota // it and the children after it are not attached
	StrandedBefore                 // it and the children before it are not, for tables whose adpositions follow
	StrandedAttach                 // all are attached
)

// A Coordination is a rule for the head of a coordination.
type Coordination uint8

// The rules.
const (
	CoordinationPlain Coordination = iota // the head given by the table
	// replace a head directly after a conjunction by the conjunct before it (Collins 1999)
	CoordinationShift
	CoordinationStanford // the shift with CoreNLP's fault: punctuation before the conjunction stops it
	CoordinationFirst    // the first conjunct; all other children depend on it
	CoordinationChain    // the first conjunct; each further one depends on the one before it
)

// Roots is a rule for the heads of several trees in one sentence.
type Roots uint8

// The rules.
const (
	// a single tree has a root; the heads of several trees are unknown. A word outside of phrases other than punctuation
	// is a tree of its own
	OneRoot     Roots = iota
	AllRoots          // each tree has its root
	LargestRoot       // the tree with most words has a root; the heads of the others are unknown
)

// A Conjunct is a rule for the label of a conjunct, which Kübler & Telljohann do not
// define.
type Conjunct uint8

// The rules.
const (
	ConjunctWhole Conjunct = iota // the label of the whole coordination
	ConjunctOwn                   // the label of its own edge (KONJ)
	ConjunctSplit                 // the label of the whole, but a split conjunct keeps its own (OAK, as in their figure 5)
)

// defaultPunctuation are the punctuation tags of the Penn Treebank in Penn2Malt, and
// those of STTS, CGN and Universal Dependencies.
var defaultPunctuation = []string{
	".", ",", ":", "``", "''", "-LRB-", "-RRB-",
	"$.", "$,", "$(", "$LBR", "let", "LET", "punct", "PUNCT",
}

// strip cuts function tags and indices off a label: NP-SBJ-1 becomes NP. Labels such
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

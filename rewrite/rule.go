package rewrite

import "assay/eval/condition"

// A Strategy is the number of times that rules are applied.
type Strategy uint8

// The strategies.
const (
	// Fixpoint applies each rule until it changes nothing more, and all rules again
	// until none changes anything (Xiao 1997 §4.2).
	Fixpoint Strategy = iota
	// Once applies the rules in one pass; each rule fires at most once on each match
	// that exists at its turn (Lin 1995 (12)).
	Once
)

// Labels is the treatment of labels when a link is inverted.
type Labels uint8

// The policies.
const (
	OnLink Labels = iota // the label stays on its link
	OnWord               // each word keeps its label
)

// A Module is a rule file: rules, in order, and their tests.
type Module struct {
	Name     string // name of the module, else of its file
	Title    string
	Source   string // origin of the rules
	File     string
	Strategy Strategy
	Rules    []*Rule
	Tests    []*Test

	text []byte
}

// A Rule is a pattern and the actions on its matches.
type Rule struct {
	Name    string
	Title   string
	Phrases bool // the rule is on phrases, not on dependencies
	Stage   int  // rules of a stage are applied after those of earlier stages are done
	Pattern Pattern
	Actions []Action
	Off     int // offset in the file
	Line    int
}

// A Pattern is a tree of nodes, each with a condition on a word and one on its link.
// It matches if every node is bound to a different word, and the head of a word is
// the word of its node's parent. Siblings are unordered unless Where orders them.
type Pattern struct {
	Nodes   []Node // in pre-order: parents first; Nodes[0] is the root
	Where   []Relation
	Without []Fragment
}

// A Node is a node of a pattern.
type Node struct {
	Name     string // the variable, or the address in a rule without variables
	Parent   int    // -1 for the root
	Deep     bool   // any depth below the parent, not only directly
	Optional bool   // bound to no word if none fits
	Word     *condition.Expr
	Link     *condition.Expr // nil means no condition
	Lists    []ListTest
}

// A ListTest tests whether a word is in a list.
type ListTest struct {
	Attr Attr
	Name string
	Set  map[string]bool
	Not  bool
}

// An Attr is an attribute of a word to compare or copy.
type Attr struct {
	Name AttrName
	Key  string // the feature, for Feat
}

// An AttrName is the name of an attribute.
type AttrName uint8

// The attributes.
const (
	Rel AttrName = iota
	Word
	Lemma
	String
	Cat
	XPOS
	Pos
	Feat
)

var attrNames = []string{"rel", "word", "lemma", "string", "cat", "xpos", "pos", "feat"}

// A Kind is the kind of a Relation.
type Kind uint8

// The kinds of relations.
const (
	Before Kind = iota // A is before B; at most Max words before it if Max > 0
	Same               // attribute AttrA of A is AttrB of B
	Is                 // A satisfies Cond
	InList             // A is in List
	IsRoot             // A has no head: it is a root of the sentence
	IsLeaf             // A has no modifier
)

// A Relation is a condition on the words of one or two nodes.
type Relation struct {
	Kind         Kind
	A, B         int
	Max          int
	AttrA, AttrB Attr
	Cond         *condition.Expr
	List         ListTest
	Not          bool
}

// A Fragment is a pattern around bound nodes: a match counts only if the fragment
// matches nowhere. Nodes from len(Pattern.Nodes) on belong to the fragment.
type Fragment struct {
	New   []Node // Parent is not used
	Edges []FragmentEdge
	Where []Relation
}

// A FragmentEdge is a link of a Fragment.
type FragmentEdge struct {
	Head, Dep int
	Deep      bool
	Link      *condition.Expr
}

// An Op is the operation of an action.
type Op uint8

// The actions. X, Y and Z are words (Xiao 1997 §4.2.2).
const (
	Delete         Op = iota // delete X Y: Y's link to X is removed; its head is unknown
	SingleTransfer           // singleTransfer X Y Z: Z goes from Y to Y's head X
	Transfer                 // transfer X Y: all modifiers of Y go to X; from Z: only Z and those farther from Y on its side
	Invert                   // invert X Y: X becomes Y's modifier, Y takes X's place
	Isolate                  // isolate X: X's modifiers go to its head, X's head is unknown
	Lift                     // lift Y: Y goes from its head to its head's head
	Attach                   // attach Y X: X becomes Y's head
	Relabel                  // relabel Y L: the label of Y's link becomes L
	Detach                   // detach Y: Y's head is unknown, also if Y is the root
	// The operations on phrases.
	DeletePhrase  // remove the phrase and all nodes below it
	PrunePhrase   // remove it, and every phrase left without words
	ExcisePhrase  // remove it, keep its children in its place
	RelabelPhrase // change its label to L
)

// An Action is one step of a rule. X, Y and Z are pattern nodes.
type Action struct {
	Op      Op
	X, Y, Z int
	Labels  Labels
	Label   string // new label for Relabel and Attach; "" with From < 0 means no change
	From    int    // the node whose label at the time of the match is copied; -1 for none
	Part    bool   // of Transfer: only Z and the modifiers beyond it
	Off     int
}

// actionNames are the names of the actions, in the order of Op, and their numbers of
// words.
var actionNames = []struct {
	name  string
	words int
	label bool
}{
	Delete: {"delete", 2, false}, SingleTransfer: {"singleTransfer", 3, false}, Transfer: {"transfer", 2, false},
	Invert: {"invert", 2, false}, Isolate: {"isolate", 1, false}, Lift: {"lift", 1, false},
	Attach: {"attach", 2, true}, Relabel: {"relabel", 1, true}, Detach: {"detach", 1, false},
	DeletePhrase: {"delete", 1, false}, PrunePhrase: {"prune", 1, false},
	ExcisePhrase: {"excise", 1, false}, RelabelPhrase: {"relabel", 1, true},
}

// String returns the name of the action.
func (o Op) String() string { return actionNames[o].name }

// Text returns the rule file.
func (m *Module) Text() []byte { return m.text }

// Names returns the names of the rules.
func (m *Module) Names() []string {
	var out []string
	for _, r := range m.Rules {
		out = append(out, r.Name)
	}
	return out
}

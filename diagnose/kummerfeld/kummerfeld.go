// Package kummerfeld groups a parser's wrong brackets by their common cause: it
// repairs the system's tree step by step until it is the gold tree, and gives
// each step a class, such as "PP Attachment", so that an error and all errors
// that follow from it count as one.
//
// The method is that of Kummerfeld, Hall, Curran & Klein, "Parser Showdown at
// the Wall Street Corral", EMNLP 2012, in the later form of the Berkeley Parser
// Analyser (classify_english.py and transform_search.py): a greedy search over
// four kinds of steps (give a bracket another label, add one, remove one, move
// some neighbours elsewhere), which takes the step that removes most errors,
// and the first of equals; an error is a bracket that is missing, extra, or
// missing and crossed by another.
//
// Before the search, on both sides, as there: empty elements go, and words tagged
// as commas, colons, quotation marks or full stops, with the brackets that held
// nothing else; labels are cut at - or = or |; PRT becomes ADVP; some words (-- {
// and so on) get the tag that they must have. The brackets -LRB- stay.
//
// The program's faults, which are kept unless Options.Repaired is set; each is
// shown by a test:
//   - a bracket added in front of a conjunction is not Co-ordination, because
//     trees are compared with a label there;
//   - where a parent or label is looked for, a part of it will do: WHNP is an NP;
//   - NML and WHADVP are not known as phrases;
//   - the first label below the root that is none of the Penn Treebank's becomes
//     ROOT if it has several children, as in (S1 (HEADING (NP ...) (PP ...)));
//   - the numbers of words are compared after cutting words at Unicode spaces.
//
// Roots with different labels are made equal first. The program stops with an
// exception at most of them, and at others (a root on one side only) counts the
// root as an error of its own. At a tree of one tagged word it stops too.
//
// Options.Chinese selects the classes of Kummerfeld, Tse, Curran & Klein, "An
// Empirical Examination of Challenges in Chinese Parsing", ACL 2013, as
// classify_chinese.py has them. The search and the preparation are the same. The
// faults of these rules are kept:
//   - the label of the bracket that a move adds is taken from the last missing
//     bracket of the sentence (Split Verb Compound);
//   - a bracket added in front of a conjunction is not Co-ordination;
//   - "Verb taking wrong arguments" and "X Attachment" are not found where a bracket
//     is removed in front of a single sibling with a punctuation mark;
//   - of several words with another tag, "Sense Confusion" names the last;
//   - three neighbours are looked at for Co-ordination, but the conjunction, the
//     equal labels and that of the parent need not be those of the same three;
//   - below a root that is not ROOT, TOP for instance, IP becomes ROOT, because
//     only labels of the Penn Treebank are known there.
//
// Limits: continuous trees only; the rules are for English or Chinese labels.
package kummerfeld

import (
	"errors"

	"assay/treebank"
)

// Options are the options of an analysis. The zero value is the Berkeley Parser
// Analyser's behaviour.
type Options struct {
	// Repaired applies the rules as they were meant, without the faults that
	// the package comment lists.
	Repaired bool
	// Chinese applies the rules for Chinese, of classify_chinese.py, which expect
	// the labels and tags of the Penn Chinese Treebank.
	Chinese bool
	// MaxSteps is the largest number of steps of a path; 0 means the program's 100.
	MaxSteps int
}

// Why a pair has no analysis.
var (
	ErrMissing = errors.New("there is no tree to analyse")
	ErrWords   = errors.New("gold and system have different numbers of words")
	ErrGaps    = errors.New("a discontinuous tree cannot be analysed")
	ErrSteps   = errors.New("the search needs too many steps")
	ErrSize    = errors.New("the trees are too large for the search, and differ in too many brackets")
)

// A Kind is the kind of a step.
type Kind uint8

// The kinds.
const (
	Relabel Kind = iota // a bracket gets another label
	Add                 // a missing bracket is put in
	Remove              // an extra bracket is taken out
	Move                // neighbours go to another parent
)

// String returns the name of k.
func (k Kind) String() string { return [...]string{"relabel", "add", "remove", "move"}[k] }

// A Bracket is a label over the words from Begin to End-1, numbered as in
// Analysis.Words.
type Bracket struct {
	Label      treebank.Symbol
	Begin, End int32
}

// An Error is one error of the parser: the step that repairs it.
type Error struct {
	Class Class
	Kind  Kind

	// Bracket is the one that is relabelled (with its new label), added or
	// removed. A move may add one too; its label is 0 if it does not.
	Bracket Bracket
	// Was is the label before a Relabel.
	Was treebank.Symbol
	// Parent is the bracket around Bracket; for a Move, the new parent of the movers,
	// as it was before.
	Parent Bracket
	// From is the bracket that the movers of a Move come from, as it was before.
	From Bracket
	// Movers are the words and brackets that a Move moves, in order. A word has
	// its tag for a label.
	Movers []Bracket

	// Brackets is the number of errors of the tree that the step removes: the
	// decrease of the sum of Missing, Extra and Crossing. A single one of them may
	// increase.
	Brackets                 int
	Missing, Extra, Crossing int
	// Matched and System are the changes that the step makes to the numbers of
	// matching brackets and of system brackets.
	Matched, System int
}

// An Analysis holds the errors of one system tree.
type Analysis struct {
	Errors []Error // the steps, in order

	// Gold, System and Matched are the numbers of brackets, the root left out.
	Gold, System, Matched int
	// Words are the tokens of gold that were left when empty elements and
	// punctuation had gone.
	Words []int32
}

// Tokens returns the tokens of the gold sentence that b covers.
func (a *Analysis) Tokens(b Bracket) (begin, end int32) {
	if b.Begin >= b.End || int(b.End) > len(a.Words) {
		return 0, 0
	}
	return a.Words[b.Begin], a.Words[b.End-1] + 1
}

// Analyse finds the errors of system against gold. Both must share one table of
// symbols.
func Analyse(gold, system *treebank.Sentence, opt Options) (*Analysis, error) {
	return NewAnalyser(opt).Analyse(gold, system)
}

// An Analyser analyses pairs one after another. It serves one goroutine.
type Analyser struct {
	opt   Options
	steps int

	labels     labels
	gold, test tree
	counts     multiset
	order      []int32 // the brackets of gold, by where they begin and end
	crossed    []int32 // how many brackets of the system cross each of gold's
	over       []int32 // for each place between words of test: the lowest bracket over it
	changes    []change
	extra      []bool // by node of test: its label and span are extra
	lefts      []bool // by node of test: some bracket at its left edge is extra
	rights     []bool // the same at its right edge
	chain      []int32
	movers     []Bracket // of all errors of the analysis
	facts      facts
	chinese    chinese
	result     Analysis
}

// NewAnalyser returns an Analyser.
func NewAnalyser(opt Options) *Analyser {
	a := &Analyser{opt: opt, steps: opt.MaxSteps}
	if a.steps <= 0 {
		a.steps = 100
	}
	return a
}

// Analyse finds the errors of system against gold. Both must share one table of
// symbols. The result is reused by the next call. An error gives the reason if
// there is none: ErrMissing, ErrWords, ErrGaps, ErrSize, or, after too long a search,
// ErrSteps.
func (a *Analyser) Analyse(gold, system *treebank.Sentence) (*Analysis, error) {
	if gold.Syms != system.Syms {
		panic("kummerfeld: gold and system have different tables of symbols")
	}
	if gold.Missing || system.Missing {
		return nil, ErrMissing
	}
	if gold.Gaps || system.Gaps {
		return nil, ErrGaps
	}
	a.labels.use(gold.Syms)
	if !a.prepare(&a.gold, gold) || !a.prepare(&a.test, system) {
		return nil, ErrMissing
	}
	if len(a.gold.leaves) != len(a.test.leaves) {
		return nil, ErrWords
	}
	if !a.opt.Repaired && parts(gold, a.gold.words) != parts(system, a.test.words) {
		return nil, ErrWords
	}
	a.sameRoot()
	a.result = Analysis{Errors: a.result.Errors[:0], Words: a.gold.words}
	a.movers = a.movers[:0]
	if err := a.search(); err != nil {
		return nil, err
	}
	return &a.result, nil
}

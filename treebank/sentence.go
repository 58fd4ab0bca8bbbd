// Package treebank holds what a treebank holds: sentences with their words,
// phrases, dependencies and graphs, and what a format is.
//
// A Sentence is flat: slices of small structs with 32-bit indices, labels as
// Symbols, words as spans of the source text. One Sentence is reused for many
// sentences of a file; Clone what is to be kept. It can carry several layers at
// once (phrases with functions and secondary edges, dependencies, an enhanced
// graph, a semantic graph), because real treebanks do: Lin 1995, Xiao 1997 and
// Kübler & Telljohann 2002 all read dependencies off constituents.
//
// A Format is two functions, Split (where does the sentence end) and Parse
// (bytes to arrays), so that one goroutine can split and all cores parse.
package treebank

import (
	"bytes"
	"slices"
)

// Heads that are no token. Numbers below Unknown are heads outside of the
// sentence: see Outside.
const (
	Root    = -1 // the word is a root of the sentence (Xiao's and Lin's '*')
	Unknown = -2 // nothing is said about the word's head ('?' and '_')

	// Unresolved is a head that the file names by a word that is not there. The
	// file is at fault: the reader leaves a note, and SetApart sees to it that such
	// heads are never equal.
	Unresolved = -1 << 30
)

// SetApart makes the unresolved heads of s differ from those of other
// sentences. The engine calls it for the system's sentence of a pair.
func (s *Sentence) SetApart() {
	for i := range s.Arcs {
		if s.Arcs[i].Head == Unresolved {
			s.Arcs[i].Head--
		}
	}
}

// Outside returns the Head of an arc whose file names a word that the sentence
// does not have, by the number that stands there, 1 or more. It is negative, so
// that it is never taken for an index, and equal for equal numbers.
func Outside(number int32) int32 { return Unknown - number }

// OutsideNumber returns the number that a head outside of the sentence was
// written with, and whether head is one.
func OutsideNumber(head int32) (number int32, ok bool) {
	if head >= Unknown || head <= Unresolved {
		return 0, false
	}
	return Unknown - head, true
}

// A Span is a stretch of the text of a sentence.
type Span struct{ Off, Len uint32 }

// A Token is one word.
type Token struct {
	Form   Span
	Tag    Symbol // part of speech; the coarse or universal one where there are two
	Func   Symbol // function of the word in the phrase above (edge label), if any
	Parent int32  // index of the phrase above, -1 if there is none
}

// Morph is what some formats add to a word.
type Morph struct {
	Lemma Span
	Fine  Symbol // the second, language-specific tag (XPOS, POSTAG, PPOS)
	Feats Symbol // morphological features as they stand
	Misc  Span   // further notes as they stand
}

// A Phrase is one nonterminal of a constituency tree.
type Phrase struct {
	Label  Symbol
	Func   Symbol // function of the phrase in the phrase above, if any
	Parent int32  // index of the phrase above, -1 for a root
	Begin  int32  // first token below
	End    int32  // one past the last token below; Begin if the phrase is empty
}

// An Arc is one dependency. In Sentence.Arcs there is at most one per word, but
// several where the sentence is a parse forest (see ArcsOf); in
// Sentence.Enhanced there may be many. Indices from len(Tokens) on
// name, in Enhanced, the Empties, and in Secondary, the Phrases.
type Arc struct {
	Dep  int32 // index of the dependent
	Head int32 // index of the head, or Root or Unknown, or below (see Outside)
	Rel  Symbol
}

// A Range is a multiword token: one surface word that stands for several Tokens.
type Range struct {
	Begin, End int32 // first token, one past the last
	Form       Span
	Misc       Span
	Between    Span // the columns between them as they stand; empty if all are unset
}

// An Empty is a word that the text does not hold (CoNLL-U's 8.1).
type Empty struct {
	After int32 // number of tokens before it
	Minor int32 // the part of the id behind the dot
	Token Token
	Morph Morph
}

// A Node is a node of a semantic graph.
type Node struct {
	Label Symbol // predicate
	Type  Symbol // sort of its variable (x, e, i ...), if any
	ID    Span   // its name in the file
	Carg  Span   // constant argument; Len 0 if there is none
	From  int32  // first character of the text it stands on, from 0; -1 if unknown
	To    int32  // one past the last character, -1 if unknown
}

// An Edge is an edge of a semantic graph.
type Edge struct {
	From, To int32 // indices of nodes
	Label    Symbol
	Post     Symbol // DMRS: the part of the label behind the slash
	Normal   Symbol // MRP: the label with source and target exchanged, if the file gives one
}

// An EdgeProp is an attribute of an edge.
type EdgeProp struct {
	Edge       int32
	Key, Value Symbol
}

// A Prop is a property of a node.
type Prop struct {
	Node       int32
	Key, Value Symbol
}

// An Anchor is one stretch of characters that a node stands on. A node with one
// stretch has it in From and To; of a node with several, From and To are the
// ends of all.
type Anchor struct {
	Node     int32
	From, To int32
}

// A Predicate is a word that has arguments (semantic roles).
type Predicate struct {
	Word  int32
	Sense Symbol // as the file has it, such as sleep.01
}

// An Argument is an argument of a predicate: a word, or a stretch of words. One
// with a gap has one Argument for each stretch.
type Argument struct {
	Predicate  int32 // index in Predicates
	Begin, End int32 // first word, one past the last
	Role       Symbol
	Continues  bool // a further stretch of the last argument before it that has the same role
}

// A Clause is a clause of a discourse representation: an operator, a role or a
// concept in a box, with its arguments.
type Clause struct {
	Op             Symbol
	Box            int32  // the node of the box
	A, B           int32  // nodes; -1 for a constant, and after the last
	ConstA, ConstB Symbol // constants with their quotes, 0 where there is a node
	Note           Span   // the words that it stems from, as the file has them
}

// An Attr is something a format says that has no field of its own, kept so
// that writing gives back what was read.
type Attr struct {
	Index int32 // token i is i, phrase j is len(Tokens)+j, the sentence is -1
	Key   Symbol
	Value Span
}

// A Sentence is one analysed sentence. A reader sets the fields its format
// knows and leaves the rest empty.
//
// Phrases come parents first, left to right by their first word. A phrase with
// a gap covers fewer tokens than End-Begin; Parent is then what tells its tokens.
type Sentence struct {
	ID    Span   // its name in the file; empty if it has none
	Doc   Span   // the document it stands in, where the file says so
	Input Span   // the sentence as running text, which From and To of nodes count in characters; empty if the file does not say
	Text  []byte // source text that spans refer to; shared, not copied
	Syms  *Symbols

	Tokens     []Token
	Morph      []Morph // parallel to Tokens, or empty
	Ranges     []Range // multiword tokens, left to right
	Empties    []Empty
	Phrases    []Phrase
	Arcs       []Arc // sorted by Dep
	Enhanced   []Arc // sorted by Dep
	Secondary  []Arc // secondary edges of a constituency tree
	Nodes      []Node
	Edges      []Edge
	Props      []Prop     // sorted by Node
	EdgeProps  []EdgeProp // sorted by Edge
	Tops       []int32
	Anchors    []Anchor // of nodes that stand on more than one stretch; sorted by Node
	Predicates []Predicate
	Clauses    []Clause   // of a discourse representation, over Nodes
	Arguments  []Argument // sorted by Predicate
	MRS        *MRS       // what Nodes and Edges were derived from; nil if there is none
	Attrs      []Attr
	Comments   []Span
	Breaks     []int32 // where several sentences were joined: first token of each but the first

	NewDoc   bool    // a document begins here
	Gaps     bool    // some phrase is discontinuous
	Missing  bool    // there is no analysis: it counts as an empty one
	Failure  string  // the parser said that it failed, and how; "" if it did not
	Readings int32   // analyses the file holds or the parser reports, 0 if unknown
	Rank     int32   // which of them this is, from 1; 0 if there is only one
	Score    float64 // what the parser thought of it

	// Skip is what nobody will look at: a reader may leave these layers out.
	Skip Layer

	Dialect int32  // what Format.Dialect made of the head of the file
	File    string // where the sentence stands
	Line    int32  // line of its first byte, from 1

	Notes []*SyntaxError // what was wrong in the file and could be read all the same

	lines []stretch // where stretches of Text come from in the file
	buf   []byte    // text that the reader decoded
	ints  []int32   // scratch memory
	spare []Phrase  // scratch memory
	mrs   *MRS      // memory for the next MRS
}

// Reset empties s for the next sentence and keeps its memory, its symbols, its
// place, Skip and Dialect.
func (s *Sentence) Reset(text []byte) {
	s.lists(nil, empty, nil)
	s.ID, s.Doc, s.Input, s.Text, s.MRS = Span{}, Span{}, Span{}, text, nil
	s.NewDoc, s.Gaps, s.Missing, s.Failure = false, false, false, ""
	s.Readings, s.Rank, s.Score, s.buf = 0, 0, 0, s.buf[:0]
	s.lines = append(s.lines[:0], stretch{0, uint32(len(text)), s.Line})
	if s.Syms == nil {
		s.Syms = NewSymbols()
	}
}

// Note remembers something that is wrong with the text but does not keep s from
// being used. Lines are counted from the first of the text, as At does.
func (s *Sentence) Note(e *SyntaxError) { s.Notes = append(s.Notes, e) }

// Clone returns a copy of s that shares nothing with it but the symbols.
func (s *Sentence) Clone() *Sentence {
	c := *s
	c.lists(nil, clone, nil)
	c.Text, c.MRS = slices.Clone(s.Text), s.MRS.Clone()
	c.buf, c.ints, c.spare, c.mrs = nil, nil, nil, nil
	return &c
}

// A stretch is a part of Text that is in the file as it is, and its line there.
type stretch struct {
	at, size uint32 // place in Text
	line     int32
}

// Position returns line and column of sp in the file, counted from 1. Of text
// that the reader decoded only the line where s begins is known; the column is
// then 0.
func (s *Sentence) Position(sp Span) (line, col int) {
	for _, l := range s.lines {
		if sp.Off < l.at || sp.Off+sp.Len > l.at+l.size {
			continue
		}
		before := s.Text[l.at:sp.Off]
		if line, col = bytes.Count(before, newline), len(before)+1; line > 0 {
			col = len(before) - bytes.LastIndexByte(before, '\n')
		}
		return int(l.line) + line, col
	}
	return int(s.Line), 0
}

// Str returns the text of sp.
func (s *Sentence) Str(sp Span) string { return string(s.Bytes(sp)) }

// Bytes returns the text of sp without copying it.
func (s *Sentence) Bytes(sp Span) []byte { return s.Text[sp.Off : sp.Off+sp.Len : sp.Off+sp.Len] }

// Word returns the form of token i without copying it.
func (s *Sentence) Word(i int32) []byte { return s.Bytes(s.Tokens[i].Form) }

// Name returns the string of a symbol of s.
func (s *Sentence) Name(y Symbol) string { return s.Syms.Name(y) }

// Own makes Text the sentence's own buffer, empty at first, for formats whose
// text must be decoded; Add then appends to it.
func (s *Sentence) Own() { s.buf, s.lines = s.buf[:0], s.lines[:0]; s.Text = s.buf }

// Add appends b to the sentence's own text and returns its place. Own must
// have been called since the last Reset, or Text is copied first.
func (s *Sentence) Add(b []byte) Span {
	if len(s.Text) > 0 && (len(s.buf) != len(s.Text) || &s.buf[0] != &s.Text[0]) {
		s.buf = append(s.buf[:0], s.Text...)
	}
	at := Span{uint32(len(s.buf)), uint32(len(b))}
	s.buf = append(s.buf, b...)
	s.Text = s.buf
	return at
}

// AddString is Add for a string.
func (s *Sentence) AddString(t string) Span { return s.Add([]byte(t)) }

// HeadOf returns the head of token dep: the index of a token, Root or Unknown.
// It searches Arcs, which are sorted by Dep.
func (s *Sentence) HeadOf(dep int32) (head int32, rel Symbol) {
	if int(dep) < len(s.Arcs) && s.Arcs[dep].Dep == dep {
		return s.Arcs[dep].Head, s.Arcs[dep].Rel
	}
	i, ok := slices.BinarySearchFunc(s.Arcs, dep, func(a Arc, d int32) int { return int(a.Dep - d) })
	if !ok {
		return Unknown, 0
	}
	return s.Arcs[i].Head, s.Arcs[i].Rel
}

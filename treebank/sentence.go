// Package treebank holds the data of a treebank, sentences with their words,
// phrases, dependencies and graphs, and defines file formats.
//
// A Sentence is flat: slices of small structs with 32-bit indices, labels as
// Symbols, words as spans of the source text. One Sentence is reused for many
// sentences of a file; Clone sentences that you keep. It can carry several layers at
// once (phrases with functions and secondary edges, dependencies, an enhanced
// graph, a semantic graph), because real treebanks do: Lin 1995, Xiao 1997 and
// Kübler & Telljohann 2002 all read dependencies off constituents.
//
// A Format consists mainly of two functions, Split (find the end of the sentence)
// and Parse (bytes to arrays), so that one goroutine can split and all cores parse.
package treebank

import (
	"bytes"
	"slices"
)

// Heads that are not tokens. Numbers below Unknown are heads outside of the
// sentence: see Outside.
const (
	Root    = -1 // the word is a root of the sentence (Xiao's and Lin's '*')
	Unknown = -2 // the file gives no head for the word ('?' and '_')

	// Unresolved is the head of an arc whose file names a head word that does not
	// exist. The reader notes that fault of the file, and SetApart makes sure that
	// such heads are never equal.
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

// Unresolvable reports whether the files of both sides name a head word that does not exist, given the heads of one
// word in gold and in the system: neither has a head then, as with ?.
func Unresolvable(gold, system int32) bool { return gold == Unresolved && system == Unresolved-1 }

// Outside returns the Head of an arc whose file gives the number, 1 or more, of a
// word that the sentence does not have. It is negative, so that it is never taken
// for an index, and equal for equal numbers.
func Outside(number int32) int32 { return Unknown - number }

// OutsideNumber returns the number that the file gives for a head outside of the
// sentence, and whether head is one.
func OutsideNumber(head int32) (number int32, ok bool) {
	if head >= Unknown || head <= Unresolved {
		return 0, false
	}
	return Unknown - head, true
}

// A Span is a stretch of the text of a sentence.
type Span struct{ Off, Len uint32 }

// SpanOf returns the place of part in text, of which it is a part up to the end of its memory.
func SpanOf(text, part []byte) Span {
	if len(part) == 0 {
		return Span{}
	}
	return Span{uint32(cap(text) - cap(part)), uint32(len(part))}
}

// A Token is one word.
type Token struct {
	Form   Span
	Tag    Symbol // part of speech; the coarse or universal one where there are two
	Func   Symbol // function of the word in the phrase above (edge label), if any
	Parent int32  // index of the phrase above, -1 if there is none
}

// Morph holds further annotation of a word in some formats.
type Morph struct {
	Lemma Span
	Fine  Symbol // the second, language-specific tag (XPOS, POSTAG, PPOS)
	Feats Symbol // morphological features as written
	Misc  Span   // further notes as written
}

// A Phrase is one nonterminal of a constituency tree.
type Phrase struct {
	Label  Symbol
	Func   Symbol // function of the phrase in the phrase above, if any
	Parent int32  // index of the phrase above, -1 for a root
	Begin  int32  // first token below
	End    int32  // one past the last token below; Begin if the phrase is empty
}

// An Arc is one dependency. Sentence.Arcs has at most one per word, or several if
// the sentence is a parse forest (see ArcsOf); Sentence.Enhanced may have many.
// Indices from len(Tokens) on are those of Empties in Enhanced, and of Phrases in
// Secondary.
type Arc struct {
	Dep  int32 // index of the dependent
	Head int32 // index of the head, or Root or Unknown, or below (see Outside)
	Rel  Symbol
}

// A Range is a multiword token: one surface word that covers several Tokens.
type Range struct {
	Begin, End int32 // first token, one past the last
	Form       Span
	Misc       Span
	Between    Span // the columns between them as written; empty if all are unset
}

// An Empty is a word that is not in the text (CoNLL-U's 8.1).
type Empty struct {
	After int32 // number of tokens before it
	Minor int32 // the part of the id after the dot
	Token Token
	Morph Morph
}

// A Node is a node of a semantic graph.
type Node struct {
	Label Symbol // predicate
	Type  Symbol // sort of its variable (x, e, i ...), if any
	ID    Span   // its name in the file
	Carg  Span   // constant argument; Len 0 if there is none
	From  int32  // first character of its anchor in the text, from 0; -1 if unknown
	To    int32  // one past the last character, -1 if unknown
}

// An Edge is an edge of a semantic graph.
type Edge struct {
	From, To int32 // indices of nodes
	Label    Symbol
	Post     Symbol // DMRS: the part of the label after the slash
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

// An Anchor is one stretch of characters to which a node is anchored. A node with
// one stretch has it in From and To; of a node with several, From and To are the
// outer ends.
type Anchor struct {
	Node     int32
	From, To int32
}

// A Predicate is a word that has arguments (semantic roles).
type Predicate struct {
	Word  int32
	Sense Symbol // as in the file, such as sleep.01
}

// An Argument is an argument of a predicate: a word, or a stretch of words. An
// argument with a gap is one Argument for each stretch.
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
	Note           Span   // the words that it comes from, as in the file
	Place          Span   // the clause itself, if the file has it on a line
}

// An Attr holds an annotation of some format that has no field of its own, kept
// so that writing gives back the same file.
type Attr struct {
	Index int32 // token i is i, phrase j is len(Tokens)+j, the sentence is -1
	Key   Symbol
	Value Span
}

// A Sentence is one analysed sentence. A reader sets the fields its format
// knows and leaves the rest empty.
//
// Phrases come parents first, left to right by their first word. A phrase with
// a gap covers fewer tokens than End-Begin; then only Parent gives its tokens.
type Sentence struct {
	ID  Span // its name in the file; empty if it has none
	Doc Span // its document, if the file names one
	// the sentence as running text; From and To of nodes count its characters; empty if the file does not give it
	Input Span
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
	Anchors    []Anchor // of nodes with more than one stretch; sorted by Node
	Predicates []Predicate
	Clauses    []Clause   // of a discourse representation, over Nodes
	Arguments  []Argument // sorted by Predicate
	MRS        *MRS       // source of Nodes and Edges; nil if there is none
	Attrs      []Attr
	Comments   []Span
	Breaks     []int32 // where several sentences were joined: first token of each but the first

	NewDoc   bool    // a document begins here
	Gaps     bool    // some phrase is discontinuous
	Missing  bool    // there is no analysis; it is scored as an empty one
	Failure  string  // the failure that the parser reported, "" if none
	Readings int32   // number of analyses in the file or reported by the parser, 0 if unknown
	Rank     int32   // rank of this one, from 1; 0 if there is only one
	Score    float64 // the parser's score of this analysis

	// Skip holds the layers that nobody will use: a reader may leave them out.
	Skip Layer

	// Like is another sentence with the same symbols whose text is often the same, such
	// as the other side of a pair: a reader may take over its analysis. Clone and Copy
	// do not copy it.
	Like *Sentence

	In    *Document // its file, in formats that are Linked; else nil
	Place int32     // its number in In, from 0

	Dialect int32  // result of Format.Dialect for the head of the file
	File    string // file that holds the sentence
	Line    int32  // line of its first byte, from 1

	Notes []*SyntaxError // faults of the file that did not prevent reading

	lines []stretch // positions in the file of stretches of Text
	buf   []byte    // text that the reader decoded
	ints  []int32   // scratch memory
	spare []Phrase  // scratch memory
	mrs   *MRS      // memory for the next MRS
}

// Reset empties s for the next sentence and keeps its memory, symbols, place, Skip
// and Dialect.
func (s *Sentence) Reset(text []byte) {
	s.empty()
	s.ID, s.Doc, s.Input, s.Text, s.MRS = Span{}, Span{}, Span{}, text, nil
	s.NewDoc, s.Gaps, s.Missing, s.Failure = false, false, false, ""
	s.In, s.Place = nil, 0
	s.Readings, s.Rank, s.Score, s.buf = 0, 0, 0, s.buf[:0]
	s.lines = append(s.lines[:0], stretch{0, uint32(len(text)), s.Line})
	if s.Syms == nil {
		s.Syms = NewSymbols()
	}
}

// Note records a fault of the text that does not keep s from being used. Lines are
// counted from the first of the text, as At does.
func (s *Sentence) Note(e *SyntaxError) { s.Notes = append(s.Notes, e) }

// Clone returns a copy of s that shares only the symbols with it.
func (s *Sentence) Clone() *Sentence {
	c := *s
	c.lists(nil, clone, nil)
	c.Text, c.MRS = slices.Clone(s.Text), s.MRS.Clone()
	c.buf, c.ints, c.spare, c.mrs, c.Like = nil, nil, nil, nil, nil
	return &c
}

// Copy makes s a copy of t, in the memory that s has. It shares the symbols and the
// text with t, which Add copies before it changes it.
func (s *Sentence) Copy(t *Sentence) {
	c := *t
	c.lists(s, into, nil)
	c.MRS = t.MRS.Clone()
	c.buf, c.ints, c.spare, c.mrs, c.Like = s.buf[:0], s.ints, s.spare, s.mrs, s.Like
	*s = c
}

// A stretch is a part of Text that was copied unchanged from the file, and its line there.
type stretch struct {
	at, size uint32 // place in Text
	line     int32
}

// Position returns line and column of sp in the file, counted from 1. For text
// that the reader decoded, the line is the first of s and the column is 0.
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

// SameWords reports whether two sentences have the same forms in the same order.
func (s *Sentence) SameWords(other *Sentence) bool {
	return slices.EqualFunc(s.Tokens, other.Tokens, func(a, b Token) bool {
		return bytes.Equal(s.Bytes(a.Form), other.Bytes(b.Form))
	})
}

// Name returns the string of a symbol of s.
func (s *Sentence) Name(y Symbol) string { return s.Syms.Name(y) }

// Own makes Text a buffer of the sentence, empty at first, for formats whose text
// must be decoded; Add then appends to it.
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

// AddAttr adds an Attr.
func (s *Sentence) AddAttr(index int32, key string, value Span) {
	s.Attrs = append(s.Attrs, Attr{index, s.Syms.InternString(key), value})
}

// FindAttr returns the value of the first Attr of that index and key, nil if there is none.
func (s *Sentence) FindAttr(index int32, key string) []byte {
	for _, a := range s.Attrs {
		if a.Index == index && s.Name(a.Key) == key {
			return s.Bytes(a.Value)
		}
	}
	return nil
}

// HeadOf returns the head of token dep: the index of a token, Root or Unknown.
// It searches Arcs, which are sorted by Dep.
func (s *Sentence) HeadOf(dep int32) (head int32, rel Symbol) {
	if int(dep) < len(s.Arcs) && s.Arcs[dep].Dep == dep {
		return s.Arcs[dep].Head, s.Arcs[dep].Rel
	}
	return s.findHead(dep)
}

// findHead is HeadOf for sentences in which some word has no arc; apart from it
// HeadOf can be inlined.
func (s *Sentence) findHead(dep int32) (head int32, rel Symbol) {
	i, ok := slices.BinarySearchFunc(s.Arcs, dep, func(a Arc, d int32) int { return int(a.Dep - d) })
	if !ok {
		return Unknown, 0
	}
	return s.Arcs[i].Head, s.Arcs[i].Rel
}

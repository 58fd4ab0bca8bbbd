package treebank

import (
	"cmp"
	"slices"
)

// An operation is applied by lists to every list of a sentence.
type operation uint8

const (
	clone operation = iota // give the list memory of its own
	join                   // append the list of another sentence, moved by an offset
	into                   // move the list into the memory of that of another sentence
)

// empty empties every list of s and keeps its memory. It is no operation of lists, because it is
// needed twice for each pair.
func (s *Sentence) empty() {
	s.Tokens = s.Tokens[:0]
	s.Morph = s.Morph[:0]
	s.Ranges = s.Ranges[:0]
	s.Empties = s.Empties[:0]
	s.Phrases = s.Phrases[:0]
	s.Arcs = s.Arcs[:0]
	s.Enhanced = s.Enhanced[:0]
	s.Secondary = s.Secondary[:0]
	s.Nodes = s.Nodes[:0]
	s.Edges = s.Edges[:0]
	s.Props = s.Props[:0]
	s.EdgeProps = s.EdgeProps[:0]
	s.Tops = s.Tops[:0]
	s.Anchors = s.Anchors[:0]
	s.Predicates = s.Predicates[:0]
	s.Arguments = s.Arguments[:0]
	s.Clauses = s.Clauses[:0]
	s.Attrs = s.Attrs[:0]
	s.Comments = s.Comments[:0]
	s.Breaks = s.Breaks[:0]
	s.Notes = s.Notes[:0]
}

// lists applies an operation to every list of s, so that Clone, Copy and Append agree.
func (s *Sentence) lists(t *Sentence, op operation, by *offset) {
	if t == nil {
		t = s
	}
	each(op, by, &s.Tokens, t.Tokens, (*offset).token)
	each(op, by, &s.Morph, t.Morph, (*offset).morph)
	each(op, by, &s.Ranges, t.Ranges, (*offset).rng)
	each(op, by, &s.Empties, t.Empties, (*offset).empty)
	each(op, by, &s.Phrases, t.Phrases, (*offset).phrase)
	each(op, by, &s.Arcs, t.Arcs, (*offset).arc)
	each(op, by, &s.Enhanced, t.Enhanced, (*offset).enhanced)
	each(op, by, &s.Secondary, t.Secondary, (*offset).secondary)
	each(op, by, &s.Nodes, t.Nodes, (*offset).node)
	each(op, by, &s.Edges, t.Edges, (*offset).edge)
	each(op, by, &s.Props, t.Props, (*offset).prop)
	each(op, by, &s.EdgeProps, t.EdgeProps, (*offset).edgeProp)
	each(op, by, &s.Tops, t.Tops, (*offset).top)
	each(op, by, &s.Anchors, t.Anchors, (*offset).anchor)
	each(op, by, &s.Predicates, t.Predicates, (*offset).predicate)
	each(op, by, &s.Arguments, t.Arguments, (*offset).argument)
	each(op, by, &s.Clauses, t.Clauses, (*offset).clause)
	each(op, by, &s.Attrs, t.Attrs, (*offset).attr)
	each(op, by, &s.Comments, t.Comments, (*offset).span)
	each(op, by, &s.Breaks, t.Breaks, (*offset).word)
	each(op, by, &s.Notes, t.Notes, (*offset).note)
	each(op, by, &s.lines, t.lines, (*offset).stretch)
}

func each[T any](op operation, by *offset, s *[]T, t []T, moved func(*offset, T) T) {
	switch op {
	case clone:
		*s = slices.Clone(*s)
	case join:
		for _, x := range t {
			*s = append(*s, moved(by, x))
		}
	case into:
		*s = append(t[:0], *s...)
	}
}

// Append joins t to the end of s: its words, phrases, arcs and graphs follow
// those of s, and Breaks keeps where it begins. Both must share one table of
// symbols. s keeps its name and document and loses its MRS. The result is
// Missing only if both are.
func (s *Sentence) Append(t *Sentence) {
	by := offset{
		text: s.Add(t.Text).Off, words: int32(len(s.Tokens)), phrases: int32(len(s.Phrases)),
		empties: int32(len(s.Empties)), nodes: int32(len(s.Nodes)), predicates: int32(len(s.Predicates)),
		edges: int32(len(s.Edges)),
		own:   int32(len(t.Tokens)), all: int32(len(s.Tokens) + len(t.Tokens)),
	}
	if len(s.Morph) > 0 || len(t.Morph) > 0 {
		s.Morph = append(s.Morph, make([]Morph, len(s.Tokens)-len(s.Morph))...)
	}
	s.makeRoom(by.words, by.own)
	s.Breaks = append(s.Breaks, by.words)
	s.lists(t, join, &by)
	if len(s.Morph) > 0 {
		s.Morph = append(s.Morph, make([]Morph, len(s.Tokens)-len(s.Morph))...)
	}
	if by.empties > 0 || by.phrases > 0 { // empties and phrases of s now follow the words of t
		slices.SortStableFunc(s.Enhanced, byDependent)
		slices.SortStableFunc(s.Secondary, byDependent)
	}
	s.MRS, s.Gaps, s.Missing = nil, s.Gaps || t.Gaps, s.Missing && t.Missing
	s.Failure = cmp.Or(s.Failure, t.Failure)
}

func byDependent(a, b Arc) int { return cmp.Compare(a.Dep, b.Dep) }

// makeRoom adds more, the number of tokens to come, to the indices of s from n
// on, which follow those of its tokens.
func (s *Sentence) makeRoom(n, more int32) {
	move := func(x *int32) {
		if *x >= n {
			*x += more
		}
	}
	for _, arcs := range [][]Arc{s.Enhanced, s.Secondary} {
		for i := range arcs {
			move(&arcs[i].Dep)
			move(&arcs[i].Head)
		}
	}
	for i := range s.Attrs {
		move(&s.Attrs[i].Index)
	}
}

// An offset holds, for a sentence that is appended to another, the number of
// words, phrases, nodes and so on that precede its own.
type offset struct {
	text                           uint32
	words, phrases, empties, nodes int32
	predicates, edges              int32
	own                            int32 // words of the appended sentence
	all                            int32 // words of both
}

func (o *offset) span(p Span) Span                 { return Span{p.Off + o.text, p.Len} }
func (o *offset) word(i int32) int32               { return i + o.words }
func (o *offset) top(n int32) int32                { return n + o.nodes }
func (o *offset) note(e *SyntaxError) *SyntaxError { return e }

func (o *offset) stretch(l stretch) stretch {
	l.at += o.text
	return l
}

// above moves the index of a phrase; -1 (no phrase) stays -1.
func (o *offset) above(p int32) int32 {
	if p < 0 {
		return p
	}
	return p + o.phrases
}

// index moves an index of a word or, from the number of words on, of an element
// of a second list; second is the length of that list in s.
func (o *offset) index(x, second int32) int32 {
	switch {
	case x < 0:
		return x
	case x < o.own:
		return x + o.words
	}
	return x - o.own + o.all + second
}

func (o *offset) token(k Token) Token {
	k.Form, k.Parent = o.span(k.Form), o.above(k.Parent)
	return k
}

func (o *offset) morph(m Morph) Morph {
	m.Lemma, m.Misc = o.span(m.Lemma), o.span(m.Misc)
	return m
}

func (o *offset) rng(r Range) Range {
	r.Begin, r.End = o.word(r.Begin), o.word(r.End)
	r.Form, r.Misc, r.Between = o.span(r.Form), o.span(r.Misc), o.span(r.Between)
	return r
}

func (o *offset) empty(e Empty) Empty {
	e.After, e.Token, e.Morph = o.word(e.After), o.token(e.Token), o.morph(e.Morph)
	return e
}

func (o *offset) phrase(p Phrase) Phrase {
	p.Parent, p.Begin, p.End = o.above(p.Parent), o.word(p.Begin), o.word(p.End)
	return p
}

func (o *offset) arc(a Arc) Arc { return Arc{o.index(a.Dep, 0), o.index(a.Head, 0), a.Rel} }
func (o *offset) enhanced(a Arc) Arc {
	return Arc{o.index(a.Dep, o.empties), o.index(a.Head, o.empties), a.Rel}
}
func (o *offset) secondary(a Arc) Arc {
	return Arc{o.index(a.Dep, o.phrases), o.index(a.Head, o.phrases), a.Rel}
}

func (o *offset) node(n Node) Node {
	n.ID, n.Carg = o.span(n.ID), o.span(n.Carg)
	return n
}

func (o *offset) edge(e Edge) Edge {
	e.From, e.To = e.From+o.nodes, e.To+o.nodes
	return e
}

func (o *offset) prop(p Prop) Prop {
	p.Node += o.nodes
	return p
}

func (o *offset) predicate(p Predicate) Predicate {
	p.Word = o.word(p.Word)
	return p
}

func (o *offset) argument(a Argument) Argument {
	a.Predicate, a.Begin, a.End = a.Predicate+o.predicates, o.word(a.Begin), o.word(a.End)
	return a
}

func (o *offset) edgeProp(p EdgeProp) EdgeProp {
	p.Edge += o.edges
	return p
}

func (o *offset) clause(clause Clause) Clause {
	clause.Box, clause.Note, clause.Place = clause.Box+o.nodes, o.span(clause.Note), o.span(clause.Place)
	for _, n := range []*int32{&clause.A, &clause.B} {
		if *n >= 0 {
			*n += o.nodes
		}
	}
	return clause
}

func (o *offset) anchor(a Anchor) Anchor {
	a.Node += o.nodes
	return a
}

func (o *offset) attr(a Attr) Attr {
	a.Index, a.Value = o.index(a.Index, o.phrases), o.span(a.Value)
	return a
}

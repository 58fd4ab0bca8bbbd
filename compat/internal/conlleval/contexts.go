package conlleval

import (
	"math"
	"strconv"

	"assay/compat/internal/perl"
	"assay/treebank"
)

const (
	start = ".S"
	stop  = ".E"
	sep   = "0x01" // four characters: the original did not unescape it
)

// An ident is a word with its tag. The first two are the marks beyond the sentence.
type ident struct{ word, pos treebank.Symbol }

const (
	startIdent int32 = iota
	stopIdent
)

// id returns the ident of word i of gold, found once per sentence.
func (s *scorer) id(i int) int32 {
	for len(s.ids) < len(s.gold) {
		s.ids = append(s.ids, -1)
	}
	if s.ids[i] < 0 {
		v := ident{symbol(&s.names, s.gold[i].word), s.gold[i].pos}
		n := s.pairs.number(uint64(v.word)<<32 | uint64(v.pos))
		if int(n)+2 == len(s.idents) {
			s.idents = append(s.idents, v)
		}
		s.ids[i] = n + 2
	}
	return s.ids[i]
}

// around returns the ident of word i, or the mark beyond the sentence.
func (s *scorer) around(i int, mark int32) int32 {
	if i < 0 || i >= len(s.gold) {
		return mark
	}
	return s.id(i)
}

// fold returns an ident, or the mark if the word has the same form.
func (s *scorer) fold(n, mark int32) int32 {
	if s.idents[n].word == s.idents[mark].word {
		return mark
	}
	return n
}

// identName is "WORD / POS". Neither has a blank.
func (s *scorer) identName(n int) string {
	v := s.idents[n]
	if n < 2 {
		return s.names.Name(v.word)
	}
	return s.names.Name(v.word) + " / " + s.names.Name(v.pos)
}

func (s *scorer) symbolName(n int) string { return s.names.Name(treebank.Symbol(n)) }

// sides holds the contexts of one token, by ident or symbol, and those of two tokens.
type sides struct {
	one  []tally
	two  []tally // by number in keys
	keys index
}

func (c *sides) add(one, a, b uint32, errHead, errDep bool) {
	n := c.keys.number(uint64(a)<<32 | uint64(b))
	for _, t := range [...]*tally{at(&c.two, int(n)), at(&c.one, int(one))} {
		t.wrong(errHead, errDep)
	}
}

// single returns the tallies of one token by its name.
func single(list []tally, name func(int) string) map[string]*tally {
	out := map[string]*tally{}
	for n := range list {
		if list[n].any > 0 {
			out[name(n)] = &list[n]
		}
	}
	return out
}

// double returns the tallies of two tokens by their names.
func (c *sides) double(between string, name func(int) string) map[string]*tally {
	out := map[string]*tally{}
	for pair, number := range c.keys {
		t := &c.two[number]
		key := name(int(pair>>32)) + between + name(int(uint32(pair)))
		if old := out[key]; old != nil { // a tag may hold a plus
			t = &tally{any: t.any + old.any, head: t.head + old.head, dep: t.dep + old.dep}
		}
		out[key] = t
	}
	return out
}

// contexts counts the words and tags before and after wrong word i.
func (s *scorer) contexts(i int, errHead, errDep bool) {
	w2, w1 := s.around(i-2, startIdent), s.around(i-1, startIdent)
	v1, v2 := s.around(i+1, stopIdent), s.around(i+2, stopIdent)
	if s.fold(w1, startIdent) != startIdent {
		s.before.add(uint32(w1), uint32(s.fold(w2, startIdent)), uint32(w1), errHead, errDep)
	}
	if s.fold(v1, stopIdent) != stopIdent {
		s.after.add(uint32(v1), uint32(v1), uint32(s.fold(v2, stopIdent)), errHead, errDep)
	}
	pos := func(n int32) uint32 { return uint32(s.idents[n].pos) }
	s.posBefore.add(pos(w1), pos(w2), pos(w1), errHead, errDep)
	s.posAfter.add(pos(v1), pos(v1), pos(v2), errHead, errDep)
}

// remember records the error of word i for the tables of frequent errors.
func (s *scorer) remember(i int, gold, system *token, errHead, errDep bool) {
	sides := [2]byte{s.side(gold.head, s.headG, i+1), s.side(system.head, s.headS, i+1)}
	b := s.key[:0]
	switch d := s.headS - s.headG; {
	case !errHead:
		b = append(b, '-')
	case sides[1] == '0':
		b = append(b, '0')
	case d == math.Trunc(d) && math.Abs(d) < 1e15:
		b = strconv.AppendInt(b, int64(d), 10)
	default:
		b = append(b, perl.Number(d)...)
	}
	b = append(b, sep...)
	b = append(b, sides[:]...)
	b = append(b, sep...)
	if errDep {
		b = append(b, s.deps.Name(gold.dep)...)
		b = append(b, "->"...)
		b = append(b, s.deps.Name(system.dep)...)
	} else {
		b = append(b, '-')
	}
	s.key = b
	err := s.errors.Intern(b)
	*at(&s.errCount, int(err))++
	s.mistakes = append(s.mistakes, mistake{err, [3]int32{s.around(i-1, startIdent), s.id(i), s.around(i+1, stopIdent)}})
}

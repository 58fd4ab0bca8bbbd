package conlleval

import "math"

const (
	start = ".S"
	stop  = ".E"
	sep   = "0x01" // four characters: the original forgot to make it one
)

// An ident is a word of gold in symbols: word, tag, and "WORD / POS".
type ident struct{ word, pos, pair int32 }

// id returns the symbols of word i of gold, found once per sentence.
func (s *scorer) id(i int) ident {
	for len(s.ids) < len(s.gold) {
		s.ids = append(s.ids, ident{word: -1})
	}
	v := &s.ids[i]
	if v.word < 0 {
		t := &s.gold[i]
		v.word, v.pos = s.symbol(t.word), s.symbol(t.pos)
		key := uint64(v.word)<<32 | uint64(v.pos)
		y, ok := s.pairs[key]
		if !ok {
			y = s.symbol(t.word + " / " + t.pos)
			s.pairs[key] = y
		}
		v.pair = y
	}
	return *v
}

// around returns the symbols of word i, or the mark beyond the sentence. A word
// that looks like the mark is one.
func (s *scorer) around(i int, mark int32) ident {
	if i < 0 || i >= len(s.gold) {
		return ident{mark, mark, mark}
	}
	v := s.id(i)
	if v.word == mark {
		v.pair = mark
	}
	return v
}

// symbol gives a number to a string.
func (s *scorer) symbol(name string) int32 {
	y, ok := s.symbols[name]
	if !ok {
		y = int32(len(s.names))
		s.symbols[name] = y
		s.names = append(s.names, name)
	}
	return y
}

// sides are the contexts of one token, by symbol, and of two.
type sides struct {
	one []tally
	two map[uint64]*tally
}

func (c *sides) add(one, a, b int32, errHead, errDep bool) {
	if c.two == nil {
		c.two = map[uint64]*tally{}
	}
	key := uint64(a)<<32 | uint64(b)
	t := c.two[key]
	if t == nil {
		t = &tally{}
		c.two[key] = t
	}
	for _, t := range [...]*tally{t, tallyAt(&c.one, one)} {
		t.any++
		if errHead {
			t.head++
		}
		if errDep {
			t.dep++
		}
	}
}

// single returns the tallies of one symbol by its name.
func (s *scorer) single(list []tally) map[string]*tally {
	out := map[string]*tally{}
	for y := range list {
		if list[y].any > 0 {
			out[s.names[y]] = &list[y]
		}
	}
	return out
}

// double returns the tallies of two symbols by their names.
func (s *scorer) double(m map[uint64]*tally, between string) map[string]*tally {
	out := map[string]*tally{}
	for key, t := range m {
		name := s.names[key>>32] + between + s.names[uint32(key)]
		if old := out[name]; old != nil { // a tag may hold a plus
			t = &tally{any: t.any + old.any, head: t.head + old.head, dep: t.dep + old.dep}
		}
		out[name] = t
	}
	return out
}

// contexts counts the words and tags before and after wrong word i.
func (s *scorer) contexts(i int, errHead, errDep bool) {
	w2, w1 := s.around(i-2, s.startID), s.around(i-1, s.startID)
	v1, v2 := s.around(i+1, s.stopID), s.around(i+2, s.stopID)
	if w1.word != s.startID {
		s.before.add(w1.pair, w2.pair, w1.pair, errHead, errDep)
	}
	if v1.word != s.stopID {
		s.after.add(v1.pair, v1.pair, v2.pair, errHead, errDep)
	}
	s.posBefore.add(w1.pos, w2.pos, w1.pos, errHead, errDep)
	s.posAfter.add(v1.pos, v1.pos, v2.pos, errHead, errDep)
}

// remember keeps what is wrong with word i for the tables of frequent errors.
func (s *scorer) remember(i int, g, y *token, errHead, errDep bool) {
	head := "-"
	if errHead {
		head = "0"
		if s.aftBef[1] != '0' {
			head = show(s.headS - s.headG)
		}
		if math.Signbit(s.headS-s.headG) && s.headS == s.headG {
			head = "0"
		}
	}
	b := append(s.key[:0], head...)
	b = append(b, sep...)
	b = append(b, s.aftBef[:]...)
	b = append(b, sep...)
	if errDep {
		b = append(b, g.dep...)
		b = append(b, "->"...)
		b = append(b, y.dep...)
	} else {
		b = append(b, '-')
	}
	s.key = b
	id, ok := s.errID[string(b)]
	if !ok {
		id = int32(len(s.errText))
		s.errID[string(b)] = id
		s.errText = append(s.errText, string(b))
		s.errCount = append(s.errCount, 0)
	}
	s.errCount[id]++
	w, before, after := s.id(i), s.around(i-1, s.startID), s.around(i+1, s.stopID)
	s.mistakes[mistake{id, context{before.pos, before.word, w.word, w.pos, after.pos, after.word}}]++
}

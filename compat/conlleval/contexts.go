package conlleval

import "math"

const (
	start = ".S"
	stop  = ".E"
	sep   = "0x01" // four characters: the original forgot to make it one
)

// at returns word i of gold, or the mark beyond the sentence.
func (s *scorer) at(i int) (word, pos string) {
	switch {
	case i < 0:
		return start, start
	case i >= len(s.gold):
		return stop, stop
	}
	return s.gold[i].word, s.gold[i].pos
}

// pair returns "WORD / POS".
func (s *scorer) pair(t *token) string {
	s.key = append(append(append(s.key[:0], t.word...), " / "...), t.pos...)
	return s.names[s.symbolBytes(s.key)]
}

// labelAt is pair for the word at i, or the mark beyond the sentence. A word that
// looks like the mark is one.
func (s *scorer) labelAt(i int, mark string) string {
	if i < 0 || i >= len(s.gold) || s.gold[i].word == mark {
		return mark
	}
	return s.pair(&s.gold[i])
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

func (s *scorer) symbolBytes(b []byte) int32 {
	if y, ok := s.symbols[string(b)]; ok {
		return y
	}
	return s.symbol(string(b))
}

// contexts counts the words and tags before and after wrong word i.
func (s *scorer) contexts(i int, errHead, errDep bool) {
	w2, w1 := s.labelAt(i-2, start), s.labelAt(i-1, start)
	v1, v2 := s.labelAt(i+1, stop), s.labelAt(i+2, stop)
	if word, _ := s.at(i - 1); word != start {
		s.context(s.before2, w2, " + ", w1, errHead, errDep)
		s.context(s.before, w1, "", "", errHead, errDep)
	}
	if word, _ := s.at(i + 1); word != stop {
		s.context(s.after2, v1, " + ", v2, errHead, errDep)
		s.context(s.after, v1, "", "", errHead, errDep)
	}
	_, p2 := s.at(i - 2)
	_, p1 := s.at(i - 1)
	_, q1 := s.at(i + 1)
	_, q2 := s.at(i + 2)
	s.context(s.posBefore2, p2, "+", p1, errHead, errDep)
	s.context(s.posBefore, p1, "", "", errHead, errDep)
	s.context(s.posAfter2, q1, "+", q2, errHead, errDep)
	s.context(s.posAfter, q1, "", "", errHead, errDep)
}

func (s *scorer) context(m map[string]*tally, a, between, b string, errHead, errDep bool) {
	s.key = append(append(append(s.key[:0], a...), between...), b...)
	t := m[string(s.key)]
	if t == nil {
		t = &tally{}
		m[string(s.key)] = t
	}
	t.any++
	if errHead {
		t.head++
	}
	if errDep {
		t.dep++
	}
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
	w1, p1 := s.at(i - 1)
	v1, q1 := s.at(i + 1)
	s.mistakes = append(s.mistakes, mistake{id, context{
		s.symbol(p1), s.symbol(w1), s.symbol(g.word), s.symbol(g.pos), s.symbol(q1), s.symbol(v1)}})
}

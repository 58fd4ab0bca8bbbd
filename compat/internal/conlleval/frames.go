package conlleval

// frameLists holds the frames of one side of a sentence: for the virtual root (0) and
// each word, the relations of its dependents and its own, in the order of the words.
// Entry 2i is word i in the frame of its head, 2i+1 is word i in its own.
type frameLists struct {
	first, last []int32 // by node
	next        []int32 // by entry
	size        int     // nodes that exist: heads beyond the sentence make more
}

func (f *frameLists) reset(n int) {
	f.first, f.last = fill(f.first, n+1), fill(f.last, n+1)
	f.next = fill(f.next, 2*n)
	f.size = n + 1
}

func fill(b []int32, n int) []int32 {
	b = b[:0]
	for range n {
		b = append(b, -1)
	}
	return b
}

// add puts word i into the frame of its head and into its own. A negative head counts
// from the end; the result is false if there is no such node.
func (f *frameLists) add(head, i int) bool {
	if head < 0 {
		if head += f.size; head < 0 {
			return false
		}
	}
	f.size = max(f.size, head+1)
	if head < len(f.first) {
		f.link(head, int32(2*i))
	}
	f.link(i+1, int32(2*i+1))
	return true
}

func (f *frameLists) link(node int, entry int32) {
	if f.first[node] < 0 {
		f.first[node] = entry
	} else {
		f.next[f.last[node]] = entry
	}
	f.last[node] = entry
}

// countFrames counts the different frames.
func (s *scorer) countFrames(n int) {
	for node := 0; node <= n; node++ {
		if s.sameFrame(node) {
			continue
		}
		b := s.appendFrame(s.key[:0], 0, node)
		cut := len(b)
		b = append(b, "/ "...)
		b = s.appendFrame(b, 1, node)
		s.key = b
		if string(b[:cut]) != string(b[cut+2:]) {
			n := s.frames[string(b)]
			if n == nil {
				n = new(int)
				s.frames[string(b)] = n
			}
			*n++
		}
	}
}

// sameFrame reports whether both sides have the same entries with the same
// relations. The own entry holds gold's relation on both sides.
func (s *scorer) sameFrame(node int) bool {
	gold, system := s.frame[0].first[node], s.frame[1].first[node]
	for gold >= 0 && system >= 0 {
		if gold&1 != system&1 || gold&1 == 0 && s.gold[gold/2].dep != s.system[system/2].dep {
			return false
		}
		gold, system = s.frame[0].next[gold], s.frame[1].next[system]
	}
	return gold == system
}

func (s *scorer) appendFrame(dst []byte, side, node int) []byte {
	if node == 0 {
		dst = append(dst, "** "...)
	}
	for e := s.frame[side].first[node]; e >= 0; e = s.frame[side].next[e] {
		switch {
		case e&1 == 1:
			dst = append(dst, '*')
			dst = append(dst, s.deps.Name(s.gold[e/2].dep)...)
			dst = append(dst, "* "...)
		case side == 0:
			dst = append(dst, s.deps.Name(s.gold[e/2].dep)...)
			dst = append(dst, ' ')
		default:
			dst = append(dst, s.deps.Name(s.system[e/2].dep)...)
			dst = append(dst, ' ')
		}
	}
	return dst
}

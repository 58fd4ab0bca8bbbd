// Package wordalign aligns two tokenisations of one text as the CoNLL 2018
// shared task does (conll18_ud_eval.py 1.2, align_words).
//
// Words outside of multiword tokens are aligned if they cover the same characters.
// A multiword token is extended to a block that begins and ends at the same
// characters on both sides; within it, words are aligned by the longest
// common subsequence of their lower-cased forms.
package wordalign

// A Word is one syntactic word, with its place in the text of a file without white
// space. A word of a multiword token has the place of that token.
type Word struct {
	From, To int32  // first character, one past the last
	Form     []byte // as written; needed for words of multiword tokens and their neighbours
	Multi    bool   // part of a multiword token
}

// A Link is a pair of aligned words, by their indices.
type Link struct{ Gold, System int32 }

// An Aligner aligns words. It reuses its memory and is not safe for concurrent use.
type Aligner struct {
	links []Link
	table []int32
	lower [2][][]byte
	buf   []byte
}

// Align returns the aligned pairs of words in order. The slice is valid until
// the next call.
func (a *Aligner) Align(gold, system []Word) []Link {
	a.links = a.links[:0]
	for g, s := 0, 0; g < len(gold) && s < len(system); {
		x, y := &gold[g], &system[s]
		if x.Multi || y.Multi {
			g, s = a.block(gold, system, g, s)
			continue
		}
		switch {
		case x.From == y.From && x.To == y.To:
			a.links = append(a.links, Link{int32(g), int32(s)})
			g, s = g+1, s+1
		case x.From <= y.From:
			g++
		default:
			s++
		}
	}
	return a.links
}

// beyond reports whether word i is outside of a block that ends at end.
func beyond(words []Word, i int, end int32) bool {
	if i >= len(words) {
		return true
	}
	if words[i].Multi {
		return words[i].From >= end
	}
	return words[i].To > end
}

// block aligns the words of the block that begins at g or s, or at the next word,
// and returns its end.
func (a *Aligner) block(gold, system []Word, g, s int) (int, int) {
	var end int32
	if gold[g].Multi {
		end = gold[g].To
		if !system[s].Multi && system[s].From < gold[g].From {
			s++
		}
	} else {
		end = system[s].To
		if !gold[g].Multi && gold[g].From < system[s].From {
			g++
		}
	}
	g0, s0 := g, s
	for !beyond(gold, g, end) || !beyond(system, s, end) {
		if g < len(gold) && (s >= len(system) || gold[g].From <= system[s].From) {
			if gold[g].Multi && gold[g].To > end {
				end = gold[g].To
			}
			g++
		} else {
			if system[s].Multi && system[s].To > end {
				end = system[s].To
			}
			s++
		}
	}
	a.common(gold[g0:g], system[s0:s], int32(g0), int32(s0))
	return g, s
}

// maxTable bounds the memory for one block: 256 MB. In a larger block, which no
// language has, only the words up to the first difference are linked.
const maxTable = 64 << 20

// common links the longest common subsequence of the forms of gold and system.
// A common beginning is linked without a table.
func (a *Aligner) common(gold, system []Word, g0, s0 int32) {
	if len(gold) == 0 || len(system) == 0 {
		return
	}
	a.buf = a.buf[:0]
	a.lower[0] = a.lowerAll(a.lower[0][:0], gold)
	a.lower[1] = a.lowerAll(a.lower[1][:0], system)
	x, y := a.lower[0], a.lower[1]
	for len(x) > 0 && len(y) > 0 && string(x[0]) == string(y[0]) {
		a.links = append(a.links, Link{g0, s0})
		x, y, g0, s0 = x[1:], y[1:], g0+1, s0+1
	}
	w := len(y) + 1
	size := (len(x) + 1) * w
	if size > maxTable {
		return
	}
	if cap(a.table) < size {
		a.table = make([]int32, size)
	}
	table := a.table[:size]
	clear(table)
	for g := len(x) - 1; g >= 0; g-- {
		for s := len(y) - 1; s >= 0; s-- {
			if string(x[g]) == string(y[s]) {
				table[g*w+s] = 1 + table[(g+1)*w+s+1]
			} else {
				table[g*w+s] = max(table[(g+1)*w+s], table[g*w+s+1])
			}
		}
	}
	for g, s := 0, 0; g < len(x) && s < len(y); {
		switch {
		case string(x[g]) == string(y[s]):
			a.links = append(a.links, Link{g0 + int32(g), s0 + int32(s)})
			g, s = g+1, s+1
		case table[g*w+s] == table[(g+1)*w+s]:
			g++
		default:
			s++
		}
	}
}

// lowerAll appends the lower-cased forms of words to dst. They are in a.buf,
// or in its memory from before it grew.
func (a *Aligner) lowerAll(dst [][]byte, words []Word) [][]byte {
	for i := range words {
		at := len(a.buf)
		a.buf = AppendLower(a.buf, words[i].Form)
		dst = append(dst, a.buf[at:len(a.buf):len(a.buf)])
	}
	return dst
}

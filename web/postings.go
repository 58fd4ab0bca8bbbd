package web

import "slices"

// The two indexes of the search: tags of words, and labels of phrases, arcs, nodes and edges.
const (
	tagIndex = iota
	labelIndex
	indexes
)

// A symbolFinder lists the different tags and labels of sentence pairs, as numbers.
type symbolFinder struct {
	names [indexes]numbering
	seen  [indexes][]int32 // by number: the last pair that has it
	pair  int32
}

// A posting is a tag or a label of a sentence.
type posting struct {
	index  uint8
	number int32
}

// append appends the tags and labels of gold, and after them those that only the
// system has. GoldEnd is where the former end.
func (f *symbolFinder) append(to []posting, l *liner) (all []posting, goldEnd int) {
	f.pair++
	to = f.side(to, &l.gold)
	goldEnd = len(to)
	return f.side(to, &l.system), goldEnd
}

func (f *symbolFinder) side(to []posting, a *analysis) []posting {
	for _, s := range a.tags {
		to = f.add(to, tagIndex, s)
	}
	for i := range a.changed {
		to = f.add(to, tagIndex, a.changed[i].label)
	}
	for _, list := range [][]string{a.labels, a.rels, a.nodes} {
		for _, s := range list {
			to = f.add(to, labelIndex, s)
		}
	}
	for _, list := range [][]triple{a.other, a.edges} {
		for i := range list {
			to = f.add(to, labelIndex, list[i].label)
		}
	}
	return to
}

func (f *symbolFinder) add(to []posting, index uint8, name string) []posting {
	if name == "" {
		return to
	}
	n := f.names[index].number(name)
	if int(n) == len(f.seen[index]) {
		f.seen[index] = append(f.seen[index], 0)
	}
	if f.seen[index][n] == f.pair {
		return to
	}
	f.seen[index][n] = f.pair
	return append(to, posting{index, n})
}

// post lists a row under a tag or label.
func (s *Listed) post(index uint8, number, row int32) {
	for len(s.rowsOf[index]) <= int(number) {
		s.rowsOf[index] = append(s.rowsOf[index], nil)
	}
	s.rowsOf[index][number] = append(s.rowsOf[index][number], row)
}

// postings writes an index: the rows of each tag or label, packed.
func (b *Browser) postings(j *jsonWriter, index int) {
	j.raw("{")
	begun := false
	var rows []int32
	for n, name := range b.symbols[index].names {
		rows = rows[:0]
		for _, s := range b.Systems {
			if n < len(s.rowsOf[index]) {
				rows = append(rows, s.rowsOf[index][n]...)
			}
		}
		if len(rows) == 0 {
			continue
		}
		slices.Sort(rows)
		if begun {
			j.raw(",")
		}
		begun = true
		j.text(name).raw(`:"`).flush(appendPacked(j.scratch, slices.Compact(rows))).raw(`"`)
	}
	j.raw("}")
}

// digits64 are digits that need no escape in JSON or HTML.
const digits64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// appendPacked appends rising numbers as their differences, the first from 0. A difference
// has five bits to a digit, the lowest first; all digits but its last have a sixth bit.
func appendPacked(to []byte, rows []int32) []byte {
	last := int32(0)
	for _, row := range rows {
		to = appendSteps(to, row-last)
		last = row
	}
	return to
}

// A rowList is rising rows, packed as they come.
type rowList struct {
	packed []byte
	last   int32
}

func (l *rowList) add(row int32) {
	l.packed, l.last = appendSteps(l.packed, row-l.last), row
}

// appendSteps appends one difference.
func appendSteps(to []byte, step int32) []byte {
	for ; step >= 32; step >>= 5 {
		to = append(to, digits64[step&31|32])
	}
	return append(to, digits64[step])
}

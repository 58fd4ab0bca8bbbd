package bracketscore

import (
	"encoding/binary"
	"fmt"

	"assay/treebank"
)

// The state of a word or bracket, as printed in the tables of -d.
const (
	missed  = 0
	matched = 1
	dropped = 5
	unseen  = 9
)

// A terminal is a word of the sentence.
type terminal struct {
	begin, end int32 // range of bytes in the line
	label      treebank.Symbol
	result     uint8
}

// A bracket is a phrase of the sentence, over words start to end-1.
type bracket struct {
	start, end         int32
	textStart, textEnd int32 // the text between its label and its ')'
	label              treebank.Symbol
	result             uint8
}

// A quote is a word that may be a mistagged quote: its place, the word and bracket
// after it, and the brackets around it.
type quote struct {
	word           terminal
	index, bracket int32
	inside         []int32
}

// A side is one tree, or one line of input.
type side struct {
	line     []byte
	terms    []terminal
	brackets []bracket
	quotes   []quote
	ends     []int32 // end of the text of each bracket, on this or an earlier line
	ordered  bool    // brackets are properly nested
	early    []end   // ends of brackets that were not open, after surplus ')'
}

// An end is the end of a bracket.
type end struct{ bracket, word, text int32 }

// A stack holds the open brackets. A surplus ')' reads below its bottom: zeros at
// first in the original, and values written there later.
type stack struct {
	top          int
	cells, below []int32
}

func (s *stack) push(b int32) {
	switch {
	case s.top < 0:
		s.below[-1-s.top] = b
	case s.top < len(s.cells):
		s.cells[s.top] = b
	default:
		s.cells = append(s.cells, b)
	}
	s.top++
}

func (s *stack) pop() int32 {
	s.top--
	if s.top >= 0 {
		return s.cells[s.top]
	}
	for -1-s.top >= len(s.below) {
		s.below = append(s.below, 0)
	}
	return s.below[-1-s.top]
}

// read reads a line into s and returns the length of the sentence. It returns false
// if the original exits.
func (r *run) read(s *side, line []byte) (length int, ok bool) {
	r.exceeds("bytes", len(line), r.LineBytes)
	line = cString(line)
	*s = side{line: line, terms: s.terms[:0], brackets: s.brackets[:0], quotes: s.quotes[:0], ends: s.ends, ordered: true}
	r.stack.top = 0
	for p := 0; p < len(line); {
		switch classes[line[p]] {
		case space:
			p++
		case open:
			next, counts, ok := r.opens(s, p+1)
			if !ok {
				return length, false
			}
			p = next
			if counts {
				length++
			}
		case closed:
			surplus := r.stack.top < 0
			b := r.stack.pop()
			if r.stack.top < 0 {
				s.ordered = false
				if surplus && !r.fault("Bracketing unbalance (too many close bracket)\n") {
					return length, false
				}
			}
			s.close(end{b, int32(len(s.terms)), int32(p)})
			p++
		default: // the original repeats this until it has too many errors
			for r.fault("Reading sentence\n") {
			}
			return length, false
		}
	}
	if r.stack.top != 0 {
		s.ordered = false
		if !r.fault("Bracketing is unbalanced (too many open bracket)\n") {
			return length, false
		}
	}
	r.exceeds("words", len(s.terms), r.Words)
	r.exceeds("brackets", len(s.brackets), r.Brackets)
	r.exceeds("quotes", len(s.quotes), quoteTerms)
	return length, true
}

// opens reads the text after a '(' at p-1: a word with its tag, or the label of a
// phrase. It returns the next place to read, and whether a word counts for the
// length.
func (r *run) opens(side *side, p int) (next int, counts, ok bool) {
	line := side.line
	at := p
	for p < len(line) && classes[line[p]] == other {
		p++
	}
	label := r.label(line, at, p)
	if p == len(line) { // the original reads on in old memory
		r.exceeds("label at the end of a line", 1, 0)
	}
	if p < len(line) && classes[line[p]] == space {
		q := p + 1
		for q < len(line) && classes[line[q]] == space {
			q++
		}
		begin := q
		for q < len(line) && classes[line[q]] == other {
			q++
		}
		info := &r.labels[label]
		word := terminal{int32(begin), int32(q), label, unseen}
		if r.debug > 1 {
			fmt.Fprintf(r.out, "label=%s, word=%s, wid=%d\n", line[at:p], line[begin:q], len(side.terms))
		}
		switch {
		case q < len(line) && line[q] == ')':
			if q-begin > wordBytes {
				r.exceeds("bytes in a word", q-begin, wordBytes)
			}
			if info.quote && isQuote(line[begin:q]) {
				r.remember(side, word)
			}
			if !info.dropWord {
				side.terms = append(side.terms, word)
			}
			return q + 1, !info.noLength, true
		case q == len(line) && begin == q: // the original reads on in old memory
			r.exceeds("label at the end of a line", 1, 0)
		case q == len(line) || line[q] != '(':
			if q == len(line) { // here too
				r.exceeds("word at the end of a line", 1, 0)
			}
			if r.SPMRL {
				fmt.Fprintf(r.errs, "debug djam: q= %s\n", line[q:])
			}
			if !r.fault("More than two elements in a bracket\n") {
				return q, false, false
			}
		}
	}
	side.open(int32(p), label)
	r.stack.push(int32(len(side.brackets) - 1))
	return p, false, true
}

// label returns the symbol of the label line[at:to].
func (r *run) label(line []byte, at, to int) treebank.Symbol {
	var symbol treebank.Symbol
	n := to - at
	switch {
	case n > 8:
		symbol = r.syms.Intern(line[at:to])
		r.exceeds("bytes in a label", n, r.LabelBytes)
	case at+8 <= len(line):
		key := binary.LittleEndian.Uint64(line[at:])
		symbol = r.syms.InternKey(key & (1<<(8*n) - 1))
	default:
		symbol = r.syms.Intern(line[at:to])
	}
	if int(symbol) >= len(r.labels) {
		r.learn()
	}
	return symbol
}

// open opens a bracket. Until it is closed its text ends where the bracket with the
// same number ended on an earlier line, as in the original.
func (s *side) open(text int32, label treebank.Symbol) {
	if len(s.ends) == len(s.brackets) {
		s.ends = append(s.ends, 0)
	}
	b := bracket{start: int32(len(s.terms)), end: -1, textStart: text, textEnd: s.ends[len(s.brackets)],
		label: label, result: unseen}
	for _, e := range s.early {
		if int(e.bracket) == len(s.brackets) {
			b.end, b.textEnd = e.word, e.text
			s.ends[e.bracket] = e.text
		}
	}
	s.brackets = append(s.brackets, b)
}

func (s *side) close(end end) {
	if int(end.bracket) >= len(s.brackets) {
		s.early = append(s.early, end)
		return
	}
	b := &s.brackets[end.bracket]
	b.end, b.textEnd = end.word, end.text
	s.ends[end.bracket] = end.text
}

// isQuote reports whether a word may be a mistagged quote.
func isQuote(w []byte) bool { return len(w) == 1 && (w[0] == '\'' || w[0] == '"' || w[0] == '/') }

// remember keeps a word for the repair of quotes.
func (r *run) remember(s *side, word terminal) {
	q := quote{word: word, index: int32(len(s.terms)), bracket: int32(len(s.brackets))}
	if r.stack.top > 0 {
		q.inside = append(q.inside, r.stack.cells[:r.stack.top]...)
	}
	s.quotes = append(s.quotes, q)
}

// word returns the bytes of a word of s.
func (s *side) word(i int) []byte { return s.line[s.terms[i].begin:s.terms[i].end] }

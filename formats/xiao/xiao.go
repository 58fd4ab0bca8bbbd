// Package xiao reads and writes the word slots of Xiao (1997 §3.2.1 and chapter
// 6), single trees and parse forests:
//
//	(The ('the' AT (computer NN1 < spec)))
//	(send ('send' VVI (*)))
//
//	(planes (plane N (< flying V compl)
//	                 (< could Aux subj)))
//
// A slot is a word with its senses; a sense is a root form, a category and its
// links; a link is a head, the head's category, a position and, if it is known,
// the type of the relation, or the position first, as in his chapter 6. The
// link * marks the head of the sentence, ? an unknown head. n times < names the
// n-th word of that form after the word, n times > the n-th before it. A head
// may be named by its root form. A type may follow * and ? too, as an extension.
//
// Word slots of one sentence are adjacent, with an empty line after them; a whole
// forest may be in parentheses. Closing parentheses are optional: some are
// missing in the thesis. A list's type follows from its elements. Atoms may be in
// single quotes; a backslash makes the character after it literal.
// Lines that begin with # and a blank are
// comments; "# sent_id = NAME" names the sentence. As an extension the comments
//
//	# reading = 1 1 1 1 1
//	# reading 0.25 = 2 1 1 1 1
//
// record the trees that a forest is packed from: for each word the number of its link, and the probability of the
// tree, or the weights of all trees if they do not sum to 1.
//
// In a Sentence a forest has several Arcs of one word (Sentence.ArcsOf) and its
// further senses as Attrs (treebank.Senses). A mark that names no word is noted,
// and that link leads Outside of the sentence: it counts, and is never right
// if the other side names a word.
package xiao

import (
	"bufio"
	"bytes"

	"assay/formats/internal/conll"
	"assay/formats/internal/notation"
	"assay/treebank"
)

// lines are those of a sentence. A line with an open bracket alone begins a forest.
var lines = treebank.Lines{Counts: func(line []byte) bool { return !notation.Comment(line) },
	Starts: func(line []byte) bool { return string(line) == "(" }}

// Format is Xiao's notation.
var Format = treebank.Format{
	Name:     "xiao",
	Title:    "word slots of Xiao 1997, trees and parse forests",
	Source:   "Xiao 1997 §3.2.1, chapter 6",
	Ext:      []string{".xiao"},
	Layers:   treebank.Tags | treebank.Arcs | treebank.Relations | treebank.Lemmas | treebank.Forests,
	Detect:   detect,
	Split:    func(data []byte, atEOF bool, _ int32) treebank.Extent { return lines.Split(data, atEOF) },
	Parse:    parse,
	ID:       conll.ID,
	Document: conll.Document,
	Write:    write,
}

// detect reads the first slot: (WORD (ROOT CATEGORY, then a link.
func detect(head []byte) bool {
	sc := scanner{text: head}
	kind, _ := sc.next()
	for kind == open {
		kind, _ = sc.next()
	}
	if kind != atom {
		return false
	}
	if kind, _ = sc.next(); kind != open {
		return false
	}
	var a word
	for range 2 {
		if kind, a = sc.next(); kind != atom {
			return false
		}
	}
	if sc.bare(a, "*-") { // no category, but columns of props
		return false
	}
	kind, a = sc.next()
	if kind != open {
		after, _ := sc.next()
		return kind == atom && sc.bare(a, "*?") && after == shut
	}
	for kind, a = sc.next(); kind == atom; kind, a = sc.next() {
		if sc.bare(a, "*?") || sc.mark(a) != 0 {
			return true
		}
	}
	return false
}

// The kinds of tokens of a scanner.
const (
	end = iota
	open
	shut
	atom
	broken // an unclosed quote
)

// A word is an atom: its position, and whether it was quoted or escaped.
type word struct {
	from, to int
	quoted   bool
	escaped  bool
}

// A scanner goes through the atoms and parentheses of a text.
type scanner struct {
	text []byte
	at   int
	note func(from, to int) // is called with the place of each comment
}

func (sc *scanner) next() (kind int, w word) {
	sc.space()
	if sc.at >= len(sc.text) {
		return end, word{from: sc.at, to: sc.at}
	}
	w.from = sc.at
	switch c := sc.text[sc.at]; {
	case c == '(':
		sc.at++
		return open, w
	case c == ')':
		sc.at++
		return shut, w
	case c == '\'' && sc.quote() > 0:
		w.quoted, w.from, w.to = true, sc.at+1, sc.quote()
		w.escaped = bytes.IndexByte(sc.text[w.from:w.to], '\\') >= 0
		sc.at = w.to + 1
		return atom, w
	}
	for sc.at < len(sc.text) {
		c := sc.text[sc.at]
		if notation.IsSpace(c) || c == '(' || c == ')' {
			break
		}
		if c == '\\' && sc.at+1 < len(sc.text) {
			w.escaped = true
			sc.at++
		}
		sc.at++
	}
	w.to = sc.at
	return atom, w
}

// quote returns the end of the quote that begins here, 0 if it is a word such as 's
// instead: a quote ends before white space or a parenthesis, and on
// the same line.
func (sc *scanner) quote() int {
	for i := sc.at + 1; i < len(sc.text) && sc.text[i] != '\n'; i++ {
		switch sc.text[i] {
		case '\\':
			i++
		case '\'':
			if i+1 == len(sc.text) || notation.IsSpace(sc.text[i+1]) || sc.text[i+1] == '(' || sc.text[i+1] == ')' {
				if i > sc.at+1 {
					return i
				}
				return 0
			}
		case ' ', '\t', '(', ')':
			return 0
		}
	}
	return 0
}

func (sc *scanner) space() {
	for sc.at < len(sc.text) {
		c := sc.text[sc.at]
		if c == '#' && (sc.at == 0 || sc.text[sc.at-1] == '\n') {
			stop := len(sc.text)
			if i := bytes.IndexByte(sc.text[sc.at:], '\n'); i >= 0 {
				stop = sc.at + i
			}
			if notation.Comment(bytes.TrimSpace(sc.text[sc.at:stop])) {
				if sc.note != nil {
					sc.note(sc.at, stop)
				}
				sc.at = stop
				continue
			}
		}
		if !notation.IsSpace(c) {
			return
		}
		sc.at++
	}
}

func (sc *scanner) bytes(w word) []byte { return sc.text[w.from:w.to] }

// bare reports whether w is one of the one-byte marks, not quoted.
func (sc *scanner) bare(w word, marks string) bool {
	return !w.quoted && w.to == w.from+1 && bytes.IndexByte([]byte(marks), sc.text[w.from]) >= 0
}

// mark returns n for a position that names the n-th word after, -n for the n-th
// before, 0 if w is not a position.
func (sc *scanner) mark(w word) int32 {
	if w.quoted || w.escaped {
		return 0
	}
	n, less, ok := notation.Mark(sc.bytes(w))
	switch {
	case !ok:
		return 0
	case less:
		return n
	}
	return -n
}

func write(w *bufio.Writer, s *treebank.Sentence) error {
	p := printer{conll.Printer{W: w, S: s}, nil}
	p.Comments()
	p.readings()
	for i := range s.Tokens {
		if err := p.slot(int32(i)); err != nil {
			return err
		}
	}
	return w.WriteByte('\n')
}

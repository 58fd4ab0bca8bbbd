// Package lin reads and writes the tuples of Lin (1995 §4.1):
//
//	(I    N <  saw subj)
//	(saw  V *)
//	(with P ?)
//
// modifier, category, position, head and, if it is known, the relationship; one
// word per line, with or without the parentheses, an empty line after each
// sentence. The position * marks the head of the sentence, ? an unknown head;
// a relationship may follow them too. n times < or > names the n-th word of
// that form on one side: as in all of Lin's tables, < means after the word and >
// before it. Lin's prose says the opposite; format lin-prose reads it that way.
//
// An unknown category or relationship is written _. A backslash before a blank,
// parenthesis or backslash makes it part of a word. Lines that
// begin with # and a blank are comments; "# sent_id = NAME" names the sentence.
// A mark that names no word is noted, and the head is Outside of the sentence:
// the word has a head, which is never right if the other side names a word.
package lin

import (
	"bufio"
	"bytes"
	"fmt"

	"assay/formats/internal/conll"
	"assay/formats/internal/notation"
	"assay/treebank"
)

// Format is Lin's notation as used in his tables.
var Format = format("lin", "tuples of Lin 1995 (< is after the word, as in his tables)", true)

// Prose is Lin's notation as his text describes it.
var Prose = format("lin-prose", "tuples of Lin 1995 (< is before the word, as his text says)", false)

func format(name, title string, less notation.Forward) treebank.Format {
	f := treebank.Format{
		Name:     name,
		Title:    title,
		Source:   "Lin 1995 §4.1",
		Layers:   treebank.Tags | treebank.Arcs | treebank.Relations | treebank.Tuples,
		Split:    notation.Split,
		Parse:    func(s *treebank.Sentence, text []byte) error { return parse(s, text, less) },
		ID:       conll.ID,
		Document: conll.Document,
		Write:    func(w *bufio.Writer, s *treebank.Sentence) error { return write(w, s, less) },
	}
	if less {
		f.Ext = []string{".lin"}
		f.Detect = detect
	}
	return f
}

// detect looks at the first line that is not a comment: a word, a tag and a
// position.
func detect(head []byte) bool {
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		head = rest
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		line = bytes.Trim(line, "()")
		f := bytes.Fields(line)
		if bytes.ContainsAny(line, "()") || bytes.Contains(line, []byte("\t")) && len(f) >= 8 || len(f) < 3 || len(f) > 5 {
			return false
		}
		_, _, ok := notation.Mark(f[2])
		if string(f[1]) == "*" { // columns of props
			return false
		}
		return ok || string(f[2]) == "*" || string(f[2]) == "?"
	}
	return false
}

// A head is the head of a word as written on its line.
type head struct {
	form  treebank.Span
	n     int32 // 0: root or unknown, as the arc says
	after bool
	off   int
}

type reader struct {
	s     *treebank.Sentence
	text  []byte
	less  notation.Forward
	heads []head
	buf   []byte
}

func parse(sentence *treebank.Sentence, text []byte, less notation.Forward) error {
	r := reader{s: sentence, text: text, less: less}
	for at, line := range treebank.EachLine(text) {
		if err := r.line(at, at+len(line)); err != nil {
			return err
		}
	}
	for i, head := range r.heads {
		if head.n == 0 {
			continue
		}
		word := sentence.Bytes(head.form)
		if sentence.Arcs[i].Head = notation.Find(sentence, int32(i), word, head.n, head.after); sentence.Arcs[i].Head < 0 {
			sentence.Arcs[i].Head = treebank.Unresolved
			other := notation.Find(sentence, int32(i), word, head.n, !head.after) >= 0
			sentence.Note(unresolved(text, head, word, other, less))
		}
	}
	return nil
}

// unresolved is the note about a head that is not in the sentence. other reports
// that it is on the other side of the word: < and > are probably exchanged.
func unresolved(text []byte, h head, word []byte, other bool, less notation.Forward) *treebank.SyntaxError {
	e := treebank.At(text, h.off, notation.Wanted(word, h.n, h.after), notation.NoSuchWord)
	switch {
	case other && bool(less):
		e.Hint = "the file may have < before the word, as Lin's text says: read it with -f lin-prose"
	case other:
		e.Hint = "the file may have < after the word, as Lin's tables have it: read it with -f lin"
	}
	return e
}

// line reads one line.
func (r *reader) line(at, end int) error {
	for at < end && notation.IsSpace(r.text[at]) {
		at++
	}
	for end > at && notation.IsSpace(r.text[end-1]) {
		end--
	}
	if at == end {
		return nil
	}
	if r.text[at] == '#' && (at+1 == end || notation.IsSpace(r.text[at+1])) {
		conll.AddComment(r.s, r.text, at, end)
		return nil
	}
	if end-at > 2 && r.text[at] == '(' && !notation.IsSpace(r.text[at+1]) {
		at++
		if r.text[end-1] == ')' && !escaped(r.text[at:end-1]) {
			end--
		}
	}
	var field [5]treebank.Span
	n := 0
	for at < end {
		from := at
		for at < end && !notation.IsSpace(r.text[at]) {
			if r.text[at] == '\\' && at+1 < end {
				at++
			}
			at++
		}
		if n == len(field) {
			return treebank.At(r.text, from, "modifier category position head relationship", "a sixth word")
		}
		field[n] = treebank.Span{Off: uint32(from), Len: uint32(at - from)}
		n++
		for at < end && notation.IsSpace(r.text[at]) {
			at++
		}
	}
	return r.tuple(field[:n], end)
}

// escaped reports whether the byte after b is escaped by a backslash at the end of b.
func escaped(b []byte) bool {
	n := 0
	for n < len(b) && b[len(b)-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

func (r *reader) raw(sp treebank.Span) []byte { return r.text[sp.Off : sp.Off+sp.Len] }

func (r *reader) tuple(f []treebank.Span, end int) error {
	sentence := r.s
	if len(f) < 3 {
		return treebank.At(r.text, end, "modifier category position head relationship", fmt.Sprintf("%d words", len(f)))
	}
	arc := treebank.Arc{Dep: int32(len(sentence.Tokens)), Head: treebank.Unknown}
	h := head{off: int(f[2].Off)}
	rel := f[3:]
	switch mark := r.raw(f[2]); {
	case string(mark) == "*":
		arc.Head = treebank.Root
	case string(mark) == "?":
	default:
		n, less, ok := notation.Mark(mark)
		if !ok {
			return treebank.At(r.text, h.off, "a position: *, ?, or < or > any number of times", fmt.Sprintf("%.40q", mark))
		}
		if len(f) < 4 {
			return treebank.At(r.text, end, "the head after its position", "the end of the tuple")
		}
		h.n, h.after, h.form = n, less == bool(r.less), r.form(f[3])
		rel = f[4:]
	}
	if len(rel) > 1 {
		return treebank.At(r.text, int(rel[1].Off), "at most a relationship after "+string(r.raw(f[2])),
			fmt.Sprintf("%.40q", r.raw(rel[1])))
	}
	if len(rel) == 1 {
		arc.Rel = r.symbol(rel[0])
	}
	sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: r.form(f[0]), Tag: r.symbol(f[1]), Parent: -1})
	sentence.Arcs = append(sentence.Arcs, arc)
	r.heads = append(r.heads, h)
	return nil
}

// form returns a word with its backslashes removed.
func (r *reader) form(sp treebank.Span) treebank.Span {
	if bytes.IndexByte(r.raw(sp), '\\') < 0 {
		return sp
	}
	r.buf = notation.Unescape(r.buf[:0], r.raw(sp))
	return r.s.Add(r.buf)
}

func (r *reader) symbol(sp treebank.Span) treebank.Symbol {
	b := r.raw(sp)
	if string(b) == "_" {
		return 0
	}
	r.buf = notation.Unescape(r.buf[:0], b)
	return r.s.Syms.Intern(r.buf)
}

const special = "()"

func write(w *bufio.Writer, sentence *treebank.Sentence, less notation.Forward) error {
	p := conll.Printer{W: w, S: sentence}
	p.Comments()
	var buf []byte
	field := func(b []byte) {
		if buf = notation.Escape(buf[:0], b, special); len(buf) == 0 {
			buf = append(buf, '_')
		}
		w.WriteByte(' ')
		w.Write(buf)
	}
	for i := range sentence.Tokens {
		dep := int32(i)
		if arcs := sentence.ArcsOf(dep); len(arcs) > 1 {
			return fmt.Errorf("lin: word %d has %d heads, and the notation holds only one; use format xiao", i+1, len(arcs))
		}
		head, rel := sentence.HeadOf(dep)
		w.WriteByte('(')
		if buf = notation.Escape(buf[:0], sentence.Word(dep), special); len(buf) == 0 {
			return fmt.Errorf("lin: word %d is empty", i+1)
		}
		w.Write(buf)
		field([]byte(sentence.Name(sentence.Tokens[i].Tag)))
		switch {
		case head == treebank.Root:
			w.WriteString(" *")
		case head == dep:
			return fmt.Errorf("lin: word %d is its own head, which the notation cannot express", i+1)
		case head < 0:
			w.WriteString(" ?")
		default:
			w.WriteByte(' ')
			w.Write(notation.Position(nil, sentence, dep, head, less))
			field(sentence.Word(head))
		}
		if rel != 0 {
			field([]byte(sentence.Name(rel)))
		}
		w.WriteString(")\n")
	}
	return w.WriteByte('\n')
}

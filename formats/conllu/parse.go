package conllu

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"assay/formats/internal/conll"
	"assay/treebank"
)

// columnCount is the number of columns of a word line.
const columnCount = 10

// The columns, by their numbers from 0.
const (
	colID = iota
	colForm
	colLemma
	colUPOS
	colXPOS
	colFeats
	colHead
	colDeprel
	colDeps
	colMisc
)

var columnNames = [columnCount]string{"ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"}

// A reader reads one sentence.
type reader struct {
	s     *treebank.Sentence
	text  []byte
	off   int              // start of the current line
	end   [columnCount]int // ends of its columns
	marks marks            // of the lines to come
	nul   bool             // some line up to this one holds a NUL, which Symbols keep apart
	top   int32            // highest number of a head, in HEAD or in DEPS
	dots  bool             // DEPS names an empty node
	bare  bool             // an empty column was noted

	rangeEnd int32 // number of the last word of the last multiword token
	rangeOff int   // start of the line of that token
}

// parse reads the sentence that split found.
func parse(sentence *treebank.Sentence, text []byte) error {
	if sentence.Dialect == loneCR {
		sentence.Own()
		sentence.Add(text)
		text = sentence.Text
		for i, c := range text {
			if c == '\r' {
				text[i] = '\n'
			}
		}
	}
	if sentence.Dialect == ranked {
		text, _ = reading(text, ranked, 1)
	}
	r := reader{s: sentence, text: text}
	r.comments()
	if sentence.Dialect == ranked {
		r.rank()
	}
	if err := r.lines(); err != nil {
		return err
	}
	return r.finish()
}

// comments reads the lines before the first word.
func (r *reader) comments() {
	for r.off < len(r.text) {
		line := r.text[r.off:lineEnd(r.text, r.off)]
		if len(line) == 0 || line[0] != '#' {
			if len(bytes.TrimSpace(line)) > 0 {
				return
			}
			if len(r.s.Comments) > 0 && r.off+len(line)+1 < len(r.text) {
				r.note(r.off, "a word or a comment", "an empty line")
			}
			r.off = min(r.off+len(line)+1, len(r.text))
			continue
		}
		next := min(r.off+len(line)+1, len(r.text))
		line = bytes.TrimRight(line, "\r")
		conll.AddComment(r.s, r.text, r.off, r.off+len(line))
		r.off = next
	}
}

func (r *reader) span(from, to int) treebank.Span {
	return treebank.Span{Off: uint32(from), Len: uint32(to - from)}
}

// maxNotes is the largest number of notes for one sentence, because placing a note costs time.
const maxNotes = 20

func (r *reader) note(off int, want, found string) {
	if len(r.s.Notes) >= maxNotes {
		return
	}
	r.s.Note(treebank.At(r.text, off, want, found))
}

// lines reads the lines of words.
func (r *reader) lines() error {
	r.marks = marksAt(r.text, r.off)
	for r.off < len(r.text) {
		c := r.text[r.off]
		if c <= ' ' && r.blank() {
			return nil
		}
		n, next := r.cut()
		if n != columnCount {
			return r.wrongCount(n)
		}
		for r.end[colMisc] > r.end[colDeps]+1 && r.text[r.end[colMisc]-1] == '\r' {
			r.end[colMisc]--
		}
		if err := r.line(); err != nil {
			return err
		}
		r.off = next
	}
	if len(r.s.Tokens) > 0 {
		r.note(r.off, "an empty line after the sentence", "none")
	}
	return nil
}

// blank reports whether the line is the empty one after the sentence.
func (r *reader) blank() bool {
	line := r.text[r.off:lineEnd(r.text, r.off)]
	if len(bytes.TrimSpace(line)) > 0 {
		return false
	}
	if len(bytes.TrimRight(line, "\r")) > 0 {
		r.note(r.off, "an empty line", "a line of white space")
	}
	return true
}

func (r *reader) wrongCount(n int) error {
	end := lineEnd(r.text, r.off)
	line := r.text[r.off:end]
	switch {
	case line[0] == '#':
		return treebank.At(r.text, r.off, "a word", "a comment after the first word of the sentence")
	case n == 1 && len(bytes.Fields(line)) >= columnCount:
		err := treebank.At(r.text, r.off, "10 columns", "1")
		err.Hint = "columns are separated by tabs, not by spaces"
		return err
	case n < columnCount:
		err := treebank.At(r.text, end, "10 columns", fmt.Sprint(n))
		err.Hint = conll.BlankForTab(line, columnCount)
		return err
	}
	return treebank.At(r.text, r.end[colMisc], "10 columns", fmt.Sprint(n))
}

// line reads a line of ten columns: a word, a multiword token or an empty node.
func (r *reader) line() error {
	i, end := r.off, r.end[colID]
	var id int32
	for i < end && i < r.off+9 && r.text[i]-'0' <= 9 {
		id = id*10 + int32(r.text[i]-'0')
		i++
	}
	if r.end[colForm] == end+1 {
		return treebank.At(r.text, end+1, "a form", "an empty column")
	}
	want := int32(len(r.s.Tokens)) + 1
	switch {
	case i == end && id == want && r.text[r.off] != '0':
		return r.word()
	case i < end && i > r.off && r.text[i] == '-':
		return r.multiword(id, i+1)
	case i < end && i > r.off && r.text[i] == '.':
		return r.empty(id, i+1)
	}
	err := treebank.At(r.text, r.off, fmt.Sprintf("word %d", want), r.quote(colID))
	err.Hint = r.dated()
	return err
}

// dated returns a remedy for an id with letters, as spreadsheets write dates for ranges such as 2-3.
func (r *reader) dated() string {
	id := r.text[r.off:r.end[colID]]
	if bytes.IndexFunc(id, unicode.IsLetter) >= 0 && bytes.IndexFunc(id, unicode.IsDigit) >= 0 {
		return "a spreadsheet may have made a date of a range such as 2-3: edit CoNLL-U as text"
	}
	return ""
}

func (r *reader) quote(col int) string {
	from := r.begin(col)
	return fmt.Sprintf("%.40q", r.text[from:r.end[col]])
}

// begin returns the start of a column.
func (r *reader) begin(col int) int {
	if col == 0 {
		return r.off
	}
	return r.end[col-1] + 1
}

func (r *reader) word() error {
	sentence := r.s
	if sentence.Skip.Has(treebank.Tags | treebank.Arcs | treebank.Relations | treebank.Morphology | treebank.Enhanced) {
		sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: r.span(r.end[colID]+1, r.end[colForm]), Parent: -1})
		return nil
	}
	dep := int32(len(sentence.Tokens))
	head, err := r.head()
	if err != nil {
		return err
	}
	t, m := r.columns()
	sentence.Tokens = append(sentence.Tokens, t)
	sentence.Morph = append(sentence.Morph, m)
	basic := treebank.Arc{Dep: dep, Head: head, Rel: r.symbol(colDeprel)}
	sentence.Arcs = append(sentence.Arcs, basic)
	from, to := r.end[colDeprel]+1, r.end[colDeps]
	switch {
	case sentence.Skip.Has(treebank.Enhanced), r.unset(colDeps, from, to):
	case r.repeats(basic):
		sentence.Enhanced = append(sentence.Enhanced, basic)
	default:
		sentence.Enhanced = r.deps(sentence.Enhanced, dep, dep)
	}
	return nil
}

// repeats reports whether DEPS only repeats HEAD and DEPREL, as it mostly does;
// then these give the arc that deps would read. deps is its slow twin.
func (r *reader) repeats(a treebank.Arc) bool {
	head := r.text[r.end[colFeats]+1 : r.end[colHead]]
	rel := r.text[r.end[colHead]+1 : r.end[colDeprel]]
	deps := r.text[r.end[colDeprel]+1 : r.end[colDeps]]
	return len(deps) == len(head)+1+len(rel) && a.Rel != 0 && a.Head >= treebank.Root &&
		(head[0] != '0' || len(head) == 1) && deps[len(head)] == ':' &&
		bytes.Equal(deps[:len(head)], head) && bytes.Equal(deps[len(head)+1:], rel) &&
		bytes.IndexByte(rel, '|') < 0
}

// columns reads the columns that words and empty nodes share.
func (r *reader) columns() (token treebank.Token, morph treebank.Morph) {
	token.Form = r.span(r.end[colID]+1, r.end[colForm])
	if c := r.text[token.Form.Off]; (c <= ' ' || c >= utf8.RuneSelf) && token.Form.Len <= utf8.UTFMax {
		r.noteSpace(token.Form)
	}
	token.Parent = -1
	if r.s.Skip.Has(treebank.Morphology | treebank.Tags) {
		return token, morph
	}
	token.Tag = r.symbol(colUPOS)
	if r.s.Skip.Has(treebank.Morphology) {
		return token, morph
	}
	morph.Lemma = r.value(colLemma)
	morph.Fine = r.symbol(colXPOS)
	morph.Feats = r.symbol(colFeats)
	morph.Misc = r.value(colMisc)
	return token, morph
}

// noteSpace notes a form that is only white space, which the official scorers refuse.
func (r *reader) noteSpace(form treebank.Span) {
	from := int(form.Off)
	text := r.text[from : from+int(form.Len)]
	if len(bytes.TrimSpace(text)) > 0 || len(r.s.Notes) >= maxNotes {
		return
	}
	e := treebank.At(r.text, from, "a word in FORM", "only white space, "+strconv.QuoteToASCII(string(text)))
	e.Hint = "the official scorers refuse such words; leave them out of the file (those of spaCy have is_space)"
	r.s.Note(e)
}

// value returns the span of a column, an empty one if it is unset.
func (r *reader) value(col int) treebank.Span {
	from, to := r.end[col-1]+1, r.end[col]
	if r.unset(col, from, to) {
		return treebank.Span{}
	}
	return r.span(from, to)
}

// unset reports whether a column is unset.
func (r *reader) unset(col, from, to int) bool {
	if to == from+1 {
		return r.text[from] == '_'
	}
	return to == from && r.noteBare(col)
}

// noteBare notes the first empty column of the sentence.
func (r *reader) noteBare(col int) bool {
	if !r.bare {
		r.bare = true
		r.note(r.begin(col), "_ or a value in "+columnNames[col], "an empty column, read as _")
	}
	return true
}

// symbol returns the symbol of a column, 0 if it is unset.
func (r *reader) symbol(col int) treebank.Symbol {
	from, to := r.end[col-1]+1, r.end[col]
	if r.unset(col, from, to) {
		return 0
	}
	return r.intern(from, to)
}

// head reads HEAD.
func (r *reader) head() (int32, error) {
	from, to := r.end[colFeats]+1, r.end[colHead]
	h := int32(0)
	for _, c := range r.text[from:to] {
		if c-'0' > 9 || to-from > 9 {
			if to == from+1 && (c == '_' || c == '?') {
				return treebank.Unknown, nil
			}
			return 0, treebank.At(r.text, from, "the number of a word, 0 or _ in HEAD", r.quote(colHead))
		}
		h = h*10 + int32(c-'0')
	}
	if to == from {
		return 0, treebank.At(r.text, from, "the number of a word, 0 or _ in HEAD", "an empty column")
	}
	r.top = max(r.top, h)
	return h - 1, nil
}

// multiword reads the line of a multiword token; i is after the first number of its id.
func (r *reader) multiword(begin int32, i int) error {
	end, ok := r.number(i, r.end[colID])
	want := int32(len(r.s.Tokens)) + 1
	switch {
	case !ok || end < begin || r.text[r.off] == '0':
		err := treebank.At(r.text, r.off, "the range of a multiword token", r.quote(colID))
		err.Hint = r.dated()
		return err
	case begin <= r.rangeEnd:
		return treebank.At(r.text, r.off, fmt.Sprintf("word %d", want), "the overlapping range "+r.quote(colID))
	case begin != want:
		return treebank.At(r.text, r.off, fmt.Sprintf("word %d", want), "the range "+r.quote(colID))
	}
	r.rangeEnd, r.rangeOff = end, r.off
	m := treebank.Range{Begin: begin - 1, End: end, Form: r.span(r.end[colID]+1, r.end[colForm]), Misc: r.value(colMisc)}
	if between := r.text[r.end[colForm]+1 : r.end[colDeps]]; string(between) != "_\t_\t_\t_\t_\t_\t_" {
		m.Between = r.span(r.end[colForm]+1, r.end[colDeps])
	}
	r.s.Ranges = append(r.s.Ranges, m)
	return nil
}

// number reads the digits of text from i to end.
func (r *reader) number(i, end int) (int32, bool) {
	if i >= end || end-i > 9 || r.text[i] == '0' {
		return 0, false
	}
	n := int32(0)
	for ; i < end; i++ {
		c := r.text[i] - '0'
		if c > 9 {
			return 0, false
		}
		n = n*10 + int32(c)
	}
	return n, true
}

// empty reads the line of an empty node; i is after the first number of its id. Its
// enhanced arcs wait in s.Secondary, which CoNLL-U does not use, until the number of
// words is known.
func (r *reader) empty(after int32, i int) error {
	minor, ok := r.number(i, r.end[colID])
	if !ok || r.text[r.off] == '0' && i > r.off+2 || minor > maxMinor {
		err := treebank.At(r.text, r.off, "the id of an empty node", r.quote(colID))
		err.Hint = r.dated()
		return err
	}
	sentence := r.s
	last := int32(0)
	if n := len(sentence.Empties); n > 0 && sentence.Empties[n-1].After == after {
		last = sentence.Empties[n-1].Minor
	}
	if after != int32(len(sentence.Tokens)) || minor <= last {
		want := fmt.Sprintf("word %d or empty node %d.%d", len(sentence.Tokens)+1, len(sentence.Tokens), last+1)
		return treebank.At(r.text, r.off, want, r.quote(colID))
	}
	token, morph := r.columns()
	for _, col := range []int{colHead, colDeprel} {
		if from := r.begin(col); r.end[col] != from+1 || r.text[from] != '_' {
			r.note(from, "_ in "+columnNames[col]+" of an empty node", r.quote(col))
		}
	}
	k := int32(len(sentence.Empties))
	sentence.Empties = append(sentence.Empties, treebank.Empty{After: after, Minor: minor, Token: token, Morph: morph})
	if !r.unset(colDeps, r.end[colDeprel]+1, r.end[colDeps]) {
		sentence.Secondary = r.deps(sentence.Secondary, k, -2-k)
	}
	return nil
}

// The head of an enhanced arc to an empty node is kept as one negative
// number until all nodes are known.
const (
	minorBits = 10
	maxMinor  = 1<<minorBits - 1
	maxMajor  = 1<<20 - 1
)

// deps reads DEPS and adds its arcs to dst. It keeps a malformed DEPS as an
// Attr of that index.
func (r *reader) deps(dst []treebank.Arc, dep, index int32) []treebank.Arc {
	from, to := r.end[colDeprel]+1, r.end[colDeps]
	before := len(dst)
	for i := from; ; i++ {
		at, h := i, int32(0)
		for i < to && i < at+9 && r.text[i]-'0' <= 9 {
			h = h*10 + int32(r.text[i]-'0')
			i++
		}
		ok := i > at && (r.text[at] != '0' || i == at+1)
		r.top = max(r.top, h)
		h--
		if ok && i < to && r.text[i] == '.' {
			end := i + 1
			for end < to && r.text[end]-'0' <= 9 {
				end++
			}
			minor, num := r.number(i+1, end)
			ok = num && minor <= maxMinor && h < maxMajor
			h = math.MinInt32 + (h+1)<<minorBits + minor
			r.dots, i = true, end
		}
		if !ok || i >= to || r.text[i] != ':' {
			return r.badDeps(dst[:before], index, i)
		}
		rel := i + 1
		for i = rel; i < to && r.text[i] != '|'; {
			i++
		}
		if i == rel {
			return r.badDeps(dst[:before], index, i)
		}
		dst = append(dst, treebank.Arc{Dep: dep, Head: h, Rel: r.intern(rel, i)})
		if i == to {
			return dst
		}
	}
}

func (r *reader) badDeps(dst []treebank.Arc, index int32, at int) []treebank.Arc {
	r.note(at, "head:relation in DEPS", r.quote(colDeps))
	r.s.AddAttr(index, "DEPS", r.span(r.end[colDeprel]+1, r.end[colDeps]))
	return dst
}

// finish completes the sentence once the number of words is known.
func (r *reader) finish() error {
	sentence := r.s
	n := int32(len(sentence.Tokens))
	if r.rangeEnd > n {
		return treebank.At(r.text, r.rangeOff, fmt.Sprintf("words up to %d after this line", r.rangeEnd),
			fmt.Sprintf("the end of the sentence after word %d", n))
	}
	if n == 0 {
		sentence.Missing = true
		r.note(r.off, "a word", "the end of the sentence")
	}
	for i := range sentence.Attrs {
		if sentence.Attrs[i].Index < -1 {
			sentence.Attrs[i].Index = n - 2 - sentence.Attrs[i].Index
		}
	}
	for _, a := range sentence.Secondary {
		sentence.Enhanced = append(sentence.Enhanced, treebank.Arc{Dep: n + a.Dep, Head: a.Head, Rel: a.Rel})
	}
	sentence.Secondary = sentence.Secondary[:0]
	if r.top > n {
		outside(sentence.Arcs, n)
		outside(sentence.Enhanced, n)
		for _, a := range sentence.Enhanced {
			if out, ok := treebank.OutsideNumber(a.Head); ok {
				r.note(r.formOf(a.Dep), "a word of the sentence as head in DEPS", fmt.Sprint(out))
			}
		}
	}
	if r.dots {
		r.resolve(n)
	}
	return nil
}

// outside marks the heads that are not words of the sentence.
func outside(arcs []treebank.Arc, n int32) {
	for i := range arcs {
		if arcs[i].Head >= n {
			arcs[i].Head = treebank.Outside(arcs[i].Head + 1)
		}
	}
}

// formOf returns the position of the form of a word or empty node.
func (r *reader) formOf(i int32) int {
	if n := int32(len(r.s.Tokens)); i >= n {
		return int(r.s.Empties[i-n].Token.Form.Off)
	}
	return int(r.s.Tokens[i].Form.Off)
}

// resolve replaces the ids of empty nodes in enhanced arcs by their indices.
func (r *reader) resolve(n int32) {
	sentence := r.s
	for i := range sentence.Enhanced {
		head := sentence.Enhanced[i].Head
		if head >= math.MinInt32+(maxMajor+2)<<minorBits {
			continue
		}
		head -= math.MinInt32
		k, ok := slices.BinarySearchFunc(sentence.Empties, head, func(e treebank.Empty, h int32) int {
			return int(e.After<<minorBits + e.Minor - h)
		})
		if !ok {
			sentence.Enhanced[i].Head = treebank.Outside(n + 1)
			r.note(r.formOf(sentence.Enhanced[i].Dep), "an empty node that DEPS names",
				fmt.Sprintf("no %d.%d", head>>minorBits, head&maxMinor))
			continue
		}
		sentence.Enhanced[i].Head = n + int32(k)
	}
}

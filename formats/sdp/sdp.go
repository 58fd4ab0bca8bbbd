// Package sdp reads and writes the format of the shared tasks on broad-coverage
// semantic dependency parsing, SemEval 2014 task 8 and 2015 task 18 (Oepen et
// al. 2014, 2015): one word per line, columns between tabs, an empty line after
// each sentence, and a line #ID before it.
//
//	2014  ID FORM LEMMA POS TOP PRED        ARG...
//	2015  ID FORM LEMMA POS TOP PRED FRAME  ARG...
//
// There is one column ARG for each word with PRED +. A file of 2015 begins with
// the line "#SDP 2015"; without that line the number of columns decides for each
// sentence. Senses and frames may be _ throughout.
//
// A word is a node if it is a top, a predicate or an argument. As in mtool
// (codec/sdp.py), the label of a node is its lemma, or its form if that is _, and
// pos and frame are properties. A predicate without arguments has the property
// pred. The running text consists of the words with one blank between them; From
// and To of nodes count its characters.
//
// Sentences are written in the format of 2015. A graph of another format can be
// written if each node is anchored to one stretch of the text and no two overlap; the
// text is then cut at white space and at the ends of nodes. This loses labels that
// differ from form and lemma, and properties other than pos, frame and lemma.
//
// A file does not say whether it holds DM, PAS or PSD: the labels at its beginning show it.
package sdp

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"

	"assay/internal/graph"
	"assay/treebank"
)

// Format is the format of SDP 2014 and 2015.
var Format = treebank.Format{
	Name:      "sdp",
	Title:     "semantic dependencies of SemEval 2014 and 2015",
	Source:    "Oepen et al. 2014, 2015; SDP toolkit 7eb99fb",
	Ext:       []string{".sdp"},
	Layers:    treebank.Graph | treebank.Bilexical | treebank.Tags | treebank.Lemmas,
	Framework: "sdp",
	Keyed:     true,
	Detect:    detect,
	Dialect:   dialect,
	Split:     split,
	Parse:     parse,
	ID:        name,
	Write:     write,
	Begin:     header + "\n",
}

const header = "#SDP 2015"

// The columns before those of the arguments.
const (
	colID = iota
	colForm
	colLemma
	colPOS
	colTop
	colPred
	colFrame
)

const columnNames = "ID FORM LEMMA POS TOP PRED FRAME ARG..."

// The frameworks, which a file does not name; a Dialect is the year, 0 without a header, plus a
// framework times frameworkUnit.
const (
	unknown = iota
	dm
	pas
	psd
	frameworkUnit = 10000
)

var frameworkNames = [...]string{dm: "dm", pas: "pas", psd: "psd"}

// dialect returns the year in the header of a file, and the framework whose labels it has: all labels
// of PAS begin with the kind of word, as verb_ARG1, those of arguments in PSD end in -arg.
func dialect(head []byte) int32 {
	year, votes := int32(0), [len(frameworkNames)]int{}
	if bytes.HasPrefix(head, []byte(header)) {
		year = 2015
	}
	for line := range bytes.Lines(head) {
		columns := bytes.Split(bytes.TrimRight(line, "\r\n"), tab)
		for _, label := range columns[min(colFrame, len(columns)):] {
			switch {
			case string(label) == "BV" || len(label) == 4 && bytes.HasPrefix(label, []byte("ARG")):
				votes[dm]++
			case bytes.Contains(label, []byte("_ARG")):
				votes[pas]++
			case bytes.HasSuffix(label, []byte("-arg")) || bytes.HasSuffix(label, []byte(".member")) || string(label) == "RSTR":
				votes[psd]++
			}
		}
	}
	best := unknown
	for framework, n := range votes {
		if n > votes[best] {
			best = framework
		}
	}
	return year + int32(best)*frameworkUnit
}

func detect(head []byte) bool {
	if bytes.HasPrefix(head, []byte(header)) {
		return true
	}
	for line := range bytes.Lines(head) {
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		c := bytes.Split(line, tab)
		return len(c) > colPred && string(c[colID]) == "1" && flag(c[colTop]) && flag(c[colPred])
	}
	return false
}

func flag(b []byte) bool { return len(b) == 1 && (b[0] == '+' || b[0] == '-') }

var tab = []byte{'\t'}

// split finds a sentence: from its #ID, or its first word, to the empty line
// after it. A line with # after words begins the next one even if the empty
// line is missing.
func split(data []byte, atEOF bool, _ int32) treebank.Extent {
	start, words := -1, false
	for i := 0; i < len(data); {
		line, end, ok := treebank.Line(data, i, atEOF)
		if !ok {
			return treebank.Skip(0)
		}
		blank := len(bytes.TrimSpace(line)) == 0
		switch {
		case start >= 0 && (blank && words || data[i] == '#' && words):
			if blank {
				return treebank.Found(start, i, end)
			}
			return treebank.Found(start, i, i)
		case blank && start >= 0 && !isHeader(data[start:i]): // a name without words
			return treebank.Found(start, i, end)
		case blank:
			start = -1
		case start < 0:
			start = i
		}
		words = words || start >= 0 && data[i] != '#'
		i = end
	}
	switch {
	case !atEOF:
		return treebank.Skip(0)
	case start >= 0 && (words || !isHeader(data[start:])):
		return treebank.Found(start, len(data), len(data))
	}
	return treebank.Skip(len(data))
}

func isHeader(text []byte) bool {
	return bytes.HasPrefix(text, []byte("#SDP ")) && bytes.IndexByte(bytes.TrimSpace(text), '\n') < 0
}

// name returns the ID of a sentence.
func name(text []byte) []byte {
	for len(text) > 0 && text[0] == '#' {
		line, rest, _ := bytes.Cut(text, []byte{'\n'})
		if id := bytes.TrimSpace(line[1:]); !bytes.HasPrefix(line, []byte("#SDP ")) && len(id) > 0 &&
			!bytes.ContainsAny(id, " \t") {
			return id
		}
		text = rest
	}
	return nil
}

// A row is the line of one word.
type row struct {
	off  int
	cols [][]byte
	node int32 // -1 if the word is no node
}

type reader struct {
	s     *treebank.Sentence
	text  []byte
	rows  []row
	preds []int32  // rows with PRED +
	args  int      // number of the first column of arguments
	cells [][]byte // of all rows
	input []byte   // scratch memory
	acts  []bool   // of each row: a predicate with arguments
}

var readers = sync.Pool{New: func() any { return new(reader) }}

func parse(s *treebank.Sentence, text []byte) error {
	r := readers.Get().(*reader)
	r.s, r.text, r.rows, r.preds, r.cells = s, text, r.rows[:0], r.preds[:0], r.cells[:0]
	defer func() { r.s, r.text = nil, nil; readers.Put(r) }()
	if err := r.lines(); err != nil {
		return err
	}
	if len(r.rows) == 0 {
		return treebank.At(text, len(text), "the words of the sentence", "none")
	}
	if err := r.width(); err != nil {
		return err
	}
	r.words()
	r.nodes()
	r.edges()
	if framework := s.Dialect / frameworkUnit; framework != unknown {
		graph.Attr(s, "framework", frameworkNames[framework])
	}
	return nil
}

// lines reads comments and cuts the lines of words into columns.
func (r *reader) lines() error {
	id := name(r.text)
	for off, line := range treebank.EachLine(r.text) {
		if len(line) == 0 {
			continue
		}
		if line[0] == '#' {
			r.comment(line, off, id)
			continue
		}
		cols := r.cut(line)
		if err := r.check(cols, off); err != nil {
			return err
		}
		if cols[colPred][0] == '+' {
			r.preds = append(r.preds, int32(len(r.rows)))
		}
		r.rows = append(r.rows, row{off, cols, -1})
	}
	return nil
}

// cut cuts a line at tabs.
func (r *reader) cut(line []byte) [][]byte {
	first, begin := len(r.cells), 0
	for i, c := range line { // most cells have one character
		if c == '\t' {
			r.cells = append(r.cells, line[begin:i])
			begin = i + 1
		}
	}
	r.cells = append(r.cells, line[begin:])
	return r.cells[first:len(r.cells):len(r.cells)]
}

// comment keeps a line with #, the header aside.
func (r *reader) comment(line []byte, off int, id []byte) {
	switch {
	case bytes.HasPrefix(line, []byte("#SDP ")):
	case r.s.ID.Len == 0 && bytes.Equal(bytes.TrimSpace(line[1:]), id):
		at := off + bytes.Index(line, id)
		r.s.ID = treebank.Span{Off: uint32(at), Len: uint32(len(id))}
	default:
		r.s.Comments = append(r.s.Comments, treebank.Span{Off: uint32(off), Len: uint32(len(line))})
	}
}

// check checks the columns that every word has.
func (r *reader) check(cols [][]byte, off int) error {
	at := func(col int) int { // start of a column
		for _, c := range cols[:col] {
			off += len(c) + 1
		}
		return off
	}
	want := strconv.Itoa(len(r.rows) + 1)
	switch {
	case len(cols) <= colPred:
		return treebank.At(r.text, off, "at least 6 columns ("+columnNames+")", strconv.Itoa(len(cols)))
	case string(cols[colID]) != want:
		return treebank.At(r.text, off, "word "+want, fmt.Sprintf("%.40q", cols[colID]))
	case len(bytes.TrimSpace(cols[colForm])) == 0:
		return treebank.At(r.text, at(colForm), "a form", "an empty column")
	case !flag(cols[colTop]):
		return treebank.At(r.text, at(colTop), "+ or - in TOP", fmt.Sprintf("%.40q", cols[colTop]))
	case !flag(cols[colPred]):
		return treebank.At(r.text, at(colPred), "+ or - in PRED", fmt.Sprintf("%.40q", cols[colPred]))
	}
	return nil
}

// width finds out whether there is a column FRAME, and checks that there is a
// column for each predicate.
func (r *reader) width() error {
	r.args = len(r.rows[0].cols) - len(r.preds)
	if r.s.Dialect%frameworkUnit == 2015 || r.args != colFrame {
		r.args = colFrame + 1
	}
	for _, w := range r.rows {
		if len(w.cols) != r.args+len(r.preds) {
			return treebank.At(r.text, w.off, fmt.Sprintf("%d columns, %d of them for the predicates of the sentence",
				r.args+len(r.preds), len(r.preds)), strconv.Itoa(len(w.cols)))
		}
	}
	return nil
}

// words adds the words and builds the running text from them.
func (r *reader) words() {
	sentence := r.s
	input := r.input[:0]
	bare := sentence.Skip.Has(treebank.Tags | treebank.Morphology | treebank.Lemmas)
	for i := range r.rows {
		row := &r.rows[i]
		if len(input) > 0 {
			input = append(input, ' ')
		}
		input = append(input, row.cols[colForm]...)
		sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: r.place(row, colForm), Parent: -1})
		if bare {
			continue
		}
		sentence.Tokens[i].Tag = r.symbol(row.cols[colPOS])
		sentence.Morph = append(sentence.Morph, treebank.Morph{Lemma: r.span(row, colLemma)})
	}
	sentence.Input, r.input = sentence.Add(input), input
}

// symbol returns the symbol of a column, 0 if it is unset.
func (r *reader) symbol(col []byte) treebank.Symbol {
	if unset(col) {
		return 0
	}
	return r.s.Syms.Intern(col)
}

func unset(col []byte) bool { return len(col) == 0 || len(col) == 1 && col[0] == '_' }

// span returns the place of a column, an empty one if it is unset.
func (r *reader) span(w *row, col int) treebank.Span {
	if unset(w.cols[col]) {
		return treebank.Span{}
	}
	return r.place(w, col)
}

func (*reader) place(w *row, col int) treebank.Span {
	off := w.off + col
	for _, c := range w.cols[:col] {
		off += len(c)
	}
	return treebank.Span{Off: uint32(off), Len: uint32(len(w.cols[col]))}
}

// nodes adds a node for each word that is a top, a predicate or an argument.
func (r *reader) nodes() {
	sentence := r.s
	pos, frame, pred := sentence.Syms.InternString("pos"), sentence.Syms.InternString("frame"), sentence.Syms.InternString("pred")
	active := r.active()
	from := 0
	for i := range r.rows {
		row := &r.rows[i]
		to := from + utf8.RuneCount(row.cols[colForm])
		top, predicate := row.cols[colTop][0] == '+', row.cols[colPred][0] == '+'
		switch {
		case top || predicate || r.argument(row):
			row.node = int32(len(sentence.Nodes))
			label := row.cols[colLemma]
			if unset(label) {
				label = row.cols[colForm]
			}
			sentence.Nodes = append(sentence.Nodes, treebank.Node{Label: sentence.Syms.Intern(label),
				ID: r.span(row, colID), From: int32(from), To: int32(to)})
			r.prop(row, pos, row.cols[colPOS])
			if r.args > colFrame {
				r.prop(row, frame, row.cols[colFrame])
			}
			if predicate && !active[i] {
				r.prop(row, pred, []byte{'+'})
			}
			if top {
				sentence.Tops = append(sentence.Tops, row.node)
			}
		case r.args > colFrame && !unset(row.cols[colFrame]):
			sentence.Attrs = append(sentence.Attrs, treebank.Attr{Index: int32(i), Key: frame, Value: r.span(row, colFrame)})
		}
		from = to + 1
	}
}

func (r *reader) prop(w *row, key treebank.Symbol, value []byte) {
	if y := r.symbol(value); y != 0 {
		r.s.Props = append(r.s.Props, treebank.Prop{Node: w.node, Key: key, Value: y})
	}
}

// active reports for each row whether it is a predicate with arguments.
func (r *reader) active() []bool {
	r.acts = slices.Grow(r.acts[:0], len(r.rows))[:len(r.rows)]
	clear(r.acts)
	for k, p := range r.preds {
		for i := range r.rows {
			if !unset(r.rows[i].cols[r.args+k]) {
				r.acts[p] = true
				break
			}
		}
	}
	return r.acts
}

func (r *reader) argument(w *row) bool {
	for _, c := range w.cols[r.args:] {
		if !unset(c) {
			return true
		}
	}
	return false
}

// edges adds the edges, in the order of their targets.
func (r *reader) edges() {
	for i := range r.rows {
		w := &r.rows[i]
		for k, c := range w.cols[r.args:] {
			if !unset(c) {
				r.s.Edges = append(r.s.Edges, treebank.Edge{From: r.rows[r.preds[k]].node, To: w.node, Label: r.s.Syms.Intern(c)})
			}
		}
	}
}

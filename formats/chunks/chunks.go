// Package chunks reads and writes label sequences: a word a line, its columns
// between tabs or blanks, the label last, an empty line after each sentence. This is
// the input of conlleval (CoNLL 2000, 2002, 2003) and the output of taggers.
//
// The first column is the word, or the number of the word (GermEval) and the second the word; the next
// its tag, if there is a column for it. Lines that begin with # between numbered words are comments.
// The labels are IOB1, IOB2, IOBES or BILOU (see internal/chunking), guessed from
// the first 64 KiB. Chunks become phrases by the rules of conlleval; the label as
// written is kept too (Attr "chunk").
//
// A file for conlleval holds two columns of labels, gold's and then the system's. Format reads the last one
// and Gold the one before it, so that one file serves as both sides. Files with labels of several kinds
// (CoNLL 2003: chunks, then names; GermEval: two layers) have a column for each: Parse makes the format that
// reads another one, chunks:column=3.
//
// A label with an unknown prefix is noted, and counts as in conlleval. A
// sentence with a line of fewer or more columns than most lines of the file
// cannot be read. Other columns are not kept. Lines -DOCSTART- and -X- are no words: they
// end a sentence, and -DOCSTART- begins a document. CRLF is accepted.
package chunks

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"assay/internal/chunking"
	"assay/internal/expressions"
	"assay/treebank"
)

// Format reads the last column of labels.
var Format = format("chunks", "label sequences (IOB, IOBES, BILOU), the last column", last)

// Gold reads the column before the last.
var Gold = format("chunks-gold", "label sequences, the column before the last: gold in files for conlleval", beforeLast)

// Columns of labels: numbers from the left, from 1, or these, which count from the right.
const (
	last       = -1
	beforeLast = -2
)

// Parse returns the format of the option column=N: the labels are in column N, from 1, or from the right
// where N is negative.
func Parse(option string) (*treebank.Format, error) {
	value, ok := strings.CutPrefix(option, "column=")
	column, err := strconv.Atoi(value)
	if !ok || err != nil || column == 0 || column == 1 || column > 1000 || column < -1000 {
		return nil, fmt.Errorf("format chunks: want column=N, the number of the column with the labels from 2, "+
			"or from the right with a minus sign, found %q", option)
	}
	f := format("chunks:"+option, "label sequences, column "+value, column)
	f.Write, f.Ext, f.Detect = nil, nil, nil
	return &f, nil
}

// place returns the index of a column among n, -1 if there is none.
func place(column, n int) int {
	if column < 0 {
		column += n + 1
	}
	if column < 1 || column > n {
		return -1
	}
	return column - 1
}

func format(name, title string, column int) treebank.Format {
	f := treebank.Format{
		Name: name, Title: title, Source: "Tjong Kim Sang & Buchholz 2000; conlleval",
		Layers:   treebank.Tags | treebank.Phrases | treebank.Chunks | treebank.Spans,
		Dialect:  func(head []byte) int32 { return dialect(head, column) },
		Split:    func(data []byte, atEOF bool, _ int32) treebank.Extent { return sentences.Split(data, atEOF) },
		Parse:    func(s *treebank.Sentence, text []byte) error { return parse(s, text, column) },
		Document: document,
	}
	if column == last { // a file for conlleval has labels of a system too, which a treebank lacks
		f.Write, f.Ext, f.Detect = write, []string{".chunks", ".iob", ".bio", ".iob2"}, detect
	}
	return f
}

// sentences are lines up to an empty one or a boundary.
var sentences = treebank.Lines{Starts: isBoundary, Counts: func(line []byte) bool { return !isBoundary(line) }}

var docstart, boundary, comment = []byte("-DOCSTART-"), []byte("-X-"), []byte("#")

// isBoundary reports whether a line is none of words: -DOCSTART- or -X-, alone or before other columns.
func isBoundary(line []byte) bool {
	for _, mark := range [][]byte{docstart, boundary} {
		if rest, ok := bytes.CutPrefix(line, mark); ok && (len(rest) == 0 || rest[0] == ' ' || rest[0] == '\t') {
			return true
		}
	}
	return false
}

// A layout is what the first lines of a file show.
type layout struct {
	scheme   chunking.Scheme
	columns  int
	numbered bool // the first column has the numbers of the words
}

// dialect packs the layout into a number.
func dialect(head []byte, column int) int32 {
	var labels [][]byte
	l := layout{columns: commonest(head), numbered: numbered(head)}
	for cols := range each(head) {
		if at := place(column, len(cols)); len(cols) == 0 || len(cols) == l.columns && at < 0 {
			labels = append(labels, nil)
		} else if at > 0 {
			labels = append(labels, cols[at])
		}
	}
	out := int32(chunking.Guess(labels)) + chunking.Schemes*2*int32(min(l.columns, 1<<20))
	if l.numbered {
		out += chunking.Schemes
	}
	return out
}

// layoutOf unpacks it.
func layoutOf(dialect int32) layout {
	scheme, rest := dialect%chunking.Schemes, dialect/chunking.Schemes
	return layout{chunking.Scheme(scheme), int(rest / 2), rest%2 == 1}
}

// numbered reports whether the first of at least three columns numbers the words of each sentence, as in GermEval.
func numbered(head []byte) bool {
	last, n := 0, 0
	for cols := range each(head) {
		if len(cols) == 0 {
			last = 0
			continue
		}
		if bytes.HasPrefix(cols[0], comment) {
			continue
		}
		number, err := strconv.Atoi(string(cols[0]))
		if len(cols) < 3 || err != nil || number != last+1 {
			return false
		}
		last, n = number, n+1
	}
	return n > 0
}

// commonest returns the number of columns that most lines have, the first one of several.
func commonest(head []byte) (columns int) {
	lines := map[int]int{}
	for cols := range each(head) {
		if len(cols) > 0 && !isBoundary(cols[0]) {
			lines[len(cols)]++
		}
	}
	for cols := range each(head) {
		if lines[len(cols)] > lines[columns] {
			columns = len(cols)
		}
	}
	return columns
}

// each yields the columns of each whole line of text.
func each(text []byte) iter.Seq[[][]byte] {
	return func(yield func(cols [][]byte) bool) {
		for len(text) > 0 {
			line, rest, whole := bytes.Cut(text, []byte("\n"))
			if !whole && len(text) >= 1<<16 || !yield(split(nil, line)) {
				return
			}
			text = rest
		}
	}
}

// split appends the columns of a line to dst: between tabs if it has one, else
// between blanks. They share the line's memory to its end, so that SpanOf finds
// their places.
func split(dst [][]byte, line []byte) [][]byte {
	line = bytes.TrimRight(line, " \t\r")
	if bytes.IndexByte(line, '\t') >= 0 {
		for {
			end := bytes.IndexByte(line, '\t')
			if end < 0 {
				return append(dst, line)
			}
			dst, line = append(dst, line[:end]), line[end+1:]
		}
	}
	for {
		for len(line) > 0 && line[0] == ' ' {
			line = line[1:]
		}
		if len(line) == 0 {
			return dst
		}
		end := bytes.IndexByte(line, ' ')
		if end < 0 {
			end = len(line)
		}
		dst, line = append(dst, line[:end]), line[end:]
	}
}

// onlyOutside is the number of lines that show labels where all are O and their columns are as many.
const onlyOutside = 3

// detect looks for lines with the same number of columns whose last one is a label;
// one line in five may be wrong, and of less than 20 lines fewer than half. A document of
// CoNLL 2003 is enough by itself.
func detect(head []byte) bool {
	if _, begins := document(head); begins {
		return true
	}
	columns, wrong, outside, inside := commonest(head), 0, 0, 0
	for cols := range each(head) {
		if len(cols) == 0 || isBoundary(cols[0]) {
			continue
		}
		label := cols[len(cols)-1]
		switch prefix, _ := chunking.Cut(label); {
		case len(cols) != columns || columns < 2 || !plausible(prefix, label):
			wrong++
		case prefix == 'O':
			outside++
		default:
			inside++
		}
		if wrong+outside+inside == 200 {
			break
		}
	}
	lines := wrong + outside + inside
	if inside == 0 {
		return wrong == 0 && outside >= onlyOutside
	}
	return 5*wrong <= lines || lines < 20 && 2*wrong < lines
}

// plausible reports whether a label is O, or a prefix with a type or alone.
func plausible(prefix byte, label []byte) bool {
	switch prefix {
	case 'O':
		return len(label) == 1
	case 'B', 'I', 'E', 'S':
		return len(label) != 2
	}
	return false
}

// HasGold reports whether a file that begins like head has two columns of labels, gold's and the system's, as
// conlleval wants them: both have labels of some type, or one has only O. Two columns without a type in
// common are labels of two kinds, as the chunks and names of CoNLL 2003.
func HasGold(head []byte) bool {
	if !HasTwo(head) {
		return false
	}
	types := [2]map[string]bool{{}, {}}
	shared := false
	for cols := range each(head) {
		if len(cols) < 3 || isBoundary(cols[0]) {
			continue
		}
		for i, side := range types {
			if _, kind := chunking.Cut(cols[len(cols)-2+i]); len(kind) > 0 {
				side[string(kind)] = true
				shared = shared || types[1-i][string(kind)]
			}
		}
	}
	return shared || len(types[0]) == 0 || len(types[1]) == 0
}

// HasTwo reports whether a file that begins like head has two columns of labels.
func HasTwo(head []byte) bool {
	two, one := 0, 0
	for cols := range each(head) {
		switch {
		case len(cols) == 0 || isBoundary(cols[0]):
		case labelColumns(cols) == 2:
			two++
		default:
			one++
		}
		if two+one == 200 {
			break
		}
	}
	return two > one
}

// document reports whether a sentence begins a document; its lines before the words show it.
func document(text []byte) (name []byte, begins bool) {
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		switch {
		case bytes.HasPrefix(line, docstart) && isBoundary(line):
			return nil, true
		case len(line) > 0 && !isBoundary(line):
			return nil, false
		}
	}
	return nil, false
}

// A reader reads the words of a sentence.
type reader struct {
	sentence *treebank.Sentence
	layout   layout
	column   int
	text     []byte
	open     int32 // the chunk that goes on, -1 if there is none
	before   byte
	kind     treebank.Symbol
}

// parse reads the words of a sentence and makes its chunks phrases.
func parse(sentence *treebank.Sentence, text []byte, column int) error {
	r := &reader{sentence: sentence, layout: layoutOf(sentence.Dialect), column: column, text: text, open: -1, before: 'O'}
	key := sentence.Syms.InternString(chunking.Key)
	var cols [][]byte
	for from, line := range treebank.EachLine(text) {
		cols = split(cols[:0], line)
		if len(cols) == 0 || isBoundary(cols[0]) || r.layout.numbered && bytes.HasPrefix(cols[0], comment) {
			continue
		}
		label, err := r.word(cols, from)
		if err != nil {
			return err
		}
		r.chunk(label)
		i := int32(len(sentence.Tokens) - 1)
		sentence.Attrs = append(sentence.Attrs, treebank.Attr{Index: i, Key: key, Value: treebank.SpanOf(text, label)})
	}
	if r.open >= 0 {
		sentence.Phrases[r.open].End = int32(len(sentence.Tokens))
	}
	_, sentence.NewDoc = document(text)
	return nil
}

// word reads the columns of a line that begins at from, and returns the label.
func (r *reader) word(cols [][]byte, from int) (label []byte, err error) {
	n, at, first := r.layout.columns, place(r.column, len(cols)), 0
	if r.layout.numbered {
		first = 1
	}
	if at <= first || n > 0 && len(cols) != n {
		return nil, columnsError(r.text, from, len(cols), n, r.column)
	}
	label = cols[at]
	tok := treebank.Token{Form: treebank.SpanOf(r.text, cols[first]), Parent: -1}
	if tok.Form.Len == 0 || len(label) == 0 {
		return nil, treebank.At(r.text, from, "a word and its label", "an empty column")
	}
	if tag := first + 1; tag != at && len(cols)-labelColumns(cols) > tag {
		tok.Tag = r.sentence.Syms.Intern(cols[tag])
	}
	r.sentence.Tokens = append(r.sentence.Tokens, tok)
	return label, nil
}

// chunk goes on with, ends and begins chunks at the label of the last word.
func (r *reader) chunk(label []byte) {
	sentence, i := r.sentence, int32(len(r.sentence.Tokens)-1)
	prefix, name := chunking.Cut(label)
	if prefix == 0 {
		sentence.Note(treebank.At(r.text, cap(r.text)-cap(label),
			"O or a label that begins with B-, I-, E-, S-, L- or U-", fmt.Sprintf("%.40q", label)))
	}
	now := sentence.Syms.Intern(name)
	if r.open >= 0 && chunking.Ends(r.before, prefix, now == r.kind) {
		sentence.Phrases[r.open].End, r.open = i, -1
	}
	if chunking.Begins(r.before, prefix, now == r.kind) {
		if r.open >= 0 {
			sentence.Phrases[r.open].End = i
		}
		r.open = int32(len(sentence.Phrases))
		sentence.Phrases = append(sentence.Phrases, treebank.Phrase{Label: now, Parent: -1, Begin: i})
	}
	sentence.Tokens[i].Parent = r.open
	r.before, r.kind = prefix, now
}

// labelColumns returns 2 if the last two of at least three columns are labels,
// else 1.
func labelColumns(cols [][]byte) int {
	if len(cols) > 2 {
		label := cols[len(cols)-2]
		if p, _ := chunking.Cut(label); plausible(p, label) {
			return 2
		}
	}
	return 1
}

func columnsError(text []byte, at, found, want, column int) error {
	e := treebank.At(text, at, fmt.Sprintf("%d columns, as in most lines", want), fmt.Sprint(found))
	switch {
	case column == beforeLast && want <= 3 && found <= 2:
		e.Want = "two columns of labels after the word"
		e.Hint = "a file with one column of labels is read by option from=chunks"
	case want == found || want < 2:
		e.Want = fmt.Sprintf("labels in column %d", column)
		if column < 0 {
			e.Want = fmt.Sprintf("labels in column %d from the right, after the word", -column)
		}
	}
	return e
}

// write writes the words with their tags, if any word has one, and their labels:
// those in the attributes, else those of the chunks in IOB2.
func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	if len(sentence.Tokens) == 0 {
		return errors.New("want a sentence with words, found none")
	}
	if err := apart(sentence); err != nil {
		return err
	}
	labels := Labels(sentence)
	tags := false
	for i := range sentence.Tokens {
		tags = tags || sentence.Tokens[i].Tag != 0
	}
	if sentence.NewDoc {
		w.WriteString(map[bool]string{true: "-DOCSTART- -X- O\n\n", false: "-DOCSTART- O\n\n"}[tags])
	}
	for i := range sentence.Tokens {
		cols := []string{string(sentence.Word(int32(i)))}
		if tags {
			tag := sentence.Name(sentence.Tokens[i].Tag)
			if tag == "" {
				tag = "_"
			}
			cols = append(cols, tag)
		}
		cols = append(cols, labels[i])
		for _, c := range cols {
			if c == "" || strings.ContainsAny(c, " \t\r\n") {
				return fmt.Errorf("word %d: want columns without white space, found %q", i+1, c)
			}
		}
		w.WriteString(strings.Join(cols, " ") + "\n")
	}
	return w.WriteByte('\n')
}

// apart returns an error if spans share words or have gaps, which labels cannot show.
func apart(sentence *treebank.Sentence) error {
	owner := make([]int, len(sentence.Tokens))
	for i := range sentence.Phrases {
		if !expressions.Is(sentence, int32(i)) {
			continue
		}
		words := expressions.Words(nil, sentence, int32(i))
		p := &sentence.Phrases[i]
		if int32(len(words)) != p.End-p.Begin {
			return fmt.Errorf("span %d, %s, has gaps: want spans without gaps, one label for each word", i+1,
				sentence.Name(p.Label))
		}
		for _, w := range words {
			if owner[w] > 0 {
				return fmt.Errorf("spans %d and %d share word %d: want one label for each word", owner[w], i+1, w+1)
			}
			owner[w] = i + 1
		}
	}
	return nil
}

// Labels returns the label of each word: as read, else that of the lowest
// chunk around it, in IOB2.
func Labels(sentence *treebank.Sentence) []string {
	out := make([]string, len(sentence.Tokens))
	for _, a := range sentence.Attrs {
		if a.Index >= 0 && int(a.Index) < len(out) && sentence.Name(a.Key) == chunking.Key {
			out[a.Index] = sentence.Str(a.Value)
		}
	}
	lowest := chunking.Lowest(nil, sentence)
	for i := range sentence.Phrases { // spans, of which write refuses those that overlap
		if expressions.Is(sentence, int32(i)) {
			p := &sentence.Phrases[i]
			for w := p.Begin; w < p.End; w++ {
				out[w] = string(chunking.Label(nil, p.Begin == w, sentence.Name(p.Label)))
			}
		}
	}
	for i := range out {
		if out[i] != "" {
			continue
		}
		out[i] = "O"
		if p := sentence.Tokens[i].Parent; p >= 0 && lowest[p] {
			ph := &sentence.Phrases[p]
			out[i] = string(chunking.Label(nil, ph.Begin == int32(i), sentence.Name(ph.Label)))
		}
	}
	return out
}

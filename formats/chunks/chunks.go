// Package chunks reads and writes label sequences: a word a line, its columns
// between tabs or blanks, the label last, an empty line after each sentence. This is
// the input of conlleval (CoNLL 2000, 2002, 2003) and the output of taggers.
//
// The first column is the word; the second its tag, if there is a column for it.
// The labels are IOB1, IOB2, IOBES or BILOU (see internal/chunking), guessed from
// the first 64 KiB. Chunks become phrases by the rules of conlleval; the label as
// written is kept too (Attr "chunk").
//
// A file for conlleval holds two columns of labels, gold's and then the
// system's. Format reads the last one and Gold the one before it, so that one
// file serves as both sides.
//
// A label with an unknown prefix is noted, and counts as in conlleval. A
// sentence with a line of fewer or more columns than most lines of the file
// cannot be read. Other columns are not kept. A line -DOCSTART- is a sentence of
// its own and begins a document. CRLF is accepted.
package chunks

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"iter"
	"strings"

	"assay/internal/chunking"
	"assay/internal/expressions"
	"assay/treebank"
)

// Format reads the last column of labels.
var Format = format("chunks", "label sequences (IOB, IOBES, BILOU), the last column", last)

// Gold reads the column before the last.
var Gold = format("chunks-gold", "label sequences, the column before the last: gold in files for conlleval", beforeLast)

// Columns from the end.
const (
	last       = 1
	beforeLast = 2
)

func format(name, title string, column int) treebank.Format {
	f := treebank.Format{
		Name: name, Title: title, Source: "Tjong Kim Sang & Buchholz 2000; conlleval",
		Layers:   treebank.Tags | treebank.Phrases | treebank.Chunks | treebank.Spans,
		Dialect:  func(head []byte) int32 { return dialect(head, column) },
		Split:    treebank.SplitLines,
		Parse:    func(s *treebank.Sentence, text []byte) error { return parse(s, text, column) },
		Document: document,
	}
	if column == last { // a file for conlleval has labels of a system too, which a treebank lacks
		f.Write, f.Ext, f.Detect = write, []string{".chunks", ".iob", ".bio", ".iob2"}, detect
	}
	return f
}

// dialect looks at the first lines of a file and returns the scheme plus
// chunking.Schemes times the number of columns.
func dialect(head []byte, column int) int32 {
	var labels [][]byte
	n := commonest(head)
	for cols := range each(head) {
		if len(cols) == 0 {
			labels = append(labels, nil)
		} else if len(cols) > column {
			labels = append(labels, cols[len(cols)-column])
		}
	}
	return int32(chunking.Guess(labels)) + chunking.Schemes*int32(min(n, 1<<20))
}

// commonest returns the number of columns that most lines have, the first one of several.
func commonest(head []byte) (columns int) {
	lines := map[int]int{}
	for cols := range each(head) {
		if len(cols) > 0 {
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
		if len(cols) == 0 {
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

// plausible reports whether a label is O or has a prefix and a type.
func plausible(prefix byte, label []byte) bool {
	switch prefix {
	case 'O':
		return len(label) == 1
	case 'B', 'I', 'E', 'S':
		return len(label) > 2
	}
	return false
}

// HasGold reports whether a file that begins like head has two columns of labels,
// gold's and the system's, as conlleval wants them.
func HasGold(head []byte) bool {
	two, one := 0, 0
	for cols := range each(head) {
		switch {
		case len(cols) == 0:
		case labelColumns(cols) == 2:
			two++
		default:
			one++
		}
		if two+one == 200 {
			break
		}
	}
	return two > 4*one
}

var docstart = []byte("-DOCSTART-")

func document(text []byte) (name []byte, begins bool) {
	return nil, bytes.HasPrefix(bytes.TrimLeft(text, "\r\n"), docstart)
}

// parse reads the words of a sentence and makes its chunks phrases.
func parse(sentence *treebank.Sentence, text []byte, column int) error {
	want := int(sentence.Dialect / chunking.Schemes)
	key := sentence.Syms.InternString(chunking.Key)
	before, kind := byte('O'), treebank.Symbol(0)
	open := int32(-1)
	var cols [][]byte
	for from, line := range treebank.EachLine(text) {
		if cols = split(cols[:0], line); len(cols) == 0 {
			continue
		}
		if len(cols) <= column || want > 0 && len(cols) != want {
			return columnsError(text, from, len(cols), max(want, column+1), column)
		}
		label := cols[len(cols)-column]
		tok := treebank.Token{Form: treebank.SpanOf(text, cols[0]), Parent: -1}
		if tok.Form.Len == 0 || len(label) == 0 {
			return treebank.At(text, from, "a word and its label", "an empty column")
		}
		if labels := labelColumns(cols); len(cols) > labels+1 {
			tok.Tag = sentence.Syms.Intern(cols[1])
		}
		prefix, name := chunking.Cut(label)
		if prefix == 0 {
			sentence.Note(treebank.At(text, cap(text)-cap(label),
				"O or a label that begins with B-, I-, E-, S-, L- or U-", fmt.Sprintf("%.40q", label)))
		}
		now := sentence.Syms.Intern(name)
		i := int32(len(sentence.Tokens))
		if open >= 0 && chunking.Ends(before, prefix, now == kind) {
			sentence.Phrases[open].End, open = i, -1
		}
		if chunking.Begins(before, prefix, now == kind) {
			if open >= 0 {
				sentence.Phrases[open].End = i
			}
			open = int32(len(sentence.Phrases))
			sentence.Phrases = append(sentence.Phrases, treebank.Phrase{Label: now, Parent: -1, Begin: i})
		}
		tok.Parent = open
		sentence.Tokens = append(sentence.Tokens, tok)
		sentence.Attrs = append(sentence.Attrs, treebank.Attr{Index: i, Key: key, Value: treebank.SpanOf(text, label)})
		before, kind = prefix, now
	}
	if open >= 0 {
		sentence.Phrases[open].End = int32(len(sentence.Tokens))
	}
	sentence.NewDoc = len(sentence.Tokens) > 0 && bytes.Equal(sentence.Word(0), docstart)
	return nil
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
	if column == beforeLast && want <= beforeLast+1 && found <= beforeLast {
		e.Want = "two columns of labels after the word"
		e.Hint = "a file with one column of labels is read by option from=chunks"
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

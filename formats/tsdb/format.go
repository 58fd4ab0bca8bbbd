// Package tsdb reads [incr tsdb()] profiles: folders with a file relations that
// names the fields of all tables (Oepen & Flickinger 1998; the schema of the
// LKB, and PyDelphin 1.10, delphin.tsdb and delphin.itsdb).
//
// Any schema that has the fields named below will do. A table may be
// compressed; the plain file is used unless it is empty. Tables are joined by
// identifiers, never by the order of rows:
//
//	item.i-id ← parse.i-id, parse.parse-id ← result.parse-id
//
// The reader uses i-id and i-input of item, readings and error of parse, result-id
// and mrs of result. Several results of an item are its ranked analyses, in the
// order of result-id; those that the annotator chose (tables tree and preference,
// latest t-version) come first. An item of which the annotator rejected every
// reading (t-active 0) has no analysis. An item without a result is a sentence without an
// analysis. Items that only parse names come last.
package tsdb

import (
	"bytes"
	"fmt"
	"strconv"

	"assay/formats/simplemrs"
	"assay/internal/graph"
	"assay/treebank"
)

// Format is the text of a profile as Open gives it: for each item a line with its
// identifier, the number of readings, the error, the input, the fault of the file
// and, if the profile records choices, the number of readings that the annotator
// chose, then fields that were asked for, as KEY=VALUE; then a line with identifier, row
// and MRS for each result, then an empty line.
// Fields end in an @ and keep the escapes of the tables.
var Format = treebank.Format{
	Name:      "tsdb",
	Title:     "[incr tsdb()] profile (a folder)",
	Source:    "Oepen & Flickinger 1998; PyDelphin 1.10 delphin.itsdb",
	Layers:    treebank.Graph | treebank.Ranked,
	Framework: "mrs",
	Keyed:     true,
	Split:     split,
	Parse:     parse,
	ID: func(text []byte) []byte {
		id, _, _ := bytes.Cut(text, at)
		return id
	},
	Reading: reading,
	Chosen:  chosen,
}

var (
	at        = []byte{'@'}
	newline   = []byte{'\n'}
	emptyLine = []byte("\n\n")
)

func split(data []byte, atEOF bool, _ int32) treebank.Extent {
	if i := bytes.Index(data, emptyLine); i >= 0 {
		return treebank.Found(0, i+1, i+2)
	}
	if atEOF && len(data) > 0 {
		return treebank.Found(0, len(data), len(data))
	}
	return treebank.Skip(0)
}

// reading returns the first line and the line of result k.
func reading(text []byte, _ int32, k int) ([]byte, int) {
	head, rest, _ := bytes.Cut(text, newline)
	n := bytes.Count(rest, newline)
	switch {
	case k == 1 && n == 0:
		return text, 0
	case k > n || k < 1:
		return nil, n
	}
	for i := 1; i < k; i++ {
		_, rest, _ = bytes.Cut(rest, newline)
	}
	line, _, _ := bytes.Cut(rest, newline)
	if k == 1 {
		return text[:len(head)+1+len(line)], n
	}
	out := make([]byte, 0, len(head)+1+len(line))
	return append(append(append(out, head...), '\n'), line...), n
}

// chosen returns the number of readings that the annotator chose.
func chosen(text []byte) int {
	head, _, _ := bytes.Cut(text, newline)
	for range headFields - 1 {
		_, head, _ = bytes.Cut(head, at)
	}
	head, _, _ = bytes.Cut(head, at)
	n, _ := strconv.Atoi(string(head))
	return n
}

// headFields is the number of fields of the first line of an item.
const headFields = 6

func parse(sentence *treebank.Sentence, text []byte) error {
	head, rest, _ := bytes.Cut(text, newline)
	sentence.Own()
	sentence.Line = 0        // line numbers of no file
	var f [headFields][]byte // identifier, readings, error, input, fault of the file, number of chosen readings
	for i := range f {
		f[i], head, _ = bytes.Cut(head, at)
	}
	sentence.ID = sentence.Add(f[0])
	n, _ := strconv.Atoi(string(f[1]))
	sentence.Readings = int32(n)
	if len(f[2]) > 0 {
		sentence.Failure = string(unescape(f[2]))
	}
	sentence.Input = sentence.Add(unescape(f[3]))
	attributes(sentence, head)
	if len(f[4]) > 0 {
		return &treebank.SyntaxError{Want: "the results of the item", Found: string(f[4])}
	}
	if len(rest) == 0 {
		sentence.Missing = true
		graph.Words(sentence)
		return nil
	}
	if string(f[5]) == "0" && n > 1 {
		sentence.Notes = append(sentence.Notes, &treebank.SyntaxError{Want: "a reading that the annotator chose",
			Found: fmt.Sprintf("no decision on its %d readings; the first counts", n)})
	}
	line, _, _ := bytes.Cut(rest, newline)
	_, mrs, _ := bytes.Cut(line, at)
	row, mrs, _ := bytes.Cut(mrs, at)
	if len(bytes.TrimSpace(mrs)) == 0 {
		return &treebank.SyntaxError{Want: "an MRS", Found: "an empty field mrs",
			Hint: "row " + string(row) + " of the table result"}
	}
	sp := sentence.Add(unescape(mrs))
	err := simplemrs.Read(sentence, int(sp.Off), int(sp.Off+sp.Len))
	if e, ok := err.(*treebank.SyntaxError); ok {
		e.Hint = fmt.Sprintf("character %d of the field mrs in row %s of the table result", e.Col, row)
		e.Line = 0 // of the field, not of a file
	}
	return err
}

// unescape returns a field with \s for @, \n for a newline and \\ for \ decoded.
// Other characters after a backslash stay unchanged, with it.
func unescape(dst []byte) []byte {
	i := bytes.IndexByte(dst, '\\')
	if i < 0 {
		return dst
	}
	out := append(make([]byte, 0, len(dst)), dst[:i]...)
	for ; i < len(dst); i++ {
		if dst[i] == '\\' && i+1 < len(dst) {
			switch dst[i+1] {
			case 's':
				out = append(out, '@')
				i++
				continue
			case 'n':
				out = append(out, '\n')
				i++
				continue
			case '\\':
				out = append(out, '\\')
				i++
				continue
			}
		}
		out = append(out, dst[i])
	}
	return out
}

// Parsed reports whether the item whose text Split found has a row in the table
// parse.
func Parsed(text []byte) bool {
	_, rest, _ := bytes.Cut(text, at)
	readings, _, _ := bytes.Cut(rest, at)
	return !bytes.Equal(readings, []byte{'-'})
}

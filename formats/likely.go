package formats

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"unicode"

	"assay/formats/chunks"
	"assay/formats/conllu"
	"assay/treebank"
)

// likelyShare is the share of the lines that must be those of a format for a file to
// look like it, in percent.
const likelyShare = 60

// Likely returns the format that a file looks like although no format has a beginning
// like its head, and the first fault that keeps it from being one; nil if it looks like
// none. It knows formats of columns: label sequences and CoNLL-U.
func Likely(head []byte) (format *treebank.Format, fault string) {
	rows := rowsOf(head)
	labels, numbers := 0, 0
	for _, r := range rows {
		if prefix, kind := labelOf(r.columns); prefix != "" && (kind || prefix == "O") {
			labels++
		}
		if _, err := strconv.Atoi(string(r.columns[0])); err == nil && len(r.columns) > 4 {
			numbers++
		}
	}
	switch {
	case len(rows) == 0:
	case 100*labels >= likelyShare*len(rows):
		if fault := labelFault(rows); fault != "" {
			return &chunks.Format, fault
		}
	case 100*numbers >= likelyShare*len(rows):
		const columns = 10
		for _, r := range rows {
			if len(r.columns) != columns {
				return &conllu.Format, fmt.Sprintf("line %d has %d columns, not %d", r.line, len(r.columns), columns)
			}
		}
	case labels == 0 && wordLines(head, rows):
		n := len(rows[0].columns)
		fault := fmt.Sprintf("column %d with the labels (O, B-NP, I-NP) is missing: line %d ends in %q",
			n+1, rows[0].line, rows[0].columns[n-1])
		if n == 2 {
			fault += "; to score tags make CoNLL-U: " + tagsToUniversal
		}
		return &chunks.Format, fault
	}
	return nil, ""
}

// wordLines reports whether a file has a word on each line, with a tag or without, and
// empty lines between sentences: label sequences without their labels.
func wordLines(head []byte, rows []row) bool {
	n := len(rows[0].columns)
	if len(rows) < 2 || n > 2 || !bytes.Contains(head, []byte("\n\n")) {
		return false
	}
	return !slices.ContainsFunc(rows, func(r row) bool {
		return len(r.columns) != n || len(r.columns[0]) == 0 || len(r.columns[0]) > 1 &&
			bytes.IndexByte([]byte("([{<"), r.columns[0][0]) >= 0
	})
}

// A row is a line of columns.
type row struct {
	line    int // from 1
	columns [][]byte
}

// rowsOf returns the first lines that are neither empty nor comments.
func rowsOf(head []byte) (rows []row) {
	const most = 200
	n := 0
	for line := range bytes.Lines(head) {
		n++
		line = bytes.TrimRightFunc(line, unicode.IsSpace)
		if len(line) == 0 || line[0] == '#' || bytes.HasPrefix(line, []byte("%% ")) || len(rows) == most {
			continue
		}
		columns := bytes.Fields(line)
		if bytes.IndexByte(line, '\t') >= 0 && !bytes.Contains(line, []byte("\t\t")) { // TnT aligns its columns
			columns = bytes.Split(line, []byte("\t"))
		}
		rows = append(rows, row{n, columns})
	}
	return rows
}

// labelOf returns the prefix of a label in the last column, and whether a type follows
// it; "" if the column holds no label.
func labelOf(columns [][]byte) (prefix string, kind bool) {
	if len(columns) < 2 {
		return "", false
	}
	head, tail, dash := bytes.Cut(columns[len(columns)-1], []byte("-"))
	if len(head) != 1 || head[0] < 'A' || head[0] > 'Z' {
		return "", false
	}
	return string(head), dash && len(tail) > 0
}

// labelFault returns the first line that a file of labels cannot have: without a label,
// with another number of columns than most, or with a prefix that no scheme has.
func labelFault(rows []row) string {
	most := mostColumns(rows)
	for _, r := range rows {
		prefix, kind := labelOf(r.columns)
		last := r.columns[len(r.columns)-1]
		switch {
		case len(r.columns) != most:
			return fmt.Sprintf("line %d has %d columns, most lines have %d", r.line, len(r.columns), most)
		case prefix == "":
			return fmt.Sprintf("line %d ends in %q, which is no label", r.line, last)
		case prefix == "O" && kind, prefix != "O" && !kind:
			return fmt.Sprintf("line %d ends in %q: O has no type, other labels have one", r.line, last)
		case !slices.Contains([]string{"B", "I", "O", "E", "S", "L", "U"}, prefix):
			return fmt.Sprintf("line %d has the label %q: want O, or the prefix B, I, E, S, L or U", r.line, last)
		}
	}
	return ""
}

// mostColumns is the number of columns that most lines have.
func mostColumns(rows []row) int {
	count, most := map[int]int{}, 0
	for _, r := range rows {
		n := len(r.columns)
		if count[n]++; count[n] > count[most] {
			most = n
		}
	}
	return most
}

// Package negra reads and writes the NEGRA export format, versions 3 and 4, the
// format of NEGRA, TIGER, TüBa-D/Z and the output of disco-dop.
//
// It is specified in Brants 1997, "The NeGra Export Format for Annotated
// Corpora". A sentence is enclosed by #BOS and #EOS, one node per line: word (or
// #500 to #999 for a nonterminal), lemma (version 4), tag, morphology, edge
// label, parent, then pairs of secondary edges and a comment after %%. The line
// #FORMAT gives the version; without it, a number in the fifth column means
// version 3. A line that looks like a nonterminal is a word if no parent
// refers to it, or if the nonterminal of that number is elsewhere. "--"
// means no value. Files are in UTF-8 or, undeclared, in Latin-1.
package negra

import (
	"bytes"

	"assay/treebank"
)

// Format is the NEGRA export format.
var Format = treebank.Format{
	Name:   "negra",
	Title:  "NEGRA export, versions 3 and 4",
	Source: "Brants 1997",
	Ext:    []string{".export", ".negra"},
	Layers: treebank.Tags | treebank.Phrases | treebank.Functions | treebank.Gaps | treebank.Secondary |
		treebank.Morphology | treebank.Lemmas,
	Detect:   detect,
	Dialect:  dialect,
	Encoding: func([]byte) string { return treebank.Undeclared },
	Split:    split,
	Parse:    parse,
	ID:       id,
	Write:    write,
	Begin:    "#FORMAT 4\n",
}

// line returns the line of text that begins at i, without its end.
func line(text []byte, i int) []byte {
	if n := bytes.IndexByte(text[i:], '\n'); n >= 0 {
		return text[i : i+n]
	}
	return text[i:]
}

func detect(head []byte) bool {
	for _, l := range treebank.EachLine(head) {
		switch t := bytes.TrimSpace(l); {
		case len(t) == 0, bytes.HasPrefix(t, []byte("%%")):
		case bytes.HasPrefix(t, []byte("#FORMAT=")): // WebAnno TSV
			return false
		case bytes.HasPrefix(t, []byte("#BOS")), bytes.HasPrefix(t, []byte("#FORMAT")), bytes.HasPrefix(t, []byte("#BOT")):
			return true
		default:
			return false
		}
	}
	return false
}

// dialect returns the version: 3, 4, or 0 if the file does not show it.
func dialect(head []byte) int32 {
	inside := false
	for _, l := range treebank.EachLine(head) {
		fields := bytes.Fields(l)
		switch {
		case len(fields) == 0:
		case !inside && string(fields[0]) == "#FORMAT" && len(fields) > 1 &&
			(string(fields[1]) == "3" || string(fields[1]) == "4"):
			return int32(fields[1][0] - '0')
		case isBegin(l):
			inside = true
		case isEnd(l):
			inside = false
		case inside && len(fields) >= 5:
			if isNumber(fields[4]) {
				return 3
			}
			return 4
		}
	}
	return 0
}

func isNumber(b []byte) bool {
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(b) > 0
}

// isBegin reports whether l is "#BOS id ...": numbers follow the id, not the columns
// of a word.
func isBegin(l []byte) bool {
	if !bytes.HasPrefix(l, []byte("#BOS")) || len(l) > 4 && !blank[l[4]] {
		return false
	}
	third, n := fields(l)
	return n < 5 || isNumber(bytes.TrimPrefix(third, []byte("-"))) || string(third) == "%%"
}

// isEnd reports whether l is "#EOS id".
func isEnd(l []byte) bool {
	if !bytes.HasPrefix(l, []byte("#EOS")) || len(l) > 4 && !blank[l[4]] {
		return false
	}
	_, n := fields(l)
	return n < 5
}

// fields returns the third column of l, and the number of columns, up to five.
func fields(l []byte) (third []byte, n int) {
	for i := 0; n < 5; n++ {
		f, end := field(l, i)
		if len(f) == 0 {
			break
		}
		if n == 2 {
			third = f
		}
		i = end
	}
	return third, n
}

var blank = [256]bool{' ': true, '\t': true, '\r': true}

// split cuts after #EOS, or before a #BOS that comes first.
func split(data []byte, atEOF bool, _ int32) treebank.Extent {
	begin := find(data, 0, isBegin, atEOF)
	if begin < 0 {
		if atEOF {
			return treebank.Skip(len(data))
		}
		return treebank.Skip(bytes.LastIndexByte(data, '\n') + 1)
	}
	stop := find(data, begin+4, func(l []byte) bool { return isEnd(l) || isBegin(l) }, atEOF)
	switch {
	case stop >= 0 && data[stop+1] == 'B':
		return treebank.Found(begin, stop, stop)
	case stop >= 0:
		stop += len(line(data, stop))
		return treebank.Found(begin, stop, min(stop+1, len(data)))
	case atEOF:
		return treebank.Found(begin, len(data), len(data))
	}
	return treebank.Skip(begin)
}

// find returns the start of the first complete line that is accepts, #BOS or #EOS,
// -1 if there is none.
func find(data []byte, from int, is func([]byte) bool, atEOF bool) int {
	for i := from; ; i += 2 {
		n := bytes.Index(data[i:], []byte("OS"))
		if n < 0 {
			return -1
		}
		i += n
		if i < 2 || data[i-2] != '#' || i > 2 && data[i-3] != '\n' {
			continue
		}
		l := line(data, i-2)
		if !atEOF && i-2+len(l) == len(data) {
			return -1
		}
		if is(l) {
			return i - 2
		}
	}
}

// id returns the name after #BOS.
func id(text []byte) []byte {
	f := line(text, 0)[min(4, len(text)):]
	f = bytes.TrimLeft(f, " \t")
	if i := bytes.IndexAny(f, " \t\r"); i >= 0 {
		f = f[:i]
	}
	return f
}

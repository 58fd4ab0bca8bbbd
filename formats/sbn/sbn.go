// Package sbn reads and writes the sequence notation of the Parallel Meaning Bank,
// releases 4 and 5 (Bos 2023, "The Sequence Notation: Catching Complex Meanings in
// Simple Graphs").
//
//	male.n.02   Name "Tom"                   % Tom [0-3]
//	NEGATION <1                              % does n't
//	time.n.08   EQU now
//	live.v.01   Theme -2 Time -1 Location +1 % live [12-16]
//	city.n.01   Name "Boston"
//
// A line has a concept and its roles, each with a target: the concept that many
// places before or after, or a constant. A word in capitals of more than three
// letters opens a box and says how it is related to the box that many boxes before
// (<1; -1 in release 4). The target <1 or >1 of a role is a box. Lines do not matter
// except that an empty one ends a structure; where a line of the file has more than
// one concept, as parsers write them, each line is a structure, and text before a tab
// is a comment.
//
// A structure is read as clauses, so that it can be written as clf and scored like
// one: each concept introduces a referent in its box (REF), each role is a clause of
// that box. Constants are in double quotes there, blanks in them are ~. An index that
// leads nowhere is a constant, and reported. A structure of clauses can be written if
// its boxes form a tree of discourse relations and every referent has a concept;
// presupposed boxes become part of the boxes that presuppose them, and NOT, POS and
// NEC are NEGATION, POSSIBILITY and NECESSITY.
//
// Measures and formats of semantic graphs read a structure as a graph, see Graphs.
package sbn

import (
	"bytes"
	"strconv"
	"strings"

	"assay/internal/lazy"
	"assay/treebank"
)

const (
	name   = "sbn"
	title  = "sequence notation of the Parallel Meaning Bank 4 and 5"
	source = "Bos 2023; Parallel Meaning Bank 5.1.0"
)

// Format is the sequence notation.
var Format = treebank.Format{
	Name:      name,
	Title:     title,
	Source:    source,
	Ext:       []string{".sbn"},
	Layers:    treebank.Clauses,
	Framework: "drs",
	Detect:    detect,
	Dialect:   dialect,
	Split:     split,
	Parse:     parse,
	Write:     write,
	Graphs:    &Graphs,
}

// The dialects: a structure in lines up to an empty one, or one on each line.
const (
	inLines int32 = iota
	oneLine
)

var (
	conceptShape = lazy.Regexp(`^([^%"].*)\.([nvarsx])\.(\d+)$`)
	indexShape   = lazy.Regexp(`^[-+]\d+$`)
	boxShape     = lazy.Regexp(`^[<>]\d+$`)
)

// opensBox reports whether a word is a discourse relation.
func opensBox(word []byte) bool {
	if len(word) < 4 {
		return false
	}
	for _, c := range word {
		if (c < 'A' || c > 'Z') && c != '-' && c != '_' {
			return false
		}
	}
	return true
}

// A word is a word of the notation and its place.
type word struct {
	text []byte
	off  int
}

// words cuts a line at blanks outside of double quotes, up to its comment.
func words(line []byte, off int) (out []word, note treebank.Span) {
	for i := 0; i < len(line); {
		switch {
		case strings.IndexByte(" \t\r\n", line[i]) >= 0:
			i++
			continue
		case line[i] == '%' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t') &&
			(i+1 == len(line) || strings.IndexByte(" \t\r\n%", line[i+1]) >= 0):
			text := bytes.TrimSpace(line[i+1:])
			if len(text) > 0 {
				note = treebank.Span{Off: uint32(off + i + 1 + bytes.Index(line[i+1:], text)), Len: uint32(len(text))}
			}
			return out, note
		}
		end := i + 1
		if line[i] == '"' {
			if n := bytes.IndexByte(line[end:], '"'); n >= 0 {
				end += n + 1
			}
		}
		for end < len(line) && strings.IndexByte(" \t\r\n", line[end]) < 0 {
			end++
		}
		out = append(out, word{line[i:end], off + i})
		i = end
	}
	return out, note
}

// isNote reports whether a line is a comment.
func isNote(line []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(line), []byte{'%'}) }

// body returns the part of a line after a tab, if it begins with a concept or a
// discourse relation and the line does not.
func body(line []byte) []byte {
	if tab := bytes.LastIndexByte(line, '\t'); tab > 0 && !starts(line) && starts(line[tab+1:]) {
		return line[tab+1:]
	}
	return line
}

func starts(line []byte) bool {
	w, _ := words(line, 0)
	return len(w) > 0 && (conceptShape().Match(w[0].text) || len(w) > 1 && opensBox(w[0].text) &&
		(boxShape().Match(w[1].text) || indexShape().Match(w[1].text)))
}

func detect(head []byte) bool {
	for line := range bytes.Lines(head) {
		if len(bytes.TrimSpace(line)) > 0 && !isNote(line) {
			return starts(body(line))
		}
	}
	return false
}

// dialect finds a line with several concepts.
func dialect(head []byte) int32 {
	for line := range bytes.Lines(head) {
		if isNote(line) {
			continue
		}
		w, _ := words(body(line), 0)
		n := 0
		for i := 0; i < len(w); i++ {
			concept := conceptShape().Match(w[i].text)
			if concept || opensBox(w[i].text) {
				n++
			}
			if !concept {
				i++ // its target
			}
		}
		if n > 1 {
			return oneLine
		}
	}
	return inLines
}

// split finds the lines up to an empty one, or one line, with the comments before.
func split(data []byte, atEOF bool, form int32) treebank.Extent {
	lines := treebank.Lines{Counts: func(line []byte) bool { return !isNote(line) }, Each: form == oneLine, Apart: true}
	return lines.Split(data, atEOF)
}

// number returns the number after the sign of an index.
func number(text []byte) (int, bool) {
	n, err := strconv.Atoi(string(text[1:]))
	return n, err == nil && n < 1<<20
}

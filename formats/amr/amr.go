// Package amr reads and writes corpora of Abstract Meaning Representations in
// PENMAN notation, as LDC and ISI release them and parsers write them
// (Banarescu et al. 2013; the AMR specification 1.2.6; Goodman 2020 for the
// notation).
//
// Graphs are separated by empty lines; lines that begin with # are metadata and
// are kept unchanged. A concept is the label of its node; a role between two nodes
// is an edge with the direction and name of the file (ARG0-of too), so
// that the same graph is written again; every other value is a property, with
// its quotes. Surface alignments (~e.3,4) anchor nodes to the words of
// ::tok, or of ::snt.
//
// Read with a note: a variable that is never defined (then a constant), a node
// that is defined twice, a role without a value, several graphs in a block.
// Refused, with the place: unclosed brackets, text after the graph, an unclosed
// quote. The layout of lines is not kept, but the order of roles
// is. The addresses of ::alignments and ::node lines are kept unread.
package amr

import (
	"bytes"

	"assay/internal/graph"
	"assay/treebank"
)

// Format is AMR in PENMAN.
var Format = treebank.Format{
	Name:      "amr",
	Title:     "Abstract Meaning Representation (AMR) in PENMAN",
	Source:    "Banarescu et al. 2013; AMR specification 1.2.6",
	Ext:       []string{".amr"},
	Layers:    treebank.Graph | treebank.Unanchored,
	Framework: "amr",
	Detect:    detect,
	Split:     graph.SplitPenman,
	Parse:     parse,
	ID:        graph.PenmanID,
	Write:     write,
}

// detect reports whether the first graph of a file begins as (name / concept.
// Graphs with links to characters belong to other formalisms.
func detect(head []byte) bool {
	if bytes.Contains(head, []byte(`:lnk "<`)) {
		return false
	}
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		line = bytes.TrimSpace(line)
		if len(line) > 0 && line[0] != '#' && string(line) != "()" {
			return beginsNode(head)
		}
		head = rest
	}
	return false
}

// beginsNode reports whether text begins with a bracket, a name, a slash and a
// concept.
func beginsNode(text []byte) bool {
	text, ok := bytes.CutPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("("))
	text = bytes.TrimLeft(text, " \t\r\n")
	end := bytes.IndexAny(text, " \t\r\n()/:\"")
	if !ok || end <= 0 {
		return false
	}
	text, ok = bytes.CutPrefix(bytes.TrimLeft(text[end:], " \t\r\n"), []byte("/"))
	text = bytes.TrimLeft(text, " \t\r\n")
	return ok && len(text) > 0 && text[0] != '(' && text[0] != ')'
}

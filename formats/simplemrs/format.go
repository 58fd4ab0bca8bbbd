// Package simplemrs reads and writes SimpleMRS, the line format of Minimal
// Recursion Semantics: [ LTOP: h0 INDEX: e2 [ e SF: prop ] RELS: < ... > ].
//
// It is defined by the output of the LKB, ACE and PyDelphin 1.10
// (delphin.codecs.simplemrs). Also read: features in any case and
// order, missing ones, old predicates ('in+order+to_x_rel, "_dog_n_1_rel",
// _de_demons_rel, _<@ccil.org>/nn_u_unknown<40:51>), properties at any mention
// of a variable, predications without LBL or ARG0. Predicates are normalised:
// no quotes, no _rel, lower case.
package simplemrs

import (
	"bytes"

	"assay/graph/mrs"
	"assay/internal/graph"
	"assay/treebank"
)

// Format is SimpleMRS.
var Format = treebank.Format{
	Name:      "simplemrs",
	Title:     "SimpleMRS",
	Source:    "Copestake, Flickinger, Pollard & Sag 2005; PyDelphin 1.10 delphin.codecs.simplemrs",
	Ext:       []string{".simplemrs", ".mrs"},
	Layers:    treebank.Graph,
	Framework: "mrs",
	Detect:    detect,
	Split:     split,
	Parse:     parse,
	Write:     write,
}

func detect(head []byte) bool {
	head = bytes.TrimSpace(head)
	return len(head) > 0 && head[0] == '[' && begins(head)
}

// begins reports whether an MRS, not an EP or a variable, begins at b.
func begins(b []byte) bool {
	b = bytes.TrimLeft(b[1:], " \t\r\n")
	if n := len(b); n > 0 && b[0] == '<' {
		if k := mrs.LnkLen(b); k > 0 {
			b = bytes.TrimLeft(b[k:], " \t\r\n")
		}
	}
	if len(b) > 0 && b[0] == '"' {
		end := 1
		for end < len(b) && b[end] != '"' {
			if b[end] == '\\' {
				end++
			}
			end++
		}
		b = bytes.TrimLeft(b[min(end+1, len(b)):], " \t\r\n")
	}
	for _, f := range []string{"LTOP:", "TOP:", "INDEX:", "RELS:"} {
		if len(b) >= len(f) && bytes.EqualFold(b[:len(f)], []byte(f)) {
			return true
		}
	}
	return false
}

// split finds the bracket that closes the MRS, or the next opening one.
// It passes over lines between two MRSs that begin with a letter or #.
func split(data []byte, atEOF bool, _ int32) treebank.Extent {
	at := 0
	for at < len(data) && data[at] != '[' {
		if !graph.Blank(data[at]) {
			end := bytes.IndexByte(data[at:], '\n')
			if end < 0 {
				return stray(data, at, atEOF)
			}
			if data[at] != '#' && data[at] != ';' {
				return treebank.Found(at, at+end, at+end+1)
			}
			at += end
		}
		at++
	}
	if at >= len(data) {
		return treebank.Skip(at)
	}
	end, ok := find(data, at)
	if !ok && !atEOF {
		return treebank.Skip(at)
	}
	return treebank.Found(at, end, end).Trim(data)
}

func stray(data []byte, at int, atEOF bool) treebank.Extent {
	if !atEOF {
		return treebank.Skip(at)
	}
	if data[at] == '#' || data[at] == ';' {
		return treebank.Skip(len(data))
	}
	return treebank.Found(at, len(data), len(data))
}

// find returns the end of the MRS that begins at data[at], and whether it is
// certain.
func find(data []byte, at int) (int, bool) {
	depth := 0
	for i := at; i < len(data); i++ {
		switch data[i] {
		case '"':
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		case '[':
			if depth > 0 && begins(data[i:]) {
				return i, true
			}
			depth++
			if depth == 2 { // a predicate may hold brackets
				i = skipPred(data, i)
			}
		case ']':
			if depth--; depth == 0 {
				return i + 1, true
			}
		}
	}
	return len(data), false
}

// skipPred returns the last byte of an unquoted predicate that begins with an
// underscore after data[i], else i.
func skipPred(data []byte, i int) int {
	j := i + 1
	for j < len(data) && graph.Blank(data[j]) {
		j++
	}
	if j >= len(data) || data[j] != '_' {
		return i
	}
	for j < len(data) && !graph.Blank(data[j]) {
		j++
	}
	return j - 1
}

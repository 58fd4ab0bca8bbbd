// Package clf reads and writes discourse representation structures as clauses,
// the format of the Parallel Meaning Bank up to release 4 and of the shared task
// on DRS parsing of 2019 (Abzianidze et al. 2019; van Noord et al. 2018).
//
//	b1 REF x1         % Tom [0...3]
//	b1 male "n.02" x1 % Tom [0...3]
//	b2 NEGATION b3
//
// One clause per line, columns between blanks: a box, an operator, a role or a
// concept, and one or two arguments, constants in double quotes; an empty line
// after each structure; comments from % on. Blocks without clauses are skipped.
//
// Variables become nodes, in the order of their first mention; the label of a node
// is its concept with the sense, or its name. Clauses with two variables besides the
// box, or of two boxes, become edges, so that structures can be drawn. Comments on
// lines of their own are written before the clauses.
package clf

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"assay/treebank"
)

// Format is the clause format.
var Format = treebank.Format{
	Name:      "clf",
	Title:     "discourse representation structures as clauses",
	Source:    "Abzianidze et al. 2019; DRS_parsing 190838f",
	Ext:       []string{".clf"},
	Layers:    treebank.Clauses,
	Framework: "drs",
	Detect:    detect,
	Split:     split,
	Parse:     parse,
	Write:     write,
}

func detect(head []byte) bool {
	for line := range bytes.Lines(head) {
		if c := columns(line); len(c) > 0 {
			return (len(c) == 3 || len(c) == 4) && len(c[0]) > 1 && c[0][0] == 'b' &&
				strings.Trim(string(c[0][1:]), "0123456789") == "" &&
				(c[1][0] >= 'A' && c[1][0] <= 'Z' || len(c) == 4 && quoted(c[2]))
		}
	}
	return false
}

// columns cuts a line at blanks, without its comment.
func columns(line []byte) [][]byte {
	if bytes.HasPrefix(bytes.TrimSpace(line), []byte{'%'}) {
		return nil
	}
	line, _, _ = bytes.Cut(line, []byte(" %"))
	return bytes.Fields(line)
}

func quoted(b []byte) bool {
	return len(b) > 1 && (b[0] == '"' && b[len(b)-1] == '"' || b[0] == '\'' && b[len(b)-1] == '\'')
}

// clauses are the lines of a sentence.
var clauses = treebank.Lines{Counts: func(line []byte) bool { return line[0] != '%' }, Apart: true}

func split(data []byte, atEOF bool, _ int32) treebank.Extent { return clauses.Split(data, atEOF) }

type reader struct {
	s     *treebank.Sentence
	nodes map[string]int32
	named []bool // nodes whose label is a concept
}

func parse(sentence *treebank.Sentence, text []byte) error {
	r := reader{s: sentence, nodes: map[string]int32{}}
	for off, line := range treebank.EachLine(text) {
		c := columns(line)
		switch {
		case len(bytes.TrimSpace(line)) == 0:
		case len(c) == 0:
			trimmed := bytes.TrimSpace(line)
			sentence.Comments = append(sentence.Comments, treebank.Span{Off: uint32(off + bytes.Index(line, trimmed)),
				Len: uint32(len(trimmed))})
		case len(c) < 3 || len(c) > 4:
			return treebank.At(text, off, "3 or 4 columns (box, operator, arguments)", strconv.Itoa(len(c)))
		case quoted(c[0]):
			return treebank.At(text, off, "a box in the first column", fmt.Sprintf("%.40q", c[0]))
		default:
			at := places(line, c, off)
			last := len(c) - 1
			r.clause(c, at, note(line, off), treebank.Span{Off: uint32(at[0]), Len: uint32(at[last] + len(c[last]) - at[0])})
		}
	}
	return nil
}

// note returns the place of the comment of a clause.
func note(line []byte, off int) treebank.Span {
	i := bytes.Index(line, []byte(" %"))
	if i < 0 {
		return treebank.Span{}
	}
	text := bytes.TrimSpace(line[i+2:])
	if len(text) == 0 {
		return treebank.Span{}
	}
	return treebank.Span{Off: uint32(off + i + 2 + bytes.Index(line[i+2:], text)), Len: uint32(len(text))}
}

// places returns the positions of the columns of a line in the text.
func places(line []byte, c [][]byte, off int) (at []int) {
	i := 0
	for _, col := range c {
		i += bytes.Index(line[i:], col)
		at = append(at, off+i)
		i += len(col)
	}
	return at
}

func (r *reader) node(name []byte, off int) int32 {
	if n, ok := r.nodes[string(name)]; ok {
		return n
	}
	n := int32(len(r.s.Nodes))
	r.nodes[string(name)] = n
	r.s.Nodes = append(r.s.Nodes, treebank.Node{Label: r.s.Syms.Intern(name),
		ID: treebank.Span{Off: uint32(off), Len: uint32(len(name))}, From: -1, To: -1})
	r.named = append(r.named, false)
	return n
}

func (r *reader) clause(c [][]byte, at []int, note, place treebank.Span) {
	sentence := r.s
	clause := treebank.Clause{Op: sentence.Syms.Intern(c[1]), Box: r.node(c[0], at[0]), A: -1, B: -1, Note: note,
		Place: place}
	arg := func(i int, node *int32, constant *treebank.Symbol) {
		if quoted(c[i]) {
			*constant = sentence.Syms.Intern(c[i])
		} else {
			*node = r.node(c[i], at[i])
		}
	}
	arg(2, &clause.A, &clause.ConstA)
	if len(c) == 4 {
		arg(3, &clause.B, &clause.ConstB)
	}
	sentence.Clauses = append(sentence.Clauses, clause)
	switch {
	case len(c) == 4 && clause.A >= 0 && clause.B >= 0:
		sentence.Edges = append(sentence.Edges, treebank.Edge{From: clause.A, To: clause.B, Label: clause.Op})
	case len(c) == 3 && clause.A >= 0 && string(c[1]) != "REF":
		sentence.Edges = append(sentence.Edges, treebank.Edge{From: clause.Box, To: clause.A, Label: clause.Op})
	case len(c) == 4 && clause.ConstA != 0 && clause.B >= 0 && !r.named[clause.B] && !upper(c[1][0]):
		r.named[clause.B] = true
		sentence.Nodes[clause.B].Label = sentence.Syms.InternString(string(c[1]) + "." + strings.Trim(string(c[2]), `"`))
	}
}

func upper(c byte) bool { return c >= 'A' && c <= 'Z' }

func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	if len(sentence.Clauses) == 0 {
		return fmt.Errorf("want a structure with clauses, found none")
	}
	for _, c := range sentence.Comments {
		w.Write(sentence.Bytes(c))
		w.WriteByte('\n')
	}
	for _, clause := range sentence.Clauses {
		w.WriteString(sentence.Str(sentence.Nodes[clause.Box].ID) + " " + sentence.Name(clause.Op))
		for _, arg := range []struct {
			node     int32
			constant treebank.Symbol
		}{{clause.A, clause.ConstA}, {clause.B, clause.ConstB}} {
			switch {
			case arg.node >= 0:
				w.WriteString(" " + sentence.Str(sentence.Nodes[arg.node].ID))
			case arg.constant != 0:
				w.WriteString(" " + sentence.Name(arg.constant))
			}
		}
		if clause.Note.Len > 0 {
			w.WriteString(" % " + sentence.Str(clause.Note))
		}
		w.WriteByte('\n')
	}
	return w.WriteByte('\n')
}

// Package ltriples reads and writes the triples of Dridan & Oepen 2011, one on a
// line, as [incr tsdb()] exports them (--format ltriples):
//
//	_persuade_v_of<3:12> ARG2 named<13:16>(Kim)
//	_persuade_v_of<3:12> TENSE past
//
// A node is its predicate with its characters and, in brackets, its constant. The
// triples of a sentence end at an empty line or the end of the file; a line # NAME
// before them names it. The graph is an EDS without a top, whose edge BV from a
// quantifier is called ARG0. The NAME triples of the paper are not written: nodes hold
// them. A node without edges and properties is on a line of its own.
//
// Limits: nodes with the same predicate, characters and constant are one node, and the
// properties of quantifiers are not written.
package ltriples

import (
	"bufio"
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"assay/graph/mrs"
	"assay/internal/graph"
	"assay/treebank"
)

// Format is the notation of triples.
var Format = treebank.Format{
	Name:      "ltriples",
	Title:     "triples of Dridan & Oepen 2011",
	Source:    "Dridan & Oepen 2011, section 3; format ltriples of the export of [incr tsdb()]",
	Ext:       []string{".ltriples", ".triples"},
	Layers:    treebank.Graph,
	Framework: "eds",
	Keyed:     true,
	Detect:    detect,
	Split:     split,
	Parse:     parse,
	ID:        id,
	Write:     write,
}

func detect(head []byte) bool {
	for line := range bytes.Lines(head) {
		line = bytes.Trim(line, blanks)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		p, ok := cutNode(line)
		rest := bytes.Fields(line[p.end:])
		return ok && (len(rest) == 0 || len(rest) >= 2 && upper(rest[0]))
	}
	return false
}

func upper(role []byte) bool {
	return bytes.Equal(role, bytes.ToUpper(role)) && !bytes.Equal(role, bytes.ToLower(role))
}

// split cuts at empty lines.
func split(data []byte, atEOF bool, _ int32) treebank.Extent {
	return treebank.SplitLines(data, atEOF, 0).Trim(data)
}

// id returns the name on the first line.
func id(text []byte) []byte {
	if len(text) == 0 || text[0] != '#' {
		return nil
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return bytes.TrimSpace(line[1:])
}

// A place is the place of a node in a line: its characters are between open and
// closed, the characters < and >.
type place struct{ open, closed, end int }

// cutNode finds the node at the start of line, such as named<13:16>(Kim).
func cutNode(line []byte) (p place, ok bool) {
	for i := 1; i < len(line) && !graph.Blank(line[i]); i++ {
		if line[i] != '<' {
			continue
		}
		n := bytes.IndexByte(line[i:], '>')
		if n < 0 {
			break
		}
		from, to, _ := bytes.Cut(line[i+1:i+n], []byte(":"))
		if !number(from) || !number(to) {
			continue
		}
		p = place{i, i + n, i + n + 1}
		if p.end == len(line) || graph.Blank(line[p.end]) {
			return p, true
		}
		if line[p.end] != '(' {
			continue
		}
		for j := p.end; j < len(line); j++ {
			if line[j] == ')' && (j+1 == len(line) || graph.Blank(line[j+1])) {
				p.end = j + 1
				return p, true
			}
		}
	}
	return place{}, false
}

func number(b []byte) bool {
	_, err := strconv.ParseInt(string(b), 10, 32)
	return err == nil
}

// A reader makes the graph of a sentence.
type reader struct {
	b     *graph.Builder
	nodes map[string]string // names by the text of the node
	props []treebank.Prop
}

func parse(sentence *treebank.Sentence, text []byte) error {
	sentence.Own()
	sentence.ID = sentence.Add(id(text))
	r := reader{b: graph.New(sentence, text), nodes: map[string]string{}}
	defer r.b.Free()
	for at, line := range treebank.EachLine(text) {
		if err := r.line(text, at, bytes.TrimRight(line, blanks)); err != nil {
			return err
		}
	}
	r.b.Link()
	slices.SortStableFunc(r.props, func(a, b treebank.Prop) int { return cmp.Compare(a.Node, b.Node) })
	sentence.Props = append(sentence.Props, r.props...)
	if len(sentence.Nodes) == 0 {
		sentence.Missing, sentence.Failure = true, "no triples"
	}
	return nil
}

// line reads a triple or a node.
func (r *reader) line(text []byte, at int, line []byte) error {
	if len(line) == 0 || line[0] == '#' {
		return nil
	}
	place, ok := cutNode(line)
	if !ok {
		return treebank.At(text, at, "a predicate with its characters, as in _dog_n_1<4:7>",
			strconv.Quote(string(line[:min(len(line), 30)])))
	}
	from := r.node(line, place)
	role, value, ok := bytes.Cut(bytes.TrimLeft(line[place.end:], blanks), []byte(" "))
	value = bytes.Trim(value, blanks)
	switch {
	case len(role) == 0:
		return nil // a node alone
	case !ok || len(value) == 0:
		return treebank.At(text, at+place.end, "a role and a node, or a property and a value",
			strconv.Quote(string(line[place.end:])))
	}
	sentence := r.b.S
	if to, ok := cutNode(value); ok && to.end == len(value) {
		label := mrs.Upper(role)
		if string(label) == "ARG0" {
			label = []byte("BV")
		}
		r.b.Edge([]byte(from), []byte(r.node(value, to)), label, nil)
		return nil
	}
	node, _ := strconv.Atoi(from[1:])
	prop := treebank.Prop{Node: int32(node - 1), Key: sentence.Syms.Intern(mrs.Upper(role)),
		Value: sentence.Syms.Intern(mrs.Lower(value))}
	for i := range r.props {
		if r.props[i].Node == prop.Node && r.props[i].Key == prop.Key {
			r.props[i].Value = prop.Value // the last one counts
			return nil
		}
	}
	r.props = append(r.props, prop)
	return nil
}

// node returns the name of the node at place, _1 for the first, and adds it if it is new.
func (r *reader) node(line []byte, place place) string {
	text := string(line[:place.end])
	name, ok := r.nodes[text]
	if ok {
		return name
	}
	name = "_" + strconv.Itoa(len(r.nodes)+1)
	r.nodes[text] = name
	from, to, _ := bytes.Cut(line[place.open+1:place.closed], []byte(":"))
	n := r.b.Node([]byte(name), mrs.NormalizePredicate(line[:place.open]), graph.Number(string(from)),
		graph.Number(string(to)))
	if place.end > place.closed+1 {
		n.Carg = r.b.S.Add(line[place.closed+2 : place.end-1])
	}
	return name
}

const blanks = " \t\n\v\f\r"

// word returns text without blanks, - for an empty one.
func word(text string) string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(blanks, r) })
	if len(parts) == 0 {
		return "-"
	}
	return strings.Join(parts, "_")
}

// value returns a value that cannot be taken for a node.
func value(text string) string {
	return strings.NewReplacer("<", "[", ">", "]").Replace(word(text))
}

// oneLine returns text without breaks of lines, and without ends of constants in it.
func oneLine(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), ") ", ")_")
}

func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	graph.EDS(sentence)
	if name := oneLine(sentence.Str(sentence.ID)); name != "" || len(sentence.Nodes) == 0 {
		w.WriteString(strings.TrimSpace("# "+name) + "\n")
	}
	names, alone := make([]string, len(sentence.Nodes)), make([]bool, len(sentence.Nodes))
	quantifies := make([]bool, len(sentence.Nodes))
	for i := range sentence.Nodes {
		n := &sentence.Nodes[i]
		names[i], alone[i] = word(sentence.Name(n.Label))+graph.Lnk(n), true
		if n.Carg.Len > 0 {
			names[i] += "(" + oneLine(sentence.Str(n.Carg)) + ")"
		}
	}
	bv := sentence.Syms.InternString("BV")
	for _, e := range sentence.Edges {
		alone[e.From], alone[e.To] = false, false
		quantifies[e.From] = quantifies[e.From] || e.Label == bv
	}
	for i := range sentence.Nodes {
		written := !alone[i]
		for _, e := range graph.Edges(sentence, int32(i)) {
			role := word(sentence.Name(e.Label))
			if e.Label == bv {
				role = "ARG0"
			}
			w.WriteString(names[i] + " " + role + " " + names[e.To] + "\n")
		}
		if !quantifies[i] {
			for _, p := range graph.Props(sentence, int32(i)) {
				w.WriteString(names[i] + " " + word(sentence.Name(p.Key)) + " " + value(sentence.Name(p.Value)) + "\n")
				written = true
			}
		}
		if !written {
			w.WriteString(names[i] + "\n")
		}
	}
	return w.WriteByte('\n')
}

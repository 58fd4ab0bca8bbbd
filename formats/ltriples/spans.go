package ltriples

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"assay/graph/mrs"
	"assay/internal/graph"
	"assay/treebank"
)

// Spans is the notation of figure 2 of the paper: one triple on a line, whose nodes are their characters.
//
//	"persuaded"  <3:12>  ARG2  <13:16>  "Kim"
//	"persuaded"  <3:12>  NAME  _persuade_v_of
//	"persuaded"  <3:12>  TENSE past
//
// The text in quotes is an illustration: it may be absent, and reading passes over it.
// Each NAME is a node. An edge from characters that several nodes have is from the
// quantifier if it is ARG0 (BV) and from another one if not, and it never leads to a
// quantifier: comparison by characters does not depend on that. Characters without a
// NAME are a node without a label.
//
// Limits: constants and tops are no triples of the paper. Equal triples are one. Of
// anchors with gaps the outer ends are written.
var Spans = treebank.Format{
	Name:      "edm-triples",
	Title:     "triples as in figure 2 of Dridan & Oepen 2011",
	Source:    "Dridan & Oepen 2011, section 4.1 and figure 2",
	Ext:       []string{".edm"},
	Layers:    treebank.Graph,
	Framework: "eds",
	Keyed:     true,
	Detect:    detectSpans,
	Split:     split,
	Parse:     parseSpans,
	ID:        id,
	Write:     writeSpans,
}

// A spanTriple is a line of the figure.
type spanTriple struct {
	from, to    [2]int32 // characters
	edge        bool     // to is a node, else value is a relation or a value
	role, value []byte
}

func detectSpans(head []byte) bool {
	for line := range bytes.Lines(head) {
		line = bytes.Trim(line, blanks)
		if len(line) > 0 && line[0] != '#' {
			_, ok := cutTriple(line)
			return ok
		}
	}
	return false
}

// cutSpan reads characters such as <3:12> at the start of text.
func cutSpan(text []byte) (span [2]int32, rest []byte, ok bool) {
	if len(text) == 0 || text[0] != '<' {
		return span, text, false
	}
	end := bytes.IndexByte(text, '>')
	if end < 0 {
		return span, text, false
	}
	from, to, _ := bytes.Cut(text[1:end], []byte(":"))
	if !number(from) || !number(to) {
		return span, text, false
	}
	span = [2]int32{graph.Number(string(from)), graph.Number(string(to))}
	return span, text[end+1:], end+1 == len(text) || graph.Blank(text[end+1])
}

// cutTriple reads a line.
func cutTriple(line []byte) (t spanTriple, ok bool) {
	if line[0] == '"' { // the quoted text ends before the characters
		for i := 1; ; i++ {
			n := bytes.IndexByte(line[i:], '"')
			if n < 0 {
				return t, false
			}
			i += n
			rest := bytes.TrimLeft(line[i+1:], blanks)
			if _, _, ok := cutSpan(rest); ok {
				line = rest
				break
			}
		}
	}
	t.from, line, ok = cutSpan(line)
	if !ok {
		return t, false
	}
	line = bytes.Trim(line, blanks)
	end := bytes.IndexAny(line, blanks)
	if end < 0 {
		return t, false
	}
	t.role, t.value = line[:end], bytes.TrimLeft(line[end:], blanks)
	if to, rest, found := cutSpan(t.value); found {
		rest = bytes.Trim(rest, blanks)
		t.to, t.edge = to, len(rest) == 0 || len(rest) > 1 && rest[0] == '"' && rest[len(rest)-1] == '"'
	}
	return t, true
}

func parseSpans(sentence *treebank.Sentence, text []byte) error {
	sentence.Own()
	sentence.ID = sentence.Add(id(text))
	var triples []spanTriple
	for at, line := range treebank.EachLine(text) {
		trimmed := bytes.Trim(line, blanks)
		if len(trimmed) > 0 && trimmed[0] != '#' {
			t, ok := cutTriple(trimmed)
			if !ok {
				return treebank.At(text, at, `a triple, as in <3:12> ARG2 <13:16> or <3:12> TENSE past`,
					strconv.Quote(string(trimmed[:min(len(trimmed), 40)])))
			}
			triples = append(triples, t)
		}
	}
	b := graph.New(sentence, text)
	defer b.Free()
	g := spanGraph{b: b, at: map[[2]int32][]int{}, quantifiers: map[[2]int32]int{}, values: map[spanValue]int{}}
	g.nodes(triples)
	for _, t := range triples {
		g.edge(t)
	}
	b.Link()
	for _, t := range triples {
		g.prop(t)
	}
	slices.SortStableFunc(sentence.Props, func(a, b treebank.Prop) int { return cmp.Compare(a.Node, b.Node) })
	if len(sentence.Nodes) == 0 {
		sentence.Missing, sentence.Failure = true, "no triples"
	}
	return nil
}

// A spanGraph makes a graph from triples.
type spanGraph struct {
	b           *graph.Builder
	at          map[[2]int32][]int // nodes, from 0, by characters: quantifiers after the others
	quantifiers map[[2]int32]int   // the first one
	values      map[spanValue]int  // number of values of a property
}

// A spanValue is a property of some characters, and its value or 0.
type spanValue struct {
	span       [2]int32
	key, value treebank.Symbol
}

// nodes adds a node for each NAME, and one for each other stretch of characters.
func (g *spanGraph) nodes(triples []spanTriple) {
	seen := map[spanValue]bool{}
	for _, quantifiers := range [2]bool{false, true} {
		for _, t := range triples {
			name := mrs.NormalizePredicate(t.value)
			if !t.name() || quantifier(name) != quantifiers {
				continue
			}
			one := spanValue{span: t.from, value: g.b.S.Syms.Intern(name)}
			if seen[one] {
				continue
			}
			seen[one] = true
			if _, known := g.quantifiers[t.from]; quantifiers && !known {
				g.quantifiers[t.from] = len(g.b.S.Nodes)
			}
			g.add(t.from, name)
		}
	}
	for _, t := range triples {
		if len(g.at[t.from]) == 0 {
			g.add(t.from, nil)
		}
		if t.edge && len(g.at[t.to]) == 0 {
			g.add(t.to, nil)
		}
	}
}

// name reports whether t names a node.
func (t *spanTriple) name() bool { return !t.edge && bytes.EqualFold(t.role, []byte("NAME")) }

// quantifier reports whether a predicate is a quantifier, such as udef_q or _the_q.
func quantifier(predicate []byte) bool {
	return bytes.HasSuffix(predicate, []byte("_q")) || bytes.Contains(predicate, []byte("_q_"))
}

func (g *spanGraph) add(span [2]int32, label []byte) int {
	n := len(g.b.S.Nodes)
	g.at[span] = append(g.at[span], n)
	g.b.Node(nodeName(n), label, span[0], span[1])
	return n
}

func nodeName(n int) []byte { return strconv.AppendInt([]byte("_"), int64(n+1), 10) }

func (g *spanGraph) edge(t spanTriple) {
	if !t.edge {
		return
	}
	from, label := g.at[t.from][0], mrs.Upper(t.role)
	if string(label) == "ARG0" {
		label = []byte("BV")
		if n, ok := g.quantifiers[t.from]; ok {
			from = n
		}
	}
	g.b.Edge(nodeName(from), nodeName(g.at[t.to][0]), label, nil)
}

// prop adds a property. Several values of one property belong to several nodes.
func (g *spanGraph) prop(t spanTriple) {
	if t.edge || t.name() {
		return
	}
	s := g.b.S
	one := spanValue{t.from, s.Syms.Intern(mrs.Upper(t.role)), s.Syms.Intern(mrs.Lower(t.value))}
	if g.values[one] > 0 {
		return
	}
	g.values[one]++
	key := spanValue{span: t.from, key: one.key}
	if g.values[key] == len(g.at[t.from]) {
		g.add(t.from, nil)
	}
	s.Props = append(s.Props, treebank.Prop{Node: int32(g.at[t.from][g.values[key]]), Key: one.key, Value: one.value})
	g.values[key]++
}

// writeSpans writes arguments, then names, then properties, each by characters.
func writeSpans(w *bufio.Writer, sentence *treebank.Sentence) error {
	graph.EDS(sentence)
	if name := oneLine(sentence.Str(sentence.ID)); name != "" || len(sentence.Nodes) == 0 {
		w.WriteString(strings.TrimSpace("# "+name) + "\n")
	}
	f := figure{s: sentence, input: []rune(sentence.Str(sentence.Input))}
	f.fill()
	var texts, spans, roles int
	for _, l := range f.lines {
		texts, roles = max(texts, utf8.RuneCountInString(l.text)), max(roles, utf8.RuneCountInString(l.role))
		spans = max(spans, len(l.span))
	}
	for i, l := range f.lines {
		if i > 0 && l == f.lines[i-1] {
			continue
		}
		if l.target != "" {
			l.value = fmt.Sprintf("%-*s  %s", spans, l.value, l.target)
		}
		row := fmt.Sprintf("%*s  %*s  %-*s  %s", texts, l.text, spans, l.span, roles, l.role, l.value)
		if texts == 0 {
			row = row[2:]
		}
		w.WriteString(row + "\n")
	}
	return w.WriteByte('\n')
}

// A figure is the list of lines of a sentence.
type figure struct {
	s     *treebank.Sentence
	input []rune
	lines []figureLine
}

type figureLine struct {
	class        int // 0 arguments, 1 names, 2 properties
	from, to     int32
	second       bool // a name, but not of a quantifier
	text, span   string
	role, value  string
	toFrom, toTo int32  // of an argument
	target       string // its text
}

// quote returns the text of some characters in quotes, "" if the sentence has no text.
func (f *figure) quote(from, to int32) string {
	if from < 0 || from > to || int(to) > len(f.input) {
		return ""
	}
	return `"` + strings.Join(strings.Fields(string(f.input[from:to])), " ") + `"`
}

// fill makes the lines in their order.
func (f *figure) fill() {
	s := f.s
	bv := s.Syms.InternString("BV")
	quantifies := make([]bool, len(s.Nodes))
	line := func(class int, n *treebank.Node, role, value string) *figureLine {
		f.lines = append(f.lines, figureLine{class: class, from: n.From, to: n.To, text: f.quote(n.From, n.To),
			span: graph.Lnk(n), role: role, value: value})
		return &f.lines[len(f.lines)-1]
	}
	for _, e := range s.Edges {
		to := &s.Nodes[e.To]
		role := word(s.Name(e.Label))
		if e.Label == bv {
			role, quantifies[e.From] = "ARG0", true
		}
		l := line(0, &s.Nodes[e.From], role, graph.Lnk(to))
		l.toFrom, l.toTo, l.target = to.From, to.To, f.quote(to.From, to.To)
	}
	for i := range s.Nodes {
		if label := s.Nodes[i].Label; label != 0 {
			line(1, &s.Nodes[i], "NAME", word(s.Name(label))).second = !quantifies[i]
		}
	}
	for _, p := range s.Props {
		line(2, &s.Nodes[p.Node], word(s.Name(p.Key)), value(s.Name(p.Value)))
	}
	slices.SortStableFunc(f.lines, func(a, b figureLine) int {
		if a.class != b.class || a.from != b.from || a.to != b.to {
			return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
		}
		if a.second != b.second {
			if b.second {
				return -1
			}
			return 1
		}
		if a.class == 1 {
			return cmp.Compare(a.value, b.value)
		}
		return cmp.Or(cmp.Compare(a.role, b.role), cmp.Compare(a.toFrom, b.toFrom), cmp.Compare(a.toTo, b.toTo),
			cmp.Compare(a.value, b.value))
	})
}

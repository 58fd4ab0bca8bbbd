package amr

import (
	"bufio"
	"bytes"
	"strconv"
	"strings"

	triples "assay/graph/amr"
	"assay/internal/graph"
	"assay/treebank"
)

// A writer writes one sentence.
type writer struct {
	w         *bufio.Writer
	s         *treebank.Sentence
	names     []string
	order     [][]byte // of each node, as a reader makes it; nil where there is none
	props     [][]int  // of each node: its properties
	out       [][]int  // of each node: edges from it
	in        [][]int  // of each node: edges to it
	align     map[string]string
	constants bool   // of AMR in a format without quotes: they get theirs back
	done      []bool // nodes
	put       []bool // edges
}

func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	graph.EDS(sentence)
	x := &writer{w: w, s: sentence, align: map[string]string{}}
	x.constants = graph.Value(sentence, "framework") == "amr"
	x.prepare()
	x.metadata()
	if len(sentence.Nodes) == 0 && !sentence.Missing {
		w.WriteString("()\n")
	}
	for _, top := range sentence.Tops[:min(len(sentence.Tops), 1)] {
		x.node(top, 1)
		w.WriteByte('\n')
	}
	for i := range sentence.Nodes {
		if !x.done[i] {
			w.WriteByte(' ')
			x.node(int32(i), 1)
			w.WriteByte('\n')
		}
	}
	w.WriteByte('\n')
	return nil
}

// prepare sorts properties and edges by node, names nodes and finds the metadata
// that a reader kept.
func (x *writer) prepare() {
	n := len(x.s.Nodes)
	x.props, x.out, x.in = make([][]int, n), make([][]int, n), make([][]int, n)
	x.done, x.put = make([]bool, n), make([]bool, len(x.s.Edges))
	for i, p := range x.s.Props {
		x.props[p.Node] = append(x.props[p.Node], i)
	}
	for i, e := range x.s.Edges {
		x.out[e.From], x.in[e.To] = append(x.out[e.From], i), append(x.in[e.To], i)
	}
	if order := bytes.Split([]byte(graph.Value(x.s, triples.OrderKey)), []byte(",")); len(order) == n && x.fits(order) {
		x.order = order
	}
	x.names = x.variables()
	for _, a := range x.s.Attrs {
		if x.s.Name(a.Key) != alignKey {
			continue
		}
		if at, text, ok := strings.Cut(x.s.Str(a.Value), " "); ok {
			x.align[at] = text
		}
	}
}

// fits reports whether an order has all properties and edges of each node.
func (x *writer) fits(order [][]byte) bool {
	for i, list := range order {
		props := bytes.Count(list, []byte("p"))
		if props != len(x.props[i]) || len(list)-props != len(x.out[i]) {
			return false
		}
	}
	return true
}

// variables returns the names of the nodes. A graph that was read keeps its own;
// names that PENMAN cannot hold, and numbers, are replaced by names made from the
// concept.
func (x *writer) variables() []string {
	names := make([]string, len(x.s.Nodes))
	used := map[string]bool{}
	for i := range names {
		id := x.s.Str(x.s.Nodes[i].ID)
		if x.order != nil || id != "" && isLetter(id[0]) && !strings.ContainsAny(id, " \t\r\n()/\":~") && !used[id] {
			names[i], used[id] = id, true
		}
	}
	for i := range names {
		if names[i] != "" {
			continue
		}
		letter := "x"
		if label := x.s.Name(x.s.Nodes[i].Label); label != "" && isLetter(label[0]) {
			letter = strings.ToLower(label[:1])
		}
		names[i] = letter
		for k := 2; used[names[i]]; k++ {
			names[i] = letter + strconv.Itoa(k)
		}
		used[names[i]] = true
	}
	return names
}

// metadata writes the lines that begin with #.
func (x *writer) metadata() {
	for _, c := range x.s.Comments {
		line := strings.TrimRight(x.s.Str(c), " \t\r\n")
		if !strings.HasPrefix(line, "#") {
			line = "# " + line
		}
		x.w.WriteString(line + "\n")
	}
	if len(x.s.Comments) > 0 {
		return
	}
	if x.s.ID.Len > 0 {
		x.w.WriteString("# ::id " + graph.Clean(x.s.Str(x.s.ID), "") + "\n")
	}
	if x.s.Input.Len > 0 {
		x.w.WriteString("# ::snt " + strings.Join(strings.Fields(x.s.Str(x.s.Input)), " ") + "\n")
	}
}

// node writes node i and the nodes below it.
func (x *writer) node(i int32, depth int) {
	x.done[i] = true
	node := &x.s.Nodes[i]
	x.w.WriteString("(" + x.names[i])
	if node.Label != 0 {
		x.w.WriteString(" / " + x.word(x.s.Name(node.Label)) + x.align["n"+strconv.Itoa(int(i))])
	}
	props, out := x.props[i], x.out[i]
	for _, c := range x.list(i) {
		if c == 'p' {
			x.prop(props[0], depth)
			props = props[1:]
			continue
		}
		k := out[0]
		out = out[1:]
		if x.put[k] {
			continue
		}
		to := x.s.Edges[k].To
		define := !x.done[to] && (c == 'e' || x.order == nil)
		x.edge(k, x.s.Name(x.s.Edges[k].Label), to, define, depth)
	}
	if x.order == nil {
		x.inverse(i, depth)
	}
	if node.Carg.Len > 0 {
		x.line(depth, ":carg "+quote(x.s.Str(node.Carg)))
	}
	x.w.WriteByte(')')
}

// list returns the order of the roles of node i: properties first, if none is
// known.
func (x *writer) list(i int32) []byte {
	if x.order != nil {
		return x.order[i]
	}
	return append(bytes.Repeat([]byte("p"), len(x.props[i])), bytes.Repeat([]byte("e"), len(x.out[i]))...)
}

// inverse writes the edges to node i that come from nodes not yet written.
func (x *writer) inverse(i int32, depth int) {
	for _, k := range x.in[i] {
		from := x.s.Edges[k].From
		if x.put[k] || x.done[from] {
			continue
		}
		role, ok := strings.CutSuffix(x.s.Name(x.s.Edges[k].Label), "-of")
		switch {
		case role == "mod" && !ok:
			role = "domain"
		case role == "domain" && !ok:
			role = "mod"
		case !ok:
			role += "-of"
		case role == "consist" || role == "prep-out" || role == "prep-on-behalf": // consist-of and the like are no inverses
			role += "-of-of"
		}
		x.edge(k, role, from, true, depth)
	}
}

// edge writes a role with the node that it leads to.
func (x *writer) edge(k int, role string, to int32, define bool, depth int) {
	x.put[k] = true
	at := "e" + strconv.Itoa(k)
	x.line(depth, ":"+role+x.align[at]+" ")
	if define {
		x.node(to, depth+1)
		return
	}
	x.w.WriteString(x.names[to] + x.align["v"+at])
}

// prop writes a role with its value.
func (x *writer) prop(i, depth int) {
	p := x.s.Props[i]
	at := "p" + strconv.Itoa(i)
	value := x.s.Name(p.Value)
	if x.constants {
		value = triples.Quoted(x.s.Name(x.s.Nodes[p.Node].Label), x.s.Name(p.Key), value)
	}
	x.line(depth, strings.TrimRight(":"+x.s.Name(p.Key)+x.align[at]+" "+x.value(value)+x.align["v"+at], " "))
}

// value returns a value in the form to write: quoted if it would otherwise be read
// as a node or as several words.
func (x *writer) value(v string) string {
	if x.order != nil || len(v) > 1 && v[0] == '"' && v[len(v)-1] == '"' {
		return v
	}
	for _, n := range x.names {
		if n == v {
			return quote(v)
		}
	}
	return x.word(v)
}

// word returns a concept or a value, in quotes if PENMAN could not hold it without.
func (x *writer) word(v string) string {
	if x.order != nil || v != "" && v[0] != '"' && v[0] != ':' && !strings.ContainsAny(v, " \t\r\n()\x00~") {
		return v
	}
	return quote(v)
}

func quote(v string) string { return `"` + graph.Escape(strings.Join(strings.Fields(v), " ")) + `"` }

func (x *writer) line(depth int, text string) {
	x.w.WriteByte('\n')
	x.w.WriteString(strings.Repeat("   ", min(depth, 1000)))
	x.w.WriteString(text)
}

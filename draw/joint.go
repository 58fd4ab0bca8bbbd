package draw

import (
	"io"
	"slices"
	"strings"

	"assay/treebank"
)

// A Joint is the graph of gold and the graph of the system in one: nodes that
// correspond are one node, and each node and edge is marked as shared, as only in
// gold, as only in the system, or as different.
type Joint struct {
	Graph *treebank.Sentence
	Marks Marks
	// NodeOf and EdgeOf are the node and the edge of the joint graph for each of the
	// system's. An edge is -1 where a node at one of its ends is missing, or where it
	// is the counterpart of an edge of gold that no item names.
	NodeOf, EdgeOf []int32
}

// Mates are the corresponding parts of two graphs: for each node and each edge of gold
// that of the system, -1 for none. Missing entries are -1.
type Mates struct{ Nodes, Edges []int32 }

// Set notes that part g of gold corresponds to part s of the system.
func set(list *[]int32, g, s int32) {
	for len(*list) <= int(g) {
		*list = append(*list, -1)
	}
	if (*list)[g] < 0 {
		(*list)[g] = s
	}
}

// Node notes a pair of nodes. The first pair of a node counts.
func (m *Mates) Node(gold, system int32) { set(&m.Nodes, gold, system) }

// Edge notes a pair of edges.
func (m *Mates) Edge(gold, system int32) { set(&m.Edges, gold, system) }

func at(list []int32, i int) int32 {
	if i < len(list) {
		return list[i]
	}
	return -1
}

// A joiner makes a Joint.
type joiner struct {
	gold, system *treebank.Sentence
	out          *treebank.Sentence
	marks        Marks
	of           []int32 // node of the joint graph by node of the system
	edgeOf       []int32 // edge of the joint graph by edge of the system
}

// Join puts two graphs into one. gm and sm are the marks of both.
func Join(gold, system *treebank.Sentence, gm, sm Marks, mates Mates) *Joint {
	j := &joiner{gold: gold, system: system, out: &treebank.Sentence{Syms: gold.Syms}, of: make([]int32, len(system.Nodes))}
	j.out.Own()
	j.out.Input = j.out.AddString(gold.Str(gold.Input))
	if gold.Input.Len == 0 {
		j.out.Input = j.out.AddString(system.Str(system.Input))
	}
	for i := range j.of {
		j.of[i] = -1
	}
	unscored := uncounted(gold, system, gm, sm, mates)
	for i := range gold.Nodes {
		mate := at(mates.Nodes, i)
		if mate < 0 {
			mate = unscored[int32(i)] - 1
		}
		if mate >= 0 && (int(mate) >= len(system.Nodes) || j.of[mate] >= 0) {
			mate = -1
		}
		if mate >= 0 {
			j.of[mate] = int32(i)
		}
		m := mark(gm.Nodes, int32(i))
		if unscored[int32(i)] > 0 && mate >= 0 { // its label and its properties are gold's
			j.node(int32(i), -1, Plain)
			continue
		}
		j.node(int32(i), mate, m)
	}
	for i := range system.Nodes {
		if j.of[i] < 0 {
			j.of[i] = int32(len(j.out.Nodes))
			j.node(-1, int32(i), mark(sm.Nodes, int32(i)))
		}
	}
	j.edges(gm, sm, mates)
	j.tops()
	return &Joint{j.out, j.marks, j.of, j.edgeOf}
}

// uncounted pairs nodes that no item is about, as in measures of edges alone: those that
// are the only ones of their side on the same characters, and the only tops. It returns the system's node
// by gold's, plus 1.
func uncounted(gold, system *treebank.Sentence, gm, sm Marks, mates Mates) map[int32]int32 {
	type place struct{ from, to int32 }
	const many = -1
	alone := func(s *treebank.Sentence, marks []Mark, taken func(int32) bool) map[place]int32 {
		out := map[place]int32{}
		for i := range s.Nodes {
			n, at := &s.Nodes[i], int32(i)
			p := place{n.From, n.To}
			if n.From < 0 {
				continue
			}
			if _, other := out[p]; other || mark(marks, at) != Plain || taken(at) {
				at = many
			}
			out[p] = at
		}
		return out
	}
	out := map[int32]int32{}
	if len(gold.Tops) == 1 && len(system.Tops) == 1 {
		g, s := gold.Tops[0], system.Tops[0]
		if mark(gm.Nodes, g) == Plain && mark(sm.Nodes, s) == Plain && at(mates.Nodes, int(g)) < 0 && !slices.Contains(mates.Nodes, s) {
			out[g] = s + 1
		}
	}
	theirs := alone(system, sm.Nodes, func(i int32) bool { return slices.Contains(mates.Nodes, i) })
	for p, g := range alone(gold, gm.Nodes, func(i int32) bool { return at(mates.Nodes, int(i)) >= 0 }) {
		if s, ok := theirs[p]; ok && g != many && s != many {
			out[g] = s + 1
		}
	}
	return out
}

// differ separates gold's text from the system's.
const differ = " ≠ "

// either returns a if both are equal or b is empty, b if a is empty, else both with
// the sign of difference between them.
func either(a, b string) string {
	switch {
	case a == b || b == "":
		return a
	case a == "":
		return b
	}
	return a + differ + b
}

// node adds the node of one side or of both; -1 is none. mark is the mark of its own
// side.
func (j *joiner) node(gold, system int32, mark Mark) {
	var node treebank.Node
	node.From, node.To = -1, -1
	label, constant := "", ""
	if gold >= 0 {
		own := j.gold.Nodes[gold]
		label, constant = j.gold.Name(own.Label), j.gold.Str(own.Carg)
		node.From, node.To = own.From, own.To
	}
	if system >= 0 {
		own := j.system.Nodes[system]
		label, constant = either(label, j.system.Name(own.Label)), either(constant, j.system.Str(own.Carg))
		if gold < 0 {
			node.From, node.To = own.From, own.To
		}
	}
	switch { // shared, whatever is wrong about it, unless it is on one side only
	case gold < 0 && mark != Plain:
		mark = Extra
	case system < 0 && mark != Plain:
		mark = Miss
	case gold >= 0 && system >= 0 && (mark == Miss || mark == Extra):
		mark = Match
	}
	label += j.properties(gold, system)
	if gold >= 0 && system >= 0 && strings.Contains(label+constant, differ) {
		mark = Wrong
	}
	node.Label = j.out.Syms.InternString(label)
	if constant != "" {
		node.Carg = j.out.AddString(constant)
	}
	j.out.Nodes = append(j.out.Nodes, node)
	j.marks.Nodes = append(j.marks.Nodes, mark)
}

// properties lists the properties of a node; those that one side lacks have a sign.
func (j *joiner) properties(g, s int32) string {
	list := func(of *treebank.Sentence, n int32) (out []string) {
		for _, p := range of.Props {
			if p.Node == n && n >= 0 {
				out = append(out, of.Name(p.Key)+"="+of.Name(p.Value))
			}
		}
		return out
	}
	gold, system := list(j.gold, g), list(j.system, s)
	var text strings.Builder
	for _, p := range gold {
		sign := ""
		if s >= 0 && !slices.Contains(system, p) {
			sign = Miss.sign()
		}
		text.WriteString(" " + sign + p)
	}
	for _, p := range system {
		if g < 0 {
			text.WriteString(" " + p)
		} else if !slices.Contains(gold, p) {
			text.WriteString(" " + Extra.sign() + p)
		}
	}
	return text.String()
}

// edges adds the edges of gold, then those that only the system has.
func (j *joiner) edges(gm, sm Marks, mates Mates) {
	taken := make([]bool, len(j.system.Edges))
	j.edgeOf = make([]int32, len(j.system.Edges))
	for i := range j.edgeOf {
		j.edgeOf[i] = -1
	}
	ends := func(e treebank.Edge) (from, to int32, ok bool) {
		ok = e.From >= 0 && e.To >= 0 && int(e.From) < len(j.of) && int(e.To) < len(j.of)
		if ok {
			from, to = j.of[e.From], j.of[e.To]
		}
		return from, to, ok
	}
	add := func(from, to int32, label string, m Mark) {
		j.out.Edges = append(j.out.Edges, treebank.Edge{From: from, To: to, Label: j.out.Syms.InternString(label)})
		j.marks.Edges = append(j.marks.Edges, m)
	}
	twin := func(gold treebank.Edge) int { // the system's edge between the same nodes with the same label
		for s, e := range j.system.Edges {
			from, to, ok := ends(e)
			if ok && !taken[s] && mark(sm.Edges, int32(s)) == Plain && from == gold.From && to == gold.To && j.system.Name(e.Label) == j.gold.Name(gold.Label) {
				return s
			}
		}
		return -1
	}
	for i, edge := range j.gold.Edges {
		m, label := mark(gm.Edges, int32(i)), j.gold.Name(edge.Label)
		if s := at(mates.Edges, i); s >= 0 && int(s) < len(taken) && !taken[s] {
			from, to, ok := ends(j.system.Edges[s])
			switch {
			case m != Wrong:
				taken[s], j.edgeOf[s] = true, int32(len(j.out.Edges))
			case ok && from == edge.From && to == edge.To: // another label
				j.edgeOf[s] = int32(len(j.out.Edges))
				taken[s], label = true, either(label, j.system.Name(j.system.Edges[s].Label))
			default: // elsewhere, or the other way round
				m = Miss
			}
		}
		if m == Plain && len(j.system.Nodes) > 0 { // no item is about it
			if s := twin(edge); s >= 0 {
				taken[s], j.edgeOf[s] = true, int32(len(j.out.Edges))
			} else {
				m = Miss
			}
		}
		add(edge.From, edge.To, label, m)
	}
	for i, edge := range j.system.Edges {
		from, to, ok := ends(edge)
		if taken[i] || !ok {
			continue
		}
		m := mark(sm.Edges, int32(i))
		switch {
		case m == Match:
			continue // it is the counterpart of an edge of gold that was not named
		case len(j.gold.Nodes) > 0:
			m = Extra
		}
		j.edgeOf[i] = int32(len(j.out.Edges))
		add(from, to, j.system.Name(edge.Label), m)
	}
}

// tops adds the tops; the label of its node shows whether only one side has it.
func (j *joiner) tops() {
	var system []int32
	for _, t := range j.system.Tops {
		if int(t) < len(j.of) {
			system = append(system, j.of[t])
		}
	}
	sign := func(n int32, m Mark) {
		node := &j.out.Nodes[n]
		node.Label = j.out.Syms.InternString(j.out.Name(node.Label) + " " + m.sign() + "top")
		if j.marks.Nodes[n] == Match {
			j.marks.Nodes[n] = Wrong
		}
	}
	for _, t := range j.gold.Tops {
		j.out.Tops = append(j.out.Tops, t)
		if !slices.Contains(system, t) && int(t) < len(j.gold.Nodes) && len(j.system.Nodes) > 0 {
			sign(t, Miss)
		}
	}
	for _, t := range system {
		if !slices.Contains(j.gold.Tops, t) {
			j.out.Tops = append(j.out.Tops, t)
			if len(j.gold.Nodes) > 0 {
				sign(t, Extra)
			}
		}
	}
}

// Legend explains the signs of a joint graph in one line.
func (j *Joint) Legend(sides [2]string) string {
	gold, system := sides[0], sides[1]
	if gold == "" {
		gold = "gold"
	}
	if system == "" {
		system = "system"
	}
	return "no sign: in both   − only " + gold + "   + only " + system + "   ≠ " + gold + " ≠ " + system
}

// Terminal draws both graphs in one picture with lines of text.
func (j *Joint) Terminal(w io.Writer, opt Options) error {
	opt.View = ViewGraph
	return Terminal(w, j.Graph, j.Marks, opt)
}

// SVG draws both graphs in one picture.
func (j *Joint) SVG(w io.Writer, opt Options) error {
	opt.View = ViewGraph
	return SVG(w, j.Graph, j.Marks, opt)
}

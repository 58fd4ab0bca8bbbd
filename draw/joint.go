package draw

import (
	"cmp"
	"maps"
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
	// Uncounted is true if one side has parts that the other lacks, but no score in focus counts them.
	Uncounted bool
}

// Mates are the corresponding parts of two graphs: for each node, each edge and each clause of gold
// that of the system, -1 for none. Missing entries are -1.
type Mates struct{ Nodes, Edges, Clauses []int32 }

// set notes that part g of gold corresponds to part s of the system.
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

// Clause notes a pair of clauses.
func (m *Mates) Clause(gold, system int32) { set(&m.Clauses, gold, system) }

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
	mates        Mates
	of           []int32 // node of the joint graph by node of the system
	edgeOf       []int32 // edge of the joint graph by edge of the system
	uncounted    bool
}

// Join puts two graphs into one. gm and sm are the marks of both.
func Join(gold, system *treebank.Sentence, gm, sm Marks, mates Mates) *Joint {
	j := &joiner{gold: gold, system: system, mates: mates, out: &treebank.Sentence{Syms: gold.Syms},
		of: slices.Repeat([]int32{-1}, len(system.Nodes))}
	j.out.Own()
	j.out.Input = j.out.AddString(gold.Str(gold.Input))
	if gold.Input.Len == 0 {
		j.out.Input = j.out.AddString(system.Str(system.Input))
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
			j.node(int32(i), -1, Plain, false)
			if m == Focus || mark(sm.Nodes, mate) == Focus {
				j.marks.Nodes[i] = Focus
			}
			continue
		}
		j.node(int32(i), mate, m, mate < 0)
	}
	for i := range system.Nodes {
		if j.of[i] < 0 {
			j.of[i] = int32(len(j.out.Nodes))
			j.node(-1, int32(i), mark(sm.Nodes, int32(i)), true)
		}
	}
	j.edges(gm, sm, mates)
	j.tops(gm, sm)
	j.ask(sm)
	return &Joint{j.out, j.marks, j.of, j.edgeOf, j.uncounted}
}

// ask frames the parts of the system that have the mark Focus. An edge that is not in the
// joint graph is shown by its ends.
func (j *joiner) ask(sm Marks) {
	asked := &j.marks.Asked
	for i, m := range sm.Nodes {
		if m == Focus {
			asked.Nodes = append(asked.Nodes, j.of[i])
		}
	}
	for i, m := range sm.Edges {
		if e := j.system.Edges[i]; m == Focus && j.edgeOf[i] >= 0 {
			asked.Edges = append(asked.Edges, j.edgeOf[i])
		} else if m == Focus {
			asked.Nodes = append(asked.Nodes, j.of[e.From], j.of[e.To])
		}
	}
}

// uncounted pairs nodes that no item is about, as in measures of edges alone: those that
// are the only ones of their side on the same characters, or above the same nodes with
// characters, the boxes of corresponding clauses, and the only tops. It returns the system's node
// by gold's, plus 1.
func uncounted(gold, system *treebank.Sentence, gm, sm Marks, mates Mates) map[int32]int32 {
	open := func(m Mark) bool { return m == Plain || m == Focus }
	out, taken := map[int32]int32{}, map[int32]bool{}
	for _, s := range mates.Nodes {
		taken[s] = true
	}
	freeGold := func(g int32) bool { return open(mark(gm.Nodes, g)) && at(mates.Nodes, int(g)) < 0 && out[g] == 0 }
	freeSystem := func(s int32) bool { return open(mark(sm.Nodes, s)) && !taken[s] }
	pair := func(g, s int32) { out[g], taken[s] = s+1, true }
	likeBoxes(gold, system, mates, func(g, s int32) {
		if freeGold(g) && freeSystem(s) {
			pair(g, s)
		}
	})
	goldPlaces, systemPlaces := nodePlaces(gold, freeGold), nodePlaces(system, freeSystem)
	for _, detail := range []int{2, 1, 0} { // labels of the node and its edges, of the node, none
		theirs := alone(system, systemPlaces, detail, freeSystem)
		for key, g := range alone(gold, goldPlaces, detail, freeGold) {
			if s, ok := theirs[key]; ok && g >= 0 && s >= 0 {
				pair(g, s)
			}
		}
	}
	if len(gold.Tops) == 1 && len(system.Tops) == 1 && freeGold(gold.Tops[0]) && freeSystem(system.Tops[0]) {
		if g, s := gold.Tops[0], system.Tops[0]; goldPlaces[g] == "" || systemPlaces[s] == "" ||
			goldPlaces[g] == systemPlaces[s] {
			pair(g, s)
		}
	}
	return out
}

// likeBoxes yields the boxes of clauses that are the same under mates, those that share most clauses first.
func likeBoxes(gold, system *treebank.Sentence, mates Mates, yield func(gold, system int32)) {
	same := func(g, s int32) bool { return g < 0 && s < 0 || g >= 0 && s >= 0 && at(mates.Nodes, int(g)) == s }
	shared := map[[2]int32]int{}
	for _, c := range gold.Clauses {
		for _, d := range system.Clauses {
			if (c.A >= 0 || c.B >= 0) && same(c.A, d.A) && same(c.B, d.B) && gold.Name(c.Op) == system.Name(d.Op) &&
				gold.Name(c.ConstA) == system.Name(d.ConstA) && gold.Name(c.ConstB) == system.Name(d.ConstB) {
				shared[[2]int32{c.Box, d.Box}]++
			}
		}
	}
	for _, boxes := range slices.SortedFunc(maps.Keys(shared), func(a, b [2]int32) int {
		return cmp.Or(shared[b]-shared[a], int(a[0]-b[0]), int(a[1]-b[1]))
	}) {
		yield(boxes[0], boxes[1])
	}
}

// nodePlaces returns the characters of each node that free reports, or those of the nodes below it; "" without any.
func nodePlaces(s *treebank.Sentence, free func(int32) bool) []string {
	out := make([]string, len(s.Nodes))
	place := func(n int32) string { return itoa(s.Nodes[n].From) + ":" + itoa(s.Nodes[n].To) }
	kids := make([][]int32, len(s.Nodes))
	anchors := false
	for i := range s.Nodes {
		anchors = anchors || s.Nodes[i].From >= 0
	}
	if !anchors {
		return out
	}
	inside := func(n int32) bool { return n >= 0 && int(n) < len(kids) }
	for _, e := range s.Edges {
		if inside(e.From) && inside(e.To) {
			kids[e.From] = append(kids[e.From], e.To)
		}
	}
	for i := range out {
		n := int32(i)
		switch {
		case !free(n):
		case s.Nodes[n].From >= 0:
			out[n] = place(n)
		default:
			seen, todo := map[int32]bool{n: true}, []int32{n}
			var below []string
			for len(todo) > 0 {
				last := todo[len(todo)-1]
				todo = todo[:len(todo)-1]
				if s.Nodes[last].From >= 0 {
					below = append(below, place(last))
					continue
				}
				for _, k := range kids[last] {
					if !seen[k] {
						seen[k] = true
						todo = append(todo, k)
					}
				}
			}
			if len(below) > 0 {
				slices.Sort(below)
				out[n] = "above " + strings.Join(slices.Compact(below), " ")
			}
		}
	}
	return out
}

// alone returns the node of each place, -1 if there are several.
func alone(s *treebank.Sentence, places []string, detail int, free func(int32) bool) map[string]int32 {
	into := make([][]string, len(s.Nodes))
	for _, e := range s.Edges {
		if detail > 1 && e.To >= 0 && int(e.To) < len(into) {
			into[e.To] = append(into[e.To], s.Name(e.Label))
		}
	}
	out := map[string]int32{}
	for i, key := range places {
		if key == "" || !free(int32(i)) {
			continue
		}
		if detail > 0 {
			key += "\n" + s.Name(s.Nodes[i].Label)
		}
		slices.Sort(into[i])
		key += "\n" + strings.Join(into[i], " ")
		if _, other := out[key]; other {
			out[key] = -1
		} else {
			out[key] = int32(i)
		}
	}
	return out
}

// differ separates gold's text from the system's.
const differ = " ≠ "

// uncountedText is the text of a part that one side lacks, but that does not count: its sign is within brackets.
func (j *joiner) uncountedText(sign Mark, label string) string {
	j.uncounted = true
	return "(" + sign.sign() + label + ")"
}

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
// side; alone is true if the other side has no such node.
func (j *joiner) node(gold, system int32, mark Mark, alone bool) {
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
		other := j.system.Name(own.Label)
		if gold >= 0 && mark != Wrong && label == j.gold.Str(j.gold.Nodes[gold].ID) && other == j.system.Str(own.ID) {
			other = label // both have no label but the names of their variables, which may differ
		}
		label, constant = either(label, other), either(constant, j.system.Str(own.Carg))
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
	if mark == Plain && alone && len(j.gold.Nodes) > 0 && len(j.system.Nodes) > 0 {
		sign := Miss
		if gold < 0 {
			sign = Extra
		}
		label = j.uncountedText(sign, label)
	}
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
	tag := func(of *treebank.Sentence, n int32) string { // of a word, given to the parser
		for _, p := range of.Props {
			if p.Node == n && of.Name(p.Key) == "pos" {
				return of.Name(p.Value)
			}
		}
		return ""
	}
	sameTag := g < 0 || s < 0 || tag(j.gold, g) == tag(j.system, s)
	list := func(of *treebank.Sentence, n int32) (out []property) {
		for _, p := range of.Props {
			switch key := of.Name(p.Key); {
			case p.Node != n || n < 0:
			case key == "paragraph", key == "paragraph_position", key == "pos" && sameTag: // its place in the text
			default:
				text := key + "=" + of.Name(p.Value)
				out = append(out, property{text, text})
			}
		}
		return append(out, across(of, n, j.name(of))...)
	}
	has := func(list []property, one property) bool {
		return slices.ContainsFunc(list, func(p property) bool { return p.key == one.key })
	}
	gold, system := list(j.gold, g), list(j.system, s)
	var text strings.Builder
	for _, p := range gold {
		sign := ""
		if s >= 0 && !has(system, p) {
			sign = Miss.sign()
		}
		text.WriteString(" " + sign + p.text)
	}
	for _, p := range system {
		if g < 0 {
			text.WriteString(" " + p.text)
		} else if !has(gold, p) {
			text.WriteString(" " + Extra.sign() + p.text)
		}
	}
	return text.String()
}

// edges adds the edges of gold, then those that only the system has.
func (j *joiner) edges(gm, sm Marks, mates Mates) {
	taken := make([]bool, len(j.system.Edges))
	j.edgeOf = slices.Repeat([]int32{-1}, len(j.system.Edges))
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
			if ok && !taken[s] && mark(sm.Edges, int32(s)) == Plain && from == gold.From && to == gold.To &&
				j.system.Name(e.Label) == j.gold.Name(gold.Label) {
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
			} else if j.counted(gm.Nodes, edge.To) {
				m = Miss
			} else {
				label = j.uncountedText(Miss, label)
			}
		}
		add(edge.From, edge.To, label, m)
	}
	for i, edge := range j.system.Edges {
		from, to, ok := ends(edge)
		if taken[i] || !ok {
			continue
		}
		m, label := mark(sm.Edges, int32(i)), j.system.Name(edge.Label)
		switch {
		case m == Match:
			continue // it is the counterpart of an edge of gold that was not named
		case len(j.gold.Nodes) == 0:
		case m != Plain || j.counted(sm.Nodes, edge.To):
			m = Extra
		default:
			label = j.uncountedText(Extra, label)
		}
		j.edgeOf[i] = int32(len(j.out.Edges))
		add(from, to, label, m)
	}
}

// counted reports whether an edge counts that no item is about: in measures of clauses each does, in those of
// units the edges into a wrong unit.
func (j *joiner) counted(nodes []Mark, to int32) bool {
	return len(j.gold.Clauses)+len(j.system.Clauses) > 0 || to >= 0 && mark(nodes, to) > Match
}

// tops adds the tops; the label of its node shows whether only one side has it.
func (j *joiner) tops(gm, sm Marks) {
	var system []int32
	counts := map[int32]bool{}
	for _, t := range j.system.Tops {
		if int(t) < len(j.of) {
			system = append(system, j.of[t])
			counts[j.of[t]] = mark(sm.Tops, t) > Match
		}
	}
	sign := func(n int32, m Mark, counts bool) {
		node, text := &j.out.Nodes[n], m.sign()+"top"
		if !counts {
			text = j.uncountedText(m, "top")
		} else if j.marks.Nodes[n] <= Match {
			j.marks.Nodes[n] = Wrong
		}
		node.Label = j.out.Syms.InternString(strings.TrimSpace(j.out.Name(node.Label) + " " + text))
	}
	for _, t := range j.gold.Tops {
		j.out.Tops = append(j.out.Tops, t)
		if !slices.Contains(system, t) && int(t) < len(j.gold.Nodes) && len(j.system.Nodes) > 0 {
			sign(t, Miss, mark(gm.Tops, t) > Match)
		}
	}
	for _, t := range system {
		if !slices.Contains(j.gold.Tops, t) {
			j.out.Tops = append(j.out.Tops, t)
			if len(j.gold.Nodes) > 0 {
				sign(t, Extra, counts[t])
			}
		}
	}
}

// Legend explains the signs of a joint graph in one line.
func (j *Joint) Legend(sides [2]string) string {
	gold, system := sides[0], sides[1]
	text := "no sign: in both   − only " + gold + "   + only " + system + "   ≠ " + gold + " ≠ " + system
	if j.Uncounted {
		text += "   (−) (+) not counted"
	}
	return text
}

package ucca

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"assay/treebank"
)

// A unit is a unit of a passage, or a terminal.
type unit struct {
	number   int    // the part of its ID after the layer; orders siblings
	kind     string // FN, PNCT, LKG; Word and Punctuation of terminals
	implicit bool
	position int    // position of a terminal, from 1
	form     string // the word of a terminal
	node     int32  // node of the sentence, -1 for units created by normalisation
	out, in  []*arc
	dead     bool
	search   int // the last search that came by
}

// An arc is an edge with its categories.
type arc struct {
	parent, child *unit
	tags          []string
	remote        bool
}

func (u *unit) terminal() bool    { return u.kind == "Word" || u.kind == "Punctuation" }
func (u *unit) punctuation() bool { return u.kind == "Punctuation" }

func (e *arc) has(tag string) bool { return slices.Contains(e.tags, tag) }

// children returns the children over edges of a category.
func (u *unit) children(tag string) (out []*unit) {
	for _, e := range u.out {
		if e.has(tag) {
			out = append(out, e.child)
		}
	}
	return out
}

func (u *unit) scene() bool { return len(u.children("S")) > 0 || len(u.children("P")) > 0 }

// primaryEdge returns the first edge from a foundational unit that is not remote.
func (u *unit) primaryEdge() *arc {
	for _, e := range u.in {
		if e.parent.kind == "FN" && !e.remote {
			return e
		}
	}
	return nil
}

func (u *unit) parent() *unit {
	if e := u.primaryEdge(); e != nil {
		return e.parent
	}
	return nil
}

// reaches reports whether v is u or below u.
func (p *passage) reaches(u, v *unit) bool {
	if u == v {
		return true
	}
	p.search++
	stack := append(p.stack[:0], u)
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if x == v {
			return true
		}
		if x.search == p.search {
			continue
		}
		x.search = p.search
		for _, e := range x.out {
			if e.child.search != p.search {
				stack = append(stack, e.child)
			}
		}
	}
	p.stack = stack
	return false
}

// yield returns the positions of the terminals below u, without punctuation.
func (u *unit) yield() []int { return u.positions(false) }

// positions returns the positions of the terminals below u.
func (u *unit) positions(punctuation bool) []int {
	var out []int
	seen := map[*unit]bool{}
	stack := []*unit{u}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case x.terminal():
			if punctuation || !x.punctuation() {
				out = append(out, x.position)
			}
		case x.kind == "PNCT" && !punctuation || seen[x]:
		default:
			seen[x] = true
			for _, e := range x.out {
				if !e.remote {
					stack = append(stack, e.child)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// A yielded holds the yield of a unit as positions and as a string.
type yielded struct {
	words []int
	key   string
}

// yields returns the yield of each unit, which it computes once, of a passage that does not change.
type yields struct {
	known map[*unit]yielded
	words int // of all yields
}

func (y *yields) of(u *unit) yielded {
	out, ok := y.known[u]
	if !ok {
		words := u.yield()
		out = yielded{words, key(words)}
		y.known[u], y.words = out, y.words+len(words)
	}
	return out
}

// key writes a yield as a string.
func key(yield []int) string {
	var b []byte
	for _, p := range yield {
		b = append(strconv.AppendInt(b, int64(p), 10), ' ')
	}
	return string(b)
}

// A passage is a graph that can be changed.
type passage struct {
	head      *unit // the unit 1.1, parent of units without another
	units     []*unit
	terminals []*unit
	numbers   map[int]bool
	search    int // number of searches for units below others
	stack     []*unit
	solid     []int // for each character of the text: those before it, blanks left out
}

// anchored reports whether the units of s have anchors in place of terminals.
func anchored(s *treebank.Sentence) bool {
	for i := range s.Nodes {
		if kind := s.Name(s.Nodes[i].Type); kind == "Word" || kind == "Punctuation" {
			return false
		}
	}
	return true
}

// read makes the passage of a sentence. Terminals are compared by their number, or by
// the number of characters before them, blanks left out, so that a passage and a graph
// with anchors can be compared.
func read(s *treebank.Sentence, characters bool) *passage {
	p := &passage{numbers: map[int]bool{}}
	if characters {
		p.count(s)
	}
	nodes := make([]*unit, len(s.Nodes))
	words := false
	for i := range s.Nodes {
		source := &s.Nodes[i]
		node := &unit{kind: s.Name(source.Type), node: int32(i), number: i + 1}
		if _, after, ok := strings.Cut(s.Str(source.ID), "."); ok {
			if number, err := strconv.Atoi(after); err == nil {
				node.number = number
			}
		}
		if node.terminal() {
			words = true
			node.form = s.Name(source.Label)
			p.terminals = append(p.terminals, node)
		} else {
			if node.kind == "" {
				node.kind = "FN"
			}
			p.units = append(p.units, node)
			p.numbers[node.number] = true
		}
		nodes[i] = node
	}
	for _, x := range s.Props {
		if s.Name(x.Key) == "implicit" {
			nodes[x.Node].implicit = strings.EqualFold(s.Name(x.Value), "true")
		}
	}
	byNumber(p.units)
	byNumber(p.terminals)
	for i, t := range p.terminals {
		if t.position = i + 1; characters {
			t.position = p.characters(s.Nodes[t.node].From)
		}
	}
	p.link(s, nodes)
	if !words {
		p.anchors(s, nodes)
	}
	p.findHead()
	return p
}

// count counts the characters of the text before each one, blanks left out.
func (p *passage) count(s *treebank.Sentence) {
	n := 0
	for _, r := range s.Str(s.Input) {
		p.solid = append(p.solid, n)
		if !unicode.IsSpace(r) {
			n++
		}
	}
}

// characters returns one more than the number of characters before a place.
func (p *passage) characters(from int32) int {
	if from >= 0 && int(from) < len(p.solid) {
		return p.solid[from] + 1
	}
	return int(from) + 1
}

func byNumber(list []*unit) {
	slices.SortStableFunc(list, func(a, b *unit) int { return cmp.Compare(a.number, b.number) })
}

func (p *passage) link(s *treebank.Sentence, nodes []*unit) {
	props := s.EdgeProps
	for i, edge := range s.Edges {
		tags, far := []string{s.Name(edge.Label)}, false
		for ; len(props) > 0 && int(props[0].Edge) == i; props = props[1:] {
			switch value := s.Name(props[0].Value); s.Name(props[0].Key) {
			case "category":
				tags = append(tags, value)
			case "remote":
				far = strings.EqualFold(value, "true")
			}
		}
		if nodes[edge.From].terminal() || edge.From == edge.To {
			continue
		}
		p.add(nodes[edge.From], nodes[edge.To], tags, far)
	}
}

// anchors makes terminals from the anchors of the units of a graph without terminals.
// A unit under U is punctuation.
func (p *passage) anchors(s *treebank.Sentence, nodes []*unit) {
	of := map[[2]int32]*unit{}
	terminal := func(u *unit, from, to int32) {
		t := of[[2]int32{from, to}]
		if t == nil {
			t = &unit{kind: "Word", node: u.node, number: int(from) + 1, position: p.characters(from)}
			of[[2]int32{from, to}] = t
			p.terminals = append(p.terminals, t)
		}
		for _, edge := range u.in {
			if !edge.remote && edge.has("U") {
				t.kind, u.kind = "Punctuation", "PNCT"
			}
		}
		p.add(u, t, []string{"Terminal"}, false)
	}
	rest := s.Anchors
	for i := range s.Nodes {
		found := 0
		for ; len(rest) > 0 && int(rest[0].Node) == i; rest = rest[1:] {
			terminal(nodes[i], rest[0].From, rest[0].To)
			found++
		}
		if n := &s.Nodes[i]; found == 0 && n.From >= 0 {
			terminal(nodes[i], n.From, n.To)
		}
	}
	byNumber(p.terminals)
}

func (p *passage) findHead() {
	for _, u := range p.units {
		if u.number == 1 {
			p.head = u
			return
		}
	}
	p.head = &unit{number: 1, kind: "FN", node: -1}
	p.units = append([]*unit{p.head}, p.units...)
	p.numbers[1] = true
}

// add adds an edge, ordered by the numbers of children, terminals first.
func (p *passage) add(parent, child *unit, tags []string, remote bool) {
	e := &arc{parent, child, tags, remote}
	parent.out = append(parent.out, e)
	slices.SortStableFunc(parent.out, func(a, b *arc) int {
		terminals := cmp.Compare(b2i(b.child.terminal()), b2i(a.child.terminal()))
		return cmp.Or(terminals, cmp.Compare(a.child.number, b.child.number))
	})
	child.in = append(child.in, e)
	slices.SortStableFunc(child.in, func(a, b *arc) int { return cmp.Compare(a.parent.number, b.parent.number) })
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// newUnit adds a unit under parent, or under the head.
func (p *passage) newUnit(parent *unit, kind, tag string) *unit {
	if parent == nil {
		parent = p.head
	}
	number := len(p.units) + 1
	for p.numbers[number] {
		number++
	}
	added := &unit{number: number, kind: kind, node: -1}
	p.numbers[number] = true
	p.units = append(p.units, added)
	byNumber(p.units)
	p.add(parent, added, []string{tag}, false)
	return added
}

// unlink removes an edge.
func unlink(e *arc) {
	e.parent.out = slices.DeleteFunc(e.parent.out, func(x *arc) bool { return x == e })
	e.child.in = slices.DeleteFunc(e.child.in, func(x *arc) bool { return x == e })
}

// drop removes a unit with its edges.
func (p *passage) drop(u *unit) {
	for _, e := range slices.Clone(u.out) {
		unlink(e)
	}
	for _, e := range slices.Clone(u.in) {
		unlink(e)
	}
	u.dead = true
	delete(p.numbers, u.number)
	p.units = slices.DeleteFunc(p.units, func(x *unit) bool { return x == u })
}

// heads returns the units without parent.
func (p *passage) heads() (out []*unit) {
	for _, u := range p.units {
		if len(u.in) == 0 {
			out = append(out, u)
		}
	}
	return out
}

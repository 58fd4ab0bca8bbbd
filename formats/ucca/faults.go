package ucca

import (
	"assay/internal/graph"
)

// The states of a unit while its faults are looked for.
const (
	unseen = iota
	above  // the unit is above the one that is looked at
	empty  // it has neither terminals nor implicit units
	filled
)

// A checker finds the units that the official program dies of: those above themselves, by
// edges that are not remote, and those without terminals that are not implicit.
type checker struct {
	builder *graph.Builder
	down    [][]int32 // of each node, the ends of its edges that are not remote
	state   []uint8
	cycle   int32 // a unit above itself, -1 if there is none
}

// faults notes the first unit that is above itself, and each unit without terminals and
// without units below it.
func faults(builder *graph.Builder) {
	sentence := builder.S
	c := checker{builder: builder, down: make([][]int32, len(sentence.Nodes)),
		state: make([]uint8, len(sentence.Nodes)), cycle: -1}
	remote, parent := make([]bool, len(sentence.Edges)), make([]bool, len(sentence.Nodes))
	for _, p := range sentence.EdgeProps {
		remote[p.Edge] = remote[p.Edge] || sentence.Name(p.Key) == "remote" && isTrue(sentence.Name(p.Value))
	}
	for i, e := range sentence.Edges {
		parent[e.From] = true
		if !remote[i] {
			c.down[e.From] = append(c.down[e.From], e.To)
		}
	}
	for _, p := range sentence.Props {
		if sentence.Name(p.Key) == "implicit" && isTrue(sentence.Name(p.Value)) {
			c.state[p.Node] = filled
		}
	}
	implicit := append([]uint8(nil), c.state...)
	for i := range sentence.Nodes {
		c.visit(int32(i))
	}
	if c.cycle >= 0 {
		c.note(c.cycle, "units that are not above themselves", "a cycle through "+c.name(c.cycle),
			"edges that close a cycle have no yield")
		return
	}
	for i := range sentence.Nodes {
		if c.state[i] == empty && implicit[i] != filled && !parent[i] {
			c.note(int32(i), "a unit with terminals, or an implicit one", c.name(int32(i))+" without terminals",
				"the unit counts with an empty yield")
		}
	}
}

func isTrue(value string) bool { return value == "True" || value == "true" }

func (c *checker) name(node int32) string { return c.builder.S.Str(c.builder.S.Nodes[node].ID) }

func (c *checker) note(node int32, want, found, hint string) {
	c.builder.NoteNode([]byte(c.name(node)), want, found, hint)
}

// visit finds the state of a node and of those below it. The stack is that of the walk, as
// a passage may be deep.
func (c *checker) visit(root int32) {
	type step struct {
		node int32
		next int
	}
	stack := []step{}
	enter := func(node int32) {
		switch {
		case c.state[node] != unseen:
		case isTerminal(c.builder.S, node):
			c.state[node] = filled
		default:
			c.state[node] = above
			stack = append(stack, step{node: node})
		}
	}
	for enter(root); len(stack) > 0; {
		top := &stack[len(stack)-1]
		if top.next < len(c.down[top.node]) {
			child := c.down[top.node][top.next]
			top.next++
			if c.state[child] == above && c.cycle < 0 {
				c.cycle = child
			}
			enter(child)
			continue
		}
		state := uint8(empty)
		for _, child := range c.down[top.node] {
			if c.state[child] == filled {
				state = filled
			}
		}
		c.state[top.node] = state
		stack = stack[:len(stack)-1]
	}
}

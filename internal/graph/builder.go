package graph

import (
	"sync"

	"assay/treebank"
)

// A Builder makes the graph of a sentence from nodes that have names.
type Builder struct {
	S      *treebank.Sentence
	source []byte // the text that is read, for the places of faults
	names  NameIndex
	nodes  []int32 // by name, -1 while there is none
	links  []link
	props  []treebank.EdgeProp // of the links, with the number of the link
}

type link struct {
	from, to            int32 // numbers of names
	label, post, normal treebank.Symbol
}

var builders = sync.Pool{New: func() any { return new(Builder) }}

// New returns a builder for s, whose text in the file is source. Free ends its use.
func New(s *treebank.Sentence, source []byte) *Builder {
	b := builders.Get().(*Builder)
	b.source = source
	b.S, b.nodes, b.links, b.props = s, b.nodes[:0], b.links[:0], b.props[:0]
	b.names.Reset()
	return b
}

// Free lets another sentence use the memory of b.
func (b *Builder) Free() {
	b.S, b.source = nil, nil
	if b.names.Small() {
		builders.Put(b)
	}
}

// name returns the number of a name.
func (b *Builder) name(id []byte) int32 {
	n, isNew := b.names.Number(id)
	if isNew {
		b.nodes = append(b.nodes, -1)
	}
	return n
}

// Node adds a node; an unknown span is -1, -1. If the name was given before, it now
// names the new node.
func (b *Builder) Node(id, label []byte, from, to int32) *treebank.Node {
	n := b.Nameless()
	b.Name(id)
	n.Label, n.From, n.To = b.S.Syms.Intern(label), from, to
	return n
}

// Nameless adds a node whose name comes later.
func (b *Builder) Nameless() *treebank.Node {
	b.S.Nodes = append(b.S.Nodes, treebank.Node{From: -1, To: -1})
	return &b.S.Nodes[len(b.S.Nodes)-1]
}

// Name names the last node.
func (b *Builder) Name(id []byte) {
	n := &b.nodes[b.name(id)]
	if *n >= 0 && len(id) > 0 {
		b.noteAt(&defined, true, id, "a name for each node", string(id)+" twice",
			"edges to that name are edges to the last node that has it")
	}
	last := len(b.S.Nodes) - 1
	*n, b.S.Nodes[last].ID = int32(last), b.S.Add(id)
}

// Prop adds a property of the last node.
func (b *Builder) Prop(key, value []byte) {
	n := int32(len(b.S.Nodes) - 1)
	k, v := b.S.Syms.Intern(key), b.S.Syms.Intern(value)
	for i := len(b.S.Props) - 1; i >= 0 && b.S.Props[i].Node == n; i-- {
		if b.S.Props[i].Key == k {
			b.S.Props[i].Value = v
			return
		}
	}
	b.S.Props = append(b.S.Props, treebank.Prop{Node: n, Key: k, Value: v})
}

// Edge adds an edge; its nodes may be added later.
func (b *Builder) Edge(from, to, label, post []byte) {
	b.links = append(b.links, link{from: b.name(from), to: b.name(to), label: b.S.Syms.Intern(label),
		post: b.S.Syms.Intern(post)})
}

// Normal gives the last edge its label in the other direction, with source and target exchanged.
func (b *Builder) Normal(label []byte) { b.links[len(b.links)-1].normal = b.S.Syms.Intern(label) }

// EdgeProp adds an attribute of the last edge.
func (b *Builder) EdgeProp(key, value []byte) {
	b.props = append(b.props, treebank.EdgeProp{Edge: int32(len(b.links) - 1), Key: b.S.Syms.Intern(key),
		Value: b.S.Syms.Intern(value)})
}

// Top makes the node of that name a top; call it after all nodes were added.
func (b *Builder) Top(id []byte) {
	if n := b.nodes[b.name(id)]; n >= 0 {
		b.S.Tops = append(b.S.Tops, n)
		return
	}
	b.noteAt(&first, false, id, "a top that is a node", string(id), "the graph counts without that top")
}

// Finish makes the edges and the top, and notes that there is none if top is empty.
func (b *Builder) Finish(top []byte) {
	b.Link()
	if len(top) > 0 {
		b.Top(top)
	} else if len(b.S.Nodes) > 0 {
		b.S.Note(&treebank.SyntaxError{Line: 1, Col: 1, Want: "a top", Found: "none"})
	}
}

// Has reports whether there is a node of that name.
func (b *Builder) Has(id []byte) bool { return b.nodes[b.name(id)] >= 0 }

// Link makes the edges. It notes and leaves out edges from or to nodes that do not
// exist.
func (b *Builder) Link() {
	props := b.props
	for i := range b.links {
		link := &b.links[i]
		n := 0 // attributes of this edge
		for n < len(props) && int(props[n].Edge) == i {
			n++
		}
		from, to := b.nodes[link.from], b.nodes[link.to]
		if from < 0 || to < 0 {
			missing := link.from
			if from >= 0 {
				missing = link.to
			}
			name := b.names.name(missing)
			b.noteAt(&linked, false, name, "both ends of an edge to be nodes", nameOr(name, "an edge with one end"),
				"the graph counts without that edge")
		} else {
			for _, p := range props[:n] {
				p.Edge = int32(len(b.S.Edges))
				b.S.EdgeProps = append(b.S.EdgeProps, p)
			}
			b.S.Edges = append(b.S.Edges, treebank.Edge{From: from, To: to, Label: link.label, Post: link.post,
				Normal: link.normal})
		}
		props = props[n:]
	}
}

// nameOr returns a name, or another text if it is empty.
func nameOr(name []byte, other string) string {
	if len(name) == 0 {
		return other
	}
	return string(name)
}

// Package discourse holds RST trees in sentences: the units of a document are the tokens, the nodes above them are
// the phrases. Readers make trees binary (Set), because measures compare binary trees, and writers take
// back what that has added (Tree).
//
// The label of a phrase is the relation to its parent (rel2par), its function is N or S; so are tag and function of
// a token. Arcs are the dependencies between the units: the head of a node is that of its first
// nucleus, the heads of the other children depend on it, with relation_m (nuclei) or relation_r (satellites), as in
// the .rsd files of GUM.
package discourse

import (
	"fmt"
	"slices"
	"strings"

	"assay/treebank"
)

// Layers are those of a format of RST trees.
const Layers = treebank.Discourse | treebank.UnitArcs | treebank.Segments | treebank.Tags | treebank.Phrases |
	treebank.Functions | treebank.Arcs | treebank.Relations

// The names in trees.
const (
	Root      = "Root" // label of the phrase of the whole document
	Span      = "span" // relation of a nucleus with satellites
	Nucleus   = "N"
	Satellite = "S"
	// Added is the key of phrases that binarisation added.
	Added = "binary"
	// Words is the key of the number of words of a unit whose text the file does not give.
	Words = "words"
)

// A Node is a unit, or a node with children.
type Node struct {
	Nucleus bool
	Rel     string
	Unit    int32 // index of the unit, -1 for a node
	Kids    []*Node
	At      int // its place in the text, for messages

	added bool
	first int32 // order + 1; 0 while it is not known
}

// Leaf returns a node for a unit.
func Leaf(unit int32) *Node { return &Node{Unit: unit} }

// Codes returns N or S for each child: "SNS".
func (n *Node) Codes() string {
	var out strings.Builder
	for _, k := range n.Kids {
		if k.Nucleus {
			out.WriteString(Nucleus)
		} else {
			out.WriteString(Satellite)
		}
	}
	return out.String()
}

// First returns the first unit of n.
func (n *Node) First() int32 {
	for n.Unit < 0 {
		n = n.Kids[0]
	}
	return n.Unit
}

// Last returns the last unit of n.
func (n *Node) Last() int32 {
	for n.Unit < 0 {
		n = n.Kids[len(n.Kids)-1]
	}
	return n.Unit
}

// Head returns the unit that is the head of n.
func (n *Node) Head() int32 {
	for n.Unit < 0 {
		k := slices.IndexFunc(n.Kids, func(k *Node) bool { return k.Nucleus })
		n = n.Kids[max(k, 0)]
	}
	return n.Unit
}

// Set gives sentence the tree over its tokens, which are the units. The error states why root is no tree over them.
func Set(sentence *treebank.Sentence, text []byte, root *Node) error {
	next := int32(0)
	if err := check(sentence, text, root, &next, 0); err != nil {
		return err
	}
	if int(next) != len(sentence.Tokens) {
		return treebank.At(text, root.At, fmt.Sprintf("a tree over all %d units", len(sentence.Tokens)),
			fmt.Sprintf("one over %d", next))
	}
	sentence.Arcs = append(sentence.Arcs[:0], make([]treebank.Arc, len(sentence.Tokens))...)
	setArcs(sentence, root)
	i := root.Head()
	sentence.Arcs[i] = treebank.Arc{Dep: i, Head: treebank.Root, Rel: sentence.Syms.InternString("ROOT")}
	binarise(sentence, text, root)
	p := phrases{sentence, map[bool]treebank.Symbol{true: sentence.Syms.InternString(Nucleus),
		false: sentence.Syms.InternString(Satellite)}, nil}
	if root.Unit < 0 {
		root.Rel = Root
		p.node(root, -1)
	} else {
		sentence.Tokens[0].Parent = -1
	}
	for _, i := range p.added {
		sentence.AddAttr(int32(len(sentence.Tokens))+i, Added, treebank.Span{})
	}
	return nil
}

// deepest is the most that nodes may be nested.
const deepest = 100_000

// check reports whether units come in their order and nodes have children.
func check(sentence *treebank.Sentence, text []byte, node *Node, next *int32, depth int) error {
	switch {
	case depth > deepest:
		return treebank.At(text, node.At, fmt.Sprintf("nodes nested up to %d deep", deepest), "more")
	case node.Unit >= 0:
		if node.Unit != *next {
			return treebank.At(text, node.At, fmt.Sprintf("unit %d, so that the units of a node follow one another", *next+1),
				fmt.Sprintf("unit %d", node.Unit+1))
		}
		*next++
		return nil
	case len(node.Kids) == 0:
		return treebank.At(text, node.At, "a node with children or a text", "none of them")
	case len(node.Kids) == 1:
		return treebank.At(text, node.At, "a node with two children or more", "one")
	}
	for _, k := range node.Kids {
		if err := check(sentence, text, k, next, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// setArcs adds the dependencies below n.
func setArcs(sentence *treebank.Sentence, node *Node) {
	head := node.Head()
	for _, k := range node.Kids {
		setArcs(sentence, k)
		if dep := k.Head(); dep != head {
			rel := k.Rel + "_r"
			if k.Nucleus {
				rel = k.Rel + "_m"
			}
			sentence.Arcs[dep] = treebank.Arc{Dep: dep, Head: head, Rel: sentence.Syms.InternString(rel)}
		}
	}
}

// binarise gives each node two children. Nuclei are joined from the right under nodes with their relation. Of S N S
// the first two are joined. Elsewhere the satellites to the right of the nucleus are joined to it, nearest
// first, then those to its left; several nuclei beside satellites are joined before, with
// satellites between them. These nodes are noted, because programs differ in them.
func binarise(sentence *treebank.Sentence, text []byte, node *Node) {
	if code := node.Codes(); len(node.Kids) > 2 {
		usual := code == "SNS" || !strings.Contains(code, Satellite)
		if !usual {
			e := treebank.At(text, node.At, "nuclei only, one satellite, or a satellite on each side of the nucleus", code)
			e.Hint = "the satellites to the right of the nucleus were joined to it first"
			sentence.Note(e)
		}
		switch first, last := strings.Index(code, Nucleus), strings.LastIndex(code, Nucleus); {
		case usual && code != "SNS":
			node.Kids = []*Node{node.Kids[0], chain(node.Kids[1:], node.Kids[0].Rel, true)}
		case first < 0:
			node.Kids = []*Node{node.Kids[0], chain(node.Kids[1:], node.Kids[0].Rel, false)}
		default:
			core := nuclei(node.Kids[first : last+1])
			left, right := node.Kids[:first], node.Kids[last+1:]
			if code == "SNS" {
				core, left = join(left[0], core), nil
			}
			for len(right) > 0 && len(left)+len(right) > 1 {
				core, right = join(core, right[0]), right[1:]
			}
			for len(left) > 1 || len(left) == 1 && len(right) > 0 {
				core, left = join(left[len(left)-1], core), left[:len(left)-1]
			}
			if node.Kids = append(append(slices.Clone(left), core), right...); len(node.Kids) == 1 { // nuclei at both ends
				node.Kids = core.Kids
			}
		}
	}
	for _, k := range node.Kids {
		binarise(sentence, text, k)
	}
}

// nuclei joins nuclei and the satellites between them: each satellite to the nucleus before it.
func nuclei(list []*Node) *Node {
	var out []*Node
	for _, n := range list {
		if n.Nucleus {
			out = append(out, n)
			continue
		}
		last := out[len(out)-1]
		rel := last.Rel
		last.Rel = Span
		out[len(out)-1] = join(last, n)
		out[len(out)-1].Rel = rel
	}
	if len(out) == 1 {
		return out[0]
	}
	n := &Node{Nucleus: true, Rel: Span, Unit: -1, Kids: out, At: out[0].At, added: true}
	if len(out) > 2 {
		n.Kids = []*Node{out[0], chain(out[1:], out[0].Rel, true)}
	}
	return n
}

// join makes a nucleus of two nodes.
func join(a, b *Node) *Node {
	return &Node{Nucleus: true, Rel: Span, Unit: -1, Kids: []*Node{a, b}, At: a.At, added: true}
}

// chain joins nodes from the right.
func chain(list []*Node, rel string, nucleus bool) *Node {
	n := list[len(list)-1]
	for i := len(list) - 2; i >= 0; i-- {
		n = &Node{Nucleus: nucleus, Rel: rel, Unit: -1, Kids: []*Node{list[i], n}, At: list[i].At, added: true}
	}
	return n
}

// phrases adds the nodes of a tree to a sentence.
type phrases struct {
	sentence *treebank.Sentence
	side     map[bool]treebank.Symbol
	added    []int32
}

// node adds n with all below it and returns the unit after its last.
func (p *phrases) node(n *Node, parent int32) int32 {
	rel := p.sentence.Syms.InternString(n.Rel)
	if n.Unit >= 0 {
		t := &p.sentence.Tokens[n.Unit]
		t.Tag, t.Func, t.Parent = rel, p.side[n.Nucleus], parent
		return n.Unit + 1
	}
	i := int32(len(p.sentence.Phrases))
	phrase := treebank.Phrase{Label: rel, Parent: parent, Begin: n.First()}
	if parent >= 0 {
		phrase.Func = p.side[n.Nucleus]
	}
	p.sentence.Phrases = append(p.sentence.Phrases, phrase)
	if n.added {
		p.added = append(p.added, i)
	}
	end := phrase.Begin
	for _, k := range n.Kids {
		end = p.node(k, i)
	}
	p.sentence.Phrases[i].End = end
	return end
}

// Each calls yield for n and all below it, parents first.
func (n *Node) Each(yield func(*Node)) {
	yield(n)
	for _, k := range n.Kids {
		k.Each(yield)
	}
}

// Tree returns the tree of a sentence without the nodes that binarisation added. It is nil if there
// is none: a tree whose
// nodes have two children or more, nuclei and satellites, over the tokens in their order.
func Tree(sentence *treebank.Sentence) *Node { return tree(sentence, false) }

// Binary returns the tree with these nodes.
func Binary(sentence *treebank.Sentence) *Node { return tree(sentence, true) }

func tree(sentence *treebank.Sentence, binary bool) *Node {
	for i := 1; i < len(sentence.Phrases); i++ {
		if !sided(sentence, sentence.Phrases[i].Func) || sentence.Phrases[i].Parent < 0 {
			return nil
		}
	}
	root, next := built(sentence, binary), int32(0)
	if root == nil || check(sentence, nil, root, &next, 0) != nil || int(next) != len(sentence.Tokens) {
		return nil
	}
	wide := false
	root.Each(func(n *Node) { wide = wide || binary && len(n.Kids) > 2 })
	if wide || len(sentence.Tokens) > 1 && slices.ContainsFunc(sentence.Tokens,
		func(t treebank.Token) bool { return !sided(sentence, t.Func) }) {
		return nil
	}
	return root
}

// sided reports whether a function belongs to a nucleus or to a satellite.
func sided(sentence *treebank.Sentence, f treebank.Symbol) bool {
	name := sentence.Name(f)
	return name == Nucleus || name == Satellite
}

// built returns the nodes of a sentence, which need not be a tree of RST.
func built(sentence *treebank.Sentence, binary bool) *Node {
	units := len(sentence.Tokens)
	if units == 0 || units > 1 && len(sentence.Phrases) == 0 {
		return nil
	}
	if len(sentence.Phrases) == 0 {
		return Leaf(0)
	}
	list := make([]*Node, len(sentence.Phrases))
	for i := range sentence.Phrases {
		p := &sentence.Phrases[i]
		list[i] = &Node{Nucleus: sentence.Name(p.Func) == Nucleus, Rel: sentence.Name(p.Label), Unit: -1}
	}
	for _, a := range sentence.Attrs {
		if k := int(a.Index) - units; !binary && k >= 0 && k < len(list) && sentence.Name(a.Key) == Added {
			list[k].added = true
		}
	}
	attach := func(units *Node, p int32) {
		// of a nucleus joined to a satellite between nuclei
		if p >= 0 && list[p].added && units.Rel == Span && units.Nucleus {
			units.Rel = list[p].Rel
		}
		for p >= 0 && list[p].added {
			p = sentence.Phrases[p].Parent
		}
		if p >= 0 {
			list[p].Kids = append(list[p].Kids, units)
		}
	}
	for i := 1; i < len(list); i++ {
		if !list[i].added {
			attach(list[i], sentence.Phrases[i].Parent)
		}
	}
	for i := range sentence.Tokens {
		t := &sentence.Tokens[i]
		attach(&Node{Nucleus: sentence.Name(t.Func) == Nucleus, Rel: sentence.Name(t.Tag), Unit: int32(i)}, t.Parent)
	}
	for _, units := range list {
		slices.SortFunc(units.Kids, func(a, b *Node) int { return int(a.order() - b.order()) })
	}
	return list[0]
}

// order is the first unit of a node whose children may not be in order yet.
func (n *Node) order() int32 {
	if n.Unit >= 0 {
		return n.Unit
	}
	if n.first == 0 {
		n.first = 1 << 30
		for _, k := range n.Kids {
			n.first = min(n.first, k.order()+1)
		}
	}
	return n.first - 1
}

// UnitText appends text to the sentence as one unit: blanks at the ends are left out, others become one.
func UnitText(sentence *treebank.Sentence, text string) {
	form := sentence.AddString(strings.Join(strings.Fields(text), " "))
	sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: form, Parent: -1})
}

// Name gives a document without a name of its own that of its file. Own must have been called.
func Name(sentence *treebank.Sentence) {
	if sentence.File != "" {
		sentence.ID = sentence.AddString(treebank.DocumentName(sentence.File))
		sentence.Doc = sentence.ID
	}
}

// Whole is Split for files that hold one document.
func Whole(data []byte, atEOF bool, _ int32) treebank.Extent {
	if !atEOF {
		return treebank.Skip(0)
	}
	return treebank.FoundText(data)
}

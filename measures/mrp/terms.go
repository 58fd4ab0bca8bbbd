package mrp

import (
	"encoding/binary"
	"strings"

	"assay/graph/amr"
	"assay/graph/matching"
	"assay/internal/anchor"
	"assay/treebank"
)

// An item is a term of one side, and the part of the graph that it describes.
type item struct {
	class class
	node  int32 // for tops, labels, properties and anchors
	edge  int32 // for edges and attributes
	role  treebank.Symbol
	value treebank.Symbol
	name  treebank.Symbol // of an edge: its label as it is compared
	from  int32           // its node, or the source of its edge as it is compared
	to    int32           // the target of its edge, None for other items
}

// A side is a graph as terms.
type side struct {
	graph matching.Graph
	items []item // parallel to the terms
}

// An extractor makes terms of graphs.
type extractor struct {
	opt   *Options
	syms  *treebank.Symbols
	lower []treebank.Symbol // by symbol, plus one
	inner []treebank.Symbol // by label: label of the exchanged edge plus one, 1 for none
	seen  map[matching.Term]bool
	list  []treebank.Anchor
	chars []byte
}

func (x *extractor) use(syms *treebank.Symbols) {
	if x.syms != syms {
		x.syms, x.lower, x.inner = syms, x.lower[:0], x.inner[:0]
	}
	if x.seen == nil {
		x.seen = map[matching.Term]bool{}
	}
}

// read makes the terms of sentence.
func (x *extractor) read(dst *side, sentence *treebank.Sentence) {
	x.use(sentence.Syms)
	clear(x.seen)
	dst.items = dst.items[:0]
	dst.graph = matching.Graph{Nodes: len(sentence.Nodes), Terms: dst.graph.Terms[:0]}
	for _, n := range sentence.Tops {
		x.add(dst, item{class: tops, node: n, value: sentence.Nodes[n].Label}, 0, n, matching.None)
	}
	carg := x.syms.InternString("carg")
	quotes := amr.Notation(sentence) // mtool's reader takes them off
	for i := range sentence.Nodes {
		n := &sentence.Nodes[i]
		if n.Label != 0 {
			it := item{class: labels, node: int32(i), value: n.Label}
			x.add(dst, it, uint64(x.bare(n.Label, quotes)), int32(i), matching.None)
		}
		if n.Carg.Len > 0 {
			value := x.syms.Intern(sentence.Bytes(n.Carg))
			it := item{class: properties, node: int32(i), role: carg, value: value}
			x.add(dst, it, pair(carg, x.low(value)), int32(i), matching.None)
		}
	}
	for _, p := range sentence.Props {
		it := item{class: properties, node: p.Node, role: p.Key, value: p.Value}
		x.add(dst, it, pair(x.low(p.Key), x.bare(p.Value, quotes)), p.Node, matching.None)
	}
	x.anchors(dst, sentence)
	x.edges(dst, sentence)
}

// pair packs two symbols into the key of a term.
func pair(a, b treebank.Symbol) uint64 { return uint64(a)<<30 | uint64(b) }

// name returns a number for the label of a term that is the same in every run.
func (x *extractor) name(t *matching.Term) uint64 {
	const symbol = 1<<30 - 1
	return matching.Hash(x.syms.Name(treebank.Symbol(t.Key>>30&symbol)), x.syms.Name(treebank.Symbol(t.Key&symbol)))
}

// add adds a term unless the side has it already.
func (x *extractor) add(dst *side, it item, key uint64, a, b int32) {
	term := matching.Term{Key: uint64(it.class)<<60 | key, Nodes: [3]int32{a, b, matching.None}, Class: uint8(it.class)}
	if x.seen[term] {
		return
	}
	x.seen[term] = true
	it.from, it.to = a, b
	dst.graph.Terms = append(dst.graph.Terms, term)
	dst.items = append(dst.items, it)
}

// bare returns the symbol of a constant in lower case, without quotes around it if the notation of the graph has them.
func (x *extractor) bare(symbol treebank.Symbol, quotes bool) treebank.Symbol {
	if quotes {
		if name := x.syms.Name(symbol); name != "" && name[0] == '"' {
			symbol = x.syms.InternString(amr.Bare(name))
		}
	}
	return x.low(symbol)
}

// low returns the symbol of the name in lower case, unless case counts.
func (x *extractor) low(symbol treebank.Symbol) treebank.Symbol {
	if x.opt.KeepCase {
		return symbol
	}
	if int(symbol) >= len(x.lower) {
		x.lower = append(x.lower, make([]treebank.Symbol, int(symbol)+1-len(x.lower))...)
	}
	if x.lower[symbol] == 0 {
		x.lower[symbol] = x.syms.InternString(strings.ToLower(x.syms.Name(symbol))) + 1
	}
	return x.lower[symbol] - 1
}

// anchors adds the sets of characters of the nodes.
func (x *extractor) anchors(dst *side, sentence *treebank.Sentence) {
	input := []rune(sentence.Str(sentence.Input))
	rest := sentence.Anchors
	for i := range sentence.Nodes {
		x.list, rest = anchor.Of(x.list[:0], sentence, int32(i), rest)
		list := x.normalise(x.list, input)
		if len(list) == 0 {
			continue
		}
		x.chars = append(x.chars[:0], 0) // no name begins with a zero byte
		for _, a := range list {
			if len(input) == 0 {
				x.chars = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(x.chars, uint32(a.From)), uint32(a.To))
				continue
			}
			for c := a.From; c < a.To; c++ {
				if !anchor.Space(input[c]) {
					x.chars = binary.LittleEndian.AppendUint32(x.chars, uint32(c))
				}
			}
		}
		y := x.syms.Intern(x.chars)
		x.add(dst, item{class: anchors, node: int32(i), value: sentence.Nodes[i].Label}, uint64(y), int32(i), matching.None)
	}
}

// normalise joins the anchors of a node, and trims them unless the punctuation at their ends counts.
func (x *extractor) normalise(list []treebank.Anchor, input []rune) []treebank.Anchor {
	if x.opt.KeepAnchors {
		return anchor.Join(list, input)
	}
	return anchor.Normalise(list, input)
}

// edges adds edges and their attributes.
func (x *extractor) edges(dst *side, s *treebank.Sentence) {
	props := s.EdgeProps
	for i := range s.Edges {
		edge := &s.Edges[i]
		from, to, label := edge.From, edge.To, edge.Label
		inner := edge.Normal
		if inner == 0 {
			inner = x.exchanged(label)
		}
		if inner != 0 && !x.opt.KeepInverse {
			from, to, label = to, from, inner
		}
		label = x.low(label)
		x.add(dst, item{class: edges, edge: int32(i), value: edge.Label, name: label}, uint64(label), from, to)
		for ; len(props) > 0 && int(props[0].Edge) == i; props = props[1:] {
			key, value := x.syms.Name(x.low(props[0].Key)), x.syms.Name(x.low(props[0].Value))
			if !x.opt.KeepAttributes && value == "false" && (key == "remote" || key == "effective" || key == "member") {
				continue
			}
			whole := x.syms.InternString(x.syms.Name(label) + "\x00" + key + "\x00" + value)
			it := item{class: attributes, edge: int32(i), role: props[0].Key, value: props[0].Value}
			x.add(dst, it, uint64(whole), from, to)
		}
	}
}

// exchanged returns the label of an inverted edge read in the other direction, 0 if
// the edge is not inverted.
func (x *extractor) exchanged(symbol treebank.Symbol) treebank.Symbol {
	if int(symbol) >= len(x.inner) {
		x.inner = append(x.inner, make([]treebank.Symbol, int(symbol)+1-len(x.inner))...)
	}
	if x.inner[symbol] == 0 {
		name, inner := x.syms.Name(symbol), ""
		switch {
		case name == "mod":
			inner = "domain"
		case strings.HasSuffix(name, "-of-of"):
			inner = name[:len(name)-3]
		case x.opt.KeepOf && (name == "consist-of" || name == "subset-of"):
		case strings.HasSuffix(name, "-of") && !strings.HasPrefix(name, "prep-"):
			inner = name[:len(name)-3]
		}
		x.inner[symbol] = 1
		if inner != "" {
			x.inner[symbol] += x.syms.InternString(inner)
		}
	}
	return x.inner[symbol] - 1
}

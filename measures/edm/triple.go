package edm

import (
	"bytes"
	"unicode/utf8"

	"assay/graph/mrs"
	"assay/treebank"
)

// A triple is one unit of comparison. Triples are equal if class, span, role and
// value are.
type triple struct {
	span  uint64          // of the node
	value uint64          // span of the target, or symbol of predicate, value or constant
	role  treebank.Symbol // role or property
	class Class
	node  int32
	edge  int32 // -1 if the triple is no edge
	w     float64
	mate  int32 // index of the equal triple of the other side, -1 if there is none
}

func (t *triple) same(u *triple) bool {
	return t.span == u.span && t.value == u.value && t.role == u.role && t.class == u.class
}

func (t *triple) hash() uint64 {
	h := t.span*0x9E3779B97F4A7C15 ^ t.value*0xC2B2AE3D27D4EB4F ^ (uint64(t.role)<<3|uint64(t.class))*0x165667B19E3779F9
	h ^= h >> 32
	h *= 0x9E3779B97F4A7C15
	return h ^ h>>29
}

// An extractor extracts the triples of a graph.
type extractor struct {
	opt     *Options
	w       *weigher
	spans   []uint64 // by node
	skip    []bool
	runes   []rune
	text    []byte
	carg    treebank.Symbol
	top     treebank.Symbol
	bv      treebank.Symbol
	rstr    treebank.Symbol
	arg0    treebank.Symbol
	mod     treebank.Symbol
	eq      treebank.Symbol
	lowered []treebank.Symbol
	syms    *treebank.Symbols
}

// start looks up the symbols needed for extraction.
func (x *extractor) start(syms *treebank.Symbols) {
	if x.syms == syms {
		return
	}
	x.syms = syms
	x.carg, x.top, x.bv = syms.InternString("CARG"), syms.InternString("TOP"), syms.InternString("BV")
	x.rstr, x.arg0, x.mod = syms.InternString("RSTR"), syms.InternString("ARG0"), syms.InternString("MOD")
	x.eq = syms.InternString("EQ")
	x.lowered = nil
}

// lower returns the symbol of the lower-cased name of symbol if the options require it,
// else symbol.
func (x *extractor) lower(symbol treebank.Symbol) treebank.Symbol {
	if !x.opt.Lower || symbol == 0 {
		return symbol
	}
	if n := x.syms.Len(); int(symbol) >= len(x.lowered) {
		x.lowered = append(x.lowered, make([]treebank.Symbol, n-len(x.lowered))...)
	}
	l := x.lowered[symbol]
	if l == 0 {
		l = x.syms.Intern(mrs.Lower([]byte(x.syms.Name(symbol))))
		x.lowered[symbol] = l
	}
	return l
}

// triples appends the triples of sentence to dst.
func (x *extractor) triples(dst []triple, sentence *treebank.Sentence, trim bool) []triple {
	if sentence.Missing {
		return dst
	}
	x.start(sentence.Syms)
	if sentence.MRS != nil {
		mrs.Derive(sentence, x.opt.Graph)
	}
	x.nodes(sentence, trim)
	for i := range sentence.Nodes {
		dst = x.node(dst, sentence, int32(i))
	}
	dst = x.edges(dst, sentence)
	if !x.opt.NoProps {
		for _, p := range sentence.Props {
			if !x.skip[p.Node] {
				key, value := x.lower(p.Key), x.lower(p.Value)
				dst = append(dst, triple{span: x.spans[p.Node], role: key, value: uint64(value), class: Prop, node: p.Node,
					edge: -1, w: x.w.prop(sentence, p.Node, key), mate: -1})
			}
		}
	}
	return x.tops(dst, sentence)
}

// nodes finds the characters of the nodes.
func (x *extractor) nodes(sentence *treebank.Sentence, trim bool) {
	x.spans, x.skip = x.spans[:0], x.skip[:0]
	if trim {
		x.runes = x.runes[:0]
		for b := sentence.Bytes(sentence.Input); len(b) > 0; {
			r, n := utf8.DecodeRune(b)
			x.runes = append(x.runes, r)
			b = b[n:]
		}
	}
	anchors := sentence.Anchors
	for i := range sentence.Nodes {
		node := &sentence.Nodes[i]
		k := 0
		for k < len(anchors) && int(anchors[k].Node) == i {
			k++
		}
		switch {
		case trim:
			x.spans = append(x.spans, x.characters(sentence, node, anchors[:k]))
		case k > 0:
			x.spans = append(x.spans, x.several(sentence, anchors[:k]))
		default:
			x.spans = append(x.spans, pack(node.From, node.To))
		}
		anchors = anchors[k:]
		unlinked := x.opt.SkipUnlinked && (node.From < 0 && node.To < 0 || sentence.Name(node.Label) == "selected")
		x.skip = append(x.skip, unlinked)
	}
}

func pack(from, to int32) uint64 { return uint64(uint32(from))<<32 | uint64(uint32(to)) }

// several returns the number of a set of anchors, different from those of single
// anchors.
func (x *extractor) several(s *treebank.Sentence, anchors []treebank.Anchor) uint64 {
	x.text = append(x.text[:0], 0)
	for _, a := range anchors {
		x.text = appendSpan(x.text, a.From, a.To)
	}
	return 0x8000000000000000>>1 | uint64(s.Syms.Intern(x.text))
}

func appendSpan(b []byte, from, to int32) []byte {
	for _, v := range [2]int32{from, to} {
		b = append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	return b
}

// punctuation holds the characters that mtool trims (score/core.py), including
// blanks.
const punctuation = ".?!;,:“\"”‘'’()[]{} \t\n\f"

// characters returns the number of the set of characters of a node, without white
// space and punctuation at the ends.
func (x *extractor) characters(sentence *treebank.Sentence, n *treebank.Node, anchors []treebank.Anchor) uint64 {
	one := [1]treebank.Anchor{{From: n.From, To: n.To}}
	if len(anchors) == 0 {
		anchors = one[:]
	}
	x.text = append(x.text[:0], 1)
	last := int32(-2)
	for _, a := range anchors {
		from, to := max(a.From, 0), min(a.To, int32(len(x.runes)))
		for from < to && isIn(x.runes[from], punctuation) {
			from++
		}
		for to > from && isIn(x.runes[to-1], punctuation) {
			to--
		}
		for ; from < to; from++ {
			switch {
			case isIn(x.runes[from], " \t\n\f"):
			case from == last+1:
				last = from
			default:
				if last >= 0 {
					x.text = appendSpan(x.text, last, 0)
				}
				x.text = appendSpan(x.text, from, 0)
				last = from
			}
		}
	}
	if last >= 0 {
		x.text = appendSpan(x.text, last, 0)
	}
	return uint64(sentence.Syms.Intern(x.text))
}

func isIn(r rune, set string) bool {
	for _, c := range set {
		if c == r {
			return true
		}
	}
	return false
}

// node appends the NAME and the CARG of a node.
func (x *extractor) node(dst []triple, sentence *treebank.Sentence, i int32) []triple {
	node := &sentence.Nodes[i]
	if x.skip[i] {
		return dst
	}
	label := x.lower(node.Label)
	if x.opt.Carg == ToName && node.Carg.Len > 0 {
		x.text = append(append(append(x.text[:0], sentence.Name(label)...), '('), sentence.Bytes(node.Carg)...)
		label = sentence.Syms.Intern(append(x.text, ')'))
	}
	if label != 0 {
		dst = append(dst, triple{span: x.spans[i], value: uint64(label), class: Name, node: i, edge: -1,
			w: x.w.name(sentence, i), mate: -1})
	}
	if node.Carg.Len == 0 || x.opt.Carg == ToName || x.opt.Carg == Nowhere {
		return dst
	}
	value := sentence.Bytes(node.Carg)
	if x.opt.Lower {
		value = bytes.ToLower(value)
	}
	t := triple{span: x.spans[i], role: x.lower(x.carg), value: uint64(sentence.Syms.Intern(value)), class: Carg, node: i,
		edge: -1, w: x.w.name(sentence, i), mate: -1}
	if x.opt.Carg == ToProp {
		t.class = Prop
	}
	return append(dst, t)
}

// edges appends the ARGs. DMRS's undirected links MOD/EQ are not among them.
func (x *extractor) edges(dst []triple, sentence *treebank.Sentence) []triple {
	for i := range sentence.Edges {
		edge := &sentence.Edges[i]
		if x.skip[edge.From] || x.skip[edge.To] || (edge.Label == x.mod || edge.Label == 0) && edge.Post == x.eq {
			continue
		}
		role := edge.Label
		if role == x.bv || role == x.rstr {
			if role = x.bv; x.opt.ARG0 {
				role = x.arg0
			}
		}
		role = x.lower(role)
		dst = append(dst, triple{span: x.spans[edge.From], role: role, value: x.spans[edge.To], class: Arg, node: edge.From,
			edge: int32(i), w: x.w.arg(sentence, edge.From, role), mate: -1})
	}
	return dst
}

func (x *extractor) tops(dst []triple, sentence *treebank.Sentence) []triple {
	class := Top
	switch x.opt.Top {
	case Nowhere:
		return dst
	case ToArg:
		class = Arg
	}
	for _, n := range sentence.Tops {
		if !x.skip[n] {
			dst = append(dst, triple{span: x.spans[n], role: x.top, class: class, node: n, edge: -1,
				w: x.w.name(sentence, n), mate: -1})
		}
	}
	return dst
}

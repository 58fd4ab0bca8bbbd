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

// lower returns the symbol of the lower-cased name of y if the options require it,
// else y.
func (x *extractor) lower(y treebank.Symbol) treebank.Symbol {
	if !x.opt.Lower || y == 0 {
		return y
	}
	if n := x.syms.Len(); int(y) >= len(x.lowered) {
		x.lowered = append(x.lowered, make([]treebank.Symbol, n-len(x.lowered))...)
	}
	l := x.lowered[y]
	if l == 0 {
		l = x.syms.Intern(mrs.Lower([]byte(x.syms.Name(y))))
		x.lowered[y] = l
	}
	return l
}

// triples appends the triples of s to dst.
func (x *extractor) triples(dst []triple, s *treebank.Sentence, trim bool) []triple {
	if s.Missing {
		return dst
	}
	x.start(s.Syms)
	if s.MRS != nil {
		g := x.opt.Graph
		if g == mrs.None {
			g = mrs.EDS
		}
		mrs.Derive(s, g)
	}
	x.nodes(s, trim)
	for i := range s.Nodes {
		dst = x.node(dst, s, int32(i))
	}
	dst = x.edges(dst, s)
	if !x.opt.NoProps {
		for _, p := range s.Props {
			if !x.skip[p.Node] {
				key, value := x.lower(p.Key), x.lower(p.Value)
				dst = append(dst, triple{span: x.spans[p.Node], role: key, value: uint64(value), class: Prop, node: p.Node,
					edge: -1, w: x.w.prop(s, p.Node, key), mate: -1})
			}
		}
	}
	return x.tops(dst, s)
}

// nodes finds the characters of the nodes.
func (x *extractor) nodes(s *treebank.Sentence, trim bool) {
	x.spans, x.skip = x.spans[:0], x.skip[:0]
	if trim {
		x.runes = x.runes[:0]
		for b := s.Bytes(s.Input); len(b) > 0; {
			r, n := utf8.DecodeRune(b)
			x.runes = append(x.runes, r)
			b = b[n:]
		}
	}
	anchors := s.Anchors
	for i := range s.Nodes {
		n := &s.Nodes[i]
		k := 0
		for k < len(anchors) && int(anchors[k].Node) == i {
			k++
		}
		switch {
		case trim:
			x.spans = append(x.spans, x.characters(s, n, anchors[:k]))
		case k > 0:
			x.spans = append(x.spans, x.several(s, anchors[:k]))
		default:
			x.spans = append(x.spans, pack(n.From, n.To))
		}
		anchors = anchors[k:]
		x.skip = append(x.skip, x.opt.SkipUnlinked && (n.From < 0 && n.To < 0 || s.Name(n.Label) == "selected"))
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
func (x *extractor) characters(s *treebank.Sentence, n *treebank.Node, anchors []treebank.Anchor) uint64 {
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
	return uint64(s.Syms.Intern(x.text))
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
func (x *extractor) node(dst []triple, s *treebank.Sentence, i int32) []triple {
	n := &s.Nodes[i]
	if x.skip[i] {
		return dst
	}
	label := x.lower(n.Label)
	if x.opt.Carg == ToName && n.Carg.Len > 0 {
		x.text = append(append(append(x.text[:0], s.Name(label)...), '('), s.Bytes(n.Carg)...)
		label = s.Syms.Intern(append(x.text, ')'))
	}
	if label != 0 {
		dst = append(dst, triple{span: x.spans[i], value: uint64(label), class: Name, node: i, edge: -1, w: x.w.name(s, i), mate: -1})
	}
	if n.Carg.Len == 0 || x.opt.Carg == ToName || x.opt.Carg == Nowhere {
		return dst
	}
	value := s.Bytes(n.Carg)
	if x.opt.Lower {
		value = bytes.ToLower(value)
	}
	t := triple{span: x.spans[i], role: x.lower(x.carg), value: uint64(s.Syms.Intern(value)), class: Carg, node: i, edge: -1, w: x.w.name(s, i), mate: -1}
	if x.opt.Carg == ToProp {
		t.class = Prop
	}
	return append(dst, t)
}

// edges appends the ARGs. DMRS's undirected links MOD/EQ are not among them.
func (x *extractor) edges(dst []triple, s *treebank.Sentence) []triple {
	for i := range s.Edges {
		e := &s.Edges[i]
		if x.skip[e.From] || x.skip[e.To] || (e.Label == x.mod || e.Label == 0) && e.Post == x.eq {
			continue
		}
		role := e.Label
		if role == x.bv || role == x.rstr {
			if role = x.bv; x.opt.ARG0 {
				role = x.arg0
			}
		}
		role = x.lower(role)
		dst = append(dst, triple{span: x.spans[e.From], role: role, value: x.spans[e.To], class: Arg, node: e.From, edge: int32(i),
			w: x.w.arg(s, e.From, role), mate: -1})
	}
	return dst
}

func (x *extractor) tops(dst []triple, s *treebank.Sentence) []triple {
	class := Top
	switch x.opt.Top {
	case Nowhere:
		return dst
	case ToArg:
		class = Arg
	}
	for _, n := range s.Tops {
		if !x.skip[n] {
			dst = append(dst, triple{span: x.spans[n], role: x.top, class: class, node: n, edge: -1, w: x.w.name(s, n), mate: -1})
		}
	}
	return dst
}

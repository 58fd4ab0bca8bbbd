// Package amr turns a semantic graph into the triples that the measures of AMR
// compare: instances (node, concept), attributes (node, role, constant) and
// relations (node, role, node). The programs agree on the idea (Cai & Knight
// 2013) and differ in the details; every difference is an Option, and every
// program a preset: smatch.py at c01a838, the smatch inside amr-evaluation at
// 8bc6b2e (Damonte, Cohen & Satta 2017), and the three standardisations of
// smatch++ at 81317b6 (Opitz 2023).
//
// smatch.py and amr-evaluation keep only the first word of a quoted value, which no preset does
// (FirstWord); package measures/smatch adds it. smatch++ removes the blanks, which is not copied.
package amr

import (
	"slices"
	"strings"

	"assay/graph/mrs"
	"assay/treebank"
)

// A Class is the kind of a triple.
type Class uint8

// The classes. Top is counted as an attribute.
const (
	Instance Class = iota
	Attribute
	Relation
	Top
)

// String returns the name of the class.
func (c Class) String() string {
	return [...]string{"instance", "attribute", "relation", "top"}[c]
}

// A Root selects the triple of the root.
type Root uint8

// The triples of roots.
const (
	RootTop     Root = iota // two roots that are mapped to each other match
	RootConcept             // as RootTop, but the concepts must be equal too
	RootNone                // no triple
)

// String returns the value used by options and signatures.
func (r Root) String() string { return [...]string{"top", "concept", "none"}[r] }

// Invert selects the roles in -of that are turned around.
type Invert uint8

// The inverted roles.
const (
	InvertMost Invert = iota // all but consist-of, prep-on-behalf-of, prep-out-of
	InvertAll                // as long as the role ends in -of
	InvertNone
)

// String returns the value used by options and signatures.
func (i Invert) String() string { return [...]string{"most", "all", "none"}[i] }

// Domain selects how mod and domain, inverses of each other, are written.
type Domain uint8

// The treatments of mod and domain.
const (
	DomainInverse Domain = iota // mod is the inverse of domain
	ModInverse                  // domain is the inverse of mod
	DomainApart                 // they are unrelated roles
)

// String returns the value used by options and signatures.
func (d Domain) String() string { return [...]string{"domain", "mod", "apart"}[d] }

// Quotes selects the quotes that are removed from values and concepts.
type Quotes uint8

// The removed quotes.
const (
	QuotesDropped Quotes = iota // double quotes
	AllDropped                  // double and single quotes
	QuotesKept
)

// String returns the value used by options and signatures.
func (q Quotes) String() string { return [...]string{"drop", "drop-all", "keep"}[q] }

// Turned selects the treatment of constants of inverse roles, such as the 1 of
// :mod 1. smatch.py turns the edge around and finds no node at its start; its
// older version does so only if the node ends after the constant.
type Turned uint8

// The treatments of constants of inverse roles.
const (
	TurnedKept Turned = iota
	TurnedLost
	TurnedLostLast
)

// String returns the value used by options and signatures.
func (t Turned) String() string { return [...]string{"keep", "drop", "drop-last"}[t] }

// OrderKey is the key of the attribute in which the AMR reader keeps the order of
// the roles of each node, separated by commas: p for a property, other letters for
// edges.
const OrderKey = "amr-order"

// Options select the triples of a graph.
type Options struct {
	Root        Root
	Invert      Invert
	Domain      Domain
	Quotes      Quotes
	KeepCase    bool // otherwise roles, concepts and values are in lower case
	Underscores bool // underscores at the end of concepts and values count
	Turned      Turned
	Dereify     bool // nodes such as have-mod-91 become roles
	FirstWord   bool // of a constant only the text before its first blank counts
	NoWiki      bool // attributes wiki do not count
	NoSense     bool // attributes sense do not count: those of concepts in the sequence notation
	OneEdge     bool // of several edges from one node to another the last counts
}

// The presets.
var (
	Official = Options{Turned: TurnedLost}
	Damonte  = Options{Root: RootConcept, Invert: InvertAll, Domain: DomainApart, Turned: TurnedLostLast}
	None     = Options{Invert: InvertNone, Domain: DomainApart, Quotes: QuotesKept, KeepCase: true, Underscores: true}
	Generic  = Options{Invert: InvertAll, Domain: DomainApart, Quotes: AllDropped, Underscores: true}
	AMR      = Options{Root: RootConcept, Invert: InvertAll, Domain: ModInverse, Quotes: AllDropped,
		Underscores: true, Dereify: true}
)

// A Triple is one statement of a graph.
type Triple struct {
	Class  Class
	Role   treebank.Symbol // 0 for instances and tops
	Value  treebank.Symbol // concept or constant, normalised
	Node   int32
	Target int32 // of a relation, else -1
	Edge   int32 // the edge of the sentence that it comes from, -1 if none
	Turned bool  // an attribute of an inverse role: the value has the role, the node fills it
}

// An Extractor makes the triples of graphs. It is not safe for concurrent use.
type Extractor struct {
	opt    Options
	syms   *treebank.Symbols
	roles  []role            // by symbol
	values []treebank.Symbol // by symbol, plus one
	carg   treebank.Symbol
	rules  map[treebank.Symbol][]rule
}

// A role is the normalised form of a role of the file.
type role struct {
	known, turned bool
	name          treebank.Symbol
	plain         treebank.Symbol // of an attribute: not turned
}

// NewExtractor returns an extractor.
func NewExtractor(opt Options) *Extractor { return &Extractor{opt: opt} }

// Triples appends the triples of sentence to dst: instances in the order of the nodes,
// then tops, attributes and relations. A sentence without analysis has none.
func (x *Extractor) Triples(dst []Triple, sentence *treebank.Sentence) []Triple {
	if sentence.Missing {
		return dst
	}
	if sentence.MRS != nil && mrs.Graph(sentence.MRS.Graph) == mrs.None {
		mrs.Derive(sentence, mrs.EDS)
	}
	x.start(sentence.Syms)
	first := len(dst)
	for i := range sentence.Nodes {
		if n := &sentence.Nodes[i]; n.Label != 0 {
			dst = append(dst, Triple{Class: Instance, Value: x.value(n.Label), Node: int32(i), Target: -1, Edge: -1})
		}
	}
	dst = x.tops(dst, sentence)
	for i, p := range sentence.Props {
		if key := sentence.Name(p.Key); x.opt.NoWiki && strings.EqualFold(key, "wiki") || x.opt.NoSense && key == "sense" {
			continue
		}
		if x.opt.Turned != TurnedKept && x.role(p.Key).turned && (x.opt.Turned == TurnedLost || x.endsNode(sentence, i)) {
			continue
		}
		dst = append(dst, Triple{Class: Attribute, Role: x.role(p.Key).plain, Value: x.constant(p.Value),
			Node: p.Node, Target: -1, Edge: -1,
			Turned: x.role(p.Key).turned})
	}
	for i := range sentence.Nodes {
		if c := sentence.Nodes[i].Carg; c.Len > 0 {
			dst = append(dst, Triple{Class: Attribute, Role: x.carg,
				Value: x.constant(sentence.Syms.Intern(sentence.Bytes(c))), Node: int32(i), Target: -1, Edge: -1})
		}
	}
	for i := range sentence.Edges {
		if !x.opt.OneEdge || !edgeAfter(sentence.Edges, i) {
			dst = append(dst, x.relation(sentence, int32(i)))
		}
	}
	if x.opt.Dereify {
		dst = x.dereify(dst, first, sentence)
	}
	return dst
}

// edgeAfter reports whether a later edge has the same two ends as edge i.
func edgeAfter(edges []treebank.Edge, i int) bool {
	return slices.ContainsFunc(edges[i+1:], func(e treebank.Edge) bool {
		return e.From == edges[i].From && e.To == edges[i].To
	})
}

// Unique keeps the first of equal triples.
func Unique(list []Triple) []Triple {
	seen := make(map[Triple]bool, len(list))
	return slices.DeleteFunc(list, func(t Triple) bool {
		t.Edge = -1
		again := seen[t]
		seen[t] = true
		return again
	})
}

// endsNode reports whether property i is the last statement of the file about its
// node.
func (x *Extractor) endsNode(sentence *treebank.Sentence, i int) bool {
	node := sentence.Props[i].Node
	if i+1 < len(sentence.Props) && sentence.Props[i+1].Node == node {
		return false
	}
	if text, ok := order(sentence); ok {
		lists := strings.Split(text, ",")
		return int(node) < len(lists) && strings.HasSuffix(lists[node], "p")
	}
	return !slices.ContainsFunc(sentence.Edges, func(e treebank.Edge) bool { return e.From == node })
}

// start drops the symbols of the last table.
func (x *Extractor) start(syms *treebank.Symbols) {
	if x.syms == syms {
		return
	}
	x.syms, x.roles, x.values = syms, nil, nil
	x.carg = syms.InternString("carg")
	if x.opt.KeepCase {
		x.carg = syms.InternString("CARG")
	}
	if x.opt.Dereify {
		x.rules = reifications(syms)
	}
}

func (x *Extractor) tops(dst []Triple, sentence *treebank.Sentence) []Triple {
	if x.opt.Root == RootNone {
		return dst
	}
	for _, n := range sentence.Tops {
		t := Triple{Class: Top, Node: n, Target: -1, Edge: -1}
		if x.opt.Root == RootConcept {
			t.Value = x.value(sentence.Nodes[n].Label)
		}
		dst = append(dst, t)
	}
	return dst
}

// relation returns the triple of edge i.
func (x *Extractor) relation(s *treebank.Sentence, i int32) Triple {
	edge := &s.Edges[i]
	label := edge.Label
	if edge.Post != 0 { // of a DMRS
		label = s.Syms.InternString(s.Name(edge.Label) + "/" + s.Name(edge.Post))
	}
	r := x.role(label)
	t := Triple{Class: Relation, Role: r.name, Node: edge.From, Target: edge.To, Edge: i}
	if r.turned {
		t.Node, t.Target = edge.To, edge.From
	}
	return t
}

// role returns the normalised form of a role.
func (x *Extractor) role(symbol treebank.Symbol) role {
	for int(symbol) >= len(x.roles) {
		x.roles = append(x.roles, role{})
	}
	if r := x.roles[symbol]; r.known {
		return r
	}
	name := x.syms.Name(symbol)
	if !x.opt.KeepCase {
		name = strings.ToLower(name)
	}
	if x.opt.Domain == ModInverse {
		switch name {
		case "domain":
			name = "mod-of"
		case "domain-of":
			name = "mod"
		}
	}
	plain, turned := name, false
	for strings.HasSuffix(name, "-of") && x.inverts(name) {
		name, turned = strings.TrimSuffix(name, "-of"), !turned
		if x.opt.Invert == InvertMost {
			break
		}
	}
	if x.opt.Domain == DomainInverse && name == "mod" && !turned {
		name, turned = "domain", true
	}
	r := role{true, turned, x.syms.InternString(name), x.syms.InternString(plain)}
	x.roles[symbol] = r
	return r
}

// inverts reports whether a role that ends in -of is turned around.
func (x *Extractor) inverts(name string) bool {
	switch x.opt.Invert {
	case InvertNone:
		return false
	case InvertMost:
		return name != "consist-of" && name != "prep-on-behalf-of" && name != "prep-out-of"
	}
	return name != "-of"
}

// constant returns the normalised form of a constant.
func (x *Extractor) constant(symbol treebank.Symbol) treebank.Symbol {
	if x.opt.FirstWord {
		if first, rest, _ := strings.Cut(x.syms.Name(symbol), " "); rest != "" {
			if strings.HasPrefix(first, `"`) && x.opt.Quotes == QuotesKept {
				first += `"`
			}
			symbol = x.syms.InternString(first)
		}
	}
	return x.value(symbol)
}

// value returns the normalised form of a concept or constant.
func (x *Extractor) value(symbol treebank.Symbol) treebank.Symbol {
	for int(symbol) >= len(x.values) {
		x.values = append(x.values, 0)
	}
	if v := x.values[symbol]; v != 0 {
		return v - 1
	}
	text := x.syms.Name(symbol)
	if x.opt.Quotes != QuotesKept {
		text = strings.ReplaceAll(text, `"`, "")
	}
	if x.opt.Quotes == AllDropped {
		text = strings.ReplaceAll(text, "'", "")
	}
	if !x.opt.KeepCase {
		text = strings.ToLower(text)
	}
	if !x.opt.Underscores {
		text = strings.TrimRight(text, "_")
	}
	v := x.syms.InternString(text)
	x.values[symbol] = v + 1
	return v
}

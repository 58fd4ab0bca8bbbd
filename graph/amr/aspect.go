package amr

import (
	"slices"
	"strings"

	"assay/treebank"
)

// An Aspect is a part of a graph about one part of its meaning, as smatch++ at 81317b6
// selects it (Opitz 2023, section 5): the triples of some roles, and those that touch
// nodes of some concepts, with the context that Depth, Parents and Predicates say and
// the instances of all their nodes.
type Aspect struct {
	Name       string // of smatch++
	Roles      []string
	Concepts   []string
	Depth      int  // edges that are followed from the targets of the selected triples
	Parents    bool // the triples that lead to their sources
	Predicates bool // triples of nodes that have no other role and that no edge leads to
	// Reentrant selects the triples whose target has several incoming ones.
	Reentrant bool
}

// Aspects are the aspects of smatch++ in its order. Frames rename core roles before.
func Aspects() []Aspect {
	core := []string{"arg1", "arg2", "arg3", "arg4", "arg5", "arg6", "arg7", "arg8", "arg9"}
	part := func(name string, concepts []string, roles ...string) Aspect {
		return Aspect{Name: name, Roles: roles, Concepts: concepts, Depth: 2, Predicates: true}
	}
	return []Aspect{
		part("AGENT", nil, "arg0"),
		part("CAUSE", []string{"cause-01"}, "cause"),
		{Name: "CONCEPT", Roles: []string{"instance"}},
		part("FOCUS", nil, "root"),
		part("INSTRUMENT", nil, "instrument"),
		part("LOCATION (spatial)", locations(), "location", "path", "destination", "direction"),
		part("MATHS", []string{"sum-of", "product-of"}),
		part("NER", nil, "name"),
		part("PATIENT", nil, core...),
		part("POLARITY", nil, "polarity"),
		part("POSSESSION", nil, "poss"),
		part("PURPOSE", nil, "purpose"),
		part("QUANTIFIER", quantities(), "quant"),
		{Name: "QUESTION", Concepts: []string{"amr-unknown"}, Parents: true, Predicates: true},
		part("SRL-core", nil, append([]string{"arg0"}, core...)...),
		part("TIME (temporal)", []string{"date-entity", "date-interval"}, "time", "duration", "frequency"),
		part("TOPIC", nil, "topic"),
		{Name: "WIKI", Roles: []string{"wiki"}},
		{Name: "REENTRANCIES", Reentrant: true},
	}
}

// locations are the places among the named-entity types of the AMR specification 1.2.6.
func locations() []string {
	return strings.Split("city|city-district|county|state|province|territory|country|local-region|country-region|world-region|continent|"+
		"ocean|sea|lake|river|gulf|bay|strait|canal|peninsula|mountain|volcano|valley|canyon|island|desert|forest "+
		"moon|planet|star|constellation", "|")
}

// quantities lists the types of quantity of the specification: monetary-quantity and so on.
func quantities() []string {
	all := strings.Fields("monetary distance area volume temporal frequency speed acceleration mass force pressure " +
		"energy power charge potential " +
		"resistance inductance magnetic-field magnetic-flux radiation concentration temperature score " +
		"fuel-consumption seismic")
	for i := range all {
		all[i] += "-quantity"
	}
	return append(all, "voltage-quantity (zap!)")
}

// A Selector selects aspects of one graph.
type Selector struct {
	syms     *treebank.Symbols
	triples  []Triple
	from, to []int64 // of each triple; a node, or constants + the symbol of a value
	role     []string
	instance []int // of each node, -1 if it has none
	incoming map[int64]int
	outgoing map[int64]int // instances left out
	in       []bool
}

const constants = 1 << 40

// NewSelector returns a selector for a graph of n nodes.
func NewSelector(triples []Triple, n int, syms *treebank.Symbols) *Selector {
	selector := &Selector{syms: syms, triples: triples, incoming: map[int64]int{}, outgoing: map[int64]int{},
		instance: make([]int, n)}
	for i := range selector.instance {
		selector.instance[i] = -1
	}
	for i := range triples {
		from, to, role := selector.ends(&triples[i])
		selector.from, selector.to = append(selector.from, from), append(selector.to, to)
		selector.role = append(selector.role, role)
		if triples[i].Class == Instance {
			selector.instance[from] = i
			continue
		}
		selector.incoming[to]++
		selector.outgoing[from]++
	}
	return selector
}

// ends returns source, target and role of a triple.
func (s *Selector) ends(triple *Triple) (from, to int64, role string) {
	node, value := int64(triple.Node), constants+int64(triple.Value)
	switch {
	case triple.Class == Instance:
		return node, value, "instance"
	case triple.Class == Top && triple.Value == 0:
		return constants, node, "root"
	case triple.Class == Top:
		return node, value, "root"
	case triple.Class == Relation:
		return node, int64(triple.Target), s.syms.Name(triple.Role)
	case triple.Turned:
		return value, node, strings.TrimSuffix(s.syms.Name(triple.Role), "-of")
	}
	return node, value, s.syms.Name(triple.Role)
}

// Select returns the triples of an aspect, in memory of their own.
func (s *Selector) Select(aspect *Aspect) (out []Triple) {
	s.in = make([]bool, len(s.triples))
	s.first(aspect)
	var parents []int
	if aspect.Parents {
		parents = s.leading()
	}
	for range aspect.Depth {
		s.follow()
	}
	for _, i := range parents {
		s.in[i] = true
	}
	if aspect.Predicates {
		s.predicates()
	}
	for i := range s.triples {
		if s.in[i] && s.triples[i].Class != Instance {
			s.name(s.from[i])
			s.name(s.to[i])
		}
	}
	for i := range s.triples {
		if s.in[i] {
			out = append(out, s.triples[i])
		}
	}
	return out
}

// first selects triples by their roles and by the concepts of their ends.
func (s *Selector) first(aspect *Aspect) {
	at := map[int64]bool{}
	for i := range s.triples {
		s.in[i] = slices.Contains(aspect.Roles, s.role[i])
		if aspect.Reentrant && s.to[i] < constants {
			s.in[i] = s.instance[s.to[i]] >= 0 && s.incoming[s.to[i]] > 1
		}
		if s.to[i] >= constants && len(aspect.Concepts) > 0 &&
			slices.Contains(aspect.Concepts, s.syms.Name(treebank.Symbol(s.to[i]-constants))) {
			at[s.from[i]] = true
		}
	}
	for i := range s.triples {
		s.in[i] = s.in[i] || at[s.from[i]] || at[s.to[i]]
	}
}

// selected returns the ends of the triples selected so far; the lists hold the ends of all triples.
func (s *Selector) selected(lists ...[]int64) map[int64]bool {
	out := map[int64]bool{}
	for _, list := range lists {
		for i, end := range list {
			if s.in[i] {
				out[end] = true
			}
		}
	}
	return out
}

// leading returns the triples that lead to the sources of those selected.
func (s *Selector) leading() (out []int) {
	sources := s.selected(s.from)
	for i := range s.triples {
		if sources[s.to[i]] {
			out = append(out, i)
		}
	}
	return out
}

// follow selects the triples, instances left out, that begin where those selected
// end.
func (s *Selector) follow() {
	targets := s.selected(s.to)
	for i := range s.triples {
		s.in[i] = s.in[i] || s.triples[i].Class != Instance && targets[s.from[i]]
	}
}

// predicates selects the triples that lead to the ends of those selected, from nodes
// that have no other triple.
func (s *Selector) predicates() {
	ends := s.selected(s.from, s.to)
	for i := range s.triples {
		if ends[s.to[i]] && s.triples[i].Class != Instance && s.role[i] != "root" && s.incoming[s.from[i]] == 0 &&
			s.outgoing[s.from[i]] == 1 {
			s.in[i] = true
		}
	}
}

// name selects the instance of a node.
func (s *Selector) name(node int64) {
	if node < constants && s.instance[node] >= 0 {
		s.in[s.instance[node]] = true
	}
}

package amr

import "assay/treebank"

// A rule says that a node of a concept with these two roles, from and to, has the
// same meaning as an edge with the role.
type rule struct{ role, from, to treebank.Symbol }

// A Reification says that a node of Concept with the two roles From and To has the
// same meaning as an edge with Role.
type Reification struct{ Role, Concept, From, To string }

// Reifications returns the reifications of the AMR specification 1.2.6 as smatch++ lists them,
// in lower case. Both own-01 and have-03 reify poss; smatch++ takes the first.
func Reifications() []Reification {
	return []Reification{
		{"accompanier", "accompany-01", "arg1", "arg0"},
		{"age", "age-01", "arg1", "arg2"},
		{"beneficiary", "benefit-01", "arg0", "arg1"},
		{"concession", "have-concession-91", "arg1", "arg2"},
		{"condition", "have-condition-91", "arg1", "arg2"},
		{"degree", "have-degree-91", "arg1", "arg2"},
		{"destination", "be-destined-for-91", "arg1", "arg2"},
		{"duration", "last-01", "arg1", "arg2"},
		{"example", "exemplify-01", "arg1", "arg0"},
		{"extent", "have-extent-91", "arg1", "arg2"},
		{"frequency", "have-frequency-91", "arg1", "arg2"},
		{"instrument", "have-instrument-91", "arg1", "arg2"},
		{"li", "have-li-91", "arg1", "arg2"},
		{"location", "be-located-at-91", "arg1", "arg2"},
		{"manner", "have-manner-91", "arg1", "arg2"},
		{"mod", "have-mod-91", "arg1", "arg2"},
		{"name", "have-name-91", "arg1", "arg2"},
		{"ord", "have-ord-91", "arg1", "arg2"},
		{"part", "have-part-91", "arg1", "arg2"},
		{"polarity", "have-polarity-91", "arg1", "arg2"},
		{"poss", "own-01", "arg1", "arg0"},
		{"purpose", "have-purpose-91", "arg1", "arg2"},
		{"quant", "have-quant-91", "arg1", "arg2"},
		{"source", "be-from-91", "arg1", "arg2"},
		{"subevent", "have-subevent-91", "arg1", "arg2"},
		{"time", "be-temporally-at-91", "arg1", "arg2"},
		{"topic", "concern-02", "arg0", "arg1"},
		{"value", "have-value-91", "arg1", "arg2"},
	}
}

// reifications returns the rules of each concept.
func reifications(syms *treebank.Symbols) map[treebank.Symbol][]rule {
	rules := map[treebank.Symbol][]rule{}
	for _, r := range Reifications() {
		concept := syms.InternString(r.Concept)
		rules[concept] = append(rules[concept], rule{syms.InternString(r.Role), syms.InternString(r.From),
			syms.InternString(r.To)})
	}
	return rules
}

// dereify turns nodes that represent roles back into roles: nodes of such a
// concept that no edge leads to, that are not the root, and that have one edge of
// each of the two roles and no other.
func (x *Extractor) dereify(list []Triple, first int, s *treebank.Sentence) []Triple {
	blocked := make([]bool, len(s.Nodes))
	for _, n := range s.Tops {
		blocked[n] = true
	}
	out := make([][]int, len(s.Nodes))
	for i := first; i < len(list); i++ {
		switch t := &list[i]; t.Class {
		case Relation:
			blocked[t.Target] = true
			out[t.Node] = append(out[t.Node], i)
		case Attribute:
			out[t.Node] = append(out[t.Node], i)
		}
	}
	gone := make([]bool, len(list))
	for i := first; i < len(list); i++ {
		t := list[i]
		if t.Class != Instance || blocked[t.Node] || len(out[t.Node]) != 2 {
			continue
		}
		for _, rule := range x.rules[t.Value] {
			from, to := out[t.Node][0], out[t.Node][1]
			if list[from].Role != rule.from {
				from, to = to, from
			}
			if list[from].Role != rule.from || list[to].Role != rule.to || list[from].Class != Relation {
				continue
			}
			n := list[to]
			n.Role, n.Node = rule.role, list[from].Target
			if n.Class == Relation && n.Edge < 0 {
				n.Edge = list[from].Edge
			}
			list[to], gone[i], gone[from] = n, true, true
			break
		}
	}
	n := first
	for i := first; i < len(list); i++ {
		if !gone[i] {
			list[n] = list[i]
			n++
		}
	}
	return list[:n]
}

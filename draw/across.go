package draw

import (
	"strings"

	"assay/internal/umr"
	"assay/treebank"
)

// A property is one of a node, as it is shown and as it is compared with those of the other side.
type property struct{ text, key string }

// across returns the relations of the document level that a node has, such as (s1e :after s2g):
// those that begin at it, and those that end at it and begin at no node of the sentence. The function
// rename gives the nodes of the sentence the names by which they are compared. A node of another
// sentence is equal to any: the two sides may name it differently.
func across(s *treebank.Sentence, node int32, rename func(int32) string) (out []property) {
	if node < 0 || s.FindAttr(-1, umr.DocumentKey) == nil {
		return nil
	}
	own := map[string]int32{}
	for i := range s.Nodes {
		own[s.Str(s.Nodes[i].ID)] = int32(i)
	}
	end := func(name string) (shown, key string) {
		if i, ok := own[name]; ok {
			return rename(i), rename(i)
		}
		if !strings.Contains(name, "-") && strings.ContainsAny(name, "0123456789") {
			return name, "*"
		}
		return name, name
	}
	for _, t := range umr.Triples(s) {
		from, begins := own[t.From]
		to, ends := own[t.To]
		if !(begins && from == node || !begins && ends && to == node) {
			continue
		}
		shown, compared := t, t
		shown.From, compared.From = end(t.From)
		shown.To, compared.To = end(t.To)
		out = append(out, property{shown.String(), compared.String()})
	}
	return out
}

// name returns the name of a node of gold, and of the node of gold that a node of the system corresponds to.
func (j *joiner) name(of *treebank.Sentence) func(int32) string {
	return func(node int32) string {
		if of == j.system {
			for i := range j.gold.Nodes {
				if at(j.mates.Nodes, i) == node {
					return j.gold.Str(j.gold.Nodes[i].ID)
				}
			}
		}
		return of.Str(of.Nodes[node].ID)
	}
}

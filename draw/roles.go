package draw

import (
	"cmp"
	"slices"
	"strings"

	"assay/treebank"
)

// mostWords is the number of words of an argument that are drawn; of longer ones the first and the last.
const mostWords = 4

// roleGraph returns the roles of a pair as a graph: predicates with their senses, the words of arguments, and an edge
// for each role.
func (p *Pair) roleGraph() (*treebank.Sentence, Marks) {
	type stretch struct{ begin, end int32 }
	var all []stretch
	add := func(begin, end int32) {
		if s := (stretch{begin, end}); !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	for _, r := range p.Roles {
		add(r.Begin, r.End)
		if r.Predicate >= 0 {
			add(r.Predicate, r.Predicate+1)
		}
	}
	slices.SortFunc(all, func(a, b stretch) int {
		return cmp.Or(cmp.Compare(a.begin, b.begin),
			cmp.Compare(a.end, b.end))
	})
	graph := &treebank.Sentence{Syms: p.Gold.Syms}
	graph.Own()
	var marks Marks
	for _, s := range all {
		label, mark := p.stretch(s.begin, s.end), Plain
		for _, r := range p.Roles {
			if r.Predicate < 0 && r.Begin == s.begin && s.end == s.begin+1 {
				label, mark = label+" "+r.Mark.sign()+r.Label, max(mark, r.Mark)
			}
		}
		graph.Nodes = append(graph.Nodes, treebank.Node{Label: graph.Syms.InternString(label), From: -1, To: -1})
		marks.Nodes = append(marks.Nodes, mark)
	}
	for _, r := range p.Roles {
		if r.Predicate >= 0 {
			from, to := slices.Index(all, stretch{r.Predicate, r.Predicate + 1}), slices.Index(all, stretch{r.Begin, r.End})
			graph.Edges = append(graph.Edges, treebank.Edge{From: int32(from), To: int32(to),
				Label: graph.Syms.InternString(r.Label)})
			marks.Edges = append(marks.Edges, r.Mark)
		}
	}
	return graph, marks
}

// stretch returns the words from begin to before end. Files of roles alone have a hyphen for each word but verbs, and
// there the numbers of the words are shown.
func (p *Pair) stretch(begin, end int32) string {
	words := make([]string, 0, end-begin)
	nameless := true
	for i := max(begin, 0); i < min(end, int32(len(p.Gold.Tokens))); i++ {
		words = append(words, string(p.Gold.Word(i)))
		nameless = nameless && words[len(words)-1] == "-"
	}
	switch {
	case len(words) == 0 || nameless && end-begin == 1:
		return "word " + itoa(begin+1)
	case nameless:
		return "words " + itoa(begin+1) + "–" + itoa(end)
	case len(words) > mostWords:
		return words[0] + " " + words[1] + " … " + words[len(words)-1]
	}
	return strings.Join(words, " ")
}

package mtool

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/eval"
	"assay/graph/matching"
	"assay/treebank"
)

// counts are items of gold, of the system, and correct ones.
type counts struct{ g, s, c int }

func (n *counts) add(m counts) { n.g, n.s, n.c = n.g+m.g, n.s+m.s, n.c+m.c }

// compare counts the items of two sets.
func compare(gold, system map[string]bool) counts {
	n := counts{g: len(gold), s: len(system)}
	for item := range gold {
		if system[item] {
			n.c++
		}
	}
	return n
}

// couple is a gold graph with the graph of the system.
type couple struct{ gold, system *graph }

// intersect pairs graphs by language, framework and id, as mtool does: the first of
// equal system graphs counts and the last of equal gold graphs, a missing one is empty.
func (p *program) intersect(golds, systems []*graph) (out []couple) {
	type key struct{ language, framework, id string }
	of, order := map[key]*graph{}, []key{}
	for _, g := range golds {
		k := key{g.language, g.framework, g.id}
		if of[k] == nil {
			order = append(order, k)
		}
		of[k] = g
	}
	none := func(language string) string { return cmp.Or(language, "None") }
	quiet := p.quiet && p.score == "mrp" && p.cores > 1
	say := func(format string, args ...any) {
		if !quiet {
			fmt.Fprintf(p.stderr, "score.intersect(): "+format+"\n", args...)
		}
	}
	seen := map[key]bool{}
	for _, system := range systems {
		k := key{system.language, system.framework, system.id}
		if k.language == "" && of[k] == nil {
			k.language = "eng"
		}
		switch {
		case seen[k]:
			say("ignoring duplicate %s %s graph #%s", none(k.language), k.framework, k.id)
			continue
		case of[k] == nil:
			say("ignoring %s %s graph #%s with no gold graph", none(system.language), k.framework, k.id)
		default:
			out = append(out, couple{of[k], system})
		}
		seen[k] = true
	}
	for _, k := range order {
		if !seen[k] {
			say("missing system %s %s graph #%s", none(k.language), k.framework, k.id)
			empty := &treebank.Sentence{Syms: p.syms, Missing: true}
			out = append(out, couple{of[k], &graph{id: k.id, framework: k.framework, sentence: empty}})
		}
	}
	return out
}

func text(s *string) string {
	if s == nil {
		return "\x00none"
	}
	return *s
}

// dependencies returns the edges of a graph over words, with and without labels; a top
// is an edge from nowhere.
func (g *graph) dependencies() (labeled, unlabeled map[string]bool) {
	labeled, unlabeled = map[string]bool{}, map[string]bool{}
	name := func(n int32) string { return identity(nil, g.nodes[n].anchors) }
	for _, e := range g.edges {
		ends := name(e.src) + "\x00" + name(e.tgt)
		labeled[ends+"\x00"+text(e.label)], unlabeled[ends] = true, true
	}
	for i := range g.nodes {
		if g.nodes[i].top {
			labeled["top\x00"+name(int32(i))], unlabeled["top\x00"+name(int32(i))] = true, true
		}
	}
	return labeled, unlabeled
}

// elements returns the names, arguments, tops and properties of elementary
// dependency match.
func (g *graph) elements(input []rune) (out [4]map[string]bool) {
	for i := range out {
		out[i] = map[string]bool{}
	}
	name := func(n int32) string { return identity(input, g.nodes[n].anchors) }
	for i := range g.nodes {
		node, own := &g.nodes[i], name(int32(i))
		if node.label != nil {
			out[0][own+"\x00"+*node.label] = true
		}
		if node.top {
			out[2][own] = true
		}
		for _, x := range node.props {
			out[3][own+"\x00"+x.key+"\x00"+x.value] = true
		}
	}
	for _, e := range g.edges {
		out[1][name(e.src)+"\x00"+name(e.tgt)+"\x00"+text(e.label)] = true
	}
	return out
}

// units returns the edges of UCCA by the yields of their ends: primary and remote,
// each with and without labels.
func (g *graph) units() (out [4]map[string]bool) {
	for i := range out {
		out[i] = map[string]bool{}
	}
	remote := func(e *edge) bool {
		return slices.ContainsFunc(e.attrs, func(a pair) bool { return a.key == "remote" })
	}
	yields := make([][]span, len(g.nodes))
	known := make([]bool, len(g.nodes))
	var walk func(n int32)
	walk = func(n int32) {
		if known[n] {
			return
		}
		known[n] = true
		yields[n] = slices.Clone(g.nodes[n].anchors)
		for i := range g.edges {
			e := &g.edges[i]
			if e.src != n || remote(e) {
				continue
			}
			walk(e.tgt)
			for _, a := range yields[e.tgt] {
				if !slices.Contains(yields[n], a) {
					yields[n] = append(yields[n], a)
				}
			}
		}
	}
	names := make([]string, len(g.nodes))
	for i := range g.nodes {
		walk(int32(i))
		slices.SortFunc(yields[i], func(a, b span) int {
			return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
		})
		names[i] = identity(g.input, yields[i])
	}
	for i := range g.edges {
		edge := &g.edges[i]
		at := 0
		if remote(edge) {
			at = 1
		}
		ends := names[edge.src] + "\x00" + names[edge.tgt]
		out[at][ends+"\x00"+text(edge.label)], out[2+at][ends] = true, true
	}
	return out
}

// classes are the kinds of items of MRP.
var classes = []string{"tops", "labels", "properties", "anchors", "edges", "attributes"}

// match counts the items of MRP under the best correspondence of nodes.
func (p *program) match(gold, system *graph) (n [6]counts, proven bool, err error) {
	columns := p.measure.ColumnNames()
	row := make([]float64, len(columns))
	if err := p.counter.Count(row, &eval.Pair{Gold: gold.sentence, System: system.sentence}); err != nil {
		return n, false, err
	}
	for i := range n {
		n[i] = counts{int(row[3*i]), int(row[3*i+1]), int(row[3*i+2])}
	}
	p.slack += int(row[slices.Index(columns, "sum_slack")])
	return n, row[slices.Index(columns, "open")] == 0, nil
}

// terms returns the triples that mtool gives to smatch, and the number of nodes
// without a label, whose made-up labels do not count.
func (p *program) terms(graph *graph, prefix string) (out matching.Graph, unnamed int) {
	out.Nodes = len(graph.nodes)
	add := func(kind uint8, name, value string, a, b int32) {
		key := p.syms.InternString(name + "\x00" + strings.TrimRight(strings.ToLower(value), "_"))
		out.Terms = append(out.Terms, matching.Term{Key: uint64(kind)<<60 | uint64(key), Class: kind,
			Nodes: [3]int32{a, b, matching.None}})
	}
	for i := range graph.nodes {
		node, at := &graph.nodes[i], int32(i)
		if node.anchors != nil {
			add(1, "anchor", identity(graph.input, node.anchors), at, matching.None)
		}
		if node.label != nil {
			add(0, "instance", *node.label, at, matching.None)
		} else {
			add(0, "instance", fmt.Sprintf("__()_%s__%d", prefix, unnamed), at, matching.None)
			unnamed++
		}
		if node.top {
			label := ""
			if node.label != nil {
				label = *node.label
			}
			add(1, "TOP", label, at, matching.None)
		}
		for _, x := range node.props {
			add(1, strings.ToLower(x.key), x.value, at, matching.None)
		}
	}
	for _, e := range graph.edges {
		add(2, strings.ToLower(text(e.label)), "", e.src, e.tgt)
		for _, a := range e.attrs {
			add(2, "("+a.key+", "+a.value+")", "", e.src, e.tgt)
		}
	}
	return out, unnamed
}

// smatch counts the triples of smatch.
func (p *program) smatch(gold, system *graph) counts {
	a, without := p.terms(gold, "g")
	b, missing := p.terms(system, "s")
	res := p.solver.Solve(a, b)
	p.slack += res.Upper - res.Lower
	return counts{g: len(a.Terms) - without, s: len(b.Terms) - missing, c: res.Lower}
}

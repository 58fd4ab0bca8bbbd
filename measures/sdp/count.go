package sdp

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/eval"
	"assay/measures/internal/faults"
	"assay/measures/internal/matchcount"
	"assay/treebank"
)

// An edge joins two places of a graph, or is the virtual edge of a top, whose source
// is 0.
type edge struct {
	from, to uint64
	label    treebank.Symbol
	index    int32 // index of the edge; for a top, of its node
	top      bool
}

// compare orders edges by their ends, then by the names of their labels: each goroutine
// has symbols of its own, and the order of items must not depend on these.
func (c *counter) compare(a, b edge) int {
	switch {
	case a.from != b.from:
		return cmp.Compare(a.from, b.from)
	case a.to != b.to:
		return cmp.Compare(a.to, b.to)
	case a.label == b.label:
		return 0
	}
	return strings.Compare(c.syms.Name(a.label), c.syms.Name(b.label))
}

func (a edge) equal(b edge) bool { return a.sameEnds(b) && a.label == b.label }

func (a edge) sameEnds(b edge) bool { return a.from == b.from && a.to == b.to }

// A predicate is a verb with its arguments.
type predicate struct {
	place uint64
	node  int32
	sense treebank.Symbol
	args  []edge
}

// A graph is one side of a pair.
type graph struct {
	s          *treebank.Sentence
	places     []uint64 // of the nodes, never 0
	edges      []edge   // sorted, each once
	args       []edge   // the arguments of predicates, sorted, each once
	predicates []predicate
	pos, sense []treebank.Symbol // of the nodes
	marked     []bool            // nodes with the property pred, predicates even without edges
}

type counter struct {
	Options
	places       placer
	gold, system graph
	syms         *treebank.Symbols
	isArgument   []int8 // by label: 1 yes, -1 no
	keys, tags   []int8 // by symbol: its kind as the key of a property, and as a tag
	spots        []spot
	goldSpot     []uint64 // the spots of the nodes
	systemSpot   []uint64
	item         eval.Item
	plain        bool // errors need no class
	faults       faults.Pair
}

// place finds the places of the nodes of a pair.
func (c *counter) place(pair *eval.Pair) error {
	if c.syms != pair.Gold.Syms {
		c.syms, c.isArgument, c.keys, c.tags = pair.Gold.Syms, c.isArgument[:0], c.keys[:0], c.tags[:0]
	}
	for _, s := range []*treebank.Sentence{pair.Gold, pair.System} {
		for i := range s.Nodes {
			if s.Nodes[i].From < 0 {
				return fmt.Errorf("node %q has no characters; sdp identifies nodes by their characters", s.Name(s.Nodes[i].Label))
			}
		}
	}
	c.gold.s, c.system.s = pair.Gold, pair.System
	c.gold.places, c.system.places = c.places.of(pair, c.gold.places[:0], c.system.places[:0])
	return nil
}

func (c *counter) read(graph *graph) {
	c.properties(graph)
	graph.edges, graph.args, graph.predicates = graph.edges[:0], graph.args[:0], graph.predicates[:0]
	for _, n := range graph.s.Tops {
		if !c.punctuation(graph, n) {
			graph.edges = append(graph.edges, edge{to: graph.places[n], index: n, top: true})
		}
	}
	for i, e := range graph.s.Edges {
		x := edge{from: graph.places[e.From], to: graph.places[e.To], label: e.Label, index: int32(i)}
		graph.marked[e.From] = true
		if c.argument(e.Label) {
			graph.args = append(graph.args, x)
		}
		if c.punctuation(graph, e.From) || c.punctuation(graph, e.To) {
			continue
		}
		if c.Undirected && x.from > x.to {
			x.from, x.to = x.to, x.from
		}
		graph.edges = append(graph.edges, x)
	}
	graph.edges, graph.args = c.unique(graph.edges), c.unique(graph.args)
	c.verbs(graph)
}

// unique sorts edges and keeps the first of equal ones.
func (c *counter) unique(list []edge) []edge {
	slices.SortStableFunc(list, c.compare)
	return slices.CompactFunc(list, edge.equal)
}

// properties finds tags, senses and marks of the nodes.
func (c *counter) properties(graph *graph) {
	n := len(graph.s.Nodes)
	graph.pos, graph.sense, graph.marked = zeros(graph.pos, n), zeros(graph.sense, n), zeros(graph.marked, n)
	for _, prop := range graph.s.Props {
		switch c.keyOf(prop.Key) {
		case keyPos:
			graph.pos[prop.Node] = prop.Value
		case keyFrame:
			graph.sense[prop.Node] = prop.Value
		case keyPred:
			graph.marked[prop.Node] = c.syms.Name(prop.Value) == "+"
		}
	}
}

func zeros[T any](list []T, n int) []T {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}

// punctuation reports whether the edges of a node are ignored as punctuation.
func (c *counter) punctuation(g *graph, n int32) bool {
	if !c.SkipPunctuation {
		return false
	}
	switch c.syms.Name(g.pos[n]) {
	case ".", ",", ":", "(", ")":
		return true
	}
	return false
}

// argument reports whether edges with that label are arguments.
func (c *counter) argument(label treebank.Symbol) bool {
	if c.Arguments == All {
		return true
	}
	if int(label) >= len(c.isArgument) {
		c.isArgument = append(c.isArgument, make([]int8, int(label)+1-len(c.isArgument))...)
	}
	if c.isArgument[label] == 0 {
		name, yes := c.syms.Name(label), false
		switch c.Arguments {
		case PAS:
			yes = slices.Contains(pasArguments, name)
		case PSD:
			yes = strings.HasSuffix(name, "-arg")
		default:
			yes = slices.Contains(c.Labels, name)
		}
		c.isArgument[label] = map[bool]int8{true: 1, false: -1}[yes]
	}
	return c.isArgument[label] > 0
}

// verbs finds the predicates that count, in the order of the text.
func (c *counter) verbs(graph *graph) {
	for n := range graph.s.Nodes {
		if !graph.marked[n] || !c.verb(graph.pos[n]) {
			continue
		}
		from, _ := slices.BinarySearchFunc(graph.args, graph.places[n], func(e edge, place uint64) int {
			return cmp.Compare(e.from, place)
		})
		to := from
		for to < len(graph.args) && graph.args[to].from == graph.places[n] {
			to++
		}
		graph.predicates = append(graph.predicates, predicate{graph.places[n], int32(n), graph.sense[n], graph.args[from:to]})
	}
	slices.SortStableFunc(graph.predicates, func(a, b predicate) int { return cmp.Compare(a.place, b.place) })
	graph.predicates = slices.CompactFunc(graph.predicates, func(a, b predicate) bool { return a.place == b.place })
}

func sameArguments(a, b []edge) bool {
	return slices.EqualFunc(a, b, edge.equal)
}

// groups calls visit for the edges with the same ends, in the order of the text; one
// side may be empty.
func groups(gold, system []edge, visit func(gold, system []edge)) {
	run := func(list []edge) int {
		n := 1
		for n < len(list) && list[n].sameEnds(list[0]) {
			n++
		}
		return n
	}
	for len(gold)+len(system) > 0 {
		g, s := 0, 0
		switch {
		case len(system) == 0:
			g = run(gold)
		case len(gold) == 0:
			s = run(system)
		default:
			switch c := cmp.Or(cmp.Compare(gold[0].from, system[0].from), cmp.Compare(gold[0].to, system[0].to)); {
			case c < 0:
				g = run(gold)
			case c > 0:
				s = run(system)
			default:
				g, s = run(gold), run(system)
			}
		}
		visit(gold[:g], system[:s])
		gold, system = gold[g:], system[s:]
	}
}

// Count adds the counts of p to row.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	if err := c.place(p); err != nil {
		return err
	}
	if !c.countPlain(row) {
		c.plain = true
		c.explain(p, func(it *eval.Item) { eval.AddTo(row, it.Adds) })
		c.plain = false
	}
	closeRow(row)
	return nil
}

// closeRow sets the columns for graphs whose edges are all the same.
func closeRow(row []float64) {
	for k := range 2 {
		r := row[k*edgeColumns : (k+1)*edgeColumns]
		graph := row[colGraphs] > 0
		r[colExact] = eval.One(graph && r[colGold] == r[colMatched] && r[colSystem] == r[colMatched])
		r[colExactPlain] = eval.One(graph && r[colGoldPlain] == r[colMatchedPlain] && r[colSystemPlain] == r[colMatchedPlain])
	}
}

// Explain yields an item for the graph, one for each edge and each top, in the
// order of the text, and one for each predication and each frame.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	if err := c.place(pair); err != nil {
		return err
	}
	c.explain(pair, yield)
	return nil
}

// explain is Explain for nodes whose places are known.
func (c *counter) explain(pair *eval.Pair, yield func(*eval.Item)) {
	c.read(&c.gold)
	c.read(&c.system)
	if !pair.Gold.Missing {
		c.item = matchcount.Whole("graph", pair, eval.Correct, append(c.item.Adds[:0], eval.Add{Column: colGraphs, N: 1}))
		yield(&c.item)
	}
	if !c.plain {
		c.describe()
	}
	groups(c.gold.edges, c.system.edges, func(gold, system []edge) { c.edges(gold, system, yield) })
	c.predicates(yield)
}

// edges yields the items of edges with the same ends. Edges with different labels are
// paired into one item while both sides have some.
func (c *counter) edges(gold, system []edge, yield func(*eval.Item)) {
	first := true
	emit := func(g, s *edge) {
		c.emit(g, s, first, len(gold) > 0, len(system) > 0, yield)
		first = false
	}
	var g, s []*edge // edges without a counterpart of the same label
	i, j := 0, 0
	for i < len(gold) || j < len(system) {
		switch {
		case j == len(system) || i < len(gold) && c.compare(gold[i], system[j]) < 0:
			g = append(g, &gold[i])
			i++
		case i == len(gold) || c.compare(system[j], gold[i]) < 0:
			s = append(s, &system[j])
			j++
		default:
			emit(&gold[i], &system[j])
			i, j = i+1, j+1
		}
	}
	for k := range max(len(g), len(s)) {
		switch {
		case k >= len(g):
			emit(nil, s[k])
		case k >= len(s):
			emit(g[k], nil)
		default:
			emit(g[k], s[k])
		}
	}
}

// emit yields the item of an edge. The first item of a group carries the counts of
// the ends.
func (c *counter) emit(gold, system *edge, first, inGold, inSystem bool, yield func(*eval.Item)) {
	it := &c.item
	*it = eval.Item{Part: "edge", Adds: it.Adds[:0], Mended: it.Mended[:0]}
	top := gold != nil && gold.top || system != nil && system.top
	add := func(list *[]eval.Add, column int) {
		// Ends that match are in gold's group.
		other := column == colSystem || column == colSystemPlain && !(inGold && inSystem)
		*list = append(*list, eval.Add{Column: column, N: 1, System: other})
		if !top {
			*list = append(*list, eval.Add{Column: column + edgeColumns, N: 1, System: other})
		}
	}
	if top {
		it.Part = "top"
	}
	if gold != nil {
		it.Gold = c.gold.ref(gold)
		add(&it.Adds, colGold)
	}
	if system != nil {
		it.System = c.system.ref(system)
		add(&it.Adds, colSystem)
	}
	if first && inGold {
		add(&it.Adds, colGoldPlain)
	}
	if first && inSystem {
		add(&it.Adds, colSystemPlain)
	}
	if first && inGold && inSystem {
		add(&it.Adds, colMatchedPlain)
	}
	switch {
	case gold == nil:
		it.Outcome = eval.Spurious
	case system == nil:
		it.Outcome = eval.Missing
	case gold.label != system.label:
		it.Outcome = eval.Incorrect
	default:
		it.Outcome = eval.Correct
		add(&it.Adds, colMatched)
	}
	if !c.plain && it.Outcome != eval.Correct {
		it.Class = c.faults.Class(c.number(&c.gold, gold), c.number(&c.system, system), it.Outcome)
	}
	if gold != nil && it.Outcome != eval.Correct {
		for col := colGold; col <= colMatchedPlain; col++ {
			if first || col < colGoldPlain { // the ends count once
				add(&it.Mended, col)
			}
		}
	}
	yield(it)
}

func (g *graph) ref(e *edge) eval.Ref {
	if e.top {
		return eval.Ref{Kind: eval.Top, Index: e.index, Label: g.s.Nodes[e.index].Label}
	}
	return eval.Ref{Kind: eval.Edge, Index: e.index, Other: g.s.Edges[e.index].To, Label: e.label}
}

// predicates yields the items of predications and frames.
func (c *counter) predicates(yield func(*eval.Item)) {
	gold, system := c.gold.predicates, c.system.predicates
	for len(gold)+len(system) > 0 {
		var g, s *predicate
		if len(gold) > 0 && (len(system) == 0 || gold[0].place <= system[0].place) {
			g = &gold[0]
		}
		if len(system) > 0 && (len(gold) == 0 || system[0].place <= gold[0].place) {
			s = &system[0]
		}
		if g != nil {
			gold = gold[1:]
		}
		if s != nil {
			system = system[1:]
		}
		same := g != nil && s != nil && sameArguments(g.args, s.args)
		c.predicate("predication", colPredications, g, s, same, yield)
		c.predicate("frame", colFrames, g, s, same && g.sense == s.sense, yield)
	}
}

func (c *counter) predicate(part string, column int, gold, system *predicate, same bool, yield func(*eval.Item)) {
	it := &c.item
	*it = eval.Item{Part: part, Adds: it.Adds[:0], Outcome: eval.Incorrect}
	side := func(graph *graph, p *predicate) eval.Ref {
		r := eval.Ref{Kind: eval.Node, Index: p.node, Label: graph.s.Nodes[p.node].Label}
		if part == "frame" {
			r.Role = p.sense
		}
		return r
	}
	if gold == nil {
		it.Outcome = eval.Spurious
	} else {
		it.Gold = side(&c.gold, gold)
		it.Adds = append(it.Adds, eval.Add{Column: column, N: 1})
	}
	if system == nil {
		it.Outcome = eval.Missing
	} else {
		it.System = side(&c.system, system)
		it.Adds = append(it.Adds, eval.Add{Column: column + 1, N: 1, System: true})
	}
	switch {
	case same:
		it.Outcome = eval.Correct
		it.Adds = append(it.Adds, eval.Add{Column: column + 2, N: 1})
	case gold != nil && system != nil && gold.sense != system.sense && part == "frame":
		it.Class = "wrong sense"
	case gold != nil && system != nil:
		it.Class = "wrong arguments"
	default:
		it.Class = it.Outcome.String() + " predicate"
	}
	yield(it)
}

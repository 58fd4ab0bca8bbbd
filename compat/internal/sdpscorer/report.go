package sdpscorer

import (
	"bufio"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"
)

const (
	virtual   = "-VIRTUAL-"
	unlabeled = "-UNLABELED-"
)

type set[T comparable] map[T]bool

// A frame is a predicate with its sense and its arguments, sorted and joined.
type frame struct {
	graph, node     int
	sense, outgoing string
}

// A scorer counts edges, with labels or without.
type scorer struct {
	o            *options
	labels, tops bool
	graphs       int
	exact        int
	edges        [2]set[edge] // gold, system
	frames       [2]set[frame]
	predications [2]set[frame]
}

func newScorer(o *options, labels, tops bool) *scorer {
	x := &scorer{o: o, labels: labels, tops: tops}
	for i := range 2 {
		x.edges[i], x.frames[i], x.predications[i] = set[edge]{}, set[frame]{}, set[frame]{}
	}
	return x
}

func (x *scorer) update(pair pair) error {
	if pair.system == nil {
		return &exception{name: "java.lang.NullPointerException"}
	}
	gold, system := x.edgesOf(pair.gold), x.edgesOf(pair.system)
	x.graphs++
	if maps.Equal(gold, system) {
		x.exact++
	}
	maps.Copy(x.edges[0], gold)
	maps.Copy(x.edges[1], system)
	x.predicates(0, pair.gold)
	x.predicates(1, pair.system)
	return nil
}

func (x *scorer) edgesOf(graph *graph) set[edge] {
	out := set[edge]{}
	add := func(from, to int, label string) {
		if x.o.skipPunctuation && (punctuation(graph.nodes[from].pos) || punctuation(graph.nodes[to].pos)) {
			return
		}
		if x.o.undirected {
			from, to = min(from, to), max(from, to)
		}
		out[edge{x.graphs, from, to, label}] = true
	}
	for _, e := range graph.edges {
		label := e.label
		if !x.labels {
			label = unlabeled
		}
		add(e.from, e.to, label)
	}
	for i := range graph.nodes {
		if x.tops && graph.nodes[i].top {
			add(0, i, virtual)
		}
	}
	return out
}

func punctuation(pos string) bool { return len(pos) == 1 && strings.Contains(".,:()", pos) }

func (x *scorer) predicates(side int, g *graph) {
	for i, n := range g.nodes {
		if !n.pred || !strings.HasPrefix(n.pos, "V") {
			continue
		}
		var args []string
		for _, e := range n.out {
			if x.o.argument(e.label) {
				args = append(args, fmt.Sprint(e.to, " ", e.label))
			}
		}
		slices.Sort(args)
		f := frame{x.graphs, i, n.sense, strings.Join(slices.Compact(args), "\t")}
		x.frames[side][f] = true
		f.sense = ""
		x.predications[side][f] = true
	}
}

// common is the number of elements of both sets.
func common[T comparable](a, b set[T]) (n int) {
	for x := range a {
		if b[x] {
			n++
		}
	}
	return n
}

// rates returns precision, recall and F1 of sets.
func rates[T comparable](sides [2]set[T]) (p, r, f1 float64) {
	both := float64(common(sides[0], sides[1]))
	p, r = both/float64(len(sides[1])), both/float64(len(sides[0]))
	return p, r, 2 * p * r / (p + r)
}

func report(w *bufio.Writer, pairs []pair, o *options, tops bool) error {
	labelled, plain := newScorer(o, true, tops), newScorer(o, false, tops)
	for _, x := range []*scorer{labelled, plain} {
		for _, p := range pairs {
			if err := x.update(p); err != nil {
				return err
			}
		}
	}
	fmt.Fprintf(w, "Number of edges in gold standard: %d\nNumber of edges in system output: %d\n",
		len(labelled.edges[0]), len(labelled.edges[1]))
	fmt.Fprintf(w, "Number of edges in common, labeled: %d\n", common(labelled.edges[0], labelled.edges[1]))
	fmt.Fprintf(w, "Number of edges in common, unlabeled: %d\n", common(plain.edges[0], plain.edges[1]))
	labelled.scores(w, "Labeled", 'L')
	labelled.tables(w)
	plain.scores(w, "Unlabeled", 'U')
	frames(w, "complete predications", labelled.predications, 'P')
	frames(w, "semantic frames", labelled.frames, 'F')
	return nil
}

func (x *scorer) scores(w *bufio.Writer, title string, letter byte) {
	p, r, f1 := rates(x.edges)
	fmt.Fprintf(w, "\n### %s scores\n\n%cP: %s\n%cR: %s\n%cF: %s\n%cM: %s\n", title, letter, f(p), letter, f(r),
		letter, f(f1),
		letter, f(float64(x.exact)/float64(x.graphs)))
}

func frames(w *bufio.Writer, what string, sides [2]set[frame], letter byte) {
	p, r, f1 := rates(sides)
	fmt.Fprintf(w, "\n### %s%s\n\nNumber of %s in gold standard: %d\nNumber of %s in system output: %d\n",
		strings.ToUpper(what[:1]), what[1:],
		what, len(sides[0]), what, len(sides[1]))
	fmt.Fprintf(w, "\n%cP: %s\n%cR: %s\n%cF: %s\n", letter, f(p), letter, f(r), letter, f(f1))
}

// lengths are the rows of the table of edge lengths.
var lengths = []string{"1", "2", "3", "4", "5-9", "10-"}

func (e edge) length() string {
	switch n := max(e.from, e.to) - min(e.from, e.to); {
	case n >= 10:
		return "10-"
	case n >= 5:
		return "5-9"
	default:
		return fmt.Sprint(n)
	}
}

// tables prints the breakdowns by label and by length.
func (x *scorer) tables(w *bufio.Writer) {
	const columns = "Number of edges in gold standard,Number of edges in system output,Precision,Recall"
	var labels []string
	for _, side := range x.edges {
		for e := range side {
			labels = append(labels, e.label)
		}
	}
	slices.SortFunc(labels, func(a, b string) int {
		return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
	})
	fmt.Fprintf(w, "\n### Breakdown by label type\n\nLabel type,%s\n", columns)
	x.table(w, slices.Compact(labels), func(e edge) string { return e.label })
	fmt.Fprintf(w, "\n### Breakdown by edge length\n\nEdge length,%s\n", columns)
	x.table(w, lengths, edge.length)
}

func (x *scorer) table(w *bufio.Writer, rows []string, key func(edge) string) {
	gold, system, both := map[string]int{}, map[string]int{}, map[string]int{}
	for e := range x.edges[0] {
		gold[key(e)]++
	}
	for e := range x.edges[1] {
		system[key(e)]++
		if x.edges[0][e] {
			both[key(e)]++
		}
	}
	for _, row := range rows {
		fmt.Fprintf(w, "%s,%d,%d,%s,%s\n", row, gold[row], system[row], f(float64(both[row])/float64(system[row])),
			f(float64(both[row])/float64(gold[row])))
	}
}

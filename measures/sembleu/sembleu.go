// Package sembleu is SemBleu (Song & Gildea 2019): BLEU over the paths of semantic
// graphs. The n-grams of a graph are its downward paths of n nodes with the roles
// between them; no mapping of nodes is needed. The figures equal those of the source,
// sembleu at 69ff2d4 (eval.py, bleu_score.py).
//
// Edges whose role ends in -of are turned; constants are separate nodes; concepts are
// in lower case, without quotes. Paths begin at every node that can be reached from
// the nodes without parents (from the top, if all have parents), and use no edge
// twice. SemBleu = BP exp(Σ w_n log p_n), where p_n is the share of the system's
// n-grams that gold has (clipped counts, summed over sentences); a p_n of 0 becomes
// 1/(2^k system n-grams) for the k-th of them (NIST, method 3 of Chen & Cherry 2014).
// BP is the brevity penalty over the numbers of nodes and edges. The weights are .34,
// .33 and .34, as in eval.py, or equal if an order is given; orders without n-grams
// in the system share their weight equally among the others.
//
// A sentence that a side lacks counts as an empty graph.
package sembleu

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"assay/eval"
	"assay/measures/entry"
	"assay/measures/internal/faults"
	"assay/measures/internal/matchcount"
	"assay/treebank"
)

// MaxOrder is the number of nodes of the longest path.
const MaxOrder = 3

// Options of the measure.
type Options struct {
	Order int // equal weights for paths of 1 to Order nodes; 0 means the weights of eval.py
}

// Columns: gold, system and matched paths of each length, then nodes and edges.
const (
	colGoldLength = 3 * MaxOrder
	colLength     = colGoldLength + 1
	columns       = colLength + 1
)

// New returns the measure with the given options.
func New(opt Options) *eval.Measure {
	weights := Weights(opt.Order)
	out := &eval.Measure{
		Name:       "sembleu",
		Signature:  opt.signature(),
		NewCounter: func() eval.Counter { return newCounter() },
	}
	bleu := eval.Formula{Name: "sembleu", Rate: true, Main: true, Headline: true, Reads: []int{colGoldLength, colLength},
		Func: func(row []float64) float64 { return Score(weights, row) }}
	for n := range min(len(weights), MaxOrder) {
		bleu.Reads = append(bleu.Reads, 3*n+1, 3*n+2)
	}
	out.Formulas = append(out.Formulas, bleu)
	for n := range MaxOrder {
		after := fmt.Sprintf("_%d", n+1)
		out.Columns = append(out.Columns, eval.Columns("gold"+after, "system"+after, "matched"+after)...)
		prf := eval.PRF{After: after, Gold: 3 * n, System: 3*n + 1, Matched: 3*n + 2}
		out.PRF = append(out.PRF, prf)
		list := prf.Formulas()[:2]
		list[0].Main = true
		out.Formulas = append(out.Formulas, list...)
	}
	out.Formulas = append(out.Formulas,
		eval.Descriptive(eval.Ratio("length_ratio", eval.Plus(colLength), eval.Plus(colGoldLength))))
	out.Columns = append(out.Columns, eval.Columns("gold_length", "system_length")...)
	return out
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{entry.Number(&opt.Order, "order", "a number from 1 to 9", 1, 9,
		"equal weights for paths of up to so many nodes; default: .34 .33 .34 for one, two and three")}
}

// signature names all options.
func (opt Options) signature() string {
	return "sembleu" + cmp.Or(entry.Cite(opt.Settings()), "|weights:.34,.33,.34") + "|smoothing:nist"
}

// Weights returns the weights of the path lengths, equal ones of that many unless order is 0.
func Weights(order int) []float64 {
	if order == 0 {
		return []float64{0.34, 0.33, 0.34}
	}
	w := make([]float64, order)
	for i := range w {
		w[i] = 1 / float64(order)
	}
	return w
}

// Reweigh returns equal weights for the lengths that the system has, if there are
// fewer than weights.
func Reweigh(weights, sum []float64) []float64 {
	longest := 0
	for n := 1; n <= min(len(weights), MaxOrder); n++ {
		if sum[3*(n-1)+1] > 0 {
			longest = n
		}
	}
	if longest == len(weights) || longest == 0 {
		return weights
	}
	out := make([]float64, longest)
	for i := range out {
		out[i] = 1 / float64(longest)
	}
	return out
}

// Score returns SemBleu for a sum of rows, NaN without any path.
func Score(weights, sum []float64) float64 {
	if sum[colGoldLength]+sum[colLength] == 0 {
		return math.NaN()
	}
	if sum[2] == 0 {
		return 0
	}
	penalty := 1.0
	if sum[colLength] <= sum[colGoldLength] {
		penalty = exp(1 - sum[colGoldLength]/sum[colLength])
	}
	total, lost, zeros := 0.0, 0.0, 0 // lost is the rounding error, compensated as in Python's fsum
	for i, w := range Reweigh(weights, sum) {
		system, matched := sum[3*i+1], sum[3*i+2]
		p := matched / system
		if matched == 0 {
			zeros++
			p = 1 / (math.Exp2(float64(zeros)) * math.Max(1, system))
		}
		term := w * log(p)
		next := total + term
		if math.Abs(total) >= math.Abs(term) {
			lost += total - next + term
		} else {
			lost += term - next + total
		}
		total = next
	}
	return penalty * exp(total+lost)
}

// A Path is a path of a graph.
type Path struct {
	Text string // concepts and roles, with blanks between
	Ref  eval.Ref
	from int32           // where a path of three nodes begins, else -1
	role treebank.Symbol // of its first edge
}

// Paths are the paths of one graph, by their number of nodes less one.
type Paths struct {
	Of     [MaxOrder][]Path
	Length int // nodes, constants and edges
}

// A vertex is a node or a constant.
type vertex struct {
	text  string
	out   []int32 // edges
	inner bool
	ref   eval.Ref
}

// An arrow is an edge, turned if its role ends in -of.
type arrow struct {
	from, to int32
	role     string
	name     treebank.Symbol // of the role, as in the file
	ref      eval.Ref
}

// Extract returns the paths of sentence.
func Extract(sentence *treebank.Sentence) Paths {
	var paths Paths
	if sentence.Missing {
		return paths
	}
	nodes, edges := network(sentence)
	paths.Length = len(nodes) + len(edges)
	var queue []int32
	seen := make([]bool, len(nodes))
	for i := range nodes {
		if !nodes[i].inner {
			queue, seen[i] = append(queue, int32(i)), true
		}
	}
	if len(queue) == 0 && len(nodes) > 0 {
		top := int32(0)
		if len(sentence.Tops) > 0 {
			top = sentence.Tops[0]
		}
		queue, seen[top] = append(queue, top), true
	}
	used := make([]bool, len(edges))
	var walk func(at int32, text string, ref eval.Ref, n int)
	first := arrow{from: -1}
	walk = func(at int32, text string, ref eval.Ref, n int) {
		path := Path{Text: text, Ref: ref, from: -1}
		if n == MaxOrder-1 {
			path.from, path.role = first.from, first.name
		}
		paths.Of[n] = append(paths.Of[n], path)
		if n+1 == MaxOrder {
			return
		}
		for _, e := range nodes[at].out {
			if !used[e] {
				used[e] = true
				if n == 0 {
					first = edges[e]
				}
				to := edges[e].to
				walk(to, text+" :"+edges[e].role+" "+nodes[to].text, edges[e].ref, n+1)
				used[e] = false
			}
		}
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		walk(at, nodes[at].text, nodes[at].ref, 0)
		for _, e := range nodes[at].out {
			if to := edges[e].to; !seen[to] {
				queue, seen[to] = append(queue, to), true
			}
		}
	}
	return paths
}

// network returns the nodes of sentence, then its constants, and the edges.
func network(sentence *treebank.Sentence) (nodes []vertex, edges []arrow) {
	text := func(y treebank.Symbol) string {
		return strings.Join(strings.Fields(strings.ToLower(strings.ReplaceAll(sentence.Name(y), `"`, ""))), " ")
	}
	for i := range sentence.Nodes {
		label := sentence.Nodes[i].Label
		nodes = append(nodes, vertex{text: text(label), ref: eval.Ref{Kind: eval.Node, Index: int32(i), Label: label}})
	}
	add := func(from, to int32, name treebank.Symbol, ref eval.Ref) {
		role := sentence.Name(name)
		if strings.HasSuffix(role, "-of") {
			from, to, role = to, from, strings.ReplaceAll(role, "-of", "")
		}
		nodes[from].out, nodes[to].inner = append(nodes[from].out, int32(len(edges))), true
		edges = append(edges, arrow{from, to, role, name, ref})
	}
	for i, e := range sentence.Edges {
		add(e.From, e.To, e.Label, eval.Ref{Kind: eval.Edge, Index: int32(i), Other: e.To, Label: e.Label})
	}
	for _, p := range sentence.Props {
		ref := eval.Ref{Kind: eval.Prop, Index: p.Node, Role: p.Key, Label: p.Value}
		nodes = append(nodes, vertex{text: text(p.Value), ref: ref})
		add(p.Node, int32(len(nodes)-1), p.Key, ref)
	}
	return nodes, edges
}

// A counter counts pairs of graphs.
type counter struct {
	matchcount.Items
	sides  [2]Paths // of gold and of the system
	length int      // nodes of the paths that are compared, less one
	mended []eval.Add
}

func newCounter() *counter {
	c := &counter{}
	c.Items.Parter = c
	return c
}

// Count adds the counts of p to row.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	Add(row, Extract(p.Gold), Extract(p.System))
	return nil
}

// Row returns a row of zeros for Add.
func Row() []float64 { return make([]float64, columns) }

// Add adds the counts of two graphs to row.
func Add(row []float64, gold, system Paths) {
	row[colGoldLength] += float64(gold.Length)
	row[colLength] += float64(system.Length)
	for n := range MaxOrder {
		row[3*n] += float64(len(gold.Of[n]))
		row[3*n+1] += float64(len(system.Of[n]))
		free := map[string]int{}
		for _, g := range gold.Of[n] {
			free[g.Text]++
		}
		for _, q := range system.Of[n] {
			if free[q.Text] > 0 {
				free[q.Text]--
				row[3*n+2]++
			}
		}
	}
}

// Explain yields an item for the lengths of the graphs, then one for each path of
// gold, and one for each path that only the system has.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	gold, system := Extract(pair.Gold), Extract(pair.System)
	c.sides = [2]Paths{faults.Gold: gold, faults.System: system}
	lengths := matchcount.Whole("length", pair, eval.Noncommittal, []eval.Add{
		{Column: colGoldLength, N: float64(gold.Length)}, {Column: colLength, N: float64(system.Length), System: true}})
	yield(&lengths)
	for n := range MaxOrder {
		qualify(pair.Gold, n, gold.Of[n])
		qualify(pair.System, n, system.Of[n])
		c.length = n
		c.All(mates(gold.Of[n], system.Of[n]), len(system.Of[n]), func(it *eval.Item) {
			c.mend(it)
			yield(it)
		})
	}
	return nil
}

// Part returns path i of a side.
func (c *counter) Part(which, i int) matchcount.Part {
	name := [...]string{"node", "edge", "path"}[c.length]
	return matchcount.Part{Class: c.length, Name: name, Ref: c.sides[which].Of[c.length][i].Ref}
}

// mates returns, for each path of gold, the first free path of the system with the same text.
func mates(gold, system []Path) []int32 {
	where := map[string][]int32{}
	for j, q := range system {
		where[q.Text] = append(where[q.Text], int32(j))
	}
	out := make([]int32, len(gold))
	for i, g := range gold {
		out[i] = -1
		if free := where[g.Text]; len(free) > 0 {
			out[i], where[g.Text] = free[0], free[1:]
		}
	}
	return out
}

// mend sets the Mended of a wrong node or edge: the brevity penalty counts
// them too, which the item of the pair holds.
func (c *counter) mend(it *eval.Item) {
	switch n := 3 * c.length; {
	case c.length == MaxOrder-1:
	case it.Outcome == eval.Missing:
		c.mended = append(c.mended[:0], eval.Add{Column: n, N: 1}, eval.Add{Column: n + 1, N: 1, System: true},
			eval.Add{Column: n + 2, N: 1}, eval.Add{Column: colLength, N: 1, System: true})
		it.Mended = c.mended
	case it.Outcome == eval.Spurious:
		c.mended = append(c.mended[:0], eval.Add{Column: colLength, N: -1, System: true})
		it.Mended = c.mended
	}
}

// qualify makes the references of paths of one length unique in the sentence: paths of
// three nodes name their beginning too, since several end with one edge, and the edge
// to a constant differs from the constant.
func qualify(sentence *treebank.Sentence, n int, paths []Path) {
	for i := range paths {
		path := &paths[i]
		switch {
		case path.from >= 0:
			id := []byte(sentence.Name(path.role))
			if int(path.from) < len(sentence.Nodes) {
				id = append(append(eval.AppendNodeID(nil, sentence, path.from), ' '), id...)
			}
			path.Ref.Qualifier = sentence.Syms.InternString("after " + string(id))
		case n == 1 && path.Ref.Kind == eval.Prop:
			path.Ref.Qualifier = sentence.Syms.InternString("edge")
		}
	}
}

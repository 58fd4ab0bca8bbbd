package undirected

import (
	"slices"

	"assay/eval"
	"assay/treebank"
)

// punctuation holds the tags that structural-probes (ad37b02) leaves out.
var punctuation = []string{"''", ",", ".", ":", "``", "-LRB-", "-RRB-"}

// NewProbe returns the measure uuas of structural probes (Hewitt & Manning 2019):
//
//	uuas = edges of gold that the system has too / edges of gold
//
// The edges are those of the minimum spanning tree over the tree distances between
// the words that count. Pairs with equal distance are ordered by their words (a
// stable sort), and the root above all words is a node too. Without the words of
// punctuation, an edge may join words that no arc joins. Punctuation means that the
// word has, in gold, one of Hewitt's seven tags as XPOS, or as UPOS if it has no
// XPOS.
func NewProbe() *eval.Measure {
	return &eval.Measure{
		Name:       "uuas",
		Signature:  "uuas|hewitt" + eval.PlainText,
		Columns:    eval.Columns("gold", "matched"),
		Formulas:   []eval.Formula{eval.HeadlineRatio("uuas", eval.Plus(1), eval.Plus(0))},
		Unlabelled: true,
		Undirected: true,
		NewCounter: func() eval.Counter { return &probe{} },
	}
}

type probe struct {
	keep         []int32 // words of gold that count
	words        []int32 // the same words on one side
	gold, system [][2]int32
	found        map[[2]int32]bool // edges of the system
	spanning     spanning
}

// Count counts p.
func (c *probe) Count(row []float64, p *eval.Pair) error {
	return eval.CountItems(c, row, p)
}

// Explain yields the edges of gold. The system's side is its arc of the same word.
func (c *probe) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	if pair.Gold.Missing {
		return nil
	}
	align := pair.Align()
	if align.Err != nil {
		return align.Err
	}
	c.keep = c.keep[:0]
	for i := range pair.Gold.Tokens {
		if !slices.Contains(punctuation, probeTag(pair.Gold, i)) {
			c.keep = append(c.keep, int32(i))
		}
	}
	c.gold = c.spanning.tree(c.gold[:0], pair.Shape(false), c.keep)
	c.words = c.words[:0]
	for _, g := range c.keep {
		c.words = append(c.words, align.SystemOf(g))
	}
	c.system = c.system[:0]
	if !pair.System.Missing {
		c.system = c.spanning.tree(c.system, pair.Shape(true), c.words)
	}
	if c.found == nil {
		c.found = map[[2]int32]bool{}
	}
	clear(c.found)
	for _, e := range c.system {
		c.found[e] = true
	}
	for _, e := range c.gold {
		c.edge(pair, e, c.found[e], yield)
	}
	return nil
}

// edge yields an edge of gold between two of the words that count.
func (c *probe) edge(pair *eval.Pair, e [2]int32, found bool, yield func(*eval.Item)) {
	dep, head := c.keep[e[1]], c.keep[e[0]]
	if h, _ := pair.Gold.HeadOf(head); h == dep {
		dep, head = head, dep
	}
	_, rel := pair.Gold.HeadOf(dep)
	right := []eval.Add{{Column: 0, N: 1}, {Column: 1, N: 1}}
	it := eval.Item{Outcome: eval.Missing, Gold: eval.Ref{Kind: eval.Link, Index: dep, Other: head, Label: rel},
		Adds: right[:1], Mended: right}
	if j := pair.Align().SystemOf(dep); j >= 0 && !pair.System.Missing {
		if h, rel := pair.System.HeadOf(j); h != treebank.Unknown {
			it.Outcome, it.System = eval.Incorrect, eval.Ref{Kind: eval.Link, Index: j, Other: h, Label: rel}
		}
	}
	if found {
		it.Outcome, it.Adds, it.Mended = eval.Correct, right, nil
	}
	yield(&it)
}

func probeTag(s *treebank.Sentence, i int) string {
	if i < len(s.Morph) && s.Morph[i].Fine != 0 {
		return s.Name(s.Morph[i].Fine)
	}
	return s.Name(s.Tokens[i].Tag)
}

// Package undirected holds measures of dependencies without their direction.
//
// New returns the measure undirected. For word i with head g in gold and h in the
// system:
//
//	uas          h = g
//	undirected   h = g, or the head of h in gold is i (Klein & Manning 2004)
//	neutral_edge undirected, or h is the head of g in gold (Schwartz et al. 2011);
//	             the root is a grandparent too, unless Options.NoRootGrandparent
//	edge_recall, edge_precision, edge_f1  sets of unordered pairs of words, root arcs left out
//	root         sentences whose first word with a root arc is gold's
//
// The shares are of gold's words that have a head. Words are compared through their
// characters. The preset tn-pcfg keeps a fault of the class UAS of TN-PCFG (fa519b5):
// for a wrong root arc of the system it looks up the head of the last word, so that
// the arc counts as undirected if that head is the word.
//
// NewProbe returns the measure uuas: structural probes (Hewitt & Manning 2019,
// structural-probes ad37b02).
package undirected

import (
	"assay/eval"
	"assay/measures/entry"
	"assay/treebank"
)

// Options of the measure. The zero value is the default.
type Options struct {
	NoRootGrandparent bool // a root arc is no neutral edge of a word below a root
	LastWord          bool // the fault of TN-PCFG
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{
		entry.Flag(&opt.NoRootGrandparent, "root-grandparent", "count", "skip",
			"whether neutral_edge takes the root as a grandparent"),
		entry.Flag(&opt.LastWord, "root-arc", "wrong", "last-word",
			"a wrong root arc: never right; right undirected if the last word depends on the word (TN-PCFG)"),
	}
}

// The columns of a row.
const (
	colWords = iota
	colUAS
	colUndirected
	colNeutral
	colGoldEdges
	colSystemEdges
	colEdges
	colSentences
	colRoots
	columns
)

// New returns the measure undirected with these options.
func New(opt Options) *eval.Measure {
	words, edges := eval.Plus(colWords), eval.Plus(colEdges)
	return &eval.Measure{
		Name:      "undirected",
		Signature: "undirected" + entry.Cite(opt.Settings()) + eval.PlainText,
		Columns: eval.Columns("words", "directed", "undirected", "neutral",
			"gold_edges", "system_edges", "edges", "sentences", "roots"),
		Formulas: []eval.Formula{
			eval.HeadlineRatio("undirected", eval.Plus(colUndirected), words),
			eval.MainRatio("neutral_edge", eval.Plus(colNeutral), words),
			eval.MainRatio("uas", eval.Plus(colUAS), words),
			eval.Ratio("edge_recall", edges, eval.Plus(colGoldEdges)),
			eval.Ratio("edge_precision", edges, eval.Plus(colSystemEdges)),
			eval.Ratio("edge_f1", edges.Times(2), eval.Plus(colGoldEdges, colSystemEdges)),
			eval.MainRatio("root", eval.Plus(colRoots), eval.Plus(colSentences)),
		},
		Items:      colWords,
		Reads:      treebank.Arcs | treebank.Relations,
		Unlabelled: true,
		Undirected: true,
		NewCounter: func() eval.Counter { return &counter{Options: opt} },
	}
}

type counter struct {
	Options
	heads, answer []int32 // by word of gold: its head in gold and in the system
	adds, mended  []eval.Add
}

// absent is the head of a word that a side lacks, or whose head has no counterpart.
const absent = -1 << 30

// read sets the heads of the words of gold.
func (c *counter) read(pair *eval.Pair) {
	n := len(pair.Gold.Tokens)
	c.heads, c.answer = c.heads[:0], c.answer[:0]
	align := pair.Align()
	for i := range int32(n) {
		head, _ := pair.Gold.HeadOf(i)
		c.heads = append(c.heads, head)
		answer := int32(absent)
		if j := align.SystemOf(i); j >= 0 && !pair.System.Missing {
			if answer, _ = pair.System.HeadOf(j); answer >= 0 {
				if answer = align.GoldOf(answer); answer < 0 {
					answer = absent
				}
			}
		}
		c.answer = append(c.answer, answer)
	}
}

// undirected reports whether gold has the arc of word i, in either direction.
func (c *counter) undirected(i int) bool {
	g, h := c.heads[i], c.answer[i]
	switch {
	case h == g:
		return true
	case h >= 0:
		return c.heads[h] == int32(i)
	case h == treebank.Root && c.LastWord:
		return c.heads[len(c.heads)-1] == int32(i)
	}
	return false
}

// neutral reports whether the system's head of word i is gold's grandparent.
func (c *counter) neutral(i int) bool {
	g, h := c.heads[i], c.answer[i]
	if g < 0 || h == treebank.Unknown || h == absent || h == treebank.Root && c.NoRootGrandparent {
		return false
	}
	return c.heads[g] == h
}

// edge reports whether the system has the edge of word i of gold, in either
// direction.
func (c *counter) edge(i int) bool {
	g := c.heads[i]
	return g >= 0 && (c.answer[i] == g || c.answer[g] == int32(i))
}

// double reports whether the edge of word i of a tree is also the edge of an earlier
// word: the two depend on each other.
func double(heads []int32, i int32) bool {
	h := heads[i]
	return h >= 0 && h < i && heads[h] == i
}

// Count counts p.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	return eval.CountItems(c, row, p)
}

// Explain yields the words of gold, then (part "edge") the edges that only the
// system has, then (part "root") the sentence.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	c.read(pair)
	for i := range pair.Gold.Tokens {
		if c.heads[i] != treebank.Unknown {
			c.word(pair, i, yield)
		}
	}
	c.systemEdges(pair, yield)
	c.root(pair, yield)
	return nil
}

// word yields the item of word i of gold.
func (c *counter) word(pair *eval.Pair, i int, yield func(*eval.Item)) {
	_, rel := pair.Gold.HeadOf(int32(i))
	it := eval.Item{Outcome: eval.Correct, Gold: eval.Ref{Kind: eval.Link, Index: int32(i), Other: c.heads[i], Label: rel}}
	c.adds, c.mended = c.adds[:0], c.mended[:0]
	c.add(colWords, true)
	c.add(colUAS, c.answer[i] == c.heads[i])
	undirected := c.undirected(i)
	c.add(colUndirected, undirected)
	c.add(colNeutral, undirected || c.neutral(i))
	if c.heads[i] >= 0 && !double(c.heads, int32(i)) {
		c.add(colGoldEdges, true)
		c.add(colEdges, c.edge(i))
	}
	align := pair.Align()
	if j := align.SystemOf(int32(i)); j >= 0 && !pair.System.Missing {
		if h, rel := pair.System.HeadOf(j); h != treebank.Unknown {
			it.System = eval.Ref{Kind: eval.Link, Index: j, Other: h, Label: rel}
		}
	}
	switch {
	case undirected && c.answer[i] != c.heads[i]:
		it.Class = "reversed"
	case !undirected && it.System.Kind == eval.None:
		it.Outcome, it.Mended = eval.Missing, c.mended
	case !undirected:
		it.Outcome, it.Class, it.Mended = eval.Incorrect, "head", c.mended
		if c.neutral(i) {
			it.Class = "grandparent"
		}
	}
	it.Adds = c.adds
	yield(&it)
}

// add adds one to a column if right; if mended, always.
func (c *counter) add(column int, right bool) {
	if right {
		c.adds = append(c.adds, eval.Add{Column: column, N: 1})
	}
	c.mended = append(c.mended, eval.Add{Column: column, N: 1})
}

// systemEdges yields an item for each edge of the system's tree.
func (c *counter) systemEdges(pair *eval.Pair, yield func(*eval.Item)) {
	if pair.System.Missing {
		return
	}
	head := func(i int32) int32 {
		h, _ := pair.System.HeadOf(i)
		return h
	}
	align := pair.Align()
	for i := range int32(len(pair.System.Tokens)) {
		headOf, rel := pair.System.HeadOf(i)
		if headOf < 0 || headOf < i && head(headOf) == i {
			continue
		}
		it := eval.Item{Part: "edge", Outcome: eval.Spurious,
			System: eval.Ref{Kind: eval.Link, Index: i, Other: headOf, Label: rel},
			Adds:   []eval.Add{{Column: colSystemEdges, N: 1, System: true}}}
		if g, f := align.GoldOf(i), align.GoldOf(headOf); g >= 0 && f >= 0 &&
			(c.heads[g] == f || c.heads[f] == g) {
			it.Outcome = eval.Correct
		}
		yield(&it)
	}
}

// root yields the item of the sentence, which compares the roots.
func (c *counter) root(pair *eval.Pair, yield func(*eval.Item)) {
	first := func(heads []int32) int32 {
		for i, h := range heads {
			if h == treebank.Root {
				return int32(i)
			}
		}
		return -1
	}
	gold, system := first(c.heads), first(c.answer)
	if gold < 0 {
		return
	}
	it := eval.Item{Part: "root", Outcome: eval.Missing,
		Gold: eval.Ref{Kind: eval.Word, Index: gold, Label: pair.Gold.Tokens[gold].Tag},
		Adds: []eval.Add{{Column: colSentences, N: 1}}}
	right := []eval.Add{{Column: colSentences, N: 1}, {Column: colRoots, N: 1}}
	if system >= 0 {
		j := pair.Align().System[system]
		it.Outcome, it.System = eval.Incorrect, eval.Ref{Kind: eval.Word, Index: j, Label: pair.System.Tokens[j].Tag}
	}
	if gold == system {
		it.Outcome, it.Adds = eval.Correct, right
	} else {
		it.Mended = right
	}
	yield(&it)
}

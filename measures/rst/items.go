package rst

import (
	"slices"

	"assay/eval"
	"assay/treebank"
)

// Count adds the counts of pair to row, which must be zero.
func (c *counter) Count(row []float64, pair *eval.Pair) error {
	err := eval.CountItems(c, row, pair)
	closeRow(row)
	return err
}

func units(s *treebank.Sentence) int {
	if s.Missing {
		return 0
	}
	return len(s.Tokens)
}

// unitMatches returns, by unit of gold, the unit of the system that ends at the same place, -1 if there is none.
func (c *counter) unitMatches(pair *eval.Pair) []int32 {
	match, j := slices.Repeat([]int32{-1}, units(pair.Gold)), 0
	for i := range match {
		end := c.places.Gold.To[i]
		for j < units(pair.System) && c.places.System.To[j] < end {
			j++
		}
		if j < units(pair.System) && c.places.System.To[j] == end {
			match[i] = int32(j)
			j++
		}
	}
	return match
}

// closeRow sets the columns for the whole document: it is one, and its precision, recall and F1 are
// terms of the macro scores.
func closeRow(row []float64) {
	for i := colDocuments; i < columnCount; i++ {
		row[i] = 0
	}
	if row[colGold]+row[colSystem]+row[colUnitGold]+row[colUnitSys] == 0 {
		return
	}
	row[colDocuments] = 1
	dens := [3]float64{row[colSystem], row[colGold], row[colGold] + row[colSystem]}
	for i, den := range dens {
		if den == 0 {
			continue
		}
		row[colMacro+i] = 1
		for k := range kinds {
			g, s := row[colMatched+k], row[colBySystem+k]
			row[colSums+3*k+i] = [3]float64{s, g, g + s}[i] / den
		}
	}
}

// Explain yields the nodes of gold, parents first, then those that only the system has, then the units (part unit).
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	if pair.Gold.Missing {
		return nil
	}
	if err := c.use(pair); err != nil {
		return err
	}
	for i := range c.gold.nodes {
		c.begin()
		g := &c.gold.nodes[i]
		c.item.Gold = ref(g)
		c.column(colGold, false)
		c.item.Outcome = eval.Missing
		if k := c.gold.match[i]; k >= 0 {
			c.matched(g, &c.system.nodes[k])
		} else {
			c.item.Class = c.lost(g, &c.system)
		}
		c.mend()
		yield(&c.item)
	}
	for i := range c.system.nodes {
		if c.system.match[i] >= 0 {
			continue
		}
		c.begin()
		s := &c.system.nodes[i]
		c.item.Outcome, c.item.System, c.item.Class = eval.Spurious, ref(s), c.lost(s, &c.gold)
		c.column(colSystem, true)
		yield(&c.item)
	}
	c.units(pair, yield)
	return nil
}

// begin empties the item and keeps its memory.
func (c *counter) begin() {
	c.item = eval.Item{Part: "node", Adds: c.item.Adds[:0], Mended: c.item.Mended[:0]}
}

func (c *counter) column(column int, system bool) {
	c.item.Adds = append(c.item.Adds, eval.Add{Column: column, N: 1, System: system})
}

// matched completes the item of a node of gold whose span the system has.
func (c *counter) matched(g, s *node) {
	c.item.System = ref(s)
	c.column(colSystem, true)
	same := equal(g, s)
	for kind, ok := range same {
		if ok {
			c.column(colMatched+kind, false)
			c.column(colBySystem+kind, true)
		}
	}
	c.item.Outcome = eval.Incorrect
	switch {
	case same[3]:
		c.item.Outcome = eval.Correct
	case same[1]:
		c.item.Class = "wrong relation"
	case same[2]:
		c.item.Class = "wrong nuclearity"
	default:
		c.item.Class = "wrong nuclearity and relation"
	}
}

// lost names the cause of a span that the other side lacks: an end that is in the middle of one of its
// units, or another grouping of units.
func (c *counter) lost(n *node, other *side) string {
	if len(other.bounds) > 0 && (!other.bounds[n.first] || !other.bounds[n.to]) {
		return "segmentation"
	}
	return "moved span"
}

// mend sets the Adds that the item would have if it were right.
func (c *counter) mend() {
	if c.item.Outcome == eval.Correct {
		return
	}
	c.item.Mended = append(c.item.Mended, eval.Add{Column: colGold, N: 1}, eval.Add{Column: colSystem, N: 1, System: true})
	for k := range kinds {
		c.item.Mended = append(c.item.Mended, eval.Add{Column: colMatched + k, N: 1},
			eval.Add{Column: colBySystem + k, N: 1, System: true})
	}
}

func ref(n *node) eval.Ref {
	r := eval.Ref{Kind: eval.Phrase, Index: n.phrase, Other: -1, Label: n.rel, Role: n.side}
	if n.phrase < 0 {
		r.Kind, r.Index = eval.Word, n.unit
	}
	if n.counted != n.rel {
		r.Counted = n.counted
	}
	return r
}

// units yields the units; the one that begins the text of a document says whether the texts differ.
func (c *counter) units(pair *eval.Pair, yield func(*eval.Item)) {
	match := c.unitMatches(pair)
	used := make([]bool, units(pair.System))
	changed, label := c.places.Changed > 0, c.syms.InternString("unit")
	begin := func(outcome eval.Outcome, class string) {
		c.begin()
		c.item.Part, c.item.Outcome, c.item.Class = "unit", outcome, class
		if changed {
			c.column(colChanged, false)
			changed = false
		}
	}
	for i, k := range match {
		begin(eval.Missing, "segmentation")
		c.item.Gold = eval.Ref{Kind: eval.Word, Index: int32(i), Label: label, Role: label}
		c.column(colUnitGold, false)
		if k >= 0 {
			used[k] = true
			c.item.Outcome, c.item.Class = eval.Correct, ""
			c.item.System = eval.Ref{Kind: eval.Word, Index: k, Label: label, Role: label}
			c.column(colUnitSys, true)
			c.column(colUnitMatch, false)
		} else {
			c.item.Mended = append(c.item.Mended, eval.Add{Column: colUnitGold, N: 1},
				eval.Add{Column: colUnitSys, N: 1, System: true}, eval.Add{Column: colUnitMatch, N: 1})
		}
		yield(&c.item)
	}
	for k, ok := range used {
		if ok {
			continue
		}
		begin(eval.Spurious, "segmentation")
		c.item.System = eval.Ref{Kind: eval.Word, Index: int32(k), Label: label, Role: label}
		c.column(colUnitSys, true)
		yield(&c.item)
	}
}

package edm

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"assay/eval"
	"assay/measures/internal/faults"
	"assay/measures/internal/matchcount"
	"assay/treebank"
)

// A counter counts pairs of graphs.
type counter struct {
	matchcount.Items
	m            *metric
	pair         *eval.Pair
	x            extractor
	gold, system []triple
	table        []int32 // open addressing: index of the first of equal gold triples, plus one
	next         []int32 // the next gold triple that is equal and free
	order        []int32
	adds         []eval.Add
	same         isomorphism
	faults       faults.Pair
	places       faults.Queues[place] // unmatched triples of the system
}

func newCounter(m *metric) *counter {
	c := &counter{m: m, x: extractor{opt: &m.opt, w: newWeigher(&m.opt.Weights)}}
	c.Items = matchcount.Items{Parter: c, Faults: &c.faults}
	return c
}

// Count adds the counts of pair to row.
func (c *counter) Count(row []float64, pair *eval.Pair) error {
	if !c.match(pair) {
		c.m.close(row)
		return nil
	}
	fine := c.m.opt.Weights.fine()
	for i := range c.gold {
		triple := &c.gold[i]
		at := 3 * groupOf[triple.class]
		row[at]++
		if triple.mate >= 0 {
			row[at+2]++
		}
		if fine {
			at = colFine + 3*int(triple.class)
			row[at] += triple.w
			if triple.mate >= 0 {
				row[at+2] += min(triple.w, c.system[triple.mate].w)
			}
		}
	}
	for i := range c.system {
		t := &c.system[i]
		row[3*groupOf[t.class]+1]++
		if fine {
			row[colFine+3*int(t.class)+1] += t.w
		}
	}
	eval.AddTo(row, c.whole(pair))
	c.m.close(row)
	return nil
}

// whole returns the Adds of the pair as a whole: whether the graphs are isomorphic,
// and the number of the system's readings.
func (c *counter) whole(pair *eval.Pair) []eval.Add {
	c.adds = c.adds[:0]
	if !pair.Gold.Missing && !pair.System.Missing && c.same.of(pair.Gold, pair.System) {
		c.adds = append(c.adds, eval.Add{Column: colIsomorphic, N: 1})
	}
	if n := float64(pair.System.Readings); n > 0 {
		c.adds = append(c.adds, eval.Add{Column: colReadings, N: n, System: true},
			eval.Add{Column: colParsed, N: 1, System: true})
		words := max(len(pair.Gold.Tokens), len(pair.System.Tokens))
		if words > 0 {
			c.adds = append(c.adds, eval.Add{Column: colLogBase, N: math.Log(n) / float64(words), System: true})
		}
	}
	return c.adds
}

// match extracts the triples of both sides and pairs equal ones. It reports whether
// the pair counts at all.
func (c *counter) match(pair *eval.Pair) bool {
	c.pair, c.gold, c.system = pair, c.gold[:0], c.system[:0]
	if c.m.opt.IgnoreExtra && pair.Gold.Missing {
		return false
	}
	trim := c.m.opt.Trim && pair.Gold.Input.Len > 0 && pair.System.Input.Len > 0
	c.gold = c.x.triples(c.gold, pair.Gold, trim)
	c.system = c.x.triples(c.system, pair.System, trim)
	if c.m.opt.Set {
		c.gold, c.system = c.unique(c.gold), c.unique(c.system)
	}
	if !c.alike() {
		c.pairEqual()
	}
	return true
}

// pairEqual pairs each triple of the system with the first equal one of gold that is
// free.
func (c *counter) pairEqual() {
	mask := c.reset(len(c.gold))
	c.next = append(c.next[:0], make([]int32, len(c.gold))...)
	for i := len(c.gold) - 1; i >= 0; i-- { // so that the first of equal triples heads the list
		at := c.find(&c.gold[i], c.gold, mask)
		c.next[i], c.table[at] = c.table[at], int32(i+1)
	}
	for i := range c.system {
		triple := &c.system[i]
		at := c.find(triple, c.gold, mask)
		head := c.table[at]
		if head <= 0 {
			continue
		}
		g := head - 1
		c.gold[g].mate, triple.mate = int32(i), g
		if c.table[at] = c.next[g]; c.table[at] == 0 {
			c.table[at] = -head // used up, but the place stays occupied
		}
	}
}

// alike reports whether both sides have the same triples in the same order, as in most
// pairs of good systems, and then pairs them as pairEqual would.
func (c *counter) alike() bool {
	if len(c.gold) != len(c.system) {
		return false
	}
	for i := range c.gold {
		if !c.gold[i].same(&c.system[i]) {
			return false
		}
	}
	for i := range c.gold {
		c.gold[i].mate, c.system[i].mate = int32(i), int32(i)
	}
	return true
}

// reset clears the table for n triples and returns its mask.
func (c *counter) reset(n int) uint64 {
	size := 64
	for size < 2*n+2 {
		size *= 2
	}
	if cap(c.table) < size {
		c.table = make([]int32, size)
	}
	c.table = c.table[:size]
	clear(c.table)
	return uint64(size - 1)
}

// find returns the place of triple in the table, whose entries are indices into list.
func (c *counter) find(triple *triple, list []triple, mask uint64) uint64 {
	at := triple.hash() & mask
	for c.table[at] != 0 {
		k := c.table[at]
		if k < 0 {
			k = -k
		}
		if list[k-1].same(triple) {
			return at
		}
		at = (at + 1) & mask
	}
	return at
}

// unique keeps the first of equal triples.
func (c *counter) unique(list []triple) []triple {
	mask := c.reset(len(list))
	out := list[:0]
	for i := range list {
		at := c.find(&list[i], out, mask)
		if c.table[at] == 0 {
			out = append(out, list[i])
			c.table[at] = int32(len(out))
		}
	}
	return out
}

// Explain yields an item for the sentence, then one for each triple, ordered by node.
// If gold and system differ at the same place, such as in the predicate, both triples
// form one item.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	if !c.match(pair) {
		return nil
	}
	if adds := c.whole(pair); len(adds) > 0 {
		whole := matchcount.Whole("sentence", pair, eval.Correct, adds)
		yield(&whole)
	}
	c.rivals()
	c.order = c.order[:0]
	for i := range c.gold {
		c.order = append(c.order, int32(i))
	}
	slices.SortStableFunc(c.order, func(a, b int32) int { return cmp.Compare(c.gold[a].node, c.gold[b].node) })
	for _, i := range c.order {
		triple, outcome := &c.gold[i], eval.Incorrect
		switch {
		case triple.mate < 0:
			outcome = eval.Missing
		case c.system[triple.mate].same(triple):
			outcome = eval.Correct
		}
		c.One(int(i), int(triple.mate), outcome, yield)
	}
	for j := range c.system {
		if c.system[j].mate < 0 {
			c.One(-1, j, eval.Spurious, yield)
		}
	}
	return nil
}

// rivals pairs unmatched triples of gold with unmatched ones of the system that have
// the same subject, then arguments with the same role of the same span.
func (c *counter) rivals() {
	c.describe(c.gold, faults.Gold)
	c.describe(c.system, faults.System)
	pair := func(i, j int) {
		if j >= 0 {
			c.gold[i].mate, c.system[j].mate = int32(j), int32(i)
		}
	}
	for i := range c.gold {
		pair(i, c.faults.TakeRival(i))
	}
	c.places.Fill(len(c.system), func(j int) (place, bool) { return c.system[j].place(), c.system[j].mate < 0 })
	for i := range c.gold {
		if c.gold[i].mate < 0 {
			pair(i, c.places.Take(c.gold[i].place()))
		}
	}
}

// A place is the same for triples that differ at most in their value.
type place struct {
	class Class
	role  treebank.Symbol
	span  uint64
}

func (t *triple) place() place { return place{t.class, t.role, t.span} }

// describe adds the triples of a side to c.faults.
func (c *counter) describe(list []triple, which int) {
	if which == faults.Gold {
		c.faults.Reset()
	}
	for i := range list {
		triple := &list[i]
		fact := faults.Fact{Kind: faults.Property, From: triple.span, To: faults.Nowhere, Role: triple.role,
			Matched: triple.mate >= 0}
		switch triple.class {
		case Name:
			fact.Kind, fact.Noun = faults.Concept, "predicate"
			if !fact.Matched {
				fact.Stem = stem(c.x.syms.Name(treebank.Symbol(triple.value)))
			}
		case Arg:
			fact.Kind, fact.To, fact.Noun = faults.Edge, triple.value, "edge"
		case Top:
			fact.Kind = faults.Top
		case Carg:
			fact.Noun = "constant"
		default:
			fact.Noun = "property"
		}
		if triple.edge < 0 && fact.Kind == faults.Edge { // a constant or top that counts as ARG
			fact.Kind, fact.To, fact.Noun = faults.Property, faults.Nowhere, "constant"
		}
		c.faults.Add(which, fact)
	}
}

// stem returns a predicate of a word, such as _bank_n_1, without its sense.
func stem(predicate string) string {
	if n := strings.LastIndexByte(predicate, '_'); strings.HasPrefix(predicate, "_") && strings.Count(predicate, "_") > 2 {
		return predicate[:n]
	}
	return predicate
}

// Part returns triple i of a side.
func (c *counter) Part(which, i int) matchcount.Part {
	triple := &[2][]triple{c.gold, c.system}[which][i]
	sentence := [2]*treebank.Sentence{c.pair.Gold, c.pair.System}[which]
	p := matchcount.Part{Class: groupOf[triple.class], Name: triple.class.String(), Ref: c.ref(sentence, triple)}
	if c.m.opt.Weights.fine() {
		p.Weighted, p.Weight = colFine+3*int(triple.class), triple.w
	}
	return p
}

func (c *counter) ref(sentence *treebank.Sentence, triple *triple) eval.Ref {
	ref := eval.Ref{Index: triple.node, Role: triple.role}
	switch {
	case triple.edge >= 0:
		e := &sentence.Edges[triple.edge]
		return eval.Ref{Kind: eval.Edge, Index: triple.edge, Other: e.To, Label: triple.role}
	case triple.role == c.x.top:
		ref.Kind, ref.Label = eval.Top, sentence.Nodes[triple.node].Label
	case triple.class == Name:
		ref.Kind, ref.Label, ref.Role = eval.Node, treebank.Symbol(triple.value), 0
	default:
		ref.Kind, ref.Label = eval.Prop, treebank.Symbol(triple.value)
	}
	return ref
}

package umr

import (
	"slices"

	"assay/eval"
	"assay/internal/umr"
	"assay/treebank"
)

// A counter counts pairs of sentences.
type counter struct {
	*builder
	closeRow func(row []float64)
	pair     *eval.Pair
	sides    [2]*graph
	mates    []int32 // of each node of gold
	back     []int32 // of each node of the system
	files    [2]*file
	maps     map[[2]int32][]int32 // mappings of pairs of sentences of the two files
	item     eval.Item
}

func newCounter(opt Options, closeRow func(row []float64)) *counter {
	return &counter{builder: newBuilder(opt), closeRow: closeRow}
}

// Count adds the counts of p to row.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	err := eval.CountItems(c, row, p)
	c.closeRow(row)
	return err
}

// Explain yields the nodes and their statements, the sets of words, and the triples of the document level.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	c.pair = pair
	c.sides = [2]*graph{c.build(pair.Gold), c.build(pair.System)}
	var err error
	if c.mates, err = mapping(c.sides[0], c.sides[1]); err != nil {
		return err
	}
	c.back = slices.Repeat([]int32{-1}, len(c.sides[1].nodes))
	for i := range c.sides[0].nodes {
		if mate := c.mates[i]; mate >= 0 {
			c.back[mate] = int32(i)
			c.mapped(&c.sides[0].nodes[i], &c.sides[1].nodes[mate], yield)
		} else {
			c.alone(0, &c.sides[0].nodes[i], yield)
		}
	}
	for j := range c.sides[1].nodes {
		if c.back[j] < 0 {
			c.alone(1, &c.sides[1].nodes[j], yield)
		}
	}
	c.wordSets(yield)
	if !c.opt.Sentences {
		c.document(yield)
	}
	return nil
}

// adds returns the Adds of classes: those of gold, of the system, and of matches.
func adds(gold, system, matched bool, list ...int) (out []eval.Add) {
	for _, class := range list {
		for k, in := range [...]bool{gold, system, matched} {
			if in {
				out = append(out, eval.Add{Column: 3*class + k, N: 1, System: k == 1})
			}
		}
	}
	return out
}

// yieldOne yields an item of a part with its refs; a ref of no kind is none.
func (c *counter) yieldOne(yield func(*eval.Item), part, class string, gold, system eval.Ref, right bool, list ...int) {
	it := &c.item
	*it = eval.Item{Part: part, Class: class, Gold: gold, System: system}
	hasGold, hasSystem := gold.Kind != eval.None, system.Kind != eval.None
	switch {
	case right:
	case !hasSystem:
		it.Outcome = eval.Missing
	case !hasGold:
		it.Outcome = eval.Spurious
	default:
		it.Outcome = eval.Incorrect
	}
	it.Adds = adds(hasGold, hasSystem, right, list...)
	if !right && hasGold {
		it.Mended = adds(true, true, true, list...)
	}
	yield(it)
}

// parts are the names of statements by their classes.
var parts = map[int]string{concepts: "concept", relations: "relation", attributes: "attribute"}

func nodeRef(at *node) eval.Ref { return eval.Ref{Kind: eval.Node, Index: at.index, Label: at.concept} }

// alone yields a node that is not mapped, and its statements.
func (c *counter) alone(which int, at *node, yield func(*eval.Item)) {
	refs := [2]eval.Ref{}
	class := [2]string{"missing with its node", "spurious with its node"}[which]
	refs[which] = nodeRef(at)
	c.yieldOne(yield, "node", "", refs[0], refs[1], false, nodes)
	for i := range at.states {
		refs[which] = at.states[i].ref
		c.yieldOne(yield, parts[at.states[i].class], class, refs[0], refs[1], false, at.states[i].class)
	}
}

// mapped yields two nodes that are mapped to each other, and their statements.
func (c *counter) mapped(gold, system *node, yield func(*eval.Item)) {
	c.yieldOne(yield, "node", "", nodeRef(gold), nodeRef(system), true, nodes)
	mates, taken := make([]int, len(gold.states)), make([]bool, len(system.states))
	image := func(i int) int32 { // the node of the system that is the value of statement i of gold
		if target := gold.states[i].target; target >= 0 {
			if mate := c.mates[target]; mate >= 0 {
				return mate
			}
			return -2 // of no node
		}
		return -1
	}
	for i := range mates {
		mates[i] = free(taken, system.states, func(other *statement) bool {
			return equal(&gold.states[i], image(i), other)
		})
	}
	for i := range mates {
		one, class := &gold.states[i], ""
		at := mates[i]
		if at < 0 {
			at, class = c.rival(one, image(i), taken, system)
		}
		other := eval.Ref{}
		if at >= 0 {
			other = system.states[at].ref
		}
		c.yieldOne(yield, parts[one.class], class, one.ref, other, mates[i] >= 0, one.class, mapped)
	}
	for j := range taken {
		if other := &system.states[j]; !taken[j] {
			c.yieldOne(yield, parts[other.class], "", eval.Ref{}, other.ref, false, other.class, mapped)
		}
	}
}

// rival takes a statement of the system that has the name or the value of one of gold, and names the error; -1 is none.
func (c *counter) rival(one *statement, target int32, taken []bool, system *node) (at int, class string) {
	at = free(taken, system.states, func(other *statement) bool {
		return one.class == other.class && one.name == other.name
	})
	if at >= 0 {
		return at, map[int]string{concepts: "wrong concept", relations: "wrong target", attributes: "wrong value"}[one.class]
	}
	at = free(taken, system.states, func(other *statement) bool {
		return one.class == other.class && one.value == other.value && target == other.target
	})
	if at >= 0 {
		class = "wrong role"
	}
	return at, class
}

// free takes the first statement that is not taken and fits, -1 for none.
func free(taken []bool, list []statement, fits func(*statement) bool) int {
	for j := range list {
		if !taken[j] && fits(&list[j]) {
			taken[j] = true
			return j
		}
	}
	return -1
}

// wordSets yields the sets of words that some node has.
func (c *counter) wordSets(yield func(*eval.Item)) {
	ref := func(which, i int) eval.Ref {
		side := c.sides[which]
		return nodeRef(&side.nodes[side.firsts[i]])
	}
	for i, set := range c.sides[0].words {
		if j := slices.Index(c.sides[1].words, set); j >= 0 {
			c.yieldOne(yield, "words", "", ref(0, i), ref(1, j), true, tokens)
		} else {
			c.yieldOne(yield, "words", "", ref(0, i), eval.Ref{}, false, tokens)
		}
	}
	for j, set := range c.sides[1].words {
		if !slices.Contains(c.sides[0].words, set) {
			c.yieldOne(yield, "words", "", eval.Ref{}, ref(1, j), false, tokens)
		}
	}
}

// An end is an end of a triple: a node of the system's file, or a constant (place -1).
type end struct {
	place int32
	name  string
}

// nowhere is the end of a triple of gold whose node is not mapped.
const nowhere = -2

// A triple is one of the document level with its ends in the system's file.
type triple struct {
	group, relation string
	from, to        end
	ref             eval.Ref
}

// document yields the triples of the document level.
func (c *counter) document(yield func(*eval.Item)) {
	gold, system := c.triples(0), c.triples(1)
	taken := make([]bool, len(system))
	find := func(fits func(*triple) bool) int {
		for j := range system {
			if !taken[j] && fits(&system[j]) {
				taken[j] = true
				return j
			}
		}
		return -1
	}
	mates := make([]int, len(gold))
	for i := range gold {
		one := &gold[i]
		mates[i] = find(func(other *triple) bool {
			return one.relation == other.relation && one.from == other.from && one.to == other.to
		})
	}
	for i := range gold {
		one := &gold[i]
		if j := mates[i]; j >= 0 {
			c.yieldOne(yield, one.group, "", one.ref, system[j].ref, true, documents)
			continue
		}
		rival := find(func(other *triple) bool { return one.from == other.from && one.to == other.to })
		if rival < 0 {
			c.yieldOne(yield, one.group, "", one.ref, eval.Ref{}, false, documents)
		} else {
			c.yieldOne(yield, one.group, "wrong relation", one.ref, system[rival].ref, false, documents)
		}
	}
	for j := range system {
		if !taken[j] {
			c.yieldOne(yield, system[j].group, "", eval.Ref{}, system[j].ref, false, documents)
		}
	}
}

// triples returns the triples of a side that count, each once.
func (c *counter) triples(which int) (out []triple) {
	sentence := [2]*treebank.Sentence{c.pair.Gold, c.pair.System}[which]
	if sentence.Missing {
		return nil
	}
	seen := map[umr.Triple]bool{}
	for _, t := range umr.Triples(sentence) {
		group := t.Group
		if c.opt.Normalise && t.Relation == "after" {
			t.From, t.Relation, t.To = t.To, "before", t.From
		}
		if t.Group = ""; seen[t] || !c.counts(t.Relation) {
			continue
		}
		seen[t] = true
		out = append(out, triple{group: group, relation: t.Relation, from: c.end(which, t.From), to: c.end(which, t.To),
			ref: c.ref(which, sentence, t)})
	}
	return out
}

// ref returns the place of a triple: a property of its node in the sentence.
func (c *counter) ref(which int, s *treebank.Sentence, t umr.Triple) eval.Ref {
	value := t.From + " " + t.To
	for _, name := range []string{t.From, t.To} {
		if i, ok := c.sides[which].byName[name]; ok {
			if value = t.To; name == t.To {
				value = "from " + t.From
			}
			return eval.Ref{Kind: eval.Prop, Index: c.sides[which].nodes[i].index, Role: s.Syms.InternString(t.Relation),
				Label: s.Syms.InternString(value)}
		}
	}
	return eval.Ref{Kind: eval.Token, Other: int32(len(s.Tokens)), Role: s.Syms.InternString(t.Relation),
		Label: s.Syms.InternString(t.Relation + " " + value)}
}

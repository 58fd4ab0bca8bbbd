package coref

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"assay/eval"
	"assay/internal/assign"
	"assay/internal/entities"
	"assay/treebank"
)

// A mention is one of a side. Its places are those of gold's document, so that those of both sides compare; words that
// gold lacks have places below 0.
type mention struct {
	phrase     int32
	label      treebank.Symbol
	name       treebank.Symbol // its entity in the file
	own, nodes []entities.Node // its places in its own document, and in gold's
	head       entities.Node
	zero       bool // the head is an empty node
	deps       []dependency
	entity     int32
	twin       int32 // the mention of the other side that it is aligned with, -1 if there is none
	before     int32 // earlier mentions of its entity
}

// A dependency is an entry of DEPS of an empty node.
type dependency struct {
	parent entities.Node
	rel    treebank.Symbol
}

// A side is the mentions of a document, in the order of the text.
type side struct {
	mentions []mention
	sizes    []int32 // of entities
}

// compare orders mentions as corefud-scorer.py: by the first node, the last one, the number of nodes.
func (m *mention) compare(o *mention) int {
	return cmp.Or(cmp.Compare(m.own[0], o.own[0]), cmp.Compare(m.own[len(m.own)-1], o.own[len(o.own)-1]),
		len(m.own)-len(o.own))
}

// common is the number of nodes of both.
func (m *mention) common(o *mention) int { return assign.Common(m.nodes, o.nodes) }

// read lists the mentions of a document. word gives gold's place of a word, nil the word's own.
func (c *counter) read(dst *side, sentence *treebank.Sentence, word func(int32) entities.Node) {
	dst.mentions, dst.sizes = dst.mentions[:0], dst.sizes[:0]
	if sentence.Missing {
		return
	}
	place := func(node entities.Node) entities.Node {
		i, ok := node.IsWord()
		switch {
		case word == nil:
			return node
		case ok:
			return word(i)
		case i < 0: // an empty node before all words
			return node
		}
		return word(i) + node - entities.Word(i)
	}
	for _, one := range entities.Read(nil, sentence) {
		own := one.Nodes(sentence)
		found := mention{phrase: one.Phrase, label: one.Type, name: one.Entity, own: own, nodes: own, twin: -1}
		if word != nil {
			found.nodes = make([]entities.Node, len(own))
			for i, node := range own {
				found.nodes[i] = place(node)
			}
		}
		found.head = found.nodes[min(one.HeadNode(), len(own)-1)]
		if _, ok := own[min(one.HeadNode(), len(own)-1)].IsWord(); !ok {
			found.zero = true
			found.deps = dependencies(sentence, own[min(one.HeadNode(), len(own)-1)], place)
		}
		slices.Sort(found.nodes)
		dst.mentions = append(dst.mentions, found)
	}
	slices.SortStableFunc(dst.mentions, func(a, b mention) int { return a.compare(&b) })
	c.number(dst)
}

// dependencies returns the entries of DEPS of the empty node at a place.
func dependencies(sentence *treebank.Sentence, at entities.Node,
	place func(entities.Node) entities.Node) (out []dependency) {
	n := int32(len(sentence.Tokens))
	i := slices.IndexFunc(sentence.Empties, func(e treebank.Empty) bool { return entities.Zero(&e) == at })
	dep := n + int32(i)
	from, _ := slices.BinarySearchFunc(sentence.Enhanced, dep, func(a treebank.Arc, d int32) int { return int(a.Dep - d) })
	for _, a := range sentence.Enhanced[from:] {
		if a.Dep != dep {
			break
		}
		d := dependency{rel: a.Rel}
		switch {
		case a.Head >= n:
			d.parent = place(entities.Zero(&sentence.Empties[a.Head-n]))
		case a.Head >= 0:
			d.parent = place(entities.Word(a.Head))
		}
		out = append(out, d)
	}
	return out
}

// number drops mentions with the words of another one and, if they do not count, entities of one mention; then it
// numbers the entities.
func (c *counter) number(list *side) {
	clear(c.seen)
	keep := list.mentions[:0]
	for i := range list.mentions {
		c.key = c.keyOf(c.key[:0], &list.mentions[i])
		if _, ok := c.seen[string(c.key)]; !ok {
			c.seen[string(c.key)] = 0
			keep = append(keep, list.mentions[i])
		}
	}
	sizes := map[treebank.Symbol]int32{}
	for i := range keep {
		sizes[keep[i].name]++
	}
	if c.DropSingletons {
		keep = slices.DeleteFunc(keep, func(one mention) bool { return sizes[one.name] == 1 })
	}
	list.mentions = keep
	entity := map[treebank.Symbol]int32{}
	for i := range keep {
		one := &keep[i]
		number, ok := entity[one.name]
		if !ok {
			number = int32(len(list.sizes))
			entity[one.name] = number
			list.sizes = append(list.sizes, 0)
		}
		one.entity, one.before = number, list.sizes[number]
		list.sizes[number]++
	}
}

// keyOf appends a text that only equal mentions share. With match=head equal ones have one head too.
func (c *counter) keyOf(dst []byte, m *mention) []byte {
	add := func(n entities.Node) { dst = binary.LittleEndian.AppendUint64(dst, uint64(n)) }
	add(m.nodes[0])
	for i, node := range m.nodes[1:] {
		if node != m.nodes[i]+1<<10 { // neighbours need no place of their own
			add(m.nodes[i])
			add(node)
		}
	}
	add(m.nodes[len(m.nodes)-1])
	if c.Match == Head {
		add(m.head)
	}
	return dst
}

// use reads both sides and aligns their mentions.
func (c *counter) use(pair *eval.Pair) error {
	word, err := c.places(pair)
	if err != nil {
		return err
	}
	if c.seen == nil {
		c.seen = map[string]int32{}
	}
	c.read(&c.gold, pair.Gold, nil)
	c.read(&c.system, pair.System, word)
	if c.Zeros == Dependent {
		c.alignZeros(pair.Gold)
	}
	c.alignEqual()
	if c.Zeros == Equal {
		c.alignZeros(pair.Gold)
	}
	switch c.Match {
	case Head:
		c.alignRest(func(m *mention) entities.Node { return m.head }, func(g, s *mention) float64 {
			return float64(g.common(s)) / float64(len(g.nodes))
		})
	case Partial:
		c.alignRest(nil, func(g, s *mention) float64 {
			if g.common(s) < len(s.nodes) {
				return 0
			}
			return float64(len(s.nodes)) / float64(len(g.nodes))
		})
	}
	return nil
}

// places returns gold's places of the system's words; the error states why they have none.
func (c *counter) places(pair *eval.Pair) (func(int32) entities.Node, error) {
	switch {
	case pair.Gold.Missing || pair.System.Missing:
		return nil, nil
	case c.SamePrefix:
		return samePrefix(pair.Gold, pair.System)
	case c.ByPosition:
		return nil, nil
	}
	align := pair.Align()
	if align.Err != nil {
		return nil, align.Err
	}
	if align.Same {
		return nil, nil
	}
	return func(i int32) entities.Node {
		if align.Gold[i] < 0 {
			return -entities.Word(i)
		}
		return entities.Word(align.Gold[i])
	}, nil
}

// samePrefix gives the k-th word of the n-th sentence the place of gold's, as far as both go.
func samePrefix(gold, system *treebank.Sentence) (func(int32) entities.Node, error) {
	ends := func(s *treebank.Sentence) []int32 { return append(slices.Clone(s.Breaks), int32(len(s.Tokens))) }
	places := make([]entities.Node, len(system.Tokens))
	from, goldFrom := int32(0), int32(0)
	goldEnds := ends(gold)
	for n, end := range ends(system) {
		goldEnd := goldFrom
		if n < len(goldEnds) {
			goldEnd = goldEnds[n]
		}
		for i := from; i < end; i++ {
			g := goldFrom + i - from
			if g >= goldEnd {
				places[i] = -entities.Word(i)
				continue
			}
			if a, b := gold.Word(g), system.Word(i); string(a) != string(b) {
				return nil, &wordsError{word: i - from + 1, sentence: n + 1, gold: string(a), system: string(b),
					goldAt: g, systemAt: i}
			}
			places[i] = entities.Word(g)
		}
		from, goldFrom = end, goldEnd
	}
	return func(i int32) entities.Node { return places[i] }, nil
}

// A wordsError is a difference between the words of both sides.
type wordsError struct {
	word             int32 // in the sentence, from 1
	sentence         int   // in the document, from 1
	gold, system     string
	goldAt, systemAt int32 // tokens
}

func (e *wordsError) Error() string {
	return fmt.Sprintf("the words differ: word %d of sentence %d is %q in gold, %q in the system", e.word, e.sentence,
		e.gold, e.system)
}

// Apart returns the tokens at which gold and system first differ.
func (e *wordsError) Apart() (gold, system int32) { return e.goldAt, e.systemAt }

// Cause returns how the two words differ.
func (e *wordsError) Cause() eval.Cause {
	return eval.SpellingCause(treebank.Spelled([]byte(e.gold), []byte(e.system)))
}

// pairUp aligns mentions of gold and of the system, given by their numbers.
func (c *counter) pairUp(pairs []assign.Pair) {
	for g, s := range c.solver.Sparse(len(c.gold.mentions), len(c.system.mentions), pairs) {
		if s >= 0 {
			c.gold.mentions[g].twin, c.system.mentions[s].twin = s, int32(g)
		}
	}
}

// alignEqual aligns mentions with the same nodes.
func (c *counter) alignEqual() {
	clear(c.seen)
	for i := range c.system.mentions {
		if one := &c.system.mentions[i]; one.twin < 0 {
			c.key = c.keyOf(c.key[:0], one)
			c.seen[string(c.key)] = int32(i)
		}
	}
	for i := range c.gold.mentions {
		one := &c.gold.mentions[i]
		if one.twin >= 0 {
			continue
		}
		c.key = c.keyOf(c.key[:0], one)
		if s, ok := c.seen[string(c.key)]; ok {
			one.twin, c.system.mentions[s].twin = s, int32(i)
		}
	}
}

// alignRest aligns mentions of other words; those that may be aligned have one value of by, or, without by, gold's head
// among their nodes.
func (c *counter) alignRest(by func(*mention) entities.Node, value func(gold, s *mention) float64) {
	at := map[entities.Node][]int32{}
	for i := range c.system.mentions {
		one := &c.system.mentions[i]
		switch {
		case one.twin >= 0:
		case by != nil:
			at[by(one)] = append(at[by(one)], int32(i))
		default:
			for _, node := range one.nodes {
				at[node] = append(at[node], int32(i))
			}
		}
	}
	var pairs []assign.Pair
	for i := range c.gold.mentions {
		gold := &c.gold.mentions[i]
		if gold.twin >= 0 {
			continue
		}
		for _, k := range at[gold.head] {
			if v := value(gold, &c.system.mentions[k]); v > 0 {
				pairs = append(pairs, assign.Pair{Row: int32(i), Col: k, Value: v})
			}
		}
	}
	c.pairUp(pairs)
}

// sentenceOf returns the number of the sentence of gold that has a node.
func sentenceOf(gold *treebank.Sentence, node entities.Node) int {
	i, word := node.IsWord()
	if !word && node&entities.Initial != 0 {
		i++ // it is before the first word of a sentence
	}
	k, found := slices.BinarySearch(gold.Breaks, max(i, 0))
	if found {
		k++
	}
	return k
}

// alignZeros aligns mentions whose heads are empty nodes of one sentence, by the dependencies of these.
func (c *counter) alignZeros(gold *treebank.Sentence) {
	var pairs []assign.Pair
	for i := range c.gold.mentions {
		first := &c.gold.mentions[i]
		if !first.zero || first.twin >= 0 {
			continue
		}
		for k := range c.system.mentions {
			second := &c.system.mentions[k]
			if !second.zero || second.twin >= 0 || sentenceOf(gold, first.head) != sentenceOf(gold, second.head) {
				continue
			}
			if v := 10*sharedDeps(first.deps, second.deps, true) + sharedDeps(first.deps, second.deps, false); v > 0 {
				pairs = append(pairs, assign.Pair{Row: int32(i), Col: int32(k), Value: v})
			}
		}
	}
	c.pairUp(pairs)
}

// sharedDeps is the F1 of two lists of dependencies as sets, with their relations or without.
func sharedDeps(a, b []dependency, relations bool) float64 {
	set := func(list []dependency) map[dependency]bool {
		out := map[dependency]bool{}
		for _, d := range list {
			if !relations {
				d.rel = 0
			}
			out[d] = true
		}
		return out
	}
	first, second := set(a), set(b)
	n := 0.0
	for d := range first {
		if second[d] {
			n++
		}
	}
	if n == 0 {
		return 0
	}
	p, r := n/float64(len(first)), n/float64(len(second)) // in the order of the program, for its last digit
	return 2 * p * r / (p + r)
}

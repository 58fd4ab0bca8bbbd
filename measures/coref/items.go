package coref

import (
	"slices"

	"assay/eval"
	"assay/internal/assign"
	"assay/internal/entities"
	"assay/treebank"
)

type counter struct {
	Options
	gold, system side
	seen         map[string]int32
	key          []byte
	solver       assign.Solver
	overlap      []int32 // by mention of gold: the mention of the system that shares its words (mor), -1 if there is none
	ceafm        []int32 // by entity of gold: the entity of the system that it is paired with, -1 if there is none
	ceafe        []int32
	paired       []bool             // by entity of the system: ceafe has it
	cells        map[[2]int32]int32 // entities of gold and of the system: aligned mentions of both
	resolved     []bool             // by mention of gold: an empty node with a right antecedent
	anaphor      []bool             // by mention of the system: it is compared with a later empty node of gold
	item         eval.Item
	mention      treebank.Symbol // the label of mentions without one
}

// Count adds the counts of pair to row, which must be zero.
func (c *counter) Count(row []float64, pair *eval.Pair) error { return eval.CountItems(c, row, pair) }

// Explain yields the mentions of gold in the order of the text, each with the one that it is aligned with, then the
// other ones of the system.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	if pair.Gold.Missing && c.IgnoreExtra {
		return nil
	}
	if err := c.use(pair); err != nil {
		return err
	}
	c.mention = pair.Gold.Syms.InternString("mention")
	c.pairEntities()
	c.pairWords()
	c.resolve()
	walk := walk{goldLast: slices.Repeat([]int32{-1}, len(c.gold.sizes)),
		systemLast: slices.Repeat([]int32{-1}, len(c.system.sizes)),
		ofGold:     make([]int32, len(c.gold.sizes)), ofSystem: make([]int32, len(c.system.sizes)),
		cells: map[[2]int32]int32{}}
	shown := make([]bool, len(c.system.mentions))
	for i := range c.gold.mentions {
		c.begin()
		c.goldItem(int32(i), &walk, shown)
		yield(&c.item)
	}
	for i := range c.system.mentions {
		if shown[i] {
			continue
		}
		c.begin()
		s := &c.system.mentions[i]
		c.item.Outcome, c.item.System = eval.Spurious, c.ref(s)
		if c.item.Class = "invented mention"; c.system.sizes[s.entity] == 1 {
			c.item.Class = "singleton kept"
		}
		c.addSystem(int32(i), true)
		yield(&c.item)
	}
	return nil
}

// pairEntities counts the mentions that entities share and finds the best pairings of entities. Entities that share no
// mention are never compared.
func (c *counter) pairEntities() {
	c.cells = map[[2]int32]int32{}
	var order [][2]int32
	for i := range c.gold.mentions {
		if g := &c.gold.mentions[i]; g.twin >= 0 {
			cell := [2]int32{g.entity, c.system.mentions[g.twin].entity}
			if c.cells[cell]++; c.cells[cell] == 1 {
				order = append(order, cell)
			}
		}
	}
	pairs := make([]assign.Pair, len(order))
	solve := func(value func(cell [2]int32) float64) []int32 {
		for i, cell := range order {
			pairs[i] = assign.Pair{Row: cell[0], Col: cell[1], Value: value(cell)}
		}
		return slices.Clone(c.solver.Sparse(len(c.gold.sizes), len(c.system.sizes), pairs))
	}
	c.ceafm = solve(func(cell [2]int32) float64 { return float64(c.cells[cell]) })
	c.ceafe = solve(c.phi4)
	c.paired = append(c.paired[:0], make([]bool, len(c.system.sizes))...)
	for _, r := range c.ceafe {
		if r >= 0 {
			c.paired[r] = true
		}
	}
}

// phi4 is the similarity of two entities.
func (c *counter) phi4(cell [2]int32) float64 {
	return 2 * float64(c.cells[cell]) / float64(c.gold.sizes[cell[0]]+c.system.sizes[cell[1]])
}

// pairWords pairs mentions by their words, for mor and for mentions with other boundaries.
func (c *counter) pairWords() {
	at := map[entities.Node][]int32{}
	for i := range c.system.mentions {
		for _, node := range c.system.mentions[i].nodes {
			at[node] = append(at[node], int32(i))
		}
	}
	var pairs []assign.Pair
	common := map[int32]int32{}
	var order []int32
	for i := range c.gold.mentions {
		clear(common)
		order = order[:0]
		for _, node := range c.gold.mentions[i].nodes {
			for _, k := range at[node] {
				if common[k]++; common[k] == 1 {
					order = append(order, k)
				}
			}
		}
		for _, k := range order {
			pairs = append(pairs, assign.Pair{Row: int32(i), Col: k, Value: float64(common[k])})
		}
	}
	c.overlap = c.solver.Sparse(len(c.gold.mentions), len(c.system.mentions), pairs)
}

// A walk is what the items before hold: counts of aligned mentions.
type walk struct {
	all              int32              // mentions of gold
	aligned          int32              // those with a twin
	ofGold, ofSystem []int32            // by entity: aligned mentions
	cells            map[[2]int32]int32 // by entity of gold and of the system
	goldLast         []int32            // by entity of gold: the entity of the system of its last aligned mention
	systemLast       []int32            // by entity of the system: gold's entity of its last aligned mention
}

// begin empties the item and keeps its memory.
func (c *counter) begin() { c.item = eval.Item{Adds: c.item.Adds[:0], Mended: c.item.Mended[:0]} }

func (c *counter) add(column int, n float64, system bool) {
	if n != 0 {
		c.item.Adds = append(c.item.Adds, eval.Add{Column: column, N: n, System: system})
	}
}

func (c *counter) ref(m *mention) eval.Ref {
	label := m.label
	if label == 0 {
		label = c.mention
	}
	return eval.Ref{Kind: eval.Phrase, Index: m.phrase, Other: -1, Label: label, Role: m.name}
}

// goldItem makes the item of a mention of gold.
func (c *counter) goldItem(i int32, w *walk, shown []bool) {
	gold := &c.gold.mentions[i]
	c.item.Gold = c.ref(gold)
	c.addGold(gold, w.all)
	if c.resolved[i] {
		c.add(colZerosMatched, 1, false)
	}
	if k := c.overlap[i]; k >= 0 {
		c.add(colWordsMatched, float64(gold.common(&c.system.mentions[k])), false)
	}
	switch k := c.overlap[i]; {
	case gold.twin >= 0:
		shown[gold.twin] = true
		c.item.System = c.ref(&c.system.mentions[gold.twin])
		c.addSystem(gold.twin, false)
		c.addAligned(gold, w)
	case k >= 0 && c.system.mentions[k].twin < 0:
		shown[k] = true
		c.item.System, c.item.Outcome, c.item.Class = c.ref(&c.system.mentions[k]), eval.Incorrect, "other boundaries"
		c.addSystem(k, true)
	default:
		c.item.Outcome = eval.Missing
		if c.item.Class = "missed mention"; c.gold.sizes[gold.entity] == 1 {
			c.item.Class = "singleton dropped"
		}
	}
	if c.item.Outcome != eval.Correct {
		c.mend(gold, w.all)
	}
	w.all++
}

// addGold adds the counts of recall; before is the number of mentions of gold before it.
func (c *counter) addGold(gold *mention, before int32) {
	c.add(colGold, 1, false)
	c.add(colWordsGold, float64(len(gold.nodes)), false)
	c.add(colCorefGold, float64(gold.before), false)
	c.add(colApartGold, float64(before-gold.before), false)
	if gold.before > 0 {
		c.add(colMUCGold, 1, false)
		if gold.zero {
			c.add(colZerosGold, 1, false)
		}
		return
	}
	c.add(colEntitiesGold, 1, false)
	if r := c.ceafe[gold.entity]; r >= 0 {
		c.add(colEntitiesSystem, 1, false)
		c.add(colCEAFE, c.phi4([2]int32{gold.entity, r}), false)
	}
}

// addSystem adds the counts of precision of a mention of the system. alone means that it has no twin: the counts of an
// aligned one belong to gold's group, as those of what matches do, or a group would have more than 100 %.
func (c *counter) addSystem(i int32, alone bool) {
	system := &c.system.mentions[i]
	c.add(colSystem, 1, alone)
	c.add(colWordsSystem, float64(len(system.nodes)), alone)
	c.add(colCorefSystem, float64(system.before), alone)
	c.add(colApartSystem, float64(i-system.before), alone)
	if system.before > 0 {
		c.add(colMUCSystem, 1, alone)
		if system.zero || c.anaphor[i] {
			c.add(colZerosSystem, 1, alone)
		}
	} else if !c.paired[system.entity] { // a paired entity is counted with gold'system
		c.add(colEntitiesSystem, 1, alone)
	}
}

// resolve finds the empty nodes that are later mentions of their entities and have an antecedent of it on both sides.
// With zeros=dependent the mention at the same place is compared, as in corefud-scorer.py, whatever it is aligned with.
func (c *counter) resolve() {
	c.resolved = append(c.resolved[:0], make([]bool, len(c.gold.mentions))...)
	c.anaphor = append(c.anaphor[:0], make([]bool, len(c.system.mentions))...)
	equal := map[string]int32{}
	if c.Zeros == Dependent {
		for i := range c.system.mentions {
			c.key = c.keyOf(c.key[:0], &c.system.mentions[i])
			equal[string(c.key)] = int32(i)
		}
	}
	earlier := map[[2]int32]bool{} // entities of gold and of the system that share an earlier mention
	for i := range c.gold.mentions {
		gold := &c.gold.mentions[i]
		other := gold.twin
		if len(equal) > 0 {
			c.key = c.keyOf(c.key[:0], gold)
			if k, ok := equal[string(c.key)]; ok {
				other = k
			}
		}
		if other < 0 {
			continue
		}
		system := &c.system.mentions[other]
		cell := [2]int32{gold.entity, system.entity}
		if gold.zero && gold.before > 0 {
			c.anaphor[other] = true
			c.resolved[i] = system.before > 0 && earlier[cell]
		}
		earlier[cell] = true
	}
}

// addAligned adds the counts of a mention of gold that has a twin, and names its error.
func (c *counter) addAligned(gold *mention, w *walk) {
	system := &c.system.mentions[gold.twin]
	cell := [2]int32{gold.entity, system.entity}
	same, size, other := w.cells[cell], c.gold.sizes[gold.entity], c.system.sizes[system.entity]
	c.add(colMatched, 1, false)
	if same > 0 {
		c.add(colMUCMatched, 1, false)
	}
	c.add(colBCubGold, float64(c.cells[cell])/float64(size), false)
	c.add(colBCubSystem, float64(c.cells[cell])/float64(other), false)
	if c.ceafm[gold.entity] == system.entity {
		c.add(colCEAFM, 1, false)
	}
	c.add(colCorefMatched, float64(same), false)
	c.add(colApartMatched, float64(w.aligned-w.ofGold[gold.entity]-w.ofSystem[system.entity]+same), false)
	switch {
	case size > 1:
		c.add(colLEAGold, 2*float64(same)/float64(size-1), false)
	case other == 1:
		c.add(colLEAGold, 1, false)
	}
	switch {
	case other > 1:
		c.add(colLEASystem, 2*float64(same)/float64(other-1), false)
	case size == 1:
		c.add(colLEASystem, 1, false)
	}
	split := w.goldLast[gold.entity] >= 0 && w.goldLast[gold.entity] != system.entity
	merged := w.systemLast[system.entity] >= 0 && w.systemLast[system.entity] != gold.entity
	c.item.Outcome = eval.Incorrect
	switch {
	case split && merged:
		c.item.Class = "moved to another entity"
	case split:
		c.item.Class = "split entity"
	case merged:
		c.item.Class = "merged entities"
	default:
		c.item.Outcome = eval.Correct
	}
	w.goldLast[gold.entity], w.systemLast[system.entity] = system.entity, gold.entity
	w.cells[cell]++
	w.ofGold[gold.entity]++
	w.ofSystem[system.entity]++
	w.aligned++
}

// mend sets the Adds that a mention of gold would have if both sides had it, in the same entity.
func (c *counter) mend(gold *mention, before int32) {
	set := func(n float64, columns ...int) {
		for _, column := range columns {
			system := column == colSystem || column == colMUCSystem || column == colEntitiesSystem || column == colCorefSystem ||
				column == colApartSystem || column == colWordsSystem || column == colZerosSystem
			if n != 0 {
				c.item.Mended = append(c.item.Mended, eval.Add{Column: column, N: n, System: system})
			}
		}
	}
	set(1, colGold, colSystem, colMatched, colBCubGold, colBCubSystem, colCEAFM, colLEAGold, colLEASystem)
	set(float64(len(gold.nodes)), colWordsGold, colWordsSystem, colWordsMatched)
	set(float64(gold.before), colCorefGold, colCorefSystem, colCorefMatched)
	set(float64(before-gold.before), colApartGold, colApartSystem, colApartMatched)
	if gold.before == 0 {
		set(1, colEntitiesGold, colEntitiesSystem, colCEAFE)
		return
	}
	set(1, colMUCGold, colMUCSystem, colMUCMatched)
	if gold.zero {
		set(1, colZerosGold, colZerosSystem, colZerosMatched)
	}
}

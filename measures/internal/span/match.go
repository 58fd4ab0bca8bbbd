package span

// match finds equal brackets by merging the lists, which are ordered by span. Among
// brackets with the same words, each of gold takes the first free one of the system
// that, with Labelled, has an equal label (as EVALB does). Place has for each bracket of
// the system the first bracket of gold after it, or common if gold has its words.
func (c *Comparer) match() {
	gold, system := c.Gold.Brackets, c.System.Brackets
	c.place = sized(c.place, len(system))
	i, j := 0, 0
	for i < len(gold) && j < len(system) {
		a, b := &gold[i], &system[j]
		if a.Begin != b.Begin || a.End != b.End || a.yield >= 0 || b.yield >= 0 {
			if d := c.compareSpans(a, b); d < 0 {
				i++
				continue
			} else if d > 0 {
				c.place[j] = int32(i)
				j++
				continue
			}
		}
		i2, j2 := i+1, j+1
		for i2 < len(gold) && gold[i2].Begin == a.Begin && c.Gold.sameYield(a, &c.Gold, &gold[i2]) {
			i2++
		}
		for j2 < len(system) && system[j2].Begin == b.Begin && c.System.sameYield(b, &c.System, &system[j2]) {
			j2++
		}
		for k := j; k < j2; k++ {
			c.place[k] = common
		}
		if i2-i == 1 && j2-j == 1 {
			if !c.rules.Labelled || c.vocab.equal(a.class, b.class) {
				a.Match, b.Match = int32(j), int32(i)
			}
		} else {
			c.matchGroup(i, i2, j, j2)
		}
		i, j = i2, j2
	}
	for ; j < len(system); j++ {
		c.place[j] = int32(i)
	}
	if c.rules.Labels {
		c.compareLabels()
	}
}

// compareLabels reports for the brackets of gold whether their matches have the same
// labels, in the same order if several phrases count as one.
func (c *Comparer) compareLabels() {
	for i := range c.Gold.Brackets {
		b := &c.Gold.Brackets[i]
		if b.Match >= 0 {
			c.Gold.More[i].Labels = c.rules.Labelled || c.Gold.More[i].chain == c.System.More[b.Match].chain
		}
	}
}

// matchGroup matches brackets with the same words.
func (c *Comparer) matchGroup(i, i2, j, j2 int) {
	gold, system := c.Gold.Brackets, c.System.Brackets
	if c.rules.Labelled && c.vocab.pairs == nil && i2-i > 32 {
		c.matchLong(i, i2, j, j2)
		return
	}
	free := j // earlier ones are taken
	for x := i; x < i2; x++ {
		for free < j2 && system[free].Match >= 0 {
			free++
		}
		for y := free; y < j2; y++ {
			if system[y].Match < 0 && (!c.rules.Labelled || c.vocab.equal(gold[x].class, system[y].class)) {
				gold[x].Match, system[y].Match = int32(y), int32(x)
				break
			}
		}
	}
}

// matchLong is matchGroup for long chains: the n-th bracket with a label matches the
// n-th.
func (c *Comparer) matchLong(i, i2, j, j2 int) {
	gold, system := c.Gold.Brackets, c.System.Brackets
	waiting := map[uint32][]int{}
	for y := j; y < j2; y++ {
		waiting[system[y].class] = append(waiting[system[y].class], y)
	}
	for x := i; x < i2; x++ {
		if w := waiting[gold[x].class]; len(w) > 0 {
			gold[x].Match, system[w[0]].Match = int32(w[0]), int32(x)
			waiting[gold[x].class] = w[1:]
		}
	}
}

// compareSpans orders brackets: by begin, outer before inner, then by words.
func (c *Comparer) compareSpans(a, b *Bracket) int {
	switch {
	case a.Begin != b.Begin:
		return int(a.Begin - b.Begin)
	case a.End != b.End:
		return int(b.End - a.End)
	case a.yield < 0 && b.yield < 0:
		return 0
	}
	return compareWords(c.Gold.yieldOf(a), c.System.yieldOf(b))
}

// cross finds, for each bracket of the system whose words no bracket of gold covers
// exactly, the innermost bracket of gold that it crosses: they share words, and each
// has words that the other lacks.
func (c *Comparer) cross() {
	if len(c.Gold.words) > 0 || len(c.System.words) > 0 || c.rules.Pairs {
		c.crossAll()
		return
	}
	other := 0
	for _, at := range c.place {
		if at != common {
			other++
		}
	}
	if other == 0 {
		return
	}
	// For few brackets searching gold is cheaper than the table.
	few := other*len(c.Gold.Brackets) < 512
	if !few {
		c.nest()
	}
	for j, at := range c.place {
		if at == common {
			continue
		}
		bracket := &c.System.Brackets[j]
		if few {
			bracket.Cross = c.crossing(bracket, int(at))
		} else {
			bracket.Cross = c.crossingByTable(bracket)
		}
	}
}

// common is the place of a bracket of the system whose words gold has.
const common = -1

// crossing returns the innermost bracket of gold that crosses bracket, -1 if there is none: one
// around its beginning that ends within it, else one around its end that begins within it. The
// brackets of gold from at on follow it.
func (c *Comparer) crossing(bracket *Bracket, at int) int32 {
	gold := c.Gold.Brackets
	begin, end := bracket.Begin, bracket.End
	for i := min(at, len(gold)) - 1; i >= 0; i-- {
		if g := &gold[i]; g.Begin < begin && begin < g.End {
			if g.End < end {
				return int32(i)
			}
			break
		}
	}
	found := int32(-1)
	for i := at; i < len(gold) && gold[i].Begin < end; i++ {
		if end < gold[i].End && begin < gold[i].Begin {
			found = int32(i)
		}
	}
	return found
}

// crossingByTable is crossing after nest: its twin for many brackets.
func (c *Comparer) crossingByTable(bracket *Bracket) int32 {
	begin, end := c.inner[bracket.Begin], c.inner[bracket.End]
	switch {
	case begin >= 0 && c.Gold.Brackets[begin].End < bracket.End:
		return begin
	case end >= 0 && c.Gold.Brackets[end].Begin > bracket.Begin:
		return end
	}
	return -1
}

// nest finds, for each place between two units, the innermost bracket of gold around
// it, or -1. It has the last begin and the first end of all brackets around the
// place, so that no other need be checked.
func (c *Comparer) nest() {
	brackets := c.Gold.Brackets
	n := max(c.Gold.units, c.System.units)
	c.inner = sized(c.inner, int(n)+1)
	stack := c.stack[:0]
	next := 0
	for at := int32(0); at <= n; at++ {
		for len(stack) > 0 && brackets[stack[len(stack)-1]].End <= at {
			stack = stack[:len(stack)-1]
		}
		c.inner[at] = -1
		if len(stack) > 0 {
			c.inner[at] = stack[len(stack)-1]
		}
		for next < len(brackets) && brackets[next].Begin == at {
			stack = append(stack, int32(next))
			next++
		}
	}
	c.stack = stack
}

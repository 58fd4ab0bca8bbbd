package mistake

import (
	"slices"
	"strings"
	"unicode"

	"assay/eval"
	"assay/treebank"
)

// The kinds of causes of words.
const (
	Segmentation = "segmentation"
	TurnedLink   = "turned link"
	WrongHead    = "head"
	WrongLabel   = "label"
	WrongTag     = "tags"
	WrongLemma   = "lemma"
	WrongMarkers = "function words"
)

// Parts names the parts of a measure of words whose items need a decision on the word. A measure whose items have
// no parts has the part "".
type Parts struct {
	Heads   []string   // they need the head of the word
	Labels  []string   // the label of its dependency
	Tags    [][]string // for each kind of tags: the part of these tags, then the parts that need them too
	Lemmas  []string
	Markers []string // they need the heads and labels of the word's children
	Copies  []string // edges of enhanced graphs, some of which repeat the basic dependency
}

// Words returns the causes of items of words and their dependencies: of each word its head, label, tags and
// lemma, with the items of all parts that need them; and these.
//
// A turned link: gold has a as the head of b, the system b as that of a. The heads of a and b follow from it, and
// that of every word that gold has below a and the system below b (Lin's invert and transfer, 1995 §5).
//
// Segmentation: a stretch of words without counterparts on either side, between two boundaries that both sides
// have. All items of its words follow, tokens and sentences that overlap it or end there, and items of words
// whose head is in it.
func Words(parts Parts) func() eval.Causer {
	return func() eval.Causer { return &words{parts: parts} }
}

// words is the Causer of Words. Words are those of gold, then those of the system without a counterpart.
type words struct {
	parts  Parts
	pair   *eval.Pair
	align  *eval.Alignment
	wrong  []eval.Item
	of     [][]int // the wrong items of each word
	spans  []int   // wrong items of tokens and sentences
	head   []bool  // of each word: its head is wrong
	causes []eval.Origin
}

// Causes implements eval.Causer.
func (c *words) Causes(p *eval.Pair, wrong []eval.Item) []eval.Origin {
	c.pair, c.align, c.wrong, c.causes = p, p.Align(), wrong, c.causes[:0]
	if c.align.Err != nil || len(wrong) < 2 {
		return nil
	}
	c.sort()
	c.segments()
	c.turned()
	c.single()
	return c.causes
}

// word is the number of a word of the system.
func (c *words) word(system int32) int {
	if g := c.align.GoldOf(system); g >= 0 {
		return int(g)
	}
	return len(c.pair.Gold.Tokens) + int(system)
}

// sort finds the items of each word.
func (c *words) sort() {
	n := len(c.pair.Gold.Tokens) + len(c.pair.System.Tokens)
	for len(c.of) < n {
		c.of = append(c.of, nil)
	}
	for i := range c.of {
		c.of[i] = c.of[i][:0]
	}
	c.spans, c.head = c.spans[:0], append(c.head[:0], make([]bool, n)...)
	for i := range c.wrong {
		it := &c.wrong[i]
		w := -1
		switch {
		case it.Gold.Kind == eval.Token || it.System.Kind == eval.Token:
			c.spans = append(c.spans, i)
		case it.Gold.Kind == eval.Word || it.Gold.Kind == eval.Link:
			w = int(it.Gold.Index)
		case it.System.Kind == eval.Word || it.System.Kind == eval.Link:
			w = c.word(it.System.Index)
		}
		if w >= 0 && w < n {
			c.of[w] = append(c.of[w], i)
		}
	}
	for g := range c.pair.Gold.Tokens {
		if s := c.align.SystemOf(int32(g)); s >= 0 {
			gold, _ := c.pair.Gold.HeadOf(int32(g))
			system, _ := c.pair.System.HeadOf(s)
			c.head[g] = gold != c.goldHead(system)
		}
	}
}

// goldHead is a head of the system as a word of gold; a word without a counterpart is as a head outside of the
// sentence.
func (c *words) goldHead(head int32) int32 {
	if head < 0 {
		return head
	}
	if g := c.align.GoldOf(head); g >= 0 {
		return g
	}
	return treebank.Unresolved - 2
}

// needs returns the items of word w in some parts.
func (c *words) needs(items []int, w int, parts []string) []int {
	for _, i := range c.of[w] {
		if slices.Contains(parts, c.wrong[i].Part) {
			items = append(items, i)
		}
	}
	return items
}

func (c *words) add(kind string, order int, first, last int32, items []int) {
	if len(items) > 1 {
		c.causes = append(c.causes, eval.Origin{Kind: kind, Order: order, First: first, Last: last, Items: items})
	}
}

// turned adds the turned links.
func (c *words) turned() {
	for g := range c.pair.Gold.Tokens {
		below := int32(g)
		above, _ := c.pair.Gold.HeadOf(below)
		if above < 0 || !c.head[above] || !c.head[below] || c.systemHead(above) != below {
			continue
		}
		items := c.needs(c.needs(nil, int(above), c.parts.Heads), int(below), c.parts.Heads)
		for w := range c.pair.Gold.Tokens {
			if h, _ := c.pair.Gold.HeadOf(int32(w)); h == above && int32(w) != below && c.systemHead(int32(w)) == below {
				items = c.needs(items, w, c.parts.Heads)
			}
		}
		c.add(TurnedLink, 1, min(above, below), max(above, below), items)
	}
}

// systemHead returns the system's head of a word of gold, as a word of gold.
func (c *words) systemHead(g int32) int32 {
	s := c.align.SystemOf(g)
	if s < 0 {
		return treebank.Unresolved - 2
	}
	head, _ := c.pair.System.HeadOf(s)
	return c.goldHead(head)
}

// single adds the decisions on each word.
func (c *words) single() {
	several := len(c.parts.Heads) > 1 || len(c.parts.Labels) > 1 || len(c.parts.Copies) > 0
	for g := range c.pair.Gold.Tokens {
		word, system := int32(g), c.align.SystemOf(int32(g))
		if system < 0 {
			continue
		}
		if c.head[g] && several {
			c.add(WrongHead, 2, word, word, c.copies(c.needs(nil, g, c.parts.Heads), g, system))
		}
		if c.relabelled(word, system) {
			c.add(WrongLabel, 3, word, word, c.needs(nil, g, c.parts.Labels))
		}
		for i, parts := range c.parts.Tags {
			if c.has(g, parts[0]) {
				c.add(WrongTag, 4+i, word, word, c.needs(nil, g, parts))
			}
		}
		if len(c.parts.Lemmas) > 0 && c.has(g, c.parts.Lemmas[0]) {
			c.add(WrongLemma, 10, word, word, c.needs(nil, g, c.parts.Lemmas))
		}
		c.markers(word, system)
	}
}

func (c *words) has(w int, part string) bool {
	return slices.ContainsFunc(c.of[w], func(i int) bool { return c.wrong[i].Part == part })
}

// relabelled reports whether the relations of a word differ, subtypes aside.
func (c *words) relabelled(g, s int32) bool {
	if len(c.parts.Labels) < 2 || len(c.of[g]) < 2 {
		return false
	}
	_, x := c.pair.Gold.HeadOf(g)
	_, y := c.pair.System.HeadOf(s)
	if x == y {
		return false
	}
	a, _, _ := strings.Cut(c.pair.Gold.Name(x), ":")
	b, _, _ := strings.Cut(c.pair.System.Name(y), ":")
	return a != b
}

// copies adds the edges of the enhanced graph that repeat the basic dependency of a word on either side.
func (c *words) copies(items []int, g int, s int32) []int {
	if len(c.parts.Copies) == 0 {
		return items
	}
	gold, _ := c.pair.Gold.HeadOf(int32(g))
	system, _ := c.pair.System.HeadOf(s)
	for _, i := range c.of[g] {
		it := &c.wrong[i]
		if slices.Contains(c.parts.Copies, it.Part) && (it.Gold.Kind == eval.Link && it.Gold.Other == gold ||
			it.System.Kind == eval.Link && it.System.Other == system) {
			items = append(items, i)
		}
	}
	return items
}

// markers adds the decision on the function words of a word's head: the head or the label of a word that is wrong
// changes the item of its head on either side.
func (c *words) markers(g, s int32) {
	if len(c.parts.Markers) == 0 || !c.head[g] && !c.relabelled(g, s) {
		return
	}
	gold, _ := c.pair.Gold.HeadOf(g)
	items := c.needs(nil, int(g), c.parts.Heads)
	if !c.head[g] {
		items = c.needs(nil, int(g), c.parts.Labels)
	}
	for _, head := range []int32{gold, c.systemHead(g)} {
		if head < 0 {
			continue
		}
		for _, i := range c.of[head] {
			if slices.Contains(c.parts.Markers, c.wrong[i].Part) && strings.Contains(c.wrong[i].Class, "function words") &&
				!slices.Contains(items, i) {
				items = append(items, i)
			}
		}
	}
	c.add(WrongMarkers, 11, g, g, items)
}

// segments adds the stretches of words without counterparts.
func (c *words) segments() {
	gold, system := c.pair.Gold, c.pair.System
	goldWord, s := int32(0), int32(0)
	for int(goldWord) < len(gold.Tokens) || int(s) < len(system.Tokens) {
		from, to := goldWord, s
		for int(goldWord) < len(gold.Tokens) && c.align.SystemOf(goldWord) < 0 {
			goldWord++
		}
		for int(s) < len(system.Tokens) && c.align.GoldOf(s) < 0 {
			s++
		}
		c.split(from, goldWord, to, s)
		goldWord, s = goldWord+1, s+1
	}
}

// split adds a cause for each stretch of such words between boundaries that both sides have.
func (c *words) split(goldFrom, goldTo, systemFrom, systemTo int32) {
	g, s, goldLength, systemLength := goldFrom, systemFrom, int32(0), int32(0)
	for goldFrom < goldTo || systemFrom < systemTo {
		switch {
		case s == systemTo && g == goldTo || goldLength == systemLength && g > goldFrom && s > systemFrom:
			c.segment(goldFrom, g, systemFrom, s)
			goldFrom, systemFrom = g, s
		case s == systemTo || g < goldTo && goldLength <= systemLength:
			goldLength += length(c.pair.Gold.Word(g))
			g++
		default:
			systemLength += length(c.pair.System.Word(s))
			s++
		}
	}
}

// length counts the characters of a word without its blanks.
func length(word []byte) (n int32) {
	for _, c := range string(word) {
		if !unicode.IsSpace(c) {
			n++
		}
	}
	return n
}

// segment adds the items that follow from other words in a stretch of each side.
func (c *words) segment(goldFrom, goldTo, systemFrom, systemTo int32) {
	in := func(x, from, to int32) bool { return from <= x && x < to }
	var items []int
	for w := goldFrom; w < goldTo; w++ {
		items = append(items, c.of[w]...)
	}
	for w := systemFrom; w < systemTo; w++ {
		items = append(items, c.of[c.word(w)]...)
	}
	for _, i := range c.spans {
		g, s := c.wrong[i].Gold, c.wrong[i].System
		if g.Kind == eval.Token && g.Index < goldTo && goldFrom < g.Other || s.Kind == eval.Token && s.Index < systemTo &&
			systemFrom < s.Other {
			items = append(items, i)
		}
	}
	for g := range c.pair.Gold.Tokens {
		s := c.align.SystemOf(int32(g))
		if s < 0 || !c.head[g] {
			continue
		}
		gold, _ := c.pair.Gold.HeadOf(int32(g))
		system, _ := c.pair.System.HeadOf(s)
		if in(gold, goldFrom, goldTo) || in(system, systemFrom, systemTo) {
			items = c.needs(items, g, c.parts.Heads)
		}
	}
	c.add(Segmentation, 0, goldFrom, goldTo, items)
}

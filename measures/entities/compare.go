package entities

import (
	"bytes"
	"cmp"
	"slices"

	"assay/eval"
	"assay/internal/assign"
	"assay/internal/chunking"
	"assay/internal/expressions"
	"assay/treebank"
)

// A span is one span: its stretches, in words or in characters, the same on both sides.
type span struct {
	phrase    int32
	label     treebank.Symbol
	stretches [][2]int32
}

func (x *span) same(other *span) bool { return slices.Equal(x.stretches, other.stretches) }

func (x *span) begin() int32 { return x.stretches[0][0] }
func (x *span) end() int32   { return x.stretches[len(x.stretches)-1][1] }

// length counts the words or characters.
func (x *span) length() (n int32) {
	for _, s := range x.stretches {
		n += s[1] - s[0]
	}
	return n
}

// common counts the words or characters that two spans share.
func (x *span) common(other *span) (n int32) {
	for _, a := range x.stretches {
		for _, b := range other.stretches {
			n += max(0, min(a[1], b[1])-max(a[0], b[0]))
		}
	}
	return n
}

// A side has the spans of one sentence, in the order of the file.
type side struct {
	spans    []span
	from, to []int32 // by word
	lowest   []bool
	words    []int32
}

// A counter counts pairs; it holds scratch memory.
type counter struct {
	Options
	types   map[treebank.Symbol]bool // those that count, of syms; nil for all
	syms    *treebank.Symbols
	sides   [2]side
	edges   []edge
	values  []assign.Pair
	solver  assign.Solver
	partner [parts][]int32 // by span of gold: that of the system, -1 if it has none
	taken   [parts][]bool  // by span of the system
	item    eval.Item
}

func newCounter(opt Options) *counter { return &counter{Options: opt} }

// An edge is two spans that overlap enough.
type edge struct {
	gold, system int32
	overlap      float64 // shared part of both, from 0 to 1
}

// compare reads the spans of both sides and pairs them.
func (c *counter) compare(pair *eval.Pair) error {
	align := pair.Align()
	if align.Err != nil {
		return align.Err
	}
	if c.syms != pair.Gold.Syms && len(c.Types) > 0 {
		c.syms, c.types = pair.Gold.Syms, map[treebank.Symbol]bool{}
		for _, name := range c.Types {
			c.types[c.syms.InternString(name)] = true
		}
	}
	g, s := &c.sides[0], &c.sides[1]
	texts := inText(pair.Gold) && inText(pair.System) && bytes.Equal(input(pair.Gold), input(pair.System))
	for i, sentence := range []*treebank.Sentence{pair.Gold, pair.System} {
		c.sides[i].places(sentence, align.Same && !inText(pair.Gold) && !inText(pair.System), texts)
		c.sides[i].read(sentence, c.types)
	}
	c.overlaps(g, s)
	for part := range parts {
		c.partner[part] = append(c.partner[part][:0], make([]int32, len(g.spans))...)
		for i := range c.partner[part] {
			c.partner[part][i] = -1
		}
		c.taken[part] = append(c.taken[part][:0], make([]bool, len(s.spans))...)
		if c.Greedy {
			c.greedy(part)
		} else {
			c.best(part)
		}
	}
	return nil
}

func input(sentence *treebank.Sentence) []byte { return sentence.Bytes(sentence.Input) }

// inText reports whether the words of a sentence are places in its running text.
func inText(sentence *treebank.Sentence) bool {
	end := sentence.Input.Off
	for i := range sentence.Tokens {
		form := sentence.Tokens[i].Form
		if form.Off < end || form.Off+form.Len > sentence.Input.Off+sentence.Input.Len {
			return false
		}
		end = form.Off + form.Len
	}
	return sentence.Input.Len > 0
}

// places numbers the words of a sentence: by their order, by the characters of the text, or by those that are no white
// space.
func (d *side) places(sentence *treebank.Sentence, byWord, texts bool) {
	d.from, d.to = d.from[:0], d.to[:0]
	at, n := sentence.Input.Off, int32(0)
	for i := range sentence.Tokens {
		form := sentence.Tokens[i].Form
		switch {
		case byWord:
			d.from, d.to = append(d.from, int32(i)), append(d.to, int32(i)+1)
			continue
		case texts:
			n += characters(sentence.Text[at:form.Off])
			at = form.Off
			d.from = append(d.from, n)
			n += characters(sentence.Text[at : form.Off+form.Len])
			at = form.Off + form.Len
		default:
			d.from = append(d.from, n)
			n += characters(treebank.AppendPlain(nil, sentence.Word(int32(i))))
		}
		d.to = append(d.to, n)
	}
}

func characters(text []byte) (n int32) {
	for range string(text) {
		n++
	}
	return n
}

// read finds the spans of a sentence.
func (d *side) read(sentence *treebank.Sentence, types map[treebank.Symbol]bool) {
	d.spans = d.spans[:0]
	if sentence.Missing {
		return
	}
	d.lowest = chunking.Lowest(d.lowest, sentence)
	for i := range sentence.Phrases {
		p := &sentence.Phrases[i]
		if types != nil && !types[p.Label] {
			continue
		}
		x := span{phrase: int32(i), label: p.Label}
		switch {
		case expressions.Is(sentence, int32(i)):
			d.words = expressions.Words(d.words[:0], sentence, int32(i))
		case d.lowest[i]:
			d.words = d.words[:0]
			for w := p.Begin; w < p.End; w++ {
				d.words = append(d.words, w)
			}
		default:
			continue
		}
		last := int32(-2)
		for _, w := range d.words {
			if w == last+1 {
				x.stretches[len(x.stretches)-1][1] = d.to[w]
			} else {
				x.stretches = append(x.stretches, [2]int32{d.from[w], d.to[w]})
			}
			last = w
		}
		if len(x.stretches) > 0 {
			d.spans = append(d.spans, x)
		}
	}
}

// overlaps finds the pairs of spans that overlap enough, by gold's spans and then by the system's, in their orders.
func (c *counter) overlaps(g, s *side) {
	order := make([]int32, len(s.spans)) // by their beginnings
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(s.spans[a].begin(), s.spans[b].begin()) })
	last := make([]int32, len(order)) // the furthest end of the spans up to this one
	for i, k := range order {
		last[i] = s.spans[k].end()
		if i > 0 {
			last[i] = max(last[i], last[i-1])
		}
	}
	c.edges = c.edges[:0]
	for i := range g.spans {
		gold := &g.spans[i]
		first, _ := slices.BinarySearchFunc(last, gold.begin()+1, func(end, want int32) int { return cmp.Compare(end, want) })
		for ; first < len(order) && s.spans[order[first]].begin() < gold.end(); first++ {
			system := &s.spans[order[first]]
			common := gold.common(system)
			if common > 0 && float64(common)/float64(gold.length())*100 >= float64(c.Overlap) {
				all := gold.length() + system.length() - common
				c.edges = append(c.edges, edge{int32(i), order[first], float64(common) / float64(all)})
			}
		}
	}
	slices.SortFunc(c.edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(a.gold, b.gold), cmp.Compare(a.system, b.system))
	})
}

// greedy gives each span of the system, in order, the first free span of gold.
func (c *counter) greedy(part int) {
	slices.SortFunc(c.edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(a.system, b.system), cmp.Compare(a.gold, b.gold))
	})
	for _, e := range c.edges {
		if !c.taken[part][e.system] && c.partner[part][e.gold] < 0 {
			c.partner[part][e.gold], c.taken[part][e.system] = e.system, true
		}
	}
}

// best pairs the spans for the largest credit, and of several ways for the largest overlap.
func (c *counter) best(part int) {
	g, s := &c.sides[0], &c.sides[1]
	c.values = c.values[:0]
	for _, e := range c.edges {
		value := e.overlap
		switch verdict(part, &g.spans[e.gold], &s.spans[e.system]) {
		case colCorrect:
			value += 2 * perCredit
		case colPartial:
			value += perCredit
		}
		c.values = append(c.values, assign.Pair{Row: e.gold, Col: e.system, Value: value})
	}
	for gold, system := range c.solver.Sparse(len(g.spans), len(s.spans), c.values) {
		if c.partner[part][gold] = system; system >= 0 {
			c.taken[part][system] = true
		}
	}
}

// perCredit is half the credit of a correct span, in overlaps: more than a document can have.
const perCredit = 1 << 22

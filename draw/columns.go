package draw

import (
	"slices"
	"strings"

	"assay/treebank"
)

// Columns are the places in the row of words that both sides of a pair share where they split the text
// differently. A column is the smallest stretch of text that one side has as a word, or as a part of one.
type Columns struct {
	Words        []string // the text of each column, gold's where both sides have it
	Gold, System []int32  // the word of each side in it, -1 for none
}

// The most pairs of words that are compared to find the columns of two sentences.
const mostCompared = 1 << 20

// Columns returns the columns of a pair with different words; nil if the words are the same, or less than half of
// the longer text is in both.
func (p *Pair) Columns() *Columns {
	gold, system := texts(p.Gold), texts(p.System)
	if len(gold) == 0 || len(system) == 0 {
		return nil
	}
	found := &columner{gold: gold, system: system, plain: [2][]string{plain(gold), plain(system)}}
	least := min(len(gold), len(system))
	head, tail := 0, 0
	for head < least && found.same(head, head) {
		head++
	}
	if head == len(gold) && head == len(system) {
		return nil
	}
	for tail < least-head && found.same(len(gold)-1-tail, len(system)-1-tail) {
		tail++
	}
	for i := range head {
		found.both(i, i)
	}
	found.middle(head, len(gold)-tail, head, len(system)-tail)
	for k := tail; k > 0; k-- {
		found.both(len(gold)-k, len(system)-k)
	}
	if long := max(len(strings.Join(gold, "")), len(strings.Join(system, ""))); 2*found.common < long {
		return nil
	}
	return &found.Columns
}

// texts returns the words of a sentence.
func texts(sentence *treebank.Sentence) []string {
	out := make([]string, len(sentence.Tokens))
	for i := range out {
		out[i] = string(sentence.Word(int32(i)))
	}
	return out
}

// plain returns words as they are compared.
func plain(words []string) []string {
	out := make([]string, len(words))
	for i, word := range words {
		out[i] = string(treebank.AppendPlain(nil, []byte(word)))
	}
	return out
}

// A columner finds columns.
type columner struct {
	Columns
	gold, system []string
	plain        [2][]string // gold's and the system's words as they are compared
	common       int         // bytes of text that both sides have
}

func (c *columner) same(i, j int) bool { return c.plain[0][i] == c.plain[1][j] }

func (c *columner) add(text string, gold, system int) {
	c.Words = append(c.Words, text)
	c.Gold, c.System = append(c.Gold, int32(gold)), append(c.System, int32(system))
}

// both adds a word that both sides have.
func (c *columner) both(gold, system int) {
	c.add(c.gold[gold], gold, system)
	c.common += len(c.gold[gold])
}

// middle adds the words from a0 to a1 of gold and from b0 to b1 of the system: the longest common subsequence, and
// the words between.
func (c *columner) middle(a0, a1, b0, b1 int) {
	n, m := a1-a0, b1-b0
	if n == 0 || m == 0 || n*m > mostCompared {
		c.gap(a0, a1, b0, b1)
		return
	}
	long := make([][]int32, n+1) // of the longest common subsequence of the rest
	for i := range long {
		long[i] = make([]int32, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if c.same(a0+i, b0+j) {
				long[i][j] = long[i+1][j+1] + 1
			} else {
				long[i][j] = max(long[i+1][j], long[i][j+1])
			}
		}
	}
	i, j, fromA, fromB := 0, 0, 0, 0
	for i < n && j < m {
		switch {
		case c.same(a0+i, b0+j) && long[i][j] == long[i+1][j+1]+1:
			c.gap(a0+fromA, a0+i, b0+fromB, b0+j)
			c.both(a0+i, b0+j)
			i, j = i+1, j+1
			fromA, fromB = i, j
		case long[i+1][j] >= long[i][j+1]:
			i++
		default:
			j++
		}
	}
	c.gap(a0+fromA, a1, b0+fromB, b1)
}

// gap adds words without a common one.
func (c *columner) gap(a0, a1, b0, b1 int) {
	g, s := strings.Join(c.gold[a0:a1], ""), strings.Join(c.system[b0:b1], "")
	switch {
	case g == s:
		c.common += len(g)
		c.atoms(a0, b0, len(g))
	case a0 == a1 || b0 == b1:
		for i := a0; i < a1; i++ {
			c.add(c.gold[i], i, -1)
		}
		for j := b0; j < b1; j++ {
			c.add(c.system[j], -1, j)
		}
	default: // one to one, and the last of the shorter side over the rest of the other
		for k := range max(a1-a0, b1-b0) {
			i, j := min(a0+k, a1-1), min(b0+k, b1-1)
			if a1-a0 >= b1-b0 {
				c.add(c.gold[i], i, j)
			} else {
				c.add(c.system[j], i, j)
			}
		}
	}
}

// atoms cuts a text of size bytes that both sides have where one of them begins a word.
func (c *columner) atoms(i, j, size int) {
	cut := func(words []string, at int) (ends []int) {
		for sum := 0; sum < size; at++ {
			sum += len(words[at])
			ends = append(ends, sum)
		}
		return ends
	}
	left, right := cut(c.gold, i), cut(c.system, j)
	text := strings.Join(c.gold[i:i+len(left)], "")
	for from := 0; from < size; {
		g, _ := slices.BinarySearch(left, from+1)
		s, _ := slices.BinarySearch(right, from+1)
		to := min(left[g], right[s])
		c.add(text[from:to], i+g, j+s)
		from = to
	}
}

// A stretch is a word of one side in several columns.
type stretch struct {
	first, last int32 // columns
	text        string
}

// A row is the columns of a merged pair, and what each side has of them. It is empty if both sides have the same words.
type row struct {
	split [2][]stretch // words in several columns: of gold, of the system
	alone []Mark       // by column: that only one side has it, or that the sides split it differently (Wrong)
}

// twin reports whether both sides have the same stretch of text as a word in column i.
func (r *row) twin(i int32) bool { return mark(r.alone, i) == Plain }

// braces draws the brackets of a side in the terminal, which join the columns of a word, at column x.
func (r *row) braces(c *canvas, side, x int) {
	toward, kind := uint8(right), Miss
	if side == 1 {
		toward, kind = left, Extra
	}
	for _, s := range r.split[side] {
		c.vertical(x, int(s.first), int(s.last), kind)
		c.at(int(s.first), x).lines |= toward
		c.at(int(s.last), x).lines |= toward
	}
}

// wide is the number of cells that the brackets of a side need.
func (r *row) wide(side int) int { return min(1, len(r.split[side])) }

// texts are the words of each column that both sides split differently and write differently.
func (r *row) text(i int32) (out []string) {
	for _, side := range r.split {
		for _, s := range side {
			if s.first == i && s.text != "" {
				out = append(out, "“"+s.text+"”")
			}
		}
	}
	return out
}

// kind is the mark of the text of column i: that of the side that alone has it.
func (r *row) kind(i int) Mark {
	if m := mark(r.alone, int32(i)); m != Wrong {
		return m
	}
	return Plain
}

// form is the text of a column with the sign of the side that alone has it.
func (r *row) form(s *treebank.Sentence, i int) string {
	return r.kind(i).sign() + s.Str(s.Tokens[i].Form)
}

// merged returns a pair with columns for words, p itself if it has none.
func (p *Pair) merged() *Pair {
	if len(p.Gold.Nodes)+len(p.System.Nodes) > 0 {
		return p
	}
	columns := p.Columns()
	if columns == nil {
		return p
	}
	out := &Pair{Mates: p.Mates}
	gold, system := newOver(columns, p.Gold, columns.Gold), newOver(columns, p.System, columns.System)
	out.Gold, out.GoldMarks = gold.sentence(), gold.marks(p.GoldMarks)
	out.System, out.SystemMarks = system.sentence(), system.marks(p.SystemMarks)
	out.row = row{split: [2][]stretch{gold.split(), system.split()}, alone: make([]Mark, len(columns.Words))}
	for i := range columns.Words {
		g, s := columns.Gold[i], columns.System[i]
		switch {
		case g < 0:
			out.row.alone[i] = Extra
		case s < 0:
			out.row.alone[i] = Miss
		case gold.first[g] != system.first[s] || gold.last[g] != system.last[s]:
			out.row.alone[i] = Wrong
		case !treebank.SameWord(p.Gold.Word(g), p.System.Word(s)):
			out.Chips = append(out.Chips, Chip{Word: int32(i), Layer: "form", Gold: string(p.Gold.Word(g)),
				System: string(p.System.Word(s))})
		}
	}
	for _, c := range p.Chips {
		c.Word = gold.first[c.Word]
		out.Chips = append(out.Chips, c)
	}
	for _, r := range p.Roles {
		side := gold
		if r.Mark == Extra {
			side = system
		}
		r.Begin, r.End = side.begin(r.Begin), side.begin(r.End)
		if r.Predicate >= 0 {
			r.Predicate = side.first[r.Predicate]
		}
		out.Roles = append(out.Roles, r)
	}
	return out
}

// An over puts one side of a pair over columns.
type over struct {
	*Columns
	*treebank.Sentence
	of          []int32 // word by column
	first, last []int32 // columns by word
}

func newOver(columns *Columns, sentence *treebank.Sentence, of []int32) *over {
	o := &over{Columns: columns, Sentence: sentence, of: of, first: slices.Repeat([]int32{-1}, len(sentence.Tokens)),
		last: make([]int32, len(sentence.Tokens))}
	for i, w := range of {
		if w >= 0 {
			if o.first[w] < 0 {
				o.first[w] = int32(i)
			}
			o.last[w] = int32(i)
		}
	}
	return o
}

// begin is the first column of a word, or the one after the last for the number of words.
func (o *over) begin(word int32) int32 {
	if int(word) < len(o.first) {
		return o.first[word]
	}
	return int32(len(o.of))
}

// end is the column after those of the words before word.
func (o *over) end(word int32) int32 {
	if word <= 0 {
		return 0
	}
	return o.last[word-1] + 1
}

// sentence is the side with a token for each column: a word in several columns has its tag in the first.
func (o *over) sentence() *treebank.Sentence {
	out := &treebank.Sentence{Syms: o.Syms, Gaps: o.Gaps, Failure: o.Failure, Missing: o.Missing}
	out.Own()
	for i, w := range o.of {
		token := treebank.Token{Parent: -1}
		if w >= 0 {
			token = o.Tokens[w]
			if int32(i) > o.first[w] {
				token.Tag, token.Func = 0, 0
			}
		}
		token.Form = out.AddString(o.Words[i])
		out.Tokens = append(out.Tokens, token)
	}
	for _, p := range o.Phrases {
		if p.Begin < p.End {
			p.Begin, p.End = o.begin(p.Begin), o.end(p.End)
		} else {
			p.Begin = o.begin(p.Begin)
			p.End = p.Begin
		}
		out.Phrases = append(out.Phrases, p)
	}
	for _, a := range o.Arcs {
		if a.Head >= 0 && int(a.Head) < len(o.first) {
			a.Head = o.first[a.Head]
		}
		if int(a.Dep) < len(o.first) {
			a.Dep = o.first[a.Dep]
			out.Arcs = append(out.Arcs, a)
		}
	}
	return out
}

// marks are the marks of words at their columns.
func (o *over) marks(m Marks) Marks {
	spread := func(list []Mark) []Mark {
		if len(list) == 0 {
			return nil
		}
		out := make([]Mark, len(o.of))
		for w, i := range o.first {
			out[i] = mark(list, int32(w))
		}
		return out
	}
	m.Links, m.Words = spread(m.Links), spread(m.Words)
	return m
}

// split are the words in several columns.
func (o *over) split() (out []stretch) {
	for w, first := range o.first {
		if last := o.last[w]; last > first {
			text := string(o.Word(int32(w)))
			if text == strings.Join(o.Words[first:last+1], "") {
				text = "" // the columns show it
			}
			out = append(out, stretch{first, last, text})
		}
	}
	return out
}

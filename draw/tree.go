package draw

import (
	"cmp"
	"slices"
	"strings"

	"assay/treebank"
)

// Marks holds the marks of the parts of a sentence. A slice may be nil or too
// short; parts without an entry are Plain.
type Marks struct {
	Phrases []Mark
	Links   []Mark // by dependent token
	Words   []Mark // by token: its tag
	Nodes   []Mark
	Edges   []Mark
	Clauses []Mark // of a discourse representation
	Tops    []Mark // by node: that it is a top
	Asked   Asked
}

// Asked are the parts of a graph that somebody is asked about. They have a frame.
type Asked struct{ Nodes, Edges, Clauses []int32 }

func mark(list []Mark, i int32) Mark {
	if int(i) < len(list) {
		return list[i]
	}
	return Plain
}

// label returns the label of phrase p with its function and its sign.
func label(s *treebank.Sentence, p int32, m Mark) string {
	return cmp.Or(m.sign()+withFunction(s, s.Phrases[p].Label, s.Phrases[p].Func), "·")
}

// withFunction returns a label or a tag with the function after it, if there is one.
func withFunction(s *treebank.Sentence, label, function treebank.Symbol) string {
	if function == 0 {
		return s.Name(label)
	}
	return s.Name(label) + ":" + s.Name(function)
}

func joinedTag(s *treebank.Sentence, t treebank.Token) string { return withFunction(s, t.Tag, t.Func) }

// leaf returns the text before a word, its tag with its function, and its mark:
// only differences are shown.
func leaf(s *treebank.Sentence, i int32, marks Marks) (string, Mark) {
	m := max(Match, mark(marks.Words, i))
	return m.sign() + joinedTag(s, s.Tokens[i]), m
}

// leafWidth is the width of the widest leaf in cells.
func leafWidth(s *treebank.Sentence, marks Marks) int {
	widest := 0
	for i := range s.Tokens {
		tag, _ := leaf(s, int32(i), marks)
		widest = max(widest, Width(tag))
	}
	return widest
}

// A treeLayout places the phrases of a sentence on rows and columns.
type treeLayout struct {
	kids    treebank.Children
	depth   []int
	row     []int // of each phrase: that of its first word
	last    []int // row of its last child
	tokenAt []int // row of each token
	rows    int
	levels  int
}

// place gives each word, and each phrase without words, a row.
func place(sentence *treebank.Sentence) *treeLayout {
	l := &treeLayout{depth: make([]int, len(sentence.Phrases)), row: make([]int, len(sentence.Phrases)),
		last: make([]int, len(sentence.Phrases)), tokenAt: make([]int, len(sentence.Tokens))}
	l.kids.Build(sentence)
	// Words are in their order; a phrase without words takes a row before the word
	// that it precedes.
	empty := map[int32]int{}
	for p := range sentence.Phrases {
		if len(l.kids.Of(int32(p))) == 0 {
			empty[sentence.Phrases[p].Begin]++
		}
	}
	next := map[int32]int{}
	for i := range sentence.Tokens {
		next[int32(i)] = l.rows
		l.rows += empty[int32(i)]
		l.tokenAt[i] = l.rows
		l.rows++
	}
	n := int32(len(sentence.Tokens))
	next[n] = l.rows
	l.rows += empty[n]
	var walk func(child int32, depth int) (row int)
	walk = func(child int32, depth int) int {
		p := l.kids.Phrase(child)
		if p < 0 {
			return l.tokenAt[child]
		}
		l.depth[p] = depth
		l.levels = max(l.levels, depth+1)
		kids := l.kids.Of(p)
		if len(kids) == 0 {
			l.row[p] = next[sentence.Phrases[p].Begin]
			next[sentence.Phrases[p].Begin]++
			l.last[p] = l.row[p]
		}
		for i, k := range kids {
			at := walk(k, depth+1)
			if i == 0 || at < l.row[p] {
				l.row[p] = at
			}
			l.last[p] = max(l.last[p], at)
		}
		return l.row[p]
	}
	for _, root := range l.kids.Of(-1) {
		walk(root, 0)
	}
	return l
}

// tree draws the constituents of sentence from the left. Words are in one column; where
// that is too wide for the window (0 is any width) they follow their phrases at
// once; where that is too wide too, phrases are below one another.
func tree(sentence *treebank.Sentence, marks Marks, window int) *canvas {
	c := drawTree(sentence, marks, false)
	if window > 0 && c.width() > window {
		c = drawTree(sentence, marks, true)
	}
	if window > 0 && c.width() > window && !sentence.Gaps {
		if o := outline(sentence, marks, window); o.width() < c.width() {
			return o
		}
	}
	return c
}

func drawTree(sentence *treebank.Sentence, marks Marks, ragged bool) *canvas {
	c := &canvas{}
	l := place(sentence)
	column, lane := columns(sentence, l, marks)
	words := column[l.levels]
	wordAt := make([]int, len(sentence.Tokens))
	for p := range sentence.Phrases {
		m := mark(marks.Phrases, int32(p))
		d := l.depth[p]
		if ragged {
			words = column[d+1]
		}
		end := c.put(l.row[p], column[d], label(sentence, int32(p), m), m)
		kids := l.kids.Of(int32(p))
		if len(kids) == 0 {
			c.put(l.row[p], words, "∅", m)
			continue
		}
		x := lane[p]
		c.horizontal(l.row[p], end+1, x, m)
		c.vertical(x, l.row[p], l.last[p], m)
		c.at(l.row[p], end+1).lines |= left // lines begin and end beside labels, also where they cross others
		c.at(l.row[p], x).lines |= left
		for _, k := range kids {
			row, at := l.tokenAt, words
			if q := l.kids.Phrase(k); q >= 0 {
				row, at, k = l.row, column[d+1], q
			} else {
				at = max(words, afterLines(sentence, l, lane, k))
				wordAt[k] = at
			}
			c.horizontal(row[k], x, at-2, m)
			c.at(row[k], at-2).lines |= right
		}
	}
	widest := leafWidth(sentence, marks)
	for i := range sentence.Tokens {
		tag, m := leaf(sentence, int32(i), marks)
		end := c.put(l.tokenAt[i], wordAt[i], tag, m)
		if !ragged {
			end = wordAt[i] + widest
		}
		c.put(l.tokenAt[i], end+1, sentence.Str(sentence.Tokens[i].Form), Plain)
	}
	return c
}

// afterLines returns the first column after the lines of other phrases that run past
// word i: those of discontinuous ones with a gap at word i.
func afterLines(s *treebank.Sentence, l *treeLayout, lane []int, i int32) int {
	if !s.Gaps {
		return 0
	}
	column, at := 0, l.tokenAt[i]
	for q := range s.Phrases {
		if l.row[q] < at && at < l.last[q] && !dominates(s, int32(q), i) {
			column = max(column, lane[q]+3)
		}
	}
	return column
}

// columns returns the first column of each level, that of the words last, and
// the column in which each phrase draws the line to its children. Lines of one
// level that would lie over one another get lanes of their own.
func columns(sentence *treebank.Sentence, l *treeLayout, marks Marks) (column, lane []int) {
	column = make([]int, l.levels+1)
	lane = make([]int, len(sentence.Phrases))
	for d := range l.levels {
		var at []int
		var spans [][2]int
		widest := 0
		for p := range sentence.Phrases {
			if l.depth[p] == d {
				at = append(at, p)
				spans = append(spans, [2]int{l.row[p], l.last[p]})
				widest = max(widest, Width(label(sentence, int32(p), mark(marks.Phrases, int32(p)))))
			}
		}
		which, n := lanes(spans, true)
		for i, p := range at {
			lane[p] = column[d] + widest + 1 + 2*which[i]
		}
		column[d+1] = column[d] + widest + 4 + 2*max(0, n-1)
	}
	return column, lane
}

// An arrow is an arc between two rows.
type arrow struct {
	from, to int // rows of the head and the dependent
	mark     Mark
}

// arrows draws arcs to the left of rows whose text begins in the column that is
// returned; the caller writes the text. Lanes of arcs are step cells apart.
func arrows(canvas *canvas, all []arrow, step int) (text int) {
	spans := make([][2]int, len(all))
	for i, a := range all {
		spans[i] = [2]int{min(a.from, a.to), max(a.from, a.to)}
	}
	which, n := lanes(spans, true)
	text = step*n + 2
	for i, a := range all {
		x := step * (n - 1 - which[i])
		canvas.vertical(x, spans[i][0], spans[i][1], a.mark)
		canvas.horizontal(a.from, x, text-2, a.mark)
		canvas.horizontal(a.to, x, text-3, a.mark)
		canvas.at(a.to, text-3).lines |= right
	}
	for _, a := range all { // heads of arrows last, over the lines
		*canvas.at(a.to, text-2) = cell{text: "▶", mark: a.mark}
	}
	return text
}

// narrowed draws with arcs two cells apart, and side by side where that is too wide
// for the window (0 is any width).
func narrowed(window int, draw func(step int) *canvas) *canvas {
	c := draw(2)
	if window > 0 && c.width() > window {
		c = draw(1)
	}
	return c
}

// arcs draws the dependencies of sentence: a word to a line, arcs to the left.
func arcs(sentence *treebank.Sentence, marks Marks, step int) *canvas {
	c := &canvas{}
	var all []arrow
	heads := make([]string, len(sentence.Tokens))
	rels := make([]string, len(sentence.Tokens))
	for _, arc := range sentence.Arcs {
		if int(arc.Dep) >= len(sentence.Tokens) {
			continue
		}
		m := mark(marks.Links, arc.Dep)
		if rels[arc.Dep] != "" {
			rels[arc.Dep] += " "
		}
		rels[arc.Dep] += m.sign() + sentence.Name(arc.Rel)
		switch {
		case arc.Head == treebank.Root:
			heads[arc.Dep] = "◆"
		case arc.Head < 0 || int(arc.Head) >= len(sentence.Tokens):
			heads[arc.Dep] = "?"
		case arc.Head != arc.Dep:
			all = append(all, arrow{int(arc.Head), int(arc.Dep), m})
		default:
			heads[arc.Dep] = "↻"
		}
	}
	text := arrows(c, all, step)
	width, tags := 0, leafWidth(sentence, marks)
	for i := range sentence.Tokens {
		width = max(width, Width(sentence.Str(sentence.Tokens[i].Form)))
	}
	for i := range sentence.Tokens {
		m := mark(marks.Links, int32(i))
		if heads[i] != "" {
			c.put(i, text-1, heads[i], m)
		}
		c.put(i, text+1, sentence.Str(sentence.Tokens[i].Form), Plain)
		tag, tm := leaf(sentence, int32(i), marks)
		c.put(i, text+width+2, tag, tm)
		c.put(i, text+width+tags+3, rels[i], m)
	}
	return c
}

// graph draws the nodes of a semantic graph, a node to a line, by the text they
// are anchored to.
//
// In a window of that width, 0 without a limit, long nodes take several lines.
func graph(sentence *treebank.Sentence, marks Marks, step, window int) *canvas {
	c := &canvas{}
	order := nodeOrder(sentence)
	row := make([]int, len(sentence.Nodes))
	for r, n := range order {
		row[n] = r
	}
	var all []arrow
	into := make([]string, len(sentence.Nodes))
	for i, edge := range sentence.Edges {
		m := mark(marks.Edges, int32(i))
		if edge.From < 0 || edge.To < 0 || int(edge.From) >= len(row) || int(edge.To) >= len(row) {
			continue
		}
		into[edge.To] += " ←" + signed(m, sentence.Name(edge.Label))
		if edge.From != edge.To {
			all = append(all, arrow{row[edge.From], row[edge.To], m})
		}
	}
	text := arrows(c, all, step)
	width := 0
	for i := range sentence.Nodes {
		width = max(width, Width(nodeText(sentence, int32(i), mark(marks.Nodes, int32(i)))))
	}
	for i := range sentence.Nodes {
		m := mark(marks.Nodes, int32(i))
		if slices.Contains(sentence.Tops, int32(i)) {
			c.put(row[i], text-1, "◆", Plain)
		}
		after := c.put(row[i], text+1, nodeText(sentence, int32(i), m), m)
		if window == 0 {
			after = text + 1 + width + 1
		}
		c.put(row[i], after, into[i], Match)
	}
	if window > 0 {
		return c.folded(text+1, window)
	}
	return c
}

// nodeText is a node as graphs show it: predicate, constant, and the text it is
// anchored to, or the ends of its span where the text is not known.
func nodeText(sentence *treebank.Sentence, i int32, m Mark) string {
	node := sentence.Nodes[i]
	t := signed(m, sentence.Name(node.Label))
	if node.Carg.Len > 0 {
		t += "(" + sentence.Str(node.Carg) + ")"
	}
	if node.From >= 0 && node.To >= 0 {
		words := Anchored(sentence, node.From, node.To)
		if t != "" && words[0] != '<' {
			t += " "
		}
		t += words
	}
	return t
}

// signed puts the sign of a mark before a label, unless the label shows the
// difference.
func signed(m Mark, label string) string {
	if m == Wrong && strings.Contains(label, differ) {
		return label
	}
	return m.sign() + label
}

const mostText = 24 // characters of a node's text that are shown

// Anchored is the text between two characters of a sentence in quotes, or their
// numbers in angle brackets if the text is not known.
func Anchored(s *treebank.Sentence, from, to int32) string {
	text := []rune(s.Str(s.Input))
	if int(to) > len(text) || from >= to {
		return "<" + itoa(from) + ":" + itoa(to) + ">"
	}
	words := text[from:to]
	if len(words) > mostText {
		words = append(slices.Clone(words[:mostText-1]), '…')
	}
	return "“" + string(words) + "”"
}

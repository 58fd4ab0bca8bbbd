package draw

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"assay/draw/picture"
	"assay/treebank"
)

// mostNodes is the number of nodes up to which the graphs of a pair are drawn whole; of larger ones only the
// differences and their neighbours are.
const mostNodes = 60

// The measures of a picture of a graph, in pixels.
const (
	nodeFan    = 10.0 // between the ends of arcs at a node
	nodeLine   = 16.0 // height of a line of a node's text
	labelAfter = 11.0 // from the corner of an arc at its source to the label
	labelRoom  = 34.0 // an arc is so much wider than its label
)

// A slot is a place in the row: a node, or a word without nodes.
type slot struct {
	node  int32 // -1: a word alone
	word  int   // -1: no word
	bare  bool  // the node is not on its word: a stub in its place
	lines []string
	mark  Mark
	asked bool
}

// A graphRow is the row of nodes of a graph over its words.
type graphRow struct {
	*picture.Picture
	words   []string
	slots   []slot
	x, wide []float64 // middles and widths of slots
	high    float64   // of the boxes
	up      []bond    // edges by slots: of both sides and of gold
	down    []bond    // of the system
}

// graphPicture draws nodes in a row over their words, with edges as arcs: those of both sides and of gold above, those
// of the system below. Each label begins at the source of its arc. A row that is wider than room is wrapped, and
// arcs go on from line to line.
func graphPicture(sentence *treebank.Sentence, marks Marks, room float64) *picture.Picture {
	r := newGraphRow(sentence, marks)
	first, y := 0, 0.0
	for first < len(r.slots) {
		last := first
		for last+1 < len(r.slots) && (room <= 0 || r.x[last+1]+r.wide[last+1]/2-r.x[first]+r.wide[first]/2 <= room) {
			last++
		}
		y = r.line(first, last, y) + 28
		first = last + 1
	}
	return r.Picture
}

func newGraphRow(sentence *treebank.Sentence, marks Marks) *graphRow {
	r := &graphRow{Picture: picture.New(cmp.Or(words(sentence), sentence.Str(sentence.Input)))}
	at := r.fill(sentence, marks)
	for i, e := range sentence.Edges {
		if e.From < 0 || e.To < 0 || int(e.From) >= len(at) || int(e.To) >= len(at) {
			continue
		}
		m := mark(marks.Edges, int32(i))
		label := sentence.Name(e.Label)
		b := bond{from: at[e.From], to: at[e.To], label: label, kind: m.kind(),
			asked: slices.Contains(marks.Asked.Edges, int32(i))}
		switch {
		case e.From == e.To:
			s := &r.slots[b.to]
			s.lines = append(s.lines, "↻ "+signed(m, label))
		case m == Extra || m == Cross || strings.HasPrefix(label, "("+Extra.sign()): // the system's alone
			r.down = append(r.down, b)
		default:
			r.up = append(r.up, b)
		}
	}
	for _, top := range sentence.Tops {
		if top >= 0 && int(top) < len(at) {
			r.up = append(r.up, bond{from: -1, to: at[top], label: "top"})
		}
	}
	r.place()
	return r
}

// fill makes the slots, and returns the slot of each node.
func (r *graphRow) fill(sentence *treebank.Sentence, marks Marks) []int32 {
	starts, _ := firsts(sentence)
	var ends []int32
	if slices.ContainsFunc(sentence.Nodes, func(n treebank.Node) bool { return n.From >= 0 }) {
		r.words, ends = textWords(sentence)
	}
	at, next := make([]int32, len(sentence.Nodes)), 0
	upTo := func(word int) { // words without nodes
		for ; next < word; next++ {
			if len(r.slots) == 0 || r.slots[len(r.slots)-1].word != next {
				r.slots = append(r.slots, slot{node: -1, word: next})
			}
		}
	}
	for _, n := range nodeOrder(sentence) {
		word := -1
		if starts[n] >= 0 && len(ends) > 0 {
			word, _ = slices.BinarySearch(ends, starts[n]+1)
			word = min(word, len(ends)-1)
			upTo(word)
		}
		m := mark(marks.Nodes, n)
		at[n] = int32(len(r.slots))
		r.slots = append(r.slots, slot{n, word, sentence.Nodes[n].From < 0, boxLines(sentence, n, m, len(ends) > 0), m,
			slices.Contains(marks.Asked.Nodes, n)})
	}
	upTo(len(r.words))
	return at
}

// textWords cuts the text of a sentence into words, and returns where each ends, in characters.
func textWords(sentence *treebank.Sentence) (words []string, ends []int32) {
	text := []rune(sentence.Str(sentence.Input))
	for i := 0; i < len(text); {
		if unicode.IsSpace(text[i]) {
			i++
			continue
		}
		j := i + 1
		for inWord(text[i]) && j < len(text) && (inWord(text[j]) ||
			strings.ContainsRune("-'’.,/", text[j]) && j+1 < len(text) && inWord(text[j+1])) {
			j++
		}
		words, ends = append(words, string(text[i:j])), append(ends, int32(j))
		i = j
	}
	return words, ends
}

func inWord(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) }

// boxLines is the text of a node in lines: its label, that of the system below gold's where they differ, and its
// properties; its words where they are not in a row below.
func boxLines(sentence *treebank.Sentence, n int32, m Mark, over bool) (lines []string) {
	for _, line := range nodeLines(sentence, n, m) {
		if over && strings.HasPrefix(line, "“") && sentence.Nodes[n].From >= 0 &&
			(len(lines) > 0 || sentence.Name(sentence.Nodes[n].Label) == "") {
			continue
		}
		gold, system, differs := strings.Cut(line, differ)
		lines = append(lines, gold)
		if differs {
			lines = append(lines, Wrong.sign()+" "+system)
		}
	}
	if len(lines) == 0 {
		lines = []string{cmp.Or(m.sign(), "·")}
	}
	return lines
}

// place sets the slots so wide apart that no arc is narrower than its label with room.
func (r *graphRow) place() {
	count := len(r.slots)
	above, below := fans(r.up, count, nodeFan), fans(r.down, count, nodeFan)
	r.wide = make([]float64, count)
	for i, s := range r.slots {
		r.wide[i] = nodeFan * float64(max(above[i], below[i], 1))
		for _, line := range s.lines {
			r.wide[i] = max(r.wide[i], textWidth(line, fontSize)+14)
		}
		if s.word >= 0 && !s.bare {
			r.wide[i] = max(r.wide[i], textWidth(r.words[s.word], picture.RoleWord.Size()))
		}
		r.high = max(r.high, nodeLine*float64(len(s.lines))+8)
	}
	r.x = middles(r.wide, wordGap)
	widen(r.x, slices.Concat(r.up, r.down), labelRoom)
}

// A run is an arc on one line of the row: its ends, and the middle of its label.
type run struct {
	local
	label float64
}

// runs returns the arcs on a line of the row, from first to last, that begins at left.
func (r *graphRow) runs(list []bond, first, last int, left float64) (out []run) {
	end := func(i int32, dx float64) (float64, bool) {
		switch {
		case int(i) < first:
			return left - 14, true
		case int(i) > last:
			return r.x[last] - r.x[first] + r.wide[first]/2 + left + r.wide[last]/2 + 14, true
		}
		return r.x[i] - r.x[first] + r.wide[first]/2 + left + dx, false
	}
	for i := range list {
		b := &list[i]
		a := run{local: local{bond: b}}
		a.t, a.openT = end(b.to, b.tx)
		if a.root = b.from < 0; a.root {
			a.f, a.label = a.t, a.t
			if !a.openT {
				out = append(out, a)
			}
			continue
		}
		if a.f, a.openF = end(b.from, b.fx); a.openF && a.openT && (a.f == a.t) {
			continue
		}
		half := textWidth(b.text(), picture.RoleRel.Size()) / 2
		if a.label = a.f + labelAfter + half; a.t < a.f {
			a.label = a.f - labelAfter - half
		}
		if a.openT && a.t > a.f { // where the line ends the label does
			a.label = min(a.label, a.t-half)
		} else if a.openT {
			a.label = max(a.label, a.t+half)
		}
		out = append(out, a)
	}
	return out
}

// levels gives each arc a level on which no other arc or label is; nested arcs are on higher ones.
func levels(list []run) (level []int, tall float64) {
	var spans [][2]int
	for _, a := range list {
		half := textWidth(a.text(), picture.RoleRel.Size())/2 + 4
		lo, hi := min(a.f, a.t, a.label-half), max(a.f, a.t, a.label+half)
		spans = append(spans, [2]int{int(10 * (lo - 3)), int(10 * (hi + 3))})
	}
	level, count := lanes(spans, true)
	if len(list) > 0 {
		tall = 26 + float64(count)*bondLane
	}
	return level, tall
}

// line draws the slots from first to last and returns the lower end.
func (r *graphRow) line(first, last int, top float64) float64 {
	const left = 16.0
	up, down := r.runs(r.up, first, last, left), r.runs(r.down, first, last, left)
	high, upTall := levels(up)
	low, downTall := levels(down)
	base := top + upTall
	foot := base + r.high
	under := foot + downTall + 12
	mid := func(i int) float64 { return r.x[i] - r.x[first] + r.wide[first]/2 + left }
	for i := first; i <= last; i++ {
		if s := r.slots[i]; s.node >= 0 && s.word >= 0 && !s.bare {
			r.Dots(mid(i), foot, mid(i), under)
		}
	}
	r.arcs(up, high, base, -1)
	r.arcs(down, low, foot, 1)
	for i := first; i <= last; i++ {
		s := r.slots[i]
		kind := s.mark.kind()
		if s.node >= 0 {
			r.Box(mid(i)-r.wide[i]/2, base, r.wide[i], r.high, kind)
		}
		if s.asked {
			r.Box(mid(i)-r.wide[i]/2-4, base-4, r.wide[i]+8, r.high+8, picture.KindFocus)
		}
		for k, text := range s.lines {
			y := base + r.high/2 + nodeLine*(float64(k)-float64(len(s.lines))/2) + 12
			role := picture.RoleNode
			if k > 0 && s.mark != Wrong {
				role = picture.RoleTag
			}
			r.Text(mid(i), y, text, role, kind)
		}
	}
	if len(r.words) == 0 {
		return foot + downTall
	}
	for i := first; i <= last; {
		word, lo, hi := r.slots[i].word, -1, i
		for ; i <= last && r.slots[i].word == word; i++ {
			if !r.slots[i].bare {
				if hi = i; lo < 0 {
					lo = i
				}
			}
		}
		if word >= 0 && lo >= 0 {
			r.Text((mid(lo)+mid(hi))/2, under+picture.RoleWord.Size(), r.words[word], picture.RoleWord, picture.KindPlain)
		}
	}
	return under + picture.RoleWord.Size() + 4
}

// arcs draws arcs above (dir -1) or below (1) the boxes.
func (r *graphRow) arcs(list []run, level []int, base, dir float64) {
	height := func(i int) float64 { return base + dir*(14+float64(level[i]+1)*bondLane) }
	for i := range list {
		list[i].draw(r.Picture, base, height(i), dir)
	}
	for i, a := range list {
		y := height(i) + 4
		if a.asked {
			askFrame(r.Picture, a.label, y, a.text(), picture.RoleRel)
		}
		r.Text(a.label, y, a.text(), picture.RoleRel, a.kind)
	}
}

// askFrame draws a frame around a text whose middle is x and whose line is y.
func askFrame(pic *picture.Picture, x, y float64, text string, role picture.Role) {
	wide, size := textWidth(text, role.Size())+10, role.Size()
	pic.Box(x-wide/2, y-size-2, wide, size+8, picture.KindFocus)
}

// trimmed leaves the differences and their neighbours of a joint graph with more than mostNodes nodes, and returns the
// number of nodes that are left out.
func (j *Joint) trimmed() (*treebank.Sentence, Marks, int) {
	g, count := j.Graph, len(j.Graph.Nodes)
	if count <= mostNodes {
		return g, j.Marks, 0
	}
	inside := func(i int32) bool { return i >= 0 && int(i) < count }
	core, kept := make([]bool, count), make([]bool, count)
	signs := func(text string) bool { return strings.HasPrefix(text, "(") }
	for i, node := range g.Nodes {
		core[i] = mark(j.Marks.Nodes, int32(i)) > Match || signs(g.Name(node.Label)) ||
			slices.Contains(j.Marks.Asked.Nodes, int32(i))
	}
	for i, e := range g.Edges {
		if inside(e.From) && inside(e.To) && (mark(j.Marks.Edges, int32(i)) > Match || signs(g.Name(e.Label))) {
			core[e.From], core[e.To] = true, true
		}
	}
	copy(kept, core)
	for _, e := range g.Edges {
		if inside(e.From) && inside(e.To) && core[e.From] != core[e.To] {
			kept[e.From], kept[e.To] = true, true
		}
	}
	if !slices.Contains(kept, false) || !slices.Contains(kept, true) {
		return g, j.Marks, 0
	}
	out := *g
	out.Nodes, out.Edges, out.Tops = nil, nil, nil
	var marks Marks
	place := make([]int32, count)
	for i, node := range g.Nodes {
		if place[i] = -1; kept[i] {
			place[i] = int32(len(out.Nodes))
			out.Nodes, marks.Nodes = append(out.Nodes, node), append(marks.Nodes, mark(j.Marks.Nodes, int32(i)))
		}
	}
	for i, e := range g.Edges {
		if inside(e.From) && inside(e.To) && kept[e.From] && kept[e.To] {
			e.From, e.To = place[e.From], place[e.To]
			if slices.Contains(j.Marks.Asked.Edges, int32(i)) {
				marks.Asked.Edges = append(marks.Asked.Edges, int32(len(out.Edges)))
			}
			out.Edges, marks.Edges = append(out.Edges, e), append(marks.Edges, mark(j.Marks.Edges, int32(i)))
		}
	}
	for _, n := range j.Marks.Asked.Nodes {
		marks.Asked.Nodes = append(marks.Asked.Nodes, place[n])
	}
	for _, t := range g.Tops {
		if inside(t) && kept[t] {
			out.Tops = append(out.Tops, place[t])
		}
	}
	out.Props = nil // their texts are in the labels
	return &out, marks, count - len(out.Nodes)
}

package draw

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"assay/draw/picture"
	"assay/treebank"
)

// A bond is a dependency in the drawing of a pair.
type bond struct {
	from, to int32 // from is -1 for the root
	label    string
	kind     picture.Kind
	asked    bool
	fx, tx   float64 // places of its ends, from the middles of their words
}

// text is the label with the sign of the kind.
func (b *bond) text() string {
	switch b.kind {
	case picture.KindHead:
		return "H " + b.label
	case picture.KindLabel:
		return "L " + b.label
	case picture.KindBoth:
		return "HL " + b.label
	case picture.KindMiss:
		return Miss.sign() + b.label
	case picture.KindExtra:
		return Extra.sign() + b.label
	case picture.KindWrong:
		return signed(Wrong, b.label)
	}
	return b.label
}

// mark is the colour of the bond in a terminal.
func (b *bond) mark() Mark {
	switch b.kind {
	case picture.KindHead, picture.KindExtra:
		return Extra
	case picture.KindLabel, picture.KindWrong:
		return Focus
	case picture.KindBoth:
		return Cross
	case picture.KindMiss:
		return Miss
	}
	return Match
}

// bonds decides which dependencies are drawn on which side: those on which both agree
// once, on gold's; those with another label once, with both labels. The marks are those of the score;
// where it gives none, heads and labels are compared. arcs.js does the same.
func (p *Pair) bonds() (gold, system []bond) {
	heads := func(sentence *treebank.Sentence) (head []int32, rel []string) {
		head = slices.Repeat([]int32{treebank.Unknown}, len(sentence.Tokens))
		rel = make([]string, len(sentence.Tokens))
		for _, a := range sentence.Arcs {
			if int(a.Dep) < len(head) && (a.Head == treebank.Root || a.Head >= 0 && int(a.Head) < len(head)) {
				head[a.Dep], rel[a.Dep] = a.Head, sentence.Name(a.Rel)
			}
		}
		return head, rel
	}
	gh, gr := heads(p.Gold)
	sh, sr := heads(p.System)
	for i := range gh {
		n := int32(i)
		gm, sm := mark(p.GoldMarks.Links, n), mark(p.SystemMarks.Links, n)
		wrong := gm > Match || sm > Match
		inGold, inSystem := gh[i] != treebank.Unknown, sh[i] != treebank.Unknown
		sameHead := gh[i] == sh[i] && (gh[i] < 0 || p.row.twin(gh[i]))
		kind, other := picture.KindBoth, picture.KindAgree // of gold's, of the system's
		switch {
		case !p.row.twin(n): // other words
			kind = picture.KindAgree
			if gm > Match {
				kind = picture.KindMiss
			}
			if sm > Match {
				other = picture.KindExtra
			}
		case !wrong && inGold:
			gold = append(gold, bond{from: gh[i], to: n, label: gr[i], kind: picture.KindAgree})
			continue
		case wrong && inGold && sameHead:
			kind, label := picture.KindLabel, either(gr[i], sr[i])
			if gr[i] == sr[i] && gm != WrongLabel { // something else about it, such as a tag under MLAS
				kind = picture.KindWrong
			}
			gold = append(gold, bond{from: gh[i], to: n, label: label, kind: kind})
			continue
		case !wrong:
			kind = picture.KindAgree
		case !inGold:
			kind, other = picture.KindExtra, picture.KindExtra
		case !inSystem:
			kind = picture.KindMiss
		case gm == WrongHead || gm == WrongBoth:
			kind = gm.kind()
			other = kind
		case gr[i] == sr[i]:
			kind, other = picture.KindHead, picture.KindHead
		default:
			other = kind
		}
		if inGold {
			gold = append(gold, bond{from: gh[i], to: n, label: gr[i], kind: kind})
		}
		if inSystem {
			system = append(system, bond{from: sh[i], to: n, label: sr[i], kind: other})
		}
	}
	return gold, system
}

// arcs draws dependencies in the terminal: a word to a line, gold's arcs left of the
// words and the system's right of them.
// Values that differ are after their words, or left to chipLines.
func (p *Pair) arcs(step int, alone bool) *canvas {
	gold, system := p.bonds()
	c, chips := &canvas{}, p.chips()
	draw := func(canvas *canvas, list []bond) int {
		var all []arrow
		for _, b := range list {
			if b.from >= 0 && b.from != b.to {
				all = append(all, arrow{int(b.from), int(b.to), b.mark()})
			}
		}
		text := arrows(canvas, all, step)
		for _, b := range list {
			if b.from < 0 || b.from == b.to {
				canvas.put(int(b.to), text-1, "◆", b.mark())
			}
		}
		return text
	}
	text := draw(c, gold)
	form, tag, rel := 0, 0, 0
	tags := make([]string, len(p.Gold.Tokens))
	for i := range p.Gold.Tokens {
		t := p.Gold.Tokens[i]
		tags[i] = joinedTag(p.Gold, t)
		if at := p.tagChip(int32(i), chips[i]); at >= 0 {
			tags[i], chips[i] = chips[i][at], slices.Delete(slices.Clone(chips[i]), at, at+1)
		}
		form, tag = max(form, Width(p.row.form(p.Gold, i))), max(tag, Width(tags[i]))
	}
	for _, b := range gold {
		rel = max(rel, Width(b.text()))
	}
	at := text + 1
	p.row.braces(c, 0, at)
	at += p.row.wide(0)
	p.row.braces(c, 1, at+form)
	form += p.row.wide(1)
	for i := range p.Gold.Tokens {
		c.put(i, at, p.row.form(p.Gold, i), p.row.kind(i))
		m := Match
		if strings.Contains(tags[i], differ) {
			m = Wrong
		}
		c.put(i, at+form+1, tags[i], m)
	}
	at += form + 1
	if tag > 0 {
		at += tag + 1
	}
	for i := range gold {
		c.put(int(gold[i].to), at, gold[i].text(), gold[i].mark())
	}
	at += rel + 1
	if len(system) > 0 {
		at = p.rightSide(c, system, at, draw)
	}
	for i, list := range chips {
		if len(list) > 0 && !alone {
			c.put(i, at+1, strings.Join(list, ", "), Wrong)
		}
	}
	return c
}

// chipLines lists the values that differ, but for tags, in lines below a drawing that has no room for them.
func (p *Pair) chipLines(window int) *canvas {
	c := &canvas{}
	for i, list := range p.chips() {
		if at := p.tagChip(int32(i), list); at >= 0 {
			list = slices.Delete(list, at, at+1)
		}
		if len(list) > 0 {
			y := len(c.rows)
			c.put(y, c.put(y, 0, p.row.form(p.Gold, i)+": ", Plain), strings.Join(list, ", "), Wrong)
		}
	}
	return c.folded(0, window)
}

// rightSide draws the system's dependencies from column at on, and returns the
// column after them.
func (p *Pair) rightSide(c *canvas, system []bond, at int, draw func(*canvas, []bond) int) int {
	wide := 0
	for _, b := range system {
		wide = max(wide, Width(b.text()))
	}
	side := &canvas{}
	lanes := draw(side, system)
	c.lay(mirrored(side, lanes), at+wide+1, 0)
	for i := range system {
		c.put(int(system[i].to), at, system[i].text(), system[i].mark())
	}
	return at + wide + 1 + lanes
}

// tagChip finds the chip of a word that is about its tag, -1 for none.
func (p *Pair) tagChip(i int32, chips []string) int {
	return slices.Index(chips, p.Gold.Name(p.Gold.Tokens[i].Tag)+differ+p.System.Name(p.System.Tokens[i].Tag))
}

// The measures of a picture of dependencies, in pixels.
const (
	bondLane = 22.0
	bondFan  = 9.0
	bondGap  = 16.0
	chipHigh = 19.0
)

// An arcRow is the row of words of a picture of dependencies.
type arcRow struct {
	*picture.Picture
	words []string
	x     []float64 // middles
	wide  []float64
	chips [][]string
	kinds []picture.Kind // of the words
	split [2][]stretch   // words in several columns

	tags     []string // below the words; nil in drawings of two sides, whose tags are chips where they differ
	tagKinds []picture.Kind
}

// arcsPicture draws dependencies over one row of words, or several if it is wider than
// room: what agrees and gold's above, the system's below.
func (p *Pair) arcsPicture(room float64) *picture.Picture {
	up, down := p.bonds()
	r := &arcRow{Picture: picture.New(words(p.Gold)), chips: p.chips()}
	for i := range p.Gold.Tokens {
		r.words = append(r.words, p.row.form(p.Gold, i))
		r.kinds = append(r.kinds, p.row.kind(i).kind())
	}
	r.split = p.row.split
	r.paint(up, down, room)
	return r.Picture
}

// paint draws the words in as many lines as they need, with arcs above and below them.
func (r *arcRow) paint(up, down []bond, room float64) {
	r.place(up, down)
	top := 0.0
	lines := r.lines(room)
	for _, l := range lines {
		top = r.line(l[0], l[1], len(lines) > 1, up, down, top) + 24
	}
}

// fans gives the ends of bonds their places at each word, and returns how many ends
// each word has. Bonds to the left are left of those to the right, and the longest
// are nearest to the middle.
func fans(list []bond, n int, apart float64) []int {
	type end struct {
		bond, way int
		from      bool
	}
	at := make([][]end, n)
	for i, bond := range list {
		if bond.from < 0 || bond.from == bond.to {
			at[bond.to] = append(at[bond.to], end{i, 0, false})
			continue
		}
		at[bond.to] = append(at[bond.to], end{i, int(bond.from - bond.to), false})
		at[bond.from] = append(at[bond.from], end{i, int(bond.to - bond.from), true})
	}
	count := make([]int, n)
	for i, ends := range at {
		slices.SortStableFunc(ends, func(a, b end) int {
			side := func(e end) int { return cmp.Compare(e.way, 0) }
			return cmp.Or(cmp.Compare(side(a), side(b)), cmp.Compare(b.way, a.way))
		})
		for k, e := range ends {
			x := (float64(k) - float64(len(ends)-1)/2) * apart
			if e.from {
				list[e.bond].fx = x
			} else {
				list[e.bond].tx = x
			}
		}
		count[i] = len(ends)
	}
	return count
}

// place sets the words so wide apart that no arc is narrower than its label.
func (r *arcRow) place(up, down []bond) {
	n := len(r.words)
	above, below := fans(up, n, bondFan), fans(down, n, bondFan)
	r.wide = make([]float64, n)
	for i, w := range r.words {
		r.wide[i] = max(textWidth(w, picture.RoleWord.Size()), bondFan*float64(max(above[i], below[i])), 10)
		for _, c := range r.chips[i] {
			r.wide[i] = max(r.wide[i], textWidth(c, 12)+12)
		}
		if r.tags != nil {
			r.wide[i] = max(r.wide[i], textWidth(r.tags[i], picture.RoleTag.Size()))
		}
	}
	r.x = middles(r.wide, bondGap)
	widen(r.x, slices.Concat(up, down), 22)
}

// middles places parts of these widths side by side, and returns the middle of each.
func middles(wide []float64, gap float64) []float64 {
	x := make([]float64, len(wide))
	for i, w := range wide {
		x[i] = w / 2
		if i > 0 {
			x[i] += x[i-1] + wide[i-1]/2 + gap
		}
	}
	return x
}

// widen moves parts at x to the right until no arc is narrower than its label with room. Shorter arcs come first.
func widen(x []float64, arcs []bond, room float64) {
	long := func(b bond) int32 { return max(b.from-b.to, b.to-b.from) }
	slices.SortStableFunc(arcs, func(a, b bond) int { return cmp.Compare(long(a), long(b)) })
	for _, b := range arcs {
		if b.from < 0 || b.from == b.to {
			continue
		}
		lo, hi := int(min(b.from, b.to)), int(max(b.from, b.to))
		short := textWidth(b.text(), picture.RoleRel.Size()) + room - abs(x[b.to]+b.tx-x[b.from]-b.fx)
		for i := lo + 1; short > 0 && i < len(x); i++ {
			x[i] += short * min(1, float64(i-lo)/float64(hi-lo))
		}
	}
}

// lines cuts the row so that each part fits the room.
func (r *arcRow) lines(room float64) (out [][2]int) {
	last := len(r.x) - 1
	if room <= 0 || r.x[last]+r.wide[last]/2 <= room {
		return [][2]int{{0, last}}
	}
	first := 0
	for i := 1; i <= len(r.x); i++ {
		if i == len(r.x) || r.x[i]+r.wide[i]/2-(r.x[first]-r.wide[first]/2) > room-40 { // room for open arcs

			for _, s := range slices.Concat(r.split[0], r.split[1]) { // no cut within a word
				if int(s.first) < i && i <= int(s.last) && i < len(r.x) && int(s.first) > first {
					i = int(s.first)
				}
			}
			out = append(out, [2]int{first, i - 1})
			first = i
		}
	}
	return out
}

// A local is the part of a bond on one line. An end on another line is open.
type local struct {
	*bond
	f, t         float64
	root         bool
	openF, openT bool
}

// line draws words first to last and returns the lower end.
func (r *arcRow) line(first, last int, wrapped bool, up, down []bond, top float64) float64 {
	left := 0.0
	if wrapped {
		left = 16 - (r.x[first] - r.wide[first]/2)
	}
	edge := map[bool]float64{true: left + r.x[first] - r.wide[first]/2 - 14, false: r.x[last] + r.wide[last]/2 + left + 14}
	locals := func(list []bond) (out []local) {
		for i := range list {
			bond := &list[i]
			l := local{bond: bond, root: bond.from < 0 || bond.from == bond.to}
			end := func(w int32, dx float64) (float64, bool) {
				if int(w) < first || int(w) > last {
					return edge[int(w) < first], true
				}
				return r.x[w] + left + dx, false
			}
			l.t, l.openT = end(bond.to, bond.tx)
			if l.f = l.t; !l.root {
				l.f, l.openF = end(bond.from, bond.fx)
			}
			if !(l.openT && (l.root || l.openF)) {
				out = append(out, l)
			}
		}
		return out
	}
	above, below := locals(up), locals(down)
	high, highRow := stories(above)
	low, lowRow := stories(below)
	most := 0
	for _, c := range r.chips[first : last+1] {
		most = max(most, len(c))
	}
	size := picture.RoleWord.Size()
	base := top + high
	foot := base + size + 6 + float64(most)*chipHigh
	r.arches(above, highRow, base, -1)
	for i := first; i <= last; i++ {
		x := r.x[i] + left
		r.Text(x, base+size+1, r.words[i], picture.RoleWord, r.kinds[i])
		if r.tags != nil {
			r.Text(x, base+2*size, r.tags[i], picture.RoleTag, r.tagKinds[i])
		}
		for k, c := range r.chips[i] {
			w, y := textWidth(c, 12)+10, base+size+8+chipHigh*float64(k)
			r.Chip(x-w/2, y, w, 16)
			r.Text(x, y+12, c, picture.RoleChip, picture.KindWrong)
		}
	}
	r.arches(below, lowRow, foot, 1)
	edges := func(i int32) (float64, float64) { return r.x[i] + left - r.wide[i]/2, r.x[i] + left + r.wide[i]/2 }
	braces(r.Picture, r.split, [2]float64{base - 2, foot + 2}, first, last, edges)
	return foot + low
}

// braces draws lines beside the row of words: above those that are one word of gold in several columns, below those
// of the system. Only columns first to last are on the line.
func braces(pic *picture.Picture, split [2][]stretch, y [2]float64, first, last int,
	edges func(int32) (lo, hi float64)) {
	for side, list := range split {
		dir, kind := 4.0, picture.KindMiss
		if side == 1 {
			dir, kind = -4, picture.KindExtra
		}
		for _, s := range list {
			if int(s.last) < first || int(s.first) > last {
				continue
			}
			lo, _ := edges(max(s.first, int32(first)))
			_, hi := edges(min(s.last, int32(last)))
			pic.Path(kind, picture.To(lo, y[side]+dir), picture.To(lo, y[side]), picture.To(hi, y[side]),
				picture.To(hi, y[side]+dir))
		}
	}
}

// stories puts arcs into lanes; it returns the height they need and the lane of each,
// that of roots above all others.
func stories(list []local) (tall float64, lane []int) {
	var spans [][2]int
	roots := 0
	for _, l := range list {
		if l.root {
			roots = 1
		} else {
			spans = append(spans, [2]int{int(10 * (min(l.f, l.t) - 3)), int(10 * (max(l.f, l.t) + 3))})
		}
	}
	which, count := lanes(spans, false)
	for _, l := range list {
		if l.root {
			lane = append(lane, count)
		} else {
			lane, which = append(lane, which[0]), which[1:]
		}
	}
	if len(list) > 0 {
		tall = 26 + float64(count+roots)*bondLane
	}
	return tall, lane
}

// arches draws arcs above (dir -1) or below (1) a line of words.
func (r *arcRow) arches(list []local, lane []int, base, dir float64) {
	height := func(i int) float64 {
		h := base + dir*(14+float64(lane[i]+1)*bondLane)
		if list[i].root {
			h -= dir * 4
		}
		return h
	}
	for i := range list {
		list[i].draw(r.Picture, base, height(i), dir)
	}
	for i, local := range list {
		x, y := local.t, height(i)
		switch {
		case !local.root:
			x, y = clear(list, lane, i), y+4
		case dir < 0:
			y -= 4
		default:
			y += 12
		}
		r.Text(x, y, local.text(), picture.RoleRel, local.kind)
	}
}

// draw draws an arc from a base to the height h, above it (dir -1) or below (1), with its tip.
func (l *local) draw(pic *picture.Picture, base, h, dir float64) {
	if !l.openT {
		pic.Arrow(l.kind, picture.To(l.t, base), picture.To(l.t-4, base+dir*8), picture.To(l.t+4, base+dir*8))
	}
	if l.root {
		pic.Path(l.kind, picture.To(l.t, h), picture.To(l.t, base+dir*7))
		return
	}
	bend, c := min(7, abs(l.t-l.f)/3), dir*7
	if l.t < l.f {
		bend = -bend
	}
	steps := []picture.Step{picture.To(l.f, base), picture.To(l.f, h-c), picture.Bend(l.f, h, l.f+bend, h)}
	if l.openF {
		steps = []picture.Step{picture.To(l.f, h)}
	}
	if l.openT {
		steps = append(steps, picture.To(l.t, h))
	} else {
		steps = append(steps, picture.To(l.t-bend, h), picture.Bend(l.t, h, l.t, h-c), picture.To(l.t, base+c))
	}
	pic.Path(l.kind, steps...)
}

// clear returns where the label of an arc is: as near to its middle as it can be
// without a line of another arc through it.
func clear(list []local, lane []int, i int) float64 {
	own := list[i]
	lo, hi := min(own.f, own.t), max(own.f, own.t)
	lines := []float64{lo, hi}
	for j, local := range list {
		if local.root || lane[j] <= lane[i] {
			continue
		}
		for _, end := range []struct {
			x    float64
			open bool
		}{{local.f, local.openF}, {local.t, local.openT}} {
			if !end.open && end.x > lo && end.x < hi {
				lines = append(lines, end.x)
			}
		}
	}
	return between(lines, (lo+hi)/2, textWidth(own.text(), 12)/2+4)
}

// between returns the place nearest to middle that has room to both sides before the next line, middle if there is
// none between two lines.
func between(lines []float64, middle, room float64) float64 {
	slices.Sort(lines)
	best, far := middle, math.Inf(1)
	for k := 1; k < len(lines); k++ {
		if lo, hi := lines[k-1]+room, lines[k]-room; lo <= hi {
			if x := min(max(middle, lo), hi); abs(x-middle) < far {
				best, far = x, abs(x-middle)
			}
		}
	}
	return best
}

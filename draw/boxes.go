package draw

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"assay/draw/picture"
	"assay/treebank"
)

// Discourse representation structures are boxes: the name of the box with its referents, then its conditions, then the
// boxes within it. Boxes that another one presupposes are before it, boxes that a discourse relation ties to it are
// after it, each with the relation above. Gold is beside the system, or above it where the room is too small.

// mostBoxes is how deep boxes are drawn within one another. Deeper ones are drawn beside the outermost.
const mostBoxes = 20

// Noted returns the words that the notes of a structure name, "Tom [0...3]", between blanks in the order of the text.
// Formats of structures have no other text.
func Noted(s *treebank.Sentence) string {
	if !IsBoxes(s) || len(s.Tokens) > 0 {
		return ""
	}
	words := map[int]string{}
	read := func(note string) {
		fields := strings.Fields(strings.TrimLeft(note, "%"))
		for i := 1; i < len(fields); i++ {
			place, closed := strings.CutSuffix(fields[i], "]")
			place, opened := strings.CutPrefix(place, "[")
			from, _, _ := strings.Cut(strings.ReplaceAll(place, "...", "-"), "-")
			if n, err := strconv.Atoi(from); err == nil && closed && opened {
				words[n] = fields[i-1]
			}
		}
	}
	for _, c := range s.Comments {
		read(s.Str(c))
	}
	for _, c := range s.Clauses {
		read(s.Str(c.Note))
	}
	var out []string
	for _, at := range slices.Sorted(maps.Keys(words)) {
		out = append(out, words[at])
	}
	return strings.Join(out, " ")
}

// A boxText is a text in a box: a name, a referent, a condition, the relation of a box to another.
type boxText struct {
	text  string
	mark  Mark
	asked bool
	x, y  float64 // upper left corner
	wide  float64
}

// A drsBox is a box with its texts and the boxes within it.
type drsBox struct {
	label       []boxText // lines above it: how it is related to the box around it or before it
	head, rows  []boxText
	inner       []*drsBox
	mark        Mark
	x, y        float64
	wide, high  float64 // of the box, without its label
	above, rule float64 // heights of the label and of the head
	labelled    float64 // width with the label
}

// A drs is a structure with its marks, by clause, and the names of its nodes.
type drs struct {
	*treebank.Sentence
	marks []Mark
	asked []bool
	order []int    // of the clauses
	names []string // by node
	signs []Mark   // by node: Miss or Extra where the other side has no such box or referent
	boxes []bool   // by node
	via   []int    // by node: the clause that places a box, -1 for none
	up    []int32  // by node: the box that this clause ties it to
}

// IsBoxes reports whether a sentence is a discourse representation structure.
func IsBoxes(s *treebank.Sentence) bool { return len(s.Clauses) > 0 }

// boxed reports whether both sides are structures, and their clauses have marks.
func (p *Pair) boxed() bool {
	return IsBoxes(p.Gold) && IsBoxes(p.System) && len(p.GoldMarks.Clauses)+len(p.SystemMarks.Clauses) > 0
}

// encloses reports whether the argument of an operator is a box within the box of the clause.
func encloses(op string) bool {
	switch op {
	case "NEGATION", "POSSIBILITY", "NECESSITY", "NOT", "POS", "NEC", "CONDITION", "ATTRIBUTION", "IMP", "DIS", "DUP",
		"PRP", "Proposition":
		return true
	}
	return false
}

// newDRS prepares one side.
func newDRS(s *treebank.Sentence, marks Marks) *drs {
	d := &drs{Sentence: s, signs: make([]Mark, len(s.Nodes)), boxes: make([]bool, len(s.Nodes))}
	for i, n := range s.Nodes {
		d.names = append(d.names, cmp.Or(s.Str(n.ID), "#"+itoa(int32(i+1))))
	}
	for i, c := range s.Clauses {
		m := mark(marks.Clauses, int32(i))
		d.asked = append(d.asked, m == Focus || slices.Contains(marks.Asked.Clauses, int32(i)))
		d.marks, d.order = append(d.marks, m), append(d.order, i)
		d.boxes[c.Box] = true
		if c.A >= 0 && c.B < 0 && c.ConstB == 0 && s.Name(c.Op) != "REF" {
			d.boxes[c.A] = true
		}
	}
	same := map[treebank.Clause]Mark{} // equal clauses count once
	for i, c := range s.Clauses {
		c.Note, c.Place = treebank.Span{}, treebank.Span{}
		if d.marks[i] == Plain {
			d.marks[i] = same[c]
		} else if same[c] == Plain {
			same[c] = d.marks[i]
		}
	}
	d.place()
	return d
}

// place finds the clause that places each box: the one that says in which box it is, else which box it follows or which
// one presupposes it.
func (d *drs) place() {
	d.via, d.up = slices.Repeat([]int{-1}, len(d.Nodes)), slices.Repeat([]int32{-1}, len(d.Nodes))
	tie := func(box, to int32, clause int) {
		for at, depth := to, 0; at >= 0; at, depth = d.up[at], depth+1 {
			if at == box || depth > mostBoxes { // a circle, or too deep
				return
			}
		}
		if d.via[box] < 0 {
			d.via[box], d.up[box] = clause, to
		}
	}
	const relations, presuppositions = 1, 2
	for kind := range 3 {
		for i, c := range d.Clauses {
			op := d.Name(c.Op)
			switch {
			case op == "PRESUPPOSITION":
				if kind == presuppositions && c.A >= 0 {
					tie(c.Box, c.A, i)
				}
			case encloses(op) == (kind == 0) && kind < presuppositions && op != "REF":
				for _, arg := range []int32{c.A, c.B} {
					if arg >= 0 && d.boxes[arg] {
						tie(arg, c.Box, i)
					}
				}
			}
		}
	}
}

// match gives the boxes and referents of the system the names of those of gold that correspond to them, and puts its
// clauses into gold's order. Clauses that both sides have show what corresponds.
func (d *drs) match(gold *drs, mates []int32) {
	goldOf, systemOf := slices.Repeat([]int32{-1}, len(d.Nodes)), slices.Repeat([]int32{-1}, len(gold.Nodes))
	same := func(g, s int32) bool {
		if g < 0 || s < 0 {
			return g < 0 && s < 0
		}
		if goldOf[s] < 0 && systemOf[g] < 0 {
			goldOf[s], systemOf[g] = g, s
		}
		return goldOf[s] == g
	}
	place := slices.Repeat([]int{len(gold.Clauses)}, len(d.Clauses))
	for _, turned := range []bool{false, true} { // arguments that may be exchanged say least
		for i := range gold.Clauses {
			mate := at(mates, i)
			if mate < 0 || int(mate) >= len(d.Clauses) {
				continue
			}
			place[mate] = i
			g, s := gold.Clauses[i], d.Clauses[mate]
			inverse := (gold.Name(g.Op) != d.Name(s.Op)) && (gold.Name(g.Op) == d.Name(s.Op)+"Of" ||
				gold.Name(g.Op)+"Of" == d.Name(s.Op))
			switch {
			case gold.marks[i] == Wrong: // of concepts, the referent is the same
				if g.ConstA != 0 && s.ConstA != 0 {
					same(g.B, s.B)
				}
			case turned != (inverse || g.A >= 0 && g.B >= 0 && symmetric(gold.Name(g.Op))):
			case inverse || turned && (goldOf[s.A] >= 0 && goldOf[s.A] != g.A || goldOf[s.B] >= 0 && goldOf[s.B] != g.B):
				same(g.Box, s.Box)
				same(g.A, s.B)
				same(g.B, s.A)
			default:
				same(g.Box, s.Box)
				same(g.A, s.A)
				same(g.B, s.B)
			}
		}
	}
	slices.SortStableFunc(d.order, func(a, b int) int { return cmp.Compare(place[a], place[b]) })
	used := map[string]bool{}
	for _, name := range gold.names {
		used[name] = true
	}
	for i, g := range goldOf {
		if g >= 0 {
			d.names[i] = gold.names[g]
			continue
		}
		for d.signs[i] = Extra; used[d.names[i]]; {
			d.names[i] += "'"
		}
		used[d.names[i]] = true
	}
	for i, s := range systemOf {
		if s < 0 {
			gold.signs[i] = Miss
		}
	}
}

// symmetric are the operators whose arguments may be exchanged.
func symmetric(op string) bool { return op == "APX" || op == "EQU" || op == "NEQ" || op == "TAB" }

// arguments are the arguments of a clause as they are written.
func (d *drs) arguments(c *treebank.Clause) (out []string) {
	for _, arg := range []struct {
		node     int32
		constant treebank.Symbol
	}{{c.A, c.ConstA}, {c.B, c.ConstB}} {
		switch {
		case arg.node >= 0:
			out = append(out, d.names[arg.node])
		case arg.constant != 0:
			out = append(out, d.Name(arg.constant))
		}
	}
	return out
}

// condition is the text of a clause, such as live.v.01(e1) or Name(x1, "tom").
func (d *drs) condition(c *treebank.Clause) string {
	op, args := d.Name(c.Op), d.arguments(c)
	if op == "PRESUPPOSITION" {
		return op + " of " + strings.Join(args, ", ")
	}
	if sense := strings.Trim(d.Name(c.ConstA), `"`); c.ConstA != 0 && c.B >= 0 && strings.ToUpper(op) != op &&
		!strings.ContainsAny(op[:1], "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		return op + "." + sense + "(" + d.names[c.B] + ")"
	}
	return op + "(" + strings.Join(args, ", ") + ")"
}

// relation is the text above a box that a clause places.
func (d *drs) relation(box int32) boxText {
	i := d.via[box]
	if i < 0 {
		return boxText{}
	}
	c := &d.Clauses[i]
	op := d.Name(c.Op)
	out := boxText{mark: d.marks[i], asked: d.asked[i]}
	both := c.A >= 0 && c.B >= 0 && d.via[c.A] == i && d.via[c.B] == i
	switch {
	case both:
		parts := [2]string{"1", "2"}
		switch op {
		case "IMP":
			parts = [2]string{"if", "then"}
		case "DIS":
			parts = [2]string{"either", "or"}
		}
		if out.text = op + ": " + parts[0]; box == c.B {
			out.text = op + ": " + parts[1]
		}
	case encloses(op) && c.A == box && c.B < 0:
		out.text = op
	case encloses(op) || op == "PRESUPPOSITION":
		out.text = d.condition(c)
	default:
		out.text = d.names[c.Box] + " " + op
	}
	out.text = signed(out.mark, out.text)
	return out
}

// build returns the outermost boxes.
func (d *drs) build() (out []*drsBox) {
	for box, is := range d.boxes {
		if is && d.up[box] < 0 {
			d.add(int32(box), &out)
		}
	}
	return out
}

// add adds a box, with those that it presupposes before it and those that follow it after it.
func (d *drs) add(box int32, to *[]*drsBox) {
	name := boxText{text: d.names[box], mark: d.signs[box]}
	if name.mark > Match {
		name.text = "(" + name.mark.sign() + name.text + ")"
	}
	out := &drsBox{mark: d.signs[box], head: []boxText{name}}
	if d.signs[box] == Plain && slices.ContainsFunc(d.marks, func(m Mark) bool { return m != Plain }) {
		out.mark = Match
	}
	if relation := d.relation(box); relation.text != "" {
		out.label = []boxText{relation}
	}
	var after []int32
	tied := func(clause int, node int32) bool { return node >= 0 && d.via[node] == clause }
	for _, i := range d.order {
		c := &d.Clauses[i]
		switch op := d.Name(c.Op); {
		case op == "PRESUPPOSITION" && tied(i, c.Box) && c.A == box:
			d.add(c.Box, to)
		case c.Box != box, op == "PRESUPPOSITION" && tied(i, box):
		case op == "REF" && c.A >= 0 && c.B < 0:
			ref := boxText{text: signed(d.marks[i], d.names[c.A]), mark: d.marks[i], asked: d.asked[i]}
			if d.marks[i] == Plain && d.signs[c.A] > Match { // the other side lacks it, but it does not count
				ref.text, ref.mark = "("+d.signs[c.A].sign()+d.names[c.A]+")", d.signs[c.A]
			}
			out.head = append(out.head, ref)
		case tied(i, c.A) || tied(i, c.B):
			for _, node := range []int32{c.A, c.B} {
				if tied(i, node) && encloses(op) {
					d.add(node, &out.inner)
				} else if tied(i, node) {
					after = append(after, node)
				}
			}
		default:
			out.rows = append(out.rows, boxText{text: signed(d.marks[i], d.condition(c)), mark: d.marks[i], asked: d.asked[i]})
		}
	}
	*to = append(*to, out)
	for _, node := range after {
		d.add(node, to)
	}
}

// structures are both sides with marks and names that fit.
func (p *Pair) structures() (gold, system *drs) {
	gold, system = newDRS(p.Gold, p.GoldMarks), newDRS(p.System, p.SystemMarks)
	system.match(gold, p.Mates.Clauses)
	return gold, system
}

// A boxLayout places boxes. Lengths are cells or pixels.
type boxLayout struct {
	measure   func(string) float64
	line      float64 // height of a line of text
	side, top float64 // from the border of a box to its content, with the border
	gap       float64 // between texts and between boxes
}

// size works out the sizes of a box and of all in it, with corners relative to its own; content that can be broken is
// not wider than room.
func (l *boxLayout) size(b *drsBox, room float64) {
	room = max(room-2*l.side, 12*l.measure("x"))
	b.label, b.rows = l.broken(b.label, room+2*l.side), l.broken(b.rows, room)
	wide, x, y := 0.0, 0.0, 0.0
	for i := range b.head {
		t := &b.head[i]
		t.wide = l.measure(t.text)
		if x > 0 && x+t.wide > room {
			x, y = 0, y+l.line
		}
		t.x, t.y = l.side+x, l.top+y
		wide = max(wide, x+t.wide)
		x += t.wide + l.gap
	}
	b.rule = l.top + y + l.line
	y = b.rule + l.top
	for i := range b.rows {
		t := &b.rows[i]
		t.x, t.y = l.side, y
		wide = max(wide, t.wide)
		y += l.line
	}
	if len(b.rows) > 0 && len(b.inner) > 0 {
		y += l.gap / 4
	}
	across, high := l.flow(b.inner, room)
	for _, inner := range b.inner {
		inner.x, inner.y = inner.x+l.side, inner.y+y
	}
	b.wide, b.high = max(wide, across)+2*l.side, y+high+l.top
	b.above, b.labelled = 0, b.wide
	for i := range b.label {
		t := &b.label[i]
		t.x, t.y = 0, b.above
		b.above += l.line
		b.labelled = max(b.labelled, t.wide)
	}
}

// flow places boxes side by side, and below one another where they are wider than room.
func (l *boxLayout) flow(list []*drsBox, room float64) (wide, high float64) {
	for first := 0; first < len(list); {
		x, tall, above, last := 0.0, 0.0, 0.0, first
		for ; last < len(list); last++ {
			b := list[last]
			l.size(b, room)
			if last > first && x+b.labelled > room {
				break
			}
			b.x = x
			x += b.labelled + l.gap
			above, tall = max(above, b.above), max(tall, b.high)
		}
		for _, b := range list[first:last] { // the upper borders of a row are on one line
			b.y = high + above
		}
		wide, high = max(wide, x-l.gap), high+above+tall+l.gap/2
		first = last
	}
	return wide, max(0, high-l.gap/2)
}

// broken returns texts in lines that are not wider than room.
func (l *boxLayout) broken(list []boxText, room float64) (out []boxText) {
	for _, t := range list {
		indent := ""
		for rest := []rune(t.text); len(rest) > 0; indent = "  " {
			n, wide := 0, l.measure(indent)
			for ; n < len(rest); n++ {
				if wide += l.measure(string(rest[n])); n > 0 && wide > room {
					break
				}
			}
			part := t
			part.text = indent + string(rest[:n])
			part.wide = l.measure(part.text)
			out, rest = append(out, part), rest[n:]
		}
	}
	return out
}

// boxCells are the measures of a drawing in a terminal.
func boxCells() *boxLayout {
	return &boxLayout{measure: func(s string) float64 { return float64(Width(s)) }, line: 1, side: 2, top: 1, gap: 2}
}

// boxCanvas draws a structure for a terminal.
func (d *drs) boxCanvas(window int) *canvas {
	c, l := &canvas{}, boxCells()
	list := d.build()
	l.flow(list, float64(window))
	for _, b := range list {
		b.cells(c, 0, 0)
	}
	return c
}

// cells draws a box with its content.
func (b *drsBox) cells(c *canvas, x, y float64) {
	x, y = x+b.x, y+b.y
	left, top, right, foot := int(x), int(y), int(x+b.wide)-1, int(y+b.high)-1
	rule := int(y + b.rule)
	c.horizontal(top, left, right, b.mark)
	c.horizontal(rule, left, right, b.mark)
	c.horizontal(foot, left, right, b.mark)
	c.vertical(left, top, foot, b.mark)
	c.vertical(right, top, foot, b.mark)
	put := func(list []boxText, y float64) {
		for _, t := range list {
			m := t.mark
			if t.asked {
				m = Focus
			}
			c.put(int(y+t.y), int(x+t.x), t.text, m)
		}
	}
	put(b.label, y-b.above)
	put(b.head, y)
	put(b.rows, y)
	for _, inner := range b.inner {
		inner.cells(c, x, y)
	}
}

// boxesCanvas draws both sides, beside or above each other.
func (p *Pair) boxesCanvas(opt Options) *canvas {
	const gap = 3
	gold, system := p.structures()
	names := opt.sides()
	var parts [2]*canvas
	draw := func(window int) (wide int) {
		for i, d := range []*drs{gold, system} {
			parts[i] = d.boxCanvas(window)
			wide = max(wide, parts[i].width(), Width(names[i]))
		}
		return wide
	}
	half := (opt.Width - gap) / 2
	if opt.Width == 0 {
		half = 1 << 20
	}
	out := &canvas{}
	if wide := draw(half); wide <= half {
		x := max(parts[0].width(), Width(names[0])) + gap
		out.put(0, 0, names[0], Plain)
		out.put(0, x, names[1], Plain)
		out.lay(parts[0], 0, 1)
		out.lay(parts[1], x, 1)
		return out
	}
	draw(opt.Width)
	for i, part := range parts {
		y := len(out.rows)
		out.put(y, 0, names[i], Plain)
		out.lay(part, 0, y+1)
	}
	return out
}

// boxPixels are the measures of a drawing in a file.
func boxPixels() *boxLayout {
	return &boxLayout{measure: func(s string) float64 { return textWidth(s, fontSize) }, line: 20, side: 10, top: 6,
		gap: 16}
}

// boxPicture draws a structure for a file.
func (d *drs) boxPicture(room float64) *picture.Picture {
	pic, l := picture.New(words(d.Sentence)), boxPixels()
	list := d.build()
	l.flow(list, room)
	for _, b := range list {
		b.pixels(pic, l, 0, 0)
	}
	return pic
}

// pixels draws a box with its content.
func (b *drsBox) pixels(pic *picture.Picture, l *boxLayout, x, y float64) {
	x, y = x+b.x, y+b.y
	put := func(list []boxText, y float64, role picture.Role) {
		for _, t := range list {
			base := y + t.y + .75*l.line
			if t.asked {
				askFrame(pic, x+t.x+textWidth(t.text, role.Size())/2, base, t.text, role)
			}
			pic.Begin(x+t.x, base, t.text, role, t.mark.kind())
		}
	}
	pic.Box(x, y, b.wide, b.high, b.mark.kind())
	pic.Line(x, y+b.rule, x+b.wide, y+b.rule, b.mark.kind())
	put(b.label, y-b.above, picture.RoleTag)
	put(b.head[:1], y, picture.RoleCaption)
	put(b.head[1:], y, picture.RoleNode)
	put(b.rows, y, picture.RoleNode)
	for _, inner := range b.inner {
		inner.pixels(pic, l, x, y)
	}
}

// boxesPicture draws both sides, beside or above each other.
func (p *Pair) boxesPicture(opt Options) *picture.Picture {
	const gap = 40.0
	room := cmp.Or(opt.Room, fileRoom)
	gold, system := p.structures()
	half := (room - gap) / 2
	left, right := gold.boxPicture(half), system.boxPicture(half)
	names := opt.sides()
	title := words(p.Gold)
	if left.Width() > half || right.Width() > half {
		return Stack(title, names[:], []*picture.Picture{gold.boxPicture(room), system.boxPicture(room)})
	}
	all, x := picture.New(title), 0.0
	for i, part := range []*picture.Picture{left, right} {
		wide := textWidth(names[i], picture.RoleCaption.Size())
		all.Begin(x, picture.RoleCaption.Size(), names[i], picture.RoleCaption, picture.KindPlain)
		all.Put(part, x, 28)
		x += max(wide, part.Width()) + gap
	}
	return all
}

// compareClauses marks clauses that both sides have with the same concepts and names, and those that they do not.
func (p *Pair) compareClauses() (differences int) {
	texts := func(s *treebank.Sentence) (out []string) {
		d := newDRS(s, Marks{})
		for i, n := range s.Nodes { // a referent is its concept, whatever its name
			d.names[i] = s.Name(n.Label)
		}
		for i := range s.Clauses {
			out = append(out, d.condition(&s.Clauses[i]))
		}
		return out
	}
	open := map[string][]int32{}
	p.GoldMarks.Clauses = slices.Repeat([]Mark{Miss}, len(p.Gold.Clauses))
	p.SystemMarks.Clauses = slices.Repeat([]Mark{Extra}, len(p.System.Clauses))
	for i, text := range texts(p.Gold) {
		open[text] = append(open[text], int32(i))
	}
	differences = len(p.Gold.Clauses) + len(p.System.Clauses)
	for i, text := range texts(p.System) {
		if list := open[text]; len(list) > 0 {
			p.GoldMarks.Clauses[list[0]], p.SystemMarks.Clauses[i] = Match, Match
			p.Mates.Clause(list[0], int32(i))
			open[text] = list[1:]
			differences -= 2
		}
	}
	return differences
}

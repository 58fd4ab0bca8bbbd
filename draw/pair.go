package draw

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/draw/picture"
	"assay/treebank"
)

// A Pair is gold and a system's analysis of a sentence, with their marks. It is drawn
// as one: dependencies and trees over one row of words, graphs with their common nodes.
type Pair struct {
	Gold, System           *treebank.Sentence
	GoldMarks, SystemMarks Marks
	Mates                  Mates // corresponding nodes and edges of graphs
	Chips                  []Chip
	Roles                  []Role

	row row // of a merged pair
}

// A Role is a semantic role of one side or of both: of a word, or of each stretch of an
// argument with gaps. The sense of a predicate is one as well.
type Role struct {
	Predicate  int32 // word; -1: this is the sense of the predicate at Begin
	Begin, End int32 // first word, one past the last
	Label      string
	Mark       Mark
}

// A Chip is a value of a word that differs, of a layer other than the one that is drawn:
// a tag, a lemma, features.
type Chip struct {
	Word                int32
	Layer, Gold, System string
}

// shape is the way in which a pair is drawn.
type shape uint8

const (
	shapeApart shape = iota // two drawings, because the words or the layers differ
	shapeGraph
	shapeArcs
	shapeTree
	shapeList // dependencies in columns, because a drawing would be too large
	shapeRoles
	shapeSets
	shapeUnits // graphs of units as trees
	shapeBoxes
)

// ByDependencies reports whether a pair with phrases is drawn as dependencies, because only these have marks.
func (p *Pair) ByDependencies() bool {
	links := len(p.GoldMarks.Links) + len(p.SystemMarks.Links)
	return links > 0 && len(p.GoldMarks.Phrases)+len(p.SystemMarks.Phrases) == 0 &&
		len(p.Gold.Phrases)+len(p.System.Phrases) > 0 && len(p.Gold.Arcs)+len(p.System.Arcs) > 0
}

func (p *Pair) shape(v View) shape {
	if v == ViewAuto && p.ByDependencies() {
		v = ViewArcs
	}
	if v == ViewAuto && len(p.Roles) > 0 {
		return shapeRoles
	}
	if v == ViewAuto && p.sets() {
		return shapeSets
	}
	if v == ViewAuto && p.boxed() {
		return shapeBoxes
	}
	view := v.of(p.Gold)
	switch {
	case view != v.of(p.System) || tooLarge(p.Gold, view) != "" || tooLarge(p.System, view) != "":
	case view == ViewGraph:
		if trees, _, _ := p.units(); trees != nil {
			return shapeUnits
		}
		if len(p.Gold.Nodes) > 0 && len(p.System.Nodes) > 0 {
			return shapeGraph
		}
	case !sameWords(p.Gold, p.System):
	case view == ViewArcs:
		if single(p.Gold) && single(p.System) {
			if crowded(p.Gold, ViewArcs) != "" || crowded(p.System, ViewArcs) != "" {
				return shapeList
			}
			return shapeArcs
		}
	case view == ViewTree:
		if whole(p.Gold) && whole(p.System) {
			return shapeTree
		}
	}
	return shapeApart
}

func sameWords(a, b *treebank.Sentence) bool {
	same := len(a.Tokens) == len(b.Tokens) && len(a.Tokens) > 0
	for i := 0; same && i < len(a.Tokens); i++ {
		same = treebank.SameWord(a.Word(int32(i)), b.Word(int32(i)))
	}
	return same
}

// single reports whether s has dependencies, at most one for each word.
func single(s *treebank.Sentence) bool { return len(s.Arcs) > 0 && !s.Forest() }

// whole reports whether s has phrases, and every one has words.
func whole(s *treebank.Sentence) bool {
	return len(s.Phrases) > 0 && !slices.ContainsFunc(s.Phrases, func(p treebank.Phrase) bool { return p.Begin >= p.End })
}

// sides are the names of both sides.
func (o Options) sides() [2]string {
	return [2]string{cmp.Or(o.Sides[0], "gold"), cmp.Or(o.Sides[1], "system")}
}

// Legend explains the signs of the drawing of p in one line; "" if there are none.
func (p *Pair) Legend(opt Options) string {
	p = p.merged()
	sides := opt.sides()
	gold, system := sides[0], sides[1]
	at, across := " left, ", " right"
	if fromRight(p.Gold) {
		at, across = " right, ", " left"
	}
	only := "− only " + gold + "   + only " + system
	shape := p.shape(opt.View)
	if shape >= shapeArcs && p.canvas(opt) == nil {
		return "no sign: both agree   " + only + "   ≠ differs" // a drawing for each side
	}
	switch shape {
	case shapeGraph:
		return p.Joint().Legend(sides)
	case shapeBoxes:
		return "no sign: in both   " + only + "   ≠ differs   (−) (+) not counted; names as in " + gold
	case shapeRoles:
		return "no sign: in both   " + only + "   ≠ " + gold + " ≠ " + system
	case shapeArcs:
		return gold + at + system + across + "; no sign: both agree; H head, L label, HL both wrong"
	case shapeList:
		return "number of the head and label; H head, L label, HL both wrong; " + only
	case shapeTree, shapeUnits:
		return gold + at + system + across + "; " + only + "   × crosses   ≠ differs   ◁ equal"
	case shapeSets:
		return gold + " above, " + system + " below the words; no sign: both agree   " + only + "   ≠ differs"
	}
	return ""
}

// Terminal draws both sides with lines of text: in one drawing if their words are the
// same, else side by side.
func (p *Pair) Terminal(w io.Writer, opt Options) error {
	c := p.canvas(opt)
	if c == nil {
		return p.Beside(w, opt)
	}
	b := bufio.NewWriter(w)
	c.write(b, opt.Colour)
	return b.Flush()
}

// canvas is both sides in one drawing; nil if there is none, or if it is wider than the
// window.
func (p *Pair) canvas(opt Options) *canvas { return p.merged().leftward(opt).directed(p.Gold) }

// leftward is the canvas of a sentence that is read from the left.
func (p *Pair) leftward(opt Options) (drawn *canvas) {
	switch p.shape(opt.View) {
	case shapeGraph:
		opt.View = ViewGraph
		graph, marks, left := p.Joint().trimmed()
		c := opt.canvas(graph, marks)
		if left > 0 {
			c.put(len(c.rows), 0, leftOut(left), Match)
		}
		return c
	case shapeUnits:
		trees, gold, system := p.units()
		if drawn = trees.tree(opt); drawn != nil {
			drawn.rows = append(drawn.rows, farLines(gold, system).rows...)
		}
	case shapeRoles:
		return p.rolesCanvas(opt.Width)
	case shapeBoxes:
		return p.boxesCanvas(opt)
	case shapeArcs:
		drawn = narrowed(opt.Width, func(step int) *canvas { return p.arcs(step, false) })
		if opt.Width > 0 && drawn.width() > opt.Width {
			drawn = narrowed(opt.Width, func(step int) *canvas { return p.arcs(step, true) })
			drawn.rows = append(drawn.rows, p.chipLines(opt.Width).rows...)
		}
	case shapeTree:
		drawn = p.tree(opt)
	case shapeList:
		drawn = p.list(opt).canvas(opt.Width)
	case shapeSets:
		drawn = setCanvas(p.Gold, p.wordSets(), opt.sides(), opt.Width)
	}
	if drawn != nil && opt.Width > 0 && drawn.width() > opt.Width {
		return nil
	}
	return drawn
}

// Several draws the pairs of one sentence of gold with several systems: side by side
// where the window is wide enough, else one below the other. Names has one for each.
func Several(w io.Writer, pairs []*Pair, names []string, opt Options) error {
	var all []*canvas
	for _, p := range pairs {
		canvas := p.canvas(opt)
		if canvas == nil {
			for i, q := range pairs {
				if _, err := io.WriteString(w, names[i]+"\n"); err != nil {
					return err
				}
				if err := q.Terminal(w, opt); err != nil {
					return err
				}
			}
			return nil
		}
		all = append(all, canvas)
	}
	b := bufio.NewWriter(w)
	abreast(b, names, all, opt)
	return b.Flush()
}

// leftOut says how many nodes a drawing leaves out.
func leftOut(n int) string { return "+ " + itoa(int32(n)) + " nodes on which both sides agree" }

// Joint is two graphs in one.
func (p *Pair) Joint() *Joint {
	return Join(p.Gold, p.System, p.GoldMarks, p.SystemMarks, p.Mates)
}

// Picture draws both sides for a file, in one drawing if their words are the same. A
// drawing that is wider than room (0 is any) is folded or wrapped.
func (p *Pair) Picture(room float64, opt Options) *picture.Picture {
	opt.Room = room
	p = p.merged()
	pic, both := p.joint(opt)
	if both && fromRight(p.Gold) {
		pic.Mirror()
	}
	return pic
}

// joint draws both sides as those of a sentence that is read from the left; both is false if they are apart.
func (p *Pair) joint(opt Options) (pic *picture.Picture, both bool) {
	room := opt.Room
	switch p.shape(opt.View) {
	case shapeGraph:
		opt.View = ViewGraph
		graph, marks, left := p.Joint().trimmed()
		pic := leftward(graph, marks, opt)
		if left > 0 {
			text := leftOut(left)
			pic.Text(textWidth(text, picture.RoleTag.Size())/2, pic.Height(), text, picture.RoleTag, picture.KindPlain)
		}
		return pic, true
	case shapeUnits:
		return unitsPicture(p.units()), true
	case shapeRoles:
		return p.rolesPicture(room), true
	case shapeBoxes:
		return p.boxesPicture(opt), true
	case shapeArcs:
		return p.arcsPicture(room), true
	case shapeTree:
		return p.treePicture(room, opt.Unfold), true
	case shapeList:
		return p.list(opt).picture(words(p.Gold)), true
	case shapeSets:
		return setPicture(p.Gold, p.wordSets(), room), true
	}
	sides := opt.sides()
	parts := []*picture.Picture{Picture(p.Gold, p.GoldMarks, opt), Picture(p.System, p.SystemMarks, opt)}
	return Stack(words(p.Gold), sides[:], parts), false
}

// Stack puts pictures below one another, with a name above each.
func Stack(title string, names []string, parts []*picture.Picture) *picture.Picture {
	all, y := picture.New(title), 0.0
	for i, part := range parts {
		if name := names[i]; name != "" {
			all.Begin(0, y+picture.RoleCaption.Size(), name, picture.RoleCaption, picture.KindPlain)
			y += 28
		}
		all.Put(part, 0, y)
		y += part.Height() + 32
	}
	return all
}

// Beside draws gold and system side by side where the window is wide enough, one
// below the other where it is not.
func (p *Pair) Beside(w io.Writer, opt Options) error {
	gold, system := opt.canvas(p.Gold, p.GoldMarks), opt.canvas(p.System, p.SystemMarks)
	if gold.outline != system.outline { // both in one way
		if !gold.outline && opt.View.of(p.Gold) == ViewTree && !p.Gold.Gaps {
			gold = outline(p.Gold, p.GoldMarks, opt.Width)
		} else if !system.outline && opt.View.of(p.System) == ViewTree && !p.System.Gaps {
			system = outline(p.System, p.SystemMarks, opt.Width)
		}
	}
	b := bufio.NewWriter(w)
	sides := opt.sides()
	abreast(b, sides[:], []*canvas{gold.directed(p.Gold), system.directed(p.System)}, opt)
	return b.Flush()
}

// abreast writes drawings side by side where the window is wide enough, one below the
// other where it is not, with the name of each above it.
func abreast(b *bufio.Writer, names []string, all []*canvas, opt Options) {
	const gap = 3
	total := -gap
	wide := make([]int, len(all))
	for i, c := range all {
		wide[i] = max(c.width(), utf8.RuneCountInString(names[i]))
		total += wide[i] + gap
	}
	if opt.Width > 0 && total > opt.Width {
		for i, c := range all {
			b.WriteString(names[i] + "\n")
			c.write(b, opt.Colour)
		}
		return
	}
	rows := 0
	for _, c := range all {
		rows = max(rows, len(c.rows))
	}
	for y := -1; y < rows; y++ {
		var line strings.Builder
		owed := 0 // blanks before the next text
		for i, c := range all {
			text, used := names[i], utf8.RuneCountInString(names[i])
			if y >= 0 {
				text, used = "", 0
				if y < len(c.rows) {
					text, used = c.line(y, opt.Colour), c.used(y)
				}
			}
			if used > 0 {
				line.WriteString(strings.Repeat(" ", owed) + text)
				owed = 0
			}
			owed += wide[i] + gap - used
		}
		b.WriteString(line.String() + "\n")
	}
}

// chips are the values that differ of each word, in short texts.
func (p *Pair) chips() [][]string {
	out := make([][]string, len(p.Gold.Tokens))
	tag := func(s *treebank.Sentence, i int) string { return s.Name(s.Tokens[i].Tag) }
	for i := range out {
		if g, s := tag(p.Gold, i), tag(p.System, i); g != s && g != "" && s != "" && p.row.twin(int32(i)) {
			out[i] = append(out[i], g+differ+s)
		}
	}
	for i := range out {
		out[i] = append(out[i], p.row.text(int32(i))...)
	}
	for _, chip := range p.Chips {
		if int(chip.Word) >= len(out) {
			continue
		}
		for _, text := range differences(chip.Gold, chip.System) {
			if !slices.Contains(out[chip.Word], text) {
				out[chip.Word] = append(out[chip.Word], text)
			}
		}
	}
	for i, list := range out {
		if len(list) > 3 {
			out[i] = append(list[:2:2], list[2]+" and "+itoa(int32(len(list)-3))+" more")
		}
	}
	return out
}

// differences splits two values of a layer into short texts: features are compared one
// by one.
func differences(gold, system string) (out []string) {
	if !strings.ContainsAny(gold+system, "=|") {
		return []string{cmp.Or(gold, "∅") + differ + cmp.Or(system, "∅")}
	}
	read := func(s string) (keys []string, values map[string]string) {
		values = map[string]string{}
		for _, f := range strings.Split(s, "|") {
			if k, v, _ := strings.Cut(f, "="); f != "" && f != "_" {
				keys, values[k] = append(keys, k), v
			}
		}
		return keys, values
	}
	gk, gv := read(gold)
	sk, sv := read(system)
	for _, k := range gk {
		if v, ok := sv[k]; !ok {
			out = append(out, Miss.sign()+k)
		} else if v != gv[k] {
			out = append(out, k+": "+gv[k]+differ+v)
		}
	}
	for _, k := range sk {
		if _, ok := gv[k]; !ok {
			out = append(out, Extra.sign()+k)
		}
	}
	return out
}

// mirrored is c with left and right exchanged; texts stay readable.
func mirrored(c *canvas, width int) *canvas {
	out := &canvas{}
	for y, row := range c.rows {
		for x := 0; x < len(row); {
			end := x + 1
			if text := row[x].text != ""; text {
				for end < len(row) && (row[end].text != "" || row[end].wide) {
					end++
				}
			}
			for i := x; i < end; i++ {
				k := row[i]
				k.lines = k.lines&(up|down) | (k.lines&left)<<1 | (k.lines&right)>>1
				switch k.text {
				case "▶":
					k.text = "◀"
				case "◁":
					k.text = "▷"
				}
				*out.at(y, width-end+i-x) = k
			}
			x = end
		}
	}
	return out
}

// lay puts another drawing on c, from a column and a row on.
func (c *canvas) lay(d *canvas, x, y int) {
	for dy, row := range d.rows {
		for dx, k := range row {
			if k.text != "" || k.lines != 0 || k.wide {
				*c.at(y+dy, x+dx) = k
			}
		}
	}
}

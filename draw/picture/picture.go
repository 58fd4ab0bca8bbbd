// Package picture holds drawings made of texts, lines and areas, and writes them as
// SVG, as TikZ for LaTeX and as PNG. It knows nothing of sentences.
//
// Lengths are pixels of 1/96 inch, y grows downwards. Kinds of lines and texts differ by
// colour and by dash pattern, so that no meaning depends on colour.
package picture

import (
	"strings"
	"unicode"

	"github.com/mattn/go-runewidth"

	"assay/internal/screen"
)

// A Kind is the meaning of an element, which its colour and its dashes show.
type Kind uint8

// The kinds.
const (
	KindPlain Kind = iota
	KindAgree      // both sides have it
	KindMiss       // only gold has it
	KindExtra      // only the system has it
	KindCross      // only the system has it, and it crosses something of gold
	KindWrong      // the same place, something else
	KindFocus      // it is asked about
	KindHead       // a dependency with the wrong head
	KindLabel      // a dependency with the wrong label
	KindBoth       // a dependency with the wrong head and label
	kinds
)

// A look is the appearance of a kind.
type look struct {
	class       string
	light, dark string // colours of the line; texts have them too if strong
	dash        []float64
	width       float64
	strong      bool
}

func (k Kind) look() look {
	const ochre, purple, red, teal, blue = "946a00", "66338f", "931d0c", "00584e", "0b5cc4"
	return [kinds]look{
		KindPlain: {"", "5b5e64", "a5aab2", nil, 1.2, false},
		KindAgree: {"agree", "787d85", "7f848c", nil, 1, false},
		KindMiss:  {"miss", ochre, "f2d565", []float64{6, 3}, 1.8, true},
		KindExtra: {"extra", purple, "ac66fb", nil, 1.8, true},
		KindCross: {"cross", red, "ff6656", []float64{9, 3, 2, 3}, 1.8, true},
		KindWrong: {"wrong", teal, "52e5cf", []float64{2, 3}, 1.8, true},
		KindFocus: {"focus", blue, "79b0ff", nil, 3, true},
		KindHead:  {"H", red, "ff6656", nil, 1.8, true},
		KindLabel: {"L", teal, "52e5cf", []float64{2, 3}, 1.8, true},
		KindBoth:  {"HL", purple, "ac66fb", []float64{7, 3}, 1.8, true},
	}[k]
}

// A Role is the use of a text, such as a word or a label; it decides the size.
type Role uint8

// The roles.
const (
	RoleNode    Role = iota // a label of a node or a word
	RoleWord                // a word of the row that both sides share
	RoleDim                 // a word of a part that is folded
	RoleTag                 // a tag
	RoleRel                 // the label of an arc: it covers the lines below it
	RoleChip                // a value that differs
	RoleCaption             // the name of a part of the picture
	roles
)

// A typeface is the appearance of a role.
type typeface struct {
	class  string
	size   float64
	muted  bool // unless the kind gives it a colour
	strong bool
}

func (r Role) face() typeface {
	return [roles]typeface{{"", 14, false, false}, {"word", 16, false, false}, {"word dim", 16, true, false},
		{"tag", 12, true, false}, {"rel", 12, true, false}, {"chip", 12, false, false}, {"caption", 14, false, true}}[r]
}

// Size is the height of the letters of a role.
func (r Role) Size() float64 { return r.face().size }

// A Step continues a path: with a line, or with a curve towards a control point.
type Step struct {
	Curve  bool
	CX, CY float64 // control point of a quadratic curve
	X, Y   float64
}

// To is a straight step.
func To(x, y float64) Step { return Step{X: x, Y: y} }

// Bend is a curved step.
func Bend(cx, cy, x, y float64) Step { return Step{Curve: true, CX: cx, CY: cy, X: x, Y: y} }

// An element is a text or a path.
type element struct {
	text     string // a text, centred at x on the base line y
	begins   bool   // it begins at x instead
	role     Role
	x, y     float64
	path     []Step // a path; it begins with its first step
	fill     fill
	kind     Kind
	straight bool // a path of two points
	faint    bool // dots
}

// A fill says how the inside of a path is coloured.
type fill uint8

const (
	fillNone  fill = iota
	fillFull       // the colour of the line, without a line: the head of an arrow
	fillPanel      // a light grey: a part that is folded
	fillTint       // the colour of a choice, without a line
)

// A Picture collects elements and knows how far they reach.
type Picture struct {
	title                    string
	all                      []element
	left, top, right, bottom float64
}

// New returns an empty picture; the title is read aloud in place of it.
func New(title string) *Picture { return &Picture{title: screen.Plain(title), right: 24, bottom: 24} }

// Reach notes that the picture holds a point.
func (p *Picture) Reach(x, y float64) {
	p.left, p.right = min(p.left, x), max(p.right, x)
	p.top, p.bottom = min(p.top, y), max(p.bottom, y)
}

// Width and Height of the picture without its margin.
func (p *Picture) Width() float64 { return p.right - p.left }

// Height of the picture without its margin.
func (p *Picture) Height() float64 { return p.bottom - p.top }

// Text writes s centred at x; its base line is y.
func (p *Picture) Text(x, y float64, s string, r Role, k Kind) {
	s = screen.Plain(s)
	p.all = append(p.all, element{text: s, role: r, x: x, y: y, kind: k})
	half := Width(s, r.Size()) / 2
	p.Reach(x-half, y-r.Size())
	p.Reach(x+half, y+5)
}

// Begin writes s from x on; its base line is y.
func (p *Picture) Begin(x, y float64, s string, r Role, k Kind) {
	p.Text(x+Width(screen.Plain(s), r.Size())/2, y, s, r, k)
	e := &p.all[len(p.all)-1]
	e.x, e.begins = x, true
}

// middle is the middle of a text.
func (e *element) middle() float64 {
	if e.begins {
		return e.x + Width(e.text, e.role.Size())/2
	}
	return e.x
}

// Line draws a straight line.
func (p *Picture) Line(x1, y1, x2, y2 float64, k Kind) {
	p.all = append(p.all, element{path: []Step{To(x1, y1), To(x2, y2)}, kind: k, straight: true})
	p.Reach(x1, y1)
	p.Reach(x2, y2)
}

// Dots draws a dotted grey line, from a node to its word.
func (p *Picture) Dots(x1, y1, x2, y2 float64) {
	p.Line(x1, y1, x2, y2, KindAgree)
	p.all[len(p.all)-1].faint = true
}

// Path draws a line through steps.
func (p *Picture) Path(k Kind, steps ...Step) { p.shape(k, fillNone, steps) }

// Bow draws a dotted line through steps.
func (p *Picture) Bow(k Kind, steps ...Step) {
	p.shape(k, fillNone, steps)
	p.all[len(p.all)-1].faint = true
}

// Arrow fills an area: the head of an arrow.
func (p *Picture) Arrow(k Kind, steps ...Step) { p.shape(k, fillFull, steps) }

// Panel draws an area with a line round it: a part that is folded.
func (p *Picture) Panel(k Kind, steps ...Step) { p.shape(k, fillPanel, steps) }

// Chip draws a box round a value that differs.
func (p *Picture) Chip(x, y, w, h float64) {
	p.shape(KindWrong, fillNone, []Step{To(x, y), To(x+w, y), To(x+w, y+h), To(x, y+h), To(x, y)})
}

// Tint draws an area under something that is chosen.
func (p *Picture) Tint(x, y, w, h float64) {
	p.shape(KindPlain, fillTint, []Step{To(x, y), To(x+w, y), To(x+w, y+h), To(x, y+h), To(x, y)})
}

// Box draws a box round the text of a node.
func (p *Picture) Box(x, y, w, h float64, k Kind) {
	p.shape(k, fillNone, []Step{To(x, y), To(x+w, y), To(x+w, y+h), To(x, y+h), To(x, y)})
}

func (p *Picture) shape(k Kind, f fill, steps []Step) {
	for _, s := range steps {
		p.Reach(s.X, s.Y)
	}
	p.all = append(p.all, element{path: steps, kind: k, fill: f})
}

// Put adds another picture with its upper left corner at a point.
func (p *Picture) Put(q *Picture, x, y float64) {
	dx, dy := x-q.left, y-q.top
	for _, e := range q.all {
		moved := e
		moved.x, moved.y = e.x+dx, e.y+dy
		moved.path = nil
		for _, s := range e.path {
			moved.path = append(moved.path, Step{s.Curve, s.CX + dx, s.CY + dy, s.X + dx, s.Y + dy})
		}
		p.all = append(p.all, moved)
	}
	p.Reach(x, y)
	p.Reach(x+q.Width(), y+q.Height())
}

// Mirror exchanges left and right of all but the texts, for sentences that are read from the right.
func (p *Picture) Mirror() {
	for i := range p.all {
		e := &p.all[i]
		e.x, e.begins = -e.middle(), false
		for k := range e.path {
			e.path[k].X, e.path[k].CX = -e.path[k].X, -e.path[k].CX
		}
	}
	p.left, p.right = -p.right, -p.left
}

// RightToLeft reports whether c is a letter of a script that is written from the right.
func RightToLeft(c rune) bool {
	return c >= 0x590 && c <= 0x8ff || c >= 0xfb1d && c <= 0xfdff || c >= 0xfe70 && c <= 0xfeff || c >= 0x10800 &&
		c <= 0x10fff || c >= 0x1e800 && c <= 0x1efff
}

// Width estimates the width of s in a sans-serif font of that size, because an SVG
// file does not know its font. The estimate is rather too wide.
func Width(s string, size float64) float64 {
	w := 0.0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case runewidth.RuneWidth(r) == 2:
			w += 1.05
		case strings.ContainsRune("ijlI.,:;'|!()[]{}/ ", r):
			w += 0.34
		case strings.ContainsRune("mwMW@%—", r):
			w += 0.95
		case unicode.IsUpper(r):
			w += 0.72
		default:
			w += 0.6
		}
	}
	return w * size
}

// Title is the text that is read aloud in place of the picture.
func (p *Picture) Title() string { return p.title }

package picture

import (
	"encoding/json"
	"strings"
)

// AppendJSON appends the picture for a page that draws it: its box, then a list of elements. A text is
// [x, y, text, class], a path [steps, class].
func (p *Picture) AppendJSON(to []byte) []byte {
	to = append(to, `{"b":[`+num(p.left)+`,`+num(p.top)+`,`+num(p.Width())+`,`+num(p.Height())+`],"e":[`...)
	for i := range p.all {
		if i > 0 {
			to = append(to, ',')
		}
		e := &p.all[i]
		kind := e.kind.look().class
		if e.path == nil {
			face := e.role.face().class
			if face == "" {
				face = "node"
			}
			if e.begins {
				face += " begin"
			}
			to = append(to, `[`+num(e.x)+`,`+num(e.y)+`,`...)
			to = appendString(to, e.text)
			to = append(to, `,"`+strings.TrimSpace(face+" "+kind)+`"]`...)
			continue
		}
		class := []string{"", "head", "fold", "tint"}[e.fill] + " " + kind + " " + e.dots()
		to = append(to, `["`+e.steps()+`","`+strings.Join(strings.Fields(class), " ")+`"]`...)
	}
	return append(to, "]}"...)
}

func appendString(to []byte, s string) []byte {
	quoted, _ := json.Marshal(s) // a string has no error
	return append(to, quoted...)
}

// steps is the path as SVG writes it.
func (e *element) steps() string {
	var out strings.Builder
	for i, step := range e.path {
		switch {
		case i == 0:
			out.WriteString("M" + num(step.X) + " " + num(step.Y))
		case step.Curve:
			out.WriteString("Q" + num(step.CX) + " " + num(step.CY) + " " + num(step.X) + " " + num(step.Y))
		default:
			out.WriteString("L" + num(step.X) + " " + num(step.Y))
		}
	}
	return out.String()
}

// A Label is a text of a picture with the box that it takes.
type Label struct {
	Text                     string
	Left, Top, Right, Bottom float64
}

// Labels returns the texts of the picture.
func (p *Picture) Labels() (out []Label) {
	for _, e := range p.all {
		if e.path == nil && e.text != "" {
			half, x := Width(e.text, e.role.Size())/2, e.middle()
			out = append(out, Label{e.text, x - half, e.y - .8*e.role.Size(), x + half, e.y + .2*e.role.Size()})
		}
	}
	return out
}

// Tips returns the points of the heads of arrows.
func (p *Picture) Tips() (out [][2]float64) {
	for _, e := range p.all {
		if e.fill == fillFull {
			out = append(out, [2]float64{e.path[0].X, e.path[0].Y})
		}
	}
	return out
}

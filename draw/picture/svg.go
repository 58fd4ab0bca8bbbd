package picture

import (
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"
)

const margin = 12.0

// num writes a length with at most one decimal.
func num(v float64) string {
	s := strconv.FormatFloat(v, 'f', 1, 64)
	s = strings.TrimSuffix(s, ".0")
	if s == "-0" {
		return "0"
	}
	return s
}

// SVG writes the picture as an SVG file, which follows the theme of its reader.
func (p *Picture) SVG(w io.Writer) error {
	var b strings.Builder
	left, top := p.left-margin, p.top-margin
	wide, high := p.Width()+2*margin, p.Height()+2*margin
	title := html.EscapeString(p.title)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%s %s %s %s" width="%s" height="%s" role="img" aria-label="%s">`+"\n<title>%s</title>\n",
		num(left), num(top), num(wide), num(high), num(wide), num(high), title, title)
	css(&b)
	for i := range p.all {
		p.all[i].svg(&b)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// css writes the looks of all kinds and roles. Noto Sans has no ≠ in bold; = with a
// combining stroke does not look like it.
func css(b *strings.Builder) {
	b.WriteString("<style>\n" + `@font-face{font-family:Sign;src:local("DejaVu Sans Bold"),local("DejaVuSans-Bold");unicode-range:U+2260}
:root{color-scheme:light dark}
text{font:14px Sign,"Noto Sans","DejaVu Sans",Helvetica,Arial,sans-serif;fill:#1b1c1e;text-anchor:middle}path,line{fill:none}
.tag,.dim,.rel,.agree{fill:#5b5e64}path.agree,line.agree{fill:none}.rel{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}.caption{font-weight:bold}` + "\n")
	for r := range roles {
		f := r.face()
		if f.size != 14 && !strings.Contains(f.class, " ") {
			fmt.Fprintf(b, ".%s{font-size:%spx}", f.class, num(f.size))
		}
	}
	b.WriteString("\n")
	for k := range kinds {
		l, dot := k.look(), ""
		if l.class != "" {
			dot = "." + l.class
		}
		var dash []string
		for _, d := range l.dash {
			dash = append(dash, num(d))
		}
		fmt.Fprintf(b, "path%s,line%s{stroke:#%s;stroke-width:%s", dot, dot, l.light, num(l.width))
		if dash != nil {
			fmt.Fprintf(b, ";stroke-dasharray:%s", strings.Join(dash, " "))
		}
		b.WriteString("}")
		if l.strong {
			fmt.Fprintf(b, "text%s{fill:#%s;font-weight:bold}", dot, l.light)
		}
		fmt.Fprintf(b, "path.arrow%s{fill:#%s;stroke:none}\n", dot, l.light)
	}
	b.WriteString(".fold{fill:#f7f7f5}path.fold{fill:#f7f7f5}\n@media (prefers-color-scheme:dark){text{fill:#e9eaec}.tag,.dim,.rel,.agree{fill:#a5aab2}.rel{stroke:#15171a}path.fold{fill:#1d2024}\n")
	for k := range kinds {
		l, dot := k.look(), ""
		if l.class != "" {
			dot = "." + l.class
		}
		fmt.Fprintf(b, "path%s,line%s{stroke:#%s}path.arrow%s{fill:#%s}", dot, dot, l.dark, dot, l.dark)
		if l.strong {
			fmt.Fprintf(b, "text%s{fill:#%s}", dot, l.dark)
		}
	}
	b.WriteString("}\n</style>\n")
}

func classes(parts ...string) string {
	s := strings.TrimSpace(strings.Join(parts, " "))
	if s == "" {
		return ""
	}
	return ` class="` + strings.Join(strings.Fields(s), " ") + `"`
}

func (e *element) svg(b *strings.Builder) {
	kind := e.kind.look().class
	switch {
	case e.path == nil:
		fmt.Fprintf(b, `<text x="%s" y="%s"%s>%s</text>`+"\n", num(e.x), num(e.y), classes(e.role.face().class, kind), html.EscapeString(e.text))
	case e.straight:
		fmt.Fprintf(b, `<line x1="%s" y1="%s" x2="%s" y2="%s"%s/>`+"\n", num(e.path[0].X), num(e.path[0].Y), num(e.path[1].X), num(e.path[1].Y), classes(kind))
	default:
		b.WriteString(`<path d="`)
		for i, s := range e.path {
			switch {
			case i == 0:
				b.WriteString("M" + num(s.X) + " " + num(s.Y))
			case s.Curve:
				b.WriteString("Q" + num(s.CX) + " " + num(s.CY) + " " + num(s.X) + " " + num(s.Y))
			default:
				b.WriteString("L" + num(s.X) + " " + num(s.Y))
			}
		}
		b.WriteString(`"` + classes([]string{"", "arrow", "fold", "tint"}[e.fill], kind) + "/>\n")
	}
}

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
	var out strings.Builder
	left, top := p.left-margin, p.top-margin
	wide, high := p.Width()+2*margin, p.Height()+2*margin
	title := html.EscapeString(p.title)
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="%s %s %s %s" width="%s" height="%s" role="img" aria-label="%s">`+"\n<title>%s</title>\n",
		num(left), num(top), num(wide), num(high), num(wide), num(high), title, title)
	css(&out)
	for i := range p.all {
		p.all[i].svg(&out)
	}
	out.WriteString("</svg>\n")
	_, err := io.WriteString(w, out.String())
	return err
}

// css writes the looks of all kinds and roles. Noto Sans has no ≠ in bold; = with a
// combining stroke does not look like it.
func css(out *strings.Builder) {
	out.WriteString("<style>\n" + `@font-face{font-family:Sign;src:local("DejaVu Sans Bold"),local("DejaVuSans-Bold");unicode-range:U+2260}
:root{color-scheme:light dark}
text{font:14px Sign,"Noto Sans","DejaVu Sans",Helvetica,Arial,sans-serif;fill:#1b1c1e;text-anchor:middle}path,line{fill:none}
.tag,.dim,.rel,.agree{fill:#5b5e64}path.agree,line.agree{fill:none}.rel{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}.caption{font-weight:bold}.begin{text-anchor:start}` + "\n")
	for r := range roles {
		f := r.face()
		if f.size != 14 && !strings.Contains(f.class, " ") {
			fmt.Fprintf(out, ".%s{font-size:%spx}", f.class, num(f.size))
		}
	}
	out.WriteString("\n")
	for k := range kinds {
		look, dot := k.look(), k.dot()
		var dash []string
		for _, d := range look.dash {
			dash = append(dash, num(d))
		}
		fmt.Fprintf(out, "path%s,line%s{stroke:#%s;stroke-width:%s", dot, dot, look.light, num(look.width))
		if dash != nil {
			fmt.Fprintf(out, ";stroke-dasharray:%s", strings.Join(dash, " "))
		}
		out.WriteString("}")
		if look.strong {
			fmt.Fprintf(out, "text%s{fill:#%s;font-weight:bold}", dot, look.light)
		}
		fmt.Fprintf(out, "path.arrow%s{fill:#%s;stroke:none}\n", dot, look.light)
	}
	out.WriteString("path.dots,line.dots{stroke-dasharray:1 " +
		"3}path.tint{stroke:none;fill:#e8f0fb}.fold{fill:#f7f7f5}path.fold{fill:#f7f7f5}\n" +
		"@media (prefers-color-scheme:dark){text{fill:#e9eaec}.tag,.dim,.rel,.agree{fill:#a5aab2}.rel{stroke:#15171a}path.fold{fill:#1d2024}path.tint{fill:#1d2c42}\n")
	for k := range kinds {
		look, dot := k.look(), k.dot()
		fmt.Fprintf(out, "path%s,line%s{stroke:#%s}path.arrow%s{fill:#%s}", dot, dot, look.dark, dot, look.dark)
		if look.strong {
			fmt.Fprintf(out, "text%s{fill:#%s}", dot, look.dark)
		}
	}
	out.WriteString("}\n</style>\n")
}

// dot is the class of a kind in a selector.
func (k Kind) dot() string {
	if class := k.look().class; class != "" {
		return "." + class
	}
	return ""
}

func classes(parts ...string) string {
	s := strings.TrimSpace(strings.Join(parts, " "))
	if s == "" {
		return ""
	}
	return ` class="` + strings.Join(strings.Fields(s), " ") + `"`
}

// dots is the class of a dotted line.
func (e *element) dots() string {
	if e.faint {
		return "dots"
	}
	return ""
}

func (e *element) svg(out *strings.Builder) {
	kind := e.kind.look().class
	switch {
	case e.path == nil:
		direction := ""
		if strings.ContainsFunc(e.text, RightToLeft) {
			direction = ` direction="rtl"`
		}
		x, begins := e.x, ""
		if e.begins && direction == "" { // a text from the right would begin there
			begins = "begin"
		} else {
			x = e.middle()
		}
		fmt.Fprintf(out, `<text x="%s" y="%s"%s%s>%s</text>`+"\n", num(x), num(e.y), direction,
			classes(e.role.face().class, begins, kind), html.EscapeString(e.text))
	case e.straight:
		fmt.Fprintf(out, `<line x1="%s" y1="%s" x2="%s" y2="%s"%s/>`+"\n", num(e.path[0].X), num(e.path[0].Y),
			num(e.path[1].X), num(e.path[1].Y), classes(kind, e.dots()))
	default:
		out.WriteString(`<path d="` + e.steps())
		out.WriteString(`"` + classes([]string{"", "arrow", "fold", "tint"}[e.fill], kind, e.dots()) + "/>\n")
	}
}

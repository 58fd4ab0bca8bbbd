package draw

import (
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/mattn/go-runewidth"

	"assay/internal/screen"
	"assay/treebank"
)

// The measures of a drawing, in pixels.
const (
	fontSize = 14.0
	wordGap  = 14.0
	levelUp  = 38.0
	laneUp   = 20.0
	margin   = 12.0
)

// style makes marks differ by colour, by line and by weight. Noto Sans has no ≠ in
// bold; = with a combining stroke does not look like it.
const style = `<style>
@font-face{font-family:Sign;src:local("DejaVu Sans Bold"),local("DejaVuSans-Bold");unicode-range:U+2260}
text{font:14px Sign,"Noto Sans","DejaVu Sans",Helvetica,Arial,sans-serif;fill:#1b1f24}
.tag{font-size:12px;fill:#59636e}.rel{font-size:12px}
path,line{fill:none;stroke:#59636e;stroke-width:1.2}
.arrow{fill:#59636e;stroke:none}
.match{fill:#59636e}path.match,line.match{stroke:#8b949e;fill:none}
.miss{fill:#9a5b00;font-style:italic}path.miss,line.miss{stroke:#b8860b;stroke-dasharray:5 3;stroke-width:1.6;fill:none}
.extra{fill:#b1002e;font-weight:bold}path.extra,line.extra{stroke:#c8102e;stroke-width:2.2;fill:none}
.cross{fill:#7b2d8b;font-weight:bold}path.cross,line.cross{stroke:#7b2d8b;stroke-width:2.2;stroke-dasharray:9 2 2 2;fill:none}
.wrong{fill:#b1002e;font-weight:bold}path.wrong,line.wrong{stroke:#c8102e;stroke-width:2.2;fill:none}
.focus{fill:#00558c;font-weight:bold;text-decoration:underline}path.focus,line.focus{stroke:#00558c;stroke-width:3;fill:none}
.arrow.match{fill:#8b949e}.arrow.miss{fill:#b8860b}.arrow.extra,.arrow.wrong{fill:#c8102e}.arrow.focus{fill:#00558c}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.tag,.match{fill:#9aa4af}path,line{stroke:#9aa4af}.arrow{fill:#9aa4af}
.miss{fill:#f0b72f}.extra,.wrong{fill:#ff7b8a}.cross{fill:#d29bff}.focus{fill:#6cb6ff}}
</style>`

// name is the mark's class in an SVG file.
func (m Mark) name() string {
	return [...]string{"", "match", "miss", "extra", "cross", "wrong", "focus"}[m]
}

// textWidth estimates the width of s in a sans-serif font of that size: there
// is no font to ask. It errs on the wide side.
func textWidth(s string, size float64) float64 {
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

// A picture collects the elements of an SVG file.
type picture struct {
	b             strings.Builder
	width, height float64
}

func (p *picture) reach(x, y float64) {
	p.width, p.height = max(p.width, x), max(p.height, y)
}

func class(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	if len(parts) == 0 {
		return ""
	}
	return ` class="` + strings.Join(parts, " ") + `"`
}

// text writes s centred at x; its base line is y.
func (p *picture) text(x, y float64, s, kind string, m Mark) {
	s = screen.Plain(s)
	fmt.Fprintf(&p.b, `<text x="%.1f" y="%.1f" text-anchor="middle"%s>%s</text>`+"\n", x, y, class(kind, m.name()), html.EscapeString(s))
	p.reach(x+textWidth(s, fontSize)/2+margin, y+margin)
}

func (p *picture) line(x1, y1, x2, y2 float64, m Mark) {
	fmt.Fprintf(&p.b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"%s/>`+"\n", x1, y1, x2, y2, class(m.name()))
}

func (p *picture) write(w io.Writer, title string) error {
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img" aria-label="%s">`+"\n<title>%s</title>\n%s\n%s</svg>\n",
		p.width, p.height, p.width, p.height, html.EscapeString(screen.Plain(title)), html.EscapeString(screen.Plain(title)), style, p.b.String())
	return err
}

// SVG draws s as an SVG file.
func SVG(w io.Writer, s *treebank.Sentence, m Marks, opt Options) error {
	p := &picture{width: 2 * margin, height: 2 * margin}
	why := tooLarge(s, opt.View.of(s))
	switch {
	case why != "":
		why = "(too large to draw: " + why + ")"
		p.text(margin+textWidth(why, fontSize)/2, 24, why, "tag", Plain)
	case len(s.Tokens) == 0 && len(s.Nodes) == 0 && len(s.Phrases) == 0:
		p.text(margin+textWidth(nothing(s), fontSize)/2, 24, nothing(s), "tag", Plain)
	case opt.View.of(s) == ViewGraph:
		p.graph(s, m)
	case opt.View.of(s) == ViewTree:
		p.tree(s, m)
	default:
		p.arcs(s, m)
	}
	return p.write(w, words(s))
}

// words is the text of s.
func words(s *treebank.Sentence) string {
	var b strings.Builder
	for i := range s.Tokens {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.Write(s.Word(int32(i)))
	}
	return b.String()
}

// tree draws constituents from the top down, words on one line at the bottom; a
// phrase is above the middle of its children, so the branches of a discontinuous
// one cross others.
func (p *picture) tree(s *treebank.Sentence, marks Marks) {
	l := place(s)
	tall := make([]int, len(s.Phrases)) // levels above the words
	top := 0
	for q := len(s.Phrases) - 1; q >= 0; q-- { // children come after parents
		tall[q] = max(tall[q], 1)
		if up := s.Phrases[q].Parent; up >= 0 {
			tall[up] = max(tall[up], tall[q]+1)
		}
		top = max(top, tall[q])
	}
	base := margin + fontSize + float64(top)*levelUp
	wide := make([]float64, l.rows)
	at := make([]float64, l.rows)
	for i := range s.Tokens {
		tag, _ := leaf(s, int32(i), marks)
		wide[l.tokenAt[i]] = max(textWidth(s.Str(s.Tokens[i].Form), fontSize), textWidth(tag, 12))
	}
	only := onlyChild(s, l)
	for q := range s.Phrases { // a label needs room where nothing else makes it
		if only[q] >= 0 {
			r := only[q]
			wide[r] = max(wide[r], textWidth(label(s, int32(q), mark(marks.Phrases, int32(q))), fontSize))
		}
	}
	x := margin
	for r := range wide {
		at[r] = x + wide[r]/2
		x += wide[r] + wordGap
	}
	px := make([]float64, len(s.Phrases))
	py := make([]float64, len(s.Phrases))
	for q := len(s.Phrases) - 1; q >= 0; q-- {
		kids := l.kids.Of(int32(q))
		py[q] = base - float64(tall[q])*levelUp
		if len(kids) == 0 {
			px[q] = at[l.row[q]]
			continue
		}
		first := p.childX(l, px, at, kids[0])
		px[q] = (first + p.childX(l, px, at, kids[len(kids)-1])) / 2
		for i := s.Phrases[q].Begin; s.Gaps && i < s.Phrases[q].End; i++ { // no line to a word in a gap runs through the label
			if x := at[l.tokenAt[i]]; abs(x-px[q]) < fontSize && !dominates(s, int32(q), i) {
				px[q] = (first + x) / 2
				break
			}
		}
	}
	for q := range s.Phrases { // a bar below the phrase, from which its children hang
		m := mark(marks.Phrases, int32(q))
		kids := l.kids.Of(int32(q))
		if len(kids) == 0 {
			continue
		}
		bar := py[q] + 11
		lo, hi := px[q], px[q]
		for _, k := range kids {
			x, ky := p.childX(l, px, at, k), base-fontSize+1
			lo, hi = min(lo, x), max(hi, x)
			if c := l.kids.Phrase(k); c >= 0 {
				ky = py[c] - fontSize + 1
			}
			p.line(x, bar, x, ky, m)
		}
		if hi > lo {
			p.line(lo, bar, hi, bar, m)
		}
		p.line(px[q], py[q]+4, px[q], bar, m)
	}
	for q := range s.Phrases {
		m := mark(marks.Phrases, int32(q))
		p.text(px[q], py[q], label(s, int32(q), m), "", m)
	}
	for i := range s.Tokens {
		tag, m := leaf(s, int32(i), marks)
		p.text(at[l.tokenAt[i]], base, tag, "tag", m)
		p.text(at[l.tokenAt[i]], base+fontSize+4, s.Str(s.Tokens[i].Form), "", Plain)
	}
}

// dominates reports whether token i is below phrase q.
func dominates(s *treebank.Sentence, q, i int32) bool {
	up := s.Tokens[i].Parent
	for up > q { // parents come first
		up = s.Phrases[up].Parent
	}
	return up == q
}

func (p *picture) childX(l *treeLayout, px, at []float64, child int32) float64 {
	if q := l.kids.Phrase(child); q >= 0 {
		return px[q]
	}
	return at[l.tokenAt[child]]
}

// onlyChild returns, for phrases above a single row, that row; -1 for others.
func onlyChild(s *treebank.Sentence, l *treeLayout) []int {
	out := make([]int, len(s.Phrases))
	for q := range s.Phrases {
		out[q] = -1
		if s.Phrases[q].End-s.Phrases[q].Begin <= 1 {
			out[q] = l.row[q]
		}
	}
	return out
}

// An arch is an arc of an SVG drawing.
type arch struct {
	from, to int // places in the row of words
	label    string
	mark     Mark
}

// arches draws arcs above places; at holds their middles. It returns the
// height it needs.
func (p *picture) arches(all []arch, at []float64) float64 {
	spans := make([][2]int, len(all))
	for i, a := range all {
		spans[i] = [2]int{min(a.from, a.to), max(a.from, a.to)}
	}
	which, n := lanes(spans, false)
	base := margin + float64(n+1)*laneUp
	for i, a := range all {
		top := base - float64(which[i]+1)*laneUp
		from, to := at[a.from], at[a.to]
		bend := min(8, abs(to-from)/3)
		if to > from {
			from, to = from+3, to-3
		} else {
			from, to, bend = from-3, to+3, -bend
		}
		fmt.Fprintf(&p.b, `<path d="M%.1f %.1fV%.1fQ%.1f %.1f %.1f %.1fH%.1fQ%.1f %.1f %.1f %.1fV%.1f"%s/>`+"\n",
			from, base, top+8, from, top, from+bend, top, to-bend, to, top, to, top+8, base-5, class(a.mark.name()))
		fmt.Fprintf(&p.b, `<path d="M%.1f %.1fl-4 -7h8z"%s/>`+"\n", to, base, class("arrow", a.mark.name()))
		text := signed(a.mark, a.label)
		p.text(beside(all, which, i, at, textWidth(text, 12)), top-3, text, "rel", a.mark)
	}
	return base
}

// beside returns the position of the label of arc i: as near to the middle of the
// arc as it can without a line of a higher arc through it.
func beside(all []arch, which []int, i int, at []float64, width float64) float64 {
	ends := func(a arch) [2]float64 { // 3 pixels towards the other end
		lo, hi := at[min(a.from, a.to)]+3, at[max(a.from, a.to)]-3
		return [2]float64{lo, hi}
	}
	own := ends(all[i])
	middle, room := (own[0]+own[1])/2, width/2+3
	lines := own[:]
	for j, a := range all {
		if which[j] > which[i] {
			for _, x := range ends(a) {
				if x > own[0] && x < own[1] {
					lines = append(lines, x)
				}
			}
		}
	}
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

func abs(v float64) float64 { return max(v, -v) }

// spread places texts side by side, with room for the labels of arcs between
// neighbours.
func spread(widths []float64, all []arch) []float64 {
	at := make([]float64, len(widths))
	room := make([]float64, len(widths)+1)
	for _, a := range all {
		if lo, hi := min(a.from, a.to), max(a.from, a.to); hi == lo+1 {
			room[hi] = max(room[hi], textWidth(a.label, 12)+16)
		}
	}
	for i, w := range widths {
		x := margin + w/2
		if i > 0 {
			x = at[i-1] + max(widths[i-1]/2+wordGap+w/2, room[i])
		}
		at[i] = x
	}
	return at
}

func (p *picture) arcs(s *treebank.Sentence, marks Marks) {
	var all []arch
	roots := map[int32]string{}
	for _, a := range s.Arcs {
		m := mark(marks.Links, a.Dep)
		switch {
		case int(a.Dep) >= len(s.Tokens):
		case a.Head >= 0 && int(a.Head) < len(s.Tokens) && a.Head != a.Dep:
			all = append(all, arch{int(a.Head), int(a.Dep), s.Name(a.Rel), m})
		case a.Head == treebank.Root:
			roots[a.Dep] = m.sign() + s.Name(a.Rel)
		default:
			roots[a.Dep] = "?"
		}
	}
	widths := make([]float64, len(s.Tokens))
	for i := range s.Tokens {
		tag, _ := leaf(s, int32(i), marks)
		widths[i] = max(textWidth(s.Str(s.Tokens[i].Form), fontSize), textWidth(tag, 12), textWidth(roots[int32(i)], 12))
	}
	at := spread(widths, all)
	base := p.arches(all, at)
	for i := range s.Tokens {
		p.text(at[i], base+fontSize+4, s.Str(s.Tokens[i].Form), "", Plain)
		tag, tm := leaf(s, int32(i), marks)
		p.text(at[i], base+2*fontSize+8, tag, "tag", tm)
		if r, ok := roots[int32(i)]; ok {
			m := mark(marks.Links, int32(i))
			p.text(at[i], base+3*fontSize+12, "↑"+r, "rel", m)
		}
	}
}

func (p *picture) graph(s *treebank.Sentence, marks Marks) {
	order := make([]int, len(s.Nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if d := s.Nodes[a].From - s.Nodes[b].From; d != 0 {
			return int(d)
		}
		return int(s.Nodes[b].To - s.Nodes[a].To)
	})
	place := make([]int, len(s.Nodes))
	widths := make([]float64, len(s.Nodes))
	texts := make([]string, len(s.Nodes))
	for r, n := range order {
		place[n] = r
		texts[r] = nodeText(s, int32(n), mark(marks.Nodes, int32(n)))
		widths[r] = textWidth(texts[r], fontSize)
	}
	var all []arch
	for i, e := range s.Edges {
		if e.From >= 0 && e.To >= 0 && int(e.From) < len(place) && int(e.To) < len(place) && e.From != e.To {
			all = append(all, arch{place[e.From], place[e.To], s.Name(e.Label), mark(marks.Edges, int32(i))})
		}
	}
	at := spread(widths, all)
	base := p.arches(all, at)
	for r, n := range order {
		m := mark(marks.Nodes, int32(n))
		p.text(at[r], base+fontSize+4, texts[r], "", m)
		if slices.Contains(s.Tops, int32(n)) {
			p.text(at[r], base+2*fontSize+8, "↑top", "rel", Plain)
		}
	}
}

package chart

import (
	"fmt"
	"html"
	"strings"
)

// A Share is a part of a whole, drawn as a stretch of a bar.
type Share struct {
	Name  string
	Size  float64
	Class string // of the page's styles
	Href  string
}

// Shares draws parts of a whole as one bar, their names in a tooltip and their sizes on
// them where there is room.
func Shares(title string, parts []Share) string {
	const width, height = 560.0, 40.0
	total := 0.0
	for _, p := range parts {
		total += p.Size
	}
	var out strings.Builder
	begin := 0.0
	for _, part := range parts {
		if part.Size <= 0 || total <= 0 {
			continue
		}
		wide := width * part.Size / total
		text := fmt.Sprintf("%.0f", part.Size)
		name := fmt.Sprintf("%s: %s of %.0f", part.Name, text, total)
		if part.Href != "" {
			fmt.Fprintf(&out, `<a href="%s" aria-label="%s">`, html.EscapeString(part.Href), html.EscapeString(name))
		}
		fmt.Fprintf(&out, `<rect class="%s" x="%.1f" y="0" width="%.1f" height="%.0f"><title>%s</title></rect>`,
			part.Class, begin, max(wide-1, 1), height, html.EscapeString(name))
		if part.Href != "" {
			out.WriteString("</a>")
		}
		if extent(text)+6 < wide { // outside of the link, whose name has it
			fmt.Fprintf(&out, `<text class="%s" x="%.1f" y="25" text-anchor="middle" pointer-events="none">%s</text>`,
				part.Class,
				begin+wide/2, text)
		}
		out.WriteString("\n")
		begin += wide
	}
	return titled("shares", width, height, title, out.String())
}

// titled is a drawing with a title for those who do not see it.
func titled(class string, width, height float64, title, body string) string {
	return fmt.Sprintf(`<svg class="%s" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="%s" aria-label="%s">`+
		"\n%s</svg>", strings.TrimSpace("chart "+class), width, height, width, height, role(body), html.EscapeString(title),
		body)
}

// role is the role of a drawing: one with links is not one image.
func role(content string) string {
	if strings.Contains(content, "<a ") {
		return "group"
	}
	return "img"
}

// A Gap is the difference of two systems in one group, with its interval.
type Gap struct {
	Name             string
	Value, Low, High float64
	Size             float64 // of the group in gold
	Href             string
}

// Gaps draws differences as points with their intervals, a line each, about a line at
// zero.
func Gaps(title string, gaps []Gap, rate bool) string {
	const line, names, sizes, width, head, foot = 24.0, 130.0, 60.0, 560.0, 12.0, 40.0
	from, to := 0.0, 0.0
	for _, g := range gaps {
		for _, v := range []float64{g.Value, g.Low, g.High} {
			if finite(v) {
				from, to = min(from, v), max(to, v)
			}
		}
	}
	if from == to {
		from, to = -0.01, 0.01
	}
	space := width - names - sizes - 24
	x := func(v float64) float64 { return names + 12 + space*(v-from)/(to-from) }
	end := head + line*float64(len(gaps))
	var out strings.Builder
	fmt.Fprintf(&out, `<line class="grid" x1="%.1f" y1="0" x2="%.1f" y2="%.1f"/><line class="zero" x1="%.1f" y1="0" x2="%.1f" y2="%.1f"/>`+"\n", names, names, end, x(0), x(0), end)
	for i, gap := range gaps {
		y := head + line*(float64(i)+.5)
		label := fmt.Sprintf(`<text x="%.1f" y="%.1f" text-anchor="end">%s</text>`, names-6, y+4,
			html.EscapeString(shorten(gap.Name, names-10)))
		if gap.Href != "" {
			label = fmt.Sprintf(`<a href="%s" class="link"><rect class="room" x="0" y="%.1f" width="%.1f" height="%.0f"/>%s</a>`, html.EscapeString(gap.Href), y-line/2, names, line, label)
		}
		out.WriteString(label)
		class := "unclear"
		if gap.Low > 0 || gap.High < 0 {
			class = "clear"
		}
		if low, high := max(gap.Low, from), min(gap.High, to); low <= high {
			fmt.Fprintf(&out, `<line class="reach %s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`, class, x(low), y, x(high), y)
		}
		fmt.Fprintf(&out, `<circle class="%s" cx="%.1f" cy="%.1f" r="4"><title>%s: %s (%s to %s)</title></circle>`,
			class, x(gap.Value), y, html.EscapeString(gap.Name), number1(gap.Value, rate), number1(gap.Low, rate),
			number1(gap.High, rate))
		fmt.Fprintf(&out, `<text class="small" x="%.1f" y="%.1f" text-anchor="end">%.0f</text>`+"\n", width-2, y+4, gap.Size)
	}
	for _, v := range roundNumbers(from, to) {
		fmt.Fprintf(&out, `<text class="small" x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, x(v), end+16,
			strings.Replace(axisNumber(v, rate), "-", "−", 1))
	}
	fmt.Fprintf(&out, `<text class="small" x="%.1f" y="%.1f" text-anchor="end">in gold</text>`, width-2, end+16)
	return titled("gaps", width, end+foot, title, out.String())
}

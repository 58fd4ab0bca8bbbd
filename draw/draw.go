package draw

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"assay/treebank"
)

func itoa(n int32) string { return strconv.Itoa(int(n)) }

// A View is what of a sentence is drawn.
type View int

// The views.
const (
	Auto  View = iota // the first that the sentence has: graph, phrases, arcs
	Tree              // constituents
	Arcs              // dependencies
	Graph             // the semantic graph
)

// of returns the view that s has.
func (v View) of(s *treebank.Sentence) View {
	switch {
	case v != Auto:
		return v
	case len(s.Nodes) > 0:
		return Graph
	case len(s.Phrases) > 0:
		return Tree
	}
	return Arcs
}

// Options of a drawing.
type Options struct {
	View   View
	Width  int  // cells of the terminal, 0 if unknown
	Colour bool // ANSI colours
}

func (o Options) canvas(s *treebank.Sentence, m Marks) *canvas {
	switch o.View.of(s) {
	case Graph:
		return graph(s, m)
	case Tree:
		return tree(s, m, o.Width)
	}
	return arcs(s, m)
}

// Terminal draws s with lines of text. A sentence with nothing in it gives a
// line that says so.
func Terminal(w io.Writer, s *treebank.Sentence, m Marks, opt Options) error {
	if len(s.Tokens) == 0 && len(s.Nodes) == 0 {
		_, err := io.WriteString(w, "(nothing to draw)\n")
		return err
	}
	c := opt.canvas(s, m)
	b := bufio.NewWriter(w)
	for y := range c.rows {
		b.WriteString(c.line(y, opt.Colour) + "\n")
	}
	return b.Flush()
}

// Pair draws gold and system side by side where the window is wide enough, one
// below the other where it is not.
func Pair(w io.Writer, gold, system *treebank.Sentence, gm, sm Marks, opt Options) error {
	g, s := opt.canvas(gold, gm), opt.canvas(system, sm)
	b := bufio.NewWriter(w)
	const gap = 3
	wide := max(g.width(), 4)
	if opt.Width > 0 && wide+gap+max(s.width(), 6) > opt.Width {
		b.WriteString("gold\n")
		for y := range g.rows {
			b.WriteString(g.line(y, opt.Colour) + "\n")
		}
		b.WriteString("system\n")
		for y := range s.rows {
			b.WriteString(s.line(y, opt.Colour) + "\n")
		}
		return b.Flush()
	}
	b.WriteString("gold" + strings.Repeat(" ", wide+gap-4) + "system\n")
	for y := range max(len(g.rows), len(s.rows)) {
		left := ""
		used := 0
		if y < len(g.rows) {
			left = g.line(y, opt.Colour)
			used = Width(strings.TrimRight(g.line(y, false), " "))
		}
		line := left + strings.Repeat(" ", max(0, wide+gap-used))
		if y < len(s.rows) {
			line += s.line(y, opt.Colour)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.Flush()
}

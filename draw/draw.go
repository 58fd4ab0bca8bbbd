package draw

import (
	"bufio"
	"cmp"
	"io"
	"strconv"

	"assay/treebank"
)

func itoa(n int32) string { return strconv.Itoa(int(n)) }

// A View is the layer of a sentence that is drawn.
type View int

// The views.
const (
	ViewAuto  View = iota // the first that the sentence has: boxes, graph, sets, phrases, arcs
	ViewTree              // constituents
	ViewArcs              // dependencies
	ViewGraph             // the semantic graph
	ViewSets              // sets of words: expressions, mentions of entities
	ViewBoxes             // a discourse representation as boxes
)

// of returns the view that sentence has.
func (v View) of(sentence *treebank.Sentence) View {
	switch {
	case v != ViewAuto:
		return v
	case IsBoxes(sentence):
		return ViewBoxes
	case len(sentence.Nodes) > 0:
		return ViewGraph
	case IsSets(sentence):
		return ViewSets
	case len(sentence.Phrases) > 0:
		return ViewTree
	}
	return ViewArcs
}

// Options of a drawing.
type Options struct {
	View   View
	Width  int     // cells of the terminal, 0 if unknown
	Room   float64 // pixels of a picture, 0 without a limit: wider graphs are wrapped
	Colour bool    // ANSI colours
	// Sides are the names of the two sides of a Pair; "gold" and "system" if empty.
	Sides [2]string
	// Unfold draws all of a pair of trees, also the parts that are equal on both sides.
	Unfold bool
}

// The most that is drawn of trees, whose drawing has as many rows as phrases within one another, and as many columns
// as words have letters: its cells take memory.
const (
	mostDepth     = 500
	mostTreeCells = 300_000 // words times depth
)

// TooLarge returns the reason why sentence is not drawn with these options, "" if it is.
func TooLarge(sentence *treebank.Sentence, opt Options) string {
	return tooLarge(sentence, opt.View.of(sentence))
}

// tooLarge returns the reason why sentence cannot be drawn in a view, "" if it can.
func tooLarge(sentence *treebank.Sentence, view View) string {
	deepest := int32(0)
	depth := make([]int32, len(sentence.Phrases)) // parents come first
	for i := range sentence.Phrases {
		if p := sentence.Phrases[i].Parent; p >= 0 && int(p) < i {
			depth[i] = depth[p] + 1
		}
		if view == ViewTree && depth[i] > mostDepth {
			return "phrases nested more than " + itoa(mostDepth) + " deep"
		}
		deepest = max(deepest, depth[i])
	}
	if words := len(sentence.Tokens); view == ViewTree && words*int(deepest) > mostTreeCells {
		return itoa(int32(words)) + " words under phrases nested " + itoa(deepest) + " deep"
	}
	return ""
}

func (o Options) canvas(sentence *treebank.Sentence, marks Marks) *canvas {
	var c *canvas
	if why := tooLarge(sentence, o.View.of(sentence)); why != "" {
		c = &canvas{}
		c.put(0, 0, "(too large to draw: "+why+")", Plain)
		return c
	}
	switch o.View.of(sentence) {
	case ViewGraph:
		if crowded(sentence, ViewGraph) != "" {
			return edgeList(sentence, marks).canvas(o.Width)
		}
		c = narrowed(o.Width, func(step int) *canvas { return graph(sentence, marks, step, 0) })
		if o.Width > 0 && c.width() > o.Width {
			c = graph(sentence, marks, 1, o.Width)
		}
	case ViewTree:
		c = tree(sentence, marks, o.Width)
	case ViewBoxes:
		c = newDRS(sentence, marks).boxCanvas(cmp.Or(o.Width, 1<<20))
	case ViewSets:
		c = setCanvas(sentence, [2][]wordSet{nil, setsOf(sentence, marks)}, [2]string{}, o.Width)
	default:
		if crowded(sentence, ViewArcs) != "" {
			return arcList(sentence, marks).canvas(o.Width)
		}
		c = narrowed(o.Width, func(step int) *canvas { return arcs(sentence, marks, step) })
	}
	if len(c.rows) == 0 {
		c.put(0, 0, nothing(sentence), Plain)
	}
	return c
}

// nothing returns the reason why there is nothing to draw.
func nothing(s *treebank.Sentence) string {
	switch {
	case s.Failure != "":
		return "(no analysis: " + s.Failure + ")"
	case s.Missing:
		return "(no analysis)"
	}
	return "(nothing to draw)"
}

// Terminal draws s with lines of text. A sentence with nothing in it gives a
// line that says so.
func Terminal(w io.Writer, s *treebank.Sentence, m Marks, opt Options) error {
	b := bufio.NewWriter(w)
	opt.canvas(s, m).directed(s).write(b, opt.Colour)
	return b.Flush()
}

func (c *canvas) write(b *bufio.Writer, colour bool) {
	for y := range c.rows {
		b.WriteString(c.line(y, colour) + "\n")
	}
}

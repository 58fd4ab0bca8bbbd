// Package draw draws sentences: constituents as trees, dependencies as arcs,
// semantic graphs as arcs over spans, in the terminal and as SVG.
//
// In the terminal a sentence is drawn with one word to a line, so that a sentence of any length
// fits any window; trees grow from the left, arcs are to the left of the words. A tree that is
// wider than the window is drawn as an outline, with a line for each phrase. Crossing branches
// of discontinuous phrases are drawn as they are. Matching, missing and spurious parts differ in
// shape as well as in colour.
//
// Widths are those of a terminal with East Asian wide characters (UAX #11),
// counted by grapheme cluster (UAX #29).
package draw

import (
	"slices"
	"sort"
	"strings"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/mattn/go-runewidth"

	"assay/draw/picture"
	"assay/internal/screen"
)

// A Mark is the outcome of comparing a phrase, a link, a node or an edge.
type Mark uint8

// The marks.
const (
	Plain      Mark = iota
	Match           // both sides have it
	Miss            // only gold has it
	Extra           // only the system has it
	Cross           // it crosses something of the other side
	Wrong           // the other side says something else
	Focus           // the one that is asked about
	WrongHead       // a dependency of which the score counts the head as wrong
	WrongLabel      // a dependency of which the score counts the label as wrong
	WrongBoth       // a dependency of which the score counts both as wrong
)

// sign is the shape of a mark, put before a label.
func (m Mark) sign() string {
	return [...]string{"", "", "−", "+", "×", "≠", "▸", "≠", "≠", "≠"}[m]
}

// colour is the ANSI colour of a mark: chosen to differ for colour-blind eyes.
func (m Mark) colour() string {
	return [...]string{"", "2", "33", "31;1", "35;1", "31;1", "36;1", "31;1", "36;1", "35;1"}[m]
}

// The four directions a line can leave a cell in.
const (
	up = 1 << iota
	down
	left
	right
)

var boxes = [16]string{
	0: " ", up: "│", down: "│", up | down: "│", left: "─", right: "─", left | right: "─",
	down | right: "╭", down | left: "╮", up | right: "╰", up | left: "╯",
	up | down | right: "├", up | down | left: "┤", down | left | right: "┬", up | left | right: "┴",
	up | down | left | right: "┼",
}

type cell struct {
	text  string // a grapheme cluster; "" is none
	lines uint8
	wide  bool // the right half of a wide cluster: nothing is printed
	mark  Mark
}

// A canvas is a grid of terminal cells that grows as needed.
type canvas struct {
	rows    [][]cell
	outline bool // phrases are below one another
}

func (c *canvas) at(row, col int) *cell {
	for len(c.rows) <= row {
		c.rows = append(c.rows, nil)
	}
	r := c.rows[row]
	for len(r) <= col {
		r = append(r, cell{})
	}
	c.rows[row] = r
	return &r[col]
}

// horizontal draws a line from column a to column b, both included.
func (c *canvas) horizontal(row, a, b int, mark Mark) {
	for x := a; x <= b; x++ {
		k := c.at(row, x)
		if x > a {
			k.lines |= left
		}
		if x < b {
			k.lines |= right
		}
		k.mark = max(k.mark, mark)
	}
}

// vertical draws a line from row a to row b, both included.
func (c *canvas) vertical(col, a, b int, mark Mark) {
	for y := a; y <= b; y++ {
		k := c.at(y, col)
		if y > a {
			k.lines |= up
		}
		if y < b {
			k.lines |= down
		}
		k.mark = max(k.mark, mark)
	}
}

// put writes s from column col on and returns the column after it.
func (c *canvas) put(row, col int, s string, mark Mark) int {
	g := graphemes.FromString(screen.Plain(s))
	for g.Next() {
		w := runewidth.StringWidth(g.Value())
		if w == 0 { // a lone combining mark needs a base character
			*c.at(row, col) = cell{text: "◌" + g.Value(), mark: mark}
			col++
			continue
		}
		*c.at(row, col) = cell{text: g.Value(), mark: mark}
		for i := 1; i < w; i++ {
			*c.at(row, col+i) = cell{wide: true, mark: mark}
		}
		col += w
	}
	if strings.ContainsFunc(s, picture.RightToLeft) { // a left-to-right mark keeps the text after it in its column
		for i := col - 1; i >= 0; i-- {
			if k := c.at(row, i); !k.wide {
				k.text += "\u200e"
				break
			}
		}
	}
	return col
}

// Width is the number of terminal cells that s takes.
func Width(s string) int {
	n := 0
	g := graphemes.FromString(screen.Plain(s))
	for g.Next() {
		n += max(1, runewidth.StringWidth(g.Value()))
	}
	return n
}

// width is the width of the widest row.
func (c *canvas) width() int {
	w := 0
	for _, r := range c.rows {
		w = max(w, len(r))
	}
	return w
}

// used is the number of cells of row y up to the last that is not blank.
func (c *canvas) used(y int) int {
	row := c.rows[y]
	end := len(row)
	for end > 0 && row[end-1].text == "" && row[end-1].lines == 0 && !row[end-1].wide {
		end--
	}
	return end
}

// folded returns c with rows that are wider than the window broken at blanks of the text
// that begins in a column. Lines to rows below go on beside the broken text.
func (c *canvas) folded(column, window int) *canvas {
	const indent = 2
	out := &canvas{outline: c.outline}
	for y := range c.rows {
		row := c.rows[y][:c.used(y)]
		out.rows = append(out.rows, row)
		for from := column; len(row) > window; from = column + indent {
			cut := -1
			for x := from; x < len(row) && (x <= window || cut < 0); x++ {
				if row[x].text == " " && x > from {
					cut = x
				}
			}
			if cut < 0 {
				break
			}
			rest := make([]cell, column+indent, column+indent+len(row)-cut)
			for x := range row[:column] {
				if row[x].lines&down != 0 {
					rest[x] = cell{lines: up | down, mark: row[x].mark}
				}
			}
			out.rows[len(out.rows)-1] = row[:cut]
			row = append(rest, row[cut+1:]...)
			out.rows = append(out.rows, row)
		}
	}
	return out
}

// line returns row y as text, with colours if asked for.
func (c *canvas) line(y int, colour bool) string {
	var out strings.Builder
	last := Plain
	if y >= len(c.rows) {
		return ""
	}
	for _, k := range c.rows[y][:c.used(y)] {
		if k.wide {
			continue
		}
		if colour && k.mark != last {
			if last.colour() != "" {
				out.WriteString("\x1b[0m")
			}
			if k.mark.colour() != "" {
				out.WriteString("\x1b[" + k.mark.colour() + "m")
			}
			last = k.mark
		}
		if k.text != "" {
			out.WriteString(k.text)
		} else {
			out.WriteString(boxes[k.lines])
		}
	}
	if colour && last.colour() != "" {
		out.WriteString("\x1b[0m")
	}
	return out.String()
}

// lanes gives each interval a lane so that intervals of one lane do not
// overlap; shorter ones get the lower lanes where possible. It returns the
// lane of each and how many there are.
func lanes(spans [][2]int, touch bool) ([]int, int) {
	order := make([]int, len(spans))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return (spans[a][1] - spans[a][0]) - (spans[b][1] - spans[b][0])
	})
	lane := make([]int, len(spans))
	var used [][][2]int // the spans of each lane, by their places: no two clash
	for _, i := range order {
		l, at := 0, 0
		for ; l < len(used); l++ {
			var free bool
			if at, free = room(used[l], spans[i], touch); free {
				break
			}
		}
		if l == len(used) {
			used, at = append(used, nil), 0
		}
		used[l] = slices.Insert(used[l], at, spans[i])
		lane[i] = l
	}
	return lane, len(used)
}

// room returns the place of a span among those of a lane, and whether it clashes with none.
func room(used [][2]int, s [2]int, touch bool) (at int, free bool) {
	apart := func(first, second [2]int) bool {
		return first[1] < second[0] || !touch && first[1] == second[0]
	}
	at = sort.Search(len(used), func(k int) bool { return !apart(used[k], s) })
	return at, at == len(used) || apart(s, used[at])
}

package report

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"assay/internal/screen"
)

// columnWidth is the width of a column in characters.
func (t *Table) columnWidth(i int) int {
	w := 0
	if i < len(t.Head) {
		w = text.LongestLineLen(t.Head[i])
	}
	for _, r := range t.Rows {
		if i < len(r) {
			for line := range strings.SplitSeq(r[i].Text, "\n") {
				w = max(w, text.StringWidthWithoutEscSequences(line))
			}
		}
	}
	return w
}

// width is how wide the table is as text.
func (t *Table) width() int {
	n := -2
	for i := range t.Head {
		n += t.columnWidth(i) + 2
	}
	return n
}

// Turned returns the table with rows and columns exchanged, and a head for the first column.
func (t *Table) Turned(head string) *Table {
	out := &Table{Title: t.Title, Head: []string{head}, Notes: t.Notes}
	for _, r := range t.Rows {
		out.Head = append(out.Head, r[0].Text)
	}
	for i, h := range t.Head[1:] {
		row := []Cell{Label(h)}
		for _, r := range t.Rows {
			row = append(row, r[i+1])
		}
		out.Add(row...)
	}
	return out
}

// transposed exchanges rows and columns. Where the names of the rows are too
// long for heads of columns, letters replace them, and the lead explains the letters.
func (t *Table) transposed(width int) *Table {
	out := t.Turned("score")
	if out.width() <= width {
		return out
	}
	for i := range t.Rows {
		letter := letter(i)
		out.Lead = append(out.Lead, letter+"  "+out.Head[i+1])
		out.Head[i+1] = letter
	}
	return out
}

// letter is the name of system i in narrow tables: A, B, ... Z, A2, ...
func letter(i int) string {
	s := string(rune('A' + i%26))
	if i >= 26 {
		s += strconv.Itoa(i/26 + 1)
	}
	return s
}

// fit leaves out columns until the table is no wider than width, and says how
// many: those after the first count first, then those before it, from the right.
func (t *Table) fit(width int) *Table {
	gone, keep := 0, t.count
	for t.width() > width && len(t.Head) > 3 {
		at := len(t.Head) - 1
		if at <= keep {
			keep--
			if at = keep; at < 2 {
				break
			}
		}
		t.drop(at)
		gone++
	}
	if gone > 0 {
		t.Notes = append(t.Notes, Plural(gone, "column")+" left out: --format csv has all")
	}
	return t
}

// drop takes a column out.
func (t *Table) drop(at int) {
	t.Head = slices.Delete(slices.Clone(t.Head), at, at+1)
	for i, r := range t.Rows {
		if at < len(r) {
			t.Rows[i] = slices.Delete(slices.Clone(r), at, at+1)
		}
	}
}

// on returns the table in a form, in text as the window shows it.
func (t *Table) on(window Screen, format Format) string {
	if format != TextFormat {
		return t.render(format, false)
	}
	if window.Width == 0 {
		return t.render(format, window.Colours)
	}
	narrow := *t
	narrow.Rows = slices.Clone(t.Rows)
	narrow.Fit(window.Width)
	title := folded([]string{t.Title}, window.Width)
	narrow.Title = title[0]
	narrow.Lead, narrow.Notes = append(title[1:], folded(t.Lead, window.Width)...), folded(t.Notes, window.Width)
	var out strings.Builder
	for _, part := range narrow.parts(window.Width) {
		out.WriteString(part.render(format, window.Colours))
	}
	return out.String()
}

// copied reports whether a line is copied whole, so that it is not broken: a signature, or a command.
func copied(line string) bool {
	return strings.HasPrefix(line, "cite: ") || strings.HasPrefix(line, "see: assay errors ")
}

// folded breaks lines that are longer than width, but for those that are copied.
func folded(lines []string, width int) (out []string) {
	for _, l := range lines {
		if copied(l) {
			out = append(out, l)
			continue
		}
		out = append(out, strings.Split(screen.Fold(l, width), "\n")...)
	}
	return out
}

// parts returns a table as tables that are no wider than width, if single columns are
// not: each has the first column, and the columns after those of the part before it.
func (t *Table) parts(width int) []*Table {
	if t.width() <= width || len(t.Head) < 3 {
		return []*Table{t}
	}
	var out []*Table
	for from := 1; from < len(t.Head); {
		columns := []int{0}
		room := width - t.columnWidth(0)
		for from < len(t.Head) && (len(columns) == 1 || room >= t.columnWidth(from)+2) {
			columns = append(columns, from)
			room -= t.columnWidth(from) + 2
			from++
		}
		part := t.Columns(columns...)
		part.Title, part.Notes = "", nil
		out = append(out, part)
	}
	out[0].Title, out[0].Lead = t.Title, t.Lead
	for _, part := range out[1:] {
		part.Lead = []string{""}
	}
	out[len(out)-1].Notes = t.Notes
	return out
}

// Columns returns the table with these columns only.
func (t *Table) Columns(at ...int) *Table {
	out := &Table{Title: t.Title, Notes: t.Notes}
	for _, i := range at {
		out.Head = append(out.Head, t.Head[i])
	}
	for _, r := range t.Rows {
		var row []Cell
		for _, i := range at {
			if i < len(r) {
				row = append(row, r[i])
			}
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// Fit breaks the lines of the widest columns of text until the table is no wider
// than width, as far as possible; a width of 0 is no limit.
func (t *Table) Fit(width int) *Table {
	const narrowest = 8
	if width > 0 && t.width() > width {
		t.breakHeads()
	}
	if width == 0 || t.width() <= width {
		return t
	}
	var widths []int // of the columns of text
	room := width + 2
	for i := range t.Head {
		if w := t.columnWidth(i); t.numeric(i) {
			room -= w + 2
		} else {
			room -= 2
			widths = append(widths, w)
		}
	}
	most := evenly(widths, room, narrowest)
	for i := range t.Head {
		if !t.numeric(i) && t.columnWidth(i) > most {
			t.breakLines(i, most)
		}
	}
	return t
}

// evenly returns the largest width of columns, but no less than least, with which their
// sum is in room: columns that are narrower keep their widths.
func evenly(widths []int, room, least int) int {
	slices.Sort(widths)
	for i, w := range widths {
		if each := room / (len(widths) - i); w > each {
			return max(each, least)
		}
		room -= w
	}
	return math.MaxInt
}

// breakHeads wraps heads that are longer than the cells below them.
func (t *Table) breakHeads() {
	t.Head = slices.Clone(t.Head)
	for i, h := range t.Head {
		room := 0
		for _, w := range strings.Fields(h) {
			room = max(room, len(w))
		}
		for _, r := range t.Rows {
			if i < len(r) {
				room = max(room, text.LongestLineLen(r[i].Text))
			}
		}
		if room > 0 && room < len(h) {
			t.Head[i] = wrapped(h, room)
		}
	}
}

// breakLines wraps the texts of a column.
func (t *Table) breakLines(at, width int) {
	for i, r := range t.Rows {
		if at < len(r) {
			row := slices.Clone(r)
			row[at].Text = wrapped(shortWords(row[at].Text, width), width)
			t.Rows[i] = row
		}
	}
}

// wrapped breaks a text into lines of a width, without blanks at their ends.
func wrapped(s string, width int) string {
	return strings.TrimSuffix(trimLines(text.WrapSoft(s, width)), "\n")
}

// shortWords leaves out the middle of words longer than width.
func shortWords(s string, width int) string {
	words := strings.Split(s, " ")
	for i, w := range words {
		if r := []rune(w); len(r) > width {
			words[i] = string(r[:width/2-1]) + "…" + string(r[len(r)-(width-width/2):])
		}
	}
	return strings.Join(words, " ")
}

// Narrow returns the table with rows and columns exchanged where it is wider
// than width and would then be narrower; a width of 0 is no limit.
func (t *Table) Narrow(width int) *Table {
	if width == 0 || t.width() <= width || len(t.Rows) == 0 {
		return t
	}
	if turned := t.transposed(width); turned.width() < t.width() {
		return turned
	}
	return t
}

// Wrap breaks notes into lines that are no longer than a table may be, without signatures and commands.
func (l Layout) Wrap(notes []string) (out []string) {
	for _, n := range notes {
		if l.Width > 0 && !copied(n) {
			n = text.WrapSoft(n, l.Width)
		}
		for line := range strings.SplitSeq(n, "\n") {
			out = append(out, strings.TrimRight(line, " "))
		}
	}
	return out
}

package report

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// columnWidth is the width of a column in characters.
func (t *Table) columnWidth(i int) int {
	w := 0
	if i < len(t.Head) {
		w = text.StringWidthWithoutEscSequences(t.Head[i])
	}
	for _, r := range t.Rows {
		if i < len(r) {
			w = max(w, text.StringWidthWithoutEscSequences(r[i].Text))
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

// transposed exchanges rows and columns. Where the names of the rows are too
// long for heads of columns, letters replace them, and the lead explains those.
func (t *Table) transposed(width int) *Table {
	out := &Table{Title: t.Title, Head: []string{"score"}, Notes: t.Notes}
	for _, r := range t.Rows {
		out.Head = append(out.Head, r[0].Text)
	}
	for i, h := range t.Head[1:] {
		row := []Cell{Label(h)}
		for _, r := range t.Rows {
			row = append(row, r[i+1])
		}
		out.Rows = append(out.Rows, row)
	}
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
		t.Notes = append(t.Notes, plural(gone, "column")+" left out: --format csv has all")
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

// wrap breaks notes into lines that are no longer than a table may be.
func (l Layout) wrap(notes []string) (out []string) {
	for _, n := range notes {
		if l.Width > 0 {
			n = text.WrapSoft(n, l.Width)
		}
		for line := range strings.SplitSeq(n, "\n") {
			out = append(out, strings.TrimRight(line, " "))
		}
	}
	return out
}

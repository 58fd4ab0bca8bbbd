package draw

import "assay/treebank"

// outline draws the constituents of a continuous tree for a narrow window: each
// phrase is below the one that contains it, three cells to the right. Phrases and
// words that are the only ones in theirs stay in its line while there is room;
// the lines below such a line are in its last phrase.
func outline(s *treebank.Sentence, marks Marks, window int) *canvas {
	o := &outliner{s: s, marks: marks, window: window, canvas: &canvas{outline: true}}
	o.kids.Build(s)
	for _, k := range o.kids.Of(-1) {
		o.child(k, 0)
	}
	return o.canvas
}

type outliner struct {
	s      *treebank.Sentence
	marks  Marks
	window int
	kids   treebank.Children
	canvas *canvas
	row    int // the next one
}

// child draws a phrase or a word on a new row from column col on.
func (o *outliner) child(child int32, col int) {
	const join = 4 // cells of " ── " between phrases and words of one line
	canvas, row, at := o.canvas, o.row, col
	o.row++
	for {
		q := o.kids.Phrase(child)
		if q < 0 {
			tag, m := leaf(o.s, child, o.marks)
			canvas.put(row, canvas.put(row, at, tag, m)+1, o.s.Str(o.s.Tokens[child].Form), Plain)
			return
		}
		m := mark(o.marks.Phrases, q)
		end := canvas.put(row, at, label(o.s, q, m), m)
		kids := o.kids.Of(q)
		if len(kids) == 0 {
			canvas.put(row, end+1, "∅", m)
			return
		}
		if len(kids) == 1 && (at == col || end+join+o.width(kids[0]) <= o.window) {
			canvas.horizontal(row, end+1, end+join-2, m)
			canvas.at(row, end+1).lines |= left
			canvas.at(row, end+join-2).lines |= right
			child, at = kids[0], end+join
			continue
		}
		for i, k := range kids {
			canvas.vertical(col, o.row-1, o.row, m)
			if i == 0 {
				canvas.at(o.row-1, col).lines = 0 // the label is there
			}
			canvas.horizontal(o.row, col, col+1, m)
			canvas.at(o.row, col+1).lines |= right
			from := o.row
			o.child(k, col+3)
			if i < len(kids)-1 {
				canvas.vertical(col, from, o.row-1, m)
			}
		}
		return
	}
}

// width is the width of a phrase's label, or of a word with its tag.
func (o *outliner) width(child int32) int {
	if q := o.kids.Phrase(child); q >= 0 {
		return Width(label(o.s, q, mark(o.marks.Phrases, q)))
	}
	tag, _ := leaf(o.s, child, o.marks)
	return Width(tag) + 1 + Width(o.s.Str(o.s.Tokens[child].Form))
}

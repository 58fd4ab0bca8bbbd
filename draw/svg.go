package draw

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"assay/draw/picture"
	"assay/treebank"
)

// The measures of a drawing, in pixels.
const (
	fontSize = 14.0
	wordGap  = 14.0
	levelUp  = 38.0
	fileRoom = 1200.0 // width of a file with boxes
)

// kind is the appearance of a mark in a picture.
func (m Mark) kind() picture.Kind {
	return [...]picture.Kind{picture.KindPlain, picture.KindAgree, picture.KindMiss, picture.KindExtra,
		picture.KindCross, picture.KindWrong, picture.KindFocus, picture.KindHead, picture.KindLabel,
		picture.KindBoth}[m]
}

// textWidth estimates the width of s.
func textWidth(s string, size float64) float64 { return picture.Width(s, size) }

// A pen draws one sentence.
type pen struct{ *picture.Picture }

func (p *pen) text(x, y float64, s string, role picture.Role, m Mark) {
	p.Text(x, y, s, role, m.kind())
}

func (p *pen) line(x1, y1, x2, y2 float64, m Mark) { p.Line(x1, y1, x2, y2, m.kind()) }

// SVG draws s as an SVG file.
func SVG(w io.Writer, s *treebank.Sentence, m Marks, opt Options) error {
	return Picture(s, m, opt).SVG(w)
}

// Picture draws sentence for a file.
func Picture(sentence *treebank.Sentence, marks Marks, opt Options) *picture.Picture {
	p := leftward(sentence, marks, opt)
	if fromRight(sentence) {
		p.Mirror()
	}
	return p
}

// leftward draws sentence as one that is read from the left.
func leftward(sentence *treebank.Sentence, marks Marks, opt Options) *picture.Picture {
	p := &pen{picture.New(words(sentence))}
	note := func(text string) { p.text(textWidth(text, 12)/2, 12, text, picture.RoleTag, Plain) }
	why := tooLarge(sentence, opt.View.of(sentence))
	switch {
	case why != "":
		note("(too large to draw: " + why + ")")
	case len(sentence.Tokens) == 0 && len(sentence.Nodes) == 0 && len(sentence.Phrases) == 0:
		note(nothing(sentence))
	case opt.View.of(sentence) == ViewBoxes:
		return newDRS(sentence, marks).boxPicture(cmp.Or(opt.Room, fileRoom))
	case opt.View.of(sentence) == ViewGraph && crowded(sentence, ViewGraph) != "":
		return edgeList(sentence, marks).picture(words(sentence))
	case opt.View.of(sentence) == ViewGraph:
		return graphPicture(sentence, marks, opt.Room)
	case opt.View.of(sentence) == ViewTree:
		p.tree(sentence, marks)
	case opt.View.of(sentence) == ViewSets:
		return setPicture(sentence, [2][]wordSet{nil, setsOf(sentence, marks)}, opt.Room)
	case crowded(sentence, ViewArcs) != "":
		return arcList(sentence, marks).picture(words(sentence))
	default:
		p.arcs(sentence, marks, opt.Room)
	}
	return p.Picture
}

// words returns the words of a sentence between blanks.
func words(sentence *treebank.Sentence) string {
	var out strings.Builder
	for i := range sentence.Tokens {
		if i > 0 {
			out.WriteByte(' ')
		}
		out.Write(sentence.Word(int32(i)))
	}
	return out.String() + Noted(sentence)
}

// tree draws constituents from the top down, words on one line at the bottom; a
// phrase is above the middle of its children, so the branches of a discontinuous
// one cross others.
func (p *pen) tree(sentence *treebank.Sentence, marks Marks) {
	l := place(sentence)
	tall := levelsAbove(sentence)
	base := fontSize + float64(slices.Max(append(tall, 0)))*levelUp
	wide := make([]float64, l.rows)
	for i := range sentence.Tokens {
		tag, _ := leaf(sentence, int32(i), marks)
		wide[l.tokenAt[i]] = max(textWidth(sentence.Str(sentence.Tokens[i].Form), fontSize), textWidth(tag, 12))
	}
	for q, ph := range sentence.Phrases { // a label needs room where nothing else makes it
		if r := l.row[q]; ph.End-ph.Begin <= 1 {
			wide[r] = max(wide[r], textWidth(label(sentence, int32(q), mark(marks.Phrases, int32(q))), fontSize))
		}
	}
	at := middles(wide, wordGap)
	px := make([]float64, len(sentence.Phrases))
	py := make([]float64, len(sentence.Phrases))
	for q := len(sentence.Phrases) - 1; q >= 0; q-- {
		kids := l.kids.Of(int32(q))
		py[q] = base - float64(tall[q])*levelUp
		if len(kids) == 0 {
			px[q] = at[l.row[q]]
			continue
		}
		first := p.childX(l, px, at, kids[0])
		px[q] = (first + p.childX(l, px, at, kids[len(kids)-1])) / 2
		// no line to a word in a gap runs through the label
		for i := sentence.Phrases[q].Begin; sentence.Gaps && i < sentence.Phrases[q].End; i++ {
			if x := at[l.tokenAt[i]]; abs(x-px[q]) < fontSize && !dominates(sentence, int32(q), i) {
				px[q] = (first + x) / 2
				break
			}
		}
	}
	for q := range sentence.Phrases { // a bar below the phrase, from which its children hang
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
	for q := range sentence.Phrases {
		m := mark(marks.Phrases, int32(q))
		p.text(px[q], py[q], label(sentence, int32(q), m), picture.RoleNode, m)
	}
	for i := range sentence.Tokens {
		tag, m := leaf(sentence, int32(i), marks)
		p.text(at[l.tokenAt[i]], base, tag, picture.RoleTag, m)
		p.text(at[l.tokenAt[i]], base+fontSize+4, sentence.Str(sentence.Tokens[i].Form), picture.RoleNode, Plain)
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

func (p *pen) childX(l *treeLayout, px, at []float64, child int32) float64 {
	if q := l.kids.Phrase(child); q >= 0 {
		return px[q]
	}
	return at[l.tokenAt[child]]
}

func abs(v float64) float64 { return max(v, -v) }

// arcs draws dependencies over one row of words, or several if it is wider than room, with tags below the words.
func (p *pen) arcs(sentence *treebank.Sentence, marks Marks, room float64) {
	r := &arcRow{Picture: p.Picture, words: texts(sentence), chips: make([][]string, len(sentence.Tokens)),
		kinds: make([]picture.Kind, len(sentence.Tokens))}
	for i := range sentence.Tokens {
		tag, m := leaf(sentence, int32(i), marks)
		r.tags, r.tagKinds = append(r.tags, tag), append(r.tagKinds, m.kind())
	}
	var up []bond
	for _, arc := range sentence.Arcs {
		b := bond{from: arc.Head, to: arc.Dep, label: sentence.Name(arc.Rel), kind: mark(marks.Links, arc.Dep).kind()}
		switch {
		case int(arc.Dep) >= len(sentence.Tokens):
		case arc.Head == treebank.Root:
			b.from = -1
			up = append(up, b)
		case arc.Head < 0 || int(arc.Head) >= len(sentence.Tokens) || arc.Head == arc.Dep: // no head
			r.tags[arc.Dep] = strings.TrimSpace(r.tags[arc.Dep] + " ↑?")
		default:
			up = append(up, b)
		}
	}
	r.paint(up, nil, room)
}

// nodeLines is the text of a node in lines: its label, each of its properties, its words.
func nodeLines(sentence *treebank.Sentence, i int32, m Mark) (lines []string) {
	bare := *sentence
	bare.Nodes = slices.Clone(sentence.Nodes[i : i+1])
	node := &bare.Nodes[0]
	anchored := ""
	if node.From >= 0 && node.To >= 0 {
		anchored = Anchored(sentence, node.From, node.To)
		node.From, node.To = -1, -1
	}
	for _, field := range strings.Split(nodeText(&bare, 0, m), " ") {
		property := strings.Contains(field, "=") || strings.HasSuffix(strings.TrimSuffix(field, ")"), "top")
		if property || len(lines) == 0 {
			lines = append(lines, field)
		} else {
			lines[len(lines)-1] += " " + field
		}
	}
	if lines[0] == "" && anchored == "" {
		lines[0] = "·"
	}
	if anchored != "" && anchored != "“"+lines[0]+"”" {
		lines = append(lines, anchored)
	}
	if lines[0] == "" {
		lines = lines[1:]
	}
	return lines
}

package draw

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"assay/draw/picture"
	"assay/treebank"
)

// A grown is a pair of trees that is ready to be drawn: relabelled phrases have the
// sign of difference, and equal subtrees may be single words.
type grown struct {
	gold, system *treebank.Sentence
	gm, sm       Marks
	chips        [][]string
	folded       []bool   // by word: it is a subtree
	full         []string // text of each word or subtree
	row          row
}

// grow marks phrases over the same words with different labels as different, and folds
// the largest subtrees that are equal on both sides.
func (p *Pair) grow(fold bool) *grown {
	t := &grown{gold: p.Gold, system: p.System, gm: p.GoldMarks, sm: p.SystemMarks, chips: p.chips(),
		folded: make([]bool, len(p.Gold.Tokens)), row: p.row}
	t.gm.Phrases, t.sm.Phrases = relabelled(p)
	for i := range p.Gold.Tokens {
		t.full = append(t.full, p.row.form(p.Gold, i))
	}
	if !fold {
		return t
	}
	ranges := t.agreed()
	if len(ranges) == 0 {
		return t
	}
	t.gold, t.gm = pruned(t.gold, t.gm, ranges)
	t.system, t.sm = pruned(t.system, t.sm, ranges)
	t.shorten(ranges)
	return t
}

// shorten joins the chips and texts of folded words, as pruned joins the words.
func (t *grown) shorten(ranges [][2]int32) {
	var chips [][]string
	var full []string
	var folded []bool
	var alone []Mark
	place := make([]int32, len(t.full))
	for i := 0; i < len(t.full); i++ {
		place[i] = int32(len(full))
		if len(ranges) > 0 && ranges[0][0] == int32(i) {
			end := int(ranges[0][1])
			chips, folded, full = append(chips, nil), append(folded, true), append(full, strings.Join(t.full[i:end], " "))
			i, ranges, alone = end-1, ranges[1:], append(alone, Plain)
			continue
		}
		alone = append(alone, mark(t.row.alone, int32(i)))
		chips, folded, full = append(chips, t.chips[i]), append(folded, false), append(full, t.full[i])
	}
	t.chips, t.folded, t.full = chips, folded, full
	split := t.row.split
	t.row = row{alone: alone}
	for side, list := range split { // none is in a fold
		for _, s := range list {
			s.first, s.last = place[s.first], place[s.last]
			t.row.split[side] = append(t.row.split[side], s)
		}
	}
}

// relabelled returns the marks of phrases, in which a missing and a surplus phrase over
// the same words are one phrase with another label.
func relabelled(pair *Pair) (gold, system []Mark) {
	all := func(s *treebank.Sentence, m []Mark) []Mark {
		out := make([]Mark, len(s.Phrases))
		copy(out, m)
		return out
	}
	gold, system = all(pair.Gold, pair.GoldMarks.Phrases), all(pair.System, pair.SystemMarks.Phrases)
	if pair.Gold.Gaps || pair.System.Gaps {
		return gold, system
	}
	open := map[[2]int32][]int{}
	for i, m := range gold {
		if ph := pair.Gold.Phrases[i]; m == Miss {
			open[[2]int32{ph.Begin, ph.End}] = append(open[[2]int32{ph.Begin, ph.End}], i)
		}
	}
	for i, m := range system {
		ph := pair.System.Phrases[i]
		if list := open[[2]int32{ph.Begin, ph.End}]; m == Extra && len(list) > 0 {
			gold[list[0]], system[i] = Wrong, Wrong
			open[[2]int32{ph.Begin, ph.End}] = list[1:]
		}
	}
	return gold, system
}

// agreed are the largest stretches of two words or more over which both sides have the
// same subtree, with nothing in it that differs.
func (t *grown) agreed() (out [][2]int32) {
	gold, system := subtrees(t.gold, t.gm.Phrases), subtrees(t.system, t.sm.Phrases)
	n := int32(len(t.gold.Tokens))
	for at, shape := range gold {
		if at[1]-at[0] < 2 || at[1]-at[0] == n || shape == "" || system[at] != shape {
			continue
		}
		if !slices.ContainsFunc(t.chips[at[0]:at[1]], func(c []string) bool { return len(c) > 0 }) {
			out = append(out, at)
		}
	}
	slices.SortFunc(out, func(a, b [2]int32) int { return int(a[0]-b[0])*int(n+1) + int(b[1]-a[1]) })
	var largest [][2]int32
	for _, r := range out {
		if len(largest) == 0 || r[0] >= largest[len(largest)-1][1] {
			largest = append(largest, r)
		}
	}
	return largest
}

// subtrees returns a text for each stretch of words that are all below a phrase, which is
// equal for equal subtrees; "" if something in it is marked as different. A phrase with a
// gap has no stretch; it may be a part of one.
func subtrees(sentence *treebank.Sentence, marks []Mark) map[[2]int32]string {
	var kids treebank.Children
	kids.Build(sentence)
	text := make([]string, len(sentence.Phrases))
	size := make([]int32, len(sentence.Phrases)) // in words
	out := map[[2]int32]string{}
	for q := len(sentence.Phrases) - 1; q >= 0; q-- { // children come after parents
		var b strings.Builder
		b.WriteString("(" + strconv.Quote(label(sentence, int32(q), Plain)))
		bad := mark(marks, int32(q)) > Match
		for _, k := range kids.Of(int32(q)) {
			if c := kids.Phrase(k); c >= 0 {
				bad = bad || text[c] == ""
				b.WriteString(text[c])
				size[q] += size[c]
			} else {
				size[q]++
				b.WriteString(" " + itoa(k) + " " + strconv.Quote(joinedTag(sentence, sentence.Tokens[k])))
			}
		}
		if !bad {
			text[q] = b.String() + ")"
		}
		if at := [2]int32{sentence.Phrases[q].Begin, sentence.Phrases[q].End}; size[q] == at[1]-at[0] {
			out[at] = text[q] // the highest phrase comes last
		}
	}
	return out
}

// pruned is sentence with each stretch of words as one word below the highest phrase over it.
func pruned(sentence *treebank.Sentence, m Marks, ranges [][2]int32) (*treebank.Sentence, Marks) {
	out := &treebank.Sentence{Syms: sentence.Syms, Gaps: sentence.Gaps}
	out.Own()
	within := func(begin, end int32) int {
		return slices.IndexFunc(ranges, func(r [2]int32) bool { return r[0] <= begin && end <= r[1] })
	}
	var marks Marks
	phrase := make([]int32, len(sentence.Phrases)) // new number
	top := slices.Repeat([]int32{-1}, len(ranges))
	place := make([]int32, len(sentence.Tokens)+1) // new number of each word
	next := int32(0)
	for i := range sentence.Tokens {
		place[i] = next
		if r := within(int32(i), int32(i)+1); r < 0 || ranges[r][1] == int32(i)+1 {
			next++
		}
	}
	place[len(sentence.Tokens)] = next
	for q, ph := range sentence.Phrases {
		r := within(ph.Begin, ph.End)
		if r >= 0 && top[r] >= 0 {
			phrase[q] = -1
			continue
		}
		phrase[q] = int32(len(out.Phrases))
		if ph.Parent >= 0 {
			ph.Parent = phrase[ph.Parent]
		}
		if r >= 0 {
			top[r] = phrase[q]
			ph.Begin = place[ph.Begin]
			ph.End = ph.Begin + 1
		} else {
			ph.Begin, ph.End = place[ph.Begin], place[ph.End]
		}
		out.Phrases = append(out.Phrases, ph)
		marks.Phrases = append(marks.Phrases, mark(m.Phrases, int32(q)))
	}
	for i, token := range sentence.Tokens {
		r := within(int32(i), int32(i)+1)
		switch {
		case r < 0:
			form := sentence.Str(token.Form)
			if token.Parent >= 0 {
				token.Parent = phrase[token.Parent]
			}
			token.Form = out.AddString(form)
			out.Tokens = append(out.Tokens, token)
			marks.Words = append(marks.Words, mark(m.Words, int32(i)))
		case ranges[r][0] == int32(i):
			out.Tokens = append(out.Tokens, treebank.Token{Form: out.AddString(foldText(sentence, ranges[r])), Parent: top[r]})
			marks.Words = append(marks.Words, Match)
		}
	}
	return out, marks
}

// foldText is the words of a folded subtree, its first and last if they are long.
func foldText(s *treebank.Sentence, r [2]int32) string {
	var list []string
	for i := r[0]; i < r[1]; i++ {
		list = append(list, string(s.Word(i)))
	}
	if text := strings.Join(list, " "); Width(text) <= 28 {
		return text
	}
	return list[0] + " … " + list[len(list)-1]
}

// tree draws trees in the terminal: gold's grows from the left to the words, the
// system's from the right; nil if that is wider than the window.
func (p *Pair) tree(opt Options) *canvas {
	t := p.grow(!opt.Unfold)
	c := t.terminal()
	if opt.Width <= 0 || c.width() <= opt.Width {
		return c
	}
	if opt.Unfold {
		if c = p.grow(true).terminal(); c.width() <= opt.Width {
			return c
		}
	}
	if p.Gold.Gaps || p.System.Gaps {
		return nil
	}
	return p.grow(!opt.Unfold).outline(opt.Width)
}

func (t *grown) terminal() *canvas {
	words := slices.Clone(t.gold.Tokens)
	gold, system := *t.gold, *t.system
	gold.Tokens, system.Tokens = slices.Clone(gold.Tokens), slices.Clone(system.Tokens)
	var gm, sm = t.gm, t.sm
	gm.Words, sm.Words = make([]Mark, len(words)), make([]Mark, len(words))
	for i := range words {
		gold.Tokens[i].Form, system.Tokens[i].Form = treebank.Span{}, treebank.Span{}
		switch {
		case t.folded[i]:
			gold.Tokens[i].Tag, system.Tokens[i].Tag = gold.Syms.InternString("◁"), system.Syms.InternString("◁")
		case joinedTag(t.gold, words[i]) == joinedTag(t.system, t.system.Tokens[i]):
			system.Tokens[i].Tag, system.Tokens[i].Func = 0, 0
		case !t.row.twin(int32(i)):
			gm.Words[i], sm.Words[i] = Match, Match
		default:
			gm.Words[i], sm.Words[i] = Wrong, Wrong
		}
	}
	c, right := drawTree(&gold, gm, false), drawTree(&system, sm, false)
	at, wide := 0, 0
	for y := range c.rows {
		at = max(at, c.used(y))
	}
	at++
	t.row.braces(c, 0, at)
	at += t.row.wide(0)
	for i := range words {
		wide = max(wide, Width(t.row.form(t.gold, i)))
	}
	for i := range words {
		m := t.row.kind(i)
		if t.folded[i] {
			m = Match
		}
		c.put(i, at, t.row.form(t.gold, i), m)
	}
	t.row.braces(c, 1, at+wide)
	wide += t.row.wide(1)
	across := 0
	for y := range right.rows {
		across = max(across, right.used(y))
	}
	c.lay(mirrored(right, across), at+wide+1, 0)
	return c
}

// outline lists the phrases of both sides, a line each and those that are equal once,
// with their first and last words.
func (t *grown) outline(window int) *canvas {
	type line struct {
		begin, end, depth int32
		text              string
		mark              Mark
	}
	var lines []line
	add := func(sentence *treebank.Sentence, marks []Mark, only bool) {
		depth := make([]int32, len(sentence.Phrases))
		for q, ph := range sentence.Phrases {
			if ph.Parent >= 0 {
				depth[q] = depth[ph.Parent] + 1
			}
			k := mark(marks, int32(q))
			if only && k <= Match {
				continue
			}
			lines = append(lines, line{ph.Begin, ph.End, depth[q], label(sentence, int32(q), k), k})
		}
	}
	add(t.gold, t.gm.Phrases, false)
	add(t.system, t.sm.Phrases, true)
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Or(int(a.begin-b.begin), int(b.end-a.end)) })
	c := &canvas{}
	for y, line := range lines {
		x := c.put(y, 2*int(min(line.depth, 20)), line.text, line.mark)
		text := strings.Join(t.full[line.begin:line.end], " ")
		if room := window - x - 1; Width(text) > room && line.end-line.begin > 1 {
			text = t.full[line.begin] + " … " + t.full[line.end-1]
		}
		c.put(y, x+1, text, Plain)
	}
	y := len(lines)
	for i, list := range t.chips {
		for _, chip := range list {
			c.put(y, 0, t.full[i]+": "+chip, Wrong)
			y++
		}
	}
	return c
}

// The measures of a picture of two trees, in pixels.
const (
	treeLevel = 28.0
	treeGap   = 16.0
)

// treePicture draws gold's tree upwards and the system's downwards from one row of
// words. If that is wider than room, equal subtrees are folded.
func (p *Pair) treePicture(room float64, unfold bool) *picture.Picture {
	pic, _, _ := p.grow(false).sides()
	if room > 0 && pic.Width() > room && !unfold {
		pic, _, _ = p.grow(true).sides()
	}
	return pic
}

// sides draws both trees, and returns them with the places of their labels.
func (t *grown) sides() (drawn *picture.Picture, gold, system *side) {
	pic := picture.New(strings.Join(t.full, " "))
	n := len(t.gold.Tokens)
	wide := make([]float64, n)
	lift := 0.0
	for i := range t.gold.Tokens {
		wide[i] = max(12, textWidth(t.row.form(t.gold, i), picture.RoleWord.Size()))
		for _, c := range t.chips[i] {
			lift = 16
			for part := range strings.SplitSeq(c, differ) {
				wide[i] = max(wide[i], textWidth("≠"+part, 12))
			}
		}
	}
	gold, system = newSide(t.gold, t.gm.Phrases), newSide(t.system, t.sm.Phrases)
	for _, s := range []*side{gold, system} {
		s.widen(wide)
	}
	x := middles(wide, treeGap)
	size := picture.RoleWord.Size()
	gold.draw(pic, t.folded, x, wide, -size-2-lift, -1)
	system.draw(pic, t.folded, x, wide, 8+lift, 1)
	braces(pic, t.row.split, [2]float64{-size, 5}, 0, n-1, func(i int32) (float64, float64) {
		return x[i] - wide[i]/2, x[i] + wide[i]/2
	})
	for i := range t.gold.Tokens {
		role := picture.RoleWord
		if t.folded[i] {
			role = picture.RoleDim
		}
		pic.Text(x[i], 0, t.row.form(t.gold, i), role, t.row.kind(i).kind())
		if len(t.chips[i]) > 0 {
			g, s, _ := strings.Cut(t.chips[i][0], differ)
			pic.Text(x[i], -size-2, g, picture.RoleChip, picture.KindWrong)
			pic.Text(x[i], 18, "≠"+s, picture.RoleChip, picture.KindWrong)
		}
	}
	return pic, gold, system
}

// A side is one of two trees over a row of words.
type side struct {
	*treebank.Sentence
	kids   treebank.Children
	marks  []Mark
	tall   []int     // levels from the words
	px, py []float64 // places of the labels
}

func newSide(s *treebank.Sentence, marks []Mark) *side {
	d := &side{Sentence: s, marks: marks, tall: levelsAbove(s)}
	d.kids.Build(s)
	return d
}

// levelsAbove returns for each phrase how many levels it is above the words.
func levelsAbove(s *treebank.Sentence) []int {
	tall := make([]int, len(s.Phrases))
	for q := len(s.Phrases) - 1; q >= 0; q-- { // children come after parents
		tall[q] = max(tall[q], 1)
		if up := s.Phrases[q].Parent; up >= 0 {
			tall[up] = max(tall[up], tall[q]+1)
		}
	}
	return tall
}

func (d *side) label(q int) string { return label(d.Sentence, int32(q), mark(d.marks, int32(q))) }

// widen makes room for the labels of phrases over one word.
func (d *side) widen(wide []float64) {
	for q, ph := range d.Phrases {
		if ph.End-ph.Begin == 1 {
			wide[ph.Begin] = max(wide[ph.Begin], textWidth(d.label(q), fontSize)+4)
		}
	}
}

// lift moves the label of phrase q, and with it those above, where it would meet that of a phrase below it in order.
func (d *side) lift(q int) {
	half := textWidth(d.label(q), fontSize)/2 + 2
	for again := true; again; {
		again = false
		for o := q + 1; o < len(d.Phrases) && !again; o++ {
			again = d.tall[o] == d.tall[q] && abs(d.px[o]-d.px[q]) < half+textWidth(d.label(o), fontSize)/2
		}
		if again {
			d.tall[q]++
		}
	}
	for low, up := q, d.Phrases[q].Parent; up >= 0; low, up = int(up), d.Phrases[up].Parent {
		d.tall[up] = max(d.tall[up], d.tall[low]+1)
	}
}

// draw draws the tree from base on, upwards (dir -1) or downwards (1).
func (d *side) draw(pic *picture.Picture, folded []bool, x, wide []float64, base, dir float64) {
	px, py := make([]float64, len(d.Phrases)), make([]float64, len(d.Phrases))
	d.px, d.py = px, py
	at := func(k int32) float64 {
		if c := d.kids.Phrase(k); c >= 0 {
			return px[c]
		}
		return x[k]
	}
	fold := func(q int) int32 { // the folded word below phrase q, -1 for none
		if kids := d.kids.Of(int32(q)); len(kids) == 1 && d.kids.Phrase(kids[0]) < 0 && folded[kids[0]] {
			return kids[0]
		}
		return -1
	}
	for q := len(d.Phrases) - 1; q >= 0; q-- {
		kids := d.kids.Of(int32(q))
		py[q] = base + dir*(float64(d.tall[q])*treeLevel-10)
		px[q] = (at(kids[0]) + at(kids[len(kids)-1])) / 2
		// no line to a word in a gap runs through the label
		for i := d.Phrases[q].Begin; d.Gaps && i < d.Phrases[q].End; i++ {
			if abs(x[i]-px[q]) < fontSize && !dominates(d.Sentence, int32(q), i) {
				px[q] = (at(kids[0]) + x[i]) / 2
				break
			}
		}
		d.lift(q)
		py[q] = base + dir*(float64(d.tall[q])*treeLevel-10)
	}
	foot := func(q int) (foot, near, far float64) { // of the label: bar, side of the words, other side
		if dir < 0 {
			return py[q] + 9, py[q] + 3, py[q] - 12
		}
		return py[q] - 19, py[q] - 13, py[q] + 4
	}
	for q := range d.Phrases {
		kind := mark(d.marks, int32(q)).kind()
		bar, near, _ := foot(q)
		if w := fold(q); w >= 0 {
			half := wide[w] / 2
			pic.Panel(kind, picture.To(px[q], near+2*dir*-1), picture.To(px[q]-half, base), picture.To(px[q]+half, base),
				picture.To(px[q], near+2*dir*-1))
			continue
		}
		lo, hi := px[q], px[q]
		for _, kid := range d.kids.Of(int32(q)) {
			kx, ky := at(kid), base
			if c := d.kids.Phrase(kid); c >= 0 {
				_, _, ky = foot(int(c))
			}
			lo, hi = min(lo, kx), max(hi, kx)
			pic.Line(kx, bar, kx, ky, kind)
		}
		if hi > lo {
			pic.Line(lo, bar, hi, bar, kind)
		}
		pic.Line(px[q], near, px[q], bar, kind)
	}
	for q := range d.Phrases {
		pic.Text(px[q], py[q], d.label(q), picture.RoleNode, mark(d.marks, int32(q)).kind())
	}
}

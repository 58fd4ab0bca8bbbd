package draw

import (
	"cmp"
	"slices"
	"strings"

	"assay/draw/picture"
)

// mostWords is the number of words of an argument that are drawn in a list; of longer ones the first and the last.
const mostWords = 4

// A frame is a predicate with its senses and arguments on both sides.
type frame struct {
	word   int32
	senses []Role
	roles  []Role // by their first word, gold's before the system's
}

// frames returns the predicates of a pair in the order of their words.
func (p *Pair) frames() (out []*frame) {
	find := func(word int32) *frame {
		i, found := slices.BinarySearchFunc(out, word, func(f *frame, w int32) int { return cmp.Compare(f.word, w) })
		if !found {
			out = slices.Insert(out, i, &frame{word: word})
		}
		return out[i]
	}
	for _, r := range p.Roles {
		if r.Predicate < 0 {
			f := find(r.Begin)
			f.senses = append(f.senses, r)
		} else {
			f := find(r.Predicate)
			f.roles = append(f.roles, r)
		}
	}
	for _, f := range out {
		slices.SortStableFunc(f.roles, func(a, b Role) int {
			return cmp.Or(cmp.Compare(a.Begin, b.Begin), cmp.Compare(a.End, b.End), cmp.Compare(a.Mark, b.Mark))
		})
	}
	return out
}

// name is the sense of a predicate, with what differs, else its word.
func (f *frame) name(p *Pair) (text string, m Mark) {
	var parts []string
	for _, s := range f.senses {
		parts, m = append(parts, signed(s.Mark, s.Label)), max(m, s.Mark)
	}
	return cmp.Or(strings.Join(parts, " "), p.stretch(f.word, f.word+1)), m
}

// rolesCanvas draws semantic roles in the terminal: a predicate with its sense in a line, each argument in one below.
func (p *Pair) rolesCanvas(window int) *canvas {
	drawn := &canvas{}
	wide := 0
	for _, r := range p.Roles {
		if r.Predicate >= 0 {
			wide = max(wide, Width(signed(r.Mark, r.Label)))
		}
	}
	const indent = 2
	for _, frame := range p.frames() {
		name, shown := frame.name(p)
		y := len(drawn.rows)
		drawn.put(y, drawn.put(y, 0, p.stretch(frame.word, frame.word+1), Plain)+1, name, shown)
		for _, r := range frame.roles {
			y++
			drawn.put(y, indent, signed(r.Mark, r.Label), r.Mark)
			drawn.put(y, indent+wide+1, p.stretch(r.Begin, r.End), Plain)
		}
	}
	if window > 0 && drawn.width() > window {
		return drawn.folded(indent+wide+1, window)
	}
	return drawn
}

// The measures of a picture of roles, in pixels.
const (
	roleGap   = 12.0 // between words
	roleTrack = 20.0 // of an argument
	roleTick  = 5.0  // half the height of a bar's ends
)

// A roleRow is the row of words of a picture of roles.
type roleRow struct {
	*picture.Picture
	pair    *Pair
	x, wide []float64 // middles and widths of words
	left    float64   // room for the names of predicates
}

// rolesPicture draws semantic roles with a predicate to a row below the words: gold's arguments are bars over the
// system's. Words that are wider than room are in several lines, each with the predicates that have something in it.
func (p *Pair) rolesPicture(room float64) *picture.Picture {
	r := &roleRow{Picture: picture.New(words(p.Gold)), pair: p}
	frames := p.frames()
	for _, f := range frames {
		name, _ := f.name(p)
		r.left = max(r.left, textWidth(name, picture.RoleCaption.Size())+20)
	}
	for i := range p.Gold.Tokens {
		r.wide = append(r.wide, max(10, textWidth(r.word(int32(i)), picture.RoleWord.Size())))
		r.x = append(r.x, 0)
	}
	const near = 4                 // words that a label beside its bar may be over
	for _, role := range p.Roles { // where the predicate is near after the bar the label is within
		after := role.Predicate - role.End
		if role.Predicate >= 0 && after >= 0 && after < near && int(role.End) <= len(r.wide) {
			wide := &r.wide[role.End-1]
			*wide = max(*wide, textWidth(signed(role.Mark, role.Label), picture.RoleRel.Size())+18)
		}
	}
	y := 0.0
	for first := 0; first < len(r.x); {
		at, last := r.left, first
		for i := first; i < len(r.x) && (i == first || room <= 0 || at+r.wide[i] <= room); i++ {
			r.x[i], last = at+r.wide[i]/2, i
			at += r.wide[i] + roleGap
		}
		for last > first && room > 0 && r.reach(first, last) > room {
			last--
		}
		y = r.line(frames, first, last, y) + 28
		first = last + 1
	}
	return r.Picture
}

// reach is the end of the labels of arguments of words first to last.
func (r *roleRow) reach(first, last int) (right float64) {
	for _, role := range r.pair.Roles {
		if role.Predicate >= 0 && int(role.Begin) <= last && int(role.End) > first {
			_, hi, label := r.extent(role, first, last)
			right = max(right, hi, label+textWidth(signed(role.Mark, role.Label), picture.RoleRel.Size())/2)
		}
	}
	return right
}

// line draws words first to last and the predicates that have something there; it returns the lower end.
func (r *roleRow) line(frames []*frame, first, last int, y float64) float64 {
	size := picture.RoleWord.Size()
	for i := first; i <= last; i++ {
		r.Text(r.x[i], y+size, r.word(int32(i)), picture.RoleWord, r.pair.row.kind(i).kind())
	}
	y += size + 8
	inside := func(begin, end int32) bool { return int(begin) <= last && int(end) > first }
	for _, f := range frames {
		here := inside(f.word, f.word+1)
		var bars []Role
		for _, role := range f.roles {
			if inside(role.Begin, role.End) {
				bars = append(bars, role)
			}
		}
		if !here && len(bars) == 0 {
			continue
		}
		top := y
		r.Line(0, top, r.x[last]+r.wide[last]/2, top, picture.KindAgree)
		foot := r.bars(bars, first, last, top+6)
		foot = max(foot, top+6+roleTrack)
		if here {
			x, half := r.x[f.word], r.wide[f.word]/2
			r.Tint(x-half-4, top+4, 2*half+8, foot-top-6)
			r.Text(x, (top+foot)/2+5, r.word(f.word), picture.RoleNode, picture.KindPlain)
		}
		name, m := f.name(r.pair)
		r.Text(textWidth(name, picture.RoleCaption.Size())/2, (top+foot)/2+5, name, picture.RoleCaption, m.kind())
		y = foot + 4
	}
	return y
}

// bars draws the arguments of a predicate: those of gold and of both sides in tracks above those of the system alone.
// A label is in its bar, or beside it where it is wider; no two bars or labels of a track overlap.
func (r *roleRow) bars(list []Role, first, last int, y float64) float64 {
	for _, system := range []bool{false, true} {
		var spans [][2]int
		var mine []Role
		for _, role := range list {
			if (role.Mark == Extra) == system {
				lo, hi, label := r.extent(role, first, last)
				half := textWidth(signed(role.Mark, role.Label), picture.RoleRel.Size())/2 + 4
				spans = append(spans, [2]int{int(min(lo, label-half)) - 3, int(max(hi, label+half)) + 4})
				mine = append(mine, role)
			}
		}
		track, count := lanes(spans, true)
		for i, role := range mine {
			lo, hi, label := r.extent(role, first, last)
			kind, at := role.Mark.kind(), y+roleTrack*(float64(track[i])+.5)
			r.Line(lo, at, hi, at, kind)
			if int(role.Begin) >= first {
				r.Line(lo, at-roleTick, lo, at+roleTick, kind)
			}
			if int(role.End)-1 <= last {
				r.Line(hi, at-roleTick, hi, at+roleTick, kind)
			}
			r.Text(label, at+4, signed(role.Mark, role.Label), picture.RoleRel, kind)
		}
		y += roleTrack * float64(count)
	}
	return y
}

// extent returns the ends of the bar of an argument on a line, and the middle of its label.
func (r *roleRow) extent(role Role, first, last int) (lo, hi, label float64) {
	a, b := max(int(role.Begin), first), min(int(role.End)-1, last)
	lo, hi = r.x[a]-r.wide[a]/2, r.x[b]+r.wide[b]/2
	wide := textWidth(signed(role.Mark, role.Label), picture.RoleRel.Size())
	if wide+16 <= hi-lo {
		return lo, hi, (lo + hi) / 2
	}
	return lo, hi, hi + 6 + wide/2
}

// word is the text of a word of the row.
func (r *roleRow) word(i int32) string { return strings.TrimPrefix(r.pair.stretch(i, i+1), "word ") }

// stretch returns the words from begin to before end. Files of roles alone have a hyphen for each word but verbs, and
// there the numbers of the words are shown.
func (p *Pair) stretch(begin, end int32) string {
	words := make([]string, 0, end-begin)
	nameless := true
	for i := max(begin, 0); i < min(end, int32(len(p.Gold.Tokens))); i++ {
		words = append(words, string(p.Gold.Word(i)))
		nameless = nameless && words[len(words)-1] == "-"
	}
	switch {
	case len(words) == 0 || nameless && end-begin == 1:
		return "word " + itoa(begin+1)
	case nameless:
		return "words " + itoa(begin+1) + "–" + itoa(end)
	case len(words) > mostWords:
		return words[0] + " " + words[1] + " … " + words[len(words)-1]
	}
	return strings.Join(words, " ")
}

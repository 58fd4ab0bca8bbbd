package eval

import (
	"bytes"
	"slices"

	"assay/treebank"
)

// A stretch is a pair by the numbers of its first and last sentences.
type stretch struct{ g0, g1, s0, s1 int32 }

// A plan is both sides in memory and how they are paired.
type plan struct {
	align        Align
	gold, system []piece
	pairs        []stretch
}

// makePlan reads both sides and pairs them as align says.
func makePlan(gold, system *treebank.Source, align Align) (*plan, error) {
	g, err := readAll(gold)
	if err != nil {
		return nil, err
	}
	s, err := readAll(system)
	if err != nil {
		return nil, err
	}
	p := &plan{align: align, gold: g, system: s}
	if align == Auto {
		p.align = p.choose(gold.Format, system.Format)
	}
	switch p.align {
	case ByID:
		err = p.byID(gold.Format, system.Format)
	case Text:
		err = p.byText(gold.Format, system.Format)
		if err != nil && align == Auto { // nothing better is left: pair what is there in order
			p.align, err = Order, nil
			p.byOrder()
		}
	default:
		p.byOrder()
	}
	return p, err
}

func (p *plan) choose(gold, system *treebank.Format) Align {
	if gold.Keyed && system.Keyed {
		return ByID
	}
	if gold.ID != nil && system.ID != nil && sameIDs(p.gold, p.system, gold, system) {
		return ByID
	}
	if len(p.gold) == len(p.system) {
		return Order
	}
	return Text
}

func sameIDs(g, s []piece, gf, sf *treebank.Format) bool {
	a, b := ids(g, gf), ids(s, sf)
	slices.SortFunc(a, bytes.Compare)
	slices.SortFunc(b, bytes.Compare)
	return len(a) == len(b) && slices.EqualFunc(a, b, bytes.Equal) &&
		!slices.ContainsFunc(a, func(id []byte) bool { return len(id) == 0 })
}

func ids(all []piece, f *treebank.Format) [][]byte {
	out := make([][]byte, len(all))
	for i, p := range all {
		out[i] = f.ID(p.Text)
	}
	return out
}

func (p *plan) byOrder() {
	n := int32(max(len(p.gold), len(p.system)))
	for i := range n {
		p.pairs = append(p.pairs, stretch{
			min(i, int32(len(p.gold))), min(i+1, int32(len(p.gold))),
			min(i, int32(len(p.system))), min(i+1, int32(len(p.system)))})
	}
}

// byID pairs by name, in the order of gold; what only the system has comes
// last. Of several sentences of one name the n-th goes with the n-th.
func (p *plan) byID(gold, system *treebank.Format) error {
	if gold.ID == nil || system.ID == nil {
		return pairingErrorf("use --align order or --align text",
			"cannot pair by id: format %s has no sentence names", firstWithout(gold, system))
	}
	where := make(map[string][]int32, len(p.system))
	for i, id := range ids(p.system, system) {
		where[string(id)] = append(where[string(id)], int32(i))
	}
	used := make([]bool, len(p.system))
	for i, id := range ids(p.gold, gold) {
		st := stretch{int32(i), int32(i) + 1, 0, 0}
		if q := where[string(id)]; len(q) > 0 {
			st.s0, st.s1 = q[0], q[0]+1
			where[string(id)] = q[1:]
			used[q[0]] = true
		}
		p.pairs = append(p.pairs, st)
	}
	for i, u := range used {
		if !u {
			n := int32(len(p.gold))
			p.pairs = append(p.pairs, stretch{n, n, int32(i), int32(i) + 1})
		}
	}
	return nil
}

func firstWithout(gold, system *treebank.Format) string {
	if gold.ID == nil {
		return gold.Name
	}
	return system.Name
}

// byText finds the smallest stretches of text that begin and end a sentence
// on both sides. White space does not count.
func (p *plan) byText(gold, system *treebank.Format) error {
	gt, ge := surfaces(p.gold, gold)
	st, se := surfaces(p.system, system)
	if !bytes.Equal(gt, st) {
		at := 0
		for at < min(len(gt), len(st)) && gt[at] == st[at] {
			at++
		}
		g, _ := slices.BinarySearch(ge, at+1)
		s, _ := slices.BinarySearch(se, at+1)
		return pairingErrorf("the words of both sides must come from one text; --align order pairs by number",
			"the texts differ: gold sentence %d has %q where system sentence %d has %q", g+1, clip(gt[at:]), s+1, clip(st[at:]))
	}
	g, s := 0, 0
	for g < len(ge) || s < len(se) {
		g0, s0 := g, s
		for {
			switch {
			case g < len(ge) && (s == len(se) || ge[g] <= se[s] && (g == g0 || s > s0)):
				g++
			case s < len(se):
				s++
			}
			if g > g0 && s > s0 && ge[g-1] == se[s-1] || g == len(ge) && s == len(se) {
				break
			}
		}
		p.pairs = append(p.pairs, stretch{int32(g0), int32(g), int32(s0), int32(s)})
	}
	return nil
}

func clip(b []byte) []byte { return b[:min(len(b), 20)] }

// surfaces returns the text of all sentences without white space, and where
// each of them ends.
func surfaces(all []piece, f *treebank.Format) (text []byte, ends []int) {
	var s treebank.Sentence
	for _, p := range all {
		if f.Read(&s, p.Piece) == nil {
			text = s.AppendSurface(text)
		}
		ends = append(ends, len(text))
	}
	return text, ends
}

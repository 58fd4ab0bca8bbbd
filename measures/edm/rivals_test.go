package edm

import (
	"math/rand/v2"
	"slices"
	"testing"

	"assay/measures/internal/faults"
	"assay/treebank"
)

// plainRivals is the plain twin of counter.rivals: it tries all pairs of triples.
func plainRivals(gold, system []triple) {
	ends := func(t *triple) (span, to uint64, isEdge bool) {
		if t.class == Arg && t.edge >= 0 {
			return t.span, t.value, true
		}
		return t.span, faults.Nowhere, false
	}
	subject := func(g, s *triple) bool {
		from, to, edge := ends(g)
		otherFrom, otherTo, otherEdge := ends(s)
		switch {
		case edge != otherEdge || g.class == Name != (s.class == Name) || g.class == Top != (s.class == Top):
			return false
		case edge:
			return from == otherFrom && to == otherTo || from == otherTo && to == otherFrom
		case g.class == Top:
			return true
		}
		return from == otherFrom && (g.class == Name || g.role == s.role)
	}
	place := func(g, s *triple) bool { return s.class == g.class && s.role == g.role && s.span == g.span }
	for _, rival := range []func(g, s *triple) bool{subject, place} {
		for i := range gold {
			for j := range system {
				if gold[i].mate < 0 && system[j].mate < 0 && rival(&gold[i], &system[j]) {
					gold[i].mate, system[j].mate = int32(j), int32(i)
				}
			}
		}
	}
}

// TestRivals: random triples are paired as the plain twin pairs them.
func TestRivals(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	syms := &treebank.Symbols{}
	c := New(Options{}).NewCounter().(*counter)
	c.x.syms = syms
	value := uint64(syms.InternString("_bank_n_1"))
	paired := 0
	for round := range 500 {
		side := func(n int) (out []triple) {
			for range n {
				x := triple{span: uint64(rng.IntN(4)), value: value, role: treebank.Symbol(rng.IntN(2)), class: Class(rng.IntN(int(classes))), edge: -1, mate: -1}
				if x.class == Arg && rng.IntN(5) > 0 {
					x.value, x.edge = uint64(rng.IntN(4)), 0
				}
				out = append(out, x)
			}
			return out
		}
		c.gold, c.system = side(rng.IntN(30)), side(rng.IntN(30))
		for i := range min(len(c.gold), len(c.system)) { // some have mates
			if rng.IntN(4) == 0 {
				c.gold[i].mate, c.system[i].mate = int32(i), int32(i)
			}
		}
		gold, system := slices.Clone(c.gold), slices.Clone(c.system)
		plainRivals(gold, system)
		c.rivals()
		if !slices.Equal(gold, c.gold) || !slices.Equal(system, c.system) {
			t.Fatalf("round %d: want %v and %v, found %v and %v", round, gold, system, c.gold, c.system)
		}
		for i := range gold {
			if gold[i].mate >= 0 {
				paired++
			}
		}
	}
	if paired < 1000 {
		t.Errorf("want many pairs, found %d", paired)
	}
}

package matching

import (
	"math/rand/v2"
	"testing"
)

// TestLend: lending never raises the bound and often lowers it; the shares of a link remain its weight in all.
func TestLend(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 31))
	lower := 0
	for range 500 {
		a, b := randomGraph(random, 7, 3, 9, 0), randomGraph(random, 8, 3, 9, 0)
		s := New(Options{Classes: 3})
		s.build.start(&s.opt, a, b)
		x := s.build.instance(a, b)
		s.tree.start(1 << 40)
		bounder := &s.tree.bounder
		before := bounder.bound(x)
		for range 3 {
			bounder.lend(x)
			after := bounder.bound(x)
			if after > before {
				t.Fatalf("%+v, %+v: bound %d after lending, %d before", a, b, after, before)
			}
			if after < before {
				lower++
			}
			before = after
		}
		for _, link := range x.links {
			sum := int64(0)
			for _, e := range link.ends {
				if e >= 0 {
					sum += x.ends[e].share
				}
			}
			if sum != link.weight {
				t.Fatalf("shares of %d, want %d", sum, link.weight)
			}
		}
	}
	if lower < 200 {
		t.Errorf("lending lowered %d bounds", lower)
	}
}

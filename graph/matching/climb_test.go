package matching

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPromising: a climb that leaves out the pairs that are not promising makes the same moves as one that tries all.
func TestPromising(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	moves, left, evictions := 0, 0, 0
	for i := range 400 {
		n, m := 3+r.IntN(6), 3+r.IntN(6)
		a, b := randomGraph(r, n, 2, 3*n, 0), randomGraph(r, m, 2, 3*m, 0)
		if i%2 == 0 {
			a, b = nested(r, n), nested(r, m)
		}
		classify(a)
		classify(b)
		opt := Options{Classes: 3 + i%2}
		var build builder
		build.start(&opt, a, b)
		x := build.instance(a, b)
		x.join()
		var quick, plain climber
		quick.limit, plain.limit = far, far
		quick.start(x, fill[int32](nil, x.rows, None))
		plain.start(x, fill[int32](nil, x.rows, None))
		quick.climb(x)
		for changed := true; changed; {
			changed = false
			for p := range x.row {
				if plain.on[p] {
					continue
				}
				if plain.owner[x.col[p]] >= 0 {
					evictions++
				}
				plain.weigh(x)
				promising := plain.promising(x, int32(p))
				if plain.try(x, int32(p)) {
					if !promising {
						t.Fatalf("graphs %d: pair %d is not promising, but it raises the weight", i, p)
					}
					changed = true
					moves++
				} else if !promising {
					left++
				}
			}
		}
		if !slices.Equal(quick.pairOf, plain.pairOf) {
			t.Fatalf("graphs %d: %v, want %v", i, quick.pairOf, plain.pairOf)
		}
	}
	if moves < 1000 || left < 1000 || evictions < 1000 {
		t.Errorf("%d moves, %d pairs left out, %d with an owner: too few to say anything", moves, left, evictions)
	}
}

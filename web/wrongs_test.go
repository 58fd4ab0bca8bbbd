package web

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestWrongList: a list returns the errors of each unit as a list that is not packed.
func TestWrongList(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	var l wrongList
	var plain [][]wrong
	number := func() int32 {
		return [...]int32{-1, 0, rng.Int32N(100), rng.Int32N(1 << 20), math.MaxInt32}[rng.IntN(5)]
	}
	for range 3000 {
		var errors []wrong
		for range rng.IntN(12) {
			item := int64(rng.Uint64()) >> rng.IntN(64)
			errors = append(errors, wrong{class: number(), gold: number(), system: number(), from: number(), to: number(), item: item})
		}
		l.add(errors)
		plain = append(plain, errors)
	}
	if len(l.chunks) < 3 {
		t.Fatalf("want several chunks, found %d", len(l.chunks))
	}
	for _, unit := range rng.Perm(len(plain)) {
		if got := l.of(nil, int32(unit)); !slices.Equal(got, plain[unit]) {
			t.Fatalf("unit %d: want %v, found %v", unit, plain[unit], got)
		}
	}
}

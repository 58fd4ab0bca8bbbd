package natural

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestCompare: numbers count by their values, the rest by its bytes; it is an order.
func TestCompare(t *testing.T) {
	want := []string{"1.mrg", "2.mrg", "02.mrg", "10.mrg", "a", "a1b2", "a1b10", "a2", "a10", "b/2/x", "b/10/x"}
	for range 20 {
		got := slices.Clone(want)
		rand.Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
		slices.SortFunc(got, Compare)
		if !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	}
	rng := rand.New(rand.NewPCG(46, 9))
	name := func() string {
		var s strings.Builder
		for range rng.IntN(6) {
			s.WriteByte("0129a/"[rng.IntN(6)])
		}
		return s.String()
	}
	for range 5000 {
		a, b, c := name(), name(), name()
		if Compare(a, b) != -Compare(b, a) || (Compare(a, b) == 0) != (a == b) || Compare(a, b) <= 0 && Compare(b, c) <= 0 && Compare(a, c) > 0 {
			t.Fatalf("%q %q %q", a, b, c)
		}
	}
}

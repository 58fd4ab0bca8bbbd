package garbage

import (
	"testing"
)

// TestPercentFor: a small heap may grow fivefold, a large one by the headroom, a very
// large one by a quarter.
func TestPercentFor(t *testing.T) {
	for _, c := range []struct {
		live uint64
		want int
	}{{0, 400}, {5 << 20, 400}, {20 << 20, 370}, {40 << 20, 170}, {80 << 20, 70}, {120 << 20, 40}, {160 << 20, 25}, {4 << 30, 25}} {
		if got := percentFor(c.live); got != c.want {
			t.Errorf("%d bytes: %d %%, want %d", c.live, got, c.want)
		}
	}
}

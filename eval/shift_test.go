package eval

import (
	"math"
	"math/rand/v2"
	"testing"

	"assay/treebank"
)

// TestBestStretch: the stretch found in one pass gains as much as the best of all stretches.
func TestBestStretch(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	side := func() (out [][]treebank.Symbol) {
		for range 3 + random.IntN(9) {
			var labels []treebank.Symbol
			for x := range treebank.Symbol(8) {
				if random.IntN(3) == 0 {
					labels = append(labels, x+1)
				}
			}
			out = append(out, labels)
		}
		return out
	}
	for range 300 {
		f := newShiftFinder(side(), side())
		by := random.IntN(5) - 2
		var straight []float64
		for i := range f.gold {
			straight = append(straight, f.similarity(i, i))
		}
		most := 0.0
		for from := range f.gold {
			gain := 0.0
			for i := from; i < len(f.gold); i++ {
				gain += f.similarity(i, i+by) - straight[i]
				most = max(most, gain)
			}
		}
		s, moved, before := f.bestStretch(straight, by)
		gain := 0.0
		for i := s.from; i < s.to; i++ {
			gain += f.similarity(i, i+by) - straight[i]
		}
		if math.Abs(gain-most) > 1e-9 || math.Abs(moved-before-most) > 1e-9 {
			t.Fatalf("shift by %d: sentences %d to %d gain %v, said to gain %v; the best gain %v", by, s.from+1, s.to, gain, moved-before, most)
		}
	}
}

// TestFindShift: concepts of every sentence are no evidence, few sentences are not enough.
func TestFindShift(t *testing.T) {
	sentences := func(names ...treebank.Symbol) (out [][]treebank.Symbol) {
		for _, x := range names {
			out = append(out, []treebank.Symbol{1, x})
		}
		return out
	}
	for _, tt := range []struct {
		name         string
		gold, system [][]treebank.Symbol
		want         shift
		ok           bool
	}{
		{"alike", sentences(2, 3, 4, 5, 6, 7, 8), sentences(2, 3, 4, 5, 6, 7, 8), shift{}, false},
		{"nothing alike", sentences(2, 3, 4, 5, 6), sentences(12, 13, 14, 15, 16), shift{}, false},
		{"the same again and again", sentences(2, 2, 2, 2, 2, 2), sentences(2, 2, 2, 2, 2), shift{}, false},
		{"the system lost 3", sentences(2, 3, 4, 5, 6, 7, 8), sentences(2, 4, 5, 6, 7, 8), shift{2, 7, -1}, true},
		{"gold lost 3", sentences(2, 4, 5, 6, 7, 8), sentences(2, 3, 4, 5, 6, 7, 8), shift{1, 6, 1}, true},
		{"each lost one", sentences(2, 3, 4, 5, 6, 8), sentences(2, 4, 5, 6, 7, 8), shift{2, 5, -1}, true},
		{"lost too late", sentences(2, 3, 4, 5, 6), sentences(2, 3, 5, 6), shift{}, false},
	} {
		if got, ok := newShiftFinder(tt.gold, tt.system).find(); got != tt.want || ok != tt.ok {
			t.Errorf("%s: %v %v, want %v %v", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}

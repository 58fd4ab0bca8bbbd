package srl

import (
	"math/rand/v2"
	"testing"

	"assay/treebank"
)

// TestBegins: few stretches and many find the partners of the definition: each of the system takes the first free one
// of gold with its words and role.
func TestBegins(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	list := func(n int) (out []stretch) {
		for range n {
			from := random.Int32N(4)
			out = append(out, stretch{role: treebank.Symbol(random.IntN(3)), other: -1,
				pieces: [][2]int32{{from, from + 1 + random.Int32N(2)}}})
		}
		return out
	}
	for range 2000 {
		gold, system := list(random.IntN(2*fewStretches)), list(random.IntN(2*fewStretches))
		partners, taken := make([]int32, len(system)), make([]bool, len(gold))
		for i, s := range system {
			partners[i] = -1
			for j, g := range gold {
				if !taken[j] && g.role == s.role && g.pieces[0] == s.pieces[0] {
					partners[i], taken[j] = int32(j), true
					break
				}
			}
		}
		new(spanCounter).match(gold, system)
		for i, want := range partners {
			if got := system[i].other; got != want {
				t.Fatalf("%d and %d stretches: argument %d has partner %d, want %d", len(gold), len(system), i, got, want)
			}
		}
	}
}

package undirected

import (
	"math/rand/v2"
	"slices"
	"testing"

	"assay/treebank"
)

// kruskal is the plain twin: it sorts all pairs of words.
func kruskal(shape *treebank.Shape, words []int32) (out [][2]int32) {
	var pairs []edge
	for i, a := range words {
		for j := i + 1; j < len(words); j++ {
			if d := distance(shape, a, words[j]); d >= 0 {
				pairs = append(pairs, edge{d, int32(i), int32(j)})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b edge) int { return int(a.distance - b.distance) })
	group := make([]int, len(words))
	for i := range group {
		group[i] = i
	}
	for _, e := range pairs {
		from, to := group[e.from], group[e.to]
		if from == to {
			continue
		}
		for i := range group {
			if group[i] == from {
				group[i] = to
			}
		}
		out = append(out, [2]int32{e.from, e.to})
	}
	return out
}

// distance returns the number of arcs between two words, where the root above all
// words is a node; -1 if they are not connected or absent.
func distance(shape *treebank.Shape, a, b int32) int32 {
	if a < 0 || b < 0 || shape.Depth[a] < 0 || shape.Depth[b] < 0 {
		return -1
	}
	n := int32(0)
	for a != b && (a >= 0 || b >= 0) {
		n++
		if b < 0 || a >= 0 && shape.Depth[a] >= shape.Depth[b] {
			a = shape.Head[a]
		} else {
			b = shape.Head[b]
		}
	}
	return n
}

// TestSpanningTwin compares with Kruskal's algorithm over all pairs, on sentences with several
// roots, cycles, unknown heads, and words that are absent, left out or occur twice.
func TestSpanningTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var tree spanning
	var shape treebank.Shape
	for range 3000 {
		n := 1 + random.IntN(12)
		s := treebank.Sentence{Tokens: make([]treebank.Token, n)}
		for i := range n {
			head := int32(random.IntN(n+3) - 2) // -2 is unknown, -1 the root
			if head >= int32(n) || head == int32(i) || random.IntN(3) > 0 && head > int32(i) {
				head = int32(random.IntN(i+1)) - 1
			}
			s.Arcs = append(s.Arcs, treebank.Arc{Dep: int32(i), Head: head})
		}
		shape.Set(&s)
		var words []int32
		for i := range n {
			switch random.IntN(8) {
			case 0:
			case 1:
				words = append(words, -1)
			case 2:
				words = append(words, int32(random.IntN(n)))
			default:
				words = append(words, int32(i))
			}
		}
		if got, want := tree.tree(nil, &shape, words), kruskal(&shape, words); !slices.Equal(got, want) {
			t.Fatalf("heads %v, words %v: %v, want %v", shape.Head, words, got, want)
		}
	}
}

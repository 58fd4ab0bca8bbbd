package treedist

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// plain computes the distance from its definition over forests, with memoisation.
func plain(a, b *Tree) int {
	kids := func(t *Tree) map[int32][]int32 {
		out := map[int32][]int32{}
		for i, up := range t.Parent {
			out[up] = append(out[up], int32(i))
		}
		return out
	}
	ka, kb := kids(a), kids(b)
	memory := map[string]int{}
	var size func(k map[int32][]int32, f []int32) int
	size = func(k map[int32][]int32, f []int32) (n int) {
		for _, i := range f {
			n += 1 + size(k, k[i])
		}
		return n
	}
	join := func(x, y []int32) []int32 { return append(append([]int32{}, x...), y...) }
	var dist func(f, g []int32) int
	dist = func(f, g []int32) int {
		if len(f) == 0 || len(g) == 0 {
			return size(ka, f) + size(kb, g)
		}
		key := fmt.Sprint(f, g)
		if v, ok := memory[key]; ok {
			return v
		}
		x, y := f[len(f)-1], g[len(g)-1]
		rest, other := f[:len(f)-1], g[:len(g)-1]
		cost := 0
		if a.Label[x] != b.Label[y] {
			cost = 1
		}
		v := min(dist(join(rest, ka[x]), g)+1, dist(f, join(other, kb[y]))+1, dist(ka[x], kb[y])+dist(rest, other)+cost)
		memory[key] = v
		return v
	}
	return dist(ka[-1], kb[-1])
}

// random makes a tree of n nodes: each but the last gets a parent after it, so
// that the order is a postorder.
func random(rng *rand.Rand, n int) *Tree {
	tree := &Tree{}
	var build func(n int) int32
	build = func(n int) int32 {
		var kids []int32
		for n--; n > 0; {
			k := 1 + rng.IntN(n)
			kids = append(kids, build(k))
			n -= k
		}
		tree.Label, tree.Parent = append(tree.Label, int32(rng.IntN(3))), append(tree.Parent, -1)
		me := int32(len(tree.Label) - 1)
		for _, k := range kids {
			tree.Parent[k] = me
		}
		return me
	}
	if n > 0 {
		build(n)
	}
	return tree
}

// TestPlain: Distance agrees with the definition; the mapping costs the same, and
// keeps ancestors and the order of nodes.
func TestPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var distancer Distancer
	mirrored := 0
	for n := range 400 {
		a, b := random(r, r.IntN(9)), random(r, r.IntN(9))
		want := plain(a, b)
		if got, err := distancer.Distance(a, b); got != want || err != nil {
			t.Fatalf("tree %d: %d, want %d\n%v\n%v", n, got, want, a, b)
		}
		if len(a.Label) == 0 || len(b.Label) == 0 {
			continue
		}
		if distancer.mirrored {
			mirrored++
		}
		var pairs [][2]int32
		cost := len(a.Label) + len(b.Label)
		distancer.Mapping(func(x, y int32) {
			pairs = append(pairs, [2]int32{x, y})
			if cost -= 2; a.Label[x] != b.Label[y] {
				cost++
			}
		})
		if cost != want {
			t.Fatalf("tree %d: the mapping costs %d, want %d", n, cost, want)
		}
		for _, p := range pairs {
			for _, q := range pairs {
				if (p[0] < q[0]) != (p[1] < q[1]) || above(a, p[0], q[0]) != above(b, p[1], q[1]) {
					t.Fatalf("tree %d: pairs %v and %v", n, p, q)
				}
			}
		}
	}
	if mirrored < 20 {
		t.Errorf("only %d pairs were mirrored", mirrored)
	}
}

func above(t *Tree, x, y int32) bool {
	for y >= 0 && y != x {
		y = t.Parent[y]
	}
	return y == x
}

// TestLarge: four thousand nodes in a zigzag are refused at once.
func TestLarge(t *testing.T) {
	a := zigzag(2000)
	var d Distancer
	if _, err := d.Distance(a, a); err != ErrLarge {
		t.Errorf("want %v, found %v", ErrLarge, err)
	}
	if got, err := d.Distance(zigzag(100), zigzag(99)); got != 2 || err != nil {
		t.Errorf("distance %d, %v; want 2", got, err)
	}
}

// zigzag makes a tree of n phrases, each of a word and the next phrase,
// alternating between left and right.
func zigzag(n int) *Tree {
	tree := &Tree{}
	node := func(up int32) { tree.Label, tree.Parent = append(tree.Label, 1), append(tree.Parent, up) }
	var build func(i int) int32
	build = func(i int) int32 {
		if i == n {
			node(-1)
			return int32(len(tree.Label) - 1)
		}
		var kids []int32
		leaf := func() {
			node(-1)
			kids = append(kids, int32(len(tree.Label)-1))
		}
		if i%2 == 0 {
			leaf()
			kids = append(kids, build(i+1))
		} else {
			kids = append(kids, build(i+1))
			leaf()
		}
		node(-1)
		me := int32(len(tree.Label) - 1)
		for _, k := range kids {
			tree.Parent[k] = me
		}
		return me
	}
	build(0)
	return tree
}

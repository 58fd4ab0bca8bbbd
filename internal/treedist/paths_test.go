package treedist

import (
	"math/rand/v2"
	"testing"
)

// labelled gives the nodes of a tree random labels, of three.
func labelled(t *Tree, r *rand.Rand) *Tree {
	for i := range t.Label {
		t.Label[i] = int32(r.IntN(3))
	}
	return t
}

// TestPaths: whatever path each pair of subtrees is taken apart along, chosen at random
// or all alike, the distance is that of the definition and of Zhang & Shasha, and so are
// those of all subtrees.
func TestPaths(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var zs Distancer
	var p paths
	for n := range 1200 {
		most := 9
		if n%3 == 0 {
			most = 40
		}
		a, b := random(rng, 1+rng.IntN(most)), random(rng, 1+rng.IntN(most))
		if n%5 == 0 {
			a = labelled(zigzag(rng.IntN(most/2)), rng)
		}
		want, err := zs.Distance(a, b)
		if err != nil {
			t.Fatal(err)
		}
		if most < 10 {
			if by := plain(a, b); by != want {
				t.Fatalf("Zhang & Shasha: %d, by definition %d", want, by)
			}
		}
		x, y := newShape(a), newShape(b)
		p.choose(x, y)
		for i := range p.way {
			switch {
			case n%8 < 6:
				p.way[i] = uint8(n % 8)
			case n%8 == 6:
				p.way[i] = uint8(rng.IntN(6))
			}
		}
		dist := make([]int32, len(p.way))
		p.run(x, y, dist)
		if got := len(a.Label) + len(b.Label) - int(dist[len(dist)-1]); got != want {
			t.Fatalf("tree %d, way %d: %d, want %d\n%v\n%v", n, n%8, got, want, a, b)
		}
		if !zs.mirrored {
			for i := range dist {
				if dist[i] != zs.tree[i] {
					t.Fatalf("tree %d, way %d: subtrees %d and %d: %d, want %d", n, n%8, i/len(b.Label), i%len(b.Label), dist[i], zs.tree[i])
				}
			}
		}
	}
}

// TestWorst: trees of 1,000 nodes on which Zhang & Shasha would take 4e9 steps and more.
// The cheapest edit has the cost that it says, and the distance from one side is that
// from the other.
func TestWorst(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	a := labelled(zigzag(500), r)
	b := labelled(zigzag(499), r)
	var distancer Distancer
	got, err := distancer.Distance(a, b)
	if err != nil {
		t.Fatal(err)
	}
	cost := len(a.Label) + len(b.Label)
	distancer.Mapping(func(x, y int32) {
		if cost -= 2; a.Label[x] != b.Label[y] {
			cost++
		}
	})
	back, err := distancer.Distance(b, a)
	if cost != got || back != got || err != nil {
		t.Errorf("distance %d, by the edit %d, from the other side %d (%v)", got, cost, back, err)
	}
	if distancer.choose(a, b); distancer.a.steps*distancer.b.steps < 3*Limit {
		t.Errorf("%g steps are not many", distancer.a.steps*distancer.b.steps)
	}
}

func BenchmarkWorst(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 8))
	x, y := labelled(zigzag(500), r), labelled(zigzag(500), r)
	three := [2]*Tree{labelled(beneath(3, zigzag(166)), r), labelled(beneath(3, zigzag(166)), r)}
	for name, pair := range map[string][2]*Tree{"zigzag": {x, y}, "random": {random(r, 1000), random(r, 1000)}, "other": {x, random(r, 1000)}, "three": three} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				var distancer Distancer
				if _, err := distancer.Distance(pair[0], pair[1]); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("map-"+name, func(b *testing.B) {
			var distancer Distancer
			if _, err := distancer.Distance(pair[0], pair[1]); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				distancer.Mapping(func(int32, int32) {})
			}
		})
	}
}

// beneath returns a tree whose root has n times the same tree below it.
func beneath(n int, tree *Tree) *Tree {
	all := &Tree{}
	size := int32(len(tree.Label))
	for i := range int32(n) {
		for v, up := range tree.Parent {
			if up += i * size; tree.Parent[v] < 0 {
				up = int32(n) * size
			}
			all.Label, all.Parent = append(all.Label, tree.Label[v]), append(all.Parent, up)
		}
	}
	all.Label, all.Parent = append(all.Label, 0), append(all.Parent, -1)
	return all
}

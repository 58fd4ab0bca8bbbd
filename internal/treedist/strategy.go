package treedist

// The six ways to take a pair of subtrees apart: along a path of the first or of the
// second tree, to the leftmost leaf, the rightmost leaf, or always into the largest
// child. Subtrees beside the path come first, each against the whole other subtree.
const (
	leftFirst uint8 = iota
	rightFirst
	heavyFirst
	leftSecond
	rightSecond
	heavySecond
)

// innerCost is the time of a step along a heavy path, as a part of a step of Zhang & Shasha;
// innerStart is the time that it takes to list the forests, in nodes more.
const (
	innerCost  = 0.8
	innerStart = 4
)

// A shape is a tree with the numbers that the choice of paths needs, by node in
// postorder.
type shape struct {
	*Tree
	size        []int32
	kids        [][]int32
	heavy       []int32   // the largest child, -1 of a leaf
	left, right []float64 // sums of the sizes of the subtrees that are not on a left or right path
	all         []float64 // number of forests that removing first or last roots leaves
}

func newShape(tree *Tree) *shape {
	n := len(tree.Label)
	s := &shape{Tree: tree, size: make([]int32, n), kids: make([][]int32, n), heavy: make([]int32, n),
		left: make([]float64, n), right: make([]float64, n), all: make([]float64, n)}
	below := make([]float64, n) // pairs of an ancestor and a descendant
	for v := range n {
		s.size[v]++
		s.heavy[v] = -1
		for i, c := range s.kids[v] {
			s.left[v] += s.left[c]
			s.right[v] += s.right[c]
			below[v] += below[c]
			if i == 0 {
				s.left[v] -= float64(s.size[c])
			}
			if i == len(s.kids[v])-1 {
				s.right[v] -= float64(s.size[c])
			}
			if h := s.heavy[v]; h < 0 || s.size[c] > s.size[h] {
				s.heavy[v] = c
			}
		}
		size := float64(s.size[v])
		s.left[v] += size
		s.right[v] += size
		below[v] += size - 1
		s.all[v] = size*(size-1)/2 - below[v] + size
		if up := tree.Parent[v]; up >= 0 {
			s.size[up] += s.size[v]
			s.kids[up] = append(s.kids[up], int32(v))
		}
	}
	return s
}

// child returns the child of v on the path that a way follows, -1 of a leaf.
func (s *shape) child(v int32, way uint8) int32 {
	kids := s.kids[v]
	switch {
	case len(kids) == 0:
		return -1
	case way%3 == leftFirst:
		return kids[0]
	case way%3 == rightFirst:
		return kids[len(kids)-1]
	}
	return s.heavy[v]
}

// sums are, for one node of the first tree, the costs of the subtrees beside its left,
// right and heavy path, by node of the second tree.
type sums [3][]float64

// choose finds the cheapest way for each pair of subtrees, as Pawlik & Augsten 2011
// (RTED) do, and the cost of the pair of trees.
func (p *paths) choose(a, b *shape) float64 {
	n, m := len(a.Label), len(b.Label)
	p.way = sized(p.way, n*m)
	rows := make([]*sums, n)
	var free []*sums
	row := func(v int32) *sums {
		if rows[v] == nil {
			if k := len(free) - 1; k >= 0 {
				rows[v], free = free[k], free[:k]
			} else {
				rows[v] = &sums{make([]float64, m), make([]float64, m), make([]float64, m)}
			}
			for _, r := range rows[v] {
				clear(r)
			}
		}
		return rows[v]
	}
	var second [3][]float64
	for i := range second {
		second[i] = make([]float64, m)
	}
	var onWay [3][]bool // whether a node of b is on the path of its parent
	for i := range uint8(3) {
		onWay[i] = make([]bool, m)
		for w, above := range b.Parent {
			onWay[i][w] = above >= 0 && b.child(above, i) == int32(w)
		}
	}
	total := 0.0
	for v := range int32(n) {
		own := row(v)
		for i := range second {
			clear(second[i])
		}
		size, up := float64(a.size[v]), a.Parent[v]
		var onto *sums
		var onPath [3]bool
		if up >= 0 {
			onto = row(up)
			for i := range uint8(3) {
				onPath[i] = a.child(up, i) == v
			}
		}
		for w := range int32(m) {
			other := float64(b.size[w])
			costs := [6]float64{size*b.left[w] + own[0][w], size*b.right[w] + own[1][w],
				innerCost*(size+innerStart)*b.all[w] + other*other + own[2][w],
				other*a.left[v] + second[0][w], other*a.right[v] + second[1][w],
				innerCost*(other+innerStart)*a.all[v] + size*size + second[2][w]}
			best := leftFirst
			if size == 1 || other == 1 { // a leaf needs no path
				costs[best] = size * other
			}
			least := costs[best]
			for i, cost := range costs {
				if cost < least {
					best, least = uint8(i), cost
				}
			}
			p.way[int(v)*m+int(w)] = best
			total = least
			above := b.Parent[w]
			for i := range 3 {
				if onto != nil {
					if onPath[i] {
						onto[i][w] += own[i][w]
					} else {
						onto[i][w] += least
					}
				}
				if above >= 0 {
					if onWay[i][w] {
						second[i][above] += second[i][w]
					} else {
						second[i][above] += least
					}
				}
			}
		}
		free, rows[v] = append(free, own), nil
	}
	return total
}

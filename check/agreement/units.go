package agreement

import "fmt"

// A joiner finds out which sentences of several files are the same sentence, from
// pairs of two files.
type joiner struct {
	annotators int
	nodes      []node
	index      map[[2]int32]int32 // by annotator and sentence: its node
	clashes    []Drop
}

// A node is one sentence of one annotator.
type node struct {
	annotator int
	name      string
	tree      *Tree
	up        int32 // of the set that it belongs to
}

func newJoiner(n int) *joiner { return &joiner{annotators: n, index: map[[2]int32]int32{}} }

// add joins the sentences of a pair.
func (j *joiner) add(p *Pair, x kept) {
	u := p.Result.Units[x.unit]
	if u.GoldN > 1 || u.SystemN > 1 {
		j.clashes = append(j.clashes, Drop{Sentence: p.Result.Name(x.unit), Why: fmt.Sprintf("split differently: %d and %d sentences; not in alpha", u.GoldN, u.SystemN)})
		return
	}
	a, b := int32(-1), int32(-1)
	if u.GoldN == 1 {
		a = j.node(p.A, u.Gold, p.Result.Name(x.unit), x.trees[0])
	}
	if u.SystemN == 1 {
		b = j.node(p.B, u.System, p.Result.Name(x.unit), x.trees[1])
	}
	if a >= 0 && b >= 0 {
		j.nodes[j.root(b)].up = j.root(a)
	}
}

func (j *joiner) node(annotator int, sentence int32, name string, tree *Tree) int32 {
	key := [2]int32{int32(annotator), sentence}
	n, ok := j.index[key]
	if !ok {
		n = int32(len(j.nodes))
		j.index[key] = n
		j.nodes = append(j.nodes, node{annotator, name, tree, n})
	}
	return n
}

func (j *joiner) root(n int32) int32 {
	for j.nodes[n].up != n {
		j.nodes[n].up = j.nodes[j.nodes[n].up].up
		n = j.nodes[n].up
	}
	return n
}

// units returns the sets of sentences. A set with two sentences of one annotator is
// left out: pairs of other annotators contradict each other.
func (j *joiner) units(c *Corpus) (out []*Unit) {
	at := map[int32]*Unit{}
	clash := map[*Unit]bool{}
	for n := range j.nodes {
		x, root := &j.nodes[n], j.root(int32(n))
		u := at[root]
		if u == nil {
			u = &Unit{Name: x.name, Trees: make([]*Tree, j.annotators)}
			at[root] = u
			out = append(out, u)
		}
		if u.Trees[x.annotator] != nil && !clash[u] {
			clash[u] = true
			j.clashes = append(j.clashes, Drop{Sentence: u.Name, Why: "paired with two sentences of " + c.Names[x.annotator] + "; not in alpha"})
		}
		u.Trees[x.annotator] = x.tree
	}
	c.Dropped = append(c.Dropped, j.clashes...)
	kept := out[:0]
	for _, u := range out {
		if !clash[u] {
			kept = append(kept, u)
		}
	}
	return kept
}

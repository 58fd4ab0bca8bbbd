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
func (j *joiner) add(pair *Pair, x kept) {
	unit := pair.Result.Units[x.unit]
	if unit.GoldN > 1 || unit.SystemN > 1 {
		j.clashes = append(j.clashes, Drop{Sentence: pair.Result.Name(x.unit),
			Why: fmt.Sprintf("split differently: %d and %d sentences; not in alpha", unit.GoldN, unit.SystemN)})
		return
	}
	a, b := int32(-1), int32(-1)
	if unit.GoldN == 1 {
		a = j.node(pair.A, unit.Gold, pair.Result.Name(x.unit), x.trees[0])
	}
	if unit.SystemN == 1 {
		b = j.node(pair.B, unit.System, pair.Result.Name(x.unit), x.trees[1])
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
func (j *joiner) units(corpus *Corpus) (out []*Unit) {
	at := map[int32]*Unit{}
	clash := map[*Unit]bool{}
	for n := range j.nodes {
		node, root := &j.nodes[n], j.root(int32(n))
		unit := at[root]
		if unit == nil {
			unit = &Unit{Name: node.name, Trees: make([]*Tree, j.annotators)}
			at[root] = unit
			out = append(out, unit)
		}
		if unit.Trees[node.annotator] != nil && !clash[unit] {
			clash[unit] = true
			j.clashes = append(j.clashes, Drop{Sentence: unit.Name,
				Why: "paired with two sentences of " + corpus.Names[node.annotator] + "; not in alpha"})
		}
		unit.Trees[node.annotator] = node.tree
	}
	corpus.Dropped = append(corpus.Dropped, j.clashes...)
	kept := out[:0]
	for _, u := range out {
		if !clash[u] {
			kept = append(kept, u)
		}
	}
	return kept
}

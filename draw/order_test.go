package draw

import (
	"fmt"
	"testing"

	"assay/treebank"
)

// A node without characters is before the nodes under it, the highest first; a cycle of
// such nodes ends, and edges out of the graph are ignored.
func TestNodeOrder(t *testing.T) {
	node := func(from int32) treebank.Node { return treebank.Node{From: from, To: from + 1} }
	edge := func(from, to int32) treebank.Edge { return treebank.Edge{From: from, To: to} }
	for _, c := range []struct {
		nodes []treebank.Node
		edges []treebank.Edge
		want  string
	}{
		// 4 is over 2 and 3, 5 over 0 and 4, 6 over nothing
		{[]treebank.Node{node(0), node(3), node(5), node(8), node(-1), node(-1), node(-1)},
			[]treebank.Edge{edge(4, 3), edge(4, 2), edge(5, 4), edge(5, 0)}, "[6 5 0 1 4 2 3]"},
		{[]treebank.Node{node(2), node(-1), node(-1), node(0)}, []treebank.Edge{edge(1, 2), edge(2, 1), edge(2, 0), edge(-1, 2), edge(2, 9)}, "[3 1 2 0]"},
		{[]treebank.Node{node(-1), node(-1)}, []treebank.Edge{edge(1, 0)}, "[0 1]"},
	} {
		if got := fmt.Sprint(nodeOrder(&treebank.Sentence{Nodes: c.nodes, Edges: c.edges})); got != c.want {
			t.Errorf("nodes %s, want %s", got, c.want)
		}
	}
}

package draw

import (
	"testing"

	"assay/treebank"
)

// Nodes that no item is about are one node where they are alone on their characters, with
// gold's label; nodes that are counted stay apart unless they correspond.
func TestJoinOfUncountedNodes(t *testing.T) {
	graph := func(labels ...string) *treebank.Sentence {
		s := &treebank.Sentence{Syms: treebank.NewSymbols()}
		s.Own()
		for i, label := range labels {
			s.Nodes = append(s.Nodes, treebank.Node{Label: s.Syms.InternString(label), From: int32(2 * i), To: int32(2*i + 1)})
		}
		s.Edges = []treebank.Edge{{From: 0, To: 1, Label: s.Syms.InternString("ARG1")}}
		return s
	}
	gold, system := graph("a", "b", "c"), graph("a", "x", "c")
	system.Syms = gold.Syms
	for i, label := range []string{"a", "x", "c"} {
		system.Nodes[i].Label = gold.Syms.InternString(label)
	}
	system.Edges[0].Label = gold.Syms.InternString("ARG2")
	wrong := Marks{Edges: []Mark{Miss}}
	both := Join(gold, system, wrong, Marks{Edges: []Mark{Extra}}, Mates{})
	if len(both.Graph.Nodes) != 3 || both.Graph.Name(both.Graph.Nodes[1].Label) != "b" || both.Marks.Nodes[1] != Plain {
		t.Errorf("%d nodes, the second is %q", len(both.Graph.Nodes), both.Graph.Name(both.Graph.Nodes[1].Label))
	}
	if len(both.Graph.Edges) != 2 || both.EdgeOf[0] != 1 || both.Graph.Edges[1].To != 1 {
		t.Errorf("edges %+v; the system's is number %d", both.Graph.Edges, both.EdgeOf[0])
	}
	counted := Marks{Nodes: []Mark{Match, Extra, Match}, Edges: []Mark{Extra}}
	both = Join(gold, system, Marks{Nodes: []Mark{Match, Miss, Match}, Edges: []Mark{Miss}}, counted, Mates{Nodes: []int32{0, -1, 2}})
	if len(both.Graph.Nodes) != 4 || both.NodeOf[1] != 3 {
		t.Errorf("%d nodes, the system's second is number %d", len(both.Graph.Nodes), both.NodeOf[1])
	}
	asked := Join(gold, system, wrong, Marks{Nodes: []Mark{Plain, Focus}, Edges: []Mark{Extra}}, Mates{})
	if len(asked.Graph.Nodes) != 3 || asked.Marks.Nodes[1] != Focus {
		t.Errorf("%d nodes with marks %v where the second is asked about", len(asked.Graph.Nodes), asked.Marks.Nodes)
	}
	two := graph("a", "b", "c")
	two.Syms, two.Nodes[2].From, two.Nodes[2].To = gold.Syms, 2, 3
	if both = Join(gold, two, wrong, Marks{Edges: []Mark{Extra}}, Mates{}); len(both.Graph.Nodes) != 4 {
		t.Errorf("%d nodes where two of the system are on the same characters, one with gold's label, want 4", len(both.Graph.Nodes))
	}
	two.Nodes[1].Label, two.Nodes[2].Label = gold.Syms.InternString("y"), gold.Syms.InternString("z")
	if both = Join(gold, two, wrong, Marks{Edges: []Mark{Extra}}, Mates{}); len(both.Graph.Nodes) != 5 {
		t.Errorf("%d nodes where two of the system are on the same characters, want 5", len(both.Graph.Nodes))
	}
}

package draw

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"assay/treebank"
)

// network makes a graph of labels and edges "from to label"; tops are nodes.
func network(syms *treebank.Symbols, labels string, tops []int32, edges ...[3]any) *treebank.Sentence {
	sentence := &treebank.Sentence{Syms: syms, Tops: tops}
	for _, l := range strings.Fields(labels) {
		sentence.Nodes = append(sentence.Nodes, treebank.Node{Label: syms.InternString(l), From: -1, To: -1})
	}
	for _, e := range edges {
		sentence.Edges = append(sentence.Edges, treebank.Edge{From: int32(e[0].(int)), To: int32(e[1].(int)), Label: syms.InternString(e[2].(string))})
	}
	return sentence
}

// TestJoin: corresponding nodes are one node, and every part that one side lacks has its
// sign.
func TestJoin(t *testing.T) {
	syms := treebank.NewSymbols()
	gold := network(syms, "want-01 boy go-02 near", []int32{0}, [3]any{0, 1, "ARG0"}, [3]any{0, 2, "ARG1"}, [3]any{2, 1, "ARG0"}, [3]any{2, 3, "location"})
	gold.Props = []treebank.Prop{{Node: 2, Key: syms.InternString("polarity"), Value: syms.InternString("-")}}
	system := network(syms, "go-01 boy want-01 he", []int32{0}, [3]any{2, 1, "ARG0"}, [3]any{2, 0, "ARG2"}, [3]any{0, 3, "ARG0"})
	var mates Mates
	for _, p := range [][2]int32{{0, 2}, {1, 1}, {2, 0}} {
		mates.Node(p[0], p[1])
	}
	mates.Edge(0, 0)
	mates.Edge(1, 1)
	gm := Marks{Nodes: []Mark{Match, Match, Wrong, Miss}, Edges: []Mark{Match, Wrong, Miss, Miss}, Tops: []Mark{Miss}}
	sm := Marks{Nodes: []Mark{Wrong, Match, Match, Extra}, Edges: []Mark{Match, Wrong, Extra}, Tops: []Mark{Extra}}
	joint := Join(gold, system, gm, sm, mates)
	var labels []string
	for i := range joint.Graph.Nodes {
		labels = append(labels, nodeText(joint.Graph, int32(i), joint.Marks.Nodes[i]))
	}
	if want := []string{"≠want-01 −top", "boy", "go-02 ≠ go-01 −polarity=- +top", "−near", "+he"}; !slices.Equal(labels, want) {
		t.Errorf("nodes %q, want %q", labels, want)
	}
	var edges []string
	for i, e := range joint.Graph.Edges {
		edges = append(edges, itoa(e.From)+itoa(e.To)+signed(joint.Marks.Edges[i], syms.Name(e.Label)))
	}
	if want := []string{"01ARG0", "02ARG1 ≠ ARG2", "21−ARG0", "23−location", "24+ARG0"}; !slices.Equal(edges, want) {
		t.Errorf("edges %q, want %q", edges, want)
	}
}

// TestJoinEqual: a graph with itself has no sign at all, however its nodes are marked.
func TestJoinEqual(t *testing.T) {
	syms := treebank.NewSymbols()
	s := network(syms, "a b", []int32{1}, [3]any{1, 0, "x"})
	m := Marks{Nodes: []Mark{Match, Match}, Edges: []Mark{Match}}
	joint := Join(s, s, m, m, Mates{Nodes: []int32{0, 1}, Edges: []int32{0}})
	var b bytes.Buffer
	if err := Terminal(&b, joint.Graph, joint.Marks, Options{View: ViewGraph}); err != nil {
		t.Fatal(err)
	}
	if want := "╭─▶  a  ←x\n╰──◆ b\n"; b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// TestJoinOdd: edges that lead nowhere and pairs out of range do no harm.
func TestJoinOdd(t *testing.T) {
	syms := treebank.NewSymbols()
	gold := network(syms, "a", []int32{0}, [3]any{0, -1, "x"})
	system := network(syms, "a", nil, [3]any{-1, 0, "y"}, [3]any{0, 9, "z"})
	joint := Join(gold, system, Marks{}, Marks{}, Mates{Nodes: []int32{7}, Edges: []int32{4}})
	if err := SVG(&bytes.Buffer{}, joint.Graph, joint.Marks, Options{View: ViewGraph}); err != nil || len(joint.Graph.Nodes) != 2 {
		t.Errorf("%v, %d nodes", err, len(joint.Graph.Nodes))
	}
}

// TestJoinUncounted: words that no item is about are one node, and so are inner nodes above the same words and boxes
// of the same clauses. What one side lacks has its sign within brackets where it does not count, without a colour.
func TestJoinUncounted(t *testing.T) {
	syms := treebank.NewSymbols()
	text := func(j *Joint) (out []string) {
		for i := range j.Graph.Nodes {
			out = append(out, nodeText(j.Graph, int32(i), j.Marks.Nodes[i]))
		}
		for i, e := range j.Graph.Edges {
			out = append(out, itoa(e.From)+itoa(e.To)+signed(j.Marks.Edges[i], syms.Name(e.Label)))
		}
		return out
	}
	words := func(s *treebank.Sentence, first int) *treebank.Sentence {
		for i := range s.Nodes {
			s.Nodes[i].From, s.Nodes[i].To = -1, -1
			if i >= first {
				s.Nodes[i].From, s.Nodes[i].To = int32(2*i), int32(2*i+1)
			}
		}
		return s
	}
	key := func(name, value string) treebank.Prop {
		return treebank.Prop{Key: syms.InternString(name), Value: syms.InternString(value)}
	}
	clause := func(op string, box, a int32) treebank.Clause {
		return treebank.Clause{Op: syms.InternString(op), Box: box, A: a, B: -1}
	}
	boxed := func(s *treebank.Sentence, all ...treebank.Clause) *treebank.Sentence {
		s.Clauses = all
		return s
	}
	gold, system := words(network(syms, "a b", []int32{0}), 0), words(network(syms, "a b", []int32{1}), 0)
	gold.Props = []treebank.Prop{key("pos", "N"), key("paragraph", "1"), key("frame", "x")}
	system.Props = gold.Props
	for _, tc := range []struct {
		name         string
		gold, system *treebank.Sentence
		gm, sm       Marks
		mates        Mates
		want         []string
		uncounted    bool
	}{
		{"another top", gold, system, Marks{Tops: []Mark{Miss}}, Marks{Tops: []Mark{Plain, Extra}}, Mates{},
			[]string{"≠a frame=x −top<0:1>", "≠b +top<2:3>"}, false},
		{"a top that does not count", gold, system, Marks{}, Marks{}, Mates{}, []string{"a frame=x (−top)<0:1>", "b (+top)<2:3>"}, true},
		{"tops of other words", words(network(syms, "a", []int32{0}), 0), words(network(syms, "q a", []int32{1}), 1), Marks{}, Marks{}, Mates{},
			[]string{"(−a) (−top)<0:1>", "(+q)", "(+a) (+top)<2:3>"}, true},
		{"units above the same words", words(network(syms, "u v x", nil, [3]any{0, 2, "A"}, [3]any{1, 2, "B"}), 2),
			words(network(syms, "v u x", nil, [3]any{1, 2, "A"}, [3]any{0, 2, "B"}), 2),
			Marks{}, Marks{}, Mates{}, []string{"u", "v", "x<4:5>", "02A", "12B"}, false},
		{"an edge into a right and one into a wrong node", network(syms, "r x y", nil, [3]any{0, 1, "A"}, [3]any{0, 2, "A"}),
			network(syms, "r x y", nil, [3]any{0, 1, "B"}, [3]any{0, 2, "B"}),
			Marks{Nodes: []Mark{Match, Match, Wrong}}, Marks{Nodes: []Mark{Match, Match, Wrong}}, Mates{Nodes: []int32{0, 1, 2}},
			[]string{"r", "x", "≠y", "01(−A)", "02−A", "01(+B)", "02+B"}, true},
		{"boxes", boxed(network(syms, "b c x", nil), clause("P", 0, 2)), boxed(network(syms, "c b x", nil), clause("P", 1, 2)),
			Marks{Nodes: []Mark{Plain, Plain, Match}}, Marks{Nodes: []Mark{Plain, Plain, Match}}, Mates{Nodes: []int32{-1, -1, 2}},
			[]string{"b", "(−c)", "x", "(+c)"}, true},
	} {
		j := Join(tc.gold, tc.system, tc.gm, tc.sm, tc.mates)
		if got := text(j); !slices.Equal(got, tc.want) || j.Uncounted != tc.uncounted {
			t.Errorf("%s: %q, uncounted %t; want %q, %t", tc.name, got, j.Uncounted, tc.want, tc.uncounted)
		}
	}
}

package draw

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"assay/treebank"
)

// A graph that is wider than the room is wrapped, and an edge from line to line has its label on both. Properties are
// below the label, so that nodes stay narrow.
func TestWrappedGraph(t *testing.T) {
	syms := treebank.NewSymbols()
	var labels []string
	var edges [][3]any
	for i := range 40 {
		labels = append(labels, "lemma"+itoa(int32(i)))
		if i > 0 {
			edges = append(edges, [3]any{i - 1, i, "ARG" + itoa(int32(i))})
		}
	}
	s := network(syms, strings.Join(labels, " "), []int32{3}, edges...)
	var mates Mates
	for i := range s.Nodes {
		mates.Node(int32(i), int32(i))
		s.Nodes[i].Label = syms.InternString(labels[i] + " frame=a_long_frame:e-i-p op1=\"New York\" −top")
	}
	for _, pair := range []bool{false, true} {
		width := func(room float64) float64 {
			p := Picture(s, Marks{}, Options{Room: room})
			if pair {
				p = (&Pair{Gold: s, System: s, Mates: mates}).Picture(room, Options{})
			}
			var svg bytes.Buffer
			if err := p.SVG(&svg); err != nil {
				t.Fatal(err)
			}
			for _, want := range []string{">lemma39<", ">frame=a_long_frame:e-i-p<", ">−top<"} {
				if !strings.Contains(svg.String(), want) {
					t.Errorf("no %q", want)
				}
			}
			if n := strings.Count(svg.String(), ">ARG"); room == 0 && n != 39 || room > 0 && n <= 39 {
				t.Errorf("%d labels in a room of %g", n, room)
			}
			return p.Width()
		}
		if all, wrapped := width(0), width(1200); all < 4000 || wrapped > 1200 {
			t.Errorf("%g pixels in all, %g wrapped", all, wrapped)
		}
	}
	s.Input, s.Nodes[1] = s.AddString("bark"), treebank.Node{Label: syms.InternString("bark"), From: 0, To: 4}
	if got := nodeLines(s, 1, Plain); !slices.Equal(got, []string{"bark"}) {
		t.Errorf("lines %q of a node whose label is its word", got)
	}
	if got := nodeLines(s, 0, Miss); !slices.Equal(got, []string{"−lemma0", "frame=a_long_frame:e-i-p", `op1="New York"`, "−top"}) {
		t.Errorf("lines %q", got)
	}
}

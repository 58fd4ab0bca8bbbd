package sbn

import (
	"strings"
	"testing"

	"assay/formats/amr"
	triples "assay/graph/amr"
	"assay/internal/formattest"
	"assay/internal/graph"
	"assay/internal/shared"
	"assay/treebank"
)

// TestRecordedGraphs compares the graphs with those that ud-boxer's sbn.py (cc0bfbf) wrote; the reader refuses the texts
// that it refused, or gives the reason in an attribute.
func TestRecordedGraphs(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(string(shared.Read(t, "cases", "living", "sbn-smatch", "COMMANDS.tsv"))), "\n")
	runs := 0
	for _, line := range lines[1:] {
		field := strings.Split(line, "\t")
		if !strings.HasPrefix(field[2], "sbn-to-penman") {
			continue
		}
		runs++
		text := string(shared.Read(t, "cases", "living", "sbn-smatch", field[0], "in.sbn"))
		want := string(shared.Read(t, "cases", "living", "sbn-smatch", field[0], "stdout"))
		all, errs := formattest.Read(&Graphs, text)
		refused := len(errs) > 0
		for _, s := range all {
			refused = refused || graph.Value(s, RefusedKey) != "" && !strings.Contains(field[2], "--lenient")
		}
		if field[0] == "box-index-new-syntax" {
			continue // the indices of release 5 are read: see TestRefused
		}
		if refused != (field[1] == "1") {
			t.Errorf("%s: refused %t, status %s", field[0], refused, field[1])
		}
		if field[1] == "1" {
			continue
		}
		for _, s := range all {
			lastOfParallel(s)
		}
		got := formattest.Text(t, &amr.Format, all...)
		if a, b := strings.Join(strings.Fields(got), " "), strings.Join(strings.Fields(want), " "); a != b {
			t.Errorf("%s:\n got %s\nwant %s", field[0], a, b)
		}
	}
	if runs < 20 {
		t.Errorf("%d runs", runs)
	}
}

// lastOfParallel keeps of several edges between two nodes the last label, in the place of the first, as sbn.py does.
func lastOfParallel(s *treebank.Sentence) {
	order := strings.Split(graph.Value(s, triples.OrderKey), ",")
	first := map[[2]int32]int{}
	kept := s.Edges[:0]
	for _, e := range s.Edges {
		if at, ok := first[[2]int32{e.From, e.To}]; ok {
			kept[at].Label = e.Label
			order[e.From] = strings.TrimSuffix(order[e.From], "e")
			continue
		}
		first[[2]int32{e.From, e.To}] = len(kept)
		kept = append(kept, e)
	}
	s.Edges, s.Attrs = kept, nil
	graph.Attr(s, triples.OrderKey, strings.Join(order, ","))
}

// TestRefused has the reasons for which sbn.py refuses a structure.
func TestRefused(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"a.n.01 Of +1\nb.n.01\n", ""},
		{"a.n.01 Foo +1\nb.n.01\n", "the role Foo"},
		{"a.n.01\nNEGATION <1\nb.n.01\n", ""}, // the notation of release 5, which its successor reads
		{"a.n.01\nNEGATION -2\nb.n.01\n", "a box index other than the last box"},
		{"a.n.01\nBACKGROUND -1\nb.n.01\n", "the discourse relation BACKGROUND"},
		{"a.n.01 Of +1\nb.n.01 Of -1\n", "a circle of roles"},
		{"a.n.01 Of +7\n", "an index that leads nowhere"},
		{"a.x.01\n", "the part of speech x"},
		{"a.n.01 Name \"Bob\n", "a name without its closing quote"},
	} {
		all, errs := formattest.Read(&Graphs, tt.text)
		if len(errs) > 0 || len(all) != 1 {
			t.Fatal(tt.text, errs)
		}
		if got := graph.Value(all[0], RefusedKey); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

// FuzzGraphs: reading never panics, and a graph that is read is written as AMR and read back with all its edges.
func FuzzGraphs(f *testing.F) {
	for _, seed := range []string{small, "a.n.01 b.v.02 R -1 S >1 NEGATION <1 c.n.01 T \"x y\"\n", "a.n.01 PartOf +0 Of a\"b\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, _ := formattest.Read(&Graphs, text)
		for _, s := range all {
			back, errs := formattest.Read(&amr.Format, formattest.Text(t, &amr.Format, s))
			if len(errs) > 0 || len(back) != 1 || len(back[0].Edges) != len(s.Edges) || len(back[0].Nodes) != len(s.Nodes) {
				t.Errorf("%q: %v", text, errs)
			}
		}
	})
}

package smatch_test

import (
	"bytes"
	"testing"

	"assay/formats/amr"
	graphs "assay/graph/amr"
	"assay/graph/matching"
	"assay/internal/formattest"
	"assay/internal/shared"
)

// problems returns the graphs of files of AMR; equal labels have equal keys in all of them.
func problems(t *testing.T, files ...[]byte) [][]matching.Graph {
	t.Helper()
	var out [][]matching.Graph
	all, errs := formattest.Read(&amr.Format, string(bytes.Join(files, []byte("\n\n"))))
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	x := graphs.NewExtractor(graphs.Official)
	for _, file := range files {
		only, _ := formattest.Read(&amr.Format, string(file))
		var list []matching.Graph
		for _, s := range all[:len(only)] {
			list = append(list, graphs.Graph(nil, x.Triples(nil, s), len(s.Nodes)))
		}
		out, all = append(out, list), all[len(only):]
	}
	if len(all) > 0 {
		t.Fatalf("%d graphs are left over", len(all))
	}
	return out
}

// joined returns documents of n graphs each: one root, and an edge of its own kind to the top of each graph.
func joined(list []matching.Graph, n int) (out []matching.Graph) {
	const snt = 3 << 60
	for i, graph := range list {
		if i%n == 0 {
			out = append(out, matching.Graph{Nodes: 1, Terms: []matching.Term{{Key: snt, Nodes: [3]int32{0, matching.None, matching.None}}}})
		}
		doc := &out[len(out)-1]
		first := int32(doc.Nodes)
		for _, term := range graph.Terms {
			if term.Key>>62 == uint64(graphs.Top) {
				term = matching.Term{Key: snt + 1 + uint64(i%n), Class: uint8(graphs.Relation), Nodes: [3]int32{-first, term.Nodes[0], matching.None}}
			}
			for k := range term.Nodes {
				if term.Nodes[k] != matching.None {
					term.Nodes[k] += first
				}
			}
			doc.Terms = append(doc.Terms, term)
		}
		doc.Nodes += graph.Nodes
	}
	return out
}

// TestSteps holds the search to the work that it needed when these limits were set, and half as much again:
// a change of its pace may make one case thirty times as long and others no longer. Steps do not depend on the machine.
func TestSteps(t *testing.T) {
	v3 := problems(t, shared.Read(t, "data", "sem-amr", "little-prince-v3.amr"), shared.Read(t, "cases", "graphs", "02-amr-hard", "v3.p12.amr.gz"))
	lpps := problems(t, shared.Read(t, "cases", "graphs", "01-amr-lpps", "gold.amr"), shared.Read(t, "cases", "graphs", "01-amr-lpps", "system.amr"))
	lists := problems(t, shared.Read(t, "data", "sem-amr", "grapes-long_lists.amr"))[0]
	deep := problems(t, shared.Read(t, "data", "sem-amr", "grapes-deep_recursion_basic.amr"))[0]
	shift := func(list []matching.Graph) [2][]matching.Graph {
		return [2][]matching.Graph{list[1:], list[:len(list)-1]}
	}
	documents := func(pair [][]matching.Graph, n int) [2][]matching.Graph {
		return [2][]matching.Graph{joined(pair[0], n), joined(pair[1], n)}
	}
	for _, of := range []struct {
		name            string
		pair            [2][]matching.Graph
		steps, branches int
	}{
		{"perturbed", [2][]matching.Graph{v3[0], v3[1]}, 150_000, 3},
		{"unrelated", shift(v3[0]), 1_100_000, 137},
		{"perturbed, documents of 5", documents(v3, 5), 1_400_000, 3},
		{"perturbed, documents of 10", documents(v3, 10), 6_000_000, 3},
		{"perturbed, documents of 20", documents(v3, 20), 17_000_000, 3},
		{"poor system", [2][]matching.Graph{lpps[0], lpps[1]}, 31_000, 3},
		{"poor system, documents of 5", documents(lpps, 5), 640_000, 280},
		{"poor system, documents of 10", documents(lpps, 10), 3_700_000, 21},
		{"poor system, documents of 20", documents(lpps, 20), 78_000_000, 59},
		{"lists", shift(lists), 8_900_000, 20},
		{"deep recursion", shift(deep), 2_000_000, 540},
	} {
		solver := matching.New(matching.Options{Classes: 3, Product: true})
		steps, branches := 0, 0
		for i := range of.pair[0] {
			res := solver.Solve(of.pair[0][i], of.pair[1][i])
			if !res.Proven() || !res.Canonical {
				t.Errorf("%s, pair %d: no proof", of.name, i+1)
			}
			steps += int(res.Steps)
			branches += res.Branches
		}
		if steps > of.steps || branches > of.branches {
			t.Errorf("%s: %d steps and %d branches, want at most %d and %d", of.name, steps, branches, of.steps, of.branches)
		}
	}
}

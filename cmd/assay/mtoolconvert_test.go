package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/internal/formattest"
	"assay/internal/shared"
)

// An mrpGraphText is a graph in MRP, read without the readers of assay.
type mrpGraphText struct {
	ID        string
	Flavor    int
	Framework string
	Input     string
	Tops      []int
	Nodes     []struct {
		ID         int
		Label      *string
		Properties []string
		Values     []formattest.Scalar
		Anchors    []struct{ From, To int }
	}
	Edges []struct {
		Source, Target int
		Label, Normal  string
		Attributes     []string
		Values         []formattest.Scalar
	}
}

// mrpTexts reads the lines of an MRP file.
func mrpTexts(t *testing.T, text string) (out []mrpGraphText) {
	t.Helper()
	for line := range strings.Lines(text) {
		var g mrpGraphText
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			t.Fatalf("%v in %.200s", err, line)
		}
		out = append(out, g)
	}
	return out
}

// describe lists the nodes of a graph, each with all that is reached within four edges, so that
// neither names nor the order of nodes and edges count.
func (g *mrpGraphText) describe(anchors, lower bool) string {
	names := map[int]string{}
	for _, node := range g.Nodes {
		var values []string
		for i, key := range node.Properties {
			value := key + "=" + string(node.Values[i])
			if lower { // mtool reads the attributes of AMR in lower case
				value = strings.ToLower(value)
			}
			values = append(values, value)
		}
		slices.Sort(values)
		label := "none"
		if node.Label != nil {
			label = *node.Label
		}
		names[node.ID] = fmt.Sprintf("[%s %q top:%v", label, values, slices.Contains(g.Tops, node.ID))
		if anchors {
			slices.SortFunc(node.Anchors, func(a, b struct{ From, To int }) int { return cmp.Compare(a.From, b.From) })
			names[node.ID] += fmt.Sprint(node.Anchors)
		}
		names[node.ID] += "]"
	}
	for range 4 {
		around := map[int][]string{}
		for _, edge := range g.Edges {
			label := fmt.Sprintf("%s/%s%q%q", edge.Label, edge.Normal, edge.Attributes, edge.Values)
			label = strings.ReplaceAll(label, `"True"`, `"true"`)
			around[edge.Source] = append(around[edge.Source], label+">"+names[edge.Target])
			around[edge.Target] = append(around[edge.Target], label+"<"+names[edge.Source])
		}
		next := map[int]string{}
		for id, name := range names {
			slices.Sort(around[id])
			next[id] = name
			if len(around[id]) > 0 {
				next[id] = fmt.Sprintf("%s(%x)", first(name), sha256.Sum256([]byte(strings.Join(around[id], "\n"))))
			}
		}
		names = next
	}
	var out []string
	for _, name := range names {
		out = append(out, name)
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// first returns the description of a node without its surroundings.
func first(name string) string {
	if at := strings.LastIndex(name, "]("); at >= 0 {
		return name[:at+1]
	}
	return name
}

// TestConversionsAsMtool: AMR, EDS, SDP and UCCA become the graphs of MRP that mtool makes of them.
//
// Recorded with mtool 4cee3a2, main.py --read FORMAT --write mrp (amr with --full, ucca with --text); the
// date and the numbers of edges are cut. Two repairs were needed to run it: np.int for NumPy 1.24, and an EDS node
// with a constant and without properties, on which it dies. Its copy of ucca knows the edges to
// terminals as Terminal only.
func TestConversionsAsMtool(t *testing.T) {
	// Explained in docs/conversion.md: mtool gives identifiers of two corpora other names, keeps the first word of a
	// quoted value, and inverts consist-of and subset-of for lack of a comma.
	explained := strings.NewReplacer(`"100010"`, `"lpp_1943.1"`, `"new"`, `"new york"`, `, "normal": "consist"`, "", `, "normal": "subset"`, "")
	for _, tc := range []struct {
		from, recorded string
		anchors, lower bool
	}{
		{"data/sem-lpps/gold.amr", "gold.amr", true, true},
		{"odd.amr", "odd.amr", true, true},
		{"bare.eds", "bare.eds", true, false},
		{"data/sem-formats/erg-mrs107.eds", "erg.eds", true, false},
		{"data/sem-lpps/gold.dm.sdp", "gold.dm", false, false},
		{"data/sem-lpps/gold.psd.sdp", "gold.psd", false, false},
		{"cases/graphs/04-ucca/gold", "ucca", true, false},
	} {
		path := filepath.Join("testdata", "mtool", tc.from)
		if strings.Contains(tc.from, "/") {
			path = shared.Path(t, strings.Split(tc.from, "/")...)
		}
		out := filepath.Join(t.TempDir(), "out.mrp")
		call(t, "convert", path, "-o", out)
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		ours := map[string]mrpGraphText{}
		for _, g := range mrpTexts(t, string(text)) {
			ours[g.ID] = g
		}
		theirs := string(shared.File(t, filepath.Join("testdata", "mtool", tc.recorded+".mrp.gz")))
		if tc.recorded == "odd.amr" {
			theirs = explained.Replace(theirs)
		}
		different := 0
		for _, want := range mrpTexts(t, theirs) {
			got, found := ours[want.ID]
			if !found {
				t.Errorf("%s: no graph %s", tc.from, want.ID)
				continue
			}
			delete(ours, want.ID)
			a, b := got.describe(tc.anchors, tc.lower), want.describe(tc.anchors, tc.lower)
			if a != b {
				if different++; different < 3 {
					t.Errorf("%s: graph %s\n%s\nmtool has\n%s", tc.from, want.ID, a, b)
				}
			}
			if got.Flavor != want.Flavor || got.Framework != want.Framework {
				t.Errorf("%s: graph %s is %s of flavor %d, mtool has %s of flavor %d", tc.from, want.ID, got.Framework, got.Flavor, want.Framework, want.Flavor)
			}
			if want.Input != "" && got.Input != want.Input {
				t.Errorf("%s: graph %s has the text %q, mtool %q", tc.from, want.ID, got.Input, want.Input)
			}
		}
		if len(ours) > 0 || different > 0 {
			t.Errorf("%s: %d graphs differ, %d are not in mtool's file", tc.from, different, len(ours))
		}
	}
}

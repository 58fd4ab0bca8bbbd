package mrp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/internal/shared"
	"assay/measures/mrp"
	"assay/treebank"
)

func open(t testing.TB, path string) *treebank.Source {
	t.Helper()
	src, err := corpus.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func run(t testing.TB, gold, system string, m *eval.Measure) *eval.Result {
	t.Helper()
	res, err := eval.Run(context.Background(), open(t, gold), open(t, system), []*eval.Measure{m}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// TestOptimal: every pair has as many matches as the optimum recorded from integer
// programming, and all are proven.
func TestOptimal(t *testing.T) {
	dir := shared.Path(t, "cases", "semantics", "07-mrp-lpps")
	for _, framework := range []string{"eds", "amr", "ucca"} {
		text, err := os.ReadFile(filepath.Join(dir, "ilp-mrp."+framework+".tsv"))
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{}
		for line := range strings.Lines(string(text)) {
			if f := strings.Split(line, "\t"); len(f) > 1 && f[0] != "TOTAL" {
				want[f[0]] = f[1]
			}
		}
		res := run(t, filepath.Join(dir, "gold."+framework+".mrp"), filepath.Join(dir, "system."+framework+".mrp"), mrp.New(mrp.Options{}))
		c := res.Counts[0]
		columns := c.Metric.ColumnNames()
		for i := range res.Units {
			row := c.Row(i)
			for k, name := range columns {
				if v := strconv.Itoa(int(row[k])); name == "all_matched" && v != want[res.Name(i)] {
					t.Errorf("%s %s: %s matches, want %s", framework, res.Name(i), v, want[res.Name(i)])
				}
				if name == "open" && row[k] != 0 {
					t.Errorf("%s %s: not proven", framework, res.Name(i))
				}
			}
		}
		if len(want) != 100 || len(res.Units) != 100 {
			t.Errorf("%s: %d units, %d in the recording", framework, len(res.Units), len(want))
		}
	}
}

// TestMTool compares with the counts of each class that mtool printed for EDS.
func TestMTool(t *testing.T) {
	dir := shared.Path(t, "cases", "semantics", "07-mrp-lpps")
	text, err := os.ReadFile(filepath.Join(dir, "expected-mtool-mrp.eds.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]json.RawMessage
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	res := run(t, filepath.Join(dir, "gold.eds.mrp"), filepath.Join(dir, "system.eds.mrp"), mrp.New(mrp.Options{}))
	sum := res.Counts[0].Sum()
	got := map[string]float64{}
	for i, name := range res.Counts[0].Metric.ColumnNames() {
		got[name] = sum[i]
	}
	for _, class := range []string{"tops", "labels", "properties", "anchors", "edges", "attributes", "all"} {
		var w struct{ G, S, C float64 }
		if err := json.Unmarshal(want[class], &w); err != nil {
			t.Fatal(class, err)
		}
		if g := [3]float64{got[class+"_gold"], got[class+"_system"], got[class+"_matched"]}; g != [3]float64{w.G, w.S, w.C} {
			t.Errorf("%s: %v, want %+v", class, g, w)
		}
	}
}

func write(t *testing.T, name string, graphs ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(strings.Join(graphs, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestNormalised: two notations of the same graph match.
func TestNormalised(t *testing.T) {
	gold := `{"id": "1", "input": "He, too, sleeps.", "tops": [0], "nodes": [{"id": 0, "label": "Sleep", "properties": ["TENSE"], "values": ["Pres"], ` +
		`"anchors": [{"from": 9, "to": 15}]},` +
		`{"id": 1, "label": "he", "anchors": [{"from": 0, "to": 3}, {"from": 4, "to": 8}]}],` +
		`"edges": [{"source": 0, "target": 1, "label": "domain"}, {"source": 0, "target": 1, "label": "ARG0", "attributes": ["remote"], "values": [false]},` +
		` {"source": 1, "target": 0, "label": "x"}]}`
	system := `{"id": "1", "input": "He, too, sleeps.", "tops": ["b"], "nodes": [{"id": "a", "label": "HE", "anchors": [{"from": 4, "to": 7}, {"from": ` +
		`0, "to": 2}]},` +
		`{"id": "b", "label": "sleep", "properties": ["tense"], "values": ["pres"], "anchors": [{"from": 9, "to": 16}]}],` +
		`"edges": [{"source": "a", "target": "b", "label": "mod"}, {"source": "a", "target": "b", "label": "ARG0-of"}, {"source": "b", "target": "a", ` +
		`"label": "y", "normal": "X"}]}`
	res := run(t, write(t, "gold.mrp", gold), write(t, "system.mrp", system), mrp.New(mrp.Options{}))
	sum := res.Counts[0].Sum()
	want := "[1 1 1 2 2 2 1 1 1 2 2 2 3 3 3 0 0 0 9 9 9 1 0 0]"
	if got := fmt.Sprint(sum); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestKeepOf: consist-of is inverted for mtool only.
func TestKeepOf(t *testing.T) {
	graph := func(edge string) string {
		return `{"id": "1", "nodes": [{"id": 0, "label": "a"}, {"id": 1, "label": "b"}], "edges": [` + edge + `]}`
	}
	gold := write(t, "gold.mrp", graph(`{"source": 0, "target": 1, "label": "consist-of"}`))
	system := write(t, "system.mrp", graph(`{"source": 1, "target": 0, "label": "consist"}`))
	for keep, want := range map[bool]float64{false: 1, true: 0} {
		sum := run(t, gold, system, mrp.New(mrp.Options{KeepOf: keep})).Counts[0].Sum()
		if sum[14] != want {
			t.Errorf("KeepOf %v: %v edges match, want %v", keep, sum[14], want)
		}
	}
}

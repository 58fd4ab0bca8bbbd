package ucca_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/internal/shared"
	"assay/measures/ucca"
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

func run(t testing.TB, gold, system string, o ucca.Options) *eval.Result {
	t.Helper()
	res, err := eval.Run(context.Background(), open(t, gold), open(t, system), []*eval.Measure{ucca.New(o)}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range res.Problems {
		if p.Metric >= 0 || res.Units[p.Unit].Status != eval.Scored {
			t.Fatalf("%+v", p)
		}
	}
	return res
}

func scores(m *eval.Measure, sum []float64) map[string]float64 {
	out := map[string]float64{}
	for _, s := range m.Scores(sum) {
		out[s.Name] = s.Value
	}
	return out
}

// TestRecorded compares with all counts printed by evaluate_standard.py, with and
// without normalisation.
func TestRecorded(t *testing.T) {
	dir := shared.Path(t, "cases", "graphs", "04-ucca")
	fraction := regexp.MustCompile(`^(Precision|Recall): .*\((\d+)/(\d+)\)$`)
	for file, o := range map[string]ucca.Options{"default": {}, "nonormalize": {Raw: true}} {
		res := run(t, filepath.Join(dir, "gold"), filepath.Join(dir, "system"), o)
		sum, got := res.Counts[0].Sum(), map[string]float64{}
		for i, name := range res.Counts[0].Metric.ColumnNames() {
			got[name] = sum[i]
		}
		f, err := os.Open(filepath.Join(dir, "expected."+file+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		way, kind, seen := "", "", 0
		for in := bufio.NewScanner(f); in.Scan(); {
			line := in.Text()
			if rest, ok := strings.CutPrefix(line, "Evaluation type: ("); ok {
				way = strings.ReplaceAll(strings.TrimSuffix(rest, ")"), "weak_labeled", "weak")
			}
			if k, ok := map[string]string{"Regular edges:": "primary", "Remote edges:": "remote", "Implicit edges:": "implicit"}[line]; ok {
				kind = k
			}
			if m := fraction.FindStringSubmatch(line); m != nil {
				side := map[string]string{"Precision": "system", "Recall": "gold"}[m[1]]
				name := kind + "_" + way + "_"
				if v := fmt.Sprintf("%v/%v", got[name+"matched"], got[name+side]); v != m[2]+"/"+m[3] {
					t.Errorf("%s: %s%s is %s, want %s/%s", file, name, side, v, m[2], m[3])
				}
				seen++
			}
			if want, ok := strings.CutPrefix(line, "Average labeled F1 score: "); ok {
				if v := fmt.Sprintf("%.3f", scores(res.Counts[0].Metric, sum)["labeled_f1"]); v != want {
					t.Errorf("%s: labeled_f1 is %s, want %s", file, v, want)
				}
			}
		}
		if seen != 18 {
			t.Errorf("%s: %d figures were compared", file, seen)
		}
	}
}

// TestPassages compares the figures of each passage.
func TestPassages(t *testing.T) {
	dir := shared.Path(t, "cases", "graphs", "04-ucca")
	text, err := os.ReadFile(filepath.Join(dir, "expected.per-passage.csv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	res := run(t, filepath.Join(dir, "gold"), filepath.Join(dir, "system"), ucca.Options{})
	if len(lines) != len(res.Units)+1 {
		t.Fatalf("%d passages, %d recorded", len(res.Units), len(lines)-1)
	}
	names := strings.Split(lines[0], ",")
	for i := range res.Units {
		got := scores(res.Counts[0].Metric, res.Counts[0].Row(i))
		for k, want := range strings.Split(lines[i+1], ",") {
			if v := fmt.Sprintf("%.3f", got[names[k]]); v != want {
				t.Errorf("%s: %s is %s, want %s", res.Name(i), names[k], v, want)
			}
		}
	}
}

// TestItself: gold against itself is 1, as XML and as MRP.
func TestItself(t *testing.T) {
	for _, path := range []string{shared.Path(t, "cases", "graphs", "04-ucca", "gold"), shared.Path(t, "data", "sem-lpps", "gold.ucca.mrp")} {
		for _, o := range []ucca.Options{{}, {Raw: true}, {SkipImplicit: true}} {
			res := run(t, path, path, o)
			for name, v := range scores(res.Counts[0].Metric, res.Counts[0].Sum()) {
				if v != 1 {
					t.Errorf("%s %+v: %s is %v", path, o, name, v)
				}
			}
		}
	}
}

// TestOdd: cycles, units without terminals and implicit units do not end a run.
func TestOdd(t *testing.T) {
	passage := func(units string) string {
		path := filepath.Join(t.TempDir(), "a.xml")
		text := `<root passageID="1"><attributes/><layer layerID="0"><attributes/><node ID="0.1" type="Word"><attributes text="a"/></node>` +
			`<node ID="0.2" type="Punctuation"><attributes text="."/></node></layer><layer layerID="1"><attributes/>` + units + `</layer></root>`
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	edge := func(to, tag, more string) string {
		return `<edge toID="` + to + `" type="` + tag + `"><attributes ` + more + `/></edge>`
	}
	unit := func(id, more string, edges ...string) string {
		return `<node ID="` + id + `" type="FN"><attributes ` + more + `/>` + strings.Join(edges, "") + `</node>`
	}
	good := passage(unit("1.1", "", edge("1.2", "H", "")) + unit("1.2", "", edge("1.3", "P", ""), edge("1.4", "A", "")) +
		unit("1.3", "", edge("0.1", "Terminal", "")) + unit("1.4", `implicit="True"`))
	for _, odd := range []string{
		passage(unit("1.1", "", edge("1.2", "H", "")) + unit("1.2", "", edge("1.1", "A", ""), edge("0.1", "Terminal", ""))),
		passage(unit("1.1", "", edge("1.2", "H", "")) + unit("1.2", "")),
		passage(unit("1.1", "", edge("1.1", "H", ""))),
		passage(unit("1.1", "") + unit("1.2", "", edge("1.2", "A", ""), edge("0.1", "Terminal", ""))),
		passage(unit("1.1", "") + unit("1.2", "", edge("1.3", "A", ""), edge("0.1", "Terminal", "")) +
			unit("1.3", "", edge("1.2", "A", ""), edge("0.1", "Terminal", ""))),
		passage(unit("1.5", "", edge("1.6", "A", "")) + unit("1.6", `implicit="True"`)),
		passage(unit("1.1", "", edge("1.2", "C", ""), edge("1.3", "C", `remote="True"`)) + unit("1.2", "", edge("1.3", "C", "")) +
			unit("1.3", "", edge("0.1", "Terminal", ""))),
	} {
		run(t, good, odd, ucca.Options{})
		run(t, odd, good, ucca.Options{})
	}
	sum := run(t, good, good, ucca.Options{}).Counts[0].Sum()
	if sum[18] != 1 || sum[20] != 1 {
		t.Errorf("implicit units: %v", sum)
	}
}

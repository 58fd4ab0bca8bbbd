package sdp_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/internal/shared"
	"assay/measures/sdp"
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

func score(t testing.TB, gold, system string, o sdp.Options) map[string]float64 {
	t.Helper()
	res, err := eval.Run(context.Background(), open(t, gold), open(t, system), []*eval.Measure{sdp.New(o)}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for _, p := range res.Problems {
		if p.Cause != eval.DifferentWords {
			t.Fatalf("%+v", p)
		}
		out["different words"]++
	}
	for _, s := range res.Counts[0].Metric.Scores(res.Counts[0].Sum()) {
		out[s.Name] = s.Value
	}
	return out
}

var figure = regexp.MustCompile(`(?m)^([LUPF][PRFM]): (\S+)$`)

// recorded returns the figures that the Scorer of the toolkit printed.
func recorded(t testing.TB, path string) map[string]string {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	with, without, _ := bytes.Cut(text, []byte("## Scores excluding"))
	out := map[string]string{}
	for suffix, part := range map[string][]byte{"": with, "_no_top": without} {
		for _, m := range figure.FindAllSubmatch(part, -1) {
			out[strings.ToLower(string(m[1]))+suffix] = string(m[2])
		}
	}
	if len(out) != 28 {
		t.Fatalf("%s: %d figures", path, len(out))
	}
	return out
}

// TestRecorded compares with the figures of the SDP toolkit, to the last digit.
func TestRecorded(t *testing.T) {
	dir := shared.Path(t, "cases", "graphs", "03-sdp")
	for name, o := range map[string]sdp.Options{
		"dm": {}, "dm.excludePunctuation": {SkipPunctuation: true}, "dm.undirected": {Undirected: true},
		"psd": {Arguments: sdp.PSD}, "psd.excludePunctuation": {SkipPunctuation: true}, "psd.undirected": {Arguments: sdp.PSD, Undirected: true},
	} {
		layer, _, _ := strings.Cut(name, ".")
		got := score(t, filepath.Join(dir, "gold."+layer+".sdp"), filepath.Join(dir, "sys."+layer+".sdp"), o)
		for k, want := range recorded(t, filepath.Join(dir, "expected."+name+".txt")) {
			if v := fmt.Sprintf("%.6f", got[k]); v != want && !(want == "NaN" && got[k] == 0) {
				t.Errorf("%s: %s is %s, want %s", name, k, v, want)
			}
		}
	}
}

// TestMTool compares with the figures of mtool's SDP scorer (4cee3a2) for MRP files,
// to all printed digits.
func TestMTool(t *testing.T) {
	dir := shared.Path(t, "cases", "semantics", "07-mrp-lpps")
	got := score(t, filepath.Join(dir, "gold.eds.mrp"), filepath.Join(dir, "system.eds.mrp"), sdp.Options{Trim: true})
	text, err := os.ReadFile(filepath.Join(dir, "expected-mtool-sdp.eds.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []struct{ key, prefix string }{{"labeled", "l"}, {"unlabeled", "u"}} {
		_, rest, ok := strings.Cut(string(text), `"`+part.key+`": {`)
		if !ok {
			t.Fatalf("no %s in %s", part.key, text)
		}
		for _, k := range []string{"p", "r", "f", "m"} {
			_, v, _ := strings.Cut(rest, `"`+k+`": `)
			v = v[:strings.IndexAny(v, ",}")]
			want, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(got[part.prefix+k]-want) > 1e-15 {
				t.Errorf("%s%s is %v, want %v", part.prefix, k, got[part.prefix+k], want)
			}
		}
	}
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

const small = "#SDP 2015\n#1\n1\tKim\tKim\tNNP\t-\t-\t_\tARG1\n2\tsleeps\tsleep\tVBZ\t+\t+\tv:e-i\t_\n\n"

// TestOtherWords: white space does not matter; equally many different words are
// identified by their number.
func TestOtherWords(t *testing.T) {
	gold := write(t, "gold.sdp", small)
	for name, text := range map[string]string{
		"spaced.mrp": `{"id": "1", "input": "Kim  sleeps", "tops": [1], "nodes": [{"id": 0, "label": "Kim", "anchors": [{"from": 0, "to": 3}]}, ` +
			`{"id": 1, "label": "sleep", "properties": ["pos", "frame"], "values": ["VBZ", "v:e-i"], "anchors": [{"from": 5, "to": 11}]}], "edges": ` +
			`[{"source": 1, "target": 0, "label": "ARG1"}]}`,
		"other.sdp": strings.ReplaceAll(strings.ReplaceAll(small, "Kim", "Kimberly"), "sleeps", "slept"),
	} {
		got := score(t, gold, write(t, name, text), sdp.Options{})
		for _, k := range []string{"lf", "lm", "uf", "um", "pf", "ff"} {
			if got[k] != 1 {
				t.Errorf("%s: %s is %v", name, k, got[k])
			}
		}
		if n := got["different words"]; (name == "other.sdp") != (n == 1) {
			t.Errorf("%s: %v pairs of different words", name, n)
		}
	}
}

// TestUnanchored: a node without characters cannot be identified; the problem names
// the pair.
func TestUnanchored(t *testing.T) {
	bad := write(t, "bad.mrp", `{"id": "1", "input": "Kim sleeps", "nodes": [{"id": 0, "label": "Kim"}], "edges": []}`)
	res, err := eval.Run(context.Background(), open(t, write(t, "gold.sdp", small)), open(t, bad), []*eval.Measure{sdp.New(sdp.Options{})}, eval.Options{})
	if err != nil || len(res.Problems) != 1 || !strings.Contains(res.Problems[0].Text, `node "Kim" has no characters`) || res.Counts[0].Unscorable != 1 {
		t.Errorf("%v %+v", err, res.Problems)
	}
}

// Two edges may have the same ends. Scores without labels count these once, and so do the
// items if they were right: mended, those of gold count what gold against itself does.
func TestEdgesWithTheSameEnds(t *testing.T) {
	dir := t.TempDir()
	graph := func(name string, labels ...string) string {
		var edges []string
		for _, l := range labels {
			edges = append(edges, fmt.Sprintf(`{"source": 0, "target": 1, "label": %q}`, l))
		}
		path := filepath.Join(dir, name)
		text := `{"id": "1", "flavor": 0, "framework": "dm", "version": 1.0, "input": "run dogs", "tops": [0], "nodes": [{"id": 0, "label": "run", ` +
			`"anchors": [{"from": 0, "to": 3}]}, {"id": 1, "label": "dog", "anchors": [{"from": 4, "to": 8}]}], "edges": [` + strings.Join(edges, ", ") + "]}\n"
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	metric := sdp.New(sdp.Options{})
	sums := &mended{row: make([]float64, len(metric.Columns))}
	gold := graph("gold.mrp", "ARG1", "ARG2")
	opt := eval.Options{Jobs: 1, Collect: func() eval.Collector { return sums }, Collected: func(eval.Collector) {}}
	if _, err := eval.Run(context.Background(), open(t, gold), open(t, graph("system.mrp", "BV")), []*eval.Measure{metric}, opt); err != nil {
		t.Fatal(err)
	}
	for i, name := range metric.ColumnNames() {
		want, ok := map[string]float64{"gold": 3, "matched": 3, "gold_unlabeled": 2, "system_unlabeled": 2, "matched_unlabeled": 2, "gold_unlabeled_no_top": 1}[name]
		if ok && sums.row[i] != want {
			t.Errorf("%s is %v if all is mended, want %v", name, sums.row[i], want)
		}
	}
}

// mended sums what the items of gold add if they are right.
type mended struct{ row []float64 }

func (*mended) Pair(*eval.Pair) {}

func (m *mended) Item(_ int, it *eval.Item) {
	adds := it.Adds
	if it.Outcome != eval.Correct {
		adds = it.Mended
	}
	for _, a := range adds {
		m.row[a.Column] += a.N
	}
}

package mtool

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/compat/internal/recorded"
	"assay/internal/shared"
)

func call(args ...string) (stdout, stderr string, status int) {
	var out, errs bytes.Buffer
	status = Main(args, strings.NewReader(""), &out, &errs)
	return out.String(), errs.String(), status
}

// changing are the members that are different in each run, or count the steps of
// another search.
var changing = regexp.MustCompile(`"(time|cpu|steps)": [0-9.e-]+`)

func fixed(text string) string { return strings.TrimSpace(changing.ReplaceAllString(text, `"$1": 0`)) }

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestRecorded compares with the output of mtool 4cee3a2, byte for byte.
func TestRecorded(t *testing.T) {
	folder := shared.Path(t, "cases", "semantics", "07-mrp-lpps")
	for _, c := range []struct{ score, of, trace string }{{"edm", "eds", "-t"}, {"sdp", "eds", "--trace"}, {"mrp", "eds", "--trace"},
		{"ucca", "ucca", "--quiet"}} {
		out, _, status := call("--read", "mrp", "--score", c.score, c.trace, "--gold", filepath.Join(folder, "gold."+c.of+".mrp"),
			filepath.Join(folder, "system."+c.of+".mrp"))
		want := read(t, filepath.Join(folder, "expected-mtool-"+c.score+"."+c.of+".txt"))
		if fixed(out) != fixed(want) || status != 0 {
			t.Errorf("%s: status %d, want %.300s, found %.300s", c.score, status, want, out)
		}
	}
}

// TestUCCA compares with output of mtool on three pairs. For one graph mtool stopped at
// its limit, without the one edge that matches.
func TestUCCA(t *testing.T) {
	folder := shared.Path(t, "cases", "semantics", "09-ucca")
	var out strings.Builder
	for _, name := range []string{"test", "anchors", "small"} {
		for _, score := range []string{"ucca", "mrp"} {
			out.WriteString("# " + name + " " + score + "\n")
			text, _, _ := call("--read", "mrp", "--score", score, "-t", "--gold", filepath.Join(folder, name+".gold.mrp"), filepath.Join(folder, name+".tupa.mrp"))
			for line := range strings.Lines(text) {
				if !strings.HasPrefix(line, ` "time"`) && !strings.HasPrefix(line, ` "cpu"`) {
					out.WriteString(line)
				}
			}
		}
	}
	want := read(t, filepath.Join(folder, "expected-mtool.txt"))
	for _, d := range [][2]string{
		{`"exact": 1,` + "\n" + ` "tops": {"g": 2, "s": 1`, `"exact": 2,` + "\n" + ` "tops": {"g": 2, "s": 1`},
		{`"edges": {"g": 51, "s": 15, "c": 6, "p": 0.4, "r": 0.11764705882352941, "f": 0.1818181818181818}`,
			`"edges": {"g": 51, "s": 15, "c": 7, "p": 0.4666666666666667, "r": 0.13725490196078433, "f": 0.21212121212121213}`},
		{`"all": {"g": 88, "s": 25, "c": 16, "p": 0.64, "r": 0.18181818181818182, "f": 0.2831858407079646}`,
			`"all": {"g": 88, "s": 25, "c": 17, "p": 0.68, "r": 0.19318181818181818, "f": 0.3008849557522124}`},
		{`"edges": {"g": 34, "s": 2, "c": 0}, "attributes": {"g": 4, "s": 0, "c": 0}, "exact": false`,
			`"edges": {"g": 34, "s": 2, "c": 1}, "attributes": {"g": 4, "s": 0, "c": 0}, "exact": true`},
	} {
		if !strings.Contains(want, d[0]) {
			t.Errorf("the recording lacks %s", d[0])
		}
		want = strings.Replace(want, d[0], d[1], 1)
	}
	if fixed(out.String()) != fixed(want) {
		t.Errorf("want %s, found %s", fixed(want), fixed(out.String()))
	}
}

// TestOptions compares every option that changes a score with mtool 4cee3a2.
func TestOptions(t *testing.T) {
	recorded.Options(t, Main, "testdata/options", func(text string) string { return changing.ReplaceAllString(text, `"$1": 0`) })
}

// TestRefused: every other option of mtool is refused by its name, with what to use instead.
func TestRefused(t *testing.T) {
	t.Chdir("testdata/options")
	for option, instead := range map[string]string{"--inspect": "assay errors -m mrp", "--analyze": "assay score -m mrp -o json",
		"--validate all": "assay validate -f mrp",
		"--errors e":     "assay errors -m mrp", "--overlay o": "assay convert -t mrp", "--alignment a": "assay convert -t mrp", "--reify": "changes graphs",
		"--unique": "changes graphs", "--inject {}": "changes graphs", "--prefix x": "into the files", "--source x": "no score", "--targets x": "no score",
		"--inverse": "into the files", "--anchors a": "convert it to mrp"} {
		_, errs, status := call(strings.Fields("--read mrp --score edm --gold gold.mrp gold.mrp " + option)...)
		name, _, _ := strings.Cut(option, " ")
		if last := errs[strings.LastIndex(errs, "main.py: error"):]; status != 2 || !strings.Contains(last, name+",") || !strings.Contains(last, instead) {
			t.Errorf("%s: status %d, %s", option, status, last)
		}
	}
	for _, tc := range []struct{ args, want string }{
		{"--read mrp --score edm --text text --gold gold.mrp gold.mrp", "no --text with --read mrp"},
		{"--read dm --score sdp --text . --gold gold.sdp gold.sdp", "no --text with a folder"},
		{"--read ucca --score ucca --gold gold.mrp gold.mrp", "does not read ucca as mtool does; convert it to mrp"},
	} {
		if _, errs, status := call(strings.Fields(tc.args)...); status != 1 || !strings.Contains(errs, tc.want) {
			t.Errorf("%s: status %d, %s", tc.args, status, errs)
		}
	}
}

const (
	graphA = `{"id": "1", "framework": "dm", "language": "eng", "input": "Kim sleeps", "tops": [1], "nodes": [{"id": 0, "label": "Kim", "anchors": ` +
		`[{"from": 0, "to": 3}]}, {"id": 1, "label": "sleep", "anchors": [{"from": 4, "to": 10}]}], "edges": [{"source": 1, "target": 0, "label": "ARG1"}]}` + "\n"
	words = "#SDP 2015\n#1\n1\tKim\tKim\tNNP\t-\t-\t_\tARG1\n2\tsleeps\tsleep\tVBZ\t+\t+\tsleep:v\t_\n\n"
)

const goldAMR = `# ::id lpp_1943.1
# ::snt Kim Smith did not read 12 reports at 16:42.
(r / read-01 :polarity -
   :ARG0 (p / person :wiki "Kim_Smith" :name (n / name :op1 "Kim" :op2 "New York"))
   :ARG1 (r2 / report :quant 12 :mod (l / long) :consist-of (p2 / page) :subset-of (s / set) :prep-on-behalf-of p
        :domain-of (z / fine) :domain (y / thing) :ARG0-of-of p)
   :time (d / date-entity :time "16:42") :mode imperative :ARG2 z11)

# ::id two
# ::snt Kim sleeps.
(s / sleep-01 :ARG0 (k / Kim :wiki - :quant-of 3) :value 0.5)
`

const systemAMR = `# ::id lpp_1943.1
# ::snt Kim Smith did not read 12 reports at 16:42.
(r / read-01 :ARG2 z12
   :ARG0 (p / person :wiki - :name (n / name :op1 "Kim" :op2 "New Jersey"))
   :ARG1 (r2 / report :quant "12" :mod (l / short) :consist-of (p2 / page) 
        :domain-of (z / fine) :domain (y / thing) )
   :time (d / date-entity :time "16:42") :mode imperative)

# ::id two
# ::snt Kim sleeps.
(s / sleep-01 :ARG0 (k / Kim :wiki "Kim" :quant-of 3) :value 0.5)
`

// TestAMR: recorded with mtool 4cee3a2, main.py --read amr [--full] --score mrp|smatch --gold GOLD SYSTEM (np.int replaced).
// It keeps the first word of a quoted constant, no quotes, the last attribute of a name, and wiki only with --full; it
// names graphs of The Little Prince as the shared tasks do.
func TestAMR(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"gold": goldAMR, "system": systemAMR,
		"mrp": `{"id": "100010", "framework": "amr", "tops": [0], "nodes": [{"id": 0, "label": "read-01"}], "edges": []}` + "\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct{ args, out string }{
		{"--read amr --score mrp", `"properties": {"g": 9, "s": 8, "c": 7, "p": 0.875, "r": 0.7777777777777778, "f": 0.823529411764706},`},
		{"--read amr --score mrp", `"all": {"g": 35, "s": 30, "c": 28, "p": 0.9333333333333333, "r": 0.8, "f": 0.8615384615384616},`},
		{"--read amr --full --score mrp", `"properties": {"g": 11, "s": 10, "c": 7, "p": 0.7, "r": 0.6363636363636364, "f": 0.6666666666666666},`},
		{"--read amr --full --score mrp", `"all": {"g": 37, "s": 32, "c": 28, "p": 0.875, "r": 0.7567567567567568, "f": 0.8115942028985507},`},
		{"--read amr --score smatch", "\"g\": 35,\n \"s\": 30,\n \"c\": 28,\n \"p\": 0.9333333333333333,\n \"r\": 0.8,\n \"f\": 0.8615384615384616,"},
		{"--read amr --full --score smatch", "\"g\": 37,\n \"s\": 32,\n \"c\": 28,\n \"p\": 0.875,\n \"r\": 0.7567567567567568,\n \"f\": 0.8115942028985507,"},
		{"--read amr --score mrp --id 100010", `"n": 1,`},
	} {
		out, errs, status := call(strings.Fields(tc.args + " --gold gold system")...)
		if !strings.Contains(out, tc.out) || status != 0 {
			t.Errorf("%s: status %d, %s, %s; want %s", tc.args, status, out, errs, tc.out)
		}
	}
	if out, errs, _ := call(strings.Fields("--read amr --format mrp --score mrp --gold mrp system")...); !strings.Contains(out, `"null": 0,`) ||
		!strings.Contains(errs, "#two with no gold graph") {
		t.Errorf("%s%s", out, errs)
	}
}

// TestPairing: pairs are by language, framework and id; figures are counted by hand.
func TestPairing(t *testing.T) {
	t.Chdir(t.TempDir())
	two := strings.Replace(graphA, `"1"`, `"2"`, 1)
	for name, text := range map[string]string{"a": graphA, "ab": graphA + two, "aa": graphA + graphA, "psd": strings.Replace(graphA, "dm", "psd", 1),
		"none": strings.Replace(graphA, `"language": "eng", `, "", 1), "words": words, "text": "1\tKim  sleeps\n", "ids": "2\tx\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		args, out, err string
		status         int
	}{
		{"--read mrp --score mrp --gold a a", `"all": {"g": 6, "s": 6, "c": 6`, "proven", 0},
		{"--read mrp --score mces --gold a a --limit 0", `"exact": 0`, "", 0},
		{"--read mrp --score mrp --gold ab a", `"null": 1,`, "missing system eng dm graph #2", 0},
		{"--read mrp --score mrp --gold a ab", `"n": 1,`, "ignoring eng dm graph #2 with no gold graph", 0},
		{"--read mrp --score mrp --gold a aa", `"n": 1,`, "ignoring duplicate eng dm graph #1", 0},
		{"--read mrp --score mrp --gold a psd", `"null": 1,`, "ignoring eng psd graph #1", 0},
		{"--read mrp --score mrp --gold a none", `"null": 0,`, "", 0},
		{"--read mrp --score mrp --gold ab ab --filter ids", `"n": 1,`, "", 0},
		{"--read mrp --score mrp --gold ab ab --id 2", `"n": 1,`, "", 0},
		{"--read mrp --score mrp --gold ab ab --i 1", `"n": 1,`, "", 0},
		{"--read mrp --score mrp --gold ab ab --n 1", `"n": 1,`, "", 0},
		{"--read mrp --score mrp --gold a a --framework psd", `"n": 0,`, "", 0},
		{"--read mrp --score edm --gold a a", `"all": {"g": 4, "s": 4, "c": 4`, "", 0},
		{"--read mrp --score smatch --gold a a", `"c": 6,`, "", 0},
		{"--read dm --score sdp --gold words words", `"unlabeled": {"g": 2, "s": 2, "c": 2`, "", 0},
		{"--read dm --score sdp --gold words words --text text", `"labeled": {"g": 2, "s": 2, "c": 2`, "", 0},
		{"--read dm --format mrp --score sdp --gold a words --text text", `"unlabeled": {"g": 2, "s": 2, "c": 0`, "", 0},
		{"--read mrp --score all --gold a a", "", "invalid evaluation metric: all", 1},
		{"--read conll --score mrp --gold a a", "", "invalid input format: conll", 1},
		{"--read conllu --score mrp --gold a a", "", "convert it to mrp first", 1},
		{"--read mrp --gold a a", "", "want --score", 1},
		{"--score mrp --gold a a", "", "the following arguments are required: --read", 2},
		{"--read mrp --score mrp --gold a a --validate all", "", "assay mtool has no --validate", 2},
		{"--read mrp --score mrp --gold a a --n x", "", "invalid int value", 2},
	} {
		out, errs, status := call(strings.Fields(tc.args)...)
		if !strings.Contains(out, tc.out) || !strings.Contains(errs, tc.err) || status != tc.status {
			t.Errorf("%s: status %d, %q, %q; want %d, %q, %q", tc.args, status, out, errs, tc.status, tc.out, tc.err)
		}
	}
}

// TestRepeated: an edge that a graph has twice counts once, as mtool prints for the field's file (g 10, s 10, c 10); a node id given
// twice is said, and its top is the first of its nodes, its edges are those of the last (graph.py: find_node and the table of names).
func TestRepeated(t *testing.T) {
	folder := shared.Path(t, "cases", "field", "mtool-dupedge")
	for _, gold := range []string{"a.mrp", "dupedge.mrp"} {
		out, _, status := call("--read", "mrp", "--score", "smatch", "--gold", filepath.Join(folder, gold), filepath.Join(folder, "dupedge.mrp"))
		want := "{\"n\": 1,\n \"g\": 10,\n \"s\": 10,\n \"c\": 10,\n \"p\": 1.0,\n \"r\": 1.0,\n \"f\": 1.0,\n \"time\": 0,\n \"cpu\": 0}"
		if fixed(out) != want || status != 0 {
			t.Errorf("%s: status %d, %s, want %s", gold, status, out, want)
		}
	}
	file := filepath.Join(t.TempDir(), "twice.mrp")
	graph := `{"id": "a", "flavor": 1, "framework": "eds", "version": 1.1, "time": "2020-01-01", "input": "ab", "tops": [0], "nodes": [` +
		`{"id": 0, "label": "x", "anchors": [{"from": 0, "to": 1}]}, {"id": 0, "label": "y", "anchors": [{"from": 1, "to": 2}]}, ` +
		`{"id": 2, "label": "z", "anchors": [{"from": 0, "to": 2}]}], "edges": [{"source": 0, "target": 2, "label": "ARG1"}]}` + "\n"
	other := strings.Replace(strings.Replace(graph, `"tops": [0]`, `"tops": [3]`, 1), `{"id": 0, "label": "x"`, `{"id": 3, "label": "x"`, 1)
	if err := os.WriteFile(file, []byte(graph), 0o600); err != nil {
		t.Fatal(err)
	}
	second := filepath.Join(t.TempDir(), "other.mrp")
	if err := os.WriteFile(second, []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errs, status := call("--read", "mrp", "--score", "edm", "--gold", second, file)
	if !strings.Contains(errs, "has node 0 twice") || status != 0 || !strings.Contains(out, `"all": {"g": 5, "s": 5, "c": 5,`) {
		t.Errorf("a node id given twice: status %d, %s%s", status, errs, out)
	}
}

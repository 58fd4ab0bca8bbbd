package smatchpp

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/shared"
)

func call(args ...string) (stdout, stderr string, status int) {
	var out, errs bytes.Buffer
	status = Main(args, nil, &out, &errs)
	return out.String(), errs.String(), status
}

// TestRecorded compares with the output of smatch++, byte for byte. In pair 68 its
// reader takes the apostrophe of "o'clock" for a quote and loses the brackets after it,
// so that 6 triples match, where 11 do in the graph as it is written.
func TestRecorded(t *testing.T) {
	own, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(shared.Path(t, "cases", "graphs", "01-amr-lpps"))
	lpps := "-a system.amr -b gold.amr"
	cases := map[string]string{filepath.Join(own, "lpps.multialign.pairwise.txt.gz"): lpps + " -graph_type amr -score_dimension all-multialign"}
	small := "-a " + filepath.Join(own, "first.amr") + " -b " + filepath.Join(own, "second.amr")
	for name, kind := range map[string]string{"none": "", "generic": " -graph_type generic", "amr": " -graph_type amr"} {
		for _, score := range []string{"pairwise", "micro", "macro"} {
			cases["expected.smatchpp."+name+"."+score+".txt"] = lpps + kind + " -score_type " + score
		}
		cases[filepath.Join(own, name+".micromacro.json")] = small + kind + " -score_type micromacro -output_format json"
	}
	cases[filepath.Join(own, "amr.pairwise.txt")] = small + " -graph_type amr -score_type pairwise"
	cases[filepath.Join(own, "amr.multialign.json")] = small + " -graph_type amr -score_dimension all-multialign -output_format json"
	for file, args := range cases {
		out, _, status := call(strings.Fields(args)...)
		if want := read(t, file); out != want || status != 0 {
			t.Errorf("%s: status %d, differs from %s", args, status, file)
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(file, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"one": "(a / b)\n", "two": "(a / b)\n\n(c / d)\n", "broken": "(a / b"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		args, err string
		status    int
	}{
		{"-a one -b two", "AssertionError\n", 1},
		{"-a one -b one -graph_type amr -score_dimension all-onealign -score_type micro", "assay: the node mappings are proven", 0},
		{"-a two -b two -graph_type amr -score_dimension all-onealign -score_type micro", "TypeError: 'numpy.float64' object is not iterable\n", 1},
		{"-a two -b two -graph_type amr -score_dimension all-onealign -score_type macro", "IndexError: invalid index to scalar variable.\n", 1},
		{"-a two -b two -score_dimension all-onealign", "NotImplementedError: ", 1},
		{"-a one -b broken", "assay: the node mappings are proven", 0}, // it keeps the triples before the end
		{"-a one -b none", "FileNotFoundError: ", 1},
		{"-a one", "usage: ", 2},
		{"-a one -b one -score_type best", "usage: ", 2},
		{"-a one -b one --bootstrap", "usage: ", 2},
		{"-a one -b one --boot", "usage: ", 2},
		{"-a=one -bone -graph amr -score_t micro", "assay: the node mappings are proven", 0},
		{"-a one -b one -graph=amr", "usage: ", 2},   // Python 3.11 takes = after whole names only
		{"-a one -b one -score micro", "usage: ", 2}, // -score_type or -score_dimension
	} {
		out, errs, status := call(strings.Fields(tc.args)...)
		if (out != "") != (tc.status == 0) || !strings.HasPrefix(errs, tc.err) || status != tc.status {
			t.Errorf("%s: status %d, %q, %q", tc.args, status, out, errs)
		}
	}
}

// TestFrames: a core role that PropBank calls an instrument counts as one.
func TestFrames(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"a": "(c / control-01 :ARG2 (t / thing))\n", "b": "(c / control-01 :instrument (t / thing))\n",
		"frames": "control-01  ARG0: who controls  ARG2: instrument, of control\n", "bad": "control-01  ARG0 who\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	args := strings.Fields("-a a -b b -graph_type amr -score_dimension all-multialign")
	const with, without = "INSTRUMENT         ---->   F1: 100.0 ", "INSTRUMENT         ---->   F1: 0.0 "
	if out, _, status := call(append(args, "-frames", "frames")...); status != 0 || !strings.Contains(out, with) {
		t.Errorf("want %q, found status %d and\n%s", with, status, out)
	}
	if out, _, status := call(args...); status != 0 || !strings.Contains(out, without) {
		t.Errorf("want %q, found status %d and\n%s", without, status, out)
	}
	if _, errs, status := call(append(args, "-frames", "bad")...); status != 1 || !strings.Contains(errs, "want a number, a colon") {
		t.Errorf("a bad file: status %d, %s", status, errs)
	}
}

// TestOptions compares with what argparse says of the same arguments, recorded from the parser of the original.
func TestOptions(t *testing.T) {
	file := t.TempDir() + "/a.amr"
	if err := os.WriteFile(file, []byte("(a / b)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"-log_level 10": "", "-graph_type": "", "-graph_type -score_type micro": "", "-score_t macro": "",
		"-log_level 5": "argument -log_level: invalid choice: 5 (choose from 0, 10, 20, 30, 40, 50)\n",
		"-log_level x": "argument -log_level: invalid int value: 'x'\n",
		"-solver xyz":  "argument -solver: invalid choice: 'xyz' (choose from 'ilp_backed', 'ilp', 'lp', 'hillclimber', 'dummy', 'rilp')\n",
	} {
		out, errs, status := call(append([]string{"-a", file, "-b", file}, strings.Fields(args)...)...)
		if want == "" && (status != 0 || !strings.Contains(out, "100.0")) || want != "" && (status != 2 || !strings.HasSuffix(errs, "error: "+want)) {
			t.Errorf("%s: status %d, %q, %q", args, status, out, errs)
		}
	}
}

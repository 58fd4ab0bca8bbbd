package delphinedm

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/shared"
)

// block is one recorded run.
type block struct {
	args []string
	want string
}

// listed reads a file of runs: "# delphin edm ARGS GOLD TEST" names the files,
// "[ARGS]" further arguments.
func listed(t *testing.T, path, dir string) (out []block) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var base []string
	for _, line := range strings.SplitAfter(string(text), "\n") {
		switch {
		case strings.HasPrefix(line, "##"):
		case strings.HasPrefix(line, "# delphin edm"):
			base = nil
			words := strings.Fields(line)[3:]
			for i, w := range words {
				if _, err := os.Stat(filepath.Join(dir, w)); err == nil && i >= len(words)-2 {
					w = filepath.Join(dir, w)
				}
				base = append(base, w)
			}
			if strings.Contains(line, ".eds") { // no line of further arguments follows
				out = append(out, block{args: base})
			}
		case strings.HasPrefix(line, "["):
			more := strings.Fields(strings.Trim(strings.TrimSpace(line), "[]"))
			out = append(out, block{args: append(more, base...)})
		case line != "":
			out[len(out)-1].want += line
		}
	}
	return out
}

// The recorded runs are compared byte for byte. The program's figures for 03b depend
// on PYTHONHASHSEED; those in testdata are from PyDelphin 1.10 with seed 1, and equal
// those of seed 3.
func TestRecorded(t *testing.T) {
	for _, name := range []string{"03-erg-esd-missing", "03b-erg-cb", "05-duplicates-and-punct"} {
		dir := shared.Path(t, "cases", "semantics", name)
		path := filepath.Join(dir, "expected-pydelphin-edm.txt")
		if name == "03b-erg-cb" {
			path = filepath.Join("testdata", "03b-erg-cb.seed1.txt")
		}
		runs := listed(t, path, dir)
		if len(runs) < 3 {
			t.Errorf("%s: only %d runs", name, len(runs))
		}
		for _, r := range runs {
			var stdout, stderr bytes.Buffer
			status := Main(r.args, nil, &stdout, &stderr)
			if status != 0 || strings.TrimSpace(stdout.String()) != strings.TrimSpace(r.want) {
				t.Errorf("%s %v: status %d, got\n%swant\n%s%s", name, r.args, status, stdout.String(), r.want, stderr.String())
			}
		}
	}
}

// TestPerItem checks the messages of -vv.
func TestPerItem(t *testing.T) {
	path := shared.Path(t, "cases", "semantics", "05-duplicates-and-punct", "expected-pydelphin-peritem.txt")
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Dir(path)
	var stdout, stderr bytes.Buffer
	Main([]string{"-vv", "-f", "eds", filepath.Join(dir, "gold.eds"), filepath.Join(dir, "system.eds")}, nil, &stdout, &stderr)
	_, items, _ := strings.Cut(stderr.String(), "\n") // the recording leaves out the first line
	if got := items + stdout.String(); got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestStaleIndex: the index of nodes has the program's fault, which loses one
// argument.
func TestStaleIndex(t *testing.T) {
	dir := shared.Path(t, "cases", "semantics", "14-predmod-stale-index")
	var stdout, stderr bytes.Buffer
	Main([]string{filepath.Join(dir, "gold"), filepath.Join(dir, "system")}, nil, &stdout, &stderr)
	if want := "Precision:\t0.9992700729927008\n   Recall:\t0.9992700729927008\n  F-score:\t0.9992700729927008\n"; stdout.String() != want {
		t.Errorf("got\n%swant\n%s", stdout.String(), want)
	}
}

// PyDelphin 1.10 reads these files in a special way: the last value of a repeated
// role or property counts, and an MRS with an invalid variable is left out.
func TestOddFiles(t *testing.T) {
	const (
		eds   = "{e2: e2:_chase_v_1<8:14>{e TENSE past}[ARG1 x3, ARG2 x9] x3:_dog_n_1<4:7>{x NUM sg}[] x9:_cat_n_1<19:22>{x NUM sg}[]}"
		twice = "{e2: e2:_chase_v_1<8:14>{e TENSE pres, TENSE past}[ARG2 x3, ARG1 x9, ARG2 x9, ARG1 x3] " +
			"x3:_dog_n_1<4:7>{x NUM pl, NUM sg}[] x9:_cat_n_1<19:22>{x NUM sg}[]}"
		rain = `{"top": "h0", "index": "e2", "relations": [{"label": "h1", "predicate": "_rain_v_1", "arguments": {"ARG0": "e2"}, ` +
			`"lnk": {"from": 3, "to": 8}}], "constraints": [{"relation": "qeq", "high": "h0", "low": "h1"}], "variables": {}}`
	)
	argument := func(a string) string { return strings.Replace(rain, `"ARG0": "e2"`, `"ARG0": "e2", `+a, 1) }
	for _, tc := range []struct{ format, gold, test, want string }{
		{"eds", eds, twice, "1.0 1.0 1.0"},
		{"mrsjson", "[" + argument(`"ARG1": "e2"`) + "]", "[" + argument(`"ARG1": "x9", "ARG1": "e2"`) + "]", "1.0 1.0 1.0"},
		{"mrsjson", "[" + rain + ", " + rain + "]", "[" + rain + ", " + argument(`"ARG1": "3"`) + "]", "1.0 0.5 0.6666666666666666"},
	} {
		gold, test := filepath.Join(t.TempDir(), "gold"), filepath.Join(t.TempDir(), "test")
		for path, text := range map[string]string{gold: tc.gold, test: tc.test} {
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		var stdout, stderr bytes.Buffer
		status := Main([]string{"-f", tc.format, gold, test}, nil, &stdout, &stderr)
		f := strings.Fields(stdout.String())
		if status != 0 || len(f) != 6 || f[1]+" "+f[3]+" "+f[5] != tc.want {
			t.Errorf("%s: status %d, %s%s, want %s", tc.test, status, &stdout, &stderr, tc.want)
		}
	}
}

func TestArguments(t *testing.T) {
	for _, tc := range []struct {
		args   string
		status int
		err    string
	}{
		{"", 2, "delphin edm: error: the following arguments are required: GOLD, TEST"},
		{"a", 2, "delphin edm: error: the following arguments are required: TEST"},
		{"a b c", 2, "delphin edm: error: unrecognized arguments: c"},
		{"--ignore-missing foo a b", 2, "delphin edm: error: argument --ignore-missing: invalid choice: 'foo' (choose from 'gold', 'test', 'both', 'none')"},
		{"-A x a b", 2, "delphin edm: error: argument -A: invalid float value: 'x'"},
		{"a b -f", 2, "delphin edm: error: argument -f/--format: expected one argument"},
		{"/none /none", 1, "ValueError: not a file or TSDB database: /none"},
	} {
		var stdout, stderr bytes.Buffer
		status := Main(strings.Fields(tc.args), nil, &stdout, &stderr)
		lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
		if status != tc.status || lines[len(lines)-1] != tc.err || stdout.Len() > 0 {
			t.Errorf("%q: status %d, %q", tc.args, status, stderr.String())
		}
	}
	var stdout, stderr bytes.Buffer
	if Main([]string{"edm", "-h"}, nil, &stdout, &stderr) != 0 || !strings.HasPrefix(stdout.String(), "usage: delphin edm [-h]") {
		t.Error("no help")
	}
}

// TestPythonNumbers: nan and inf are written as Python writes them.
func TestPythonNumbers(t *testing.T) {
	for f, want := range map[float64]string{math.NaN(): "nan", math.Inf(1): "inf", math.Inf(-1): "-inf", 1: "1.0", 0.5: "0.5", 1e16: "1e+16"} {
		if got := repr(f); got != want {
			t.Errorf("repr %s, want %s", got, want)
		}
	}
	if got := g(math.NaN()); got != "nan" {
		t.Errorf("%%g %s", got)
	}
}

// TestWeightOfNaN: Python's float reads the weight nan, every sum with it is nan, and so
// are the three figures.
func TestWeightOfNaN(t *testing.T) {
	gold, system := shared.Path(t, "data", "sem-tsdb", "erg-2025", "mrs"), shared.Path(t, "data", "sem-tsdb", "erg-2023", "mrs")
	var stdout, stderr bytes.Buffer
	if status := Main([]string{"-A", "nan", gold, system}, nil, &stdout, &stderr); status != 0 {
		t.Fatal(status, stderr.String())
	}
	if got, want := stdout.String(), "Precision:\tnan\n   Recall:\tnan\n  F-score:\tnan\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

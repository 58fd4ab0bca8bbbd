package sema

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"assay/internal/shared"
)

func call(args ...string) (stdout, stderr string, status int) {
	var out, errs bytes.Buffer
	status = Main(args, nil, &out, &errs)
	return out.String(), errs.String(), status
}

// TestRecorded compares with the output of sema.py, byte for byte.
func TestRecorded(t *testing.T) {
	t.Chdir(shared.Path(t, "cases", "graphs", "01-amr-lpps"))
	want, err := os.ReadFile("expected.sema.txt")
	if err != nil {
		t.Fatal(err)
	}
	a, _, _ := call("-t", "system.amr", "-g", "gold.amr")
	b, _, _ := call("--test", "gold.amr", "--gold", "gold.amr")
	if a+b != string(want) {
		t.Errorf("want %s, found %s%s", want, a, b)
	}
	edge := shared.Path(t, "cases", "graphs", "07-amr-edge", "sema-over-one.amr")
	if out, _, _ := call("-t", edge, "-g", edge); out != "SEMA: P 1.33 R 1.33 F1 1.33\n" {
		t.Error(out)
	}
}

// TestSpellings: the options of argparse in other forms.
func TestSpellings(t *testing.T) {
	edge := shared.Path(t, "cases", "graphs", "07-amr-edge", "sema-over-one.amr")
	for _, args := range [][]string{{"-t" + edge, "--gold=" + edge}, {"--te", edge, "-g=" + edge}} {
		if out, errs, status := call(args...); out != "SEMA: P 1.33 R 1.33 F1 1.33\n" || status != 0 {
			t.Error(args, out, errs, status)
		}
	}
}

func TestErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"one": "(a / b)\n", "two": "(a / b)\n\n(c / d)\n", "broken": "(a / b))"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		args, err string
		status    int
	}{
		{"-t one -g two", "ERROR:__main__:Error: File 1 has less AMRs than file 2\n", 0},
		{"-t two -g one", "ERROR:__main__:Error: File 2 has less AMRs than file 1\n", 0},
		{"-t broken -g one", "Unmatched parenthesis", 1},
		{"-t none -g one", "FileNotFoundError: ", 1},
		{"-t one", "usage: ", 2},
		{"one two", "usage: ", 2},
	} {
		out, errs, status := call(strings.Fields(tc.args)...)
		if out != "" || !strings.HasPrefix(errs, tc.err) || status != tc.status {
			t.Errorf("%s: status %d, %q, %q", tc.args, status, out, errs)
		}
	}
}

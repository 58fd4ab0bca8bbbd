package sembleu

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"assay/internal/shared"
)

// call returns the output without the line of the time.
func call(args ...string) (stdout, stderr string, status int) {
	var out, errs bytes.Buffer
	status = Main(args, nil, &out, &errs)
	stdout, _, _ = strings.Cut(out.String(), "time: ")
	return stdout, errs.String(), status
}

// TestRecorded compares with the output of eval.py, byte for byte.
func TestRecorded(t *testing.T) {
	t.Chdir(shared.Path(t, "cases", "graphs", "01-amr-lpps"))
	want, err := os.ReadFile("expected.sembleu.txt")
	if err != nil {
		t.Fatal(err)
	}
	if out, _, status := call("system.amr", "gold.amr"); out != string(want) || status != 0 {
		t.Errorf("want %s, found %s", want, out)
	}
	text, err := os.ReadFile("expected.sembleu-n.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range strings.Split(string(text), "n=")[1:] {
		n, want, _ := strings.Cut(run, "\n")
		if out, _, _ := call("system.amr", "gold.amr", n); out != want {
			t.Errorf("n=%s: want %s, found %s", n, want, out)
		}
	}
	t.Chdir(shared.Path(t, "cases", "graphs", "07-amr-edge"))
	if text, err = os.ReadFile("expected.txt"); err != nil {
		t.Fatal(err)
	}
	for _, run := range strings.Split(string(text), "$ ")[1:] {
		command, want, _ := strings.Cut(run, "\n")
		if args := strings.Fields(command); args[0] == "eval.sh" {
			if out, _, _ := call(args[1:]...); out != want {
				t.Errorf("%s: want %s, found %s", command, want, out)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"one": "(a / b)\n", "two": "(a / b)\n\n(c / d)\n", "undefined": "(a / b\n :ARG1 z11)"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		args, out, err string
		status         int
	}{
		{"one two", "loading ...\nevaluating ...\n", "AssertionError: The number", 1},
		{"undefined one", "loading ...\n(a / b :ARG1 z11)\n", "AssertionError\n", 1},
		{"one", "python this-script ans-file ref-file\n", "", 0},
		{"none one", "loading ...\n", "FileNotFoundError: ", 1},
		{"one one x", "loading ...\nevaluating ...\n", "ValueError: ", 1},
	} {
		out, errs, status := call(strings.Fields(tc.args)...)
		if out != tc.out || !strings.HasPrefix(errs, tc.err) || status != tc.status {
			t.Errorf("%s: status %d, %q, %q", tc.args, status, out, errs)
		}
	}
}

// TestNames compares with eval.py on random graphs whose variables have several letters, as xv5 and
// s1p1 of UMR, and are mentioned before and after their definitions; constants have names of variables.
func TestNames(t *testing.T) {
	t.Chdir("testdata")
	want, err := os.ReadFile("names.txt")
	if err != nil {
		t.Fatal(err)
	}
	if out, errs, status := call("names.system.amr", "names.gold.amr"); out != string(want) || status != 0 {
		t.Errorf("want %s, found %s%s", want, out, errs)
	}
}

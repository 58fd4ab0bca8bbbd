package smatch

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"assay/internal/shared"
)

func call(t *testing.T, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, errs bytes.Buffer
	status = Main(args, nil, &out, &errs)
	return out.String(), errs.String(), status
}

// TestQuirks compares with smatch.py's output for the files of cases/semantics/13,
// for which its search found the optimum.
func TestQuirks(t *testing.T) {
	t.Chdir(shared.Path(t, "cases", "semantics", "13-smatch-quirks"))
	text, err := os.ReadFile("expected-smatch.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range strings.Split(string(text), "# smatch.py ")[1:] {
		command, want, _ := strings.Cut(run, "\n")
		out, errs, status := call(t, append(strings.Fields(command), "--pr", "--significant", "6")...)
		errs, _, _ = strings.Cut(errs, "assay: ")
		if errs+out != want || status != 0 {
			t.Errorf("%s: want\n%s, found status %d\n%s%s", command, want, status, errs, out)
		}
	}
}

func TestEdge(t *testing.T) {
	t.Chdir(shared.Path(t, "cases", "graphs", "07-amr-edge"))
	text, err := os.ReadFile("expected.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, run := range strings.Split(string(text), "$ ")[1:] {
		command, want, _ := strings.Cut(run, "\n")
		args := strings.Fields(command)
		if args[0] != "smatch.py" {
			continue
		}
		n++
		if out, _, status := call(t, args[1:]...); out != want || status != 0 {
			t.Errorf("%s: want %s, found status %d %s", command, want, status, out)
		}
	}
	if n != 2 {
		t.Errorf("%d runs", n)
	}
}

// TestJust compares with smatch.py's runs of single classes, whose search found the
// optimum, and with the proven optimum of all classes.
func TestJust(t *testing.T) {
	t.Chdir(shared.Path(t, "cases", "graphs", "01-amr-lpps"))
	text, err := os.ReadFile("expected.smatch.just.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range strings.Split(string(text), "--just")[1:] {
		name, want, _ := strings.Cut(run, "\n")
		out, _, _ := call(t, "-f", "system.amr", "gold.amr", "--pr", "--significant", "6", "--just"+name)
		if out != want {
			t.Errorf("%s: want %s, found %s", name, want, out)
		}
	}
	out, errs, _ := call(t, "-f", "system.amr", "gold.amr", "--pr", "--significant", "6")
	if out != "Precision: 0.539985\nRecall: 0.501021\nF-score: 0.519774\n" || !strings.Contains(errs, "proven") {
		t.Error(out, errs)
	}
	if out, _, _ := call(t, "-f", "system.amr", "gold.amr", "--ms"); strings.Count(out, "F-score: ") != 100 || !strings.HasPrefix(out, "F-score: 0.59\n") {
		t.Errorf("%.60s", out)
	}
}

// TestOptions has the output of smatch.py c01a838 (Python 3.11) on two files on which its search finds the optimum,
// with options in every form that argparse takes.
func TestOptions(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"s": "(a / boy :ARG0 (b / girl))\n\n(r / run-01 :polarity -)\n",
		"g": "(a / boy :ARG1 (b / girl :mod 1))\n\n(r / walk-01 :polarity - :ARG0 r)\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ args, out string }{
		{"-f s g", "F-score: 0.67\n"},
		{"-r8 -f s g", "F-score: 0.67\n"},
		{"-f s g -r -1", "F-score: 0.00\n"},
		{"--significant=4 -f s g", "F-score: 0.6667\n"},
		{"--sig 4 -f s g", "F-score: 0.6667\n"},
		{"-f s g --significant 0", "F-score: 1\n"},
		{"-f s g --p", "Precision: 0.71\nRecall: 0.62\nF-score: 0.67\n"},
		{"-f s g --justa", "F-score: 1.00\n"},
		{"-f s g -vr4", "F-score: 0.67\n"},
		{"-f s g --justinstance --justattribute --pr", "Precision: 0.00\nRecall: 0.00\nF-score: 0.00\n"},
		{"-f s g --justrelation --justattribute --pr", "Precision: 0.00\nRecall: 0.00\nF-score: 0.00\n"},
	} {
		out, errs, status := call(t, strings.Fields(c.args)...)
		if out != c.out || status != 0 {
			t.Errorf("%s: status %d, %q, want %q", c.args, status, out, c.out)
		}
		if verbose := strings.Contains(errs, "-v and --vv are accepted"); verbose != strings.Contains(c.args, "-v") {
			t.Errorf("%s: %s", c.args, errs)
		}
	}
	for args, want := range map[string]string{
		"-f s g --just":           "smatch.py: error: ambiguous option: --just could match --justinstance, --justattribute, --justrelation\n",
		"-f s g --significant -1": "smatch.py: error: argument --significant: -1 decimals; smatch.py ends in a ValueError\n",
	} {
		if out, errs, status := call(t, strings.Fields(args)...); out != "" || status != 2 || !strings.HasSuffix(errs, want) {
			t.Errorf("%s: status %d, %q %q", args, status, out, errs)
		}
	}
}

func TestErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"a": "(a / b)\n", "broken": "(a / b))\n", "short": "(a / b :ARG0 (c / d", "twice": "(a / b :ARG0 (a / c))"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		args, out, err string
		status         int
	}{
		{"-f a broken", "", "Unmatched parenthesis at position 7 in processing (a / b))\nAttributeError", 1},
		{"-f twice a", "", "Duplicate node name  a  in parsing AMR\nAttributeError", 1},
		{"-f a short", "", "Error: Node name not found c\nAttributeError", 1},
		{"a b", "", "usage: ", 2},
		{"-f a", "", "usage: ", 2},
		{"-f a none", "", "usage: ", 2},
		{"-h", "usage: ", "", 0},
	} {
		out, errs, status := call(t, strings.Fields(tc.args)...)
		if !strings.HasPrefix(out, tc.out) || !strings.HasPrefix(errs, tc.err) || status != tc.status {
			t.Errorf("%s: status %d, %q, %q", tc.args, status, out, errs)
		}
	}
}

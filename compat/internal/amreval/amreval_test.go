package amreval

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"assay/compat/internal/amrline"
	"assay/graph/matching"
	"assay/internal/shared"
)

func call(args ...string) (stdout, stderr string, status int) {
	var out, errs bytes.Buffer
	status = Main(args, nil, &out, &errs)
	return out.String(), errs.String(), status
}

// TestOptima compares every pair with its proven optimum (integer programming).
func TestOptima(t *testing.T) {
	t.Chdir(shared.Path(t, "cases", "graphs", "01-amr-lpps"))
	test, gold := readFile(t, "system.amr"), readFile(t, "gold.amr")
	for name, tc := range map[string]struct {
		change func(string) string
		part   func(*amrline.Graph) *amrline.Graph
	}{
		"smatch":       {func(s string) string { return s }, whole},
		"unlabeled":    {func(s string) string { return roles().ReplaceAllString(s, ":label") }, whole},
		"nowsd":        {func(s string) string { return senses().ReplaceAllString(s, "$1-01") }, whole},
		"reentrancies": {func(s string) string { return s }, reentrancies},
		"srl":          {func(s string) string { return s }, semanticRoles},
	} {
		pairs, err := read(amrline.Version{Older: true, Turns: name == "srl" || name == "reentrancies"}, tc.change(test), tc.change(gold))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(readFile(t, "optimal.amr-evaluation."+name+".tsv")), "\n")[1:]
		if len(lines) != len(pairs) {
			t.Fatalf("%s: %d pairs", name, len(pairs))
		}
		x := &evaluation{solver: matching.New(matching.Options{Classes: 3, Product: true}), table: amrline.Table{}}
		for i, p := range pairs {
			n := x.smatch([]pair{p}, tc.part)
			if got := fmt.Sprintf("%d\t%d\t%d\t%d", i+1, n.Match, n.Test, n.Gold); got != lines[i] || n.Open != 0 {
				t.Errorf("%s: want %q, found %q", name, lines[i], got)
			}
		}
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestRecorded compares with the rows of a recorded run; rows with a random search
// are at most ours.
func TestRecorded(t *testing.T) {
	t.Chdir(shared.Path(t, "cases", "graphs", "01-amr-lpps"))
	want := strings.Split(readFile(t, "run.amr-evaluation.txt"), "\n")
	out, errs, status := call("system.amr", "gold.amr")
	got := strings.Split(out, "\n")
	if status != 0 || !strings.Contains(errs, "proven") || len(got) != len(want) {
		t.Fatal(status, errs, out)
	}
	random := map[string]bool{"Unlabeled": true, "No WSD": true, "Reentrancies": true, "SRL": true}
	for i := range want {
		name, _, _ := strings.Cut(want[i], " ->")
		if got[i] != want[i] && (!random[name] || !strings.HasPrefix(got[i], name+" ->") || got[i] < want[i]) {
			t.Errorf("want %s, found %s", want[i], got[i])
		}
	}
}

func TestErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"one": "(a / b)\n", "broken": "(a / b))"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		args, out, err string
		status         int
	}{
		{"one broken", "Smatch -> P: , R: , F: \nUnlabeled -> P: , R: , F: \nNo WSD -> -> P: , R: , F: \n", "Unmatched parenthesis", 0}, // recorded
		{"one none", "", "FileNotFoundError: ", 1},
		{"one", "Usage: ", "", 1},
		{"one one", "Smatch -> P: 1.00, R: 1.00, F: 1.00\n", "assay: ", 0},
	} {
		out, errs, status := call(strings.Fields(tc.args)...)
		if !strings.HasPrefix(out, tc.out) || !strings.HasPrefix(errs, tc.err) || status != tc.status || tc.args == "one broken" &&
			(out != tc.out || strings.Contains(errs, "proven")) {
			t.Errorf("%s: status %d, %q, %q", tc.args, status, out, errs)
		}
	}
}

package srleval

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"assay/compat/internal/perl"
	"assay/internal/shared"
)

func call(args ...string) (stdout, stderr string, status int) {
	var out, errs bytes.Buffer
	status = Main(args, strings.NewReader(""), &out, &errs)
	return out.String(), errs.String(), status
}

// TestRecorded: the bytes that srl-eval.pl printed.
func TestRecorded(t *testing.T) {
	t.Chdir(shared.Path(t, "cases", "graphs", "06-srl"))
	for option, file := range map[string]string{"": "expected.srl-eval.txt", "-C": "expected.srl-eval.C.txt", "-latex": "expected.srl-eval.latex.txt"} {
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		args := append(strings.Fields(option), "gold.props", "sys.props")
		if out, _, status := call(args...); out != string(want) || status != 0 {
			t.Errorf("%q, status %d: want %s, found %s", option, status, want, out)
		}
	}
}

// TestPropositions: warnings and counts by hand from what the specification says
// of propositions that one side lacks.
func TestPropositions(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "gold", "- (A0*) *\nbe (V*) (A1*)\nx (C-A0*) (V*)\n\n\n- *\n")
	write(t, "system", "do (V*) (A0*) *\nbe * (V*) (A1*)\ny * (C-A0*) (V*)\n")
	out, errs, status := call("gold", "system")
	want := "WARNING : sentence 0 : verb do at position 0 : found predicted prop without its gold reference! Skipping prop!\n" +
		"WARNING : sentence 0 : props do not match : expecting x at position 2, found y at position 2! Counting all gold arguments as missed!\n"
	if errs != want || status != 0 {
		t.Errorf("status %d, want %s, found %s", status, want, errs)
	}
	for _, row := range []string{"Sentences    :           1\n", "Propositions :           2\n", "props :  50.00\n",
		"   Overall        1       0       1   100.00   50.00   66.67\n", "         V        1       0       1   100.00   50.00   66.67\n"} {
		if !strings.Contains(out, row) {
			t.Errorf("want %q, found %s", row, out)
		}
	}
	if _, errs, _ = call("-noW", "gold", "system"); errs != "" {
		t.Errorf("-noW warns: %s", errs)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"a": "be (V*)\n", "two": "be (V*)\n- *\n", "open": "be (V*\n", "close": "be *)\n",
		"tag": "be V*\n", "end": "be (V*V\n", "other": "be (V*A)\n", "empty": "", "plain": "be *\n"} {
		write(t, name, text)
	}
	for _, tc := range []struct {
		args, out, err string
		status         int
	}{
		{"a", usage, "", 0},
		{"-x a a", "Number", "Unknown option: x\n", 0},
		{"a none", "", "srl-eval.pl: could not open file of predicted props (none)! No such file or directory\n", 2},
		{"a two", "", "ERROR : sentence 0 : gold and pred sentences do not align correctly!\n", perl.Died},
		{"open a", "", "phrase_set->load_SE_tagging: some phrases are unclosed!\n", perl.Died},
		{"tag a", "", "phrase_set->load_SE_tagging: opening nodes -- bad format in V* at 0-th position!\n", perl.Died},
		{"end a", "", "phrase_set->load_SE_tagging: closing phrases -- bad format in V!\n", perl.Died},
		{"other a", "", "phrase_set->load_SE_tagging: types do not match!\n", perl.Died},
		{"close a", "", `Can't call method "set_end"`, perl.Died},
		{"a empty", "", "Can't use an undefined value", perl.Died},
		{"-C plain plain", "Number", "Illegal division by zero", perl.Died},
		{"empty a", "Number of Sentences    :           0\n", "", 0},
	} {
		out, errs, status := call(strings.Fields(tc.args)...)
		if !strings.HasPrefix(out, tc.out) || tc.out == "" && out != "" || !strings.HasPrefix(errs, tc.err) || status != tc.status {
			t.Errorf("%s: status %d, %q, %q", tc.args, status, out, errs)
		}
	}
}

// FuzzMain: no input crashes or hangs.
func FuzzMain(f *testing.F) {
	f.Add("be (V*)\n- (A0(C-A0*))\n", "be (V*)\n- *\n")
	f.Add("be (V\\**)\n", "be ((*\n")
	f.Fuzz(func(t *testing.T, gold, system string) {
		t.Chdir(t.TempDir())
		write(t, "gold", gold)
		write(t, "system", system)
		call("-C", "gold", "system")
	})
}

package conlleval

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"assay/compat/internal/perl"
	"assay/internal/shared"
)

func call09(args ...string) (out, errs string, status int) {
	var o, e bytes.Buffer
	status = Main09(args, strings.NewReader(""), &o, &e)
	return o.String(), e.String(), status
}

// TestRoles compares with recorded runs of eval09.pl: byte for byte, and the full
// report (PERL_HASH_SEED=0) line by line.
func TestRoles(t *testing.T) {
	t.Chdir(shared.Path(t, "cases", "graphs", "06-srl"))
	for args, file := range map[string]string{"-q": "q", "-q -b": "q-b", "-q -p": "q-p", "": "full.seed0"} {
		out, errs, status := call09(append(strings.Fields(args), "-g", "gold.conll09", "-s", "sys.conll09")...)
		if status != 0 || errs != "" {
			t.Errorf("%s: status %d, %s", args, status, errs)
		}
		want := readRecorded(t, "cases", "graphs", "06-srl", "expected.eval09."+file+".txt")
		compare(t, args, out, want, args == "")
	}
}

func row09(form, head, dep, pred string, args ...string) string {
	return strings.Join(append([]string{"1", form, "_", "_", "_", "N", "_", "_", head, "9", dep, "x", "_", pred}, args...), "\t") + "\n"
}

// TestRolesSmall: counts by hand. Of two labels at one word one is right; 02 is
// the sense 2; go.b.1 has two points, so that all of it is the sense.
func TestRolesSmall(t *testing.T) {
	t.Chdir(t.TempDir())
	gold := row09("a", "2", "s", "_", "A0|A1", "_") + row09("b", "0", "r", "see.2", "_", "_") + row09("c", "2", "o", "go.1", "A2", "_") + "\n"
	system := row09("a", "2", "s", "look.02", "-", "A1|A1|", "A3") + row09("b", "0", "r", "see.02", "_", "_", "_") +
		row09("x", "1", "o", "go.b.1", "_", "A2", "A0") + "\n"
	for name, text := range map[string]string{"gold": gold, "system": system, "cut": strings.TrimSuffix(gold, "\n"),
		"short": "1 a\n\n", "uneven": row09("a", "0", "s", "_") + row09("b", "1", "s", "_", "_") + "\n", "one": "a\n\n",
		"empty": row09("a", "0", "s", "b.1", "|A0") + "\n", "none": ""} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, errs, status := call09("-q", "-g", "gold", "-s", "system")
	for _, line := range []string{
		"Labeled   attachment score: 2 / 3 ", "Labeled precision:          (2 + 1) / (4 + 3) * 100 = 42.86 %",
		"Labeled recall:             (2 + 1) / (3 + 2) * 100 = 60.00 %",
		"Unlabeled recall:           (2 + 2) / (3 + 2) ", "Proposition precision:      0 / 3 ", "Exact semantic match:       0 / 1 ",
	} {
		if !strings.Contains(out, "  "+line) {
			t.Errorf("want %q, found %s", line, out)
		}
	}
	if want := "Warning: ignoring word/pos mismatch, line 3:\n gold: 1\tc\t"; !strings.HasPrefix(errs, want) || status != 0 {
		t.Errorf("status %d, want %q, found %q", status, want, errs)
	}
	for _, tc := range []struct {
		gold, system, out, err string
		status                 int
	}{
		{"cut", "cut", "Labeled precision:          (2 + 1) / (2 + 1) ", "", 0}, // the last word has lost its predicate, and its role
		{"short", "short", "", "Invalid predicate lemma: []!\n", perl.Died},
		{"uneven", "uneven", "", "Invalid number of tokens in line: [1\tb", perl.Died},
		{"one", "one", "", "Invalid data line: [a\n]!\n", perl.Died},
		{"empty", "empty", "", " at 1\ta\t", perl.Died},
		{"none", "none", "  SYNTACTIC SCORES:\n", "Illegal division by zero", perl.Died},
		{"gold", "none", "", "Fatal: line mismatch, line 1:\n gold: 1\ta", 1},
	} {
		out, errs, status := call09("-q", "-g", tc.gold, "-s", tc.system)
		if !strings.Contains(out, tc.out) || !strings.HasPrefix(errs, tc.err) || status != tc.status {
			t.Errorf("%s %s: status %d, %q, %q", tc.gold, tc.system, status, out, errs)
		}
	}
	if out, _, _ := call09("-v"); out != "Version 0.4\n" {
		t.Errorf("-v: %q", out)
	}
	if _, errs, status := call09("-h"); !strings.Contains(errs, "[perl] eval09.pl [OPTIONS]") || status != unused {
		t.Errorf("-h: status %d, %q", status, errs)
	}
}

package uccaeval

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/shared"
)

// call returns the output without the lines of progress.
func call(args ...string) (stdout, stderr string, status int) {
	var out, errs bytes.Buffer
	status = Main(args, nil, &out, &errs)
	text := out.String()
	return text[strings.LastIndexByte(text, '\r')+1:], errs.String(), status
}

func text(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestRecordedUnits: the bytes that evaluate_standard.py (danielhers/ucca ecf0c0d, Python 3.11) printed, as their SHA-256; equal for
// two hash seeds.
func TestRecordedUnits(t *testing.T) {
	t.Chdir(shared.Path(t, "cases", "graphs", "04-ucca"))
	for args, want := range map[string]string{
		"-u":                                    "bfdd97d852c40561b1c9e6f5fcfa9e15721b1f85af559d9c70ec12914489a011",
		"-u -v":                                 "eb21f12a7dc3ba6ce7813baf1dc5d881574a249a1ff8c5c4b70c1f584e756cec",
		"-f -v":                                 "479216791cd753301fa8dd833d7e0f06766b6f08dcc345663549bfbbfc2b34c1",
		"-f --constructions categories -r gold": "64984e56ef6f211f72b862988a160ff7ce7efb8c0fa9c5a1d4fb080060e137ec",
	} {
		var out, errs bytes.Buffer
		status := Main(append([]string{"system", "gold"}, strings.Fields(args)...), nil, &out, &errs)
		if got := fmt.Sprintf("%x", sha256.Sum256(out.Bytes())); got != want || status != 0 {
			t.Errorf("%s: status %d, %s, %.300s", args, status, errs.String(), out.String())
		}
	}
}

// TestRecorded: what evaluate_standard.py printed and wrote, byte for byte, but
// for the names of the folders.
func TestRecorded(t *testing.T) {
	t.Chdir(shared.Path(t, "cases", "graphs", "04-ucca"))
	for file, args := range map[string]string{"default": "-f", "nonormalize": "-fN", "unlabeled": "--unlab", "errors": "-e --as-table",
		"categories": "--constructions categories"} {
		out, errs, status := call(append([]string{"system", "gold"}, strings.Fields(args)...)...)
		want := text(t, "expected."+file+".txt")
		if file == "errors" {
			_, want, _ = strings.Cut(want, "\n")
			want = "system gold\n" + want
		}
		if out != want || errs != "" || status != 0 {
			t.Errorf("%s: status %d, %s\nwant %s\nfound %s", args, status, errs, want, out)
		}
	}
	dir := t.TempDir()
	passages, counts, errors := filepath.Join(dir, "passages"), filepath.Join(dir, "counts"), filepath.Join(dir, "errors")
	out, _, _ := call("--out-file", passages, "--counts-file="+counts, "--errors-file", errors, "-q", "system", "gold")
	if want := "Wrote '" + passages + "'\nWrote '" + counts + "'\nWrote '" + errors + "'\n"; out != want {
		t.Errorf("want %s, found %s", want, out)
	}
	for file, want := range map[string]string{passages: "expected.per-passage.csv", counts: "expected.counts.csv"} {
		if got, want := text(t, file), text(t, want); got != want {
			t.Errorf("want %s, found %s", want, got)
		}
	}
	if got, want := text(t, errors), "guessed,ref,count\nA,A,145\nC,C,102\nH,H,87\n"; !strings.HasPrefix(got, want) {
		t.Errorf("want %s, found %.100s", want, got)
	}
}

// TestUnits: units, constructions and categories of another reference, with the lines of
// progress, have the SHA-256 of the bytes that evaluate_standard.py (ecf0c0d) printed.
func TestUnits(t *testing.T) {
	t.Chdir(shared.Path(t, "cases", "graphs", "04-ucca"))
	for _, tc := range []struct{ args, sum string }{
		{"system gold -u -v", "eb21f12a7dc3ba6c"},
		{"system gold -u -v -N --constructions categories mwe main_rel expletives", "2c1013893b4b8b52"},
		{"system gold -u -f -v --unlabeled -r system --constructions categories", "7abca4360159e7d7"},
		{"gold system -f -I -rsystem --constructions mwe main_rel expletives categories", "84007c658efa1c43"},
	} {
		var out, errs bytes.Buffer
		status := Main(strings.Fields(tc.args), nil, &out, &errs)
		if sum := fmt.Sprintf("%x", sha256.Sum256(out.Bytes())); !strings.HasPrefix(sum, tc.sum) || status != 0 {
			t.Errorf("%s: status %d, %s, want the sum %s, found %s of\n%.3000s", tc.args, status, errs.String(), tc.sum, sum, out.String())
		}
	}
}

// TestProgress: the lines of progress, and all that is printed of a single pair.
func TestProgress(t *testing.T) {
	gold := shared.Path(t, "cases", "graphs", "04-ucca", "gold")
	var out bytes.Buffer
	if status := Main([]string{gold, gold}, nil, &out, &out); status != 0 {
		t.Fatal(out.String())
	}
	if want := "Reading 102990...\rReading 103610...\r"; !strings.HasPrefix(out.String(), want) {
		t.Errorf("want %q, found %.60q", want, out.String())
	}
	if want := "Evaluating 102990...\rEvaluating 103610...\r"; !strings.Contains(out.String(), want) {
		t.Errorf("no %q", want)
	}
	one := filepath.Join(gold, "102990.xml")
	single, _, _ := call(one, one)
	if !strings.HasPrefix(single, "Evaluation type: (labeled)\n\nRegular edges:\nPrecision: 1.0 (") ||
		!strings.HasSuffix(single, "F1: 1.0\n\nAverage labeled F1 score: 1.000\n") {
		t.Errorf("found %s", single)
	}
}

func TestErrors(t *testing.T) {
	gold := shared.Path(t, "cases", "graphs", "04-ucca", "gold")
	one, two := filepath.Join(gold, "102990.xml"), filepath.Join(gold, "103610.xml")
	bad := filepath.Join(t.TempDir(), "bad.xml")
	if err := os.WriteFile(bad, []byte("<root passageID='1'><layer>"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		args   []string
		err    string
		status int
	}{
		{[]string{one}, "evaluate_standard.py: error: the following arguments are required: ref\n", 2},
		{[]string{one, gold}, "ValueError: Number of passages to compare does not match: 1 != 60\n", 1},
		{[]string{one, "none"}, "FileNotFoundError: [Errno 2] No such file or directory: 'none'\n", 1},
		{[]string{one, bad}, "OSError: Could not read .xml file: ", 1},
		{[]string{one, two, "-v", "-q"}, "evaluate_standard.py: error: argument -q/--quiet: not allowed with argument -v/--verbose\n", 2},
		{[]string{one, two, "--constructions", "verbs"}, "evaluate_standard.py: error: argument --constructions: invalid choice: 'verbs' (choose from primary, ", 2},
		{[]string{one, two, "--constructions=light_verbs"}, "evaluate_standard.py: error: argument --constructions: light_verbs needs the parts of speech " +
			"of spaCy", 2},
		{[]string{gold, gold, "-r", one}, "ValueError: Number of passages to compare does not match: 1 != 60\n", 1},
		{[]string{one, two, "--un"}, "evaluate_standard.py: error: ambiguous option: --un could match --units, --unlabeled\n", 2},
		{[]string{one, two, "-x"}, "evaluate_standard.py: error: unrecognized arguments: -x\n", 2},
	} {
		if _, errs, status := call(tc.args...); !strings.HasPrefix(errs, tc.err) || status != tc.status {
			t.Errorf("%v: status %d, %q", tc.args, status, errs)
		}
	}
}

// TestShort: numbers as Python prints them with {:.3}.
func TestShort(t *testing.T) {
	for v, want := range map[float64]string{0: "0.0", 1: "1.0", 0.9: "0.9", 0.84649: "0.846", 2.0 / 3: "0.667", 0.9999: "1.0", 0.00123456: "0.00123"} {
		if got := short(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}

package evalbspmrl

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"assay/compat/internal/recorded"
	"assay/internal/shared"
)

// options are the arguments for the name of a recording.
var options = map[string][]string{
	"":              {"-p", "prm"},
	"-L":            {"-L", "-p", "prm"},
	"-compact":      {"-L", "-p", "prm"},
	"-l":            {"-l", "-p", "prm"},
	"-compactshort": {"-l", "-p", "prm"},
	"-X":            {"-X", "-p", "prm"},
	"-empty":        {"-X", "-p", "prm"},
	"-XL":           {"-X", "-L", "-p", "prm"},
	"-emptycompact": {"-X", "-L", "-p", "prm"},
	"-K7":           {"-K", "7", "-p", "prm"},
	"-first7":       {"-K", "7", "-p", "prm"},
	"-names":        {"-V", "-p", "prm"},
	"-brackets":     {"-p", "prm", "-D", "-c", "4"},
}

// TestRecorded compares with all recorded runs of EVALB_SPMRL.
func TestRecorded(t *testing.T) {
	recorded.CheckAll(t, Main, "../evalb/testdata", "expected-spmrl", options)
	recorded.CheckAll(t, Main, shared.Path(t, "cases", "brackets"), "expected-spmrl", options)
}

// TestFaults shows the reproduced faults, on trees that can be checked by eye.
func TestFaults(t *testing.T) {
	for _, tc := range []struct {
		name, gold, test string
		args             []string
		want             string // part of standard output
	}{
		{"recall and precision change places", // recall 3/4, precision 3/5
			"(S (A (B (X a)) (Y b)) (C (Z c)))", "(S (A (B (X a)) (Y b)) (D (E (Z c))))", []string{"-L"},
			"F1:  66.67 %\tPrec:  75.00 %\tRec:  60.00 %"},
		{"unequal sentences are booked as complete matches",
			"(S (X a) (X b) (X c))", "(S (X a) (X b))", nil, "Complete match            = 100.00"},
		{"sentences of one word are booked twice",
			"(S (X a))", "(S (X a) (X b))", nil, "Number of sentence        =      2"},
		{"an empty parse counts gold brackets too often", // 2 brackets, 3 labels to delete
			"(S (A (X a)))", "", []string{"-p", "prm", "-X"}, "   1    1    3    0.00   0.00     0      8    0      0      1     0     0.00\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for name, text := range map[string]string{"gold": tc.gold + "\n", "test": tc.test + "\n", "prm": "DELETE_LABEL P\nDELETE_LABEL Q\nDELETE_LABEL R\n"} {
				if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			var stdout, stderr bytes.Buffer
			if status := Main(append(tc.args, "gold", "test"), nil, &stdout, &stderr); status != 0 || !strings.Contains(stdout.String(), tc.want) {
				t.Errorf("status %d, no %q in\n%s", status, tc.want, &stdout)
			}
		})
	}
}

package chunkeval

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"assay/internal/shared"
)

// TestRecorded compares with runs of conlleval.py 6a21dde, byte for byte, from a file
// and from standard input.
func TestRecorded(t *testing.T) {
	for input, want := range map[string]string{
		"chunks.iob1.txt":  "expected-conlleval.iob1.txt",
		"chunks.iob2.txt":  "expected-conlleval.iob2.txt",
		"chunks.iobes.txt": "expected-conlleval.iobes.txt",
		"traps/odd.txt":    "traps/expected-conlleval.txt",
		"traps/odd2.txt":   "traps/expected-conlleval.odd2.txt",
	} {
		expected := string(shared.Read(t, "cases", "more", "chunks", want))
		path := shared.Path(t, "cases", "more", "chunks", input)
		for _, run := range []struct {
			args  []string
			stdin string
		}{
			{[]string{path}, ""},
			{nil, string(shared.File(t, path))},
			{[]string{"--delim", " ", "-b=-X-", path}, ""},
		} {
			if len(run.args) == 4 && strings.Contains(string(shared.File(t, path)), "\n\n") {
				continue // with a delimiter, an empty line is a line of one column
			}
			var out, errs bytes.Buffer
			if status := Main(run.args, strings.NewReader(run.stdin), &out, &errs); status != 0 || errs.Len() > 0 || out.String() != expected {
				t.Errorf("%s %v: status %d, %s\n%s, want\n%s", input, run.args, status, &errs, &out, expected)
			}
		}
	}
}

// TestErrors checks messages and exit statuses for input and arguments that the
// program refuses, taken from its source.
func TestErrors(t *testing.T) {
	for _, tc := range []struct {
		args   []string
		stdin  string
		status int
		err    string
	}{
		{nil, "a B-NP B-NP\nb I-NP\n", 1, "__main__.FormatError: unexpected number of features: 2 (3)\n"},
		{nil, "\na B-NP B-NP\n", 1, "__main__.FormatError: unexpected number of features: 3 (0)\n"},
		{nil, "a B-NP\n", 1, "__main__.FormatError: unexpected number of features in line a B-NP\n"},
		{[]string{"-d", " "}, "a O O\n\n", 1, "__main__.FormatError: unexpected number of features: 1 (3)\n"},
		{[]string{"-x"}, "", 2, parser.Usage + "conlleval.py: error: unrecognized arguments: -x\n"},
		{[]string{"a", "b"}, "", 2, parser.Usage + "conlleval.py: error: unrecognized arguments: b\n"},
		{[]string{"-b"}, "", 2, parser.Usage + "conlleval.py: error: argument -b/--boundary: expected one argument\n"},
	} {
		var out, errs bytes.Buffer
		if status := Main(tc.args, strings.NewReader(tc.stdin), &out, &errs); status != tc.status || errs.String() != tc.err || out.Len() > 0 {
			t.Errorf("%q: status %d, %q, %q", tc.args, status, errs.String(), out.String())
		}
	}
	var out bytes.Buffer
	if Main([]string{"--help"}, nil, &out, &out) != 0 || !strings.HasPrefix(out.String(), parser.Usage) {
		t.Errorf("help: %q", out.String())
	}
	out.Reset()
	if Main(nil, strings.NewReader(""), &out, &out); out.String() != "processed 0 tokens with 0 phrases; found: 0 phrases; correct: 0.\n" {
		t.Errorf("an empty file: %q", out.String())
	}
}

// TestPerl compares with recorded output of the Perl script (2004-01-26) on the inputs of TestRecorded, and with its exit status
// for input and arguments that it refuses.
func TestPerl(t *testing.T) {
	for want, run := range map[string][]string{"iobes": {"chunks.iobes.txt"}, "iob1": {"chunks.iob1.txt"}, "odd": {"traps/odd.txt"},
		"odd2.latex": {"traps/odd2.txt", "-l"}, "iob2.raw": {"chunks.iob2.txt", "-r", "-o", "B-NP"}} {
		expected, err := os.ReadFile("testdata/" + want + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		in := bytes.NewReader(shared.Read(t, "cases", "more", "chunks", run[0]))
		if status := MainPerl(run[1:], in, &out, &errs); status != 0 || errs.Len() > 0 || out.String() != string(expected) {
			t.Errorf("%v: status %d, %s\n%s, want\n%s", run, status, &errs, &out, expected)
		}
	}
	for _, tc := range []struct {
		args   []string
		stdin  string
		status int
		err    string
	}{
		{nil, "a B-NP B-NP\nb I-NP\n", 1, "unexpected number of features: 2 (3)\n"},
		{nil, "\na B-NP B-NP\n", 0, ""},
		{nil, "a\n", 255, "conlleval: unexpected number of features in line a\n"},
		{[]string{"-x"}, "", 255, "conlleval: unknown argument -x\n"},
		{[]string{"file"}, "", 255, "conlleval: unexpected command line argument\n"},
	} {
		var out, errs bytes.Buffer
		if status := MainPerl(tc.args, strings.NewReader(tc.stdin), &out, &errs); status != tc.status || errs.String() != tc.err {
			t.Errorf("%q: status %d, %q, want %d, %q", tc.args, status, errs.String(), tc.status, tc.err)
		}
	}
}

package evalb

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/compat/internal/recorded"
	"assay/internal/shared"
)

// options are the arguments for the name of a recording.
var options = map[string][]string{
	"":          {"-p", "prm"},
	"-d":        {"-d", "-p", "prm"}, // the parameter file switches it off again
	"-D":        {"-D", "-p", "prm"},
	"-tables":   {"-p", "prm", "-d"},
	"-brackets": {"-p", "prm", "-D"},
}

// TestRecorded compares with all recorded runs of EVALB.
func TestRecorded(t *testing.T) {
	recorded.CheckAll(t, Main, "testdata", "expected-evalb", options)
	recorded.CheckAll(t, Main, shared.Path(t, "cases", "brackets"), "expected-evalb", options)
}

// TestRealParsers compares with EVALB's figures of real parsers: five English ones on
// CRAFT, Berkeley's on four Icelandic texts.
func TestRealParsers(t *testing.T) {
	collins := shared.Read(t, "cases", "brackets", "prm", "COLLINS.prm")
	prm := filepath.Join(t.TempDir(), "prm")
	if err := os.WriteFile(prm, bytes.Replace(collins, []byte("MAX_ERROR 10"), []byte("MAX_ERROR 100000"), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"-p", "prm", "gold", "test"}
	craft := shared.Path(t, "data", "const-craft")
	for _, system := range []string{"berkeley-A", "berkeley-B", "bllip-A", "bllip-B", "linkgrammar"} {
		t.Run(system, func(t *testing.T) {
			recorded.Check(t, Main, recorded.Run{Args: args, Want: filepath.Join(craft, "expected-evalb-COLLINS."+system)}, map[string]string{
				"prm": prm, "gold": filepath.Join(craft, "gold.clean.mrg"), "test": filepath.Join(craft, system+".1best.mrg"),
			})
		})
	}
	icelandic := shared.Path(t, "data", "const-icepahc")
	texts, _ := filepath.Glob(filepath.Join(icelandic, "*.norm.gold.mrg"))
	if len(texts) != 4 {
		t.Fatalf("%d Icelandic texts", len(texts))
	}
	for _, gold := range texts {
		text := strings.TrimSuffix(gold, ".norm.gold.mrg")
		t.Run(filepath.Base(text), func(t *testing.T) {
			recorded.Check(t, Main, recorded.Run{Args: args, Want: text + ".expected-evalb-COLLINS"}, map[string]string{
				"prm": prm, "gold": gold, "test": text + ".norm.berkeley.mrg",
			})
		})
	}
}

// TestCommandLine checks the messages and exit statuses of the command line.
func TestCommandLine(t *testing.T) {
	for _, tc := range []struct {
		args, want string
		status     int
	}{
		{"", "Can't open gold file ((null))\n", 1},
		{"nofile", "Can't open gold file (nofile)\n", 1},
		{"gold", "Can't open test file ((null))\n", 1},
		{"gold nofile", "Can't open test file (nofile)\n", 1},
		{"-p nofile gold test", "Can't open parameter file (nofile)\n", 1},
		{"gold test -c", "Missing argument: cut-off length for statistices\n", 0},
		{"gold - test third", "", 0},
		{"-h", program.Usage, 1},
		{"-x", program.Usage, 0},
		{"-dh gold test", "", 0},
		{"-e1 gold bad", "1 : More than two elements in a bracket\n1 : Reading sentence\n1 : Reading sentence\n", 1},
		{"-e -1 gold other", "1 : Words unmatch (a|b)\n", 1},
		{"gold two", "2 : Number of lines unmatch (too many lines in test file)\n", 0},
		{"two gold", "2 : Number of lines unmatch (too many lines in gold file)\n", 0},
		{"-p badprm gold test", "EQ_LABEL requires two values\nEQ_WORD requires two values\n" +
			"Unknown keyword (NO SUCH KEY) in parameter file\nEmpty value in parameter file (4)\n", 0},
	} {
		t.Run(tc.args, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range map[string]string{
				"gold": "(S (A a))\n", "test": "(S (A a))\n", "bad": "(S (A a b))\n", "other": "(S (A b))\n",
				"two": "(S (A a))\n(S (A a))\n", "badprm": "EQ_LABEL A\nEQ_WORD A B C\nNO SUCH KEY\nLABELED\n",
			} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			t.Chdir(dir)
			var stdout, stderr bytes.Buffer
			if status := Main(strings.Fields(tc.args), nil, &stdout, &stderr); status != tc.status || stderr.String() != tc.want {
				t.Errorf("status %d, %q; want %d, %q", status, &stderr, tc.status, tc.want)
			}
		})
	}
}

// TestBeyond checks sentences for which EVALB has no room: it reports a spurious
// error for 201 words, and crashes with 203 brackets.
func TestBeyond(t *testing.T) {
	dir := t.TempDir()
	long := "(S" + strings.Repeat(" (NP (N a))", 300) + ")\n"
	if err := os.WriteFile(filepath.Join(dir, "gold"), []byte("(S (A a))\n"+long), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	var stdout, stderr bytes.Buffer
	if status := Main([]string{"gold", "gold"}, nil, &stdout, &stderr); status != 0 {
		t.Errorf("status %d", status)
	}
	if row := "   2  300    0  100.00 100.00   301    301  301      0    300   300   100.00\n"; !strings.Contains(stdout.String(), row) {
		t.Errorf("no row %q in\n%s", row, &stdout)
	}
	want := "evalb: line 2: 300 words where 200 fit, beyond what the original defines; scored as if it had room (4 such)\n"
	if stderr.String() != want {
		t.Errorf("standard error %q, want %q", &stderr, want)
	}
}

// BenchmarkMain scores CRAFT's sentences with the noise of case 06e.
func BenchmarkMain(b *testing.B) {
	args := []string{"-p", "testdata/11-debug/prm", "testdata/06e-unbalanced/gold", "testdata/06e-unbalanced/test"}
	var size int64
	for _, name := range args[2:] {
		info, err := os.Stat(name)
		if err != nil {
			b.Fatal(err)
		}
		size += info.Size()
	}
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		var stdout, stderr bytes.Buffer
		Main(args, nil, &stdout, &stderr)
	}
}

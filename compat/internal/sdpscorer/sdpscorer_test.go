package sdpscorer

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/shared"
)

// scored runs the program in the folder of the recorded case.
func scored(t *testing.T, args ...string) (string, int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status := Main(args, nil, &stdout, &stderr)
	if stdout.Len() > 0 {
		t.Errorf("standard output: %q", &stdout)
	}
	return stderr.String(), status
}

// TestRecorded compares with the output of the original, byte for byte.
func TestRecorded(t *testing.T) {
	t.Chdir(shared.Path(t, "cases", "graphs", "03-sdp"))
	for want, args := range map[string]string{
		"dm":                     "gold.dm.sdp sys.dm.sdp representation=DM",
		"dm.excludePunctuation":  "gold.dm.sdp sys.dm.sdp excludePunctuation",
		"dm.undirected":          "gold.dm.sdp sys.dm.sdp treatEdgesAsUndirected representation=DM",
		"psd":                    "gold.psd.sdp sys.psd.sdp representation=PSD",
		"psd.excludePunctuation": "gold.psd.sdp sys.psd.sdp excludePunctuation",
		"psd.undirected":         "gold.psd.sdp sys.psd.sdp treatEdgesAsUndirected representation=PSD",
		"dm-vs-psd.max40":        "gold.dm.sdp gold.psd.sdp max=40",
		"nan":                    "nan.sdp nan.sdp",
	} {
		text, err := os.ReadFile("expected." + want + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		got, status := scored(t, strings.Fields(args)...)
		if status != 0 {
			t.Errorf("%s: status %d", want, status)
		}
		a, b := strings.Split(strings.TrimRight(got, "\n"), "\n"), strings.Split(strings.TrimRight(string(text), "\n"), "\n")
		for i := range min(len(a), len(b)) {
			if a[i] != b[i] {
				t.Errorf("%s:%d: got %q, want %q", want, i+1, a[i], b[i])
				break
			}
		}
		if len(a) != len(b) {
			t.Errorf("%s: %d lines, want %d", want, len(a), len(b))
		}
	}
}

// TestErrors checks the exceptions of the original.
func TestErrors(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	one := "#SDP 2015\n#20000001\n1\ta\ta\tVB\t+\t+\t_\t_\n2\tb\tb\tNN\t-\t-\t_\tA\n\n"
	gold := file("gold", one+"#20000002\n1\ta\ta\tNN\t+\t-\t_\n\n")
	for _, tt := range []struct {
		args []string
		last string
	}{
		{nil, `Exception in thread "main" java.lang.ArrayIndexOutOfBoundsException: Index 0 out of bounds for length 0`},
		{[]string{gold}, `Exception in thread "main" java.lang.ArrayIndexOutOfBoundsException: Index 1 out of bounds for length 1`},
		{[]string{gold, file("short", one)}, `Exception in thread "main" java.lang.NullPointerException`},
		{[]string{gold, "/nowhere"}, `Exception in thread "main" java.io.FileNotFoundException: /nowhere (No such file or directory)`},
		{[]string{gold, file("blank", one+"\n")}, `Exception in thread "main" java.lang.IndexOutOfBoundsException: Index 0 out of bounds for length 0`},
		{[]string{gold, gold, "max=x"}, `Exception in thread "main" java.lang.NumberFormatException: For input string: "x"`},
		{[]string{gold, gold, "corePredicates=/nowhere"}, "File not found."},
	} {
		got, status := scored(t, tt.args...)
		lines := strings.Split(strings.TrimSpace(got), "\n")
		if last := lines[len(lines)-1]; status != 1 || last != tt.last {
			t.Errorf("%v: status %d, %q, want %q", tt.args, status, last, tt.last)
		}
	}
	if got, status := scored(t, file("longer", one), gold); status != 0 || !strings.Contains(got, "LF: 1.000000") {
		t.Errorf("surplus graphs: status %d\n%s", status, got)
	}
}

// TestRounding: Java rounds the shortest decimal form, half up.
func TestRounding(t *testing.T) {
	for v, want := range map[float64]string{0: "0.000000", 1: "1.000000", 0.5: "0.500000", 0.0000005: "0.000001", 0.1234565: "0.123457",
		0.9999996: "1.000000", 1.0 / 3: "0.333333"} {
		if got := f(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}

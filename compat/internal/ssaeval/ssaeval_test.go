package ssaeval

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"assay/internal/shared"
)

// TestRecorded compares with recorded runs: output, exit status, and the last line of a traceback.
func TestRecorded(t *testing.T) {
	folder := filepath.Join(shared.Path(t), "cases", "living", "ssa")
	commands := string(shared.Read(t, "cases", "living", "ssa", "COMMANDS.tsv"))
	runs := 0
	for _, line := range strings.Split(strings.TrimSpace(commands), "\n")[1:] {
		field := strings.Split(line, "\t")
		runs++
		t.Run(field[0], func(t *testing.T) {
			t.Chdir(filepath.Join(folder, field[0]))
			var out, said bytes.Buffer
			status := Main(strings.Fields(field[2])[1:], nil, &out, &said)
			if strconv.Itoa(status) != field[1] {
				t.Errorf("status %d, want %s", status, field[1])
			}
			for name, got := range map[string]string{"stdout": out.String(), "stderr": said.String()} {
				text, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				want := string(text)
				if name == "stderr" && strings.HasPrefix(want, "Traceback") {
					want = want[strings.LastIndex(strings.TrimSpace(want), "\n")+1:]
				}
				if strings.TrimSpace(got) != strings.TrimSpace(want) {
					t.Errorf("%s: got %q, want %q", name, got, want)
				}
			}
		})
	}
	if runs < 30 {
		t.Errorf("%d runs", runs)
	}
}

// TestScan: the fast path reads the recorded files as the plain one does, or leaves them to it.
func TestScan(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(shared.Path(t), "cases", "living", "ssa", "*", "*.json"))
	if err != nil || len(files) < 50 {
		t.Fatal(len(files), err)
	}
	fast := 0
	for _, path := range files {
		text := string(shared.File(t, path))
		quick := scan(text)
		if quick == nil {
			continue
		}
		fast++
		value, err := decode(text)
		if err != nil {
			t.Fatal(path, err)
		}
		plain, err := convert(value)
		if err != nil || !reflect.DeepEqual(quick, plain) {
			t.Errorf("%s: %v, want %v, %v", path, quick, plain, err)
		}
	}
	if fast < 40 {
		t.Errorf("%d of %d files", fast, len(files))
	}
}

// FuzzScan: what the fast path reads, the plain one reads too.
func FuzzScan(f *testing.F) {
	f.Add(`[{"sent_id": "a", "text": "b  c", "opinions": [{"Source": [[], []], "Target": [["b"], ["0:1"]], "Polar_expression": [["c"], ["3:4"]], ` +
		`"Polarity": null, "Intensity": "x"}]}]`)
	f.Fuzz(func(t *testing.T, text string) {
		quick := scan(text)
		if quick == nil || !utf8.ValidString(text) {
			return
		}
		value, err := decode(text)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if plain, err := convert(value); err != nil || !reflect.DeepEqual(quick, plain) {
			t.Errorf("%q: %v, want %v, %v", text, quick, plain, err)
		}
	})
}

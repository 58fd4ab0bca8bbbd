package umreval

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"assay/internal/shared"
)

// place is the place of a message in the program, which stand-ins do not print.
var place = regexp.MustCompile(` at (compare_umr|micro_average)\.pl line N\.`)

// TestRecorded compares with recorded runs: output, messages, exit status.
func TestRecorded(t *testing.T) {
	folder := filepath.Join(shared.Path(t), "cases", "living", "umr")
	commands := string(shared.Read(t, "cases", "living", "umr", "COMMANDS.tsv"))
	runs := 0
	for _, line := range strings.Split(strings.TrimSpace(commands), "\n")[1:] {
		field := strings.Split(line, "\t")
		runs++
		t.Run(field[0], func(t *testing.T) {
			t.Chdir(filepath.Join(folder, field[0]))
			words := strings.Fields(field[2])
			main := map[string]func([]string, io.Reader, io.Writer, io.Writer) int{"compare_umr.pl": Main, "micro_average.pl": MainMicro}[words[0]]
			var out, said bytes.Buffer
			status := main(words[1:], strings.NewReader(""), &out, &said)
			if strconv.Itoa(status) != field[1] {
				t.Errorf("status %d, want %s", status, field[1])
			}
			for name, got := range map[string]string{"stdout": out.String(), "stderr": said.String()} {
				text, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				if want := place.ReplaceAllString(string(text), ""); got != want {
					t.Errorf("%s: %s", name, firstDifference(got, want))
				}
			}
		})
	}
	if runs < 50 {
		t.Errorf("%d runs", runs)
	}
}

func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(a), len(b)) {
		x, y := "(end)", "(end)"
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			return "line " + strconv.Itoa(i+1) + ":\n got " + x + "\nwant " + y
		}
	}
	return "equal"
}

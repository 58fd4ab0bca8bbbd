// Package recorded checks a stand-in for an official program against recorded runs of
// that program: standard output, standard error, exit status and the files it writes,
// byte for byte; and against the program itself, if it is installed.
package recorded

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"assay/internal/shared"
)

// A Program is the main function of a stand-in.
type Program func(args []string, stdin io.Reader, stdout, stderr io.Writer) int

// A Run is a recorded run: the arguments, and the common name, without ending, of the
// files with the program's output.
type Run struct {
	Args []string
	Want string
}

// Check runs the program in a new folder with the inputs, and compares. A missing
// recording means no output.
func Check(t *testing.T, program Program, run Run, inputs map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for name, path := range inputs {
		copyFile(t, filepath.Join(dir, name), path)
	}
	t.Chdir(dir)
	var stdout, stderr bytes.Buffer
	status := program(run.Args, strings.NewReader(""), &stdout, &stderr)
	same(t, "standard output", stdout.Bytes(), read(t, run.Want+".txt"))
	same(t, "standard error", stderr.Bytes(), read(t, run.Want+".err"))
	if want := strings.TrimSpace(string(read(t, run.Want+".rc"))); want != "" && want != strconv.Itoa(status) {
		t.Errorf("exit status %d, want %s", status, want)
	}
	if _, err := os.Stat(run.Want + ".statusfile"); err == nil {
		same(t, "the file status", read(t, "status"), read(t, run.Want+".statusfile"))
	}
}

func copyFile(t *testing.T, to, from string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// CheckAll checks all recordings in the folders below root whose names begin with
// prefix. The rest of a name encodes options. A folder holds the files gold, test and
// prm.
func CheckAll(t *testing.T, program Program, root, prefix string, options map[string][]string) {
	t.Helper()
	root, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(root, "*", prefix+"*.txt"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no recordings under %s", root)
	}
	for _, name := range names {
		dir, want := filepath.Dir(name), strings.TrimSuffix(name, ".txt")
		args, ok := options[strings.TrimPrefix(filepath.Base(want), prefix)]
		if !ok {
			t.Fatalf("the options of %s are unknown", name)
		}
		t.Run(filepath.Base(dir)+"/"+filepath.Base(want), func(t *testing.T) {
			Check(t, program, Run{Args: append(args[:len(args):len(args)], "gold", "test"), Want: want}, map[string]string{
				"gold": filepath.Join(dir, "gold"), "test": filepath.Join(dir, "test"), "prm": filepath.Join(dir, "prm"),
			})
		})
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return text
}

// same reports the first different line.
func same(t *testing.T, what string, got, want []byte) {
	t.Helper()
	if bytes.Equal(got, want) {
		return
	}
	a, b := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(a), len(b)) {
		var x, y string
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y || i >= len(a) || i >= len(b) {
			t.Errorf("%s, line %d:\n got %q\nwant %q", what, i+1, x, y)
			return
		}
	}
}

// Table checks all runs of a folder of cases/documents against the programs. The table COMMANDS.tsv has the name of
// an output, the exit status, and the program with its arguments; the runs take place in the folder. Of standard
// error nothing is compared: the recordings hold the last line of a traceback only.
func Table(t *testing.T, folder string, programs map[string]Program) {
	t.Helper()
	root := shared.Path(t, "cases", "documents", folder)
	t.Chdir(root)
	runs := 0
	for line := range strings.Lines(string(read(t, "COMMANDS.tsv"))) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		words := strings.Fields(columns[len(columns)-1])
		program := programs[words[0]]
		if program == nil || len(columns) != 3 {
			continue
		}
		runs++
		t.Run(columns[0], func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if status := program(words[1:], strings.NewReader(""), &stdout, &stderr); strconv.Itoa(status) != columns[1] {
				t.Errorf("exit status %d, want %s: %s", status, columns[1], &stderr)
			}
			same(t, "standard output", stdout.Bytes(), read(t, filepath.Join("expected", columns[0]+".out")))
		})
	}
	if runs < 10 {
		t.Fatalf("%d runs of these programs in %s", runs, root)
	}
}

// Living checks all runs of a folder of cases/living against the programs. The table COMMANDS.tsv has the name of a
// run, which is its folder, the exit status, and the program with its arguments. Of standard error nothing is
// compared: the recordings hold the last line of a traceback only.
func Living(t *testing.T, folder string, programs map[string]Program) {
	t.Helper()
	root := shared.Path(t, "cases", "living", folder)
	runs := 0
	for line := range strings.Lines(string(read(t, filepath.Join(root, "COMMANDS.tsv")))) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		words := shellWords(columns[len(columns)-1])
		program := programs[words[0]]
		if program == nil || len(columns) != 3 {
			continue
		}
		runs++
		t.Run(columns[0], func(t *testing.T) {
			t.Chdir(filepath.Join(root, columns[0]))
			var stdout, stderr bytes.Buffer
			if status := program(words[1:], strings.NewReader(""), &stdout, &stderr); strconv.Itoa(status) != columns[1] {
				t.Errorf("exit status %d, want %s: %s", status, columns[1], &stderr)
			}
			same(t, "standard output", stdout.Bytes(), read(t, "stdout"))
		})
	}
	if runs < 10 {
		t.Fatalf("%d runs of these programs in %s", runs, root)
	}
}

// shellWords cuts a command at blanks outside of single quotes.
func shellWords(command string) (words []string) {
	word, quoted, begun := "", false, false
	for _, r := range command + " " {
		switch {
		case r == '\'':
			quoted, begun = !quoted, true
		case r != ' ' || quoted:
			word, begun = word+string(r), true
		case begun:
			words = append(words, word)
			word, begun = "", false
		}
	}
	return words
}

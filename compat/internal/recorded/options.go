package recorded

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Options compares a stand-in with recorded runs of the official program on small files, one for
// each option. The folder holds the files and the table options.txt:
//
//	# comment
//	$ arguments, each between blanks
//	| a line of standard output
//	> name of a file that the run writes
//	| a line of that file
//	? exit status
//	! last line of standard error
//
// fixed takes out of an output everything that is different in each run of the program.
func Options(t *testing.T, program Program, folder string, fixed func(string) string) {
	t.Helper()
	table, err := os.ReadFile(filepath.Join(folder, "options.txt"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ = bytes.Cut(table, []byte("\n$ "))
	runs := strings.Split(string(table), "\n$ ")
	if len(runs) < 5 {
		t.Fatalf("%s has %d runs", folder, len(runs))
	}
	inputs, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range runs {
		command, want, _ := strings.Cut(strings.TrimSuffix(run, "\n"), "\n")
		t.Run(command, func(t *testing.T) {
			dir := t.TempDir()
			for _, in := range inputs {
				copyFile(t, filepath.Join(dir, in.Name()), filepath.Join(folder, in.Name()))
			}
			t.Chdir(dir)
			if found := outcome(t, program, command, len(inputs), strings.Contains(want, "\n! "), fixed); found != want {
				t.Errorf("want\n%s\nfound\n%s", want, found)
			}
		})
	}
}

// outcome writes a run in the form of the table.
func outcome(t *testing.T, program Program, command string, files int, errs bool, fixed func(string) string) string {
	var stdout, stderr bytes.Buffer
	status := program(strings.Fields(command), strings.NewReader(""), &stdout, &stderr)
	var out []string
	add := func(text string) {
		for line := range strings.Lines(fixed(text)) {
			out = append(out, strings.TrimRight("| "+strings.TrimRight(line, "\r\n"), " "))
		}
	}
	add(stdout.String())
	now, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range now {
		if len(now) == files || known(f.Name()) {
			continue
		}
		text, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, "> "+f.Name())
		add(string(text))
	}
	out = append(out, fmt.Sprint("? ", status))
	if errs {
		lines := strings.Split(strings.TrimSpace(fixed(stderr.String())), "\n")
		out = append(out, "! "+lines[len(lines)-1])
	}
	return strings.Join(out, "\n")
}

// known reports whether a file is an input: those that a run writes have names in capitals.
func known(name string) bool { return strings.ToUpper(name) != name }

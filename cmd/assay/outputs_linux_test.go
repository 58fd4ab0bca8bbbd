package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"assay/internal/shared"
)

// A file without end is given up within 400 MB of memory and some seconds, as a treebank, as
// rows, and as parameters, rules or tables of each kind.
func TestFilesWithoutEnd(t *testing.T) {
	trees, words := "../../examples/craft.gold.mrg", "../../examples/ewt.gold.conllu"
	for _, args := range [][]string{
		{"score", "/dev/zero", "/dev/zero", "-f", "conllu"}, {"score", "/dev/zero", trees, "-f", "penn"},
		{"score", "/dev/zero", trees, "-f", "tigerxml"}, {"convert", "/dev/zero", "-f", "penn", "-t", "discbracket"},
		{"score", trees, trees, "-p", "/dev/zero"}, {"score", words, words, "-m", "xiao", "-p", "/dev/zero"},
		{"rewrite", "/dev/zero", trees}, {"heads", "/dev/zero"}, {"merge", "/dev/zero"}, {"worker"},
	} {
		stdin := io.Reader(nil)
		if args[0] == "worker" {
			stdin = repeated(0)
		}
		givenUp(t, stdin, args...)
	}
}

// outputFiles are the options that name a file that assay writes.
var outputFiles = []string{"output", "rows", "items", "export", "apply", "db", "missing-out", "rows-out", "plots"}

// TestOptionsOfFilesWithoutEnd: whatever option of whatever command names a file that is read, a device without
// end and a stream without end are given up as well.
func TestOptionsOfFilesWithoutEnd(t *testing.T) {
	shared.Long(t)
	trees, words := "../../examples/craft.gold.mrg", "../../examples/ewt.gold.conllu"
	base := map[string][]string{"score": {trees, trees}, "compare": {trees, trees, trees}, "errors": {trees, trees}, "report": {trees, trees, "-o", "-"},
		"slices": {trees, trees}, "suspects": {trees, trees}, "show": {trees, trees}, "agree": {trees, trees}, "check": {trees, trees}, "validate": {trees},
		"convert": {trees, "-t", "conllu"}, "rewrite": {"preposition", trees}, "heads": {"collins", trees}, "merge": {words}, "serve": {t.TempDir()}}
	needs := map[string][]string{"heads": {"--as", "deps"}, "relations": {"--as", "deps", "--heads", "collins"},
		"gold-heads":   {"--as", "deps", "--heads", "collins"},
		"system-heads": {"--as", "deps", "--heads", "collins"}, "gold-relations": {"--as", "deps", "--heads", "collins"},
		"system-relations": {"--as", "deps", "--heads", "collins"}}
	tried := 0
	for _, cmd := range (&app{}).root("").Commands() {
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			switch value := valueOf(flag); {
			case value != "RULES" && value != "TABLE" && !strings.HasPrefix(value, "FILE") && flag.Name != "expect" && flag.Name != "baselines":
				return
			case slices.Contains(outputFiles, flag.Name) || cmd.Name() == "serve" || cmd.Name() == "run": // of its own files
				return
			case base[cmd.Name()] == nil:
				t.Errorf("assay %s --%s: which files does it read?", cmd.Name(), flag.Name)
				return
			}
			tried++
			args := append([]string{cmd.Name()}, base[cmd.Name()]...)
			if cmd.Name() != "heads" && cmd.Name() != "convert" {
				args = append(args, needs[flag.Name]...)
			}
			givenUp(t, nil, append(args, "--"+flag.Name+"=/dev/zero")...)
			for _, letter := range []repeated{'x', '\n'} {
				givenUp(t, letter, append(args, "--"+flag.Name+"=/dev/stdin")...)
			}
		})
	}
	if tried < 40 {
		t.Errorf("only %d options name files", tried)
	}
}

// repeated is an endless text of one letter.
type repeated byte

func (r repeated) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(r)
	}
	return len(p), nil
}

// givenUp runs assay as a process, which must end with an error and within 400 MB.
func givenUp(t *testing.T, stdin io.Reader, args ...string) {
	t.Helper()
	const most = 450 << 10 // KB; the test program has some more than assay
	peak := filepath.Join(t.TempDir(), "peak")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), "ASSAY_PEAK="+peak)
	cmd.Stdin = stdin
	text, err := cmd.CombinedOutput()
	status, _ := os.ReadFile(peak)
	memory := 0
	if _, after, ok := strings.Cut(string(status), "VmHWM:"); ok {
		fmt.Sscan(after, &memory)
	}
	if code := cmd.ProcessState.ExitCode(); err == nil || code != exitInput && code != exitUsage || memory == 0 || memory > most {
		t.Errorf("assay %s: %v, %d MB\n%.2000s", strings.Join(args, " "), cmd.ProcessState, memory>>10, text)
	}
}

// TestClosedOutput shows why a closed standard output is no error: Go opens /dev/null in its place
// before the program begins, as callers do that want no output (Python's subprocess.DEVNULL). The
// same device is open in the same mode.
func TestClosedOutput(t *testing.T) {
	if os.Getenv("ASSAY_STDOUT") != "" {
		info, err := os.Stdout.Stat()
		if err != nil {
			t.Fatal(err)
		}
		mode, _, fault := syscall.Syscall(syscall.SYS_FCNTL, 1, syscall.F_GETFL, 0)
		if fault != 0 {
			t.Fatal(fault)
		}
		null, err := os.Stat(os.DevNull)
		fmt.Fprintf(os.Stderr, "mode %x, /dev/null: %v\n", mode, err == nil && os.SameFile(info, null))
		os.Exit(0)
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	var said [2]string
	for i, shell := range []string{`exec "$0" "$@" >&-`, `exec "$0" "$@" 1<>/dev/null`} {
		cmd := exec.Command("sh", "-c", shell, os.Args[0], "-test.run", "^TestClosedOutput$")
		cmd.Env = append(os.Environ(), "ASSAY_STDOUT=1")
		text, _ := cmd.CombinedOutput()
		said[i] = string(text)
	}
	if said[0] != said[1] || !strings.HasSuffix(said[0], "/dev/null: true\n") {
		t.Errorf("closed: %s\n/dev/null: %s", said[0], said[1])
	}
}

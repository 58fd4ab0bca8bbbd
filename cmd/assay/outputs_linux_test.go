package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A file without end is given up within 400 MB of memory and some seconds, as a treebank, as
// rows, and as parameters, rules or tables of each kind.
func TestFilesWithoutEnd(t *testing.T) {
	const most = 450 << 10 // KB; the test program has some more than assay
	peak := filepath.Join(t.TempDir(), "peak")
	trees, words := "../../examples/craft.gold.mrg", "../../examples/ewt.gold.conllu"
	for _, args := range [][]string{
		{"score", "/dev/zero", "/dev/zero", "-f", "conllu"}, {"score", "/dev/zero", trees, "-f", "penn"},
		{"score", "/dev/zero", trees, "-f", "tigerxml"}, {"convert", "/dev/zero", "-f", "penn", "-t", "discbracket"},
		{"score", trees, trees, "-p", "/dev/zero"}, {"score", trees, trees, "--baseline", "/dev/zero"},
		{"score", words, words, "--check", "/dev/zero"}, {"score", "--table", "/dev/zero"},
		{"rewrite", "/dev/zero", trees}, {"score", trees, trees, "--rewrite", "/dev/zero"}, {"heads", "/dev/zero"},
		{"convert", trees, "-t", "conllu", "--heads", "/dev/zero"}, {"score", words, words, "-m", "xiao", "-p", "/dev/zero"},
		{"check", trees, trees, "--import", "/dev/zero"}, {"merge", "/dev/zero"}, {"worker"},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		cmd := exec.CommandContext(ctx, os.Args[0], args...)
		cmd.Env = append(os.Environ(), "ASSAY_PEAK="+peak)
		if args[0] == "worker" {
			zero, err := os.Open("/dev/zero")
			if err != nil {
				t.Fatal(err)
			}
			defer zero.Close()
			cmd.Stdin = zero
		}
		text, err := cmd.CombinedOutput()
		cancel()
		status, _ := os.ReadFile(peak)
		memory := 0
		if _, after, ok := strings.Cut(string(status), "VmHWM:"); ok {
			fmt.Sscan(after, &memory)
		}
		if code := cmd.ProcessState.ExitCode(); err == nil || code != exitInput && code != exitUsage || memory == 0 || memory > most {
			t.Errorf("assay %s: %v, %d MB\n%s", strings.Join(args, " "), cmd.ProcessState, memory>>10, text)
		}
		os.Remove(peak)
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

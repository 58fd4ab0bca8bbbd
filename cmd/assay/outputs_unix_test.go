//go:build unix

package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// No command writes over a file that it reads, under any name of it: a sentence that cannot
// be read would be lost.
func TestOutputsSpareInputs(t *testing.T) {
	const text = "(S (X a) (Y b))\n(S (A \n(S (B b))\n(S (B b)\n"
	for _, args := range [][]string{
		{"convert", "b.mrg", "-t", "penn", "-o", "OUT"},
		{"convert", "folder", "-t", "penn", "-o", "OUT"},
		{"rewrite", "r.rules", "b.mrg", "-o", "OUT"},
		{"score", "gold.mrg", "b.mrg", "-o", "OUT"},
		{"score", "gold.mrg", "gold.mrg", "-o", "OUT", "--baseline", "b.mrg"},
		{"score", "gold.mrg", "gold.mrg", "-o", "OUT", "-p", "b.mrg"},
		{"compare", "gold.mrg", "b.mrg", "gold.mrg", "-o", "OUT"},
		{"errors", "gold.mrg", "b.mrg", "-o", "OUT"},
		{"report", "gold.mrg", "b.mrg", "-o", "OUT"},
		{"slices", "gold.mrg", "b.mrg", "-o", "OUT"},
		{"agree", "gold.mrg", "b.mrg", "-o", "OUT"},
		{"suspects", "b.mrg", "gold.mrg", "-o", "OUT"},
		{"merge", "b.mrg", "-o", "OUT"},
		{"score", "gold.mrg", "b.mrg", "--rows", "OUT"},
		{"score", "gold.mrg", "b.mrg", "--items", "OUT"},
		{"check", "b.mrg", "gold.mrg", "--suspects", "--apply", "OUT"},
		{"check", "gold.mrg", "gold.mrg", "--import", "b.mrg", "--export", "OUT"},
	} {
		for _, out := range []string{"b.mrg", "./b.mrg", "link.tsv", "hard.tsv"} {
			t.Chdir(t.TempDir())
			for name, text := range map[string]string{"b.mrg": text, "gold.mrg": "(S (A a) (Y b))\n(S (A a))\n",
				"r.rules": "rule a:\nmatch { x [label=A]; }\ndo { relabel x B; }\n"} {
				if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			for _, err := range []error{os.Symlink("b.mrg", "link.tsv"), os.Link("b.mrg", "hard.tsv"), os.Mkdir("folder", 0o777), os.Link("b.mrg", "folder/b.mrg")} {
				if err != nil {
					t.Fatal(err)
				}
			}
			call := strings.Split(strings.ReplaceAll(strings.Join(args, "\n"), "OUT", out), "\n")
			var errs bytes.Buffer
			status := run(context.Background(), call, strings.NewReader(""), &bytes.Buffer{}, &errs)
			if left, err := os.ReadFile("b.mrg"); err != nil || string(left) != text || status == exitOK {
				t.Errorf("assay %s: status %d, the input is now %q\n%s", strings.Join(call, " "), status, left, &errs)
			}
			if left, _ := filepath.Glob(".assay-*"); left != nil {
				t.Errorf("assay %s leaves %s", strings.Join(call, " "), left)
			}
		}
	}
}

// A run that a signal ends leaves no temporary file, and the old output.
func TestSignalsLeaveNothing(t *testing.T) {
	for _, sig := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		for _, wait := range []time.Duration{0, 150 * time.Millisecond} {
			dir := t.TempDir()
			out := filepath.Join(dir, "out.mrg")
			if err := os.WriteFile(out, []byte("old\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(os.Args[0], "convert", "-", "-f", "penn", "-t", "penn", "-o", out)
			cmd.Env = append(os.Environ(), "ASSAY_RUN=1")
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			in.Write([]byte("(S (A a))\n"))
			for n := 0; ; n++ { // until the temporary file is there
				if found, _ := filepath.Glob(filepath.Join(dir, ".assay-*")); found != nil {
					break
				}
				if n == 1000 {
					t.Fatal("no temporary file appears")
				}
				time.Sleep(5 * time.Millisecond)
			}
			time.Sleep(wait)
			cmd.Process.Signal(sig)
			if cmd.Wait(); cmd.ProcessState.ExitCode() != exitSignal {
				t.Errorf("%v after %v: the run ends with %v, want status %d", sig, wait, cmd.ProcessState, exitSignal)
			}
			if found, _ := filepath.Glob(filepath.Join(dir, ".assay-*")); found != nil {
				t.Errorf("%v after %v: %s is left", sig, wait, found)
			}
			if left, _ := os.ReadFile(out); string(left) != "old\n" {
				t.Errorf("%v after %v: the old output is now %q", sig, wait, left)
			}
		}
	}
}

// A reader that stops, such as head, ends the run without a word, as it ends other programs.
func TestReaderThatStops(t *testing.T) {
	for _, args := range [][]string{
		{"convert", "../../examples/ewt.gold.conllu", "-t", "conllx"},
		{"errors", "../../examples/ewt.gold.conllu", "../../examples/ewt.udpipe-swap.conllu", "--list", "--top", "0"},
		{"score", "../../examples/ewt.gold.conllu", "../../examples/ewt.udpipe-swap.conllu", "--per-sentence", "--format", "json"},
	} {
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), "ASSAY_RUN=1")
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		out.Close()
		err = cmd.Wait()
		state, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if !ok || !state.Signaled() || state.Signal() != syscall.SIGPIPE || errs.Len() > 0 {
			t.Errorf("assay %s: %v\n%s", strings.Join(args, " "), err, &errs)
		}
	}
}

// Named pipes are inputs and outputs: an output goes through the pipe, which stays one.
func TestNamedPipes(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "parser.conllu"), filepath.Join(dir, "scores.json")
	for _, pipe := range []string{in, out} {
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile("../../examples/ewt.udpipe-swap.conllu")
	if err != nil {
		t.Fatal(err)
	}
	go os.WriteFile(in, text, 0o600)
	got := make(chan string)
	go func() {
		found, _ := os.ReadFile(out)
		got <- string(found)
	}()
	var errs bytes.Buffer
	status := run(context.Background(), []string{"score", "../../examples/ewt.gold.conllu", in, "-o", out}, strings.NewReader(""), &bytes.Buffer{}, &errs)
	if status != exitOK {
		t.Fatalf("status %d: %s", status, &errs)
	}
	if found := <-got; !strings.Contains(found, `"las_f1": 0.7293`) {
		t.Errorf("the reader of the pipe gets %q", found)
	}
	if info, err := os.Lstat(out); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the output is no pipe any more: %v, %v", info, err)
	}
}

//go:build unix

package study

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestOnePipe: a pipe that is named for both sides is refused under each of its names;
// each reader would have a part of it, or wait for ever.
func TestOnePipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	a := &Files{Stdin: strings.NewReader("")}
	if err := a.onePipe(pipe); err != nil {
		t.Errorf("the first reader: %v", err)
	}
	err := a.onePipe(filepath.Dir(pipe) + "/./pipe")
	if err == nil || !strings.Contains(err.Error(), "a pipe can be read once") {
		t.Errorf("the second reader: %v", err)
	}
	for _, name := range []string{"-", "/dev/null", "../examples/ewt.gold.conllu", "no such file"} {
		for range 2 {
			if err := a.onePipe(name); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

//go:build unix

package ledger

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe or a device is refused at once: opening a pipe would wait for another program.
func TestNoRegularFile(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{pipe, "/dev/null", "/dev/full"} {
		if l, err := Open(path); err == nil || !strings.Contains(err.Error(), "is no regular file") {
			t.Errorf("%s: %v", path, err)
			if err == nil {
				l.Close()
			}
		}
	}
}

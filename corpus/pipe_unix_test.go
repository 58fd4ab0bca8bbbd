//go:build unix

package corpus

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A named pipe, as <(...) makes one, loses nothing to the look at its format.
func TestNamedPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trees")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	want := strings.Repeat("(S (N word))\n", 20_000)
	go os.WriteFile(path, []byte(want), 0o600)
	src, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		r, err := src.Files[0].Open()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != want || src.Format.Name != "penn" {
			t.Fatalf("read %d bytes of %d as %s, %v", len(got), len(want), src.Format.Name, err)
		}
	}
}

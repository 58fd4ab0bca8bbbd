package corpus

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestNumberedFiles: files of folders and patterns are read in the order of their numbers.
func TestNumberedFiles(t *testing.T) {
	dir := t.TempDir()
	var want []string
	for i := range 12 {
		name := fmt.Sprintf("file%d.mrg", i+1)
		want = append(want, name)
		if err := os.WriteFile(filepath.Join(dir, name), []byte("(S (NN a))\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{dir, filepath.Join(dir, "*.mrg")} {
		src, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, file := range src.Files {
			got = append(got, filepath.Base(file.Name))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s", name, strings.Join(got, " "))
		}
	}
}

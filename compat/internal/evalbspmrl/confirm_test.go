//go:build official

package evalbspmrl

import (
	"path/filepath"
	"testing"

	"assay/compat/internal/recorded"
)

// TestConfirm runs the original on the recorded inputs, in a folder of its own for
// the file status.
func TestConfirm(t *testing.T) {
	var runs [][]string
	here, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	recordings, _ := filepath.Glob(filepath.Join(here, "evalb", "testdata", "*", "expected-spmrl.txt"))
	for _, name := range recordings {
		dir := filepath.Dir(name)
		runs = append(runs, []string{"-p", filepath.Join(dir, "prm"), filepath.Join(dir, "gold"), filepath.Join(dir, "test")})
	}
	t.Chdir(t.TempDir())
	recorded.Confirm(t, "evalb_spmrl", Main, runs...)
}

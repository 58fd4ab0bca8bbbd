//go:build official

package evalbspmrl

import (
	"path/filepath"
	"testing"

	"assay/compat/internal/recorded"
)

// TestConfirm runs the original on the recorded inputs.
func TestConfirm(t *testing.T) {
	var runs [][]string
	recordings, _ := filepath.Glob("../evalb/testdata/*/expected-spmrl.txt")
	for _, name := range recordings {
		dir := filepath.Dir(name)
		runs = append(runs, []string{"-p", filepath.Join(dir, "prm"), filepath.Join(dir, "gold"), filepath.Join(dir, "test")})
	}
	recorded.Confirm(t, "evalb_spmrl", Main, runs...)
}

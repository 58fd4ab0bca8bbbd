//go:build official

package evalb

import (
	"path/filepath"
	"testing"

	"assay/compat/internal/recorded"
)

// TestConfirm runs the original on the recorded inputs.
func TestConfirm(t *testing.T) {
	var runs [][]string
	dirs, _ := filepath.Glob("testdata/*/prm")
	for _, prm := range dirs {
		dir := filepath.Dir(prm)
		runs = append(runs, []string{"-p", prm, "-d", filepath.Join(dir, "gold"), filepath.Join(dir, "test")})
	}
	recorded.Confirm(t, "evalb", Main, runs...)
}

//go:build official

package chunkeval

import (
	"testing"

	"assay/compat/internal/recorded"
	"assay/internal/shared"
)

// TestConfirm runs the original on the recorded inputs.
func TestConfirm(t *testing.T) {
	var runs [][]string
	for _, name := range []string{"chunks.iob1.txt", "chunks.iob2.txt", "chunks.iobes.txt", "traps/odd.txt", "traps/odd2.txt"} {
		runs = append(runs, []string{shared.Path(t, "cases", "more", "chunks", name)})
	}
	recorded.Confirm(t, "conlleval.py", Main, runs...)
}

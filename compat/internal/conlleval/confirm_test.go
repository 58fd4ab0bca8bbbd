//go:build official

package conlleval

import (
	"testing"

	"assay/compat/internal/recorded"
	"assay/internal/shared"
)

// TestConfirm runs the originals on a recorded input. It compares only the figures
// (-q): the order of some rows of the full report is that of Perl's hashes.
func TestConfirm(t *testing.T) {
	gold := shared.Path(t, "cases", "dependencies", "01-en-heads", "gold.conll")
	system := shared.Path(t, "cases", "dependencies", "01-en-heads", "system.conll")
	for program, standIn := range map[string]recorded.Program{"eval.pl": Main06, "eval07.pl": Main07} {
		t.Run(program, func(t *testing.T) {
			recorded.Confirm(t, program, standIn,
				[]string{"-q", "-g", gold, "-s", system}, []string{"-q", "-p", "-g", gold, "-s", system})
		})
	}
}

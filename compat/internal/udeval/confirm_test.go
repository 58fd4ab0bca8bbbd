//go:build official

package udeval

import (
	"testing"

	"assay/compat/internal/recorded"
	"assay/internal/shared"
)

// TestConfirm runs the originals on the examples, and on a broken file.
func TestConfirm(t *testing.T) {
	const gold, system = "../../../examples/ewt.gold.conllu", "../../../examples/ewt.udpipe-swap.conllu"
	broken := shared.Path(t, "README.md")
	for program, standIn := range map[string]recorded.Program{
		"conll17_ud_eval.py": Main17, "conll18_ud_eval.py": Main18,
		"iwpt20_xud_eval.py": MainIWPT20, "iwpt21_xud_eval.py": MainIWPT21,
	} {
		t.Run(program, func(t *testing.T) {
			runs := [][]string{{gold, system}, {"-v", gold, system}}
			if program == "conll18_ud_eval.py" {
				runs = append(runs, []string{gold, broken})
			}
			recorded.Confirm(t, program, standIn, runs...)
		})
	}
}

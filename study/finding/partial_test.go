package finding

import (
	"testing"

	"assay/eval"
)

// A system that leaves words without a head: four words have one in gold, the system answers two and has one wrong.
func TestPartial(t *testing.T) {
	const gold = "(a X < b)\n(b X *)\n(c X > b)\n(d X > c)\n(e X ?)\n"
	for system, want := range map[string][]string{
		gold: nil,
		"(a X < b)\n(b X *)\n(c X ?)\n(d X ?)\n(e X > a)\n": {"system.lin: answers 50.0 % of the words, 0.0 % of them with a wrong head"},
		"(a X ?)\n(b X *)\n(c X < d)\n(d X ?)\n(e X ?)\n":   {"system.lin: answers 50.0 % of the words, 50.0 % of them with a wrong head"},
		"(a X ?)\n(b X ?)\n(c X ?)\n(d X ?)\n(e X ?)\n":     nil,
	} {
		run := counted(t, "lin", opened(t, "gold.lin", gold), opened(t, "system.lin", system), eval.Options{})
		wantSaid(t, system, said(Partial, run), want...)
	}
}

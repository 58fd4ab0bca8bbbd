package eval

import (
	"math/rand/v2"
	"testing"

	"assay/treebank"
)

// TestParted checks each pair that parted reports against its plain twin, the
// comparison of the joined words of both sides.
func TestParted(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	words := []string{"a", "b", "ab", "a b", " ", "é", "è", "a\u00a0", "\u2009", "\xff"}
	side := func() *treebank.Sentence {
		s := &treebank.Sentence{Syms: treebank.NewSymbols()}
		s.Own()
		for range rng.IntN(4) + 1 {
			s.Tokens = append(s.Tokens, treebank.Token{Form: s.AddString(words[rng.IntN(len(words))]), Parent: -1})
		}
		if rng.IntN(8) == 0 {
			s.Ranges = append(s.Ranges, treebank.Range{End: 1, Form: s.AddString(words[rng.IntN(len(words))])})
		}
		return s
	}
	yes := 0
	for range 10000 {
		var p Pair
		p.Reset(0, side(), side())
		if !parted(p.Gold, p.System) {
			continue
		}
		yes++
		e, ok := p.Align().Err.(*TextError)
		if !ok || e.Gold == "" || e.System == "" {
			t.Fatalf("%q and %q are parted, but the words differ by %v", p.Gold.Text, p.System.Text, e)
		}
	}
	if yes < 500 {
		t.Errorf("parted reports only %d pairs", yes)
	}
}

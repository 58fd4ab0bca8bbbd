package validity

import (
	"math"
	"math/rand/v2"
	"testing"

	"assay/treebank"
)

// TestSound compares sound with its slow twin on random heads.
func TestSound(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	fast, slow := &Checker{}, &Checker{}
	trees := 0
	for round := range 20000 {
		n := rng.Int32N(6) + 1
		sentence := &treebank.Sentence{}
		for i := range n {
			sentence.Tokens = append(sentence.Tokens, treebank.Token{})
			h := rng.Int32N(n+1) - 1
			switch rng.IntN(40) {
			case 0:
				h = treebank.Unknown
			case 1:
				h = n
			case 2:
				h = treebank.Outside(n + 3)
			}
			sentence.Arcs = append(sentence.Arcs, treebank.Arc{Dep: i, Head: h})
		}
		if round == 10000 {
			fast.mark = math.MaxInt32 - 3
		}
		faults, unknown := 0, false
		slow.full(sentence, func(*treebank.SyntaxError) { faults++ })
		for _, a := range sentence.Arcs {
			unknown = unknown || a.Head == treebank.Unknown
		}
		if got, want := fast.sound(sentence), faults == 0 && !unknown; got != want {
			t.Fatalf("%v: sound %v, %d faults", sentence.Arcs, got, faults)
		} else if got {
			trees++
		}
	}
	if trees < 1000 {
		t.Errorf("only %d trees", trees)
	}
}

package edm

import (
	"math/rand/v2"
	"slices"
	"testing"

	"assay/treebank"
)

// TestAlike: equal lists of triples, some of them several times, pair as the table pairs
// them; lists that differ in any field, in order or in length are left to the table.
func TestAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	c := New(Options{}).NewCounter().(*counter)
	different := 0
	for round := range 3000 {
		var list []triple
		for range random.IntN(20) {
			list = append(list, triple{span: uint64(random.IntN(2)), value: uint64(random.IntN(2)), role: treebank.Symbol(random.IntN(2)),
				class: Class(random.IntN(2)), node: int32(random.IntN(3)), mate: -1})
		}
		c.gold, c.system = slices.Clone(list), slices.Clone(list)
		if round%2 == 1 && len(list) > 0 {
			x := &c.system[random.IntN(len(list))]
			switch random.IntN(5) {
			case 0:
				x.span++
			case 1:
				x.value++
			case 2:
				x.role++
			case 3:
				x.class++
			default:
				c.system = c.system[1:]
			}
			different++
			if c.alike() {
				t.Fatalf("round %d: different triples are alike", round)
			}
			continue
		}
		if !c.alike() {
			t.Fatalf("round %d: equal triples are not alike", round)
		}
		gold, system := c.gold, c.system
		c.gold, c.system = slices.Clone(list), slices.Clone(list)
		c.pairEqual()
		if !slices.Equal(gold, c.gold) || !slices.Equal(system, c.system) {
			t.Fatalf("round %d: want %v and %v, found %v and %v", round, c.gold, c.system, gold, system)
		}
	}
	if different < 1000 {
		t.Errorf("%d different lists", different)
	}
}

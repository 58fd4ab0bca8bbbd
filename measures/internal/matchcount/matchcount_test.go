package matchcount

import (
	"math/rand/v2"
	"slices"
	"testing"

	"assay/eval"
	"assay/measures/internal/faults"
)

// parts are made-up parts: the class of each part of both sides.
type parts [2][]int

func (p parts) Part(which, i int) Part {
	return Part{Class: p[which][i], Weighted: 12, Weight: float64(1 + which)}
}

// TestItems: the items of random parts with random mates and rivals sum to the parts of each
// class, to the mates and to their weights.
func TestItems(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 9))
	layout := New("", "a_", "b_", "c_").Sum(0, 1, 2, 3)
	wrong := 0
	for range 500 {
		var p parts
		want := make([]float64, 15)
		var named faults.Pair
		named.Reset()
		for which := range p {
			for range random.IntN(8) {
				p[which] = append(p[which], 1+random.IntN(3))
			}
			for _, class := range p[which] {
				want[3*class+which]++
				want[which]++
				want[12+which] += float64(1 + which)
			}
		}
		mates, free := make([]int32, len(p[0])), random.Perm(len(p[1]))
		for i := range mates {
			mates[i] = -1
			k := slices.IndexFunc(free, func(j int) bool { return p[1][j] == p[0][i] })
			if k >= 0 && random.IntN(2) == 0 {
				mates[i] = int32(free[k])
				free = slices.Delete(free, k, k+1)
				want[3*p[0][i]+2]++
				want[2]++
				want[14]++ // the smaller weight
			}
		}
		for which, back := range [2][]int32{mates, faults.Back(nil, mates, len(p[1]))} {
			for i := range back {
				named.Add(which, faults.Fact{Kind: faults.Property, From: uint64(random.IntN(3)), To: faults.Nowhere, Noun: "part",
					Matched: back[i] >= 0})
			}
		}
		sum := make([]float64, 15)
		items := Items{Parter: p, Faults: &named}
		items.All(mates, len(p[1]), func(it *eval.Item) {
			if it.Outcome == eval.Incorrect {
				wrong++
			}
			if (it.Class == "") != (it.Outcome == eval.Correct) {
				t.Fatalf("%v item of class %q", it.Outcome, it.Class)
			}
			for _, a := range it.Adds {
				sum[a.Column] += a.N
			}
		})
		if layout.Close(sum); !slices.Equal(sum, want) {
			t.Fatalf("parts %v, mates %v: want %v, found %v", p, mates, want, sum)
		}
	}
	if wrong < 100 {
		t.Errorf("want many rivals, found %d", wrong)
	}
}

package mistake_test

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"assay/eval"
	"assay/eval/mistake"
)

// TestCover: mistakes are a partition; each is the cause that explains most of the items left, and among equal ones the
// first by kind and place; the order of causes has no effect.
func TestCover(t *testing.T) {
	random := rand.New(rand.NewSource(3))
	for range 500 {
		n := 1 + random.Intn(12)
		var causes []eval.Origin
		for range random.Intn(8) {
			c := eval.Origin{Kind: "k", Order: random.Intn(3), First: int32(random.Intn(4)), Last: int32(random.Intn(4))}
			for i := range n {
				if random.Intn(3) == 0 {
					c.Items = append(c.Items, i)
				}
			}
			causes = append(causes, c)
		}
		got := mistake.Cover(n, causes)
		seen := make([]int, n)
		first := -1
		for _, m := range got {
			if len(m.Items) == 0 || !slices.IsSorted(m.Items) || m.Items[0] <= first || m.Kind == mistake.Alone && len(m.Items) > 1 ||
				m.Kind != mistake.Alone && len(m.Items) < 2 {
				t.Fatalf("mistakes %v of %v", got, causes)
			}
			first = m.Items[0]
			for _, i := range m.Items {
				seen[i]++
			}
		}
		if slices.ContainsFunc(seen, func(k int) bool { return k != 1 }) {
			t.Fatalf("no partition: %v", got)
		}
		if want := plain(n, causes); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("want %v, found %v of %v", want, got, causes)
		}
		random.Shuffle(len(causes), func(i, j int) { causes[i], causes[j] = causes[j], causes[i] })
		if again := mistake.Cover(n, causes); fmt.Sprint(again) != fmt.Sprint(got) {
			t.Fatalf("in another order %v, before %v", again, got)
		}
	}
}

// plain is Cover, counting all causes again for each mistake.
func plain(n int, causes []eval.Origin) (out []mistake.Mistake) {
	taken := make([]bool, n)
	for {
		best, most := -1, []int(nil)
		for k, c := range causes {
			var left []int
			for _, i := range c.Items {
				if !taken[i] {
					left = append(left, i)
				}
			}
			before := func(x, y eval.Origin) bool {
				a, b := [3]int{x.Order, int(x.First), int(x.Last)}, [3]int{y.Order, int(y.First), int(y.Last)}
				if o := slices.Compare(a[:], b[:]); o != 0 {
					return o < 0
				}
				return slices.Compare(x.Items, y.Items) < 0
			}
			if len(left) > 1 && (len(left) > len(most) || len(left) == len(most) && before(c, causes[best])) {
				best, most = k, left
			}
		}
		if best < 0 {
			break
		}
		for _, i := range most {
			taken[i] = true
		}
		out = append(out, mistake.Mistake{Kind: causes[best].Kind, First: causes[best].First, Last: causes[best].Last, Items: most})
	}
	for i, t := range taken {
		if !t {
			out = append(out, mistake.Mistake{Items: []int{i}})
		}
	}
	slices.SortFunc(out, func(a, b mistake.Mistake) int { return a.Items[0] - b.Items[0] })
	return out
}

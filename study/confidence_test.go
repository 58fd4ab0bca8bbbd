package study

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// keep is a plain twin of keptFrom, in the words of the definition.
func keep(links []judged, threshold float64) (point CurvePoint) {
	point.Threshold = threshold
	for _, link := range links {
		given := link.system && (math.IsNaN(link.confidence) || link.confidence >= threshold)
		for counter, is := range map[*int]bool{&point.Wanted: link.gold, &point.Kept: given, &point.Right: given && link.right} {
			if is {
				*counter++
			}
		}
	}
	return point
}

// TestCurve compares points, the best threshold and its counts on the other half with plain loops over random links.
func TestCurve(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 0))
	for range 300 {
		var links []judged
		units := int32(2 + random.IntN(12))
		for unit := range units {
			for range 1 + random.IntN(6) {
				link := judged{unit: unit, gold: random.IntN(9) > 0, system: random.IntN(9) > 0,
					confidence: float64(random.IntN(8)) / 8}
				link.right = link.gold && link.system && random.Float64() < link.confidence
				if random.IntN(20) == 0 || !link.system {
					link.confidence = math.NaN()
				}
				links = append(links, link)
			}
		}
		for _, point := range pointsOf(links) {
			if want := keep(links, point.Threshold); point != want {
				t.Fatalf("%v, want %v", point, want)
			}
		}
		var curve Curve
		if !curve.count(links) {
			continue
		}
		first := make([]bool, units)
		for i, unit := range rand.New(rand.NewPCG(1, 0)).Perm(int(units)) {
			first[unit] = i%2 == 0
		}
		own := slices.DeleteFunc(slices.Clone(links), func(link judged) bool { return !first[link.unit] })
		other := slices.DeleteFunc(slices.Clone(links), func(link judged) bool { return first[link.unit] })
		best := keep(own, math.Inf(-1)).F1()
		for eighth := range 9 {
			best = max(best, keep(own, float64(eighth)/8).F1())
		}
		if got := curve.Best.F1(); got != best && !(math.IsNaN(got) && math.IsNaN(best)) || curve.Best != keep(own, curve.Best.Threshold) {
			t.Fatalf("best F1 %g, want %g: %v", got, best, curve.Best)
		}
		if want := keep(other, curve.Best.Threshold); curve.Unseen != want || curve.All != keep(other, math.Inf(-1)) {
			t.Fatalf("on the other half %v and %v, want %v", curve.Unseen, curve.All, want)
		}
	}
}

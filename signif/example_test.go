package signif_test

import (
	"fmt"

	"assay/signif"
)

// Two systems on six sentences: correct brackets and all brackets.
func ExampleRandomize() {
	den := []float64{10, 12, 8, 20, 15, 9}
	a := signif.Ratio{Num: []float64{8, 10, 5, 14, 12, 6}, Den: den}
	b := signif.Ratio{Num: []float64{9, 10, 7, 16, 13, 8}, Den: den}
	t := signif.Randomize(a, b, signif.Options{})
	fmt.Printf("%.3f %.3f p=%g %s, %d of %d sentences differ\n", a.Value(), b.Value(), t.P, t.Method, t.Differing, t.Units)
	// Output:
	// 0.743 0.851 p=0.0625 ar-exact, 5 of 6 sentences differ
}

// The interval of a share, with the sentence as unit.
func ExampleAnalytic() {
	r := signif.Ratio{Num: []float64{8, 10, 5, 14, 12, 6}, Den: []float64{10, 12, 8, 20, 15, 9}}
	i := signif.Analytic(r, true, signif.Options{Alpha: 0.05})
	fmt.Printf("%.3f [%.3f, %.3f]\n", i.Value, i.Low, i.High)
	// Output:
	// 0.743 [0.657, 0.814]
}

// Four p-values of one paper.
func ExampleHolm() {
	fmt.Println(signif.Holm([]float64{0.01, 0.04, 0.03, 0.005}))
	// Output:
	// [0.03 0.06 0.06 0.02]
}

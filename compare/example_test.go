package compare_test

import (
	"context"
	"fmt"
	"log"

	"assay/compare"
	"assay/corpus"
	"assay/eval"
	"assay/measures"
)

// Is the better of two systems really better? Brackets of all 200 sentences,
// compared by the characters they stand on.
func ExampleCompare() {
	gold, err := corpus.Open("../examples/craft.gold.mrg")
	if err != nil {
		log.Fatal(err)
	}
	brackets, err := measures.Parse("evalb:collins:spans=characters", measures.Config{})
	if err != nil {
		log.Fatal(err)
	}
	var runs []compare.Run
	for _, name := range []string{"../examples/craft.bllip-20.mrg", "../examples/craft.berkeley.mrg"} {
		system, err := corpus.Open(name)
		if err != nil {
			log.Fatal(err)
		}
		res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{brackets}, eval.Options{})
		if err != nil {
			log.Fatal(err)
		}
		runs = append(runs, compare.Run{Result: res})
	}
	c, err := compare.Compare(runs, compare.Options{Scores: []string{"f1"}, Samples: 999})
	if err != nil {
		log.Fatal(err)
	}
	f1 := c.Metrics[0].Scores[0]
	for i, system := range c.Systems {
		in := f1.Intervals[i]
		fmt.Printf("%s %.2f [%.2f, %.2f]\n", system, 100*f1.Values[i], 100*in.Low, 100*in.High)
	}
	fmt.Printf("difference %.2f, p = %.3f\n", 100*f1.Pairs[0].Difference, f1.Pairs[0].Test.P)
	// Output:
	// ../examples/craft.bllip-20.mrg 81.43 [78.82, 83.57]
	// ../examples/craft.berkeley.mrg 83.88 [81.91, 85.45]
	// difference 2.45, p = 0.023
}

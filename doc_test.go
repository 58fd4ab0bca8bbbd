package assay_test

import (
	"fmt"
	"log"

	"assay/score"
)

// Score a parser and print the main score of the measure.
func Example() {
	res, err := score.Files("examples/ewt.gold.conllu", "examples/ewt.udpipe-swap.conllu", "attachment")
	if err != nil {
		log.Fatal(err)
	}
	las := res.Headline()
	fmt.Printf("%s %.2f (%g of %g)\n", las.Name, 100*las.Value, las.Num, las.Den)
	// Output:
	// las 72.48 (1596 of 2202)
}

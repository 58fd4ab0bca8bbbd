package discbracket_test

import (
	"fmt"
	"log"
	"strings"

	"assay/eval"
	"assay/formats/discbracket"
)

// The words of a phrase with a gap.
func Example() {
	tree := "(S (VP (VB 0=is) (JJ 2=rich)) (NP 1=John) (? 3=?))\n"
	for sentence, err := range discbracket.Format.Sentences(strings.NewReader(tree), "text") {
		if err != nil {
			log.Fatal(err)
		}
		for i, p := range sentence.Phrases {
			fmt.Print(sentence.Name(p.Label), ":")
			for t := range sentence.Tokens {
				if eval.Dominates(sentence, int32(i), int32(t)) {
					fmt.Printf(" %s", sentence.Word(int32(t)))
				}
			}
			fmt.Println()
		}
	}
	// Output:
	// S: is John rich ?
	// VP: is rich
}

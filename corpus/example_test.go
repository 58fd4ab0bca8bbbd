package corpus_test

import (
	"fmt"
	"log"

	"assay/corpus"
)

// Open a treebank of any format and compression, and walk through it.
func ExampleOpen() {
	gold, err := corpus.Open("../examples/craft.gold.mrg")
	if err != nil {
		log.Fatal(err)
	}
	sentences, words, phrases := 0, 0, 0
	for sentence, err := range gold.All() {
		if err != nil {
			fmt.Println(err) // this sentence only; the others follow
			continue
		}
		sentences++
		words += len(sentence.Tokens)
		phrases += len(sentence.Phrases)
	}
	fmt.Println(gold.Format.Name, sentences, words, phrases)
	// Output:
	// penn 200 5469 4370
}

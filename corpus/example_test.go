package corpus_test

import (
	"fmt"
	"log"

	"assay/corpus"
)

// Open a treebank of any format and compression, and walk through it.
func ExampleOpen() {
	gold, err := corpus.Open("../examples/craft.gold.mrg", nil, nil)
	if err != nil {
		log.Fatal(err)
	}
	sentences, words, phrases := 0, 0, 0
	for _, f := range gold.Files {
		r, err := f.Open()
		if err != nil {
			log.Fatal(err)
		}
		for s, err := range gold.Format.Sentences(r, f.Name) {
			if err != nil {
				fmt.Println(err) // this sentence only; the others follow
				continue
			}
			sentences++
			words += len(s.Tokens)
			phrases += len(s.Phrases)
		}
		r.Close()
	}
	fmt.Println(gold.Format.Name, sentences, words, phrases)
	// Output:
	// penn 200 5469 4370
}

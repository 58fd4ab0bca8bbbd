// Command read reads files to their ends, on one core, and prints the number of
// sentences and words: it measures the cost of reading alone.
package main

import (
	"fmt"
	"os"
	"runtime"

	"assay/corpus"
)

func main() {
	runtime.GOMAXPROCS(1)
	for _, name := range os.Args[1:] {
		src, err := corpus.Open(name)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		sentences, words, bad := 0, 0, 0
		for sentence, err := range src.All() {
			switch {
			case sentence == nil:
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			case err != nil:
				bad++
			default:
				sentences++
				words += len(sentence.Tokens)
			}
		}
		fmt.Printf("  %s: %d sentences, %d words, %d faults\n", src.Format.Name, sentences, words, bad)
	}
}

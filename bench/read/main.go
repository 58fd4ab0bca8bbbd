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
		for _, file := range src.Files {
			in, err := file.Open()
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			for sentence, err := range src.Format.Sentences(in, file.Name) {
				if err != nil {
					bad++
					continue
				}
				sentences++
				words += len(sentence.Tokens)
			}
			in.Close()
		}
		fmt.Printf("  %s: %d sentences, %d words, %d faults\n", src.Format.Name, sentences, words, bad)
	}
}

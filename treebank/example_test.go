package treebank_test

import (
	"fmt"
	"log"
	"strings"

	"assay/formats"
	"assay/treebank"
)

// A sentence is flat: words and phrases hold the index of their parent.
func ExampleFormat_Sentences() {
	trees := "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n"
	for sentence, err := range formats.ByName("penn").Sentences(strings.NewReader(trees), "trees") {
		if err != nil {
			log.Fatal(err)
		}
		for i, t := range sentence.Tokens {
			above := sentence.Phrases[t.Parent]
			fmt.Printf("%s/%s in %s %d-%d\n", sentence.Word(int32(i)), sentence.Name(t.Tag), sentence.Name(above.Label), above.Begin+1, above.End)
		}
	}
	// Output:
	// the/DT in NP 1-2
	// dog/NN in NP 1-2
	// barks/VBZ in VP 3-3
}

// An unreadable sentence is yielded as an error with its place; the others follow.
func ExampleSyntaxError() {
	trees := "(S (NP (NNS dogs)) (VP (VBP bark)))\n(S (NP (NNS cats))\n(S (NP (NNS birds)) (VP (VBP sing)))\n"
	for s, err := range formats.ByName("penn").Sentences(strings.NewReader(trees), "trees") {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(s.Line, len(s.Tokens), "words")
	}
	// Output:
	// 1 2 words
	// trees:2:19: want a closing ) for (S, found the end of the sentence
	// 3 2 words
}

// A Source is one side of a comparison, here text in memory.
func ExampleSource() {
	text := "(S (NP (NNS dogs)) (VP (VBP bark)))\n"
	src := treebank.Source{Name: "memory", Format: formats.ByName("penn"), Files: []treebank.File{treebank.Text("memory", text)}}
	fmt.Println(src.Format.Title)
	// Output:
	// Penn Treebank brackets
}

package kummerfeld_test

import (
	"fmt"
	"log"

	"assay/diagnose/kummerfeld"
	"assay/formats/penn"
	"assay/treebank"
)

func read(text string, syms *treebank.Symbols) *treebank.Sentence {
	s := &treebank.Sentence{Syms: syms}
	if err := penn.Format.Read(s, treebank.Piece{Text: []byte(text), Line: 1}); err != nil {
		log.Fatal(err)
	}
	return s
}

// One phrase in the wrong place gives several wrong brackets, and is one error.
func ExampleAnalyse() {
	syms := treebank.NewSymbols() // both sides share one table
	gold := read("(ROOT (S (NP (PRP I)) (VP (VBD saw) (NP (PRP her)) (PP (IN at) (NP (NN noon))))))", syms)
	system := read("(ROOT (S (NP (PRP I)) (VP (VBD saw) (NP (NP (PRP her)) (PP (IN at) (NP (NN noon)))))))", syms)
	a, err := kummerfeld.Analyse(gold, system, kummerfeld.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, e := range a.Errors {
		fmt.Println(e.Class, e.Kind, "to", gold.Name(e.Parent.Label), "brackets put right:", e.Brackets)
	}
	// Output:
	// PP Attachment remove to VP brackets put right: 1
}

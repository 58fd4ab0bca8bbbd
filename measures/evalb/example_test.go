package evalb_test

import (
	"context"
	"fmt"
	"log"

	"assay/eval"
	"assay/formats/penn"
	"assay/measures/evalb"
	"assay/treebank"
)

func source(name, text string) *treebank.Source {
	return &treebank.Source{Name: name, Format: &penn.Format, Files: []treebank.File{treebank.Text(name, text)}}
}

// A prepositional phrase attached too low: the system has all six brackets of gold,
// and one more.
func ExampleNew() {
	gold := source("gold", "(S (NP (PRP I)) (VP (VBD saw) (NP (PRP her)) (PP (IN at) (NP (NN noon)))))\n")
	system := source("system", "(S (NP (PRP I)) (VP (VBD saw) (NP (NP (PRP her)) (PP (IN at) (NP (NN noon))))))\n")
	m := evalb.New(evalb.Options{Params: evalb.Collins})
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{m}, eval.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range m.Scores(res.Counts[0].Sum())[:3] {
		fmt.Printf("%s %g/%g\n", s.Name, s.Num, s.Den)
	}
	// Output:
	// recall 6/6
	// precision 6/7
	// f1 12/13
}

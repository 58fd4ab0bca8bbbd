package careful_test

import (
	"fmt"
	"log"
	"strings"

	"assay/check/adjudicate"
	"assay/eval"
	"assay/formats/penn"
	"assay/measures/careful"
	"assay/treebank"
)

func read(text string, syms *treebank.Symbols) *treebank.Sentence {
	s := &treebank.Sentence{Syms: syms}
	if err := penn.Format.Read(s, treebank.Piece{Text: []byte(text), Line: 1}); err != nil {
		log.Fatal(err)
	}
	return s
}

// A bracket that gold lacks is spurious until a person accepts it.
func ExampleNewCheck() {
	syms := treebank.NewSymbols() // both sides share one table
	var pair eval.Pair
	pair.Reset(0, read("(S (NP (DT the) (JJ old) (NN dog)) (VP (VBZ barks)))", syms),
		read("(S (NP (DT the) (NX (JJ old) (NN dog))) (VP (VBZ barks)))", syms))

	check := careful.NewCheck("ours", []adjudicate.Decision{{
		Key:      adjudicate.Key{Sentence: "1", Metric: "careful", Side: "system", Item: "NX:2-3"},
		Kind:     "SP",
		Decision: adjudicate.Accept,
		Judge:    "ann",
	}})
	for _, opt := range []careful.Options{{}, {Check: check}} {
		var out []string
		m := careful.New(opt)
		row := make([]float64, len(m.ColumnNames()))
		if err := m.NewCounter().Count(row, &pair); err != nil {
			log.Fatal(err)
		}
		for _, s := range m.Scores(row) {
			switch s.Name {
			case "recall_hard", "precision_hard", "precision_soft":
				out = append(out, fmt.Sprintf("%s %g/%g", s.Name, s.Num, s.Den))
			}
		}
		fmt.Println(strings.Join(out, ", "))
	}
	// Output:
	// recall_hard 3/3, precision_hard 3/4
	// recall_hard 3/3, precision_hard 3/4, precision_soft 4/4
}

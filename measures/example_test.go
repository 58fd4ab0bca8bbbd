package measures_test

import (
	"fmt"
	"log"
	"strings"

	"assay/eval"
	"assay/formats"
	"assay/measures"
	"assay/treebank"
)

func parse(text string, syms *treebank.Symbols) *treebank.Sentence {
	s := &treebank.Sentence{Syms: syms}
	text = strings.ReplaceAll(text, " ", "\t")
	if err := formats.ByName("conllx").Read(s, treebank.Piece{Text: []byte(text), Line: 1}); err != nil {
		log.Fatal(err)
	}
	return s
}

// A full stop has the wrong head; the option decides whether it counts.
func ExampleParse() {
	syms := treebank.NewSymbols() // both sides share one table
	var pair eval.Pair
	pair.Reset(0, parse("1 Dogs _ N N _ 2 SB\n2 bark _ V V _ 0 ROOT\n3 . _ . . _ 2 P\n\n", syms),
		parse("1 Dogs _ N N _ 2 OB\n2 bark _ V V _ 0 ROOT\n3 . _ . . _ 1 P\n\n", syms))
	for _, spec := range []string{"attachment", "attachment:punctuation=unicode"} {
		metric, err := measures.Parse(spec, measures.Config{})
		if err != nil {
			log.Fatal(err)
		}
		row := make([]float64, len(metric.Columns))
		if err := metric.NewCounter().Count(row, &pair); err != nil {
			log.Fatal(err)
		}
		for _, s := range metric.Scores(row)[:2] {
			fmt.Printf("%s %g/%g  ", s.Name, s.Num, s.Den)
		}
		fmt.Println(metric.Signature)
	}
	// Output:
	// uas 2/3  las 1/3  attachment|punctuation:keep|root:count|subtypes:keep|text:plain
	// uas 2/2  las 1/2  attachment|punctuation:unicode|root:count|subtypes:keep|text:plain
}

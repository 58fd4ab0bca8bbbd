package ud_test

import (
	"context"
	"fmt"
	"strings"

	"assay/eval"
	"assay/formats/conllu"
	"assay/measures/ud"
	"assay/treebank"
)

func source(name, text string) *treebank.Source {
	text = strings.ReplaceAll(text, " ", "\t")
	return &treebank.Source{Name: name, Format: &conllu.Format, Files: []treebank.File{treebank.Text(name, text)}}
}

func ExampleNew() {
	gold := source("gold", "1 Dogs dog NOUN _ _ 2 nsubj _ _\n2 bark bark VERB _ _ 0 root _ _\n\n")
	system := source("system", "1 Dogs dog NOUN _ _ 2 obj _ _\n2 bark bark VERB _ _ 0 root _ _\n\n")
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{ud.New(ud.Options{})}, eval.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range ud.New(ud.Options{}).Scores(res.Counts[0].Sum()) {
		if s.Name == "uas_f1" || s.Name == "las_f1" {
			fmt.Printf("%s %.2f\n", s.Name, 100*s.Value)
		}
	}
	// Output:
	// uas_f1 100.00
	// las_f1 50.00
}

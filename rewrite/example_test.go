package rewrite_test

import (
	"fmt"
	"log"
	"strings"

	"assay/formats/conllx"
	"assay/rewrite"
	"assay/treebank"
)

// The rule makes the verb the head of the auxiliary; the file has it the other way
// round.
func ExampleStep() {
	module, err := rewrite.Parse([]byte(`
rule auxiliary:
  match V -[aux]-> A[cat=AUX]
  do    invert V A
`), "my.rules")
	if err != nil {
		log.Fatal(err)
	}
	step := rewrite.Step{Modules: []*rewrite.Module{module}}.New() // for one goroutine
	text := "1 she _ PRON _ _ 3 subj\n2 will _ AUX _ _ 3 aux\n3 leave _ V _ _ 0 root\n\n"
	for sentence, err := range conllx.Format.Sentences(strings.NewReader(strings.ReplaceAll(text, " ", "\t")), "text") {
		if err == nil {
			err = step(sentence)
		}
		if err != nil {
			log.Fatal(err)
		}
		for _, a := range sentence.Arcs {
			if a.Head == treebank.Root {
				fmt.Printf("%s is the root\n", sentence.Word(a.Dep))
			} else {
				fmt.Printf("%s < %s\n", sentence.Word(a.Dep), sentence.Word(a.Head))
			}
		}
	}
	// Output:
	// she < leave
	// will is the root
	// leave < will
}

package conllx_test

import (
	"fmt"
	"log"
	"strings"

	"assay/formats/conllx"
	"assay/treebank"
)

func Example() {
	text := "1\tHunde\tHund\tN\tNN\tnum=pl\t2\tSB\t_\t_\n2\tbellen\tbellen\tV\tVVFIN\t_\t0\tROOT\t_\t_\n\n"
	for sentence, err := range conllx.Format.Sentences(strings.NewReader(text), "text") {
		if err != nil {
			log.Fatal(err)
		}
		for _, a := range sentence.Arcs {
			head := "the root"
			if a.Head != treebank.Root {
				head = string(sentence.Word(a.Head))
			}
			fmt.Printf("%s is %s of %s\n", sentence.Word(a.Dep), sentence.Name(a.Rel), head)
		}
	}
	// Output:
	// Hunde is SB of bellen
	// bellen is ROOT of the root
}

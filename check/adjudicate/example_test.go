package adjudicate_test

import (
	"fmt"
	"log"
	"strings"

	"assay/check/adjudicate"
)

// Three judges, and their joint decisions.
func ExampleConsent() {
	file := "sentence\tmetric\tside\titem\tkind\tdecision\tjudge\n" +
		"s1\tcareful\tsystem\tNX:2-3\tSP\taccept\tann\n" +
		"s1\tcareful\tsystem\tNX:2-3\tSP\taccept\tben\n" +
		"s1\tcareful\tsystem\tNX:2-3\tSP\treject\tcy\n"
	list, err := adjudicate.Read(strings.NewReader(file), "decisions.tsv")
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range adjudicate.Consent(list) {
		fmt.Println(c.Sentence, c.Item, c.Decision, c.Judges, c.Agreed)
	}
	// Output:
	// s1 NX:2-3 accept 3 false
}

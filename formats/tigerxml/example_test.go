package tigerxml_test

import (
	"fmt"
	"log"
	"strings"

	"assay/formats/tigerxml"
)

func Example() {
	doc := `<corpus><body><s id="s1"><graph root="s1_500"><terminals>
<t id="s1_1" word="Hunde" pos="NN"/><t id="s1_2" word="bellen" pos="VVFIN"/></terminals>
<nonterminals><nt id="s1_500" cat="S"><edge label="SB" idref="s1_1"/><edge label="HD" idref="s1_2"/></nt>
</nonterminals></graph></s></body></corpus>`
	for sentence, err := range tigerxml.Format.Sentences(strings.NewReader(doc), "text") {
		if err != nil {
			log.Fatal(err)
		}
		for i, t := range sentence.Tokens {
			fmt.Printf("%s %s/%s is %s of %s\n", sentence.Str(sentence.ID), sentence.Word(int32(i)), sentence.Name(t.Tag),
				sentence.Name(t.Func), sentence.Name(sentence.Phrases[t.Parent].Label))
		}
	}
	// Output:
	// s1 Hunde/NN is SB of S
	// s1 bellen/VVFIN is HD of S
}

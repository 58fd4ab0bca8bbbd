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
	for s, err := range tigerxml.Format.Sentences(strings.NewReader(doc), "text") {
		if err != nil {
			log.Fatal(err)
		}
		for i, t := range s.Tokens {
			fmt.Printf("%s %s/%s is %s of %s\n", s.Str(s.ID), s.Word(int32(i)), s.Name(t.Tag),
				s.Name(t.Func), s.Name(s.Phrases[t.Parent].Label))
		}
	}
	// Output:
	// s1 Hunde/NN is SB of S
	// s1 bellen/VVFIN is HD of S
}

package conllu_test

import (
	"fmt"
	"strings"

	"assay/formats/conllu"
)

func Example() {
	text := `# sent_id = s1
1-2	vámonos	_	_	_	_	_	_	_	_
1	vamos	ir	VERB	_	_	0	root	_	_
2	nos	nosotros	PRON	_	_	1	obj	_	_

`
	for sentence, err := range conllu.Format.Sentences(strings.NewReader(text), "text") {
		if err != nil {
			fmt.Println(err)
			continue
		}
		for i := range sentence.Tokens {
			head, rel := sentence.HeadOf(int32(i))
			fmt.Printf("%s %s %d %s\n", sentence.Str(sentence.ID), sentence.Word(int32(i)), head+1, sentence.Name(rel))
		}
	}
	// Output:
	// s1 vamos 0 root
	// s1 nos 1 obj
}

package heads_test

import (
	"fmt"
	"strings"

	"assay/formats"
	"assay/heads"
)

// Turn a tree into dependencies with Xiao's tables.
func ExampleStep() {
	conv, err := heads.Step("xiao", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	convert := conv.New()
	text := "(S (N (AT The) (NN1 computer)) (V (VM will) (VVI send) (N (AT the) (NN2 files))))\n"
	for sentence, err := range formats.ByName("penn").Sentences(strings.NewReader(text), "text") {
		if err == nil {
			err = convert(sentence)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, a := range sentence.Arcs {
			if a.Head < 0 {
				fmt.Printf("%s *\n", sentence.Word(a.Dep))
				continue
			}
			fmt.Printf("%s < %s %s\n", sentence.Word(a.Dep), sentence.Word(a.Head), sentence.Name(a.Rel))
		}
	}
	// Output:
	// The < computer spec
	// computer < send subj
	// will < send pred
	// send *
	// the < files spec
	// files < send cmpl
}

func ExampleRead() {
	rules, err := heads.Read([]byte("(NP right-to-left (Pron N NP))\nVP\tl MD|TO;l VB;l"), "my.heads")
	fmt.Println(len(rules), rules[0].Parent, rules[0].Direction, rules[0].Classes, err)
	_, err = heads.Read([]byte("NP up N"), "my.heads")
	fmt.Println(err)
	// Output:
	// 4 NP right-to-left [[Pron] [N] [NP]] <nil>
	// my.heads:1:4: want left-to-right or right-to-left, found "up"
}

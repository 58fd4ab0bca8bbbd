package breakdown

import (
	"testing"

	"assay/eval"
	"assay/formats/cupt"
	"assay/treebank"
)

// TestSeenOnBothSides: confusion=seen pairs the kinds of gold's expression and of the system's.
func TestSeenOnBothSides(t *testing.T) {
	read := func(third, expression string) *treebank.Sentence {
		text := "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC PARSEME:MWE\n" +
			"1\tmake\tmake\tVERB\t_\t_\t0\troot\t_\t_\t1:VPC\n" +
			"2\tit\tit\tPRON\t_\t_\t1\tobj\t_\t_\t*\n" +
			"3\t" + third + "\t" + third + "\tADV\t_\t_\t1\tadvmod\t_\t_\t" + expression + "\n\n"
		sentence := &treebank.Sentence{Syms: treebank.NewSymbols()}
		if err := cupt.Format.Read(sentence, treebank.Piece{Text: []byte(text), File: "text", Line: 1}); err != nil {
			t.Fatal(err)
		}
		return sentence
	}
	vocabulary := &Vocabulary{}
	keys, err := Config{Train: vocabulary}.Parse("confusion=seen")
	if err != nil {
		t.Fatal(err)
	}
	gold, system := read("up", "1"), read("up", "*")
	vocabulary.Add(gold)
	var pair eval.Pair
	pair.Reset(0, gold, system)
	first := eval.Ref{Kind: eval.Phrase, Index: 0}
	for _, tt := range []struct {
		it   eval.Item
		want string
	}{
		{eval.Item{Gold: first, System: first}, "identical -> unseen"},
		{eval.Item{Gold: first, Outcome: eval.Missing}, "identical -> nothing"},
	} {
		if got := string(keys[0].Value(nil, &pair, &tt.it)); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

package suspects

import (
	"math/rand/v2"
	"testing"

	"assay/formats/penn"
	"assay/treebank"
)

// TestJoinedWords: the words of any stretch of any sentence are those of the plain way, and
// a sentence has one text.
func TestJoinedWords(t *testing.T) {
	var sentences []*treebank.Sentence
	for i, tree := range []string{"(S (X a) (Y bb) (Z ccc))", "(S (X ünï) (Y -LRB-))", "(S (X x))"} {
		s := &treebank.Sentence{Syms: treebank.NewSymbols(), Line: int32(i)}
		s.Reset([]byte(tree))
		if err := penn.Format.Parse(s, s.Text); err != nil {
			t.Fatal(err)
		}
		sentences = append(sentences, s)
	}
	random := rand.New(rand.NewPCG(5, 6))
	var j joined
	for range 500 {
		s := sentences[random.IntN(len(sentences))]
		begin, end := random.Int32N(5)-1, random.Int32N(6)
		if got, want := j.words(s, begin, end), text(s, begin, end); got != want {
			t.Fatalf("words %d to %d of %s are %q, want %q", begin, end, s.Text, got, want)
		}
	}
	whole := sentences[0]
	if n := testing.AllocsPerRun(10, func() { j.words(whole, 0, 2); j.words(whole, 1, 3) }); n > 0 {
		t.Errorf("%v allocations for a sentence that is known", n)
	}
}

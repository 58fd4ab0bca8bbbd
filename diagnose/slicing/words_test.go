package slicing

import (
	"testing"

	"assay/subgroup"
)

// Conditions in a linguist's words.
func TestInWords(t *testing.T) {
	for _, c := range []struct {
		noun, want string
		names      []string
	}{
		{"words", "roots, with at most 1 dependent, in sentences of 11 words or more", []string{"deprel=root", "length>=11", "branching<=1"}},
		{"words", "words, 5 words or more from their head, to the right of their head", []string{"distance>=5", "direction=left"}},
		{"words", "words labelled nmod:poss, with Number=Plur, in questions", []string{"deprel=nmod:poss", "(feat Number Plur)", "question=yes"}},
		{"words", "words, with a dependent punct, in email", []string{"frame=/(.* )?punct( .*)?/", "genre=email"}},
		{"brackets", "NML brackets, of at most 3 words, inside PRN", []string{"label=NML", "width<=3", "label-above=PRN"}},
		{"items", "parts of the kind role, of the predicate time.n.08", []string{"part=role", "predicate=time.n.08"}},
		{"words", "words, the word “,”", []string{`word=","`}},
	} {
		s := &subgroup.Subgroup{}
		for _, n := range c.names {
			s.Literals = append(s.Literals, &subgroup.Literal{Name: n})
		}
		if got := InWords(s, c.noun); got != c.want {
			t.Errorf("%q: %s, want %s", c.names, got, c.want)
		}
	}
}

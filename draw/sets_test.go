package draw

import (
	"strings"
	"testing"

	"assay/internal/expressions"
	"assay/treebank"
)

// withSets makes a sentence with sets of words: a name, a label and the words.
func withSets(text string, sets ...[]int32) *treebank.Sentence {
	s := &treebank.Sentence{Syms: treebank.NewSymbols()}
	s.Own()
	for _, word := range strings.Fields(text) {
		s.Tokens = append(s.Tokens, treebank.Token{Form: s.AddString(word), Parent: -1})
	}
	for _, words := range sets {
		expressions.Add(s, s.Syms.InternString("VID"), words)
	}
	expressions.Seal(s)
	return s
}

// TestSets: sets of words are bars under the words, gold's above them where there are two sides.
func TestSets(t *testing.T) {
	gold := withSets("they will take a good look at it", []int32{2, 5, 6}, []int32{4, 5})
	system := withSets("they will take a good look at it", []int32{2, 5})
	for _, tc := range []struct {
		name string
		draw func(*strings.Builder) error
		want string
	}{
		{"one", func(b *strings.Builder) error { return Terminal(b, gold, Marks{}, Options{Width: 40}) }, `
they will take a good look at it
                 2:VID────
          1:VID       ───────
`},
		{"pair", func(b *strings.Builder) error {
			return (&Pair{Gold: gold, System: system, GoldMarks: Marks{Phrases: []Mark{Wrong, Miss}}, SystemMarks: Marks{Phrases: []Mark{Wrong}}}).Terminal(b,
				Options{Width: 40})
		}, `
gold             ≠1:VID      ───────
gold                    −2:VID───
       they will take a good look at it
system           ≠1:VID      ────
`},
		{"narrow", func(b *strings.Builder) error { return Terminal(b, gold, Marks{}, Options{Width: 14}) }, `
they will take
         1:VID
a good look at
       …1:VID─
  2:VID────
it
`},
		{"a label at the end", func(b *strings.Builder) error {
			return (&Pair{Gold: withSets("a b c d e", []int32{4}), System: withSets("a b c d e")}).Terminal(b, Options{Width: 17})
		}, `
gold        1:VID
       a b c d e
`},
	} {
		var b strings.Builder
		if err := tc.draw(&b); err != nil {
			t.Fatal(err)
		}
		if got := "\n" + b.String(); got != tc.want {
			t.Errorf("%s:%s", tc.name, got)
		}
	}
}

package treebank

import (
	"errors"
	"testing"
)

// TestSalvageReferences: secondary edges and attributes of a broken sentence may still hold numbers
// of the file, which are no words or phrases.
func TestSalvageReferences(t *testing.T) {
	format := &Format{Parse: func(s *Sentence, _ []byte) error {
		s.Tokens = append(s.Tokens, Token{Parent: 1}, Token{Parent: 0})
		s.Phrases = append(s.Phrases, Phrase{Parent: -1}, Phrase{Parent: 0})
		s.Secondary = append(s.Secondary, Arc{Dep: 1, Head: 3}, Arc{Dep: 0, Head: 503}, Arc{Dep: -7, Head: 2}, Arc{Dep: 0, Head: Root})
		s.Attrs = append(s.Attrs, Attr{Index: 3}, Attr{Index: -9}, Attr{Index: 40}, Attr{Index: -1})
		return errors.New("broken")
	}}
	var sentence Sentence
	if err := format.Read(&sentence, Piece{Text: []byte("x")}); err == nil {
		t.Fatal("no error")
	}
	if len(sentence.Phrases) != 2 || len(sentence.Secondary) != 2 || len(sentence.Attrs) != 2 {
		t.Errorf("%d phrases, secondary edges %v, attributes %v", len(sentence.Phrases), sentence.Secondary, sentence.Attrs)
	}
	for _, a := range sentence.Secondary {
		if a.Dep < 0 || a.Dep > 3 || a.Head > 3 {
			t.Errorf("secondary edge %+v", a)
		}
	}
}

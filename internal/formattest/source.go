package formattest

import (
	"bytes"
	"testing"

	"assay/internal/shared"
	"assay/treebank"
)

// Source returns a treebank with the given text.
func Source(format *treebank.Format, name string, text []byte) *treebank.Source {
	return &treebank.Source{Name: name, Format: format, Files: []treebank.File{treebank.Text(name, string(text))}}
}

// Shared returns a treebank of one file of the shared data.
func Shared(t testing.TB, format *treebank.Format, elem ...string) *treebank.Source {
	t.Helper()
	return Source(format, elem[len(elem)-1], shared.Read(t, elem...))
}

// Words is a format for tests: a line of word/tag. The line may begin with !, which
// makes it invalid, with # and a blank at the start of a document, and with a name
// and |.
var Words = treebank.Format{
	Name:  "words",
	Split: treebank.SplitLine,
	Parse: func(s *treebank.Sentence, text []byte) error {
		if bytes.HasPrefix(text, []byte("!")) {
			return treebank.At(text, 0, "a word", "!")
		}
		if bytes.HasPrefix(text, []byte("# ")) {
			s.NewDoc, text = true, text[2:]
		}
		if i := bytes.IndexByte(text, '|'); i >= 0 {
			s.ID = s.Add(text[:i])
			text = text[i+1:]
		}
		for _, w := range bytes.Fields(text) {
			form, tag, _ := bytes.Cut(w, []byte("/"))
			s.Tokens = append(s.Tokens, treebank.Token{Form: s.Add(form), Tag: s.Syms.Intern(tag), Parent: -1})
		}
		return nil
	},
	ID: func(text []byte) []byte {
		id, _, ok := bytes.Cut(text, []byte("|"))
		if !ok {
			return nil
		}
		return id
	},
}

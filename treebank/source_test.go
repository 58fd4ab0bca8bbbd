package treebank_test

import (
	"errors"
	"io"
	"slices"
	"testing"

	"assay/formats/penn"
	"assay/treebank"
)

// closing is a file whose reader has an error to report when it is closed.
type closing struct {
	io.Reader
	err error
}

func (c closing) Close() error { return c.err }

type opener func(name string) (io.ReadCloser, error)

func (o opener) Open(name string) (io.ReadCloser, error) { return o(name) }

func TestAll(t *testing.T) {
	absent, damaged := errors.New("absent"), errors.New("damaged")
	src := treebank.Source{Format: &penn.Format, Files: []treebank.File{
		treebank.Text("one", "(S (A a))\n(S (B b)\n(S (C c))\n"),
		{Name: "none", Opener: opener(func(string) (io.ReadCloser, error) { return nil, absent })},
		{Name: "bad", Opener: opener(func(string) (io.ReadCloser, error) {
			r, err := treebank.Text("bad", "(S (D d))\n").Open()
			return closing{r, damaged}, err
		})},
		treebank.Text("two", "(S (E e))\n"),
	}}
	read := func(most int) (words []string, errs []error) {
		for s, err := range src.All() {
			switch {
			case err != nil:
				errs = append(errs, err)
			default:
				words = append(words, string(s.Word(0)))
			}
			if len(words)+len(errs) == most {
				break
			}
		}
		return words, errs
	}
	words, errs := read(-1)
	if !slices.Contains(words, "a") || !slices.Contains(words, "d") || !slices.Contains(words, "e") {
		t.Errorf("words %q", words)
	}
	var syntax *treebank.SyntaxError
	all := errors.Join(errs...)
	if !errors.Is(all, absent) || !errors.Is(all, damaged) || !errors.As(all, &syntax) {
		t.Errorf("errors %v", errs)
	}
	for most := 1; most < len(words)+len(errs); most++ { // the caller stops early
		if w, e := read(most); len(w)+len(e) != most {
			t.Errorf("after a stop at %d: %q %v", most, w, e)
		}
	}
}

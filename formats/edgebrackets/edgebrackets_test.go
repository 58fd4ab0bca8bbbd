package edgebrackets

import (
	"bytes"
	"strings"
	"testing"

	"assay/internal/formattest"
)

func TestReadAndWrite(t *testing.T) {
	const in = "(VROOT:-- (NX=PER:ON (NE:HD Hans) (XY:- a)) ($LBR:-- LBR) ($.:-- :))\n"
	n := 0
	for s, err := range Format.Sentences(strings.NewReader(in), "x") {
		if err != nil {
			t.Fatal(err)
		}
		n++
		if len(s.Phrases) != 1 || s.Name(s.Phrases[0].Label) != "NX=PER" || s.Name(s.Phrases[0].Func) != "ON" || s.Tokens[3].Parent != -1 {
			t.Errorf("%+v", s.Phrases)
		}
		if s.Name(s.Tokens[2].Tag) != "$(" || string(s.Word(2)) != "(" || s.Tokens[2].Func != 0 {
			t.Errorf("%s %s", s.Word(2), s.Name(s.Tokens[2].Tag))
		}
		if got := formattest.Text(t, &Format, s); got != in {
			t.Errorf("got %s", got)
		}
	}
	if n != 1 || !Format.Detect([]byte(in)) || Format.Detect([]byte("(S (NP (NN a:b)) (: :))")) {
		t.Errorf("%d sentences", n)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("(VROOT:--(NX:ON(NE:HD Hans)($LBR:-- LBR))($.:-- :))"))
	f.Add([]byte("(A:B (C:--) x (VROOT:-- y))"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for s, err := range Format.Sentences(bytes.NewReader(text), "x") {
			if err != nil || s.Gaps || len(s.Tokens) == 0 {
				continue
			}
			if s.Arrange() == nil {
				for i := range s.Tokens {
					s.Word(int32(i))
				}
			}
		}
	})
}

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
	for sentence, err := range Format.Sentences(strings.NewReader(in), "x") {
		if err != nil {
			t.Fatal(err)
		}
		n++
		if len(sentence.Phrases) != 1 || sentence.Name(sentence.Phrases[0].Label) != "NX=PER" || sentence.Name(sentence.Phrases[0].Func) != "ON" ||
			sentence.Tokens[3].Parent != -1 {
			t.Errorf("%+v", sentence.Phrases)
		}
		if sentence.Name(sentence.Tokens[2].Tag) != "$(" || string(sentence.Word(2)) != "(" || sentence.Tokens[2].Func != 0 {
			t.Errorf("%s %s", sentence.Word(2), sentence.Name(sentence.Tokens[2].Tag))
		}
		if got := formattest.Text(t, &Format, sentence); got != in {
			t.Errorf("got %s", got)
		}
	}
	if n != 1 || !Format.Detect([]byte(in)) || Format.Detect([]byte("(S (NP (NN a:b)) (: :))")) {
		t.Errorf("%d sentences", n)
	}
}

// TestNoLabel: a phrase without a label has an edge, and comes back.
func TestNoLabel(t *testing.T) {
	const in = "(VROOT:-- (:HD (S:-- (NE:SB Hans))))\n"
	for sentence, err := range Format.Sentences(strings.NewReader(in), "x") {
		if err != nil || sentence.Phrases[0].Label != 0 || sentence.Name(sentence.Phrases[0].Func) != "HD" {
			t.Fatalf("%v, %+v", err, sentence.Phrases)
		}
		if got := formattest.Text(t, &Format, sentence); got != in {
			t.Errorf("got %s", got)
		}
	}
	if !Format.Detect([]byte("(VROOT:-- (:-- (S:-- (NE:SB Hans))))\n")) {
		t.Error("not detected")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("(VROOT:--(NX:ON(NE:HD Hans)($LBR:-- LBR))($.:-- :))"))
	f.Add([]byte("(A:B (C:--) x (VROOT:-- y))"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for sentence, err := range Format.Sentences(bytes.NewReader(text), "x") {
			if err != nil || sentence.Gaps || len(sentence.Tokens) == 0 {
				continue
			}
			if sentence.Arrange() == nil {
				for i := range sentence.Tokens {
					sentence.Word(int32(i))
				}
			}
		}
	})
}

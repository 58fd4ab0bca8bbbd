package lancaster

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"assay/internal/shared"
)

func TestXiao(t *testing.T) {
	text := shared.Read(t, "data", "samples", "other", "lancaster-xiao-appendixA.txt")
	if !Format.Detect(text) || Format.Detect([]byte("[I [saw [a man]]]")) {
		t.Error("the format is not detected")
	}
	n := 0
	for s, err := range Format.Sentences(bytes.NewReader(text), "x") {
		if err != nil {
			t.Fatal(err)
		}
		n++
		var b strings.Builder
		for _, p := range s.Phrases {
			fmt.Fprintf(&b, "%s %d-%d ", s.Name(p.Label), p.Begin, p.End)
		}
		if got, want := b.String(), "Fa 0-7 N 1-2 V 2-7 N 4-7 V 8-11 N 9-11 "; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if len(s.Tokens) != 12 || string(s.Word(7)) != "," || s.Name(s.Tokens[11].Tag) != ":" {
			t.Errorf("%d words", len(s.Tokens))
		}
	}
	if n != 1 {
		t.Errorf("%d sentences", n)
	}
}

func TestErrors(t *testing.T) {
	for in, want := range map[string]string{
		"[N the_AT V]":    "x:1:11: want N], found V]",
		"[N the_AT":       "x:1:1: want N] before the end of the sentence",
		"a_B ]":           "surplus ]",
		"[N the N]":       "want a word and its tag",
		"[_[ [N ]_] a_A]": "",
	} {
		for _, err := range Format.Sentences(strings.NewReader(in), "x") {
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s: got %v", in, err)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("[N the_AT [V a_b]N]\n\n,_,"))
	f.Add([]byte("[_[ ]_] ]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for s, err := range Format.Sentences(bytes.NewReader(text), "x") {
			if err == nil {
				for i := range s.Tokens {
					s.Word(int32(i))
				}
			}
		}
	})
}

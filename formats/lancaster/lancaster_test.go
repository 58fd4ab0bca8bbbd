package lancaster

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"assay/internal/formattest"
	"assay/internal/shared"
)

func TestXiao(t *testing.T) {
	text := shared.Read(t, "data", "samples", "other", "lancaster-xiao-appendixA.txt")
	if !Format.Detect(text) || Format.Detect([]byte("[I [saw [a man]]]")) {
		t.Error("the format is not detected")
	}
	n := 0
	for sentence, err := range Format.Sentences(bytes.NewReader(text), "x") {
		if err != nil {
			t.Fatal(err)
		}
		n++
		var b strings.Builder
		for _, p := range sentence.Phrases {
			fmt.Fprintf(&b, "%s %d-%d ", sentence.Name(p.Label), p.Begin, p.End)
		}
		if got, want := b.String(), "Fa 0-7 N 1-2 V 2-7 N 4-7 V 8-11 N 9-11 "; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if len(sentence.Tokens) != 12 || string(sentence.Word(7)) != "," || sentence.Name(sentence.Tokens[11].Tag) != ":" {
			t.Errorf("%d words", len(sentence.Tokens))
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

// TestReferences: reference lines name sentences, as in the Lancaster Parsed Corpus,
// and are never words.
func TestReferences(t *testing.T) {
	for name, text := range map[string]string{
		"own line":     "A07 418\n[S[Na I_PP1A Na] [V can_MD\nn't_XNOT V]._. S]\nB04 248\n[S[N Henry_NP N]._. S]\n",
		"same line":    "A07 418 [S[Na I_PP1A Na] [V can_MD\nn't_XNOT V]._. S] \nB04 248 [S[N Henry_NP N]._. S]",
		"empty line":   "A07 418\n[S[Na I_PP1A Na] [V can_MD\n n't_XNOT V]._. S]\n\nB04 248\n\n[S[N Henry_NP N]._. S]\n\n",
		"without tail": "\nA07 418\n[S[Na I_PP1A Na] [V can_MD\nn't_XNOT V]._. S]\n  \nB04 248\n[S[N Henry_NP N]._.\nS]",
	} {
		if !Format.Detect([]byte(text)) {
			t.Errorf("%s: not detected", name)
		}
		all, errs := formattest.Read(&Format, text)
		if len(all) != 2 || len(errs) > 0 {
			t.Fatalf("%s: %d sentences, %v", name, len(all), errs)
		}
		if all[0].Str(all[0].ID) != "A07 418" || all[1].Str(all[1].ID) != "B04 248" || len(all[0].Tokens) != 4 || len(all[1].Tokens) != 2 {
			t.Errorf("%s: %q of %d words, %q of %d words", name, all[0].Str(all[0].ID), len(all[0].Tokens), all[1].Str(all[1].ID), len(all[1].Tokens))
		}
	}
	all, errs := formattest.Read(&Format, "A07 418\nA07 419\n[N a_AT N]\n")
	if len(all) != 2 || len(errs) > 0 || !all[0].Missing || len(all[1].Tokens) != 1 {
		t.Errorf("a reference without a sentence: %d sentences, %v", len(all), errs)
	}
}

// TestLines: if each line closes its brackets, each line is a sentence, and a
// broken line costs one sentence. Empty lines decide if there are any.
func TestLines(t *testing.T) {
	line := "[N the_AT dog_NN N][V barks_VVZ V] ._.\n"
	all, errs := formattest.Read(&Format, strings.Repeat(line, 9)+"[N the_AT\n"+strings.Repeat(line, 2))
	if len(all) != 11 || len(errs) != 1 {
		t.Errorf("%d sentences, %v", len(all), errs)
	}
	all, errs = formattest.Read(&Format, line+line)
	if len(all) != 2 || len(errs) > 0 {
		t.Errorf("%d sentences, %v", len(all), errs)
	}
	all, errs = formattest.Read(&Format, line+line+"\n"+line)
	if len(all) != 2 || len(errs) > 0 || len(all[0].Tokens) != 8 {
		t.Errorf("%d sentences, %v", len(all), errs)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("[N the_AT [V a_b]N]\n\n,_,"))
	f.Add([]byte("[_[ ]_] ]"))
	f.Add([]byte("A07 418\n[S[Na I_PP1A Na]\nS]\nB04 248 [N a_A N]"))
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

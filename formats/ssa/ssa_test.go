package ssa

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

const small = `[{"sent_id": "a", "text": "Some  été students like it .", "opinions": [{"Source": [["x"], ["0:4", "10:18"]], "Target": [[], []],
 "Polar_expression": [["like"], ["19:23"]], "Polarity": "Positive", "Intensity": "Average"}, {"Source": [[], []], "Target": [["it"], ["24:26"]],
 "Polar_expression": [["like it"], ["19:26"]], "Polarity": null}]}]`

func shown(s *treebank.Sentence) string {
	var out strings.Builder
	out.WriteString(s.Str(s.ID))
	for i := range s.Tokens {
		fmt.Fprintf(&out, " %s", s.Word(int32(i)))
	}
	for i, p := range s.Predicates {
		fmt.Fprintf(&out, " %d%s", p.Word, s.Name(p.Sense))
		for _, a := range s.Arguments {
			if int(a.Predicate) == i {
				fmt.Fprintf(&out, " %s%d-%d", s.Name(a.Role)[:1], a.Begin, a.End)
			}
		}
	}
	for _, n := range s.Notes {
		fmt.Fprintf(&out, " note %v", n)
	}
	return out.String()
}

func TestRead(t *testing.T) {
	offset := func(o string) string {
		return strings.Replace(`{"sent_id": "b", "text": "ab cd ef", "opinions": [{"Source": [[], []], "Target": [[], []], "Polar_expression": [["x"], `+
			`["X"]], "Polarity": "P"}]}`, "X", o, 1)
	}
	const note = " note f:1:38: want offsets"
	for _, tt := range []struct{ text, want string }{
		{small, "a Some été students like it . 3Positive e3-4 h0-1 h2-3 3 e3-5 t4-5"},
		{offset("3:8"), "b ab cd ef 1P e1-3"},
		{offset("4:8"), "b ab cd ef 1P e1-3" + note + " at the ends of words in opinion 1, found 4:8; whole words count"},
		{offset("0:40"), "b ab cd ef 0P e0-3" + note + " at the ends of words in opinion 1, found 0:40; whole words count"},
		{offset("8:3"), "b ab cd ef 0P" + note + " of words of the text in opinion 1, found 8:3; it is left out"},
		{offset("a:b"), `error f:1:38: want offsets such as 0:13 in opinion 1, found "a:b"`},
		{`{"sent_id": "b", "text": "ab"}`, `error f:1:1: want a list of opinions in "opinions", found none`},
		{`{"sent_id": "b", "opinions": []}`, `error f:1:1: want the text of the opinions in "text", found none`},
		{`{"sent_id": "b", "text": "a", "opinions": [{"Source": []}]}`,
			"error f:1:31: want a list of texts and a list of offsets in Polar_expression of opinion 1"},
	} {
		if got := strings.Join(formattest.Shown(&Format, tt.text, shown), " / "); got != tt.want {
			t.Errorf("%q:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestRecorded(t *testing.T) {
	read := 0
	for _, name := range []string{"all-parts", "discontinuous", "unicode", "random-0", "random-1"} {
		for _, side := range []string{"gold.json", "pred.json"} {
			all, errs := formattest.Read(&Format, string(shared.Read(t, "cases", "living", "ssa", name, side)))
			if len(errs) > 0 {
				t.Fatal(name, errs)
			}
			for _, s := range all {
				formattest.RoundTrip(t, &Format, s, shown)
				read++
			}
		}
	}
	if read < 10 {
		t.Errorf("%d texts", read)
	}
}

func FuzzSSA(f *testing.F) {
	formattest.Fuzz(f, &Format, func(s *treebank.Sentence) string { s.Notes = nil; return shown(s) }, small,
		`{"sent_id":1,"text":" a  b ","opinions":[{"Source":[[],["1:2"]],"Target":[[],[]],"Polar_expression":[[],["0:9"]],"Polarity":3}]}`)
}

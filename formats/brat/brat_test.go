package brat_test

import (
	"fmt"
	"strings"
	"testing"

	"assay/formats/brat"
	"assay/internal/expressions"
	"assay/internal/formattest"
	"assay/treebank"
)

// shown lists words, and the words of each span.
func shown(s *treebank.Sentence) string {
	out := []string{s.Str(s.ID)}
	for i := range s.Tokens {
		out = append(out, string(s.Word(int32(i))))
	}
	for i := range s.Phrases {
		out = append(out, fmt.Sprint(s.Name(s.Phrases[i].Label), expressions.Words(nil, s, int32(i))))
	}
	return strings.Join(out, " ")
}

func TestRead(t *testing.T) {
	for _, tc := range []struct{ ann, text, want string }{
		{"T1\tPER 0 3\tAda\nR1\tX Arg1:T1 Arg2:T1\nT2\tPER 0 3;7 12\tAda Byron\n#1\tnote T1\tx\n", "Ada né Byron", "f Ada né Byron PER[0] PER[0 2]"},
		{"", "Ada", "f Ada"},
		{"T1\tPER 0 9\tAda\n", "Ada", "error f:1:1: want a stretch of the text, found characters 0 to 9 of a text of 3"},
		{"R1\tx\nT1 PER 0 9 Ada\n", "Ada", `error f:2:1: want T1, a tab, a type, start and end between blanks, a tab and the text, found "T1 PER 0 9 Ada"`},
	} {
		if got := strings.Join(formattest.Shown(&brat.Format, tc.ann+brat.Text+tc.text, shown), "; "); got != tc.want {
			t.Errorf("%q:\n got %s\nwant %s", tc.ann, got, tc.want)
		}
	}
	if got := strings.Join(formattest.Shown(&brat.Format, "T1\tPER 0 3\tAda\n", shown), "; "); got !=
		"error f:1:1: want the text of the document in a file of the same name that ends with .txt, found none" {
		t.Error(got)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("T1\tPER 0 3;7 12\tAda Byron\n", "Ada né Byron")
	f.Fuzz(func(t *testing.T, ann, text string) { formattest.Read(&brat.Format, ann+brat.Text+text) })
}

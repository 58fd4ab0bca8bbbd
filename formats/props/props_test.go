package props

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

func shown(sentence *treebank.Sentence) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%d words", len(sentence.Tokens))
	for i, p := range sentence.Predicates {
		fmt.Fprintf(&out, "; %s@%d", sentence.Name(p.Sense), p.Word)
		for _, a := range sentence.Arguments {
			if int(a.Predicate) == i {
				fmt.Fprintf(&out, " %s[%d-%d]%v", sentence.Name(a.Role), a.Begin, a.End, map[bool]string{true: "+"}[a.Continues])
			}
		}
	}
	return out.String()
}

func TestRead(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"- (A0*  (C-A1*)\n-  *)  (A1*\nbe (V*) *\nsay * *)\n- (C-A0*) (C-A1*)\n\n", "5 words; be@2 A0[0-2] V[2-3] A0[4-5]+; say@3 C-A1[0-1] A1[1-4] C-A1[4-5]+"},
		{"-\n-\n\n\n-\n", "2 words|1 words"},
		{"- (A0(NP*)\nbe *)\n", "2 words; be@1 A0[0-2] NP[0-1]"},
		{"- (A0*\n- (A1*)\nbe (V*))\n", "3 words; be@2 A0[0-3] A1[1-2] V[2-3]"},
		{"- (A0(A1*))\nbe *\n", "note f:1:1: want one argument of the same words, found A1 within A0; A1 is kept|2 words; be@1 A1[0-1]"},
		{"- (A0*A0)\nbe (V*V)\n", "2 words; be@1 A0[0-1] V[1-2]"},
		{"be\n- \n", "note f:1:1: want 2 columns, one for each predicate and one before, found 1|2 words; be@0"},
		{"- *\n- *\n\nbe (V*)\n", "f:1:1: want 1 columns, one for each predicate and one before, found 2|1 words; be@0 V[0-1]"},
		{"- *\nbe (V*) *\n", "f:2:1: want 2 columns, as on the first line, found 3"},
		{"be (V*\n", "f:1:1: want a closing bracket of V, found the end of the sentence"},
		{"be *)\n", `f:1:1: want no more closing than opening brackets, found "*)"`},
		{"be V*\n", `f:1:1: want opening brackets with a role before *, found "V*"`},
		{"be (V*A)\n", `f:1:1: want the closing bracket of V, found "(V*A)"`},
		{"be (V*)x\n", `f:1:1: want closing brackets after *, found "(V*)x"`},
		{"be V\n", `f:1:1: want a tag with * such as (A0*), found "V"`},
	} {
		all, found := formattest.ReadNotes(&Format, tt.text)
		for _, s := range all {
			found = append(found, shown(s))
		}
		if got := strings.Join(found, "|"); got != tt.want {
			t.Errorf("%q:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// TestWriteAsRead: real propositions are written with the same text, white space aside.
func TestWriteAsRead(t *testing.T) {
	for _, name := range []string{"gold.props", "sys.props"} {
		text, err := os.ReadFile(shared.Path(t, "cases", "graphs", "06-srl", name))
		if err != nil {
			t.Fatal(err)
		}
		if !Format.Detect(text) {
			t.Errorf("%s is not detected", name)
		}
		all, errs := formattest.Read(&Format, string(text))
		if len(all) != 200 || len(errs) > 0 {
			t.Fatal(name, len(all), errs)
		}
		got, want := strings.Fields(formattest.Text(t, &Format, all...)), strings.Fields(string(text))
		for i := range got {
			if i >= len(want) || got[i] != want[i] {
				t.Fatalf("%s: field %d is %q", name, i, got[i])
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d fields, want %d", name, len(got), len(want))
		}
	}
}

func FuzzProps(f *testing.F) {
	formattest.FuzzText(f, &Format, "- (A0* (C-A1*)\nbe (V*) *\nsay *) (V*)\n", "be (V*)\n- (C-V*)\n\n-\n")
}

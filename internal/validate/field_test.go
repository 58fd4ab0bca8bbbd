package validate

import (
	"strings"
	"testing"

	"assay/formats/conllu"
	"assay/formats/penn"
	"assay/internal/shared"
	"assay/treebank"
)

// TestField: files of the field whose faults passed without a word.
func TestField(t *testing.T) {
	for _, tc := range []struct {
		folder, file string
		format       *treebank.Format
		place, text  string
	}{
		{"bom-inside", "joined.conllu", &conllu.Format, "f:6:1", "want text, found a byte order mark (U+FEFF) inside the file"},
		{"bom-inside", "joined.mrg", &penn.Format, "f:2:1", "want text, found a byte order mark (U+FEFF) inside the file"},
		{"blank-form", "blank.conllu", &conllu.Format, "f:6:3", `want a word in FORM, found only white space, " "`},
		{"blank-form", "nbsp.conllu", &conllu.Format, "f:3:3", `want a word in FORM, found only white space, "\u00a0"`},
		{"empty-form", "gold.conllu", &conllu.Format, "f:3:3", "want a form, found an empty column"},
		{"unescaped-parens", "tree.mrg", &penn.Format, "f:1:31", "want a label or a word in brackets, found ()"},
		{"unescaped-parens", "tree3.mrg", &penn.Format, "f:1:52", "want a label or a word in brackets, found ()"},
	} {
		text := strings.TrimPrefix(string(shared.Read(t, "cases", "field", tc.folder, tc.file)), "\ufeff")
		src := &treebank.Source{Format: tc.format, Files: []treebank.File{treebank.Text("f", text)}}
		check := &Check{}
		if err := check.File(src, src.Files[0]); err != nil {
			t.Fatal(err)
		}
		found := false
		for _, f := range check.Flaws {
			found = found || f.Place == tc.place && f.Text == tc.text
		}
		if !found || check.Bad != 1 {
			t.Errorf("%s/%s: %d sentences with problems, %v; want %s: %s", tc.folder, tc.file, check.Bad, check.Flaws, tc.place, tc.text)
		}
	}
}

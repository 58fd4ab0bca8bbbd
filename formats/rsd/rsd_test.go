package rsd

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"assay/formats/dis"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

func show(s *treebank.Sentence) string {
	var out []string
	for i, a := range s.Arcs {
		out = append(out, fmt.Sprintf("%s %d %s", s.Word(int32(i)), a.Head+1, s.Name(a.Rel)))
	}
	return strings.Join(out, "\n")
}

// TestHeads: the dependencies of a tree are those of GUM's .rsd, heads and labels.
func TestHeads(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(shared.Path(t, "cases", "documents", "rst", "convert", "rsd"), "*.rsd"))
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	units := 0
	for _, path := range files {
		want, errs := formattest.Read(&Format, string(shared.File(t, path)))
		name := strings.TrimSuffix(filepath.Base(path), ".rsd") + ".dis"
		got, more := formattest.Read(&dis.Format, string(shared.Read(t, "cases", "documents", "rst", "convert", "nary", name)))
		if len(errs)+len(more) > 0 || show(got[0]) != show(want[0]) {
			t.Errorf("%s: %v %v", path, errs, more)
		}
		units += len(want[0].Tokens)
		formattest.RoundTrip(t, &Format, want[0], show)
	}
	if units < 200 {
		t.Errorf("%d units", units)
	}
}

func row(id, text, head, rel string) string {
	return id + "\t" + text + "\t0\t_\t_\t_\t" + head + "\t" + rel + "\t_\t_\n"
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		row("1", "a", "0", "ROOT") + row("3", "b", "1", "x_r"): `f:2:1: want unit 2, found "3"`,
		row("1", "a", "0", "ROOT") + row("2", "b", "7", "x_r"): "f:2:1: want a head of unit 2 from 0 to 2, and not itself, found 7",
		row("1", "a", "0", "ROOT") + row("2", "b", "2", "x_r"): "f:2:1: want a head of unit 2 from 0 to 2, and not itself, found 2",
		row("1", "a", "_", "ROOT"):                             `f:1:1: want the number of the head of unit 1, or 0, found "_"`,
		row("1", " ", "0", "ROOT"):                             "f:1:1: want the text of unit 1, found a unit without text",
		"1\ta\t0\n":                                            "f:1:1: want 10 columns, found 3",
	} {
		_, errs := formattest.Read(&Format, text)
		if len(errs) != 1 || errs[0].Error() != want {
			t.Errorf("%q: %v, want %s", text, errs, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	formattest.Fuzz(f, &Format, show, row("1", "a b", "0", "ROOT")+row("2", "c", "1", "x_r"), "# x\n\n"+row("1", "a", "0", "ROOT"))
}

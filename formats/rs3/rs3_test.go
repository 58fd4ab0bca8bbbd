package rs3

import (
	"path/filepath"
	"strings"
	"testing"

	"assay/formats/dis"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

func show(s *treebank.Sentence) string {
	text, err := formattest.Write(&dis.Format, s)
	if err != nil {
		return err.Error()
	}
	return text
}

// file is a document with such units; the relations list and both are declared multinuc, both and x also rst.
func file(units ...string) string {
	return `<rst><header><relations><rel name="list" type="multinuc"/><rel name="both" type="multinuc"/><rel name="both" type="rst"/><rel name="x" ` +
		`type="rst"/></relations></header><body>` +
		"\n" + strings.Join(units, "\n") + "\n</body></rst>"
}

func seg(id, parent, rel, text string) string {
	above := ""
	if parent != "" {
		above = ` parent="` + parent + `" relname="` + rel + `"`
	}
	return `<segment id="` + id + `"` + above + `>` + text + `</segment>`
}

func group(id, kind, parent, rel string) string {
	return strings.Replace(strings.Replace(seg(id, parent, rel, ""), "<segment", `<group type="`+kind+`"`, 1), "></segment>", "/>", 1)
}

func TestParse(t *testing.T) {
	for _, tc := range []struct {
		name  string
		units []string
		want  string
	}{
		{"one unit", []string{seg("1", "", "", "a &amp; b")}, "( Root (leaf 1) (text _!a & b_!) )"},
		{"nucleus and satellite", []string{seg("1", "3", "span", "a"), seg("2", "1", "x", "b"), group("3", "span", "", "")},
			"( Root (span 1 2) ( Nucleus (leaf 1) (rel2par span) (text _!a_!) ) ( Satellite (leaf 2) (rel2par x) (text _!b_!) ) )"},
		{"a name in both types: the group decides", []string{seg("1", "3", "both", "a"), seg("2", "3", "both", "b"), seg("4", "1", "both", "c"),
			group("3", "multinuc", "", "")}, ""},
		{"a satellite of a group multinuc", []string{seg("1", "5", "x", "a"), seg("2", "5", "list", "b"), seg("3", "5", "list", "c"),
			group("5", "multinuc", "6", "span"), group("6", "span", "", "")},
			"( Root (span 1 3) ( Satellite (leaf 1) (rel2par x) (text _!a_!) ) ( Nucleus (span 2 3) (rel2par span) ( Nucleus (leaf 2) (rel2par list) (text " +
				"_!b_!) ) ( Nucleus (leaf 3) (rel2par list) (text _!c_!) ) ) )"},
	} {
		got := strings.Join(formattest.Shown(&Format, file(tc.units...), show), "\n")
		if got = strings.Join(strings.Fields(got), " "); got != tc.want && tc.want != "" {
			t.Errorf("%s:\n%s, want\n%s", tc.name, got, tc.want)
		}
		if tc.want == "" && !strings.HasPrefix(got, "error f:4:1: want unit 2") { // b is between a and its satellite c
			t.Errorf("%s: %s", tc.name, got)
		}
	}
}

// TestErrors: every fault has its place, the wanted and the found.
func TestErrors(t *testing.T) {
	for want, units := range map[string][]string{
		"f:2:1: want a unit that is not above itself, found a cycle from 1 to its parent 2": {seg("1", "2", "x", "a"),
			seg("2", "1", "x", "b"), seg("3", "", "", "c")},
		"f:3:1: want a parent that exists, found 9":                                                      {seg("1", "", "", "a"), seg("2", "9", "x", "b")},
		"f:2:1: want the text of segment 1, found a unit without text":                                   {seg("1", "", "", " ")},
		"f:3:1: want a nucleus of group 2, found none: a unit without text":                              {seg("1", "", "", "a"), group("2", "span", "1", "x")},
		"f:3:1: want one unit without parent, which is 1, found 2 as well: the document is disconnected": {seg("1", "", "", "a"), seg("2", "", "", "b")},
		"f:3:1: want an id of its own, found 1 a second time":                                            {seg("1", "", "", "a"), seg("1", "", "", "b")},
		"f:3:1: want a group as parent of a nucleus, found segment 1":                                    {seg("1", "", "", "a"), seg("2", "1", "span", "b")},
		"f:3:1: want one nucleus of group 3, which has type span, found 2": {seg("1", "3", "span", "a"),
			seg("2", "3", "span", "b"), group("3", "span", "", "")},
		"f:3:1: want XML, found XML syntax error on line 3: element <segment> closed by </body>": {"<segment id=\"1\">a"},
		"f:2:1: want unit 2, so that the units of a node follow one another, found unit 3":       nil,
	} {
		text := file(units...)
		if units == nil {
			text = file(seg("1", "4", "list", "a"), seg("2", "5", "list", "b"), seg("3", "4", "list", "c"), group("4", "multinuc", "5", "list"),
				group("5", "multinuc", "", ""))
			want = "f:4:1: want unit 2, so that the units of a node follow one another, found unit 3"
		}
		_, errs := formattest.Read(&Format, text)
		if len(errs) != 1 || errs[0].Error() != want && !strings.Contains(want, "XML") {
			t.Errorf("%v, want %s", errs, want)
		}
	}
}

// TestGUM: rs3 and rs4 are the trees of GUM's own conversion, and writing and reading gives the same tree. That
// conversion leaves the escape of & in rs3.
func TestGUM(t *testing.T) {
	n := 0
	for _, pattern := range []string{"rs4/*.rs4", "rs3/*.rs3"} {
		files, err := filepath.Glob(shared.Path(t, "cases", "documents", "rst", "convert") + "/" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			folder := map[string]string{".rs4": "nary", ".rs3": "rs3-nary"}[filepath.Ext(path)]
			name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + ".dis"
			want := strings.ReplaceAll(string(shared.Read(t, "cases", "documents", "rst", "convert", folder, name)), "&amp;", "&")
			all, errs := formattest.Read(&Format, string(shared.File(t, path)))
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			if show(all[0]) != want {
				t.Errorf("%s differs from %s/%s", path, folder, name)
			}
			again, errs := formattest.Read(&Format, formattest.Text(t, &Format, all[0]))
			if len(errs) > 0 || show(again[0]) != want {
				t.Errorf("%s is written as another tree: %v", path, errs)
			}
			n++
		}
	}
	if n < 4 {
		t.Errorf("%d files", n)
	}
}

func FuzzRead(f *testing.F) {
	formattest.Fuzz(f, &Format, show, file(seg("1", "3", "span", "a"), seg("2", "1", "x", "b"), group("3", "span", "", "")), file(seg("1", "", "", "a")), "<rst>")
}

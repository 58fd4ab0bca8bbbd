package dis

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/discourse"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

// show writes the tree with its texts, nodes that binarisation added with +.
func show(s *treebank.Sentence) string {
	added := map[int32]bool{}
	for _, a := range s.Attrs {
		added[a.Index-int32(len(s.Tokens))] = s.Name(a.Key) == discourse.Added
	}
	var out strings.Builder
	for i, p := range s.Phrases {
		plus := ""
		if added[int32(i)] {
			plus = "+"
		}
		fmt.Fprintf(&out, "%s%s:%s[%d-%d] ", plus, s.Name(p.Func), s.Name(p.Label), p.Begin+1, p.End)
	}
	for i, t := range s.Tokens {
		fmt.Fprintf(&out, "%s:%s(%s) ", s.Name(t.Func), s.Name(t.Tag), s.Word(int32(i)))
	}
	for _, a := range s.Arcs {
		fmt.Fprintf(&out, "%d<%s ", a.Head+1, s.Name(a.Rel))
	}
	return strings.TrimSpace(out.String())
}

func leaf(kind, rel, text string) string {
	return "(" + kind + " (leaf 1) (rel2par " + rel + ") (text _!" + text + "_!))"
}

// tree is a document with such children: capital letters are nuclei, small ones satellites, with a relation each.
func tree(codes string) string {
	out := fmt.Sprintf("( Root (span 1 %d)\n", len(codes))
	for i, c := range codes {
		kind, rel := "Satellite", "elaboration"
		if c == 'N' {
			kind, rel = "Nucleus", "span"
			if strings.Count(codes, "N") > 1 {
				rel = "list"
			}
		}
		out += fmt.Sprintf("(%s (leaf %d) (rel2par %s) (text _!%c%d_!))\n", kind, i+1, rel, c, i+1)
	}
	return out + ")"
}

// TestBinarise: multinuclear nodes from the right, S N S from the left, as in GUM's lisp_binary, educe and RSTParser_EMNLP22
// (specs/documents.md A2); the others satellites to the right first, and no child is lost.
func TestBinarise(t *testing.T) {
	for codes, want := range map[string]string{
		"NS":    ":Root[1-2]",
		"NNNN":  ":Root[1-4] +N:list[2-4] +N:list[3-4]",
		"SNS":   ":Root[1-3] +N:span[1-2]",
		"NSS":   ":Root[1-3] +N:span[1-2]",
		"SNSS":  ":Root[1-4] +N:span[2-4] +N:span[2-3]",
		"SSN":   ":Root[1-3] +N:span[2-3]",
		"SSNSS": ":Root[1-5] +N:span[2-5] +N:span[3-5] +N:span[3-4]",
		"NNS":   ":Root[1-3] +N:span[1-2]",
		"NSN":   ":Root[1-3] +N:list[1-2]",
		"SNNN":  ":Root[1-4] +N:span[2-4] +N:list[3-4]",
	} {
		all, found := formattest.ReadNotes(&Format, tree(codes))
		if len(all) != 1 {
			t.Fatalf("%s: %v", codes, found)
		}
		got, _, _ := strings.Cut(show(all[0]), " N:list(")
		got, _, _ = strings.Cut(got, " N:span(")
		got, _, _ = strings.Cut(got, " S:elaboration(")
		if got != want {
			t.Errorf("%s: %s, want %s", codes, got, want)
		}
		if usual := codes == "NS" || codes == "NNNN" || codes == "SNS"; usual != (len(found) == 0) {
			t.Errorf("%s: notes %v", codes, found)
		}
		if back := formattest.Text(t, &Format, all[0]); strings.Join(strings.Fields(back), "") != strings.Join(strings.Fields(tree(codes)), "") {
			t.Errorf("%s is written as\n%s", codes, back)
		}
	}
}

func TestParse(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"one unit", "( Root (leaf 1) (text _!a (b) [c]_!) )", ":(a (b) [c]) 0<ROOT"},
		{"older marks, comments", "// TT_ERR\n( Root (span 1 2)\n ( Nucleus (leaf 1) (rel2par span) (text <EDU> a <P> </EDU>) )\n ( Satellite (leaf 2) " +
			"(rel2par x) (text _!b ) _! ) )\n)",
			":Root[1-2] N:span(a) S:x(b )) 0<ROOT 1<x_r"},
		{"a text that begins with a bracket", "(Root (span 1 2) " + leaf("Nucleus", "l", ") .") +
			strings.Replace(leaf("Nucleus", "l", "b"), "leaf 1", "leaf 2", 1) + ")", ":Root[1-2] N:l() .) N:l(b) 0<ROOT 1<l_m"},
	} {
		if got := strings.Join(formattest.Shown(&Format, tc.text, show), "\n"); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

// TestErrors: every fault has its place, the wanted and the found.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"( Root (span 1 2) " + leaf("Nucleus", "x", "a") + " )": "f:1:1: want a node with two children or more, found one",
		"( Root\n ( Nucleus (leaf 1) (text _!a_!) ) )":          "f:2:2: want a relation (rel2par) of the Nucleus, found none",
		"( Root (leaf 1) )":                         "f:1:1: want a node with a text or children, found a unit without text",
		"( Root (leaf 1) (text _!a":                 "f:1:17: want the end of the text, _! and a bracket, found none",
		"( Root (leaf 1) (text _! _!) )":            "f:1:17: want the text of a unit, found an empty one",
		"( Root (span 1 2)":                         `f:1:18: want "(", found the end of the file`,
		"( Root (leaf 1) (text _!a_!) ) more":       `f:1:32: want the end of the document, found "more"`,
		"( Root (span 1 2)\n ( Nuclei (leaf 1) ) )": `f:2:4: want Nucleus or Satellite, found "Nuclei"`,
	} {
		_, errs := formattest.Read(&Format, text)
		if len(errs) != 1 || errs[0].Error() != want {
			t.Errorf("%q: %v, want %s", text, errs, want)
		}
	}
	_, found := formattest.ReadNotes(&Format, strings.Replace(tree("NS"), "leaf 2", "leaf 7", 1))
	if len(found) != 1 || found[0] != "note f:3:12: want units 2 to 2, which are below, found 7 to 7" {
		t.Errorf("wrong numbers: %v", found)
	}
}

// TestBinaryOfGUM: GUM's lisp_nary and lisp_binary are the same binary trees, and files are written as they were.
func TestBinaryOfGUM(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(shared.Path(t, "cases", "documents", "rst", "convert", "nary"), "*.dis"))
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	plain := func(s string) string {
		s, _, _ = strings.Cut(strings.ReplaceAll(s, "+", ""), " 0<")
		return s
	}
	for _, file := range files {
		text := string(shared.File(t, file))
		nary, errs := formattest.Read(&Format, text)
		binary, more := formattest.Read(&Format, string(shared.File(t, strings.Replace(file, "nary", "binary", 1))))
		if len(errs)+len(more) > 0 {
			t.Fatal(errs, more)
		}
		a, _, _ := strings.Cut(plain(show(nary[0])), ":ROOT")
		b, _, _ := strings.Cut(plain(show(binary[0])), ":ROOT")
		if cut := func(s string) string { return s[:strings.LastIndex(s, ")")] }; cut(a) != cut(b) {
			t.Errorf("%s: the binary trees differ", file)
		}
		if formattest.Text(t, &Format, nary[0]) != text {
			t.Errorf("%s is written in another way", file)
		}
	}
}

func FuzzRead(f *testing.F) {
	formattest.Fuzz(f, &Format, show, tree("NS"), tree("SNSS"), "( Root (leaf 1) (text <EDU>a</EDU>) )",
		"// x\n(Root (span 1 3)(Nucleus (leaf 1)(rel2par a)(text _!)_!)))")
}

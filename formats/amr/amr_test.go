package amr_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/formats"
	"assay/formats/amr"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

// shown shows a graph by the names of its nodes.
func shown(sentence *treebank.Sentence) string {
	var out strings.Builder
	name := func(i int32) string { return sentence.Str(sentence.Nodes[i].ID) }
	for i, n := range sentence.Nodes {
		fmt.Fprintf(&out, "%s/%s ", name(int32(i)), sentence.Name(n.Label))
	}
	for _, e := range sentence.Edges {
		fmt.Fprintf(&out, "%s:%s>%s ", name(e.From), sentence.Name(e.Label), name(e.To))
	}
	for _, p := range sentence.Props {
		fmt.Fprintf(&out, "%s:%s=%s ", name(p.Node), sentence.Name(p.Key), sentence.Name(p.Value))
	}
	for _, t := range sentence.Tops {
		fmt.Fprintf(&out, "top %s ", name(t))
	}
	if sentence.Missing {
		out.WriteString("missing ")
	}
	for _, n := range sentence.Notes {
		fmt.Fprintf(&out, "note %v ", n)
	}
	return strings.TrimSpace(out.String())
}

func TestRead(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"reference before its node", "(w / want-01 :ARG0 b :ARG1 (b / boy))", "w/want-01 b/boy w:ARG0>b w:ARG1>b top w"},
		{"inverse role", "(b / boy :ARG0-of (r / run-01))", "b/boy r/run-01 b:ARG0-of>r top b"},
		{"cycle", "(b / boy :ARG0-of (r / run-01 :ARG1 b))", "b/boy r/run-01 b:ARG0-of>r r:ARG1>b top b"},
		{"constants", `(c / city :wiki "New York" :polarity - :quant 1,000)`, `c/city c:wiki="New York" c:polarity=- c:quant=1,000 top c`},
		{"marks in quotes", `(n / name :op1 "24/7" :op2 "a(b)" :op3 "x:y" :op4 "q\"r")`, `n/name n:op1="24/7" n:op2="a(b)" n:op3="x:y" n:op4="q\"r" top n`},
		{"no blanks", `(a/b:c(d/e))`, `a/b d/e a:c>d top a`},
		{"little space", `(a/b :c(d/e):f"g")`, `a/b d/e a:c>d a:f="g" top a`},
		{"alignments", "# ::tok The boy runs\n(r / run-01~e.2 :ARG0~e.1 (b / boy~e.0,1) :mode~e.2 x~e.1 :ARG1 b~e.1)",
			"r/run-01 b/boy r:ARG0>b r:ARG1>b r:mode=x top r note f:2:53: want a value that is a node or a constant, found the variable x, which is not defined"},
		{"about", `(t / x :quant ~100 :op1 ~900~e.1 :op2 "a"~3 :op3 5~e.1 :op4 ~e.1)`,
			`t/x t:quant=~100 t:op1=~900 t:op2="a" t:op3=5 t:op4= top t`},
		{"undefined variable", "(a / b\n :ARG1 z11)", "a/b a:ARG1=z11 top a note f:2:8: want a value that is a node or a constant, found the variable z11, " +
			"which is not defined"},
		{"node twice", "(b / boy :ARG0 (b / girl))", "b/boy b/girl b:ARG0>b top b note f:1:17: want a name for each node, found b twice"},
		{"role without value", "(a / b :ARG0 :ARG1 (c / d) :ARG2)",
			"a/b c/d a:ARG1>c a:ARG0= a:ARG2= top a note f:1:8: want a value of the role :ARG0, found none note f:1:28: want a value of the role :ARG2, found none"},
		{"no concept", "(a :ARG0 (b / c))", "a/ b/c a:ARG0>b top a note f:1:4: want / and the concept of the node a, found \":ARG0 (b / c))\""},
		{"nothing", "()", "note f:1:1: want a graph with nodes, found ()"},
		{"no graph", "# ::id 3\n\n(a / b)", "missing\na/b top a"},
		{"unbalanced", "(a / b :ARG0 (c\n\n(d / e)", "error f:1:14: want a closing bracket for the node c, found the end of the graph\nd/e top d"},
		{"too many brackets", "(a / b))", `error f:1:8: want a graph that begins with (, found ")"`},
		{"open quote", "(a / b :op1 \"c)", "error f:1:13: want a closing quote, found the end of the graph"},
		{"text", "hello\n\n(a / b)", "error f:1:1: want a graph that begins with (, found \"hello\"\na/b top a"},
		{"two roots", "(a / b)\n (c / d)", "a/b c/d top a note f:2:2: want one graph with one root, found another root"},
		{"comments", "#\n# The boy.\n#\n(a / b)\n# ::id 2\n(c / d)", "a/b top a\nc/d top c"},
		{"header", "# AMR release 1.0\n\n# ::id 1 ::date x\n# ::snt A\n(a / b)", "a/b top a"},
	} {
		var got []string
		for s, err := range amr.Format.Sentences(strings.NewReader(tc.text), "f") {
			if err != nil {
				got = append(got, "error "+err.Error())
			} else {
				got = append(got, shown(s))
			}
		}
		if g := strings.Join(got, "\n"); g != tc.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tc.name, g, tc.want)
		}
	}
}

func TestMetadata(t *testing.T) {
	text := "# AMR release\n\n# ::id x.1 ::date 2012\n# ::snt The boy runs .\n# ::tok The boy runs .\n" +
		"(r / run-01~e.2\n   :ARG0~e.1 (b / boy~e.0,1)\n   :ARG1 b~e.1\n   :mode~e.2 \"a b\"~e.1)\n\n# ::id x.2\n# ::snt None\n\n"
	all, got := formattest.ReadNotes(&amr.Format, text)
	if len(all) != 2 || len(got) > 0 {
		t.Fatalf("%d sentences, %v", len(all), got)
	}
	s := all[0]
	if s.Str(s.ID) != "x.1" || s.Str(s.Input) != "The boy runs ." || len(s.Tokens) != 4 {
		t.Errorf("id %q, text %q, %d words", s.Str(s.ID), s.Str(s.Input), len(s.Tokens))
	}
	if n := s.Nodes; n[0].From != 8 || n[0].To != 12 || n[1].From != 0 || n[1].To != 7 || len(s.Anchors) != 2 {
		t.Errorf("places %+v %+v", n, s.Anchors)
	}
	if !all[1].Missing {
		t.Error("metadata without a graph are no missing graph")
	}
	if got := formattest.Text(t, &amr.Format, all...); got != strings.Replace(text, "release\n\n", "release\n", 1) {
		t.Errorf("written as\n%s", got)
	}
}

// files are the AMR files of the shared data.
func files(t testing.TB) []string {
	var all []string
	for _, pattern := range []string{"data/sem-amr/*.amr", "data/sem-lpps/*.amr", "cases/graphs/*/*.amr", "cases/graphs/*/*.amr.gz"} {
		found, err := filepath.Glob(filepath.Join(shared.Path(t), filepath.FromSlash(pattern)))
		if err != nil || len(found) == 0 {
			t.Fatal(pattern, err)
		}
		all = append(all, found...)
	}
	return all
}

// words returns a text without its layout.
func words(text string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ", ":", " :").Replace(text)), " ")
}

func TestSharedFiles(t *testing.T) {
	for _, path := range files(t) {
		text := string(shared.File(t, path))
		if f := formats.Guess("x", []byte(text)[:min(len(text), 64<<10)]); f != &amr.Format {
			t.Errorf("%s: the format is taken for another", path)
		}
		all, errs := formattest.Read(&amr.Format, text)
		if len(errs) > 0 {
			t.Fatalf("%s: %v", path, errs[0])
		}
		if got := formattest.Text(t, &amr.Format, all...); words(got) != words(text) {
			t.Errorf("%s is not written as it was read", path)
		}
	}
}

// TestOtherBrackets checks that no other file of the shared data is detected as
// AMR.
func TestOtherBrackets(t *testing.T) {
	own := files(t)
	err := filepath.WalkDir(filepath.Join(shared.Path(t), "data"), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || slices.Contains(own, path) {
			return err
		}
		head := shared.File(t, path)
		if head = head[:min(len(head), 64<<10)]; amr.Format.Detect(head) {
			t.Errorf("%s is taken for AMR", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func FuzzAMR(f *testing.F) {
	formattest.FuzzText(f, &amr.Format, "# ::id 3 ::date x\n# ::tok a b\n(e2 / rain-01~e.0\n  :ARG1~e.1 (x3 / named :op1 \"Kim\" :BV-of (_1 / q)) :ARG2 "+
		"x3)\n\n(a / b)",
		"(a / b :ARG1-of a :x \"y\\\"\")\n (c / d)", "()", "(a :b :c)", "# ::id 2\n# ::id 3\n", "(a/\"b c\"d :e \"\"~e.1)")
}

// TestDepth: brackets are read 10,000 deep; deeper ones are a fault with its place and the limit.
func TestDepth(t *testing.T) {
	for _, depth := range []int{10000, 10001} {
		text := strings.Repeat("(a / b :ARG0 ", depth-1) + "(a / b" + strings.Repeat(")", depth) + "\n"
		text = distinct(text)
		var found error
		n := 0
		for _, err := range amr.Format.Sentences(strings.NewReader(text), "deep") {
			n, found = n+1, err
		}
		if n != 1 || (found == nil) != (depth == 10000) {
			t.Fatalf("%d deep: %d sentences, %v", depth, n, found)
		}
		if found != nil && !strings.Contains(found.Error(), "want brackets that are nested at most 10000 deep") {
			t.Errorf("%d deep: %v", depth, found)
		}
	}
}

// distinct gives each node of a graph a name of its own.
func distinct(text string) string {
	var out strings.Builder
	for i, part := range strings.Split(text, "(a /") {
		if i > 0 {
			fmt.Fprintf(&out, "(a%d /", i)
		}
		out.WriteString(part)
	}
	return out.String()
}

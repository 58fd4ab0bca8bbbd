package umr

import (
	"fmt"
	"strings"
	"testing"

	"assay/formats/amr"
	"assay/internal/formattest"
	"assay/internal/shared"
	triples "assay/internal/umr"
	"assay/treebank"
)

const small = `# :: snt1
Index: 1   2   3   4
Words: Ana ate two apples

# sentence level graph:
(s1e / eat-01
    :ARG0 (s1p / person
        :name (s1n / name
            :op1 "Ana"))
    :ARG1 (s1a / apple
        :quant 0)) # the end

# alignment:
s1e: 2-2
s1p: 1-1, 4-4
s1n: 0-0
s1a: 3-4

# document level annotation:
(s1s0 / sentence
    :temporal ((document-creation-time :before s1e))
    :modal ((root :modal author)
        (author :full-affirmative s1e)))


`

func shown(s *treebank.Sentence) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s [%s]", s.Str(s.ID), s.Str(s.Input))
	name := func(i int32) string { return s.Str(s.Nodes[i].ID) }
	for i, n := range s.Nodes {
		fmt.Fprintf(&out, " %s/%s<%d:%d>", name(int32(i)), s.Name(n.Label), n.From, n.To)
	}
	for _, e := range s.Edges {
		fmt.Fprintf(&out, " %s:%s>%s", name(e.From), s.Name(e.Label), name(e.To))
	}
	for _, p := range s.Props {
		fmt.Fprintf(&out, " %s:%s=%s", name(p.Node), s.Name(p.Key), s.Name(p.Value))
	}
	for _, a := range s.Anchors {
		fmt.Fprintf(&out, " %s<%d:%d>", name(a.Node), a.From, a.To)
	}
	for _, t := range triples.Triples(s) {
		fmt.Fprintf(&out, " %s%s", t.Group, t)
	}
	for _, n := range s.Notes {
		fmt.Fprintf(&out, " note %v", n)
	}
	return out.String()
}

func TestRead(t *testing.T) {
	graph := func(graph string) string { return "Words: a b\n\n" + graph + "\n\nx: 1-1\n\n(s / sentence)\n\n\n" }
	for _, tt := range []struct{ text, want string }{
		{small, "snt1 [Ana ate two apples] s1e/eat-01<4:7> s1p/person<0:18> s1n/name<-1:-1> s1a/apple<8:18> s1e:ARG0>s1p s1p:name>s1n s1e:ARG1>s1a " +
			`s1n:op1="Ana" s1a:quant=0 s1p<0:3> s1p<12:18> temporal(document-creation-time :before s1e) modal(root :modal author) modal(author :full-affirmative s1e)`},
		{graph("(x / y :op1 \"a # b\" :r 0\n)"), ` [a b] x/y<0:1> x:op1="a # b" x:r=0`},
		{graph("(x / y"), "error f:3:1: want a closing bracket for the node x, found the end of the graph"},
		{graph("(z / y)"), `error f:5:1: want the variable of a node of this sentence, found "x"`},
		{strings.Replace(small, "\n\n# alignment", "\n# alignment", 1), `error f:18:1: want block 3, the alignment, found "# document level annotation:"`},
		{strings.Replace(small, "\n\n\n", "\n\n", 1) + small, `error f:25:1: want two empty lines after the four blocks of a sentence, found "# :: snt1"`},
		{strings.Replace(small, "1-1, 4-4", "4-1", 1), `error f:15:5: want numbers of words such as 1-2, 4-4, found "4-1"`},
		{strings.Replace(small, "Words:", "Word:", 1), "error f:1:1: want a line Words: with the words of the sentence, found none"},
		{strings.Replace(small, "(root :modal author)", "(root modal author)", 1), `error f:22:19: want a relation such as :before, found "modal"`},
		{strings.Replace(small, ":temporal ((", ":temporal (", 1),
			`error f:21:16: want a triple such as (s1x :before s2y), or a closing bracket after those of :temporal, found "document-creation-time"`},
		{strings.TrimRight(small, "\n") + ")", `error f:23:41: want the end of the document level annotation, found ")"`},
		{"Words: a\n\n(x / y)\n\nx: 2-3\nx: 1-1\n\n(s / sentence)",
			" [a] x/y<0:1> note f:5:1: want numbers of words up to 1, found 2-3 note f:6:1: want one line for each variable, found x twice; the last line counts"},
	} {
		if got := strings.Join(formattest.Shown(&Format, tt.text, shown), " / "); got != tt.want {
			t.Errorf("%q:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// TestSentences: two empty lines end a sentence, and more are ignored; each sentence has its file.
func TestSentences(t *testing.T) {
	all, errs := formattest.Read(&Format, "\n"+small+"\n\n"+strings.ReplaceAll(strings.TrimSpace(small), "\n", "\r\n"))
	if len(all) != 2 || len(errs) > 0 {
		t.Fatal(len(all), errs)
	}
	for i, s := range all {
		if shown(s) != shown(all[0]) || s.In == nil || len(s.In.Pieces) != 2 || s.Place != int32(i) {
			t.Errorf("%d: %s, %d", i, shown(s), s.Place)
		}
	}
}

func TestWrite(t *testing.T) {
	all, errs := formattest.Read(&Format, small)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	text := formattest.Text(t, &Format, all...)
	layout := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	if want := strings.Replace(small, " # the end", "", 1); layout(text) != layout(want) {
		t.Errorf("got %s\nwant %s", text, want)
	}
	from, errs := formattest.Read(&amr.Format, "# ::id a\n# ::snt Ana ate\n(e / eat-01~e.1 :ARG0 (p / person~e.0) :ARG1 (p2 / person))\n")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	back, errs := formattest.Read(&Format, formattest.Text(t, &Format, from...))
	if len(errs) > 0 || len(back) != 1 {
		t.Fatal(errs)
	}
	if want := "a [Ana ate] e/eat-01<4:7> p/person<0:3> p2/person<-1:-1> e:ARG0>p e:ARG1>p2"; shown(back[0]) != want {
		t.Errorf("got %s\nwant %s", shown(back[0]), want)
	}
}

// TestRecorded reads the files of the recorded runs that the task's program reads without a message.
func TestRecorded(t *testing.T) {
	read := 0
	for _, name := range []string{"self", "random-0", "random-1", "random-7", "unicode", "crlf", "three-blank-lines"} {
		for _, side := range []string{"gold.umr", "sys.umr"} {
			text := string(shared.Read(t, "cases", "living", "umr", name, side))
			all, errs := formattest.Read(&Format, text)
			if len(errs) > 0 {
				t.Errorf("%s %s: %v", name, side, errs[0])
				continue
			}
			read += len(all)
			for _, s := range all {
				formattest.RoundTrip(t, &Format, s, func(s *treebank.Sentence) string {
					return shown(s) + fmt.Sprint(triples.Alignments(s))
				})
			}
		}
	}
	if read < 20 {
		t.Errorf("%d sentences", read)
	}
}

func FuzzUMR(f *testing.F) {
	formattest.FuzzText(f, &Format, small, "Words: a\n\n(x / y)\n\nx: 1-1\n\n(s / sentence :coref ((x :same-entity z)))\n",
		"Words: a b\n\n(x / y :z (w / v))\n\n\n")
}

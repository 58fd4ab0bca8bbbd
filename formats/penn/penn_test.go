package penn

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

func TestRead(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       []string
	}{
		{"one", "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n", []string{
			"the/DT<1 dog/NN<1 barks/VBZ<2 S[0,3)<-1 NP[0,2)<0 VP[2,3)<0"}},
		{"unlabelled root", "( (S (NN a)))\n", []string{"a/NN<1 [0,1)<-1 S[0,1)<0"}},
		{"no blank at the root", "((S (NN a) ) )\n", []string{"a/NN<1 [0,1)<-1 S[0,1)<0"}},
		{"bare words", "(NP the (NN big) dog)\n", []string{"the/<0 big/NN<0 dog/<0 NP[0,3)<-1"}},
		{"empty phrases", "(S (X) (NN a) (Y ))\n", []string{"a/NN<0 S[0,1)<-1 X[0,0)<0 Y[1,1)<0"}},
		{"labels that are words", "(S (NN a) (.)(« ) (»)(-1)(NP (,)))\n", []string{
			"a/NN<0 ./.<0 «/«<0 »/»<0 ,/,<2 S[0,5)<-1 -1[4,4)<0 NP[4,5)<0"}},
		{"several on a line", "(NN multi)(NN close)\n", []string{"multi/NN<-1 close/NN<-1"}},
		{"failures", "(S (NN a))\n\n(())\r\n(TOP )\nDon't have a 2-best tree.\n( (TOP))\n", []string{
			"a/NN<0 S[0,1)<-1", "missing failure:an empty line", "[0,0)<-1 [0,0)<0 missing failure:(())", "TOP[0,0)<-1 missing failure:(TOP )",
			"missing failure:Don't have a 2-best tree.", "[0,0)<-1 TOP[0,0)<0 missing failure:( (TOP))"}},
		{"BitPar, a line each", "(S (NN a))\nNo parse for: \"b c\"\n(S (NN d))\n", []string{
			"a/NN<0 S[0,1)<-1", `missing failure:No parse for: "b c"`, "d/NN<0 S[0,1)<-1"}},
		{"BitPar, with probabilities", "vitprob=1e-9\n(S (NN a))\n\nNo parse for: \"b\"\n\nvitprob=2e-9\n(S (NN c))\n\nvitprob=3e-9\n(S (NN d))\n\n", []string{
			"a/NN<0 S[0,1)<-1", `missing failure:No parse for: "b"`, "c/NN<0 S[0,1)<-1", "d/NN<0 S[0,1)<-1"}},
		{"Bikel", "null\n(S (NN a))\n", []string{"missing failure:null", "a/NN<0 S[0,1)<-1"}},
		{"an empty bracket in a tree", "(S (NN a) (( ())))\n(S (() (NN b)))\n(S () (NN c))\n(S (NN d) (X))\n", []string{
			"error f:1:14: want a label or a word in brackets, found ()", "error f:2:5: want a label or a word in brackets, found ()",
			"error f:3:4: want a label or a word in brackets, found ()", "d/NN<0 S[0,1)<-1 X[1,1)<0"}},
		{"no-break and other spaces", "(NP (NN a\u00a0b) (NN c\u2009d))\n", []string{"a\u00a0b/NN<0 c\u2009d/NN<0 NP[0,2)<-1"}},
		{"long labels", "(NP-SBJ-TPC-12 (WP$-LONGER-THAN a-very-long-word-indeed) (NN x))\n", []string{
			"a-very-long-word-indeed/WP$-LONGER-THAN<0 x/NN<0 NP-SBJ-TPC-12[0,2)<-1"}},
		{"surplus", "(S (NN a)))\n(S (NN b))\n", []string{
			"error f:1:11: want ( or the end of the sentence, found a surplus )", "b/NN<0 S[0,1)<-1"}},
		{"unclosed", "(S (NN b))\n(S (NP (NN a))\n(S (NN b))\n", []string{
			"b/NN<0 S[0,1)<-1", "error f:2:15: want a closing ) for (S, found the end of the sentence", "b/NN<0 S[0,1)<-1"}},
		{"a word outside", "(S (NN b))\nword (S (NN a))\n(S (NN b))\n", []string{
			"b/NN<0 S[0,1)<-1", `error f:2:1: want ( at the start of a tree, found "word"`, "b/NN<0 S[0,1)<-1"}},
		{"many lines", "( (S (NN a)\n     (NP (NN b))))\n\n( (S\n  (NN c)) ) ( (S (NN d)))\n", []string{
			"a/NN<1 b/NN<2 [0,2)<-1 S[0,2)<0 NP[1,2)<1", "c/NN<1 [0,1)<-1 S[0,1)<0", "d/NN<1 [0,1)<-1 S[0,1)<0"}},
		{"many lines, unclosed", "(S\n  (NN a)\n  (NN b)\n(S\n  (NN c))\n(S\n  (NN d)))\n(S\n (NN e))" + strings.Repeat("\n(S\n (NN f))", 3), []string{
			"error f:3:9: want a closing ) for (S, found the end of the sentence", "c/NN<0 S[0,1)<-1",
			"error f:7:10: want ( or the end of the sentence, found a surplus )", "e/NN<0 S[0,1)<-1",
			"f/NN<0 S[0,1)<-1", "f/NN<0 S[0,1)<-1", "f/NN<0 S[0,1)<-1"}},
		{"one line each, all unclosed", "(S (NN a)\n(S (NP (NN b))\n(S (NN c))\n(S (VP (VB d)\n", []string{
			"error f:1:10: want a closing ) for (S, found the end of the sentence", "error f:2:15: want a closing ) for (S, found the end of the sentence",
			"c/NN<0 S[0,1)<-1", "error f:4:14: want a closing ) for (VP, found the end of the sentence"}},
		{"many lines, all at the margin", "(S\n(NN a)\n(NP\n(NN b)))\n(S\n(NN c))\n", []string{
			"a/NN<0 b/NN<1 S[0,2)<-1 NP[1,2)<0", "c/NN<0 S[0,1)<-1"}},
		{"one line each, but for some", "(S (NN a))\n(S\n  (NN b)\n\t(NP (NN c)))\n(S (NN d))\n (S (NN e))\n(S (NN f))\n(S (NN g))\n", []string{
			"a/NN<0 S[0,1)<-1", "b/NN<0 c/NN<1 S[0,2)<-1 NP[1,2)<0", "d/NN<0 S[0,1)<-1", "e/NN<0 S[0,1)<-1", "f/NN<0 S[0,1)<-1", "g/NN<0 S[0,1)<-1"}},
		{"one line each, unclosed before others", "(S (NN a))\n(S (NN b)\n (S (NN c))\n(S (NN d))\n(S (NN e))\n(S (NN f)\n (NN g))", []string{
			"a/NN<0 S[0,1)<-1", "error f:2:10: want a closing ) for (S, found the end of the sentence", "c/NN<0 S[0,1)<-1", "d/NN<0 S[0,1)<-1", "e/NN<0 S[0,1)<-1",
			"f/NN<0 g/NN<0 S[0,2)<-1"}},
		{"comments", "# one\n(S (NN a))\n# (S (NN x))\n#\n(S (NN b))\n(S (NN #))\n# end", []string{"a/NN<0 S[0,1)<-1", "b/NN<0 S[0,1)<-1", "#/NN<0 S[0,1)<-1"}},
		{"comments between trees over many lines", "#1 a\n(S\n  (NN a)\n  (NN b))\n\n#2 c\n(S\n  (NN c))\n# end",
			[]string{"a/NN<0 b/NN<0 S[0,2)<-1", "c/NN<0 S[0,1)<-1"}},
		{"name", "( (IP (N a)) (ID X.1))\n", []string{"a/N<1 [0,1)<-1 IP[0,1)<0"}},
		{"flat failure", "(S1 (S (A a) (A b) (A c) (A d) (A e) (A f) (A g) (A h) (A i) (A j)))\n", []string{
			"a/A<1 b/A<1 c/A<1 d/A<1 e/A<1 f/A<1 g/A<1 h/A<1 i/A<1 j/A<1 S1[0,10)<-1 S[0,10)<0 failure:a flat tree"}},
		{"empty file", "", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if d := cmp.Diff(tc.want, formattest.Shown(&Format, tc.text, formattest.Flat)); d != "" {
				t.Error(d)
			}
			crlf := strings.ReplaceAll(strings.ReplaceAll(tc.text, "\r\n", "\n"), "\n", "\r\n")
			if d := cmp.Diff(tc.want, formattest.Shown(&Format, crlf, formattest.Flat)); d != "" {
				t.Error("with CRLF:", d)
			}
		})
	}
}

// TestHeaderAlone: a header whose trees are missing is a fault of its line; one that counts none
// is a failed parse.
func TestHeaderAlone(t *testing.T) {
	var got []string
	for s, err := range Format.Sentences(strings.NewReader("2\ts7\n\n1\ts8\n-3\n(S1 (NN b))\n\n0\ts9\n\n"), "f") {
		got = append(got, fmt.Sprint(err, " ", len(s.Tokens), " ", s.Missing))
	}
	want := []string{"f:1:1: want the trees that the header counts, found none 0 false", "<nil> 1 false", "<nil> 0 true"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestRanked(t *testing.T) {
	for name, text := range map[string]string{
		"bllip":    "2\ts7\n-10.5\n(S1 (NN a))\n-11\n(S1 (NP (NN a)))\n\n1\ts8\n-3\n(S1 (NN b))\n\n",
		"berkeley": "-10.5\t( (S1 (NN a)) )\n-11\t( (S1 (NP (NN a))) )\n\n-Infinity\t( (S1 (NN b)) )\n\n\n",
	} {
		c := Format.Cut(strings.NewReader(text), "f")
		var got []string
		for {
			piece, err := c.Next()
			if err != nil {
				break
			}
			for k := 1; k <= 3; k++ {
				r, n := reading(piece.Text, piece.Dialect, k)
				if r == nil {
					got = append(got, fmt.Sprint(k, " of ", n))
					continue
				}
				s := treebank.Sentence{}
				if err := Format.Read(&s, treebank.Piece{Text: r, Dialect: piece.Dialect}); err != nil {
					t.Fatal(err)
				}
				got = append(got, fmt.Sprint(k, " of ", n, " ", s.Score, " ", len(s.Phrases)))
			}
		}
		want := []string{"1 of 2 -10.5 1", "2 of 2 -11 2", "3 of 2", "1 of 1 -3 1", "2 of 1", "3 of 1"}
		if name == "berkeley" {
			want = []string{"1 of 2 -10.5 2", "2 of 2 -11 3", "3 of 2", "1 of 1 -Inf 2", "2 of 1", "3 of 1", "1 of 0", "2 of 0", "3 of 0"}
			want = append(want[:6], "1 of 0", "2 of 0", "3 of 0")
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(name, d)
		}
	}
}

// TestRankedData: the first trees of the lists are the parsers' 1-best trees,
// and every sentence has its block.
func TestRankedData(t *testing.T) {
	for _, list := range []string{"bllip-A.nbest.gz", "bllip-B.nbest.gz", "berkeley-A.kbest.gz"} {
		data := shared.Read(t, "data", "const-craft", list)
		n := 0
		for s, err := range Format.Sentences(bytes.NewReader(data), list) {
			if err != nil {
				t.Error(err)
			}
			if s.Readings < 1 && !s.Missing {
				t.Errorf("%s: sentence %d has %d readings", list, n+1, s.Readings)
			}
			n++
		}
		if n != 650 {
			t.Errorf("%s: %d sentences, want 650", list, n)
		}
	}
}

// files returns the paths of the trees of the shared data.
func files(t testing.TB) []string {
	var all []string
	for _, glob := range []string{"const-craft/*.mrg", "const-icepahc/*.mrg", "const-icepahc/*.gz", "const-gum-autoparse/*.ptb"} {
		some, _ := filepath.Glob(filepath.Join(shared.Path(t, "data"), glob))
		all = append(all, some...)
	}
	some, _ := filepath.Glob(filepath.Join(shared.Path(t, "cases", "brackets"), "*", "gold"))
	return append(all, some...)
}

// TestData reads every tree of the shared data with both readers, writes it and reads
// it again.
func TestData(t *testing.T) {
	all := files(t)
	if len(all) < 30 {
		t.Fatalf("only %d files", len(all))
	}
	for _, path := range all {
		if strings.Contains(path, "17-discontinuous") || strings.Contains(path, "06") {
			continue
		}
		data := shared.File(t, path)
		c := Format.Cut(bytes.NewReader(data), filepath.Base(path))
		for {
			piece, err := c.Next()
			if err != nil {
				break
			}
			if err := same(piece.Text, piece.Dialect); err != nil {
				t.Fatalf("%s:%d: %v", piece.File, piece.Line, err)
			}
			var s treebank.Sentence
			if err := Format.Read(&s, piece); err != nil {
				t.Error(err)
			}
		}
	}
}

// same compares the two readers, and the written sentence with the one that was read.
func same(text []byte, dialect int32) error {
	a := treebank.Sentence{Syms: treebank.NewSymbols(), Dialect: dialect}
	b := treebank.Sentence{Syms: a.Syms, Dialect: dialect}
	a.Reset(text)
	b.Reset(text)
	ea, eb := trees(&a, text, 0), plain(&b, text, 0, -1)
	if fmt.Sprint(ea) != fmt.Sprint(eb) || formattest.Flat(&a) != formattest.Flat(&b) {
		return fmt.Errorf("the readers differ:\n%v %s\n%v %s", ea, formattest.Flat(&a), eb, formattest.Flat(&b))
	}
	a.Reset(text)
	if parse(&a, text) != nil {
		return nil
	}
	var out bytes.Buffer
	w := bufio.NewWriter(&out)
	if err := write(w, &a); err != nil {
		return err
	}
	w.Flush()
	line := bytes.TrimSuffix(out.Bytes(), []byte("\n"))
	if bytes.IndexByte(line, '\n') >= 0 {
		return fmt.Errorf("more than a line: %q", line)
	}
	sentence := treebank.Sentence{Syms: a.Syms}
	sentence.Reset(line)
	if err := parse(&sentence, line); err != nil {
		return err
	}
	a.Failure, sentence.Failure = "", ""
	if x, y := formattest.Flat(&a)+a.Str(a.ID), formattest.Flat(&sentence)+sentence.Str(sentence.ID); x != y && !a.Missing {
		return fmt.Errorf("read %s\nwritten and read %s", x, y)
	}
	return nil
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"), int32(0))
	f.Add([]byte("( (S (X) (Y ) (NN a) b (-NONE- *)) (ID A.1))\r\n\n(())"), int32(1))
	f.Add([]byte("1\ta\n-1.5\n(S1 (NN a))\n\n"), int32(3))
	f.Add([]byte("-1.5\t(S1 (NN a))\n\n"), int32(4))
	f.Add([]byte("(S (N\xff\x00\x01x))) (((( )"), int32(2))
	f.Fuzz(func(t *testing.T, text []byte, d int32) {
		if err := same(text, (d%5+5)%5); err != nil {
			t.Error(err)
		}
		n := 0
		for _, err := range Format.Sentences(bytes.NewReader(text), "f") {
			_ = err
			if n++; n > len(text)+1 {
				t.Fatal("more sentences than bytes")
			}
		}
	})
}

func TestBadInput(t *testing.T) {
	deep := strings.Repeat("(S ", 100000) + "(NN a)" + strings.Repeat(")", 100000)
	long := "(S " + strings.Repeat("(NN word) ", 1000000) + ")"
	for name, tc := range map[string]struct {
		text            string
		phrases, tokens int
	}{
		"100,000 deep": {deep, 100000, 1},
		"10 MB line":   {long, 1, 1000000},
	} {
		n := 0
		for sentence, err := range Format.Sentences(strings.NewReader(tc.text+"\n(S (NN b))\n"), "f") {
			if err != nil {
				t.Fatal(err)
			}
			if n == 0 && (len(sentence.Phrases) != tc.phrases || len(sentence.Tokens) != tc.tokens) {
				t.Errorf("%s: %d phrases, %d tokens", name, len(sentence.Phrases), len(sentence.Tokens))
			}
			if err := write(bufio.NewWriter(&bytes.Buffer{}), sentence); err != nil {
				t.Error(err)
			}
			n++
		}
		if n != 2 {
			t.Errorf("%s: %d sentences, want 2", name, n)
		}
	}
}

func ExampleFormat() {
	trees := "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))\n"
	for sentence, err := range Format.Sentences(strings.NewReader(trees), "trees.mrg") {
		if err != nil {
			fmt.Println(err)
			continue
		}
		for _, p := range sentence.Phrases {
			fmt.Println(sentence.Name(p.Label), p.Begin, p.End)
		}
	}
	// Output:
	// S 0 3
	// NP 0 2
	// VP 2 3
}

func BenchmarkParse(b *testing.B) { bench(b, parse) }

func BenchmarkPlain(b *testing.B) {
	bench(b, func(s *treebank.Sentence, text []byte) error { return plain(s, text, 0, -1) })
}

func bench(b *testing.B, read func(s *treebank.Sentence, text []byte) error) {
	data := shared.Read(b, "data", "const-craft", "gold.clean.mrg")
	lines := bytes.SplitAfter(data, []byte("\n"))
	var sentence treebank.Sentence
	sentence.Reset(nil)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		for _, l := range lines {
			sentence.Reset(l)
			if err := read(&sentence, l); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// TestEdgeCases reads a sample of all variants that the format allows, lines and trees
// over many lines among them.
func TestEdgeCases(t *testing.T) {
	text, err := os.ReadFile(shared.Path(t, "data", "samples", "penn", "edge-cases.mrg"))
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for sentence, err := range Format.Sentences(bytes.NewReader(text), "f") {
		if err != nil {
			t.Error(err)
			continue
		}
		line := ""
		for i := range sentence.Tokens {
			line += " " + string(sentence.Word(int32(i)))
		}
		words = append(words, strings.TrimSpace(line))
	}
	want := []string{"The bill was passed *-1 .", `-LRB- a -RRB- is 3\/4`, "I ran No", "A up in May", "multi close", "", "*"}
	if d := cmp.Diff(want, words); d != "" {
		t.Error(d)
	}
}

// TestEmptyLinesInTree: the sample of UPenn in appendix A of Xiao 1997 has empty lines inside; a tree that is not closed ends
// there, as before.
func TestEmptyLinesInTree(t *testing.T) {
	for text, want := range map[string]int{
		"(S (NP I)\n\n(VP made\n  (NP a list)))\n(S (NP b))\n": 2,
		"(S (NP I)\n\n(VP made\n  (NP a list))\n(S (NP b))\n":  3,
	} {
		n := 0
		for range Format.Sentences(strings.NewReader(text), "f") {
			n++
		}
		if n != want {
			t.Errorf("%q: %d sentences, want %d", text, n, want)
		}
	}
}

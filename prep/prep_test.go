package prep

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"assay/formats/penn"
	"assay/internal/shared"
	"assay/treebank"
)

func read(t *testing.T, text string) *treebank.Sentence {
	t.Helper()
	s := &treebank.Sentence{}
	if err := penn.Format.Read(s, treebank.Piece{Text: []byte(text)}); err != nil {
		t.Fatal(err)
	}
	return s
}

func tree(sentence *treebank.Sentence) string {
	var children treebank.Children
	children.Build(sentence)
	var out strings.Builder
	var walk func(p int32)
	walk = func(p int32) {
		for i, x := range children.Of(p) {
			if i > 0 {
				out.WriteByte(' ')
			}
			if q := children.Phrase(x); q >= 0 {
				fmt.Fprintf(&out, "(%s ", sentence.Name(sentence.Phrases[q].Label))
				walk(q)
				out.WriteByte(')')
			} else {
				out.Write(sentence.Word(x))
			}
		}
	}
	walk(-1)
	return out.String()
}

// TestHelsinki removes the empty elements of two Icelandic texts whose leaves hold a
// word and its lemma (word-lemma) if they are text. Only such leaves remain.
func TestHelsinki(t *testing.T) {
	for name, stars := range map[string]int{"1450.judit.rel-bib": 624, "1888.vordraumur.nar-fic": 1002} {
		file := name + ".gold.psd.gz"
		list, err := Parse("empty=-NONE-+CODE") // CODE marks comments
		if err != nil {
			t.Fatal(err)
		}
		step := list[0].New()
		n, left := 0, 0
		count := func(s *treebank.Sentence) (n int) {
			for i := range s.Tokens {
				if w := string(s.Word(int32(i))); w == "0" || strings.HasPrefix(w, "*") {
					n++
				}
			}
			return n
		}
		for sentence, err := range penn.Format.Sentences(bytes.NewReader(shared.Read(t, "data", "const-icepahc", file)), file) {
			if err == nil {
				n += count(sentence)
				err = step(sentence)
			}
			if err != nil {
				t.Fatal(err)
			}
			left += count(sentence)
		}
		if n != stars || left != 0 {
			t.Errorf("%s: %d empty elements, %d left, want %d and 0", name, n, left, stars)
		}
	}
}

// TestJoined: steps that are not joined by commas are named.
func TestJoined(t *testing.T) {
	for _, list := range []string{"empty:functions", "empty+functions", "empty;functions"} {
		if _, err := Parse(list); err == nil || !strings.Contains(err.Error(), "commas between them") {
			t.Errorf("%s: %v", list, err)
		}
	}
}

func TestSteps(t *testing.T) {
	const bill = "(TOP (S (NP-SBJ-1 (DT The) (NN bill)) (VP (VBD was) (VP (VBN passed) (NP (-NONE- *-1)))) (. .)))"
	for _, tc := range []struct{ steps, in, want string }{
		{"empty", bill, "(TOP (S (NP-SBJ-1 The bill) (VP was (VP passed)) .))"},
		{"empty", "(IP-MAT (NP-SBJ *con*) (VBDI kom-koma) (CP-REL (WNP-1 0) (C 0) (IP-SUB (NP-SBJ *T*-1) (VBPI er-vera) (PP *ICH*-2) (NP *-3))) (, ,-,))",
			"(IP-MAT kom-koma (CP-REL (IP-SUB er-vera)) ,-,)"},
		{"empty", "(S (NP-SUB (N *E*)) (VP (V đi) (V *D*-1) (NP *T*-1)))", "(S (VP đi))"},
		{"empty", "(IP-MAT (NP-SBJ *hearer*) (VB 行け) (NP-OB1 *pro*))", "(IP-MAT 行け)"},
		{"empty", "(S (N *hearer+pro*) (N *speaker+hearer*) (N *speaker+pro*) (N *exp*) (N *arb*) (N *con*) (V đi))", "(S đi)"},
		{"empty", "(S (UH *sigh*) (CD 0) (SYM *) (: **) (NNP *X*) (PRP *) (NN *) (C 1))", "(S *sigh* 0 * ** *X* * * 1)"},
		{"traces", bill, "(TOP (S (NP-SBJ The bill) (VP was (VP passed (NP *-1))) .))"},
		{"functions", bill, "(TOP (S (NP The bill) (VP was (VP passed (NP *-1))) .))"},
		{"punctuation", bill, "(TOP (S (NP-SBJ-1 The bill) (VP was (VP passed (NP *-1)))))"},
		{"erase", bill, "(S (NP-SBJ-1 The bill) (VP was (VP passed (NP *-1))) .)"},
		{"erase=VP", bill, "(TOP (S (NP-SBJ-1 The bill) was passed (NP *-1) .))"},
		{"raise", bill, "(TOP (S (NP-SBJ-1 The bill) (VP was (VP passed (NP *-1)))) .)"},
		{"unary", bill, "(TOP (NP-SBJ-1 The bill) (VP was (VP passed (NP *-1))) .)"},
		{"unary=bottom", "(A (B (C (x a) (x b))))", "(C a b)"},
		{"unary=join", "(A (B (C (x a) (x b))))", "(A+B+C a b)"},
		{"nfc", "(A (x e\u0301te\u0301) (x \u00e9) (x \u1112\u1161\u11ab))", "(A \u00e9t\u00e9 \u00e9 \ud55c)"},
		{"lower", "(A (x The) (x \u00c9T\u00c9) (NN -LRB-))", "(A the \u00e9t\u00e9 -lrb-)"},
		{"unescape,lower", "(A (x -LRB-) (x A))", "(A ( a)"},
		{"blanks", "(A (x k_b) (x _) (x __) (x a_))", "(A k b _ __ a_)"},
		{"width", "(A (x \uff12\uff10) (x \uff21) (x a))", "(A 20 A a)"},
		{"quotes", "(A (x ``) (x \u201ca\u201d) (x don\u2019t) (x '))", "(A \" \"a\" don't ')"},
		{"unescape", `(A (x 3\/4) (x -LRB-) (x Re-LRB-a-RRB-d) (x -))`, "(A 3/4 ( Re(a)d -)"},
		{"detach", "(S (NP (N a) (PP (P b) (N c) (PP (P d) (N e)))) (. .))", "(S (NP a (PP b c))) (PP d e) ."},
		{"detach", "(S (NP (N a) (PP (P b))) (VP c))", "(S (NP a (PP b)) c)"},
		{"continuous", "(A (x a) (x b))", "(A a b)"},
		{"unary=top", "(A (B (x a)))", "(A a)"},
		{"empty,functions,erase,unary", bill, "(S (NP The bill) (VP was (VP passed)) .)"},
	} {
		steps, err := Parse(tc.steps)
		if err != nil {
			t.Fatal(err)
		}
		sentence := read(t, tc.in)
		for _, st := range steps {
			if err := st.New()(sentence); err != nil {
				t.Fatal(err)
			}
		}
		if got := tree(sentence); got != tc.want {
			t.Errorf("%s: got %s, want %s", tc.steps, got, tc.want)
		}
	}
}

func TestParse(t *testing.T) {
	for list, want := range map[string]string{
		"empty": "prep:empty", "erase=TOP+S1": "prep:erase=TOP+S1", "unary": "prep:unary=top",
	} {
		steps, err := Parse(list)
		if err != nil || steps[0].Signature() != want {
			t.Errorf("%s: got %v, %v", list, steps, err)
		}
	}
	for _, bad := range []string{"emtpy", "unary=middle"} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
}

// TestArcs takes words out of the middle of dependencies: their dependents go
// to their heads.
func TestArcs(t *testing.T) {
	sentence := read(t, "(S (A a) (, b) (A c))")
	sentence.Arcs = []treebank.Arc{{Dep: 0, Head: 1}, {Dep: 1, Head: 2}, {Dep: 2, Head: treebank.Root}}
	sentence.Secondary = []treebank.Arc{{Dep: 0, Head: 3}, {Dep: 1, Head: 3}}
	steps, _ := Parse("punctuation")
	if err := steps[0].New()(sentence); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(sentence.Arcs, sentence.Secondary), "[{0 1 0} {1 -1 0}] [{0 2 0}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestContinuous closes the gaps of a tree: unattached material goes into the
// phrase around it, the part with the head stays, the others move up.
func TestContinuous(t *testing.T) {
	sentence := &treebank.Sentence{Syms: treebank.NewSymbols()}
	label := sentence.Syms.InternString
	for _, w := range []struct {
		word   string
		parent int32
		fn     string
	}{{"a", 1, "-"}, {",", -1, ""}, {"b", 0, "-"}, {"c", 1, "HD"}, {"d", 1, "-"}} {
		sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: sentence.AddString(w.word), Parent: w.parent, Func: label(w.fn)})
	}
	sentence.Phrases = []treebank.Phrase{{Label: label("S"), Parent: -1}, {Label: label("NP"), Parent: 0}}
	if err := sentence.Arrange(); err != nil || !sentence.Gaps {
		t.Fatal(err, sentence.Gaps)
	}
	if err := (Step{Kind: Continuous}).New()(sentence); err != nil {
		t.Fatal(err)
	}
	if got, want := tree(sentence), "(S a , b (NP c d))"; got != want || sentence.Gaps {
		t.Errorf("got %s, want %s", got, want)
	}
}

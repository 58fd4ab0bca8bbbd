package heads

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"assay/formats/penn"
	"assay/internal/shared"
)

const chunked = "(NP (PRP I)) (VP (VBD saw)) (NP (DT a) (NN man)) (PP (IN with)) (NP (DT a) (NN dog)) (PP (IN in)) (NP (DT the) (NN park))"

// TestWrappers: a chunk parse has the same dependencies as several trees on a line and below every node that only
// holds them together (Kübler & Telljohann 2002 §2): of ten words three have a head, and no word is root.
func TestWrappers(t *testing.T) {
	want := "I<? saw<? a<man:NMOD man<? with<? a<dog:NMOD dog<? in<? the<park:NMOD park<?"
	for _, text := range []string{chunked, "( " + chunked + ")", "(TOP " + chunked + ")", "(S1 " + chunked + ")",
		"(ROOT " + chunked + ")", "(VROOT " + chunked + ")", "(TOP (S1 " + chunked + "))", "(TOP " + chunked + " (. .))"} {
		got := deps(t, text, "collins", "")
		if got = strings.TrimSuffix(got, " .<?"); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// TestWrapperOptions: labels of wrappers, roots, marks and failed parses.
func TestWrapperOptions(t *testing.T) {
	for _, tc := range []struct{ spec, in, want string }{
		{"collins", "(TOP (S (NP (PRP I)) (VP (VBP go))) (. .))", "I<go go<* .<?"},
		{"collins:marks=table", "(TOP (S (NP (PRP I)) (VP (VBP go))) (. .))", "I<go go<* .<go"},
		{"collins", "(S1 (NN a) (VB b))", "a<? b<?"},
		{"collins", "(S1 (NN a) (. .))", "a<* .<?"},
		{"collins", "(S1 (, ,) (. .))", ",<? .<?"},
		{"collins", "(NOPARSE (NN a) (VB b))", "a<* b<a"},
		{"collins:wrappers=NOPARSE+S1", "(NOPARSE (NN a) (VB b))", "a<? b<?"},
		{"collins:wrappers=none", "(S1 (NN a) (VB b))", "a<* b<a"},
		{"collins:wrappers=none", "( (NN a) (VB b))", "a<* b<a"},
		{"collins:roots=all", "(S1 (NP (DT a) (NN b)) (NP (NN c)))", "a<b b<* c<*"},
		{"collins:roots=largest", "(S1 (NP (NN c)) (NP (DT a) (NN b)))", "c<? a<b b<*"},
		{"collins", "(TOP (S1 (NP (NN a)) (NP (NN b))))", "a<? b<?"},
		{"collins", "( ( (NN a) (NN b)))", "a<* b<a"}, // no label says which node is a phrase
		{"collins:missing=unattached", "(S (NP (NN a)) (FRAGMENT (NN b) (NN c)) (VP (VB d)))", "a<d b<? c<? d<*"},
		{"collins:missing=unattached", "(S (NP (NN a)) (FRAGMENT (NN b)) (VP (VB d)))", "a<d b<d d<*"},
		{"collins:missing=unattached", "(FRAGMENT (NN b) (NN c))", "b<? c<?"},
	} {
		got := deps(t, tc.in, tc.spec, "functions")
		if got != tc.want {
			t.Errorf("%s %s: got %s, want %s", tc.spec, tc.in, got, tc.want)
		}
	}
}

// TestLin6 converts (6a), the shallow parse, to the words without a head that Lin prints in (6b): with, dog, and,
// cat, in.
func TestLin6(t *testing.T) {
	const text = "(S (NP (Pron I)) (VP (V saw) (NP (Det a) (N man)) (P with) (NP (Det a) (N dog)) (Conj and) (NP (Det a) (N cat)) (PP (P in) (NP (Det " +
		"the) (N park)))))"
	got := deps(t, text, "lin", "functions")
	want := "I<saw saw<* a<man man<saw with<? a<dog dog<? and<? a<cat cat<? in<? the<park park<in"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := deps(t, text, "lin:stranded=attach", "functions"); strings.Contains(got, "?") {
		t.Errorf("stranded=attach: %s", got)
	}
	before := "I<saw saw<* a<man man<? with<? a<dog dog<saw and<saw a<cat cat<saw in<saw the<park park<in"
	if got := deps(t, text, "lin:stranded=before", "functions"); got != before {
		t.Errorf("stranded=before: %s", got)
	}
	if got := deps(t, text, "lin:prepositions=IN", "functions"); strings.Contains(got, "?") {
		t.Errorf("prepositions=IN: %s", got)
	}
}

// TestNothingStrandedInGold: in the 14,745 words of CRAFT's gold trees no preposition lacks its phrase, and no node
// above a tree has several.
func TestNothingStrandedInGold(t *testing.T) {
	conv, err := Step("collins", "")
	if err != nil {
		t.Fatal(err)
	}
	plain, err := Step("collins:stranded=attach:wrappers=none", "")
	if err != nil {
		t.Fatal(err)
	}
	text := shared.Read(t, "data", "const-craft", "gold.clean.mrg")
	convert, attach := conv.New(), plain.New()
	words := 0
	for n := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n") {
		x, y := tree(t, n), tree(t, n)
		if convert(x) != nil || attach(y) != nil {
			t.Fatal(n)
		}
		if words += len(x.Tokens); arcs(x) != arcs(y) {
			t.Errorf("%s\n%s", arcs(x), arcs(y))
		}
	}
	if words != 14745 || conv.Bare() != 0 {
		t.Errorf("%d words, %d trees without convert head", words, conv.Bare())
	}
}

// TestWrapperLaw: any tree whose top is a phrase has the same dependencies below any chain of wrappers, and any
// list of trees below any wrapper.
func TestWrapperLaw(t *testing.T) {
	random := rand.New(rand.NewSource(7))
	var node func(depth int) string
	node = func(depth int) string {
		if depth == 0 || random.Intn(4) == 0 {
			tag := []string{"NN", "IN", "VB", "DT", ".", ","}[random.Intn(6)]
			return fmt.Sprintf("(%s w%d)", tag, random.Intn(100))
		}
		out := "(" + []string{"NP", "VP", "PP", "S", "XX", "SBAR"}[random.Intn(6)]
		for range 1 + random.Intn(3) {
			out += " " + node(depth-1)
		}
		return out + ")"
	}
	for range 300 {
		var trees []string
		for range 1 + random.Intn(3) {
			trees = append(trees, "(NP "+node(3)+" (NN x))")
		}
		text := strings.Join(trees, " ")
		for _, roots := range []string{"one", "all", "largest"} {
			want := deps(t, text, "collins:roots="+roots, "")
			for _, dress := range []string{"(%s)", "(TOP %s)", "(ROOT (S1 %s))", "(VROOT %s)"} {
				if got := deps(t, fmt.Sprintf(dress, text), "collins:roots="+roots, ""); got != want {
					t.Errorf("%s in %s, roots=%s\ngot  %s\nwant %s", text, dress, roots, got, want)
				}
			}
		}
	}
}

// TestBare counts converted sentences in which no word has a head.
func TestBare(t *testing.T) {
	conv, _ := Step("collins", "")
	convert := conv.New()
	for sentence, err := range penn.Format.Sentences(strings.NewReader("(S1 (NN a) (VB b))\n(S (NN a) (VB b))\n"), "x") {
		if err != nil || convert(sentence) != nil {
			t.Fatal(err)
		}
	}
	if conv.Bare() != 1 {
		t.Errorf("%d", conv.Bare())
	}
}

package rewrite

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/treebank"
)

// randomTree writes a tree of at most depth levels in brackets.
func randomTree(rng *rand.Rand, depth int) string {
	if depth == 0 || rng.IntN(3) == 0 {
		return "(" + tags[rng.IntN(3)] + " " + string(rune('a'+rng.IntN(3))) + ")"
	}
	var b strings.Builder
	b.WriteString("(" + []string{"S", "NP", "VP", "NP-SBJ"}[rng.IntN(4)])
	for range 1 + rng.IntN(3) {
		b.WriteString(" " + randomTree(rng, depth-1))
	}
	return b.String() + ")"
}

func tree(t *testing.T, text string) *treebank.Sentence {
	t.Helper()
	s, _, err := (&parser{}).sentence(text, 0)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// randomPhraseRule makes a rule with one of the actions on phrases.
func randomPhraseRule(rng *rand.Rand) string {
	node := func() string {
		return []string{"", "[cat=NP*]", "[cat!=N]", "[word=a|a*b]", "[string=*c]", "[cat=S|VP]"}[rng.IntN(6)]
	}
	link := func() string { return []string{"->", "->", "->>", "-[SBJ]->"}[rng.IntN(4)] }
	var out strings.Builder
	fmt.Fprintf(&out, "phrases r:\n match A%s %s B%s", node(), link(), node())
	if rng.IntN(2) == 0 {
		fmt.Fprintf(&out, ", A %s C%s%s", link(), node(), []string{"", "?"}[rng.IntN(2)])
		out.WriteString([]string{"", "\n where B < C", "\n where B <2 C", "\n where B.cat = C.cat", "\n where B.word != C.word", "\n where B is leaf"}[rng.IntN(6)])
	}
	if rng.IntN(3) == 0 {
		fmt.Fprintf(&out, "\n without %s %s _%s", []string{"A", "B"}[rng.IntN(2)], link(), node())
	}
	out.WriteString("\n do " + []string{"delete B", "prune B", "excise B", "excise A", "relabel B to S", "relabel A to NP-X",
		"relabel A to VP, prune B"}[rng.IntN(7)] + "\n")
	return out.String()
}

// TestPhrasesIncremental applies random rules to random trees. At every firing the
// matches are those of the naive matcher, and firing one by one on newly built trees
// gives the same final tree.
func TestPhrasesIncremental(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1991))
	fired, matches := 0, 0
	for range 13_000 {
		text, rule := randomTree(r, 4), randomPhraseRule(r)
		if strings.Count(text, "(") < 3 {
			continue
		}
		module := mustParse(t, rule)
		sentence := tree(t, "(S "+text+")")
		step := sentence.Clone()
		var rw *Rewriter
		opt := Options{MaxFirings: 200, Trace: func(*Firing) {
			fired++
			mem, g := rw.memories[0], &rw.g
			mem.sync(g)
			search, visit := mem.search, rw.visit
			got, want := list(mem, g, false), naive(g, mem.p)
			mem.search, rw.visit = search, visit
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("%s\n%s\nincremental %v\nnaive %v", rule, text, got, want)
			}
			matches += len(want)
		}}
		rw = New(module, opt)
		err := rw.Apply(sentence)
		for range 200 {
			if New(module, Options{MaxFirings: 1}).Apply(step) == nil {
				break
			}
		}
		if got, want := bracketed(sentence), bracketed(step); err == nil && got != want {
			t.Fatalf("%s\n%s\nin one go    %s\none by one   %s", rule, text, got, want)
		}
	}
	if fired < 10_000 || matches < 10_000 {
		t.Errorf("%d firings, %d matches: the test shows little", fired, matches)
	}
}

// TestPhraseStages: rules of a stage do not see the results of a later stage.
func TestPhraseStages(t *testing.T) {
	module := mustParse(t, `
phrases up:
  match A[cat=X]
  do relabel A to Y
stage
phrases down:
  match A[cat=Y]
  do relabel A to X
`)
	var firings []string
	s := tree(t, "(S (X (N a)))")
	err := New(module, Options{Trace: func(f *Firing) { firings = append(firings, f.Rule.Name+" "+f.Bound[0]) }}).Apply(s)
	if got := bracketed(s); err != nil || got != "(S (X (N a)))" || !slices.Equal(firings, []string{"up X.2", "down Y.2"}) {
		t.Errorf("%s %v %q", got, err, firings)
	}
}

// TestPhraseLoops: a recurring tree is detected as a loop, and undone on demand.
func TestPhraseLoops(t *testing.T) {
	m := mustParse(t, "phrases a:\n match P[cat=A]\n do relabel P to B\nphrases b:\n match P[cat=B]\n do relabel P to A")
	s := tree(t, "(S (A (X x)))")
	rw := New(m, Options{RestoreLoops: true})
	var loop *LoopError
	if err := rw.Apply(s); !errors.As(err, &loop) || !slices.Equal(loop.Cycle, []string{"a(A.2)", "b(A.2)"}) || bracketed(s) != "(S (A (X x)))" {
		t.Errorf("%+v %s", loop, bracketed(s))
	}
	if rw.Stats.Loops != 1 || rw.Stats.Rules[0].Firings != 1 {
		t.Errorf("%+v", rw.Stats)
	}
}

// TestSearchLimit: a search that would take minutes ends with an error, in the
// pattern and after without, for words and for phrases.
func TestSearchLimit(t *testing.T) {
	deep := "(X " + strings.Repeat("(X ", 2000) + "(A a)" + strings.Repeat(")", 2001)
	flat := "(S" + strings.Repeat(" (A a)", 400) + ")"
	chain := "a<0"
	for i := range 2000 {
		chain += fmt.Sprintf(" a<%d", i+1)
	}
	for _, tc := range []struct{ rule, in string }{
		{"phrases r:\n match P\n without P ->> Q ->> R ->> S[cat=NO]\n do prune P", deep},
		{"phrases r:\n match P -> A, P -> B, P -> C, P -> D[cat=A]\n where A < B, B < C, D < A, A.word != D.word\n do prune P", flat},
		{"phrases r:\n match P ->> A ->> B ->> C\n where C < A\n do prune P", deep},
		{"rule r:\n match P\n without P ->> Q ->> R ->> S[cat=NO]\n do detach P", chain},
	} {
		s := tree(t, tc.in)
		var loop *LoopError
		err := New(mustParse(t, tc.rule), Options{}).Apply(s)
		if !errors.As(err, &loop) || loop.Rule != "r" {
			t.Errorf("%s: %v", tc.rule, err)
		}
	}
}

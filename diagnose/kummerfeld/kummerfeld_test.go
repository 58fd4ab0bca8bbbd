package kummerfeld

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"assay/formats/penn"
	"assay/treebank"
)

// pair reads two trees.
func pair(t testing.TB, gold, system string) (g, s *treebank.Sentence) {
	t.Helper()
	syms := treebank.NewSymbols()
	read := func(text string) *treebank.Sentence {
		s := &treebank.Sentence{Syms: syms}
		s.Reset([]byte(text))
		if err := penn.Format.Parse(s, s.Text); err != nil {
			t.Fatal(err)
		}
		return s
	}
	return read(gold), read(system)
}

// classes returns the classes of the errors, joined.
func classes(t testing.TB, gold, system string, opt Options) string {
	t.Helper()
	g, s := pair(t, gold, system)
	analysis, err := Analyse(g, s, opt)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for i := range analysis.Errors {
		out = append(out, fmt.Sprintf("%s %d", analysis.Errors[i].Class, analysis.Errors[i].Brackets))
	}
	return strings.Join(out, ", ")
}

// TestClasses shows the classes on trees that can be checked by eye.
func TestClasses(t *testing.T) {
	for _, tc := range []struct{ name, gold, system, want string }{
		{"a PP at the verb, not at the noun",
			"(ROOT (S (NP (PRP I)) (VP (VBD saw) (NP (DT a) (NN man)) (PP (IN with) (NP (NN glass))))))",
			"(ROOT (S (NP (PRP I)) (VP (VBD saw) (NP (NP (DT a) (NN man)) (PP (IN with) (NP (NN glass)))))))",
			"PP Attachment 1"},
		{"all right, but for punctuation, empty elements and functions",
			"( (S (NP-SBJ (NN dog)) (, ,) (VP (VBZ barks) (NP (-NONE- *))) (. .)))",
			"(ROOT (S (NP (NN dog)) (VP (VBZ barks)) (. !)))", ""},
		{"another label", "(ROOT (S (A (X a) (X b)) (X c)))", "(ROOT (S (B (X a) (X b)) (X c)))", "Different label 2"},
		{"one word", "(ROOT (S (A (X a)) (X b)))", "(ROOT (S (X a) (X b)))", "Single Word Phrase 1"},
		{"a unary chain", "(ROOT (S (A (B (X a) (X b)))))", "(ROOT (S (B (X a) (X b))))", "Unary 1"},
		{"the same label twice", "(ROOT (S (NP (NP (X a) (X b))) (X c)))", "(ROOT (S (NP (X a) (X b)) (X c)))", "XoverX Unary 1"},
		{"inside an NP", "(ROOT (NP (NML (NN a) (NN b)) (NN c)))", "(ROOT (NP (NN a) (NN b) (NN c)))", "NP Internal Structure 1"},
		{"particles are adverbs", "(ROOT (VP (VB give) (PRT (RP up))))", "(ROOT (VP (VB give) (ADVP (RP up))))", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := classes(t, tc.gold, tc.system, Options{}); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

// TestFaults shows the faults of the program that are kept, and what Repaired
// makes of them.
func TestFaults(t *testing.T) {
	for _, tc := range []struct{ name, gold, system, want, repaired string }{
		{"an added bracket in front of a conjunction",
			"(ROOT (S (A (B (X a)) (X b)) (CC and) (C (X c))))", "(ROOT (S (B (X a)) (X b) (CC and) (C (X c))))",
			"UNSET add 1", "Co-ordination 1"},
		{"WHNP is taken for an NP",
			"(ROOT (WHNP (A (NN a) (NN b)) (NN c)))", "(ROOT (WHNP (NN a) (NN b) (NN c)))",
			"NP Internal Structure 1", "UNSET add 1"},
		{"NML is taken for a word",
			"(ROOT (NP (A (NML (NN a) (NN b)) (NN c)) (NN d)))", "(ROOT (NP (NML (NN a) (NN b)) (NN c) (NN d)))",
			"NP Internal Structure 1", "UNSET add 1"},
		{"a label inside becomes the root",
			"(TOP (HEADING (NP (NN a)) (PP (IN b))))", "(TOP (TITLE (NP (NN a)) (PP (IN b))))",
			"", "Different label 2"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := classes(t, tc.gold, tc.system, Options{}); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
			if got := classes(t, tc.gold, tc.system, Options{Repaired: true}); got != tc.repaired {
				t.Errorf("repaired: got %q, want %q", got, tc.repaired)
			}
		})
	}
	// Words are cut at Unicode spaces before their numbers are compared.
	g, s := pair(t, "(ROOT (NP (NN a\u2009b)))", "(ROOT (NP (NN a-b)))")
	if _, err := Analyse(g, s, Options{}); !errors.Is(err, ErrWords) {
		t.Errorf("%v, want %v", err, ErrWords)
	}
	if _, err := Analyse(g, s, Options{Repaired: true}); err != nil {
		t.Error(err)
	}
}

// TestCrashes goes where the program stops with an exception.
func TestCrashes(t *testing.T) {
	for _, tc := range []struct{ gold, system, want string }{
		{"(ROOT (S (X a) (X b)))", "(ROOT (ROOT (S (X a) (X b))))", "XoverX Unary 1"},
		{"(S1 (S (X a) (X b)))", "(TOP (S (X a) (X b)))", ""},
		{"(S (X a) (X b))", "(TOP (S (X a) (X b)))", ""},
		{"( (S (X a) (X b)))", "(S (X a) (X b))", ""},
		{"(NN a)", "(S1 (NN a))", ""},
		{"(A (X a)) (B (X b))", "(ROOT (A (X a)) (B (X b)))", ""},
		{"(ROOT (. .))", "(ROOT (FRAG (. .)))", "Single Word Phrase 1"},
	} {
		if got := classes(t, tc.gold, tc.system, Options{}); got != tc.want {
			t.Errorf("%s, %s: got %q, want %q", tc.gold, tc.system, got, tc.want)
		}
	}
}

// TestRefused checks the reasons not to analyse a pair.
func TestRefused(t *testing.T) {
	long := func(label string) string {
		return "(ROOT" + strings.Repeat(" ("+label+" (X a) (X b))", 102) + ")"
	}
	deep := func(label string) string {
		return strings.Repeat("("+label+" (X a) ", 8000) + "(X b)" + strings.Repeat(")", 8000)
	}
	for _, tc := range []struct {
		gold, system string
		want         error
	}{
		{"(ROOT (S (X a)))", "(())", ErrMissing},
		{"(ROOT (S (X a)))", "(ROOT (S (X a) (X b)))", ErrWords},
		{long("A"), long("B"), ErrSteps},
		{deep("A"), deep("B"), ErrSize},
	} {
		g, s := pair(t, tc.gold, tc.system)
		if _, err := Analyse(g, s, Options{}); !errors.Is(err, tc.want) {
			t.Errorf("%.40s: %v, want %v", tc.gold, err, tc.want)
		}
	}
	g, s := pair(t, long("A"), long("B"))
	if r, err := Analyse(g, s, Options{MaxSteps: 1000}); err != nil || len(r.Errors) != 102 {
		t.Errorf("%v", err)
	}
	s.Gaps = true
	if _, err := Analyse(g, s, Options{}); !errors.Is(err, ErrGaps) {
		t.Errorf("%v, want %v", err, ErrGaps)
	}
}

// TestTokens checks that brackets find their tokens again.
func TestTokens(t *testing.T) {
	g, s := pair(t, "(ROOT (S (`` ``) (A (X a) (, ,) (X b)) (-NONE- *) (X c)))", "(ROOT (S (X a) (X b) (X c)))")
	analysis, err := Analyse(g, s, Options{})
	if err != nil || len(analysis.Errors) != 1 {
		t.Fatal(err, analysis)
	}
	b := analysis.Errors[0].Bracket
	if begin, end := analysis.Tokens(b); b.Begin != 0 || b.End != 2 || begin != 1 || end != 4 {
		t.Errorf("%+v is %d-%d in gold", b, begin, end)
	}
}

// laws checks what must hold of every analysis: the errors' brackets are all
// the errors, and their changes turn the system into gold.
func laws(t testing.TB, analysis *Analysis) {
	t.Helper()
	brackets, matched, system := 0, 0, 0
	for i := range analysis.Errors {
		mistake := &analysis.Errors[i]
		if mistake.Brackets <= 0 || mistake.Brackets != mistake.Missing+mistake.Extra+mistake.Crossing || mistake.Brackets != 2*mistake.Matched-mistake.System {
			t.Fatalf("%+v does not add up", mistake)
		}
		if (mistake.Kind == Move) != (len(mistake.Movers) > 0) {
			t.Fatalf("%+v: movers", mistake)
		}
		brackets += mistake.Brackets
		matched += mistake.Matched
		system += mistake.System
	}
	if brackets != analysis.Gold+analysis.System-2*analysis.Matched || matched != analysis.Gold-analysis.Matched || system != analysis.Gold-analysis.System {
		t.Fatalf("%+v does not add up", analysis)
	}
}

// TestSummary checks the shares in the loss: they sum to it, and a class
// repaired alone gives what its errors give.
func TestSummary(t *testing.T) {
	a := NewAnalyser(Options{})
	var sum Summary
	g, s := pair(t, "(ROOT (S (A (X a) (X b)) (X c)))", "(ROOT (S (B (X a) (X b)) (X c)))")
	for range 2 {
		r, err := a.Analyse(g, s)
		if err != nil {
			t.Fatal(err)
		}
		sum.Add(r) // 2 brackets each, 1 matches
	}
	sum.Merge(&Summary{Gold: 3, System: 1, Classes: map[Class]Tally{Unary: {Errors: 1, Brackets: 4, Matched: 3, System: 2}}})
	if want := 2 * 2.0 / (7 + 5); sum.F() != want {
		t.Errorf("F %v, want %v", sum.F(), want)
	}
	shares := sum.Shares()
	if len(shares) != 2 || shares[0].Class != DifferentLabel || shares[1].Class != Unary {
		t.Fatalf("%+v", shares)
	}
	if want := 2 * 4.0 / 12; shares[0].Alone != want || shares[1].Alone != 2*5.0/14 {
		t.Errorf("alone %v and %v", shares[0].Alone, shares[1].Alone)
	}
	if lost := shares[0].Lost + shares[1].Lost; math.Abs(lost-(1-sum.F())) > 1e-12 {
		t.Errorf("lost %v of %v", lost, 1-sum.F())
	}
}

// TestTestdata compares with recorded steps that come with the package.
func TestTestdata(t *testing.T) {
	for name, least := range map[string]int{"craft": 200, "random": 1000} {
		want := readRecorded(t, "testdata/"+name+".steps.gz")
		pairs := readPairs(t, "testdata/"+name+".gold.mrg", "testdata/"+name+".system.mrg")
		if len(want) != len(pairs) {
			t.Fatalf("%s: %d pairs, %d recorded", name, len(pairs), len(want))
		}
		a := NewAnalyser(Options{})
		var sum Summary
		steps := 0
		for i, pair := range pairs {
			analysis, err := a.Analyse(pair[0], pair[1])
			if !want[i].crashed && (err != nil) != want[i].failed {
				t.Fatalf("%s, sentence %d: %v, recorded as failed: %v", name, i+1, err, want[i].failed)
			}
			if err != nil {
				continue
			}
			laws(t, analysis)
			sum.Add(analysis)
			if !want[i].crashed {
				steps += len(analysis.Errors)
				compareSteps(t, i+1, analysis, &want[i], pair[0].Syms)
			}
		}
		if steps < least {
			t.Errorf("%s: only %d steps", name, steps)
		}
		lost := 0.0
		for _, x := range sum.Shares() {
			lost += x.Lost
		}
		if math.Abs(lost-(1-sum.F())) > 1e-9 {
			t.Errorf("%s: the shares sum to %v of %v", name, lost, 1-sum.F())
		}
	}
}

// FuzzAnalyse checks that no trees break the analysis, and its laws.
func FuzzAnalyse(f *testing.F) {
	for _, s := range [][2]string{
		{"(ROOT (S (NP (DT the) (NN dog)) (VP (VBZ barks) (PP (IN at) (NP (NNS cats))))))",
			"(ROOT (S (NP (DT the)) (VP (NN dog) (VP (VBZ barks)) (PP (IN at) (NP (NNS cats))))))"},
		{"(X (X (X a)))", "(X (X a))"}, {"(X a)", "(X (X (X (X a))))"}, {"(A (A (A (X a) (X b))))", "(A (B (A (X a)) (X b)))"},
		{"( (S (X a)) (, ,))", "(A (X a)) (B (-NONE- b))"}, {"a", "(A a b (C c))"},
		{"(A (B (C (X a) (X b)) (X c)) (X d))", "(A (X a) (B (X b) (C (X c) (X d))))"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, gold, system string) {
		if len(gold)+len(system) > 2000 {
			return
		}
		syms := treebank.NewSymbols()
		g, sentence := &treebank.Sentence{Syms: syms}, &treebank.Sentence{Syms: syms}
		g.Reset([]byte(gold))
		sentence.Reset([]byte(system))
		if penn.Format.Parse(g, g.Text) != nil || penn.Format.Parse(sentence, sentence.Text) != nil {
			return
		}
		for _, opt := range []Options{{}, {Repaired: true}} {
			r, err := Analyse(g, sentence, opt)
			if err == nil {
				laws(t, r)
			} else if !slices.Contains([]error{ErrMissing, ErrWords, ErrGaps, ErrSize, ErrSteps}, err) {
				t.Fatal(err)
			}
			if r, err := Analyse(g, g, opt); err == nil && len(r.Errors) > 0 {
				t.Fatalf("gold against itself: %+v", r)
			}
		}
	})
}

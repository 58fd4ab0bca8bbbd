package condition

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"assay/eval"
	"assay/treebank"
)

// sentence makes a sentence of rows "form lemma tag xpos feats head rel".
func sentence(rows ...string) *treebank.Sentence {
	s := &treebank.Sentence{}
	s.Reset(nil)
	s.Own()
	for i, r := range rows {
		fields := strings.Fields(r)
		s.Tokens = append(s.Tokens, treebank.Token{Form: s.AddString(fields[0]), Tag: s.Syms.InternString(fields[2]), Parent: -1})
		morph := treebank.Morph{}
		if fields[1] != "_" {
			morph.Lemma = s.AddString(fields[1])
		}
		if fields[3] != "_" {
			morph.Fine = s.Syms.InternString(fields[3])
		}
		if fields[4] != "_" {
			morph.Feats = s.Syms.InternString(fields[4])
		}
		s.Morph = append(s.Morph, morph)
		var head int32
		fmt.Sscan(fields[5], &head)
		if fields[5] == "?" {
			head = treebank.Unknown + 1
		}
		s.Arcs = append(s.Arcs, treebank.Arc{Dep: int32(i), Head: head - 1, Rel: s.Syms.InternString(fields[6])})
	}
	return s
}

func sample() *treebank.Sentence {
	return sentence(
		"It _ PRON PRP Case=Nom|Number=Sing 2 nsubj",
		"costs cost VERB VBZ Number=Sing|Person=3 0 root",
		"five _ NUM CD NumForm=Word 4 nummod",
		"dollars dollar NOUN NNS Number=Plur 2 obj",
		"* * SYM $ _ ? dep",
	)
}

func TestWords(t *testing.T) {
	sentence := sample()
	tests := []struct{ cond, want string }{
		{"t", "It costs five dollars *"},
		{"(t)", "It costs five dollars *"},
		{"(type nsubj)", "It"},
		{"(deprel *subj)", "It"},
		{"(head (cat V*))", "It dollars"},
		{"(head (type root))", "It dollars"},
		{"(head (head (cat VERB)))", "five"},
		{"(not (head t))", "costs *"},
		{"(cat N*)", "five dollars"},
		{"(cat N???)", "dollars"},
		{"(string it)", "It"},
		{"(string It)", ""},
		{"(word It)", "It"},
		{"(lemma it)", ""},
		{"(lemma cost)", "costs"},
		{"(string dollar)", "dollars"},
		{"(string dollars)", ""},
		{"(upos VERB)", "costs"},
		{"(xpos /NN.?/)", "dollars"},
		{"(xpos /N/)", ""},
		{`(word "*")`, "*"},
		{`(word \*)`, ""},
		{"(word *)", "It costs five dollars *"},
		{"(xpos $)", "*"},
		{"(feat Number Sing)", "It costs"},
		{"(feat Number *)", "It costs dollars"},
		{"(pos pre)", "dollars"},
		{"(pos post)", "It five"},
		{"(not (pos post))", "costs dollars *"},
		{"(and (cat N*) (not (string five)))", "dollars"},
		{"(or (type root) (type obj))", "costs dollars"},
		{"(not ((cat N*)))", "It costs *"},
		{"(word /it/i) ; a comment", "It"},
		{"(kind link)", "It costs five dollars *"},
		{"(label obj)", "dollars"},
	}
	for _, tt := range tests {
		e, err := ParseExpr(tt.cond, All)
		if err != nil {
			t.Errorf("%s: %v", tt.cond, err)
			continue
		}
		matcher := e.NewMatcher()
		var got []string
		for i := range sentence.Tokens {
			if matcher.Word(sentence, int32(i)) {
				got = append(got, string(sentence.Word(int32(i))))
			}
			if matcher.Word(sentence, int32(i)) != matcher.Link(sentence, sentence.Arcs[i]) {
				t.Errorf("%s: word and link differ on %d", tt.cond, i)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s selects %q, want %q", tt.cond, strings.Join(got, " "), tt.want)
		}
	}
}

func TestEitherSide(t *testing.T) {
	gold, system := sample(), sample()
	system.Syms, system.Arcs[3].Rel = gold.Syms, gold.Syms.InternString("obl")
	for i := range system.Tokens {
		system.Tokens[i].Tag = gold.Tokens[i].Tag
	}
	pair := &eval.Pair{Gold: gold, System: system}
	it := &eval.Item{
		Gold:   eval.Ref{Kind: eval.Link, Index: 3, Other: 1, Label: gold.Arcs[3].Rel},
		System: eval.Ref{Kind: eval.Link, Index: 3, Other: 2, Label: system.Arcs[3].Rel},
	}
	for cond, want := range map[string]bool{
		"(type obj)": true, "(type obl)": true, "(type nsubj)": false,
		"(and (type obj) (type obl))": false, "(not (type obj))": true,
	} {
		sel, err := Parse(cond)
		if err != nil {
			t.Fatal(err)
		}
		if got := sel.NewFilter().Match(pair, it); got != want {
			t.Errorf("%s: %v, want %v", cond, got, want)
		}
	}
}

func TestBracketsAndGraphs(t *testing.T) {
	sentence := sample()
	sentence.Phrases = []treebank.Phrase{{Label: sentence.Syms.InternString("NP"), Func: sentence.Syms.InternString("SBJ"), Parent: -1, Begin: 2, End: 4}}
	sentence.Nodes = []treebank.Node{{Label: sentence.Syms.InternString("_dog_n_1")}, {Label: sentence.Syms.InternString("_bark_v_1")}}
	sentence.Edges = []treebank.Edge{{From: 1, To: 0, Label: sentence.Syms.InternString("ARG1")}}
	bracket := eval.Ref{Kind: eval.Phrase, Index: 0, Label: sentence.Phrases[0].Label}
	edge := eval.Ref{Kind: eval.Edge, Index: 0, Other: 0, Label: sentence.Edges[0].Label}
	prop := eval.Ref{Kind: eval.Prop, Index: 1, Role: sentence.Syms.InternString("TENSE"), Label: sentence.Syms.InternString("past")}
	tests := []struct {
		cond string
		ref  eval.Ref
		want bool
	}{
		{"(label NP)", bracket, true}, {"(cat N*)", bracket, true}, {"(type SBJ)", bracket, true},
		{"(type OBJ)", bracket, false}, {"(word /five .*/)", bracket, true}, {"(kind bracket)", bracket, true},
		{"(role ARG*)", edge, true}, {"(predicate *_v_*)", edge, true}, {"(kind edge)", edge, true},
		{"(predicate *_n_*)", edge, false}, {"(role TENSE)", prop, true}, {"(label past)", prop, true},
		{"(kind P)", prop, true}, {"(pos pre)", bracket, false},
	}
	for _, tt := range tests {
		e, err := ParseExpr(tt.cond, All)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.NewMatcher().Ref(sentence, tt.ref, "P"); got != tt.want {
			t.Errorf("%s on kind %d: %v, want %v", tt.cond, tt.ref.Kind, got, tt.want)
		}
	}
}

func TestErrors(t *testing.T) {
	tests := []struct{ cond, want string }{
		{"(and (typ subj) t)", "condition, column 7: want an operator, found \"typ\" (did you mean type?)\n    (and (typ subj) t)\n          ^^^"},
		{"(type subj", "condition, column 11: want ), found the end (the ( at column 1 is not closed)\n    (type subj\n              ^"},
		{"(type)", "condition, column 6: want a pattern after type, found ) (a name, a glob such as N*, \"literal\" or /regular expression/)\n    (type)\n " +
			"        ^"},
		{"(pos before)", "condition, column 6: want pre or post, found \"before\" (pre: the head is before the word)\n    (pos before)\n         ^^^^^^"},
		{"type subj", "condition, column 1: want ( or t, found \"type\"\n    type subj\n    ^^^^"},
		{"(type a b)", "condition, column 9: want ), found \"b\"\n    (type a b)\n            ^"},
		{"", "condition, column 1: want a condition, found the end\n    \n    ^"},
		{"(or)", "condition, column 4: want a condition, found )\n    (or)\n       ^"},
		{"(type /(/)", "condition, column 7: want a regular expression, found \"/(/\" (missing closing ): `(`)\n    (type /(/)\n          ^^^"},
		{"(type /a)|(b/)", "condition, column 7: want a regular expression, found \"/a)|(b/\" (unexpected ): `a)|(b`)\n    (type /a)|(b/)\n          ^^^^^^^"},
		{"t t", "condition, column 3: want the end of the condition, found \"t\"\n    t t\n      ^"},
		{"(and\n (cat N)\n (strng x))", "condition, line 3, column 3: want an operator, found \"strng\" (did you mean string?)\n     (strng x))\n      ^^^^^"},
		{"(cat N); (cat V)", "condition, column 8: want the end of the condition, found \";\" (; begins a comment, so that the condition after it does not " +
			"apply; use (and ...) or (or ...))\n    (cat N); (cat V)\n           ^"},
		{"(word \"x)", "condition, column 7: want a closing \", found the end\n    (word \"x)\n          ^"},
	}
	for _, tt := range tests {
		_, err := Parse(tt.cond)
		if err == nil {
			t.Errorf("%q: no error", tt.cond)
			continue
		}
		if err.Error() != tt.want {
			t.Errorf("%q:\n%s\nwant\n%s", tt.cond, err, tt.want)
		}
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%q: %T", tt.cond, err)
		}
	}
}

// TestComment: a comment in words is no condition.
func TestComment(t *testing.T) {
	for _, cond := range []string{"(cat N) ; nouns", "(cat N) ; (nouns)", "(cat N) ;; (cat V)", "(and (cat N) ; (cat V)\n (type x))"} {
		if _, err := Parse(cond); err != nil {
			t.Errorf("%q: %v", cond, err)
		}
	}
}

func TestParseAt(t *testing.T) {
	text := "(NODE-EXP (cat V*)) (LINK-EXP (type obj))"
	e, end, err := ParseAt(text, 10, Words)
	if err != nil || e.String() != "(cat V*)" || text[end:end+1] != ")" {
		t.Errorf("%v %d %v", e, end, err)
	}
	if _, _, err = ParseAt("(LINK-EXP (cat V))", 10, Links); err == nil || !strings.Contains(err.Error(), "column 12: want an operator on links") {
		t.Errorf("%v", err)
	}
}

func TestString(t *testing.T) {
	for in, want := range map[string]string{
		" ( and\n (cat  N* ) ; nouns\n(not (string it)) ) ": "(and (cat N*) (not (string it)))",
		`(word  "a  b")`: `(word "a  b")`,
		`(word /a ;b/i)`: `(word /a ;b/i)`,
	} {
		sel, err := Parse(in)
		if err != nil {
			t.Fatal(err)
		}
		if sel.String() != want {
			t.Errorf("%q prints as %q, want %q", in, sel, want)
		}
	}
}

func TestGlob(t *testing.T) {
	tests := []struct {
		glob, s string
		want    bool
	}{
		{"*", "", true}, {"?", "", false}, {"?", "é", true}, {"a*b*c", "axxbyyc", true}, {"a*b*c", "axxbyy", false},
		{"*a*", "bab", true}, {"a?c", "abc", true}, {"**", "x", true}, {"*?", "", false}, {"PRP$", "PRP$", true}, {".", "a", false},
	}
	for _, tt := range tests {
		p := newGlob(tt.glob)
		if p.Match([]byte(tt.s)) != tt.want || Glob([]byte(tt.glob), []byte(tt.s)) != tt.want {
			t.Errorf("%q on %q: want %v", tt.glob, tt.s, tt.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"t", "(and (cat N*) (not (string it)))", `(word "\"")`, "(word /a\\/b/is)", "(feat K V)", "(((", "(pos pre)", "(;\n t)"} {
		f.Add(s)
	}
	sentence := sample()
	f.Fuzz(func(t *testing.T, text string) {
		expr, err := ParseExpr(text, All)
		if err != nil {
			_ = err.Error()
			return
		}
		again, err := ParseExpr(expr.String(), All)
		if err != nil {
			t.Fatalf("%q prints as %q: %v", text, expr, err)
		}
		if again.String() != expr.String() {
			t.Fatalf("%q prints as %q, then as %q", text, expr, again)
		}
		a, b := expr.NewMatcher(), again.NewMatcher()
		for i := range sentence.Tokens {
			if a.Word(sentence, int32(i)) != b.Word(sentence, int32(i)) {
				t.Fatalf("%q and %q differ", text, expr)
			}
		}
	})
}

func ExampleParse() {
	_, err := Parse("(and (typ subj) (cat N*))")
	fmt.Println(err)
	sel, _ := Parse("(and (type subj)\n     (cat N*))")
	fmt.Println(sel)
	// Output:
	// condition, column 7: want an operator, found "typ" (did you mean type?)
	//     (and (typ subj) (cat N*))
	//           ^^^
	// (and (type subj) (cat N*))
}

// Conditions of Lin 1995, table 1, (HEAD MODIFIER [RELATION]), hold where the written out ones do; at any
// depth but the first, parentheses around a condition say nothing.
func TestLinTriples(t *testing.T) {
	for _, text := range []string{"((cat N) (cat Det))", `((cat N) (or (string "a") (string "the")))`, "((cat Conj) t)", "(t (cat P) (type adjn))", "((cat N))"} {
		if _, err := Parse(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"((cat N) (cat P) (type x) (type y))", "(not (t (cat P)))", "((cat N) cat)"} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%s: no error", text)
		}
	}
}

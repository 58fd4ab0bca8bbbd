package rewrite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/treebank"
)

// TestLine tests the features of the line syntax that lists lack.
func TestLine(t *testing.T) {
	left := "she/PRON<4:nsubj will/AUX<4:aux have/AUX<4:aux left/VERB<0:root"
	for _, tc := range []struct{ name, rules, in, want string }{
		{"order", "rule r:\n match X -[aux|aux:*]-> A\n where A < X\n do detach A", "left/V<0 has/A<1:aux", "left<0 has<1:aux"},
		{"distance", "rule r:\n match X -> A\n where A <1 X\n do detach A", left, "she<4:nsubj will<4:aux have<? left<0:root"},
		{"after", "rule r:\n match X -> A\n where A > X\n do detach A", "a<2 b<0 c<2", "a<2 b<0 c<?"},
		{"without", "rule r:\n match X -[aux]-> A\n without X -[nsubj]-> _\n do detach A", left, strip(left)},
		{"without, upwards", "rule r:\n match X -> A\n without _ -> X\n do relabel A to top", "a<2:x b<0 c<2:x d<3:x", "a<2:top b<0 c<2:top d<3:x"},
		{"without, deep", "rule r:\n match X[cat=V] -> A\n without A ->> _[cat=P]\n do detach A", "v/V<0 a/N<1:x b/N<2:x p/P<3:x c/N<1:x",
			"v<0 a<1:x b<2:x p<3:x c<?"},
		{"optional, there", "rule r:\n match X[cat=V] -[aux]-> A, X -[neg]-> N?\n do attach N to A, relabel A to done", "v/V<0 a<1:aux n<1:neg",
			"v<0 a<1:done n<2:neg"},
		{"optional, not there", "rule r:\n match X[cat=V] -[aux]-> A, X -[neg]-> N?\n do attach N to A, relabel A to done", "v/V<0 a<1:aux", "v<0 a<1:done"},
		{"any depth", "rule r:\n match X[cat=V] ->> N[cat=P]\n do attach N to X as far", "v/V<0 a<1:x b<2:x p/P<3:x", "v<0 a<1:x b<2:x p<1:far"},
		{"relabel from a link", "rule r:\n match X -[conj]-> B -[cc]-> C\n do relabel C to B.rel, relabel B to C.rel", "x<0 b<1:conj c<2:cc", "x<0 b<1:cc c<2:conj"},
		{"lists", "list be = be is are\nrule r:\n match X -> A[word=@be]\n do detach A", "x<0 is<1:a was<1:a", "x<0 is<? was<1:a"},
		{"features", "rule r:\n match X -> A[feat.Number=Sing]\n do detach A", "x<0 a/N/_/_/Number=Sing|Case=Nom<1:a b/N/_/_/Number=Plur<1:a", "x<0 a<? b<1:a"},
		{"a condition in parentheses", "rule r:\n match X -[(and (type a) (pos pre))]-> A[(or (cat N) (lemma be))]\n do detach A",
			"a/N<2:a x<0 b/V/be<2:a", "a<2:a x<0 b<?"},
		{"equal words", "rule r:\n match X -> A\n where X.word = A.word\n do detach A", "a<0 a<1:x b<1:x", "a<0 a<? b<1:x"},
		{"equal features", "rule r:\n match X -> A\n where X.feat.Number = A.feat.Number\n do detach A",
			"v/V/_/_/Number=Sing<0 a/N/_/_/Case=Nom|Number=Sing<1:x b/N/_/_/Number=Plur<1:x c/N<1:x d/N/_/_/Number=Plur,Sing<1:x", "v<0 a<? b<1:x c<1:x d<?"},
		{"different features", "rule r:\n match X -> A\n where X.feat.Number != A.feat.Number\n do detach A",
			"v/V/_/_/Number=Sing<0 a/N/_/_/Number=Sing<1:x b/N/_/_/Number=Plur<1:x c/N<1:x", "v<0 a<1:x b<? c<1:x"},
		{"no feature", "rule r:\n match X -> A\n where X.feat.Number = A.feat.Number\n do detach A", "v<0 a<1:x", "v<0 a<1:x"},
		{"every attribute", "rule r:\n match X -> A, X -> B\n where A.type = B.deprel, A.upos = B.tag, A.xpos = B.xpos, A.lemma = B.lemma, A.string = " +
			"B.string, A.form = B.word, A.pos = B.pos, A < B\n do detach A",
			"v<0 a/N/l/X<1:x a/N/l/X<1:x a/N/l/X<1:y", "v<0 a<? a<1:x a<1:y"},
		{"both sides of the head", "rule r:\n match X -> A, X -> B\n where A.pos != B.pos\n do detach A", "a<2:x v<0 b<2:x", "a<? v<0 b<2:x"},
		{"condition on the head", "rule r:\n match X -[(and (type x) (head (cat V)))]-> A\n do detach A", "v/V<0 a/N<1:x b<2:x", "v<0 a<? b<2:x"},
		{"a literal", "rule r:\n match X -> A\n where A.rel != subj, X.cat = V*\n do detach A", "v/VV<0 s<1:subj o<1:obj", "v<0 s<1:subj o<?"},
		{"root", "rule r:\n match X -> A\n where X is root, A is leaf\n do relabel A to hit", "a<2:x b<0 c<2:x d<3:x", "a<2:hit b<0 c<2:x d<3:x"},
		{"alternatives and negation", "rule r:\n match X -[!a|b]-> A\n do detach A", "x<0 a<1:a b<1:b c<1:c", "x<0 a<1:a b<1:b c<?"},
		{"label of the word", "rule r:\n match X -[aux]-> A\n do invert X A labels=word", "x<0:root a<1:aux", "x<2:root a<0:aux"},
		{"label of the link", "rule r:\n match X -[aux,pos=pre]-> A\n do invert X A", "x<0:root a<1:aux", "x<2:aux a<0:root"},
		{"quoted and slashed", "rule r:\n match X -> A[word=\"a,b\"|/c+/]\n do detach A", "x<0 a,b<1:y cc<1:y d<1:y", "x<0 a,b<? cc<? d<1:y"},
		{"lift", "rule r:\n match X -> A -[p]-> B\n do lift B", "x<0 a<1:y b<2:p", "x<0 a<1:y b<1:p"},
		{"transfer keeps the words above", "rule r:\n match Y[cat=V] -> A -> X[cat=P]\n do transfer X Y", "v/V<0 a<1:x p/P<2:x b<1:x", "v<0 a<1:x p<2:x b<3:x"},
	} {
		if got := apply(t, tc.rules, tc.in, Options{}); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

// TestPhrases tests the actions on constituents.
func TestPhrases(t *testing.T) {
	rules := `
phrases empty:
  match P[cat=-NONE-]
  do    prune P
phrases top:
  match P[cat=TOP|ROOT]
  do    excise P
phrases function "NP-SBJ is NP":
  match P[cat=NP-*]
  do    relabel P to NP
phrases double:
  match P[cat=NP] -> Q[cat=NP]
  where P is root
  do    excise Q
phrases intj:
  match S[cat=S] -> I[cat=INTJ]
  do    delete I

test "all of them":
  in  (TOP (S (INTJ (UH oh)) (NP-SBJ (-NONE- *)) (VP (V go) (NP-LOC (N home)))))
  out (S (VP (V go) (NP (N home))))
`
	failures, fired := RunTests(mustParse(t, rules), Options{})
	for _, f := range failures {
		t.Errorf("%s: %v %s %q", f.Test.Name, f.Err, f.Got, f.Diff)
	}
	for i, want := range []int{1, 1, 1, 0, 1} {
		if fired[i] != want {
			t.Errorf("rule %d fired %d times, want %d", i+1, fired[i], want)
		}
	}
	m := mustParse(t, "((IF-PHRASE ((NODE-EXP (cat X)))) (THEN (relabel 0 Y)))\ntest \"\":\n in (X (A a))\n out (Y (A a))")
	if f, _ := RunTests(m, Options{}); len(f) > 0 {
		t.Error(f[0].Got)
	}
	loop := mustParse(t, "phrases a:\n match P[cat=A]\n do relabel P to B\nphrases b:\n match P[cat=B]\n do relabel P to A")
	s, _, _ := (&parser{}).sentence("(A (X x))", 0)
	var le *LoopError
	if err := New(loop, Options{}).Apply(s); !errors.As(err, &le) {
		t.Errorf("rules that loop on phrases: %v", err)
	}
}

// TestErrors: an error in a rule file has its place and a likely correction of the
// name.
func TestErrors(t *testing.T) {
	xiao := "((IF ((NODE-EXP (cat V*)) (((NODE-EXP t) (LINK-EXP (type subj))))))\n (THEN (invert 0 0.1)))"
	edit := func(old, new string) string { return strings.Replace(xiao, old, new, 1) }
	for _, tc := range []struct{ rules, place, found, hint string }{
		{edit("invert", "invret"), "r:2:9", `"invret"`, "did you mean invert?"},
		{edit("(cat", "(ct"), "r:1:18", `"ct"`, "did you mean cat?"},
		{edit("type", "typ"), "r:1:53", `"typ"`, "did you mean type?"},
		{edit("0.1", "0.2"), "r:2:18", `"0.2"`, "did you mean 0.1?"},
		{edit("0.1", "0.1.1"), "r:2:18", `"0.1.1"`, "did you mean 0.1?"},
		{edit("NODE-EXP", "NODE-EXPR"), "r:1:8", `"NODE-EXPR"`, "did you mean NODE-EXP?"},
		{edit("THEN", "THAN"), "r:2:3", `"THAN"`, "did you mean THEN?"},
		{edit("(type subj)", "(cat subj)"), "r:1:53", `"cat"`, ""},
		{edit("(cat V*)", "(type V*)"), "r:1:18", `"type"`, ""},
		{edit("0 0.1)))", "0 0.1))"), "r:2:23", `the end of the file`, "the ( at line 1, column 1 is not closed"},
		{edit("subj))))))", "subj)))))"), "r:2:2", `"("`, "the ( at line 1, column 2 is not closed"},
		{edit("0 0.1)))", "0 0.1))))"), "r:2:24", `")"`, "the rule before it is closed already: there is one ) too many"},
		{edit("IF", "if"), "r:1:3", `"if"`, "write IF in capitals, as Xiao does"},
		{edit("THEN", "then"), "r:2:3", `"then"`, "write THEN in capitals, as Xiao does"},
		{"(IF ((cat V) t) (invert))", "r:1:2", `"IF"`, "Lin's rules begin with (if in small letters, Xiao's with ((IF"},
		{"rule x:\n match A <-[x]- B\n do invert A B", "r:2:10", `"<-"`, "arrows go from the head to its modifier: B -[x]-> A, not A <-[x]- B"},
		{"rule x:\n match A -> B\n where A.lema = B.lemma\n do invert A B", "r:3:10", `"lema"`, "did you mean lemma?"},
		{"rule x:\n match A -> B\n where A.lemma = B.lema\n do invert A B", "r:3:20", `"lema"`, "did you mean lemma?"},
		{"(fi ((cat V) t) (invert))", "r:1:2", `"fi"`, ""},
		{"(if ((cat V) t) (inverse))", "r:1:18", `"inverse"`, "did you mean invert?"},
		{"(if ((cat V)) (invert))", "r:1:13", ")", ""},
		{"rul x:\n match A -> B\n do invert A B", "r:1:1", `"rul"`, "did you mean rule?"},
		{"rule x:\n mach A -> B\n do invert A B", "r:2:2", `"mach"`, ""},
		{"rule x:\n match A -> B\n wihout A -> C\n do invert A B", "r:3:2", `"wihout"`, ""},
		{"rule x:\n match Abc -> B\n do invert Abd B", "r:3:12", `"Abd"`, "did you mean Abc?"},
		{"rule x:\n match A[cat=V -> B\n do invert A B", "r:2:16", `"-"`, ""},
		{"rule x:\n match A[lema=be] -> B\n do invert A B", "r:2:10", `"lema"`, "did you mean lemma?"},
		{"rule x:\n match A -> B, C -> D\n do invert A B", "r:2:16", "C, which no link joins to A", ""},
		{"rule x:\n match A -> B, B -> A\n do invert A B", "r:2:10", "a circle of links", ""},
		{"rule x:\n match A -> B, C -> B, A -> C\n do invert A B", "r:2:18", "a second one", "a pattern is a tree; where compares words of different branches"},
		{"rule x:\n match A -> B[word=@lst]\n do invert A B", "r:2:20", `"@lst"`, ""},
		{"list lst = a\nrule x:\n match A -> B[word=@lts]\n do invert A B", "r:3:20", `"@lts"`, "did you mean @lst?"},
		{"rule x:\n match A -> B[word=/(/]\n do invert A B", "r:2:20", `"/(/"`, "missing closing ): `(`"},
		{"rule x:\n match A -> B\n do relabel B", "r:3:14", "the end of the file", ""},
		{"rule x:\n match A -> B\n do invert A B labels=wrd", "r:3:23", `"wrd"`, "did you mean word?"},
		{"rule x:\n match A -> B\n do invert A B\nrule x:\n match A -> B\n do invert A B", "r:4:6", `"x", which is taken`, ""},
		{"((IF ((NODE-EXP t) (((NODE-EXP t) (((NODE-EXP t))))))) (THEN (delete 0 0.1)))", "r:1:35", "a list of lists",
			"the children of a node are in a list after it, not in it"},
		{"strategy onces", "r:1:10", `"onces"`, "did you mean once?"},
		{"test \"x\":\n in a<0\n out b<0 c<0", "r:3:6", "2 words, not 1", ""},
		{"test \"x\":\n in a<9\n out a<0", "r:2:5", `"9"`, ""},
		{"phrases x:\n match A\n do invert A", "r:3:5", `"invert"`, ""},
		{"rule x:\n match A -> B\n do invert A B; relabel A to aux", "r:3:15", `";"`, "; begins a comment, so that the rest of the line does not apply"},
		{"rule x:\n match A -> B\n where A < B ; B.lemma = A.lemma, A.cat = B.cat\n do invert A B", "r:3:14", `";"`,
			"; begins a comment, so that the rest of the line does not apply"},
	} {
		_, err := Parse([]byte(tc.rules), "r")
		e, ok := err.(*Error)
		if !ok {
			t.Errorf("%s\n%v", tc.rules, err)
			continue
		}
		place := strings.SplitN(e.Error(), ": ", 2)[0]
		if place != tc.place || e.Found != tc.found || e.Hint != tc.hint {
			t.Errorf("%s\n%v\nhint: %s\nwant %s, %s, hint %q", tc.rules, e, e.Hint, tc.place, tc.found, tc.hint)
		}
		if !strings.HasSuffix(strings.TrimRight(e.Mark, "^"), " ") || !strings.Contains(e.Mark, "^") {
			t.Errorf("no mark: %s", e.Mark)
		}
	}
}

// TestComments: comments in words after ; stay comments.
func TestComments(t *testing.T) {
	for _, text := range []string{
		"rule x: ; the first\n match A -> B ; A governs B\n where A < B ; A comes first\n do invert A B ; relabel both later\n",
		"rule x:\n match A -> B\n where A < B ;; A.lemma = B.lemma\n do invert A B # relabel A to aux\n",
	} {
		rules, err := Parse([]byte(text), "r")
		if err != nil {
			t.Errorf("%s\n%v", text, err)
		} else if r := rules.Rules[0]; len(r.Actions) != 1 || len(r.Pattern.Where) != 1 {
			t.Errorf("%s\n%d actions, %d relations", text, len(r.Actions), len(r.Pattern.Where))
		}
	}
}

// TestUnseen: a label that does not occur in the data is reported with its place.
func TestUnseen(t *testing.T) {
	m := mustParse(t, "((IF ((NODE-EXP t) (((NODE-EXP (cat NN)) (LINK-EXP (and (type PMODD) (pos post)))))))\n (THEN (invert 0 0.1)))\nrule b:\n match "+
		"A -[PMOD|other]-> B[cat=NNP]\n do invert A B")
	var v Values
	v.See(dep(t, "a/IN<0:ROOT b/NN<1:PMOD"))
	var got []string
	for _, n := range v.Unseen(m) {
		got = append(got, strings.SplitN(n.At.Error(), ": ", 2)[0]+" "+n.Text+" "+n.Hint)
	}
	want := "test.rules:1:63 (type PMODD) matches nothing in the data did you mean PMOD?|" +
		"test.rules:4:32 (cat NNP) matches nothing in the data did you mean NN?|" +
		"test.rules:4:17 (type other) matches nothing in the data "
	if strings.Join(got, "|") != want {
		t.Errorf("%s, want %s", strings.Join(got, "|"), want)
	}
}

// TestAllErrors: the errors of a rule file are reported together, each with its hint.
func TestAllErrors(t *testing.T) {
	_, err := Parse([]byte(`rule a:
  match A[ct=V] -> B
  do invert A B
((IF ((NODE-EXP (cat V*))))
(THEN (invret 0)))
rule c:
  match A -> B
  do invert A B
list d = (a
test "e":
  in a<0
  out a<9
`), "r")
	var all Errors
	if !errors.As(err, &all) {
		t.Fatal(err)
	}
	var places []string
	for _, e := range all {
		places = append(places, fmt.Sprintf("%d:%d %s", e.Line, e.Col, e.Found))
	}
	want := []string{`2:11 "ct"`, `5:8 "invret"`, `9:10 none`, `12:7 "9"`}
	if !slices.Equal(places, want) {
		t.Errorf("%q, want %q", places, want)
	}
	if text := err.Error(); strings.Count(text, "hint: did you mean") != 2 {
		t.Error(text)
	}
}

// TestUnseenValues: a value is named where no word has it, but not after not, and not if a rule
// makes it.
func TestUnseenValues(t *testing.T) {
	s := dep(t, "a/IN<0:ROOT b/NN<1:PMOD")
	s.Morph = []treebank.Morph{{Feats: s.Syms.InternString("Case=Nom|PronType=Int,Rel")}, {Fine: s.Syms.InternString("NNS")}}
	var v Values
	v.See(s)
	for condition, want := range map[string]string{
		"(cat NN)": "", "(cat NP)": "(cat NP) matches nothing in the data did you mean NN?",
		"(not (cat NP))": "", "(not (not (cat NP)))": "(cat NP) matches nothing in the data did you mean NN?",
		"(xpos NNS)": "", "(xpos IN)": "", "(cat NNS)": "(cat NNS) matches nothing in the data did you mean NN?",
		"(label PMOD)": "", "(label IN)": "", "(type IN)": "(type IN) matches nothing in the data ", "(cat PMOD)": "(cat PMOD) matches nothing in the data ",
		"(type made)": "", "(label made)": "", "(label nothing)": "(label nothing) matches nothing in the data ",
		"(feat Case Nom)": "", "(feat Case N*)": "", "(feat PronType Rel)": "", "(feat PronType Int,Rel)": "",
		"(feat Case Nim)": "(feat Case Nim) matches nothing in the data did you mean Nom?",
		"(feat Cas Nom)":  "(feat Cas Nom) matches nothing in the data did you mean Case?",
		"(feat Case Rel)": "(feat Case Rel) matches nothing in the data ",
		"(word nowhere)":  "", "(lemma nowhere)": "",
	} {
		got, rule := "", "((IF ((NODE-EXP t) (((NODE-EXP "+condition+"))))) (THEN (delete 0 0.1)))"
		if strings.HasPrefix(condition, "(type") || strings.HasPrefix(condition, "(label") {
			rule = "((IF ((NODE-EXP t) (((NODE-EXP t) (LINK-EXP " + condition + "))))) (THEN (delete 0 0.1)))"
		}
		for _, n := range v.Unseen(mustParse(t, rule+"\nrule b:\n match A -> B\n do relabel B to made")) {
			got += n.Text + " " + n.Hint
		}
		if got != want {
			t.Errorf("%s: %q, want %q", condition, got, want)
		}
	}
}

// TestUnseenAlternatives: in the list notation a bar is part of a name.
func TestUnseenAlternatives(t *testing.T) {
	var values Values
	values.See(dep(t, "a/IN<0:ROOT b/NN<1:PMOD"))
	for rules, want := range map[string]string{
		"(if (t (cat NN|IN)) (delete))":   "| is part of the name here; write (or (cat a) (cat b)), or /a|b/",
		"(if (t (cat /NN|IN/)) (delete))": "",
	} {
		got := ""
		for _, n := range values.Unseen(mustParse(t, rules)) {
			got += n.Hint
		}
		if got != want {
			t.Errorf("%s: %q, want %q", rules, got, want)
		}
	}
}

func TestLint(t *testing.T) {
	for _, tc := range []struct{ rules, want string }{
		{"((IF ((NODE-EXP t) (((NODE-EXP t) (LINK-EXP (type PMOD)))))) (THEN (invert 0 0.1)))", "loops"},
		{"((IF ((NODE-EXP (cat V*)) (((NODE-EXP (cat VV*)))))) (THEN (invert 0 0.1)))", "loops"},
		{"((IF ((NODE-EXP t) (((NODE-EXP t) (LINK-EXP (and (type PMOD) (pos post))))))) (THEN (invert 0 0.1)))", ""},
		{"((IF ((NODE-EXP (cat TO)) (((NODE-EXP (cat V*)))))) (THEN (invert 0 0.1)))", ""},
		{"((IF ((NODE-EXP t) (((NODE-EXP t)) ((NODE-EXP t))))) (THEN (delete 0.1 0.2)))", "never does anything"},
		{"((IF ((NODE-EXP t) (((NODE-EXP t))))) (THEN (invert 0 0.1) (invert 0 0.1)))", "never does anything"},
		{"rule r:\n match A[cat=V, cat=N] -> B\n do delete A B", "nothing can satisfy"},
		{"rule r:\n match A -[pos=pre, pos=post]-> B\n do delete A B", "nothing can satisfy"},
	} {
		var got []string
		for _, n := range Lint(mustParse(t, tc.rules)) {
			if !strings.HasPrefix(n.Text, "no test") {
				got = append(got, n.Text)
			}
		}
		all := strings.Join(got, "; ")
		if tc.want == "" && all != "" || !strings.Contains(all, tc.want) {
			t.Errorf("%s: %q, want %q", tc.rules, all, tc.want)
		}
	}
}

// TestLoops: a looping sentence is stopped and stays a tree, and the error lists the
// repeated firings.
func TestLoops(t *testing.T) {
	both := fig42a + "\n" + `((IF ((NODE-EXP (cat VV*)) (((NODE-EXP (cat VM)))))) (THEN (invert 0 0.1) (transfer 0.1 0)))`
	for _, tc := range []struct{ name, rules, in, cycle, kept string }{
		{"Fig 4.2 both ways", both, "she/N<2 will/VM<0 leave/VV0<2", "rule-2(leave.3 will.2), rule-1(will.2 leave.3)", ""},
		{"label travels", "rule r:\n match A -[PMOD]-> B\n do invert A B", "x<0:ROOT p<1:LOC q<2:PMOD", "", ""},
		{"verb over verb", "rule r:\n match A[cat=V] -> B[cat=V]\n do invert A B", "a/V<0 b/V<1", "r(a.1 b.2), r(b.2 a.1)", "a<0 b<1"},
	} {
		sentence := dep(t, tc.in)
		err := New(mustParse(t, tc.rules), Options{}).Apply(sentence)
		var loop *LoopError
		if !errors.As(err, &loop) {
			t.Errorf("%s: %v %s", tc.name, err, Notation(sentence, false))
			continue
		}
		if got := strings.Join(loop.Cycle, ", "); tc.cycle != "" && got != tc.cycle && tc.name != "Fig 4.2 both ways" || len(loop.Cycle) != 2 {
			t.Errorf("%s: cycle %s, want %s", tc.name, got, tc.cycle)
		}
		if got := Notation(sentence, false); tc.kept != "" && got != tc.kept || !(&graph{arcs: sentence.Arcs}).acyclic() {
			t.Errorf("%s: kept %s, want %s", tc.name, got, tc.kept)
		}
		in := dep(t, tc.in)
		sentence = in.Clone()
		_ = New(mustParse(t, tc.rules), Options{RestoreLoops: true}).Apply(sentence)
		if Notation(sentence, false) != Notation(in, false) {
			t.Errorf("%s: the input is not restored: %s", tc.name, Notation(sentence, false))
		}
	}
	// A rule that always matches but never changes anything is no loop.
	if got := apply(t, "((IF ((NODE-EXP t) (((NODE-EXP (cat Aux)))))) (THEN (transfer 0 0.1)))", "she/N<3 will/Aux<3 leave/V<0",
		Options{}); got != "she<3 will<3 leave<0" {
		t.Error(got)
	}
	// More firings than allowed.
	s := dep(t, "a/V<0 b/V<1:x c/V<1:y")
	err := New(mustParse(t, "rule r:\n match A -> B\n do invert A B, relabel B to B.rel"), Options{MaxFirings: 2}).Apply(s)
	var loop *LoopError
	if !errors.As(err, &loop) {
		t.Error("two firings are not the limit")
	}
}

// TestBadInput: heads that form no tree, several roots, unknown heads, many rules,
// deep patterns.
func TestBadInput(t *testing.T) {
	var tree *TreeError
	sentence := dep(t, "a/Aux<2 b/V<1 c/V<0")
	if err := New(mustParse(t, linAux), Options{}).Apply(sentence); !errors.As(err, &tree) || Notation(sentence, false) != "a<2 b<1 c<0" {
		t.Errorf("a cycle: %v %s", err, Notation(sentence, false))
	}
	sentence = dep(t, "a/Aux<1 b/V<0")
	if err := New(mustParse(t, linAux), Options{}).Apply(sentence); !errors.As(err, &tree) {
		t.Errorf("a word under itself: %v", err)
	}
	sentence = dep(t, "a<0 b<0")
	sentence.Arcs[1].Head = 7
	if err := New(mustParse(t, linAux), Options{}).Apply(sentence); !errors.As(err, &tree) {
		t.Errorf("a head outside of the sentence: %v", err)
	}
	if got := apply(t, linAux, "a/Aux<0 b/V<1 c/Aux<? d/V<3 e/V<?", Options{}); got != "a<2 b<0 c<4 d<? e<?" {
		t.Errorf("several roots and unknown heads: %s", got)
	}
	sentence = dep(t, "a<0 b<1:x")
	sentence.Arcs = sentence.Arcs[1:]
	if err := New(mustParse(t, "rule r:\n match A -> B\n do delete A B"), Options{}).Apply(sentence); err != nil || Notation(sentence, false) != "a<? b<?" {
		t.Errorf("a word without a link: %v %s", err, Notation(sentence, false))
	}
	sentence = &treebank.Sentence{Syms: treebank.NewSymbols()}
	if err := New(mustParse(t, linAux), Options{}).Apply(sentence); err != nil {
		t.Errorf("no words: %v", err)
	}

	var many strings.Builder
	for i := range 10_000 {
		many.WriteString("((IF ((NODE-EXP (cat V)) (((NODE-EXP t) (LINK-EXP (type l")
		many.WriteString(strings.Repeat("x", i%7) + ")))))) (THEN (delete 0 0.1)))\n")
	}
	if got := apply(t, many.String(), "a/V<0 b<1:lxx c<1:m", Options{}); got != "a<0 b<? c<1:m" {
		t.Errorf("10,000 rules: %s", got)
	}

	// Ten unordered siblings under a word with thirty modifiers.
	wide := "rule r:\n match X -> A, X -> B, X -> C, X -> D, X -> E, X -> F, X -> G, X -> H, X -> I, X -> J\n where A.word = J.word\n do detach A"
	words30 := "x<0"
	for i := range 30 {
		words30 += " w" + strconv.Itoa(i) + "<1"
	}
	var loop *LoopError
	if err := New(mustParse(t, wide), Options{}).Apply(dep(t, words30)); !errors.As(err, &loop) || loop.Rule != "r" {
		t.Errorf("more matches than can be searched: %v", err)
	}

	const deep = 100
	var pattern, words strings.Builder
	pattern.WriteString("rule r:\n match X0")
	words.WriteString("w<0")
	for i := range deep {
		pattern.WriteString(" -> X" + strings.Repeat("i", i+1))
		words.WriteString(" w<" + strconv.Itoa(i+1) + ":d")
	}
	pattern.WriteString("\n do relabel X" + strings.Repeat("i", deep) + " to deep")
	if got := apply(t, pattern.String(), words.String(), Options{}); !strings.HasSuffix(got, " w<100:deep") {
		t.Errorf("100 deep: %s", got)
	}
	list := strings.Repeat("(((NODE-EXP t)) ", deep-1) + "(((NODE-EXP t)))" + strings.Repeat(")", deep-1)
	m, err := Parse([]byte("((IF ((NODE-EXP t) "+list+")) (THEN (delete 0 0.1)))"), "r")
	if err != nil || len(m.Rules[0].Pattern.Nodes) != deep+1 {
		t.Errorf("a list 100 deep: %v", err)
	}
	if _, err := Parse([]byte("((IF ((NODE-EXP t) "+strings.Repeat("(((NODE-EXP t)) ", 5000)), "r"); err == nil {
		t.Error("a list 5000 deep is read")
	}
}

// FuzzParse checks that no text makes the parser panic or hang, and that a parsed
// module can be applied.
func FuzzParse(f *testing.F) {
	for _, name := range Builtin() {
		m, err := Named(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(m.text))
	}
	for _, s := range []string{linAux, fig42b, fig45, "(", "rule", "rule x:\n match", "list a = (b", "test \"", "phrases x: match A do delete A", "source \"\\"} {
		f.Add(s)
	}
	sentence := dep(f, "she/PRON<4:nsubj will/AUX<4:aux have/AUX<4:aux left/VERB<0:root")
	f.Fuzz(func(t *testing.T, text string) {
		module, err := Parse([]byte(text), "fuzz")
		if err != nil {
			if e, ok := err.(*Error); ok && (e.Line < 1 || e.Col < 1 || e.Mark == "") {
				t.Fatalf("an error without a place: %v", err)
			}
			return
		}
		if len(module.Rules) > 50 {
			return
		}
		c := sentence.Clone()
		_ = New(module, Options{MaxFirings: 100}).Apply(c)
		if !(&graph{arcs: c.Arcs}).acyclic() {
			t.Fatal("no tree")
		}
	})
}

// TestNoAttribute: an attribute of a variable that match lacks is not the text of a value.
func TestNoAttribute(t *testing.T) {
	for rule, want := range map[string]string{
		"match V -> S\n where S.lemma = Z.lemma\n do detach S": `r:3:18: want a value, or an attribute of a variable of match, found "Z.lemma"`,
		"match V -> S\n where S.feat.Number != v.feat.Number\n do detach S": `r:3:25: want a value, or an attribute of a variable of match, found ` +
			`"v.feat.Number"`,
		"match V -> S\n where S.lemma = a|Z.string\n do detach S":                `r:3:20: want a value, or an attribute of a variable of match, found "Z.string"`,
		"match V -> S\n do relabel S to Z.rel":                                   `r:3:18: want a value, or an attribute of a variable of match, found "Z.rel"`,
		"match V -> S\n do attach S to V as Z.deprel":                            `r:3:22: want a value, or an attribute of a variable of match, found "Z.deprel"`,
		"match V -> S[lemma=W.lemma]\n do detach S":                              `r:2:21: want a value, or an attribute of a variable of match, found "W.lemma"`,
		"match V -> S -> D[lemma=V.lemma]\n do detach S":                         "",
		"match V -> S\n where S.lemma = \"Z.lemma\"|U.S.|U.lemmas\n do detach S": "none",
		"match V -> S\n where S.lemma = V.lemma\n do relabel S to V.rel":         "none",
	} {
		_, err := Parse([]byte("rule x:\n "+rule), "r")
		if want == "none" {
			if err != nil {
				t.Errorf("%s: %v", rule, err)
			}
		} else if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", rule, err, want)
		}
	}
}

// TestEncoding: a rule file may begin with a byte-order mark and end its lines as
// Windows does; bytes that are not of UTF-8, which would match nothing, are an error
// with its place, and so is a file without a rule.
func TestEncoding(t *testing.T) {
	const rule = "\ufeffrule r:\r\n\tmatch X -[obj]-> A\r\n\tdo detach A\r\n"
	if got := apply(t, rule, "v/V<0 n/N<1:obj", Options{}); got != "v<0 n<?" {
		t.Errorf("rules after a byte-order mark give %s", got)
	}
	folder := t.TempDir()
	for text, want := range map[string]string{
		"rule r:\n match X -> A[word=caf\xe9]\n do detach A\n": "2:23: want text in UTF-8, found the byte 0xE9",
		"rule r:\n match X -> A\n do relabel A to \x00x\n":     "3:18: want text in UTF-8, found the byte 0x00",
		"\xff\xfer\x00u\x00":               "1:1: want text in UTF-8, found the byte 0xFF",
		"":                                 "1:1: want a rule, found the end of the file",
		"# rule r:\nlist be = be is\n":     "3:1: want a rule, found the end of the file",
		"test \"a\":\n in a<0\n out a<0\n": "4:1: want a rule, found the end of the file",
	} {
		path := filepath.Join(folder, "r.rules")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(path); err == nil || !strings.Contains(err.Error(), path+":"+want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestTransferFrom: the dependents from Z outwards go to the new head of a coordination, those nearer to the old head
// and on its other side stay. The tree is "old men , boys and the girls from town", headed by girls.
func TestTransferFrom(t *testing.T) {
	sentence := dep(t, "old/JJ<2 men/NN<7 ,/,<7 boys/NN<7 and/CC<7 the/DT<7 girls/NN<0 from/IN<7 town/NN<8")
	rules := `rule first:
  match X[cat=NN] -[pos=post]-> Y[cat=NN], X -> Z[cat=CC]
  where Y < Z, Z < X
  do invert X Y, transfer Y X from Z
`
	if err := New(mustParse(t, rules), Options{}).Apply(sentence); err != nil {
		t.Fatal(err)
	}
	if got := Notation(sentence, false); got != "old<2 men<0 ,<2 boys<2 and<2 the<7 girls<2 from<7 town<8" {
		t.Error(got)
	}
	_, err := Parse([]byte("rule bad:\n  match X -> Y\n  do transfer Y X from V\n"), "bad.rules")
	if want := `bad.rules:3:24: want a variable of match: X Y, found "V"`; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

package rewrite

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/formats/xiao"
	"assay/internal/formattest"
	"assay/treebank"
)

// dep makes a sentence from the notation of tests in rule files.
func dep(t testing.TB, text string) *treebank.Sentence {
	t.Helper()
	p := &parser{scanner: scanner{file: "test", text: []byte(text)}}
	s, _, err := p.sentence(text, 0)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// apply rewrites text with rules and writes the result.
func apply(t testing.TB, rules, text string, opt Options) string {
	t.Helper()
	s := dep(t, text)
	if err := New(mustParse(t, rules), opt).Apply(s); err != nil {
		t.Errorf("%s: %v", text, err)
	}
	return Notation(s, false)
}

// The rules of the papers, as printed except for misprints.
const (
	linAux = `(if ((cat Aux) (cat V)) (invert transfer))`
	fig42a = `((IF ((NODE-EXP (cat VM)) (((NODE-EXP (cat VV*)))))) (THEN (invert 0 0.1) (transfer 0.1 0)))`
	fig42b = `((IF ((NODE-EXP (cat VV*)) (((NODE-EXP (cat VM))) ((NODE-EXP (cat NN*)) (LINK-EXP (type subj))))))
	           (THEN (invert 0 0.1) (singleTransfer 0.1 0 0.2)))`
	fig45 = `rule A
(
  (IF ((NODE-EXP t)
      (((NODE-EXP (cat TO))(LINK-EXP t))
      )
    )
  )
  (THEN (isolate 0.1)
  )
)`
	fig44     = `((IF ((NODE-EXP (cat CS)) (((NODE-EXP (cat V*)))))) (THEN (invert 0 0.1)))`
	fig44back = `((IF ((NODE-EXP (cat V*)) (((NODE-EXP (cat CS)) (LINK-EXP (type spec)))))) (THEN (invert 0 0.1)))`
	linConj   = `(if ((cat N) (cat Conj)) (invert transfer))`
	fig43     = `((IF ((NODE-EXP (cat CC)) (((NODE-EXP (cat V*)) (LINK-EXP (pos post))) ((NODE-EXP (cat V*)) (LINK-EXP (pos pre))))))
	           (THEN (invert 0 0.1)))`
	fig43back = `((IF ((NODE-EXP (cat V*)) (((NODE-EXP (cat CC)) (LINK-EXP (type conj)) ) (((NODE-EXP (cat V*)) (LINK-EXP (pos pre)))))))
	           (THEN (invert 0 0.1)))`
	with = `(
  (IF ((NODE-EXP t)
        (((NODE-EXP (cat P))(LINK-EXP (type adjn)))
          )
        )
    )
  (THEN (isolate 0.1)
    )
)`
)

// Xiao's Fig 3.8 (X-bar) and Table 3.3 (Magerman): the same sentence.
const (
	fig38   = "The/AT<2:spec computer/NN1<3:subj will/VM<0 send/VVI<3:pred the/AT<6:spec files/NN2<4:cmpl to/II<4:adjn a/AT<9:spec printer/NN1<7:cmpl"
	table33 = "The/AT<2:spec computer/NN1<4:subj will/VM<4:pred send/VVI<0 the/AT<6:spec files/NN2<4:cmpl to/II<4:adjn a/AT<9:spec printer/NN1<7:cmpl"
)

func strip(text string) string {
	var out []string
	for _, w := range strings.Fields(text) {
		i, j := strings.IndexByte(w, '/'), strings.IndexByte(w, '<')
		out = append(out, w[:i]+w[j:])
	}
	return strings.Join(out, " ")
}

// TestExamples reproduces the worked examples of Lin 1995 §5 and Xiao 1997 §4.2.
func TestExamples(t *testing.T) {
	leave := "she<4:subj will<4 soon<4:adjn leave<0"
	saw := "saw<0 A<3 and<1 B<3"
	for _, tc := range []struct{ name, rules, in, want string }{
		{"Lin Fig 3a", linAux, "she/N<2:subj will/Aux<0 soon/Adv<2:adjn leave/V<2", leave},
		{"Lin Fig 3b", linAux, "she/N<2:subj will/Aux<0 soon/Adv<4:adjn leave/V<2", leave},
		{"Xiao Fig 4.2 a to b", fig42a, fig38, strip(table33)},
		{"Xiao Fig 4.2 b to a", fig42b, table33, strip(fig38)},
		{"Xiao Fig 4.5 to under want", fig45, "I/N<2 want/V<0 to/TO<2 do/V<2 it/N<4", "I<2 want<0 to<? do<2 it<4"},
		{"Xiao Fig 4.5 to under do", fig45, "I/N<2 want/V<0 to/TO<4 do/V<2 it/N<4", "I<2 want<0 to<? do<2 it<4"},
		{"Xiao Fig 4.5 to over do", fig45, "I/N<2 want/V<0 to/TO<2 do/V<3 it/N<4", "I<2 want<0 to<? do<2 it<4"},
		{"Xiao Fig 5.4, action as printed there", "((IF ((NODE-EXP t) (((NODE-EXP (cat b))) (((NODE-EXP (cat c))))))) (THEN singleTransfer(0 0.1 0.1.1)))",
			"x/a<0 y/b<1 z/c<2", "x<0 y<1 z<1"},
		{"Xiao Fig 4.4", fig44, "If/CS<6:adjn you/PN<3 invite/VV<1:cmpl me/PN<3 I/PN<6 go/VV<0",
			"If<3:cmpl you<3 invite<6:adjn me<3 I<6 go<0"},
		{"Xiao Fig 4.4 back", fig44back, "If/CS<3:spec you/PN<3 invite/VV<6:adjn me/PN<3 I/PN<6 go/VV<0",
			"If<6:adjn you<3 invite<1:spec me<3 I<6 go<0"},
		{"Lin Fig 4 chain", linConj, "saw/V<0 A/N<1 and/Conj<2 B/N<3", saw},
		{"Lin Fig 4 flat", linConj, "saw/V<0 A/N<1 and/Conj<2 B/N<2", "saw<0 A<3 and<1 B<3"},
		{"Lin Fig 4 UD", linConj, "saw/V<0 A/N<1 and/Conj<4 B/N<2", saw},
		{"Lin Fig 4 headed by and", linConj, "saw/V<0 A/N<3 and/Conj<1 B/N<3", saw},
		{"Xiao Fig 4.3", fig43, "He/P<2 stood/VV<4 up/R<2 and/CC<0 gave/VV<4", "He<2 stood<0 up<2 and<2 gave<4"},
		{"Xiao Fig 4.3 back", fig43back, "He/P<2 stood/VV<0 up/R<2 and/CC<2:conj gave/VV<4", "He<2 stood<4:conj up<2 and<0 gave<4"},
		{"Xiao p. 53 with", with, "John/N<2:subj broke/V<0 the/D<4 window/N<2 with/P<2:adjn a/D<7 stone/N<5:cmpl",
			"John<2:subj broke<0 the<4 window<2 with<? a<7 stone<2:cmpl"},
		{"Lin only prepositions", `(if (t (not (cat P))) (delete))`, "I/N<2 saw/V<0 him/N<2 in/P<2 town/N<4", "I<? saw<0 him<? in<2 town<?"},
		{"Lin all but prepositions", `(if (t (cat P)) (delete))`, "I/N<2 saw/V<0 him/N<2 in/P<2 town/N<4", "I<2 saw<0 him<2 in<? town<4"},
		{"Lin only prepositions, the root too", `(if (t (not (cat P))) (delete delete-root))`, "I/N<2 saw/V<0 him/N<2 in/P<2 town/N<4",
			"I<? saw<? him<? in<2 town<?"},
	} {
		if got := apply(t, tc.rules, tc.in, Options{}); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

// TestCoordination brings five styles of coordination to one tree.
func TestCoordination(t *testing.T) {
	rules := `
((IF ((NODE-EXP t) (((NODE-EXP (cat Conj)))))) (THEN (isolate 0.1)))
((IF ((NODE-EXP t) (((NODE-EXP (cat N))) (((NODE-EXP (cat N)) (LINK-EXP (type conj))))))) (THEN (singleTransfer 0 0.1 0.1.1)))`
	want := "A<2 saw<0 and<? B<2"
	for _, in := range []string{
		"saw/V<0 A/N<1 and/Conj<2 B/N<3:conj", // chain
		"saw/V<0 A/N<1 and/Conj<2 B/N<2:conj", // flat
		"saw/V<0 A/N<1 and/Conj<4 B/N<2:conj", // UD
		"saw/V<0 A/N<3 and/Conj<1 B/N<3:conj", // headed by the conjunction
		"saw/V<0 A/N<1 and/Conj<1 B/N<1:conj", // all on the verb
	} {
		want = "saw<0 A<1 and<? B<1:conj"
		if got := apply(t, rules, in, Options{}); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// TestOnce shows that one pass, as printed in Lin's (12), does not give a normal
// form.
func TestOnce(t *testing.T) {
	in := "she/N<2 will/Aux<0 have/Aux<2 left/V<3"
	once := Once
	if got := apply(t, linAux, in, Options{Strategy: &once}); got != "she<2 will<0 have<4 left<2" {
		t.Errorf("once: %s", got)
	}
	if got := apply(t, linAux, in, Options{}); got != "she<4 will<4 have<4 left<0" {
		t.Errorf("fixpoint: %s", got)
	}
	if got := apply(t, "strategy once\n"+linAux, in, Options{}); got != "she<2 will<0 have<4 left<2" {
		t.Errorf("strategy once: %s", got)
	}
}

// names lists words by their names in a figure.
func names(ids map[int32]string, words []int32) string {
	var out []string
	for _, w := range words {
		out = append(out, ids[w])
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// show writes subtrees in the notation of the thesis, sorted.
func show(ids map[int32]string, trees []subtree) string {
	var one func(t subtree) string
	one = func(t subtree) string {
		s := ids[t.word]
		for _, b := range t.below {
			if len(b.below) > 0 {
				s += " " + ids[b.word] + " (" + strings.TrimPrefix(strings.TrimSuffix(one(b), ")"), "("+ids[b.word]+" ") + ")"
			} else {
				s += " " + ids[b.word]
			}
		}
		return "(" + s + ")"
	}
	var out []string
	for _, t := range trees {
		out = append(out, one(t))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// TestFig53 lists the matches of Xiao's Fig 5.3 (§5.2).
func TestFig53(t *testing.T) {
	sentence := dep(t, table33)
	ids := map[int32]string{3: "D1", 1: "D2", 2: "D3", 5: "D4", 6: "D5", 0: "D6", 4: "D7", 8: "D8", 7: "D9"}
	memory := newMemory(compile(mustParse(t, `((IF ((NODE-EXP t) (
		((NODE-EXP (cat NN*)) (LINK-EXP t))
		((NODE-EXP t) (LINK-EXP (type adjn)))
		(((NODE-EXP (cat NN1)) (LINK-EXP t))))))
		(THEN (delete 0 0.1)))`).Rules[0]))
	var g graph
	g.reset(sentence)
	memory.sync(&g)
	for _, tc := range []struct {
		node         int
		links, trees string
	}{
		{3, "D2 D8", "(D2), (D8)"}, // P4
		{2, "D5", "(D5 D8)"},       // P3
		{1, "D2 D4 D8", "(D2), (D4), (D8)"},
		{0, "", "(D1 D2 D5 (D8)), (D1 D4 D5 (D8))"},
	} {
		if got := names(ids, memory.linkMatches(tc.node)); tc.node > 0 && got != tc.links {
			t.Errorf("link matches of node %d: %s, want %s", tc.node, got, tc.links)
		}
		if got := show(ids, memory.subtreeMatches(&g, tc.node)); got != tc.trees {
			t.Errorf("subtree matches of node %d: %s, want %s", tc.node, got, tc.trees)
		}
	}
}

// TestFig54 checks the memories of the two rules of Xiao's Fig 5.4 step by step.
func TestFig54(t *testing.T) {
	// D1->D2->{D3->{D5,D6},D4}; rule 1 matches D3, D5, D6, rule 2 matches D5 and D4
	// under D2.
	sentence := dep(t, "D1/t1<0 D2/t2<1:a D3/t3<2:b D4/t4<2:c D5/t5<3:d D6/t6<3:e")
	ids := map[int32]string{0: "D1", 1: "D2", 2: "D3", 3: "D4", 4: "D5", 5: "D6"}
	mod := mustParse(t, `
((IF ((NODE-EXP t) (((NODE-EXP (cat t3))) (((NODE-EXP (cat t5))) ((NODE-EXP (cat t6))))))) (THEN (singleTransfer 0 0.1 0.1.1)))
((IF ((NODE-EXP (cat t2)) (((NODE-EXP (cat t5))) ((NODE-EXP (cat t4)))))) (THEN (delete 0 0.1)))`)
	var g graph
	g.reset(sentence)
	m := []*memory{newMemory(compile(mod.Rules[0])), newMemory(compile(mod.Rules[1]))}
	state := func() string {
		var out []string
		for i, memory := range m {
			memory.sync(&g)
			for k := range memory.p.nodes {
				links := ""
				if k > 0 {
					links = names(ids, memory.linkMatches(k)) + ";"
				}
				out = append(out, fmt.Sprintf("P%d%d{%s%s}", i+1, k+1, links, show(ids, memory.subtreeMatches(&g, k))))
			}
		}
		return strings.Join(out, " ")
	}
	want := []string{
		"P11{(D2 D3 (D5 D6))} P12{D3;(D3 D5 D6)} P13{D5;(D5)} P14{D6;(D6)} P21{} P22{;} P23{D4;(D4)}",
		"P11{} P12{D3;} P13{;} P14{D6;(D6)} P21{(D2 D5 D4)} P22{D5;(D5)} P23{D4;(D4)}",
		"P11{} P12{D3;} P13{;} P14{D6;(D6)} P21{} P22{;} P23{D4;(D4)}",
	}
	for i, w := range want {
		if got := state(); got != w {
			t.Errorf("after %d firings:\n%s, want\n%s", i, got, w)
		}
		if i < 2 {
			bound := make([]int32, 4)
			var labels [4]treebank.Symbol
			m[i].each(&g, bound, false, func(b []int32) bool {
				p := m[i].p
				g.apply(&p.actions[0], b, labels[:])
				return true
			})
		}
	}
	if got := Notation(sentence, false); got != "D1<0 D2<1:a D3<2:b D4<2:c D5<? D6<3:e" {
		t.Errorf("in the end: %s", got)
	}
}

// TestForest shows Xiao's §6.3: rules act on the trees, then the trees are
// packed. On the packed forest the rule would destroy reading A.
func TestForest(t *testing.T) {
	a := dep(t, "I/N<2 saw/V<0 man/N<2 with/P<3 dog/N<6 and/Conj<4 cat/N<6")
	b := dep(t, "I/N<2 saw/V<0 man/N<6 with/P<3 dog/N<4 and/Conj<2 cat/N<6")
	rules := `((IF ((NODE-EXP (cat V)) (((NODE-EXP (cat Conj))) (((NODE-EXP (cat N))))))) (THEN (singleTransfer 0 0.1 0.1.1)))`
	forest := a.Clone()
	forest.Arcs = pack(a.Arcs, b.Arcs)
	if !forest.Forest() {
		t.Fatal("no forest")
	}
	packed := packing(t, a, b)
	rw := New(mustParse(t, rules), Options{})
	for _, s := range []*treebank.Sentence{a, b} {
		if err := rw.Apply(s); err != nil {
			t.Fatal(err)
		}
	}
	if got := Notation(a, false); got != "I<2 saw<0 man<2 with<3 dog<6 and<4 cat<6" {
		t.Errorf("reading A is changed: %s", got)
	}
	if got := Notation(b, false); got != "I<2 saw<0 man<2 with<3 dog<4 and<2 cat<2" {
		t.Errorf("reading B: %s", got)
	}
	want := pack(a.Arcs, b.Arcs)
	heads := func(arcs []treebank.Arc, w int32) (out []int32) {
		for _, a := range arcs {
			if a.Dep == w {
				out = append(out, a.Head)
			}
		}
		return out
	}
	if got := fmt.Sprint(heads(want, 4), heads(want, 6)); got != "[3 5] [1 5]" {
		t.Errorf("packed: dog, cat hang on %s", got)
	}
	if err := rw.Apply(forest); err != nil {
		t.Fatal(err)
	}
	for w := range forest.Tokens { // unpacking may add readings, but must not lose any
		for _, h := range heads(want, int32(w)) {
			if !slices.Contains(heads(forest.Arcs, int32(w)), h) {
				t.Errorf("word %d has lost head %d", w, h)
			}
		}
	}
	if err := rw.Apply(packed); err != nil { // a forest that records its readings has no others
		t.Fatal(err)
	}
	if !slices.Equal(packed.Arcs, want) {
		t.Errorf("the readings give %v, want D of figure 6.2: %v", packed.Arcs, want)
	}
	for i, tree := range []*treebank.Sentence{a, b} {
		reading := treebank.ReadingsOf(packed)[i]
		for w, link := range reading.Links {
			if got := packed.ArcsOf(int32(w))[link]; got != tree.Arcs[w] {
				t.Errorf("reading %d has %v, want %v", i+1, got, tree.Arcs[w])
			}
		}
	}
}

// packing returns the forest of two trees, which records them.
func packing(t *testing.T, a, b *treebank.Sentence) *treebank.Sentence {
	t.Helper()
	var packer treebank.Packer
	first := a.Clone()
	packer.Start(first)
	if err := packer.Add(b); err != nil {
		t.Fatal(err)
	}
	packer.Finish()
	return first
}

// TestForestBound refuses a forest of too many trees.
func TestForestBound(t *testing.T) {
	sentence := dep(t, strings.Repeat("w<0 ", 12))
	var arcs []treebank.Arc
	for i := range int32(12) {
		arcs = append(arcs, treebank.Arc{Dep: i, Head: treebank.Root}, treebank.Arc{Dep: i, Head: treebank.Unknown})
	}
	sentence.Arcs = pack(arcs)
	before := slices.Clone(sentence.Arcs)
	rw := New(mustParse(t, linAux), Options{})
	if _, ok := rw.Apply(sentence).(*ForestError); !ok || !slices.Equal(before, sentence.Arcs) {
		t.Error("4096 trees are not refused")
	}
	if err := New(mustParse(t, linAux), Options{MaxTrees: 5000}).Apply(sentence); err != nil {
		t.Error(err)
	}
}

// TestForestSenses: in each tree a word has the category of the sense of its link,
// and keeps its senses.
func TestForestSenses(t *testing.T) {
	text := `(
(it ('it' N (saw V < subj)))
(saw ('see' V (*)))
(flying ('fly' V (saw V > cmpl)) ('flying' A (planes N < adjn)))
(planes ('plane' N (flying V > cmpl) (saw V > cmpl)))
)`
	sentence := &treebank.Sentence{Syms: treebank.NewSymbols()}
	if err := xiao.Format.Read(sentence, treebank.Piece{Text: []byte(text), Line: 1}); err != nil || !sentence.Forest() {
		t.Fatal(err)
	}
	rules := `((IF ((NODE-EXP (cat V)) (((NODE-EXP (cat V)) (LINK-EXP (type cmpl)))))) (THEN (delete 0 0.1)))
((IF ((NODE-EXP (cat N)) (((NODE-EXP (cat A)))))) (THEN (invert 0 0.1)))`
	if err := New(mustParse(t, rules), Options{}).Apply(sentence); err != nil {
		t.Fatal(err)
	}
	// planes over flying, and saw over planes: the two trees without a cycle
	// are flying (V) under saw, with planes under flying or saw, and flying (A)
	// under planes under saw.
	want := `# reading = 1 1 1 2
# reading = 1 1 1 1
# reading = 1 1 2 3
(it ('it' N (saw V < subj)))
(saw ('see' V (*)))
(flying ('fly' V (?))
  ('flying' A (saw V > cmpl)))
(planes ('plane' N (saw V > cmpl) (flying V > cmpl) (flying V > adjn)))`
	if got := strings.TrimSpace(formattest.Text(t, &xiao.Format, sentence)); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// pack joins the trees of one sentence: every word has the links that it has in any
// of them.
func pack(trees ...[]treebank.Arc) []treebank.Arc {
	arcs := slices.Concat(trees...)
	slices.SortFunc(arcs, byArc)
	return slices.Compact(arcs)
}

// linkMatches returns the LinkMatchList of node k.
func (m *memory) linkMatches(k int) []int32 {
	var out []int32
	for w := m.link[k].next(0); w >= 0; w = m.link[k].next(w + 1) {
		out = append(out, w)
	}
	return out
}

// A listed subtree is a word and the subtrees under it that match the children
// of its node.
type subtree struct {
	word  int32
	below []subtree
}

// subtreeMatches returns the SubtreeMatchList of node k.
func (m *memory) subtreeMatches(g *graph, k int) []subtree {
	var out []subtree
	for w := m.full[k].next(0); w >= 0; w = m.full[k].next(w + 1) {
		out = append(out, m.subtrees(g, k, w)...)
	}
	return out
}

// subtrees returns the subtree matches of node k with root word.
func (m *memory) subtrees(graph *graph, k int, word int32) []subtree {
	lists := [][]subtree{nil}
	for _, c := range m.p.children[k] {
		var longer [][]subtree
		for _, list := range lists {
			for x := m.full[c].next(0); x >= 0; x = m.full[c].next(x + 1) {
				if graph.head(x) != word || contains(list, x) {
					continue
				}
				for _, t := range m.subtrees(graph, c, x) {
					longer = append(longer, append(list[:len(list):len(list)], t))
				}
			}
		}
		lists = longer
	}
	var out []subtree
	for _, l := range lists {
		out = append(out, subtree{word, l})
	}
	return out
}

func contains(l []subtree, w int32) bool {
	for _, t := range l {
		if t.word == w {
			return true
		}
	}
	return false
}

package rewrite

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/treebank"
)

// naive lists the matches of a rule by trying all words for all nodes: the normative
// meaning of patterns. Its only shortcut is to give up early.
func naive(graph *graph, program *program) [][]int32 {
	var out [][]int32
	n := int32(len(graph.arcs))
	bound := make([]int32, len(program.nodes))
	var bind func(k int)
	bind = func(k int) {
		if k == len(program.nodes) {
			if sr := (search{g: graph, m: &memory{p: program}, bound: bound}); !sr.blocked() {
				out = append(out, slices.Clone(bound))
			}
			return
		}
		test := &program.nodes[k]
		fits := false
		for word := range n {
			if test.parent >= 0 {
				top := bound[test.parent]
				if top < 0 || !(graph.head(word) == top || test.deep && word != top && graph.below(word, top)) {
					continue
				}
			}
			if !test.isNode(graph, word) || !test.isLink(graph, word) || slices.Contains(bound[:k], word) {
				continue
			}
			bound[k] = word
			if slices.ContainsFunc(program.where[k], func(r relation) bool { return !r.holds(graph, bound) }) {
				continue
			}
			fits = true
			bind(k + 1)
		}
		if test.optional && !fits {
			bound[k] = -1
			bind(k + 1)
		}
	}
	bind(0)
	return out
}

// randomSentence makes a sentence of n words with a random forest over them.
func randomSentence(rng *rand.Rand, n int) *treebank.Sentence {
	sentence := &treebank.Sentence{Syms: treebank.NewSymbols()}
	sentence.Own()
	for i := range n {
		sentence.Tokens = append(sentence.Tokens, treebank.Token{
			Form: sentence.AddString(string(rune('a' + rng.IntN(3)))), Tag: sentence.Syms.InternString(tags[rng.IntN(3)]), Parent: -1})
		sentence.Arcs = append(sentence.Arcs, treebank.Arc{Dep: int32(i), Head: treebank.Root - int32(rng.IntN(2))})
	}
	var g graph
	g.reset(sentence)
	for range 2 * n {
		randomEdit(rng, &g)
	}
	return sentence
}

var (
	tags   = []string{"N", "V", "P"}
	labels = []string{"subj", "obj", "adjn"}
)

// randomEdit gives a word a new head without making a cycle, or no head.
func randomEdit(rng *rand.Rand, graph *graph) {
	n := int32(len(graph.arcs))
	dep, head := rng.Int32N(n), rng.Int32N(n+2)-2
	if head >= 0 && graph.below(head, dep) {
		head = treebank.Root
	}
	var rel treebank.Symbol
	if head != treebank.Unknown {
		rel = graph.s.Syms.InternString(labels[rng.IntN(3)])
	}
	graph.set(dep, head, rel)
}

// randomRule makes a rule with a pattern of up to four nodes.
func randomRule(rng *rand.Rand) string {
	word := func() string {
		return []string{"", "[cat=" + tags[rng.IntN(3)] + "]", "[cat!=" + tags[rng.IntN(3)] + "]", "[word=a|b]"}[rng.IntN(4)]
	}
	link := func() string {
		return []string{"->", "->", "->>", "-[" + labels[rng.IntN(3)] + "]->", "-[pos=pre]->", "-[!" + labels[rng.IntN(3)] + "]->>"}[rng.IntN(6)]
	}
	vars := []string{"A", "B", "C", "D"}
	n := 1 + rng.IntN(4)
	var out strings.Builder
	fmt.Fprintf(&out, "rule r:\n match A%s", word())
	for i := 1; i < n; i++ {
		q := []string{"", "", "", "?"}[rng.IntN(4)]
		fmt.Fprintf(&out, ", %s %s %s%s%s", vars[rng.IntN(i)], link(), vars[i], word(), q)
	}
	for range rng.IntN(2) {
		if n > 1 {
			i := rng.IntN(n)
			fmt.Fprintf(&out, "\n where %s < %s", vars[i], vars[(i+1)%n])
		}
	}
	if rng.IntN(3) == 0 {
		fmt.Fprintf(&out, "\n without %s %s _%s", vars[rng.IntN(n)], link(), word())
	}
	out.WriteString("\n do detach A\n")
	return out.String()
}

func list(m *memory, g *graph, reverse bool) [][]int32 {
	var out [][]int32
	m.each(g, make([]int32, len(m.p.nodes)), reverse, func(b []int32) bool {
		out = append(out, slices.Clone(b))
		return false
	})
	return out
}

// TestIncremental edits random sentences more than 100,000 times. After each edit it
// finds the same matches as the naive matcher, in the same order.
func TestIncremental(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1995))
	edits, matches := 0, 0
	for edits < 110_000 {
		sentence := randomSentence(rng, 1+rng.IntN(7))
		rule := randomRule(rng)
		memory := newMemory(compile(mustParse(t, rule).Rules[0]))
		var g graph
		g.reset(sentence)
		for range 20 {
			for range rng.IntN(3) {
				randomEdit(rng, &g)
				edits++
			}
			memory.sync(&g)
			got, want := list(memory, &g, false), naive(&g, memory.p)
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("%s\n%s\nincremental %v\nnaive %v", rule, Notation(sentence, false), got, want)
			}
			matches += len(want)
			back := list(memory, &g, true)
			slices.Reverse(back)
			if !slices.ContainsFunc(memory.p.nodes, func(n nodeTest) bool { return n.optional }) && !slices.EqualFunc(back, want, slices.Equal) {
				t.Fatalf("%s\n%s\nreversed %v\nnaive %v", rule, Notation(sentence, false), back, want)
			}
		}
	}
	if matches < edits {
		t.Errorf("only %d matches in %d edits: the test shows little", matches, edits)
	}
}

// TestUndo: undoing random edits restores the state before.
func TestUndo(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1995))
	for range 2000 {
		s := randomSentence(rng, 1+rng.IntN(9))
		var g graph
		g.reset(s)
		before := slices.Clone(g.arcs)
		for range 10 {
			randomEdit(rng, &g)
		}
		g.undo(0)
		if !slices.Equal(before, g.arcs) || g.h1 != 0 || g.h2 != 0 {
			t.Fatal("undo does not undo")
		}
	}
}

// randomModule makes rules of random actions on random words.
func randomModule(rng *rand.Rand) string {
	var out strings.Builder
	vars := []string{"A", "B", "C"}
	for i := range 1 + rng.IntN(4) {
		fmt.Fprintf(&out, "rule r%d:\n match A[cat=%s] %s B %s C%s\n do ", i, tags[rng.IntN(3)],
			[]string{"->", "->>"}[rng.IntN(2)], []string{"->", "-[obj]->"}[rng.IntN(2)], []string{"", "?"}[rng.IntN(2)])
		for j := range 1 + rng.IntN(3) {
			if j > 0 {
				out.WriteString(", ")
			}
			a := actionNames[rng.IntN(int(DeletePhrase))]
			out.WriteString(a.name)
			for range a.words {
				out.WriteString(" " + vars[rng.IntN(3)])
			}
			if a.name == "relabel" {
				out.WriteString(" to " + labels[rng.IntN(3)])
			}
		}
		out.WriteString("\n")
	}
	return out.String()
}

// TestTrees applies random rules to random sentences: afterwards each word has one
// head and no head is below its word.
func TestTrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1997))
	fired, loops := 0, 0
	for range 25_000 {
		sentence := randomSentence(rng, 1+rng.IntN(8))
		text := randomModule(rng)
		opt := Options{Reverse: rng.IntN(2) == 0, RestoreLoops: rng.IntN(2) == 0}
		if rng.IntN(3) == 0 {
			once := Once
			opt.Strategy = &once
		}
		in := sentence.Clone()
		rw := New(mustParse(t, text), opt)
		err := rw.Apply(sentence)
		if err != nil {
			loops++
			if opt.RestoreLoops && !slices.Equal(sentence.Arcs, in.Arcs) {
				t.Fatalf("%s\nthe loop is not undone", text)
			}
		}
		for i, a := range sentence.Arcs {
			if a.Dep != int32(i) || a.Head < treebank.Unknown || int(a.Head) >= len(sentence.Tokens) {
				t.Fatalf("%s\n%s -> %s: link %d", text, Notation(in, false), Notation(sentence, false), i)
			}
		}
		if len(sentence.Arcs) != len(sentence.Tokens) || !(&graph{arcs: sentence.Arcs}).acyclic() {
			t.Fatalf("%s\n%s -> %s: no tree", text, Notation(in, false), Notation(sentence, false))
		}
		for _, st := range rw.Stats.Rules {
			fired += st.Firings
		}
	}
	if fired < 8000 || loops == 0 {
		t.Errorf("%d firings, %d loops: the test shows little", fired, loops)
	}
}

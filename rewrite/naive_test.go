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
func naive(g *graph, p *program) [][]int32 {
	var out [][]int32
	n := int32(len(g.arcs))
	bound := make([]int32, len(p.nodes))
	var bind func(k int)
	bind = func(k int) {
		if k == len(p.nodes) {
			if sr := (search{g: g, m: &memory{p: p}, bound: bound}); !sr.blocked() {
				out = append(out, slices.Clone(bound))
			}
			return
		}
		t := &p.nodes[k]
		fits := false
		for w := range n {
			if t.parent >= 0 {
				top := bound[t.parent]
				if top < 0 || !(g.head(w) == top || t.deep && w != top && g.below(w, top)) {
					continue
				}
			}
			if !t.isNode(g, w) || !t.isLink(g, w) || slices.Contains(bound[:k], w) {
				continue
			}
			bound[k] = w
			if slices.ContainsFunc(p.where[k], func(r relation) bool { return !r.holds(g, bound) }) {
				continue
			}
			fits = true
			bind(k + 1)
		}
		if t.optional && !fits {
			bound[k] = -1
			bind(k + 1)
		}
	}
	bind(0)
	return out
}

// randomSentence makes a sentence of n words with a random forest over them.
func randomSentence(r *rand.Rand, n int) *treebank.Sentence {
	s := &treebank.Sentence{Syms: treebank.NewSymbols()}
	s.Own()
	for i := range n {
		s.Tokens = append(s.Tokens, treebank.Token{
			Form: s.AddString(string(rune('a' + r.IntN(3)))), Tag: s.Syms.InternString(tags[r.IntN(3)]), Parent: -1})
		s.Arcs = append(s.Arcs, treebank.Arc{Dep: int32(i), Head: treebank.Root - int32(r.IntN(2))})
	}
	var g graph
	g.reset(s)
	for range 2 * n {
		randomEdit(r, &g)
	}
	return s
}

var (
	tags   = []string{"N", "V", "P"}
	labels = []string{"subj", "obj", "adjn"}
)

// randomEdit gives a word a new head without making a cycle, or no head.
func randomEdit(r *rand.Rand, g *graph) {
	n := int32(len(g.arcs))
	dep, head := r.Int32N(n), r.Int32N(n+2)-2
	if head >= 0 && g.below(head, dep) {
		head = treebank.Root
	}
	var rel treebank.Symbol
	if head != treebank.Unknown {
		rel = g.s.Syms.InternString(labels[r.IntN(3)])
	}
	g.set(dep, head, rel)
}

// randomRule makes a rule with a pattern of up to four nodes.
func randomRule(r *rand.Rand) string {
	word := func() string {
		return []string{"", "[cat=" + tags[r.IntN(3)] + "]", "[cat!=" + tags[r.IntN(3)] + "]", "[word=a|b]"}[r.IntN(4)]
	}
	link := func() string {
		return []string{"->", "->", "->>", "-[" + labels[r.IntN(3)] + "]->", "-[pos=pre]->", "-[!" + labels[r.IntN(3)] + "]->>"}[r.IntN(6)]
	}
	vars := []string{"A", "B", "C", "D"}
	n := 1 + r.IntN(4)
	var b strings.Builder
	fmt.Fprintf(&b, "rule r:\n match A%s", word())
	for i := 1; i < n; i++ {
		q := []string{"", "", "", "?"}[r.IntN(4)]
		fmt.Fprintf(&b, ", %s %s %s%s%s", vars[r.IntN(i)], link(), vars[i], word(), q)
	}
	for range r.IntN(2) {
		if n > 1 {
			i := r.IntN(n)
			fmt.Fprintf(&b, "\n where %s < %s", vars[i], vars[(i+1)%n])
		}
	}
	if r.IntN(3) == 0 {
		fmt.Fprintf(&b, "\n without %s %s _%s", vars[r.IntN(n)], link(), word())
	}
	b.WriteString("\n do detach A\n")
	return b.String()
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
	r := rand.New(rand.NewPCG(1, 1995))
	edits, matches := 0, 0
	for edits < 110_000 {
		s := randomSentence(r, 1+r.IntN(7))
		rule := randomRule(r)
		m := newMemory(compile(mustParse(t, rule).Rules[0]))
		var g graph
		g.reset(s)
		for range 20 {
			for range r.IntN(3) {
				randomEdit(r, &g)
				edits++
			}
			m.sync(&g)
			got, want := list(m, &g, false), naive(&g, m.p)
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("%s\n%s\nincremental %v\nnaive %v", rule, written(s), got, want)
			}
			matches += len(want)
			back := list(m, &g, true)
			slices.Reverse(back)
			if !slices.ContainsFunc(m.p.nodes, func(n nodeTest) bool { return n.optional }) && !slices.EqualFunc(back, want, slices.Equal) {
				t.Fatalf("%s\n%s\nreversed %v\nnaive %v", rule, written(s), back, want)
			}
		}
	}
	if matches < edits {
		t.Errorf("only %d matches in %d edits: the test shows little", matches, edits)
	}
}

// TestUndo: undoing random edits restores the state before.
func TestUndo(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1995))
	for range 2000 {
		s := randomSentence(r, 1+r.IntN(9))
		var g graph
		g.reset(s)
		before := slices.Clone(g.arcs)
		for range 10 {
			randomEdit(r, &g)
		}
		g.undo(0)
		if !slices.Equal(before, g.arcs) || g.h1 != 0 || g.h2 != 0 {
			t.Fatal("undo does not undo")
		}
	}
}

// randomModule makes rules of random actions on random words.
func randomModule(r *rand.Rand) string {
	var b strings.Builder
	vars := []string{"A", "B", "C"}
	for i := range 1 + r.IntN(4) {
		fmt.Fprintf(&b, "rule r%d:\n match A[cat=%s] %s B %s C%s\n do ", i, tags[r.IntN(3)],
			[]string{"->", "->>"}[r.IntN(2)], []string{"->", "-[obj]->"}[r.IntN(2)], []string{"", "?"}[r.IntN(2)])
		for j := range 1 + r.IntN(3) {
			if j > 0 {
				b.WriteString(", ")
			}
			a := actionNames[r.IntN(int(DeletePhrase))]
			b.WriteString(a.name)
			for range a.words {
				b.WriteString(" " + vars[r.IntN(3)])
			}
			if a.name == "relabel" {
				b.WriteString(" to " + labels[r.IntN(3)])
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// TestTrees applies random rules to random sentences: afterwards each word has one
// head and no head is below its word.
func TestTrees(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1997))
	fired, loops := 0, 0
	for range 25_000 {
		s := randomSentence(r, 1+r.IntN(8))
		text := randomModule(r)
		opt := Options{Reverse: r.IntN(2) == 0, RestoreLoops: r.IntN(2) == 0}
		if r.IntN(3) == 0 {
			once := Once
			opt.Strategy = &once
		}
		in := s.Clone()
		rw := New(mustParse(t, text), opt)
		err := rw.Apply(s)
		if err != nil {
			loops++
			if opt.RestoreLoops && !slices.Equal(s.Arcs, in.Arcs) {
				t.Fatalf("%s\nthe loop is not undone", text)
			}
		}
		for i, a := range s.Arcs {
			if a.Dep != int32(i) || a.Head < treebank.Unknown || int(a.Head) >= len(s.Tokens) {
				t.Fatalf("%s\n%s -> %s: link %d", text, written(in), written(s), i)
			}
		}
		if len(s.Arcs) != len(s.Tokens) || !(&graph{arcs: s.Arcs}).acyclic() {
			t.Fatalf("%s\n%s -> %s: no tree", text, written(in), written(s))
		}
		for _, st := range rw.Stats.Rules {
			fired += st.Firings
		}
	}
	if fired < 8000 || loops == 0 {
		t.Errorf("%d firings, %d loops: the test shows little", fired, loops)
	}
}

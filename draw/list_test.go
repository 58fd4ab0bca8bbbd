package draw

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"assay/treebank"
)

// randomHeads is a sentence of n words with random heads.
func randomHeads(t *testing.T, n int, seed uint64) *treebank.Sentence {
	draw := rand.New(rand.NewPCG(seed, 1))
	order := draw.Perm(n)
	head, rel := make([]int, n), make([]string, n)
	head[order[0]], rel[order[0]] = 0, "root"
	for k := 1; k < n; k++ {
		head[order[k]], rel[order[k]] = order[draw.IntN(k)]+1, []string{"nsubj", "obj"}[draw.IntN(2)]
	}
	var lines strings.Builder
	for i := range n {
		fmt.Fprintf(&lines, "w%d NOUN %d %s\n", i, head[i], rel[i])
	}
	return read(t, "conllu", conllu(lines.String()))
}

// cells counts the cells of a canvas.
func (c *canvas) cells() (n int) {
	for _, row := range c.rows {
		n += len(row)
	}
	return n
}

// TestLongSentencesAreListed: the drawing of a sentence with many dependencies above one
// another grows with its words, in the terminal and in files.
func TestLongSentencesAreListed(t *testing.T) {
	for _, n := range []int{600, 6000} {
		gold, system := randomHeads(t, n, 1), randomHeads(t, n, 2)
		wrong := Marks{Links: make([]Mark, n)}
		for i := range wrong.Links {
			wrong.Links[i] = Wrong
		}
		pair := &Pair{Gold: gold, System: system, GoldMarks: wrong, SystemMarks: wrong}
		for name, c := range map[string]*canvas{"pair": pair.canvas(Options{Width: 80}), "gold": Options{Width: 80}.canvas(gold, Marks{})} {
			if c == nil {
				t.Fatalf("%d words, %s: no drawing fits", n, name)
			}
			if found := c.cells(); found > 80*(n+2) {
				t.Errorf("%d words, %s: %d cells", n, name, found)
			}
			if text := c.line(0, false); !strings.HasPrefix(text, "(a list, because ") {
				t.Errorf("%d words, %s: the first line is %q", n, name, text)
			}
		}
		var out strings.Builder
		if err := pair.Picture(900, Options{}).SVG(&out); err != nil || out.Len() > 600*(n+2) {
			t.Errorf("%d words: %d bytes of SVG, %v", n, out.Len(), err)
		}
	}
}

// TestList: a list has the head and the label of every word, and its faults.
func TestList(t *testing.T) {
	gold := read(t, "conllu", conllu("the DET 2 det\ndog NOUN 3 nsubj\nsees VERB 0 root\ncats NOUN 3 obj\nwell ADV 3 advmod"))
	system := read(t, "conllu", conllu("the DET 2 det\ndog NOUN 4 nsubj\nsees VERB 0 root\ncats PROPN 3 iobj\nwell ADV 4 amod"))
	links := []Mark{Match, Wrong, Match, Wrong, Wrong}
	pair := &Pair{Gold: gold, System: system, GoldMarks: Marks{Links: links}, SystemMarks: Marks{Links: links}}
	want := []string{
		"  word tag  gold     system  wrong",
		"1 the  DET  2 det    2 det",
		"2 dog  NOUN 3 nsubj  4 nsubj H",
		"3 sees VERB 0 root   0 root",
		"4 cats NOUN 3 obj    3 iobj  L, NOUN ≠ PROPN",
		"5 well ADV  3 advmod 4 amod  HL",
	}
	c := pair.list(Options{}).canvas(0)
	for y, line := range want {
		if found := c.line(y+1, false); found != line {
			t.Errorf("found %q, want %q", found, line)
		}
	}
	graph := &treebank.Sentence{Syms: treebank.NewSymbols(), Tops: []int32{1}}
	for i := range 3 {
		graph.Nodes = append(graph.Nodes, treebank.Node{Label: graph.Syms.Intern([]byte(fmt.Sprint("n", i))), From: -1, To: -1})
	}
	arg := graph.Syms.Intern([]byte("ARG1"))
	graph.Edges = []treebank.Edge{{From: 1, To: 0, Label: arg}, {From: 2, To: 0, Label: arg}}
	c = edgeList(graph, Marks{}).canvas(0)
	if found, want := c.line(2, false), "1 n0     ←2 ARG1 ←3 ARG1"; found != want {
		t.Errorf("found %q, want %q", found, want)
	}
	if found, want := c.line(3, false), "2 n1   ◆"; found != want {
		t.Errorf("found %q, want %q", found, want)
	}
}

// TestLargeGraphsAreListed: so is a graph with many edges above one another.
func TestLargeGraphsAreListed(t *testing.T) {
	graph := &treebank.Sentence{Syms: treebank.NewSymbols()}
	draw := rand.New(rand.NewPCG(1, 2))
	const n = 2000
	for range n {
		graph.Nodes = append(graph.Nodes, treebank.Node{From: -1, To: -1})
		graph.Edges = append(graph.Edges, treebank.Edge{From: draw.Int32N(n), To: draw.Int32N(n)})
	}
	if found := (Options{Width: 80}.canvas(graph, Marks{})).cells(); found > 160*n {
		t.Errorf("%d cells", found)
	}
	var out strings.Builder
	if err := SVG(&out, graph, Marks{}, Options{}); err != nil || out.Len() > 600*n {
		t.Errorf("%d bytes of SVG, %v", out.Len(), err)
	}
}

// TestCrowded: a sentence is listed because of what lies above one place, or of very many
// dependencies, not because it is long.
func TestCrowded(t *testing.T) {
	heads := func(n int, head func(word int) int) *treebank.Sentence {
		var lines strings.Builder
		for word := 1; word <= n; word++ {
			rel := "dep"
			if head(word) == 0 {
				rel = "root"
			}
			fmt.Fprintf(&lines, "w NOUN %d %s\n", head(word), rel)
		}
		return read(t, "conllu", conllu(lines.String()))
	}
	chain := func(word int) int { return word - 1 }
	star := func(word int) int { return min(word-1, 1) }
	for _, tc := range []struct {
		name string
		s    *treebank.Sentence
		want string
	}{
		{"a chain of 4000 words", heads(4000, chain), ""},
		{"a chain of 4001 words", heads(4001, chain), "4001 dependencies"},
		{"200 dependents of one word", heads(201, star), ""},
		{"201 dependents of one word", heads(202, star), "201 dependencies above one another"},
		{"100 dependents of one word, then a chain", heads(2000, func(word int) int {
			if word <= 101 {
				return star(word)
			}
			return word - 1
		}), ""},
		{"101 dependents of one word, then a chain", heads(2000, func(word int) int {
			if word <= 102 {
				return star(word)
			}
			return word - 1
		}), "101 dependencies above one another"},
	} {
		if got := crowded(tc.s, ViewArcs); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

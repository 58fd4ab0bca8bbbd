package diagnose_test

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"assay/corpus"
	"assay/diagnose"
	"assay/eval"
	"assay/internal/shared"
	"assay/treebank"
)

// opened opens a file of the shared data.
func opened(t *testing.T, path ...string) *treebank.Source {
	t.Helper()
	src, err := corpus.Open(shared.Path(t, path...))
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// mistakes returns the mistakes of some parts of a measure; "" is all of them.
func mistakes(t *testing.T, m *eval.Measure, gold, system *treebank.Source, focus string) diagnose.Mistakes {
	t.Helper()
	b := diagnose.NewBuilder([]*eval.Measure{m}, diagnose.Options{All: true})
	some := diagnose.Focused{To: b, On: []*diagnose.Focus{nil}}
	for i, name := range m.ScoreNames() {
		if name == focus {
			some.On[0] = diagnose.NewFocus(m, i)
		}
	}
	res, err := eval.Run(t.Context(), gold, system, []*eval.Measure{m}, eval.Options{ErrorsOnly: true, Collect: some.Collect,
		Collected: some.Collected, Discard: b.Discard})
	if err != nil {
		t.Fatal(err)
	}
	return b.Diagnosis(res).Mistakes[0]
}

// TestMistakesOfParsers compares the mistakes of real parsers with those of an independent prototype of the definition.
// It had lists of items without trees for graphs and texts: there its figures are near, elsewhere exact. Of ud it lacked
// the needs of words that are content words on one side only, of which 178 have a wrong head, and function words.
func TestMistakesOfParsers(t *testing.T) {
	craft := func(system string) [2]*treebank.Source {
		return [2]*treebank.Source{opened(t, "data", "const-craft", "gold.clean.mrg"), opened(t, "data", "const-craft", system)}
	}
	of := func(folder, gold, system string) [2]*treebank.Source {
		path := strings.Split(folder, "/")
		return [2]*treebank.Source{opened(t, append(path, gold)...), opened(t, append(path, system)...)}
	}
	for _, tc := range []struct {
		spec, focus      string
		files            [2]*treebank.Source
		errors, mistakes int
		large            int
		effect           float64
		near             float64 // how far the number of mistakes may be from the prototype's, as a share
	}{
		{"evalb", "f1", craft("bllip-A.1best.mrg"), 2660, 1323, 96, 3.79, 0},
		{"evalb", "f1", craft("bllip-B.1best.mrg"), 3413, 1889, 112, 3.43, 0},
		{"ud", "uas_f1", of("data/dep-gold-tokens-ewt", "gold.conllu.gz", "udpipe-A-swap.conllu.gz"), 2920, 2095, 59, 2.11, 0},
		{"lin", "", of("data/dep-gold-tokens-ewt", "gold.conllu.gz", "udpipe-A-swap.conllu.gz"), 2920, 2095, 59, 2.11, 0},
		{"ud", "", of("data/dep-gold-tokens-ewt", "gold.conllu.gz", "udpipe-A-swap.conllu.gz"), 20300, 6519 - 178 - 63, 1627, 6.64, 0},
		{"words", "", of("data/dep-conll18/th_pud", "gold.conllu.gz", "CUNI-x-ling.conllu.gz"), 16428, 4903, 334, 3.50, 0},
		{"words", "", of("data/dep-conll18/en_ewt", "gold.conllu.gz", "conll18-baseline.conllu.gz"), 485, 155, 1, 3.17, 0},
		{"mrp", "", of("data/sem-lpps", "gold.eds.mrp", "peking.eds.mrp"), 446, 197, 25, 5.08, .02},
		{"smatch", "", of("cases/graphs/01-amr-lpps", "gold.amr", "system.amr"), 1128, 774, 9, 1.97, .03},
		{"rst", "", of("cases/documents/rst", "gold", "noise10"), 122, 89, 0, 1.54, .06},
		{"rst", "", of("cases/documents/rst", "gold", "segnoise"), 300, 246, 0, 1.40, .03},
	} {
		got := mistakes(t, metric(t, tc.spec), tc.files[0], tc.files[1], tc.focus)
		far := float64(got.Mistakes)/float64(tc.mistakes) - 1
		effect := got.DesignEffect()/tc.effect - 1
		if got.Errors != tc.errors || far > tc.near || -far > tc.near || got.Large != tc.large || effect*effect > (tc.near+.08)*(tc.near+.08) {
			t.Errorf("%s %s %s: %d errors, %d mistakes, %d large, design effect %.2f; want %+v", tc.spec, tc.focus, tc.files[1].Name,
				got.Errors, got.Mistakes, got.Large, got.DesignEffect(), tc)
		}
		back := mistakes(t, metric(t, tc.spec), tc.files[1], tc.files[0], tc.focus)
		if tc.spec != "smatch" && tc.focus+tc.spec != "ud" && (back.Errors != got.Errors || back.Mistakes != got.Mistakes) { // its search and MLAS are not symmetric
			t.Errorf("%s %s %s: with the sides exchanged %d errors, %d mistakes", tc.spec, tc.focus, tc.files[1].Name, back.Errors, back.Mistakes)
		}
		errors, sum := 0, 0
		for i := range got.Kinds {
			errors, sum = errors+got.Kinds[i].Errors, sum+got.N[i]
		}
		if errors != got.Errors || sum != got.Mistakes {
			t.Errorf("%s: the kinds have %d errors and %d mistakes of %d and %d", tc.spec, errors, sum, got.Errors, got.Mistakes)
		}
	}
}

// TestMistakesOfCareful: in the 636 sentences whose number of words agrees, careful has 3,271 errors, which are 1,347
// mistakes, as an independent prototype counts them.
func TestMistakesOfCareful(t *testing.T) {
	gold, system := opened(t, "data", "const-craft", "gold.clean.mrg"), opened(t, "data", "const-craft", "bllip-A.1best.mrg")
	var words [2][]int
	for i, src := range []*treebank.Source{gold, system} {
		for s, err := range src.All() {
			if err != nil && s == nil {
				t.Fatal(err)
			}
			words[i] = append(words[i], len(s.Tokens))
		}
	}
	only, same := make([]bool, len(words[0])), 0
	for i, n := range words[0] {
		if only[i] = n == words[1][i]; only[i] {
			same++
		}
	}
	m := metric(t, "careful")
	b := diagnose.NewBuilder([]*eval.Measure{m}, diagnose.Options{})
	res, err := eval.Run(t.Context(), gold, system, []*eval.Measure{m}, eval.Options{Only: only, Align: eval.AlignOrder,
		Collect: b.Collect, Collected: b.Collected})
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Diagnosis(res).Mistakes[0]; same != 636 || got.Errors != 3271 || got.Mistakes != 1347 || got.Large != 153 {
		t.Errorf("%d sentences, %d errors, %d mistakes, %d large", same, got.Errors, got.Mistakes, got.Large)
	}
}

// TestMistakesOfPapers: the examples of the papers. Lin's (5b) has one wrong attachment, his (4b) moves no words, and
// his (3c), a shallow parse, has lost three brackets.
func TestMistakesOfPapers(t *testing.T) {
	for _, tc := range []struct {
		gold, system     string
		errors, mistakes int
	}{{"5a", "5b", 7, 1}, {"4a", "4b", 5, 4}, {"5a", "3c", 3, 3}} {
		var sides [2]*treebank.Source
		for i, name := range []string{tc.gold, tc.system} {
			src, err := corpus.Open("../examples/lin/" + name + ".brackets")
			if err != nil {
				t.Fatal(err)
			}
			sides[i] = src
		}
		got := mistakes(t, metric(t, "parseval"), sides[0], sides[1], "")
		if got.Errors != tc.errors || got.Mistakes != tc.mistakes {
			t.Errorf("%s against %s: %d errors, %d mistakes; want %d, %d", tc.system, tc.gold, got.Errors, got.Mistakes, tc.errors, tc.mistakes)
		}
	}
}

// A node is a node of a tree that a test changes.
type node struct {
	label string
	kids  []*node
	up    *node
}

func (n *node) String() string {
	if len(n.kids) == 0 {
		return n.label
	}
	var kids []string
	for _, k := range n.kids {
		kids = append(kids, k.String())
	}
	return "(" + n.label + " " + strings.Join(kids, " ") + ")"
}

func (n *node) words() (count int) {
	if len(n.kids) == 0 {
		return 1
	}
	for _, k := range n.kids {
		count += k.words()
	}
	return count
}

func (n *node) all() (out []*node) {
	out = append(out, n)
	for _, k := range n.kids {
		out = append(out, k.all()...)
	}
	return out
}

// tree reads a tree in brackets.
func tree(text string) *node {
	text = strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text)
	var open []*node
	root := &node{}
	fields := strings.Fields(text)
	for i := 0; i < len(fields); i++ {
		switch fields[i] {
		case "(":
			n := &node{}
			if fields[i+1] != "(" {
				i++
				n.label = fields[i]
			}
			if len(open) > 0 {
				n.up = open[len(open)-1]
				n.up.kids = append(n.up.kids, n)
			} else {
				root = n
			}
			open = append(open, n)
		case ")":
			open = open[:len(open)-1]
		default:
			up := open[len(open)-1]
			up.kids = append(up.kids, &node{label: fields[i], up: up})
		}
	}
	return root
}

// move makes a constituent of two words or more the last child of a node on the right edge of its left sister; false if
// the tree has none.
func (n *node) move(random *rand.Rand) bool {
	var moves [][2]*node
	for _, c := range n.all() {
		if c.up == nil || c.words() < 2 {
			continue
		}
		for i, k := range c.up.kids {
			if k != c || i == 0 || len(c.up.kids) < 3 { // two sisters would leave a unary phrase
				continue
			}
			for edge := c.up.kids[i-1]; len(edge.kids) > 0 && len(edge.kids[len(edge.kids)-1].kids) > 0; {
				moves = append(moves, [2]*node{c, edge})
				edge = edge.kids[len(edge.kids)-1]
			}
		}
	}
	if len(moves) == 0 {
		return false
	}
	m := moves[random.Intn(len(moves))]
	c, to := m[0], m[1]
	for i, k := range c.up.kids {
		if k == c {
			c.up.kids = append(c.up.kids[:i:i], c.up.kids[i+1:]...)
			break
		}
	}
	c.up = to
	to.kids = append(to.kids, c)
	return true
}

// TestPlantedMoves: in copies of real gold trees one constituent is moved; each such sentence has exactly one mistake,
// however many brackets are wrong.
func TestPlantedMoves(t *testing.T) {
	random := rand.New(rand.NewSource(7))
	gold, system, moved := "", "", 0
	for line := range strings.Lines(string(shared.Read(t, "data", "const-craft", "gold.clean.mrg"))) {
		n := tree(line)
		before := n.String()
		if n.move(random) {
			gold, system = gold+before+"\n", system+n.String()+"\n"
			moved++
		}
	}
	got := mistakes(t, metric(t, "parseval:labelled"), text("penn", "gold", gold), text("penn", "system", system), "f1")
	if moved < 400 || got.Mistakes != moved || got.Errors < 2*moved {
		t.Errorf("%d moves make %d mistakes, %d errors", moved, got.Mistakes, got.Errors)
	}
}

// TestPlantedLinks: in dependencies one link is turned in each sentence: one mistake each.
func TestPlantedLinks(t *testing.T) {
	random := rand.New(rand.NewSource(7))
	gold, system := "", ""
	const sentences = 200
	for range sentences {
		words := 3 + random.Intn(10)
		heads := make([]int, words+1)
		for i := 2; i <= words; i++ {
			heads[i] = 1 + random.Intn(i-1)
		}
		line := func(i, head int) string { return fmt.Sprintf("%d\tw%d\t_\tX\tX\t_\t%d\tdep\t_\t_\n", i, i, head) }
		below := 2 + random.Intn(words-1)
		above := heads[below]
		for i := 1; i <= words; i++ {
			gold += line(i, heads[i])
			switch {
			case i == below:
				system += line(i, heads[above])
			case heads[i] == above || i == above:
				system += line(i, below)
			default:
				system += line(i, heads[i])
			}
		}
		gold, system = gold+"\n", system+"\n"
	}
	for _, spec := range []string{"attachment", "lin", "xiao"} {
		got := mistakes(t, metric(t, spec), text("conllu", "gold", gold), text("conllu", "system", system), "")
		if got.Mistakes != sentences || got.Errors < 2*sentences {
			t.Errorf("%s: %d turned links make %d mistakes, %d errors", spec, sentences, got.Mistakes, got.Errors)
		}
	}
}

// TestMistakesOfTurnedGraphs: the order of nodes and edges in the file has no effect on the mistakes of graphs.
func TestMistakesOfTurnedGraphs(t *testing.T) {
	gold := opened(t, "data", "sem-lpps", "gold.eds.mrp")
	want := mistakes(t, metric(t, "mrp"), gold, opened(t, "data", "sem-lpps", "peking.eds.mrp"), "")
	turned := ""
	for line := range strings.Lines(string(shared.Read(t, "data", "sem-lpps", "peking.eds.mrp"))) {
		var graph map[string]any
		if err := json.Unmarshal([]byte(line), &graph); err != nil {
			t.Fatal(err)
		}
		for _, list := range []string{"nodes", "edges"} {
			if all, ok := graph[list].([]any); ok {
				slices.Reverse(all)
			}
		}
		out, err := json.Marshal(graph)
		if err != nil {
			t.Fatal(err)
		}
		turned += string(out) + "\n"
	}
	got := mistakes(t, metric(t, "mrp"), gold, text("mrp", "turned", turned), "")
	if got.Errors != want.Errors || got.Mistakes != want.Mistakes || got.Squares != want.Squares {
		t.Errorf("with nodes and edges in another order %d errors, %d mistakes, squares %g; want %d, %d, %g", got.Errors, got.Mistakes,
			got.Squares, want.Errors, want.Mistakes, want.Squares)
	}
}

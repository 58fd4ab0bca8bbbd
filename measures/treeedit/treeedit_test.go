package treeedit

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/eval"
	"assay/eval/breakdown"
	"assay/formats/discbracket"
	"assay/formats/penn"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures/internal/itemlaw"
	"assay/treebank"
)

func run(t *testing.T, metric *eval.Measure, gold, system *treebank.Source, collect func() eval.Collector) []float64 {
	t.Helper()
	opt := eval.Options{Jobs: 1}
	if collect != nil {
		opt.Collect, opt.Collected = collect, func(eval.Collector) {}
	}
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{metric}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return res.Counts[0].Sum()
}

// TestByHand checks distances that can be counted by eye, with and without tags.
func TestByHand(t *testing.T) {
	for _, tc := range []struct {
		name, gold, system string
		want, noTags       float64
	}{
		{"the same", "(S (NP (D a) (N b)) (V c))", "(S (NP (D a) (N b)) (V c))", 0, 0},
		{"another label", "(S (NP (D a) (N b)) (V c))", "(S (XP (D a) (N b)) (V c))", 1, 1},
		{"another tag", "(S (NP (D a) (N b)) (V c))", "(S (NP (D a) (X b)) (V c))", 1, 0},
		{"a phrase less", "(S (NP (D a) (N b)) (V c))", "(S (D a) (N b) (V c))", 1, 1},
		{"moved: out and in again", "(S (NP (D a) (N b)) (V c))", "(S (D a) (NP (N b) (V c)))", 2, 2},
		{"functions and traces do not count", "(S (NP-SBJ (D a) (-NONE- *)) (NP (-NONE- *)) (V c))", "( (S (NP (D a)) (V c)))", 0, 0},
		{"a unary chain", "(S (A (B (C (D a)))))", "(S (C (D a)))", 2, 2},
	} {
		gold, system := formattest.Source(&penn.Format, "g", []byte(tc.gold+"\n")), formattest.Source(&penn.Format, "s", []byte(tc.system+"\n"))
		for noTags, want := range map[bool]float64{false: tc.want, true: tc.noTags} {
			m := New(Options{NoTags: noTags})
			if s := run(t, m, gold, system, nil); s[colDistance] != want {
				t.Errorf("%s: %v, want %v", tc.name, s[colDistance], want)
			}
			if s := run(t, m, system, gold, nil); s[colDistance] != want {
				t.Errorf("%s, swapped: %v, want %v", tc.name, s[colDistance], want)
			}
		}
	}
}

type law struct {
	t        *testing.T
	c        *counter
	compared *int
}

func (*law) Item(int, *eval.Item) {}

// Pair checks that items sum to the row, and that the distance is at least the
// difference of the bags of labels and at most the number of nodes other than words.
func (l *law) Pair(pair *eval.Pair) {
	row, err := itemlaw.Row(l.t, New(Options{}), l.c, pair)
	if err != nil {
		return
	}
	*l.compared++
	bag := map[int32]int{}
	for _, y := range l.c.gold.Label {
		bag[y]++
	}
	for _, y := range l.c.system.Label {
		bag[y]--
	}
	more, less := 0, 0
	for _, n := range bag {
		more, less = more+max(n, 0), less+max(-n, 0)
	}
	if d := int(row[colDistance]); d < max(more, less) || d > int(row[colGold]+row[colSystem]) {
		l.t.Errorf("sentence %d: distance %d, the labels differ by %d and %d", pair.N, d, more, less)
	}
}

// TestReal checks the laws on English and on discontinuous Dutch. internal/treedist
// checks the distance itself against its definition, compat discodop-eval checks it
// on Dutch against disco-dop's figure.
func TestReal(t *testing.T) {
	for _, x := range []struct {
		f     *treebank.Format
		files string
	}{
		{&penn.Format, "const-craft gold.clean.mrg berkeley-A.1best.mrg"},
		{&discbracket.Format, "const-discont-nl gold.discbracket berkeley-A.discbracket"},
	} {
		f := strings.Fields(x.files)
		gold, system := formattest.Shared(t, x.f, "data", f[0], f[1]), formattest.Shared(t, x.f, "data", f[0], f[2])
		compared := 0
		s := run(t, New(Options{}), gold, system, func() eval.Collector {
			return &law{t, New(Options{}).NewCounter().(*counter), &compared}
		})
		if compared < 200 || s[colDistance] < 500 {
			t.Errorf("%s: %d sentences, %v", x.files, compared, s)
		}
		self := run(t, New(Options{}), gold, gold, nil)
		if self[colDistance] != 0 || self[colIdentical] != self[colSentences] {
			t.Errorf("gold against itself: %v", self)
		}
	}
}

// A node is a node of a tree as the twin reads it, from its brackets.
type node struct {
	label string
	kids  []*node
}

// parseTree reads a tree in brackets: a word's label is its position and tag.
func parseTree(text string) *node {
	words := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text))
	at, word := 0, 0
	var read func() *node
	read = func() *node {
		at++ // (
		x := &node{label: words[at]}
		for at++; words[at] != ")"; {
			if words[at] == "(" {
				x.kids = append(x.kids, read())
				continue
			}
			x.label = fmt.Sprint(x.label, " ", word)
			word++
			at++
		}
		at++
		return x
	}
	return read()
}

func (x *node) size() int {
	n := 1
	for _, k := range x.kids {
		n += k.size()
	}
	return n
}

// edits is the distance of two forests by its definition, from the last root.
func edits(f, g []*node, memory map[string]int) int {
	if len(f) == 0 || len(g) == 0 {
		n := 0
		for _, x := range slices.Concat(f, g) {
			n += x.size()
		}
		return n
	}
	key := fmt.Sprint(f, g)
	if v, ok := memory[key]; ok {
		return v
	}
	x, y := f[len(f)-1], g[len(g)-1]
	rest, other := f[:len(f)-1], g[:len(g)-1]
	cost := 0
	if x.label != y.label {
		cost = 1
	}
	v := min(edits(slices.Concat(rest, x.kids), g, memory)+1, edits(f, slices.Concat(other, y.kids), memory)+1,
		edits(x.kids, y.kids, memory)+edits(rest, other, memory)+cost)
	memory[key] = v
	return v
}

// TestTwin: on the sentences of CRAFT of at most 12 words that have the same words on both
// sides, the distances are those by definition, of trees read from their brackets.
func TestTwin(t *testing.T) {
	lines := func(name string) []string {
		return strings.Split(strings.TrimSpace(string(shared.Read(t, "data", "const-craft", name))), "\n")
	}
	gold, system := lines("gold.clean.mrg"), lines("berkeley-A.1best.mrg")
	compared := 0
	for i := range gold {
		if n := strings.Count(gold[i], " ") - strings.Count(gold[i], " ("); n > 12 || n < 2 || !strings.HasPrefix(system[i], "(S1") {
			continue
		}
		if len(regexp.MustCompile(` [^()\s]+\)`).FindAllString(gold[i], -1)) != len(regexp.MustCompile(` [^()\s]+\)`).FindAllString(system[i], -1)) {
			continue
		}
		g, s := formattest.Source(&penn.Format, "g", []byte(gold[i]+"\n")), formattest.Source(&penn.Format, "s", []byte(system[i]+"\n"))
		row := run(t, New(Options{}), g, s, nil)
		if row[colSentences] == 0 || row[colSystem] == 0 {
			continue
		}
		want := edits([]*node{parseTree(gold[i])}, []*node{parseTree(system[i])}, map[string]int{})
		if row[colDistance] != float64(want) {
			t.Errorf("sentence %d: %v, want %d\n%s\n%s", i+1, row[colDistance], want, gold[i], system[i])
		}
		compared++
	}
	if compared < 50 {
		t.Errorf("%d sentences compared", compared)
	}
}

// TestByLabel: a relabelled node is one item of gold's label, with the nodes of both sides and
// the edit, so that no label of the system alone has a score of 100.
func TestByLabel(t *testing.T) {
	keys, err := breakdown.Parse("label")
	if err != nil {
		t.Fatal(err)
	}
	gold := formattest.Source(&penn.Format, "g", []byte("(S (NP (D a) (N b)) (VP (V c) (NP (N d))))\n"))
	system := formattest.Source(&penn.Format, "s", []byte("(S (PP (D a) (N b)) (VP (V c) (NP (N d))))\n"))
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{New(Options{})}, eval.Options{By: keys})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range res.Counts[0].Groups {
		if slices.Contains([]string{"NP", "PP", "S", "VP"}, g.Value) {
			got = append(got, fmt.Sprint(g.Value, g.Sum(len(res.Counts[0].Metric.ColumnNames()))[:colDistance+1]))
		}
	}
	slices.Sort(got)
	if want := []string{"NP[2 2 1]", "S[1 1 0]", "VP[1 1 0]"}; !slices.Equal(got, want) {
		t.Errorf("groups %v, want %v", got, want)
	}
}

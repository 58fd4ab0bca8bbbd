package leafancestor

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/discbracket"
	"assay/formats/penn"
	"assay/internal/formattest"
	"assay/measures/internal/itemlaw"
	"assay/treebank"
)

// lineage computes a lineage in the plain way: top down, with the words below each
// phrase as a set.
func lineage(sentence *treebank.Sentence, words []int32, k int, marks bool) []string {
	below := func(j int32) map[int]bool {
		set := map[int]bool{}
		for i, w := range words {
			for up := sentence.Tokens[w].Parent; up >= 0; up = sentence.Phrases[up].Parent {
				if up == j {
					set[i] = true
				}
			}
		}
		return set
	}
	var chain []int32
	for up := sentence.Tokens[words[k]].Parent; up >= 0; up = sentence.Phrases[up].Parent {
		chain = append([]int32{up}, chain...)
	}
	var out []string
	seen := map[string]bool{}
	mark := func(m string) {
		if marks && !seen[m] {
			seen[m] = true
			out = append(out, m)
		}
	}
	for _, j := range chain {
		if sentence.Phrases[j].Label == 0 && sentence.Phrases[j].Parent < 0 {
			continue
		}
		set := below(j)
		first, last := math.MaxInt, -1
		for i := range set {
			first, last = min(first, i), max(last, i)
		}
		if !set[k+1] {
			mark(map[bool]string{true: ")", false: "]"}[k == last])
		}
		label := sentence.Name(sentence.Phrases[j].Label)
		if i := strings.IndexAny(label, "-="); i >= 0 {
			label = label[:i]
		}
		out = append(out, "="+label)
		if !set[k-1] {
			mark(map[bool]string{true: "(", false: "["}[k == first])
		}
	}
	return out
}

// edits computes the full Levenshtein table.
func edits(a, b []string, substitution int) int {
	t := make([][]int, len(a)+1)
	for i := range t {
		t[i] = make([]int, len(b)+1)
		for j := range t[i] {
			switch {
			case i == 0:
				t[i][j] = j
			case j == 0:
				t[i][j] = i
			default:
				cost := substitution
				if a[i-1] == b[j-1] {
					cost = 0
				}
				t[i][j] = min(t[i-1][j]+1, t[i][j-1]+1, t[i-1][j-1]+cost)
			}
		}
	}
	return t[len(a)][len(b)]
}

type twin struct {
	t        *testing.T
	c        *counter
	compared *int
}

func (*twin) Item(int, *eval.Item) {}

func (w *twin) Pair(pair *eval.Pair) {
	row, err := itemlaw.Row(w.t, New(Options{}), w.c, pair)
	if err != nil || pair.System.Missing || len(pair.Gold.Tokens) > 25 {
		return
	}
	want := 0.0
	substitution := 2
	if w.c.Substitution1 {
		substitution = 1
	}
	for k := range w.c.spans.Gold.Words {
		a := lineage(pair.Gold, w.c.spans.Gold.Words, k, !w.c.NoMarks)
		b := lineage(pair.System, w.c.spans.System.Words, k, !w.c.NoMarks)
		want += 1 - float64(edits(a, b, substitution))/max(1, float64(len(a)+len(b)))
		*w.compared++
	}
	if math.Abs(row[colSum]-want) > 1e-9 {
		w.t.Errorf("sentence %d: %v, want %v", pair.N, row[colSum], want)
	}
}

// TestTwin compares with a plain count on English and discontinuous Dutch.
func TestTwin(t *testing.T) {
	for _, x := range []struct {
		f                    *treebank.Format
		folder, gold, system string
	}{
		{&penn.Format, "const-craft", "gold.clean.mrg", "berkeley-A.1best.mrg"},
		{&discbracket.Format, "const-discont-nl", "gold.discbracket", "berkeley-A.discbracket"},
	} {
		gold, system := formattest.Shared(t, x.f, "data", x.folder, x.gold), formattest.Shared(t, x.f, "data", x.folder, x.system)
		for _, o := range []Options{{}, Discodop, Stanford} {
			compared := 0
			opt := eval.Options{Jobs: 1, Collect: func() eval.Collector {
				return &twin{t, New(o).NewCounter().(*counter), &compared}
			}, Collected: func(eval.Collector) {}}
			if _, err := eval.Run(context.Background(), gold, system, []*eval.Measure{New(o)}, opt); err != nil {
				t.Fatal(err)
			}
			if compared < 2000 {
				t.Errorf("%s: only %d words", x.system, compared)
			}
			self, err := eval.Run(context.Background(), gold, gold, []*eval.Measure{New(o)}, eval.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range New(o).Scores(self.Counts[0].Sum()) {
				if s.Value != 1 {
					t.Errorf("gold against itself: %s is %v", s.Name, s.Value)
				}
			}
		}
	}
}

// TestByHand checks lineages and similarities that can be counted by eye.
func TestByHand(t *testing.T) {
	all, errs := formattest.Read(&penn.Format, "(S (NP (D a) (N b)) (V c))\n(S (NP (D a)) (VP (N b) (V c)))\n")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, tc := range []struct {
		o    Options
		want string
	}{
		// S NP and S NP; S NP and S VP; S and S VP.
		{Options{NoMarks: true}, "1.0000 0.5000 0.6667"},
		{Stanford, "1.0000 0.7500 0.6667"},
	} {
		var gold, system Lineages
		var labels Labels
		var edits Edits
		words := []int32{0, 1, 2}
		gold.Set(all[0], words, &labels, !tc.o.NoMarks)
		system.Set(all[1], words, &labels, !tc.o.NoMarks)
		substitution := int32(2)
		if tc.o.Substitution1 {
			substitution = 1
		}
		var got []string
		for k := range words {
			got = append(got, fmt.Sprintf("%.4f", edits.Similarity(gold.Of(k), system.Of(k), substitution)))
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%+v: %v, want %s", tc.o, got, tc.want)
		}
	}
}

package srl

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/internal/shared"
	"assay/treebank"
)

// twin counts pairs, and compares the counts with the sums of the items.
type twin struct {
	metric *eval.Measure
	t      *testing.T
	pairs  *int
}

func (m twin) Count(row []float64, pair *eval.Pair) error {
	*m.pairs++
	want := make([]float64, len(row))
	err := eval.CountItems(m.metric.NewCounter().(eval.Explainer), want, pair)
	m.metric.Closed(want)
	if e := m.metric.NewCounter().Count(row, pair); err != nil || e != nil {
		m.t.Errorf("items: %v, counts: %v", err, e)
	}
	if !slices.Equal(row, want) {
		m.t.Errorf("%s: counts %v, sums of items %v", m.metric.Signature, row, want)
	}
	return nil
}

func everyMetric() (all []*eval.Measure) {
	for i := range 4 {
		all = append(all, New(Options{SkipPunctuation: i%2 > 0, Lemma: i > 1}), NewSpan(SpanOptions{Surplus: i%2 > 0, Whole: i > 1}))
	}
	return all
}

// TestCountIsSumOfItems: counts are those of the items in real files.
func TestCountIsSumOfItems(t *testing.T) {
	for _, ending := range []string{"conll09", "props"} {
		for _, m := range everyMetric() {
			if (m.Name == "srl") != (ending == "conll09") {
				continue
			}
			gold, err := corpus.Open(shared.Path(t, "cases", "graphs", "06-srl", "gold."+ending))
			if err != nil {
				t.Fatal(err)
			}
			system, err := corpus.Open(shared.Path(t, "cases", "graphs", "06-srl", "sys."+ending))
			if err != nil {
				t.Fatal(err)
			}
			pairs := 0
			checked := *m
			checked.NewCounter = func() eval.Counter { return twin{m, t, &pairs} }
			if _, err := eval.Run(t.Context(), gold, system, []*eval.Measure{&checked}, eval.Options{Jobs: 1}); err != nil {
				t.Fatal(err)
			}
			if pairs < 50 {
				t.Errorf("%s: %d pairs", m.Signature, pairs)
			}
		}
	}
}

// TestCountIsSumOfItemsRandom: the same of random sentences, with words that only one side has and several
// predicates at one word.
func TestCountIsSumOfItemsRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	syms := treebank.NewSymbols()
	for i := range 5000 {
		text := []byte("a b c , d e ")
		gold, system := sentence(random, syms, text, 6), sentence(random, syms, text, 6)
		switch i % 5 {
		case 1:
			system = sentence(random, syms, text, 4)
		case 2:
			gold = &treebank.Sentence{Syms: syms}
			gold.Reset(nil)
			gold.Missing = true
		case 3:
			system = gold
		}
		for _, m := range everyMetric() {
			var pair eval.Pair
			pair.Reset(0, gold, system)
			pairs := 0
			_ = twin{m, t, &pairs}.Count(make([]float64, len(m.Columns)), &pair)
		}
		if t.Failed() {
			t.Fatalf("pair %d", i)
		}
	}
}

// sentence makes a sentence of the first n words of a text.
func sentence(random *rand.Rand, syms *treebank.Symbols, text []byte, n int) *treebank.Sentence {
	s := &treebank.Sentence{Syms: syms}
	s.Reset(text)
	for i := range int32(n) {
		s.Tokens = append(s.Tokens, treebank.Token{Form: treebank.Span{Off: uint32(2 * i), Len: 1}, Parent: -1})
		s.Arcs = append(s.Arcs, treebank.Arc{Dep: i, Head: random.Int32N(int32(n)+1) - 1, Rel: syms.InternString(fmt.Sprint("r", random.IntN(2)))})
	}
	for w := range int32(n) {
		for range random.IntN(5) / 3 {
			k := int32(len(s.Predicates))
			s.Predicates = append(s.Predicates, treebank.Predicate{Word: w, Sense: syms.InternString([]string{"go.01", "go.02", "come.01"}[random.IntN(3)])})
			for range random.IntN(5) {
				begin := random.Int32N(int32(n))
				a := treebank.Argument{Predicate: k, Begin: begin, End: begin + 1 + random.Int32N(int32(n)-begin),
					Role: syms.InternString([]string{"A0", "A1", "V", "C-A1"}[random.IntN(4)])}
				a.Continues = syms.Name(a.Role) != "V" && random.IntN(4) == 0
				s.Arguments = append(s.Arguments, a)
			}
		}
	}
	return s
}

// TestPerfectWithoutVerb: a proposition is perfect whatever the verb's own words are, as in srl-eval.pl.
func TestPerfectWithoutVerb(t *testing.T) {
	syms := treebank.NewSymbols()
	side := func(verbEnd int32) *treebank.Sentence {
		s := &treebank.Sentence{Syms: syms}
		s.Reset([]byte("a b c "))
		for i := range uint32(3) {
			s.Tokens = append(s.Tokens, treebank.Token{Form: treebank.Span{Off: 2 * i, Len: 1}, Parent: -1})
		}
		s.Predicates = []treebank.Predicate{{Word: 1, Sense: syms.InternString("go")}}
		s.Arguments = []treebank.Argument{{Begin: 0, End: 1, Role: syms.InternString("A0")}, {Begin: 1, End: verbEnd, Role: syms.InternString("V")}}
		return s
	}
	var pair eval.Pair
	pair.Reset(0, side(2), side(3))
	metric := NewSpan(SpanOptions{})
	row := make([]float64, len(metric.Columns))
	if err := metric.NewCounter().Count(row, &pair); err != nil || row[spanPerfect] != 1 || row[spanMatchedVerbs] != 0 || row[spanMatched] != 1 {
		t.Errorf("counts %v, error %v; want one perfect proposition and no matched verb", row, err)
	}
}

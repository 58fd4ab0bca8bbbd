package eval_test

import (
	"context"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/measures"
)

// places wants every item of a pair in a sentence of gold that holds its words.
type places struct {
	t    *testing.T
	pair *eval.Pair
	seen map[int]bool
}

func (p *places) Pair(pair *eval.Pair) { p.pair = pair }

func (p *places) Item(_ int, it *eval.Item) {
	first, last := p.pair.Sentences()
	number, at := p.pair.GoldPlace(it)
	word := eval.FirstWord(p.pair.Gold, it.Gold)
	if number < first || number > last || word >= 0 && (word < at.Begin || word >= at.End) {
		p.t.Errorf("an item of sentences %d to %d is in %d, its word %d in %d to %d", first, last, number, word, at.Begin, at.End)
	}
	p.seen[number] = true
}

// TestGoldPlace: items of a document are in the document, also where it knows its sentences;
// items of joined sentences are in one of them.
func TestGoldPlace(t *testing.T) {
	for _, c := range []struct {
		metric, gold, system string
		sentences            int
	}{
		{"coref", "../examples/gum/coref/gum.conllu", "../examples/gum/coref/ontogum.conllu", 16},
		{"ud", "../examples/ewt.gold.conllu", "../examples/ewt.udpipe-swap.conllu", 100},
	} {
		metric, err := measures.Parse(c.metric, measures.Config{})
		if err != nil {
			t.Fatal(err)
		}
		gold, err := corpus.Open(c.gold)
		if err != nil {
			t.Fatal(err)
		}
		system, err := corpus.Open(c.system)
		if err != nil {
			t.Fatal(err)
		}
		p := &places{t: t, seen: map[int]bool{}}
		if _, err := eval.Run(context.Background(), gold, system, []*eval.Measure{metric}, eval.Options{Jobs: 1, Align: eval.AlignOrder,
			Collect: func() eval.Collector { return p }, Collected: func(eval.Collector) {}}); err != nil {
			t.Fatal(err)
		}
		if len(p.seen) != c.sentences {
			t.Errorf("%s: items are in %d sentences, want %d", c.metric, len(p.seen), c.sentences)
		}
	}
}

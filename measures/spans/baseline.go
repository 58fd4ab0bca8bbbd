package spans

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"assay/eval"
	"assay/measures/internal/span"
	"assay/treebank"
)

// A Baseline is a step that replaces the tree of a sentence. Its phrases have the
// label X; those of Ceiling keep gold's labels.
type Baseline struct {
	Name string
	Seed uint64 // seed of Random
}

// The baselines. Left, Right and Balanced (the left part is the shorter one) are
// binary trees; Random has uniform split points; Ceiling is the best binary tree:
// gold's phrases without gaps, those of more than two parts binarised to the right.
const (
	Left     = "left"
	Right    = "right"
	Balanced = "balanced"
	Random   = "random"
	Ceiling  = "ceiling"
)

// Baselines lists the baselines in the order of tables.
var Baselines = []string{Left, Right, Balanced, Random, Ceiling}

var _ eval.Step = Baseline{}

// Signature names the baseline.
func (b Baseline) Signature() string {
	if b.Name == Random {
		return fmt.Sprintf("baseline:random=%d", b.Seed)
	}
	return "baseline:" + b.Name
}

// New returns the step for one goroutine.
func (b Baseline) New() func(*treebank.Sentence) error {
	w := &planter{Baseline: b}
	if b.Name == Ceiling {
		return w.ceiling
	}
	return w.plant
}

// A planter builds trees for one goroutine.
type planter struct {
	Baseline
	words   []int32
	label   treebank.Symbol
	random  *rand.Rand
	phrases []treebank.Phrase
}

// plant builds a binary tree over the words of sentence that count.
func (w *planter) plant(sentence *treebank.Sentence) error {
	w.label = sentence.Syms.InternString("X")
	w.words, w.phrases = w.words[:0], w.phrases[:0]
	text := fnv.New64a()
	for i := range sentence.Tokens {
		sentence.Tokens[i].Parent, sentence.Tokens[i].Func = -1, 0
		if sentence.Name(sentence.Tokens[i].Tag) != span.Null {
			w.words = append(w.words, int32(i))
			text.Write(append(sentence.Word(int32(i)), ' '))
		}
	}
	w.random = rand.New(rand.NewPCG(w.Seed, text.Sum64()))
	w.split(sentence, 0, len(w.words), -1)
	return w.finish(sentence)
}

// split builds a tree over the words from i to j.
func (w *planter) split(sentence *treebank.Sentence, i, j int, parent int32) {
	for j-i > 1 {
		me := w.add(w.label, parent, w.words[i], w.words[j-1]+1)
		k := i + 1
		switch w.Name {
		case Left:
			k = j - 1
		case Balanced:
			k = i + (j-i)/2
		case Random:
			k = i + 1 + w.random.IntN(j-i-1)
		}
		w.split(sentence, i, k, me)
		i, parent = k, me
	}
	if i < j {
		sentence.Tokens[w.words[i]].Parent = parent
	}
}

func (w *planter) add(label treebank.Symbol, parent, begin, end int32) int32 {
	w.phrases = append(w.phrases, treebank.Phrase{Label: label, Parent: parent, Begin: begin, End: end})
	return int32(len(w.phrases) - 1)
}

// finish gives s the phrases in order.
func (w *planter) finish(s *treebank.Sentence) error {
	s.Phrases = append(s.Phrases[:0], w.phrases...)
	s.Secondary, s.Attrs, s.Gaps = s.Secondary[:0], s.Attrs[:0], false
	return s.Arrange()
}

// ceiling binarises the tree of sentence.
func (w *planter) ceiling(sentence *treebank.Sentence) error {
	gapped := gaps(sentence)
	above := func(p int32) int32 {
		for p >= 0 && gapped[p] {
			p = sentence.Phrases[p].Parent
		}
		return p
	}
	w.phrases = append(w.phrases[:0], sentence.Phrases...)
	kids := make([][]int32, len(sentence.Phrases)) // token i is the negative number -1-i
	for j := range sentence.Phrases {
		up := above(sentence.Phrases[j].Parent)
		w.phrases[j].Parent = up
		if up >= 0 && !gapped[j] && sentence.Phrases[j].Begin < sentence.Phrases[j].End {
			kids[up] = append(kids[up], int32(j))
		}
	}
	for i := range sentence.Tokens {
		up := above(sentence.Tokens[i].Parent)
		if sentence.Tokens[i].Parent = up; up >= 0 {
			kids[up] = append(kids[up], int32(-1-i))
		}
	}
	for j := range kids {
		w.binarise(sentence, int32(j), kids[j])
	}
	w.drop(sentence, gapped)
	return w.finish(sentence)
}

// drop removes the phrases with gaps, which no longer have children.
func (w *planter) drop(sentence *treebank.Sentence, gapped []bool) {
	kept, number := w.phrases[:0], make([]int32, len(w.phrases))
	for j, p := range w.phrases {
		number[j] = int32(len(kept))
		if j >= len(gapped) || !gapped[j] {
			kept = append(kept, p)
		}
	}
	w.phrases = kept
	for j := range kept {
		if up := kept[j].Parent; up >= 0 {
			kept[j].Parent = number[up]
		}
	}
	for i := range sentence.Tokens {
		if up := sentence.Tokens[i].Parent; up >= 0 {
			sentence.Tokens[i].Parent = number[up]
		}
	}
}

// binarise leaves phrase j at most two children: the first, and a new phrase of the
// others.
func (w *planter) binarise(sentence *treebank.Sentence, j int32, kids []int32) {
	begin := func(k int32) int32 {
		if k < 0 {
			return -1 - k
		}
		return w.phrases[k].Begin
	}
	for a := 1; a < len(kids); a++ { // few children: insertion sort by first word
		for b := a; b > 0 && begin(kids[b]) < begin(kids[b-1]); b-- {
			kids[b], kids[b-1] = kids[b-1], kids[b]
		}
	}
	end := w.phrases[j].End
	for len(kids) > 2 {
		kids = kids[1:]
		j = w.add(w.phrases[j].Label, j, begin(kids[0]), end)
		for _, k := range kids {
			if k < 0 {
				sentence.Tokens[-1-k].Parent = j
			} else {
				w.phrases[k].Parent = j
			}
		}
	}
}

// gaps reports for each phrase of sentence whether it has a gap.
func gaps(sentence *treebank.Sentence) []bool {
	out, words := make([]bool, len(sentence.Phrases)), make([]int32, len(sentence.Phrases))
	if !sentence.Gaps {
		return out
	}
	for i := range sentence.Tokens {
		for up := sentence.Tokens[i].Parent; up >= 0; up = sentence.Phrases[up].Parent {
			words[up]++
		}
	}
	for j, p := range sentence.Phrases {
		out[j] = words[j] != p.End-p.Begin
	}
	return out
}

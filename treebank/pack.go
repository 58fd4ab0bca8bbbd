package treebank

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// A Packer packs several analyses of one sentence into a parse forest (Xiao 1997,
// chapter 6): each word gets the links that it has in any of them, grouped by sense. A
// sense is a root form and a category. The forest records which links make one tree (ReadingsOf), with the
// probability of each tree; rules need it (§6.3).
type Packer struct {
	first  *Sentence
	slots  [][]packedSense // by word
	trees  [][]packedLink  // by analysis, by word
	scores []float64       // by analysis: its logarithmic probability, 0 if it has none
	nested bool            // an analysis is a forest
}

// A packedLink is the link of a word in one analysis: the numbers of its sense and in it.
type packedLink struct{ sense, link int }

type packedSense struct {
	root  string
	cat   Symbol
	links []Arc
}

// Start begins a forest with its first analysis, which Finish changes.
func (p *Packer) Start(first *Sentence) {
	*p = Packer{first: first, slots: make([][]packedSense, len(first.Tokens))}
	p.add(first)
}

// Add adds an analysis with the same symbols. It fails if the words differ from those of
// the first.
func (p *Packer) Add(sentence *Sentence) error {
	if len(sentence.Tokens) != len(p.slots) {
		return fmt.Errorf("want the %d words of the first analysis, found %d; the analysis is not packed",
			len(p.slots), len(sentence.Tokens))
	}
	for i := range sentence.Tokens {
		if first, word := p.first.Word(int32(i)), sentence.Word(int32(i)); !bytes.Equal(first, word) {
			return fmt.Errorf("want word %d to be %q, as in the first analysis, found %q; the analysis is not packed",
				i+1, first, word)
		}
	}
	p.add(sentence)
	return nil
}

func (p *Packer) add(s *Sentence) {
	tree := make([]packedLink, len(p.slots))
	for i := range p.slots {
		number := p.sense(s, i)
		sense := &p.slots[i][number]
		arcs := s.ArcsOf(int32(i))
		if len(arcs) == 0 {
			arcs = []Arc{{Dep: int32(i), Head: Unknown}}
		}
		p.nested = p.nested || len(arcs) > 1
		for _, a := range arcs {
			link := slices.Index(sense.links, a)
			if link < 0 {
				link = len(sense.links)
				sense.links = append(sense.links, a)
			}
			tree[i] = packedLink{number, link}
		}
	}
	p.trees, p.scores = append(p.trees, tree), append(p.scores, s.Score)
}

// sense finds or adds the sense that word i has in s, and returns its number.
func (p *Packer) sense(s *Sentence, i int) int {
	root, cat := "", s.Tokens[i].Tag
	if i < len(s.Morph) {
		root = s.Str(s.Morph[i].Lemma)
	}
	senses := p.slots[i]
	for k := range senses {
		if senses[k].cat == cat && senses[k].root == root {
			return k
		}
	}
	p.slots[i] = append(senses, packedSense{root: root, cat: cat})
	return len(senses)
}

// Finish writes the forest into the first analysis.
func (p *Packer) Finish() {
	sentence := p.first
	sentence.Arcs = sentence.Arcs[:0]
	before := make([][]int, len(p.slots)) // by word, by sense: links before the sense
	for i, senses := range p.slots {
		from := len(sentence.Arcs)
		for k, sense := range senses {
			before[i] = append(before[i], len(sentence.Arcs)-from)
			if k > 0 {
				value := strconv.Itoa(len(sentence.Arcs)-from) + "\t" + sense.root + "\t" + sentence.Name(sense.cat)
				sentence.AddAttr(int32(i), SenseKey, sentence.AddString(value))
			}
			sentence.Arcs = append(sentence.Arcs, sense.links...)
		}
	}
	if !p.nested && sentence.Forest() {
		SetReadings(sentence, p.readings(before))
	}
}

// readings numbers the links of each analysis as the forest does, and makes probabilities of its score. Those of
// n analyses sum to 1.
func (p *Packer) readings(before [][]int) []Reading {
	readings := make([]Reading, len(p.trees))
	best, sum := slices.Max(p.scores), 0.0
	for _, score := range p.scores {
		sum += math.Exp(score - best)
	}
	for n, tree := range p.trees {
		readings[n] = Reading{make([]int32, len(tree)), math.Exp(p.scores[n]-best) / sum}
		for i, l := range tree {
			readings[n].Links[i] = int32(before[i][l.sense] + l.link)
		}
	}
	return readings
}

// FirstTree returns one arc of each word of a forest that together form no cycle: the
// first such choice in the order of the arcs. The first arcs alone may form a cycle, as
// in Xiao 1997, chapter 6, with the links of flying in another order. If every choice
// forms a cycle, ok is false and the tree consists of the first arcs.
func FirstTree(s *Sentence) (tree []Arc, ok bool) {
	n := len(s.Tokens)
	options, first := make([][]Arc, n), make([][]Arc, n)
	for i := range options {
		options[i] = s.ArcsOf(int32(i))
		first[i] = options[i][:min(1, len(options[i]))]
	}
	if allLeadOut(first) {
		options, ok = first, true
	} else if ok = allLeadOut(options); ok {
		for i, arcs := range options {
			for k := 0; len(arcs) > 1 && k < len(arcs); k++ {
				if options[i] = arcs[k : k+1]; allLeadOut(options) {
					break
				}
			}
		}
	}
	tree = make([]Arc, 0, n)
	for _, arcs := range options {
		if len(arcs) > 0 {
			tree = append(tree, arcs[0])
		}
	}
	return tree, ok
}

// allLeadOut reports whether some choice of arcs leads from every word out of the
// sentence, to the root or an unknown head: then that choice forms no cycle.
func allLeadOut(options [][]Arc) bool {
	below := make([][]int32, len(options)) // by word: words that may depend on it
	reached := make([]bool, len(options))
	var queue []int32
	reach := func(word int32) {
		if !reached[word] {
			reached[word] = true
			queue = append(queue, word)
		}
	}
	for i, arcs := range options {
		if len(arcs) == 0 {
			reach(int32(i))
		}
		for _, a := range arcs {
			if a.Head < 0 || int(a.Head) >= len(options) {
				reach(int32(i))
			} else {
				below[a.Head] = append(below[a.Head], int32(i))
			}
		}
	}
	for k := 0; k < len(queue); k++ {
		for _, word := range below[queue[k]] {
			reach(word)
		}
	}
	return len(queue) == len(options)
}

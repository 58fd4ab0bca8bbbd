package mspeval

import (
	"bufio"
	"fmt"
	"strings"
)

// unaligned is the partner of a word that has none.
const unaligned = -1

// An alignment pairs content words, in one direction.
type alignment struct{ system, gold []int32 } // by word of gold: that of the system; by word of the system: that of gold

func newAlignment(gold, system *file) *alignment {
	a := &alignment{make([]int32, len(gold.words)), make([]int32, len(system.words))}
	for i := range a.system {
		a.system[i] = unaligned
	}
	for i := range a.gold {
		a.gold[i] = unaligned
	}
	return a
}

// add pairs a word of gold with one of the system. A later pair of the same word replaces it on that side only.
func (a *alignment) add(gold, system int) {
	a.system[gold], a.gold[system] = int32(system), int32(gold)
}

// A step is what a walk does with two words.
type step uint8

const (
	pair step = iota
	skipGold
	skipSystem
)

// decide says what to do with two words: content words pair unless one of them is an abstract node. The system's word
// is looked at only beside a content word of gold.
func decide(gold, system *file, g, s int) (step, error) {
	if g = index(g, gold); g < 0 {
		return 0, errIndex
	}
	goldWord := &gold.words[g]
	if goldWord.feats == "" {
		return skipGold, nil
	}
	if s = index(s, system); s < 0 {
		return 0, errIndex
	}
	systemWord := &system.words[s]
	switch abstract := goldWord.form == "_"; {
	case systemWord.feats == "":
		return skipSystem, nil
	case abstract == (systemWord.form == "_"):
		return pair, nil
	case abstract:
		return skipGold, nil
	}
	return skipSystem, nil
}

// forward aligns both files from the first word on.
func forward(gold, system *file) (*alignment, error) {
	a := newAlignment(gold, system)
	if len(gold.sentences) == 0 || len(system.sentences) == 0 {
		return nil, errIndex
	}
	g, s, sentence := 0, 0, 0
	goldEnd, systemEnd := gold.sentences[0].end, system.sentences[0].end
	for g < len(gold.words) && s < len(system.words) {
		if g == goldEnd || s == systemEnd {
			if g != goldEnd {
				g = goldEnd
			} else {
				s = systemEnd
			}
			if sentence++; sentence >= len(gold.sentences) || sentence >= len(system.sentences) {
				return nil, errIndex
			}
			goldEnd, systemEnd = gold.sentences[sentence].end, system.sentences[sentence].end
		}
		do, err := decide(gold, system, g, s)
		if err != nil {
			return nil, err
		}
		switch do {
		case pair:
			a.add(g, s)
			g, s = g+1, s+1
		case skipGold:
			g++
		case skipSystem:
			s++
		}
	}
	return a, nil
}

// backward aligns each pair of sentences from their last words on. In an empty sentence it starts, as the program
// does, with the word before it; before the first word is the last one.
func backward(gold, system *file) (*alignment, error) {
	a := newAlignment(gold, system)
	last := len(gold.sentences) - 1
	if last < 0 || len(system.sentences) == 0 {
		return nil, errIndex
	}
	var later [][2]int
	sentence := 0
	goldStart, systemStart := gold.sentences[0].start, system.sentences[0].start
	lastGold, lastSystem := gold.sentences[last].start, system.sentences[len(system.sentences)-1].start
	g, s := gold.sentences[0].end-1, system.sentences[0].end-1
	for g >= lastGold && s >= lastSystem || sentence < last {
		do, err := decide(gold, system, g, s)
		if err != nil {
			return nil, err
		}
		if do == pair {
			later = append(later, [2]int{index(g, gold), index(s, system)})
		}
		if do != skipSystem {
			g--
		}
		if do != skipGold {
			s--
		}
		if g >= goldStart && s >= systemStart {
			continue
		}
		for k := len(later) - 1; k >= 0; k-- {
			a.add(later[k][0], later[k][1])
		}
		later = later[:0]
		if sentence++; sentence > last {
			break
		}
		if sentence >= len(system.sentences) {
			return nil, errIndex
		}
		goldStart, systemStart = gold.sentences[sentence].start, system.sentences[sentence].start
		g, s = gold.sentences[sentence].end-1, system.sentences[sentence].end-1
	}
	return a, nil
}

// index is Python's index into the words of a file: negative ones count from the end. It is -1 outside of them.
func index(i int, f *file) int {
	if i < 0 {
		i += len(f.words)
	}
	if i >= len(f.words) {
		return -1
	}
	return max(i, -1)
}

// evaluate aligns the files and prints the three scores.
func evaluate(gold, system *file, out *bufio.Writer) error {
	ahead, err := forward(gold, system)
	if err != nil {
		return err
	}
	back, err := backward(gold, system)
	if err != nil {
		return err
	}
	c := &comparison{gold: gold, system: system, directions: [2]*alignment{ahead, back}}
	mslas, err := c.sum(c.attached, true)
	if err != nil {
		return err
	}
	feats, err := c.sum(func(*alignment, *word, *word) bool { return true }, true)
	if err != nil {
		return err
	}
	las, err := c.sum(c.attached, false)
	if err != nil {
		return err
	}
	f1 := func(correct float64) float64 {
		if n := gold.content + system.content; n > 0 {
			return 100 * (2 * correct / float64(n))
		}
		return 0
	}
	fmt.Fprintf(out, "MSLAS <F1> Score: %.2f\nLAS F1 Score: %.2f\nFeats F1 Score: %.2f\n", f1(mslas), f1(las), f1(feats))
	return nil
}

// A comparison has both alignments of two files.
type comparison struct {
	gold, system *file
	directions   [2]*alignment // forward, backward
}

// attached reports whether two words have the same relation and aligned heads.
func (c *comparison) attached(a *alignment, gold, system *word) bool {
	head := system.parent
	if head >= 0 {
		if head = a.gold[head]; head == unaligned {
			return false
		}
	}
	return gold.parent == head && gold.deprel == system.deprel
}

// sum adds, over the sentences of gold, the larger of the sums of both directions: of the features of pairs that are
// right, or of these pairs.
func (c *comparison) sum(right func(a *alignment, gold, system *word) bool, features bool) (float64, error) {
	total := 0.0
	for _, sentence := range c.gold.sentences {
		var sums [2]float64
		for g := sentence.start; g < sentence.end; g++ {
			gold := &c.gold.words[g]
			for d, a := range c.directions {
				if a.system[g] < 0 {
					continue
				}
				system := &c.system.words[a.system[g]]
				if !right(a, gold, system) {
					continue
				}
				f := 1.0
				if features {
					var err error
					if f, err = similarity(gold.feats, system.feats); err != nil {
						return 0, err
					}
				}
				sums[d] += f
			}
		}
		total += max(sums[0], sums[1])
	}
	return total, nil
}

// universal are the features that count.
var universal = [...]string{"PronType", "NumType", "Poss", "Reflex", "Foreign", "Abbr", "Gender", "Animacy", "Number",
	"Case", "Definite", "Degree", "VerbForm", "Mood", "Tense", "Aspect", "Voice", "Evident", "Polarity", "Person",
	"Polite"}

// features are the values of the universal features of a word.
type features struct {
	values [len(universal)]string
	has    [len(universal)]bool
	n      int
}

// parse reads a column of sorted features.
func (f *features) parse(feats string) error {
	*f = features{}
	if feats == "|" {
		return nil
	}
	at := 0
	for feat := range strings.SplitSeq(feats, "|") {
		name, value, _ := strings.Cut(feat, "=")
		if n := strings.Count(feat, "=") + 1; n != 2 {
			return fmt.Errorf("ValueError: dictionary update sequence element #%d has length %d; 2 is required", at, n)
		}
		at++
		if k := universalIndex(name); k >= 0 {
			if f.values[k] = value; !f.has[k] {
				f.has[k] = true
				f.n++
			}
		}
	}
	return nil
}

func universalIndex(name string) int {
	for k, u := range universal {
		if u == name {
			return k
		}
	}
	return -1
}

// similarity is the F1 of the features of two words.
func similarity(gold, system string) (float64, error) {
	var g, s features
	if err := g.parse(gold); err != nil {
		return 0, err
	}
	if err := s.parse(system); err != nil {
		return 0, err
	}
	switch {
	case g.n == 0 && s.n == 0:
		return 1, nil
	case g.n == 0 || s.n == 0:
		return 0, nil
	}
	equal := 0
	for k := range universal {
		if g.values[k] != "" && g.values[k] == s.values[k] {
			equal++
		}
	}
	return 2 * float64(equal) / float64(g.n+s.n), nil
}

package treebank

import (
	"iter"
	"slices"
	"strconv"
	"strings"
)

// ArcsOf returns the arcs whose dependent is dep: one in a tree, several in a
// parse forest, none if the head is unknown. HeadOf returns only one of them, so
// code that must be right on forests calls ArcsOf.
func (s *Sentence) ArcsOf(dep int32) []Arc {
	i, n := int(dep), len(s.Arcs)
	if i >= n || s.Arcs[i].Dep != dep || i > 0 && s.Arcs[i-1].Dep == dep {
		i, _ = slices.BinarySearchFunc(s.Arcs, dep, func(a Arc, d int32) int { return int(a.Dep - d) })
	}
	end := i
	for end < n && s.Arcs[end].Dep == dep {
		end++
	}
	return s.Arcs[i:end:end]
}

// Forest reports whether some word of s has more than one arc.
func (s *Sentence) Forest() bool {
	if len(s.Arcs) > len(s.Tokens) {
		return true
	}
	for i := 1; i < len(s.Arcs); i++ {
		if s.Arcs[i].Dep == s.Arcs[i-1].Dep {
			return true
		}
	}
	return false
}

// SenseKey is the key of an Attr of a token that holds a further sense of the
// word in a parse forest (Xiao 1997, chapter 6): the number of arcs of the
// senses before it, its root form and its category, separated by tabs.
const SenseKey = "sense"

// Senses yields the root form and the category of each sense of token i but the
// first, which Token.Tag and Morph.Lemma hold.
func Senses(sentence *Sentence, i int32) iter.Seq2[string, string] {
	return func(yield func(root, cat string) bool) {
		for _, a := range sentence.Attrs {
			if a.Index != i || sentence.Name(a.Key) != SenseKey {
				continue
			}
			if f := strings.Split(sentence.Str(a.Value), "\t"); len(f) == 3 && !yield(f[1], f[2]) {
				return
			}
		}
	}
}

// The keys of Attrs that hold the readings of a parse forest: of a token, the number of its link, from 1,
// in each reading ("1 1 2"), unless it is the first in all of them; of a sentence (index -1), their probabilities.
const (
	linksKey         = "reading"
	probabilitiesKey = "reading probabilities"
)

// A Reading is one tree of a parse forest.
type Reading struct {
	Links []int32 // of each word the number of its link, from 0, among its arcs (ArcsOf)
	P     float64 // its probability; those of all readings sum to 1
}

// ReadingsOf returns the readings that a parse forest is packed from. It returns nil if the forest does not
// record them: then any choice of links may or may not be a reading.
func ReadingsOf(s *Sentence) []Reading {
	if !s.Forest() {
		return nil
	}
	var readings []Reading
	var chances []string
	for _, attr := range s.Attrs {
		key := s.Name(attr.Key)
		if attr.Index < 0 && key == probabilitiesKey {
			chances = strings.Fields(s.Str(attr.Value))
		}
		if key != linksKey || attr.Index < 0 || int(attr.Index) >= len(s.Tokens) {
			continue
		}
		numbers := strings.Fields(s.Str(attr.Value))
		if readings == nil {
			readings = make([]Reading, len(numbers))
			for i := range readings {
				readings[i] = Reading{make([]int32, len(s.Tokens)), 1 / float64(len(readings))}
			}
		}
		if len(numbers) != len(readings) {
			return nil
		}
		for i, text := range numbers {
			n, err := strconv.Atoi(text)
			if err != nil {
				return nil
			}
			readings[i].Links[attr.Index] = int32(n) - 1
		}
	}
	for word := range s.Tokens { // the links may have changed since
		n := max(1, len(s.ArcsOf(int32(word))))
		for _, r := range readings {
			if link := int(r.Links[word]); link < 0 || link >= n {
				return nil
			}
		}
	}
	weigh(readings, chances)
	return readings
}

// weigh gives readings their probabilities; equal ones if these are not known.
func weigh(readings []Reading, chances []string) {
	if len(chances) != len(readings) {
		return
	}
	sum := 0.0
	weights := make([]float64, len(readings))
	for i, text := range chances {
		weights[i], _ = strconv.ParseFloat(text, 64)
		sum += weights[i]
	}
	for i := range readings {
		if sum > 0 {
			readings[i].P = weights[i] / sum
		}
	}
}

// SetReadings records the readings of a parse forest, in place of those that it has; a single tree has none.
// Probabilities that are all equal are not recorded.
func SetReadings(s *Sentence, readings []Reading) {
	s.Attrs = slices.DeleteFunc(s.Attrs, func(a Attr) bool { return IsReadingKey(s.Name(a.Key)) })
	if len(readings) < 2 || !s.Forest() {
		return
	}
	for word := range s.Tokens {
		var text []byte
		several := false
		for _, r := range readings {
			several = several || r.Links[word] != 0
			text = strconv.AppendInt(append(text, ' '), int64(r.Links[word])+1, 10)
		}
		if several {
			s.AddAttr(int32(word), linksKey, s.Add(text[1:]))
		}
	}
	if slices.ContainsFunc(readings, func(r Reading) bool { return r.P != readings[0].P }) {
		var text []byte
		for _, r := range readings {
			text = strconv.AppendFloat(append(text, ' '), r.P, 'g', -1, 64)
		}
		s.AddAttr(-1, probabilitiesKey, s.Add(text[1:]))
	}
}

// IsReadingKey reports whether Attrs with this key hold readings of a forest.
func IsReadingKey(key string) bool { return key == linksKey || key == probabilitiesKey }

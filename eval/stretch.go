package eval

import (
	"bytes"
	"sort"

	"assay/treebank"
)

// A Stretch is one sentence of a side of a pair that joins several: its number among them,
// from 0, its first word and one past its last.
type Stretch struct {
	N          int
	Begin, End int32
}

// StretchOf returns the sentence of s that holds a word.
func StretchOf(s *treebank.Sentence, word int32) Stretch {
	k := sort.Search(len(s.Breaks), func(i int) bool { return s.Breaks[i] > word })
	at := Stretch{N: k, End: int32(len(s.Tokens))}
	if k > 0 {
		at.Begin = s.Breaks[k-1]
	}
	if k < len(s.Breaks) {
		at.End = s.Breaks[k]
	}
	return at
}

// GoldStretch returns the sentence of gold that an item belongs to. An item of the system
// alone belongs to the one with the same place in the text. It is the whole pair if the
// item is nil or has no word.
func (p *Pair) GoldStretch(it *Item) Stretch {
	whole := Stretch{End: int32(len(p.Gold.Tokens))}
	if it == nil || len(p.Gold.Breaks) == 0 {
		return whole
	}
	s, ref := p.Side(it)
	word := FirstWord(s, ref)
	switch {
	case word < 0:
		return whole
	case s == p.Gold:
		return StretchOf(s, word)
	}
	before := characters(s, word)
	at := sort.Search(len(p.Gold.Tokens), func(i int) bool { return characters(p.Gold, int32(i)+1) > before })
	return StretchOf(p.Gold, min(int32(at), whole.End-1))
}

// Whole reports whether the pair joins no sentences of gold: the breaks that a document has
// are its own, and its items belong to all of it.
func (p *Pair) Whole() bool {
	first, last := p.Sentences()
	return len(p.Gold.Breaks) != last-first
}

// GoldPlace returns the number of the sentence of gold that an item belongs to, as Sentences
// counts, and its words in the pair. The number is 0 if gold lacks it.
func (p *Pair) GoldPlace(it *Item) (number int, at Stretch) {
	first, _ := p.Sentences()
	if first == 0 || p.Whole() {
		return first, Stretch{End: int32(len(p.Gold.Tokens))}
	}
	at = p.GoldStretch(it)
	return first + at.N, at
}

// FirstWord returns the first word of a part of s, -1 if it has none.
func FirstWord(s *treebank.Sentence, ref Ref) int32 {
	switch ref.Kind {
	case Word, Link, Token:
		if int(ref.Index) < len(s.Tokens) {
			return ref.Index
		}
	case Phrase:
		if int(ref.Index) < len(s.Phrases) {
			return min(s.Phrases[ref.Index].Begin, int32(len(s.Tokens))-1)
		}
	}
	return -1
}

// characters counts the bytes of the first n words without blanks.
func characters(s *treebank.Sentence, n int32) (sum int) {
	for i := range n {
		sum += len(treebank.AppendNonSpace(nil, s.Word(i)))
	}
	return sum
}

// DocumentOf returns the document of the k-th of gold's sentences in the pair.
func (p *Pair) DocumentOf(k int) string {
	if k < len(p.gold) {
		return p.gold[k].doc
	}
	return p.Document
}

// GenreOf returns the genre of the k-th of gold's sentences in the pair, as a comment at the
// beginning of its document gives it; "" if none does.
func (p *Pair) GenreOf(k int) string {
	if k < len(p.gold) {
		return p.gold[k].genre
	}
	return ""
}

// genre returns the genre that a comment before a sentence gives, as in GUM and in GENTLE:
// "# genre = fiction" or "# meta::genre = fiction".
func genre(text []byte) string {
	for len(text) > 0 && text[0] == '#' {
		line, rest, _ := bytes.Cut(text, newline)
		key, value, ok := bytes.Cut(line[1:], []byte{'='})
		if key = bytes.TrimSpace(key); ok && (string(key) == "genre" || string(key) == "meta::genre") {
			return string(bytes.TrimSpace(value))
		}
		text = rest
	}
	return ""
}

package eval

import (
	"hash/maphash"
	"io"
	"slices"

	"assay/treebank"
)

// planByWords reads both sides and pairs sentences with the same words, in any order.
func planByWords(gold, system *treebank.Source) (*plan, error) {
	g, goldKeys, err := readWords(gold)
	if err != nil {
		return nil, err
	}
	s, systemKeys, err := readWords(system)
	if err != nil {
		return nil, err
	}
	p := &plan{gold: g, system: s}
	p.byKeys(goldKeys, systemKeys)
	return p, nil
}

// readWords reads a source, and the text of each sentence as treebank.AppendPlain writes it.
func readWords(src *treebank.Source) (all []piece, texts []string, err error) {
	side := &textSide{stream: stream{src: src}, format: src.Format}
	side.sent.Skip = ^treebank.Layer(0) // only the words
	defer side.stream.Close()
	for {
		side.text = side.text[:0]
		p, err := side.next()
		if err == io.EOF {
			return all, texts, nil
		}
		if err != nil {
			return nil, nil, err
		}
		all, texts = append(all, p), append(texts, string(side.text))
	}
}

// matchWords returns the number of sentences that have words and the same text as one of
// the other side, in any order.
func (a *summary) matchWords(b *summary) (n int) {
	left := make(map[uint64]int, len(b.texts))
	for _, text := range b.texts {
		left[text]++
	}
	for _, text := range a.texts {
		if text != noWords && left[text] > 0 {
			left[text]--
			n++
		}
	}
	return n
}

// moved returns the number of sentences that stand in another order on the other side, as
// far as their words name them: those of no other sentence of either side.
func (a *summary) moved(b *summary) int {
	count := func(texts []uint64) map[uint64]int {
		n := make(map[uint64]int, len(texts))
		for _, text := range texts {
			n[text]++
		}
		return n
	}
	ofA, ofB := count(a.texts), count(b.texts)
	at := make(map[uint64]int, len(a.texts))
	for i, text := range a.texts {
		at[text] = i
	}
	all := 0
	var last []int // of the sequences in order of each length, the least place at which one ends
	for _, text := range b.texts {
		if text == noWords || ofA[text] != 1 || ofB[text] != 1 {
			continue
		}
		all++
		if n, _ := slices.BinarySearch(last, at[text]); n < len(last) {
			last[n] = at[text]
		} else {
			last = append(last, at[text])
		}
	}
	return all - len(last)
}

// shuffled returns the number of sentences that have the words of some sentence of the
// other side, and whether it is best to pair by these: more sentences have moved than the
// shorter side has without a partner.
func (a *summary) shuffled(b *summary) (byWords int, ok bool) {
	byWords = a.matchWords(b)
	return byWords, a.moved(b) > min(len(a.texts), len(b.texts))-byWords
}

// noWords is the hash of a sentence without words.
var noWords = maphash.Bytes(surveySeed, nil)

// A stranger is a pair of different words in a pairing by order: the hashes of both texts.
type stranger struct{ gold, system uint64 }

// stranger adds the pair of the worker to the tally.
func (w *worker) stranger(tally *tally) {
	hash := func(sentence *treebank.Sentence) uint64 {
		w.value = sentence.AppendSurface(w.value[:0])
		w.other = treebank.AppendPlain(w.other[:0], w.value)
		return maphash.Bytes(surveySeed, w.other)
	}
	tally.strangers = append(tally.strangers, stranger{hash(w.pair.Gold), hash(w.pair.System)})
}

// moved counts the strangers whose system's sentence has the words of another stranger's
// gold sentence.
func moved(strangers []stranger) (n int) {
	left := make(map[uint64]int, len(strangers))
	for _, s := range strangers {
		left[s.gold]++
	}
	for _, s := range strangers {
		if s.gold != s.system && left[s.system] > 0 {
			left[s.system]--
			n++
		}
	}
	return n
}

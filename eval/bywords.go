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

// moved returns the least number of sentences that must be moved so that both sides are in
// the same order. It looks only at sentences whose words no other sentence of a side has.
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
	var last []int // for each length, the least place at which an increasing sequence of that length ends
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

// A mismatch is a pair of sentences with different words: the hashes of both texts.
type mismatch struct{ gold, system uint64 }

// mismatch adds the current pair to the mismatches of the tally.
func (w *worker) mismatch(tally *tally) {
	hash := func(sentence *treebank.Sentence) uint64 {
		w.value = sentence.AppendSurface(w.value[:0])
		w.other = treebank.AppendPlain(w.other[:0], w.value)
		return maphash.Bytes(surveySeed, w.other)
	}
	tally.mismatches = append(tally.mismatches, mismatch{hash(w.pair.Gold), hash(w.pair.System)})
}

// crossed counts the mismatches whose sentence of the system has the words of the gold
// sentence of another mismatch.
func crossed(mismatches []mismatch) (n int) {
	left := make(map[uint64]int, len(mismatches))
	for _, s := range mismatches {
		left[s.gold]++
	}
	for _, s := range mismatches {
		if s.gold != s.system && left[s.system] > 0 {
			left[s.system]--
			n++
		}
	}
	return n
}

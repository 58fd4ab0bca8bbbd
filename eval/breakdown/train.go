package breakdown

import (
	"math/bits"
	"slices"
	"strings"

	"assay/eval/condition"
	"assay/internal/expressions"
	"assay/treebank"
)

// A Vocabulary holds the words, links and phrases of training data, for the keys
// known, train-frequency and known-tag. It keeps 64-bit hashes, and only of the kinds
// that some key needs, so that 20 million words take less than 200 MB.
type Vocabulary struct {
	Sentences, Words int

	need [kinds]bool
	seen [kinds]counter
	buf  []byte
}

// The kinds of things that training data can have.
const (
	forms = iota
	lowerForms
	lemmas
	tagged // form and tag
	arcs   // lemma of the head, relation, lemma
	rules  // label of a phrase and its children
	labels
	expressionLemmas // the lemmas of an expression, sorted
	expressionForms  // all forms from its first word to its last
	kinds
)

// Add adds the words, links and phrases of sentence.
func (v *Vocabulary) Add(sentence *treebank.Sentence) {
	v.Sentences++
	v.Words += len(sentence.Tokens)
	for i := range int32(len(sentence.Tokens)) {
		for kind := forms; kind <= arcs; kind++ {
			if v.need[kind] {
				var ok bool
				if v.buf, ok = wordKey(v.buf[:0], kind, sentence, i); ok {
					v.seen[kind].add(hash(v.buf))
				}
			}
		}
	}
	for i := range int32(len(sentence.Phrases)) {
		for kind := rules; kind < kinds; kind++ {
			if v.need[kind] && (kind <= labels || expressions.Is(sentence, i)) {
				v.buf = phraseKey(v.buf[:0], kind, sentence, i)
				v.seen[kind].add(hash(v.buf))
			}
		}
	}
}

// known, train-frequency, known-tag and seen append nothing if look has no such word or bracket.

func known(dst []byte, look look) []byte {
	switch n := look.frequency(); {
	case n < 0:
		return dst
	case n > 0:
		return append(dst, "known"...)
	}
	return append(dst, "unknown"...)
}

func trainFrequency(dst []byte, look look) []byte {
	switch n := look.frequency(); {
	case n < 0:
		return dst
	case n == 0:
		return append(dst, "0"...)
	case n == 1:
		return append(dst, "1"...)
	case n < 10:
		return append(dst, "2-9"...)
	case n < 100:
		return append(dst, "10-99"...)
	}
	return append(dst, "100-"...)
}

func knownTag(dst []byte, look look) []byte {
	switch {
	case look.count(forms) == 0:
		return append(dst, "unknown-word"...)
	case look.count(tagged) == 0:
		return append(dst, "unseen-tag"...)
	}
	return append(dst, "known-tag"...)
}

func seen(dst []byte, look look) []byte {
	switch {
	case look.phrase() == nil || !expressions.Is(look.s, look.ref.Index):
		return dst
	case look.count(expressionLemmas) == 0:
		return append(dst, "unseen"...)
	case look.count(expressionForms) == 0:
		return append(dst, "variant"...)
	}
	return append(dst, "identical"...)
}

// frequency returns the frequency in the training data of the thing that the key looks up for the word or bracket of x,
// -1 if x has no such thing.
func (x *look) frequency() int {
	n := -1
	for _, kind := range x.key.kinds {
		n = max(n, x.count(kind))
	}
	return n
}

// count returns the frequency of a thing of the word or bracket of x in the training
// data, -1 if x has no such thing.
func (x *look) count(kind int) int {
	var room [128]byte
	name, ok := room[:0], true
	switch {
	case x.word >= 0 && kind < rules:
		name, ok = wordKey(name, kind, x.s, x.word)
	case x.phrase() != nil && kind >= rules:
		name = phraseKey(name, kind, x.s, x.ref.Index)
	default:
		return -1
	}
	if !ok {
		return -1
	}
	return x.key.train.count(kind, name)
}

// count returns the frequency of a thing in the training data, at most 100.
func (v *Vocabulary) count(kind int, key []byte) int { return v.seen[kind].count(hash(key)) }

// wordKey appends the name of a thing about word i and reports whether the sentence
// has it.
func wordKey(dst []byte, kind int, sentence *treebank.Sentence, i int32) ([]byte, bool) {
	switch kind {
	case forms:
		return append(dst, sentence.Word(i)...), true
	case lowerForms:
		return condition.AppendLower(dst, sentence.Word(i)), true
	case lemmas:
		return lemmaKey(dst, sentence, i), true
	case tagged:
		dst = append(append(dst, sentence.Word(i)...), '\t')
		return append(dst, sentence.Name(sentence.Tokens[i].Tag)...), true
	}
	head, rel := sentence.HeadOf(i)
	if head == treebank.Unknown {
		return dst, false
	}
	if head >= 0 {
		dst = lemmaKey(dst, sentence, head)
	}
	dst = append(append(append(dst, '\t'), sentence.Name(rel)...), '\t')
	return lemmaKey(dst, sentence, i), true
}

// lemmaKey appends the lemma of word i, or its form if it has no lemma.
func lemmaKey(dst []byte, s *treebank.Sentence, i int32) []byte {
	if int(i) < len(s.Morph) && s.Morph[i].Lemma.Len > 0 {
		return append(dst, s.Bytes(s.Morph[i].Lemma)...)
	}
	return append(dst, s.Word(i)...)
}

// phraseKey appends the name of a thing about phrase i: its label or, for rules, its
// label and those of its children, all without function tags.
func phraseKey(dst []byte, kind int, sentence *treebank.Sentence, i int32) []byte {
	ph := &sentence.Phrases[i]
	switch kind {
	case expressionLemmas:
		return lemmasOf(dst, sentence, i)
	case expressionForms:
		for word := ph.Begin; word < ph.End; word++ {
			dst = append(append(dst, sentence.Word(word)...), '\t')
		}
		return dst
	}
	dst = append(dst, category(sentence.Name(ph.Label))...)
	if kind == labels {
		return dst
	}
	last := int32(-1)
	for w := ph.Begin; w < ph.End; w++ {
		up := sentence.Tokens[w].Parent
		if up == i {
			dst, last = append(append(dst, '\t'), sentence.Name(sentence.Tokens[w].Tag)...), -1
			continue
		}
		for up >= 0 && sentence.Phrases[up].Parent != i {
			up = sentence.Phrases[up].Parent
		}
		if up >= 0 && up != last {
			dst, last = append(append(dst, '\t'), category(sentence.Name(sentence.Phrases[up].Label))...), up
		}
	}
	return dst
}

// category cuts function tags and indices off a label.
func category(label string) string {
	if len(label) > 1 && label[0] != '-' {
		if i := strings.IndexAny(label[1:], "-=|"); i >= 0 {
			return label[:i+1]
		}
	}
	return label
}

// hash is FNV-1a with the finaliser of splitmix64; it is never 0.
func hash(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	h = (h ^ h>>30) * 0xBF58476D1CE4E5B9
	h = (h ^ h>>27) * 0x94D049BB133111EB
	return max(1, h^h>>31)
}

// A counter counts hashes up to 100. It consists of many small tables, so that
// growing one of them needs little memory.
type counter [256]shard

type shard struct {
	keys []uint64 // 0 marks a free place
	n    []uint8
	used int
}

func (c *counter) add(h uint64) {
	t := &c[h>>56]
	if 5*(t.used+1) > 4*len(t.keys) {
		t.grow()
	}
	i := t.find(h)
	if t.keys[i] == 0 {
		t.keys[i] = h
		t.used++
	}
	t.n[i] = min(100, t.n[i]+1)
}

func (c *counter) count(h uint64) int {
	t := &c[h>>56]
	if len(t.keys) == 0 {
		return 0
	}
	return int(t.n[t.find(h)])
}

// find returns the place of h, or the free place for it.
func (t *shard) find(h uint64) int {
	hi, _ := bits.Mul64(h<<8, uint64(len(t.keys)))
	i := int(hi)
	for t.keys[i] != 0 && t.keys[i] != h {
		if i++; i == len(t.keys) {
			i = 0
		}
	}
	return i
}

func (t *shard) grow() {
	old := *t
	size := max(16, len(old.keys)*3/2)
	t.keys, t.n = make([]uint64, size), make([]uint8, size)
	for i, h := range old.keys {
		if h != 0 {
			j := t.find(h)
			t.keys[j], t.n[j] = h, old.n[i]
		}
	}
}

// lemmasOf appends the lemmas of an expression, sorted; a word without one gives its form.
func lemmasOf(dst []byte, sentence *treebank.Sentence, i int32) []byte {
	var list []string
	for _, word := range expressions.Words(nil, sentence, i) {
		list = append(list, string(lemmaKey(nil, sentence, word)))
	}
	slices.Sort(list)
	return append(dst, strings.Join(list, "\t")...)
}

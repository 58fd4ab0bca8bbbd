package eval

import (
	"bytes"
	"strconv"

	"assay/treebank"
)

// A Pair is a stretch of gold and the same stretch of the system: usually one
// sentence each, more where the two split the text differently (the sentences
// are then joined, and Sentence.Breaks holds the boundaries).
type Pair struct {
	N      int // from 0, in the order of gold
	Gold   *treebank.Sentence
	System *treebank.Sentence
	// Document is the document of gold's (first) sentence, "" if the file names
	// none.
	Document string

	unit      *Unit   // the numbers of its sentences; nil outside of a run
	gold      []piece // the sentences of gold that are joined
	align     aligner
	plain     aligner
	blind     *aligner          // nil before AlignBlind
	inner     *aligner          // nil before agreeInWords
	unaligned error             // Err of the alignment that a measure has asked for, or of Warn
	shape     [2]treebank.Shape // of gold and of the system
	shaped    [2]bool
	phrases   [2]treebank.Hierarchy
	layered   [2]bool      // phrases are set
	namesakes [2]namesakes // of gold and of the system
	same      int8         // 1 if both sides have the same words, -1 if not, 0 if not known
}

// Warn reports a fault of the pair that does not keep a measure from scoring it. The first counts.
func (p *Pair) Warn(err error) {
	if p.unaligned == nil {
		p.unaligned = err
	}
}

// Reset prepares p for the next pair and keeps its scratch memory.
func (p *Pair) Reset(n int, gold, system *treebank.Sentence) {
	p.N, p.Gold, p.System, p.unit, p.gold = n, gold, system, nil, nil
	p.align.done, p.plain.done, p.shaped, p.layered, p.same = false, false, [2]bool{}, [2]bool{}, 0
	if p.blind != nil {
		p.blind.done = false
	}
	if p.inner != nil {
		p.inner.done = false
	}
	p.forgetNames()
}

// replace gives the pair another analysis by the system.
func (p *Pair) replace(system *treebank.Sentence) {
	unit, gold := p.unit, p.gold
	p.Reset(p.N, p.Gold, system)
	p.unit, p.gold = unit, gold
}

// Name returns the name of the pair's sentence, else its number, as Unit.Name does.
func (p *Pair) Name() string {
	switch {
	case p.Gold.ID.Len > 0:
		return p.Gold.Str(p.Gold.ID)
	case p.unit != nil:
		return p.unit.Name()
	}
	return strconv.Itoa(p.N + 1)
}

// AppendName appends the name of the pair's sentence to dst.
func (p *Pair) AppendName(dst []byte) []byte {
	if id := p.Gold.Bytes(p.Gold.ID); len(id) > 0 {
		return append(dst, id...)
	}
	return append(dst, p.Name()...)
}

// Compared reports whether both sides have analyses that a measure could compare, as far as it is known: it is asked
// after the last item of the pair.
func (p *Pair) Compared() bool { return p.unit == nil || p.unit.Status == Scored }

// Sentences returns the numbers of its first and its last sentence in gold, from 1; both
// are 0 if gold lacks the sentence.
func (p *Pair) Sentences() (first, last int) {
	switch {
	case p.unit == nil:
		return p.N + 1, p.N + 1
	case p.unit.GoldN == 0:
		return 0, 0
	}
	return int(p.unit.Gold) + 1, int(p.unit.Gold + p.unit.GoldN)
}

// Shape returns the depth, projectivity and so on of each word, from the arcs of gold
// or of the system. It is computed once per pair.
func (p *Pair) Shape(system bool) *treebank.Shape {
	k, s := 0, p.Gold
	if system {
		k, s = 1, p.System
	}
	if !p.shaped[k] {
		p.shape[k].Set(s)
		p.shaped[k] = true
	}
	return &p.shape[k]
}

// Hierarchy returns the depth and the number of parts of each phrase of gold or of the
// system. It is computed once per pair.
func (p *Pair) Hierarchy(system bool) *treebank.Hierarchy {
	k, s := 0, p.Gold
	if system {
		k, s = 1, p.System
	}
	if !p.layered[k] {
		p.phrases[k].Set(s)
		p.layered[k] = true
	}
	return &p.phrases[k]
}

// SameWords reports whether both sides have the same words, as treebank.SameWord
// compares them. It looks once per pair.
func (p *Pair) SameWords() bool {
	if p.same == 0 {
		if p.same = -1; sameWords(p.Gold, p.System, true) {
			p.same = 1
		}
	}
	return p.same > 0
}

func sameWords(g, s *treebank.Sentence, asPlain bool) bool {
	if len(g.Tokens) != len(s.Tokens) {
		return false
	}
	for i := range g.Tokens {
		a, b := g.Word(int32(i)), s.Word(int32(i))
		if !bytes.Equal(a, b) && !(asPlain && treebank.SameWord(a, b)) {
			return false
		}
	}
	return true
}

// Side returns the reference of it on the gold side if there is one, else on the
// system side, and the sentence to which it refers.
func (p *Pair) Side(it *Item) (*treebank.Sentence, Ref) {
	if it.Gold.Kind != None {
		return p.Gold, it.Gold
	}
	return p.System, it.System
}

package eval

import "assay/treebank"

// fewParts is the number of parts before a phrase or an edge up to which its ordinal is counted;
// later ones are looked up.
const fewParts = 32

// namesakes hold the numbers, from 1, of the phrases and edges of a sentence among those
// that would have their names. They are those of the sentence as it was at the first question.
type namesakes struct {
	phrases, edges, ends []int32 // of each phrase; of each edge, with and without its label
}

// reset forgets all numbers, before the next sentence or a change of this one.
func (o *namesakes) reset() {
	o.phrases, o.edges, o.ends = o.phrases[:0], o.edges[:0], o.ends[:0]
}

// A spot is all that equal names have in common.
type spot struct {
	from, to int32 // nodes of an edge, words of a phrase
	label    treebank.Symbol
}

// edge returns edgeOrdinal.
func (o *namesakes) edge(sentence *treebank.Sentence, edge int32, labelled bool) int {
	if o == nil || edge < fewParts {
		return edgeOrdinal(sentence, edge, labelled)
	}
	known := &o.ends
	if labelled {
		known = &o.edges
	}
	if len(*known) == 0 {
		count := make(map[spot]int32, len(sentence.Edges))
		for _, e := range sentence.Edges {
			at := spot{from: e.From, to: e.To}
			if labelled {
				at.label = e.Label
			}
			count[at]++
			*known = append(*known, count[at])
		}
	}
	return int((*known)[edge])
}

// phrase returns phraseOrdinal.
func (o *namesakes) phrase(sentence *treebank.Sentence, phrase int32) int {
	if o == nil || phrase < fewParts || int(phrase) >= len(sentence.Phrases) {
		return phraseOrdinal(sentence, phrase)
	}
	if len(o.phrases) == 0 {
		before := make(map[spot][]int32, len(sentence.Phrases))
		for i := range sentence.Phrases {
			p := &sentence.Phrases[i]
			at := spot{p.Begin, p.End, p.Label}
			n := 1 + int32(len(before[at]))
			if sentence.Gaps {
				for _, q := range before[at] {
					if !sameYield(sentence, int32(i), q) {
						n--
					}
				}
			}
			before[at] = append(before[at], int32(i))
			o.phrases = append(o.phrases, n)
		}
	}
	return int(o.phrases[phrase])
}

// edgeOrdinal returns the number of an edge, from 1, among those between its nodes: those with
// its label, or all.
func edgeOrdinal(sentence *treebank.Sentence, edge int32, labelled bool) int {
	at, n := &sentence.Edges[edge], 1
	for i := range sentence.Edges[:edge] {
		e := &sentence.Edges[i]
		if e.From == at.From && e.To == at.To && (!labelled || e.Label == at.Label) {
			n++
		}
	}
	return n
}

// phraseOrdinal returns the number of a phrase, from 1, among those with its label and
// words.
func phraseOrdinal(sentence *treebank.Sentence, phrase int32) int {
	n := 1
	if int(phrase) >= len(sentence.Phrases) {
		return n
	}
	p := &sentence.Phrases[phrase]
	for i := range sentence.Phrases[:phrase] {
		q := &sentence.Phrases[i]
		if q.Label == p.Label && q.Begin == p.Begin && q.End == p.End &&
			(!sentence.Gaps || sameYield(sentence, phrase, int32(i))) {
			n++
		}
	}
	return n
}

// AppendRef is the function AppendRef for a part of Gold or System, in a time that does not depend
// on the number of parts.
func (p *Pair) AppendRef(dst []byte, sentence *treebank.Sentence, r Ref) []byte {
	side := &p.namesakes[0]
	if sentence != p.Gold {
		side = &p.namesakes[1]
	}
	return appendRef(dst, sentence, r, side)
}

// forgetNames forgets the namesakes of both sides: a measure may change their graphs.
func (p *Pair) forgetNames() {
	p.namesakes[0].reset()
	p.namesakes[1].reset()
}

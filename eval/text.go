package eval

import (
	"iter"
	"strconv"

	"assay/internal/expressions"
	"assay/treebank"
)

// AppendRef appends the name of r, a part of s, as files of decisions and lists of
// errors write it. The name identifies the part: no other part of its kind in s has
// the same one. Words are numbered from 1:
//
//	NP:2-5, NP:1-2+5-5   a phrase by its label and words, a gap shown by +
//	NP:2-5 #2            the second phrase with this label over these words
//	3<5:nsubj            a link: word 3 depends on word 5; 0 is the root, ? unknown
//	3:NN                 a word and its tag
//	2-4                  a surface token, by its words
//	x5<0:3> _dog_n_1     a node of a graph, by its id and characters
//	e2<4:9> ARG1 x5<0:3> an edge, from node to node; #2 after the second such edge
//	x5<0:3> NUM sg       a property
//	e2<4:9> TOP          a top
//
// The reference's Qualifier, if it has one, follows.
//
// A node without an id is named by its number from 1, as in #3<0:3>, a node without
// characters by its id alone.
func AppendRef(dst []byte, s *treebank.Sentence, r Ref) []byte { return appendRef(dst, s, r, nil) }

func appendRef(dst []byte, s *treebank.Sentence, r Ref, known *namesakes) []byte {
	dst = appendPlace(dst, s, r, known)
	if r.Qualifier == 0 {
		return dst
	}
	return append(append(dst, ' '), s.Name(r.Qualifier)...)
}

func appendPlace(dst []byte, sentence *treebank.Sentence, ref Ref, known *namesakes) []byte {
	switch ref.Kind {
	case Phrase:
		dst = append(dst, sentence.Name(ref.Label)...)
		dst = append(dst, ':')
		return appendOrdinal(appendWords(dst, sentence, ref.Index), known.phrase(sentence, ref.Index))
	case Link:
		dst = appendNumber(dst, sentence, ref.Index)
		dst = append(dst, '<')
		dst = appendHead(dst, ref.Other)
		if ref.Label != 0 {
			dst = append(append(dst, ':'), sentence.Name(ref.Label)...)
		}
	case Word:
		dst = appendNumber(dst, sentence, ref.Index)
		dst = append(append(dst, ':'), sentence.Name(ref.Label)...)
	case Token:
		dst = strconv.AppendInt(dst, int64(ref.Index)+1, 10)
		dst = strconv.AppendInt(append(dst, '-'), int64(ref.Other), 10)
	case Node:
		dst = append(append(appendNode(dst, sentence, ref.Index), ' '), sentence.Name(ref.Label)...)
	case Top:
		dst = append(appendNode(dst, sentence, ref.Index), " TOP"...)
	case Prop:
		dst = append(append(appendNode(dst, sentence, ref.Index), ' '), sentence.Name(ref.Role)...)
		dst = append(append(dst, ' '), sentence.Name(ref.Label)...)
	case Edge:
		dst = appendEdge(dst, sentence, ref, known)
	}
	return dst
}

func appendEdge(dst []byte, sentence *treebank.Sentence, ref Ref, known *namesakes) []byte {
	listed := int(ref.Index) < len(sentence.Edges)
	if listed {
		dst = appendNode(dst, sentence, sentence.Edges[ref.Index].From)
	}
	dst = append(append(append(dst, ' '), sentence.Name(ref.Label)...), ' ')
	dst = appendNode(dst, sentence, ref.Other)
	if !listed {
		return dst
	}
	labelled := ref.Label == sentence.Edges[ref.Index].Label // else one label for all, in scores without labels
	return appendOrdinal(dst, known.edge(sentence, ref.Index, labelled))
}

// appendOrdinal appends the number of an item among those that would have its name;
// the first has none.
func appendOrdinal(dst []byte, n int) []byte {
	if n == 1 {
		return dst
	}
	return strconv.AppendInt(append(dst, " #"...), int64(n), 10)
}

// sameYield reports whether two phrases with the same first and last words have the
// same words.
func sameYield(s *treebank.Sentence, x, y int32) bool {
	for i := s.Phrases[x].Begin; i < s.Phrases[x].End; i++ {
		if Dominates(s, x, i) != Dominates(s, y, i) {
			return false
		}
	}
	return true
}

// appendNumber appends the number of a word, or of an abstract node: 4.1.
func appendNumber(dst []byte, s *treebank.Sentence, word int32) []byte {
	if k := int(word) - len(s.Tokens); k >= 0 && k < len(s.Empties) {
		dst = append(strconv.AppendInt(dst, int64(s.Empties[k].After), 10), '.')
		return strconv.AppendInt(dst, int64(s.Empties[k].Minor), 10)
	}
	return strconv.AppendInt(dst, int64(word)+1, 10)
}

func appendHead(dst []byte, head int32) []byte {
	if n, ok := treebank.OutsideNumber(head); ok {
		return strconv.AppendInt(dst, int64(n), 10)
	}
	if head <= treebank.Unknown {
		return append(dst, '?')
	}
	return strconv.AppendInt(dst, int64(head)+1, 10)
}

// appendNode appends the id of a node and its characters.
func appendNode(dst []byte, s *treebank.Sentence, node int32) []byte {
	if node < 0 || int(node) >= len(s.Nodes) {
		return append(dst, '?')
	}
	n := s.Nodes[node]
	dst = AppendNodeID(dst, s, node)
	if n.From < 0 {
		return dst
	}
	dst = strconv.AppendInt(append(dst, '<'), int64(n.From), 10)
	return append(strconv.AppendInt(append(dst, ':'), int64(n.To), 10), '>')
}

// AppendNodeID appends the id of a node, # and its number from 1 if it has none.
func AppendNodeID(dst []byte, s *treebank.Sentence, node int32) []byte {
	if id := s.Nodes[node].ID; id.Len > 0 {
		return append(dst, s.Bytes(id)...)
	}
	return strconv.AppendInt(append(dst, '#'), int64(node)+1, 10)
}

// appendWords appends the words of a phrase as runs of numbers.
func appendWords(dst []byte, sentence *treebank.Sentence, phrase int32) []byte {
	if int(phrase) >= len(sentence.Phrases) {
		return dst
	}
	before := len(dst)
	for first, end := range Stretches(sentence, phrase) {
		if len(dst) > before {
			dst = append(dst, '+')
		}
		dst = strconv.AppendInt(dst, int64(first)+1, 10)
		dst = strconv.AppendInt(append(dst, '-'), int64(end), 10)
	}
	return dst
}

// Stretches yields the stretches of words of a phrase, left to right: the first word and the one after the last. A
// phrase without gaps has one, also if it has no words.
func Stretches(s *treebank.Sentence, phrase int32) iter.Seq2[int32, int32] {
	return func(yield func(first, end int32) bool) {
		p := &s.Phrases[phrase]
		if !s.Gaps && !expressions.Is(s, phrase) {
			yield(p.Begin, p.End)
			return
		}
		for first := p.Begin; first < p.End; first++ {
			end := first
			for end < p.End && Dominates(s, phrase, end) {
				end++
			}
			if end > first {
				if !yield(first, end) {
					return
				}
				first = end
			}
		}
	}
}

// Dominates reports whether token is below phrase, or in it if phrase is a set of words (a multiword expression, a
// mention of an entity).
func Dominates(s *treebank.Sentence, phrase, token int32) bool {
	p := s.Tokens[token].Parent
	if p < 0 && expressions.Is(s, phrase) {
		return expressions.Has(s, phrase, token)
	}
	for p > phrase { // parents come first
		p = s.Phrases[p].Parent
	}
	return p == phrase
}

// AppendWords appends the words of ref: the words of a phrase, the dependent and its
// head with an arrow between them, the text of a node.
func AppendWords(dst []byte, sentence *treebank.Sentence, ref Ref) []byte {
	word := func(i int32) {
		switch {
		case i >= 0 && int(i) < len(sentence.Tokens):
			dst = append(dst, sentence.Word(i)...)
		case int(i)-len(sentence.Tokens) < len(sentence.Empties) && i >= 0: // an abstract node, by its number
			dst = appendNumber(dst, sentence, i)
		}
	}
	switch ref.Kind {
	case Phrase:
		if int(ref.Index) >= len(sentence.Phrases) {
			return dst
		}
		blank := false
		for first, end := range Stretches(sentence, ref.Index) {
			for i := first; i < end; i++ {
				if blank {
					dst = append(dst, ' ')
				}
				blank = true
				word(i)
			}
		}
	case Link:
		word(ref.Index)
		if ref.Other >= 0 {
			dst = append(dst, " ← "...)
			word(ref.Other)
		}
	case Word:
		word(ref.Index)
	case Token:
		for i := ref.Index; i < ref.Other; i++ {
			if i > ref.Index {
				dst = append(dst, ' ')
			}
			word(i)
		}
	case Node, Top, Prop:
		dst = appendPredicate(dst, sentence, ref.Index)
	case Edge:
		if int(ref.Index) < len(sentence.Edges) {
			dst = appendPredicate(dst, sentence, sentence.Edges[ref.Index].From)
			dst = appendPredicate(append(dst, " → "...), sentence, ref.Other)
		}
	}
	return dst
}

func appendPredicate(dst []byte, s *treebank.Sentence, node int32) []byte {
	if node >= 0 && int(node) < len(s.Nodes) {
		dst = append(dst, s.Name(s.Nodes[node].Label)...)
	}
	return dst
}

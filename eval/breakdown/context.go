package breakdown

import (
	"assay/eval"
)

// The keys of this file describe the surroundings of a word or bracket.

// headDeprel appends the relation of the word's head, nothing for a root.
func headDeprel(dst []byte, look look) []byte {
	head, _ := look.link()
	if head < 0 || int(head) >= len(look.s.Tokens) {
		return dst
	}
	_, rel := look.s.HeadOf(head)
	return look.name(dst, rel)
}

// neighbour appends the tag of the word so many places after, or the name of the end of the
// sentence.
func neighbour(dst []byte, look *look, step int32, end string) []byte {
	at := eval.StretchOf(look.s, look.word)
	i := look.word + step
	if i < at.Begin || i >= at.End {
		return append(dst, end...)
	}
	return look.name(dst, look.s.Tokens[i].Tag)
}

func previousTag(dst []byte, x look) []byte { return neighbour(dst, &x, -1, "start") }

func nextTag(dst []byte, x look) []byte { return neighbour(dst, &x, 1, "end") }

// siblings appends the relations of the dependents of the word's head in their order.
func siblings(dst []byte, look look) []byte {
	head, _ := look.link()
	if head < 0 || int(head) >= len(look.s.Tokens) {
		return dst
	}
	for i, k := range look.p.Shape(look.system).Children(head) {
		if i > 0 {
			dst = append(dst, ' ')
		}
		_, rel := look.s.HeadOf(k)
		if k == look.word {
			dst = look.starred(dst, rel)
		} else {
			dst = look.name(dst, rel)
		}
	}
	return dst
}

// phraseDistance appends the number of phrases between the word and its head. A word
// between them whose head is not between them heads such a phrase.
func phraseDistance(dst []byte, look look) []byte {
	n := 0
	from, to := min(look.head, look.word), max(look.head, look.word)
	for i := from + 1; i < to; i++ {
		if up, _ := look.s.HeadOf(i); up <= from || up >= to {
			n++
		}
	}
	return look.number(dst, n)
}

func labelAbove(dst []byte, look look) []byte {
	ph := look.phrase()
	switch {
	case ph == nil:
		return dst
	case ph.Parent < 0:
		return append(dst, "top"...)
	}
	return append(dst, category(look.s.Name(look.s.Phrases[ph.Parent].Label))...)
}

// edgeTag appends the tag of the first or the last word of a bracket.
func edgeTag(dst []byte, look *look, first bool) []byte {
	ph := look.phrase()
	if ph == nil || ph.End <= ph.Begin || int(ph.End) > len(look.s.Tokens) {
		return dst
	}
	word := ph.End - 1
	if first {
		word = ph.Begin
	}
	return look.name(dst, look.s.Tokens[word].Tag)
}

func firstTag(dst []byte, x look) []byte { return edgeTag(dst, &x, true) }

func lastTag(dst []byte, x look) []byte { return edgeTag(dst, &x, false) }

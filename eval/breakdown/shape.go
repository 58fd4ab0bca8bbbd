package breakdown

import (
	"strconv"

	"assay/eval"
	"assay/internal/expressions"
	"assay/treebank"
)

// The keys of this file are the places of words and phrases in a sentence, and the shapes of trees:
// distances, depths, widths, crossing arcs.

func distance(dst []byte, look look) []byte {
	return look.number(dst, int(max(look.head-look.word, look.word-look.head)))
}

func signedDistance(dst []byte, look look) []byte { return look.number(dst, int(look.head-look.word)) }

func distanceBin(dst []byte, look look) []byte {
	switch d := max(look.head-look.word, look.word-look.head); {
	case d <= 1:
		return append(dst, '1')
	case d == 2:
		return append(dst, '2')
	case d <= 6:
		return append(dst, "3-6"...)
	}
	return append(dst, "7-..."...)
}

func direction(dst []byte, look look) []byte {
	switch {
	case look.head < look.word:
		return append(dst, "left"...)
	case look.head > look.word:
		return append(dst, "right"...)
	}
	return append(dst, "self"...)
}

func depth(dst []byte, look look) []byte {
	if look.phrase() != nil {
		return look.number(dst, int(look.p.Hierarchy(look.system).Depth[look.ref.Index]))
	}
	if node := look.graphNode(); node >= 0 {
		d := int(look.p.Hierarchy(look.system).Nodes[node])
		if d < 0 {
			return append(dst, "unknown"...)
		}
		return look.number(dst, d)
	}
	if look.word < 0 {
		return dst
	}
	switch d := look.p.Shape(look.system).Depth[look.word]; d {
	case treebank.DepthUnknown:
		return append(dst, "unknown"...)
	case treebank.DepthCycle:
		return append(dst, "cycle"...)
	default:
		return look.number(dst, int(d))
	}
}

func projectivity(dst []byte, look look) []byte {
	shape := look.p.Shape(look.system)
	switch {
	case shape.Depth[look.word] == treebank.DepthCycle:
		return append(dst, "cycle"...)
	case shape.Projective(look.word):
		return append(dst, "projective"...)
	}
	return append(dst, "nonprojective"...)
}

func branching(dst []byte, look look) []byte {
	if look.phrase() != nil {
		return look.number(dst, int(look.p.Hierarchy(look.system).Parts[look.ref.Index]))
	}
	if look.word < 0 {
		return dst
	}
	return look.number(dst, len(look.p.Shape(look.system).Children(look.word)))
}

func frame(dst []byte, look look) []byte {
	_, own := look.link()
	done := false
	for _, k := range look.p.Shape(look.system).Children(look.word) {
		if k >= look.word && !done {
			dst = append(look.starred(dst, own), ' ')
			done = true
		}
		_, rel := look.s.HeadOf(k)
		dst = append(look.name(dst, rel), ' ')
	}
	if !done {
		return look.starred(dst, own)
	}
	return dst[:len(dst)-1]
}

func (x *look) starred(dst []byte, y treebank.Symbol) []byte {
	return append(x.name(append(dst, '*'), y), '*')
}

func position(dst []byte, look look) []byte {
	if ph := look.phrase(); ph != nil {
		return look.number(dst, int(ph.Begin-eval.StretchOf(look.s, ph.Begin).Begin)+1)
	}
	if look.word < 0 {
		return dst
	}
	return look.number(dst, int(look.word-eval.StretchOf(look.s, look.word).Begin)+1)
}

func endPosition(dst []byte, look look) []byte {
	if ph := look.phrase(); ph != nil {
		return look.number(dst, int(eval.StretchOf(look.s, max(ph.Begin, ph.End-1)).End-ph.End)+1)
	}
	if look.word < 0 {
		return dst
	}
	return look.number(dst, int(eval.StretchOf(look.s, look.word).End-look.word))
}

// relativePosition divides a sentence as MaltEval does: the last part holds only the
// last word.
func relativePosition(dst []byte, look look) []byte {
	word := int(look.word)
	if ph := look.phrase(); ph != nil {
		word = int(ph.Begin)
	}
	if word < 0 {
		return dst
	}
	at := eval.StretchOf(look.s, int32(word))
	return strconv.AppendInt(dst, int64(1+(look.key.width-1)*(word-int(at.Begin)+1)/max(1, int(at.End-at.Begin))), 10)
}

func width(dst []byte, x look) []byte {
	if ph := x.phrase(); ph != nil {
		if expressions.Is(x.s, x.ref.Index) {
			var room [32]int32
			return x.number(dst, len(expressions.Words(room[:0], x.s, x.ref.Index)))
		}
		return x.number(dst, int(ph.End-ph.Begin))
	}
	return dst
}

// continuity reports whether a phrase has all words from its first to its last.
func continuity(dst []byte, x look) []byte {
	phrase := x.phrase()
	if phrase == nil {
		return dst
	}
	whole := true
	if expressions.Is(x.s, x.ref.Index) {
		var room [32]int32
		whole = len(expressions.Words(room[:0], x.s, x.ref.Index)) == int(phrase.End-phrase.Begin)
	} else if x.s.Gaps {
		for word := phrase.Begin; word < phrase.End && whole; word++ {
			above := x.s.Tokens[word].Parent
			for above > x.ref.Index {
				above = x.s.Phrases[above].Parent
			}
			whole = above == x.ref.Index
		}
	}
	if whole {
		return append(dst, "continuous"...)
	}
	return append(dst, "discontinuous"...)
}

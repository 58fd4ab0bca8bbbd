package sdp

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"

	"assay/eval"
	"assay/internal/anchor"
	"assay/treebank"
)

// A placer numbers the places of nodes, equally for equal places on both sides and in
// the order of the text.
type placer struct {
	trim bool
	text [2][]byte
	at   [2][]int32 // for each character, the number of non-blank characters before it
	list []treebank.Anchor
}

// of appends the places of the nodes of both sides.
func (x *placer) of(pair *eval.Pair, gold, system []uint64) (g, s []uint64) {
	a, b := pair.Gold.Bytes(pair.Gold.Input), pair.System.Bytes(pair.System.Input)
	if len(a) == 0 || len(b) == 0 || bytes.Equal(a, b) {
		return x.places(gold, pair.Gold, nil), x.places(system, pair.System, nil)
	}
	x.text[0], x.at[0] = count(x.text[0][:0], x.at[0][:0], a)
	x.text[1], x.at[1] = count(x.text[1][:0], x.at[1][:0], b)
	if !bytes.Equal(x.text[0], x.text[1]) {
		if len(pair.Gold.Tokens) > 0 && len(pair.System.Tokens) > 0 {
			pair.Align() // reports that the words differ
		}
		if len(pair.Gold.Tokens) == len(pair.System.Tokens) {
			x.at[0], x.at[1] = words(x.at[0][:0], a), words(x.at[1][:0], b)
		}
	}
	return x.places(gold, pair.Gold, x.at[0]), x.places(system, pair.System, x.at[1])
}

// count appends text without white space to dst, and to at, for each character of
// text and its end, the number of preceding non-blank characters.
func count(dst []byte, at []int32, text []byte) ([]byte, []int32) {
	n := int32(0)
	for _, r := range string(text) {
		at = append(at, n)
		if r > ' ' && r != 0xA0 {
			n++
		}
	}
	return treebank.AppendNonSpace(dst, text), append(at, n)
}

// words appends, for each character of text and its end, the number of words that
// begin before it.
func words(at []int32, text []byte) []int32 {
	n, inside := int32(0), false
	for _, r := range string(text) {
		switch blank := r == ' '; {
		case blank:
			inside = false
		case !inside:
			at, inside = append(at, n), true
			n++
			continue
		}
		at = append(at, n)
	}
	return append(at, n)
}

// places appends the places of the nodes of sentence. If at is not nil, it gives the number
// to use for each character in place of its own.
func (x *placer) places(dst []uint64, sentence *treebank.Sentence, at []int32) []uint64 {
	character := func(n int32) uint64 {
		if n >= 0 && int(n) < len(at) {
			n = at[n]
		}
		return uint64(uint32(n))
	}
	if !x.trim && len(sentence.Anchors) == 0 {
		for i := range sentence.Nodes {
			dst = append(dst, (character(sentence.Nodes[i].From)+1)<<32|character(sentence.Nodes[i].To))
		}
		return dst
	}
	var input []rune
	if x.trim {
		input = []rune(sentence.Str(sentence.Input))
	}
	rest := sentence.Anchors
	for i := range sentence.Nodes {
		x.list, rest = anchor.Of(x.list[:0], sentence, int32(i), rest)
		if x.trim {
			x.list = anchor.Normalise(x.list, input)
		}
		place := nowhere
		for k, a := range x.list {
			from, to := character(a.From), character(a.To)
			if k == 0 {
				place = (from+1)<<32 | to
				continue
			}
			h := fnv.New32a() // with a gap: the first character, and a hash of the rest
			var text []byte
			for _, v := range [...]uint64{place, from, to} {
				text = binary.BigEndian.AppendUint32(text, uint32(v))
			}
			h.Write(text)
			place = place>>32<<32 | 1<<31 | uint64(h.Sum32()>>1)
		}
		dst = append(dst, place)
	}
	return dst
}

// nowhere is the place of nodes that consist only of trimmed punctuation.
const nowhere = uint64(1)

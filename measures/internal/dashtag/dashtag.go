// Package dashtag takes the labels of the Penn Treebank apart (Bies et al.
// 1995, Bracketing Guidelines for Treebank II Style, 1.2 and 2.2): NP-SBJ-1=2 is
// the category NP with the function SBJ, the index 1 and the gap index 2. It
// also finds the words of phrases, and matches items that have equal keys.
package dashtag

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"assay/treebank"
)

// Category returns the label up to the first - or =. A label that begins with one,
// as -NONE- does, is whole.
func Category(label string) string {
	if i := strings.IndexAny(label, "-="); i > 0 {
		return label[:i]
	}
	return label
}

// Functions returns the functions of a label, without indices.
func Functions(label string) (out []string) {
	rest := label[len(Category(label)):]
	for rest != "" {
		gap := rest[0] == '='
		part := rest[1:]
		if i := strings.IndexAny(part, "-="); i >= 0 {
			part = part[:i]
		}
		rest = rest[1+len(part):]
		if !gap && part != "" && !number(part) {
			out = append(out, part)
		}
	}
	return out
}

// Index returns the index of a label or of an empty element, as in NP-SBJ-1 and
// *T*-1, and the text before it; 0 if it has none.
func Index(label string) (before, index string) {
	label, _, _ = strings.Cut(label, "=")
	if i := strings.LastIndexByte(label, '-'); i > 0 && number(label[i+1:]) {
		return label[:i], label[i+1:]
	}
	return label, ""
}

func number(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// Yields returns for each phrase of s which of these tokens it covers, by their
// places in words: stretches of begin and length. The slice is empty for a
// phrase without any.
func Yields(s *treebank.Sentence, words []int32) [][]int32 {
	out := make([][]int32, len(s.Phrases))
	for k, i := range words {
		if up := s.Tokens[i].Parent; up >= 0 {
			out[up] = cover(out[up], int32(k), 1)
		}
	}
	// Phrases come after those above them, so that each is whole when it joins the one above.
	for i := len(s.Phrases) - 1; i >= 0; i-- {
		out[i] = tidy(out[i])
		if up := s.Phrases[i].Parent; up >= 0 {
			out[up] = append(out[up], out[i]...)
		}
	}
	return out
}

// cover adds a stretch that begins after the others.
func cover(yield []int32, begin, length int32) []int32 {
	if n := len(yield); n > 0 && yield[n-2]+yield[n-1] == begin {
		yield[n-1] += length
		return yield
	}
	return append(yield, begin, length)
}

// tidy sorts stretches and joins those without a gap.
func tidy(yield []int32) []int32 {
	pairs := make([][2]int32, 0, len(yield)/2)
	for k := 0; k < len(yield); k += 2 {
		pairs = append(pairs, [2]int32{yield[k], yield[k+1]})
	}
	slices.SortFunc(pairs, func(a, b [2]int32) int { return cmp.Compare(a[0], b[0]) })
	yield = yield[:0]
	for _, p := range pairs {
		yield = cover(yield, p[0], p[1])
	}
	return yield
}

// Key returns the string that equal stretches and names, and no others, share.
func Key(yield []int32, names ...string) string {
	key := binary.AppendUvarint(nil, uint64(len(yield)))
	for _, n := range yield {
		key = binary.AppendUvarint(key, uint64(n))
	}
	for _, n := range names {
		key = append(binary.AppendUvarint(key, uint64(len(n))), n...)
	}
	return string(key)
}

// Match matches equal keys one to one, in their order. Each result is the place
// of the equal key of the other side, -1 if none is left; an empty key matches
// nothing.
func Match(gold, system []string) (ofGold, ofSystem []int32) {
	ofGold, ofSystem = slices.Repeat([]int32{-1}, len(gold)), slices.Repeat([]int32{-1}, len(system))
	waiting := map[string][]int32{}
	for i, key := range gold {
		if key != "" {
			waiting[key] = append(waiting[key], int32(i))
		}
	}
	for j, key := range system {
		if list := waiting[key]; len(list) > 0 {
			ofGold[list[0]], ofSystem[j] = int32(j), list[0]
			waiting[key] = list[1:]
		}
	}
	return ofGold, ofSystem
}

package mistake

import (
	"sort"
	"strings"
	"unicode"

	"assay/eval"
	"assay/treebank"
)

// A ruler places words of both sides on one line: by the number of words before them that are more than punctuation in
// gold, or, where the sides have different words, by the characters of such words.
type ruler struct {
	marks bool       // punctuation counts too
	at    [2][]int32 // of each word of gold and of the system, and of the end
}

// set measures the words of a pair. It reports false where the sides have different texts.
func (r *ruler) set(pair *eval.Pair) bool {
	if len(pair.Gold.Tokens) == len(pair.System.Tokens) {
		r.at[0] = measure(r.at[0], pair.Gold, func(w []byte) int32 { return one(r.marks || Counts(w)) })
		if r.at[0][len(r.at[0])-1] == 0 {
			r.at[0] = measure(r.at[0], pair.Gold, func([]byte) int32 { return 1 })
		}
		r.at[1] = append(r.at[1][:0], r.at[0]...)
		return true
	}
	long := letters
	if r.marks {
		long = length
	}
	for side, s := range []*treebank.Sentence{pair.Gold, pair.System} {
		r.at[side] = measure(r.at[side], s, long)
	}
	return r.at[0][len(pair.Gold.Tokens)] == r.at[1][len(pair.System.Tokens)]
}

func measure(at []int32, s *treebank.Sentence, length func([]byte) int32) []int32 {
	at = append(at[:0], 0)
	for i := range s.Tokens {
		at = append(at, at[i]+length(s.Word(int32(i))))
	}
	return at
}

func one(yes bool) int32 {
	if yes {
		return 1
	}
	return 0
}

// letters counts the characters of a word that are neither blanks nor punctuation.
func letters(word []byte) (n int32) {
	for _, c := range string(word) {
		if !unicode.IsPunct(c) && !unicode.IsSpace(c) {
			n++
		}
	}
	return n
}

// Counts reports whether a word is more than punctuation marks.
func Counts(word []byte) bool {
	return strings.ContainsFunc(string(word), func(c rune) bool { return !unicode.IsPunct(c) })
}

// reach is the stretch of some words of a side.
func (r *ruler) reach(side int, begin, end int32) reach {
	last := int32(len(r.at[side]) - 1)
	return reach{r.at[side][min(max(begin, 0), last)], r.at[side][min(max(end, 0), last)]}
}

// words returns the words of gold in a stretch: the first, and one past the last.
func (r *ruler) words(m reach) (first, end int32) {
	at := r.at[0]
	first = int32(sort.Search(len(at), func(i int) bool { return at[i] > m.begin })) - 1
	end = int32(sort.Search(len(at), func(i int) bool { return at[i] >= m.end }))
	return max(first, 0), max(end, first)
}

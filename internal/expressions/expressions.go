// Package expressions holds the convention by which sentences have sets of words: multiword expressions. An expression
// is a phrase of its own, whose label is the category; its words are those with a secondary edge to
// it, so that a word can
// be in several expressions and an expression can have gaps. Sentence.Gaps, which is about trees, stays false.
package expressions

import (
	"slices"

	"assay/treebank"
)

// Add adds an expression with these words, sorted, to sentence. Seal must follow the last one.
func Add(sentence *treebank.Sentence, category treebank.Symbol, words []int32) {
	phrase := int32(len(sentence.Tokens) + len(sentence.Phrases))
	sentence.Phrases = append(sentence.Phrases, treebank.Phrase{Label: category, Parent: -1, Begin: words[0],
		End: words[len(words)-1] + 1})
	for _, word := range words {
		sentence.Secondary = append(sentence.Secondary, treebank.Arc{Dep: word, Head: phrase})
	}
}

// Seal sorts the edges by their words.
func Seal(sentence *treebank.Sentence) {
	slices.SortStableFunc(sentence.Secondary, func(a, b treebank.Arc) int { return int(a.Dep - b.Dep) })
}

// Is reports whether phrase i is an expression: the words of other phrases have a phrase above them.
func Is(sentence *treebank.Sentence, i int32) bool {
	phrase := &sentence.Phrases[i]
	return phrase.Parent < 0 && phrase.Begin < phrase.End && sentence.Tokens[phrase.Begin].Parent < 0
}

// Has reports whether the expression that is phrase i has a word.
func Has(sentence *treebank.Sentence, i, word int32) bool {
	at, _ := slices.BinarySearchFunc(sentence.Secondary, word,
		func(a treebank.Arc, word int32) int { return int(a.Dep - word) })
	for _, a := range sentence.Secondary[at:] {
		if a.Dep != word {
			return false
		}
		if a.Head == int32(len(sentence.Tokens))+i {
			return true
		}
	}
	return false
}

// Words appends the words of phrase i to dst, in order.
func Words(dst []int32, sentence *treebank.Sentence, i int32) []int32 {
	phrase := &sentence.Phrases[i]
	at, _ := slices.BinarySearchFunc(sentence.Secondary, phrase.Begin,
		func(a treebank.Arc, word int32) int { return int(a.Dep - word) })
	for _, a := range sentence.Secondary[at:] {
		if a.Dep >= phrase.End {
			break
		}
		if a.Head == int32(len(sentence.Tokens))+i {
			dst = append(dst, a.Dep)
		}
	}
	return dst
}

// All appends the words of each phrase to dst, in order.
func All(dst [][]int32, sentence *treebank.Sentence) [][]int32 {
	dst = append(dst, make([][]int32, len(sentence.Phrases))...)
	for _, a := range sentence.Secondary {
		if i := int(a.Head) - len(sentence.Tokens); i >= 0 && i < len(dst) {
			dst[i] = append(dst[i], a.Dep)
		}
	}
	return dst
}

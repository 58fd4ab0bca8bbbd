// Package content reads morpho-syntactic parses (UniDive 2025) off sentences: their content words, which are words with
// features and abstract nodes, and the heads of these.
//
// A node is a token by its index, or an abstract node: len(Tokens) plus its index in Empties. FEATS 0 is a function
// word; | is a content word without features.
package content

import (
	"slices"

	"assay/treebank"
)

// Key is the key of the Attrs that hold HEAD of abstract nodes as written.
const Key = "HEAD"

// None are the features of a content word that has none.
const None = "|"

// Node returns the token and the morphology of a node.
func Node(sentence *treebank.Sentence, node int32) (treebank.Token, treebank.Morph) {
	n := int32(len(sentence.Tokens))
	if node >= n {
		return sentence.Empties[node-n].Token, sentence.Empties[node-n].Morph
	}
	if int(node) < len(sentence.Morph) {
		return sentence.Tokens[node], sentence.Morph[node]
	}
	return sentence.Tokens[node], treebank.Morph{}
}

// Head returns the head of a node, as Sentence.HeadOf does for a token.
func Head(sentence *treebank.Sentence, node int32) (head int32, rel treebank.Symbol) {
	if int(node) < len(sentence.Tokens) {
		return sentence.HeadOf(node)
	}
	i, ok := slices.BinarySearchFunc(sentence.Enhanced, node, func(a treebank.Arc, n int32) int { return int(a.Dep - n) })
	if !ok {
		return treebank.Unknown, 0
	}
	return sentence.Enhanced[i].Head, sentence.Enhanced[i].Rel
}

// Words appends the content words of s to dst, abstract nodes among them, in the order of the file.
func Words(dst []int32, sentence *treebank.Sentence) []int32 {
	n := int32(len(sentence.Tokens))
	abstract := make([]bool, len(sentence.Empties))
	if len(sentence.Empties) > 0 {
		for _, a := range sentence.Attrs {
			if a.Index >= n && sentence.Name(a.Key) == Key {
				abstract[a.Index-n] = true
			}
		}
	}
	k := 0
	empties := func(after int32) {
		for ; k < len(sentence.Empties) && sentence.Empties[k].After <= after; k++ {
			if abstract[k] && sentence.Empties[k].Morph.Feats != 0 {
				dst = append(dst, n+int32(k))
			}
		}
	}
	for i := range n {
		empties(i)
		if int(i) < len(sentence.Morph) && sentence.Morph[i].Feats != 0 {
			dst = append(dst, i)
		}
	}
	empties(n)
	return dst
}

package convert

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"assay/treebank"
)

// plainColumns prepares sentence for eval07.pl, which takes comments of CoNLL-X for words and
// splits columns at any white space: a lemma with a blank would shift the columns after it.
func plainColumns(sentence *treebank.Sentence) {
	sentence.Comments = nil
	tokens, morphs, arcs := slices.Clone(sentence.Tokens), slices.Clone(sentence.Morph), slices.Clone(sentence.Arcs)
	for i := range tokens {
		tokens[i].Form = plainSpan(sentence, tokens[i].Form)
		tokens[i].Tag = plainSymbol(sentence, tokens[i].Tag)
	}
	for i := range morphs {
		morph := &morphs[i]
		morph.Lemma = plainSpan(sentence, morph.Lemma)
		morph.Fine, morph.Feats = plainSymbol(sentence, morph.Fine), plainSymbol(sentence, morph.Feats)
	}
	for i := range arcs {
		arcs[i].Rel = plainSymbol(sentence, arcs[i].Rel)
	}
	sentence.Tokens, sentence.Morph, sentence.Arcs = tokens, morphs, arcs
}

// plainSpan returns a text with _ for its blanks.
func plainSpan(sentence *treebank.Sentence, span treebank.Span) treebank.Span {
	text := sentence.Bytes(span)
	if bytes.IndexFunc(text, unicode.IsSpace) < 0 {
		return span
	}
	return sentence.Add(bytes.Join(bytes.FieldsFunc(text, unicode.IsSpace), []byte("_")))
}

// plainSymbol returns a label with _ for its blanks.
func plainSymbol(sentence *treebank.Sentence, label treebank.Symbol) treebank.Symbol {
	name := sentence.Name(label)
	if strings.IndexFunc(name, unicode.IsSpace) < 0 {
		return label
	}
	return sentence.Syms.InternString(strings.Join(strings.Fields(name), "_"))
}

package breakdown

import (
	"strings"

	"assay/internal/entities"
	"assay/treebank"
)

// The keys of this file are those of mentions of entities (coreference).

// entity reports whether the item is a mention.
func (x *look) entity() bool { return x.phrase() != nil && entities.Is(x.s, x.ref.Index) }

// headToken returns the head of a mention, nil if the file gives none; zero reports that it is an empty node.
func (x *look) headToken() (token *treebank.Token, zero bool) {
	word, empty := entities.HeadOf(x.s, x.ref.Index)
	switch {
	case word >= 0:
		return &x.s.Tokens[word], false
	case empty >= 0:
		return &x.s.Empties[empty].Token, true
	}
	return nil, false
}

// mention is the kind of a mention, by the universal tag of its head or that of the Penn Treebank.
func mention(dst []byte, x look) []byte {
	if !x.entity() {
		return dst
	}
	token, zero := x.headToken()
	tag := ""
	if token != nil {
		tag = x.s.Name(token.Tag)
	}
	switch {
	case zero:
		return append(dst, "zero"...)
	case tag == "":
		return append(dst, "unknown"...)
	case tag == "PRON", strings.HasPrefix(tag, "PRP"), strings.HasPrefix(tag, "WP"):
		return append(dst, "pronoun"...)
	case tag == "PROPN", strings.HasPrefix(tag, "NNP"):
		return append(dst, "proper"...)
	}
	return append(dst, "nominal"...)
}

// antecedent is the number of words from the beginning of the mention before to that of the mention.
func antecedent(dst []byte, x look) []byte {
	if !x.entity() {
		return dst
	}
	before := entities.Antecedent(x.s, x.ref.Index)
	if before < 0 {
		return append(dst, "none"...)
	}
	return x.number(dst, int(x.s.Phrases[x.ref.Index].Begin-x.s.Phrases[before].Begin))
}

func order(dst []byte, x look) []byte {
	switch {
	case !x.entity():
		return dst
	case entities.Antecedent(x.s, x.ref.Index) < 0:
		return append(dst, "first"...)
	}
	return append(dst, "later"...)
}

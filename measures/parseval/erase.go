package parseval

import (
	"slices"
	"strings"
	"unicode"

	"assay/measures/internal/span"
	"assay/treebank"
)

// An Erasure is a kind of word removed from both trees before they are compared. The
// list is from Black et al. 1991 as given by Xiao 1997 §2.3.2, in terms of the Penn
// Treebank's tags and of English words.
type Erasure struct {
	Name, Title string
	match       func(s *treebank.Sentence, i int32, tag string) bool
}

// Erasures are all erasures.
var Erasures = []Erasure{
	{"null", "empty elements, tag -NONE-", func(_ *treebank.Sentence, _ int32,
		tag string) bool {
		return tag == span.Null
	}},
	{"auxiliaries", "be, have, do and modals before another verb", auxiliary},
	{"not", "not and n't", func(s *treebank.Sentence, i int32,
		_ string) bool {
		return isWord(s, i, "not", "n't", "n’t")
	}},
	{"to", "to before an infinitive", func(s *treebank.Sentence, i int32, tag string) bool {
		return tag == "TO" && isWord(s, i, "to") && verbFollows(s, i, "VB")
	}},
	{"possessive", "possessive endings, tag POS", func(_ *treebank.Sentence, _ int32,
		tag string) bool {
		return tag == "POS"
	}},
	{"punctuation", "words without a letter or a digit that are no symbols", punctuation},
}

// ErasureNames returns the names of all erasures.
func ErasureNames() (names []string) {
	for _, e := range Erasures {
		names = append(names, e.Name)
	}
	return names
}

func erasure(name string) *Erasure {
	for i := range Erasures {
		if Erasures[i].Name == name {
			return &Erasures[i]
		}
	}
	return nil
}

// Eraser returns a function for span.Rules that marks the words of these erasures,
// whose names must be known.
func Eraser(list []string) func(*treebank.Sentence, []bool) {
	var matches []func(*treebank.Sentence, int32, string) bool
	for _, name := range list {
		matches = append(matches, erasure(name).match)
	}
	return func(s *treebank.Sentence, drop []bool) {
		for i := range drop {
			tag := s.Name(s.Tokens[i].Tag)
			for _, m := range matches {
				drop[i] = drop[i] || m(s, int32(i), tag)
			}
		}
	}
}

func isWord(s *treebank.Sentence, i int32, words ...string) bool {
	return slices.Contains(words, strings.ToLower(string(s.Word(i))))
}

var auxiliaries = []string{"be", "am", "is", "are", "was", "were", "been", "being", "'s", "'re", "'m",
	"have", "has", "had", "having", "'ve", "'d", "do", "does", "did"}

// auxiliary reports whether token i is a modal, or a form of be, have or do before
// another verb; adverbs may come between.
func auxiliary(s *treebank.Sentence, i int32, tag string) bool {
	if tag == "MD" || tag == "AUX" || tag == "AUXG" {
		return tag == "MD" || verbFollows(s, i, "V")
	}
	return strings.HasPrefix(tag, "V") && isWord(s, i, auxiliaries...) && verbFollows(s, i, "V")
}

// verbFollows reports whether the next word that is not an adverb has a tag with that
// prefix.
func verbFollows(s *treebank.Sentence, i int32, tag string) bool {
	for j := int(i) + 1; j < len(s.Tokens); j++ {
		t := s.Name(s.Tokens[j].Tag)
		if strings.HasPrefix(t, "RB") || t == span.Null {
			continue
		}
		return strings.HasPrefix(t, tag)
	}
	return false
}

// punctuation reports whether token i has neither letters nor digits nor symbols such
// as $ and %.
func punctuation(s *treebank.Sentence, i int32, tag string) bool {
	switch word := string(s.Word(i)); {
	case tag == span.Null:
		return false
	case word == "-LRB-" || word == "-RRB-" || word == "-LSB-" || word == "-RSB-" || word == "-LCB-" || word == "-RCB-":
		return true
	default:
		return !strings.ContainsFunc(word, func(r rune) bool {
			return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsNumber(r) || strings.ContainsRune("$%&#@£€¢+=<>°", r)
		})
	}
}

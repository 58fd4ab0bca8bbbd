package treebank

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// A Spelling is a way in which two programs write the same words differently.
type Spelling uint8

// The spellings.
const (
	SpelledAlike         Spelling = iota
	SpelledEscaped                // brackets and slashes as in the Penn Treebank: -LRB- for (
	SpelledInCase                 // upper and lower case
	SpelledInAccents              // letters with their accents as one character or as several
	SpelledInWidth                // full width: １ for 1
	SpelledInQuotes               // quotation marks: “ and ” or `` and '' for "
	SpelledInUnderscores          // blanks inside words: k_basbelopp for k basbelopp
	SpelledInSeveral              // several of these
	SpelledInScripts              // letters of other scripts: Cyrillic and Latin
	SpelledOtherwise              // other words
)

// spellings are those that a function removes from a text.
var spellings = []struct {
	spelling Spelling
	plain    func([]byte) []byte
}{
	{SpelledInCase, LowerCase}, // first, as parsers of text in lower case write -lrb-
	{SpelledEscaped, func(text []byte) []byte { return AppendUnescaped(nil, text) }},
	{SpelledInAccents, norm.NFC.Bytes},
	{SpelledInWidth, HalfWidth},
	{SpelledInQuotes, PlainQuotes},
	{SpelledInUnderscores, func(text []byte) []byte { return withoutBlanks(Blanks(text)) }},
}

// Spelled returns how two texts differ if they hold the same words.
func Spelled(a, b []byte) Spelling {
	if bytes.Equal(a, b) {
		return SpelledAlike
	}
	plainA, plainB := a, b
	for _, way := range spellings {
		if bytes.Equal(way.plain(a), way.plain(b)) {
			return way.spelling
		}
		plainA, plainB = way.plain(plainA), way.plain(plainB)
	}
	switch {
	case bytes.Equal(plainA, plainB):
		return SpelledInSeveral
	case scriptOf(a) != "" && scriptOf(b) != "" && scriptOf(a) != scriptOf(b):
		return SpelledInScripts
	}
	return SpelledOtherwise
}

// LowerCase returns text in lower case.
func LowerCase(text []byte) []byte { return bytes.ToLower(text) }

// HalfWidth returns text with letters, digits and marks of full width, as East Asian texts have them, as those
// of ASCII, and the narrow ones of Katakana and Hangul as usual ones.
func HalfWidth(text []byte) []byte {
	folded := width.Fold.Bytes(text)
	if bytes.Equal(folded, text) {
		return text
	}
	return norm.NFC.Bytes(folded) // narrow Katakana have their marks as characters of their own
}

// Blanks returns text with a blank for each underscore between two other characters, as converters to CoNLL-X write
// the blanks inside words.
func Blanks(text []byte) []byte {
	out := bytes.Clone(text)
	for i := 1; i+1 < len(out); i++ {
		if out[i] == '_' && out[i-1] > ' ' && out[i+1] > ' ' && out[i-1] != '_' && out[i+1] != '_' {
			out[i] = ' '
		}
	}
	return out
}

func withoutBlanks(text []byte) []byte { return bytes.ReplaceAll(text, []byte{' '}, nil) }

// PlainQuotes returns text with the quotation marks of ASCII: " for “ ” „ ‟ « » ″ and for the two characters
// of the Penn Treebank, ' for ‘ ’ ‚ ‛ ‹ › ′ ´ and the grave accent.
func PlainQuotes(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for len(text) > 0 {
		if len(text) > 1 && text[0] == text[1] && (text[0] == '`' || text[0] == '\'') {
			out, text = append(out, '"'), text[2:]
			continue
		}
		mark, size := utf8.DecodeRune(text)
		switch mark {
		case '“', '”', '„', '‟', '«', '»', '″':
			out = append(out, '"')
		case '‘', '’', '‚', '‛', '‹', '›', '`', '´', '′':
			out = append(out, '\'')
		default:
			out = append(out, text[:size]...)
		}
		text = text[size:]
	}
	return out
}

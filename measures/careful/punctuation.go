package careful

import (
	"strings"
	"unicode"

	"assay/measures/internal/span"
	"assay/treebank"
)

// Punctuation is a rule for the words to remove as punctuation.
type Punctuation int

// The kinds of punctuation.
const (
	Unicode Punctuation = iota // words that consist of Unicode punctuation (category P), and the brackets -LRB- ...
	ASCII                      // the same, of ASCII characters only
	Tag                        // words with a tag for punctuation
	Keep                       // none
)

// String returns the value used by options and signatures.
func (p Punctuation) String() string { return [...]string{"unicode", "ascii", "tag", "keep"}[p] }

// tags mark punctuation in the Penn Treebank, NEGRA and TIGER, Alpino and
// Lassy, UD and CGN.
const tags = " , . : `` '' -LRB- -RRB- HYPH NFP $, $. $( $[ PUNCT punct let LET LET() let() PUNC PU "

// erase marks the tokens of s to remove: empty elements and punctuation.
func (p Punctuation) erase(s *treebank.Sentence, drop []bool) {
	for i := range drop {
		tag := s.Name(s.Tokens[i].Tag)
		drop[i] = drop[i] || tag == span.Null || p.is(s.Word(int32(i)), tag)
	}
}

func (p Punctuation) is(word []byte, tag string) bool {
	switch p {
	case Keep:
		return false
	case Tag:
		return tag != "" && strings.Contains(tags, " "+tag+" ")
	}
	if len(word) > 0 && (word[0]|0x20-'a' < 26 || word[0]-'0' < 10) { // most words
		return false
	}
	switch string(word) {
	case "-LRB-", "-RRB-", "-LSB-", "-RSB-", "-LCB-", "-RCB-":
		return true
	}
	return len(word) > 0 && !strings.ContainsFunc(string(word), func(r rune) bool {
		return !unicode.IsPunct(r) && r != '`' || p == ASCII && r > unicode.MaxASCII
	})
}

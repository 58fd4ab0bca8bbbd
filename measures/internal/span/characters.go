package span

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/eval"
	"assay/measures/entry"
	"assay/treebank"
)

// byCharacters measures the brackets of both sides in characters, if both sides have
// the same characters: white space, empty elements and case are ignored, and
// treebank.AppendPlain says which characters count. Words left out of gold are left out of
// both sides. It reports whether this was possible.
func (c *Comparer) byCharacters() bool {
	gold, system := &c.Gold, &c.System
	if !c.sameText() {
		return false
	}
	if len(gold.drop) != len(gold.sentence.Tokens) {
		gold.marks(len(gold.sentence.Tokens))
	}
	// before[i] is the number of the first i characters that count.
	before := make([]int32, len(gold.text)+1)
	for t := range gold.sentence.Tokens {
		for i := gold.offset[t]; i < gold.offset[t+1]; i++ {
			before[i+1] = before[i]
			if !gold.drop[t] {
				before[i+1]++
			}
		}
	}
	for _, d := range []*Side{gold, system} {
		d.at = sized(d.at, len(d.offset))
		d.Words = d.Words[:0]
		for t, o := range d.offset {
			d.at[t] = before[o]
			if t > 0 && d.at[t] > d.at[t-1] {
				d.Words = append(d.Words, int32(t-1))
			}
		}
		d.units = before[len(before)-1]
	}
	if gold.units == 0 {
		return false
	}
	c.Characters = true
	c.Tags = 0
	c.CommonWords(func(gw, sw int32, same bool) {
		if same {
			c.Tags++
		}
	})
	return true
}

// Spans returns the option for comparing brackets by characters.
func Spans(characters *bool) entry.Option {
	return entry.Flag(characters, "spans", "words", "characters", "characters: where the words of both sides differ, "+
		"compare brackets by the characters they cover (white space and case ignored, the escapes of the Penn Treebank "+
		"undone); by_characters counts such sentences")
}

// A CharactersError is a difference between the characters of both sides.
type CharactersError struct {
	Gold, System     string // from the words with the first difference on
	GoldAt, SystemAt int32  // the words with the first difference; one past the last if a side has ended
}

// Apart returns the tokens at which gold and system first differ.
func (e *CharactersError) Apart() (gold, system int32) { return e.GoldAt, e.SystemAt }

// Cause returns eval.DifferentWords.
func (e *CharactersError) Cause() eval.Cause { return eval.DifferentWords }

func (e *CharactersError) Error() string {
	switch {
	case e.Gold == "":
		return fmt.Sprintf("the characters differ: gold ends, the system goes on with %q", e.System)
	case e.System == "":
		return fmt.Sprintf("the characters differ: gold goes on with %q, the system ends", e.Gold)
	}
	return fmt.Sprintf("the characters differ: gold goes on with %q, the system with %q", e.Gold, e.System)
}

// charactersError returns the first difference between the characters of both sides,
// nil if they have the same.
func (c *Comparer) charactersError() *CharactersError {
	gold, system := &c.Gold, &c.System
	at := 0
	for at < min(len(gold.text), len(system.text)) && gold.text[at] == system.text[at] {
		at++
	}
	if at == len(gold.text) && at == len(system.text) {
		return nil
	}
	e := &CharactersError{GoldAt: gold.wordAt(at), SystemAt: system.wordAt(at)}
	e.Gold, e.System = gold.wordsFrom(e.GoldAt), system.wordsFrom(e.SystemAt)
	return e
}

// wordAt returns the token with byte at of the text, the number of tokens if there is
// none.
func (d *Side) wordAt(at int) int32 {
	for i := range d.sentence.Tokens {
		if int(d.offset[i+1]) > at {
			return int32(i)
		}
	}
	return int32(len(d.sentence.Tokens))
}

// wordsFrom returns up to three words from token i on, without empty elements.
func (d *Side) wordsFrom(i int32) string {
	var out []string
	for ; int(i) < len(d.sentence.Tokens) && len(out) < 3; i++ {
		if d.offset[i+1] > d.offset[i] {
			out = append(out, string(d.sentence.Word(i)))
		}
	}
	return strings.Join(out, " ")
}

// CommonWords calls yield for each word that counts on both sides and covers the same
// characters, with the numbers of the tokens and whether the tags are equal. It is
// only for pairs that were compared by characters.
func (c *Comparer) CommonWords(yield func(gold, system int32, same bool)) {
	g, side := &c.Gold, &c.System
	k := 0
	for _, i := range g.Words {
		for k < len(side.Words) && side.at[side.Words[k]] < g.at[i] {
			k++
		}
		if k == len(side.Words) {
			return
		}
		j := side.Words[k]
		if side.at[j] == g.at[i] && side.at[j+1] == g.at[i+1] {
			yield(i, j, c.vocab.equal(g.labels[g.sentence.Tokens[i].Tag].tag, side.labels[side.sentence.Tokens[j].Tag].tag))
		}
	}
}

// characters sets the text of d and the offsets of its words in it.
func (d *Side) characters() {
	d.text, d.offset = d.text[:0], append(d.offset[:0], 0)
	for i := range d.sentence.Tokens {
		if !d.labels[d.sentence.Tokens[i].Tag].null {
			d.text = appendPlain(d.text, d.sentence.Word(int32(i)))
		}
		d.offset = append(d.offset, int32(len(d.text)))
	}
}

// appendPlain appends the characters of word as treebank.AppendPlain writes them, in
// lower case and without white space.
func appendPlain(dst, word []byte) []byte {
	if simple(word) {
		for _, c := range word {
			if c-'A' < 26 {
				c |= 0x20
			}
			dst = append(dst, c)
		}
		return dst
	}
	return appendPlainly(dst, word)
}

// simple reports whether word has only visible ASCII characters, none of which begins an
// escape or is half of a quotation mark: appendPlain changes only their case.
func simple(word []byte) bool {
	for _, c := range word {
		if c <= ' ' || c > '~' || c == '-' || c == '\\' || c == '\'' || c == '`' {
			return false
		}
	}
	return true
}

// appendPlainly is appendPlain for any word.
func appendPlainly(dst, word []byte) []byte {
	if !treebank.Plain(word) {
		word = treebank.AppendPlain(nil, word)
	}
	for len(word) > 0 {
		r, n := utf8.DecodeRune(word)
		switch {
		case r == utf8.RuneError && n == 1:
			dst = append(dst, word[0])
		case !unicode.IsSpace(r) && !unicode.Is(unicode.Zs, r):
			dst = utf8.AppendRune(dst, unicode.ToLower(r))
		}
		word = word[n:]
	}
	return dst
}

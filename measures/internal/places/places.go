// Package places gives the tokens of two documents places in one text, so that units compare by the words that they
// hold, however each side cuts and spaces them.
//
// A place is a number of characters without white space that both texts share, in their longest common
// subsequence. Where the texts are equal it is the number of characters before it. If more than one character
// in a hundred is in one text only, the documents are not the same text, and nothing is compared. Where one
// side has _ for the words of a corpus that may not be shared, and as many tokens as the other, places are
// numbers of tokens.
package places

import (
	"bytes"
	"fmt"
	"strconv"

	"assay/eval"
	"assay/internal/discourse"
	"assay/treebank"
)

// A Side has the places of the tokens of one side: From[i] is the beginning of token i, To[i] its end.
type Side struct{ From, To []int32 }

// A Finder finds places. It reuses its memory.
type Finder struct {
	Gold, System Side
	// Changed is the number of characters that only one text has.
	Changed int

	text   [2][]byte
	shared [2][]int32 // by character: characters before it that both texts have
	diff   differ
}

// Find finds the places of the tokens of pair. The error states why its texts cannot be compared.
func (f *Finder) Find(pair *eval.Pair) error {
	f.Changed = 0
	sides := [2]*treebank.Sentence{pair.Gold, pair.System}
	for i, s := range sides {
		f.text[i] = plain(f.text[i][:0], s)
	}
	if pair.Gold.Missing || pair.System.Missing {
		f.Gold.Set(pair.Gold, nil)
		f.System.Set(pair.System, nil)
		return nil
	}
	if len(f.text[0]) == 0 || len(f.text[1]) == 0 {
		return f.byWords(sides)
	}
	if bytes.Equal(f.text[0], f.text[1]) {
		f.Gold.Set(pair.Gold, nil)
		f.System.Set(pair.System, nil)
		return nil
	}
	if len(pair.Gold.Tokens) == len(pair.System.Tokens) && (masked(pair.Gold) || masked(pair.System)) {
		f.Gold.number(pair.Gold)
		f.System.number(pair.System)
		return nil
	}
	most := (len(f.text[0]) + len(f.text[1])) / 100
	ok := false
	if f.Changed, ok = f.diff.shared(f.text[0], f.text[1], most, &f.shared); !ok {
		if e := pair.Align().Err; e != nil {
			return e
		}
		return fmt.Errorf("the words differ: more than one character in a hundred is in one text only")
	}
	f.Gold.Set(pair.Gold, f.shared[0])
	f.System.Set(pair.System, f.shared[1])
	return nil
}

// masked reports whether most words of a document are written as _, as those of corpora that may not be shared.
func masked(s *treebank.Sentence) bool {
	n := 0
	for i := range s.Tokens {
		if len(bytes.Trim(s.Word(int32(i)), "_")) == 0 {
			n++
		}
	}
	return 2*n > len(s.Tokens)
}

// number makes the places of tokens their numbers.
func (d *Side) number(sentence *treebank.Sentence) {
	d.From, d.To = d.From[:0], d.To[:0]
	for i := range sentence.Tokens {
		d.From, d.To = append(d.From, int32(i)), append(d.To, int32(i)+1)
	}
}

// plain appends the characters of all tokens without white space.
func plain(dst []byte, s *treebank.Sentence) []byte {
	for i := range s.Tokens {
		for _, c := range s.Word(int32(i)) {
			if c != ' ' && c != '\t' {
				dst = append(dst, c)
			}
		}
	}
	return dst
}

// Set finds the places of tokens; shared maps characters to places, nil where they are equal.
func (d *Side) Set(sentence *treebank.Sentence, shared []int32) {
	d.From, d.To = d.From[:0], d.To[:0]
	at := int32(0)
	place := func() int32 {
		if shared == nil {
			return at
		}
		return shared[at]
	}
	for i := range sentence.Tokens {
		d.From = append(d.From, place())
		for _, c := range sentence.Word(int32(i)) {
			if c != ' ' && c != '\t' {
				at++
			}
		}
		d.To = append(d.To, place())
	}
}

// byWords counts words where a side has no text: formats of RST parsers hold the numbers of words alone, or
// only units.
func (f *Finder) byWords(sides [2]*treebank.Sentence) error {
	counted := true
	for i, to := range []*Side{&f.Gold, &f.System} {
		to.From, to.To = to.From[:0], to.To[:0]
		at := int32(0)
		for k := range sides[i].Tokens {
			n := wordsOf(sides[i], int32(k))
			counted = counted && n > 0
			to.From = append(to.From, at)
			at += int32(n)
			to.To = append(to.To, at)
		}
	}
	g, s := last(f.Gold.To), last(f.System.To)
	if !counted {
		if len(sides[0].Tokens) != len(sides[1].Tokens) {
			return fmt.Errorf("want as many units as gold's %d, because a side has neither words nor their numbers, found %d",
				len(sides[0].Tokens), len(sides[1].Tokens))
		}
		for _, to := range []*Side{&f.Gold, &f.System} {
			for i := range to.From {
				to.From[i], to.To[i] = int32(i), int32(i)+1
			}
		}
		return nil
	}
	if g != s {
		return fmt.Errorf("want %d words, as in gold, because a side has only their numbers, found %d", g, s)
	}
	return nil
}

func last(list []int32) int32 {
	if len(list) == 0 {
		return 0
	}
	return list[len(list)-1]
}

// wordsOf returns the number of words of a unit, 0 if it is unknown.
func wordsOf(s *treebank.Sentence, i int32) int {
	if n := len(bytes.Fields(s.Word(i))); n > 0 {
		return n
	}
	for _, a := range s.Attrs {
		if a.Index == i && s.Name(a.Key) == discourse.Words {
			n, _ := strconv.Atoi(s.Str(a.Value))
			return n
		}
	}
	return 0
}

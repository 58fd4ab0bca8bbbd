// Package offsets is shared by the formats that give spans as numbers of characters in a running text: spans of named
// entities in JSON, and brat's .ann. Spans may be nested, overlap, have gaps and come in any order.
package offsets

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"assay/internal/chunking"
	"assay/internal/expressions"
	"assay/treebank"
)

// A Span is one span of a text.
type Span struct {
	Parts [][2]int // first character, one past the last; several if it has gaps
	Label string
	Kind  string // the group that it is in, "" for named entities
	At    int    // its place in the file, for errors
}

// Fill gives a sentence the text, its words and the spans. Words are the stretches of letters and digits, and every
// other character that is not white space; a word also ends where a span begins or ends. Each span is an expression
// (see internal/expressions). The error concerns the span of that number.
func Fill(sentence *treebank.Sentence, text string, spans []Span) (number int, err error) {
	runes := []rune(text)
	ends := make([]bool, len(runes)+1)
	for i := range spans {
		for _, part := range spans[i].Parts {
			if part[0] < 0 || part[1] > len(runes) || part[0] >= part[1] {
				return i, fmt.Errorf("characters %d to %d of a text of %d", part[0], part[1], len(runes))
			}
			ends[part[0]], ends[part[1]] = true, true
		}
	}
	sentence.Input = sentence.AddString(text)
	from := cut(sentence, runes, ends)
	for i := range spans {
		var words []int32
		for _, part := range spans[i].Parts {
			first, _ := slices.BinarySearch(from, part[0])
			for w := first; w < len(from) && from[w] < part[1]; w++ {
				words = append(words, int32(w))
			}
		}
		slices.Sort(words)
		if words = slices.Compact(words); len(words) == 0 {
			return i, fmt.Errorf("white space alone")
		}
		expressions.Add(sentence, sentence.Syms.InternString(spans[i].Label), words)
		if spans[i].Kind != "" {
			sentence.Phrases[len(sentence.Phrases)-1].Func = sentence.Syms.InternString(spans[i].Kind)
		}
	}
	expressions.Seal(sentence)
	return 0, nil
}

// cut adds the words of the text, and returns the number of the first character of each.
func cut(sentence *treebank.Sentence, runes []rune, ends []bool) (from []int) {
	inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }
	at, begin, open := sentence.Input.Off, sentence.Input.Off, false
	end := func() {
		if open {
			form := treebank.Span{Off: begin, Len: at - begin}
			sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: form, Parent: -1})
		}
		open = false
	}
	for i, r := range runes {
		blank := unicode.IsSpace(r)
		if open && (ends[i] || blank || !inWord(r) || !inWord(runes[i-1])) {
			end()
		}
		if !blank && !open {
			begin, open = at, true
			from = append(from, i)
		}
		at += uint32(len(string(r)))
	}
	end()
	return from
}

// Words returns the text of a sentence, and the first character of each word and one past its last. Without a text
// it is the words with blanks between them.
func Words(sentence *treebank.Sentence) (text string, begin, end []int) {
	begin, end = make([]int, len(sentence.Tokens)), make([]int, len(sentence.Tokens))
	if inText(sentence) {
		number, at := 0, sentence.Input.Off // characters before byte at
		for i := range sentence.Tokens {
			form := sentence.Tokens[i].Form
			begin[i] = number + count(sentence, at, form.Off)
			end[i] = begin[i] + count(sentence, form.Off, form.Off+form.Len)
			number, at = end[i], form.Off+form.Len
		}
		return sentence.Str(sentence.Input), begin, end
	}
	var words strings.Builder
	number := 0
	for i := range sentence.Tokens {
		if i > 0 {
			words.WriteByte(' ')
			number++
		}
		word := string(sentence.Word(int32(i)))
		begin[i] = number
		number += len([]rune(word))
		words.WriteString(word)
		end[i] = number
	}
	return words.String(), begin, end
}

// inText reports whether the words of a sentence are places in its running text.
func inText(sentence *treebank.Sentence) bool {
	end := sentence.Input.Off
	for i := range sentence.Tokens {
		form := sentence.Tokens[i].Form
		if form.Off < end || form.Off+form.Len > sentence.Input.Off+sentence.Input.Len {
			return false
		}
		end = form.Off + form.Len
	}
	return sentence.Input.Len > 0
}

// Of returns the text of a sentence and its spans, as Words does.
func Of(sentence *treebank.Sentence) (text string, spans []Span) {
	text, begin, end := Words(sentence)
	lowest := chunking.Lowest(nil, sentence)
	for i := range sentence.Phrases {
		var words []int32
		switch p := &sentence.Phrases[i]; {
		case expressions.Is(sentence, int32(i)):
			words = expressions.Words(nil, sentence, int32(i))
		case lowest[i]: // a chunk
			for w := p.Begin; w < p.End; w++ {
				words = append(words, w)
			}
		}
		if len(words) == 0 {
			continue
		}
		span := Span{Label: sentence.Name(sentence.Phrases[i].Label), Kind: sentence.Name(sentence.Phrases[i].Func)}
		last := int32(-2)
		for _, w := range words {
			if w == last+1 {
				span.Parts[len(span.Parts)-1][1] = end[w]
			} else {
				span.Parts = append(span.Parts, [2]int{begin[w], end[w]})
			}
			last = w
		}
		spans = append(spans, span)
	}
	return text, spans
}

// count counts the characters of a stretch of the text.
func count(sentence *treebank.Sentence, from, to uint32) int {
	n := 0
	for range string(sentence.Text[from:to]) {
		n++
	}
	return n
}

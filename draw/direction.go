package draw

import (
	"unicode"

	"assay/draw/picture"
	"assay/treebank"
)

// fromRight reports whether a sentence is read from the right: most of its letters are of scripts that are.
// Its drawings are mirrored; texts are not. draw.js does the same.
func fromRight(sentence *treebank.Sentence) bool {
	balance := 0
	count := func(text string) {
		for _, c := range text {
			switch {
			case picture.RightToLeft(c):
				balance++
			case unicode.IsLetter(c):
				balance--
			}
		}
	}
	for i := range sentence.Tokens {
		count(string(sentence.Word(int32(i))))
	}
	if len(sentence.Tokens) == 0 {
		count(sentence.Str(sentence.Input))
	}
	return balance > 0
}

// directed is a drawing of sentence in the direction in which it is read.
func (c *canvas) directed(sentence *treebank.Sentence) *canvas {
	if c == nil || !fromRight(sentence) {
		return c
	}
	out := mirrored(c, c.width())
	out.outline = c.outline
	return out
}

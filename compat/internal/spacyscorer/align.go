package spacyscorer

import (
	"errors"
	"strings"

	"assay/compat/internal/python"
)

//lint:ignore ST1005 the words of the program
var errTexts = errors.New("ValueError: [E949] Unable to align tokens for the predicted and reference docs. It is " +
	"only possible to align the docs when both texts are the same except for whitespace and capitalization.")

// letters are the texts of tokens after one another.
type letters struct {
	runes []rune
	token []int // by character
}

func lettersOf(doc *document) (l letters) {
	for i := range doc.Tokens {
		for _, r := range doc.Tokens[i].lower {
			l.runes, l.token = append(l.runes, r), append(l.token, i)
		}
	}
	return l
}

// begins reports whether a character is the first of its token.
func (l *letters) begins(at int) bool { return at == 0 || l.token[at-1] < l.token[at] }

func (l *letters) bare() string {
	return strings.Map(func(r rune) rune {
		if python.IsSpace(r) {
			return -1
		}
		return r
	}, string(l.runes))
}

// align returns for each predicted token the tokens of gold that it shares characters with.
func align(pred, gold *document) ([][]int, error) {
	a, b := lettersOf(pred), lettersOf(gold)
	if a.bare() != b.bare() {
		return nil, errTexts
	}
	var out [][]int
	last, i, k := -1, 0, 0
	add := func(token int) {
		list := &out[len(out)-1]
		if n := len(*list); n == 0 || (*list)[n-1] != token {
			*list = append(*list, token)
		}
	}
	for i < len(a.runes) && k < len(b.runes) {
		s, t := a.token[i], b.token[k]
		if s != last {
			out = append(out, nil)
		}
		switch {
		case pred.Tokens[s].text == gold.Tokens[t].text && a.begins(i) && b.begins(k):
			add(t)
			n := len([]rune(pred.Tokens[s].text))
			i, k = i+n, k+n
		case a.runes[i] == b.runes[k]:
			add(t)
			i, k = i+1, k+1
		case python.IsSpace(a.runes[i]):
			i++
		case python.IsSpace(b.runes[k]):
			k++
		default:
			return nil, errTexts
		}
		last = s
	}
	for ; i < len(a.runes); i++ { // white space at the end
		if len(out) == 0 || a.begins(i) || i > 0 && a.token[i] != last {
			out = append(out, nil)
		}
		last = a.token[i]
	}
	for len(out) < len(pred.Tokens) {
		out = append(out, nil)
	}
	return out, nil
}

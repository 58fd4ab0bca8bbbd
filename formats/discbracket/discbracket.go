// Package discbracket reads and writes discontinuous trees as disco-dop does:
// (S (VP (VB 0=is) (JJ 2=rich)) (NP 1=John)), brackets whose leaves carry the
// number of the word in the sentence, from 0 (van Cranenburgh, Scha & Bod 2016;
// disco-dop 0.6, format discbracket).
//
// One tree per line; text after a tab that follows the tree is a comment. In
// words, -LRB- and -RRB- are parentheses, and so are #LRB# and #RRB#. Children are
// sorted by their first words. A line without words, such as (()), is a sentence
// whose parse failed.
package discbracket

import (
	"bufio"
	"bytes"
	"slices"
	"strconv"

	"assay/treebank"
)

// Format is disco-dop's bracketed format for discontinuous trees.
var Format = treebank.Format{
	Name:   "discbracket",
	Title:  "discontinuous brackets of disco-dop, (VB 0=is)",
	Source: "disco-dop 0.6",
	Ext:    []string{".discbracket", ".dbr"},
	Layers: treebank.Tags | treebank.Phrases | treebank.Gaps,
	Detect: detect,
	Split:  treebank.SplitLine,
	Parse:  parse,
	Write:  write,
}

func blank(c byte) bool     { return c <= ' ' }
func delimiter(c byte) bool { return c <= ' ' || c == '(' || c == ')' }

// wordEnd returns the end of the label or word that continues at i.
func wordEnd(text []byte, i int) int {
	for i < len(text) && !delimiter(text[i]) {
		i++
	}
	return i
}

// detect wants a bracket and a first word that begins with a number and =.
func detect(head []byte) bool {
	text := bytes.TrimLeft(head, "\t\n\v\f\r ")
	if len(text) == 0 || text[0] != '(' {
		return false
	}
	for i := 1; i < len(text); i++ {
		if text[i-1] != ' ' || delimiter(text[i]) {
			continue
		}
		_, rest, ok := number(text[i:])
		return ok && len(rest) > 0 && !delimiter(rest[0])
	}
	return false
}

// number reads 12= from the front of a word.
func number(word []byte) (n int, rest []byte, ok bool) {
	i := bytes.IndexByte(word, '=')
	if i <= 0 || i > 9 {
		return 0, nil, false
	}
	for _, c := range word[:i] {
		if c < '0' || c > '9' {
			return 0, nil, false
		}
		n = 10*n + int(c-'0')
	}
	return n, word[i+1:], true
}

// A leaf is a word at its place in the tree.
type leaf struct {
	at    int // its number
	off   int // its position in the text
	token treebank.Token
}

func parse(sentence *treebank.Sentence, text []byte) error {
	leaves, err := read(sentence, text)
	if err != nil {
		return err
	}
	if len(leaves) == 0 {
		sentence.Missing, sentence.Failure = true, "a tree without words"
		return nil
	}
	slices.SortStableFunc(leaves, func(a, b leaf) int { return a.at - b.at })
	for i, l := range leaves {
		if l.at != i {
			return treebank.At(text, l.off, "word number "+strconv.Itoa(i)+" somewhere in the tree", strconv.Itoa(l.at)+"=")
		}
		sentence.Tokens = append(sentence.Tokens, l.token)
	}
	return sentence.Arrange()
}

// read reads the tree as written, with phrases in the order of their brackets.
func read(sentence *treebank.Sentence, text []byte) (leaves []leaf, err error) {
	cur := int32(-1)
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '\t' && cur < 0 && len(sentence.Phrases)+len(leaves) > 0:
			sentence.Comments = append(sentence.Comments, treebank.Span{Off: uint32(i + 1), Len: uint32(len(text) - i - 1)})
			return leaves, nil
		case blank(c):
			i++
		case c == '(':
			end := wordEnd(text, i+1)
			sentence.Phrases = append(sentence.Phrases, treebank.Phrase{Label: sentence.Syms.Intern(text[i+1 : end]),
				Parent: cur})
			cur = int32(len(sentence.Phrases) - 1)
			i = end
		case c == ')':
			if cur < 0 {
				return nil, treebank.At(text, i, "( or the end of the line", "a surplus )")
			}
			cur = sentence.Phrases[cur].Parent
			i++
		default:
			end := wordEnd(text, i)
			if cur < 0 {
				return nil, treebank.At(text, i, "( at the start of a tree", strconv.Quote(string(text[i:min(end, i+30)])))
			}
			n, word, ok := number(text[i:end])
			if !ok {
				e := treebank.At(text, i, "a word with its number, such as 0=is", strconv.Quote(string(text[i:min(end, i+30)])))
				e.Hint = "trees without numbers are in format penn"
				return nil, e
			}
			l := leaf{n, i, treebank.Token{Form: treebank.Span{Off: uint32(end - len(word)), Len: uint32(len(word))},
				Parent: cur}}
			if bytes.Contains(word, []byte("RB")) {
				l.token.Form = sentence.Add(plain(word))
			}
			// A phrase opened last, with this word and nothing else, is a tag.
			next := end
			for next < len(text) && blank(text[next]) {
				next++
			}
			if next < len(text) && text[next] == ')' && int(cur) == len(sentence.Phrases)-1 && lone(leaves, cur) {
				p := sentence.Phrases[cur]
				sentence.Phrases = sentence.Phrases[:cur]
				l.token.Tag, l.token.Parent = p.Label, p.Parent
				cur = p.Parent
				end = next + 1
			}
			leaves = append(leaves, l)
			i = end
		}
	}
	if cur >= 0 {
		return nil, treebank.At(text, len(text), "a closing ) for ("+sentence.Name(sentence.Phrases[cur].Label),
			"the end of the line")
	}
	return leaves, nil
}

// plain decodes the escapes of a word.
func plain(word []byte) []byte {
	for _, e := range [][2]string{{"-LRB-", "("}, {"-RRB-", ")"}, {"#LRB#", "("}, {"#RRB#", ")"}} {
		word = bytes.ReplaceAll(word, []byte(e[0]), []byte(e[1]))
	}
	return word
}

// lone reports whether phrase p, the last, has no word yet.
func lone(leaves []leaf, p int32) bool {
	return len(leaves) == 0 || leaves[len(leaves)-1].token.Parent != p
}

// write writes sentence as one line; words outside of all brackets get a bracket without a
// label.
func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	if len(sentence.Tokens) == 0 {
		_, err := w.WriteString("(())\n")
		return err
	}
	var kids treebank.Children
	kids.Build(sentence)
	const closing = -1
	var stack []int32
	push := func(parent int32) {
		for _, kid := range slices.Backward(kids.Of(parent)) {
			stack = append(stack, kid)
		}
	}
	push(-1)
	for sep := false; len(stack) > 0; sep = true {
		kid := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if kid == closing {
			w.WriteByte(')')
			continue
		}
		if sep {
			w.WriteByte(' ')
		}
		w.WriteByte('(')
		if phrase := kids.Phrase(kid); phrase >= 0 {
			writeSafe(w, sentence.Name(sentence.Phrases[phrase].Label))
			stack = append(stack, closing)
			push(phrase)
			continue
		}
		writeSafe(w, sentence.Name(sentence.Tokens[kid].Tag))
		w.WriteString(" " + strconv.Itoa(int(kid)) + "=")
		writeSafe(w, string(sentence.Word(kid)))
		w.WriteByte(')')
	}
	return w.WriteByte('\n')
}

func writeSafe(w *bufio.Writer, t string) {
	for i := range len(t) {
		switch c := t[i]; {
		case c == '(':
			w.WriteString("-LRB-")
		case c == ')':
			w.WriteString("-RRB-")
		case blank(c):
			w.WriteByte('_')
		default:
			w.WriteByte(c)
		}
	}
}

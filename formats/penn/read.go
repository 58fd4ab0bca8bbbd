package penn

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"assay/treebank"
)

// noTree begins the message of a parser that found no tree: of BLLIP, which found fewer trees, and of BitPar.
var noTree = [][]byte{[]byte("Don't have a "), []byte("No parse for: ")}

// failed reports whether text begins with a parser's message that it found no tree. Bikel's parser writes null.
func failed(text []byte) bool {
	line := firstLine(text)
	return string(line) == "null" || slices.ContainsFunc(noTree,
		func(begin []byte) bool { return bytes.HasPrefix(line, begin) })
}

// remark reports whether a line between trees belongs to none: a comment, or the probability that BitPar writes
// before a tree.
func remark(line []byte) bool {
	return len(line) > 0 && (line[0] == '#' || line[0] == 'v' && bytes.HasPrefix(line, []byte("vitprob=")))
}

// parse reads a sentence: one tree or more, after a score in a ranked list.
func parse(sentence *treebank.Sentence, text []byte) error {
	from := 0
	if sentence.Dialect >= bllip {
		if from = scored(sentence, text); sentence.Dialect == bllip && listless(text) {
			return treebank.At(text, 0, "the trees that the header counts", "none")
		}
		text = text[:from+len(firstTree(text[from:]))]
	}
	if err := trees(sentence, text, from); err != nil {
		return err
	}
	finish(sentence, text)
	return hollow(sentence, text)
}

// hollow returns an error for a tree with words that also holds a bracket without a label and without a word: a
// parenthesis of the text, which EVALB refuses too.
func hollow(sentence *treebank.Sentence, text []byte) error {
	if sentence.Missing {
		return nil
	}
	for i := range sentence.Phrases {
		phrase := &sentence.Phrases[i]
		parent := i+1 < len(sentence.Phrases) && sentence.Phrases[i+1].Parent == int32(i)
		if phrase.Label != 0 || phrase.Begin != phrase.End || parent {
			continue
		}
		at := emptyBracket(text)
		if at < 0 {
			return nil
		}
		e := treebank.At(text, at, "a label or a word in brackets", "()")
		e.Hint = "write parentheses of the text as -LRB- and -RRB-"
		return e
	}
	return nil
}

// emptyBracket returns the position of the first () in text, with white space between them or not; -1 if there
// is none.
func emptyBracket(text []byte) int {
	for i, c := range text {
		if c != '(' {
			continue
		}
		end := i + 1
		for end < len(text) && blank(text[end]) {
			end++
		}
		if end < len(text) && text[end] == ')' {
			return i
		}
	}
	return -1
}

// trees reads the trees of text from byte i on. It is the fast twin of plain: it
// looks at eight bytes of a word or label at a time. It leaves unusual shapes and the
// last bytes to the plain reader.
func trees(sentence *treebank.Sentence, text []byte, i int) error {
	cur := int32(-1) // innermost open phrase
	tokens, phrases, syms := sentence.Tokens, sentence.Phrases, sentence.Syms
	for i+8 < len(text) {
		c := text[i]
		if c <= ' ' {
			i++
			continue
		}
		if c == ')' && cur >= 0 {
			p := &phrases[cur]
			p.End = int32(len(tokens))
			cur = p.Parent
			i++
			continue
		}
		if c == '(' {
			at := i + 1
			var label treebank.Symbol
			w := binary.LittleEndian.Uint64(text[at:])
			if m := delimiters(w); m != 0 {
				n := bits.TrailingZeros64(m) &^ 7
				var ok bool
				if label, ok = syms.Cached(w & (1<<n - 1)); !ok {
					label = syms.InternKey(w & (1<<n - 1))
				}
				at += n >> 3
			} else {
				end := wordEnd(text, at+8)
				label, at = syms.Intern(text[at:end]), end
			}
			word := at
			for word < len(text) && text[word] <= ' ' {
				word++
			}
			if word == len(text) {
				break
			}
			if text[word] == '(' || text[word] == ')' && !symbols(text[i+1:at]) {
				n := int32(len(tokens))
				if len(phrases) == cap(phrases) {
					phrases = slices.Grow(phrases, 1)
				}
				phrases = phrases[:len(phrases)+1]
				setPhrase(&phrases[len(phrases)-1], label, cur, n)
				cur = int32(len(phrases) - 1)
				i = word
				continue
			}
			end := word
			if end+8 > len(text) {
				end = wordEnd(text, end)
			} else if m := delimiters(binary.LittleEndian.Uint64(text[end:])); m != 0 {
				end += bits.TrailingZeros64(m) >> 3
			} else {
				end = wordEnd(text, end+8)
			}
			if word > at && end > word && end < len(text) && text[end] == ')' {
				if len(tokens) == cap(tokens) {
					tokens = slices.Grow(tokens, 1)
				}
				tokens = tokens[:len(tokens)+1]
				setToken(&tokens[len(tokens)-1], word, end, label, cur)
				for i = end + 1; cur >= 0 && i < len(text) && text[i] == ')'; i++ {
					p := &phrases[cur]
					p.End = int32(len(tokens))
					cur = p.Parent
				}
				if i < len(text) && text[i] == ' ' {
					i++
				}
				continue
			}
		}
		sentence.Tokens, sentence.Phrases = tokens, phrases
		next, err := step(sentence, text, i, &cur)
		if err != nil || sentence.Missing {
			return err
		}
		i, tokens, phrases = next, sentence.Tokens, sentence.Phrases
	}
	sentence.Tokens, sentence.Phrases = tokens, phrases
	return plain(sentence, text, i, cur)
}

// setPhrase sets p to an empty phrase at token n. It is quicker than copying a
// Phrase, which the compiler first puts together elsewhere.
func setPhrase(p *treebank.Phrase, label treebank.Symbol, parent, n int32) {
	p.Label, p.Func, p.Parent, p.Begin, p.End = label, 0, parent, n, n
}

// setToken sets t to the word from begin to end, as setPhrase does.
func setToken(t *treebank.Token, begin, end int, tag treebank.Symbol, parent int32) {
	t.Form.Off, t.Form.Len = uint32(begin), uint32(end-begin)
	t.Tag, t.Func, t.Parent = tag, 0, parent
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// delimiters marks, by its high bit, the first byte of w that is at most a
// blank or is a parenthesis; marks above the first may be wrong.
func delimiters(w uint64) uint64 {
	small := (w - 0x21*ones) &^ w
	paren := (w | ones) ^ 0x29*ones
	return (small | (paren-ones)&^paren) & highs
}

// wordEnd returns the end of the word that continues at i.
func wordEnd(text []byte, i int) int {
	for ; i+8 <= len(text); i += 8 {
		if m := delimiters(binary.LittleEndian.Uint64(text[i:])); m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
	}
	for i < len(text) && !delimiter(text[i]) {
		i++
	}
	return i
}

// plain reads the trees of text from byte i on, within phrase cur, one byte at
// a time.
func plain(sentence *treebank.Sentence, text []byte, i int, cur int32) error {
	for i < len(text) {
		var err error
		if i, err = step(sentence, text, i, &cur); err != nil || sentence.Missing {
			return err
		}
	}
	if cur < 0 {
		return nil
	}
	return unclosed(sentence, text, cur)
}

// step reads a blank, a bracket or a word at i and returns the next
// position. The message of a parser that failed makes sentence Missing.
func step(sentence *treebank.Sentence, text []byte, i int, cur *int32) (int, error) {
	switch c := text[i]; {
	case blank(c):
		return i + 1, nil
	case c == '(':
		return open(sentence, text, i+1, cur), nil
	case c == ')':
		if *cur < 0 {
			e := treebank.At(text, i, "( or the end of the sentence", "a surplus )")
			e.Hint = "a bracket is closed that was not opened"
			return i, e
		}
		p := &sentence.Phrases[*cur]
		p.End = int32(len(sentence.Tokens))
		*cur = p.Parent
		return i + 1, nil
	}
	end := i
	for end < len(text) && !delimiter(text[end]) {
		end++
	}
	if *cur < 0 {
		if failed(text[i:]) {
			sentence.Missing, sentence.Failure = true, string(bytes.TrimSpace(text[i:]))
			return len(text), nil
		}
		e := treebank.At(text, i, "( at the start of a tree", strconv.Quote(clip(text[i:end])))
		e.Hint = "put each word in a bracket, and write parentheses of the text as -LRB- and -RRB-"
		return i, e
	}
	if len(bytes.TrimSpace(text[i:end])) == 0 {
		e := treebank.At(text, i, "a bracket or a word", "other white space, "+strconv.QuoteToASCII(string(text[i:end])))
		e.Hint = "it counts as a word; write blanks between brackets"
		sentence.Note(e)
	}
	sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: treebank.Span{Off: uint32(i), Len: uint32(end - i)},
		Parent: *cur})
	return end, nil
}

// open reads the text after a ( at i: a label, and the rest of the bracket if it
// is a terminal; else it opens a phrase. It returns the next position.
func open(sentence *treebank.Sentence, text []byte, i int, cur *int32) int {
	end := i
	for end < len(text) && !delimiter(text[end]) {
		end++
	}
	label := sentence.Syms.Intern(text[i:end])
	w := end
	for w < len(text) && blank(text[w]) {
		w++
	}
	if w > end { // a terminal: one word, then )
		e := w
		for e < len(text) && !delimiter(text[e]) {
			e++
		}
		c := e
		for c < len(text) && blank(text[c]) {
			c++
		}
		if e > w && c < len(text) && text[c] == ')' {
			sentence.Tokens = append(sentence.Tokens, treebank.Token{
				Form: treebank.Span{Off: uint32(w), Len: uint32(e - w)}, Tag: label, Parent: *cur})
			return c + 1
		}
	}
	if w < len(text) && text[w] == ')' && symbols(text[i:end]) {
		sentence.Tokens = append(sentence.Tokens, treebank.Token{
			Form: treebank.Span{Off: uint32(i), Len: uint32(end - i)}, Tag: label, Parent: *cur})
		return w + 1
	}
	n := int32(len(sentence.Tokens))
	sentence.Phrases = append(sentence.Phrases, treebank.Phrase{Label: label, Parent: *cur, Begin: n, End: n})
	*cur = int32(len(sentence.Phrases) - 1)
	return end
}

// symbols reports whether label has neither letters nor digits. In brackets of its
// own it is a word then, as in Floresta: (.) and («) are (. .) and (« «).
func symbols(label []byte) bool {
	for len(label) > 0 {
		r, n := utf8.DecodeRune(label)
		if unicode.IsLetter(r) || unicode.IsNumber(r) || r == utf8.RuneError {
			return false
		}
		label = label[n:]
		if len(label) == 0 {
			return true
		}
	}
	return false
}

// unclosed closes the open phrases, so that the part that was read can be shown, and
// reports the bracket that was not closed.
func unclosed(sentence *treebank.Sentence, text []byte, cur int32) error {
	n := 0
	inner := sentence.Phrases[cur]
	for p := cur; p >= 0; p = sentence.Phrases[p].Parent {
		sentence.Phrases[p].End = int32(len(sentence.Tokens))
		n++
	}
	found := "the end of the sentence"
	e := treebank.At(text, len(bytes.TrimRight(text, "\n\r\t ")),
		"a closing ) for ("+clip([]byte(sentence.Name(inner.Label))), found)
	e.Hint = strconv.Itoa(n) + " brackets are not closed"
	if n == 1 {
		e.Hint = "1 bracket is not closed"
	}
	return e
}

func clip(b []byte) string {
	if len(b) > 30 {
		return string(b[:30]) + "..."
	}
	return string(b)
}

// finish handles special trees: without words, with a name, of a failed parse.
func finish(sentence *treebank.Sentence, text []byte) {
	if n := len(sentence.Tokens); n > 0 {
		last := sentence.Tokens[n-1]
		if p := last.Parent; p == 0 && sentence.Phrases[p].Label == 0 && n > 1 && sentence.Name(last.Tag) == "ID" {
			name(sentence)
		}
		if len(sentence.Phrases) <= 2 || len(sentence.Tokens) <= 2 {
			failure(sentence)
		}
		return
	}
	if sentence.Missing {
		return
	}
	sentence.Missing = true
	if sentence.Failure = clip(bytes.TrimSpace(text)); sentence.Failure == "" {
		sentence.Failure = "an empty line"
	}
}

// name takes the last word as the name of the sentence if the unlabelled root
// is the only one.
func name(sentence *treebank.Sentence) {
	n := int32(len(sentence.Tokens)) - 1
	for _, p := range sentence.Phrases[1:] {
		if p.Parent < 0 {
			return
		}
	}
	for _, t := range sentence.Tokens {
		if t.Parent < 0 {
			return
		}
	}
	sentence.ID = sentence.Tokens[n].Form
	sentence.Tokens = sentence.Tokens[:n]
	for i := range sentence.Phrases {
		p := &sentence.Phrases[i]
		p.Begin, p.End = min(p.Begin, n), min(p.End, n)
	}
}

// flat is the smallest number of words at which a sentence without any phrase but
// S or the root is taken for the tree of a parser that failed.
const flat = 10

// failure recognises the trees that parsers give when they fail: all words
// right below S or the root, or below NOPARSE.
func failure(sentence *treebank.Sentence) {
	for _, p := range sentence.Phrases {
		switch sentence.Name(p.Label) {
		case "NOPARSE":
			sentence.Failure = "a tree labelled NOPARSE"
			return
		case "S", "S1", "TOP", "ROOT", "VROOT", "":
		default:
			return
		}
	}
	if len(sentence.Tokens) < flat || len(sentence.Phrases) == 0 {
		return
	}
	for _, t := range sentence.Tokens {
		if t.Parent != sentence.Tokens[0].Parent {
			return
		}
	}
	sentence.Failure = "a flat tree"
}

// scored reads the score before a tree of a ranked list, and the header before the
// first tree, and returns the start of the tree.
func scored(sentence *treebank.Sentence, text []byte) int {
	at := 0
	line, rest := nextLine(text)
	if sentence.Dialect == bllip {
		if isHeader(cutReturn(line)) {
			_, n := bllipReading(text, 1)
			sentence.Readings, sentence.Rank = int32(n), 1
			at = len(text) - len(rest)
			line, rest = nextLine(rest)
		}
		if score := bytes.TrimSpace(line); isScore(score) {
			sentence.Score, _ = strconv.ParseFloat(string(score), 64)
			at = len(text) - len(rest)
		}
		return at
	}
	if i := bytes.IndexByte(line, '\t'); i >= 0 && isScore(line[:i]) {
		sentence.Score, _ = strconv.ParseFloat(string(line[:i]), 64)
		at = i + 1
	}
	_, n := berkeleyReading(text, 1)
	sentence.Readings, sentence.Rank = int32(n), 1
	return at
}

// listless reports whether text is only the header of a list that should hold trees.
func listless(text []byte) bool {
	line, rest := nextLine(text)
	count := string(bytes.TrimLeft(line[:digits(line)], "0"))
	return isHeader(cutReturn(line)) && count != "" && len(bytes.TrimSpace(rest)) == 0
}

// firstTree returns the first tree of a list.
func firstTree(text []byte) []byte {
	line, _ := nextLine(text)
	return cutReturn(line)
}

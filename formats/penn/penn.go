// Package penn reads and writes the brackets of the Penn Treebank,
// (S (NP (DT the) (NN dog)) ...), as treebanks and parsers write them: one tree
// or more on a line, or one tree over many lines; with empty elements, traces
// and function tags; and the ranked lists of the BLLIP and Berkeley parsers.
//
// The format is that of Marcus, Santorini & Marcinkiewicz 1993 (Computational
// Linguistics 19). Labels are kept whole: NP-SBJ-1 is one label. A bracket with
// a label and one word, (DT the), is a token with a tag, and so is a label without
// letters and digits, (.), which is tag and word; any other bracket is a phrase,
// also an empty one, (X). A word with sisters, (NP the (NN dog)), is a
// token without a tag. Bytes up to the blank, 0x20, separate; all others, no-break
// spaces among them, belong to words and labels. The pair (ID name) that closes
// the unlabelled root of the Penn parsed corpora of historical English and of
// Icelandic is the name of the sentence, not a word.
//
// A sentence whose parse failed is recognised and Missing: an empty line if
// each line is a sentence, a tree without words such as (()), and the message
// "Don't have a 2-best tree." (BLLIP), "No parse for: ..." (BitPar) and null (Bikel). A tree that a parser gives when it fails, flat
// over ten words or more, or labelled NOPARSE, is kept with a Failure.
//
// Lines that begin with # between trees are comments, as in Floresta, and so is vitprob=... of BitPar.
//
// Limits: comments are not kept; a word cannot hold a parenthesis or a blank
// (write -LRB-).
package penn

import (
	"bytes"

	"assay/internal/lazy"
	"assay/treebank"
)

// Format is the bracketed format of the Penn Treebank.
var Format = treebank.Format{
	Name:     "penn",
	Title:    "Penn Treebank brackets",
	Source:   "Marcus, Santorini & Marcinkiewicz 1993",
	Ext:      []string{".mrg", ".ptb", ".penn", ".psd", ".mrg.txt", ".nbest", ".kbest"},
	Layers:   treebank.Tags | treebank.Phrases | treebank.Ranked,
	Detect:   detect,
	Encoding: func([]byte) string { return treebank.Undeclared }, // Floresta is in Latin-1
	Dialect:  dialect,
	Split:    split,
	Parse:    parse,
	ID:       id,
	Reading:  reading,
	Write:    write,
}

// The dialects.
const (
	lines    = iota // a line is a sentence
	indented        // a tree has many lines, and the first begins with the line
	loose           // a tree has many lines, and others may begin with ( too
	bllip           // "N id", then N times a score and a tree, then an empty line
	berkeley        // lines of score, tab, tree, then an empty line
)

// blank reports whether c separates words.
func blank(c byte) bool { return c <= ' ' }

// delimiter reports whether c ends a label or a word.
func delimiter(c byte) bool { return c <= ' ' || c == '(' || c == ')' }

// detect reports whether head begins with a tree, or with a ranked list.
func detect(head []byte) bool {
	text := uncommented(head)
	if len(text) == 0 {
		return false
	}
	line := firstLine(text)
	if isScored(line) || isHeader(line) && listed(text) {
		return true
	}
	if failed(text) {
		return true
	}
	// a bracket, in columns
	if text[0] != '(' || bytes.HasPrefix(line, []byte("(\t")) && bytes.Count(line, []byte("\t")) > 1 {
		return false
	}
	if foreign().Match(line) {
		return false
	}
	// (VB 0=is) is discbracket: leave files whose first words are all
	// numbered to that format.
	return !numbered(text)
}

// foreign matches the first line of other notations in brackets: derivations of the LKB, (root (40 rule -1.2 0 3 (...,
// and trees of Collins' parser, (TOP~barks~1~1 ....
var foreign = lazy.Regexp(`^\((\S+\s+\()?\d+ \S+ -?[\d.]+(e-?\d+)? \d+ \d+\s*\(|^\([A-Z0-9]+~\S+~\d+~\d+ `)

// numbered reports whether the words of the first tree begin with numbers, as
// in (VB 0=is).
func numbered(text []byte) bool {
	words := 0
	for i := 0; i < len(text) && words < 3; i++ {
		if text[i] != ' ' || i+1 == len(text) || delimiter(text[i+1]) {
			continue
		}
		j := i + 1
		for j < len(text) && '0' <= text[j] && text[j] <= '9' {
			j++
		}
		if j == i+1 || j == len(text) || text[j] != '=' {
			return false
		}
		words++
		i = j
	}
	return words > 0
}

// uncommented returns text from its first line that is neither empty nor a comment.
func uncommented(text []byte) []byte {
	for {
		text = bytes.TrimLeft(text, "\t\n\v\f\r ")
		if !remark(text) {
			return text
		}
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
}

func firstLine(text []byte) []byte {
	line, _ := nextLine(text)
	return bytes.TrimRight(line, "\r \t")
}

// isHeader reports whether line begins a list of the BLLIP parser: a number of
// trees and a name.
func isHeader(line []byte) bool {
	n := digits(line)
	if n == 0 || n == len(line) || line[n] != '\t' && line[n] != ' ' {
		return false
	}
	name := bytes.TrimLeft(line[n:], " \t")
	return len(name) > 0 && !bytes.ContainsAny(name, " \t()")
}

// listed reports whether the header that text begins with is followed by a score, or says that
// there are no trees. Two columns of another format look like a header too.
func listed(text []byte) bool {
	if n := digits(text); bytes.Count(text[:n], []byte("0")) == n {
		return true
	}
	_, rest := nextLine(text)
	line, _ := nextLine(rest)
	return isScore(bytes.TrimSpace(line))
}

func digits(b []byte) int {
	n := 0
	for n < len(b) && '0' <= b[n] && b[n] <= '9' {
		n++
	}
	return n
}

// isScored reports whether line is one of a list of the Berkeley parser: a
// score, a tab, a tree. More columns are those of a word: 1, tab, (.
func isScored(line []byte) bool {
	i := bytes.IndexByte(line, '\t')
	return i > 0 && isScore(line[:i]) && i+1 < len(line) && line[i+1] == '(' && bytes.IndexByte(line[i+1:], '\t') < 0
}

// isScore reports whether b is a number as the parsers print it.
func isScore(b []byte) bool {
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		b = b[1:]
	}
	if len(b) == 0 {
		return false
	}
	switch string(b) {
	case "Infinity", "NaN", "inf", "nan":
		return true
	}
	for _, c := range b {
		if (c < '0' || c > '9') && c != '.' && c != 'e' && c != 'E' && c != '-' && c != '+' {
			return false
		}
	}
	return '0' <= b[0] && b[0] <= '9' || b[0] == '.'
}

// dialect looks at whole lines: if most lines that begin a tree also end one, each
// line is a sentence.
func dialect(head []byte) int32 {
	text := uncommented(head)
	first := firstLine(text)
	switch {
	case isScored(first):
		return berkeley
	case isHeader(first):
		return bllip
	}
	if bytes.HasPrefix(bytes.TrimLeft(head, "\t\n\v\f\r "), []byte("vitprob=")) {
		return indented // an empty line ends each sentence of BitPar
	}
	var whole, part, spaced int
	var good, bad int // trees, if every ( at the start of a line begins one
	var unclosed, closing, other int
	depth, last := 0, 0
	begun := false
	for rest := head; len(rest) > 0; {
		line := rest
		i := bytes.IndexByte(rest, '\n')
		if i >= 0 {
			line, rest = rest[:i], rest[i+1:]
		} else {
			rest = nil
			if whole+part > 0 {
				break // the head ends within this line
			}
		}
		line = bytes.TrimRight(line, "\r \t")
		if remark(line) {
			continue
		}
		if len(line) == 0 {
			if last == 1 {
				spaced++
			}
			last = 0
			continue
		}
		if line[0] == '(' {
			if begun && depth == 0 {
				good++
			} else if begun {
				bad++
			}
			depth, begun = 0, true
		}
		d := bytes.Count(line, []byte("(")) - bytes.Count(line, []byte(")"))
		depth += d
		switch {
		case d < 0:
			closing++
		case d > 0 && line[0] == '(' && bytes.IndexByte(line, ')') > 0:
			unclosed++
		case d > 0 || line[0] != '(':
			other++
		}
		if line[0] == '(' && d == 0 {
			whole, last = whole+1, last+1
		} else {
			part, last = part+1, 2
		}
	}
	switch {
	case whole >= part && (spaced < whole-1 || whole < 3):
		return lines
	case closing == 0 && unclosed > 1 && unclosed+whole > other:
		return lines // no tree that begins on a line ends on another: all are broken
	case bad*2 > good:
		return loose
	}
	return indented
}

// Package lancaster reads the brackets of the Lancaster treebank as Xiao 1997
// prints them (appendix A): [N the_AT following_JJ N], with the label repeated
// at the end and the tag after the last underscore of a word.
//
// A sentence ends at an empty line or before a reference line, such as A07 418 of
// the Lancaster Parsed Corpus, which is the name of the sentence after it. If every
// line closes the brackets that it opens and no line is empty, each line is a
// sentence. A sentence may have several roots and words outside brackets. The
// label at the end may be left out, but must not differ. A bracket that is a word
// is written [_[ or ]_].
package lancaster

import (
	"bytes"

	"assay/treebank"
)

// Format is the notation of the Lancaster treebank; it is only read.
var Format = treebank.Format{
	Name:    "lancaster",
	Title:   "Lancaster treebank brackets",
	Source:  "Xiao 1997, appendix A; Leech & Garside 1991",
	Ext:     []string{".lancaster", ".lan"},
	Layers:  treebank.Tags | treebank.Phrases,
	Detect:  detect,
	Dialect: dialect,
	Split:   split,
	Parse:   parse,
	ID:      id,
}

var space = [256]bool{' ': true, '\t': true, '\r': true, '\n': true}

// The dialects.
const (
	spaced = iota // an empty line or a reference line is between sentences
	lines         // each line is a sentence
)

// reference returns the length of a reference at the start of a line: up to four
// fields with a digit and without tags, brackets and quotes, before a bracket or the end
// of the line. It returns 0 if there is none.
func reference(line []byte) int {
	end := bytes.IndexByte(line, '[')
	if end < 0 {
		end = len(line)
	}
	text := bytes.TrimRight(line[:end], " \t\r")
	if len(text) == 0 || space[text[0]] || bytes.ContainsAny(text, "_]{}()<>\"") ||
		!bytes.ContainsAny(text, "0123456789") || len(bytes.Fields(text)) > 4 {
		return 0
	}
	return len(text)
}

// firstLine returns the first line of text and the text after it.
func firstLine(text []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(text, []byte("\n"))
	return line, rest
}

// detect looks for a label after the first bracket and a tagged word after the label.
func detect(head []byte) bool {
	head = bytes.TrimLeft(head, " \t\r\n")
	line, rest := firstLine(head)
	if n := reference(line); n > 0 {
		head = bytes.TrimLeft(head[n:], " \t\r\n")
		if len(head) == 0 {
			head = bytes.TrimLeft(rest, " \t\r\n")
		}
	}
	if len(head) < 2 || head[0] != '[' || space[head[1]] || head[1] == '[' {
		return false
	}
	for _, f := range bytes.Fields(head[:min(len(head), 400)]) {
		if f[0] == '[' {
			continue
		}
		word, _, _ := bytes.Cut(f, []byte{']'})
		i := bytes.LastIndexByte(word, '_')
		return i > 0 && i < len(word)-1
	}
	return false
}

// dialect looks at whole lines: without empty lines and references, lines that
// begin with a bracket and close their brackets are sentences. One line in ten may
// be broken.
func dialect(head []byte) int32 {
	whole, all := 0, 0
	head = bytes.TrimSpace(head)
	for len(head) > 0 {
		line, rest := firstLine(head)
		if len(rest) == 0 && all >= 10 && balance(line) > 0 {
			break // the head may end within this line
		}
		head = rest
		if len(bytes.TrimSpace(line)) == 0 || reference(line) > 0 {
			return spaced
		}
		all++
		if line[0] == '[' && balance(line) == 0 {
			whole++
		}
	}
	if whole > 0 && whole*10 >= all*9 {
		return lines
	}
	return spaced
}

// balance returns the number of brackets of a line that stay open.
func balance(line []byte) (open int) {
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c != '[' && c != ']':
		case bracketWord(line, i):
			i += 2
		case c == '[':
			open++
		default:
			open--
		}
	}
	return open
}

// split cuts at empty lines, before reference lines or, if each line is a sentence,
// at the end of a line.
func split(data []byte, atEOF bool, dialect int32) treebank.Extent {
	begin := 0
	for begin < len(data) && space[data[begin]] {
		begin++
	}
	if begin == len(data) {
		return treebank.Skip(begin)
	}
	for i := begin; i < len(data); {
		n := bytes.IndexByte(data[i:], '\n')
		if n < 0 {
			break
		}
		end := i + n
		next := end + 1
		if dialect == lines {
			return treebank.Found(begin, end, next)
		}
		after := bytes.IndexByte(data[next:], '\n')
		if after < 0 {
			if !atEOF {
				break
			}
			after = len(data) - next
		}
		line := data[next : next+after]
		switch {
		case len(bytes.TrimSpace(line)) == 0 && !onlyReference(data[begin:end]):
			return treebank.Found(begin, end, min(next+after+1, len(data)))
		case reference(line) > 0:
			return treebank.Found(begin, end, next)
		}
		i = next
	}
	if atEOF {
		return treebank.Found(begin, len(data), len(data))
	}
	return treebank.Skip(begin)
}

// onlyReference reports whether text is a reference line and nothing else; the
// sentence then is on the lines after it.
func onlyReference(text []byte) bool {
	line, rest := firstLine(text)
	n := reference(line)
	return n > 0 && len(bytes.TrimSpace(line[n:])) == 0 && len(bytes.TrimSpace(rest)) == 0
}

// id returns the reference of a sentence.
func id(text []byte) []byte {
	line, _ := firstLine(text)
	if n := reference(line); n > 0 {
		return text[:n:n]
	}
	return nil
}

// bracketWord reports whether a bracket at i is a word with its tag.
func bracketWord(text []byte, i int) bool {
	return i+2 < len(text) && text[i+1] == '_' && !space[text[i+2]]
}

// wordEnd returns the end of the label or word that continues at i.
func wordEnd(text []byte, i int) int {
	for i < len(text) && !space[text[i]] && text[i] != '[' && text[i] != ']' {
		i++
	}
	return i
}

func parse(sentence *treebank.Sentence, text []byte) error {
	parent := int32(-1)
	var starts []int
	start := len(id(text))
	sentence.ID = treebank.Span{Len: uint32(start)}
	for i := start; i < len(text); {
		switch c := text[i]; {
		case space[c]:
			i++
		case c == '[' && !bracketWord(text, i):
			at := i
			i = wordEnd(text, i+1)
			sentence.Phrases = append(sentence.Phrases, treebank.Phrase{Label: sentence.Syms.Intern(text[at+1 : i]),
				Parent: parent})
			parent = int32(len(sentence.Phrases) - 1)
			starts = append(starts, at)
		default:
			at := i
			if c == '[' || c == ']' && bracketWord(text, i) {
				i += 3
			}
			i = wordEnd(text, i)
			word := text[at:i]
			u := bytes.LastIndexByte(word, '_')
			tagged := u > 0 && u < len(word)-1
			if i < len(text) && text[i] == ']' && !(tagged && parent >= 0 &&
				string(word) != sentence.Name(sentence.Phrases[parent].Label)) {
				if parent < 0 {
					return treebank.At(text, i, "a word or [", "a surplus ]")
				}
				if label := sentence.Name(sentence.Phrases[parent].Label); len(word) > 0 && string(word) != label {
					return treebank.At(text, at, label+"]", string(word)+"]")
				}
				parent = sentence.Phrases[parent].Parent
				starts = starts[:len(starts)-1]
				i++
				continue
			}
			if !tagged {
				e := treebank.At(text, at, "a word and its tag, as in the_AT", string(word))
				e.Hint = "the tag follows the last underscore"
				return e
			}
			sentence.Tokens = append(sentence.Tokens, treebank.Token{
				Form: treebank.Span{Off: uint32(at), Len: uint32(u)}, Tag: sentence.Syms.Intern(word[u+1:]), Parent: parent})
		}
	}
	if parent >= 0 {
		return treebank.At(text, starts[len(starts)-1],
			sentence.Name(sentence.Phrases[parent].Label)+"] before the end of the sentence",
			"["+sentence.Name(sentence.Phrases[parent].Label)+" that is never closed")
	}
	return sentence.Arrange()
}

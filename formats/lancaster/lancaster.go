// Package lancaster reads the brackets of the Lancaster treebank as Xiao 1997
// prints them (appendix A): [N the_AT following_JJ N], with the label repeated
// at the end and the tag after the last underscore of a word.
//
// A sentence ends at an empty line outside all brackets; it may have several
// roots and words outside brackets. The label at the end may be left out, but must
// not differ. A bracket that is a word is written [_[ or ]_].
package lancaster

import (
	"bytes"

	"assay/treebank"
)

// Format is the notation of the Lancaster treebank; it is only read.
var Format = treebank.Format{
	Name:   "lancaster",
	Title:  "Lancaster treebank brackets",
	Source: "Xiao 1997, appendix A; Leech & Garside 1991",
	Ext:    []string{".lancaster", ".lan"},
	Layers: treebank.Tags | treebank.Phrases,
	Detect: detect,
	Split:  split,
	Parse:  parse,
}

var space = [256]bool{' ': true, '\t': true, '\r': true, '\n': true}

// detect looks for a label after the first bracket and a tagged word after the label.
func detect(head []byte) bool {
	head = bytes.TrimLeft(head, " \t\r\n")
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

// split cuts at empty lines.
func split(data []byte, atEOF bool, _ int32) treebank.Extent {
	begin := 0
	for begin < len(data) && space[data[begin]] {
		begin++
	}
	if begin == len(data) {
		return treebank.Skip(begin)
	}
	for i := begin; i < len(data); i++ {
		if data[i] != '\n' {
			continue
		}
		j := i + 1
		for j < len(data) && (data[j] == ' ' || data[j] == '\t' || data[j] == '\r') {
			j++
		}
		if j < len(data) && data[j] == '\n' {
			return treebank.Found(begin, i, j+1)
		}
	}
	if atEOF {
		return treebank.Found(begin, len(data), len(data))
	}
	return treebank.Skip(begin)
}

// bracketWord reports whether a bracket at i is a word with its tag.
func bracketWord(text []byte, i int) bool {
	return i+2 < len(text) && text[i+1] == '_' && !space[text[i+2]]
}

func parse(s *treebank.Sentence, text []byte) error {
	parent := int32(-1)
	var starts []int
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case space[c]:
			i++
		case c == '[' && !bracketWord(text, i):
			at := i
			for i++; i < len(text) && !space[text[i]] && text[i] != '[' && text[i] != ']'; i++ {
			}
			s.Phrases = append(s.Phrases, treebank.Phrase{Label: s.Syms.Intern(text[at+1 : i]), Parent: parent})
			parent = int32(len(s.Phrases) - 1)
			starts = append(starts, at)
		default:
			at := i
			if c == ']' || c == '[' {
				if c == ']' && !bracketWord(text, i) {
					// a closing bracket without a label
				} else {
					i += 3
				}
			}
			for i < len(text) && !space[text[i]] && text[i] != '[' && text[i] != ']' {
				i++
			}
			word := text[at:i]
			u := bytes.LastIndexByte(word, '_')
			tagged := u > 0 && u < len(word)-1
			if i < len(text) && text[i] == ']' && !(tagged && parent >= 0 && string(word) != s.Name(s.Phrases[parent].Label)) {
				if parent < 0 {
					return treebank.At(text, i, "a word or [", "a surplus ]")
				}
				if label := text[at:i]; len(label) > 0 && s.Syms.Intern(label) != s.Phrases[parent].Label {
					return treebank.At(text, at, s.Name(s.Phrases[parent].Label)+"]", string(label)+"]")
				}
				parent = s.Phrases[parent].Parent
				starts = starts[:len(starts)-1]
				i++
				continue
			}
			if !tagged {
				e := treebank.At(text, at, "a word and its tag, as in the_AT", string(word))
				e.Hint = "the tag follows the last underscore"
				return e
			}
			s.Tokens = append(s.Tokens, treebank.Token{
				Form: treebank.Span{Off: uint32(at), Len: uint32(u)}, Tag: s.Syms.Intern(word[u+1:]), Parent: parent})
		}
	}
	if parent >= 0 {
		return treebank.At(text, starts[len(starts)-1], s.Name(s.Phrases[parent].Label)+"] before the end of the sentence", "["+s.Name(s.Phrases[parent].Label)+" that is never closed")
	}
	return s.Arrange()
}

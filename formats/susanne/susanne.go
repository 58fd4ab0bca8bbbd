// Package susanne reads the SUSANNE corpus: one word per line, six columns
// (reference, status, wordtag, word, lemma, parse), or the last four of them as
// Xiao 1997 prints them (appendix A).
//
// It is specified in Sampson 1995, "English for the Computer", and in the
// corpus's own documentation. The parse column holds opening brackets with
// labels, a full stop for the word, closing brackets with labels:
// [O[S[Nns:s. ... .Nns:s]. A label is a form tag and, after a colon, a function
// and an index: they become the function of the phrase. A sentence is the text
// between [O and O]; breaks ([Oh.Oh], tag YB) are not sentences. Ghosts
// (tag YG) are words that are not in the text; package prep removes them. Codes
// such as <hyphen> and +, are decoded.
package susanne

import (
	"bytes"

	"assay/treebank"
)

// Format is the format of the SUSANNE corpus; it is only read.
var Format = treebank.Format{
	Name:   "susanne",
	Title:  "SUSANNE corpus",
	Source: "Sampson 1995",
	Ext:    []string{".susanne", ".sus"},
	Layers: treebank.Tags | treebank.Phrases | treebank.Functions | treebank.Lemmas,
	Detect: detect,
	Split:  split,
	Parse:  parse,
	ID:     id,
}

func line(text []byte, i int) []byte {
	if n := bytes.IndexByte(text[i:], '\n'); n >= 0 {
		return text[i : i+n]
	}
	return text[i:]
}

// columns cuts a line; a line of four columns has no reference and no status.
func columns(l []byte) (c [6][]byte, ok bool) {
	l = bytes.TrimRight(l, "\r")
	n := bytes.Count(l, []byte{'\t'})
	at := 0
	switch n {
	case 5:
	case 3:
		at = 2
	default:
		return c, false
	}
	for ; at < 6; at++ {
		end := bytes.IndexByte(l, '\t')
		if end < 0 {
			end = len(l)
		}
		c[at] = l[:end]
		l = l[min(end+1, len(l)):]
	}
	return c, bytes.IndexByte(c[5], '.') >= 0
}

func detect(head []byte) bool {
	for i := 0; i < len(head); {
		l := line(head, i)
		i += len(l) + 1
		if len(bytes.TrimSpace(l)) > 0 {
			c, ok := columns(l)
			return ok && bytes.HasPrefix(c[5], []byte("["))
		}
	}
	return false
}

// balance returns the number of brackets that a parse field leaves open.
func balance(field []byte) int {
	return bytes.Count(field, []byte{'['}) - bytes.Count(field, []byte{']'})
}

// split cuts where all brackets are closed, and where a new [O begins before
// that.
func split(data []byte, atEOF bool, _ int32) treebank.Extent {
	begin, depth := -1, 0
	for i := 0; i < len(data); {
		l := line(data, i)
		next := i + len(l) + 1
		if next > len(data) && !atEOF {
			break
		}
		next = min(next, len(data))
		c, ok := columns(l)
		switch {
		case len(bytes.TrimSpace(l)) == 0 || ok && begin < 0 && isBreak(c):
			if begin < 0 {
				return treebank.Skip(next)
			}
		case begin >= 0 && ok && bytes.HasPrefix(c[5], []byte("[O")):
			return treebank.Found(begin, i, i)
		default:
			if begin < 0 {
				begin = i
			}
			depth += balance(c[5])
			if depth <= 0 && !atEOF && bytes.IndexByte(data[next:], '\n') < 0 {
				return treebank.Skip(begin) // the next line decides
			}
			if depth <= 0 && !closes(data, next) {
				return treebank.Found(begin, i+len(l), next)
			}
		}
		i = next
	}
	if begin < 0 && atEOF {
		return treebank.Skip(len(data))
	}
	if atEOF {
		return treebank.Found(begin, len(data), len(data))
	}
	return treebank.Skip(max(begin, 0))
}

// closes reports whether the line at i has no opening bracket and belongs to
// the tree before, like punctuation after a sentence without [O.
func closes(data []byte, i int) bool {
	if i >= len(data) {
		return false
	}
	c, ok := columns(line(data, i))
	return ok && bytes.IndexByte(c[5], '[') < 0
}

func isBreak(c [6][]byte) bool {
	return string(c[2]) == "YB" && balance(c[5]) == 0
}

// id returns the reference of the first word.
func id(text []byte) []byte {
	c, ok := columns(line(text, 0))
	if !ok {
		return nil
	}
	return c[0]
}

func parse(s *treebank.Sentence, text []byte) error {
	parent := int32(-1)
	if v := id(text); len(v) > 0 {
		s.ID = treebank.Span{Off: uint32(cap(text) - cap(v)), Len: uint32(len(v))}
	}
	var word []byte
	for i := 0; i < len(text); {
		l := line(text, i)
		at := i
		i += len(l) + 1
		if len(bytes.TrimSpace(l)) == 0 {
			continue
		}
		c, ok := columns(l)
		if !ok {
			return treebank.At(text, at, "six columns (reference, status, tag, word, lemma, parse with a full stop)", "\""+string(l)+"\"")
		}
		col := at + cap(l) - cap(c[5])
		var err error
		if parent, err = brackets(s, text, c[5], col, parent, func(parent int32) {
			t := treebank.Token{Tag: s.Syms.Intern(c[2]), Parent: parent}
			var m treebank.Morph
			if word = decode(word[:0], c[3]); bytes.Equal(word, c[3]) {
				t.Form = treebank.Span{Off: uint32(cap(text) - cap(c[3])), Len: uint32(len(c[3]))}
			} else {
				t.Form = s.Add(word)
			}
			if len(c[4]) > 0 && string(c[4]) != "-" {
				m.Lemma = s.Add(decode(word[:0], c[4]))
			}
			s.Tokens, s.Morph = append(s.Tokens, t), append(s.Morph, m)
		}); err != nil {
			return err
		}
	}
	if parent >= 0 {
		e := treebank.At(text, len(text), s.Name(s.Phrases[parent].Label)+"] before the end of the sentence", "the end of the file, or the next sentence")
		e.Hint = "a bracket is never closed"
		return e
	}
	return s.Arrange()
}

// brackets reads one parse field; word is called at its full stop.
func brackets(s *treebank.Sentence, text, field []byte, col int, parent int32, word func(int32)) (int32, error) {
	seen := false
	for i := 0; i < len(field); {
		switch field[i] {
		case '[':
			end := i + 1
			for end < len(field) && field[end] != '[' && field[end] != '.' {
				end++
			}
			label, fn := cut(field[i+1 : end])
			s.Phrases = append(s.Phrases, treebank.Phrase{Label: s.Syms.Intern(label), Func: s.Syms.Intern(fn), Parent: parent})
			parent = int32(len(s.Phrases) - 1)
			i = end
		case '.':
			if seen {
				return parent, treebank.At(text, col+i, "one full stop in a parse field", "a second one")
			}
			seen = true
			word(parent)
			i++
		default:
			end := bytes.IndexByte(field[i:], ']')
			if end < 0 {
				return parent, treebank.At(text, col+i, "] after a label", "\""+string(field[i:])+"\"")
			}
			label, fn := cut(field[i : i+end])
			if parent < 0 {
				return parent, treebank.At(text, col+i, "the end of the parse field", "a surplus "+string(field[i:i+end+1]))
			}
			if p := &s.Phrases[parent]; s.Syms.Intern(label) != p.Label || s.Syms.Intern(fn) != p.Func {
				want := s.Name(p.Label)
				if p.Func != 0 {
					want += ":" + s.Name(p.Func)
				}
				return parent, treebank.At(text, col+i, want+"]", string(field[i:i+end+1]))
			}
			parent = s.Phrases[parent].Parent
			i += end + 1
		}
	}
	return parent, nil
}

// cut divides Nns:s101 into form and function.
func cut(label []byte) (form, function []byte) {
	form, function, _ = bytes.Cut(label, []byte{':'})
	return form, function
}

var codes = []struct{ code, text string }{
	{"<hyphen>", "-"}, {"<apos>", "'"}, {"<ldquo>", "“"}, {"<rdquo>", "”"}, {"<lsquo>", "‘"}, {"<rsquo>", "’"},
	{"<mdash>", "—"}, {"<ndash>", "–"}, {"<dollar>", "$"}, {"<pound>", "£"}, {"<percnt>", "%"}, {"<amp>", "&"},
	{"<lpar>", "("}, {"<rpar>", ")"}, {"<lsqb>", "["}, {"<rsqb>", "]"}, {"<sol>", "/"}, {"<ast>", "*"}, {"<deg>", "°"},
	{"<hellip>", "…"}, {"<frac12>", "½"}, {"<eacute>", "é"}, {"<egrave>", "è"}, {"<agrave>", "à"}, {"<ccedil>", "ç"},
	{"<ouml>", "ö"}, {"<uuml>", "ü"}, {"<auml>", "ä"}, {"<ntilde>", "ñ"}, {"<ecirc>", "ê"},
}

// decode decodes the codes of a word. It removes a +, which means that no blank
// precedes the word; it keeps other codes.
func decode(dst, word []byte) []byte {
	if len(word) > 1 && word[0] == '+' {
		word = word[1:]
	}
next:
	for i := 0; i < len(word); {
		if word[i] == '<' {
			for _, c := range codes {
				if bytes.HasPrefix(word[i:], []byte(c.code)) {
					dst = append(dst, c.text...)
					i += len(c.code)
					continue next
				}
			}
		}
		dst = append(dst, word[i])
		i++
	}
	return dst
}

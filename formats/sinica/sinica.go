// Package sinica reads the trees of the Sinica Treebank, one on a line:
//
//	#1:1.[0] S(agent:NP(Head:Nhaa:我)|Head:VE2:想)#。(PERIODCATEGORY)
//
// A phrase is role:label(child|child), a word is role:tag:word; the role may be
// missing. Roles become functions; the head of a phrase has the role Head. Marks of
// punctuation follow the tree with their categories; they are words outside it. The
// name of a sentence is the text between # and the first blank.
//
// It is described in Chen et al. 2003, "Sinica Treebank: Design Criteria,
// Representational Issues and Implementation"; the parsers of Academia Sinica print
// the same notation. Limits: ( ) | cannot be characters of a word, nor : of a tag.
package sinica

import (
	"bytes"
	"strconv"

	"assay/treebank"
)

// Format is the notation of the Sinica Treebank; it is only read.
var Format = treebank.Format{
	Name:   "sinica",
	Title:  "Sinica Treebank",
	Source: "Chen et al. 2003",
	Ext:    []string{".sinica"},
	Layers: treebank.Tags | treebank.Phrases | treebank.Functions,
	Detect: detect,
	Split:  split,
	Parse:  parse,
	ID:     id,
}

// header returns the length of #1:1.[0] and the blanks after it, 0 if text does not
// begin so.
func header(text []byte) int {
	if len(text) == 0 || text[0] != '#' {
		return 0
	}
	end := bytes.IndexAny(text, " \t\n")
	if end < 0 || text[end] == '\n' || text[end-1] != ']' || !bytes.Contains(text[:end], []byte(":")) {
		return 0
	}
	for end < len(text) && (text[end] == ' ' || text[end] == '\t') {
		end++
	}
	return end
}

func detect(head []byte) bool {
	return header(bytes.TrimLeft(head, " \t\r\n")) > 0
}

// lines are those that are not empty, each a sentence.
var lines = treebank.Lines{Each: true}

func split(data []byte, atEOF bool, _ int32) treebank.Extent {
	return lines.Split(data, atEOF).Trim(data)
}

// id returns the text between # and the first blank.
func id(text []byte) []byte {
	n := header(text)
	if n == 0 {
		return nil
	}
	return bytes.TrimRight(text[1:n:n], " \t")
}

func parse(sentence *treebank.Sentence, text []byte) error {
	r := reader{sentence, text, header(text)}
	if r.at == 0 {
		return treebank.At(text, 0, "a number such as #1:1.[0] and a tree", strconv.Quote(string(text[:min(len(text), 20)])))
	}
	sentence.ID = treebank.Span{Off: 1, Len: uint32(len(id(text)))}
	if r.at == len(text) || text[r.at] != '#' {
		if err := r.tree(); err != nil {
			return err
		}
	}
	if err := r.punctuation(); err != nil {
		return err
	}
	return sentence.Arrange()
}

// A reader reads one sentence.
type reader struct {
	s    *treebank.Sentence
	text []byte
	at   int
}

func (r *reader) wrong(at int, want string) error {
	found := "the end of the sentence"
	if at < len(r.text) {
		found = strconv.Quote(string(r.text[at:min(len(r.text), at+20)]))
	}
	return treebank.At(r.text, at, want, found)
}

// tree reads the tree up to the # after it.
func (r *reader) tree() error {
	parent := int32(-1)
	for {
		end := r.at + bytes.IndexAny(r.text[r.at:], "(|)#")
		if end < r.at {
			end = len(r.text)
		}
		part := r.text[r.at:end]
		switch {
		case end < len(r.text) && r.text[end] == '(':
			role, label := cutRole(part, 1)
			if len(label) == 0 {
				return r.wrong(r.at, "a label before (")
			}
			r.s.Phrases = append(r.s.Phrases, treebank.Phrase{
				Label: r.s.Syms.Intern(label), Func: r.s.Syms.Intern(role), Parent: parent})
			parent = int32(len(r.s.Phrases) - 1)
			r.at = end + 1
			continue
		}
		if err := r.word(end, parent); err != nil {
			return err
		}
		for r.at < len(r.text) && r.text[r.at] == ')' {
			if parent < 0 {
				return r.wrong(r.at, "# after the tree")
			}
			parent = r.s.Phrases[parent].Parent
			r.at++
		}
		switch {
		case parent < 0 && (r.at == len(r.text) || r.text[r.at] == '#'):
			return nil
		case r.at == len(r.text) || r.text[r.at] != '|':
			return r.wrong(r.at, "| or ) in a phrase")
		}
		r.at++
	}
}

// word reads role:tag:word or tag:word up to end.
func (r *reader) word(end int, parent int32) error {
	part := r.text[r.at:end]
	role, rest := cutRole(part, 2)
	tag, form, ok := bytes.Cut(rest, []byte(":"))
	if !ok || len(tag) == 0 || len(form) == 0 {
		return r.wrong(r.at, "a word as role:tag:word or tag:word")
	}
	r.s.Tokens = append(r.s.Tokens, treebank.Token{
		Form: treebank.Span{Off: uint32(end - len(form)), Len: uint32(len(form))},
		Tag:  r.s.Syms.Intern(tag), Func: r.s.Syms.Intern(role), Parent: parent})
	r.at = end
	return nil
}

// cutRole cuts the role, if there is one, from a part that has after it colons
// fewer than needed colons.
func cutRole(part []byte, colons int) (role, rest []byte) {
	if bytes.Count(part, []byte(":")) < colons {
		return nil, part
	}
	role, rest, _ = bytes.Cut(part, []byte(":"))
	return role, rest
}

// punctuation reads # and marks such as 。(PERIODCATEGORY).
func (r *reader) punctuation() error {
	rest := bytes.TrimRight(r.text, " \t\r\n")
	if r.at < len(rest) && rest[r.at] == '#' {
		r.at++
	}
	for r.at < len(rest) {
		open := bytes.IndexByte(rest[r.at:], '(')
		if open <= 0 {
			return r.wrong(r.at, "a mark and its category, as in 。(PERIODCATEGORY)")
		}
		closing := bytes.IndexByte(rest[r.at+open:], ')')
		if closing <= 1 {
			return r.wrong(r.at+open, "a category and )")
		}
		r.s.Tokens = append(r.s.Tokens, treebank.Token{
			Form: treebank.Span{Off: uint32(r.at), Len: uint32(open)},
			Tag:  r.s.Syms.Intern(rest[r.at+open+1 : r.at+open+closing]), Parent: -1})
		r.at += open + closing + 1
	}
	return nil
}

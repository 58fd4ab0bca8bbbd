// Package susanne reads the SUSANNE corpus: one word per line, six columns
// (reference, status, wordtag, word, lemma, parse), or the last four of them as
// Xiao 1997 prints them (appendix A).
//
// It is specified in Sampson 1995, "English for the Computer", and in the
// corpus's own documentation. The parse column holds opening brackets with
// labels, a full stop for the word, closing brackets with labels:
// [O[S[Nns:s101. ... .Nns:s101]. A label is a form tag and, after a colon, a
// function and an index: of Nns:s101 the phrase gets the label Nns and the function
// s. A sentence is the text between [O and O]; breaks ([Oh.Oh], tag YB) are not
// sentences. Codes such as <hyphen> and +, are decoded.
//
// Ghosts (tag YG, as in [s101.s101]) mark the logical place of a phrase that is
// elsewhere. They are not words of the text: the reader turns each into a secondary
// edge from the phrase that the ghost is in to the phrase with its index.
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
	Layers: treebank.Tags | treebank.Phrases | treebank.Functions | treebank.Lemmas | treebank.Secondary,
	Detect: detect,
	Split:  split,
	Parse:  parse,
	ID:     id,
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
	for _, l := range treebank.EachLine(head) {
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
		l, next, whole := treebank.Line(data, i, atEOF)
		if !whole {
			break
		}
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
	l, _, _ := treebank.Line(data, i, true)
	c, ok := columns(l)
	return ok && bytes.IndexByte(c[5], '[') < 0
}

func isBreak(c [6][]byte) bool {
	return string(c[2]) == "YB" && balance(c[5]) == 0
}

// id returns the reference of the first word.
func id(text []byte) []byte {
	l, _, _ := treebank.Line(text, 0, true)
	c, ok := columns(l)
	if !ok {
		return nil
	}
	return c[0]
}

func parse(sentence *treebank.Sentence, text []byte) error {
	r := reader{s: sentence, text: text, parent: -1}
	if v := id(text); len(v) > 0 {
		sentence.ID = treebank.SpanOf(r.text, v)
	}
	for at, l := range treebank.EachLine(text) {
		if len(bytes.TrimSpace(l)) == 0 {
			continue
		}
		c, ok := columns(l)
		if !ok {
			return treebank.At(text, at, "six columns (reference, status, tag, word, lemma, parse with a full stop)",
				"\""+string(l)+"\"")
		}
		if err := r.brackets(c); err != nil {
			return err
		}
	}
	if r.parent >= 0 {
		e := treebank.At(text, len(text),
			sentence.Name(sentence.Phrases[r.parent].Label)+"] before the end of the sentence",
			"the end of the file, or the next sentence")
		e.Hint = "a bracket is never closed"
		return e
	}
	r.replaceGhosts()
	return sentence.Arrange()
}

// A reader reads one sentence.
type reader struct {
	s      *treebank.Sentence
	text   []byte
	parent int32    // innermost open phrase
	labels [][]byte // of all phrases, with functions and indices
	ghosts []ghost
	word   []byte // scratch memory
}

// A ghost is a place of a phrase that is elsewhere.
type ghost struct {
	phrase int32 // the ghost's own bracket
	at     int   // its place in the text
}

// brackets reads the parse field of a line, and the word at its full stop.
func (r *reader) brackets(c [6][]byte) error {
	sentence, field := r.s, c[5]
	start := cap(r.text) - cap(field)
	seen := false
	for i := 0; i < len(field); {
		switch field[i] {
		case '[':
			end := i + 1
			for end < len(field) && field[end] != '[' && field[end] != '.' {
				end++
			}
			form, function, _ := cut(field[i+1 : end])
			sentence.Phrases = append(sentence.Phrases, treebank.Phrase{Label: sentence.Syms.Intern(form),
				Func: sentence.Syms.Intern(function), Parent: r.parent})
			r.labels = append(r.labels, field[i+1:end])
			r.parent = int32(len(sentence.Phrases) - 1)
			i = end
		case '.':
			if seen {
				return treebank.At(r.text, start+i, "one full stop in a parse field", "a second one")
			}
			seen = true
			r.addWord(c, start+i)
			i++
		default:
			end := bytes.IndexByte(field[i:], ']')
			if end < 0 {
				return treebank.At(r.text, start+i, "] after a label", "\""+string(field[i:])+"\"")
			}
			label := field[i : i+end]
			if r.parent < 0 {
				return treebank.At(r.text, start+i, "the end of the parse field", "a surplus "+string(label)+"]")
			}
			if want := r.labels[r.parent]; !bytes.Equal(label, want) {
				return treebank.At(r.text, start+i, string(want)+"]", string(label)+"]")
			}
			r.parent = sentence.Phrases[r.parent].Parent
			i += end + 1
		}
	}
	return nil
}

// addWord adds the word of a line, or remembers its ghost.
func (r *reader) addWord(c [6][]byte, at int) {
	sentence := r.s
	if string(c[2]) == "YG" {
		r.ghosts = append(r.ghosts, ghost{r.parent, at})
		return
	}
	token := treebank.Token{Tag: sentence.Syms.Intern(c[2]), Parent: r.parent}
	var morph treebank.Morph
	if r.word = decode(r.word[:0], c[3]); bytes.Equal(r.word, c[3]) {
		token.Form = treebank.SpanOf(r.text, c[3])
	} else {
		token.Form = sentence.Add(r.word)
	}
	if len(c[4]) > 0 && string(c[4]) != "-" {
		r.word = decode(r.word[:0], c[4])
		morph.Lemma = sentence.Add(r.word)
	}
	sentence.Tokens, sentence.Morph = append(sentence.Tokens, token), append(sentence.Morph, morph)
}

// replaceGhosts makes ghosts secondary edges and removes the phrases that held
// nothing else.
func (r *reader) replaceGhosts() {
	if len(r.ghosts) == 0 {
		return
	}
	sentence := r.s
	kept := sentence.WithWords()
	number := sentence.DropPhrases(kept)
	place := map[string]int32{} // of an index
	for i, label := range r.labels {
		if _, _, index := cut(label); kept[i] && len(index) > 0 {
			place[string(index)] = number[i]
		}
	}
	words := int32(len(sentence.Tokens))
	for _, ghost := range r.ghosts {
		var label []byte
		from := int32(-1)
		if ghost.phrase >= 0 {
			label, from = r.labels[ghost.phrase], number[ghost.phrase]
		}
		_, function, index := cut(append([]byte(":"), label...))
		to, ok := place[string(index)]
		if !ok || from < 0 {
			sentence.Note(treebank.At(r.text, ghost.at, "a phrase with the index of the ghost "+string(label),
				"none; the ghost is left out"))
			continue
		}
		sentence.Secondary = append(sentence.Secondary, treebank.Arc{Dep: words + to, Head: words + from,
			Rel: sentence.Syms.Intern(function)})
	}
}

// cut divides Nns:s101 into form, function and index, a number. A label without a
// colon, such as NN1c, is all form.
func cut(label []byte) (form, function, index []byte) {
	form, function, _ = bytes.Cut(label, []byte{':'})
	end := len(function)
	for end > 0 && '0' <= function[end-1] && function[end-1] <= '9' {
		end--
	}
	return form, function[:end], function[end:]
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

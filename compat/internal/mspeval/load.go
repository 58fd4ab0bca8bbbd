package mspeval

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/compat/internal/python"
)

// A word is a line that the program keeps: a word, or an abstract node.
type word struct {
	form, feats, deprel string // feats "" is a function word
	head                string
	parent              int32 // index of the word, or one of those below
	dotted              bool  // its ID has a point
}

// Values of word.parent beside indices of words.
const (
	noParent  = -1 - iota // the root, or not yet known
	remapping             // on the way up from another word
	function              // a function word, whose head is not looked at
)

// A span is a sentence: indices of its first word and of the one after its last.
type span struct{ start, end int }

// A file is one side.
type file struct {
	words     []word
	sentences []span
	content   int // words that are no function words
}

// maxDepth is the depth to which Python 3.11 follows heads before it fails.
const maxDepth = 994

var errIndex = errors.New("IndexError: list index out of range")

// load reads a file. The form of a word in a cycle goes to out, as in the program.
func load(path string, out *bufio.Writer) (*file, error) {
	text, err := python.ReadFile(path)
	if err != nil {
		return nil, err
	}
	// Python decodes a block at a time: lines before the block of the first bad byte are read.
	var bad error
	if !utf8.ValidString(text) {
		var block int
		block, bad = python.DecodeError([]byte(text))
		text = text[:strings.LastIndexAny(text[:block], "\r\n")+1]
	}
	text = python.Newlines(text)
	l := &loader{f: &file{words: make([]word, 0, strings.Count(text, "\n"))}, start: -1, out: out}
	for line := range strings.Lines(text) {
		if err := l.line(strings.TrimRight(line, "\r\n")); err != nil {
			return nil, err
		}
	}
	if bad != nil {
		return nil, bad
	}
	if l.start >= 0 {
		return nil, errors.New("UDError: The CoNLL-U file does not end with empty line")
	}
	return l.f, nil
}

// A loader is the state of load.
type loader struct {
	f       *file
	start   int // first word of the sentence, -1 between sentences
	out     *bufio.Writer
	plain   []int32 // words of the sentence whose ID has no point, by their number
	columns [10]string
	chain   []int // words on the way up, each followed by its head
}

// line reads a line without its end.
func (l *loader) line(line string) error {
	if l.start < 0 {
		if strings.HasPrefix(line, "#") {
			return nil
		}
		l.start = len(l.f.words)
	}
	if line == "" {
		return l.end()
	}
	n, rest, more := 0, line, true
	for more && n <= len(l.columns) {
		var column string
		if column, rest, more = strings.Cut(rest, "\t"); n < len(l.columns) {
			l.columns[n] = column
		}
		n++
	}
	if n != len(l.columns) {
		return fmt.Errorf("UDError: The CoNLL-U line does not contain 10 tab-separated columns: '%s'", line)
	}
	return l.word(&l.columns)
}

// word keeps a line unless it is an empty node without a head, or a multiword token.
func (l *loader) word(columns *[10]string) error {
	id, feats, head, deprel := columns[0], columns[5], columns[6], columns[7]
	dotted := strings.Contains(id, ".")
	if dotted && head == "_" || strings.Contains(id, "-") {
		return nil
	}
	form := withoutBlanks(columns[1])
	if form == "" {
		return errors.New("UDError: There is an empty FORM in the CoNLL-U file")
	}
	if n, ok := python.Int(head); ok && n < 0 {
		return errors.New("UDError: HEAD cannot be negative")
	}
	deprel, _, _ = strings.Cut(deprel, ":")
	switch {
	case feats == "_":
		feats = ""
	case feats != "|":
		feats = sorted(feats)
	}
	l.f.words = append(l.f.words, word{form: form, feats: feats, deprel: deprel, head: head, parent: noParent,
		dotted: dotted})
	return nil
}

// withoutBlanks deletes the blanks (category Zs) of a form.
func withoutBlanks(form string) string {
	if strings.IndexFunc(form, isBlank) < 0 {
		return form
	}
	return strings.Map(func(r rune) rune {
		if isBlank(r) {
			return -1
		}
		return r
	}, form)
}

func isBlank(r rune) bool { return r == ' ' || r > unicode.MaxASCII && unicode.Is(unicode.Zs, r) }

// sorted sorts the features of a column by code points.
func sorted(feats string) string {
	before := ""
	for f := range strings.SplitSeq(feats, "|") {
		if f < before {
			list := strings.Split(feats, "|")
			slices.Sort(list)
			return strings.Join(list, "|")
		}
		before = f
	}
	return feats
}

// end finds the parents of the content words of a sentence, and checks its roots.
func (l *loader) end() error {
	words := l.f.words[l.start:]
	l.plain = l.plain[:0]
	for i := range words {
		if !words[i].dotted {
			l.plain = append(l.plain, int32(i))
		}
	}
	roots := 0
	for i := range words {
		if words[i].feats == "" {
			words[i].parent = function
			continue
		}
		l.f.content++
		if err := l.follow(words, i); err != nil {
			return err
		}
	}
	for i := range words {
		if words[i].parent == noParent {
			roots++
		}
	}
	switch {
	case roots > 1:
		return errors.New("UDError: There are multiple roots in a sentence")
	case roots == 0 && len(words) > 2:
		return errors.New("UDError: There are no roots in a sentence")
	}
	l.f.sentences = append(l.f.sentences, span{l.start, len(l.f.words)})
	l.start = -1
	return nil
}

// follow sets the parents of word i of the sentence and of the words above it.
func (l *loader) follow(words []word, i int) error {
	l.chain = l.chain[:0]
	for {
		w := &words[i]
		if w.parent == remapping {
			fmt.Fprintln(l.out, w.form)
			return errors.New("UDError: There is a cycle in a sentence")
		}
		if len(l.chain) >= 2*maxDepth {
			return errors.New("RecursionError: maximum recursion depth exceeded in comparison")
		}
		if w.parent != noParent {
			break
		}
		head, ok := python.Int(w.head)
		switch {
		case !ok:
			return fmt.Errorf("ValueError: invalid literal for int() with base 10: %s", python.Quote(w.head))
		case head > len(words):
			return fmt.Errorf("UDError: HEAD '%s' points outside of the sentence", w.head)
		case head > len(l.plain):
			return errIndex
		}
		if head == 0 {
			break
		}
		w.parent = remapping
		l.chain = append(l.chain, i, int(l.plain[head-1]))
		i = int(l.plain[head-1])
	}
	for k := 0; k < len(l.chain); k += 2 {
		words[l.chain[k]].parent = int32(l.start + l.chain[k+1])
	}
	return nil
}

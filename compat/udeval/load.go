package udeval

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode"
)

// The columns.
const (
	colID = iota
	colForm
	colLemma
	colUPOS
	colXPOS
	colFeats
	colHead
	colDeprel
	colDeps
	colMisc
)

// Parents that are not words.
const (
	noParent  = -1 // the word is a root
	zero      = -2 // the 0 of DEPS
	remapping = -3 // being processed
)

// A span is a token or a sentence: bytes of the text of all tokens.
type span struct{ from, to, line int }

// An edge is an edge of the enhanced graph.
type edge struct {
	parent int // index of a word, noParent or zero
	steps  []string
}

// A word is a syntactic word.
type word struct {
	span       span
	col        []string // feats and deprel in the program's form
	multi      bool
	parent     int
	functional []int
	edges      []edge
	heads      []string // heads of edges, until the end of the sentence
}

// A file is a file as stored by the program.
type file struct {
	path      string
	text      []byte
	tokens    []span
	words     []word
	sentences []span
}

// A loader reads one file.
type loader struct {
	*program
	o     *options
	f     *file
	lines [][]byte
	next  int   // next line to read
	bad   error // the error after the last line
	line  int   // number of the current line
	start int   // index of the first word of the sentence, -1 between sentences
}

// errorf returns an exception of the program, with its place if the program prints
// it.
func (l *loader) errorf(place, format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if l.places {
		text += fmt.Sprintf(place, l.line)
	}
	return fmt.Errorf("%s: %s", l.raise, text)
}

const at = " at line %d"

// load reads a file.
func (p *program) load(path string, o *options) (*file, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	l := &loader{program: p, o: o, f: &file{path: path}, start: -1}
	block, bad := decodeError(data)
	if bad != nil { // the lines of the earlier blocks are read
		data = data[:bytes.LastIndexByte(data[:block], '\n')+1]
		l.bad = bad
	}
	l.lines = bytes.SplitAfter(newlines(data), []byte("\n"))
	for {
		line, ok, err := l.read()
		if err != nil {
			return nil, err
		}
		l.line++
		if !ok {
			break
		}
		if err := l.take(line); err != nil {
			return nil, err
		}
	}
	if l.start >= 0 {
		return nil, fmt.Errorf("%s: The CoNLL-U file does not end with empty line", p.raise)
	}
	return l.f, nil
}

// read returns the next line without its end, false after the last.
func (l *loader) read() (string, bool, error) {
	if l.next >= len(l.lines) || len(l.lines[l.next]) == 0 {
		return "", false, l.bad
	}
	line := l.lines[l.next]
	l.next++
	return string(bytes.TrimSuffix(line, []byte("\n"))), true, nil
}

// take handles one line.
func (l *loader) take(line string) error {
	f := l.f
	if l.start < 0 {
		if strings.HasPrefix(line, "#") {
			return nil
		}
		f.sentences = append(f.sentences, span{from: len(f.text), line: l.line})
		l.start = len(f.words)
	}
	if line == "" {
		return l.end()
	}
	col := strings.Split(line, "\t")
	if len(col) != 10 {
		return l.tenColumns(line)
	}
	if strings.Contains(col[colID], ".") {
		if !l.strict && !l.o.noEmpty {
			return nil
		}
		if l.ud {
			return fmt.Errorf("%s: The collapsed CoNLL-U line still contains empty nodes at line %d: %s", l.raise, l.line, line)
		}
		return fmt.Errorf("%s: The collapsed CoNLL-U line still contains empty nodes: %s", l.raise, line)
	}
	col[colForm] = l.squeeze(col[colForm])
	if col[colForm] == "" {
		return l.errorf(at, "There is an empty FORM in the CoNLL-U file")
	}
	token := span{len(f.text), len(f.text) + len(col[colForm]), l.line}
	f.text = append(f.text, col[colForm]...)
	f.tokens = append(f.tokens, token)
	if strings.Contains(col[colID], "-") {
		return l.multiword(token, col[colID], line)
	}
	return l.single(token, col)
}

func (l *loader) tenColumns(line string) error {
	if l.places {
		return fmt.Errorf("%s: The CoNLL-U line does not contain 10 tab-separated columns at line %d: '%s'", l.raise, l.line, line)
	}
	return fmt.Errorf("%s: The CoNLL-U line does not contain 10 tab-separated columns: '%s'", l.raise, line)
}

// squeeze removes the spaces of a form: all of category Zs, in 2017 only the ASCII
// space.
func (l *loader) squeeze(form string) string {
	if l.old {
		return strings.ReplaceAll(form, " ", "")
	}
	if strings.IndexFunc(form, func(r rune) bool { return unicode.Is(unicode.Zs, r) }) < 0 {
		return form
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Zs, r) {
			return -1
		}
		return r
	}, form)
}

// multiword reads the words of a multiword token.
func (l *loader) multiword(token span, id, tokenLine string) error {
	parts := strings.Split(id, "-")
	var n [2]int
	ok := len(parts) == 2
	for i := 0; ok && i < 2; i++ {
		n[i], ok = pyInt(parts[i])
	}
	if !ok {
		return l.errorf(at, "Cannot parse multi-word token ID '%s'", id)
	}
	for found := 0; found < n[1]-n[0]+1; {
		line, _, err := l.read()
		if err != nil {
			return err
		}
		if l.ud && line == "" {
			return fmt.Errorf("%s: The CoNLL-U file ends in an unfinished MWT at line %d", l.raise, l.line)
		}
		l.line++
		col := strings.Split(line, "\t")
		if len(col) != 10 {
			if l.ud {
				return l.tenColumns(line)
			}
			return fmt.Errorf("%s: The CoNLL-U line does not contain 10 tab-separated columns: '%s'", l.raise, line)
		}
		if l.ud && strings.Contains(col[colID], ".") {
			if l.o.noEmpty {
				return fmt.Errorf("%s: The collapsed CoNLL-U line still contains empty nodes at line %d: %s", l.raise, l.line, tokenLine)
			}
			continue
		}
		if err := l.add(token, col, true); err != nil {
			return err
		}
		found++
	}
	return nil
}

// single reads a word that is a token.
func (l *loader) single(token span, col []string) error {
	id, ok := pyInt(col[colID])
	if !ok {
		return l.errorf(at, "Cannot parse word ID '%s'", col[colID])
	}
	if want := len(l.f.words) - l.start + 1; id != want {
		return l.errorf(at, "Incorrect word ID '%s' for word '%s', expected '%d'", col[colID], col[colForm], want)
	}
	head, ok := pyInt(col[colHead])
	if !ok {
		return l.errorf(at, "Cannot parse HEAD '%s'", col[colHead])
	}
	if head < 0 {
		return l.errorf(at, "HEAD cannot be negative")
	}
	return l.add(token, col, false)
}

// add makes a word.
func (l *loader) add(token span, col []string, multi bool) error {
	w := word{span: token, col: col, multi: multi, parent: noParent}
	if !l.old {
		col[colFeats] = universalFeatures(col[colFeats])
	}
	col[colDeprel], _, _ = strings.Cut(col[colDeprel], ":")
	if deps := col[colDeps]; l.enhanced && (l.strict || deps != "" && deps != "_") {
		for e := range strings.SplitSeq(deps, "|") {
			head, path, ok := strings.Cut(e, ":")
			if !ok {
				return fmt.Errorf("ValueError: not enough values to unpack (expected 2, got 1)")
			}
			w.heads = append(w.heads, head)
			w.edges = append(w.edges, edge{steps: strings.Split(path, ">")})
		}
	}
	l.f.words = append(l.f.words, w)
	return nil
}

var universal = []string{"PronType", "NumType", "Poss", "Reflex", "Foreign", "Abbr", "Gender", "Animacy", "Number",
	"Case", "Definite", "Degree", "VerbForm", "Mood", "Tense", "Aspect", "Voice", "Evident", "Polarity", "Person", "Polite"}

func universalFeatures(feats string) string {
	var kept []string
	for f := range strings.SplitSeq(feats, "|") {
		if name, _, _ := strings.Cut(f, "="); slices.Contains(universal, name) {
			kept = append(kept, f)
		}
	}
	slices.Sort(kept)
	return strings.Join(kept, "|")
}

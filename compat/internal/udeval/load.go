package udeval

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/compat/internal/python"
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
type span struct{ from, to int32 }

// An edge is an edge of the enhanced graph.
type edge struct {
	parent int32 // index of a word, noParent or zero
	path   name
}

// A word is a syntactic word. Files have many, so it is small.
type word struct {
	from, to   int32
	lemma      name
	tags       tagging
	deprel     name  // in the program's form
	parent     int32 // index of a word, noParent or remapping
	function   int32 // index of the first function word below, -1 if there is none
	nextOfHead int32 // of a function word: the next one of its head, -1 if there is none
}

// A part is a word of a multiword token, which has a form of its own.
type part struct {
	word int32
	form name
}

// ends are the ends of tokens or sentences, each of which begins where the one before ends.
type ends []int32

func (e ends) at(i int) span {
	if i == 0 {
		return span{to: e[0]}
	}
	return span{from: e[i-1], to: e[i]}
}

// A file is a file as stored by the program.
type file struct {
	path      string
	names     *names
	text      []byte
	tokens    ends
	sentences ends
	lines     []int32 // of the tokens, if the program names them
	words     []word
	parts     []part  // in order
	edges     []edge  // of all words in order
	before    []int32 // edges of the words before each word; empty if there is no edge
}

// edgesOf returns the enhanced edges of word i.
func (f *file) edgesOf(i int) []edge {
	if len(f.edges) == 0 {
		return nil
	}
	end := len(f.edges)
	if i+1 < len(f.words) {
		end = int(f.before[i+1])
	}
	return f.edges[f.before[i]:end]
}

// A loader reads one file.
type loader struct {
	*program
	*text
	o     *options
	f     *file
	line  int      // number of the current line
	start int      // index of the first word of the sentence, -1 between sentences
	col   []string // columns of the line
	chain []int    // for follow
	heads []head   // of the enhanced edges of the sentence
	ends  []int    // of the heads of each word

	columns     []name // HEAD of the words from firstColumn on
	firstColumn int
}

// head returns the column HEAD of a word.
func (l *loader) head(word int) string { return l.f.names.text(l.columns[word-l.firstColumn]) }

// A head is an edge of DEPS before its parent is found.
type head struct{ id, path name }

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
func (p *program) load(path string, opt *options, names *names) (*file, error) {
	t, words, closer, err := openText(path)
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	l := &loader{program: p, text: t, o: opt, f: &file{path: path, names: names}, start: -1}
	l.f.words, l.f.tokens = make([]word, 0, words), make(ends, 0, words)
	if p.ud {
		l.f.lines = make([]int32, 0, words)
	}
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

// split returns the columns of a line, valid until the next call.
func (l *loader) split(line string) []string {
	l.col = l.col[:0]
	for {
		i := strings.IndexByte(line, '\t')
		if i < 0 {
			break
		}
		l.col = append(l.col, line[:i])
		line = line[i+1:]
	}
	l.col = append(l.col, line)
	return l.col
}

// take handles one line.
func (l *loader) take(line string) error {
	file := l.f
	if l.start < 0 {
		if strings.HasPrefix(line, "#") {
			return nil
		}
		l.start = len(file.words)
		l.heads, l.ends = l.heads[:0], l.ends[:0]
		if !strings.ContainsRune(l.o.enhancements, '5') { // which may look at an earlier sentence
			l.columns, l.firstColumn = l.columns[:0], l.start
		}
	}
	if line == "" {
		return l.end()
	}
	col := l.split(line)
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
	token := span{int32(len(file.text)), int32(len(file.text) + len(col[colForm]))}
	file.text = append(file.text, col[colForm]...)
	file.tokens = append(file.tokens, token.to)
	if l.ud {
		file.lines = append(file.lines, int32(l.line))
	}
	if strings.Contains(col[colID], "-") {
		return l.multiword(token, col[colID], line)
	}
	return l.single(token, col)
}

func (l *loader) tenColumns(line string) error {
	if l.places {
		return fmt.Errorf("%s: The CoNLL-U line does not contain 10 tab-separated columns at line %d: '%s'", l.raise,
			l.line, line)
	}
	return fmt.Errorf("%s: The CoNLL-U line does not contain 10 tab-separated columns: '%s'", l.raise, line)
}

// squeeze removes the spaces of a form: all of category Zs, in 2017 only the ASCII
// space.
func (l *loader) squeeze(form string) string {
	if l.old {
		return strings.ReplaceAll(form, " ", "")
	}
	if !mayHoldSpace(form) || strings.IndexFunc(form, func(r rune) bool { return unicode.Is(unicode.Zs, r) }) < 0 {
		return form
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Zs, r) {
			return -1
		}
		return r
	}, form)
}

// mayHoldSpace reports whether form has a blank, or a character that is not ASCII.
func mayHoldSpace(form string) bool {
	for i := range len(form) {
		if form[i] == ' ' || form[i] >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// multiword reads the words of a multiword token.
func (l *loader) multiword(token span, id, tokenLine string) error {
	parts := strings.Split(id, "-")
	var n [2]int
	ok := len(parts) == 2
	for i := 0; ok && i < 2; i++ {
		n[i], ok = python.Int(parts[i])
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
		col := l.split(line)
		if len(col) != 10 {
			if l.ud {
				return l.tenColumns(line)
			}
			return fmt.Errorf("%s: The CoNLL-U line does not contain 10 tab-separated columns: '%s'", l.raise, line)
		}
		if l.ud && strings.Contains(col[colID], ".") {
			if l.o.noEmpty {
				return fmt.Errorf("%s: The collapsed CoNLL-U line still contains empty nodes at line %d: %s", l.raise,
					l.line, tokenLine)
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
	id, ok := python.Int(col[colID])
	if !ok {
		return l.errorf(at, "Cannot parse word ID '%s'", col[colID])
	}
	if want := len(l.f.words) - l.start + 1; id != want {
		return l.errorf(at, "Incorrect word ID '%s' for word '%s', expected '%d'", col[colID], col[colForm], want)
	}
	head, ok := python.Int(col[colHead])
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
	names := l.f.names
	all := tags{names.of(col[colUPOS]), names.of(col[colXPOS]), names.of(col[colFeats])}
	w := word{from: token.from, to: token.to, lemma: names.of(col[colLemma]),
		tags: names.tagging(all, !l.old), parent: noParent, function: -1, nextOfHead: -1}
	if multi {
		l.f.parts = append(l.f.parts, part{int32(len(l.f.words)), names.of(col[colForm])})
	}
	l.columns = append(l.columns, names.of(col[colHead]))
	deprel, _, _ := strings.Cut(col[colDeprel], ":")
	w.deprel = names.of(deprel)
	if deps := col[colDeps]; l.enhanced {
		for e := range strings.SplitSeq(deps, "|") {
			if !l.strict && (deps == "" || deps == "_") {
				break
			}
			id, path, ok := strings.Cut(e, ":")
			if !ok {
				return fmt.Errorf("ValueError: not enough values to unpack (expected 2, got 1)")
			}
			l.heads = append(l.heads, head{names.of(id), names.of(path)})
		}
		l.ends = append(l.ends, len(l.heads))
	}
	l.f.words = append(l.f.words, w)
	return nil
}

var universal = []string{"PronType", "NumType", "Poss", "Reflex", "Foreign", "Abbr", "Gender", "Animacy", "Number",
	"Case", "Definite", "Degree", "VerbForm", "Mood", "Tense", "Aspect", "Voice", "Evident", "Polarity",
	"Person", "Polite"}

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

package parsemeeval

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/compat/internal/python"
)

// A token is a line of a sentence. Absent fields (_) are empty.
type token struct {
	line  int
	text  string // the line, whose other fields are cut when they are asked for
	id    string
	mwe   string
	codes []string // sorted codes once they were read
	read  bool
}

// A sentence is its words and its contractions.
type sentence struct {
	file         *reader
	line         int
	mwes         []mwe // of expressions
	words        []token
	contractions []token
}

// A mwe is one expression: word positions in order, from 0. In edition 1.1 a word can be in it twice.
type mwe struct {
	id       int
	category string // "" if none is given
	words    []int
	set      []int  // words, each once
	classes  uint16 // bits of the classes that it is in
}

// A reader reads the sentences of one file.
type reader struct {
	name    string
	text    string
	line    int // lines read
	columns []string
	at      [4]int // columns of ID, FORM, LEMMA and PARSEME:MWE, -1 if there is none
	v11     bool
	held    sentence
}

// place is the position that messages name: the last line that was looked at.
type place struct {
	file string
	line int
}

// newReader reads the header.
func newReader(name, text string, v11 bool) (*reader, error) {
	if text == "" {
		return nil, fmt.Errorf("RuntimeError: generator raised StopIteration")
	}
	file := &reader{name: name, text: text, v11: v11}
	header := file.next()
	if !strings.Contains(header, "global.columns") {
		if len(name) > 30 {
			name = path.Base(name)
		}
		return nil, fmt.Errorf("ERROR: %s: file is not in the required format: missing global.columns header", name)
	}
	file.columns = strings.FieldsFunc(header[strings.LastIndexByte(header, '=')+1:], python.IsSpace)
	for k, want := range []string{"ID", "FORM", "LEMMA", "PARSEME:MWE"} {
		file.at[k] = -1
		for i, c := range file.columns { // of two columns of one name the last counts
			if c == want {
				file.at[k] = i
			}
		}
	}
	return file, nil
}

// next returns the next line, without its end.
func (r *reader) next() string {
	line, rest, _ := strings.Cut(r.text, "\n")
	r.text = rest
	r.line++
	return line
}

// read returns the next sentence, nil at the end. It is overwritten by the next call.
func (r *reader) read() (*sentence, error) {
	s := &r.held
	s.file = r
	s.words, s.contractions, s.line = s.words[:0], s.contractions[:0], 0
	for r.text != "" {
		line := r.next()
		if line != "" && line[0] == '#' {
			continue
		}
		line = strip(line)
		if line == "" {
			if s.line > 0 {
				return s, nil
			}
			continue
		}
		if s.line == 0 {
			s.line = r.line
		}
		t, err := r.token(line)
		if err != nil {
			return nil, err
		}
		if strings.IndexByte(t.id, '-') >= 0 {
			s.contractions = append(s.contractions, t)
		} else {
			s.words = append(s.words, t)
		}
	}
	if s.line > 0 {
		return s, nil
	}
	return nil, nil
}

// token reads a line. Only its number and its codes are cut: forms and lemmas are seldom needed.
func (r *reader) token(line string) (token, error) {
	if n := strings.Count(line, "\t") + 1; n != len(r.columns) {
		return token{}, fmt.Errorf("===> ERROR when reading %s (line %d)\nException: Line has %d columns, but header "+
			"specifies %d",
			r.name, r.line, n, len(r.columns))
	}
	word := token{line: r.line, text: line}
	word.id, _ = r.field(line, 0)
	word.mwe, _ = r.field(line, 3)
	return word, nil
}

// field returns a field of a line, ID, FORM, LEMMA or PARSEME:MWE: "" and false if it is absent (_).
func (r *reader) field(line string, k int) (string, bool) {
	at := r.at[k]
	switch {
	case at < 0:
		return "", false
	case at == len(r.columns)-1:
		line = line[strings.LastIndexByte(line, '\t')+1:]
	default:
		for range at {
			line = line[strings.IndexByte(line, '\t')+1:]
		}
		line, _, _ = strings.Cut(line, "\t")
	}
	if line == "_" {
		return "", false
	}
	return line, true
}

func (s *sentence) form(t *token) (string, bool)  { return s.file.field(t.text, 1) }
func (s *sentence) lemma(t *token) (string, bool) { return s.file.field(t.text, 2) }

// strip is python.Strip, faster for lines that begin and end with letters of ASCII.
func strip(line string) string {
	if n := len(line); n > 0 && line[0] > ' ' && line[0] < utf8.RuneSelf && line[n-1] > ' ' && line[n-1] < utf8.RuneSelf {
		return line
	}
	return python.Strip(line)
}

// mweCodes returns the sorted codes of t, each once.
func (t *token) mweCodes() ([]string, error) {
	if t.read {
		return t.codes, nil
	}
	switch t.mwe {
	case "":
		return nil, fmt.Errorf(`line %d: KeyError: 'Field PARSEME:MWE is underspecified ("_" or missing)'`, t.line)
	case "*":
	default:
		if t.codes = strings.Split(t.mwe, ";"); len(t.codes) > 1 {
			slices.Sort(t.codes)
			t.codes = slices.Compact(t.codes)
		}
	}
	t.read = true
	return t.codes, nil
}

// expressions returns the MWEs of s in the order of their first words; repeated is called for an id that a word has
// twice.
func (s *sentence) expressions(v11 bool, repeated func(t *token, id int)) ([]mwe, error) {
	out := s.mwes[:0]
	for i := range s.words {
		if s.words[i].mwe == "*" {
			continue
		}
		codes, err := s.words[i].mweCodes()
		if err != nil {
			return nil, err
		}
		for _, code := range codes {
			id, category, _ := strings.Cut(code, ":")
			number, ok := python.Int(id)
			if !ok {
				return nil, fmt.Errorf("line %d: ValueError: invalid literal for int() with base 10: '%s'", s.words[i].line, id)
			}
			if v11 {
				category, _, _ = strings.Cut(category, ":")
			}
			at := slices.IndexFunc(out, func(found mwe) bool { return found.id == number })
			if at < 0 {
				if !strings.Contains(code, ":") {
					category = none
				}
				if at = len(out); at < cap(out) { // its words have room already
					out = out[:at+1]
					out[at] = mwe{id: number, category: category, words: out[at].words[:0], set: out[at].set[:0]}
				} else {
					out = append(out, mwe{id: number, category: category})
				}
			}
			found := &out[at]
			if !v11 && len(found.words) > 0 && found.words[len(found.words)-1] == i {
				repeated(&s.words[i], number)
				continue
			}
			found.words = append(found.words, i)
		}
	}
	for k := range out {
		m := &out[k]
		for n, w := range m.words { // in edition 1.1 a word can be there twice
			if n == 0 || m.words[n-1] != w {
				m.set = append(m.set, w)
			}
		}
	}
	s.mwes = out
	return out, nil
}

// none is the category of an expression whose first code gives none. No category in a file holds a line end.
const none = "\n"

// label is the category as the programs print it: an empty one too is unlabelled.
func label(category string) string {
	if category == none || category == "" {
		return "<unlabeled>"
	}
	return category
}

// absorb gives the codes of contractions to their words. An index counts from the end if it is negative, as in Python.
func (s *sentence) absorb(warn func(joint *token, form string)) error {
	for k := range s.contractions {
		joint := &s.contractions[k]
		ends := strings.Split(joint.id, "-")
		if len(ends) != 2 {
			return fmt.Errorf("line %d: ValueError: too many values to unpack (expected 2)", joint.line)
		}
		var numbers [2]int
		for i, end := range ends {
			var ok bool
			if numbers[i], ok = python.Int(end); !ok {
				return fmt.Errorf("line %d: ValueError: invalid literal for int() with base 10: '%s'", joint.line, end)
			}
		}
		first, last := numbers[0], numbers[1]
		for i := first - 1; i < last; i++ {
			codes, err := joint.mweCodes()
			if err != nil {
				return err
			}
			if len(codes) == 0 {
				break
			}
			at := i
			if at < 0 {
				at += len(s.words)
			}
			if at < 0 || at >= len(s.words) {
				return fmt.Errorf("line %d: IndexError: list index out of range", joint.line)
			}
			if err := s.words[at].add(codes); err != nil {
				return err
			}
		}
		if len(joint.codes) > 0 && last >= first {
			if form, ok := s.form(joint); !ok || !formats(form) || !formats(joint.mwe) {
				return fmt.Errorf("line %d: KeyError or ValueError: the form %s in a message", joint.line, form)
			}
			form, _ := s.form(joint)
			warn(joint, form)
		}
	}
	return nil
}

// add adds codes to those of t; a code without a category goes if another one has its id.
func (t *token) add(codes []string) error {
	own, err := t.mweCodes()
	if err != nil {
		return err
	}
	all := slices.Concat(own, codes)
	slices.Sort(all)
	all = slices.Compact(all)
	for _, code := range slices.Clone(all) {
		if id, _, ok := strings.Cut(code, ":"); ok {
			all = slices.DeleteFunc(all, func(c string) bool { return c == id })
		}
	}
	t.mwe, t.read, t.codes = strings.Join(all, ";"), false, nil
	if t.mwe == "" {
		t.codes, t.read = []string{""}, true
	}
	return nil
}

// formats reports whether str.format leaves s whole or shortens doubled braces: single ones are an error.
func formats(s string) bool {
	return !strings.ContainsAny(strings.ReplaceAll(strings.ReplaceAll(s, "{{", ""), "}}", ""), "{}")
}

// A warner prints warnings, ten of each kind at most.
type warner struct {
	w    io.Writer
	last place
	n    map[string]int
}

func (w *warner) warn(kind, class, text string, placed bool) {
	if w.n[class]++; w.n[class] > 10 {
		return
	}
	position := ""
	if placed && w.last.file != "" {
		position = fmt.Sprintf("%s:%d: ", w.last.file, w.last.line)
	}
	lines := strings.Split(text, "\n")
	if w.n[class] == 10 {
		lines = append(lines, "(Skipping following warnings of this type)")
	}
	for i, line := range lines {
		if i > 0 {
			kind = strings.Repeat(".", len(kind))
		}
		fmt.Fprintf(w.w, "%s%s: %s\n", position, kind, line)
	}
}

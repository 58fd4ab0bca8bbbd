// Package validate lists every problem of files, with its place: text that is not in the
// format, structures that are none, names that occur twice, and the repairs of language
// models' answers.
package validate

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"assay/formats/answers"
	"assay/formats/conllu"
	"assay/formats/validity"
	"assay/internal/settings"
	"assay/report"
	"assay/treebank"
)

// A Check is one pass over files.
type Check struct {
	Projective bool  // arcs that break the adjacency principle are problems too
	Gold       *Gold // of language models' answers; nil if unknown

	Flaws          []report.Flaw
	Sentences, Bad int // sentences, and those with problems
	repairs        repairs
}

// repairs counts the repairs of language models' answers.
type repairs struct {
	answers, valid, repaired, unusable int
	steps                              [answers.StepCount]int

	fitted, foreign, golden int // answers with other words than gold, of another sentence; words of gold
	words                   answers.Words
}

// fit counts how the words of an answer differ from those of gold, and returns a problem
// if the answer is about another sentence.
func (r *repairs) fit(system, gold *treebank.Sentence) *treebank.SyntaxError {
	differences, ok := answers.Differences(system, gold)
	r.golden += len(gold.Tokens)
	switch {
	case !ok:
		r.foreign++
		return &treebank.SyntaxError{File: system.File, Line: int(system.Line), Want: "the words of gold",
			Found: "another sentence"}
	case differences != (answers.Words{}):
		r.fitted++
		r.words.Missing += differences.Missing
		r.words.Extra += differences.Extra
		r.words.Changed += differences.Changed
	}
	return nil
}

// Gold holds the sentences of gold, by name and in order.
type Gold struct {
	named map[string]*treebank.Sentence
	all   []*treebank.Sentence
}

// ReadGold reads the sentences of gold.
func ReadGold(src *treebank.Source) (*Gold, error) {
	gold := &Gold{named: map[string]*treebank.Sentence{}}
	for sentence, err := range src.All() {
		if sentence == nil {
			return nil, err
		}
		keep := sentence.Clone()
		gold.all = append(gold.all, keep)
		if sentence.ID.Len > 0 {
			gold.named[sentence.Str(sentence.ID)] = keep
		}
	}
	return gold, nil
}

// of returns gold's sentence for the n-th answer, from 1: by name if both have names.
func (g *Gold) of(s *treebank.Sentence, n int) *treebank.Sentence {
	switch {
	case g == nil:
		return nil
	case s.ID.Len > 0 && len(g.named) > 0:
		return g.named[s.Str(s.ID)]
	case n <= len(g.all):
		return g.all[n-1]
	}
	return nil
}

func (r *repairs) add(sentence *treebank.Sentence, err error) {
	r.answers++
	structural := false
	for _, st := range answers.Steps(sentence) {
		r.steps[st]++
		structural = structural || st.Structural()
	}
	switch {
	case err != nil || sentence.Missing:
		r.unusable++
	case structural:
		r.repaired++
	default:
		r.valid++
	}
}

// Repairs describes the repairs of answers, a line for each kind.
func (c *Check) Repairs() (lines []string) {
	r := &c.repairs
	if r.answers == 0 {
		return nil
	}
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	add("%s: %d valid, %d repaired, %d unusable", report.Plural(r.answers, "answer"), r.valid, r.repaired, r.unusable)
	for k, n := range r.steps {
		if n > 0 {
			add("  %-9s%5d  %s", answers.Step(k), n, answers.Step(k).About())
		}
	}
	if c.Gold != nil && r.fitted > 0 {
		altered := r.words.Missing + r.words.Extra + r.words.Changed
		add("  %-9s%5d  words differ from gold's: %s; %.1f %% of gold's %d", "words", r.fitted, r.words,
			100*float64(altered)/float64(max(r.golden, 1)), r.golden)
	}
	if c.Gold != nil && r.foreign > 0 {
		add("  %-9s%5d  words of another sentence than gold's: not scored", "foreign", r.foreign)
	}
	return lines
}

// File checks one file.
func (c *Check) File(src *treebank.Source, file treebank.File) error {
	r, err := file.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	f := &pass{Check: c, format: src.Format, name: file.Name, text: &ends{Reader: r}, after: 1, ids: map[string]bool{},
		tree: validity.Checker{Projective: c.Projective, ManyRoots: strings.HasPrefix(src.Format.Name, "conll") &&
			src.Format != &conllu.Format}}
	cutter := src.Cut(f.text, file.Name)
	for {
		piece, err := cutter.Next()
		if err == io.EOF {
			f.end()
			return nil
		}
		if err != nil {
			return err
		}
		f.sentence(piece)
	}
}

// A pass is the check of one file.
type pass struct {
	*Check
	format *treebank.Format
	name   string // of the file
	text   *ends
	tree   validity.Checker
	system treebank.Sentence

	number int // of the sentence
	found  int // problems before the last sentence, so that a broken one is not reported twice
	ids    map[string]bool
	heads  heads // of files in CoNLL-U
	after  int32 // the line after the last sentence of a file in CoNLL-U
}

func (f *pass) flaw(place, sentence, text, hint string) {
	f.Flaws = append(f.Flaws, report.Flaw{Place: place, Sentence: sentence, Text: text, Hint: hint})
}

// end reports a file that has no sentence, or is cut off.
func (f *pass) end() {
	if f.number == 0 { // a file that ends in its head, or is in another format
		f.flaw(f.name, "1", "want a sentence, found none", "the file is cut off, or not in format "+f.format.Name)
		f.Bad++
	} else if tag := f.text.open(f.format); tag != "" && len(f.Flaws) == f.found {
		f.flaw(f.name, strconv.Itoa(f.number), "want "+tag+" after it, found the end of the file",
			"the file is cut off here, or an end tag is missing")
		f.Bad++
	}
	if f.universal() {
		f.endUniversal()
	}
}

// sentence checks one sentence.
func (f *pass) sentence(piece treebank.Piece) {
	f.number++
	f.Sentences++
	f.found = len(f.Flaws)
	system := &f.system
	here := func(want, found string) *treebank.SyntaxError {
		return &treebank.SyntaxError{File: f.name, Line: int(piece.Line), Want: want, Found: found}
	}
	err := f.format.Read(system, piece)
	if answers.Is(f.format) {
		f.repairs.add(system, err)
		if err == nil && system.Missing {
			err = here("an analysis in the answer", system.Failure)
		}
	}
	name := cmp.Or(system.Str(system.ID), strconv.Itoa(f.number))
	add := func(e *treebank.SyntaxError) {
		place := e.Place()
		f.flaw(place, name, e.Error()[len(place)+2:], e.Hint)
	}
	syntax, placed := errors.AsType[*treebank.SyntaxError](err)
	switch {
	case placed:
		add(syntax)
	case err != nil:
		f.flaw(here("", "").Place(), name, err.Error(), "")
	default:
		f.tree.Check(system, add)
	}
	if gold := f.Gold.of(system, f.number); gold != nil && err == nil && !system.Missing && answers.Is(f.format) {
		if e := f.repairs.fit(system, gold); e != nil {
			add(e)
		}
	}
	if f.universal() {
		f.sentenceUniversal(system, &piece, err == nil, name, add)
	}
	for _, e := range system.Notes {
		add(e)
	}
	key := name
	if f.format.Group != nil {
		key += "\x00" + string(f.format.Group(piece.Text))
	}
	if system.ID.Len > 0 && f.ids[key] {
		add(here("an id of its own", name+" a second time"))
	}
	f.ids[key] = f.ids[key] || system.ID.Len > 0
	if e := notText(system, &piece); e != nil {
		add(e)
	}
	if e := treebank.InnerMark(piece.Text); e != nil && err == nil { // a reader that fails reports it
		e.File, e.Line = piece.File, e.Line+int(piece.Line)-1
		add(e)
	}
	if len(f.Flaws) > f.found {
		f.Bad++
	}
}

// notText reports the first byte of a sentence that is NUL, or no UTF-8 unless
// the reader made UTF-8 of it.
func notText(s *treebank.Sentence, piece *treebank.Piece) *treebank.SyntaxError {
	off := bytes.IndexByte(piece.Text, 0)
	want, found, hint := "text", "a NUL byte", "the file was damaged, or written by a broken program"
	if off < 0 && (utf8.Valid(piece.Text) || utf8.Valid(s.Text)) {
		return nil
	}
	if off < 0 {
		off = settings.Foreign(piece.Text)
		want, found = "UTF-8", fmt.Sprintf("the byte 0x%02x", piece.Text[off])
		hint = "recode the file, such as iconv -f latin1 -t utf-8 for Latin-1"
	}
	e := treebank.At(piece.Text, off, want, found)
	e.File, e.Hint = piece.File, hint
	e.Line += int(piece.Line) - 1
	return e
}

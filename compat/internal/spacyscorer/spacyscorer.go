// Package spacyscorer reproduces the Scorer of spaCy 3.8.15 (explosion/spaCy f69c32f7a) over documents as Doc.to_json()
// writes them: the scores of the standard components (tokenizer, tagger, morphologizer, lemmatizer, senter, parser,
// ner, spancat) as sorted JSON. The library has no command line for that; the figures are those of spacy evaluate.
//
// Doc lists the reproduced faults.
package spacyscorer

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"assay/compat/internal/argparse"
	"assay/compat/internal/python"
	"assay/compat/internal/standin"
)

// Title names the program and its version.
const Title = "spacy.scorer.Scorer of spaCy 3.8.15 (f69c32f7a): all scores of spacy evaluate, as JSON"

// Doc lists the reproduced faults and the differences from assay score.
const Doc = `Arguments: GOLD PREDICTED [--keep-punct], documents as JSON lines (Doc.to_json()). Licence: MIT.
Reproduced:
- words labelled p or punct are left out, on each side by its own label, so that a word which only the
  parser calls punct is missing, not wrong;
- only predicted tokens within one token of gold are scored; white space is left out of the prediction, but
  not of gold, so that a file with such tokens is below 1 against itself;
- tags, lemmas and features are F1 over sets; a gold token without features is missing annotation;
- gold tokens without a label stay missing in all later documents of the run, by their number.
assay score -m spacy has the table; it forgets missing labels at the end of a document, and leaves white
space out on both sides.`

const usage = "usage: spacy-scorer [-h] [--keep-punct] gold pred\n"

const help = `
positional arguments:
  gold
  pred

options:
  -h, --help    show this help message and exit
  --keep-punct  score words labelled p and punct
`

var parser = argparse.Parser{Program: "spacy-scorer", Usage: usage, Help: help,
	Arguments: []argparse.Argument{argparse.Help, {Name: "gold", Words: 1}, {Name: "pred", Words: 1},
		{Name: "--keep-punct"}}}

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return parser.Run(args, stdout, stderr, func(given argparse.Given, out *bufio.Writer) error {
		gold, pred, err := standin.Both(load, given.Text("gold", ""), given.Text("pred", ""))
		if err != nil {
			return err
		}
		if len(gold) != len(pred) {
			return fmt.Errorf("different numbers of documents: %d %d", len(gold), len(pred))
		}
		s := newScores(!given.Has("--keep-punct"))
		for i := range gold {
			if err := s.document(gold[i], pred[i]); err != nil {
				return err
			}
		}
		fmt.Fprintln(out, python.Dumps(s.report(), 1))
		return nil
	})
}

// A token is a word of a document.
type token struct {
	Start, End           int
	Tag, Pos, Lemma, Dep string
	Morph                *string // nil is no annotation, "" no features
	Head                 *int
	text, lower          string
	space                bool
}

// A span is a stretch of characters; first and last are its tokens.
type span struct {
	Start, End int
	Label      string
	first, end int
}

// A document is one side.
type document struct {
	Text   string
	Tokens []token
	Ents   *[]span
	Sents  *[]span
	Spans  map[string][]span
	runes  []rune
}

// load reads documents, one a line.
func load(path string) (docs []*document, err error) {
	text, err := python.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(text) {
		if python.Strip(line) == "" {
			continue
		}
		doc := &document{}
		if err := json.Unmarshal([]byte(line), doc); err != nil {
			return nil, fmt.Errorf("json.decoder.JSONDecodeError: %w", err)
		}
		if doc.Tokens == nil {
			return nil, fmt.Errorf("KeyError: 'tokens'")
		}
		if err := doc.complete(); err != nil {
			return nil, err
		}
		docs = append(docs, doc)
	}
	return docs, nil
}

// complete finds the texts of tokens and the tokens of spans.
func (doc *document) complete() error {
	doc.runes = []rune(doc.Text)
	first, end := map[int]int{}, map[int]int{}
	for i := range doc.Tokens {
		t := &doc.Tokens[i]
		if t.Start < 0 || t.End > len(doc.runes) || t.Start > t.End {
			return fmt.Errorf("IndexError: token %d", i)
		}
		t.text = string(doc.runes[t.Start:t.End])
		t.lower = strings.ToLower(t.text)
		t.space = t.text != "" && python.Strip(t.text) == ""
		if t.Head == nil {
			t.Head = &i
		}
		if *t.Head < 0 || *t.Head >= len(doc.Tokens) {
			return fmt.Errorf("IndexError: head of token %d", i)
		}
		first[t.Start], end[t.End] = i, i+1
	}
	for _, list := range doc.lists() {
		for i := range list {
			s := &list[i]
			var okFirst, okEnd bool
			s.first, okFirst = first[s.Start]
			s.end, okEnd = end[s.End]
			if !okFirst || !okEnd {
				return fmt.Errorf("ValueError: span %d to %d does not align with tokens", s.Start, s.End)
			}
		}
	}
	return nil
}

// lists are all lists of spans.
func (doc *document) lists() (lists [][]span) {
	if doc.Ents != nil {
		lists = append(lists, *doc.Ents)
	}
	if doc.Sents != nil {
		lists = append(lists, *doc.Sents)
	}
	for _, list := range doc.Spans {
		lists = append(lists, list)
	}
	return lists
}

// covered is the text of tokens as spaCy compares it.
func (doc *document) covered(first, end int) string {
	text := string(doc.runes[doc.Tokens[first].Start:doc.Tokens[end-1].End])
	return strings.ReplaceAll(python.Strip(strings.ToLower(text)), " ", "")
}

// Package disrpt reads and writes the files of the DISRPT shared tasks (Zeldes et al. 2019, Braud et al. 2025).
//
// Format disrpt has words with the labels of discourse units or connectives in the last column,
// .tok (a document without
// sentences) and .conllu (sentences between empty lines). A document, which begins at # newdoc, is a sentence of
// assay; Breaks are the beginnings of its sentences. Units and connectives are phrases, edu and conn:
//
//   - a unit begins at Seg=B-seg (BeginSeg=Yes in 2019) and goes on to the next one;
//   - a connective begins at Conn=B-conn (Seg=B-Conn) and goes on over Conn=I-conn. It ends with its sentence, and
//     I without B is noted and ignored, as the header of disrpt_eval_2024.py says.
//
// Words with - or . in their number are not read, and neither are other columns.
package disrpt

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strings"

	"assay/formats/internal/conll"
	"assay/treebank"
)

// Labels of the phrases.
const (
	Unit       = "edu"
	Connective = "conn"
)

// Format is the table of words.
var Format = treebank.Format{
	Name: "disrpt", Title: "DISRPT: words with labels of discourse units or connectives (.tok, .conllu)",
	Source: "DISRPT 2019-2025; disrpt_eval_2024.py 2.0.0",
	Ext:    []string{".tok", ".conllu"}, Layers: treebank.Segments, Keyed: true,
	Detect: detect, Split: conll.SplitDocuments, Parse: parse, Write: write,
	ID:       func(text []byte) []byte { name, _ := document(text); return name },
	Document: document,
}

// document returns the name in the first lines that begin a document.
func document(text []byte) (name []byte, begins bool) {
	for line := range bytes.Lines(text) {
		switch {
		case bytes.HasPrefix(line, []byte(conll.NewDocument)):
			_, name, _ = bytes.Cut(line, []byte("="))
			return bytes.TrimSpace(name), true
		case line[0] != '#' && len(bytes.TrimSpace(line)) > 0:
			return nil, false
		}
	}
	return nil, false
}

// detect looks for a label in the last column of the first words.
func detect(head []byte) bool {
	units, connectives := labelled(head)
	return units || connectives
}

// ConnectivesOnly reports whether a file that begins like head has labels of connectives, and none of units.
func ConnectivesOnly(head []byte) bool {
	units, connectives := labelled(head)
	return connectives && !units
}

// labelled reports which labels the last column of the first words has. Labels that say that nothing begins
// count as well, Seg=O and Conn=O, but MSeg= of GUM is another attribute.
func labelled(head []byte) (units, connectives bool) {
	n := 0
	for line := range bytes.Lines(head) {
		if line[0] == '#' || len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if n++; n > 500 {
			break
		}
		last := line[bytes.LastIndexByte(line, '\t')+1:]
		for attribute := range bytes.SplitSeq(bytes.TrimSpace(last), []byte("|")) {
			name, value, ok := bytes.Cut(attribute, []byte("="))
			if !ok || len(last) == len(line) {
				continue
			}
			switch string(name) {
			case "BeginSeg":
				units = true
			case "Conn":
				connectives = true
			case "Seg":
				of := bytes.HasSuffix(bytes.ToLower(value), []byte("-conn")) // of 2019
				units, connectives = units || !of, connectives || of
			}
		}
	}
	return units, connectives
}

// A label is the mark of a word.
type label uint8

const (
	none label = iota
	beginUnit
	beginConnective
	insideConnective
)

// labelOf finds the label in the last column.
func labelOf(column []byte) label {
	for len(column) > 1 { // no label has one letter
		part := column
		if end := bytes.IndexByte(column, '|'); end >= 0 {
			part, column = column[:end], column[end+1:]
		} else {
			column = nil
		}
		is := func(label string) bool { return len(part) == len(label) && strings.EqualFold(string(part), label) }
		switch {
		case is("Seg=B-seg"), is("BeginSeg=Yes"):
			return beginUnit
		case is("Conn=B-conn"), is("Seg=B-conn"):
			return beginConnective
		case is("Conn=I-conn"), is("Seg=I-conn"):
			return insideConnective
		}
	}
	return none
}

// A parser reads a document.
type parser struct {
	sentence         *treebank.Sentence
	text             []byte
	unit, connective treebank.Symbol
	open, openUnit   int32 // phrases that go on; -1 if there is none
	line, counted    int   // lines of text up to byte counted
}

func parse(sentence *treebank.Sentence, text []byte) error {
	reader := &parser{sentence: sentence, text: text, unit: sentence.Syms.InternString(Unit),
		connective: sentence.Syms.InternString(Connective), open: -1, openUnit: -1}
	if name, ok := document(text); ok && len(name) > 0 {
		sentence.ID = treebank.Span{Off: uint32(bytes.Index(text, name)), Len: uint32(len(name))}
		sentence.Doc = sentence.ID
	}
	sentence.NewDoc = true
	gap := false
	for begin, line := range treebank.EachLine(text) {
		if len(line) == 0 {
			gap = len(sentence.Tokens) > 0
			continue
		}
		if line[0] == '#' {
			continue
		}
		number := bytes.IndexByte(line, '\t')
		last := bytes.LastIndexByte(line, '\t')
		if number < 0 || last == number || line[number+1] == '\t' {
			return treebank.At(text, begin, "number, word and label between tabs", fmt.Sprintf("%.40q", line))
		}
		if bytes.IndexByte(line[:number], '-') >= 0 || bytes.IndexByte(line[:number], '.') >= 0 {
			continue
		}
		if gap {
			sentence.Breaks = append(sentence.Breaks, int32(len(sentence.Tokens)))
			reader.close()
			gap = false
		}
		word := treebank.Span{Off: uint32(begin + number + 1), Len: uint32(bytes.IndexByte(line[number+1:], '\t'))}
		reader.word(word, labelOf(line[last+1:]), begin)
	}
	if len(sentence.Tokens) == 0 {
		return treebank.At(text, 0, "words", "none")
	}
	reader.close()
	reader.closeUnit()
	return nil
}

// word adds a word, with the unit or connective that begins or goes on at it.
func (p *parser) word(form treebank.Span, mark label, at int) {
	sentence := p.sentence
	i := int32(len(sentence.Tokens))
	switch mark {
	case beginUnit:
		p.closeUnit()
		p.openUnit = p.phrase(p.unit, i)
	case beginConnective:
		p.close()
		p.open = p.phrase(p.connective, i)
	case insideConnective:
		if p.open < 0 {
			p.line += bytes.Count(p.text[p.counted:at], []byte{'\n'}) // At would count those of the whole text for each word
			p.counted = at
			e := treebank.At(p.text[at:], 0, "Conn=B-conn before Conn=I-conn", "none")
			e.Line += p.line
			e.Hint = "the word is in no connective"
			sentence.Note(e)
		}
	default:
		p.close()
	}
	parent := p.openUnit
	if p.open >= 0 {
		parent = p.open
	}
	sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: form, Parent: parent})
}

func (p *parser) phrase(label treebank.Symbol, at int32) int32 {
	p.sentence.Phrases = append(p.sentence.Phrases, treebank.Phrase{Label: label, Parent: -1, Begin: at})
	return int32(len(p.sentence.Phrases)) - 1
}

// close ends the connective.
func (p *parser) close() {
	if p.open >= 0 {
		p.sentence.Phrases[p.open].End, p.open = int32(len(p.sentence.Tokens)), -1
	}
}

func (p *parser) closeUnit() {
	if p.openUnit >= 0 {
		p.sentence.Phrases[p.openUnit].End, p.openUnit = int32(len(p.sentence.Tokens)), -1
	}
}

// write writes ten columns, the label in the last.
func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	if len(sentence.Tokens) == 0 {
		return errors.New("want a document with words, found none")
	}
	marks := make([]string, len(sentence.Tokens))
	for i := range sentence.Phrases {
		phrase := &sentence.Phrases[i]
		switch sentence.Name(phrase.Label) {
		case Unit:
			marks[phrase.Begin] = "Seg=B-seg"
		case Connective:
			marks[phrase.Begin] = "Conn=B-conn"
			for j := phrase.Begin + 1; j < phrase.End; j++ {
				marks[j] = "Conn=I-conn"
			}
		}
	}
	w.WriteString("# newdoc id")
	if sentence.ID.Len > 0 {
		w.WriteString(" = " + sentence.Str(sentence.ID))
	}
	w.WriteByte('\n')
	breaks, number := sentence.Breaks, 0
	for i := range sentence.Tokens {
		if len(breaks) > 0 && breaks[0] == int32(i) {
			w.WriteByte('\n')
			breaks, number = breaks[1:], 0
		}
		number++
		mark := marks[i]
		if mark == "" {
			mark = "_"
		}
		word := sentence.Str(sentence.Tokens[i].Form)
		if word == "" || strings.ContainsAny(word, "\t\r\n") {
			return fmt.Errorf("word %d: want a word without tabs, found %q", i+1, word)
		}
		fmt.Fprintf(w, "%d\t%s\t_\t_\t_\t_\t_\t_\t_\t%s\n", number, word, mark)
	}
	return w.WriteByte('\n')
}

// Package conll12 reads and writes the files of the shared task on coreference of CoNLL-2012 (Pradhan et al. 2012).
//
// A document goes from #begin document NAME to #end document. A line is a word; the last column has the
// brackets of mentions: (7) is a mention of entity 7, (7 begins one and 7) ends the one of entity 7 that
// began last. Columns are between tabs or, in a line without tabs, between blanks. The word is the fourth of
// five columns or more, the part of speech the fifth of six or more; else the word is the column before the
// last. Empty lines end sentences.
//
// Names of entities are not only numbers: (person-1) is one, as in the files of GUM. A mention of two
// entities, (1+2), is noted and left out, as scorer.pl does. A mention without end or beginning is an error, and a
// document without #end document is noted. The documents (NAME); part 000 and NAME have one name.
//
// Words before any #begin document are documents too, as in files that lost these lines: those of one name in
// the first column and one part in the second, where there are five columns or more, else all of them. That
// is noted.
package conll12

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"assay/internal/entities"
	"assay/internal/lazy"
	"assay/treebank"
)

// Format is the table of words.
var Format = treebank.Format{
	Name: "conll12", Title: "CoNLL-2012: words with mentions of entities",
	Source: "Pradhan et al. 2012; scorer.pl 8.01", Ext: []string{"_conll", ".conll"},
	Layers: treebank.Mentions | treebank.Tags, Keyed: true,
	Detect: detect, Split: split, Parse: parse, Write: write,
	ID: func(text []byte) []byte { name, _ := document(text); return name }, Document: document,
}

const (
	beginning = "begin document"
	ending    = "end document"
	columns   = "columns" // key of the columns between the part of speech and the mentions
)

// command reports whether a line is #begin document or #end document, and what follows.
func command(line []byte, name string) (rest []byte, ok bool) {
	if len(line) == 0 || line[0] != '#' {
		return nil, false
	}
	rest, ok = bytes.CutPrefix(bytes.TrimLeft(line[1:], " \t"), []byte(name))
	return bytes.TrimSpace(rest), ok
}

// bracketed are mentions in the last column.
var bracketed = lazy.Regexp(`^(\([0-9]+\)?|[0-9]+\))(\|(\([0-9]+\)?|[0-9]+\)))*$`)

// detect looks for #begin document, or for mentions in the last column of the first words.
func detect(head []byte) bool {
	mentions, words := 0, 0
	for line := range bytes.Lines(head) {
		if !bytes.HasSuffix(line, []byte("\n")) && len(head) >= 1<<16 { // cut off
			break
		}
		line = bytes.TrimSpace(line)
		if _, ok := command(line, beginning); ok {
			return words == 0
		}
		columns := bytes.Fields(line)
		switch n := len(columns); {
		case n == 0 || line[0] == '#' && n < 5:
		case n == 1:
			return false
		case bracketed().Match(columns[n-1]):
			mentions++
			words++
		case string(columns[n-1]) == "-" || string(columns[n-1]) == "_" || string(columns[n-1]) == "*":
			words++
		default:
			return false
		}
	}
	return mentions > 0
}

// document returns the name of a document. (NAME); part 000 is NAME.
func document(text []byte) (name []byte, begins bool) {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	name, ok := command(line, beginning)
	if !ok {
		return nameless(text), true
	}
	inner, part, found := bytes.Cut(name, []byte(");"))
	part = bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(part), []byte("part")))
	if found && len(inner) > 1 && inner[0] == '(' && len(bytes.Trim(part, "0")) == 0 {
		return inner[1:], true
	}
	return name, true
}

// nameless returns the name of a document without #begin document, by the columns of its first word: nil if
// they have none.
func nameless(text []byte) []byte {
	for line := range bytes.Lines(text) {
		if of := owner(line); of != nil {
			name, part := of[0], string(of[1])
			if n, err := strconv.Atoi(part); err == nil && n > 0 {
				return fmt.Appendf(nil, "(%s); part %03d", name, n)
			}
			return name
		}
		if len(bytes.TrimSpace(line)) > 0 {
			break
		}
	}
	return nil
}

// owner returns the document and the part in the first columns of a word, nil if it has less than five columns.
func owner(line []byte) [][]byte {
	columns := bytes.Fields(line)
	if len(columns) < 5 {
		return nil
	}
	return columns[:2]
}

// split takes the text from #begin document to #end document, or to the next beginning; without them the
// words of one document.
func split(data []byte, atEOF bool, _ int32) treebank.Extent {
	begun, named := false, false
	var of [][]byte
	for at := 0; ; {
		line, next, ok := treebank.Line(data, at, atEOF)
		if !ok {
			break
		}
		if _, ok := command(line, beginning); ok && begun {
			return treebank.Found(0, at, at).Trim(data)
		} else if ok {
			named = true
		}
		if _, ok := command(line, ending); ok && begun {
			return treebank.Found(0, next, next).Trim(data)
		}
		if now := owner(line); now != nil && !named {
			if of != nil && !(bytes.Equal(of[0], now[0]) && bytes.Equal(of[1], now[1])) {
				return treebank.Found(0, at, at).Trim(data)
			}
			of = now
		}
		begun = begun || len(bytes.TrimSpace(line)) > 0
		at = next
	}
	if !atEOF {
		return treebank.Skip(0)
	}
	return treebank.FoundText(data)
}

// A parser reads a document.
type parser struct {
	sentence *treebank.Sentence
	text     []byte
	build    entities.Builder
	fields   []treebank.Span
}

func parse(sentence *treebank.Sentence, text []byte) error {
	name, _ := document(text)
	line, _, _ := bytes.Cut(text, []byte("\n"))
	_, marked := command(line, beginning)
	if marked {
		sentence.ID = treebank.SpanOf(text, name)
	} else {
		e := treebank.At(text, 0, "#begin document", fmt.Sprintf("%.40q", line))
		e.Hint = "words before it are documents by the names in the first column of five or more, else one document"
		sentence.Note(e)
		sentence.ID = sentence.Add(name)
	}
	sentence.Doc, sentence.NewDoc = sentence.ID, true
	reader := &parser{sentence: sentence, text: text, build: entities.Builder{Sentence: sentence, Text: text}}
	gap, ended := false, false
	for begin, line := range treebank.EachLine(text) {
		line = bytes.TrimRight(line, " \t\r")
		if len(line) == 0 {
			gap = len(sentence.Tokens) > 0
			continue
		}
		if line[0] == '#' {
			if _, ok := command(line, ending); ok {
				ended = true
			}
			if _, ok := command(line, beginning); ok || ended {
				continue
			}
		}
		if gap {
			sentence.Breaks = append(sentence.Breaks, int32(len(sentence.Tokens)))
			gap = false
		}
		if err := reader.word(line, begin); err != nil {
			return err
		}
	}
	if !ended && marked {
		sentence.Note(treebank.At(text, len(text), "#end document", "the end of the document"))
	}
	if len(sentence.Tokens) == 0 {
		return treebank.At(text, 0, "words", "none")
	}
	return reader.build.Finish()
}

// cut finds the columns of a line.
func (p *parser) cut(line []byte, begin int) {
	p.fields = p.fields[:0]
	blanks := bytes.IndexByte(line, '\t') < 0
	from := -1
	for i := 0; i <= len(line); i++ {
		switch end := i == len(line) || line[i] == '\t' || blanks && line[i] == ' '; {
		case !end && from < 0:
			from = i
		case end && (from >= 0 || !blanks):
			if from < 0 {
				from = i
			}
			p.fields = append(p.fields, treebank.Span{Off: uint32(begin + from), Len: uint32(i - from)})
			from = -1
		}
	}
}

// word reads the line of a word.
func (p *parser) word(line []byte, begin int) error {
	p.cut(line, begin)
	count := len(p.fields)
	if count < 2 {
		return treebank.At(p.text, begin, "columns between tabs or blanks, the last one with mentions",
			fmt.Sprintf("%.40q", line))
	}
	form, sentence := count-2, p.sentence
	if count > 4 {
		form = 3
	}
	token := treebank.Token{Form: p.fields[form], Parent: -1}
	if count > 5 {
		if tag := sentence.Bytes(p.fields[4]); len(tag) > 0 && string(tag) != "-" && string(tag) != "*" {
			token.Tag = sentence.Syms.Intern(tag)
		}
	}
	if count > 6 {
		rest := p.fields[5]
		rest.Len = p.fields[count-2].Off + p.fields[count-2].Len - rest.Off
		sentence.AddAttr(int32(len(sentence.Tokens)), columns, rest)
	}
	if token.Form.Len == 0 {
		return treebank.At(p.text, int(token.Form.Off), "a word", "an empty column")
	}
	sentence.Tokens = append(sentence.Tokens, token)
	return p.mentions(p.fields[count-1])
}

// mentions reads the last column.
func (p *parser) mentions(column treebank.Span) error {
	text := p.sentence.Bytes(column)
	if bytes.IndexByte(text, '(') < 0 && bytes.IndexByte(text, ')') < 0 {
		if len(text) != 1 || text[0] != '-' && text[0] != '_' && text[0] != '*' {
			return treebank.At(p.text, int(column.Off), "-, _ or the brackets of mentions in the last column",
				fmt.Sprintf("%.40q", text))
		}
		return nil
	}
	after := entities.Place{Words: int32(len(p.sentence.Tokens))}
	before := entities.Place{Words: after.Words - 1}
	for b := range entities.Brackets(text) {
		at := int(column.Off) + b.At
		if !b.Valid() {
			return treebank.At(p.text, at, "mentions such as (7), (7 or 7)", fmt.Sprintf("%.40q", text))
		}
		if bytes.IndexByte(b.Name, '+') >= 0 {
			fault := treebank.At(p.text, at, "a mention of one entity", fmt.Sprintf("%.40q", b.Name))
			fault.Hint = "a mention of several entities is in none of them"
			p.sentence.Note(fault)
			continue
		}
		entity := p.sentence.Syms.Intern(b.Name)
		if b.Opens {
			if err := p.build.Open(entities.Opened{Entity: entity, At: at}, before); err != nil {
				return err
			}
		}
		if b.Closes {
			if err := p.build.Close(entity, after, at); err != nil {
				return err
			}
		}
	}
	return nil
}

// write writes five columns, and those that the file had after the part of speech.
func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	if len(sentence.Tokens) == 0 {
		return errors.New("want a document with words, found none")
	}
	brackets, err := bracketsOf(sentence)
	if err != nil {
		return err
	}
	name, part := sentence.Str(sentence.ID), "0"
	if strings.HasPrefix(name, "(") {
		fmt.Fprintf(w, "#begin document %s\n", name)
		inner, rest, _ := strings.Cut(name[1:], ");")
		name, part = inner, strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), "part"))
	} else {
		fmt.Fprintf(w, "#begin document (%s); part 000\n", name)
	}
	if part = strings.TrimLeft(part, "0"); part == "" {
		part = "0"
	}
	rest := map[int32]treebank.Span{}
	for _, a := range sentence.Attrs {
		if int(a.Index) < len(sentence.Tokens) && sentence.Name(a.Key) == columns {
			rest[a.Index] = a.Value
		}
	}
	breaks, number := sentence.Breaks, 0
	name = strings.Join(strings.Fields(name), "_")
	for i := range sentence.Tokens {
		if len(breaks) > 0 && breaks[0] == int32(i) {
			w.WriteByte('\n')
			breaks, number = breaks[1:], 0
		}
		word := sentence.Str(sentence.Tokens[i].Form)
		if word == "" || strings.ContainsAny(word, "\t\r\n") {
			return fmt.Errorf("word %d: want a word without tabs, found %q", i+1, word)
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t", name, part, number, word)
		number++
		if tag := sentence.Name(sentence.Tokens[i].Tag); tag != "" {
			fmt.Fprintf(w, "%s\t", tag)
			if more := sentence.Str(rest[int32(i)]); more != "" {
				fmt.Fprintf(w, "%s\t", more)
			}
		}
		w.WriteString(brackets[i] + "\n")
	}
	_, err = w.WriteString("\n#end document\n")
	return err
}

// bracketsOf returns the last column of each word. The format has neither gaps nor empty nodes: a mention of these
// alone is left out, the words of another one are written without them.
func bracketsOf(sentence *treebank.Sentence) ([]string, error) {
	out := make([]string, len(sentence.Tokens))
	join := func(i int32, text string) {
		if out[i] != "" {
			text = out[i] + "|" + text
		}
		out[i] = text
	}
	list := entities.Read(nil, sentence)
	ends := map[treebank.Symbol][]int32{} // last words of mentions that have begun, by entity
	for i := range list {
		if mention := &list[i]; len(mention.Words) > 0 {
			name := sentence.Name(mention.Entity)
			if strings.ContainsAny(name, "()|+ \t") {
				return nil, fmt.Errorf("want a name of an entity without brackets, bars, blanks and plus, found %q", name)
			}
			first, last := mention.Words[0], mention.Words[len(mention.Words)-1]
			open := ends[mention.Entity]
			for len(open) > 0 && open[len(open)-1] < first {
				open = open[:len(open)-1]
			}
			if len(open) > 0 && open[len(open)-1] < last {
				return nil, fmt.Errorf("want mentions of one entity that do not cross, found two of %q at word %d", name, first+1)
			}
			ends[mention.Entity] = append(open, last)
			if first == last {
				join(first, "("+name+")")
			} else {
				join(first, "("+name)
			}
		}
	}
	for i := len(list) - 1; i >= 0; i-- { // inner mentions end first
		if mention := &list[i]; len(mention.Words) > 0 && mention.Words[0] != mention.Words[len(mention.Words)-1] {
			join(mention.Words[len(mention.Words)-1], sentence.Name(mention.Entity)+")")
		}
	}
	for i := range out {
		if out[i] == "" {
			out[i] = "-"
		}
	}
	return out, nil
}

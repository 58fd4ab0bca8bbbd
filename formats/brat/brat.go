// Package brat reads the standoff annotation of the tool brat (Stenetorp et al. 2012): a file NAME.ann beside the text
// NAME.txt. It is specified at brat.nlplab.org/standoff.html. A line
//
//	T1	PER 0 12	Ada Lovelace
//	T2	LOC 20 25;30 36	North America
//
// is a span of characters with a type; the second one has a gap. Numbers count characters (code points) of the text
// from 0. A document is a file, which pairs by its name. Other lines (relations, events, attributes, notes)
// are not read.
//
// Package corpus puts the text after the annotation, with Text between them. Without a text no word is known, and a
// file cannot be read.
package brat

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"assay/formats/internal/offsets"
	"assay/internal/lazy"
	"assay/treebank"
)

// Format is brat's .ann.
var Format = treebank.Format{
	Name: "brat", Title: "standoff annotation of brat: spans in NAME.ann, their text in NAME.txt",
	Source: "Stenetorp et al. 2012; brat.nlplab.org/standoff.html", Ext: []string{".ann"},
	Layers: treebank.Spans, Keyed: true, Alone: true, ByFile: true,
	Detect: func(head []byte) bool { return first().Match(head) }, Split: whole, Parse: parse,
}

// Text comes between the annotation and the text.
const Text = "\x00TEXT\n"

// first is a span in the first line, or after lines of other kinds.
var first = lazy.Regexp(`^(?:[REAMN#*][^\n]*\n)*T\d+\t\S+ \d+ \d+`)

// whole takes the file as one document, also where it is empty but for its text.
func whole(data []byte, atEOF bool, _ int32) treebank.Extent {
	if !atEOF || len(data) == 0 {
		return treebank.Skip(0)
	}
	return treebank.Found(0, len(data), len(data))
}

func parse(sentence *treebank.Sentence, text []byte) error {
	lines, prose, ok := bytes.Cut(text, []byte(Text))
	if !ok {
		e := treebank.At(text, 0, "the text of the document in a file of the same name that ends with .txt", "none")
		e.Hint = "put the .txt beside the .ann, or convert both to JSON lines with text and spans (format spanjson)"
		return e
	}
	sentence.Own()
	sentence.NewDoc = true
	sentence.ID = sentence.AddString(treebank.DocumentName(sentence.File))
	sentence.Doc = sentence.ID
	var spans []offsets.Span
	for at, line := range treebank.EachLine(lines) {
		if len(line) == 0 || line[0] != 'T' {
			continue
		}
		span, ok := readSpan(string(line))
		if !ok {
			return treebank.At(text, at, "T1, a tab, a type, start and end between blanks, a tab and the text",
				fmt.Sprintf("%.60q", line))
		}
		span.At = at
		spans = append(spans, span)
	}
	if i, err := offsets.Fill(sentence, string(prose), spans); err != nil {
		e := treebank.At(text, spans[i].At, "a stretch of the text", err.Error())
		e.Hint = "brat counts characters of the .txt from 0; the text may have changed since it was annotated"
		return e
	}
	return nil
}

// readSpan reads a line T.
func readSpan(line string) (span offsets.Span, ok bool) {
	_, rest, _ := strings.Cut(line, "\t")
	place, _, _ := strings.Cut(rest, "\t")
	label, stretches, ok := strings.Cut(place, " ")
	if !ok || label == "" {
		return span, false
	}
	span.Label = label
	for part := range strings.SplitSeq(stretches, ";") {
		from, to, _ := strings.Cut(strings.TrimSpace(part), " ")
		begin, err := strconv.Atoi(from)
		end, bad := strconv.Atoi(to)
		if err != nil || bad != nil {
			return span, false
		}
		span.Parts = append(span.Parts, [2]int{begin, end})
	}
	return span, true
}

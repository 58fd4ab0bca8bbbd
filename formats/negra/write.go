package negra

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"

	"assay/treebank"
)

// write writes version 4. Nonterminals are numbered children before parents.
func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	if len(sentence.Phrases) > nodes {
		return fmt.Errorf("%d phrases: the NEGRA export format has numbers for %d", len(sentence.Phrases), nodes)
	}
	if len(sentence.Tokens) >= firstNode && len(sentence.Secondary) > 0 {
		return fmt.Errorf("%d words with secondary edges: the NEGRA export format has numbers for %d",
			len(sentence.Tokens), firstNode-1)
	}
	var kids treebank.Children
	kids.Build(sentence)
	number := make([]int32, len(sentence.Phrases))
	order := make([]int32, 0, len(sentence.Phrases))
	var walk func(p int32)
	walk = func(p int32) {
		for _, x := range kids.Of(p) {
			if q := kids.Phrase(x); q >= 0 {
				walk(q)
				number[q] = firstNode + int32(len(order))
				order = append(order, q)
			}
		}
	}
	walk(-1)
	name := sentence.Bytes(sentence.ID)
	if len(name) == 0 {
		name = []byte("0")
	}
	if !column(name) {
		return fmt.Errorf("a name with blanks cannot be written: %q", name)
	}
	var b []byte
	b = append(append(b, "#BOS "...), name...)
	bos := sentence.FindAttr(-1, "bos")
	if bos == nil {
		bos = []byte("0 0 0")
	}
	b = append(append(append(b, ' '), bos...), '\n')
	up := func(p int32) int64 {
		if p < 0 {
			return 0
		}
		return int64(number[p])
	}
	for i := range sentence.Tokens {
		token := &sentence.Tokens[i]
		word := sentence.Word(int32(i))
		if !column(word) {
			return fmt.Errorf("word %d cannot be written in a column: %q", i+1, word)
		}
		var morph treebank.Morph
		if len(sentence.Morph) > 0 {
			morph = sentence.Morph[i]
		}
		b = append(append(b, word...), '\t')
		b = cell(b, sentence.Bytes(morph.Lemma))
		b = cell(b, []byte(sentence.Name(token.Tag)))
		b = cell(b, []byte(sentence.Name(morph.Feats)))
		b = cell(b, []byte(sentence.Name(token.Func)))
		b = strconv.AppendInt(b, up(token.Parent), 10)
		b = tail(b, sentence, int32(i), number)
	}
	for _, p := range order {
		ph := &sentence.Phrases[p]
		x := int32(len(sentence.Tokens)) + p
		b = append(strconv.AppendInt(append(b, '#'), int64(number[p]), 10), '\t')
		b = cell(b, sentence.FindAttr(x, "lemma"))
		b = cell(b, []byte(sentence.Name(ph.Label)))
		b = cell(b, sentence.FindAttr(x, "morph"))
		b = cell(b, []byte(sentence.Name(ph.Func)))
		b = strconv.AppendInt(b, up(ph.Parent), 10)
		b = tail(b, sentence, x, number)
	}
	b = append(append(append(b, "#EOS "...), name...), '\n')
	_, err := w.Write(b)
	return err
}

// column reports whether b can be written in a column.
func column(b []byte) bool {
	return len(b) > 0 && !bytes.ContainsAny(b, " \t\r\n\v\f\x00")
}

// cell writes a value and a tab: "--" for none, underscores for blanks.
func cell(b, value []byte) []byte {
	if len(value) == 0 {
		return append(b, "--\t"...)
	}
	for _, c := range value {
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			c = '_'
		}
		b = append(b, c)
	}
	return append(b, '\t')
}

// tail writes secondary edges, the comment and the end of the line.
func tail(dst []byte, sentence *treebank.Sentence, x int32, number []int32) []byte {
	for _, arc := range sentence.Secondary {
		if arc.Dep != x {
			continue
		}
		dst = cell(append(dst, '\t'), []byte(sentence.Name(arc.Rel)))
		switch {
		case arc.Head < 0:
			dst = append(dst, '0')
		case int(arc.Head) < len(sentence.Tokens):
			dst = strconv.AppendInt(dst, int64(arc.Head)+1, 10)
		default:
			dst = strconv.AppendInt(dst, int64(number[int(arc.Head)-len(sentence.Tokens)]), 10)
		}
	}
	if c := sentence.FindAttr(x, "comment"); c != nil {
		dst = append(append(dst, "\t%% "...), c...)
	}
	return append(dst, '\n')
}

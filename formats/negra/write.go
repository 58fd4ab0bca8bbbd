package negra

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"

	"assay/treebank"
)

func begin(w *bufio.Writer) error {
	_, err := w.WriteString("#FORMAT 4\n")
	return err
}

// write writes version 4. Nonterminals are numbered children before parents.
func write(w *bufio.Writer, s *treebank.Sentence) error {
	if len(s.Phrases) > nodes {
		return fmt.Errorf("%d phrases: the NEGRA export format has numbers for %d", len(s.Phrases), nodes)
	}
	if len(s.Tokens) >= firstNode && len(s.Secondary) > 0 {
		return fmt.Errorf("%d words with secondary edges: the NEGRA export format has numbers for %d", len(s.Tokens), firstNode-1)
	}
	var kids treebank.Children
	kids.Build(s)
	number := make([]int32, len(s.Phrases))
	order := make([]int32, 0, len(s.Phrases))
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
	name := s.Bytes(s.ID)
	if len(name) == 0 {
		name = []byte("0")
	}
	if !column(name) {
		return fmt.Errorf("a name with blanks cannot be written: %q", name)
	}
	var b []byte
	b = append(append(b, "#BOS "...), name...)
	bos := attr(s, -1, "bos")
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
	for i := range s.Tokens {
		t := &s.Tokens[i]
		word := s.Word(int32(i))
		if !column(word) {
			return fmt.Errorf("word %d cannot be written in a column: %q", i+1, word)
		}
		var m treebank.Morph
		if len(s.Morph) > 0 {
			m = s.Morph[i]
		}
		b = append(append(b, word...), '\t')
		b = cell(b, s.Bytes(m.Lemma))
		b = cell(b, []byte(s.Name(t.Tag)))
		b = cell(b, []byte(s.Name(m.Feats)))
		b = cell(b, []byte(s.Name(t.Func)))
		b = strconv.AppendInt(b, up(t.Parent), 10)
		b = tail(b, s, int32(i), number)
	}
	for _, p := range order {
		ph := &s.Phrases[p]
		x := int32(len(s.Tokens)) + p
		b = append(strconv.AppendInt(append(b, '#'), int64(number[p]), 10), '\t')
		b = cell(b, attr(s, x, "lemma"))
		b = cell(b, []byte(s.Name(ph.Label)))
		b = cell(b, attr(s, x, "morph"))
		b = cell(b, []byte(s.Name(ph.Func)))
		b = strconv.AppendInt(b, up(ph.Parent), 10)
		b = tail(b, s, x, number)
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

func attr(s *treebank.Sentence, index int32, key string) []byte {
	for _, a := range s.Attrs {
		if a.Index == index && s.Name(a.Key) == key {
			return s.Bytes(a.Value)
		}
	}
	return nil
}

// tail writes secondary edges, the comment and the end of the line.
func tail(b []byte, s *treebank.Sentence, x int32, number []int32) []byte {
	for _, a := range s.Secondary {
		if a.Dep != x {
			continue
		}
		b = cell(append(b, '\t'), []byte(s.Name(a.Rel)))
		switch {
		case a.Head < 0:
			b = append(b, '0')
		case int(a.Head) < len(s.Tokens):
			b = strconv.AppendInt(b, int64(a.Head)+1, 10)
		default:
			b = strconv.AppendInt(b, int64(number[int(a.Head)-len(s.Tokens)]), 10)
		}
	}
	if c := attr(s, x, "comment"); c != nil {
		b = append(append(b, "\t%% "...), c...)
	}
	return append(b, '\n')
}

package alpino

import (
	"bufio"
	"fmt"
	"strconv"

	"assay/internal/xmlscan"
	"assay/treebank"
)

func begin(w *bufio.Writer) error {
	_, err := w.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<treebank>\n")
	return err
}

func end(w *bufio.Writer) error {
	_, err := w.WriteString("</treebank>\n")
	return err
}

type writer struct {
	s     *treebank.Sentence
	b     []byte
	kids  treebank.Children
	index map[int32]int // of the nodes that others stand for
	node  int
}

func write(out *bufio.Writer, s *treebank.Sentence) error {
	w := writer{s: s, index: map[int32]int{}}
	for i := range s.Tokens {
		if len(s.Word(int32(i))) == 0 {
			return fmt.Errorf("word %d is empty: Alpino XML has no such words", i+1)
		}
	}
	for _, a := range s.Secondary {
		if _, ok := w.index[a.Dep]; !ok {
			w.index[a.Dep] = len(w.index) + 1
		}
	}
	w.kids.Build(s)
	w.text("<alpino_ds")
	if s.ID.Len > 0 {
		w.attr("id", s.Bytes(s.ID))
	}
	w.text(" version=\"1.3\">\n")
	roots := w.kids.Of(-1)
	if len(roots) == 1 && w.kids.Phrase(roots[0]) >= 0 {
		w.phrase(w.kids.Phrase(roots[0]), 1)
	} else {
		w.open(1, 0, int32(len(s.Tokens)))
		w.text(" cat=\"top\">\n")
		w.below(-1, 2)
		w.close(1)
	}
	w.text("  <sentence>")
	for i := range s.Tokens {
		if i > 0 {
			w.text(" ")
		}
		w.b = xmlscan.Escape(w.b, s.Word(int32(i)))
	}
	w.text("</sentence>\n</alpino_ds>\n")
	_, err := out.Write(w.b)
	return err
}

func (w *writer) text(t string) { w.b = append(w.b, t...) }

func (w *writer) attr(key string, value []byte) {
	w.b = append(append(append(w.b, ' '), key...), '=', '"')
	w.b = append(xmlscan.Escape(w.b, value), '"')
}

func (w *writer) number(key string, n int) { w.attr(key, strconv.AppendInt(nil, int64(n), 10)) }

func (w *writer) indent(depth int) {
	for range depth {
		w.text("  ")
	}
}

func (w *writer) open(depth int, begin, end int32) {
	w.indent(depth)
	w.text("<node")
	w.number("begin", int(begin))
	w.number("end", int(end))
	w.number("id", w.node)
	w.node++
}

func (w *writer) close(depth int) {
	w.indent(depth)
	w.text("</node>\n")
}

// rel writes a relation; none is "--".
func (w *writer) rel(y treebank.Symbol) {
	if y == 0 {
		w.text(` rel="--"`)
		return
	}
	w.attr("rel", []byte(w.s.Name(y)))
}

// below writes the children of p and the nodes that stand for others in it.
func (w *writer) below(p int32, depth int) {
	n := int32(len(w.s.Tokens))
	for _, a := range w.s.Secondary {
		if a.Head != n+p && !(p < 0 && a.Head < n) {
			continue
		}
		w.indent(depth)
		w.text("<node")
		w.number("id", w.node)
		w.node++
		w.number("index", w.index[a.Dep])
		w.rel(a.Rel)
		w.text("/>\n")
	}
	for _, x := range w.kids.Of(p) {
		if q := w.kids.Phrase(x); q >= 0 {
			w.phrase(q, depth)
		} else {
			w.token(x, depth)
		}
	}
}

func (w *writer) phrase(p int32, depth int) {
	ph := &w.s.Phrases[p]
	x := int32(len(w.s.Tokens)) + p
	w.open(depth, ph.Begin, ph.End)
	w.label("cat", ph.Label)
	if ph.Func == 0 && ph.Parent < 0 && w.s.Name(ph.Label) == "top" {
		w.text(` rel="top"`)
	} else {
		w.rel(ph.Func)
	}
	w.rest(x)
	w.text(">\n")
	w.below(p, depth+1)
	w.close(depth)
}

func (w *writer) label(key string, y treebank.Symbol) {
	if y == 0 {
		w.attr(key, []byte("--"))
		return
	}
	w.attr(key, []byte(w.s.Name(y)))
}

func (w *writer) token(i int32, depth int) {
	t := &w.s.Tokens[i]
	w.open(depth, i, i+1)
	w.attr("word", w.s.Word(i))
	w.label("pt", t.Tag)
	if len(w.s.Morph) > 0 {
		m := &w.s.Morph[i]
		if m.Fine != 0 {
			w.attr("pos", []byte(w.s.Name(m.Fine)))
		}
		if m.Lemma.Len > 0 {
			w.attr("lemma", w.s.Bytes(m.Lemma))
		}
		if m.Feats != 0 {
			w.attr("postag", []byte(w.s.Name(m.Feats)))
		}
	}
	w.rel(t.Func)
	w.rest(i)
	w.text("/>\n")
}

// rest writes what words and phrases both have.
func (w *writer) rest(x int32) {
	if n, ok := w.index[x]; ok {
		w.number("index", n)
	}
	for _, a := range w.s.Attrs {
		if a.Index == x && isName(w.s.Name(a.Key)) {
			w.attr(w.s.Name(a.Key), w.s.Bytes(a.Value))
		}
	}
}

// isName reports whether the key of an Attr can be the name of an attribute.
func isName(key string) bool {
	switch key {
	case "", "cat", "word", "rel", "begin", "end", "index", "id", "pos", "pt", "lemma", "postag":
		return false
	}
	for i, c := range key {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c != '-' && c != '.' && (c < '0' || c > '9')) {
			return false
		}
	}
	return true
}

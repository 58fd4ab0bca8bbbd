package tigerxml

import (
	"bufio"
	"fmt"
	"strconv"
	"unicode/utf8"

	"assay/internal/xmlscan"
	"assay/treebank"
)

func begin(w *bufio.Writer) error {
	_, err := w.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<corpus id="corpus">
<head>
<annotation>
<feature name="word" domain="T"/>
<feature name="lemma" domain="T"/>
<feature name="pos" domain="T"/>
<feature name="morph" domain="T"/>
<feature name="cat" domain="NT"/>
<edgelabel/>
<secedgelabel/>
</annotation>
</head>
<body>
`)
	return err
}

func end(w *bufio.Writer) error {
	_, err := w.WriteString("</body>\n</corpus>\n")
	return err
}

// A writer writes one sentence. Terminal i has the id s_i+1, phrase j s_500+j,
// or what the sentence is too long for: behind its last word.
type writer struct {
	s     *treebank.Sentence
	b     []byte
	id    []byte
	first int // number of phrase 0
	kids  treebank.Children
}

func write(out *bufio.Writer, s *treebank.Sentence) error {
	w := writer{s: s, id: s.Bytes(s.ID), first: max(500, len(s.Tokens)+1)}
	if len(w.id) == 0 {
		w.id = []byte("s")
	}
	w.kids.Build(s)
	roots := w.kids.Of(-1)
	w.text("<s")
	w.attr("id", w.id)
	w.attrs(-1)
	w.text(">\n<graph")
	single := len(roots) == 1 && w.function(roots[0]) == 0
	if single {
		w.ref("root", roots[0])
	} else if len(roots) > 0 {
		w.text(` root="`)
		w.b = append(xmlscan.Escape(w.b, w.id), `_VROOT"`...)
	}
	w.text(">\n<terminals>\n")
	for i := range s.Tokens {
		if err := w.terminal(int32(i)); err != nil {
			return err
		}
	}
	w.text("</terminals>\n<nonterminals>\n")
	for i := range s.Phrases {
		w.nonterminal(int32(i))
	}
	if len(roots) > 0 && !single {
		w.text(`<nt id="`)
		w.b = append(xmlscan.Escape(w.b, w.id), `_VROOT" cat="VROOT">`+"\n"...)
		for _, x := range roots {
			w.edge(x)
		}
		w.text("</nt>\n")
	}
	w.text("</nonterminals>\n</graph>\n</s>\n")
	_, err := out.Write(w.b)
	return err
}

func (w *writer) text(t string) { w.b = append(w.b, t...) }

func (w *writer) attr(key string, value []byte) {
	w.b = append(append(append(w.b, ' '), key...), '=', '"')
	w.b = append(xmlscan.Escape(w.b, value), '"')
}

// symbol writes a label; none is "--".
func (w *writer) symbol(key string, y treebank.Symbol) {
	if y == 0 {
		w.attr(key, []byte("--"))
		return
	}
	w.attr(key, []byte(w.s.Name(y)))
}

// ref writes the id of a child as treebank.Children counts it.
func (w *writer) ref(key string, x int32) {
	w.b = append(append(append(w.b, ' '), key...), '=', '"')
	w.b = append(xmlscan.Escape(w.b, w.id), '_')
	n := int(x) + 1
	if p := w.kids.Phrase(x); p >= 0 {
		n = w.first + int(p)
	}
	w.b = append(strconv.AppendInt(w.b, int64(n), 10), '"')
}

func (w *writer) attrs(index int32) {
	for _, a := range w.s.Attrs {
		if a.Index == index && isName(w.s.Name(a.Key)) {
			w.attr(w.s.Name(a.Key), w.s.Bytes(a.Value))
		}
	}
}

// isName reports whether a key of another format can be the name of an attribute.
func isName(key string) bool {
	switch key {
	case "", "id", "word", "lemma", "pos", "morph", "cat":
		return false
	}
	for i, c := range key {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c != '-' && c != '.' && c != ':' && (c < '0' || c > '9')) {
			return false
		}
	}
	return true
}

func (w *writer) terminal(i int32) error {
	t := &w.s.Tokens[i]
	if !writable(w.s.Word(i)) {
		return fmt.Errorf("word %d cannot be written in XML: %q", i+1, w.s.Word(i))
	}
	w.text("<t")
	w.ref("id", i)
	w.attr("word", w.s.Word(i))
	if len(w.s.Morph) > 0 {
		m := &w.s.Morph[i]
		if m.Lemma.Len > 0 {
			w.attr("lemma", w.s.Bytes(m.Lemma))
		} else {
			w.attr("lemma", []byte("--"))
		}
		w.symbol("pos", t.Tag)
		w.symbol("morph", m.Feats)
	} else {
		w.symbol("pos", t.Tag)
	}
	w.attrs(i)
	w.close("t", i)
	return nil
}

// writable reports whether XML has all characters of b.
func writable(b []byte) bool {
	if !utf8.Valid(b) {
		return false
	}
	for _, r := range string(b) {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return false
		}
	}
	return true
}

// close ends the tag of a node, with its secondary edges inside.
func (w *writer) close(name string, x int32) {
	open := false
	for _, a := range w.s.Secondary {
		if a.Dep != x {
			continue
		}
		if !open && name == "t" {
			w.text(">\n")
		}
		open = true
		w.text("<secedge")
		w.symbol("label", a.Rel)
		w.ref("idref", a.Head)
		w.text("/>\n")
	}
	switch {
	case name != "t", open:
		w.text("</" + name + ">\n")
	default:
		w.text("/>\n")
	}
}

func (w *writer) nonterminal(j int32) {
	x := int32(len(w.s.Tokens)) + j
	w.text("<nt")
	w.ref("id", x)
	w.symbol("cat", w.s.Phrases[j].Label)
	w.attrs(x)
	w.text(">\n")
	for _, k := range w.kids.Of(j) {
		w.edge(k)
	}
	w.close("nt", x)
}

func (w *writer) function(x int32) treebank.Symbol {
	if p := w.kids.Phrase(x); p >= 0 {
		return w.s.Phrases[p].Func
	}
	return w.s.Tokens[x].Func
}

func (w *writer) edge(x int32) {
	w.text("<edge")
	w.symbol("label", w.function(x))
	w.ref("idref", x)
	w.text("/>\n")
}

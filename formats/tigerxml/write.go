package tigerxml

import (
	"bufio"
	"fmt"
	"strconv"
	"unicode/utf8"

	"assay/formats/internal/xmlscan"
	"assay/treebank"
)

// A writer writes one sentence. Terminal i has the id s_i+1, phrase j s_500+j or,
// if the sentence is too long for that, a number after that of its last word.
type writer struct {
	xmlscan.Writer
	id    []byte
	first int // number of phrase 0
	kids  treebank.Children
}

func write(out *bufio.Writer, sentence *treebank.Sentence) error {
	w := writer{Writer: xmlscan.Writer{S: sentence}, id: sentence.Bytes(sentence.ID),
		first: max(500, len(sentence.Tokens)+1)}
	if len(w.id) == 0 {
		w.id = []byte("s")
	}
	w.kids.Build(sentence)
	roots := w.kids.Of(-1)
	w.Text("<s")
	w.Attr("id", w.id)
	w.Kept(-1, field)
	w.Text(">\n<graph")
	single := len(roots) == 1 && w.function(roots[0]) == 0
	if single {
		w.ref("root", roots[0])
	} else if len(roots) > 0 {
		w.Text(` root="`)
		w.B = append(xmlscan.Escape(w.B, w.id), `_VROOT"`...)
	}
	w.Text(">\n<terminals>\n")
	for i := range sentence.Tokens {
		if err := w.terminal(int32(i)); err != nil {
			return err
		}
	}
	w.Text("</terminals>\n<nonterminals>\n")
	for i := range sentence.Phrases {
		w.nonterminal(int32(i))
	}
	if len(roots) > 0 && !single {
		w.Text(`<nt id="`)
		w.B = append(xmlscan.Escape(w.B, w.id), `_VROOT" cat="VROOT">`+"\n"...)
		for _, x := range roots {
			w.edge(x)
		}
		w.Text("</nt>\n")
	}
	w.Text("</nonterminals>\n</graph>\n</s>\n")
	_, err := out.Write(w.B)
	return err
}

// ref writes the id of a child, numbered as in treebank.Children.
func (w *writer) ref(key string, x int32) {
	w.B = append(append(append(w.B, ' '), key...), '=', '"')
	w.B = append(xmlscan.Escape(w.B, w.id), '_')
	n := int(x) + 1
	if p := w.kids.Phrase(x); p >= 0 {
		n = w.first + int(p)
	}
	w.B = append(strconv.AppendInt(w.B, int64(n), 10), '"')
}

// field reports whether attributes of that name have a field of their own.
func field(key string) bool {
	switch key {
	case "id", "word", "lemma", "pos", "morph", "cat":
		return true
	}
	return false
}

func (w *writer) terminal(i int32) error {
	token := &w.S.Tokens[i]
	if !writable(w.S.Word(i)) {
		return fmt.Errorf("word %d cannot be written in XML: %q", i+1, w.S.Word(i))
	}
	w.Text("<t")
	w.ref("id", i)
	w.Attr("word", w.S.Word(i))
	if len(w.S.Morph) > 0 {
		morph := &w.S.Morph[i]
		if morph.Lemma.Len > 0 {
			w.Attr("lemma", w.S.Bytes(morph.Lemma))
		} else {
			w.Attr("lemma", []byte("--"))
		}
		w.Label("pos", token.Tag)
		w.Label("morph", morph.Feats)
	} else {
		w.Label("pos", token.Tag)
	}
	w.Kept(i, field)
	w.close("t", i)
	return nil
}

// writable reports whether XML allows all characters of b.
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
	for _, arc := range w.S.Secondary {
		if arc.Dep != x {
			continue
		}
		if !open && name == "t" {
			w.Text(">\n")
		}
		open = true
		w.Text("<secedge")
		w.Label("label", arc.Rel)
		w.ref("idref", arc.Head)
		w.Text("/>\n")
	}
	switch {
	case name != "t", open:
		w.Text("</" + name + ">\n")
	default:
		w.Text("/>\n")
	}
}

func (w *writer) nonterminal(j int32) {
	x := int32(len(w.S.Tokens)) + j
	w.Text("<nt")
	w.ref("id", x)
	w.Label("cat", w.S.Phrases[j].Label)
	w.Kept(x, field)
	w.Text(">\n")
	for _, k := range w.kids.Of(j) {
		w.edge(k)
	}
	w.close("nt", x)
}

func (w *writer) function(x int32) treebank.Symbol {
	if p := w.kids.Phrase(x); p >= 0 {
		return w.S.Phrases[p].Func
	}
	return w.S.Tokens[x].Func
}

func (w *writer) edge(x int32) {
	w.Text("<edge")
	w.Label("label", w.function(x))
	w.ref("idref", x)
	w.Text("/>\n")
}

package alpino

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"assay/formats/internal/xmlscan"
	"assay/treebank"
)

type writer struct {
	xmlscan.Writer
	kids  treebank.Children
	index map[int32]int // of the nodes that others refer to
	node  int
}

func write(out *bufio.Writer, sentence *treebank.Sentence) error {
	w := writer{Writer: xmlscan.Writer{S: sentence}, index: map[int32]int{}}
	for i := range sentence.Tokens {
		if len(sentence.Word(int32(i))) == 0 {
			return fmt.Errorf("word %d is empty: Alpino XML has no such words", i+1)
		}
	}
	for _, a := range sentence.Secondary {
		if _, ok := w.index[a.Dep]; !ok {
			w.index[a.Dep] = len(w.index) + 1
		}
	}
	w.kids.Build(sentence)
	w.Text("<alpino_ds")
	if sentence.ID.Len > 0 {
		w.Attr("id", sentence.Bytes(sentence.ID))
	}
	w.Text(" version=\"1.3\">\n")
	roots := w.kids.Of(-1)
	if len(roots) == 1 && w.kids.Phrase(roots[0]) >= 0 {
		w.phrase(w.kids.Phrase(roots[0]), 1)
	} else {
		w.open(1, -1, 0, int32(len(sentence.Tokens)))
		w.Text(" cat=\"top\">\n")
		w.below(-1, 2)
		w.close(1)
	}
	w.Text("  <sentence>")
	for i := range sentence.Tokens {
		if i > 0 {
			w.Text(" ")
		}
		w.B = xmlscan.Escape(w.B, sentence.Word(int32(i)))
	}
	w.Text("</sentence>\n")
	if len(sentence.Comments) > 0 {
		w.Text("  <comments>\n")
		for _, comment := range sentence.Comments {
			w.Text("    <comment>")
			w.B = xmlscan.Escape(w.B, sentence.Bytes(comment))
			w.Text("</comment>\n")
		}
		w.Text("  </comments>\n")
	}
	w.Text("</alpino_ds>\n")
	_, err := out.Write(w.B)
	return err
}

func (w *writer) number(key string, n int) { w.Attr(key, strconv.AppendInt(nil, int64(n), 10)) }

// deepest is the last level that is indented more than the one above: the lines of a tree as
// deep as it is long would take the square of its length.
const deepest = 100

func (w *writer) indent(depth int) {
	for range min(depth, deepest) {
		w.Text("  ")
	}
}

// open begins node x, with the numbers that it had or with these.
func (w *writer) open(depth int, x, begin, end int32) {
	w.indent(depth)
	w.Text("<node")
	w.place("begin", x, begin)
	w.place("end", x, end)
	w.number("id", w.node)
	w.node++
}

func (w *writer) place(key string, x, number int32) {
	if value := w.S.FindAttr(x, key); value != nil {
		w.Attr(key, value)
	} else {
		w.number(key, int(number))
	}
}

func (w *writer) close(depth int) {
	w.indent(depth)
	w.Text("</node>\n")
}

// below writes the children of p and the nodes in it that refer to others.
func (w *writer) below(p int32, depth int) {
	n := int32(len(w.S.Tokens))
	for _, arc := range w.S.Secondary {
		if arc.Head != n+p && !(p < 0 && arc.Head < n) {
			continue
		}
		w.indent(depth)
		w.Text("<node")
		w.number("id", w.node)
		w.node++
		w.number("index", w.index[arc.Dep])
		w.Label("rel", arc.Rel)
		w.Text("/>\n")
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
	ph := &w.S.Phrases[p]
	x := int32(len(w.S.Tokens)) + p
	w.open(depth, x, ph.Begin, ph.End)
	w.Label("cat", ph.Label)
	if ph.Func == 0 && ph.Parent < 0 && w.S.Name(ph.Label) == "top" {
		w.Text(` rel="top"`)
	} else {
		w.Label("rel", ph.Func)
	}
	w.rest(x)
	w.Text(">\n")
	w.below(p, depth+1)
	w.close(depth)
}

func (w *writer) token(i int32, depth int) {
	token := &w.S.Tokens[i]
	w.open(depth, i, i, i+1)
	w.Attr("word", w.S.Word(i))
	w.Label("pt", token.Tag)
	if len(w.S.Morph) > 0 {
		morph := &w.S.Morph[i]
		if morph.Fine != 0 {
			w.Attr("pos", []byte(w.S.Name(morph.Fine)))
		}
		if morph.Lemma.Len > 0 {
			w.Attr("lemma", w.S.Bytes(morph.Lemma))
		}
		if morph.Feats != 0 {
			w.Attr("postag", []byte(w.S.Name(morph.Feats)))
		}
	}
	w.Label("rel", token.Func)
	w.rest(i)
	w.Text("/>\n")
}

// rest writes the attributes that words and phrases share.
func (w *writer) rest(x int32) {
	if n, ok := w.index[x]; ok {
		w.number("index", n)
	}
	w.Kept(x, taken)
}

// taken reports whether an attribute of that name is written elsewhere or, because
// it is in another name space, not at all.
func taken(key string) bool { return field(key) || strings.Contains(key, ":") }

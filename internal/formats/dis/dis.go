// Package dis reads and writes RST trees in the notation of the RST Discourse Treebank (Carlson, Marcu &
// Okurowski 2001), .dis, as GUM has them too (lisp_nary, lisp_binary): one document a file.
//
//	( Root (span 1 2)
//	  ( Nucleus (leaf 1) (rel2par span) (text _!Some text_!) )
//	  ( Satellite (leaf 2) (rel2par elaboration) (text _!and more_!) )
//	)
//
// A text may hold brackets: it ends at _! and a bracket. <EDU>...</EDU>, <s>...</s> and <P> of
// older files are left out, and so are
// lines that begin with //. Units have the numbers of their order; other numbers in the file are noted. Trees are made
// binary: see internal/discourse.
package dis

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"assay/internal/discourse"
	"assay/treebank"
)

// Format is the notation.
var Format = treebank.Format{
	Name: "dis", Title: "RST trees of the RST Discourse Treebank and of GUM (lisp)",
	Source: "Carlson, Marcu & Okurowski 2001; GUM",
	Ext:    []string{".dis"},
	Layers: treebank.Discourse | treebank.UnitArcs | treebank.Segments | treebank.Tags | treebank.Phrases | treebank.Functions | treebank.Arcs | treebank.Relations,
	Keyed:  true, Alone: true, ByFile: true,
	Detect: detect,
	Split:  discourse.Whole,
	Parse:  parse,
	Write:  write,
}

func detect(head []byte) bool {
	r := &reader{text: head}
	r.blanks()
	if r.at >= len(head) || head[r.at] != '(' {
		return false
	}
	r.at++
	r.blanks()
	return bytes.HasPrefix(head[r.at:], []byte("Root"))
}

// A reader reads one document.
type reader struct {
	text     []byte
	at       int
	sentence *treebank.Sentence
}

func parse(sentence *treebank.Sentence, text []byte) error {
	sentence.Own()
	discourse.Name(sentence)
	r := &reader{text: text, sentence: sentence}
	r.blanks()
	root, _, err := r.node(0)
	if err != nil {
		return err
	}
	if r.blanks(); r.at < len(text) {
		return treebank.At(text, r.at, "the end of the document", r.found())
	}
	return discourse.Set(sentence, text, root)
}

// blanks passes white space and comments.
func (r *reader) blanks() {
	for r.at < len(r.text) {
		switch c := r.text[r.at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			r.at++
		case bytes.HasPrefix(r.text[r.at:], []byte("//")):
			end := bytes.IndexByte(r.text[r.at:], '\n')
			if end < 0 {
				end = len(r.text) - r.at
			}
			r.at += end
		default:
			return
		}
	}
}

// found quotes the text at the place of r, for messages.
func (r *reader) found() string {
	if r.at >= len(r.text) {
		return "the end of the file"
	}
	line, _, _ := bytes.Cut(r.text[r.at:], []byte("\n"))
	return fmt.Sprintf("%.40q", line)
}

// word takes the text up to white space or a bracket.
func (r *reader) word() string {
	r.blanks()
	begin := r.at
	for r.at < len(r.text) && !bytes.ContainsRune([]byte(" \t\r\n()"), rune(r.text[r.at])) {
		r.at++
	}
	return string(r.text[begin:r.at])
}

func (r *reader) expect(c byte) error {
	if r.blanks(); r.at >= len(r.text) || r.text[r.at] != c {
		return treebank.At(r.text, r.at, strconv.Quote(string(c)), r.found())
	}
	r.at++
	return nil
}

// written are the numbers that the file gives a node.
type written struct {
	from, to, at int
	given        bool
}

// node reads a node with all that it holds, and returns its first unit.
func (r *reader) node(depth int) (*discourse.Node, written, error) {
	node, numbers := &discourse.Node{Unit: -1, At: r.at}, written{}
	if err := r.expect('('); err != nil {
		return nil, numbers, err
	}
	first := len(r.sentence.Tokens)
	r.blanks()
	at := r.at
	kind := r.word()
	switch {
	case kind == "Root" && depth == 0, kind == "Satellite" && depth > 0:
	case kind == "Nucleus" && depth > 0:
		node.Nucleus = true
	case depth == 0:
		return nil, numbers, treebank.At(r.text, at, "Root", fmt.Sprintf("%.40q", kind))
	default:
		return nil, numbers, treebank.At(r.text, at, "Nucleus or Satellite", fmt.Sprintf("%.40q", kind))
	}
	related := false
	for {
		r.blanks()
		if r.at < len(r.text) && r.text[r.at] == ')' {
			r.at++
			break
		}
		if err := r.item(node, &numbers, &related, depth); err != nil {
			return nil, numbers, err
		}
	}
	if depth > 0 && !related {
		return nil, numbers, treebank.At(r.text, node.At, "a relation (rel2par) of the "+kind, "none")
	}
	if node.Unit >= 0 && len(node.Kids) > 0 {
		return nil, numbers, treebank.At(r.text, node.At, "a text or children", "both")
	}
	if numbers.given && node.Unit < 0 && len(node.Kids) == 0 {
		return nil, numbers, treebank.At(r.text, node.At, "a node with a text or children", "a unit without text")
	}
	r.numbers(numbers, first+1, len(r.sentence.Tokens))
	return node, numbers, nil
}

// numbers notes numbers that are not those of the units below.
func (r *reader) numbers(w written, from, to int) {
	if w.given && (w.from != from || w.to != to) {
		e := treebank.At(r.text, w.at, fmt.Sprintf("units %d to %d, which are below", from, to),
			fmt.Sprintf("%d to %d", w.from, w.to))
		e.Hint = "the units are counted in their order"
		r.sentence.Note(e)
	}
}

// item reads a property or a child of n.
func (r *reader) item(node *discourse.Node, numbers *written, related *bool, depth int) error {
	before := r.at
	if err := r.expect('('); err != nil {
		return err
	}
	switch r.word() {
	case "span", "leaf":
		if numbers.given {
			return treebank.At(r.text, before, "one span or leaf of a node", "a second one")
		}
		both := strings.Fields(r.word() + " " + r.word())
		numbers.at, numbers.given = before, true
		numbers.from, _ = strconv.Atoi(append(both, "")[0])
		if numbers.to = numbers.from; len(both) > 1 {
			numbers.to, _ = strconv.Atoi(both[1])
		}
	case "rel2par":
		if node.Rel = r.word(); node.Rel == "" {
			return treebank.At(r.text, r.at, "a relation", r.found())
		}
		*related = true
	case "text":
		if node.Unit >= 0 {
			return treebank.At(r.text, before, "one text of a unit", "a second one")
		}
		return r.unit(node, before)
	default:
		r.at = before
		child, _, err := r.node(depth + 1)
		node.Kids = append(node.Kids, child)
		return err
	}
	return r.expect(')')
}

// unit reads the text of a unit up to its closing bracket.
func (r *reader) unit(n *discourse.Node, at int) error {
	r.blanks()
	open, end := "", []string{"</EDU>", "</s>"}
	if bytes.HasPrefix(r.text[r.at:], []byte("_!")) {
		open, end = "_!", []string{"_!"}
	}
	r.at += len(open)
	for i := r.at; i < len(r.text); i++ {
		for _, mark := range end {
			if !bytes.HasPrefix(r.text[i:], []byte(mark)) {
				continue
			}
			rest := bytes.TrimLeft(r.text[i+len(mark):], " \t\r\n")
			if len(rest) == 0 || rest[0] != ')' {
				continue
			}
			body := unmarked.Replace(string(r.text[r.at:i]))
			r.at = len(r.text) - len(rest) + 1
			if strings.TrimSpace(body) == "" {
				return treebank.At(r.text, at, "the text of a unit", "an empty one")
			}
			n.Unit = int32(len(r.sentence.Tokens))
			discourse.UnitText(r.sentence, body)
			return nil
		}
	}
	return treebank.At(r.text, at, "the end of the text, _! and a bracket", "none")
}

// unmarked takes the marks out of texts of older files.
var unmarked = strings.NewReplacer("<EDU>", "", "</EDU>", "", "<s>", "", "</s>", "", "<P>", "")

// write writes the tree as GUM's lisp files do, without the nodes that binarisation added.
func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	root := discourse.Tree(sentence)
	if root == nil {
		return errors.New("want a tree over the units, found none")
	}
	writeNode(w, sentence, root, 0)
	return nil
}

func writeNode(w *bufio.Writer, sentence *treebank.Sentence, n *discourse.Node, depth int) {
	kind, rel := "Satellite", " (rel2par "+n.Rel+")"
	switch {
	case depth == 0:
		kind, rel = "Root", ""
	case n.Nucleus:
		kind = "Nucleus"
	}
	indent := strings.Repeat("  ", depth)
	if n.Unit >= 0 {
		fmt.Fprintf(w, "%s( %s (leaf %d)%s (text _!%s_!) )\n", indent, kind, n.Unit+1, rel, sentence.Word(n.Unit))
		return
	}
	if depth == 0 {
		rel = " " // as in GUM
	}
	fmt.Fprintf(w, "%s( %s (span %d %d)%s\n", indent, kind, n.First()+1, n.Last()+1, rel)
	for _, k := range n.Kids {
		writeNode(w, sentence, k, depth+1)
	}
	w.WriteString(indent + ")\n")
}

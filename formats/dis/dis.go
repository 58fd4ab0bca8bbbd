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
	Layers: discourse.Layers,
	Keyed:  true, Alone: true, ByFile: true,
	Detect: detect,
	Split:  discourse.Whole,
	Parse:  parse,
	Write:  write,
}

func detect(head []byte) bool {
	r := scanner(head)
	if !r.Next('(') {
		return false
	}
	r.At++
	r.Blanks()
	return bytes.HasPrefix(head[r.At:], []byte("Root"))
}

func scanner(text []byte) discourse.Scanner {
	return discourse.Scanner{Text: text, Whole: "file", Comment: "//"}
}

// A reader reads one document.
type reader struct {
	discourse.Scanner
	sentence *treebank.Sentence
}

func parse(sentence *treebank.Sentence, text []byte) error {
	sentence.Own()
	discourse.Name(sentence)
	r := &reader{scanner(text), sentence}
	r.Blanks()
	root, _, err := r.node(0)
	if err != nil {
		return err
	}
	if r.Blanks(); r.At < len(text) {
		return r.Fault("the end of the document")
	}
	return discourse.Set(sentence, text, root)
}

// written are the numbers that the file gives a node.
type written struct {
	from, to, at int
	given        bool
}

// node reads a node with all that it holds, and returns its first unit.
func (r *reader) node(depth int) (*discourse.Node, written, error) {
	node, numbers := &discourse.Node{Unit: -1, At: r.At}, written{}
	if err := r.Expect('('); err != nil {
		return nil, numbers, err
	}
	first := len(r.sentence.Tokens)
	r.Blanks()
	at := r.At
	kind := r.Word()
	switch {
	case kind == "Root" && depth == 0, kind == "Satellite" && depth > 0:
	case kind == "Nucleus" && depth > 0:
		node.Nucleus = true
	case depth == 0:
		return nil, numbers, treebank.At(r.Text, at, "Root", fmt.Sprintf("%.40q", kind))
	default:
		return nil, numbers, treebank.At(r.Text, at, "Nucleus or Satellite", fmt.Sprintf("%.40q", kind))
	}
	related := false
	for {
		if r.Next(')') {
			r.At++
			break
		}
		if err := r.item(node, &numbers, &related, depth); err != nil {
			return nil, numbers, err
		}
	}
	if depth > 0 && !related {
		return nil, numbers, treebank.At(r.Text, node.At, "a relation (rel2par) of the "+kind, "none")
	}
	if node.Unit >= 0 && len(node.Kids) > 0 {
		return nil, numbers, treebank.At(r.Text, node.At, "a text or children", "both")
	}
	if numbers.given && node.Unit < 0 && len(node.Kids) == 0 {
		return nil, numbers, treebank.At(r.Text, node.At, "a node with a text or children", "a unit without text")
	}
	r.numbers(numbers, first+1, len(r.sentence.Tokens))
	return node, numbers, nil
}

// numbers notes numbers that are not those of the units below.
func (r *reader) numbers(w written, from, to int) {
	if w.given && (w.from != from || w.to != to) {
		e := treebank.At(r.Text, w.at, fmt.Sprintf("units %d to %d, which are below", from, to),
			fmt.Sprintf("%d to %d", w.from, w.to))
		e.Hint = "the units are counted in their order"
		r.sentence.Note(e)
	}
}

// item reads a property or a child of n.
func (r *reader) item(node *discourse.Node, numbers *written, related *bool, depth int) error {
	before := r.At
	if err := r.Expect('('); err != nil {
		return err
	}
	switch r.Word() {
	case "span", "leaf":
		if numbers.given {
			return treebank.At(r.Text, before, "one span or leaf of a node", "a second one")
		}
		both := strings.Fields(r.Word() + " " + r.Word())
		numbers.at, numbers.given = before, true
		numbers.from, _ = strconv.Atoi(append(both, "")[0])
		if numbers.to = numbers.from; len(both) > 1 {
			numbers.to, _ = strconv.Atoi(both[1])
		}
	case "rel2par":
		if node.Rel = r.Word(); node.Rel == "" {
			return r.Fault("a relation")
		}
		*related = true
	case "text":
		if node.Unit >= 0 {
			return treebank.At(r.Text, before, "one text of a unit", "a second one")
		}
		return r.unit(node, before)
	default:
		r.At = before
		child, _, err := r.node(depth + 1)
		node.Kids = append(node.Kids, child)
		return err
	}
	return r.Expect(')')
}

// unit reads the text of a unit up to its closing bracket.
func (r *reader) unit(n *discourse.Node, at int) error {
	r.Blanks()
	open, end := "", []string{"</EDU>", "</s>"}
	if bytes.HasPrefix(r.Text[r.At:], []byte("_!")) {
		open, end = "_!", []string{"_!"}
	}
	r.At += len(open)
	for i := r.At; i < len(r.Text); i++ {
		for _, mark := range end {
			if !bytes.HasPrefix(r.Text[i:], []byte(mark)) {
				continue
			}
			rest := bytes.TrimLeft(r.Text[i+len(mark):], " \t\r\n")
			if len(rest) == 0 || rest[0] != ')' {
				continue
			}
			body := unmarked.Replace(string(r.Text[r.At:i]))
			r.At = len(r.Text) - len(rest) + 1
			if strings.TrimSpace(body) == "" {
				return treebank.At(r.Text, at, "the text of a unit", "an empty one")
			}
			n.Unit = int32(len(r.sentence.Tokens))
			discourse.UnitText(r.sentence, body)
			return nil
		}
	}
	return treebank.At(r.Text, at, "the end of the text, _! and a bracket", "none")
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

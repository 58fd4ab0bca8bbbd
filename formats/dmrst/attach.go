package dmrst

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"assay/internal/discourse"
	"assay/internal/lazy"
	"assay/treebank"
)

// Attach is the notation of the parsers of NTT.
var Attach = treebank.Format{
	Name: "attach", Title: "RST trees of RSTParser_EMNLP22 (attachment trees), units from 0",
	Source: "Kobayashi et al. 2022; RSTParser_EMNLP22 391e170",
	Ext:    []string{".attach"}, Layers: discourse.Layers,
	Detect: func(head []byte) bool { return attached().Match(head) },
	Split:  splitBrackets, Parse: parseAttach, Write: writeAttach,
}

var attached = lazy.Regexp(`^\s*\(\s*(ROOT\s*\((text|nucleus|satellite)|(nucleus|satellite)-(nucleus|satellite):|text\s+0\))`)

// splitBrackets takes the text up to the bracket that closes the first one.
func splitBrackets(data []byte, atEOF bool, _ int32) treebank.Extent {
	begin := bytes.IndexByte(data, '(')
	if begin < 0 {
		if atEOF {
			return treebank.FoundText(data)
		}
		return treebank.Skip(0)
	}
	depth := 0
	for i := begin; i < len(data); i++ {
		switch data[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return treebank.Found(begin, i+1, i+1)
			}
		}
	}
	if atEOF {
		return treebank.Found(begin, len(data), len(data)).Trim(data)
	}
	return treebank.Skip(0)
}

// An attachReader reads one tree.
type attachReader struct {
	discourse.Scanner
	units int32
}

func parseAttach(sentence *treebank.Sentence, text []byte) error {
	sentence.Own()
	r := &attachReader{Scanner: discourse.Scanner{Text: text, Whole: "tree"}}
	root, err := r.node(true)
	if err != nil {
		return err
	}
	for range r.units {
		sentence.Tokens = append(sentence.Tokens, treebank.Token{Parent: -1})
	}
	return discourse.Set(sentence, text, root)
}

// node reads a bracket. At the top it is ROOT, a node of an attachment tree, or a unit.
func (r *attachReader) node(top bool) (*discourse.Node, error) {
	r.Blanks()
	node := &discourse.Node{Unit: -1, At: r.At}
	if err := r.Expect('('); err != nil {
		return nil, err
	}
	label := r.Word()
	if label == "text" {
		r.Blanks()
		at := r.At
		number := r.Word()
		if number != strconv.Itoa(int(r.units)) {
			r.At = at
			return nil, r.Fault(fmt.Sprintf("unit %d", r.units))
		}
		node.Unit = r.units
		r.units++
		return node, r.Expect(')')
	}
	sides, rel, labelled := strings.Cut(label, ":")
	if (!labelled || sides == "" || rel == "") && !(top && label == "ROOT") {
		return nil, treebank.At(r.Text, node.At,
			"text, ROOT, or nuclearity and relation such as nucleus-satellite:Elaboration", fmt.Sprintf("%.40q", label))
	}
	for r.Next('(') {
		k, err := r.node(false)
		if err != nil {
			return nil, err
		}
		node.Kids = append(node.Kids, k)
	}
	if err := r.Expect(')'); err != nil {
		return nil, err
	}
	return r.labelled(node, sides, rel)
}

// labelled gives the children of an attachment tree their labels, and a node of an RST tree its own.
func (r *attachReader) labelled(node *discourse.Node, sides, rel string) (*discourse.Node, error) {
	left, right, both := strings.Cut(sides, "-")
	switch {
	case both && len(node.Kids) != 2:
		return nil, treebank.At(r.Text, node.At, "two children", strconv.Itoa(len(node.Kids)))
	case both:
		for i, side := range []string{left, right} {
			k := node.Kids[i]
			if k.Nucleus = side == "nucleus"; !k.Nucleus && side != "satellite" {
				return nil, treebank.At(r.Text, node.At, "nucleus or satellite", fmt.Sprintf("%.40q", side))
			}
			if k.Rel = rel; k.Nucleus && left != right {
				k.Rel = discourse.Span
			}
		}
		return node, nil
	case len(node.Kids) == 1 && node.Kids[0].Unit >= 0: // (nucleus:span (text 0))
		node = node.Kids[0]
	}
	for _, k := range node.Kids {
		if k.Rel == "" {
			return nil, treebank.At(r.Text, k.At, "nuclearity and relation of each child, such as (nucleus:span ...)", "none")
		}
	}
	if node.Nucleus, node.Rel = sides == "nucleus", rel; !node.Nucleus && sides != "satellite" && sides != "ROOT" {
		return nil, treebank.At(r.Text, node.At, "nucleus or satellite", fmt.Sprintf("%.40q", sides))
	}
	return node, nil
}

// writeAttach writes the attachment tree: the relation of the satellite, of the left child of two nuclei.
func writeAttach(w *bufio.Writer, sentence *treebank.Sentence) error {
	root := discourse.Binary(sentence)
	if root == nil {
		return errors.New("want a tree over the units, found none")
	}
	writeAttached(w, root)
	return w.WriteByte('\n')
}

func writeAttached(w *bufio.Writer, n *discourse.Node) {
	if n.Unit >= 0 {
		fmt.Fprintf(w, "(text %d)", n.Unit)
		return
	}
	names := map[bool]string{true: "nucleus", false: "satellite"}
	l, r := n.Kids[0], n.Kids[1]
	rel := l.Rel
	if rel == discourse.Span {
		rel = r.Rel
	}
	fmt.Fprintf(w, "(%s-%s:%s ", names[l.Nucleus], names[r.Nucleus], rel)
	writeAttached(w, l)
	w.WriteByte(' ')
	writeAttached(w, r)
	w.WriteByte(')')
}

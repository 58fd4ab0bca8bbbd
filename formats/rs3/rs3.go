// Package rs3 reads and writes RST trees in the XML of RSTTool and rstWeb, .rs3 and .rs4: one document a file.
// Secondary edges and signals of .rs4 are not read.
//
// A unit is a nucleus of its parent if its relation is span, or if the parent is a group of type multinuc and the
// relation is declared multinuc; else it is a satellite of the parent. A name may be declared in both types.
//
//	core(u) = a segment; the tree of the one nucleus of a group span; a node over all nuclei of a group multinuc
//	tree(u) = core(u), or a node over it (nucleus, span) and over the trees of the satellites of u, in the order of the text
//
// (so are the trees of GUM's lisp_nary). A cycle, a parent that does not exist, a segment without text, a group without
// nucleus and a second unit without parent are errors with their place.
package rs3

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/internal/discourse"
	"assay/internal/graph"
	"assay/treebank"
)

// Format is the XML.
var Format = treebank.Format{
	Name: "rs3", Title: "RST trees of rstWeb and RSTTool (rs3, rs4)",
	Source: "Zeldes 2016 (rstWeb); O'Donnell 2000 (RSTTool)",
	Ext:    []string{".rs3", ".rs4"},
	Layers: discourse.Layers,
	Keyed:  true, Alone: true, ByFile: true,
	Detect: func(head []byte) bool { return bytes.Contains(head[:min(len(head), 4096)], []byte("<rst>")) },
	Split:  discourse.Whole,
	Parse:  parse,
	Write:  write,
}

// A unit is a segment or a group.
type unit struct {
	id, parent, rel string
	multinuc        bool
	segment         int32 // number of the segment, -1 for a group
	at              int
	nuclei          []*unit
	satellites      []*unit
	state           int // of the search for cycles: 1 begun, 2 done
}

// A document is a file.
type document struct {
	text     []byte
	sentence *treebank.Sentence
	multinuc map[string]bool // relations
	units    []*unit
	byID     map[string]*unit
}

func parse(sentence *treebank.Sentence, text []byte) error {
	sentence.Own()
	discourse.Name(sentence)
	d := &document{text: text, sentence: sentence, multinuc: map[string]bool{}, byID: map[string]*unit{}}
	if err := d.read(); err != nil {
		return err
	}
	root, err := d.link()
	if err != nil {
		return err
	}
	n, err := d.tree(root)
	if err != nil {
		return err
	}
	return discourse.Set(sentence, text, n)
}

// read reads the declarations and the units.
func (d *document) read() error {
	dec := xml.NewDecoder(bytes.NewReader(d.text))
	dec.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // it is UTF-8 by now
	for {
		at := int(dec.InputOffset())
		token, err := dec.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return treebank.At(d.text, int(dec.InputOffset()), "XML", err.Error())
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "rel":
			if attribute(start, "type") == "multinuc" {
				d.multinuc[attribute(start, "name")] = true
			}
		case "segment", "group":
			if err := d.unit(dec, start, at); err != nil {
				return err
			}
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// unit reads a segment or a group.
func (d *document) unit(dec *xml.Decoder, start xml.StartElement, at int) error {
	u := &unit{id: attribute(start, "id"), parent: attribute(start, "parent"), rel: attribute(start, "relname"),
		segment: -1, at: at}
	u.multinuc = attribute(start, "type") == "multinuc"
	switch {
	case u.id == "":
		return treebank.At(d.text, at, "an id of the "+start.Name.Local, "none")
	case d.byID[u.id] != nil:
		return treebank.At(d.text, at, "an id of its own", u.id+" a second time")
	case u.parent != "" && u.rel == "":
		return treebank.At(d.text, at, "a relation (relname) of "+u.id, "none")
	}
	if start.Name.Local == "segment" {
		var text string
		if err := dec.DecodeElement(&text, &start); err != nil {
			return treebank.At(d.text, at, "the end of the segment", err.Error())
		}
		if strings.TrimSpace(text) == "" {
			return treebank.At(d.text, at, "the text of segment "+u.id, "a unit without text")
		}
		u.segment = int32(len(d.sentence.Tokens))
		discourse.UnitText(d.sentence, text)
	}
	d.units = append(d.units, u)
	d.byID[u.id] = u
	return nil
}

// link joins the units with their parents and returns the one without.
func (d *document) link() (root *unit, err error) {
	if len(d.units) == 0 {
		return nil, treebank.At(d.text, 0, "segments", "none")
	}
	for _, u := range d.units {
		if u.parent == "" {
			if root != nil {
				e := treebank.At(d.text, u.at, fmt.Sprintf("one unit without parent, which is %s", root.id),
					u.id+" as well: the document is disconnected")
				e.Hint = "join both in rstWeb, or take one of them out"
				return nil, e
			}
			root = u
			continue
		}
		p := d.byID[u.parent]
		if p == nil {
			return nil, treebank.At(d.text, u.at, "a parent that exists", u.parent)
		}
		if u.rel == discourse.Span || p.segment < 0 && p.multinuc && d.multinuc[u.rel] {
			p.nuclei = append(p.nuclei, u)
		} else {
			p.satellites = append(p.satellites, u)
		}
	}
	for _, u := range d.units {
		if err := d.cycle(u); err != nil {
			return nil, err
		}
	}
	return root, nil
}

// cycle reports a unit that is above itself.
func (d *document) cycle(u *unit) error {
	var path []*unit
	for u != nil && u.state == 0 {
		u.state = 1
		path = append(path, u)
		u = d.byID[u.parent]
	}
	if u != nil && u.state == 1 {
		return treebank.At(d.text, u.at, "a unit that is not above itself", "a cycle from "+u.id+" to its parent "+u.parent)
	}
	for _, u := range path {
		u.state = 2
	}
	return nil
}

// tree returns the tree of u with its satellites.
func (d *document) tree(group *unit) (*discourse.Node, error) {
	core, err := d.core(group)
	if err != nil || len(group.satellites) == 0 {
		return core, err
	}
	core.Nucleus, core.Rel = true, discourse.Span
	node := &discourse.Node{Unit: -1, Kids: []*discourse.Node{core}, At: group.at}
	for _, s := range group.satellites {
		k, err := d.tree(s)
		if err != nil {
			return nil, err
		}
		k.Nucleus, k.Rel = false, s.rel
		node.Kids = append(node.Kids, k)
	}
	order(node.Kids)
	return node, nil
}

func order(kids []*discourse.Node) {
	slices.SortStableFunc(kids, func(a, b *discourse.Node) int { return int(a.First() - b.First()) })
}

// core returns the tree of u without its satellites.
func (d *document) core(group *unit) (*discourse.Node, error) {
	switch {
	case group.segment >= 0 && len(group.nuclei) > 0:
		return nil, treebank.At(d.text, group.nuclei[0].at, "a group as parent of a nucleus", "segment "+group.id)
	case group.segment >= 0:
		node := discourse.Leaf(group.segment)
		node.At = group.at
		return node, nil
	case len(group.nuclei) == 0:
		e := treebank.At(d.text, group.at, "a nucleus of group "+group.id, "none: a unit without text")
		if i := slices.IndexFunc(group.satellites, func(s *unit) bool { return d.multinuc[s.rel] }); i >= 0 {
			e.Found = "none: it has type span, and " + group.satellites[i].rel + " is declared multinuc"
			e.Hint = "give the group type multinuc"
		}
		return nil, e
	case len(group.nuclei) == 1:
		return d.tree(group.nuclei[0])
	case !group.multinuc:
		return nil, treebank.At(d.text, group.nuclei[1].at, "one nucleus of group "+group.id+", which has type span",
			fmt.Sprint(len(group.nuclei)))
	}
	node := &discourse.Node{Unit: -1, At: group.at}
	for _, c := range group.nuclei {
		k, err := d.tree(c)
		if err != nil {
			return nil, err
		}
		k.Nucleus, k.Rel = true, c.rel
		node.Kids = append(node.Kids, k)
	}
	order(node.Kids)
	return node, nil
}

// An element is a unit to be written.
type element struct {
	parent   int // 0 for none
	rel      string
	multinuc bool
}

// A writer numbers segments from 1, and groups after them.
type writer struct {
	elements []element
	single   map[string]bool // relations of satellites
	multi    map[string]bool // relations of nuclei
}

// write writes the tree without the nodes that binarisation added.
func write(out *bufio.Writer, sentence *treebank.Sentence) error {
	root := discourse.Tree(sentence)
	if root == nil {
		return errors.New("want a tree over the units, found none")
	}
	list := &writer{elements: make([]element, len(sentence.Tokens)), single: map[string]bool{}, multi: map[string]bool{}}
	if _, err := list.node(root); err != nil {
		return err
	}
	out.WriteString("<rst>\n\t<header>\n\t\t<relations>\n")
	for _, list := range []struct {
		names map[string]bool
		kind  string
	}{{list.multi, "multinuc"}, {list.single, "rst"}} {
		var names []string
		for name := range list.names {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			fmt.Fprintf(out, "\t\t\t<rel name=\"%s\" type=\"%s\"/>\n", graph.EscapeXML(name), list.kind)
		}
	}
	out.WriteString("\t\t</relations>\n\t</header>\n\t<body>\n")
	for i, e := range list.elements {
		above := ""
		if e.parent > 0 {
			above = fmt.Sprintf(" parent=\"%d\" relname=\"%s\"", e.parent, graph.EscapeXML(e.rel))
		}
		switch kind := "span"; {
		case i < len(sentence.Tokens):
			fmt.Fprintf(out, "\t\t<segment id=\"%d\"%s>%s</segment>\n", i+1, above, graph.EscapeXML(string(sentence.Word(int32(i)))))
		default:
			if e.multinuc {
				kind = "multinuc"
			}
			fmt.Fprintf(out, "\t\t<group id=\"%d\" type=\"%s\"%s/>\n", i+1, kind, above)
		}
	}
	out.WriteString("\t</body>\n</rst>\n")
	return nil
}

// group adds a group and returns its number.
func (w *writer) group(multinuc bool) int {
	w.elements = append(w.elements, element{multinuc: multinuc})
	return len(w.elements)
}

func (w *writer) set(number, parent int, rel string) {
	w.elements[number-1].parent, w.elements[number-1].rel = parent, rel
}

// node adds the units of a tree and returns the number of its topmost one.
func (w *writer) node(node *discourse.Node) (int, error) {
	if node.Unit >= 0 {
		return int(node.Unit) + 1, nil
	}
	code := node.Codes()
	nuclei := strings.Count(code, discourse.Nucleus)
	if nuclei != 1 && nuclei != len(code) {
		return 0, fmt.Errorf("want one nucleus or nuclei only under a node, found %s", code)
	}
	number := w.group(nuclei > 1)
	core := number
	var satellites []*discourse.Node
	for _, k := range node.Kids {
		if !k.Nucleus {
			satellites = append(satellites, k)
			continue
		}
		id, err := w.node(k)
		if err != nil {
			return 0, err
		}
		rel := discourse.Span
		if nuclei > 1 {
			rel = k.Rel
			w.multi[rel] = true
		} else {
			core = id
		}
		w.set(id, number, rel)
	}
	for _, k := range satellites {
		id, err := w.node(k)
		if err != nil {
			return 0, err
		}
		w.single[k.Rel] = true
		w.set(id, core, k.Rel)
	}
	return number, nil
}

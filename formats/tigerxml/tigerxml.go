// Package tigerxml reads and writes TIGER-XML, the exchange format of TIGER,
// SMULTRON, SALSA and others: terminals and nonterminals with ids, edges with
// labels, discontinuous phrases, secondary edges.
//
// It is specified in Mengel & Lezius 2000 and König, Lezius & Voormann 2003
// (TIGERSearch User's Manual, ch. 5). The elements and their ids decide which nodes
// are terminals, never numbers. A nonterminal VROOT is only a wrapper
// and is dropped; several roots are normal. A secedge belongs to the
// dependent. Other attributes of <t> and <nt> are kept as Attrs; the head of
// the file (feature lists, document type) and <matches> are passed over. "--"
// means no value.
package tigerxml

import (
	"bytes"
	"slices"
	"sync"

	"assay/formats/internal/xmlscan"
	"assay/internal/graph"
	"assay/treebank"
)

// Format is TIGER-XML.
var Format = treebank.Format{
	Name:   "tigerxml",
	Title:  "TIGER-XML",
	Source: "Mengel & Lezius 2000; TIGERSearch User's Manual, ch. 5",
	Ext:    []string{".tiger.xml", ".tigerxml", ".tiger", ".xml"},
	Layers: treebank.Tags | treebank.Phrases | treebank.Functions | treebank.Gaps | treebank.Secondary |
		treebank.Morphology | treebank.Lemmas,
	Detect:   detect,
	Encoding: xmlscan.Declared,
	Split:    xmlscan.Element("s"),
	Parse:    parse,
	ID:       id,
	Write:    write,
	Begin: `<?xml version="1.0" encoding="UTF-8"?>
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
`,
	End: "</body>\n</corpus>\n",
}

func detect(head []byte) bool {
	head = bytes.TrimSpace(head)
	return bytes.HasPrefix(head, []byte("<")) && (bytes.Contains(head, []byte("<corpus")) ||
		bytes.Contains(head, []byte("<subcorpus"))) &&
		!bytes.Contains(head, []byte("<alpino_ds"))
}

// id returns the id of the sentence; entities are not decoded.
func id(text []byte) []byte {
	end := bytes.IndexByte(text, '>')
	if end < 0 {
		return nil
	}
	var x xmlscan.Scanner
	x.Reset(text[:end+1])
	if k, err := x.Next(); err != nil || k != xmlscan.Start {
		return nil
	}
	return x.Find("id")
}

// A reader reads one sentence.
type reader struct {
	s       *treebank.Sentence
	text    []byte
	x       xmlscan.Reader
	ids     graph.NameIndex
	nodes   []int32 // by number of an id
	pending []edge
	owner   int32 // the node whose tag was read last: 2*token, 2*phrase+1; -1
	vroot   int32
}

// An edge waits until all ids are known.
type edge struct {
	secondary bool
	owner     int32 // the node that contains it
	label     treebank.Symbol
	ref       treebank.Span // the id of the node that it leads to
}

var readers = sync.Pool{New: func() any { return new(reader) }}

func parse(sentence *treebank.Sentence, text []byte) error {
	r := readers.Get().(*reader)
	r.s, r.text, r.x.S, r.vroot, r.owner = sentence, text, sentence, -1, -1
	r.nodes, r.pending = r.nodes[:0], r.pending[:0]
	r.ids.Reset()
	r.x.Reset(text)
	defer func() {
		if r.ids.Small() {
			r.s, r.text, r.x.S = nil, nil, nil
			r.x.Reset(nil)
			readers.Put(r)
		}
	}()
	if err := r.read(); err != nil {
		return err
	}
	if err := r.links(); err != nil {
		return err
	}
	if r.vroot >= 0 {
		keep := slices.Repeat([]bool{true}, len(sentence.Phrases))
		keep[r.vroot] = false
		sentence.DropPhrases(keep)
		sentence.Secondary = slices.DeleteFunc(sentence.Secondary,
			func(a treebank.Arc) bool { return a.Dep < 0 || a.Head < 0 })
	}
	if err := sentence.Arrange(); err != nil {
		return r.x.At(0, "a tree", "a cycle of edges")
	}
	return nil
}

// read reads the terminals and nonterminals and their ids, and notes the edges.
func (r *reader) read() error {
	depth, closed := 0, false
	for {
		k, err := r.x.Next()
		if err != nil {
			return err
		}
		switch k {
		case xmlscan.EOF:
			if !closed {
				return r.x.CutOff("</s>")
			}
			return nil
		case xmlscan.End:
			depth--
			closed = depth == 0 && string(r.x.Name) == "s"
		case xmlscan.Start:
			if !r.x.Empty {
				depth++
			} else if depth == 0 {
				closed = true
			}
			switch string(r.x.Name) {
			case "s":
				if v := r.x.Find("id"); v != nil {
					if r.s.ID, err = r.x.Span(v); err != nil {
						return err
					}
				}
				err = r.rest(-1, "id")
			case "t":
				err = r.terminal()
			case "nt":
				err = r.nonterminal()
			case "edge":
				err = r.later(false)
			case "secedge":
				err = r.later(true)
			}
			if err != nil {
				return err
			}
		}
	}
}

func (r *reader) terminal() error {
	n := int32(len(r.s.Tokens))
	token := treebank.Token{Parent: -1}
	var morph treebank.Morph
	noted := false // "--" too, so that it is written again
	var err error
	var key []byte
	for i := range r.x.Attrs {
		attr := &r.x.Attrs[i]
		switch string(attr.Name) {
		case "id":
			key = attr.Value
		case "word":
			token.Form, err = r.x.Span(attr.Value)
		case "pos":
			token.Tag, err = r.x.Label(attr.Value)
		case "lemma":
			noted = true
			if string(attr.Value) != "--" {
				morph.Lemma, err = r.x.Span(attr.Value)
			}
		case "morph":
			noted = true
			morph.Feats, err = r.x.Label(attr.Value)
		default:
			err = r.x.Keep(n, attr)
		}
		if err != nil {
			return err
		}
	}
	r.s.Tokens = append(r.s.Tokens, token)
	if noted || len(r.s.Morph) > 0 {
		for len(r.s.Morph) < int(n) {
			r.s.Morph = append(r.s.Morph, treebank.Morph{})
		}
		r.s.Morph = append(r.s.Morph, morph)
	}
	return r.define(key, 2*n)
}

func (r *reader) nonterminal() error {
	n := int32(len(r.s.Phrases))
	phrase := treebank.Phrase{Parent: -1}
	var err error
	var key []byte
	for i := range r.x.Attrs {
		attr := &r.x.Attrs[i]
		switch string(attr.Name) {
		case "id":
			key = attr.Value
		case "cat":
			if string(attr.Value) == "VROOT" && r.vroot < 0 {
				r.vroot = n
			}
			phrase.Label, err = r.x.Label(attr.Value)
		default:
			// The number of words is not yet known; links adds it to the index.
			err = r.x.Keep(-2-n, attr)
		}
		if err != nil {
			return err
		}
	}
	r.s.Phrases = append(r.s.Phrases, phrase)
	return r.define(key, 2*n+1)
}

func (r *reader) define(key []byte, value int32) error {
	if key == nil {
		return r.x.Here("an attribute id", "<"+string(r.x.Name)+"> without one")
	}
	r.owner = value
	if _, isNew := r.ids.Number(key); !isNew {
		return r.x.At(r.x.OffsetOf(key), "a unique id", "\""+string(key)+"\" again")
	}
	r.nodes = append(r.nodes, value)
	return nil
}

// rest keeps all attributes except but.
func (r *reader) rest(index int32, but string) error {
	for i := range r.x.Attrs {
		if string(r.x.Attrs[i].Name) != but {
			if err := r.x.Keep(index, &r.x.Attrs[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// links connects the nodes by the edges that later recorded.
func (r *reader) links() error {
	n := int32(len(r.s.Tokens))
	for i := range r.s.Attrs {
		if at := &r.s.Attrs[i].Index; *at < -1 {
			*at = n - 2 - *at
		}
	}
	for len(r.s.Morph) > 0 && len(r.s.Morph) < int(n) {
		r.s.Morph = append(r.s.Morph, treebank.Morph{})
	}
	for _, edge := range r.pending {
		ref := r.text[edge.ref.Off : edge.ref.Off+edge.ref.Len]
		number := r.ids.Find(ref)
		if number < 0 {
			return r.x.At(int(edge.ref.Off), "the id of a terminal or nonterminal of this sentence", "\""+string(ref)+"\"")
		}
		to := r.nodes[number]
		if edge.secondary {
			r.s.Secondary = append(r.s.Secondary, treebank.Arc{Dep: index(edge.owner, n), Head: index(to, n), Rel: edge.label})
			continue
		}
		var up *int32
		var fn *treebank.Symbol
		if to&1 == 0 {
			up, fn = &r.s.Tokens[to/2].Parent, &r.s.Tokens[to/2].Func
		} else {
			up, fn = &r.s.Phrases[to/2].Parent, &r.s.Phrases[to/2].Func
		}
		if *up >= 0 {
			e := r.x.At(int(edge.ref.Off), "one parent of \""+string(ref)+"\"", "a second edge to it")
			e.Hint = "a second parent is written as <secedge>"
			return e
		}
		*up, *fn = edge.owner/2, edge.label
	}
	return nil
}

// index turns the number of a node, 2*token or 2*phrase+1, into an index as in
// Secondary, where n words come first.
func index(node, n int32) int32 {
	if node&1 == 0 {
		return node / 2
	}
	return n + node/2
}

// later records the edge of the current tag.
func (r *reader) later(secondary bool) error {
	switch {
	case !secondary && (r.owner < 0 || r.owner&1 == 0):
		return r.x.Here("an edge inside <nt>", "an edge outside")
	case r.owner < 0:
		return r.x.Here("a secedge inside <t> or <nt>", "a secedge outside")
	}
	ref := r.x.Find("idref")
	if ref == nil {
		return r.x.Here("an attribute idref", "<"+string(r.x.Name)+"> without one")
	}
	label, err := r.x.Label(r.x.Find("label"))
	if err != nil {
		return err
	}
	r.pending = append(r.pending, edge{secondary, r.owner, label, treebank.Span{Off: uint32(r.x.OffsetOf(ref)),
		Len: uint32(len(ref))}})
	return nil
}

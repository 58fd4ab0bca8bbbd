// Package tigerxml reads and writes TIGER-XML, the exchange format of TIGER,
// SMULTRON, SALSA and others: terminals and nonterminals with ids, edges with
// labels, discontinuous phrases, secondary edges.
//
// It is specified in Mengel & Lezius 2000 and König, Lezius & Voormann 2003
// (TIGERSearch User's Manual, ch. 5). What is a terminal and what is not is told
// by the elements and their ids, never by numbers. A nonterminal VROOT is only a
// mark and is dropped; several roots are normal. A secedge belongs to the
// dependent. Further attributes of <t> and <nt> are kept as Attrs; the head of
// the file (feature lists, document type) and <matches> are passed over. "--"
// is no value.
package tigerxml

import (
	"bytes"

	"assay/internal/xmlscan"
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
	Begin:    begin,
	End:      end,
}

func detect(head []byte) bool {
	head = bytes.TrimSpace(head)
	return bytes.HasPrefix(head, []byte("<")) && (bytes.Contains(head, []byte("<corpus")) || bytes.Contains(head, []byte("<subcorpus"))) &&
		!bytes.Contains(head, []byte("<alpino_ds"))
}

// id returns the id of the sentence; entities are left as they are.
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
	s     *treebank.Sentence
	text  []byte
	x     xmlscan.Scanner
	ids   idTable
	vroot int32
	value []byte
}

// parse reads the sentence twice: terminals and nonterminals, then edges, so
// that no list of edges need be kept.
func parse(s *treebank.Sentence, text []byte) error {
	r := reader{s: s, text: text, vroot: -1}
	r.ids.init(s, text, bytes.Count(text, []byte("<")))
	if err := r.nodes(); err != nil {
		return err
	}
	if err := r.links(); err != nil {
		return err
	}
	if r.vroot >= 0 {
		r.dropRoot()
	}
	if err := s.Arrange(); err != nil {
		return r.at(0, "a tree", "a cycle of edges")
	}
	return nil
}

func (r *reader) at(off int, want, found string) *treebank.SyntaxError {
	return treebank.At(r.text, off, want, found)
}

// span returns the place of a value, decoded.
func (r *reader) span(v []byte) (treebank.Span, error) {
	if xmlscan.Plain(v) {
		return treebank.Span{Off: uint32(r.x.OffsetOf(v)), Len: uint32(len(v))}, nil
	}
	v, err := r.decode(v)
	if err != nil {
		return treebank.Span{}, err
	}
	return r.s.Add(v), nil
}

// decode returns a value with its entities replaced.
func (r *reader) decode(v []byte) ([]byte, error) {
	if xmlscan.Plain(v) {
		return v, nil
	}
	out, at, err := xmlscan.Decode(r.value[:0], v)
	r.value = out
	if err != nil {
		e := r.at(r.x.OffsetOf(v)+at, "", "")
		syn := err.(*treebank.SyntaxError)
		e.Want, e.Found, e.Hint = syn.Want, syn.Found, syn.Hint
		return nil, e
	}
	return out, nil
}

// label returns the symbol of a value; "--" is none.
func (r *reader) label(v []byte) (treebank.Symbol, error) {
	if len(v) == 2 && v[0] == '-' && v[1] == '-' {
		return 0, nil
	}
	v, err := r.decode(v)
	if err != nil {
		return 0, err
	}
	return r.s.Syms.Intern(v), nil
}

// nodes reads the terminals and nonterminals and their ids.
func (r *reader) nodes() error {
	r.x.Reset(r.text)
	depth, closed := 0, false
	for {
		k, err := r.x.Next()
		if err != nil {
			return err
		}
		switch k {
		case xmlscan.EOF:
			if !closed {
				e := r.at(len(r.text), "</s>", "the end of the file, or the next sentence")
				e.Hint = "the file is cut off here, or an end tag is missing"
				return e
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
					if r.s.ID, err = r.span(v); err != nil {
						return err
					}
				}
				err = r.rest(-1, "id")
			case "t":
				err = r.terminal()
			case "nt":
				err = r.nonterminal()
			}
			if err != nil {
				return err
			}
		}
	}
}

func (r *reader) terminal() error {
	n := int32(len(r.s.Tokens))
	t := treebank.Token{Parent: -1}
	var m treebank.Morph
	var err error
	var key []byte
	for i := range r.x.Attrs {
		a := &r.x.Attrs[i]
		switch string(a.Name) {
		case "id":
			key = a.Value
		case "word":
			t.Form, err = r.span(a.Value)
		case "pos":
			t.Tag, err = r.label(a.Value)
		case "lemma":
			if string(a.Value) != "--" {
				m.Lemma, err = r.span(a.Value)
			}
		case "morph":
			m.Feats, err = r.label(a.Value)
		default:
			err = r.attr(n, a)
		}
		if err != nil {
			return err
		}
	}
	r.s.Tokens = append(r.s.Tokens, t)
	if m != (treebank.Morph{}) || len(r.s.Morph) > 0 {
		for len(r.s.Morph) < int(n) {
			r.s.Morph = append(r.s.Morph, treebank.Morph{})
		}
		r.s.Morph = append(r.s.Morph, m)
	}
	return r.define(key, 2*n)
}

func (r *reader) nonterminal() error {
	n := int32(len(r.s.Phrases))
	p := treebank.Phrase{Parent: -1}
	var err error
	var key []byte
	for i := range r.x.Attrs {
		a := &r.x.Attrs[i]
		switch string(a.Name) {
		case "id":
			key = a.Value
		case "cat":
			if string(a.Value) == "VROOT" && r.vroot < 0 {
				r.vroot = n
			}
			p.Label, err = r.label(a.Value)
		default:
			// The number of words is not known yet; links will move the index.
			err = r.attr(-2-n, a)
		}
		if err != nil {
			return err
		}
	}
	r.s.Phrases = append(r.s.Phrases, p)
	return r.define(key, 2*n+1)
}

func (r *reader) define(key []byte, value int32) error {
	if key == nil {
		return r.at(r.x.Offset(), "an attribute id", "<"+string(r.x.Name)+"> without one")
	}
	if !r.ids.add(r.x.OffsetOf(key), len(key), value) {
		return r.at(r.x.OffsetOf(key), "an id of its own", "\""+string(key)+"\" again")
	}
	return nil
}

// attr keeps an attribute that has no field.
func (r *reader) attr(index int32, a *xmlscan.Attr) error {
	v, err := r.span(a.Value)
	if err != nil {
		return err
	}
	r.s.Attrs = append(r.s.Attrs, treebank.Attr{Index: index, Key: r.s.Syms.Intern(a.Name), Value: v})
	return nil
}

// rest keeps the attributes but one.
func (r *reader) rest(index int32, but string) error {
	for i := range r.x.Attrs {
		if string(r.x.Attrs[i].Name) != but {
			if err := r.attr(index, &r.x.Attrs[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// links reads the edges.
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
	r.x.Reset(r.text)
	tok, ph := int32(-1), int32(-1)
	owner := int32(-1) // as Secondary counts
	for {
		k, err := r.x.Next()
		if err != nil || k == xmlscan.EOF {
			return err
		}
		if k != xmlscan.Start {
			continue
		}
		switch string(r.x.Name) {
		case "t":
			tok++
			owner = tok
		case "nt":
			ph++
			owner = n + ph
		case "edge":
			err = r.edge(owner - n)
		case "secedge":
			err = r.secedge(owner)
		}
		if err != nil {
			return err
		}
	}
}

// refer returns what the idref of the current tag names.
func (r *reader) refer() (int32, error) {
	ref := r.x.Find("idref")
	if ref == nil {
		return 0, r.at(r.x.Offset(), "an attribute idref", "<"+string(r.x.Name)+"> without one")
	}
	v, ok := r.ids.find(ref)
	if !ok {
		return 0, r.at(r.x.OffsetOf(ref), "the id of a terminal or nonterminal of this sentence", "\""+string(ref)+"\"")
	}
	return v, nil
}

func (r *reader) edge(parent int32) error {
	if parent < 0 {
		return r.at(r.x.Offset(), "an edge inside <nt>", "an edge outside")
	}
	v, err := r.refer()
	if err != nil {
		return err
	}
	label, err := r.label(r.x.Find("label"))
	if err != nil {
		return err
	}
	up, fn := &r.s.Phrases[0].Parent, &r.s.Phrases[0].Func
	if v&1 == 0 {
		up, fn = &r.s.Tokens[v/2].Parent, &r.s.Tokens[v/2].Func
	} else {
		up, fn = &r.s.Phrases[v/2].Parent, &r.s.Phrases[v/2].Func
	}
	if *up >= 0 {
		e := r.at(r.x.Offset(), "one parent of \""+string(r.x.Find("idref"))+"\"", "a second edge to it")
		e.Hint = "a second parent is written as <secedge>"
		return e
	}
	*up, *fn = parent, label
	return nil
}

func (r *reader) secedge(owner int32) error {
	if owner < 0 {
		return r.at(r.x.Offset(), "a secedge inside <t> or <nt>", "a secedge outside")
	}
	v, err := r.refer()
	if err != nil {
		return err
	}
	label, err := r.label(r.x.Find("label"))
	if err != nil {
		return err
	}
	head := v / 2
	if v&1 == 1 {
		head += int32(len(r.s.Tokens))
	}
	r.s.Secondary = append(r.s.Secondary, treebank.Arc{Dep: owner, Head: head, Rel: label})
	return nil
}

// dropRoot takes the nonterminal VROOT out.
func (r *reader) dropRoot() {
	v, n := r.vroot, int32(len(r.s.Tokens))
	up := func(p *int32) {
		switch {
		case *p == v:
			*p = -1
		case *p > v:
			*p--
		}
	}
	for i := range r.s.Tokens {
		up(&r.s.Tokens[i].Parent)
	}
	r.s.Phrases = append(r.s.Phrases[:v], r.s.Phrases[v+1:]...)
	for i := range r.s.Phrases {
		up(&r.s.Phrases[i].Parent)
	}
	secs := r.s.Secondary[:0]
	for _, a := range r.s.Secondary {
		if a.Dep == n+v || a.Head == n+v {
			continue
		}
		if a.Dep > n+v {
			a.Dep--
		}
		if a.Head > n+v {
			a.Head--
		}
		secs = append(secs, a)
	}
	r.s.Secondary = secs
	attrs := r.s.Attrs[:0]
	for _, a := range r.s.Attrs {
		if a.Index == n+v {
			continue
		}
		if a.Index > n+v {
			a.Index--
		}
		attrs = append(attrs, a)
	}
	r.s.Attrs = attrs
}

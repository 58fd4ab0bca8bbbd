// Package corefud reads and writes the files of CorefUD (Nedoluzhko et al. 2022): CoNLL-U with mentions of entities in
// MISC. A document goes from one newdoc to the next; its sentences are joined, and Breaks are their beginnings.
//
// The comment global.Entity names the fields of a mention, as in eid-etype-head-other. Entity=(e1-person-2 begins a
// mention, e1) ends it, (e1-person-1) is one of one node, and several follow one another without a sign
// between them. (e3[1/2]-person-1) and (e3[2/2]-person-1) are the parts of one mention. The head is a number of a node
// in the mention; a mention has words and empty nodes. The field of the entity is eid or GRP.
//
// A mention without end or beginning, with parts in two sentences or with a head that it has not, is an error, and so
// are mentions without global.Entity. Bridge and SplitAnte are kept as written. The rest is as in package conllu.
package corefud

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/formats/conllu"
	"assay/formats/internal/conll"
	"assay/internal/entities"
	"assay/treebank"
)

// Format is CoNLL-U with mentions.
var Format = treebank.Format{
	Name: "corefud", Title: "CorefUD: CoNLL-U with mentions of entities",
	Source: "Nedoluzhko et al. 2022; ufal.github.io/corefUD", Ext: []string{".corefud.conllu", ".conllu"},
	Layers: treebank.Mentions | treebank.Tags | treebank.Lemmas | treebank.Morphology | treebank.Arcs |
		treebank.Relations | treebank.Enhanced, Keyed: true,
	Detect: detect, Split: conll.SplitDocuments, Parse: parse, Write: write,
	Dialect:  func(head []byte) int32 { return layoutOf(firstHeader(head)).pack() },
	ID:       func(text []byte) []byte { name, _ := conll.Document(text); return name },
	Document: conll.Document,
}

// usual are the fields of mentions in files of CorefUD, as their header names them.
const usual = "eid-etype-head-other"

// detect wants the fields of CorefUD and a mention. Files of GUM, whose first field is GRP, are mostly read for their
// trees: their format must be named.
func detect(head []byte) bool {
	header := firstHeader(head)
	return bytes.HasPrefix(header, []byte("eid")) && bytes.Contains(head, []byte("Entity=(")) && conllu.Format.Detect(head)
}

// firstHeader returns the value of the first global.Entity, nil if there is none.
func firstHeader(text []byte) []byte {
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		text = rest
		if len(line) > 0 && line[0] == '#' {
			if v, ok := conll.Comment(line, entities.Header); ok {
				return v
			}
		}
	}
	return nil
}

// A layout has the places of three fields, from 1; 0 is absent.
type layout struct{ entity, kind, head int }

func layoutOf(header []byte) (l layout) {
	for i, name := range bytes.Split(header, []byte("-")) {
		switch string(name) {
		case "eid", "GRP":
			l.entity = i + 1
		case "etype":
			l.kind = i + 1
		case "head":
			l.head = i + 1
		}
	}
	return l
}

// pack makes a layout one number.
func (l layout) pack() int32 { return int32(l.entity&63 | l.kind&63<<6 | l.head&63<<12) }

func unpack(n int32) layout { return layout{int(n & 63), int(n >> 6 & 63), int(n >> 12 & 63)} }

// A parser reads a document.
type parser struct {
	doc    *treebank.Sentence
	text   []byte
	layout layout
	one    treebank.Sentence // the sentence that is being read
	build  entities.Builder
	arcs   []treebank.Arc // Enhanced; empty nodes are later + their number
	kept   []treebank.Attr
}

// later marks the numbers of empty nodes until that of the words of the document is known.
const later = 1 << 28

func parse(doc *treebank.Sentence, text []byte) error {
	reader := &parser{doc: doc, text: text, layout: unpack(doc.Dialect)}
	if header := firstHeader(text); header != nil {
		reader.layout = layoutOf(header)
		doc.AddAttr(-1, entities.Header, treebank.SpanOf(text, header))
	}
	reader.build = entities.Builder{Sentence: doc, Text: text}
	reader.one.Syms = doc.Syms
	for at := 0; at < len(text); {
		extent := conllu.Format.Split(text[at:], true, 0)
		if !extent.Found {
			break
		}
		if err := reader.sentence(at+extent.Begin, at+extent.End); err != nil {
			return err
		}
		at += extent.Next
	}
	if len(doc.Tokens) == 0 {
		return treebank.At(text, 0, "words", "none")
	}
	if name, begins := conll.Document(text); begins {
		doc.NewDoc = true
		if len(name) > 0 {
			doc.ID = treebank.SpanOf(text, name)
			doc.Doc = doc.ID
		}
	}
	reader.finish()
	return reader.build.Finish()
}

// sentence adds the sentence in text[from:to] to the document.
func (p *parser) sentence(from, to int) error {
	one := &p.one
	one.Reset(p.text[from:to:to])
	one.Notes = nil
	err := conllu.Format.Parse(one, one.Text)
	for _, fault := range one.Notes {
		if len(one.Tokens) == 0 || fault.Want == "an empty line after the sentence" { // the end of the document
			continue
		}
		fault.Line += p.lines(from)
		p.doc.Note(fault)
	}
	if fault := (*treebank.SyntaxError)(nil); errors.As(err, &fault) {
		fault.Line += p.lines(from)
		return fault
	}
	if err != nil || len(one.Tokens) == 0 {
		return err
	}
	words, zeros := int32(len(p.doc.Tokens)), int32(len(p.doc.Empties))
	p.join(from)
	return p.mentions(words, zeros)
}

// lines is the number of lines before a place.
func (p *parser) lines(at int) int { return bytes.Count(p.text[:at], []byte("\n")) }

// join adds the words of the sentence that begins at from.
func (p *parser) join(from int) {
	doc, one := p.doc, &p.one
	words, zeros, own := int32(len(doc.Tokens)), int32(len(doc.Empties)), int32(len(one.Tokens))
	moved := func(span treebank.Span) treebank.Span {
		if span.Len > 0 {
			span.Off += uint32(from)
		}
		return span
	}
	index := func(i int32) int32 {
		switch {
		case i < 0:
			return i
		case i < own:
			return i + words
		}
		return later + zeros + i - own
	}
	if words > 0 {
		doc.Breaks = append(doc.Breaks, words)
	}
	morph := func(m treebank.Morph) treebank.Morph {
		m.Lemma, m.Misc = moved(m.Lemma), moved(m.Misc)
		return m
	}
	for i, token := range one.Tokens {
		token.Form = moved(token.Form)
		doc.Tokens = append(doc.Tokens, token)
		doc.Morph = append(doc.Morph, morph(one.Morph[i]))
	}
	for _, empty := range one.Empties {
		if empty.After == 0 && words > 0 {
			empty.Minor |= entities.Initial
		}
		empty.After += words
		empty.Token.Form, empty.Morph = moved(empty.Token.Form), morph(empty.Morph)
		doc.Empties = append(doc.Empties, empty)
	}
	for _, contraction := range one.Ranges {
		contraction.Begin, contraction.End = contraction.Begin+words, contraction.End+words
		contraction.Form, contraction.Misc = moved(contraction.Form), moved(contraction.Misc)
		contraction.Between = moved(contraction.Between)
		doc.Ranges = append(doc.Ranges, contraction)
	}
	for _, a := range one.Arcs {
		doc.Arcs = append(doc.Arcs, treebank.Arc{Dep: index(a.Dep), Head: index(a.Head), Rel: a.Rel})
	}
	for _, a := range one.Enhanced {
		p.arcs = append(p.arcs, treebank.Arc{Dep: index(a.Dep), Head: index(a.Head), Rel: a.Rel})
	}
	for _, a := range one.Attrs {
		p.kept = append(p.kept, treebank.Attr{Index: index(a.Index), Key: a.Key, Value: moved(a.Value)})
	}
	for _, c := range one.Comments {
		doc.Comments = append(doc.Comments, moved(c))
	}
}

// finish gives empty nodes their numbers.
func (p *parser) finish() {
	n := int32(len(p.doc.Tokens))
	set := func(i *int32) {
		if *i >= later {
			*i += n - later
		}
	}
	for i := range p.arcs {
		set(&p.arcs[i].Dep)
		set(&p.arcs[i].Head)
	}
	slices.SortStableFunc(p.arcs, func(a, b treebank.Arc) int { return int(a.Dep - b.Dep) })
	p.doc.Enhanced = append(p.doc.Enhanced, p.arcs...)
	for _, a := range p.kept { // of an empty node: no phrase has its number
		if a.Index < later {
			p.doc.Attrs = append(p.doc.Attrs, a)
		}
	}
}

// mentions reads MISC of the nodes of the last sentence, which begins after that many words and empty nodes.
func (p *parser) mentions(words, zeros int32) error {
	doc := p.doc
	for words < int32(len(doc.Tokens)) || zeros < int32(len(doc.Empties)) {
		before := entities.Place{Words: words, Zeros: zeros}
		var misc treebank.Span
		if zeros < int32(len(doc.Empties)) && doc.Empties[zeros].After <= words {
			misc = doc.Empties[zeros].Morph.Misc
			zeros++
		} else {
			misc = doc.Morph[words].Misc
			words++
		}
		if err := p.node(misc, before, entities.Place{Words: words, Zeros: zeros}); err != nil {
			return err
		}
	}
	if err := p.build.Unclosed(); err != nil {
		e := err.(*treebank.SyntaxError)
		e.Want = strings.Replace(e.Want, "document", "sentence", 1)
		return e
	}
	return nil
}

// entityOf returns the place of the value of Entity in MISC.
func entityOf(text []byte, misc treebank.Span) (value []byte, at int) {
	from := int(misc.Off)
	for one := range bytes.SplitSeq(text[from:from+int(misc.Len)], []byte("|")) {
		if v, ok := bytes.CutPrefix(one, []byte("Entity=")); ok {
			return v, from + len(one) - len(v)
		}
		from += len(one) + 1
	}
	return nil, 0
}

// node reads the brackets of one node.
func (p *parser) node(misc treebank.Span, before, after entities.Place) error {
	if misc.Len == 0 {
		return nil
	}
	value, at := entityOf(p.text, misc)
	if value == nil {
		return nil
	}
	if p.layout.entity == 0 {
		return treebank.At(p.text, at, "# global.Entity = "+usual+" before mentions", "none with eid or GRP")
	}
	for b := range entities.Brackets(value) {
		if !b.Valid() {
			return treebank.At(p.text, at+b.At, "mentions such as (e1-person-1), (e1-person-1 or e1)",
				fmt.Sprintf("%.40q", value[b.At:]))
		}
		if err := p.bracket(b, at+b.At, before, after); err != nil {
			return err
		}
	}
	return nil
}

// bracket reads one bracket.
func (p *parser) bracket(b entities.Bracket, at int, before, after entities.Place) error {
	name := b.Name
	if b.Opens {
		at++
	}
	opened := entities.Opened{At: at, Fields: treebank.Span{Off: uint32(at), Len: uint32(len(name))}}
	if b.Opens {
		name = nil
		place := 0
		for value := range bytes.SplitSeq(b.Name, []byte("-")) {
			switch place++; place {
			case p.layout.entity:
				name = value
			case p.layout.kind:
				if len(value) > 0 {
					opened.Type = p.doc.Syms.Intern(value)
				}
			case p.layout.head:
				n, err := strconv.Atoi(string(value))
				if err != nil && len(value) > 0 || err == nil && n < 1 {
					return treebank.At(p.text, at, "the number of the head in the mention", fmt.Sprintf("%.20q", value))
				}
				opened.Head = n
			}
		}
	}
	bare, index, total, ok := part(name)
	if !ok || len(bare) == 0 || bytes.ContainsAny(bare, " \t[]") {
		return treebank.At(p.text, at, "an entity such as e1 or e1[1/2]", fmt.Sprintf("%.40q", name))
	}
	opened.Entity, opened.Index, opened.Total = p.doc.Syms.Intern(bare), index, total
	if b.Opens {
		if err := p.build.Open(opened, before); err != nil {
			return err
		}
	}
	if b.Closes {
		return p.build.Close(opened.Entity, after, at)
	}
	return nil
}

// part cuts the number of a part from the name of an entity: e3[1/2].
func part(name []byte) (bare []byte, index, total int, ok bool) {
	bare, rest, found := bytes.Cut(name, []byte("["))
	if !found {
		return name, 0, 0, true
	}
	first, second, slash := strings.Cut(strings.TrimSuffix(string(rest), "]"), "/")
	index, err := strconv.Atoi(first)
	total, err2 := strconv.Atoi(second)
	return bare, index, total, slash && rest[len(rest)-1] == ']' && err == nil && err2 == nil && index > 0 && total > 0
}

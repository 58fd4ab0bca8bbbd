// Package mrx reads and writes MRX, Minimal Recursion Semantics in XML, as defined by
// the LKB's mrs.dtd and PyDelphin 1.10 (delphin.codecs.mrx).
package mrx

import (
	"bufio"
	"bytes"
	"slices"
	"strconv"
	"strings"

	"assay/formats/internal/xmlscan"
	"assay/formats/simplemrs"
	"assay/graph/mrs"
	"assay/internal/graph"
	"assay/treebank"
)

// Format is MRX.
var Format = treebank.Format{
	Name:      "mrx",
	Title:     "MRX, Minimal Recursion Semantics in XML",
	Source:    "mrs.dtd of the LKB; PyDelphin 1.10 delphin.codecs.mrx",
	Ext:       []string{".mrx"},
	Layers:    treebank.Graph,
	Framework: "mrs",
	Keyed:     true,
	Detect: func(head []byte) bool {
		return bytes.Contains(head, []byte("<mrs-list")) || bytes.Contains(head, []byte("<mrs "))
	},
	Split: func(data []byte, atEOF bool, _ int32) treebank.Extent {
		return graph.SplitElement(data, atEOF, "mrs")
	},
	Parse: parse,
	ID:    func(text []byte) []byte { return graph.Attribute(text, "ident") },
	Write: write,
	Begin: "<mrs-list>\n",
	End:   "</mrs-list>\n",
}

// A builder makes the MRS.
type builder struct {
	s    *treebank.Sentence
	m    *treebank.MRS
	t    *xmlscan.Tree
	name []byte // scratch memory
}

func trimmed(b []byte) []byte { return bytes.TrimSpace(b) }

// variable returns the variable of an element label or var, -1 if there is no such
// element.
func (b *builder) variable(e int32, sort string) int32 {
	if e < 0 {
		return -1
	}
	var vid []byte
	for _, a := range b.t.Attrs(e) {
		switch string(a.Name) {
		case "vid":
			vid = a.Value
		case "sort":
			if len(a.Value) > 0 {
				sort = string(a.Value)
			}
		}
	}
	b.name = append(append(b.name[:0], sort...), vid...)
	n := b.m.VarNamed(b.s.Syms, b.lower(b.name))
	for p := b.t.First(e); p >= 0; p = b.t.Next(p) {
		if string(b.t.Name(p)) == "extrapair" {
			var path, value []byte
			for c := b.t.First(p); c >= 0; c = b.t.Next(c) {
				switch string(b.t.Name(c)) {
				case "path":
					path = b.t.Text(c)
				case "value":
					value = b.t.Text(c)
				}
			}
			key := b.upper(trimmed(path))
			graph.SetProp(b.m, n, key, b.lower(trimmed(value)))
		}
	}
	return n
}

// lower returns the symbol of name in lower case.
func (b *builder) lower(name []byte) treebank.Symbol {
	return b.cased(&b.s.Syms.Lower, name, mrs.Lower)
}

// upper returns the symbol of name in upper case.
func (b *builder) upper(name []byte) treebank.Symbol {
	return b.cased(&b.s.Syms.Upper, name, mrs.Upper)
}

// cased returns the symbol of name in the case that change gives it; words remembers
// those of short names. Its keys end in a byte that SimpleMRS, which uses the same table,
// never has at the end.
func (b *builder) cased(words *treebank.Words, name []byte, change func([]byte) []byte) treebank.Symbol {
	if len(name) == 0 || len(name) > 7 {
		return b.s.Syms.Intern(change(name))
	}
	key := uint64(1)
	for i := len(name) - 1; i >= 0; i-- {
		key = key<<8 | uint64(name[i])
	}
	y, ok := words.Get(key)
	if !ok {
		y = b.s.Syms.Intern(change(name))
		words.Put(key, y)
	}
	return y
}

// side returns the variable on a side of a constraint.
func (b *builder) side(e int32) int32 {
	if e < 0 {
		return -1
	}
	if label := b.t.Child(e, "label"); label >= 0 {
		return b.variable(label, "h")
	}
	return b.variable(b.t.Child(e, "var"), "h")
}

func parse(sentence *treebank.Sentence, text []byte) error {
	tree, err := xmlscan.ReadTree(text)
	if err != nil {
		return err
	}
	defer tree.Free()
	sentence.Own()
	sentence.ID = sentence.Add(tree.Attr(xmlscan.Root, "ident"))
	if surface := tree.Attr(xmlscan.Root, "surface"); len(surface) > 0 {
		graph.Text(sentence, surface)
	}
	b := &builder{s: sentence, m: sentence.NewMRS(), t: tree}
	structure := b.m
	structure.Top, structure.Index = b.variable(tree.Child(xmlscan.Root, "label"),
		"h"), b.variable(tree.Child(xmlscan.Root, "var"), "e")
	for e := tree.First(xmlscan.Root); e >= 0; e = tree.Next(e) {
		if string(tree.Name(e)) == "ep" && !b.predication(e) {
			return treebank.At(text, 0, "a predicate of each ep", "none in number "+strconv.Itoa(len(structure.EPs)+1))
		}
	}
	for e := tree.First(xmlscan.Root); e >= 0; e = tree.Next(e) {
		switch string(tree.Name(e)) {
		case "hcons":
			b.constraint(&structure.HCons, tree.Child(e, "hi"), tree.Child(e, "lo"), tree.Attr(e, "hreln"))
		case "icons":
			b.constraint(&structure.ICons, tree.Child(e, "left"), tree.Child(e, "right"), tree.Attr(e, "ireln"))
		}
	}
	slices.SortStableFunc(structure.Props, func(a, b treebank.Prop) int { return int(a.Node - b.Node) })
	mrs.Derive(sentence, mrs.EDS)
	return nil
}

// predication reads an element ep. It reports whether it has a predicate.
func (b *builder) predication(x int32) bool {
	sentence, structure, tree := b.s, b.m, b.t
	label, pred, spred, realpred := int32(-1), int32(-1), int32(-1), int32(-1)
	for c := tree.First(x); c >= 0; c = tree.Next(c) {
		switch string(tree.Name(c)) {
		case "label":
			label = c
		case "pred":
			pred = c
		case "spred":
			spred = c
		case "realpred":
			realpred = c
		}
	}
	e := treebank.EP{Label: b.variable(label, "h"), ARG0: -1, From: -1, To: -1, First: int32(len(structure.Args))}
	if pred < 0 {
		pred = spred
	}
	if pred < 0 {
		pred = realpred
	}
	if pred < 0 {
		return false
	}
	e.Pred = sentence.Syms.Intern(mrs.NormalizePredicate(unquote(xmlscan.Predicate(tree, pred))))
	var from, to, surface, base []byte
	for _, a := range tree.Attrs(x) {
		switch string(a.Name) {
		case "cfrom":
			from = a.Value
		case "cto":
			to = a.Value
		case "surface":
			surface = a.Value
		case "base":
			base = a.Value
		}
	}
	if len(from) > 0 && len(to) > 0 {
		e.From, e.To = graph.Number(string(from)), graph.Number(string(to))
		b.name = strconv.AppendInt(append(b.name[:0], '<'), int64(e.From), 10)
		b.name = strconv.AppendInt(append(b.name, ':'), int64(e.To), 10)
		e.Lnk = sentence.Add(append(b.name, '>'))
	}
	e.Surface, e.Base = sentence.Add(surface), sentence.Add(base)
	for a := tree.First(x); a >= 0; a = tree.Next(a) {
		if string(tree.Name(a)) == "fvpair" {
			b.argument(&e, a)
		}
	}
	e.Last = int32(len(structure.Args))
	structure.EPs = append(structure.EPs, e)
	return true
}

// argument reads an element fvpair.
func (b *builder) argument(ep *treebank.EP, a int32) {
	constant, variable := int32(-1), int32(-1)
	var name []byte
	for c := b.t.First(a); c >= 0; c = b.t.Next(c) {
		switch string(b.t.Name(c)) {
		case "constant":
			constant = c
		case "rargname":
			name = b.t.Text(c)
		case "var":
			variable = c
		}
	}
	if constant >= 0 {
		ep.HasCarg, ep.Carg = true, b.s.Add(b.t.Text(constant))
		return
	}
	name, value := trimmed(name), b.variable(variable, "u")
	if value < 0 || len(name) == 0 {
		return
	}
	role := b.upper(name)
	switch b.s.Name(role) {
	case "ARG0":
		ep.ARG0 = value
	case "RSTR":
		ep.Quant = true
	}
	b.m.SetRole(ep.First, role, value)
}

func (b *builder) constraint(list *[]treebank.Constraint, hi, lo int32, rel []byte) {
	h, l := b.side(hi), b.side(lo)
	if h >= 0 && l >= 0 {
		*list = append(*list, treebank.Constraint{Hi: h, Lo: l, Rel: b.s.Syms.Intern(mrs.Lower(rel))})
	}
}

func unquote(pred []byte) []byte {
	if len(pred) > 1 && pred[0] == '"' && pred[len(pred)-1] == '"' {
		return pred[1 : len(pred)-1]
	}
	return bytes.TrimPrefix(pred, []byte("'"))
}

type printer struct {
	w    *bufio.Writer
	s    *treebank.Sentence
	done []bool
}

func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	structure := sentence.MRS
	if structure == nil {
		return simplemrs.ErrNoMRS
	}
	p := &printer{w, sentence, make([]bool, len(structure.Vars))}
	w.WriteString(`<mrs cfrom="-1" cto="-1"`)
	p.attr("surface", sentence.Str(sentence.Input))
	p.attr("ident", sentence.Str(sentence.ID))
	w.WriteByte('>')
	if structure.Top >= 0 {
		p.label(structure.Top)
	}
	if structure.Index >= 0 {
		p.variable(structure.Index)
	}
	w.WriteByte('\n')
	for i := range structure.EPs {
		p.ep(structure, &structure.EPs[i])
	}
	p.constraints("hcons", "hreln", "hi", "lo", structure.HCons)
	p.constraints("icons", "ireln", "left", "right", structure.ICons)
	_, err := w.WriteString("</mrs>\n")
	return err
}

func (p *printer) attr(name, value string) {
	if value != "" {
		p.w.WriteString(" " + name + `="` + graph.EscapeXML(value) + `"`)
	}
}

func (p *printer) element(name, value string) {
	p.w.WriteString("<" + name + ">" + graph.EscapeXML(value) + "</" + name + ">")
}

// split returns the number and the sort of a variable.
func (p *printer) split(v int32) (vid, sort string) {
	x := p.s.MRS.Vars[v]
	sort = p.s.Name(x.Sort)
	return strings.TrimPrefix(p.s.Name(x.Name), sort), sort
}

func (p *printer) label(v int32) {
	vid, sort := p.split(v)
	if sort != "h" {
		p.variable(v)
		return
	}
	p.w.WriteString("<label vid=\"" + graph.EscapeXML(vid) + `" />`)
}

func (p *printer) variable(v int32) {
	vid, sort := p.split(v)
	p.w.WriteString(`<var vid="` + graph.EscapeXML(vid) + `" sort="` + graph.EscapeXML(sort) + `"`)
	props := p.s.MRS.VarProps(v)
	if p.done[v] || len(props) == 0 {
		p.w.WriteString(" />")
		return
	}
	p.done[v] = true
	p.w.WriteByte('>')
	for _, q := range props {
		p.w.WriteString("<extrapair>")
		p.element("path", p.s.Name(q.Key))
		p.element("value", p.s.Name(q.Value))
		p.w.WriteString("</extrapair>")
	}
	p.w.WriteString("</var>")
}

func (p *printer) ep(structure *treebank.MRS, ep *treebank.EP) {
	p.w.WriteString(`<ep cfrom="` + strconv.Itoa(int(ep.From)) + `" cto="` + strconv.Itoa(int(ep.To)) + `"`)
	p.attr("surface", p.s.Str(ep.Surface))
	p.attr("base", p.s.Str(ep.Base))
	p.w.WriteByte('>')
	if lemma, pos, sense, ok := graph.SplitPred(p.s.Name(ep.Pred)); ok {
		p.w.WriteString("<realpred")
		p.attr("lemma", lemma)
		p.attr("pos", pos)
		p.attr("sense", sense)
		p.w.WriteString(" />")
	} else {
		p.element("pred", p.s.Name(ep.Pred))
	}
	if ep.Label >= 0 {
		vid, _ := p.split(ep.Label)
		p.w.WriteString(`<label vid="` + graph.EscapeXML(vid) + `" />`)
	}
	for _, a := range structure.Args[ep.First:ep.Last] {
		p.w.WriteString("<fvpair>")
		p.element("rargname", p.s.Name(a.Role))
		p.variable(a.Value)
		p.w.WriteString("</fvpair>")
	}
	if ep.HasCarg {
		p.w.WriteString("<fvpair><rargname>CARG</rargname>")
		p.element("constant", p.s.Str(ep.Carg))
		p.w.WriteString("</fvpair>")
	}
	p.w.WriteString("</ep>\n")
}

func (p *printer) constraints(name, rel, hi, lo string, list []treebank.Constraint) {
	for _, constraint := range list {
		p.w.WriteString("<" + name)
		p.attr(rel, p.s.Name(constraint.Rel))
		p.w.WriteString("><" + hi + ">")
		p.variable(constraint.Hi)
		p.w.WriteString("</" + hi + "><" + lo + ">")
		p.variable(constraint.Lo)
		p.w.WriteString("</" + lo + "></" + name + ">\n")
	}
}

// Package mrx reads and writes MRX, Minimal Recursion Semantics in XML, as defined by
// the LKB's mrs.dtd and PyDelphin 1.10 (delphin.codecs.mrx).
package mrx

import (
	"bufio"
	"bytes"
	"slices"
	"strconv"
	"strings"

	"assay/formats/simplemrs"
	"assay/graph/mrs"
	"assay/internal/graph"
	"assay/treebank"
)

// Format is MRX.
var Format = treebank.Format{
	Name:   "mrx",
	Title:  "MRX, Minimal Recursion Semantics in XML",
	Source: "mrs.dtd of the LKB; PyDelphin 1.10 delphin.codecs.mrx",
	Ext:    []string{".mrx"},
	Layers: treebank.Graph,
	Keyed:  true,
	Detect: func(head []byte) bool {
		return bytes.Contains(head, []byte("<mrs-list")) || bytes.Contains(head, []byte("<mrs "))
	},
	Split: func(data []byte, atEOF bool, _ int32) treebank.Extent {
		return graph.SplitElement(data, atEOF, "mrs")
	},
	Parse: parse,
	ID:    func(text []byte) []byte { return graph.Attribute(text, "ident") },
	Write: write,
	Begin: func(w *bufio.Writer) error { _, err := w.WriteString("<mrs-list>\n"); return err },
	End:   func(w *bufio.Writer) error { _, err := w.WriteString("</mrs-list>\n"); return err },
}

type variable struct {
	Vid   string `xml:"vid,attr"`
	Sort  string `xml:"sort,attr"`
	Props []struct {
		Path  string `xml:"path"`
		Value string `xml:"value"`
	} `xml:"extrapair"`
}

type side struct {
	Label *variable `xml:"label"`
	Var   *variable `xml:"var"`
}

type document struct {
	Surface string    `xml:"surface,attr"`
	Ident   string    `xml:"ident,attr"`
	Label   *variable `xml:"label"`
	Var     *variable `xml:"var"`
	EPs     []struct {
		From     string      `xml:"cfrom,attr"`
		To       string      `xml:"cto,attr"`
		Surface  string      `xml:"surface,attr"`
		Base     string      `xml:"base,attr"`
		Pred     *graph.Pred `xml:"pred"`
		SPred    *graph.Pred `xml:"spred"`
		RealPred *graph.Pred `xml:"realpred"`
		Label    *variable   `xml:"label"`
		Args     []struct {
			Role     string    `xml:"rargname"`
			Var      *variable `xml:"var"`
			Constant *string   `xml:"constant"`
		} `xml:"fvpair"`
	} `xml:"ep"`
	HCons []struct {
		Rel string `xml:"hreln,attr"`
		Hi  side   `xml:"hi"`
		Lo  side   `xml:"lo"`
	} `xml:"hcons"`
	ICons []struct {
		Rel   string `xml:"ireln,attr"`
		Left  side   `xml:"left"`
		Right side   `xml:"right"`
	} `xml:"icons"`
}

// A builder makes the MRS.
type builder struct {
	s *treebank.Sentence
	m *treebank.MRS
}

func (b *builder) variable(v *variable, sort string) int32 {
	if v == nil {
		return -1
	}
	if v.Sort != "" {
		sort = v.Sort
	}
	n := b.m.Var(b.s.Syms, []byte(strings.ToLower(sort+v.Vid)))
	for _, p := range v.Props {
		key, value := b.s.Syms.InternString(strings.ToUpper(strings.TrimSpace(p.Path))), b.s.Syms.InternString(strings.ToLower(strings.TrimSpace(p.Value)))
		graph.SetProp(b.m, n, key, value)
	}
	return n
}

func (b *builder) side(s side) int32 {
	if s.Label != nil {
		return b.variable(s.Label, "h")
	}
	return b.variable(s.Var, "h")
}

func parse(s *treebank.Sentence, text []byte) error {
	var d document
	if err := graph.DecodeXML(text, &d); err != nil {
		return err
	}
	s.Own()
	s.ID = s.AddString(d.Ident)
	if d.Surface != "" {
		s.Input = s.AddString(d.Surface)
		simplemrs.Words(s)
	}
	b := &builder{s: s, m: s.NewMRS()}
	m := b.m
	m.Top, m.Index = b.variable(d.Label, "h"), b.variable(d.Var, "e")
	arg0, rstr := s.Syms.InternString("ARG0"), s.Syms.InternString("RSTR")
	for i := range d.EPs {
		x := &d.EPs[i]
		e := treebank.EP{Label: b.variable(x.Label, "h"), ARG0: -1, From: -1, To: -1, First: int32(len(m.Args))}
		pred := x.Pred
		if pred == nil {
			pred = x.SPred
		}
		if pred == nil {
			pred = x.RealPred
		}
		if pred == nil {
			return treebank.At(text, 0, "a predicate of each ep", "none in number "+strconv.Itoa(i+1))
		}
		e.Pred = s.Syms.Intern(mrs.NormalizePredicate([]byte(unquote(pred.Name()))))
		if x.From != "" && x.To != "" {
			e.From, e.To = graph.Number(x.From), graph.Number(x.To)
			e.Lnk = s.AddString("<" + strconv.Itoa(int(e.From)) + ":" + strconv.Itoa(int(e.To)) + ">")
		}
		e.Surface, e.Base = s.AddString(x.Surface), s.AddString(x.Base)
		for _, a := range x.Args {
			role := strings.ToUpper(strings.TrimSpace(a.Role))
			if a.Constant != nil {
				e.HasCarg, e.Carg = true, s.AddString(*a.Constant)
				continue
			}
			y, v := s.Syms.InternString(role), b.variable(a.Var, "u")
			if v < 0 || y == 0 {
				continue
			}
			switch y {
			case arg0:
				e.ARG0 = v
			case rstr:
				e.Quant = true
			}
			m.SetRole(e.First, y, v)
		}
		e.Last = int32(len(m.Args))
		m.EPs = append(m.EPs, e)
	}
	for _, h := range d.HCons {
		b.constraint(&m.HCons, h.Hi, h.Lo, h.Rel)
	}
	for _, h := range d.ICons {
		b.constraint(&m.ICons, h.Left, h.Right, h.Rel)
	}
	slices.SortStableFunc(m.Props, func(a, b treebank.Prop) int { return int(a.Node - b.Node) })
	mrs.Derive(s, mrs.EDS)
	return nil
}

func (b *builder) constraint(list *[]treebank.Constraint, hi, lo side, rel string) {
	h, l := b.side(hi), b.side(lo)
	if h >= 0 && l >= 0 {
		*list = append(*list, treebank.Constraint{Hi: h, Lo: l, Rel: b.s.Syms.InternString(strings.ToLower(rel))})
	}
}

func unquote(pred string) string {
	if len(pred) > 1 && pred[0] == '"' && pred[len(pred)-1] == '"' {
		return pred[1 : len(pred)-1]
	}
	return strings.TrimPrefix(pred, "'")
}

type printer struct {
	w    *bufio.Writer
	s    *treebank.Sentence
	done []bool
}

func write(w *bufio.Writer, s *treebank.Sentence) error {
	m := s.MRS
	if m == nil {
		return simplemrs.ErrNoMRS
	}
	p := &printer{w, s, make([]bool, len(m.Vars))}
	w.WriteString(`<mrs cfrom="-1" cto="-1"`)
	p.attr("surface", s.Str(s.Input))
	p.attr("ident", s.Str(s.ID))
	w.WriteByte('>')
	if m.Top >= 0 {
		p.label(m.Top)
	}
	if m.Index >= 0 {
		p.variable(m.Index)
	}
	w.WriteByte('\n')
	for i := range m.EPs {
		p.ep(m, &m.EPs[i])
	}
	p.constraints("hcons", "hreln", "hi", "lo", m.HCons)
	p.constraints("icons", "ireln", "left", "right", m.ICons)
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

func (p *printer) ep(m *treebank.MRS, e *treebank.EP) {
	p.w.WriteString(`<ep cfrom="` + strconv.Itoa(int(e.From)) + `" cto="` + strconv.Itoa(int(e.To)) + `"`)
	p.attr("surface", p.s.Str(e.Surface))
	p.attr("base", p.s.Str(e.Base))
	p.w.WriteByte('>')
	if lemma, pos, sense, ok := graph.SplitPred(p.s.Name(e.Pred)); ok {
		p.w.WriteString("<realpred")
		p.attr("lemma", lemma)
		p.attr("pos", pos)
		p.attr("sense", sense)
		p.w.WriteString(" />")
	} else {
		p.element("pred", p.s.Name(e.Pred))
	}
	if e.Label >= 0 {
		vid, _ := p.split(e.Label)
		p.w.WriteString(`<label vid="` + graph.EscapeXML(vid) + `" />`)
	}
	for _, a := range m.Args[e.First:e.Last] {
		p.w.WriteString("<fvpair>")
		p.element("rargname", p.s.Name(a.Role))
		p.variable(a.Value)
		p.w.WriteString("</fvpair>")
	}
	if e.HasCarg {
		p.w.WriteString("<fvpair><rargname>CARG</rargname>")
		p.element("constant", p.s.Str(e.Carg))
		p.w.WriteString("</fvpair>")
	}
	p.w.WriteString("</ep>\n")
}

func (p *printer) constraints(name, rel, hi, lo string, list []treebank.Constraint) {
	for _, c := range list {
		p.w.WriteString("<" + name)
		p.attr(rel, p.s.Name(c.Rel))
		p.w.WriteString("><" + hi + ">")
		p.variable(c.Hi)
		p.w.WriteString("</" + hi + "><" + lo + ">")
		p.variable(c.Lo)
		p.w.WriteString("</" + lo + "></" + name + ">\n")
	}
}

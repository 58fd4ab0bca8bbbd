// Package mrsjson reads and writes Minimal Recursion Semantics in JSON,
//
//	{"top": "h0", "index": "e2", "relations": [{"label": "h1", "predicate": "_rain_v_1",
//	 "arguments": {"ARG0": "e2"}, "lnk": {"from": 3, "to": 9}}],
//	 "constraints": [{"relation": "qeq", "high": "h0", "low": "h1"}],
//	 "variables": {"e2": {"type": "e", "properties": {"TENSE": "past"}}}}
//
// as PyDelphin 1.10 defines it (delphin.codecs.mrsjson): objects one after
// another or in a list. Individual constraints have left and right instead
// of high and low. The writer puts one object on a line, with identifier and surface,
// which PyDelphin reads but does not write.
package mrsjson

import (
	"bufio"
	"slices"
	"strconv"
	"strings"

	"assay/formats/simplemrs"
	"assay/graph/mrs"
	"assay/internal/graph"
	"assay/treebank"
)

// Format is MRS in JSON.
var Format = treebank.Format{
	Name:   "mrs-json",
	Title:  "Minimal Recursion Semantics in JSON",
	Source: "PyDelphin 1.10 delphin.codecs.mrsjson",
	Layers: treebank.Graph,
	Keyed:  true,
	Detect: func(head []byte) bool { return graph.DetectJSON(head, `"relations"`, `"predicate"`) },
	Split:  graph.SplitJSON,
	Parse:  parse,
	ID:     func(text []byte) []byte { return graph.JSONName(text, "identifier") },
	Write:  write,
}

type document struct {
	Identifier, Top, Index graph.Scalar
	Surface                string
	Relations              []relation
	Constraints            []struct {
		Relation               graph.Scalar
		High, Low, Left, Right graph.Scalar
	}
	Variables graph.Fields
}

type relation struct {
	Label     graph.Scalar
	Predicate string
	Arguments graph.Fields
	Lnk       *graph.Span
	Surface   string
	Base      string
}

func parse(s *treebank.Sentence, text []byte) error {
	var d document
	if err := graph.Decode(text, &d); err != nil {
		return err
	}
	s.Own()
	s.ID = s.AddString(string(d.Identifier))
	if d.Surface != "" {
		s.Input = s.AddString(d.Surface)
		simplemrs.Words(s)
	}
	m := s.NewMRS()
	m.Top, m.Index = variable(s, m, string(d.Top)), variable(s, m, string(d.Index))
	for _, v := range d.Variables {
		if err := properties(s, m, text, v); err != nil {
			return err
		}
	}
	for i := range d.Relations {
		if d.Relations[i].Predicate == "" {
			return treebank.At(text, 0, "a predicate of each relation", "none in number "+strconv.Itoa(i+1))
		}
		predication(s, m, &d.Relations[i])
	}
	for _, c := range d.Constraints {
		list, hi, lo := &m.HCons, variable(s, m, string(c.High)), variable(s, m, string(c.Low))
		if c.Left != "" {
			list, hi, lo = &m.ICons, variable(s, m, string(c.Left)), variable(s, m, string(c.Right))
		}
		if hi >= 0 && lo >= 0 {
			*list = append(*list, treebank.Constraint{Hi: hi, Lo: lo, Rel: s.Syms.InternString(strings.ToLower(string(c.Relation)))})
		}
	}
	slices.SortStableFunc(m.Props, func(a, b treebank.Prop) int { return int(a.Node - b.Node) })
	mrs.Derive(s, mrs.EDS)
	return nil
}

// variable returns the variable with that name, -1 if there is none.
func variable(s *treebank.Sentence, m *treebank.MRS, name string) int32 {
	if name == "" {
		return -1
	}
	return m.Var(s.Syms, []byte(strings.ToLower(name)))
}

func properties(s *treebank.Sentence, m *treebank.MRS, text []byte, v graph.Field) error {
	var d struct{ Properties graph.Fields }
	if err := graph.Decode(v.Value, &d); err != nil {
		return treebank.At(text, 0, "an object for variable "+v.Key, string(v.Value[:min(20, len(v.Value))]))
	}
	n := variable(s, m, v.Key)
	for _, p := range d.Properties {
		key, value := s.Syms.InternString(strings.ToUpper(p.Key)), s.Syms.InternString(strings.ToLower(p.Text()))
		if n >= 0 {
			graph.SetProp(m, n, key, value)
		}
	}
	return nil
}

func predication(s *treebank.Sentence, m *treebank.MRS, r *relation) {
	e := treebank.EP{Label: variable(s, m, string(r.Label)), ARG0: -1, From: -1, To: -1, First: int32(len(m.Args))}
	e.Pred = s.Syms.Intern(mrs.NormalizePredicate([]byte(r.Predicate)))
	e.Surface, e.Base = s.AddString(r.Surface), s.AddString(r.Base)
	if r.Lnk != nil {
		e.From, e.To = r.Lnk.From, r.Lnk.To
		e.Lnk = s.AddString("<" + strconv.Itoa(int(e.From)) + ":" + strconv.Itoa(int(e.To)) + ">")
	}
	for _, a := range r.Arguments {
		role := strings.ToUpper(a.Key)
		if role == "CARG" {
			e.HasCarg, e.Carg = true, s.AddString(a.Text())
			continue
		}
		v := variable(s, m, a.Text())
		if v < 0 || role == "" {
			continue
		}
		switch role {
		case "ARG0":
			e.ARG0 = v
		case "RSTR":
			e.Quant = true
		}
		m.SetRole(e.First, s.Syms.InternString(role), v)
	}
	e.Last = int32(len(m.Args))
	m.EPs = append(m.EPs, e)
}

// A printer appends the MRS of s to b.
type printer struct {
	b []byte
	s *treebank.Sentence
	m *treebank.MRS
}

func write(w *bufio.Writer, s *treebank.Sentence) error {
	if s.MRS == nil {
		return simplemrs.ErrNoMRS
	}
	p := &printer{s: s, m: s.MRS, b: []byte{'{'}}
	p.variable(`"top": `, p.m.Top)
	p.variable(`, "index": `, p.m.Index)
	p.raw(`, "relations": [`)
	for i := range p.m.EPs {
		p.comma(i)
		p.predication(&p.m.EPs[i])
	}
	p.raw(`], "constraints": [`)
	for i, c := range p.m.HCons {
		p.comma(i)
		p.constraint(c, `, "high": `, `, "low": `)
	}
	for i, c := range p.m.ICons {
		p.comma(i + len(p.m.HCons))
		p.constraint(c, `, "left": `, `, "right": `)
	}
	p.raw(`], "variables": {`)
	for v := range p.m.Vars {
		p.comma(v)
		p.properties(int32(v))
	}
	p.raw("}")
	p.text(`, "surface": `, s.Str(s.Input))
	p.text(`, "identifier": `, s.Str(s.ID))
	_, err := w.Write(append(p.b, "}\n"...))
	return err
}

func (p *printer) raw(text string) { p.b = append(p.b, text...) }

func (p *printer) comma(i int) {
	if i > 0 {
		p.raw(", ")
	}
}

func (p *printer) string(lead, value string) { p.b = graph.AppendString(append(p.b, lead...), value) }

// text is string where there is something to say.
func (p *printer) text(lead, value string) {
	if value != "" {
		p.string(lead, value)
	}
}

func (p *printer) variable(lead string, v int32) {
	if v < 0 {
		p.raw(lead + "null")
		return
	}
	p.string(lead, p.s.Name(p.m.Vars[v].Name))
}

func (p *printer) predication(e *treebank.EP) {
	p.variable(`{"label": `, e.Label)
	p.string(`, "predicate": `, p.s.Name(e.Pred))
	p.raw(`, "arguments": {`)
	n := 0
	for _, a := range p.m.Args[e.First:e.Last] {
		p.comma(n)
		p.string("", p.s.Name(a.Role))
		p.variable(": ", a.Value)
		n++
	}
	if e.HasCarg {
		p.comma(n)
		p.string(`"CARG": `, p.s.Str(e.Carg))
	}
	p.raw("}")
	if e.From >= 0 || e.To >= 0 {
		p.b = graph.AppendSpan(append(p.b, `, "lnk": `...), e.From, e.To)
	}
	p.text(`, "surface": `, p.s.Str(e.Surface))
	p.text(`, "base": `, p.s.Str(e.Base))
	p.raw("}")
}

func (p *printer) constraint(c treebank.Constraint, hi, lo string) {
	p.string(`{"relation": `, p.s.Name(c.Rel))
	p.variable(hi, c.Hi)
	p.variable(lo, c.Lo)
	p.raw("}")
}

func (p *printer) properties(v int32) {
	p.string("", p.s.Name(p.m.Vars[v].Name))
	p.string(`: {"type": `, p.s.Name(p.m.Vars[v].Sort))
	for i, q := range p.m.VarProps(v) {
		if i == 0 {
			p.raw(`, "properties": {`)
		} else {
			p.raw(", ")
		}
		p.string("", p.s.Name(q.Key))
		p.string(": ", p.s.Name(q.Value))
	}
	if len(p.m.VarProps(v)) > 0 {
		p.raw("}")
	}
	p.raw("}")
}

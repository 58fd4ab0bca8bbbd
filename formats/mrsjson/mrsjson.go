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

	"assay/formats/simplemrs"
	"assay/graph/mrs"
	"assay/internal/graph"
	"assay/treebank"
)

// Format is MRS in JSON.
var Format = treebank.Format{
	Name:      "mrs-json",
	Title:     "Minimal Recursion Semantics in JSON",
	Source:    "PyDelphin 1.10 delphin.codecs.mrsjson",
	Layers:    treebank.Graph,
	Framework: "mrs",
	Keyed:     true,
	Detect:    func(head []byte) bool { return graph.DetectJSON(head, `"relations"`, `"predicate"`) },
	Split:     graph.SplitJSON,
	Parse:     parse,
	ID:        func(text []byte) []byte { return graph.JSONName(text, "identifier") },
	Write:     write,
}

func parse(s *treebank.Sentence, text []byte) error { return graph.ReadObject(s, text, read) }

// read asks for members in the order in which they are usually written.
func read(sentence *treebank.Sentence, cursor *graph.Cursor) error {
	sentence.Own()
	r := reader{c: cursor, s: sentence, m: sentence.NewMRS()}
	r.m.Top, r.m.Index = -1, -1
	if cursor.At("top") {
		r.m.Top = r.variable(cursor.Scalar())
	}
	if cursor.At("index") {
		r.m.Index = r.variable(cursor.Scalar())
	}
	nameless := 0 // number from 1 of the first relation without a predicate
	if cursor.At("relations") {
		for i := range cursor.List() {
			if !r.predication() && nameless == 0 {
				nameless = i + 1
			}
		}
	}
	if cursor.At("constraints") {
		for range cursor.List() {
			r.constraint()
		}
	}
	if cursor.At("variables") {
		for name := range cursor.Object() {
			r.properties(name)
		}
	}
	cursor.Names(sentence)
	if err := cursor.End(); err != nil {
		return err
	}
	if nameless > 0 {
		return treebank.At(cursor.Text(), 0, "a predicate of each relation", "none in number "+strconv.Itoa(nameless))
	}
	slices.SortStableFunc(r.m.Props, func(a, b treebank.Prop) int { return int(a.Node - b.Node) })
	mrs.Derive(sentence, mrs.EDS)
	return nil
}

// A reader reads an MRS.
type reader struct {
	c *graph.Cursor
	s *treebank.Sentence
	m *treebank.MRS
}

// variable returns the variable with that name, -1 if it has none.
func (r *reader) variable(name []byte) int32 {
	if len(name) == 0 {
		return -1
	}
	return r.m.Var(r.s.Syms, mrs.Lower(name))
}

// properties reads {"type": "e", "properties": {...}} of a variable.
func (r *reader) properties(name []byte) {
	n := r.variable(name)
	for key := range r.c.Object() {
		if string(key) != "properties" {
			continue
		}
		for key := range r.c.Object() {
			k, value := r.s.Syms.Intern(mrs.Upper(key)), r.s.Syms.Intern(mrs.Lower(r.c.Any()))
			if n >= 0 {
				graph.SetProp(r.m, n, k, value)
			}
		}
	}
}

// predication reads a relation. It reports whether it has a predicate.
func (r *reader) predication() (named bool) {
	sentence, structure := r.s, r.m
	e := treebank.EP{Label: -1, ARG0: -1, From: -1, To: -1, First: int32(len(structure.Args))}
	arguments := -1 // where they are, if they come before the label
	labelled := false
	for key := range r.c.Object() {
		switch string(key) {
		case "label":
			e.Label, labelled = r.variable(r.c.Scalar()), true
		case "predicate":
			name := r.c.String()
			named = len(name) > 0
			e.Pred = sentence.Syms.Intern(mrs.NormalizePredicate(name))
		case "arguments":
			if arguments = r.c.Place(); labelled { // the usual order
				r.arguments(&e)
				arguments = -1
			}
		case "lnk":
			if e.From, e.To = r.c.Span(); e.From >= 0 || e.To >= 0 {
				e.Lnk = sentence.AddString("<" + strconv.Itoa(int(e.From)) + ":" + strconv.Itoa(int(e.To)) + ">")
			}
		case "surface":
			e.Surface = sentence.Add(r.c.String())
		case "base":
			e.Base = sentence.Add(r.c.String())
		}
	}
	if arguments >= 0 {
		end := r.c.Place()
		r.c.Return(arguments)
		r.arguments(&e)
		r.c.Return(end)
	}
	e.Last = int32(len(structure.Args))
	structure.EPs = append(structure.EPs, e)
	return named
}

// arguments reads {"ARG0": "e2", "CARG": "Kim"}.
func (r *reader) arguments(ep *treebank.EP) {
	for key := range r.c.Object() {
		role, value := mrs.Upper(key), r.c.Any()
		if string(role) == "CARG" {
			ep.HasCarg, ep.Carg = true, r.s.Add(value)
			continue
		}
		variable := r.variable(value)
		if variable < 0 || len(role) == 0 {
			continue
		}
		switch string(role) {
		case "ARG0":
			ep.ARG0 = variable
		case "RSTR":
			ep.Quant = true
		}
		r.m.SetRole(ep.First, r.s.Syms.Intern(role), variable)
	}
}

// constraint reads {"relation": "qeq", "high": "h0", "low": "h1"}, or one with left
// and right.
func (r *reader) constraint() {
	var relation, high, low, left, right []byte
	for key := range r.c.Object() {
		switch string(key) {
		case "relation":
			relation = r.c.Scalar()
		case "high":
			high = r.c.Scalar()
		case "low":
			low = r.c.Scalar()
		case "left":
			left = r.c.Scalar()
		case "right":
			right = r.c.Scalar()
		}
	}
	list := &r.m.HCons
	if len(left) > 0 {
		list, high, low = &r.m.ICons, left, right
	}
	hi, lo := r.variable(high), r.variable(low)
	if hi >= 0 && lo >= 0 {
		*list = append(*list, treebank.Constraint{Hi: hi, Lo: lo, Rel: r.s.Syms.Intern(mrs.Lower(relation))})
	}
}

// A printer writes the MRS of s.
type printer struct {
	graph.JSON
	s *treebank.Sentence
	m *treebank.MRS
}

func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	if sentence.MRS == nil {
		return simplemrs.ErrNoMRS
	}
	p := &printer{graph.JSON{B: []byte{'{'}}, sentence, sentence.MRS}
	p.variable("top", p.m.Top)
	p.variable("index", p.m.Index)
	p.Key("relations", "[")
	for i := range p.m.EPs {
		p.predication(&p.m.EPs[i])
	}
	p.End(']')
	p.Key("constraints", "[")
	for _, c := range p.m.HCons {
		p.constraint(c, "high", "low")
	}
	for _, c := range p.m.ICons {
		p.constraint(c, "left", "right")
	}
	p.End(']')
	p.Key("variables", "{")
	for v := range p.m.Vars {
		p.properties(int32(v))
	}
	p.End('}')
	p.Text("surface", sentence.Str(sentence.Input))
	p.Text("identifier", sentence.Str(sentence.ID))
	_, err := w.Write(append(p.B, "}\n"...))
	return err
}

func (p *printer) variable(key string, v int32) {
	if v < 0 {
		p.Key(key, "null")
		return
	}
	p.String(key, p.s.Name(p.m.Vars[v].Name))
}

func (p *printer) predication(ep *treebank.EP) {
	p.Item("{")
	p.variable("label", ep.Label)
	p.String("predicate", p.s.Name(ep.Pred))
	p.Key("arguments", "{")
	for _, a := range p.m.Args[ep.First:ep.Last] {
		p.variable(p.s.Name(a.Role), a.Value)
	}
	if ep.HasCarg {
		p.String("CARG", p.s.Str(ep.Carg))
	}
	p.End('}')
	if ep.From >= 0 || ep.To >= 0 {
		p.Span("lnk", ep.From, ep.To)
	}
	p.Text("surface", p.s.Str(ep.Surface))
	p.Text("base", p.s.Str(ep.Base))
	p.End('}')
}

func (p *printer) constraint(c treebank.Constraint, high, low string) {
	p.Item("{")
	p.String("relation", p.s.Name(c.Rel))
	p.variable(high, c.Hi)
	p.variable(low, c.Lo)
	p.End('}')
}

func (p *printer) properties(v int32) {
	p.Key(p.s.Name(p.m.Vars[v].Name), "{")
	p.String("type", p.s.Name(p.m.Vars[v].Sort))
	if props := p.m.VarProps(v); len(props) > 0 {
		p.Key("properties", "{")
		p.Props(p.s, props)
		p.End('}')
	}
	p.End('}')
}

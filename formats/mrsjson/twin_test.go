package mrsjson

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/formats/simplemrs"
	"assay/graph/mrs"
	"assay/internal/formattest"
	"assay/internal/graph"
	"assay/treebank"
)

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

func plainParse(s *treebank.Sentence, text []byte) error {
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
	m.Top, m.Index = plainVariable(s, m, string(d.Top)), plainVariable(s, m, string(d.Index))
	for _, v := range d.Variables {
		if err := plainProperties(s, m, text, v); err != nil {
			return err
		}
	}
	for i := range d.Relations {
		if d.Relations[i].Predicate == "" {
			return treebank.At(text, 0, "a predicate of each relation", "none in number "+strconv.Itoa(i+1))
		}
		plainPredication(s, m, &d.Relations[i])
	}
	for _, c := range d.Constraints {
		list, hi, lo := &m.HCons, plainVariable(s, m, string(c.High)), plainVariable(s, m, string(c.Low))
		if c.Left != "" {
			list, hi, lo = &m.ICons, plainVariable(s, m, string(c.Left)), plainVariable(s, m, string(c.Right))
		}
		if hi >= 0 && lo >= 0 {
			*list = append(*list, treebank.Constraint{Hi: hi, Lo: lo, Rel: s.Syms.InternString(strings.ToLower(string(c.Relation)))})
		}
	}
	slices.SortStableFunc(m.Props, func(a, b treebank.Prop) int { return int(a.Node - b.Node) })
	mrs.Derive(s, mrs.EDS)
	return nil
}

// plainVariable returns the variable with that name, -1 if there is none.
func plainVariable(s *treebank.Sentence, m *treebank.MRS, name string) int32 {
	if name == "" {
		return -1
	}
	return m.Var(s.Syms, []byte(strings.ToLower(name)))
}

func plainProperties(s *treebank.Sentence, m *treebank.MRS, text []byte, v graph.Field) error {
	var d struct{ Properties graph.Fields }
	if err := graph.Decode(v.Value, &d); err != nil {
		return treebank.At(text, 0, "an object for variable "+v.Key, string(v.Value[:min(20, len(v.Value))]))
	}
	n := plainVariable(s, m, v.Key)
	for _, p := range d.Properties {
		key, value := s.Syms.InternString(strings.ToUpper(p.Key)), s.Syms.InternString(strings.ToLower(p.Text()))
		if n >= 0 {
			graph.SetProp(m, n, key, value)
		}
	}
	return nil
}

func plainPredication(s *treebank.Sentence, m *treebank.MRS, r *relation) {
	e := treebank.EP{Label: plainVariable(s, m, string(r.Label)), ARG0: -1, From: -1, To: -1, First: int32(len(m.Args))}
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
		v := plainVariable(s, m, a.Text())
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

func TestTwin(t *testing.T) {
	formattest.JSONTwins(t, &Format, plainParse, "sem-formats", "erg-mrs107.mrs.json")
}

func FuzzTwin(f *testing.F) {
	f.Add([]byte(`{"top": "h0", "index": null, "relations": [{"label": "h1", "predicate": "_rain_v_1", "arguments": {"ARG0": "e2", "CARG": "\u0041"}, "lnk": {"from": 3, "to": 9}}], "constraints": [{"relation": "qeq", "high": "h0", "low": "h1"}], "variables": {"e2": {"type": "e", "properties": {"TENSE": "past"}}}}`))
	f.Fuzz(func(t *testing.T, text []byte) { formattest.SameJSON(t, &Format, plainParse, text) })
}

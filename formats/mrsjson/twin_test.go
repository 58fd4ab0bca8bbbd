package mrsjson

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/graph/mrs"
	"assay/internal/formattest"
	"assay/internal/graph"
	"assay/treebank"
)

type document struct {
	Identifier, Top, Index formattest.Scalar
	Surface                string
	Relations              []relation
	Constraints            []struct {
		Relation               formattest.Scalar
		High, Low, Left, Right formattest.Scalar
	}
	Variables formattest.Fields
}

type relation struct {
	Label     formattest.Scalar
	Predicate string
	Arguments formattest.Fields
	Lnk       *formattest.Span
	Surface   string
	Base      string
}

func plainParse(sentence *treebank.Sentence, text []byte) error {
	var d document
	if err := graph.Decode(text, &d); err != nil {
		return err
	}
	sentence.Own()
	sentence.ID = sentence.AddString(string(d.Identifier))
	if d.Surface != "" {
		sentence.Input = sentence.AddString(d.Surface)
		graph.Words(sentence)
	}
	structure := sentence.NewMRS()
	structure.Top, structure.Index = plainVariable(sentence, structure, string(d.Top)), plainVariable(sentence, structure, string(d.Index))
	for i := range d.Relations {
		if d.Relations[i].Predicate == "" {
			return treebank.At(text, 0, "a predicate of each relation", "none in number "+strconv.Itoa(i+1))
		}
		plainPredication(sentence, structure, &d.Relations[i])
	}
	for _, tc := range d.Constraints {
		list, hi, lo := &structure.HCons, plainVariable(sentence, structure, string(tc.High)), plainVariable(sentence, structure, string(tc.Low))
		if tc.Left != "" {
			list, hi, lo = &structure.ICons, plainVariable(sentence, structure, string(tc.Left)), plainVariable(sentence, structure, string(tc.Right))
		}
		if hi >= 0 && lo >= 0 {
			*list = append(*list, treebank.Constraint{Hi: hi, Lo: lo, Rel: sentence.Syms.InternString(strings.ToLower(string(tc.Relation)))})
		}
	}
	for _, v := range d.Variables {
		if err := plainProperties(sentence, structure, text, v); err != nil {
			return err
		}
	}
	slices.SortStableFunc(structure.Props, func(a, b treebank.Prop) int { return int(a.Node - b.Node) })
	mrs.Derive(sentence, mrs.EDS)
	return nil
}

// plainVariable returns the variable with that name, -1 if there is none.
func plainVariable(s *treebank.Sentence, m *treebank.MRS, name string) int32 {
	if name == "" {
		return -1
	}
	return m.Var(s.Syms, []byte(strings.ToLower(name)))
}

func plainProperties(sentence *treebank.Sentence, structure *treebank.MRS, text []byte, v formattest.Field) error {
	var d struct{ Properties formattest.Fields }
	if err := graph.Decode(v.Value, &d); err != nil {
		return treebank.At(text, 0, "an object for variable "+v.Key, string(v.Value[:min(20, len(v.Value))]))
	}
	n := plainVariable(sentence, structure, v.Key)
	for _, p := range d.Properties {
		key, value := sentence.Syms.InternString(strings.ToUpper(p.Key)), sentence.Syms.InternString(strings.ToLower(p.Text()))
		if n >= 0 {
			graph.SetProp(structure, n, key, value)
		}
	}
	return nil
}

func plainPredication(sentence *treebank.Sentence, structure *treebank.MRS, relation *relation) {
	e := treebank.EP{Label: plainVariable(sentence, structure, string(relation.Label)), ARG0: -1, From: -1, To: -1, First: int32(len(structure.Args))}
	e.Pred = sentence.Syms.Intern(mrs.NormalizePredicate([]byte(relation.Predicate)))
	e.Surface, e.Base = sentence.AddString(relation.Surface), sentence.AddString(relation.Base)
	if relation.Lnk != nil {
		e.From, e.To = relation.Lnk.From, relation.Lnk.To
		e.Lnk = sentence.AddString("<" + strconv.Itoa(int(e.From)) + ":" + strconv.Itoa(int(e.To)) + ">")
	}
	for _, argument := range relation.Arguments {
		role := strings.ToUpper(argument.Key)
		if role == "CARG" {
			e.HasCarg, e.Carg = true, sentence.AddString(argument.Text())
			continue
		}
		v := plainVariable(sentence, structure, argument.Text())
		if v < 0 || role == "" {
			continue
		}
		switch role {
		case "ARG0":
			e.ARG0 = v
		case "RSTR":
			e.Quant = true
		}
		structure.SetRole(e.First, sentence.Syms.InternString(role), v)
	}
	e.Last = int32(len(structure.Args))
	structure.EPs = append(structure.EPs, e)
}

func TestTwin(t *testing.T) {
	formattest.JSONTwins(t, &Format, plainParse, "sem-formats", "erg-mrs107.mrs.json")
}

func FuzzTwin(f *testing.F) {
	f.Add([]byte(`{"top": "h0", "index": null, "relations": [{"label": "h1", "predicate": "_rain_v_1", "arguments": {"ARG0": "e2", "CARG": "\u0041"}, ` +
		`"lnk": {"from": 3, "to": 9}}], "constraints": [{"relation": "qeq", "high": "h0", "low": "h1"}], "variables": {"e2": {"type": "e", "properties": ` +
		`{"TENSE": "past"}}}}`))
	f.Fuzz(func(t *testing.T, text []byte) { formattest.SameJSON(t, &Format, plainParse, text) })
}

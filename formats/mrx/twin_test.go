package mrx

import (
	"encoding/xml"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/graph/mrs"
	"assay/internal/formattest"
	"assay/internal/graph"
	"assay/treebank"
)

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
		From     string           `xml:"cfrom,attr"`
		To       string           `xml:"cto,attr"`
		Surface  string           `xml:"surface,attr"`
		Base     string           `xml:"base,attr"`
		Pred     *formattest.Pred `xml:"pred"`
		SPred    *formattest.Pred `xml:"spred"`
		RealPred *formattest.Pred `xml:"realpred"`
		Label    *variable        `xml:"label"`
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

// A plainBuilder makes the MRS.
type plainBuilder struct {
	s *treebank.Sentence
	m *treebank.MRS
}

func (b *plainBuilder) variable(variable *variable, sort string) int32 {
	if variable == nil {
		return -1
	}
	if variable.Sort != "" {
		sort = variable.Sort
	}
	n := b.m.Var(b.s.Syms, []byte(strings.ToLower(sort+variable.Vid)))
	for _, p := range variable.Props {
		key, value := b.s.Syms.InternString(strings.ToUpper(strings.TrimSpace(p.Path))), b.s.Syms.InternString(strings.ToLower(strings.TrimSpace(p.Value)))
		graph.SetProp(b.m, n, key, value)
	}
	return n
}

func (b *plainBuilder) side(s side) int32 {
	if s.Label != nil {
		return b.variable(s.Label, "h")
	}
	return b.variable(s.Var, "h")
}

func plainParse(sentence *treebank.Sentence, text []byte) error {
	var d document
	if err := xml.Unmarshal(text, &d); err != nil {
		return err
	}
	sentence.Own()
	sentence.ID = sentence.AddString(d.Ident)
	if d.Surface != "" {
		sentence.Input = sentence.AddString(d.Surface)
		graph.Words(sentence)
	}
	builder := &plainBuilder{s: sentence, m: sentence.NewMRS()}
	structure := builder.m
	structure.Top, structure.Index = builder.variable(d.Label, "h"), builder.variable(d.Var, "e")
	arg0, rstr := sentence.Syms.InternString("ARG0"), sentence.Syms.InternString("RSTR")
	for i := range d.EPs {
		x := &d.EPs[i]
		e := treebank.EP{Label: builder.variable(x.Label, "h"), ARG0: -1, From: -1, To: -1, First: int32(len(structure.Args))}
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
		e.Pred = sentence.Syms.Intern(mrs.NormalizePredicate([]byte(plainUnquote(pred.Name()))))
		if x.From != "" && x.To != "" {
			e.From, e.To = graph.Number(x.From), graph.Number(x.To)
			e.Lnk = sentence.AddString("<" + strconv.Itoa(int(e.From)) + ":" + strconv.Itoa(int(e.To)) + ">")
		}
		e.Surface, e.Base = sentence.AddString(x.Surface), sentence.AddString(x.Base)
		for _, arg := range x.Args {
			role := strings.ToUpper(strings.TrimSpace(arg.Role))
			if arg.Constant != nil {
				e.HasCarg, e.Carg = true, sentence.AddString(*arg.Constant)
				continue
			}
			symbol, variable := sentence.Syms.InternString(role), builder.variable(arg.Var, "u")
			if variable < 0 || symbol == 0 {
				continue
			}
			switch symbol {
			case arg0:
				e.ARG0 = variable
			case rstr:
				e.Quant = true
			}
			structure.SetRole(e.First, symbol, variable)
		}
		e.Last = int32(len(structure.Args))
		structure.EPs = append(structure.EPs, e)
	}
	for _, h := range d.HCons {
		builder.constraint(&structure.HCons, h.Hi, h.Lo, h.Rel)
	}
	for _, h := range d.ICons {
		builder.constraint(&structure.ICons, h.Left, h.Right, h.Rel)
	}
	slices.SortStableFunc(structure.Props, func(a, b treebank.Prop) int { return int(a.Node - b.Node) })
	mrs.Derive(sentence, mrs.EDS)
	return nil
}

func (b *plainBuilder) constraint(list *[]treebank.Constraint, hi, lo side, rel string) {
	h, l := b.side(hi), b.side(lo)
	if h >= 0 && l >= 0 {
		*list = append(*list, treebank.Constraint{Hi: h, Lo: l, Rel: b.s.Syms.InternString(strings.ToLower(rel))})
	}
}

func plainUnquote(pred string) string {
	if len(pred) > 1 && pred[0] == '"' && pred[len(pred)-1] == '"' {
		return pred[1 : len(pred)-1]
	}
	return strings.TrimPrefix(pred, "'")
}

func TestTwin(t *testing.T) { formattest.XMLTwins(t, &Format, plainParse, "erg-mrs107.mrx.xml") }

package dmrs

import (
	"bufio"
	"bytes"
	"slices"
	"strconv"
	"strings"

	"assay/internal/graph"
	"assay/mrs"
	"assay/treebank"
)

// Penman is the notation in PENMAN: (e2 / _bark_v_1 :lnk "<7:13>" :cvarsort e
// :ARG1-NEQ (x1 ...)). The first node is the top. A link without a role is
// written as MOD, which is PyDelphin's name for it.
var Penman = treebank.Format{
	Name:   "dmrs-penman",
	Title:  "Dependency MRS in PENMAN",
	Source: "PyDelphin 1.10 delphin.codecs.dmrspenman",
	Layers: treebank.Graph,
	Keyed:  true,
	Detect: func(head []byte) bool { return graph.DetectPenman(head) && bytes.Contains(head, []byte(":cvarsort ")) },
	Split:  graph.SplitPenman,
	Parse:  parsePenman,
	ID:     graph.PenmanID,
	Write:  writePenman,
}

func parsePenman(s *treebank.Sentence, text []byte) error {
	p, err := graph.ReadPenman(s, text)
	if err != nil {
		return err
	}
	b := graph.New(s)
	p.Build(b, "lnk carg cvarsort",
		func(name, label string) { b.Node(name, mrs.NormalizePredicate([]byte(label)), -1, -1) },
		func(a graph.PenmanAttr) {
			n := &s.Nodes[len(s.Nodes)-1]
			switch a.Role {
			case "lnk":
				if link := []byte(a.Value); mrs.LnkLen(link) == len(link) && len(link) > 0 {
					n.From, n.To = mrs.LnkSpan(link)
				}
			case "carg":
				n.Carg = s.AddString(a.Value)
			case "cvarsort":
				n.Type = s.Syms.InternString(a.Value)
			default:
				b.Prop(strings.ToUpper(a.Role), strings.ToLower(a.Value))
			}
		},
		func(from, to, relation string) {
			at := strings.LastIndexByte(relation, '-')
			if at < 0 {
				s.Note(&treebank.SyntaxError{Want: "a role and EQ, NEQ, H or HEQ, with - between them", Found: relation})
				at = len(relation)
			}
			b.Edge(from, to, strings.ToUpper(relation[:at]), strings.ToUpper(strings.TrimPrefix(relation[at:], "-")))
		})
	return nil
}

func writePenman(w *bufio.Writer, s *treebank.Sentence) error {
	_, undo, err := prepare(s)
	if err != nil {
		return err
	}
	defer undo()
	p := &graph.PenmanWriter{W: w, S: s, Label: func(i int32) string { return clean(s.Name(s.Nodes[i].Label), "()") }}
	quantifier := make([]bool, len(s.Nodes))
	for _, e := range s.Edges {
		role := s.Name(e.Label)
		quantifier[e.From] = quantifier[e.From] || role == "RSTR"
		if role == "" {
			role = "MOD"
		}
		p.Edges = append(p.Edges, graph.PenmanEdge{From: e.From, To: e.To, Role: clean(role, "()\"") + "-" + clean(s.Name(e.Post), "()\"")})
	}
	for i := range s.Nodes {
		sort := "_"
		if quantifier[i] {
			sort = "q"
		} else if t := s.Nodes[i].Type; t != 0 {
			sort = clean(s.Name(t), "()\":/")
		}
		p.Names = append(p.Names, sort+strconv.Itoa(i+1))
	}
	p.Attrs = func(i int32) (out []string) {
		n := &s.Nodes[i]
		if n.From >= 0 || n.To >= 0 {
			out = append(out, `:lnk "<`+span(n)+`>"`)
		}
		if n.Carg.Len > 0 {
			out = append(out, `:carg "`+graph.Escape(s.Str(n.Carg))+`"`)
		}
		if n.Type != 0 {
			out = append(out, ":cvarsort "+clean(s.Name(n.Type), "()\""))
		}
		for _, q := range graph.Props(s, i) {
			value := graph.PenmanValue(s.Name(q.Value), func(v string) bool { return slices.Contains(p.Names, v) })
			out = append(out, ":"+strings.ToLower(clean(s.Name(q.Key), "()\""))+" "+value)
		}
		return out
	}
	p.Write()
	return nil
}

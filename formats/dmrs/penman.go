package dmrs

import (
	"bufio"
	"bytes"
	"strconv"
	"strings"

	"assay/graph/mrs"
	"assay/internal/graph"
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
	defer b.Free()
	p.Build(b, "cvarsort", mrs.NormalizePredicate,
		func(key, value string) { b.Prop(mrs.Upper([]byte(key)), mrs.Lower([]byte(value))) },
		func(from, to, relation string) {
			at := strings.LastIndexByte(relation, '-')
			if at < 0 {
				s.Note(&treebank.SyntaxError{Want: "a role and EQ, NEQ, H or HEQ, with - between them", Found: relation})
				at = len(relation)
			}
			b.Edge([]byte(from), []byte(to), mrs.Upper([]byte(relation[:at])), mrs.Upper([]byte(strings.TrimPrefix(relation[at:], "-"))))
		})
	return nil
}

func writePenman(w *bufio.Writer, s *treebank.Sentence) error {
	_, undo, err := prepare(s)
	if err != nil {
		return err
	}
	defer undo()
	p := &graph.PenmanWriter{W: w, S: s, Sort: "cvarsort", Props: func(i int32) []treebank.Prop { return graph.Props(s, i) }}
	quantifier := make([]bool, len(s.Nodes))
	for _, e := range s.Edges {
		role := s.Name(e.Label)
		quantifier[e.From] = quantifier[e.From] || role == "RSTR"
		if role == "" {
			role = "MOD"
		}
		p.Edges = append(p.Edges, graph.PenmanEdge{From: e.From, To: e.To, Role: graph.Clean(role, "()\"") + "-" + graph.Clean(s.Name(e.Post), "()\"")})
	}
	for i := range s.Nodes {
		sort := "_"
		if quantifier[i] {
			sort = "q"
		} else if t := s.Nodes[i].Type; t != 0 {
			sort = graph.Clean(s.Name(t), "()\":/")
		}
		p.Names = append(p.Names, sort+strconv.Itoa(i+1))
	}
	p.Write()
	return nil
}

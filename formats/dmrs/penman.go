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
	Name:      "dmrs-penman",
	Title:     "Dependency MRS in PENMAN",
	Source:    "PyDelphin 1.10 delphin.codecs.dmrspenman",
	Layers:    treebank.Graph,
	Framework: "dmrs",
	Keyed:     true,
	Detect:    func(head []byte) bool { return graph.DetectPenman(head) && bytes.Contains(head, []byte(":cvarsort ")) },
	Split:     graph.SplitPenman,
	Parse:     parsePenman,
	ID:        graph.PenmanID,
	Write:     writePenman,
}

func parsePenman(sentence *treebank.Sentence, text []byte) error {
	penman, err := graph.ReadPenman(sentence, text)
	if err != nil {
		return err
	}
	builder := graph.New(sentence, text)
	defer builder.Free()
	penman.Build(builder, "cvarsort", mrs.NormalizePredicate,
		func(key, value string) { builder.Prop(mrs.Upper([]byte(key)), mrs.Lower([]byte(value))) },
		func(from, to, relation string) {
			at := strings.LastIndexByte(relation, '-')
			if at < 0 {
				sentence.Note(&treebank.SyntaxError{Want: "a role and EQ, NEQ, H or HEQ, with - between them", Found: relation})
				at = len(relation)
			}
			builder.Edge([]byte(from), []byte(to), mrs.Upper([]byte(relation[:at])),
				mrs.Upper([]byte(strings.TrimPrefix(relation[at:], "-"))))
		})
	return nil
}

func writePenman(w *bufio.Writer, sentence *treebank.Sentence) error {
	_, undo, err := prepare(sentence)
	if err != nil {
		return err
	}
	defer undo()
	writer := &graph.PenmanWriter{W: w, S: sentence, Sort: "cvarsort",
		Props: func(i int32) []treebank.Prop { return graph.Props(sentence, i) }}
	quantifier := make([]bool, len(sentence.Nodes))
	for _, edge := range sentence.Edges {
		role := sentence.Name(edge.Label)
		quantifier[edge.From] = quantifier[edge.From] || role == "RSTR"
		if role == "" {
			role = "MOD"
		}
		writer.Edges = append(writer.Edges, graph.PenmanEdge{From: edge.From, To: edge.To,
			Role: graph.Clean(role, "()\"") + "-" + graph.Clean(sentence.Name(edge.Post), "()\"")})
	}
	for i := range sentence.Nodes {
		sort := "_"
		if quantifier[i] {
			sort = "q"
		} else if t := sentence.Nodes[i].Type; t != 0 {
			sort = graph.Clean(sentence.Name(t), "()\":/")
		}
		writer.Names = append(writer.Names, sort+strconv.Itoa(i+1))
	}
	writer.Write()
	return nil
}

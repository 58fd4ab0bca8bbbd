package eds

import (
	"bufio"
	"bytes"

	"assay/graph/mrs"
	"assay/internal/graph"
	"assay/treebank"
)

// Penman is the notation in PENMAN: (e2 / _bark_v_1 :lnk "<7:13>" :ARG1 (x3 ...)).
// A role in lower case is an attribute, as in PyDelphin, unless its value is a
// node.
var Penman = treebank.Format{
	Name:      "eds-penman",
	Title:     "Elementary Dependency Structures in PENMAN",
	Source:    "PyDelphin 1.10 delphin.codecs.edspenman",
	Layers:    treebank.Graph,
	Framework: "eds",
	Keyed:     true,
	Detect: func(head []byte) bool {
		return graph.DetectPenman(head) && !bytes.Contains(head, []byte(":cvarsort ")) // of a DMRS
	},
	Split: graph.SplitPenman,
	Parse: parsePenman,
	ID:    graph.PenmanID,
	Write: writePenman,
}

func parsePenman(s *treebank.Sentence, text []byte) error {
	penman, err := graph.ReadPenman(s, text)
	if err != nil {
		return err
	}
	b := graph.New(s, text)
	defer b.Free()
	penman.Build(b, "type", mrs.Lower,
		func(key, value string) { b.Prop(mrs.Upper([]byte(key)), []byte(value)) },
		func(from, to, role string) { b.Edge([]byte(from), []byte(to), []byte(role), nil) })
	return nil
}

func writePenman(w *bufio.Writer, sentence *treebank.Sentence) error {
	graph.EDS(sentence)
	names := graph.Names(sentence)
	for i := range names {
		names[i] = graph.Clean(names[i], "()\":/")
	}
	writer := &graph.PenmanWriter{W: w, S: sentence, Names: names, Sort: "type",
		Props: func(i int32) []treebank.Prop { return sorted(sentence, i) }}
	for i := range sentence.Nodes {
		for _, e := range outgoing(sentence, int32(i)) {
			writer.Edges = append(writer.Edges, graph.PenmanEdge{From: e.From, To: e.To,
				Role: graph.Clean(role(sentence, e), ",]{}")})
		}
	}
	writer.Write()
	return nil
}

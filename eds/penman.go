package eds

import (
	"bufio"
	"bytes"
	"slices"
	"strings"

	"assay/internal/graph"
	"assay/mrs"
	"assay/treebank"
)

// Penman is the notation in PENMAN: (e2 / _bark_v_1 :lnk "<7:13>" :ARG1 (x3 ...)).
// A role in lower case is an attribute, as in PyDelphin, unless its value is a
// node.
var Penman = treebank.Format{
	Name:   "eds-penman",
	Title:  "Elementary Dependency Structures in PENMAN",
	Source: "PyDelphin 1.10 delphin.codecs.edspenman",
	Layers: treebank.Graph,
	Keyed:  true,
	Detect: func(head []byte) bool {
		return graph.DetectPenman(head) && !bytes.Contains(head, []byte(":cvarsort ")) // of a DMRS
	},
	Split: graph.SplitPenman,
	Parse: parsePenman,
	ID:    graph.PenmanID,
	Write: writePenman,
}

func parsePenman(s *treebank.Sentence, text []byte) error {
	p, err := graph.ReadPenman(s, text)
	if err != nil {
		return err
	}
	b := graph.New(s)
	p.Build(b, "lnk carg type",
		func(name, label string) { b.Node(name, mrs.Lower([]byte(label)), -1, -1) },
		func(a graph.PenmanAttr) {
			n := &s.Nodes[len(s.Nodes)-1]
			switch a.Role {
			case "lnk":
				if link := []byte(a.Value); mrs.LnkLen(link) == len(link) && len(link) > 0 {
					n.From, n.To = mrs.LnkSpan(link)
				}
			case "carg":
				n.Carg = s.AddString(a.Value)
			case "type":
				n.Type = s.Syms.InternString(a.Value)
			default:
				b.Prop(strings.ToUpper(a.Role), a.Value)
			}
		},
		func(from, to, role string) { b.Edge(from, to, role, "") })
	return nil
}

func writePenman(w *bufio.Writer, s *treebank.Sentence) error {
	graph.EDS(s)
	names := graph.Names(s)
	for i := range names {
		names[i] = clean(names[i], "()\":/")
	}
	p := &graph.PenmanWriter{W: w, S: s, Names: names, Label: func(i int32) string { return clean(label(s, &s.Nodes[i]), "()") }}
	for i := range s.Nodes {
		for _, e := range outgoing(s, int32(i)) {
			p.Edges = append(p.Edges, graph.PenmanEdge{From: e.From, To: e.To, Role: role(s, e)})
		}
	}
	p.Attrs = func(i int32) (out []string) {
		n := &s.Nodes[i]
		if l := lnk(n); l != "" {
			out = append(out, `:lnk "`+l+`"`)
		}
		if n.Carg.Len > 0 {
			out = append(out, `:carg "`+graph.Escape(s.Str(n.Carg))+`"`)
		}
		if n.Type != 0 {
			out = append(out, ":type "+clean(s.Name(n.Type), "()"))
		}
		for _, q := range sorted(s, i) {
			value := graph.PenmanValue(s.Name(q.Value), func(v string) bool { return slices.Contains(names, v) })
			out = append(out, ":"+strings.ToLower(clean(s.Name(q.Key), "()\""))+" "+value)
		}
		return out
	}
	p.Write()
	return nil
}

package web

import (
	"encoding/json"
	"slices"

	"assay/draw"
	"assay/treebank"
)

// An Analysis is one side of a sentence as the script that draws it reads it.
// Empty parts are left out.
type Analysis struct {
	Words   []string `json:"w,omitempty"` // left out where they are those of gold
	Tags    []string `json:"t,omitempty"`
	Above   []int32  `json:"u,omitempty"` // phrase above each word
	Labels  []string `json:"l,omitempty"` // phrases
	Parents []int32  `json:"p,omitempty"`
	Begins  []int32  `json:"b,omitempty"` // first word of each phrase
	Heads   []int32  `json:"h,omitempty"`
	Rels    []string `json:"r,omitempty"`
	Nodes   []string `json:"n,omitempty"`
	Starts  []int32  `json:"s,omitempty"` // first character of each node
	Edges   [][3]any `json:"e,omitempty"` // from, to, label
	Tops    []int32  `json:"o,omitempty"`
	Marks   string   `json:"m,omitempty"` // a digit per phrase, word or node
	EMarks  string   `json:"k,omitempty"` // a digit per edge
	TMarks  string   `json:"g,omitempty"` // a digit per tag, left out where none differs
	Failure string   `json:"x,omitempty"` // why there is nothing to draw
}

// Line returns the JSON of a pair: gold, then the system, each with its marks.
// It has no line end and no "<" in it.
func Line(gold, system *treebank.Sentence, gm, sm draw.Marks) (string, error) {
	sides := []Analysis{analysis(gold, gm), analysis(system, sm)}
	if same(sides[0].Words, sides[1].Words) {
		sides[1].Words = nil
	}
	b, err := json.Marshal(sides)
	return string(b), err
}

func same(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func analysis(s *treebank.Sentence, m draw.Marks) Analysis {
	var a Analysis
	a.Failure = s.Failure
	if s.Missing && a.Failure == "" {
		a.Failure = "no analysis"
	}
	for i := range s.Tokens {
		t := s.Tokens[i]
		a.Words = append(a.Words, string(s.Word(int32(i))))
		a.Tags = append(a.Tags, joined(s.Name(t.Tag), s.Name(t.Func)))
	}
	if slices.ContainsFunc(m.Words, func(m draw.Mark) bool { return m > draw.Match }) {
		a.TMarks = digits(m.Words, len(s.Tokens))
	}
	switch {
	case len(s.Nodes) > 0:
		a.graph(s, m)
	case len(s.Phrases) > 0:
		a.tree(s, m)
	default:
		a.arcs(s, m)
	}
	return a
}

func joined(label, function string) string {
	if function == "" {
		return label
	}
	return label + ":" + function
}

func (a *Analysis) tree(s *treebank.Sentence, m draw.Marks) {
	for _, t := range s.Tokens {
		a.Above = append(a.Above, t.Parent)
	}
	for _, p := range s.Phrases {
		a.Labels = append(a.Labels, joined(s.Name(p.Label), s.Name(p.Func)))
		a.Parents = append(a.Parents, p.Parent)
		a.Begins = append(a.Begins, p.Begin)
	}
	a.Marks = digits(m.Phrases, len(s.Phrases))
}

func (a *Analysis) arcs(s *treebank.Sentence, m draw.Marks) {
	if len(s.Arcs) == 0 {
		return
	}
	a.Heads = make([]int32, len(s.Tokens))
	a.Rels = make([]string, len(s.Tokens))
	for i := range a.Heads {
		a.Heads[i] = treebank.Unknown
	}
	for _, arc := range s.Arcs {
		if int(arc.Dep) < len(a.Heads) {
			a.Heads[arc.Dep], a.Rels[arc.Dep] = arc.Head, s.Name(arc.Rel)
		}
	}
	a.Marks = digits(m.Links, len(s.Tokens))
}

func (a *Analysis) graph(s *treebank.Sentence, m draw.Marks) {
	for i, n := range s.Nodes {
		label := s.Name(n.Label)
		if n.Carg.Len > 0 {
			label += "(" + s.Str(n.Carg) + ")"
		}
		a.Nodes = append(a.Nodes, label)
		a.Starts = append(a.Starts, s.Nodes[i].From)
	}
	for _, e := range s.Edges {
		a.Edges = append(a.Edges, [3]any{e.From, e.To, s.Name(e.Label)})
	}
	a.Tops = s.Tops
	a.Marks, a.EMarks = digits(m.Nodes, len(s.Nodes)), digits(m.Edges, len(s.Edges))
}

// digits writes marks as a string of digits, "" if all are plain.
func digits(marks []draw.Mark, n int) string {
	b := make([]byte, n)
	some := false
	for i := range b {
		b[i] = '0'
		if i < len(marks) {
			b[i] += byte(marks[i])
			some = some || marks[i] != draw.Plain
		}
	}
	if !some {
		return ""
	}
	return string(b)
}

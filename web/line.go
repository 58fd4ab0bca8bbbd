package web

import (
	"encoding/json"
	"slices"
	"strings"

	"assay/diagnose"
	"assay/draw"
	"assay/treebank"
)

// An analysis is one side of a sentence as the script that draws it reads it.
// Empty parts are left out. The system's side leaves out words, tags and heads
// that equal gold's.
type analysis struct {
	Words   texts    `json:"w,omitempty"`
	Tags    texts    `json:"t,omitempty"`
	Above   []int32  `json:"u,omitempty"` // phrase above each word
	Labels  texts    `json:"l,omitempty"` // of phrases
	Parents []int32  `json:"p,omitempty"`
	Begins  []int32  `json:"b,omitempty"` // first word of each phrase
	Heads   []int32  `json:"h,omitempty"`
	Rels    texts    `json:"r,omitempty"`
	Other   [][3]any `json:"d,omitempty"` // word, head, relation where they are not gold's
	Nodes   texts    `json:"n,omitempty"`
	Starts  []int32  `json:"s,omitempty"` // first character of each node
	Edges   [][3]any `json:"e,omitempty"` // from, to, label
	Tops    []int32  `json:"o,omitempty"`
	Failure string   `json:"x,omitempty"` // why there is nothing to draw

	// On the system's side only: the marks of both sides, and values of words
	// that differ.
	OwnWords  bool     `json:"v,omitempty"`  // the words are not gold's
	GoldMarks string   `json:"gm,omitempty"` // a digit for each phrase, word or node of gold
	GoldEdges string   `json:"ge,omitempty"` // a digit for each edge of gold
	Marks     string   `json:"m,omitempty"`
	EdgeMarks string   `json:"k,omitempty"`
	Chips     [][4]any `json:"c,omitempty"` // word, layer, gold's value, the system's

	Joint *analysis `json:"j,omitempty"` // two graphs in one, with its own marks
}

// texts are strings in JSON: one string with blanks between them where none of
// them holds a blank, else an array.
type texts []string

// MarshalJSON implements json.Marshaler.
func (t texts) MarshalJSON() ([]byte, error) {
	if slices.ContainsFunc(t, func(s string) bool { return s == "" || strings.Contains(s, " ") }) {
		return json.Marshal([]string(t))
	}
	return json.Marshal(strings.Join(t, " "))
}

// textOf returns the words of s as wordsOf does, escaped for HTML.
func textOf(s *treebank.Sentence) string {
	return strings.ReplaceAll(strings.ReplaceAll(wordsOf(s), "&", "&amp;"), "<", "&lt;")
}

// sameWords reports whether two sentences have the same words.
func sameWords(a, b *treebank.Sentence) bool { return wordsOf(a) == wordsOf(b) }

// wordsOf returns the words of sentence between blanks, without line ends. Blanks within
// a word become no-break spaces.
func wordsOf(sentence *treebank.Sentence) string {
	words := make([]string, len(sentence.Tokens))
	for i := range sentence.Tokens {
		words[i] = strings.Map(func(r rune) rune {
			if r == ' ' || r == '\n' || r == '\r' || r == '\t' {
				return '\u00a0'
			}
			return r
		}, string(sentence.Word(int32(i))))
		if words[i] == "" {
			words[i] = "\u00a0"
		}
	}
	return strings.Join(words, " ")
}

// lines returns the JSON of gold and of the system. Neither has a line end or a
// "<" in it. same is true if both sides have the same words.
func lines(sight *diagnose.Sight, same bool) (gold, system string, err error) {
	g := analysisOf(sight.Gold)
	g.Words = nil // they are in a line of their own
	y := analysisOf(sight.System)
	y.GoldMarks, y.GoldEdges = marksOf(sight.Gold, sight.GoldMarks)
	y.Marks, y.EdgeMarks = marksOf(sight.System, sight.SystemMarks)
	for _, c := range sight.Chips {
		y.Chips = append(y.Chips, [4]any{c.Word, c.Layer, c.Gold, c.System})
	}
	if both := sight.Joint(); both != nil {
		y.joint(both)
	}
	y.OwnWords = !same
	if same {
		y.Words = nil
		if slices.Equal(g.Tags, y.Tags) {
			y.Tags = nil
		}
		if len(g.Heads) > 0 && len(g.Heads) == len(y.Heads) {
			y.Other = [][3]any{}
			for i, h := range y.Heads {
				if h != g.Heads[i] || y.Rels[i] != g.Rels[i] {
					y.Other = append(y.Other, [3]any{i, h, y.Rels[i]})
				}
			}
			y.Heads, y.Rels = nil, nil
		}
	}
	a, err := json.Marshal(g)
	if err != nil {
		return "", "", err
	}
	b, err := json.Marshal(y)
	return string(a), string(b), err
}

func analysisOf(sentence *treebank.Sentence) analysis {
	a := analysis{Failure: sentence.Failure}
	if sentence.Missing && a.Failure == "" {
		a.Failure = "no analysis"
	}
	for i := range sentence.Tokens {
		t := sentence.Tokens[i]
		a.Words = append(a.Words, string(sentence.Word(int32(i))))
		a.Tags = append(a.Tags, joined(sentence.Name(t.Tag), sentence.Name(t.Func)))
	}
	if !slices.ContainsFunc(a.Tags, func(t string) bool { return t != "" }) {
		a.Tags = nil
	}
	switch {
	case len(sentence.Nodes) > 0:
		a.graph(sentence)
	case len(sentence.Phrases) > 0:
		a.tree(sentence)
	default:
		a.arcs(sentence)
	}
	return a
}

func joined(label, function string) string {
	if function == "" {
		return label
	}
	return label + ":" + function
}

func (a *analysis) tree(s *treebank.Sentence) {
	for _, t := range s.Tokens {
		a.Above = append(a.Above, t.Parent)
	}
	for _, p := range s.Phrases {
		a.Labels = append(a.Labels, joined(s.Name(p.Label), s.Name(p.Func)))
		a.Parents = append(a.Parents, p.Parent)
		a.Begins = append(a.Begins, p.Begin)
	}
}

func (a *analysis) arcs(sentence *treebank.Sentence) {
	if len(sentence.Arcs) == 0 {
		return
	}
	a.Heads = make([]int32, len(sentence.Tokens))
	a.Rels = make([]string, len(sentence.Tokens))
	for i := range a.Heads {
		a.Heads[i] = treebank.Unknown
	}
	for _, arc := range sentence.Arcs {
		if int(arc.Dep) < len(a.Heads) {
			a.Heads[arc.Dep], a.Rels[arc.Dep] = arc.Head, sentence.Name(arc.Rel)
		}
	}
}

func (a *analysis) graph(sentence *treebank.Sentence) {
	for i, n := range sentence.Nodes {
		label := sentence.Name(n.Label)
		if n.Carg.Len > 0 {
			label += "(" + sentence.Str(n.Carg) + ")"
		}
		a.Nodes = append(a.Nodes, label)
		a.Starts = append(a.Starts, sentence.Nodes[i].From)
	}
	for _, e := range sentence.Edges {
		a.Edges = append(a.Edges, [3]any{e.From, e.To, sentence.Name(e.Label)})
	}
	a.Tops = sentence.Tops
}

// joint replaces the graph of the system by both graphs in one.
func (a *analysis) joint(both *draw.Joint) {
	j := analysis{}
	j.graph(both.Graph)
	for i := range j.Nodes {
		if n := &both.Graph.Nodes[i]; n.From >= 0 && n.To > n.From && both.Graph.Input.Len > 0 {
			j.Nodes[i] = strings.TrimSpace(j.Nodes[i] + "\n" + draw.Anchored(both.Graph, n.From, n.To))
		}
	}
	j.Marks, j.EdgeMarks = marksOf(both.Graph, both.Marks)
	a.Joint = &j
}

// marksOf returns the marks of the layer of sentence that is drawn.
func marksOf(sentence *treebank.Sentence, m draw.Marks) (marks, edges string) {
	switch {
	case len(sentence.Nodes) > 0:
		return digits(m.Nodes, len(sentence.Nodes)), digits(m.Edges, len(sentence.Edges))
	case len(sentence.Phrases) > 0:
		return digits(m.Phrases, len(sentence.Phrases)), ""
	}
	return digits(m.Links, len(sentence.Tokens)), ""
}

// digits writes marks as a string of digits, "" if all are plain or match.
func digits(marks []draw.Mark, n int) string {
	b := make([]byte, n)
	some := false
	for i := range b {
		b[i] = '0'
		if i < len(marks) {
			b[i] += byte(marks[i])
			some = some || marks[i] > draw.Match
		}
	}
	if !some {
		return ""
	}
	return string(b)
}

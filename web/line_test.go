package web

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/corpus"
	"assay/diagnose"
	"assay/draw"
	"assay/eval"
	"assay/internal/expressions"
	"assay/measures"
	"assay/treebank"
)

// The lines of sentences are those that encoding/json writes.
func TestLines(t *testing.T) {
	for _, tc := range []struct{ metric, gold, system string }{
		{"ud", "ewt.gold.conllu", "ewt.udpipe-swap.conllu"},
		{"evalb", "craft.gold.mrg", "craft.bllip-20.mrg"},
		{"smatch", "amr/gold.amr", "amr/parser-a.amr"},
		{"edm", "zhong/gold", "zhong/parser"},
		{"mwe", "parseme/gold.cupt", "parseme/noise.cupt"},
		{"coref", "gum/coref/gum.conllu", "gum/coref/ontogum.conllu"},
		{"rst-dep", "gum/gum11", "gum/gum7"},
	} {
		t.Run(tc.metric, func(t *testing.T) {
			metric, err := measures.Parse(tc.metric, measures.Config{})
			if err != nil {
				t.Fatal(err)
			}
			gold, system := open(t, tc.gold), open(t, tc.system)
			twin := &lineTwin{t: t, focus: diagnose.NewFocus(metric, metric.Headline())}
			opt := eval.Options{Jobs: 1, Collect: func() eval.Collector { return twin }, Collected: func(eval.Collector) {}}
			if _, err := eval.Run(context.Background(), gold, system, []*eval.Measure{metric}, opt); err != nil {
				t.Fatal(err)
			}
			if twin.n < 10 || twin.marked == 0 {
				t.Errorf("%d pairs, %d with errors", twin.n, twin.marked)
			}
		})
	}
}

func open(t *testing.T, name string) *treebank.Source {
	t.Helper()
	source, err := corpus.Open("../examples/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// A lineTwin compares the lines of each pair with those of the twin.
type lineTwin struct {
	t         *testing.T
	focus     *diagnose.Focus
	liner     liner
	pair      *eval.Pair
	sight     *diagnose.Sight
	n, marked int
}

func (l *lineTwin) Pair(p *eval.Pair) { l.pair, l.sight = p, diagnose.SightOf(p) }

func (l *lineTwin) Item(_ int, it *eval.Item) {
	if outcome, ok := l.sight.See(it, l.focus); ok && !outcome.Fine() {
		l.marked++
	}
}

func (l *lineTwin) End() {
	l.n++
	same := l.pair.SameWords()
	if got, want := string(appendText(nil, l.pair.Gold)), plainText(l.pair.Gold); got != want {
		l.t.Errorf("pair %d: text %q, want %q", l.pair.N, got, want)
	}
	gold, system, err := plainLines(l.sight, same)
	if err != nil {
		l.t.Fatal(err)
	}
	a, b := l.liner.append([]byte("x"), nil, l.sight, same)
	if string(a) != "x"+gold || string(b) != system {
		l.t.Errorf("pair %d:\n%s\n%s\nwant\n%s\n%s", l.pair.N, a[1:], b, gold, system)
	}
}

// Strings are escaped as encoding/json does.
func TestEscaped(t *testing.T) {
	for _, s := range []string{"", "plain", "a\"b\\c", "<b> & </script>", "línea", "a\u2028b\u2029", "tab\tline\n", "\x7f\x00\x1f",
		"bad \xff\xfe\xe2\x80", "“—”", "漢字\U0001f600"} {
		want, _ := json.Marshal(s)
		if got := string(appendQuoted(nil, s)); got != string(want) {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
}

// A store gives back every line, in any order.
func TestStore(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var s store
	var lines []string
	for range 3000 {
		line := strings.Repeat("abcdefgh"[:rng.IntN(9)], rng.IntN(60))
		lines = append(lines, line)
		s.add([]byte(line))
	}
	if len(s.blocks) < 3 {
		t.Fatalf("%d blocks", len(s.blocks))
	}
	order := rng.Perm(len(lines))
	for _, some := range [][]int{order[:500], slices.Sorted(slices.Values(order)), {2999, 0, 2999}} {
		r := s.reader()
		for _, i := range some {
			if got, err := r.line(i); err != nil || string(got) != lines[i] {
				t.Fatalf("line %d: %q, want %q (%v)", i, got, lines[i], err)
			}
		}
	}
}

// A plainAnalysis is analysis, as encoding/json writes it.
type plainAnalysis struct {
	Words   plainTexts `json:"w,omitempty"`
	Tags    plainTexts `json:"t,omitempty"`
	Changed [][2]any   `json:"j,omitempty"`
	Above   []int32    `json:"u,omitempty"` // phrase above each word
	Labels  plainTexts `json:"l,omitempty"` // of phrases
	Parents []int32    `json:"p,omitempty"`
	Begins  []int32    `json:"b,omitempty"` // first word of each phrase
	Sets    [][]int32  `json:"s,omitempty"` // stretches of words of each set
	Names   plainTexts `json:"e,omitempty"` // of their entities
	Breaks  []int32    `json:"k,omitempty"`
	Heads   []int32    `json:"h,omitempty"`
	Rels    plainTexts `json:"r,omitempty"`
	Other   [][3]any   `json:"d,omitempty"` // word, head, relation where they are not gold's
	Failure string     `json:"x,omitempty"` // why there is nothing to draw

	// On the system's side only: the marks of both sides, and values of words
	// that differ.
	OwnWords  bool     `json:"v,omitempty"`  // the words are not gold's
	BothMarks string   `json:"o,omitempty" ` // in place of the next two, where they are equal
	GoldMarks string   `json:"gm,omitempty"` // a digit for each phrase, word or node of gold
	Marks     string   `json:"m,omitempty"`
	Chips     [][4]any `json:"c,omitempty"` // word, layer, gold's value, the system's

	Columns *plainColumns `json:"q,omitempty"` // where both sides split the text differently

	Drawn json.RawMessage `json:"y,omitempty"` // graphs of both sides
}

// plainTexts are strings in JSON: one string with blanks between them where none of
// them holds a blank, else an array.
type plainTexts []string

type plainColumns struct {
	Words  plainTexts `json:"w"`
	Gold   []int32    `json:"g"`
	System []int32    `json:"s"`
}

// MarshalJSON implements json.Marshaler.
func (t plainTexts) MarshalJSON() ([]byte, error) {
	if slices.ContainsFunc(t, func(s string) bool { return s == "" || strings.Contains(s, " ") }) {
		return json.Marshal([]string(t))
	}
	return json.Marshal(strings.Join(t, " "))
}

// plainText returns the words of s as wordsOf does, escaped for HTML.
func plainText(s *treebank.Sentence) string {
	return strings.ReplaceAll(strings.ReplaceAll(wordsOf(s), "&", "&amp;"), "<", "&lt;")
}

// plainLines returns the JSON of gold and of the system. Neither has a line end or a
// "<" in it. same is true if both sides have the same words.
func plainLines(sight *diagnose.Sight, same bool) (gold, system string, err error) {
	links := len(sight.GoldMarks.Links)+len(sight.SystemMarks.Links) > 0
	g := plainOf(sight.Gold, links)
	g.Words = nil // they are in a line of their own
	y := plainOf(sight.System, links)
	y.GoldMarks = plainMarks(sight.Gold, sight.GoldMarks, links)
	y.Marks = plainMarks(sight.System, sight.SystemMarks, links)
	for _, c := range sight.Chips {
		y.Chips = append(y.Chips, [4]any{c.Word, c.Layer, c.Gold, c.System})
	}
	if len(sight.Gold.Nodes)+len(sight.System.Nodes) > 0 {
		y.Drawn = sight.Picture(drawingRoom, draw.Options{}).AppendJSON(nil)
	}
	y.OwnWords = !same
	if columns := sight.Columns(); !same && y.Drawn == nil && columns != nil {
		y.Columns = &plainColumns{columns.Words, columns.Gold, columns.System}
	}
	if same {
		y.Words = nil
		var changed [][2]any
		for i, tag := range y.Tags {
			if len(g.Tags) == len(y.Tags) && tag != g.Tags[i] {
				changed = append(changed, [2]any{i, tag})
			}
		}
		if len(g.Tags) == len(y.Tags) && (len(changed) == 0 || 2*len(changed) < len(y.Tags)) {
			y.Tags, y.Changed = nil, changed
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
	if y.GoldMarks == y.Marks {
		y.BothMarks, y.GoldMarks, y.Marks = y.Marks, "", ""
	}
	a, err := json.Marshal(g)
	if err != nil {
		return "", "", err
	}
	b, err := json.Marshal(y)
	return string(a), string(b), err
}

func plainOf(sentence *treebank.Sentence, links bool) plainAnalysis {
	a := plainAnalysis{Failure: sentence.Failure}
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
	case links:
		a.arcs(sentence)
	case len(sentence.Phrases) > 0 && len(sentence.Secondary) > 0:
		a.sets(sentence)
	case len(sentence.Phrases) > 0:
		a.tree(sentence)
	default:
		a.arcs(sentence)
	}
	return a
}

func (a *plainAnalysis) sets(s *treebank.Sentence) {
	for i, words := range expressions.All(nil, s) {
		p, set := &s.Phrases[i], []int32{}
		for k, word := range words {
			if k == 0 || word > words[k-1]+1 {
				set = append(set, word, word)
			}
			set[len(set)-1] = word
		}
		a.Sets, a.Begins = append(a.Sets, set), append(a.Begins, p.Begin)
		a.Labels = append(a.Labels, joined(s.Name(p.Label), s.Name(p.Func)))
		if p.Func != 0 {
			a.Names = append(a.Names, s.Name(p.Func))
		}
	}
	a.Breaks = s.Breaks
}

func (a *plainAnalysis) tree(s *treebank.Sentence) {
	for _, t := range s.Tokens {
		a.Above = append(a.Above, t.Parent)
	}
	for _, p := range s.Phrases {
		a.Labels = append(a.Labels, joined(s.Name(p.Label), s.Name(p.Func)))
		a.Parents = append(a.Parents, p.Parent)
		a.Begins = append(a.Begins, p.Begin)
	}
}

func (a *plainAnalysis) arcs(sentence *treebank.Sentence) {
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

// plainMarks returns the marks of the layer of sentence that is drawn from data.
func plainMarks(sentence *treebank.Sentence, m draw.Marks, links bool) string {
	switch {
	case len(sentence.Nodes) > 0:
		return ""
	case len(sentence.Phrases) > 0 && !links:
		return plainDigits(m.Phrases, len(sentence.Phrases))
	}
	return plainDigits(m.Links, len(sentence.Tokens))
}

// plainDigits writes marks as a string of plainDigits, "" if all are plain or match.
func plainDigits(marks []draw.Mark, n int) string {
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

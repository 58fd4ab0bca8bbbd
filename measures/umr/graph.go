package umr

import (
	"slices"
	"strings"
	"unicode/utf8"

	"assay/eval"
	"assay/internal/umr"
	"assay/treebank"
)

// A graph is that of one sentence, ready to be compared.
type graph struct {
	nodes  []node // by variable
	byName map[string]int32
	words  []string // sets of words of its nodes, each once
	firsts []int32  // of each set: the first node that has it
	text   string   // the words, with blanks between them
}

// A node is one with its statements. An empty concept is none.
type node struct {
	index    int32 // in the sentence
	variable string
	concept  treebank.Symbol
	full     string // the concept; of a name: with the name
	aligned  bool
	words    []int32 // from 0, sorted
	length   int     // characters of its words
	states   []statement
	names    []treebank.Symbol // of all relations, sorted; for weak matches
}

// A statement is a concept or a relation with its value.
type statement struct {
	class  int
	name   treebank.Symbol // 0 for the concept
	value  treebank.Symbol // without quotes; 0 if it is a node
	target int32           // the node that is the value, -1 for none
	ref    eval.Ref
}

// A builder makes graphs of sentences.
type builder struct {
	opt          Options
	syms         *treebank.Symbols
	only, except map[string]bool
}

func newBuilder(opt Options) *builder {
	set := func(list []string) map[string]bool {
		out := map[string]bool{}
		for _, name := range list {
			out[strings.TrimPrefix(name, ":")] = true
		}
		return out
	}
	return &builder{opt: opt, only: set(opt.Only), except: set(opt.Except)}
}

// counts reports whether a relation counts.
func (b *builder) counts(name string) bool {
	return (len(b.opt.Only) == 0 || b.only[name]) && !b.except[name]
}

// build makes the graph of a sentence.
func (b *builder) build(sentence *treebank.Sentence) *graph {
	b.syms = sentence.Syms
	out := &graph{byName: map[string]int32{}}
	if sentence.Missing {
		return out
	}
	place := out.sorted(sentence)
	b.statements(out, sentence, place)
	align(out, sentence)
	return out
}

// sorted makes the nodes in the order of their variables and returns the place of each node of the sentence. Of
// several nodes with one variable the first has the name.
func (g *graph) sorted(sentence *treebank.Sentence) (place []int32) {
	order := make([]int32, len(sentence.Nodes))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		return strings.Compare(sentence.Str(sentence.Nodes[a].ID), sentence.Str(sentence.Nodes[b].ID))
	})
	place = make([]int32, len(order))
	for i, index := range order {
		at := &sentence.Nodes[index]
		place[index] = int32(i)
		variable := sentence.Str(at.ID)
		g.nodes = append(g.nodes, node{index: index, variable: variable, concept: at.Label, full: sentence.Name(at.Label)})
		if _, again := g.byName[variable]; !again {
			g.byName[variable] = int32(i)
		}
	}
	return place
}

// bare is a value without the quotes around it.
func (b *builder) bare(value treebank.Symbol) treebank.Symbol {
	text := b.syms.Name(value)
	if n := len(text); n > 1 && text[0] == '"' && text[n-1] == '"' {
		return b.syms.InternString(text[1 : n-1])
	}
	return value
}

// statements gives the nodes their statements.
func (b *builder) statements(out *graph, sentence *treebank.Sentence, place []int32) {
	for i := range out.nodes {
		if at := &out.nodes[i]; at.concept != 0 && b.counts("concept") {
			at.states = append(at.states, statement{class: concepts, value: at.concept, target: -1,
				ref: eval.Ref{Kind: eval.Node, Index: at.index, Label: at.concept}})
		}
	}
	parts := make([][]statement, len(out.nodes)) // of names: their parts
	for _, p := range sentence.Props {
		one := statement{class: attributes, name: p.Key, value: b.bare(p.Value), target: -1,
			ref: eval.Ref{Kind: eval.Prop, Index: p.Node, Role: p.Key, Label: p.Value}}
		at := place[p.Node]
		if b.isPart(p.Key) {
			parts[at] = append(parts[at], one)
		}
		b.add(&out.nodes[at], one)
	}
	for i, edge := range sentence.Edges {
		from, to, name := place[edge.From], place[edge.To], edge.Label
		if plain, ok := b.plain(name); ok {
			from, to, name = to, from, plain
		}
		if b.opt.Faults && b.isPart(name) {
			parts[from] = append(parts[from], statement{name: name, value: b.syms.InternString(out.nodes[to].variable)})
		}
		b.add(&out.nodes[from], statement{class: relations, name: name, target: to,
			ref: eval.Ref{Kind: eval.Edge, Index: int32(i), Other: edge.To, Label: edge.Label}})
	}
	if b.opt.Top && len(sentence.Tops) > 0 {
		top := b.syms.InternString("TOP")
		b.add(&out.nodes[place[sentence.Tops[0]]], statement{class: attributes, name: top, value: top, target: -1,
			ref: eval.Ref{Kind: eval.Top, Index: sentence.Tops[0], Label: top}})
	}
	for i := range out.nodes {
		at := &out.nodes[i]
		slices.Sort(at.names)
		if at.full == "name" {
			at.full += "[" + b.joined(parts[i]) + "]"
		}
	}
}

// isPart reports whether a relation is op1, op2 ..., the parts of a name.
func (b *builder) isPart(relation treebank.Symbol) bool {
	digits, ok := strings.CutPrefix(b.syms.Name(relation), "op")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// add gives a node a statement, if it counts. Names of relations serve weak matches in any case.
func (b *builder) add(at *node, one statement) {
	at.names = append(at.names, one.name)
	if (one.target >= 0 || b.syms.Name(one.value) != "") && b.counts(b.syms.Name(one.name)) {
		at.states = append(at.states, one)
	}
}

// plain returns X of X-of if inverse relations are turned around.
func (b *builder) plain(name treebank.Symbol) (treebank.Symbol, bool) {
	text := b.syms.Name(name)
	base, ok := strings.CutSuffix(text, "-of")
	noInverse := text == "consist-of" || text == "prep-on-behalf-of" || text == "prep-out-of"
	if !b.opt.Normalise || !ok || base == "" || noInverse {
		return name, false
	}
	return b.syms.InternString(base), true
}

// joined joins the parts of a name in the order of op1, op10, op2.
func (b *builder) joined(parts []statement) string {
	slices.SortStableFunc(parts, func(x, y statement) int {
		return strings.Compare(strings.ToLower(b.syms.Name(x.name)), strings.ToLower(b.syms.Name(y.name)))
	})
	var out []string
	for _, part := range parts {
		out = append(out, b.syms.Name(part.value))
	}
	return strings.Join(out, " ")
}

// align gives the nodes their words.
func align(out *graph, sentence *treebank.Sentence) {
	var text []string
	for i := range sentence.Tokens {
		text = append(text, string(sentence.Word(int32(i))))
	}
	out.text = strings.Join(text, " ")
	seen := map[string]bool{}
	for variable, intervals := range umr.Alignments(sentence) {
		i, ok := out.byName[variable]
		if !ok {
			continue
		}
		at := &out.nodes[i]
		at.aligned = true
		for _, in := range intervals {
			for word := in.From - 1; word < min(in.To, len(text)+mostBeyond); word++ {
				at.words = append(at.words, int32(word))
			}
		}
		slices.Sort(at.words)
		at.words = slices.Compact(at.words)
		for _, word := range at.words {
			if int(word) < len(text) {
				at.length += utf8.RuneCountInString(text[word]) + 1
			}
		}
		at.length = max(at.length-1, 0)
	}
	for i := range out.nodes {
		if key := wordSet(out.nodes[i].words); key != "" && !seen[key] {
			seen[key] = true
			out.words, out.firsts = append(out.words, key), append(out.firsts, int32(i))
		}
	}
}

// mostBeyond bounds the numbers of words after the end of a sentence that are kept.
const mostBeyond = 1 << 10

// wordSet names a set of words.
func wordSet(words []int32) string {
	var out []byte
	for _, word := range words {
		out = append(out, byte(word), byte(word>>8), byte(word>>16), byte(word>>24))
	}
	return string(out)
}

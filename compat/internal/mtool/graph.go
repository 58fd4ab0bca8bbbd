package mtool

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"assay/formats/amr"
	"assay/formats/eds"
	"assay/formats/mrp"
	"assay/formats/sdp"
	"assay/internal/anchor"
	"assay/internal/lazy"
	"assay/treebank"
)

// A graph is a graph as mtool keeps it.
type graph struct {
	id, language, framework string
	input                   []rune
	nodes                   []node
	edges                   []edge
	sentence                *treebank.Sentence
}

type span struct{ from, to int32 }

type pair struct{ key, value string }

type node struct {
	label   *string // nil if there is none
	props   []pair
	anchors []span // nil if there are none
	top     bool
}

type edge struct {
	src, tgt int32
	label    *string
	attrs    []pair
}

var readers = sync.OnceValue(func() map[string]*treebank.Format {
	return map[string]*treebank.Format{"mrp": &mrp.Format, "dm": &sdp.Format, "pas": &sdp.Format,
		"psd": &sdp.Format, "ccd": &sdp.Format,
		"eds": &eds.Native, "amr": &amr.Format}
})

// load reads the graphs of a file that the options select; - is standard input.
func (p *program) load(path, format string) (out []*graph, err error) {
	in := p.stdin
	if path != "" && path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("main.py: error: can't open '%s': %w", path, err)
		}
		defer file.Close()
		in = file
	}
	p.nameless, p.seen = 0, 0
	cutter := readers()[format].Cut(in, path)
	for p.n < 1 || p.seen < p.n {
		piece, err := cutter.Next()
		if err == io.EOF {
			return out, nil
		}
		var sentence *treebank.Sentence
		if err == nil {
			sentence = &treebank.Sentence{Syms: p.syms}
			err = readers()[format].Read(sentence, piece)
		}
		if err != nil {
			fmt.Fprintln(p.stderr, err)
			continue
		}
		if format == "mrp" && len(sentence.Notes) > 0 {
			if skip, err := p.dangling(sentence, piece.Text); err != nil {
				return nil, err
			} else if skip {
				continue
			}
		}
		sentence = sentence.Clone()
		if len(sentence.Notes) > 0 {
			p.twice(sentence)
		}
		unrepeat(sentence)
		if g := p.graph(sentence, format); p.selects(g) {
			out = append(out, g)
		}
	}
	return out, nil
}

// dangling reports whether a graph has a top, or an edge from or to a node, that does not exist. mtool leaves such a
// graph out; with --robust it keeps those edges and its scorers die of them.
func (p *program) dangling(sentence *treebank.Sentence, text []byte) (bool, error) {
	type id = any // a number or a string
	var graph struct {
		Nodes []struct{ ID id }
		Edges []struct{ Source, Target id }
		Tops  []id
	}
	if err := json.Unmarshal(text, &graph); err != nil {
		return false, nil
	}
	is := map[id]bool{}
	for _, n := range graph.Nodes {
		is[n.ID] = true
	}
	name := sentence.Str(sentence.ID)
	for _, e := range graph.Edges {
		switch {
		case is[e.Source] && is[e.Target]:
		case p.robust:
			return false, fmt.Errorf("assay: graph #%s has an edge from %v to %v, one of which is no node\n"+
				"AttributeError: 'NoneType' object has no attribute 'outgoing_edges'", name, e.Source, e.Target)
		default:
			fmt.Fprintf(p.stderr, "codec.mrp.read(): ignoring graph #%s: edge from %v to %v, one of which is no node\n",
				name, e.Source, e.Target)
			return true, nil
		}
	}
	for _, top := range graph.Tops {
		if !is[top] {
			fmt.Fprintf(p.stderr, "codec.mrp.read(): ignoring graph #%s: invalid top node %v.\n", name, top)
			return true, nil
		}
	}
	return false, nil
}

// twice makes a top that several nodes have the id of the first of these nodes, and says so. Edges lead to the last one,
// in mtool and in the readers of assay.
func (p *program) twice(sentence *treebank.Sentence) {
	first := map[string]int32{}
	said := false
	for i := range sentence.Nodes {
		id := sentence.Str(sentence.Nodes[i].ID)
		at, again := first[id]
		if !again {
			first[id] = int32(i)
			continue
		}
		for k, top := range sentence.Tops {
			if top == int32(i) {
				sentence.Tops[k] = at
			}
		}
		if !said && id != "" {
			said = true
			fmt.Fprintf(p.stderr, "assay: graph #%s has node %s twice: its edges are those of the last such node and its top "+
				"that of the first, as in mtool; under --score mrp mtool takes such nodes for one\n", sentence.Str(sentence.ID), id)
		}
	}
}

// unrepeat removes edges with the ends and the label of an edge before them: mtool keeps edges in a set.
func unrepeat(sentence *treebank.Sentence) {
	type key struct {
		from, to int32
		label    treebank.Symbol
	}
	seen := make(map[key]bool, len(sentence.Edges))
	edges, props, rest := sentence.Edges[:0], sentence.EdgeProps[:0], sentence.EdgeProps
	for i, e := range sentence.Edges {
		k := key{e.From, e.To, e.Label}
		for ; len(rest) > 0 && int(rest[0].Edge) == i; rest = rest[1:] {
			if prop := rest[0]; !seen[k] {
				prop.Edge = int32(len(edges))
				props = append(props, prop)
			}
		}
		if !seen[k] {
			edges = append(edges, e)
		}
		seen[k] = true
	}
	sentence.Edges, sentence.EdgeProps = edges, props
}

// selects reports whether --framework, --filter, --id and --i want a graph. --n and --i count those of
// --framework and --filter.
func (p *program) selects(g *graph) bool {
	if p.framework != nil && !slices.Contains(p.framework, g.framework) || len(p.wanted) > 0 && !p.wanted[g.id] {
		return false
	}
	p.seen++
	switch {
	case p.id != "":
		return g.id == p.id
	case p.i >= 0:
		return p.seen-1 == p.i
	}
	return true
}

// graph makes the graph of a sentence, normalised.
func (p *program) graph(sentence *treebank.Sentence, format string) *graph {
	g := &graph{id: sentence.Str(sentence.ID), framework: format, sentence: sentence,
		input: []rune(sentence.Str(sentence.Input))}
	for _, attr := range sentence.Attrs {
		switch {
		case attr.Index >= 0:
		case sentence.Name(attr.Key) == "language":
			g.language = sentence.Str(attr.Value)
		case sentence.Name(attr.Key) == "framework" && readers()[format] != &sdp.Format: // --read names that of words
			g.framework = sentence.Str(attr.Value)
		}
	}
	penman := readers()[format] == &amr.Format
	switch {
	case readers()[format] == &sdp.Format:
		p.place(g)
	case penman:
		p.rename(g)
	case p.texts != nil:
		p.replace(g)
	}
	g.nodes = make([]node, len(sentence.Nodes))
	rest := sentence.Anchors
	for i := range sentence.Nodes {
		node := &sentence.Nodes[i]
		if node.Label != 0 {
			label := sentence.Name(node.Label)
			if penman {
				label = strings.ReplaceAll(label, `"`, "")
			}
			label = p.fold(label)
			g.nodes[i].label = &label
		}
		if node.Carg.Len > 0 {
			g.nodes[i].props = append(g.nodes[i].props, pair{p.fold("CARG"), p.fold(sentence.Str(node.Carg))})
		}
		var own []treebank.Anchor
		own, rest = anchor.Of(nil, sentence, int32(i), rest)
		if len(own) > 0 && p.does("anchors") {
			own = anchor.Normalise(own, g.input)
		}
		for _, a := range own {
			g.nodes[i].anchors = append(g.nodes[i].anchors, span{a.From, a.To})
		}
	}
	for _, x := range sentence.Props {
		if penman {
			p.attribute(&g.nodes[x.Node], sentence.Name(x.Key), sentence.Name(x.Value))
			continue
		}
		g.nodes[x.Node].props = append(g.nodes[x.Node].props,
			pair{p.fold(sentence.Name(x.Key)), p.fold(sentence.Name(x.Value))})
	}
	if penman {
		p.rewrite(g)
	}
	for _, t := range sentence.Tops {
		g.nodes[t].top = true
	}
	p.edges(g)
	return g
}

var (
	sectionOfWSJ = lazy.Regexp(`wsj_([0-9]+)\.([0-9]+)`)
	linePrince   = lazy.Regexp(`lpp_1943\.([0-9]+)`)
)

// rename gives an AMR the identifier that mtool gives it: that of the shared tasks for two corpora, a number
// if it has none.
func (p *program) rename(g *graph) {
	number := func(text string) int {
		n, _ := strconv.Atoi(text)
		return n
	}
	if m := sectionOfWSJ().FindStringSubmatch(g.id); m != nil {
		g.id = fmt.Sprintf("2%04d%03d", number(m[1]), number(m[2]))
	} else if m := linePrince().FindStringSubmatch(g.id); m != nil {
		g.id = fmt.Sprintf("1%04d0", number(m[1]))
	} else if g.id == "" {
		g.id = strconv.Itoa(p.nameless)
		p.nameless++
	}
}

// attribute adds an attribute of an AMR as mtool keeps it: in lower case, without quotes, its first word only,
// the last one of a name. Without --full it leaves out links to Wikipedia.
func (p *program) attribute(n *node, key, value string) {
	if key == "wiki" && !p.full {
		return
	}
	words := strings.Fields(strings.ReplaceAll(value, `"`, ""))
	if len(words) == 0 {
		words = []string{""}
	}
	own := pair{strings.ToLower(key), strings.ToLower(words[0])}
	if i := slices.IndexFunc(n.props, func(x pair) bool { return x.key == own.key }); i >= 0 {
		n.props[i] = own
		return
	}
	n.props = append(n.props, own)
}

// rewrite puts the attributes as mtool keeps them into the sentence of an AMR, which the score mrp counts.
func (p *program) rewrite(g *graph) {
	sentence := g.sentence
	sentence.Props = sentence.Props[:0]
	for i := range g.nodes {
		if label := g.nodes[i].label; label != nil {
			sentence.Nodes[i].Label = p.syms.InternString(*label)
		}
		for _, x := range g.nodes[i].props {
			sentence.Props = append(sentence.Props, treebank.Prop{Node: int32(i), Key: p.syms.InternString(x.key),
				Value: p.syms.InternString(x.value)})
		}
	}
}

// replace makes the text of --text that of an EDS.
func (p *program) replace(graph *graph) {
	text, _ := p.textOf(graph)
	graph.setInput(text)
}

// textOf returns the text of --text for a graph. Without one it says so.
func (p *program) textOf(graph *graph) ([]rune, bool) {
	text, ok := p.texts[graph.id]
	if !ok && p.texts != nil && !p.quiet {
		fmt.Fprintf(p.stderr, "add_input(): no text for key %s.\n", graph.id)
	}
	return text, ok
}

func (g *graph) setInput(text []rune) {
	sentence := g.sentence
	g.input = text
	sentence.Input = treebank.Span{Off: uint32(len(sentence.Text)), Len: uint32(len(string(text)))}
	sentence.Text = append(slices.Clone(sentence.Text), string(text)...)
}

// place anchors the words of a graph over words in the text of --text; without that
// they have no anchors, so that all nodes are the same one, as in mtool.
func (p *program) place(graph *graph) {
	sentence := graph.sentence
	text, ok := p.textOf(graph)
	if !ok {
		graph.input, sentence.Input = nil, treebank.Span{}
		for i := range sentence.Nodes {
			sentence.Nodes[i].From, sentence.Nodes[i].To = -1, -1
		}
		return
	}
	at := map[int32]span{} // by the first character in the text of the reader
	from, own := int32(0), int32(0)
	for i := range sentence.Tokens {
		form := []rune(string(sentence.Word(int32(i))))
		for int(from) < len(text) && strings.ContainsRune(" \t", text[from]) {
			from++
		}
		n := matched(text[from:], form)
		if n == 0 {
			fmt.Fprintf(p.stderr, "cannot find |%s| in |%s| from %d on\n", string(form), string(text), from)
			break
		}
		at[own] = span{from, from + int32(n)}
		from, own = from+int32(n), own+int32(len(form))+1
	}
	for i := range sentence.Nodes {
		n := &sentence.Nodes[i]
		to := at[n.From]
		n.From, n.To = to.from, to.to
	}
	graph.setInput(text)
}

// written are the ways to write quotes, dashes and dots, one kind a row.
var written = [][]string{{"“", `"`, "``"}, {"‘", "`"}, {"”", `"`, "''"}, {"’", "'"}, {"—", "---", "--"},
	{"…", "...", ". . ."}}

// matched returns how many characters of text a word covers, 0 if it is not there.
func matched(text, form []rune) int {
	if strings.HasPrefix(string(text), string(form)) {
		return len(form)
	}
	plain := strings.NewReplacer("‘", "`", "’", "'", "“", `"`, "”", `"`).Replace(string(form))
	if strings.HasPrefix(string(text), plain) {
		return len([]rune(plain))
	}
	for _, ways := range written {
		for _, w := range ways {
			if strings.HasPrefix(string(text), w) {
				return len([]rune(w))
			}
		}
	}
	return 0
}

// does reports whether a normalisation is on.
func (p *program) does(action string) bool { return slices.Contains(p.normalize, action) }

func (p *program) fold(name string) string {
	if p.does("case") {
		return strings.ToLower(name)
	}
	return name
}

// edges makes the edges; those with an inverse label are turned.
func (p *program) edges(graph *graph) {
	sentence := graph.sentence
	for i := range sentence.Edges {
		e := &sentence.Edges[i]
		out := edge{src: e.From, tgt: e.To}
		normal, label := sentence.Name(e.Normal), sentence.Name(e.Label)
		if e.Normal == 0 && e.Label != 0 {
			normal = inner(label)
		}
		if normal != "" && p.does("edges") {
			out.src, out.tgt, label = e.To, e.From, normal
		}
		if e.Label != 0 || label != "" {
			label = p.fold(label)
			out.label = &label
		}
		first, _ := slices.BinarySearchFunc(sentence.EdgeProps, int32(i),
			func(x treebank.EdgeProp, at int32) int { return cmp.Compare(x.Edge, at) })
		for _, x := range sentence.EdgeProps[first:] {
			key, value := p.fold(sentence.Name(x.Key)), p.fold(sentence.Name(x.Value))
			if x.Edge != int32(i) {
				break
			}
			// mtool compares the text, which false becomes with case
			if p.does("attributes") && p.does("case") && value == "false" &&
				(key == "remote" || key == "effective" || key == "member") {
				continue
			}
			out.attrs = append(out.attrs, pair{key, value})
		}
		graph.edges = append(graph.edges, out)
	}
}

// inner returns the label of the exchanged edge, "" for an edge that stays. For lack of
// a comma in mtool's list of exceptions, consist-of and subset-of are exchanged too.
func inner(label string) string {
	switch {
	case label == "mod":
		return "domain"
	case strings.HasSuffix(label, "-of-of"), strings.HasSuffix(label, "-of") && !strings.HasPrefix(label, "prep-"):
		return label[:len(label)-3]
	}
	return ""
}

// identity returns the characters of a list of stretches, or with no text its ends.
func identity(input []rune, list []span) string {
	var b strings.Builder
	if len(input) == 0 {
		for _, a := range list {
			fmt.Fprintf(&b, "%d:%d ", a.from, a.to)
		}
		return b.String()
	}
	var chars []int
	for _, a := range list {
		own := anchor.Normalise([]treebank.Anchor{{From: a.from, To: a.to}}, input)
		for _, x := range own {
			for c := x.From; c < x.To; c++ {
				if !anchor.Space(input[c]) {
					chars = append(chars, int(c))
				}
			}
		}
	}
	slices.Sort(chars)
	return fmt.Sprint(slices.Compact(chars))
}

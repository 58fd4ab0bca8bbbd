package graph

import (
	"bufio"
	"bytes"
	"slices"
	"strings"

	"assay/graph/mrs"
	"assay/treebank"
)

// Penman is a graph in PENMAN as written: names of nodes in their order, labels
// after the slash, and values after roles.
type Penman struct {
	Nodes  []string
	Labels map[string]string
	Attrs  []PenmanAttr
	Top    string // "" if there are no nodes

	s     *treebank.Sentence
	x     Scanner
	depth int
}

// A PenmanAttr is a role of a node with its value: a string, a symbol or the
// name of a node.
type PenmanAttr struct {
	Node, Role, Value string
	Quoted            bool
}

// DetectPenman reports whether a file begins with a graph in PENMAN whose nodes
// have links to characters.
func DetectPenman(head []byte) bool {
	for len(head) > 0 && (head[0] == '#' || Blank(head[0])) {
		_, rest, ok := bytes.Cut(head, []byte("\n"))
		if head = rest; !ok {
			return false
		}
	}
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return bytes.HasPrefix(line, []byte("(")) && bytes.Contains(line, []byte(" / ")) &&
		bytes.Contains(head, []byte(`:lnk "<`))
}

// SplitPenman takes metadata and the graph after it, up to an empty line or the next
// graph that begins a line. Metadata without a graph are a sentence of their own
// if they have a name; otherwise they belong to the next graph.
func SplitPenman(data []byte, atEOF bool, _ int32) treebank.Extent {
	at, begin, open, named := 0, -1, false, false
	for at < len(data) {
		end := bytes.IndexByte(data[at:], '\n')
		if end < 0 {
			if !atEOF {
				return treebank.Skip(max(0, begin))
			}
			end = len(data) - at
		}
		line := data[at : at+end]
		words := bytes.TrimSpace(line)
		empty := len(words) == 0
		hasID := !empty && words[0] == '#' && PenmanID(line) != nil
		switch {
		case begin < 0 && empty:
		case begin >= 0 && (empty && (open || named) || open && (line[0] == '(' || line[0] == '#') || named && hasID):
			return treebank.Found(begin, at, at).Trim(data)
		case !empty:
			if begin < 0 {
				begin = at
			}
			open, named = open || words[0] != '#', named || hasID
		}
		at = min(at+end+1, len(data))
	}
	switch {
	case !atEOF:
		return treebank.Skip(max(0, begin))
	case begin < 0 || !open && !named:
		return treebank.Skip(len(data))
	}
	return treebank.Found(begin, len(data), len(data)).Trim(data)
}

// PenmanID returns the name that the metadata of a sentence give it.
func PenmanID(text []byte) []byte {
	for text = unblank(text); len(text) > 0 && text[0] == '#'; text = unblank(text) {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		if i := bytes.Index(line, []byte("::id ")); i >= 0 {
			id := bytes.TrimLeft(line[i+5:], " \t\r")
			if end := bytes.IndexAny(id, " \t\r"); end >= 0 {
				id = id[:end]
			}
			if len(id) > 0 {
				return id
			}
		}
		text = rest
	}
	return nil
}

// unblank returns text without the blanks and empty lines that it begins with.
func unblank(text []byte) []byte {
	for len(text) > 0 && (text[0] == ' ' || text[0] == '\t' || text[0] == '\n' || text[0] == '\r') {
		text = text[1:]
	}
	return text
}

// ReadPenman reads the graphs of text as one. The name and the running text of
// its comments go to sentence.
func ReadPenman(sentence *treebank.Sentence, text []byte) (*Penman, error) {
	penman := &Penman{Labels: map[string]string{}, s: sentence, x: Scanner{Text: text}}
	if id := PenmanID(text); id != nil {
		sentence.ID = sentence.Add(id)
	}
	for penman.x.Peek() == '#' {
		end := bytes.IndexByte(text[penman.x.At:], '\n')
		if end < 0 {
			end = len(text) - penman.x.At
		}
		if snt, ok := bytes.CutPrefix(text[penman.x.At:penman.x.At+end], []byte("# ::snt ")); ok {
			Text(sentence, bytes.TrimSpace(snt))
		}
		penman.x.At += end
	}
	sentence.Missing = penman.x.Peek() == 0
	for penman.x.Peek() != 0 {
		name, err := penman.graph()
		if err != nil {
			return nil, err
		}
		if penman.Top == "" {
			penman.Top = name
		}
	}
	return penman, nil
}

// graph reads (name / label :role value ...) and returns the name.
func (p *Penman) graph() (string, error) {
	if p.depth++; p.depth > 10000 {
		return "", p.x.Want("brackets that are nested less deeply")
	}
	defer func() { p.depth-- }()
	if !p.x.Accept('(') {
		return "", p.x.Want("(")
	}
	if p.x.Accept(')') { // a graph without nodes
		return "", nil
	}
	name, err := p.x.Symbol("()", "the name of a node")
	if err != nil {
		return "", err
	}
	p.Nodes = append(p.Nodes, name)
	if p.x.Accept('/') {
		if p.Labels[name], err = p.x.Symbol("()", "a predicate"); err != nil {
			return "", err
		}
	}
	for !p.x.Accept(')') {
		role, err := p.x.Symbol("()\"", "a role or a closing )")
		if err != nil {
			return "", err
		}
		attr := PenmanAttr{Node: name, Role: strings.TrimPrefix(role, ":")}
		switch p.x.Peek() {
		case '(':
			attr.Value, err = p.graph()
		case '"':
			attr.Value, err = p.x.Quoted()
			attr.Quoted = true
		default:
			attr.Value, err = p.x.Symbol("()", "a value")
		}
		if err != nil {
			return "", err
		}
		p.Attrs = append(p.Attrs, attr)
	}
	return name, nil
}

// Build makes the nodes and edges. A role in lower case is an attribute unless
// its value is a node; other roles are edges, reversed if they end in -of. The
// attribute sort is the type of its node. predicate turns the label after the slash
// into the predicate, prop adds a property to the last node, edge an edge.
func (p *Penman) Build(builder *Builder, sort string, predicate func([]byte) []byte,
	prop func(key, value string), edge func(from, to, role string)) {
	of := map[string][]PenmanAttr{}
	for _, a := range p.Attrs {
		of[a.Node] = append(of[a.Node], a)
	}
	seen := map[string]bool{}
	for _, name := range p.Nodes {
		if seen[name] {
			continue
		}
		seen[name] = true
		node := builder.Node([]byte(name), predicate([]byte(p.Labels[name])), -1, -1)
		for _, attr := range of[name] {
			switch {
			case attr.Role == "lnk":
				if link := []byte(attr.Value); mrs.LnkLen(link) == len(link) && len(link) > 0 {
					node.From, node.To = mrs.LnkSpan(link)
				}
			case attr.Role == "carg":
				node.Carg = builder.S.AddString(attr.Value)
			case attr.Role == sort:
				node.Type = builder.S.Syms.InternString(attr.Value)
			case !p.isEdge(attr, sort):
				prop(attr.Role, attr.Value)
			}
		}
	}
	for _, attr := range p.Attrs {
		if !p.isEdge(attr, sort) {
			continue
		}
		if role, ok := strings.CutSuffix(attr.Role, "-of"); ok {
			edge(attr.Value, attr.Node, role)
		} else {
			edge(attr.Node, attr.Value, attr.Role)
		}
	}
	builder.Link()
	if p.Top != "" {
		builder.Top([]byte(p.Top))
	}
}

func (p *Penman) isEdge(a PenmanAttr, sort string) bool {
	if a.Role == "lnk" || a.Role == "carg" || a.Role == sort {
		return false
	}
	return strings.ToLower(a.Role) != a.Role || !a.Quoted && slices.Contains(p.Nodes, a.Value)
}

// A PenmanWriter writes a graph: the component of its top, then the others,
// indented by a blank.
type PenmanWriter struct {
	W     *bufio.Writer
	S     *treebank.Sentence
	Names []string // of the nodes
	Edges []PenmanEdge
	Sort  string                        // the role of the type of a node
	Props func(i int32) []treebank.Prop // of node i, in the order of writing

	done, written []bool
	in, out       [][]int // by node: edges
}

// A PenmanEdge leads from a node to another.
type PenmanEdge struct {
	From, To int32
	Role     string
}

// Write writes the graph with its comments.
func (p *PenmanWriter) Write() {
	n := len(p.S.Nodes)
	p.done, p.written, p.in, p.out = make([]bool, n), make([]bool, len(p.Edges)), make([][]int, n), make([][]int, n)
	for k, e := range p.Edges {
		p.out[e.From], p.in[e.To] = append(p.out[e.From], k), append(p.in[e.To], k)
	}
	if p.S.ID.Len > 0 {
		p.W.WriteString("# ::id " + Clean(p.S.Str(p.S.ID), "") + "\n")
	}
	if p.S.Input.Len > 0 {
		p.W.WriteString("# ::snt " + strings.Join(strings.Fields(p.S.Str(p.S.Input)), " ") + "\n")
	}
	start := int32(0)
	if len(p.S.Tops) > 0 {
		start = p.S.Tops[0]
	}
	if n > 0 {
		p.node(start, 1)
		p.W.WriteByte('\n')
	} else {
		p.W.WriteString("()\n")
	}
	for i := range p.done {
		if !p.done[i] {
			p.W.WriteByte(' ')
			p.node(int32(i), 1)
			p.W.WriteByte('\n')
		}
	}
	p.W.WriteByte('\n')
}

func (p *PenmanWriter) line(depth int, text string) {
	p.W.WriteByte('\n')
	p.W.WriteString(strings.Repeat("  ", min(depth, 1000)))
	p.W.WriteString(text)
}

func (p *PenmanWriter) node(i int32, depth int) {
	p.done[i] = true
	node := &p.S.Nodes[i]
	p.W.WriteString("(" + p.Names[i] + " / " + Clean(p.S.Name(node.Label), "()"))
	if node.From >= 0 || node.To >= 0 {
		p.line(depth, `:lnk "`+Lnk(node)+`"`)
	}
	if node.Carg.Len > 0 {
		p.line(depth, `:carg "`+Escape(p.S.Str(node.Carg))+`"`)
	}
	if node.Type != 0 {
		p.line(depth, ":"+p.Sort+" "+Clean(p.S.Name(node.Type), "()\""))
	}
	for _, q := range p.Props(i) {
		p.line(depth, ":"+strings.ToLower(Clean(p.S.Name(q.Key), "()\""))+" "+p.value(p.S.Name(q.Value)))
	}
	for _, k := range p.out[i] {
		p.edge(k, p.Edges[k].Role, p.Edges[k].To, depth)
	}
	for _, k := range p.in[i] {
		p.edge(k, p.Edges[k].Role+"-of", p.Edges[k].From, depth)
	}
	p.W.WriteByte(')')
}

func (p *PenmanWriter) edge(k int, role string, to int32, depth int) {
	if p.written[k] {
		return
	}
	p.written[k] = true
	p.line(depth, ":"+Clean(role, "()\"")+" ")
	if p.done[to] {
		p.W.WriteString(p.Names[to])
		return
	}
	p.node(to, depth+1)
}

// value returns a value in a form that cannot be read as the name of a node.
func (p *PenmanWriter) value(value string) string {
	if Clean(value, "()\"") != value || slices.Contains(p.Names, value) {
		return `"` + Escape(value) + `"`
	}
	return value
}

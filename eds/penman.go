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
var Penman = treebank.Format{
	Name:   "eds-penman",
	Title:  "Elementary Dependency Structures in PENMAN",
	Source: "PyDelphin 1.10 delphin.codecs.edspenman",
	Layers: treebank.Graph,
	Keyed:  true,
	Detect: func(head []byte) bool {
		for len(head) > 0 && (head[0] == '#' || graph.Blank(head[0])) {
			_, rest, ok := bytes.Cut(head, []byte("\n"))
			if head = rest; !ok {
				return false
			}
		}
		line, _, _ := bytes.Cut(head, []byte("\n"))
		return bytes.HasPrefix(line, []byte("(")) && bytes.Contains(line, []byte(" / ")) && bytes.Contains(head, []byte(`:lnk "<`))
	},
	Split: splitPenman,
	Parse: parsePenman,
	ID:    penmanID,
	Write: writePenman,
}

// splitPenman takes comments and the graphs behind them: to an empty line, or to
// the next graph that begins a line.
func splitPenman(data []byte, atEOF bool, _ int32) (int, []byte, error) {
	at, open, begin := 0, false, -1
	for at < len(data) {
		end := bytes.IndexByte(data[at:], '\n')
		if end < 0 {
			if !atEOF {
				return max(0, begin), nil, nil
			}
			end = len(data) - at
		}
		line := data[at : at+end]
		empty := len(bytes.TrimSpace(line)) == 0
		switch {
		case begin < 0 && empty:
		case begin < 0:
			begin, open = at, line[0] != '#'
		case empty && open, open && (line[0] == '(' || line[0] == '#'):
			return at, bytes.TrimRight(data[begin:at], " \t\r\n"), nil
		default:
			open = open || !empty && line[0] != '#'
		}
		at = min(at+end+1, len(data))
	}
	switch {
	case !atEOF:
		return max(0, begin), nil, nil
	case begin < 0:
		return len(data), nil, nil
	}
	return len(data), bytes.TrimRight(data[begin:], " \t\r\n"), nil
}

func penmanID(text []byte) []byte {
	for len(text) > 0 && text[0] == '#' {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		if i := bytes.Index(line, []byte("::id ")); i >= 0 {
			if f := bytes.Fields(line[i+5:]); len(f) > 0 {
				return f[0]
			}
		}
		text = rest
	}
	return nil
}

// An attribute is what stands behind a role and is no graph of its own: a
// string, a value, or the name of a node.
type attribute struct{ node, role, value string }

type penmanReader struct {
	reader
	nodes  []string
	labels map[string]string
	attrs  []attribute
	depth  int
}

func parsePenman(s *treebank.Sentence, text []byte) error {
	r := &penmanReader{reader: reader{s: s, b: graph.New(s), text: text}, labels: map[string]string{}}
	if id := penmanID(text); id != nil {
		s.ID = s.Add(id)
	}
	for r.peek() == '#' {
		end := bytes.IndexByte(text[r.i:], '\n')
		if end < 0 {
			end = len(text) - r.i
		}
		if snt, ok := bytes.CutPrefix(text[r.i:r.i+end], []byte("# ::snt ")); ok {
			graph.Text(s, string(bytes.TrimSpace(snt)))
		}
		r.i += end
	}
	top := ""
	for r.peek() != 0 {
		name, err := r.graph()
		if err != nil {
			return err
		}
		if top == "" {
			top = name
		}
	}
	r.build()
	if top != "" {
		r.b.Top(top)
	}
	return nil
}

// graph reads (name / label :role value ...) and returns the name.
func (r *penmanReader) graph() (string, error) {
	if r.depth++; r.depth > 10000 {
		return "", r.want("fewer brackets within brackets")
	}
	defer func() { r.depth-- }()
	if !r.accept('(') {
		return "", r.want("(")
	}
	if r.accept(')') { // a graph without nodes
		return "", nil
	}
	name, err := r.symbol("()", "the name of a node")
	if err != nil {
		return "", err
	}
	r.nodes = append(r.nodes, name)
	if r.accept('/') {
		if r.labels[name], err = r.symbol("()", "a predicate"); err != nil {
			return "", err
		}
	}
	for !r.accept(')') {
		role, err := r.symbol("()\"", "a role or a closing )")
		if err != nil {
			return "", err
		}
		role = strings.TrimPrefix(role, ":")
		var value string
		switch r.peek() {
		case '(':
			if value, err = r.graph(); err != nil {
				return "", err
			}
		case '"':
			if value, err = r.quoted(); err != nil {
				return "", err
			}
		default:
			if value, err = r.symbol("()", "a value"); err != nil {
				return "", err
			}
		}
		r.attrs = append(r.attrs, attribute{name, role, value})
	}
	return name, nil
}

// quoted reads a string and keeps its first quote, which tells it from a name.
func (r *penmanReader) quoted() (string, error) {
	b := []byte{'"'}
	for i := r.i + 1; i < len(r.text); i++ {
		switch c := r.text[i]; {
		case c == '"':
			r.i = i + 1
			return string(b), nil
		case c == '\\' && i+1 < len(r.text) && (r.text[i+1] == '"' || r.text[i+1] == '\\'):
			i++
			b = append(b, r.text[i])
		default:
			b = append(b, c)
		}
	}
	return "", r.want("a closing quote")
}

// build makes nodes and edges. A role in lower case is an attribute, as in
// PyDelphin, unless its value is a node.
func (r *penmanReader) build() {
	of := map[string][]attribute{}
	for _, a := range r.attrs {
		of[a.node] = append(of[a.node], a)
	}
	seen := map[string]bool{}
	for _, name := range r.nodes {
		if seen[name] {
			continue
		}
		seen[name] = true
		r.b.Node(name, mrs.Lower([]byte(r.labels[name])), -1, -1)
		for _, a := range of[name] {
			r.attribute(a)
		}
	}
	for _, a := range r.attrs {
		if !r.isEdge(a) {
			continue
		}
		if role, ok := strings.CutSuffix(a.role, "-of"); ok {
			r.b.Edge(a.value, a.node, role, "")
		} else {
			r.b.Edge(a.node, a.value, a.role, "")
		}
	}
	r.b.Link()
}

func (r *penmanReader) isEdge(a attribute) bool {
	return strings.ToLower(a.role) != a.role || r.b.Has(a.value)
}

func (r *penmanReader) attribute(a attribute) {
	n := &r.s.Nodes[len(r.s.Nodes)-1]
	text, isString := strings.CutPrefix(a.value, `"`)
	switch {
	case a.role == "lnk":
		if mrs.LnkLen([]byte(text)) == len(text) && len(text) > 0 {
			n.From, n.To = mrs.LnkSpan([]byte(text))
		}
	case a.role == "carg":
		n.Carg = r.s.AddString(text)
	case a.role == "type":
		n.Type = r.s.Syms.InternString(text)
	case strings.ToLower(a.role) == a.role && (isString || !r.named(a.value)):
		r.b.Prop(strings.ToUpper(a.role), text)
	}
}

// named reports whether there is a node of that name, now or later.
func (r *penmanReader) named(name string) bool {
	_, ok := r.labels[name]
	return ok
}

// writePenman writes the component of the top, then the others, indented by a
// blank.
func writePenman(w *bufio.Writer, s *treebank.Sentence) error {
	graph.EDS(s)
	p := &penmanWriter{w: w, s: s, names: graph.Names(s), done: make([]bool, len(s.Nodes)), in: make([][]int, len(s.Nodes)), out: make([][]int, len(s.Nodes))}
	for i := range p.names {
		p.names[i] = clean(p.names[i], "()\":/")
	}
	for i := range s.Nodes {
		for _, e := range outgoing(s, int32(i)) {
			p.out[i], p.in[e.To] = append(p.out[i], len(p.edges)), append(p.in[e.To], len(p.edges))
			p.edges = append(p.edges, e)
		}
	}
	p.written = make([]bool, len(p.edges))
	if s.ID.Len > 0 {
		w.WriteString("# ::id " + clean(s.Str(s.ID), "") + "\n")
	}
	if s.Input.Len > 0 {
		w.WriteString("# ::snt " + strings.Join(strings.Fields(s.Str(s.Input)), " ") + "\n")
	}
	start := int32(0)
	if len(s.Tops) > 0 {
		start = s.Tops[0]
	}
	if len(s.Nodes) > 0 {
		p.node(start, 1)
		w.WriteByte('\n')
	} else {
		w.WriteString("()\n")
	}
	for i := range s.Nodes {
		if !p.done[i] {
			w.WriteByte(' ')
			p.node(int32(i), 1)
			w.WriteByte('\n')
		}
	}
	w.WriteByte('\n')
	return nil
}

type penmanWriter struct {
	w       *bufio.Writer
	s       *treebank.Sentence
	names   []string
	done    []bool
	edges   []treebank.Edge
	in, out [][]int // by node: indices of edges
	written []bool  // by edge
}

func (p *penmanWriter) line(depth int, text string) {
	p.w.WriteByte('\n')
	p.w.WriteString(strings.Repeat("  ", min(depth, 1000)))
	p.w.WriteString(text)
}

func (p *penmanWriter) node(i int32, depth int) {
	p.done[i] = true
	n := &p.s.Nodes[i]
	p.w.WriteString("(" + p.names[i] + " / " + clean(label(p.s, n), "()"))
	if l := lnk(n); l != "" {
		p.line(depth, `:lnk "`+l+`"`)
	}
	if n.Carg.Len > 0 {
		p.line(depth, `:carg "`+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(p.s.Str(n.Carg))+`"`)
	}
	if n.Type != 0 {
		p.line(depth, ":type "+clean(p.s.Name(n.Type), "()"))
	}
	for _, q := range sorted(p.s, i) {
		value := p.s.Name(q.Value)
		if clean(value, "()\"") != value || slices.Contains(p.names, value) {
			value = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
		}
		p.line(depth, ":"+strings.ToLower(clean(p.s.Name(q.Key), "()\""))+" "+value)
	}
	for _, k := range p.out[i] {
		if e := p.edges[k]; !p.written[k] {
			p.edge(k, role(p.s, e), e.To, depth)
		}
	}
	for _, k := range p.in[i] {
		if e := p.edges[k]; !p.written[k] {
			p.edge(k, role(p.s, e)+"-of", e.From, depth)
		}
	}
	p.w.WriteByte(')')
}

func (p *penmanWriter) edge(k int, role string, to int32, depth int) {
	p.written[k] = true
	p.line(depth, ":"+clean(role, "()\"")+" ")
	if p.done[to] {
		p.w.WriteString(p.names[to])
		return
	}
	p.node(to, depth+1)
}

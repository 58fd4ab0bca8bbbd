// Package eds reads and writes Elementary Dependency Structures (Oepen &
// Lønning 2006) in three notations: the native one of the LKB and PyDelphin,
//
//	{e2: x3:named<0:6>("Abrams"){x PERS 3}[] e2:_bark_v_1<7:13>{e SF prop}[ARG1 x3]}
//
// JSON, and PENMAN, as PyDelphin 1.10 defines them (delphin.codecs.eds, edsjson,
// edspenman).
//
// Also read: a name #id before the graph, a graph without a top or with a top
// that is not a node, (cyclic fragmented), nodes marked with |, predicates with
// any of : < ] and /. Predicates and values are lower-cased, roles and
// properties upper-cased, as in PyDelphin. In PENMAN, components that are not
// connected to the top follow as graphs of their own, indented by one
// blank; PyDelphin's writer drops them.
//
// Writers turn an MRS into an EDS first.
package eds

import (
	"bufio"
	"bytes"
	"slices"
	"strings"

	"assay/graph/mrs"
	"assay/internal/graph"
	"assay/treebank"
)

// Native is the notation of the LKB.
var Native = treebank.Format{
	Name:      "eds",
	Title:     "Elementary Dependency Structures",
	Source:    "Oepen & Lønning 2006; PyDelphin 1.10 delphin.codecs.eds",
	Ext:       []string{".eds"},
	Layers:    treebank.Graph,
	Framework: "eds",
	Keyed:     true,
	Detect:    detectNative,
	Split:     splitNative,
	Parse:     parseNative,
	ID:        nativeID,
	Write:     writeNative,
}

func detectNative(head []byte) bool {
	head = bytes.TrimSpace(head)
	if len(head) > 0 && head[0] == '#' {
		line, rest, ok := bytes.Cut(head, []byte("\n"))
		if !ok || bytes.ContainsAny(bytes.TrimSpace(line), " \t") {
			return false
		}
		head = bytes.TrimSpace(rest)
	}
	if len(head) < 2 || head[0] != '{' {
		return false
	}
	head = bytes.TrimSpace(head[1:])
	return len(head) > 0 && head[0] != '"' && head[0] != '}' && bytes.IndexByte(head, ':') >= 0
}

// splitNative takes the name and the graph after it.
func splitNative(data []byte, atEOF bool, _ int32) treebank.Extent {
	extent := splitGraph(data, atEOF)
	if extent.Found && extent.Begin > 0 { // a name without a graph is a sentence that cannot be read
		stray := bytes.TrimSpace(data[:extent.Begin])
		if bytes.HasPrefix(stray, []byte("#")) {
			begin := bytes.IndexByte(data, '#')
			return treebank.Found(begin, begin+len(stray), extent.Begin)
		}
	}
	return extent
}

func splitGraph(data []byte, atEOF bool) treebank.Extent {
	return graph.SplitBalanced(data, atEOF, func(data []byte, open int) int {
		if i := bytes.LastIndexByte(data[:open], '#'); i >= 0 && (i == 0 || graph.Blank(data[i-1])) {
			return i
		}
		return open
	})
}

func nativeID(text []byte) []byte {
	if len(text) == 0 || text[0] != '#' {
		return nil
	}
	id, _, _ := bytes.Cut(text[1:], []byte{'{'})
	id, _, _ = bytes.Cut(bytes.TrimSpace(id), []byte{'\n'})
	return bytes.TrimSpace(id)
}

type reader struct {
	graph.Scanner
	s *treebank.Sentence
	b *graph.Builder
}

func parseNative(sentence *treebank.Sentence, text []byte) error {
	r := &reader{Scanner: graph.Scanner{Text: text}, s: sentence, b: graph.New(sentence, text)}
	defer r.b.Free()
	if id := nativeID(text); id != nil {
		sentence.ID = sentence.Add(id)
		if r.At = bytes.IndexByte(text, '{'); r.At < 0 {
			r.At = 1 + len(id)
		}
	}
	if !r.Accept('{') {
		return r.Want("{")
	}
	top, err := r.top()
	if err != nil {
		return err
	}
	for !r.Accept('}') {
		if r.Accept('|') {
			continue
		}
		if err := r.node(); err != nil {
			return err
		}
	}
	r.b.Finish([]byte(top))
	return nil
}

// top reads the optional text before the nodes: the name of the top and a colon,
// then (cyclic fragmented). A name that a predicate follows is already a node.
func (r *reader) top() (string, error) {
	top, begin := "", r.At
	if !r.Accept(':') && r.Peek() != '(' && r.Peek() != '}' && r.Peek() != '|' {
		name, err := r.Symbol(":{}[]<,", "the top, a node or a closing }")
		if err != nil {
			return "", err
		}
		if r.At+1 < len(r.Text) && r.Text[r.At] == ':' &&
			(graph.Blank(r.Text[r.At+1]) || strings.IndexByte("}(|", r.Text[r.At+1]) >= 0) {
			top = name
			r.At++
		} else {
			r.At = begin
		}
	}
	if r.Peek() == '(' {
		end := bytes.IndexByte(r.Text[r.At:], ')')
		if end < 0 {
			return "", r.Want("a closing )")
		}
		r.At += end + 1
	}
	return top, nil
}

// node reads id:pred<lnk>("carg"){type P v, P v}[ROLE id, ...].
func (r *reader) node() error {
	id, err := r.Symbol(":{}[]", "a node or a closing }")
	if err != nil {
		return err
	}
	if !r.Accept(':') {
		return r.Want("a colon")
	}
	pred, lnk, err := r.predicate()
	if err != nil {
		return err
	}
	from, to := int32(-1), int32(-1)
	if len(lnk) > 0 {
		from, to = mrs.LnkSpan(lnk)
	}
	r.b.Node([]byte(id), mrs.Lower(pred), from, to)
	if r.At+1 < len(r.Text) && r.Text[r.At] == '(' && r.Text[r.At+1] == '"' {
		if err := r.carg(); err != nil {
			return err
		}
	}
	if r.Accept('{') {
		if err := r.properties(); err != nil {
			return err
		}
	}
	if !r.Accept('[') {
		return r.Want("the edges, in [ ]")
	}
	for !r.Accept(']') {
		role, err := r.Symbol(",]{}", "a role or a closing ]")
		if err != nil {
			return err
		}
		to, err := r.Symbol(",]{}", "the name of a node")
		if err != nil {
			return err
		}
		r.b.Edge([]byte(id), []byte(to), mrs.Upper([]byte(role)), nil)
		if !r.Accept(',') && r.Peek() != ']' {
			return r.Want("a comma or a closing ]")
		}
	}
	return nil
}

// predicate reads up to the link, which ends where the rest of a node begins.
func (r *reader) predicate() (pred, lnk []byte, err error) {
	r.Peek()
	at := r.At
	end := at
	for end < len(r.Text) && !graph.Blank(r.Text[end]) {
		if r.Text[end] == '<' {
			n := mrs.LnkLen(r.Text[end:])
			if k := end + n; n > 0 && (k == len(r.Text) || graph.Blank(r.Text[k]) || strings.IndexByte("({[", r.Text[k]) >= 0) {
				r.At = k
				return r.Text[at:end], r.Text[end:k], nil
			}
		}
		end++
	}
	for end = at; end < len(r.Text) && !graph.Blank(r.Text[end]); end++ {
		if c := r.Text[end]; c == '{' || c == '[' || c == '(' && end+1 < len(r.Text) && r.Text[end+1] == '"' {
			break
		}
	}
	if end == at {
		return nil, nil, r.Want("a predicate")
	}
	r.At = end
	return r.Text[at:end], nil, nil
}

func (r *reader) carg() error {
	at := r.At + 2
	var b []byte
	for i := at; i < len(r.Text); i++ {
		switch c := r.Text[i]; {
		case c == '"' && i+1 < len(r.Text) && r.Text[i+1] == ')':
			r.s.Nodes[len(r.s.Nodes)-1].Carg = r.s.Add(b)
			r.At = i + 2
			return nil
		case c == '\\' && i+1 < len(r.Text) && (r.Text[i+1] == '"' || r.Text[i+1] == '\\'):
			i++
			b = append(b, r.Text[i])
		default:
			b = append(b, c)
		}
	}
	return r.Want(`a string that ends in ")`)
}

func (r *reader) properties() error {
	if r.Accept('}') {
		return nil
	}
	sort, err := r.Symbol(",{}[]", "the type of the node")
	if err != nil {
		return err
	}
	r.s.Nodes[len(r.s.Nodes)-1].Type = r.s.Syms.InternString(sort)
	for !r.Accept('}') {
		key, err := r.Symbol(",{}[]", "a property or a closing }")
		if err != nil {
			return err
		}
		value, err := r.Symbol(",{}[]", "the value of a property")
		if err != nil {
			return err
		}
		r.b.Prop(mrs.Upper([]byte(key)), mrs.Lower([]byte(value)))
		r.Accept(',')
	}
	return nil
}

// writeNative writes a graph as PyDelphin does, with its name before it.
func writeNative(w *bufio.Writer, sentence *treebank.Sentence) error {
	graph.EDS(sentence)
	if sentence.ID.Len > 0 {
		w.WriteString("#" + graph.Clean(sentence.Str(sentence.ID), "{}#") + "\n")
	}
	w.WriteByte('{')
	names := graph.Names(sentence)
	for i := range names {
		names[i] = graph.Clean(names[i], ":{}[],<|(")
	}
	if len(sentence.Tops) > 0 {
		w.WriteString(names[sentence.Tops[0]] + ":")
	}
	if len(sentence.Nodes) > 0 {
		w.WriteByte('\n')
	}
	for i := range sentence.Nodes {
		w.WriteString(" " + names[i] + ":")
		writeNode(w, sentence, int32(i))
		w.WriteByte('[')
		for k, e := range outgoing(sentence, int32(i)) {
			if k > 0 {
				w.WriteString(", ")
			}
			w.WriteString(graph.Clean(role(sentence, e), ",]{}") + " " + names[e.To])
		}
		w.WriteString("]\n")
	}
	w.WriteString("}\n\n")
	return nil
}

func writeNode(w *bufio.Writer, sentence *treebank.Sentence, i int32) {
	node := &sentence.Nodes[i]
	predicate := graph.Clean(sentence.Name(node.Label), "")
	w.WriteString(predicate)
	if node.From >= 0 || node.To >= 0 || strings.ContainsAny(predicate, "({[") { // only a link ends such a predicate
		w.WriteString(graph.Lnk(node))
	}
	if node.Carg.Len > 0 {
		w.WriteString(`("` + graph.Escape(sentence.Str(node.Carg)) + `")`)
	}
	props := sorted(sentence, i)
	if node.Type == 0 && len(props) == 0 {
		return
	}
	w.WriteString("{" + kind(sentence, node))
	for k, p := range props {
		if k > 0 {
			w.WriteByte(',')
		}
		w.WriteString(" " + graph.Clean(sentence.Name(p.Key), ",{}[]") + " " + graph.Clean(sentence.Name(p.Value), ",{}[]"))
	}
	w.WriteByte('}')
}

// kind returns the type of a node, u if it has none.
func kind(s *treebank.Sentence, n *treebank.Node) string {
	if n.Type == 0 {
		return "u"
	}
	return graph.Clean(s.Name(n.Type), ",{}[]")
}

// sorted returns the properties of a node in the order of writing.
func sorted(s *treebank.Sentence, i int32) []treebank.Prop {
	props := slices.Clone(graph.Props(s, i))
	slices.SortStableFunc(props, func(a, b treebank.Prop) int { return mrs.CompareProps(s.Name(a.Key), s.Name(b.Key)) })
	return props
}

// arguments returns the edges from a node, without links of a DMRS that are not arguments.
func arguments(s *treebank.Sentence, i int32) []treebank.Edge {
	return slices.DeleteFunc(graph.Edges(s, i), func(e treebank.Edge) bool {
		return s.Name(e.Post) == "EQ" && (e.Label == 0 || s.Name(e.Label) == "MOD")
	})
}

// outgoing returns the arguments of a node in the order of writing.
func outgoing(s *treebank.Sentence, i int32) []treebank.Edge {
	edges := arguments(s, i)
	slices.SortStableFunc(edges, func(a, b treebank.Edge) int {
		return mrs.CompareRoles(s.Name(a.Label), s.Name(b.Label))
	})
	return edges
}

// role returns the label of an edge; a quantifier's link of DMRS is BV here.
func role(s *treebank.Sentence, e treebank.Edge) string {
	name := s.Name(e.Label)
	if e.Post != 0 && name == "RSTR" {
		return "BV"
	}
	return name
}

// Package dmrs reads and writes Dependency MRS (Copestake 2009) in four
// notations: SimpleDMRS,
//
//	dmrs 21 { [top=10001 index=10001] 10000 [pron<0:2> x PERS=3]; 10001 [_go_v_1<3:6> e SF=prop]; 10001:ARG1/NEQ -> 10000; }
//
// DMRX (in XML), JSON and PENMAN, as PyDelphin 1.10 defines them
// (delphin.codecs.simpledmrs, dmrx, dmrsjson, dmrspenman).
//
// Also read: predicates with any of / : < and ], a link from 0 that names the
// top, links without a role, properties in any case. Writers turn an MRS into a
// DMRS first; they refuse an EDS, which has no scopes.
package dmrs

import (
	"bufio"
	"bytes"
	"errors"
	"strconv"
	"strings"

	"assay/graph/mrs"
	"assay/internal/graph"
	"assay/treebank"
)

// ErrNoScopes reports that a graph cannot be written as a DMRS.
var ErrNoScopes = errors.New("the graph has no scopes: only an MRS or a DMRS can be written as a DMRS")

// Simple is SimpleDMRS.
var Simple = treebank.Format{
	Name:      "simpledmrs",
	Title:     "SimpleDMRS",
	Source:    "PyDelphin 1.10 delphin.codecs.simpledmrs",
	Ext:       []string{".simpledmrs", ".dmrs"},
	Layers:    treebank.Graph,
	Framework: "dmrs",
	Keyed:     true,
	Detect: func(head []byte) bool {
		head = bytes.TrimSpace(head)
		if !bytes.HasPrefix(head, []byte("dmrs")) || len(head) < 5 || head[4] != ' ' && head[4] != '{' {
			return false
		}
		line, _, _ := bytes.Cut(head, []byte("\n"))
		return bytes.IndexByte(line, '{') > 0
	},
	Split: splitSimple,
	Parse: parseSimple,
	ID: func(text []byte) []byte {
		id, _, _ := bytes.Cut(text[min(4, len(text)):], []byte{'{'})
		return bytes.TrimSpace(id)
	},
	Write: writeSimple,
}

var keyword = []byte("dmrs")

// splitSimple finds dmrs and the closing bracket.
func splitSimple(data []byte, atEOF bool, _ int32) treebank.Extent {
	at := 0
	for {
		i := bytes.Index(data[at:], keyword)
		if i < 0 {
			if atEOF {
				return treebank.FoundText(data)
			}
			return treebank.Skip(0)
		}
		if at += i; at == 0 || graph.Blank(data[at-1]) {
			break
		}
		at += len(keyword)
	}
	end := at + len(keyword)
	for ; end < len(data); end++ {
		switch data[end] {
		case '}':
			if prev := bytes.TrimRight(data[at:end], " \t\r\n"); len(prev) > 0 &&
				(prev[len(prev)-1] == ';' || prev[len(prev)-1] == '{' || prev[len(prev)-1] == ']') {
				return treebank.Found(at, end+1, end+1)
			}
		case '\n':
			if bytes.HasPrefix(data[end+1:], keyword) && len(data) > end+5 && (data[end+5] == ' ' || data[end+5] == '{') {
				return treebank.Found(at, end, end+1).Trim(data)
			}
		}
	}
	if atEOF {
		return treebank.Found(at, len(data), len(data)).Trim(data)
	}
	return treebank.Skip(at)
}

type reader struct {
	graph.Scanner
	s *treebank.Sentence
	b *graph.Builder
}

func parseSimple(sentence *treebank.Sentence, text []byte) error {
	r := &reader{Scanner: graph.Scanner{Text: text}, s: sentence, b: graph.New(sentence, text)}
	defer r.b.Free()
	if !bytes.HasPrefix(text, keyword) {
		return r.Want("dmrs")
	}
	r.At = len(keyword)
	if r.Peek() != '{' {
		id, err := r.Symbol("{", "a name or {")
		if err != nil {
			return err
		}
		sentence.ID = sentence.AddString(id)
	}
	if !r.Accept('{') {
		return r.Want("{")
	}
	top, err := r.attributes()
	if err != nil {
		return err
	}
	for !r.Accept('}') {
		if err := r.nodeOrLink(&top); err != nil {
			return err
		}
		if !r.Accept(';') && r.Peek() != '}' {
			return r.Want("a semicolon")
		}
	}
	r.b.Finish([]byte(top))
	return nil
}

// attributes reads [<0:3> "surface" top=1 index=2] and returns the top.
func (r *reader) attributes() (top string, err error) {
	if r.Peek() != '[' {
		return "", nil
	}
	r.At++
	for !r.Accept(']') {
		switch r.Peek() {
		case '<':
			n := mrs.LnkLen(r.Text[r.At:])
			if n == 0 {
				return "", r.Want("a link such as <0:3>")
			}
			r.At += n
		case '"':
			text, err := r.Quoted()
			if err != nil {
				return "", err
			}
			graph.Text(r.s, []byte(text))
		default:
			key, err := r.Symbol("=]", "top=, index= or a closing ]")
			if err != nil {
				return "", err
			}
			if !r.Accept('=') {
				return "", r.Want("=")
			}
			value, err := r.Symbol("]", "the name of a node")
			if err != nil {
				return "", err
			}
			if key == "top" {
				top = value
			} else {
				graph.Attr(r.s, key, value)
			}
		}
	}
	return top, nil
}

func (r *reader) nodeOrLink(top *string) error {
	id, err := r.Symbol(":[];", "a node, a link or a closing }")
	if err != nil {
		return err
	}
	if r.Accept('[') {
		return r.node(id)
	}
	if !r.Accept(':') {
		return r.Want("[ of a node or : of a link")
	}
	label := ""
	if r.Peek() != '/' {
		if label, err = r.Symbol("/;", "a role or /"); err != nil {
			return err
		}
	}
	if !r.Accept('/') {
		return r.Want("/")
	}
	post, err := r.Symbol(";-", "EQ, NEQ, H or HEQ")
	if err != nil {
		return err
	}
	if arrow, err := r.Symbol("0123456789;", "-> or --"); err != nil || arrow != "->" && arrow != "--" && arrow != "<-" {
		return r.Want("-> or --")
	}
	to, err := r.Symbol(";}", "the name of a node")
	if err != nil {
		return err
	}
	if id == "0" {
		if *top == "" {
			*top = to
		}
		return nil
	}
	r.b.Edge([]byte(id), []byte(to), mrs.Upper([]byte(label)), mrs.Upper([]byte(post)))
	return nil
}

// node reads pred<lnk>("carg") x P=v P=v].
func (r *reader) node(id string) error {
	r.Peek()
	at := r.At
	end, stop := -1, -1
	for k := at; k < len(r.Text) && !graph.Blank(r.Text[k]); k++ {
		if n := mrs.LnkLen(r.Text[k:]); r.Text[k] == '<' && n > 0 {
			if z := k + n; z == len(r.Text) || graph.Blank(r.Text[z]) || r.Text[z] == ']' || r.Text[z] == '(' {
				end, stop = k, z
				break
			}
		}
	}
	from, to := int32(-1), int32(-1)
	if end < 0 {
		for end = at; end < len(r.Text) && !graph.Blank(r.Text[end]) && r.Text[end] != ']' &&
			!bytes.HasPrefix(r.Text[end:], []byte(`("`)); end++ {
		}
		stop = end
	} else {
		from, to = mrs.LnkSpan(r.Text[end:stop])
	}
	if end == at {
		return r.Want("a predicate")
	}
	r.b.Node([]byte(id), mrs.NormalizePredicate(r.Text[at:end]), from, to)
	n := len(r.s.Nodes) - 1
	r.At = stop
	if bytes.HasPrefix(r.Text[r.At:], []byte(`("`)) {
		r.At++
		carg, err := r.Quoted()
		if err != nil {
			return err
		}
		r.s.Nodes[n].Carg = r.s.AddString(carg)
		if !r.Accept(')') {
			return r.Want(")")
		}
	}
	for !r.Accept(']') {
		key, err := r.Symbol("=]", "a property or a closing ]")
		if err != nil {
			return err
		}
		if !r.Accept('=') {
			r.s.Nodes[n].Type = r.s.Syms.InternString(key)
			continue
		}
		value, err := r.Symbol("]", "the value of a property")
		if err != nil {
			return err
		}
		r.b.Prop(mrs.Upper([]byte(key)), mrs.Lower([]byte(value)))
	}
	return nil
}

// prepare makes the graph of sentence a DMRS and returns the names of its nodes, and a
// function that restores the graph.
func prepare(sentence *treebank.Sentence) (names []string, undo func(), err error) {
	undo = func() {}
	if sentence.MRS != nil {
		was := mrs.Graph(sentence.MRS.Graph)
		mrs.Derive(sentence, mrs.DMRS)
		undo = func() { mrs.Derive(sentence, was) }
	} else {
		for _, e := range sentence.Edges {
			if e.Post == 0 {
				return nil, undo, ErrNoScopes
			}
		}
	}
	used := map[string]bool{}
	for i := range sentence.Nodes {
		id := sentence.Str(sentence.Nodes[i].ID)
		// 00 is no number of JSON
		if _, err := strconv.ParseInt(id, 10, 32); err != nil || used[id] || id[0] == '-' || id[0] == '+' ||
			id[0] == '0' || sentence.MRS != nil {
			id = strconv.Itoa(10000 + i)
			for k := i; used[id]; k++ {
				id = strconv.Itoa(10000 + len(sentence.Nodes) + k)
			}
		}
		names = append(names, id)
		used[id] = true
	}
	return names, undo, nil
}

// index returns the name of the node to which the index of an MRS leads, or the
// index that was read, "" if there is none.
func index(sentence *treebank.Sentence, names []string) string {
	if m := sentence.MRS; m != nil {
		for i := len(m.EPs) - 1; i >= 0; i-- {
			if e := &m.EPs[i]; m.Index >= 0 && e.ARG0 == m.Index && !e.Quant {
				return names[i]
			}
		}
		return ""
	}
	value := graph.Value(sentence, "index")
	for i := range sentence.Nodes {
		if value != "" && sentence.Str(sentence.Nodes[i].ID) == value {
			return names[i]
		}
	}
	return ""
}

func writeSimple(w *bufio.Writer, sentence *treebank.Sentence) error {
	names, undo, err := prepare(sentence)
	if err != nil {
		return err
	}
	defer undo()
	w.WriteString("dmrs ")
	if sentence.ID.Len > 0 {
		w.WriteString(graph.Clean(sentence.Str(sentence.ID), "{}") + " ")
	}
	w.WriteString("{\n")
	var attrs []string
	if sentence.Input.Len > 0 {
		attrs = append(attrs, `"`+graph.Escape(sentence.Str(sentence.Input))+`"`)
	}
	if len(sentence.Tops) > 0 {
		attrs = append(attrs, "top="+names[sentence.Tops[0]])
	}
	if i := index(sentence, names); i != "" {
		attrs = append(attrs, "index="+i)
	}
	if len(attrs) > 0 {
		w.WriteString("  [" + strings.Join(attrs, " ") + "]\n")
	}
	for i := range sentence.Nodes {
		n := &sentence.Nodes[i]
		w.WriteString("  " + names[i] + " [" + graph.Clean(sentence.Name(n.Label), "") + graph.Lnk(n))
		if n.Carg.Len > 0 {
			w.WriteString(`("` + graph.Escape(sentence.Str(n.Carg)) + `")`)
		}
		if name := sentence.Name(n.Type); name != "" && name != "u" {
			w.WriteString(" " + graph.Clean(name, "=[];"))
		}
		for _, p := range graph.Props(sentence, int32(i)) {
			w.WriteString(" " + graph.Clean(sentence.Name(p.Key), "=[];") + "=" + graph.Clean(sentence.Name(p.Value), "[];"))
		}
		w.WriteString("];\n")
	}
	for _, edge := range sentence.Edges {
		label, post := sentence.Name(edge.Label), sentence.Name(edge.Post)
		arrow := "->"
		if label == "" && post == "EQ" {
			arrow = "--"
		}
		if label != "" {
			label = graph.Clean(label, "/:;[]{}")
		}
		w.WriteString("  " + names[edge.From] + ":" + label + "/" + graph.Clean(post, ";-[]{}") + " " + arrow + " " +
			names[edge.To] + ";\n")
	}
	w.WriteString("}\n")
	return nil
}

// Package graph is shared by the readers and writers of semantic graphs: it links
// nodes by name after all of them are read, and cuts texts at balanced brackets.
package graph

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
	"strconv"

	"assay/graph/mrs"
	"assay/treebank"
)

// SetProp gives a variable of an MRS a property, or another value of it.
func SetProp(structure *treebank.MRS, variable int32, key, value treebank.Symbol) {
	for i := range structure.Props {
		if q := &structure.Props[i]; q.Node == variable && q.Key == key {
			q.Value = value
			return
		}
	}
	structure.Props = append(structure.Props, treebank.Prop{Node: variable, Key: key, Value: value})
}

// Text sets the running text and its words.
func Text(sentence *treebank.Sentence, input []byte) {
	sentence.Input = sentence.Add(input)
	Words(sentence)
}

// Words makes a token of each word of the running text.
func Words(sentence *treebank.Sentence) {
	b := sentence.Bytes(sentence.Input)
	for i := 0; i < len(b); {
		if Blank(b[i]) {
			i++
			continue
		}
		at := i
		for i < len(b) && !Blank(b[i]) {
			i++
		}
		sentence.Tokens = append(sentence.Tokens, treebank.Token{Parent: -1,
			Form: treebank.Span{Off: sentence.Input.Off + uint32(at), Len: uint32(i - at)}})
	}
}

// Blank reports whether c is ASCII white space.
func Blank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// Attr adds an attribute of the whole sentence.
func Attr(s *treebank.Sentence, key, value string) {
	s.AddAttr(-1, key, s.AddString(value))
}

// Value returns the value that Attr added, "" if none.
func Value(s *treebank.Sentence, key string) string { return string(s.FindAttr(-1, key)) }

// EDS makes the graph of s an EDS if another kind of graph was made from its MRS.
func EDS(s *treebank.Sentence) {
	if s.MRS != nil && mrs.Graph(s.MRS.Graph) != mrs.LKB {
		mrs.Derive(s, mrs.EDS)
	}
}

// Names returns the names of the nodes: their own, else the names of their
// variables, with _1, _2 for quantifiers and nodes without a variable.
func Names(sentence *treebank.Sentence) []string {
	if sentence.MRS != nil && len(sentence.MRS.EPs) == len(sentence.Nodes) {
		return mrsNames(sentence, false)
	}
	names := make([]string, len(sentence.Nodes))
	used := map[string]bool{}
	for i := range sentence.Nodes {
		id := sentence.Str(sentence.Nodes[i].ID)
		if id == "" || used[id] {
			for n := i + 1; id == "" || used[id]; n++ {
				id = "_" + strconv.Itoa(n)
			}
		}
		names[i], used[id] = id, true
	}
	return names
}

// mrsNames names nodes as PyDelphin's make_ids_unique does. Among several nodes
// with one variable, the node that takes no other as an argument keeps its name;
// the first of such nodes, or the last.
func mrsNames(sentence *treebank.Sentence, last bool) []string {
	structure, names, n := sentence.MRS, make([]string, len(sentence.Nodes)), 0
	fresh := func() string { n++; return "_" + strconv.Itoa(n) }
	groups := map[int32][]int32{}
	var order []int32
	for i := range structure.EPs {
		ep := &structure.EPs[i]
		if ep.Quant || ep.ARG0 < 0 {
			names[i] = fresh()
			continue
		}
		names[i] = sentence.Name(structure.Vars[ep.ARG0].Name)
		if groups[ep.ARG0] == nil {
			order = append(order, ep.ARG0)
		}
		groups[ep.ARG0] = append(groups[ep.ARG0], int32(i))
	}
	for _, v := range order {
		group := groups[v]
		if len(group) < 2 {
			continue
		}
		if last {
			slices.Reverse(group)
		}
		takes := func(p int32) bool { // whether p takes one of its group as an argument
			return slices.ContainsFunc(sentence.Edges, func(e treebank.Edge) bool {
				return e.From == p &&
					slices.Contains(group, e.To)
			})
		}
		best := max(0, slices.IndexFunc(group, func(p int32) bool { return !takes(p) }))
		for i, p := range group {
			if i != best {
				names[p] = fresh()
			}
		}
	}
	return names
}

// LastNames is Names for a graph made from an MRS, except that of several nodes
// with one variable the last keeps its name.
func LastNames(s *treebank.Sentence) []string { return mrsNames(s, true) }

// Lnk returns the characters to which a node is anchored, as <0:3>.
func Lnk(n *treebank.Node) string {
	return "<" + strconv.Itoa(int(n.From)) + ":" + strconv.Itoa(int(n.To)) + ">"
}

// Props returns the properties of node i in the order in which they are
// written.
func Props(sentence *treebank.Sentence, i int32) []treebank.Prop {
	at, _ := slices.BinarySearchFunc(sentence.Props, i, func(p treebank.Prop, i int32) int { return int(p.Node - i) })
	end := at
	for end < len(sentence.Props) && sentence.Props[end].Node == i {
		end++
	}
	return sentence.Props[at:end]
}

// Edges returns the edges from node i.
func Edges(s *treebank.Sentence, i int32) (out []treebank.Edge) {
	for _, e := range s.Edges {
		if e.From == i {
			out = append(out, e)
		}
	}
	return out
}

// SplitBalanced finds the next stretch from { to the matching }, ignoring brackets
// in strings in double quotes. A newline followed by { always begins another
// stretch, so that an unclosed stretch does not swallow the next. lead returns the
// start of the text before the {, such as the name of the sentence.
func SplitBalanced(data []byte, atEOF bool, lead func(data []byte, open int) int) treebank.Extent {
	at := bytes.IndexByte(data, '{')
	if at < 0 {
		if atEOF {
			return rest(data)
		}
		return treebank.Skip(0)
	}
	begin := at
	if lead != nil {
		begin = lead(data, at)
	}
	depth, plain := 0, at // no text before plain is worth a skim
	for i := at; i < len(data); i++ {
		if i >= plain && depth > 0 && data[i-1] != '\n' {
			if i, depth = skim(data, i, depth); i == len(data) {
				break
			}
			plain = i + 8
		}
		switch c := data[i]; c {
		case '"':
			j := skipString(data, i)
			if j == len(data) && !atEOF {
				return treebank.Skip(0)
			}
			if j < len(data) {
				i = j
			}
		case '{':
			if depth > 0 && data[i-1] == '\n' {
				return treebank.Found(begin, i, i).Trim(data)
			}
			depth++
		case '}':
			if depth--; depth == 0 {
				return treebank.Found(begin, i+1, i+1)
			}
		}
	}
	if atEOF {
		return treebank.Found(begin, len(data), len(data)).Trim(data)
	}
	return treebank.Skip(0)
}

// rest is the text after the last object: an error of the file unless it is only
// the end of a list.
func rest(data []byte) treebank.Extent {
	const list = " \t\r\n,[]"
	text := bytes.TrimRight(data, list)
	if begin := len(text) - len(bytes.TrimLeft(text, list)); begin < len(text) {
		return treebank.Found(begin, len(text), len(data))
	}
	return treebank.Skip(len(data))
}

// skipString returns the end of the string that begins at data[i]; len(data) if it
// does not end, and i if its line ends first, because then it is no string.
func skipString(data []byte, i int) int {
	for j := i + 1; j < len(data); {
		if j+8 <= len(data) {
			w := binary.LittleEndian.Uint64(data[j:])
			m := (zeroByte(w^'"'*ones) | zeroByte(w^'\\'*ones) | zeroByte(w^'\n'*ones)) & highs
			if m == 0 {
				j += 8
				continue
			}
			j += bits.TrailingZeros64(m) >> 3
		}
		switch data[j] {
		case '\\':
			j++
		case '"':
			return j
		case '\n':
			return i
		}
		j++
	}
	return len(data)
}

// Attribute returns the value of an attribute of the start tag at the start of
// text, nil if it has none. It is for names of sentences and decodes no entities.
func Attribute(text []byte, name string) []byte {
	end := bytes.IndexByte(text, '>')
	if end < 0 {
		return nil
	}
	i := bytes.Index(text[:end], []byte(" "+name+`="`))
	if i < 0 {
		return nil
	}
	value, _, _ := bytes.Cut(text[i+len(name)+3:end], []byte{'"'})
	return value
}

// JSONName returns the value of a key of the outermost object, without quotes,
// nil if it has none.
func JSONName(text []byte, key string) []byte {
	if !bytes.Contains(text, []byte(key)) { // much faster than to read the text
		return nil
	}
	return jsonName(text, key)
}

func jsonName(text []byte, key string) []byte {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			j := min(skipString(text, i), len(text)-1)
			if depth != 1 || string(text[i+1:max(j, i+1)]) != key {
				i = max(i, j)
				continue
			}
			rest := bytes.TrimLeft(text[j+1:], " \t\r\n")
			if len(rest) == 0 || rest[0] != ':' {
				i = j
				continue
			}
			rest = bytes.TrimLeft(rest[1:], " \t\r\n")
			if len(rest) > 0 && rest[0] == '"' {
				return rest[1:max(1, min(skipString(rest, 0), len(rest)))]
			}
			n := 0
			for n < len(rest) && !Blank(rest[n]) && rest[n] != ',' && rest[n] != '}' {
				n++
			}
			return rest[:n]
		}
	}
	return nil
}

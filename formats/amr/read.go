package amr

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"sync"

	triples "assay/graph/amr"
	"assay/internal/graph"
	"assay/treebank"
)

// maxDepth bounds brackets within brackets.
const maxDepth = 10000

// alignKey is the key of alignments as they are written.
const alignKey = "amr-align"

// A reader reads one sentence.
type reader struct {
	s     *treebank.Sentence
	text  []byte
	at    int
	depth int
	order []mark // in the order of the text
	open  []reference
	tilde bool            // the text has one, and perhaps alignments
	names graph.NameIndex // of the nodes; the number of a name is its place in first
	first []int32         // of each name: the first node that has it
	words [][2]int32      // of each word of ::tok: its first character and one past its last
	align []alignment
}

// An alignment is a suffix such as ~e.3 of the concept of a node (n), the role of
// an edge (e) or of a property (p), or the value of these (ve, vp).
type alignment struct {
	kind string
	at   int
	text treebank.Span
}

// A mark is a role of a node: p, e or r for a property, an edge to a new node, a reference.
type mark struct {
	node int32
	kind byte
}

var readers = sync.Pool{New: func() any { return new(reader) }}

// start makes r the reader of a sentence.
func (r *reader) start(sentence *treebank.Sentence, text []byte) {
	r.s, r.text, r.at, r.depth = sentence, text, 0, 0
	r.tilde = bytes.IndexByte(text, '~') >= 0
	r.order, r.open, r.words, r.align, r.first = r.order[:0], r.open[:0], r.words[:0], r.align[:0], r.first[:0]
	r.names.Reset()
}

// free lets another sentence use the memory of r.
func (r *reader) free() {
	if r.names.Small() {
		r.s, r.text = nil, nil
		readers.Put(r)
	}
}

// A reference is a value without quotes: the name of a node or a constant.
type reference struct {
	node  int32
	place int // in order
	edge  int32
	role  treebank.Symbol
	value treebank.Span
	align [2]treebank.Span // of role and value
}

func parse(sentence *treebank.Sentence, text []byte) error {
	r := readers.Get().(*reader)
	r.start(sentence, text)
	defer r.free()
	r.metadata()
	if r.peek() == 0 {
		sentence.Missing = true
		return nil
	}
	for roots := 0; r.peek() != 0; roots++ {
		if roots == 1 {
			sentence.Note(hinted(treebank.At(text, r.at, "one graph with one root", "another root"),
				"its nodes count too; an empty line ends a graph"))
		}
		before, at := len(sentence.Nodes), r.at
		if c := r.peek(); c != '(' {
			err := r.want("a graph that begins with (")
			if e, ok := err.(*treebank.SyntaxError); ok && c == ':' {
				e.Hint = "an empty line inside the graph above ends it"
			} else if ok && strings.Contains(e.Found, " / ") {
				e.Hint = "its opening bracket is missing"
			}
			return err
		}
		if _, err := r.node(); err != nil {
			return err
		}
		if len(sentence.Nodes) == before {
			sentence.Note(hinted(treebank.At(text, at, "a graph with nodes", "()"), "an empty graph counts, with nothing in it"))
		} else if before == 0 {
			sentence.Tops = append(sentence.Tops, 0)
		}
	}
	slices.SortStableFunc(r.open, func(a, b reference) int { return int(a.node - b.node) })
	r.keepAlignments(r.resolve())
	sentence.AddAttr(-1, triples.OrderKey, sentence.Add(r.ordered()))
	return nil
}

// ordered returns the kinds of the roles of each node, between commas.
func (r *reader) ordered() []byte {
	nodes := len(r.s.Nodes)
	at := make([]int, nodes+1) // at first the number of roles of the node before, then the place of the next role
	for _, mark := range r.order {
		at[mark.node+1]++
	}
	text := make([]byte, len(r.order)+max(nodes-1, 0))
	for i := 1; i < nodes; i++ {
		at[i] += at[i-1] + 1
		text[at[i]-1] = ','
	}
	for _, mark := range r.order {
		text[at[mark.node]] = mark.kind
		at[mark.node]++
	}
	return text
}

// metadata keeps the lines that begin with #, and takes the name and the text
// from them. Alignments count the words of ::tok.
func (r *reader) metadata() {
	sentence := r.s
	if id := graph.PenmanID(r.text); id != nil {
		sentence.ID = treebank.SpanOf(r.text, id)
	}
	var tok, snt []byte
	for r.at < len(r.text) && r.text[r.at] == '#' {
		line, rest, _ := bytes.Cut(r.text[r.at:], []byte("\n"))
		line = bytes.TrimRight(line, "\r")
		sentence.Comments = append(sentence.Comments, treebank.SpanOf(r.text, line))
		if t, ok := value(line, "::tok "); ok {
			tok = t
		} else if t, ok := value(line, "::snt "); ok {
			snt = t
		}
		r.at = len(r.text) - len(rest)
		for len(rest) > 0 && (rest[0] == '\n' || rest[0] == '\r') { // blank lines between metadata
			rest = rest[1:]
			r.at++
		}
	}
	if tok == nil {
		tok = snt
	}
	if tok != nil {
		r.setWords(tok)
	}
}

// value returns the text after a key that begins a line of metadata.
func value(line []byte, key string) ([]byte, bool) {
	for len(line) > 0 && (line[0] == '#' || line[0] == ' ' || line[0] == '\t') {
		line = line[1:]
	}
	if len(line) < len(key) || string(line[:len(key)]) != key {
		return nil, false
	}
	return bytes.TrimSpace(line[len(key):]), true
}

// setWords sets the running text and its words.
func (r *reader) setWords(text []byte) {
	sentence := r.s
	sentence.Input = treebank.SpanOf(r.text, text)
	chars := int32(0)
	for i := 0; i < len(text); {
		if graph.Blank(text[i]) {
			i, chars = i+1, chars+1
			continue
		}
		begin, first := i, chars
		for i < len(text) && !graph.Blank(text[i]) {
			if text[i]&0xC0 != 0x80 {
				chars++
			}
			i++
		}
		sentence.Tokens = append(sentence.Tokens, treebank.Token{Parent: -1, Form: treebank.SpanOf(r.text, text[begin:i])})
		r.words = append(r.words, [2]int32{first, chars})
	}
}

func (r *reader) want(what string) error { return treebank.At(r.text, r.at, what, r.found()) }

// hinted gives a fault a hint.
func hinted(e *treebank.SyntaxError, hint string) *treebank.SyntaxError {
	e.Hint = hint
	return e
}

// found returns the next characters, for messages.
func (r *reader) found() string {
	if r.at >= len(r.text) {
		return "the end"
	}
	return strconv.Quote(string(r.text[r.at:min(len(r.text), r.at+20)]))
}

// peek passes over white space and returns the next byte, 0 only at the end.
func (r *reader) peek() byte {
	for r.at < len(r.text) && graph.Blank(r.text[r.at]) {
		r.at++
	}
	if r.at < len(r.text) {
		return max(r.text[r.at], 1)
	}
	return 0
}

// What ends a symbol: always, before a quote, before a slash.
const (
	always = 1 << iota
	quotes
	slashes
)

var ends = func() (ends [256]uint8) {
	for c := range ends {
		if graph.Blank(byte(c)) || c == '(' || c == ')' {
			ends[c] = always
		}
	}
	ends['"'], ends['/'] = quotes, slashes
	return ends
}()

// symbol reads up to white space, a bracket or one of those ends.
func (r *reader) symbol(stop uint8) []byte {
	r.peek()
	begin, at := r.at, r.at
	for at < len(r.text) && ends[r.text[at]]&(always|stop) == 0 {
		at++
	}
	r.at = at
	return r.text[begin:at]
}

// word reads a concept or a value. A role that follows without a blank (in
// graphs whose lines were joined) is not part of it.
func (r *reader) word() []byte {
	w := r.symbol(quotes)
	i := bytes.LastIndexByte(w, ':')
	if i <= 0 || i+1 == len(w) || !isLetter(w[i+1]) {
		return w
	}
	end := r.at
	if c := r.peek(); c == ')' || c == ':' || c == 0 {
		return w
	}
	r.at = end - len(w) + i
	return w[:i]
}

// suffix reads the text that follows a string without a blank.
func (r *reader) suffix() []byte {
	if r.at < len(r.text) && r.text[r.at] == '~' {
		return r.symbol(0)
	}
	return nil
}

// quoted reads a string with its quotes. A backslash protects a quote.
func (r *reader) quoted() ([]byte, error) {
	for i := r.at + 1; i < len(r.text); i++ {
		switch r.text[i] {
		case '\\':
			i++
		case '"':
			q := r.text[r.at : i+1]
			r.at = i + 1
			return q, nil
		}
	}
	return nil, treebank.At(r.text, r.at, "a closing quote", "the end of the graph")
}

// node reads (name / concept :role value ...) and returns the number of the
// node, -1 for ().
func (r *reader) node() (int32, error) {
	if r.depth++; r.depth > maxDepth {
		return -1, hinted(treebank.At(r.text, r.at, "brackets that are nested at most "+strconv.Itoa(maxDepth)+" deep",
			r.found()), "is a bracket lost, or the file of another format?")
	}
	defer func() { r.depth-- }()
	begin := r.at
	r.at++
	if r.peek() == ')' && r.depth == 1 {
		r.at++
		return -1, nil
	}
	name := r.symbol(quotes | slashes)
	if len(name) == 0 || name[0] == ':' {
		r.at -= len(name)
		return -1, r.want("the name of a node")
	}
	i := r.define(name)
	if r.peek() == '/' {
		r.at++
		if err := r.concept(i); err != nil {
			return -1, err
		}
	} else {
		r.s.Note(hinted(treebank.At(r.text, r.at, "/ and the concept of the node "+string(name), r.found()),
			"a node without a concept counts with its edges only"))
	}
	for r.peek() != ')' {
		if r.at >= len(r.text) {
			open := treebank.At(r.text, begin, "a closing bracket for the node "+string(name), "the end of the graph")
			return -1, hinted(open, "a bracket is missing, or an empty line inside the graph ends it")
		}
		if err := r.role(i); err != nil {
			return -1, err
		}
	}
	r.at++
	return i, nil
}

// define makes a node. If its name was given before, the name keeps the first node.
func (r *reader) define(name []byte) int32 {
	i := int32(len(r.s.Nodes))
	if _, isNew := r.names.Number(name); isNew {
		r.first = append(r.first, i)
	} else {
		r.s.Note(hinted(treebank.At(r.text, r.at-len(name), "a name for each node", string(name)+" twice"),
			"edges to that name are edges to the first node that has it"))
	}
	r.s.Nodes = append(r.s.Nodes, treebank.Node{ID: treebank.SpanOf(r.text, name), From: -1, To: -1})
	return i
}

// concept reads the concept of node i and its alignment.
func (r *reader) concept(i int32) error {
	var word []byte
	var err error
	if r.peek() == '"' {
		if word, err = r.quoted(); err != nil {
			return err
		}
		at := r.at - len(word)
		r.suffix()
		word = r.text[at:r.at]
	} else if word = r.word(); len(word) == 0 {
		return r.want("a concept")
	}
	word, align := r.cutValue(word)
	r.s.Nodes[i].Label = r.s.Syms.Intern(word)
	if len(align) > 0 {
		r.align = append(r.align, alignment{"n", int(i), treebank.SpanOf(r.text, align)})
		r.place(&r.s.Nodes[i], align)
	}
	return nil
}

// role reads :role value of node i.
func (r *reader) role(i int32) error {
	at := r.at
	word := r.symbol(quotes)
	if len(word) == 0 || word[0] != ':' {
		r.at = at
		return r.want("a role, which begins with a colon, or a closing bracket")
	}
	word, align := r.cutAlignment(word)
	ref := reference{node: i, edge: -1, place: len(r.order), role: r.s.Syms.Intern(word[1:])}
	ref.align[0] = treebank.SpanOf(r.text, align)
	switch c := r.peek(); {
	case c == '(':
		r.order = append(r.order, mark{i, 'e'})
		edge := len(r.s.Edges)
		r.s.Edges = append(r.s.Edges, treebank.Edge{From: i, Label: ref.role})
		if len(align) > 0 {
			r.align = append(r.align, alignment{"e", edge, treebank.SpanOf(r.text, align)})
		}
		to, err := r.node()
		if err != nil {
			return err
		}
		r.s.Edges[edge].To = to
	case c == '"':
		value, err := r.quoted()
		if err != nil {
			return err
		}
		_, align := r.cutAlignment(r.suffix())
		ref.value, ref.align[1] = treebank.SpanOf(r.text, value), treebank.SpanOf(r.text, align)
		r.refer(ref)
	case c == ')' || c == 0 || c == ':' && r.at+1 < len(r.text) && isLetter(r.text[r.at+1]):
		r.s.Note(hinted(treebank.At(r.text, at, "a value of the role "+string(word), "none"),
			"the role counts with an empty value"))
		ref.value = treebank.SpanOf(r.text, r.text[r.at:r.at])
		r.refer(ref)
	default:
		value, align := r.cutValue(r.word())
		ref.value, ref.align[1] = treebank.SpanOf(r.text, value), treebank.SpanOf(r.text, align)
		r.refer(ref)
	}
	return nil
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// refer records a value that may be the name of a node. It keeps its place
// among the edges.
func (r *reader) refer(ref reference) {
	r.order = append(r.order, mark{ref.node, 'p'})
	ref.edge = int32(len(r.s.Edges))
	r.s.Edges = append(r.s.Edges, treebank.Edge{From: ref.node, To: -1, Label: ref.role})
	r.open = append(r.open, ref)
}

// resolve turns values into edges to the nodes that they name, and into
// properties. It returns the new number of each edge.
func (r *reader) resolve() []int {
	sentence := r.s
	isProp := make([]bool, len(sentence.Edges))
	for _, ref := range r.open {
		value := sentence.Bytes(ref.value)
		if name := r.names.Find(value); name >= 0 {
			sentence.Edges[ref.edge].To = r.first[name]
			r.order[ref.place].kind = 'r'
			r.alignRole("e", int(ref.edge), ref)
			continue
		}
		isProp[ref.edge] = true
		if isVariable(value) {
			sentence.Note(hinted(treebank.At(r.text, int(ref.value.Off), "a value that is a node or a constant",
				"the variable "+string(value)+", which is not defined"),
				"it counts as a constant; ("+string(value)+" / CONCEPT) defines it"))
		}
		r.alignRole("p", len(sentence.Props), ref)
		sentence.Props = append(sentence.Props, treebank.Prop{Node: ref.node, Key: ref.role,
			Value: sentence.Syms.Intern(value)})
	}
	n, to := 0, make([]int, len(sentence.Edges))
	for i, e := range sentence.Edges {
		to[i] = n
		if !isProp[i] {
			sentence.Edges[n] = e
			n++
		}
	}
	sentence.Edges = sentence.Edges[:n]
	return to
}

// alignRole notes the alignments of a role and its value.
func (r *reader) alignRole(kind string, at int, ref reference) {
	for k, sp := range ref.align {
		if sp.Len > 0 {
			r.align = append(r.align, alignment{[]string{kind, "v" + kind}[k], at, sp})
		}
	}
}

// keepAlignments keeps the alignments as they are written: the kind, the number
// of the node, edge or property, and the text.
func (r *reader) keepAlignments(edge []int) {
	for _, a := range r.align {
		if a.kind == "e" || a.kind == "ve" {
			a.at = edge[a.at]
		}
		graph.Attr(r.s, alignKey, a.kind+strconv.Itoa(a.at)+" "+r.s.Str(a.text))
	}
}

// isVariable reports whether a value looks like the name of a node: one or two
// letters and digits.
func isVariable(value []byte) bool {
	k := 0
	for k < len(value) && k < 2 && value[k] >= 'a' && value[k] <= 'z' {
		k++
	}
	rest := value[k:]
	for _, c := range rest {
		if c < '0' || c > '9' {
			return false
		}
	}
	return k == 1 || k == 2 && len(rest) > 0
}

// cutValue is cutAlignment for a constant or a concept: with nothing before it, ~100 is a constant, about a
// hundred, and ~e.3 the alignment of an empty one.
func (r *reader) cutValue(word []byte) (rest, align []byte) {
	if bytes.LastIndexByte(word, '~') == 0 && !(len(word) > 2 && isLetter(word[1]) && word[2] == '.') {
		return word, nil
	}
	return r.cutAlignment(word)
}

// cutAlignment cuts ~e.3,4 or ~3 off the end of a word.
func (r *reader) cutAlignment(word []byte) (rest, align []byte) {
	if !r.tilde {
		return word, nil
	}
	i := bytes.LastIndexByte(word, '~')
	if i < 0 {
		return word, nil
	}
	tail := word[i+1:]
	if len(tail) > 1 && isLetter(tail[0]) && tail[1] == '.' {
		tail = tail[2:]
	}
	for k, c := range tail {
		if (c < '0' || c > '9') && (c != ',' || k == 0 || k == len(tail)-1) {
			return word, nil
		}
	}
	if len(tail) == 0 {
		return word, nil
	}
	return word[:i], word[i:]
}

// place anchors node n to the words that its alignment names.
func (r *reader) place(n *treebank.Node, align []byte) {
	tail := align[1:]
	if isLetter(tail[0]) {
		tail = tail[2:]
	}
	var at []int
	for _, f := range bytes.Split(tail, []byte(",")) {
		if i, err := strconv.Atoi(string(f)); err == nil && i < len(r.words) {
			at = append(at, i)
		}
	}
	slices.Sort(at)
	node := int32(len(r.s.Nodes) - 1)
	first := len(r.s.Anchors)
	for k, i := range slices.Compact(at) {
		w := r.words[i]
		if k == 0 {
			n.From = w[0]
		}
		n.To = w[1]
		r.s.Anchors = append(r.s.Anchors, treebank.Anchor{Node: node, From: w[0], To: w[1]})
	}
	if len(r.s.Anchors) == first+1 {
		r.s.Anchors = r.s.Anchors[:first]
	}
}

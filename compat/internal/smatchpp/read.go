package smatchpp

import (
	"strings"

	"assay/compat/internal/python"
)

// A triple is source, role and target. Roles begin with a colon.
type triple [3]string

const (
	instance = ":instance"
	root     = ":root"
)

// graphs reads a file: graphs are separated by exactly one empty line, and lines that
// begin with "# ::" are dropped.
func graphs(path string) ([][]triple, error) {
	text, err := python.ReadText(path)
	if err != nil {
		return nil, err
	}
	blocks := strings.Split(text, "\n\n")
	for i, block := range blocks {
		var lines []string
		for _, line := range strings.Split(block, "\n") {
			if !strings.HasPrefix(line, "# ::") {
				lines = append(lines, line)
			}
		}
		blocks[i] = strings.Join(lines, "\n")
	}
	if blocks[len(blocks)-1] == "" {
		blocks = blocks[:len(blocks)-1]
	}
	all := make([][]triple, len(blocks))
	for i, block := range blocks {
		all[i] = parse(block)
	}
	return all, nil
}

const (
	open   = "<ENCLOSED_LBR>"
	closed = "<ENCLOSED_RBR>"
)

// protect replaces brackets within quotes. An apostrophe within a word opens a quote as
// well, unless it is the last one, so that up to the next apostrophe no bracket counts.
func protect(s string) string {
	var out strings.Builder
	double, single := false, false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '"' && (double || strings.Count(s[i:], `"`) > 1):
			double = !double
		case c == '\'' && (double || strings.Count(s[i:], "'") > 1):
			if !double {
				single = !single
			}
		case c == '"' || c == '\'' || !double && !single:
		case c == '(':
			out.WriteString(open)
			continue
		case c == ')':
			out.WriteString(closed)
			continue
		}
		out.WriteByte(c)
	}
	return out.String()
}

// A reader collects the triples of a graph.
type reader struct {
	tokens  []string
	at      int
	depth   int
	source  map[int]string
	role    map[int]string
	triples []triple
}

// parse returns the triples of a graph, and of a broken one those before the place
// where the reader gives up.
func parse(text string) []triple {
	text = strings.ReplaceAll(strings.ReplaceAll(protect(text), ")", " )"), "(", "( ")
	r := &reader{tokens: strings.Fields(text), source: map[int]string{0: "ROOT_OF_GRAPH"}, role: map[int]string{0: root}}
	for r.at < len(r.tokens) && r.step() {
	}
	unprotect := strings.NewReplacer(open, "(", closed, ")")
	roots := 0
	for i, t := range r.triples {
		r.triples[i] = triple{unprotect.Replace(t[0]), t[1], unprotect.Replace(t[2])}
		if t[1] != root {
			continue
		}
		if roots++; roots > 1 {
			r.triples[i][1] = root + "_but_not_the_graph_root"
		}
	}
	return r.triples
}

// step reads one token or statement. It returns false where smatch++ gives up.
func (r *reader) step() bool {
	token := r.tokens[r.at]
	quoted := token[0] == '"' || token[0] == '\''
	switch {
	case quoted && r.at+1 >= len(r.tokens):
		return false
	case quoted && r.tokens[r.at+1] == "/":
		return r.node(r.at+2, r.at+3)
	case quoted:
		value, end, ok := r.collect(r.at)
		r.at = end + 1
		return ok && r.add(r.depth, value)
	case token == "(":
		r.depth++
	case token == ")":
		r.depth--
	case token[0] == ':':
		r.role[r.depth] = token
	case r.at+1 >= len(r.tokens):
		return false
	case r.tokens[r.at+1] == "/":
		return r.concept()
	default:
		return r.variable()
	}
	r.at++
	return true
}

// concept reads a node whose concept may be quoted.
func (r *reader) concept() bool {
	if r.at+2 >= len(r.tokens) {
		return false
	}
	c := r.tokens[r.at+2]
	if c[0] != '"' && c[0] != '\'' {
		return r.node(r.at+2, r.at+3)
	}
	text, end, ok := r.collect(r.at + 2)
	if !ok {
		return false
	}
	r.tokens[r.at+2] = text
	return r.node(r.at+2, end+1)
}

// node reads the variable at r.at with the concept at token c, and goes on at next.
func (r *reader) node(c, next int) bool {
	if c >= len(r.tokens) {
		return false
	}
	variable := r.tokens[r.at]
	r.source[r.depth] = variable
	r.triples = append(r.triples, triple{variable, instance, r.tokens[c]})
	r.at = next
	return r.add(r.depth-1, variable)
}

// variable reads a value without quotes. Brackets around it are ignored.
func (r *reader) variable() bool {
	depth, n := r.depth, len(r.tokens)
	for j := r.at - 1; ; j-- {
		if j < -n {
			return false
		}
		if r.tokens[(j+n)%n] != "(" {
			break
		}
		depth--
	}
	r.at++
	return r.add(depth, r.tokens[r.at-1])
}

// add adds a triple of the source and role at a depth.
func (r *reader) add(depth int, target string) bool {
	source, ok := r.source[depth]
	role, known := r.role[depth]
	if ok && known {
		r.triples = append(r.triples, triple{source, role, target})
	}
	return ok && known
}

// collect joins the tokens of a quoted value, from token i on, and returns its last.
func (r *reader) collect(i int) (value string, end int, ok bool) {
	value = r.tokens[i]
	quote := value[0]
	if len(value) > 1 && value[len(value)-1] == quote {
		return value, i, true
	}
	if len(value) == 1 {
		if i+1 >= len(r.tokens) {
			return "", i, false
		}
		if r.tokens[i+1] == ")" {
			return value, i, true
		}
	}
	for j := i + 1; j < len(r.tokens); j++ {
		value += " " + r.tokens[j]
		if t := r.tokens[j]; t[len(t)-1] == quote {
			return value, j, true
		}
	}
	return r.tokens[i], i, true
}

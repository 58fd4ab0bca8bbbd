package sembleu

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/measures/sembleu"
)

// An undefined is a graph with a variable that is never defined, which the program prints before it ends.
type undefined string

func (undefined) Error() string { return "AssertionError" }

// unparsed is the end of the program at a line that its reader refuses.
func unparsed(message string) error {
	return errors.New(message + "\nTypeError: cannot unpack non-iterable NoneType object")
}

var errIndex = errors.New("IndexError: list index out of range")

// A graph is AMRGraph of amr_graph.py: nodes are variables, then constants; edges are the labels of the nodes
// and the relations, in the order in which the program numbers them.
type graph struct {
	concepts map[string]string // of the variables
	nodes    []node
	edges    []edge
	roots    []int
}

type node struct {
	label   int   // edge with its label
	out, in []int // relations
}

type edge struct {
	label      string
	head, tail int // tail is -1 for the label of a node
}

// text returns the concept of a node. A constant with the name of a variable has that variable's
// concept, as an early mention of a variable of several letters does.
func (g *graph) text(node int) string {
	label := g.edges[g.nodes[node].label].label
	if concept, ok := g.concepts[label]; ok {
		label = concept
	}
	return strings.ToLower(label)
}

// newNode adds a node with its label.
func (g *graph) newNode(label string) int {
	g.nodes = append(g.nodes, node{label: len(g.edges)})
	g.edges = append(g.edges, edge{label, len(g.nodes) - 1, -1})
	return len(g.nodes) - 1
}

func (g *graph) relate(from int, role string, to int) {
	g.nodes[from].out = append(g.nodes[from].out, len(g.edges))
	g.nodes[to].in = append(g.nodes[to].in, len(g.edges))
	g.edges = append(g.edges, edge{role, from, to})
}

// parse reads one graph.
func parse(line string) (*graph, error) {
	g := &graph{concepts: map[string]string{}}
	if !strings.HasPrefix(line, "(") && !strings.Contains(line, "/") {
		g.newNode(line)
		return g, g.turn()
	}
	r := &reader{concepts: g.concepts, links: map[string][]link{}}
	if err := r.read(line); err != nil {
		return nil, err
	}
	index := map[string]int{}
	for _, name := range r.names {
		if _, ok := index[name]; !ok {
			index[name] = g.newNode(name)
		}
	}
	for _, name := range r.names {
		for _, l := range r.links[name] {
			if l.variable {
				to, ok := index[l.value]
				if !ok {
					return nil, undefined(line)
				}
				g.relate(index[name], l.role, to)
				continue
			}
			value := l.value
			if value[0] == '"' && value[len(value)-1] == '"' {
				value = strings.TrimPrefix(value[:len(value)-1], `"`)
			}
			g.relate(index[name], l.role, g.newNode(strings.ReplaceAll(value, "/", "@@@@")))
		}
	}
	return g, g.turn()
}

// turn reverses relations in -of and finds the roots.
func (g *graph) turn() error {
	without := func(list []int, e int) []int {
		return slices.DeleteFunc(list, func(other int) bool { return other == e })
	}
	for i := range g.edges {
		e := &g.edges[i]
		if !strings.HasSuffix(e.label, "-of") {
			continue
		}
		if e.tail < 0 {
			return errors.New("TypeError: list indices must be integers or slices, not NoneType")
		}
		e.label = strings.Replace(e.label, "-of", "", 10)
		from, to := &g.nodes[e.head], &g.nodes[e.tail]
		from.out, from.in = without(from.out, i), append(without(from.in, i), i)
		to.in, to.out = without(to.in, i), append(to.out, i) // a loop is then no incoming edge
		e.head, e.tail = e.tail, e.head
	}
	for i := range g.nodes {
		if len(g.nodes[i].in) == 0 {
			g.roots = append(g.roots, i)
		}
	}
	if g.roots == nil && len(g.nodes) > 0 {
		g.roots = []int{0}
	}
	return nil
}

// paths returns the n-grams. The set of edges on a path begins with the number of its first node, so
// that the edge of that number is in no path.
func (g *graph) paths() sembleu.Paths {
	out := sembleu.Paths{Length: len(g.edges)}
	used := map[int]bool{}
	var walk func(at int, text string, n int)
	walk = func(at int, text string, n int) {
		out.Of[n] = append(out.Of[n], sembleu.Path{Text: strings.Join(strings.Fields(text), " ")})
		if n+1 == sembleu.MaxOrder {
			return
		}
		for _, i := range g.nodes[at].out {
			if !used[i] {
				used[i] = true
				role := ":" + strings.TrimPrefix(g.edges[i].label, ":")
				walk(g.edges[i].tail, text+" "+role+" "+g.text(g.edges[i].tail), n+1)
				used[i] = false
			}
		}
	}
	queue, seen := slices.Clone(g.roots), map[int]bool{}
	for _, r := range g.roots {
		seen[r] = true
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		used = map[int]bool{at: true}
		walk(at, g.text(at), 0)
		for _, i := range g.nodes[at].out {
			if to := g.edges[i].tail; !seen[to] {
				queue, seen[to] = append(queue, to), true
			}
		}
	}
	return out
}

// A link is a relation of a variable: to another one, or to a constant.
type link struct {
	role, value string
	variable    bool
}

// A reader is from_AMR_line of amr_parser.py, a machine that reads characters.
type reader struct {
	state    byte // the last sign: one of ( : / ) or 0
	stack    []string
	chars    []byte
	concepts map[string]string
	names    []string
	links    map[string][]link
	role     string // of the next node
	quoted   bool
}

func (r *reader) take() string {
	s := string(r.chars)
	r.chars = r.chars[:0]
	return s
}

func (r *reader) top() string { return r.stack[len(r.stack)-1] }

func (r *reader) read(line string) error {
	for i := range len(line) {
		c := line[i]
		if c == ' ' {
			if r.state == ':' {
				r.chars = append(r.chars, c)
			}
			continue
		}
		if c == '"' {
			r.quoted = !r.quoted
		}
		if strings.IndexByte("(:/)", c) < 0 {
			r.chars = append(r.chars, c)
			continue
		}
		if r.quoted { // these signs are lost
			continue
		}
		if err := r.sign(c, i, line); err != nil {
			return err
		}
	}
	for _, name := range r.names {
		if _, ok := r.concepts[name]; !ok {
			return unparsed("Error: variable value not found " + name)
		}
	}
	return nil
}

// sign reads one of the signs of AMR.
func (r *reader) sign(c byte, at int, line string) error {
	before := line[:at+1]
	switch c {
	case '(':
		if r.state == ':' {
			if r.role != "" {
				return unparsed("Format error when processing  " + before)
			}
			r.role = strings.TrimSpace(r.take())
		}
	case ':':
		switch r.state {
		case '/':
			r.concepts[r.top()] = r.take()
		case ':':
			if len(r.stack) == 0 && len(strings.Fields(string(r.chars))) > 1 {
				return unparsed("Error in processing " + line[:at])
			}
			if !r.value() {
				return unparsed("Error in processing " + before)
			}
		}
	case '/':
		return r.name(before)
	case ')':
		if len(r.stack) == 0 {
			return unparsed(fmt.Sprintf("Unmatched parathesis at position %d in processing %s", at, before))
		}
		switch r.state {
		case ':':
			if err := r.last(before); err != nil {
				return err
			}
		case '/':
			r.concepts[r.top()] = r.take()
		}
		r.stack = r.stack[:len(r.stack)-1]
		r.role = ""
	}
	r.state = c
	return nil
}

// name reads the variable of a node.
func (r *reader) name(before string) error {
	if r.state != '(' {
		return unparsed("Error in parsing AMR " + before)
	}
	name := r.take()
	if _, twice := r.concepts[name]; twice {
		return unparsed("Duplicate variable  " + name + "  in parsing AMR")
	}
	r.stack, r.names = append(r.stack, name), append(r.names, name)
	if r.role != "" {
		if len(r.stack) < 2 {
			return errIndex
		}
		parent := r.stack[len(r.stack)-2]
		r.links[parent] = append(r.links[parent], link{r.role, name, true})
		r.role = ""
	}
	r.state = '/'
	return nil
}

// last reads the last relation of a node. After a bracket without a variable, as in :ARG0-of (:ARG1 x),
// the program repeats the variable that it read last.
func (r *reader) last(before string) error {
	if !strings.HasSuffix(r.role, "-of") || len(strings.Fields(string(r.chars))) < 2 {
		if !r.value() {
			return unparsed("Error processing " + before)
		}
		return nil
	}
	if len(r.stack) < 2 {
		return errIndex
	}
	r.take()
	parent := r.stack[len(r.stack)-2]
	r.links[parent] = append(r.links[parent], link{r.role, r.names[len(r.names)-1], true})
	return nil
}

// value reads a relation to a variable or constant, false if it has no value. A name that was not read
// yet is a variable if it is a letter with digits after it; others are constants.
func (r *reader) value() bool {
	parts := strings.Fields(r.take())
	if len(parts) < 2 {
		return false
	}
	value := strings.Join(parts[1:], " ")
	_, variable := r.concepts[value]
	if value[0] >= 'a' && value[0] <= 'z' && strings.Trim(value[1:], "0123456789") == "" {
		variable = true
	}
	r.links[r.top()] = append(r.links[r.top()], link{parts[0], value, variable})
	return true
}

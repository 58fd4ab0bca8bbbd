//lint:file-ignore ST1005 messages are those of the official program, to the letter

// Package amrline reads AMR as smatch.py at c01a838 does (amr.py), and as its
// older version does, which amr-evaluation at 8bc6b2e and SEMA at 9a4911c carry:
// the lines of a graph are joined without a blank and scanned byte by byte.
//
// Reproduced faults: blanks count only inside a role and its value, of which the
// second word is the value; quotes vanish, a closing one leaves _; a graph that ends
// too early is read as far as it goes; constants of inverse roles are lost.
package amrline

import (
	"errors"
	"fmt"
	"strings"

	"assay/compat/internal/python"
)

// A Link is a role of a node and its value: a constant or the name of a node.
type Link struct{ Role, Value string }

// A Graph is one AMR.
type Graph struct {
	Names, Concepts []string
	Relations       [][]Link // of each node
	Attributes      [][]Link // of each node
}

// A Version is one of the two readers.
type Version struct {
	Older bool // no mod and domain, no exceptions to -of, the top with its concept
	Turns bool // of the older one: inverse roles before another role are turned too
}

// Read returns the graphs of a file, see [Lines].
func Read(path string) ([]string, error) {
	text, err := python.ReadFile(path)
	return Lines(text), err
}

// Lines cuts a file into graphs, each on one line: the text between empty lines,
// without lines that begin with #.
func Lines(text string) []string {
	var out []string
	var b strings.Builder
	for _, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" && b.Len() > 0:
			out = append(out, b.String())
			b.Reset()
		case line != "" && line[0] != '#':
			b.WriteString(line)
		}
	}
	if b.Len() > 0 {
		out = append(out, b.String())
	}
	return out
}

// States: the last relevant mark.
const (
	afterClose = iota
	afterOpen
	afterColon
	afterSlash
)

// A scanner reads one line.
type scanner struct {
	Version
	state    int
	stack    []string
	chars    []byte
	concepts map[string]string
	names    []string
	known    map[string][]Link // links to known nodes
	later    map[string][]Link // links to possible nodes
	role     string            // role of the next node
	quoted   bool
}

// Pair reads the graphs of two lines. An error has the last lines that the programs print: they fail on a graph that
// their reader refuses.
func (v Version) Pair(test, gold string) (graphs [2]*Graph, err error) {
	for k, line := range []string{test, gold} {
		if graphs[k], err = v.parse(line); err != nil {
			return graphs, fmt.Errorf("%w\nAttributeError: 'NoneType' object has no attribute 'rename_node'", err)
		}
	}
	return graphs, nil
}

// parse reads one graph. An error is the last output of the reader.
func (v Version) parse(line string) (*Graph, error) {
	x := &scanner{Version: v, concepts: map[string]string{}, known: map[string][]Link{}, later: map[string][]Link{}}
	line = strings.TrimSpace(line)
	for i := range len(line) {
		c := line[i]
		switch {
		case c == ' ':
			if x.state == afterColon {
				x.chars = append(x.chars, c)
			}
		case c == '"':
			if x.quoted {
				x.chars = append(x.chars, '_')
			}
			x.quoted = !x.quoted
		case x.quoted || strings.IndexByte("():/", c) < 0:
			x.chars = append(x.chars, c)
		default:
			if err := x.mark(c, line[:i+1]); err != nil {
				return nil, err
			}
		}
	}
	return x.graph()
}

// mark handles a bracket, a colon or a slash.
func (x *scanner) mark(c byte, before string) error {
	switch c {
	case '(':
		if x.state == afterColon {
			if x.role != "" {
				return fmt.Errorf("Format error when processing  %s", before)
			}
			x.role = strings.TrimSpace(x.take())
		}
		x.state = afterOpen
	case ':':
		if err := x.colon(before); err != nil {
			return err
		}
		x.state = afterColon
	case '/':
		if x.state != afterOpen {
			return fmt.Errorf("Error in parsing AMR %s", before)
		}
		if err := x.name(); err != nil {
			return err
		}
		x.state = afterSlash
	case ')':
		return x.close(before)
	}
	return nil
}

// take returns the characters so far and clears them.
func (x *scanner) take() string {
	s := string(x.chars)
	x.chars = x.chars[:0]
	return s
}

// name begins a node.
func (x *scanner) name() error {
	name := x.take()
	if _, twice := x.concepts[name]; twice {
		return fmt.Errorf("Duplicate node name  %s  in parsing AMR", name)
	}
	x.stack, x.names = append(x.stack, name), append(x.names, name)
	if x.role != "" {
		if len(x.stack) < 2 {
			return errors.New("IndexError: list index out of range")
		}
		x.link(x.known, x.stack[len(x.stack)-2], x.role, name, true)
		x.role = ""
	}
	return nil
}

// colon ends a concept or a value.
func (x *scanner) colon(before string) error {
	switch x.state {
	case afterSlash:
		x.concepts[x.stack[len(x.stack)-1]] = x.take()
	case afterColon:
		parts := strings.Fields(x.take())
		if len(parts) < 2 {
			return fmt.Errorf("Error in processing; part len < 2 %s", before)
		}
		if len(x.stack) == 0 {
			return fmt.Errorf("Error in processing %s %s %s", before[:len(before)-1], parts[0], parts[1])
		}
		x.value(parts[0], parts[1], !x.Older || x.Turns)
	}
	return nil
}

// close ends a node.
func (x *scanner) close(before string) error {
	if len(x.stack) == 0 {
		return fmt.Errorf("Unmatched parenthesis at position %d in processing %s", len(before)-1, before)
	}
	switch x.state {
	case afterColon:
		text := x.take()
		parts := strings.Fields(text)
		if len(parts) < 2 {
			return fmt.Errorf("Error processing %s %s", before, text)
		}
		x.value(parts[0], parts[1], true)
	case afterSlash:
		x.concepts[x.stack[len(x.stack)-1]] = x.take()
	}
	x.stack = x.stack[:len(x.stack)-1]
	x.role, x.state = "", afterClose
	return nil
}

// value links the open node to a value.
func (x *scanner) value(role, value string, turn bool) {
	table := x.later
	if _, ok := x.concepts[value]; ok {
		table = x.known
	}
	x.link(table, x.stack[len(x.stack)-1], role, value, turn)
}

// link records a role, inverted if it is an inverse one.
func (x *scanner) link(table map[string][]Link, from, role, to string, turn bool) {
	except := !x.Older && (role == "consist-of" || role == "prep-on-behalf-of" || role == "prep-out-of")
	switch {
	case turn && strings.HasSuffix(role, "-of") && !except:
		if x.Older && !x.Turns {
			table = x.known
		}
		table[to] = append(table[to], Link{role[:len(role)-3], from})
	case turn && role == "mod" && !x.Older:
		table[to] = append(table[to], Link{"domain", from})
	default:
		table[from] = append(table[from], Link{role, to})
	}
}

// graph puts the parts together.
func (x *scanner) graph() (*Graph, error) {
	graph := &Graph{Names: x.names}
	for _, name := range x.names {
		concept, ok := x.concepts[name]
		if !ok {
			return nil, fmt.Errorf("Error: Node name not found %s", name)
		}
		graph.Concepts = append(graph.Concepts, concept)
		relations, attributes := x.known[name], []Link(nil)
		for _, l := range x.later[name] {
			if _, ok := x.concepts[l.Value]; ok {
				relations = append(relations[:len(relations):len(relations)], l)
			} else {
				attributes = append(attributes, l)
			}
		}
		graph.Relations, graph.Attributes = append(graph.Relations, relations), append(graph.Attributes, attributes)
	}
	if len(graph.Names) == 0 {
		return nil, errors.New("IndexError: list index out of range")
	}
	top := Link{"TOP", "top"}
	if x.Older {
		top.Value = graph.Concepts[0]
	}
	graph.Attributes[0] = append(graph.Attributes[0], top)
	return graph, nil
}

package sdpscorer

import (
	"bufio"
	"os"
	"strings"
)

type edge struct {
	graph, from, to int
	label           string
}

type node struct {
	pos, sense string
	top, pred  bool
	out        []edge
}

// A graph holds its nodes, of which the first is the wall, and its edges.
type graph struct {
	nodes []node
	edges []edge
}

type pair struct{ gold, system *graph }

// readPairs reads as many graphs as gold has; those that the system lacks are nil.
func readPairs(gold, system string, most int) (pairs []pair, err error) {
	g, err := open(gold)
	if err != nil {
		return nil, err
	}
	defer g.file.Close()
	s, err := open(system)
	if err != nil {
		return nil, err
	}
	defer s.file.Close()
	for {
		a, err := g.graph()
		if err != nil || a == nil || most >= 0 && len(pairs) >= most {
			return pairs, err
		}
		b, err := s.graph()
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, pair{a, b})
	}
}

type reader struct {
	file *os.File
	in   *bufio.Reader
}

func open(name string) (*reader, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, &exception{"java.io.FileNotFoundException", name + " (No such file or directory)"}
	}
	r := &reader{f, bufio.NewReader(f)}
	r.line() // the header, unread
	return r, nil
}

// line returns the next line without its end.
func (r *reader) line() (string, bool) {
	line, err := r.in.ReadString('\n')
	if err != nil && line == "" {
		return "", false
	}
	return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"), true
}

// graph reads the next graph, nil at the end.
func (r *reader) graph() (*graph, error) {
	line, ok := r.line()
	if !ok {
		return nil, nil
	}
	if line == "" {
		return nil, outOfBounds(false, 0, 0)
	}
	var rows [][]string
	for line, ok = r.line(); ok && line != ""; line, ok = r.line() {
		rows = append(rows, strings.Split(strings.TrimRight(line, "\t"), "\t")) // as Java does
	}
	g := &graph{nodes: []node{{pos: "$$_POS", sense: "$$_SENSE"}}}
	var predicates []int
	for _, cols := range rows {
		if len(cols) < 7 {
			return nil, outOfBounds(true, max(len(cols), 2), len(cols))
		}
		if cols[5] == "+" {
			predicates = append(predicates, len(g.nodes))
		}
		g.nodes = append(g.nodes, node{pos: cols[3], top: cols[4] == "+", pred: cols[5] == "+", sense: cols[6]})
	}
	return g, g.link(rows, predicates)
}

func (g *graph) link(rows [][]string, predicates []int) error {
	for i, c := range rows {
		for k, label := range c[7:] {
			if label == "_" {
				continue
			}
			if k >= len(predicates) {
				return outOfBounds(false, k, len(predicates))
			}
			e := edge{from: predicates[k], to: i + 1, label: label}
			g.edges = append(g.edges, e)
			g.nodes[e.from].out = append(g.nodes[e.from].out, e)
		}
	}
	return nil
}

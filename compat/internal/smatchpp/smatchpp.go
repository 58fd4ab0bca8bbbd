// Package smatchpp reproduces smatch++ (python -m smatchpp) at 81317b6 (Opitz
// 2023): its three standardisations and its aspects, scored pair by pair, in sum
// (micro) and as means (macro). The node mapping is the proven optimum, as from its
// ILP solver unless that runs out of time. Where several mappings are best, the aspects
// under one alignment (all-onealign) are those of the canonical one of graph/matching.
package smatchpp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"assay/compat/internal/amrline"
	"assay/compat/internal/argparse"
	"assay/compat/internal/standin"
	"assay/graph/amr"
	"assay/graph/matching"
)

// Title names the program and its version.
const Title = "smatch++ of flipz357/smatchpp, 81317b6"

// Doc lists its faults and how assay score differs.
const Doc = `Options: -a -b -graph_type generic|amr -score_type pairwise|micro|macro|micromacro -score_dimension
main|all-onealign|all-multialign -output_format text|json -solver (the optimum is proven for every one).
Without -graph_type triples are compared as they are. Refused: --bootstrap (random; assay score --ci),
--lossless_graph_compression, an option other than -graph_type without its value. Faults: an apostrophe within
a word, as in o'clock, opens a quote, and the
brackets up to the next apostrophe are lost; an aspect that is empty in every pair ends the run
with a TypeError; different numbers of graphs end it with an AssertionError. Core roles are not renamed,
as where its file of PropBank frames is missing; -frames FILE, an option of assay, gives it.
The same scores, paired by id and without these faults:
assay score -m smatch:none, smatch:generic, smatch:amr, amr-fine:smatchpp.`

const usage = "usage: __main__.py [-h] -a A -b B [-graph_type {generic,amr}] [-solver SOLVER] " +
	"[-score_type {micro,macro,pairwise,micromacro}] [-score_dimension {main,all-multialign,all-onealign}] " +
	"[-output_format {json,text}]\n"

// parser has -frames too, which is assay's own.
var parser = argparse.Parser{Program: "__main__.py", Usage: usage, Arguments: []argparse.Argument{argparse.Help,
	{Name: "-a", Words: 1, Required: true}, {Name: "-b", Words: 1, Required: true},
	{Name: "-frames", Words: 1}, {Name: "-log_level", Words: 1, Check: level},
	{Name: "-input_format", Words: 1, Choices: []string{"tsv, penman"}}, // as in the original
	{Name: "-graph_type", Words: argparse.Perhaps, Choices: []string{"generic", "amr"}},
	{Name: "-solver", Words: 1, Choices: []string{"ilp_backed", "ilp", "lp", "hillclimber", "dummy", "rilp"}},
	{Name: "-score_type", Words: 1, Choices: []string{"micro", "macro", "pairwise", "micromacro"}},
	{Name: "-score_dimension", Words: 1, Choices: []string{"main", "all-multialign", "all-onealign"}},
	{Name: "-output_format", Words: 1, Choices: []string{"json", "text"}},
	{Name: "--bootstrap"}, {Name: "--lossless_graph_compression"}, {Name: "--remove_duplicates"}}}

// level checks a level of the log, a number.
func level(word string) error {
	known := []string{"0", "10", "20", "30", "40", "50"}
	if err := argparse.Int(word); err != nil || slices.Contains(known, word) {
		return err
	}
	return fmt.Errorf("invalid choice: %s (choose from %s)", word, strings.Join(known, ", "))
}

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return parser.Run(args, stdout, stderr, func(given argparse.Given, out *bufio.Writer) error {
		switch {
		case given.Has("--bootstrap"):
			return argparse.Refuse("assay does not draw the random samples of --bootstrap; assay score --ci has " +
				"intervals with a seed")
		case given.Has("--lossless_graph_compression"):
			return argparse.Refuse("assay does not know --lossless_graph_compression of the original")
		}
		sc := &scorer{solver: matching.New(matching.Options{Classes: 3}), kind: given.Text("-graph_type", ""),
			dimension: given.Text("-score_dimension", "main")}
		if path := given.Text("-frames", ""); path != "" {
			text, err := os.ReadFile(path)
			if err == nil {
				sc.frames, err = amr.ReadFrames(string(text))
			}
			if err != nil {
				return fmt.Errorf("smatchpp: -frames %s: %w", path, err)
			}
		}
		if err := sc.score(given.Text("-a", ""), given.Text("-b", "")); err != nil {
			return err
		}
		json := given.Text("-output_format", "text") == "json"
		if err := sc.print(out, given.Text("-score_type", "pairwise"), json); err != nil {
			return err
		}
		amrline.Note(stderr, sc.unproven, ", whatever -solver says; smatch++ may stop earlier and print less")
		return nil
	})
}

// A scorer counts pairs of graphs.
type scorer struct {
	solver          *matching.Solver
	frames          amr.Frames // nil without -frames
	kind, dimension string
	names           []string   // main, or the aspects
	rows            [][]counts // of each pair and name
	unproven        int        // triples that might match beyond those
}

// counts are the matched triples and those of the first and the second graph.
type counts [3]int

// score counts all pairs of two files.
func (s *scorer) score(first, second string) error {
	a, b, err := standin.Both(graphs, first, second)
	if err != nil {
		return err
	}
	if len(a) != len(b) {
		return errors.New("AssertionError")
	}
	s.names = []string{"main"}
	if s.dimension != "main" {
		if s.kind != "amr" {
			kind := s.kind
			if kind == "" {
				kind = "None"
			}
			return fmt.Errorf("NotImplementedError: Subgraph extraction for graph type %s not implemented", kind)
		}
		s.names = nil
		for _, x := range amr.Aspects() {
			s.names = append(s.names, x.Name)
		}
	}
	for i := range a {
		x, y, err := standin.Both(s.standardise, a[i], b[i])
		if err != nil {
			return err
		}
		s.rows = append(s.rows, s.pair(x, y))
	}
	return nil
}

// pair counts one pair.
func (s *scorer) pair(x, y []triple) []counts {
	if s.dimension == "main" {
		return []counts{s.match(x, y, s.align(x, y))}
	}
	var mapping map[string]string
	if s.dimension == "all-onealign" {
		mapping = s.align(x, y)
	}
	x, y = s.renamed(x), s.renamed(y)
	var row []counts
	for _, a := range amr.Aspects() {
		p, q := selected(x, &a), selected(y, &a)
		if s.dimension == "all-multialign" {
			mapping = s.align(p, q)
		}
		row = append(row, s.match(p, q, mapping))
	}
	return row
}

// renamed returns the triples with the roles that the frames say.
func (s *scorer) renamed(g []triple) []triple {
	if s.frames == nil {
		return g
	}
	of, _ := concepts(g)
	out := slices.Clone(g)
	for i, t := range g {
		if role, ok := s.frames[of[t[0]]][strings.TrimPrefix(t[1], ":")]; ok {
			out[i][1] = ":" + role
		}
	}
	return out
}

// align returns the best mapping of the variables of x to those of y.
func (s *scorer) align(x, y []triple) map[string]string {
	table := map[string]uint64{}
	a, left := s.graph(x, table)
	b, right := s.graph(y, table)
	res := s.solver.Solve(a, b)
	s.unproven += res.Upper - res.Lower
	mapping := map[string]string{}
	for i, j := range res.Mate {
		if j >= 0 {
			mapping[left[i]] = right[j]
		}
	}
	return mapping
}

// graph returns the triples as a graph for matching, and its variables. A key holds
// everything about a triple but its variables.
func (s *scorer) graph(g []triple, table map[string]uint64) (matching.Graph, []string) {
	_, order := concepts(g)
	number := map[string]int32{}
	for i, v := range order {
		number[v] = int32(i)
	}
	out := matching.Graph{Nodes: len(order)}
	for _, triple := range g {
		term := matching.Term{Nodes: [3]int32{matching.None, matching.None, matching.None}}
		n, text := 0, triple[1]
		for _, k := range []int{0, 2} {
			v, variable := number[triple[k]]
			if variable && (k == 0 || triple[1] != instance) {
				term.Nodes[n] = v
				n++
				text += "\x00"
				continue
			}
			text += "\x01" + triple[k]
		}
		switch {
		case n == 2:
			term.Class = 2
		case triple[1] != instance:
			term.Class = 1
		}
		if table[text] == 0 {
			table[text] = uint64(len(table)) + 1
		}
		term.Key = table[text]
		out.Terms = append(out.Terms, term)
	}
	return out, order
}

// match counts the triples that are equal under a mapping: of m and n equal ones, the
// smaller number.
func (s *scorer) match(x, y []triple, mapping map[string]string) counts {
	of, _ := concepts(x)
	other, _ := concepts(y)
	image := func(triple triple, of map[string]string, name func(string) string) triple {
		for _, k := range []int{0, 2} {
			if _, variable := of[triple[k]]; variable && (k == 0 || triple[1] != instance) {
				triple[k] = name(triple[k])
			}
		}
		return triple
	}
	seen := map[triple]int{}
	for _, t := range y {
		seen[image(t, other, func(v string) string { return "bb_" + v })]++
	}
	c := counts{0, len(x), len(y)}
	for _, triple := range x {
		triple = image(triple, of, func(v string) string {
			if w, ok := mapping[v]; ok {
				return "bb_" + w
			}
			return "aa_" + v
		})
		if seen[triple] > 0 {
			seen[triple]--
			c[0]++
		}
	}
	return c
}

// Package amreval reproduces evaluation.sh of amr-evaluation at 8bc6b2e (Damonte,
// Cohen & Satta 2017): SMATCH and eight parts of it. Rows with a node mapping have
// the proven optimum, for which the program climbs from random starts; a line on
// standard error says so.
//
// It reads AMR as an older smatch.py does. Copied faults: Unlabeled replaces every
// role in the text by label, so that the direction of inverse roles is lost and times
// such as "16:42" change; Reentrancies and SRL have an additional triple for a top;
// rows without predictions are 0.
package amreval

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/compat/internal/amrline"
	"assay/compat/internal/python"
	"assay/compat/internal/standin"
	"assay/graph/matching"
	"assay/internal/lazy"
)

// Title names the program and its version.
const Title = "evaluation.sh of mdtux89/amr-evaluation, 8bc6b2e"

// Doc lists its faults and how assay score differs.
const Doc = `Arguments: PARSED GOLD. The mappings of nodes are proven optima (the program climbs from random
starts, so that its first three rows and its last two vary and are at most these). Kept: Unlabeled
puts :label for every role in the text, quoted times included, and loses the direction of inverse
roles; Reentrancies and SRL count one triple for a top more; rows without predictions are 0; with an
unparsable graph a row has no figures, those after the third are left out, and the status is 0. assay score -m amr-fine
has the same rows without these faults.`

var (
	roles  = lazy.Regexp(`:[a-zA-Z0-9-]*`)
	senses = lazy.Regexp(`(/ [a-zA-Z0-9-]*)-[0-9][0-9]`)
)

// A pair is the two graphs of a sentence, that of the parser first.
type pair [2]*amrline.Graph

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return standin.Run(stdout, stderr, func(out *bufio.Writer) error {
		if len(args) != 2 {
			fmt.Fprintln(out, "Usage: ./evaluation.sh <parsed data> <gold data>")
			return &standin.Exit{Status: 1}
		}
		test, gold, err := standin.Both(python.ReadFile, args[0], args[1])
		if err != nil {
			return err
		}
		x := &evaluation{solver: matching.New(matching.Options{Classes: 3, Product: true}), table: amrline.Table{},
			out: out}
		faults := x.run(test, gold)
		for _, err := range faults {
			fmt.Fprintln(stderr, err)
		}
		if len(faults) < everyReading { // something has figures
			amrline.Note(stderr, x.open, "; evaluation.sh searches at random and may print less")
		}
		return nil
	})
}

// everyReading is the number of times that the files are read: for each of the first three rows, and for the rest.
const everyReading = 4

// An evaluation prints the rows.
type evaluation struct {
	solver *matching.Solver
	table  amrline.Table
	out    io.Writer
	open   int
}

// run prints the rows, and returns why some have no figures: the shell script goes on where its programs end.
func (x *evaluation) run(test, gold string) (faults []error) {
	for _, row := range []struct {
		name, arrow string
		change      func(string) string
	}{
		{"Smatch", "->", func(s string) string { return s }},
		{"Unlabeled", "->", func(s string) string { return roles().ReplaceAllString(s, ":label") }},
		{"No WSD", "-> ->", func(s string) string { return senses().ReplaceAllString(s, "$1-01") }},
	} {
		pairs, err := read(amrline.Version{Older: true}, row.change(test), row.change(gold))
		if err != nil {
			faults = append(faults, err)
			fmt.Fprintf(x.out, "%s %s P: , R: , F: \n", row.name, row.arrow)
			continue
		}
		p, r, f := x.smatch(pairs, whole).Scores()
		fmt.Fprintf(x.out, "%s %s P: %.2f, R: %.2f, F: %.2f\n", row.name, row.arrow, p, r, f)
	}
	pairs, err := read(scores, test, gold)
	if err != nil {
		return append(faults, err)
	}
	for _, row := range bags {
		x.print(row.name, row.count(pairs))
	}
	x.print("Reentrancies", x.smatch(pairs, reentrancies))
	x.print("SRL", x.smatch(pairs, semanticRoles))
	return faults
}

func (x *evaluation) print(name string, c amrline.Count) {
	p, r, f := c.Scores()
	fmt.Fprintf(x.out, "%s -> P: %.2f , R: %.2f , F: %.2f\n", name, p, r, f)
}

// scores is the reader of the rows after the first three.
var scores = amrline.Version{Older: true, Turns: true}

// read reads the pairs and ignores surplus graphs of one file.
func read(version amrline.Version, test, gold string) (out []pair, err error) {
	a, b := amrline.Lines(test), amrline.Lines(gold)
	for i := range min(len(a), len(b)) {
		graphs, err := version.Pair(a[i], b[i])
		if err != nil {
			return nil, err
		}
		out = append(out, graphs)
	}
	return out, nil
}

// smatch counts the matching triples in a part of every graph.
func (x *evaluation) smatch(pairs []pair, part func(*amrline.Graph) *amrline.Graph) (sum amrline.Count) {
	for _, p := range pairs {
		sum.Add(amrline.Best(x.solver, x.table.Terms(part(p[0]), amrline.All), x.table.Terms(part(p[1]), amrline.All)))
	}
	x.open += sum.Open
	return sum
}

func whole(g *amrline.Graph) *amrline.Graph { return g }

// A bag is a row that compares strings without a mapping.
type bag struct {
	name    string
	strings func(*amrline.Graph) []string
}

var bags = []bag{
	{"Concepts", func(g *amrline.Graph) []string { return g.Concepts }},
	{"Named Ent.", func(g *amrline.Graph) []string { return withRole(g, "name") }},
	{"Negations", func(g *amrline.Graph) []string { return withRole(g, "polarity") }},
	{"Wikification", func(g *amrline.Graph) (out []string) {
		for _, list := range g.Attributes {
			for _, l := range list {
				if l.Role == "wiki" {
					out = append(out, l.Value)
				}
			}
		}
		return out
	}},
}

// withRole returns the concepts of the nodes with a role.
func withRole(g *amrline.Graph, role string) (out []string) {
	for i, concept := range g.Concepts {
		for _, l := range both(g, i) {
			if l.Role == role {
				out = append(out, concept)
			}
		}
	}
	return out
}

func (b *bag) count(pairs []pair) (sum amrline.Count) {
	for _, p := range pairs {
		free := map[string]int{}
		gold, test := b.strings(p[1]), b.strings(p[0])
		for _, s := range gold {
			free[s]++
		}
		for _, s := range test {
			if free[s] > 0 {
				free[s]--
				sum.Match++
			}
		}
		sum.Gold, sum.Test = sum.Gold+len(gold), sum.Test+len(test)
	}
	return sum
}

// reentrancies returns the relations to nodes with several incoming ones.
func reentrancies(graph *amrline.Graph) *amrline.Graph {
	incoming := map[string]int{}
	for _, list := range graph.Relations {
		for _, l := range list {
			incoming[l.Value]++
		}
	}
	for _, name := range graph.Names {
		if incoming[name] > 1 {
			return edges(graph, first(graph, func(l amrline.Link) bool { return l.Value == name }),
				func(l amrline.Link) bool { return incoming[l.Value] > 1 })
		}
	}
	return &amrline.Graph{}
}

// first returns the first node with a link that satisfies a condition.
func first(g *amrline.Graph, take func(amrline.Link) bool) string {
	for i, name := range g.Names {
		if slices.ContainsFunc(both(g, i), take) {
			return name
		}
	}
	return ""
}

// semanticRoles returns the ARG relations.
func semanticRoles(g *amrline.Graph) *amrline.Graph {
	core := func(l amrline.Link) bool { return strings.HasPrefix(l.Role, "ARG") }
	return edges(g, first(g, core), core)
}

// edges returns the relations that satisfy a condition, the concepts of their ends,
// and a top.
func edges(graph *amrline.Graph, top string, take func(amrline.Link) bool) *amrline.Graph {
	at, isNode := map[string]bool{}, map[string]bool{}
	for i, name := range graph.Names {
		isNode[name] = true
		for _, l := range both(graph, i) {
			if take(l) {
				at[name], at[l.Value] = true, true
			}
		}
	}
	out := &amrline.Graph{}
	for i, name := range graph.Names {
		if !at[name] {
			continue
		}
		var relations, attributes []amrline.Link
		if name == top {
			attributes = []amrline.Link{{Role: "TOP", Value: graph.Concepts[i]}}
		}
		for _, l := range both(graph, i) {
			switch {
			case take(l) && isNode[l.Value]:
				relations = append(relations, l)
			case take(l):
				attributes = append(attributes, l)
			}
		}
		out.Names, out.Concepts = append(out.Names, name), append(out.Concepts, graph.Concepts[i])
		out.Relations, out.Attributes = append(out.Relations, relations), append(out.Attributes, attributes)
	}
	return out
}

// both returns the relations and attributes of node i.
func both(g *amrline.Graph, i int) []amrline.Link {
	return append(g.Relations[i][:len(g.Relations[i]):len(g.Relations[i])], g.Attributes[i]...)
}

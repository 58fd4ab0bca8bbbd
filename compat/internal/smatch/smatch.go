// Package smatch reproduces smatch.py at c01a838 (Cai & Knight 2013): its reading
// of AMR, its triples and its output. The node mapping is the proven optimum;
// smatch.py climbs from random starts, so that its figures are at most these. A line
// on standard error says so.
package smatch

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"assay/compat/internal/amrline"
	"assay/compat/internal/argparse"
	"assay/compat/internal/standin"
	"assay/graph/matching"
)

// Title names the program and its version.
const Title = "smatch.py of snowblink14/smatch, c01a838"

// Doc lists its faults and how assay score differs.
const Doc = `The mapping of nodes is the proven optimum (smatch.py climbs from random starts and is at most
this). Kept: equal triples multiply, so that F can be over 1; only the first word of a quoted value
counts; a graph that ends too early is scored; an unparsable graph ends the run with status 1; the
rest of the longer file is ignored. -r does not matter, -v and --vv print nothing. assay score -m smatch does without
these faults, and pairs by id.`

const usage = `usage: smatch.py [-h] -f F F [-r R] [--significant SIGNIFICANT] [-v] [--vv]
                 [--ms] [--pr] [--justinstance] [--justattribute]
                 [--justrelation]
`

// options are the options on the command line.
type options struct {
	significant int
	restarts    int
	ms, pr      bool
	verbose     bool
	just        [3]bool // kinds of triples that are to be the only one
}

var parser = argparse.Parser{Program: "smatch.py", Usage: usage, Arguments: []argparse.Argument{argparse.Help,
	{Name: "-f", Words: 2, Required: true, Check: argparse.File}, {Name: "-r", Words: 1, Check: argparse.Int},
	{Name: "--significant", Words: 1, Check: decimals}, {Name: "-v"}, {Name: "--vv"}, {Name: "--ms"},
	{Name: "--pr"}, {Name: "--justinstance"}, {Name: "--justattribute"}, {Name: "--justrelation"}}}

// decimals checks a number of decimals.
func decimals(word string) error {
	if err := argparse.Int(word); err != nil || !strings.HasPrefix(strings.TrimSpace(word), "-") {
		return err
	}
	return fmt.Errorf("%s decimals; smatch.py ends in a ValueError", strings.TrimSpace(word))
}

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return parser.Run(args, stdout, stderr, func(given argparse.Given, out *bufio.Writer) error {
		test, gold, err := standin.Both(amrline.Read, given.Words("-f")[0], given.Words("-f")[1])
		if err != nil {
			return err
		}
		return optionsOf(given).run(test, gold, out, stderr)
	})
}

func optionsOf(given argparse.Given) *options {
	opt := &options{significant: int(given.Number("--significant", 2)), restarts: int(given.Number("-r", 4)),
		ms: given.Has("--ms"), pr: given.Has("--pr"), verbose: given.Has("-v") || given.Has("--vv")}
	opt.just[amrline.Instances], opt.just[amrline.Attributes] = given.Has("--justinstance"), given.Has("--justattribute")
	opt.just[amrline.Relations] = given.Has("--justrelation")
	return opt
}

func (o *options) run(test, gold []string, stdout, stderr io.Writer) error {
	solver, table := matching.New(matching.Options{Classes: 3, Product: true}), amrline.Table{}
	var sum amrline.Count
	for i := range min(len(test), len(gold)) {
		graphs, err := amrline.Version{}.Pair(test[i], gold[i])
		if err != nil {
			return err
		}
		c := amrline.Best(solver, table.Terms(graphs[0], o.searches), table.Terms(graphs[1], o.searches))
		c.Test, c.Gold = len(table.Terms(graphs[0], o.counts).Terms), len(table.Terms(graphs[1], o.counts).Terms)
		if o.restarts < 0 { // no start, no mapping
			c.Match, c.Open = 0, 0
		}
		sum.Add(c)
		if o.ms {
			o.print(stdout, c)
		}
	}
	for k, n := range []int{len(test) - len(gold), len(gold) - len(test)} {
		if n < 0 {
			fmt.Fprintf(stderr, "Error: File %d has less AMRs than file %d\nIgnoring remaining AMRs\n", k+1, 2-k)
		}
	}
	amrline.Note(stderr, sum.Open, "; smatch.py searches at random and may print less")
	if o.verbose {
		fmt.Fprintln(stderr, "assay: -v and --vv are accepted, but the steps of a search that assay does not make are "+
			"not printed")
	}
	if !o.ms {
		o.print(stdout, sum)
	}
	return nil
}

// searches reports whether the search uses triples of a kind. Each --just option leaves out the two other
// kinds, so that two of them leave none.
func (o *options) searches(kind uint8) bool {
	for other, only := range o.just {
		if only && other != int(kind) {
			return false
		}
	}
	return true
}

// counts reports whether triples of a kind are in the denominators: those of the first --just option, in the order of
// the kinds.
func (o *options) counts(kind uint8) bool {
	for first, only := range o.just {
		if only {
			return first == int(kind)
		}
	}
	return true
}

func (o *options) print(w io.Writer, c amrline.Count) {
	p, r, f := c.Scores()
	if o.pr {
		fmt.Fprintf(w, "Precision: %.*f\nRecall: %.*f\n", o.significant, p, o.significant, r)
	}
	fmt.Fprintf(w, "F-score: %.*f\n", o.significant, f)
}

// Package smatch reproduces smatch.py at c01a838 (Cai & Knight 2013): its reading
// of AMR, its triples and its output. The node mapping is the proven optimum;
// smatch.py climbs from random starts, so that its figures are at most these. A line
// on standard error says so.
package smatch

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"assay/compat/internal/amrline"
	"assay/compat/internal/argparse"
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
	files       []string
	significant int
	restarts    int
	ms, pr      bool
	verbose     bool
	just        [3]bool // kinds of triples that are to be the only one
}

// known are the options and the number of their values.
var known = argparse.Options{"-h": 0, "--help": 0, "-f": 2, "-r": 1, "--significant": 1, "-v": 0, "--vv": 0,
	"--ms": 0, "--pr": 0,
	"--justinstance": 0, "--justattribute": 0, "--justrelation": 0}

func parse(args []string) (options, error) {
	opt := options{significant: 2, restarts: 4}
	number := func(i int) (int, error) {
		if i >= len(args) {
			return 0, fmt.Errorf("argument %s: expected one argument", args[i-1])
		}
		n, err := strconv.Atoi(args[i])
		if err != nil {
			return 0, fmt.Errorf("argument %s: invalid int value: '%s'", args[i-1], args[i])
		}
		return n, nil
	}
	for i := 0; i < len(args); i++ {
		var err error
		switch args[i] {
		case "-f":
			if i+2 >= len(args) {
				return opt, errors.New("argument -f: expected 2 arguments")
			}
			opt.files = args[i+1 : i+3]
			i += 2
		case "-r":
			i++
			opt.restarts, err = number(i)
		case "--significant":
			i++
			opt.significant, err = number(i)
			if err == nil && opt.significant < 0 {
				err = fmt.Errorf("argument --significant: %d decimals; smatch.py ends in a ValueError", opt.significant)
			}
		case "-v", "--vv":
			opt.verbose = true
		case "--ms":
			opt.ms = true
		case "--pr":
			opt.pr = true
		case "--justinstance":
			opt.just[amrline.Instances] = true
		case "--justattribute":
			opt.just[amrline.Attributes] = true
		case "--justrelation":
			opt.just[amrline.Relations] = true
		default:
			err = fmt.Errorf("unrecognized arguments: %s", args[i])
		}
		if err != nil {
			return opt, err
		}
	}
	if opt.files == nil {
		return opt, errors.New("the following arguments are required: -f")
	}
	return opt, nil
}

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	args, err := argparse.Expand(args, known)
	if err != nil {
		fmt.Fprintf(stderr, "%ssmatch.py: error: %v\n", usage, err)
		return 2
	}
	for _, a := range args {
		if a == "-h" || a == "--help" {
			fmt.Fprint(stdout, usage)
			return 0
		}
	}
	opt, err := parse(args)
	if err != nil {
		fmt.Fprintf(stderr, "%ssmatch.py: error: %v\n", usage, err)
		return 2
	}
	var texts [2]string
	for i, name := range opt.files {
		data, err := os.ReadFile(name)
		if err != nil {
			fmt.Fprintf(stderr, "%ssmatch.py: error: argument -f: can't open '%s': %v\n", usage, name, err)
			return 2
		}
		texts[i] = string(data)
	}
	return opt.run(texts, stdout, stderr)
}

func (o *options) run(texts [2]string, stdout, stderr io.Writer) int {
	test, gold := amrline.Lines(texts[0]), amrline.Lines(texts[1])
	solver, table := matching.New(matching.Options{Classes: 3, Product: true}), amrline.Table{}
	var sum amrline.Count
	for i := range min(len(test), len(gold)) {
		var graphs [2]*amrline.Graph
		for k, line := range []string{test[i], gold[i]} {
			graph, err := amrline.Version{}.Parse(line)
			if err != nil {
				fmt.Fprintln(stderr, err)
				fmt.Fprintln(stderr, "AttributeError: 'NoneType' object has no attribute 'rename_node'")
				return 1
			}
			graphs[k] = graph
		}
		c := amrline.Best(solver, table.Terms(graphs[0], o.searches), table.Terms(graphs[1], o.searches))
		c.Test, c.Gold = len(table.Terms(graphs[0], o.counts).Terms), len(table.Terms(graphs[1], o.counts).Terms)
		if o.restarts < 0 { // no start, no mapping
			c.Match, c.Open = 0, 0
		}
		sum.Match, sum.Test, sum.Gold, sum.Open = sum.Match+c.Match, sum.Test+c.Test, sum.Gold+c.Gold, sum.Open+c.Open
		if o.ms {
			o.print(stdout, c)
		}
	}
	for k, n := range []int{len(test) - len(gold), len(gold) - len(test)} {
		if n < 0 {
			fmt.Fprintf(stderr, "Error: File %d has less AMRs than file %d\nIgnoring remaining AMRs\n", k+1, 2-k)
		}
	}
	Note(stderr, "smatch.py", sum.Open)
	if o.verbose {
		fmt.Fprintln(stderr, "assay: -v and --vv are accepted, but the steps of a search that assay does not make are "+
			"not printed")
	}
	if !o.ms {
		o.print(stdout, sum)
	}
	return 0
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

// Note reports the difference from a program that climbs from random starts.
func Note(stderr io.Writer, program string, open int) {
	if open == 0 {
		fmt.Fprintf(stderr, "assay: the node mappings are proven to be the best; %s searches at random and may print less\n", program)
		return
	}
	fmt.Fprintf(stderr, "assay: the node mappings are not all proven: up to %d more triples may match\n", open)
}

func (o *options) print(w io.Writer, c amrline.Count) {
	p, r, f := c.Scores()
	if o.pr {
		fmt.Fprintf(w, "Precision: %.*f\nRecall: %.*f\n", o.significant, p, o.significant, r)
	}
	fmt.Fprintf(w, "F-score: %.*f\n", o.significant, f)
}

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
	"assay/graph/matching"
)

// Title names the program and its version.
const Title = "smatch.py of snowblink14/smatch, c01a838"

// Doc lists its faults and how assay score differs.
const Doc = `The mapping of nodes is the proven optimum (smatch.py climbs from random starts and is at most
this). Kept: equal triples multiply, so that F can be over 1; only the first word of a quoted value
counts; a graph that ends too early is scored; an unparsable graph ends the run with status 1; the
rest of the longer file is ignored. -r, -v and -vv have no effect. assay score -m smatch does without
these faults, and pairs by id.`

const usage = `usage: smatch.py [-h] -f F F [-r R] [--significant SIGNIFICANT] [-v] [--vv]
                 [--ms] [--pr] [--justinstance] [--justattribute]
                 [--justrelation]
`

// options are the options on the command line.
type options struct {
	files       []string
	significant int
	ms, pr      bool
	just        int // the only kind of triples, -1 for all
}

func parse(args []string) (options, error) {
	opt := options{significant: 2, just: -1}
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
			_, err = number(i)
		case "--significant":
			i++
			opt.significant, err = number(i)
		case "-v", "--vv":
		case "--ms":
			opt.ms = true
		case "--pr":
			opt.pr = true
		case "--justinstance":
			opt.just = int(amrline.Instances)
		case "--justattribute":
			opt.just = int(amrline.Attributes)
		case "--justrelation":
			opt.just = int(amrline.Relations)
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
	want := func(kind uint8) bool { return o.just < 0 || int(kind) == o.just }
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
		c := amrline.Best(solver, table.Terms(graphs[0], want), table.Terms(graphs[1], want))
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
	if !o.ms {
		o.print(stdout, sum)
	}
	return 0
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

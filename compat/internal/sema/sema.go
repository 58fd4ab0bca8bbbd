// Package sema reproduces sema.py of rafaelanchieta/sema (9a4911c): SEMA
// (Anchiêta, Cabezudo & Pardo 2019) with its faults. It stores the root under gold's
// name, so that the root counts twice, and an attribute counts once for each equal
// one of gold. Equal files therefore give more than 1.
package sema

import (
	"fmt"
	"io"

	"assay/compat/internal/amrline"
	"assay/compat/internal/argparse"
	"assay/compat/internal/python"
)

// Title names the program and its version.
const Title = "sema.py of rafaelanchieta/sema, 9a4911c"

// Doc lists its faults and how assay score differs.
const Doc = `Kept: the root counts twice, attributes as often as gold has them, so that equal files give more
than 1 (1.33 for (b / boy :ARG0-of (r / run-01))); of two relations between the same nodes one
counts; files of different length end without a figure and with status 0. assay score -m sema has
the faults repaired.`

var parser = argparse.Parser{Program: "sema.py", Usage: "usage: sema.py [-h] -t TEST -g GOLD\n",
	Arguments: []argparse.Argument{argparse.Help, {Names: []string{"-t", "--test"}, Words: 1, Required: true},
		{Names: []string{"-g", "--gold"}, Words: 1, Required: true}}}

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	given, status, done := parser.Read(args, stdout, stderr)
	if done {
		return status
	}
	var lines [2][]string
	for k, key := range []string{"-t", "-g"} {
		text, err := python.ReadFile(given.Text(key, ""))
		if err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		lines[k] = amrline.Lines(text)
	}
	return run(lines[0], lines[1], stdout, stderr)
}

func run(test, gold []string, stdout, stderr io.Writer) int {
	var sum score
	for i := range max(len(test), len(gold)) {
		if i >= len(test) || i >= len(gold) {
			less, more := 1, 2
			if i >= len(gold) {
				less, more = 2, 1
			}
			fmt.Fprintf(stderr, "ERROR:__main__:Error: File %d has less AMRs than file %d\nERROR:__main__:Ignoring "+
				"remaining AMRs\n", less, more)
			return 0
		}
		graphs, err := amrline.Version{}.Pair(test[i], gold[i])
		if err != nil {
			fmt.Fprintln(stderr, err)
			return 1
		}
		sum.add(graphs[0], graphs[1])
	}
	p, r, f := python.PRF(sum.match, sum.test, sum.gold)
	fmt.Fprintf(stdout, "SEMA: P %.2f R %.2f F1 %.2f\n", p, r, f)
	return 0
}

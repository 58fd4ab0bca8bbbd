// Package sema reproduces sema.py of rafaelanchieta/sema (9a4911c): SEMA
// (Anchiêta, Cabezudo & Pardo 2019) with its faults. It stores the root under gold's
// name, so that the root counts twice, and an attribute counts once for each equal
// one of gold. Equal files therefore give more than 1.
package sema

import (
	"bufio"
	"fmt"
	"io"

	"assay/compat/internal/amrline"
	"assay/compat/internal/argparse"
	"assay/compat/internal/python"
	"assay/compat/internal/standin"
)

// Title names the program and its version.
const Title = "sema.py of rafaelanchieta/sema, 9a4911c"

// Doc lists its faults and how assay score differs.
const Doc = `Kept: the root counts twice, attributes as often as gold has them, so that equal files give more
than 1 (1.33 for (b / boy :ARG0-of (r / run-01))); of two relations between the same nodes one
counts; files of different length end without a figure and with status 0. assay score -m sema has
the faults repaired.`

var parser = argparse.Parser{Program: "sema.py", Usage: "usage: sema.py [-h] -t TEST -g GOLD\n",
	Arguments: []argparse.Argument{argparse.Help, {Name: "-t/--test", Words: 1, Required: true},
		{Name: "-g/--gold", Words: 1, Required: true}}}

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return parser.Run(args, stdout, stderr, func(given argparse.Given, out *bufio.Writer) error {
		test, gold, err := standin.Both(amrline.Read, given.Text("-t", ""), given.Text("-g", ""))
		if err != nil {
			return err
		}
		return run(test, gold, out)
	})
}

func run(test, gold []string, out io.Writer) error {
	var sum score
	for i := range max(len(test), len(gold)) {
		if i >= len(test) || i >= len(gold) {
			less, more := 1, 2
			if i >= len(gold) {
				less, more = 2, 1
			}
			return &standin.Exit{Text: fmt.Sprintf("ERROR:__main__:Error: File %d has less AMRs than file %d\n"+
				"ERROR:__main__:Ignoring remaining AMRs", less, more)}
		}
		graphs, err := amrline.Version{}.Pair(test[i], gold[i])
		if err != nil {
			return err
		}
		sum.add(graphs[0], graphs[1])
	}
	p, r, f := python.PRF(sum.match, sum.test, sum.gold)
	fmt.Fprintf(out, "SEMA: P %.2f R %.2f F1 %.2f\n", p, r, f)
	return nil
}

// Package evalb reproduces EVALB, the bracket scorer of Satoshi Sekine and Michael
// Collins (version 20080701 with the changes of 2013): same options, same output byte
// for byte, same exit status.
//
// Doc lists the reproduced faults. A sentence beyond the arrays of the C program (200
// words or brackets, 4,999 bytes) is scored as if there were room.
package evalb

import (
	"io"

	"assay/compat/internal/bracketscore"
)

// Title names the program and its version.
const Title = "EVALB, Sekine & Collins, version 20080701 with the changes of 2013"

// Doc lists the reproduced faults and the differences from assay score.
const Doc = `Options: [-dDh] [-c n] [-e n] [-p param_file] gold test; one tree a line.
Reproduced:
- options count in order: -p after -d, -c or -e overrides them by the file's DEBUG,
  CUTOFF_LEN, MAX_ERROR (an exit status of 0 also for files full of errors);
- after MAX_ERROR+2 errors the run ends with status 1, without a summary;
- a word outside brackets, or two words in one, always ends the run;
- punctuation is deleted by each side's own tags, so that a mistagged comma makes
  the sentence an error; only single quotes are repaired (QUOTE_LABEL);
- a sentence without system words is skipped, not counted as missed;
- EQ_LABEL holds for deletion too, is not transitive, and matching is greedy;
- the label "" of "( (S ...))" counts; -LRB- and -NONE- as phrases are "" as well;
- the first surplus ")" goes unnoticed; rows of unbalanced trees show figures that
  are in no total; a sentence without brackets is a complete match;
- F is "-nan" where recall and precision are 0.
assay score -m evalb pairs and reads by itself (several lines a tree, BOM, any
size), reports a broken tree with its place and goes on, never prints nan, and
lets you choose what an unscorable sentence counts.`

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return bracketscore.Main(program, args, stdout, stderr)
}

var program = bracketscore.Variant{
	Name:      "evalb",
	LineBytes: 4999, Words: 200, Brackets: 200, LabelBytes: 29, TextBytes: 999, DeleteLabels: 100,
	Usage: bracketscore.Usage(""),
}

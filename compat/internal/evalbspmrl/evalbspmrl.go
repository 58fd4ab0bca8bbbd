// Package evalbspmrl reproduces EVALB_SPMRL, the variant of EVALB of the SPMRL
// 2013 shared task (Petrov, McDonald and Seddah): same options, same output byte for
// byte, same exit status, same file ./status.
//
// Doc lists the reproduced faults. A sentence beyond the arrays of the C program
// (1,000 words, 2,000 brackets, 49,999 bytes) is scored as if there were room.
package evalbspmrl

import (
	"io"

	"assay/compat/internal/bracketscore"
)

// Title names the program and its version.
const Title = "EVALB_SPMRL, Petrov, McDonald & Seddah, the SPMRL 2013 shared task's EVALB"

// Doc lists the reproduced faults and the differences from assay score.
const Doc = `Options: EVALB's, and -K n (first n sentences), -X (count empty parses), -L, -l
(one line instead of the summary; -l for the short sentences), -V (file names).
What is said of evalb holds, but words are never deleted, and labels and tags are
cut at "-", "=" and "#". Reproduced besides:
- -L and -l print recall as Prec and precision as Rec;
- -X counts each gold bracket of an empty parse once, and once more for each
  DELETE_LABEL that is not its label;
- sentences of unequal length are booked before they are an error: valid, with a
  complete match and without crossing; those of one gold word are booked twice;
- a list that deletes -NONE- deletes the label "" from the first sentence on;
- -c also prints the cutoff on standard error;
- without -L the file ./status is written.
assay score -m evalb:spmrl cuts labels and tags as this program does and leaves out the
unlabelled root, but reads spmrl.prm as EVALB does: words go with their tags, and an
unequal sentence is reported and left out.`

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return bracketscore.Main(program, args, stdout, stderr)
}

var program = bracketscore.Variant{
	Name: "evalb_spmrl", SPMRL: true,
	LineBytes: 49999, Words: 1000, Brackets: 2000, LabelBytes: 299, TextBytes: 9999, DeleteLabels: 1000,
	Usage: bracketscore.Usage(`    -K n		   Evaluate up to  n sentences                         
    -X			   Count skipped sentences brackets as not parsed  
    -L			   Compact view (for use in batch mode, all sentences  
`),
}

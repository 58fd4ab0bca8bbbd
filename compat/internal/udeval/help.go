package udeval

// texts returns the usage as printed by argparse, and the part of -h below it, for a terminal 80 columns wide.
func (p *program) texts() (usage, help string) {
	usage = "usage: " + p.name + " [-h] "
	switch {
	case p.old:
		return usage + "[--weights deprel_weights_file] [--verbose]\n" +
				"                          gold_file system_file\n",
			helpFiles + `  --weights deprel_weights_file, -w deprel_weights_file
                        Compute WeightedLAS using given weights for Universal
                        Dependency Relations.
` + helpVerbose
	case p.ud:
		return usage + "[--verbose] [--counts] [--no-enhanced]\n" +
				"               [--enhancements ENHANCEMENTS] [--no-empty-nodes NO_EMPTY_NODES]\n" +
				"               [--multiple-roots-okay]\n               gold_file system_file\n",
			helpFiles + helpVerbose + `  --counts, -c          Print raw counts of correct/gold/system/aligned words
                        instead of precision/recall/F1 for all metrics.
  --no-enhanced         Turn off evaluation of enhanced dependencies.
` + helpEnhancements + `  --no-empty-nodes NO_EMPTY_NODES
                        Empty nodes have been collapsed (needed to correctly
                        evaluate enhanced/gapping). Raise exception if an
                        empty node is encountered.
  --multiple-roots-okay
                        A single sentence can have multiple nodes with HEAD=0.
`
	case p.enhanced:
		return usage + "[--verbose] [--counts]\n" +
				"                          [--enhancements ENHANCEMENTS]\n" +
				"                          gold_file system_file\n",
			helpFiles + helpVerbose + `  --counts, -c          Print raw counts of correct/gold/system/aligned words
                        instead of prec/rec/F1 for all metrics.
` + helpEnhancements
	}
	return usage + "[--verbose] [--counts] gold_file system_file\n", `positional arguments:
  gold_file      Name of the CoNLL-U file with the gold data.
  system_file    Name of the CoNLL-U file with the predicted data.

options:
  -h, --help     show this help message and exit
  --verbose, -v  Print all metrics.
  --counts, -c   Print raw counts of correct/gold/system/aligned words instead
                 of prec/rec/F1 for all metrics.
`
}

const (
	helpFiles = `positional arguments:
  gold_file             Name of the CoNLL-U file with the gold data.
  system_file           Name of the CoNLL-U file with the predicted data.

options:
  -h, --help            show this help message and exit
`
	helpVerbose      = "  --verbose, -v         Print all metrics.\n"
	helpEnhancements = `  --enhancements ENHANCEMENTS
                        Level of enhancements in the gold data (see
                        guidelines) 0=all (default), 1=no gapping, 2=no shared
                        parents, 3=no shared dependents 4=no control, 5=no
                        external arguments, 6=no lemma info, combinations:
                        12=both 1 and 2 apply, etc.
`
)

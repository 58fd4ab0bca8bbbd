// Package conlleval reproduces the Perl scorers of the CoNLL shared tasks on
// dependency parsing: eval.pl 1.9 of 2006 (in the version that the LSTM parser
// ships, in which differing words are not fatal), eval07.pl 1.4 of 2007, and
// eval09.pl 0.4 of 2009, which scores semantic roles as well.
//
// Arguments, standard output and exit status are theirs, as are their messages with
// the script names and line numbers of the recorded versions. They read both files
// line by line in step and split at white space (a form with a space shifts all
// columns), compare heads and relations as strings, score cycles and heads out of
// range, and treat comments as words. eval.pl leaves out words of punctuation unless
// -p is given, eval07.pl scores them unless -p is given.
//
// Reproduced faults: the frame of a word on the system's side holds gold's relation
// of the word; the root's frame begins with "** "; if the head is on a different side
// than in gold, the report names the system's side twice ("instead ofbefore the focus
// word"); contexts of words are never dropped for those of two words, because of a
// blank in the key; a word * is treated as the wildcard; one sentence too many is
// counted at the end.
//
// Differences: rows with equal counts are ordered by their text (Perl's order is that
// of its hashes, and random). When contexts that add nothing to another one are
// deleted, the more general of equal counts are checked first; Perl's order is random
// here too, so that a few rows differ from run to run. Perl's own warnings on
// standard error are reproduced for non-numeric heads at their first use, and for
// eval.pl -q, but not those for undefined values (missing columns, the full report on
// very small files), nor those of the full report's second reading.
package conlleval

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"assay/compat/internal/perl"
)

// Title06, Doc06, Title07 and Doc07 describe the programs in help texts.
const (
	Title06 = "CoNLL-X scorer of 2006 by Krymolowski and Buchholz, version 1.9"
	Doc06   = `Lines are split at white space, not at tabs; comments are words; punctuation (Unicode category P)
does not count unless -p is given; heads and relations are compared as strings; trees are not checked.
Rows of equal counts stand in the order of their text (the original's order is random). Of Perl's own
warnings those of undefined values and of the full report's second reading are left out.
The same scores: assay score -f conllx -m conllx:conll06; its tables: --by tag,deprel,direction,distance-bin.`
	Title07 = "CoNLL 2007 scorer, version 1.4, as changed for SPMRL 2013"
	Doc07   = `As eval.pl, but punctuation counts unless -p is given, and a missing blank line at the end is a warning.
The copy of 2014 by Seddah is followed: -L prints one line, and words that differ go unnoticed (before him: a warning).
The same scores: assay score -f conllx -m conllx; its tables: --by tag,deprel,direction,distance-bin.`
)

// Main06 is eval.pl.
func Main06(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return run(&program{name: "eval.pl", version: "1.9", script: "conllx/eval-lstm.pl",
		lineGold: 650, lineSystem: 655, warns: true, tag: "CPOS", tags: "CPOSTAGs"}, args, stdin, stdout, stderr)
}

// Main07 is eval07.pl.
func Main07(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return run(&program{name: "eval07.pl", version: "1.4", script: "conllx/eval07.pl",
		lineGold: 706, lineSystem: 711, punct: true, lenient: true, tag: "CPOS", tags: "CPOSTAGs"}, args, stdin,
		stdout, stderr)
}

// Main09 is eval09.pl.
func Main09(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return run(&program{name: "eval09.pl", version: "0.4", script: "eval09.pl", punct: true, lenient: true,
		tag: "PPOSS", tags: "PPOSS tags", layer: "syntactic ", roles: true}, args, stdin, stdout, stderr)
}

// A program is one of the scorers.
type program struct {
	name, version string
	script        string // its name in messages
	lineGold      int    // line of the script that first uses gold's head as a number
	lineSystem    int    // likewise for the system's head
	punct         bool   // punctuation is scored unless -p is given
	lenient       bool   // a missing blank line at the end is no error
	warns         bool   // it warns of counts that are not defined
	tag, tags     string // its tables name a tag, and all tags
	layer         string // and the layer that is evaluated
	roles         bool   // it scores predicates and arguments, and counts characters, not bytes
}

// options are the options on the command line.
type options struct {
	gold, system, out    string
	hasGold, hasSystem   bool
	quiet, version, help bool
	punct, evalb, deriv  bool
	compact              bool
}

// unused is the exit status of Perl's die before any file is read: the error number left by the search for Perl's own
// modules.
const unused = 2

func run(program *program, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	opt := program.parse(args, stderr)
	switch {
	case opt.version:
		fmt.Fprintf(stdout, "Version %s\n", program.version)
		return 0
	case opt.help || !opt.hasGold && !opt.hasSystem:
		program.usage(stderr)
		return unused
	case !opt.hasGold:
		fmt.Fprint(stderr, "Gold standard file (-g) missing\n")
		return unused
	case !opt.hasSystem:
		fmt.Fprint(stderr, "System output file (-s) missing\n")
		return unused
	}
	var files [2]file
	for i, name := range []string{opt.gold, opt.system} {
		var err error
		if files[i], err = open(name, stdin); err != nil {
			fmt.Fprintf(stderr, "Could not open %s file %s\n", [...]string{"gold standard", "system output"}[i], name)
			return perl.Status(err)
		}
	}
	if opt.out != "-" {
		file, err := os.Create(opt.out)
		if err != nil {
			fmt.Fprintf(stderr, "Could not open output file %s\n", opt.out)
			return perl.Status(err)
		}
		defer file.Close()
		stdout = file
	}
	out := bufio.NewWriter(stdout)
	defer out.Flush()
	errs := bufio.NewWriter(stderr)
	defer errs.Flush()
	s := newScorer(program, opt, files[0], files[1], out, errs)
	defer s.goldFile.close()
	defer s.systemFile.close()
	return s.run()
}

// parse reads the command line as Getopt::Std does.
func (p *program) parse(args []string, stderr io.Writer) options {
	opt := options{out: "-"}
	flags := map[byte]*bool{'q': &opt.quiet, 'v': &opt.version, 'h': &opt.help, 'p': &opt.punct, 'b': &opt.evalb}
	switch {
	case p.roles:
		flags['d'] = new(bool) // accepted, and without effect
	case p.lenient:
		flags['d'], flags['L'] = &opt.deriv, &opt.compact
	}
	for i := 0; i < len(args) && len(args[i]) > 1 && args[i][0] == '-'; i++ {
		if args[i] == "--" {
			break
		}
		for rest := args[i][1:]; rest != ""; {
			c := rest[0]
			rest = rest[1:]
			if c == 'g' || c == 's' || c == 'o' {
				value, has := rest, true
				if rest == "" {
					if i++; i < len(args) {
						value = args[i]
					} else {
						has = false
					}
				}
				rest = ""
				switch {
				case c == 'g':
					opt.gold, opt.hasGold = value, has
				case c == 's':
					opt.system, opt.hasSystem = value, has
				case has:
					opt.out = value
				}
				continue
			}
			if flag := flags[c]; flag != nil {
				*flag = true
			} else {
				fmt.Fprintf(stderr, "Unknown option: %c\n", c)
			}
		}
	}
	return opt
}

// usage prints the text of -h.
func (p *program) usage(w io.Writer) {
	year, punctuation, options := "X", `
  Punctuation tokens (those where all characters have the Unicode
  category property "Punctuation") are ignored for scoring (unless the
  -p flag is used).
`, `     -p : punctuation: also score on punctuation (default is not to score on it)
`
	if p.punct {
		year, punctuation, options = "07", "", `     -p : punctuation: do not score punctuation (default is to score)
     -d : deriv:       do not score on DERIV links (default is to score)
`
	}
	if p.roles {
		year, options = "09", `     -p : punctuation: do not score punctuation (default is to score)
`
	}
	fmt.Fprintf(w, `
  CoNLL-%s evaluation script:

   [perl] %s [OPTIONS] -g <gold standard> -s <system output>

  This script evaluates a system output with respect to a gold standard.
  Both files should be in UTF-8 encoded CoNLL-%s tabular format.
%s
  The output breaks down the errors according to their type and context.

  Optional parameters:
     -o FILE : output: print output to FILE (default is standard output)
     -q : quiet:       only print overall performance, without the details
     -b : evalb:       produce output in a format similar to evalb `+`
                       (http://nlp.cs.nyu.edu/evalb/); use together with -q
%s     -v : version:     show the version number
     -h : help:        print this help text and exit

`, year, map[bool]string{false: "eval.pl", true: "eval09.pl"}[p.roles], year, punctuation, options)
}

// Package udeval reproduces the scorers of Universal Dependencies, byte for byte:
// conll17_ud_eval.py (CoNLL 2017), conll18_ud_eval.py 1.2 (CoNLL 2018), eval.py of
// the UD tools (here ud_eval), and iwpt20_xud_eval.py and iwpt21_xud_eval.py (IWPT
// 2020 and 2021, both with EULAS and --enhancements).
//
// They read both files, refuse invalid files with one message, and align words
// by characters. Of Python's traceback, standard error gets only the last line.
// Reproduced faults: ELAS and EULAS count pairs of edges, so that they can be above
// 100 %; the aligned accuracy of the IWPT scripts divides edges by words;
// --enhancements 3 does nothing; a rightward chain of some thousand words ends in a
// RecursionError; the place of a bad byte counts from the beginning of its block of
// 8192 bytes. The IWPT scripts need files whose empty nodes are collapsed.
package udeval

import (
	"bufio"
	"io"
	"runtime/debug"

	"assay/compat/internal/argparse"
	"assay/compat/internal/standin"
)

// The programs, in one line each.
const (
	Title17     = "conll17_ud_eval.py of the CoNLL 2017 shared task"
	Title18     = "conll18_ud_eval.py 1.2 of the CoNLL 2018 shared task"
	TitleUD     = "eval.py of the Universal Dependencies tools (udtools), 2025"
	TitleIWPT20 = "iwpt20_xud_eval.py of the IWPT 2020 shared task, with EULAS"
	TitleIWPT21 = "iwpt21_xud_eval.py of the IWPT 2021 shared task"
)

// The reproduced faults of each program, and the behaviour of assay score instead.
const (
	Doc17 = `Kept: invalid trees and texts that differ end the run; CLAS counts every unknown relation;
features are compared as they stand. "assay score -m ud:features=raw" scores invalid trees, and all
stretches whose text is the same.`
	Doc18 = `Kept: invalid trees and texts that differ end the run; chains of some thousand words end in a
RecursionError. "assay score -m ud" gives the same figures and also scores
files that this program refuses.`
	DocUD = `Kept: ELAS and EULAS count pairs of edges and can be above 100 %; edges from empty nodes are
dropped; --enhancements 3 does nothing; --no-empty-nodes wants a value. "assay score -m ud" matches each edge once and collapses
empty nodes itself.`
	DocIWPT = `Kept: a word without DEPS ends the run, as empty nodes do; the aligned accuracy of ELAS and EULAS
divides edges by words; both count pairs of edges. "assay score -m ud" matches each edge once and
collapses empty nodes itself.`
)

// A program is one of the scorers.
type program struct {
	name     string
	raise    string // printed name of its own exception
	places   bool   // messages name the line
	old      bool   // CoNLL 2017
	ud       bool   // the UD tools
	enhanced bool   // reads DEPS
	strict   bool   // empty nodes and words without DEPS are errors
}

// Main17 is conll17_ud_eval.py.
func Main17(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	p := program{name: "conll17_ud_eval.py", raise: "UDError", old: true}
	return p.main(args, stdout, stderr)
}

// Main18 is conll18_ud_eval.py.
func Main18(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	p := program{name: "conll18_ud_eval.py", raise: "UDError", places: true}
	return p.main(args, stdout, stderr)
}

// MainUD is eval.py of the UD tools.
func MainUD(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	p := program{name: "eval.py", raise: "udtools.src.udtools.udeval.UDError", places: true, ud: true, enhanced: true}
	return p.main(args, stdout, stderr)
}

// MainIWPT20 is iwpt20_xud_eval.py.
func MainIWPT20(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	p := program{name: "iwpt20_xud_eval.py", raise: "UDError", enhanced: true, strict: true}
	return p.main(args, stdout, stderr)
}

// MainIWPT21 is iwpt21_xud_eval.py.
func MainIWPT21(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	p := program{name: "iwpt21_xud_eval.py", raise: "UDError", enhanced: true, strict: true}
	return p.main(args, stdout, stderr)
}

func (p *program) main(args []string, stdout, stderr io.Writer) int {
	return p.parser().Run(args, stdout, stderr, func(given argparse.Given, out *bufio.Writer) error {
		defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
		return p.run(optionsOf(given), out)
	})
}

// gcPercent keeps the lines that were read, and are garbage, small beside the words.
const gcPercent = 10

// run reads both files, compares them and prints the output.
func (p *program) run(opt *options, out io.Writer) error {
	names := newNames()
	gold, system, err := standin.Both(func(path string) (*file, error) { return p.load(path, opt, names) },
		opt.files[0], opt.files[1])
	if err != nil {
		return err
	}
	var weights map[string]float64
	if opt.weights != "" {
		if weights, err = readWeights(opt.weights); err != nil {
			return err
		}
	}
	if err := p.sameText(gold, system); err != nil {
		return err
	}
	system.text = gold.text // one of two equal ones
	e := newEvaluation(gold, system, stretched)
	p.table(out, e, opt, weights)
	return nil
}

// Package disrpteval reproduces disrpt_eval_2024.py (version 2.0.0, disrpt/sharedtask2025 30efe37),
// the evaluation script of the DISRPT shared tasks: same options, same output byte for byte, same
// exit status.
//
// Doc lists the reproduced faults.
package disrpteval

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"assay/compat/internal/argparse"
	"assay/compat/internal/python"
	"assay/compat/internal/standin"
)

// Title names the program and its version.
const Title = "disrpt_eval_2024.py 2.0.0 of the DISRPT shared tasks (30efe37)"

// Doc lists the reproduced faults and the differences from assay score.
const Doc = `Options: -g GOLD -p SYSTEM -t S|C|R [-s] [-nb] [-rt]
Reproduced:
- files of different length end the run with status 0 and print no figures; other words are a warning;
- a side without any B label cannot be scored (status 1), also with -nb when every unit begins a sentence;
- -nb works only if gold's file name contains conllu;
- C: a connective of one word at the end of the file is lost; I without B gives its end to the
  next connective; spans go on over the ends of sentences and documents;
- R: instances pair by line, whatever their units are; only the header of 2024 is read.
assay score -m edu, connectives and relations read spans as the header of the script describes them, pair by
document, count a side without labels, and name every difference.`

const usage = `usage: disrpt_eval_2024.py [-h] -g GOLDFILE -p PREDFILE -t {S,C,R} [-s] [-nb]
                           [-rt]
`

const help = `
options:
  -h, --help            show this help message and exit
  -g GOLDFILE, --goldfile GOLDFILE
                        Shared task gold file in .tok or .conll or .rels
                        format.
  -p PREDFILE, --predfile PREDFILE
                        Corresponding file with system predictions.
  -t {S,C,R}, --task {S,C,R}
                        Choose one of the three options: S (EDUs
                        Segmentation), C (Connectives Detection), R (Relations
                        Classification)
  -s, --string_input    Whether inputs are file names or strings.
  -nb, --no_boundary_edu
                        Does not count EDU that starts at beginning of
                        sentence.
  -rt, --rel_type       Eval relations types instead of label.
`

// options are the options on the command line.
type options struct {
	gold, system string // paths, or texts with -s
	task         string
	texts        bool // -s
	inside       bool // -nb
	types        bool // -rt
}

var parser = argparse.Parser{Program: "disrpt_eval_2024.py", Usage: usage, Help: help,
	Arguments: []argparse.Argument{argparse.Help, {Name: "-g/--goldfile", Words: 1, Required: true},
		{Name: "-p/--predfile", Words: 1, Required: true},
		{Name: "-t/--task", Words: 1, Required: true, Choices: []string{"S", "C", "R"}},
		{Name: "-s/--string_input"}, {Name: "-nb/--no_boundary_edu"}, {Name: "-rt/--rel_type"}}}

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return parser.Run(args, stdout, stderr, func(given argparse.Given, out *bufio.Writer) error {
		opt := options{gold: given.Text("-g", ""), system: given.Text("-p", ""), task: given.Text("-t", ""),
			texts: given.Has("-s"), inside: given.Has("-nb"), types: given.Has("-rt")}
		e := &evaluation{options: opt, stderr: stderr}
		return e.run(out)
	})
}

func (e *evaluation) run(out *bufio.Writer) (err error) {
	e.name = fmt.Sprintf("string_input: %s...", firstRunes(e.gold, 20))
	if info, err := os.Stat(e.gold); err == nil && info.Mode().IsRegular() {
		e.name = path.Base(e.gold)
	}
	e.out.Set("doc_name", e.name)
	if e.task == "R" {
		err = e.relations()
	} else {
		err = e.spans()
	}
	if err == nil {
		fmt.Fprintln(out, python.Dumps(&e.out, 4))
	}
	return err
}

func firstRunes(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}

// An evaluation is one run.
type evaluation struct {
	options
	name   string
	report string // messages so far
	out    python.Dict
	stderr io.Writer
}

// text reads a file, or takes the argument itself with -s.
func (e *evaluation) text(arg string) (string, error) {
	if e.texts {
		return python.Strip(arg), nil
	}
	text, err := python.ReadText(arg)
	return python.Strip(text), err
}

// sameLength ends the run, with status 0, if the sides have different numbers of lines.
func (e *evaluation) sameLength(gold, system int) error {
	if gold == system {
		return nil
	}
	return &standin.Exit{Text: e.report + "\nFATAL: different number of tokens detected in gold and pred:\n" +
		fmt.Sprintf(">>>  In %s: %d gold tokens but %d predicted tokens\n", e.name, gold, system)}
}

// sameUnits warns of the first difference. Units are their columns with a blank between.
func (e *evaluation) sameUnits(gold, system []string) {
	blanks := func(unit string) string { return strings.ReplaceAll(unit, "\t", " ") }
	for i, unit := range gold {
		if unit != system[i] && blanks(unit) != blanks(system[i]) {
			e.differentWord(i, blanks(unit), blanks(system[i]))
			return
		}
	}
}

func (e *evaluation) differentWord(i int, gold, system string) {
	e.report += "\nWARN: token strings do not match in gold and pred:\n" +
		fmt.Sprintf(">>> First instance in %s token %d\nGold: %s but Pred: %s\n\n", e.name, i, gold, system)
	io.WriteString(e.stderr, e.report)
}

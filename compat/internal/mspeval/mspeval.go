// Package mspeval reproduces msp_25_eval.py of the UniDive 2025 shared task on morpho-syntactic parsing
// (UniDive-MSP/MSP-shared-task 3c907f0, a conll18_ud_eval.py of 10 April 2025): same output byte for byte, same exit
// status.
//
// Doc lists the reproduced faults.
package mspeval

import (
	"bufio"
	"io"

	"assay/compat/internal/argparse"
	"assay/compat/internal/standin"
)

// Title names the program and its version.
const Title = "msp_25_eval.py of the UniDive 2025 shared task on morpho-syntactic parsing (3c907f0)"

// Doc lists the reproduced faults and the differences from assay score.
const Doc = `Arguments: GOLD SYSTEM. Licence of the program: MPL 2.0.
Reproduced:
- words pair in order of the content words, whatever their forms; a surplus or lost word shifts the
  rest from one end, so both directions are tried, for each score on its own: LAS and Feats may be of
  two pairings;
- abstract nodes with another form than _ are words like others (Italian has -);
- only the 21 universal features of 2018 count; a feature without = ends the run with status 1,
  but only where a pair with it is reached;
- a content word whose head is a later function word ends the run, an earlier one is accepted;
- an empty sentence (two empty lines) shifts the pairing of sentences; a system with fewer sentences
  ends the run, in one with more the rest counts as words of the system.
assay score -m msp aligns words by their characters, abstract nodes by their place, has one pairing for
all scores, and pairs sentences by id. -m msp:official is the program without its crashes.`

const usage = "usage: msp_25_eval.py [-h] gold_file system_file\n"

const help = `
positional arguments:
  gold_file    Name of the CoNLL-U file with the gold data.
  system_file  Name of the CoNLL-U file with the predicted data.

options:
  -h, --help   show this help message and exit
`

var parser = argparse.Parser{Program: "msp_25_eval.py", Usage: usage, Help: help,
	Arguments: []argparse.Argument{argparse.Help, {Name: "gold_file", Words: 1}, {Name: "system_file", Words: 1}}}

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return parser.Run(args, stdout, stderr, func(given argparse.Given, out *bufio.Writer) error {
		read := func(path string) (*file, error) { return load(path, out) }
		gold, system, err := standin.Both(read, given.Text("gold_file", ""), given.Text("system_file", ""))
		if err != nil {
			return err
		}
		return evaluate(gold, system, out)
	})
}

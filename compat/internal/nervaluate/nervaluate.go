// Package nervaluate reproduces nervaluate 1.1.0 (MantisAI/nervaluate fce0139, 2025-09-06): the four ways of
// SemEval-2013 task 9 to compare named entities, with the categories of MUC. The library has no command line; the
// options here are those of its functions, the output is theirs.
//
// Doc lists the reproduced faults.
package nervaluate

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"assay/compat/internal/argparse"
)

// Title names the program and its version.
const Title = "nervaluate 1.1.0 (MantisAI, fce0139): SemEval-2013 task 9, partial credit for entities"

// Doc lists the options, the reproduced faults and the differences from assay score.
const Doc = `Arguments: GOLD PREDICTED --tags A,B [--loader conll|list|dict] [--min-overlap PERCENT]
[--mode overall|entities] [--scenario strict|exact|partial|ent_type] [--digits N]
Prints summary_report; with --csv results_to_csv, with --indices summary_report_indices, with --full all
results, one a line. Licence of the program: MIT.
Reproduced:
- with two or more documents precision and recall of partial (and ent_type) are those without the half
  credit of partial matches (repaired after 1.1.0); sentences between empty lines are documents;
- predictions take the first gold entity in the file's order that they overlap, so that an exact match
  later in the list is lost;
- --mode entities matches each type on its own: a wrong type is spurious and missed there, and
  incorrect in the overall table;
- labels are the second column; E-, L- and S- go on with an entity; two empty lines shift the next
  document by one; a carriage return is part of the label;
- --indices looks up missed entities of gold among the predictions: another text, or status 1.
assay score -m entities pairs the spans for the largest credit and keeps the half credit;
-m entities:nervaluate pairs as the program does.`

const usage = `usage: nervaluate [-h] [--tags TAGS] [--loader {default,conll,list,dict}] [--mode MODE]
                  [--scenario SCENARIO] [--min-overlap MIN_OVERLAP] [--digits DIGITS]
                  [--csv] [--indices] [--full]
                  gold pred
`

const help = `
positional arguments:
  gold
  pred

options:
  -h, --help            show this help message and exit
  --tags TAGS           types that count, separated by commas
  --loader {default,conll,list,dict}
  --mode MODE           overall or entities
  --scenario SCENARIO   strict, exact, partial or ent_type
  --min-overlap MIN_OVERLAP
  --digits DIGITS
  --csv
  --indices
  --full
`

var parser = argparse.Parser{Program: "nervaluate", Usage: usage, Help: help, Arguments: []argparse.Argument{
	argparse.Help, {Name: "gold", Words: 1}, {Name: "pred", Words: 1}, {Name: "--tags", Words: 1},
	{Name: "--loader", Words: 1, Choices: []string{"default", "conll", "list", "dict"}},
	{Name: "--mode", Words: 1}, {Name: "--scenario", Words: 1}, {Name: "--min-overlap", Words: 1, Check: argparse.Float},
	{Name: "--digits", Words: 1, Check: argparse.Int}, {Name: "--csv"}, {Name: "--indices"}, {Name: "--full"}}}

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return parser.Run(args, stdout, stderr, func(given argparse.Given, out *bufio.Writer) error {
		tags := strings.FieldsFunc(given.Text("--tags", ""), func(r rune) bool { return r == ',' })
		e, err := load(given.Text("gold", ""), given.Text("pred", ""), given.Text("--loader", "conll"))
		if err != nil {
			return err
		}
		e.overlap = given.Number("--min-overlap", 1)
		if !(e.overlap >= 1 && e.overlap <= 100) {
			return errors.New("ValueError: min_overlap_percentage must be between 1.0 and 100.0")
		}
		r := &report{evaluation: e, entities: given.Text("--mode", "overall") == "entities",
			scenario: given.Text("--scenario", "strict"), digits: int(given.Number("--digits", 2))}
		if !given.Has("--full") {
			if err := r.check(given.Text("--mode", "overall")); err != nil {
				return err
			}
		}
		if err := e.evaluate(tags); err != nil {
			return err
		}
		switch {
		case given.Has("--full"):
			r.full(out)
			return nil
		case given.Has("--csv"):
			r.csv(out)
			return nil
		case given.Has("--indices"):
			text, err := r.indices()
			fmt.Fprint(out, text)
			return err
		}
		return r.summary(out)
	})
}

// check refuses an unknown mode or scenario.
func (r *report) check(mode string) error {
	if !r.entities && mode != "overall" {
		return errors.New("ValueError: Invalid mode: must be one of {'overall', 'entities'}")
	}
	if r.entities && scenarioNamed(r.scenario) < 0 {
		return errors.New("ValueError: Invalid scenario: must be one of {'strict', 'ent_type', 'partial', 'exact'}")
	}
	return nil
}

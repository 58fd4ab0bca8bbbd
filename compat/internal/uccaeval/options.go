package uccaeval

import (
	"fmt"
	"slices"
	"strings"

	"assay/compat/internal/argparse"
	"assay/measures/ucca"
)

type options struct {
	fscore, errors, table, raw, byOrder, unlabeled, verbose, quiet, units bool

	outFile, summary, counts, errorsFile, tags string
	files, constructions                       []string
}

// parser has no usage: the program was recorded without it.
var parser = argparse.Parser{Program: "evaluate_standard.py",
	Help: "Compare two UCCA passages or two directories containing passage files.\n" + Doc + "\n",
	Arguments: []argparse.Argument{argparse.Help, {Name: "guessed", Words: 1}, {Name: "ref", Words: 1},
		{Name: "-f/--fscore"}, {Name: "-u/--units"}, {Name: "-e/--errors"}, {Name: "--as-table"},
		{Name: "-N/--no-normalize"}, {Name: "-I/--no-match-by-id"}, {Name: "-v/--verbose"}, {Name: "-q/--quiet"},
		{Name: "--unlabeled"}, {Name: "--out-file", Words: 1}, {Name: "--summary-file", Words: 1},
		{Name: "--counts-file", Words: 1}, {Name: "--errors-file", Words: 1},
		{Name: "-r/--ref-yield-tags", Words: 1},
		{Name: "--constructions", Words: argparse.Any, Check: construction}}}

// construction checks the name of a construction.
func construction(name string) error {
	if known := ucca.ConstructionNames(); !slices.Contains(known, name) {
		return fmt.Errorf("invalid choice: '%s' (choose from %s)", name, strings.Join(known, ", "))
	}
	return ucca.CheckConstruction(name)
}

func optionsOf(given argparse.Given) (o options, err error) {
	if given.Has("-v") && given.Has("-q") {
		return o, argparse.Refuse("argument -q/--quiet: not allowed with argument -v/--verbose")
	}
	o = options{fscore: given.Has("-f"), errors: given.Has("-e"), table: given.Has("--as-table"), raw: given.Has("-N"),
		byOrder: given.Has("-I"), unlabeled: given.Has("--unlabeled"), verbose: given.Has("-v"),
		quiet: given.Has("-q"), units: given.Has("-u"),
		outFile: given.Text("--out-file", ""), summary: given.Text("--summary-file", ""),
		counts: given.Text("--counts-file", ""), errorsFile: given.Text("--errors-file", ""), tags: given.Text("-r", ""),
		files: []string{given.Text("guessed", ""), given.Text("ref", "")}, constructions: given.Words("--constructions")}
	if o.outFile != "" || o.summary != "" || !o.units && !o.fscore && !o.errors {
		o.fscore = true
	}
	o.errors = o.errors || o.errorsFile != ""
	return o, nil
}

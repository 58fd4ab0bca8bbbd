package delphinedm

import "assay/compat/internal/argparse"

type options struct {
	gold, test string
	format     string
	ignore     string
	result     int
	weights    [5]float64 // names, arguments, properties, constants, tops
	verbosity  int
	quiet      bool
}

var parser = argparse.Parser{Program: "delphin edm", Usage: usage, Help: help,
	Arguments: []argparse.Argument{argparse.Help, {Name: "-v/--verbose"}, {Name: "-q/--quiet"},
		{Name: "-f/--format", Words: 1}, {Name: "-p", Words: 1, Check: argparse.Int},
		{Name: "--ignore-missing", Words: 1, Choices: []string{"gold", "test", "both", "none"}},
		{Name: "-A", Words: 1, Check: argparse.Float}, {Name: "-N", Words: 1, Check: argparse.Float},
		{Name: "-P", Words: 1, Check: argparse.Float}, {Name: "-C", Words: 1, Check: argparse.Float},
		{Name: "-T", Words: 1, Check: argparse.Float}, {Name: "GOLD", Words: 1}, {Name: "TEST", Words: 1}}}

func optionsOf(given argparse.Given) options {
	opt := options{gold: given.Text("GOLD", ""), test: given.Text("TEST", ""), format: given.Text("-f", "eds"),
		ignore: given.Text("--ignore-missing", "none"), result: int(given.Number("-p", 0)),
		verbosity: len(given["-v"]), quiet: given.Has("-q")}
	for i, letter := range []string{"-N", "-A", "-P", "-C", "-T"} {
		opt.weights[i] = given.Number(letter, 1)
	}
	return opt
}

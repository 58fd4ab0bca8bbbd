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
	Arguments: []argparse.Argument{argparse.Help, {Names: []string{"-v", "--verbose"}}, {Names: []string{"-q", "--quiet"}},
		{Names: []string{"-f", "--format"}, Words: 1},
		{Names: []string{"-p"}, Words: 1, Check: argparse.Int},
		{Names: []string{"--ignore-missing"}, Words: 1, Choices: []string{"gold", "test", "both", "none"}},
		{Names: []string{"-A"}, Words: 1, Check: argparse.Float}, {Names: []string{"-N"}, Words: 1, Check: argparse.Float},
		{Names: []string{"-P"}, Words: 1, Check: argparse.Float}, {Names: []string{"-C"}, Words: 1, Check: argparse.Float},
		{Names: []string{"-T"}, Words: 1, Check: argparse.Float},
		{Names: []string{"GOLD"}, Words: 1}, {Names: []string{"TEST"}, Words: 1}}}

func optionsOf(given argparse.Given) options {
	opt := options{gold: given.Text("GOLD", ""), test: given.Text("TEST", ""), format: given.Text("-f", "eds"),
		ignore: given.Text("--ignore-missing", "none"), result: int(given.Number("-p", 0)),
		verbosity: len(given["-v"]), quiet: given.Has("-q")}
	for i, letter := range []string{"-N", "-A", "-P", "-C", "-T"} {
		opt.weights[i] = given.Number(letter, 1)
	}
	return opt
}

package udeval

import (
	"fmt"
	"strconv"
	"strings"

	"assay/compat/internal/argparse"
	"assay/compat/internal/python"
)

// options are the options on the command line.
type options struct {
	files        []string
	verbose      bool
	counts       bool
	weights      string
	enhancements string
	noEnhanced   bool
	noEmpty      bool
	manyRoots    bool
}

// parser returns the parser of the program.
func (p *program) parser() *argparse.Parser {
	verbose := argparse.Argument{Name: "--verbose/-v"}
	enhancements := argparse.Argument{Name: "--enhancements", Words: 1}
	arguments := []argparse.Argument{argparse.Help, verbose, {Name: "--counts/-c"}}
	switch {
	case p.old:
		arguments = []argparse.Argument{argparse.Help, {Name: "--weights/-w", Words: 1, Check: argparse.File}, verbose}
	case p.ud: // --no-empty-nodes is meant as a switch, but takes a value
		arguments = append(arguments, []argparse.Argument{{Name: "--no-enhanced"}, enhancements,
			{Name: "--no-empty-nodes", Words: 1}, {Name: "--multiple-roots-okay"}}...)
	case p.enhanced:
		arguments = append(arguments, enhancements)
	}
	files := []argparse.Argument{{Name: "gold_file", Words: 1}, {Name: "system_file", Words: 1}}
	usage, help := p.texts()
	return &argparse.Parser{Program: p.name, Usage: usage, Help: "\n" + help,
		Arguments: append(arguments, files...)}
}

func optionsOf(given argparse.Given) *options {
	return &options{files: []string{given.Text("gold_file", ""), given.Text("system_file", "")},
		verbose: given.Has("--verbose"), counts: given.Has("--counts"), weights: given.Text("--weights", ""),
		enhancements: given.Text("--enhancements", "0"), noEnhanced: given.Has("--no-enhanced"),
		noEmpty: given.Text("--no-empty-nodes", "") != "", manyRoots: given.Has("--multiple-roots-okay")}
}

// readWeights reads the weights of relations for conll17_ud_eval.py -w.
func readWeights(path string) (map[string]float64, error) {
	text, err := python.ReadText(path)
	if err != nil {
		return nil, err
	}
	weights := map[string]float64{}
	for line := range strings.Lines(text) {
		fields := strings.FieldsFunc(line, python.IsSpace)
		if strings.HasPrefix(line, "#") || len(fields) == 0 {
			continue
		}
		if len(fields) != 2 {
			return nil, fmt.Errorf("ValueError: Expected two columns in the UD Relations weights file on line '%s'", line)
		}
		w, err := strconv.ParseFloat(fields[1], 64)
		if err != nil {
			return nil, fmt.Errorf("ValueError: could not convert string to float: %s", python.Quote(fields[1]))
		}
		weights[fields[0]] = w
	}
	return weights, nil
}

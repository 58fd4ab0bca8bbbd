// Package parsemeeval reproduces the programs of the PARSEME shared tasks on multiword expressions: evaluate.py with
// tsvlib.py of edition 1.1 (as erwanm/adapt-vmwe18 ce85d5b holds it), parseme_evaluate.py of edition 2.0 (2018-2025),
// average_of_evaluations.py and validate_cupt.py of edition 1.1: same options, same output byte for byte, same exit
// status. The option --debug is not among them.
package parsemeeval

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"assay/compat/internal/argparse"
	"assay/compat/internal/python"
)

// Names of the programs and their versions.
const (
	Title20       = "parseme_evaluate.py of PARSEME 2.0 (2018-2025)"
	Title11       = "evaluate.py of PARSEME 1.1 (erwanm/adapt-vmwe18 ce85d5b)"
	TitleAverage  = "average_of_evaluations.py of PARSEME 1.1 (erwanm/adapt-vmwe18 ce85d5b)"
	TitleValidate = "validate_cupt.py of PARSEME 1.1 (erwanm/adapt-vmwe18 ce85d5b)"
)

// Faults that are reproduced, and the differences from assay score.
const (
	Doc20 = `Options: --gold GOLD --pred SYSTEM [--train TRAIN] [--combinatorial]; not --debug
Reproduced:
- global figures ignore categories, and two expressions on the same words are one;
- an empty node (8.1) is a word and shifts the words of the contractions after it;
- the category is that of the first word; an expression without lemmas is never seen in train;
- sentences pair by position; other numbers of words are a warning; any fault of a line ends the run (status 1).
assay score -m mwe pairs sentences by id or words, numbers words by their ids, takes the first category given,
compares forms where lemmas are absent on both sides, and counts categories with labelled=yes.`
	Doc11 = `As parseme_evaluate.py, and also:
- a category is cut at its second colon;
- an id that is twice on one word counts the word twice, so that the expression may be continuous;
- the sections on train are left out if train has no expression.`
	DocAverage = `Options: [--operation avg|avg+stddev|list] FILE...
Reproduced: means are those of the printed figures, over the files that have the line; a category that a language
lacks on both sides is left out of its mean, one that gold alone lacks counts 0.
assay table takes macro averages of exact figures.`
	DocValidate = `Options: --input FILE [--underspecified-mwes]
Reproduced: it stops at the first fault, and knows only the categories of edition 1.1.
assay validate lists every fault.`
)

// A failure ends the run with a text on standard error.
type failure struct {
	text   string
	status int
}

func (f *failure) Error() string { return f.text }

func exit(format string, args ...any) error { return &failure{fmt.Sprintf(format, args...), 1} }

// An option of a command line.
type option struct {
	name     string
	flag     bool
	required bool
	choices  []string
}

// parse reads the arguments as argparse does; more is the name of the words that are no options, "" if none may be
// given. Values are by the options' names.
func parse(args []string, options []option, more string) (set map[string]string, rest []string, err error) {
	known := argparse.Options{"-h": 0, "--help": 0}
	for _, each := range options {
		known[each.name] = 1
		if each.flag {
			known[each.name] = 0
		}
	}
	words, err := argparse.Expand(args, known)
	if err != nil {
		return nil, nil, err
	}
	set = map[string]string{}
	for i := 0; i < len(words); i++ {
		values, isOption := known[words[i]]
		switch {
		case !isOption:
			rest = append(rest, words[i])
		case values == 0:
			set[strings.Replace(words[i], "-h", "--help", 1)] = "yes"
			if words[i] == "-h" || words[i] == "--help" {
				return map[string]string{"--help": "yes"}, nil, nil
			}
		case i+1 == len(words) || len(words[i+1]) > 1 && words[i+1][0] == '-' && !strings.Contains(words[i+1], " "):
			return nil, nil, fmt.Errorf("argument %s: expected one argument", words[i])
		default:
			set[words[i]] = words[i+1]
			i++
		}
	}
	var missing []string
	for _, each := range options {
		value, given := set[each.name]
		if each.required && !given {
			missing = append(missing, each.name)
		}
		if given && len(each.choices) > 0 && !strings.Contains(" "+strings.Join(each.choices, " ")+" ", " "+value+" ") {
			return nil, nil, fmt.Errorf("argument %s: invalid choice: '%s' (choose from '%s')", each.name, value,
				strings.Join(each.choices, "', '"))
		}
	}
	if more != "" && len(rest) == 0 {
		missing = append(missing, more)
	}
	switch {
	case len(missing) > 0:
		return nil, nil, fmt.Errorf("the following arguments are required: %s", strings.Join(missing, ", "))
	case more == "" && len(rest) > 0:
		return nil, nil, fmt.Errorf("unrecognized arguments: %s", strings.Join(rest, " "))
	}
	return set, rest, nil
}

// load reads a text file as Python does: UTF-8, every line end a newline. The argument names it in argparse's message.
func load(argument, path string) (string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		reason := "[Errno 2] No such file or directory"
		if !errors.Is(err, os.ErrNotExist) {
			reason = err.Error()
		}
		return "", &failure{fmt.Sprintf("error: argument %s: can't open '%s': %s: '%s'", argument, path, reason, path), 2}
	}
	text := string(data)
	if !utf8.ValidString(text) {
		return "", exit("UnicodeDecodeError: 'utf-8' codec can't decode %s", path)
	}
	if strings.Contains(text, "\r") {
		text = python.Newlines(text)
	}
	return text, nil
}

// run runs a program and returns its exit status. Standard output is written only if it succeeds, as all of these
// programs print at the end.
func run(name, usage string, stdout, stderr io.Writer, program func(out *bufio.Writer) error, err error) int {
	if err != nil {
		fmt.Fprintf(stderr, "%s%s: error: %v\n", usage, name, err)
		return 2
	}
	out := bufio.NewWriter(stdout)
	err = program(out)
	var stop *failure
	if err != nil && !errors.As(err, &stop) {
		fmt.Fprintln(stderr, err)
		return 1
	}
	if flushed := out.Flush(); err == nil && flushed != nil {
		return 1
	}
	if stop != nil {
		if stop.status == 2 {
			stop.text = usage + name + ": " + stop.text
		}
		fmt.Fprintln(stderr, stop.text)
		return stop.status
	}
	return 0
}

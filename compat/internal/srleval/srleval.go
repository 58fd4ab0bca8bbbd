// Package srleval reproduces srl-eval.pl, the scorer of the CoNLL-2005 shared
// task on semantic role labelling (Carreras & Màrquez 2005), version 2005/04/21.
//
// Arguments, standard output, warnings and exit status are its own. It splits at
// white space and reads the columns of a sentence as they come, so that a line
// with a column too few shifts the rest of its columns. Two empty lines in a row
// end a file. Sentences of the system after gold's last one are not read.
//
// An argument is a stretch with a role. C-X continues the last argument X before
// it, and both are compared in all their pieces. Brackets within brackets are
// arguments as well, and pieces of the outer one. V counts apart. Doc describes
// the treatment of a proposition that one side lacks.
//
// Differences: where Perl dies without a message of the script (a closing
// bracket too many, -C without any argument in common), the place in the script
// is left out.
package srleval

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"assay/compat/internal/perl"
)

// Title names the program and its version.
const Title = "srl-eval.pl of CoNLL-2005, 2005/04/21"

// Doc lists its faults and how assay score differs.
const Doc = `Arguments: GOLD PREDICTED [-latex] [-C] [-noW]. Kept: predicates that only the system has are
skipped without penalty; one with another verb has all its arguments missed; a file ends at two empty
lines; a wrong number of arguments prints the usage, with status 0.
The same scores: assay score -f props -m srl-span; with surplus predicates: -p surplus=count.`

const usage = `Usage:   srl-eval.pl <gold props> <predicted props>
Options:
     -latex      Produce a results table in LaTeX
     -C          Produce a confusion matrix of gold vs. predicted argments, wrt. their role

`

type options struct {
	latex, confusion, quiet bool
	files                   []string
}

// Main runs the program and returns its exit status.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	opt := parse(args, stderr)
	if len(opt.files) != 2 {
		fmt.Fprint(stdout, usage)
		return 0
	}
	out := bufio.NewWriter(stdout)
	defer out.Flush()
	s := &scorer{options: opt, out: out, errs: stderr, roles: map[string]*counts{}, verbs: map[string]*counts{},
		matrix: map[[2]string]int{}}
	var files [2]*bufio.Reader
	for k, name := range opt.files {
		r, closer, err := open(name, stdin)
		if err != nil {
			fmt.Fprintf(stderr, "srl-eval.pl: could not open file of %s props (%s)! %s\n",
				[]string{"gold", "predicted"}[k], name, reason(err))
			return perl.Status(err)
		}
		defer closer.Close()
		files[k] = bufio.NewReader(r)
	}
	err := s.read(files[0], files[1])
	if err == nil {
		s.table()
		if opt.confusion {
			err = s.confusion()
		}
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
		return perl.Died
	}
	return 0
}

// parse reads the command line as Getopt::Long does: options may be cut short,
// their case does not matter, and files may come between them.
func parse(args []string, stderr io.Writer) (opt options) {
	for i, arg := range args {
		name := strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-"))
		switch {
		case arg == "--":
			opt.files = append(opt.files, args[i+1:]...)
			return opt
		case arg == "-" || arg == "" || arg[0] != '-':
			opt.files = append(opt.files, arg)
		case name != "" && strings.HasPrefix("latex", name):
			opt.latex = true
		case name == "c":
			opt.confusion = true
		case name != "" && strings.HasPrefix("now", name):
			opt.quiet = true
		default:
			fmt.Fprintf(stderr, "Unknown option: %s\n", name)
		}
	}
	return opt
}

func open(name string, stdin io.Reader) (io.Reader, io.Closer, error) {
	if name == "-" {
		return stdin, io.NopCloser(nil), nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	if strings.Contains(name, ".gz") {
		z, err := gzip.NewReader(file)
		if err != nil {
			return strings.NewReader(""), file, nil // gunzip reports an error and writes nothing
		}
		return z, file, nil
	}
	return file, file, nil
}

// reason is the text of a system error as Perl has it.
func reason(err error) string {
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "No such file or directory"
	case errors.Is(err, os.ErrPermission):
		return "Permission denied"
	}
	return err.Error()
}

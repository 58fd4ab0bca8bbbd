//lint:file-ignore ST1005 messages are those of the official program, to the letter

// Package sdpscorer reproduces the Scorer of the SDP toolkit (7eb99fb), which
// scored the shared tasks on semantic dependencies of 2014 and 2015.
//
// It prints everything on standard error. Reproduced faults: the first line of each
// file is skipped unread, so that a file of 2014 loses its first line; graphs are
// paired by position, and surplus graphs of the system are ignored; text after a
// surplus empty line is an error; F is NaN if precision and recall are 0; words are
// not compared.
//
// If the original ends with a traceback, its first line is printed, and the exit
// status is 1.
package sdpscorer

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
)

// Title names the program and its version.
const Title = "Scorer of the SDP toolkit of SemEval 2014 and 2015, 7eb99fb"

// Doc lists its faults and how assay score differs.
const Doc = `Everything is printed on standard error. Graphs are paired by position; the first line of each
file is skipped unread; a system file with fewer graphs ends in an error, surplus graphs are ignored;
F is NaN where precision and recall are 0. Of tracebacks only the first line is printed.
The same scores, paired by identifier: assay score -m sdp (-m sdp:pas, -m sdp:psd).`

// An exception is the exception with which the original ends.
type exception struct{ name, text string }

func (e *exception) Error() string {
	if e.text == "" {
		return e.name
	}
	return e.name + ": " + e.text
}

func outOfBounds(array bool, index, length int) error {
	name := "java.lang.IndexOutOfBoundsException"
	if array {
		name = "java.lang.ArrayIndexOutOfBoundsException"
	}
	return &exception{name, fmt.Sprintf("Index %d out of bounds for length %d", index, length)}
}

var errFileOfPredicates = errors.New("File not found.")

// options are the options on the command line.
type options struct {
	skipPunctuation, undirected bool
	argument                    func(label string) bool
	max                         int // -1: all
}

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, _, stderr io.Writer) int {
	w := bufio.NewWriter(stderr)
	defer w.Flush()
	err := run(args, w)
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errFileOfPredicates):
		fmt.Fprintln(w, err)
	default:
		fmt.Fprintf(w, "Exception in thread \"main\" %v\n", err)
	}
	return 1
}

func run(args []string, w *bufio.Writer) error {
	opt, err := parse(args, w)
	if err != nil {
		return err
	}
	fmt.Fprint(w, "# Evaluation\n\n")
	for i, what := range []string{"Gold standard", "System output"} {
		if i >= len(args) {
			return outOfBounds(true, i, len(args))
		}
		fmt.Fprintf(w, "%s file: %s\n", what, args[i])
	}
	fmt.Fprintln(w)
	pairs, err := readPairs(args[0], args[1], opt.max)
	if err != nil {
		return err
	}
	for i, how := range []string{"including", "excluding"} {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "## Scores %s virtual dependencies to top nodes\n\n", how)
		if err := report(w, pairs, &opt, i == 0); err != nil {
			return err
		}
	}
	return nil
}

func parse(args []string, w *bufio.Writer) (options, error) {
	opt := options{max: -1, argument: func(string) bool { return true }}
	for _, arg := range args {
		switch {
		case arg == "excludePunctuation":
			fmt.Fprintln(w, "Will exclude punctuation.")
			opt.skipPunctuation = true
		case arg == "treatEdgesAsUndirected":
			fmt.Fprintln(w, "Will treat edges as undirected.")
			opt.undirected = true
		case strings.HasPrefix(arg, "corePredicates="):
			name := arg[len("corePredicates="):]
			fmt.Fprintf(w, "Reading core predicates from %s\n", name)
			text, err := os.ReadFile(name)
			if err != nil {
				return opt, errFileOfPredicates
			}
			opt.argument = among(strings.Split(string(text), "\n"))
		case strings.HasPrefix(arg, "max="):
			n, err := strconv.ParseInt(arg[len("max="):], 10, 32)
			if err != nil {
				return opt, &exception{"java.lang.NumberFormatException", fmt.Sprintf("For input string: %q", arg[len("max="):])}
			}
			opt.max = int(n)
			fmt.Fprintf(w, "Will read at most %d graphs.\n", n)
		case strings.HasPrefix(arg, "representation="):
			opt.represent(strings.ToLower(arg[len("representation="):]), w)
		}
	}
	return opt, nil
}

func (o *options) represent(name string, w *bufio.Writer) {
	switch name {
	case "dm":
		o.argument = func(string) bool { return true }
	case "pas":
		o.argument = among(strings.Fields("adj_ARG1 adj_ARG2 adj_MOD coord_ARG1 coord_ARG2 prep_ARG1 prep_ARG2 " +
			"prep_ARG3 prep_MOD verb_ARG1 verb_ARG2 verb_ARG3 verb_ARG4 verb_MOD"))
	case "psd":
		o.argument = func(label string) bool { return strings.HasSuffix(label, "-arg") }
	default:
		return
	}
	fmt.Fprintf(w, "Representation type: %s\n", strings.ToUpper(name))
}

func among(list []string) func(string) bool {
	set := map[string]bool{}
	for _, l := range list {
		set[strings.TrimSpace(l)] = true
	}
	return func(label string) bool { return set[label] }
}

// f writes v as %f of Java does: six decimals of its shortest form, half up.
func f(v float64) string {
	if math.IsNaN(v) {
		return "NaN"
	}
	s := strconv.FormatFloat(v, 'f', -1, 64)
	whole, decimals, _ := strings.Cut(s, ".")
	if len(decimals) <= 6 {
		return whole + "." + decimals + strings.Repeat("0", 6-len(decimals))
	}
	n, err := strconv.ParseInt(whole+decimals[:6], 10, 64)
	if err != nil {
		return strconv.FormatFloat(v, 'f', 6, 64)
	}
	if decimals[6] >= '5' {
		n++
	}
	return fmt.Sprintf("%d.%06d", n/1e6, n%1e6)
}

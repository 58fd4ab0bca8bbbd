// Package sembleu reproduces eval.py of sembleu (Song & Gildea 2019) at 69ff2d4.
// It reads AMR as amr_parser.py does. It also prints the line with the time, which is the
// time of this program.
package sembleu

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"assay/compat/internal/python"
	"assay/compat/internal/standin"
	"assay/measures/sembleu"
)

// Title names the program and its version.
const Title = "eval.py of freesunshine0316/sembleu, 69ff2d4"

// Doc lists its faults and how assay score differs.
const Doc = `Arguments: OUTPUT REFERENCE [N]. Kept: a variable that is never defined, and different numbers of
graphs, end in an AssertionError with status 1; a variable of several letters, or of UMR (s1p), that is
mentioned before its definition is a node of its own with the same concept; a graph that cannot be read ends the run. assay score -m sembleu reads on, pairs by id and
gives intervals.`

// errNothing is the end of the program where there is nothing to take the maximum of.
var errNothing = errors.New("ValueError: max() arg is an empty sequence")

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return standin.Run(stdout, stderr, func(out *bufio.Writer) error { return run(args, out) })
}

func run(args []string, out *bufio.Writer) error {
	if len(args) < 2 {
		fmt.Fprintln(out, "python this-script ans-file ref-file")
		return nil
	}
	weights := sembleu.Weights(0)
	fmt.Fprintln(out, "loading ...")
	hypotheses, references, err := standin.Both(load, args[0], args[1])
	if err != nil {
		if line, ok := errors.AsType[undefined](err); ok {
			fmt.Fprintln(out, string(line))
		}
		return err
	}
	fmt.Fprintln(out, "evaluating ...")
	if len(args) == 3 {
		n, err := strconv.Atoi(args[2])
		switch {
		case err != nil:
			return fmt.Errorf("ValueError: invalid literal for int() with base 10: '%s'", args[2])
		case n == 0:
			return errors.New("ZeroDivisionError: float division by zero")
		case n < 0:
			return errNothing
		}
		weights = sembleu.Weights(n)
	}
	start := time.Now()
	if len(hypotheses) != len(references) {
		return errors.New("AssertionError: The number of hypotheses and their reference(s) should be the same")
	}
	if len(hypotheses) == 0 {
		return errNothing
	}
	sum := sembleu.Row()
	for i := range hypotheses {
		sembleu.Add(sum, references[i], hypotheses[i])
	}
	if w := sembleu.Reweigh(weights, sum); len(w) < len(weights) {
		fmt.Fprintf(out, "Auto_reweigh, max-gram is %d new weight is %s\n", len(w), tuple(w))
	}
	if score := sembleu.Score(weights, sum); score == 0 || math.IsNaN(score) {
		fmt.Fprintln(out, 0)
	} else {
		fmt.Fprintln(out, python.Repr(score))
	}
	fmt.Fprintln(out, "time:", python.Repr(time.Since(start).Seconds()), "secs")
	return nil
}

// load reads the graphs of a file.
func load(path string) (out []sembleu.Paths, err error) {
	text, err := python.ReadText(path)
	if err != nil {
		return nil, err
	}
	lines := ""
	for line := range strings.SplitSeq(text+"\n", "\n") {
		if strings.HasPrefix(line, "#") {
			if strings.HasPrefix(line, "# ::id") && len(strings.Fields(line)) < 3 {
				return nil, errIndex
			}
			continue
		}
		line = strings.TrimSpace(line)
		switch {
		case line != "":
			lines += line + " "
		case lines != "":
			g, err := parse(strings.TrimSpace(lines))
			if err != nil {
				return nil, err
			}
			out, lines = append(out, g.paths()), ""
		}
	}
	return out, nil
}

func tuple(w []float64) string {
	parts := make([]string, len(w))
	for i, v := range w {
		parts[i] = python.Repr(v)
	}
	if len(parts) == 1 {
		return "(" + parts[0] + ",)"
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// Package sembleu reproduces eval.py of sembleu (Song & Gildea 2019) at 69ff2d4.
// It also prints the line with the time, which is the time of this program.
package sembleu

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"assay/formats/amr"
	"assay/measures/sembleu"
	"assay/treebank"
)

// Title names the program and its version.
const Title = "eval.py of freesunshine0316/sembleu, 69ff2d4"

// Doc lists its faults and how assay score differs.
const Doc = `Arguments: OUTPUT REFERENCE [N]. Kept: a variable that is never defined, and different numbers of
graphs, end in an AssertionError with status 1. assay score -m sembleu reads on, pairs by id and
gives intervals.`

// errNothing is the end of the program where there is nothing to take the maximum of.
const errNothing = "ValueError: max() arg is an empty sequence"

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	if len(args) < 2 {
		fmt.Fprintln(stdout, "python this-script ans-file ref-file")
		return 0
	}
	weights := sembleu.Weights(0)
	fmt.Fprintln(stdout, "loading ...")
	var sides [2][]sembleu.Paths
	for k, name := range args[:2] {
		data, err := os.ReadFile(name)
		if err != nil {
			fmt.Fprintf(stderr, "FileNotFoundError: [Errno 2] No such file or directory: '%s'\n", name)
			return 1
		}
		if sides[k], err = load(data); err != nil {
			fmt.Fprintln(stdout, err)
			fmt.Fprintln(stderr, "AssertionError")
			return 1
		}
	}
	fmt.Fprintln(stdout, "evaluating ...")
	if len(args) == 3 {
		n, err := strconv.Atoi(args[2])
		switch {
		case err != nil:
			fmt.Fprintf(stderr, "ValueError: invalid literal for int() with base 10: '%s'\n", args[2])
			return 1
		case n == 0:
			fmt.Fprintln(stderr, "ZeroDivisionError: float division by zero")
			return 1
		case n < 0:
			fmt.Fprintln(stderr, errNothing)
			return 1
		}
		weights = sembleu.Weights(n)
	}
	start := time.Now()
	if len(sides[0]) != len(sides[1]) {
		fmt.Fprintln(stderr, "AssertionError: The number of hypotheses and their reference(s) should be the same")
		return 1
	}
	if len(sides[0]) == 0 {
		fmt.Fprintln(stderr, errNothing)
		return 1
	}
	sum := sembleu.Row()
	for i := range sides[0] {
		sembleu.Add(sum, sides[1][i], sides[0][i])
	}
	if w := sembleu.Reweigh(weights, sum); len(w) < len(weights) {
		fmt.Fprintf(stdout, "Auto_reweigh, max-gram is %d new weight is %s\n", len(w), tuple(w))
	}
	if score := sembleu.Score(weights, sum); score == 0 || math.IsNaN(score) {
		fmt.Fprintln(stdout, 0)
	} else {
		fmt.Fprintln(stdout, repr(score))
	}
	fmt.Fprintln(stdout, "time:", repr(time.Since(start).Seconds()), "secs")
	return 0
}

// load reads the graphs of a file. An error is the last output of the program before
// it fails: the graph, in one line.
func load(data []byte) (out []sembleu.Paths, err error) {
	for sentence, err := range amr.Format.Sentences(bytes.NewReader(data), "") {
		switch {
		case err != nil:
			return nil, err
		case sentence.Missing:
			continue
		case undefined(sentence):
			return nil, fmt.Errorf("%s", oneLine(source(sentence)))
		}
		out = append(out, sembleu.Extract(sentence))
	}
	return out, nil
}

// undefined reports whether a value of s is an undefined variable, that is a letter
// followed by digits.
func undefined(s *treebank.Sentence) bool {
	for _, p := range s.Props {
		v := s.Name(p.Value)
		if v != "" && v[0] >= 'a' && v[0] <= 'z' && strings.Trim(v[1:], "0123456789") == "" {
			return true
		}
	}
	return false
}

// source returns the text of s without the reader's additions.
func source(s *treebank.Sentence) []byte {
	end := uint32(len(s.Text))
	for _, a := range s.Attrs {
		end = min(end, a.Value.Off)
	}
	return s.Text[:end]
}

// oneLine returns a graph without metadata, its lines joined by blanks.
func oneLine(text []byte) string {
	var lines []string
	for _, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, " ")
}

// repr writes a number as Python does.
func repr(v float64) string {
	s := strconv.FormatFloat(v, 'g', -1, 64)
	if v != 0 && (v < 1e-4 || v >= 1e16) {
		return s
	}
	s = strconv.FormatFloat(v, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

func tuple(w []float64) string {
	parts := make([]string, len(w))
	for i, v := range w {
		parts[i] = repr(v)
	}
	if len(parts) == 1 {
		return "(" + parts[0] + ",)"
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

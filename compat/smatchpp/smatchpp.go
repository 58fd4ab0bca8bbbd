// Package smatchpp stands in for smatch++ (python -m smatchpp) at 81317b6 (Opitz
// 2023): its three standardisations, scored pair by pair, in sum (micro) and as means
// (macro). The node mapping is the proven optimum, as from its ILP solver unless that
// runs out of time.
package smatchpp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"assay/eval"
	"assay/formats/amr"
	"assay/measures/smatch"
	"assay/treebank"
)

// Title names the program and its version.
const Title = "smatch++ of flipz357/smatchpp, 81317b6"

// Doc lists its faults and how assay score differs.
const Doc = `Options: -a -b -graph_type generic|amr -score_type pairwise|micro|macro -score_dimension main
-output_format text -solver (the optimum is proven for every one). Without -graph_type triples are
compared as they are. Refused: -score_type micromacro, -score_dimension all-..., --bootstrap (random),
--lossless_graph_compression, json; assay score -m amr-fine and --ci give these. Different numbers of
graphs end in an AssertionError. The same scores, paired by id: assay score -m smatch:none,
smatch:generic, smatch:amr.`

const usage = "usage: __main__.py [-h] -a A -b B [-graph_type {generic,amr}] [-solver SOLVER] [-score_type {pairwise,micro,macro}] [-score_dimension {main}]\n"

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	o := map[string]string{"score_type": "pairwise", "score_dimension": "main", "output_format": "text"}
	for i := 0; i < len(args); i += 2 {
		key := strings.TrimLeft(args[i], "-")
		if key == "h" || key == "help" {
			fmt.Fprint(stdout, usage)
			return 0
		}
		if err := check(key, args[i:]); err != nil {
			fmt.Fprintf(stderr, "%s__main__.py: error: %v\n", usage, err)
			return 2
		}
		o[key] = args[i+1]
	}
	if o["a"] == "" || o["b"] == "" {
		fmt.Fprintf(stderr, "%s__main__.py: error: the following arguments are required: -a, -b\n", usage)
		return 2
	}
	rows, open, err := score(o)
	if err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	note(stderr, open)
	w := bufio.NewWriter(stdout)
	defer w.Flush()
	switch o["score_type"] {
	case "pairwise":
		for _, r := range rows {
			report(w, figures(r[0], r[1], r[2]))
		}
	case "micro":
		var sum [3]float64
		for _, r := range rows {
			for k, v := range r {
				sum[k] += v
			}
		}
		report(w, figures(sum[0], sum[1], sum[2]))
	case "macro":
		var mean [3]float64
		for _, r := range rows {
			for k, v := range figures(r[0], r[1], r[2]) {
				mean[k] += v / float64(len(rows))
			}
		}
		report(w, mean)
	}
	return 0
}

// check reports an unknown option or an invalid value.
func check(key string, args []string) error {
	known, ok := map[string][]string{"a": nil, "b": nil, "graph_type": {"generic", "amr"}, "solver": {"ilp", "ilp_backed", "lp", "hillclimber", "dummy"},
		"score_type": {"pairwise", "micro", "macro"}, "score_dimension": {"main"}, "output_format": {"text"}, "input_format": {"penman"}}[key]
	switch {
	case !ok:
		return fmt.Errorf("unrecognized arguments: %s", args[0])
	case len(args) < 2:
		return fmt.Errorf("argument %s: expected one argument", args[0])
	case known == nil:
		return nil
	}
	for _, v := range known {
		if v == args[1] {
			return nil
		}
	}
	return fmt.Errorf("argument %s: invalid choice: '%s' (choose from '%s')", args[0], args[1], strings.Join(known, "', '"))
}

// note reports how the mappings were found, because smatch++ leaves that to its
// solver.
func note(stderr io.Writer, open float64) {
	if open > 0 {
		fmt.Fprintf(stderr, "assay: the node mappings are not all proven: up to %.0f more triples may match\n", open)
		return
	}
	fmt.Fprintln(stderr, "assay: the node mappings are proven to be the best, whatever -solver says; smatch++ may stop earlier and print less")
}

// score returns matched, first and second of every pair, and the number of triples
// that might match beyond those.
func score(o map[string]string) (rows [][3]float64, open float64, err error) {
	syms := treebank.NewSymbols()
	a, err := graphs(o["a"], syms)
	if err != nil {
		return nil, 0, err
	}
	b, err := graphs(o["b"], syms)
	if err != nil {
		return nil, 0, err
	}
	if len(a) != len(b) {
		return nil, 0, errors.New("AssertionError")
	}
	m := smatch.New(map[string]smatch.Options{"": smatch.None, "generic": smatch.Generic, "amr": smatch.AMR}[o["graph_type"]])
	counter, slack := m.NewCounter(), slices.Index(m.Columns(), "open_matched")
	for i := range a {
		row := make([]float64, len(m.Columns()))
		if err := counter.Count(row, &eval.Pair{Gold: b[i], System: a[i]}); err != nil {
			return nil, 0, err
		}
		open += row[slack]
		rows = append(rows, [3]float64{row[2], row[1], row[0]})
	}
	return rows, open, nil
}

// graphs reads a file.
func graphs(path string, syms *treebank.Symbols) (all []*treebank.Sentence, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("FileNotFoundError: [Errno 2] No such file or directory: '%s'", path)
	}
	defer f.Close()
	c := amr.Format.Cut(f, path)
	for {
		p, err := c.Next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		s := &treebank.Sentence{Syms: syms}
		if err := amr.Format.Read(s, p); err != nil {
			return nil, err
		}
		all = append(all, s.Clone())
	}
}

// figures returns F1, precision and recall; two empty graphs are equal.
func figures(match, first, second float64) [3]float64 {
	if first == 0 && second == 0 {
		return [3]float64{1, 1, 1}
	}
	share := func(a, b float64) float64 {
		if b == 0 {
			return 0
		}
		return a / b
	}
	return [3]float64{share(2*match, first+second), share(match, first), share(match, second)}
}

// report prints figures in percent, with the intervals printed by default.
func report(w io.Writer, f [3]float64) {
	text := func(v float64) string {
		s := strconv.FormatFloat(math.RoundToEven(v*100*100)/100, 'f', -1, 64)
		if !strings.Contains(s, ".") {
			s += ".0"
		}
		return s
	}
	const line = "----------------------------"
	fmt.Fprintf(w, "main ---->   F1: %s    Precision: %s    Recall: %s\n", text(f[0]), text(f[1]), text(f[2]))
	fmt.Fprintf(w, "%s\n--95-confidence intervals:--\n%s\nmain ---->   F1: [None,None]    Precision: [None,None]    Recall: [None,None]\n", line, line)
}

//lint:file-ignore ST1005 messages are those of the official program, to the letter

package smatchpp

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"assay/compat/internal/python"
)

// print prints the figures as -score_type and -output_format say.
func (s *scorer) print(w io.Writer, kind string, json bool) error {
	switch kind {
	case "pairwise":
		for _, row := range s.rows {
			f, _ := s.figures([][]counts{row}, "micro")
			if json {
				fmt.Fprintln(w, s.object(f, "", ""))
				continue
			}
			s.text(w, f)
		}
		return nil
	case "micromacro":
		return s.both(w, json)
	}
	figures, err := s.figures(s.rows, kind)
	if err != nil {
		return err
	}
	if json {
		fmt.Fprintln(w, s.object(figures, "\n", ""))
		return nil
	}
	s.text(w, figures)
	return nil
}

// both prints sums and means.
func (s *scorer) both(w io.Writer, json bool) error {
	micro, err := s.figures(s.rows, "micro")
	if err != nil {
		return err
	}
	macro, err := s.figures(s.rows, "macro")
	if err != nil {
		return err
	}
	if json {
		fmt.Fprintf(w, "{\n    \"micro scores\": %s,\n    \"macro scores\": %s\n}\n", s.object(micro, "\n", "    "),
			s.object(macro, "\n", "    "))
		return nil
	}
	const line = "-------------------------------\n"
	for i, title := range []string{"---------Micro scores----------\n", "---------Macro scores----------\n"} {
		fmt.Fprint(w, line+line+title+line+line)
		s.text(w, [][][3]float64{micro, macro}[i])
	}
	return nil
}

// figures returns F1, precision and recall of each name. Pairs that are empty in an
// aspect are left out, unless there is only one pair; if none is left, smatch++ dies.
func (s *scorer) figures(rows [][]counts, kind string) ([][3]float64, error) {
	out := make([][3]float64, len(s.names))
	for k, name := range s.names {
		var sum counts
		var mean [3]float64
		n := 0
		for _, row := range rows {
			counts := row[k]
			if name != "main" && len(rows) > 1 && counts[1]+counts[2] == 0 {
				continue
			}
			n++
			for i, v := range fpr(counts) {
				mean[i] += v
				sum[i] += counts[i]
			}
		}
		switch {
		case n == 0 && kind == "macro":
			return nil, errors.New("IndexError: invalid index to scalar variable.")
		case n == 0:
			return nil, errors.New("TypeError: 'numpy.float64' object is not iterable")
		case kind == "macro":
			out[k] = [3]float64{mean[0] / float64(n), mean[1] / float64(n), mean[2] / float64(n)}
		default:
			out[k] = fpr(sum)
		}
	}
	return out, nil
}

// fpr returns F1, precision and recall; two empty graphs are equal.
func fpr(counts counts) [3]float64 {
	if counts[1]+counts[2] == 0 {
		return [3]float64{1, 1, 1}
	}
	share := func(a, b int) float64 {
		if b == 0 {
			return 0
		}
		return float64(a) / float64(b)
	}
	p, r := share(counts[0], counts[1]), share(counts[0], counts[2])
	if p+r < 1e-8 {
		return [3]float64{0, p, r}
	}
	return [3]float64{2 * p * r / (p + r), p, r}
}

// number prints a figure in percent with two decimals at most, as numpy rounds.
func number(v float64) string {
	return python.Repr(math.RoundToEven(v*100*100) / 100)
}

// text prints figures and the intervals, empty without bootstrap.
func (s *scorer) text(w io.Writer, f [][3]float64) {
	width := 0
	for _, name := range s.names {
		width = max(width, len(name))
	}
	for i, name := range s.names {
		fmt.Fprintf(w, "%-*s ---->   F1: %s    Precision: %s    Recall: %s\n", width, name, number(f[i][0]),
			number(f[i][1]), number(f[i][2]))
	}
	const line = "----------------------------"
	fmt.Fprintf(w, "%s\n--95-confidence intervals:--\n%s\n", line, line)
	for _, name := range s.names {
		fmt.Fprintf(w, "%-*s ---->   F1: [None,None]    Precision: [None,None]    Recall: [None,None]\n", width, name)
	}
}

// object returns figures as JSON, on one line or indented by four.
func (s *scorer) object(f [][3]float64, newline, indent string) string {
	step, comma := "    ", ","
	if newline == "" {
		step, comma, indent = "", ", ", ""
	}
	block := func(open, shut, indent string, members []string) string {
		in := newline + indent + step
		return open + in + strings.Join(members, comma+in) + newline + indent + shut
	}
	names := make([]string, len(s.names))
	for i, name := range s.names {
		var scores []string
		for k, score := range []string{"F1", "Precision", "Recall"} {
			ci := block("[", "]", indent+step+step+step, []string{"null", "null"})
			scores = append(scores, fmt.Sprintf("%q: ", score)+block("{", "}", indent+step+step,
				[]string{`"result": ` + number(f[i][k]), `"ci": ` + ci}))
		}
		names[i] = fmt.Sprintf("%q: ", name) + block("{", "}", indent+step, scores)
	}
	return block("{", "}", indent, names)
}

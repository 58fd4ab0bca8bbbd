//lint:file-ignore ST1005 messages are those of the official program, to the letter

package smatchpp

import (
	"errors"
	"fmt"
	"io"
	"math"

	"assay/compat/internal/python"
	"assay/compat/internal/standin"
)

// print prints the figures as -score_type and -output_format say.
func (s *scorer) print(w io.Writer, kind string, json bool) error {
	switch kind {
	case "pairwise":
		for _, row := range s.rows {
			if f, _ := s.figuresOf([][]counts{row}, "micro"); json {
				fmt.Fprintln(w, python.Dumps(s.object(f), 0))
			} else {
				s.text(w, f)
			}
		}
		return nil
	case "micromacro":
		return s.both(w, json)
	}
	figures, err := s.figures(kind)
	if err != nil {
		return err
	}
	if json {
		fmt.Fprintln(w, python.Dumps(s.object(figures), 4))
	} else {
		s.text(w, figures)
	}
	return nil
}

// both prints sums and means.
func (s *scorer) both(w io.Writer, json bool) error {
	micro, macro, err := standin.Both(s.figures, "micro", "macro")
	if err != nil {
		return err
	}
	if json {
		scores := (&python.Dict{}).Set("micro scores", s.object(micro)).Set("macro scores", s.object(macro))
		fmt.Fprintln(w, python.Dumps(scores, 4))
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
func (s *scorer) figures(kind string) ([][3]float64, error) { return s.figuresOf(s.rows, kind) }

func (s *scorer) figuresOf(rows [][]counts, kind string) ([][3]float64, error) {
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

// rounded is a figure in percent with two decimals at most, as numpy rounds.
func rounded(v float64) float64 { return math.RoundToEven(v*100*100) / 100 }

// text prints figures and the intervals, empty without bootstrap.
func (s *scorer) text(w io.Writer, f [][3]float64) {
	width := 0
	for _, name := range s.names {
		width = max(width, len(name))
	}
	for i, name := range s.names {
		fmt.Fprintf(w, "%-*s ---->   F1: %s    Precision: %s    Recall: %s\n", width, name,
			python.Repr(rounded(f[i][0])), python.Repr(rounded(f[i][1])), python.Repr(rounded(f[i][2])))
	}
	const line = "----------------------------"
	fmt.Fprintf(w, "%s\n--95-confidence intervals:--\n%s\n", line, line)
	for _, name := range s.names {
		fmt.Fprintf(w, "%-*s ---->   F1: [None,None]    Precision: [None,None]    Recall: [None,None]\n", width, name)
	}
}

// object returns figures as json.dumps is given them. There are no intervals without bootstrap.
func (s *scorer) object(f [][3]float64) *python.Dict {
	out := &python.Dict{}
	for i, name := range s.names {
		scores := &python.Dict{}
		for k, score := range []string{"F1", "Precision", "Recall"} {
			scores.Set(score, (&python.Dict{}).Set("result", rounded(f[i][k])).Set("ci", []any{nil, nil}))
		}
		out.Set(name, scores)
	}
	return out
}

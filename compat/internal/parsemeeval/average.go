package parsemeeval

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"assay/compat/internal/argparse"
	"assay/compat/internal/python"
	"assay/internal/lazy"
)

const usageAverage = "usage: average_of_evaluations.py [-h] [--operation {avg,avg+stddev,list}] " +
	"evaluation_files [evaluation_files ...]\n"

// MainAverage is average_of_evaluations.py.
func MainAverage(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	parser := &argparse.Parser{Program: "average_of_evaluations.py", Usage: usageAverage,
		Help: "\nCalculate macro-average of scores from multiple evaluate.py output files.\n",
		Arguments: []argparse.Argument{argparse.Help,
			{Name: "--operation", Words: 1, Choices: []string{"avg", "avg+stddev", "list"}},
			{Name: "evaluation_files", Words: argparse.Some, Check: argparse.File}}}
	return parser.Run(args, stdout, stderr, func(given argparse.Given, out *bufio.Writer) error {
		means := &averages{operation: given.Text("--operation", "avg+stddev"), out: out, blocks: map[string][]block{}}
		var texts []string
		for _, file := range given.Words("evaluation_files") {
			text, err := load(file)
			if err != nil {
				return err
			}
			texts = append(texts, text)
		}
		for _, text := range texts {
			if err := means.read(text); err != nil {
				return err
			}
		}
		return means.print()
	})
}

// The patterns of the program, for the two parts of a line and for one figure.
var (
	linePattern = lazy.Regexp(`^([^=]*) ([^= ]+=.*)`)
	statPattern = lazy.Regexp(`\b(\S*?)=((\d*?)/(\d*?)=)?([\d.]*)`)
)

// averages are the blocks of all files by their titles, in the order of their first.
type averages struct {
	operation string
	out       *bufio.Writer
	titles    []string
	blocks    map[string][]block
}

// A block is a section of a report: its lines by their prefixes.
type block struct {
	order []string
	lines map[string]statLine
}

// A statLine is a line of figures.
type statLine struct {
	prf    bool
	names  []string
	scores []string
}

func (a *averages) read(text string) error {
	for part := range strings.SplitSeq(text, "\n\n") {
		if part == "" {
			continue
		}
		title, rest, ok := strings.Cut(part, "\n")
		if !ok {
			return fmt.Errorf("ERROR: Empty block: %s", python.Quote(part))
		}
		if !strings.HasPrefix(title, "#") {
			//lint:ignore ST1005 the words of the program
			return fmt.Errorf(`Block title does not start with "#": %s`, python.Quote(title))
		}
		section := block{lines: map[string]statLine{}}
		for line := range strings.SplitSeq(rest, "\n") {
			if line == "" {
				continue
			}
			if python.Strip(line) == "" || line[0] == '#' {
				return fmt.Errorf("ERROR: Unexpected line: %s", python.Quote(line))
			}
			prefix, l, err := a.statLine(line)
			if err != nil {
				return err
			}
			if _, known := section.lines[prefix]; !known {
				section.order = append(section.order, prefix)
			}
			section.lines[prefix] = l
		}
		if _, known := a.blocks[title]; !known {
			a.titles = append(a.titles, title)
		}
		a.blocks[title] = append(a.blocks[title], section)
	}
	return nil
}

func (a *averages) statLine(line string) (prefix string, figures statLine, err error) {
	m := linePattern().FindStringSubmatch(line)
	if m == nil {
		return "", figures, fmt.Errorf("AttributeError: 'NoneType' object has no attribute 'groups'")
	}
	for _, s := range statPattern().FindAllStringSubmatch(m[2], -1) {
		figures.names, figures.scores = append(figures.names, s[1]), append(figures.scores, s[5])
	}
	figures.prf = slices.Equal(figures.names, []string{"P", "R", "F"})
	if !figures.prf && !slices.Equal(figures.names, []string{"gold", "pred"}) {
		names := "[]"
		if len(figures.names) > 0 {
			names = "['" + strings.Join(figures.names, "', '") + "']"
		}
		return "", figures, fmt.Errorf("ERROR: Bad line: %s %s", python.Quote(line), names)
	}
	return m[1], figures, nil
}

func (a *averages) print() error {
	for _, title := range a.titles {
		blocks := a.blocks[title]
		a.out.WriteString(title + "\n")
		var prefixes []string
		for _, section := range blocks {
			for _, p := range section.order {
				if !slices.Contains(prefixes, p) {
					prefixes = append(prefixes, p)
				}
			}
		}
		for _, prefix := range prefixes {
			var lines []statLine
			for _, section := range blocks {
				if l, ok := section.lines[prefix]; ok {
					lines = append(lines, l)
				}
			}
			if err := a.merge(prefix, lines, len(blocks)); err != nil {
				return err
			}
		}
		a.out.WriteByte('\n')
	}
	return nil
}

func (a *averages) merge(prefix string, lines []statLine, of int) error {
	merged := make([]string, len(lines[0].names))
	for k := range merged {
		var scores []float64
		for _, l := range lines {
			if l.prf != lines[0].prf {
				return fmt.Errorf("ERROR: non-matching parallel lines: prefix=%s", python.Quote(prefix))
			}
			v, err := strconv.ParseFloat(l.scores[k], 64)
			if err != nil {
				return fmt.Errorf("ValueError: could not convert string to float: '%s'", l.scores[k])
			}
			scores = append(scores, v)
		}
		merged[k] = a.mean(scores)
	}
	if lines[0].prf && a.operation != "list" { // F again from the rounded means
		number := func(s string) float64 {
			s, _, _ = strings.Cut(s, "(")
			v, _ := strconv.ParseFloat(s, 64)
			return v
		}
		p, r := number(merged[0]), number(merged[1])
		sum := p + r
		if sum == 0 {
			sum = 1
		}
		merged[2] = four(2 * p * r / sum)
	}
	a.out.WriteString(prefix)
	for k, m := range merged {
		fmt.Fprintf(a.out, " %s=%s", lines[0].names[k], m)
		if !lines[0].prf {
			a.out.WriteByte('%')
		}
	}
	fmt.Fprintf(a.out, "  @(%d/%d)\n", len(lines), of)
	return nil
}

func four(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }

func (a *averages) mean(scores []float64) string {
	sum, n := 0.0, float64(len(scores))
	var list []string
	for _, s := range scores {
		sum += s
		list = append(list, four(s))
	}
	mean := sum / n
	switch a.operation {
	case "avg":
		return four(mean)
	case "list":
		return "[" + strings.Join(list, ",") + "]"
	}
	squares, deviation := 0.0, "inf"
	for _, s := range scores {
		squares += (s - mean) * (s - mean)
	}
	if n > 1 {
		deviation = four(math.Sqrt(squares / (n - 1)))
	}
	return four(mean) + "(±" + deviation + ")"
}

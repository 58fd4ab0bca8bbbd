// Package selftest holds figures that papers print and official programs gave, with the
// sentences that they belong to, and compares a build of the program with them.
package selftest

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"
)

// The cases, one archive each. The lines of its comment are
//
//	title: text
//	source: paper or program that the figures come from
//	licence: of the sentences
//	files: another case, whose files are used too
//	run: arguments of assay; names of files denote these files
//	figure: SCORE VALUE, the value as a/b (exact), or as 12.34% (to its last digit)
//	count: COLUMN VALUE
//
// A file stdout holds the output that a run must have, byte for byte, each line after
// a bar: lines of EVALB look like those that begin a file of an archive.
//
//go:embed cases/*.txtar
var archives embed.FS

// A Case is one run and the figures that it must give.
type Case struct {
	Name, Title, Source, Licence string
	args                         []string
	figures                      []figure
	files                        map[string][]byte
}

// A figure is a score, or a count, that a case must have.
type figure struct {
	name, want string
	count      bool
}

// Cases returns the embedded cases, in name order.
func Cases() ([]*Case, error) {
	entries, err := archives.ReadDir("cases")
	if err != nil {
		return nil, err
	}
	var list []*Case
	for _, e := range entries {
		data, err := archives.ReadFile("cases/" + e.Name())
		if err != nil {
			return nil, err
		}
		c, err := Parse(strings.TrimSuffix(e.Name(), ".txtar"), data)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// Parse reads an archive.
func Parse(name string, data []byte) (*Case, error) {
	archive := txtar.Parse(data)
	parsed := &Case{Name: name, files: map[string][]byte{}}
	for _, f := range archive.Files {
		parsed.files[f.Name] = f.Data
	}
	for line := range strings.Lines(string(archive.Comment)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "title":
			parsed.Title = value
		case "source":
			parsed.Source = value
		case "licence":
			parsed.Licence = value
		case "run":
			parsed.args = strings.Fields(value)
		case "files":
			other, err := archives.ReadFile("cases/" + value + ".txtar")
			if err != nil {
				return nil, err
			}
			for _, f := range txtar.Parse(other).Files {
				if f.Name != "stdout" {
					parsed.files[f.Name] = f.Data
				}
			}
		case "figure", "count":
			column, want, ok := strings.Cut(value, " ")
			if !ok {
				return nil, fmt.Errorf("self-test %s: want a name and a value, found %q", name, value)
			}
			parsed.figures = append(parsed.figures, figure{column, want, key == "count"})
		default:
			return nil, fmt.Errorf("self-test %s: unknown line %q", name, line)
		}
	}
	return parsed, nil
}

// A Program runs with arguments and returns its exit status. Its command score writes JSON.
type Program func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int

// Check runs the case in the folder dir. It returns how many figures were compared
// and the differences.
func (c *Case) Check(ctx context.Context, run Program, dir string) (compared int, differences []string, err error) {
	args := make([]string, len(c.args))
	for i, arg := range c.args {
		args[i] = arg
		if data, ok := c.files[arg]; ok {
			args[i] = filepath.Join(dir, c.Name+"-"+arg)
			if err := os.WriteFile(args[i], data, 0o600); err != nil {
				return 0, nil, err
			}
		}
	}
	var stdout, stderr bytes.Buffer
	if status := run(ctx, args, strings.NewReader(""), &stdout, &stderr); status != 0 {
		return 0, []string{fmt.Sprintf("assay %s: exit status %d: %s", strings.Join(c.args, " "), status,
			strings.TrimSpace(stderr.String()))}, nil
	}
	if want, ok := c.files["stdout"]; ok {
		compared, differences = differingLines(unbarred(string(want)), stdout.String())
	}
	n, more, err := c.checkFigures(stdout.Bytes())
	return compared + n, append(differences, more...), err
}

// unbarred removes the bar before each line.
func unbarred(text string) string {
	return strings.ReplaceAll(strings.TrimPrefix(text, "|"), "\n|", "\n")
}

// differingLines compares two outputs. Each line is a figure, or several.
func differingLines(want, found string) (compared int, differences []string) {
	wanted, lines := strings.Split(want, "\n"), strings.Split(found, "\n")
	for i := range max(len(wanted), len(lines)) {
		w, f := "no more lines", "no more lines"
		if i < len(wanted) {
			w = wanted[i]
		}
		if i < len(lines) {
			f = lines[i]
		}
		if w != "" {
			compared++
		}
		if w != f {
			differences = append(differences, fmt.Sprintf("line %d: want %q, found %q", i+1, w, f))
		}
	}
	return compared, differences
}

// Compares reports whether the case has a figure to compare.
func (c *Case) Compares() bool {
	return c.files["stdout"] != nil || len(c.figures) > 0
}

// checkFigures compares the scores and counts of the JSON of assay score.
func (c *Case) checkFigures(stdout []byte) (compared int, differences []string, err error) {
	if len(c.figures) == 0 {
		return 0, nil, nil // such as the output of a program in compat
	}
	var scored struct {
		Results []struct{ Scores, Counts map[string]*float64 }
	}
	if err := json.Unmarshal(stdout, &scored); err != nil {
		return 0, nil, fmt.Errorf("self-test %s: %w", c.Name, err)
	}
	for _, figure := range c.figures {
		var found *float64
		if len(scored.Results) == 1 {
			found = scored.Results[0].Scores[figure.name]
			if figure.count {
				found = scored.Results[0].Counts[figure.name]
			}
		}
		same, err := sameFigure(figure.want, found)
		if err != nil {
			return 0, nil, fmt.Errorf("self-test %s: %w", c.Name, err)
		}
		if !same {
			differences = append(differences, fmt.Sprintf("%s: want %s, found %s", figure.name, figure.want, shortest(found)))
		}
	}
	return len(c.figures), differences, nil
}

func shortest(v *float64) string {
	if v == nil {
		return "nothing"
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}

// sameFigure reports whether found is the figure want: a quotient or a count up to
// the last bits, a percentage to the digits that it is printed with.
func sameFigure(want string, found *float64) (bool, error) {
	if found == nil {
		return false, nil
	}
	if percent, ok := strings.CutSuffix(want, "%"); ok {
		_, decimals, _ := strings.Cut(percent, ".")
		return strconv.FormatFloat(100**found, 'f', len(decimals), 64) == percent, nil
	}
	over, under, quotient := strings.Cut(want, "/")
	value, err := strconv.ParseFloat(over, 64)
	if err == nil && quotient {
		var d float64
		d, err = strconv.ParseFloat(under, 64)
		value /= d
	}
	const lastBits = 1e-14
	return math.Abs(value-*found) <= lastBits*math.Abs(value), err
}

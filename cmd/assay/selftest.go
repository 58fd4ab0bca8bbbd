package main

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/tools/txtar"
)

// The cases of assay self-test, one archive each. The lines of its comment are
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
//go:embed selftest/*.txtar
var selfTests embed.FS

// A selfTest is one run and the figures that it must give.
type selfTest struct {
	name, title, source, licence string
	args                         []string
	figures, counts              [][2]string // name and value
	files                        map[string][]byte
}

// readSelfTests reads the embedded cases, in name order.
func readSelfTests() ([]*selfTest, error) {
	entries, err := selfTests.ReadDir("selftest")
	if err != nil {
		return nil, err
	}
	var list []*selfTest
	for _, e := range entries {
		data, err := selfTests.ReadFile("selftest/" + e.Name())
		if err != nil {
			return nil, err
		}
		c, err := parseSelfTest(strings.TrimSuffix(e.Name(), ".txtar"), data)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

func parseSelfTest(name string, data []byte) (*selfTest, error) {
	archive := txtar.Parse(data)
	c := &selfTest{name: name, files: map[string][]byte{}}
	for _, f := range archive.Files {
		c.files[f.Name] = f.Data
	}
	for line := range strings.Lines(string(archive.Comment)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "title":
			c.title = value
		case "source":
			c.source = value
		case "licence":
			c.licence = value
		case "run":
			c.args = strings.Fields(value)
		case "files":
			other, err := selfTests.ReadFile("selftest/" + value + ".txtar")
			if err != nil {
				return nil, err
			}
			for _, f := range txtar.Parse(other).Files {
				if f.Name != "stdout" {
					c.files[f.Name] = f.Data
				}
			}
		case "figure", "count":
			column, want, ok := strings.Cut(value, " ")
			if !ok {
				return nil, fmt.Errorf("self-test %s: want a name and a value, found %q", name, value)
			}
			if key == "figure" {
				c.figures = append(c.figures, [2]string{column, want})
			} else {
				c.counts = append(c.counts, [2]string{column, want})
			}
		default:
			return nil, fmt.Errorf("self-test %s: unknown line %q", name, line)
		}
	}
	return c, nil
}

// check runs the case in the folder dir. It returns how many figures were compared
// and the differences.
func (c *selfTest) check(ctx context.Context, dir string) (compared int, differences []string, err error) {
	args := make([]string, len(c.args))
	for i, arg := range c.args {
		args[i] = arg
		if data, ok := c.files[arg]; ok {
			args[i] = filepath.Join(dir, c.name+"-"+arg)
			if err := os.WriteFile(args[i], data, 0o600); err != nil {
				return 0, nil, err
			}
		}
	}
	if args[0] == "score" {
		args = append(args, "--format", "json")
	}
	var stdout, stderr bytes.Buffer
	if status := run(ctx, args, strings.NewReader(""), &stdout, &stderr); status != exitOK {
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

// checkFigures compares the scores and counts of the JSON of assay score.
func (c *selfTest) checkFigures(stdout []byte) (compared int, differences []string, err error) {
	if len(c.figures)+len(c.counts) == 0 {
		return 0, nil, nil
	}
	var report struct {
		Results []struct{ Scores, Counts map[string]*float64 }
	}
	if err := json.Unmarshal(stdout, &report); err != nil {
		return 0, nil, fmt.Errorf("self-test %s: %w", c.name, err)
	}
	for _, list := range []struct {
		figures [][2]string
		scores  bool
	}{{c.figures, true}, {c.counts, false}} {
		for _, figure := range list.figures {
			compared++
			var found *float64
			if len(report.Results) == 1 {
				found = report.Results[0].Counts[figure[0]]
				if list.scores {
					found = report.Results[0].Scores[figure[0]]
				}
			}
			same, err := sameFigure(figure[1], found)
			if err != nil {
				return 0, nil, fmt.Errorf("self-test %s: %w", c.name, err)
			}
			if !same {
				differences = append(differences, fmt.Sprintf("%s: want %s, found %s", figure[0], figure[1], shortest(found)))
			}
		}
	}
	return compared, differences, nil
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

// shownDifferences is the number of differences of a case that are shown.
const shownDifferences = 5

func (a *app) selfTestCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "self-test",
		Short: "compare this build with recorded figures",
		Long: `Compare this build with figures that papers print and official programs gave.

The sentences are in the program: no network and no other file is needed. Exit
status 1 if a figure differs.`,
		Example: `  assay self-test
  assay self-test && echo the build can be trusted
  assay version`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.selfTest(c.Context()) },
	}
}

func (a *app) selfTest(ctx context.Context) error {
	cases, err := readSelfTests()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "assay-self-test-*")
	if err != nil {
		return &exitError{exitInput, err}
	}
	defer os.RemoveAll(dir)
	figures, failed := 0, 0
	for _, c := range cases {
		n, differences, err := c.check(ctx, dir)
		if err != nil {
			return err
		}
		figures += n
		verdict := "ok  "
		if len(differences) > 0 {
			verdict = "FAIL"
			failed++
		}
		fmt.Fprintf(a.stdout, "%s  %-14s %s\n", verdict, c.name, indented(c.title, 21, lineWidth(a.stdout)))
		for _, d := range differences[:min(len(differences), shownDifferences)] {
			fmt.Fprintf(a.stdout, "      %s\n", d)
		}
		if len(differences) > 0 {
			fmt.Fprintf(a.stdout, "      %s; source: %s\n", plural(len(differences), "difference"), c.source)
		}
	}
	if failed > 0 {
		return &exitError{exitNo, fmt.Errorf("%d of %d checks differ from the recorded figures", failed, len(cases))}
	}
	fmt.Fprintf(a.stdout, "assay %s: %d checks, %d lines and figures as recorded\n", version(), len(cases), figures)
	return nil
}

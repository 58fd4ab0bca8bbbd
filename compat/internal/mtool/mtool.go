// Package mtool reproduces the scorers of mtool at 4cee3a2 (Oepen et al. 2019,
// 2020): mrp, sdp, edm, ucca and smatch, with its pairing, normalisation and output.
// The correspondence of nodes of mrp and smatch is the proven optimum, where mtool
// searches with limits.
package mtool

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"assay/compat/internal/argparse"
	"assay/eval"
	"assay/graph/matching"
	"assay/measures/mrp"
	"assay/treebank"
)

// Title names the program and its version.
const Title = "mtool of cfmrp/mtool, 4cee3a2 (main.py --score)"

// Doc lists its faults and how assay score differs.
const Doc = `--score mrp|sdp|edm|ucca|smatch with --read and --format mrp, dm, pas, psd, ccd, eds or amr. For mrp
and smatch the correspondence of nodes is the proven optimum; mtool searches with limits, and for
UCCA and graphs over words leaves out some correspondences, so that it counts less or the same. Of
several best ones it is the one with the most tops, then labels, properties, anchors, edges. The
numbers of "steps" are assay's, and so are "time" and "cpu". Kept: consist-of and subset-of are turned
(a comma is missing in mtool); graphs over words without --text have no anchors, so that all their
nodes are one; of a quoted constant of AMR the first word counts, and wiki only with --full; graphs of the system without gold are ignored, missing ones are empty. Lines on
standard error about normalised anchors are left out. Conversion (--write, --reify, --unique, --inject,
--source, --targets, --prefix), pictures, lists and checks (--validate) are those of assay convert, show,
and validate; --text takes one file and places graphs over words; an option that assay does not have is refused with
what to use instead.`

const usage = `usage: main.py [-h] --read READ [--gold GOLD] [--score SCORE] [--format FORMAT]
               [--framework FRAMEWORK] [--normalize NORMALIZE] [--limit LIMIT]
               [--text TEXT] [--filter FILTER] [--id ID] [--i I] [--n N]
               [--cores CORES] [--full] [--quiet] [--trace]
               [input] [output]
`

type program struct {
	*options
	stdin    io.Reader
	stderr   io.Writer
	syms     *treebank.Symbols
	texts    map[string][]rune // by id, nil without --text
	wanted   map[string]bool   // ids of --filter, nil without
	seen     int               // graphs seen, for --i
	nameless int               // AMRs without an identifier in a file
	measure  *eval.Measure
	counter  eval.Counter
	solver   *matching.Solver
	slack    int // items that might match beyond those found
	wall     time.Time
}

// Main runs the program and returns its exit status.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return parser().Run(args, stdout, stderr, func(given argparse.Given, out *bufio.Writer) error {
		opt, err := optionsOf(given)
		if err != nil {
			return err
		}
		p := &program{options: opt, stdin: stdin, stderr: stderr, syms: treebank.NewSymbols(),
			solver: matching.New(matching.Options{Classes: 3, Product: true})}
		return p.run(out)
	})
}

func (p *program) run(out *bufio.Writer) error {
	if err := p.values(); err != nil {
		return err
	}
	if p.score == "" {
		return fmt.Errorf("assay reproduces the scorers of mtool: want --score mrp, sdp, edm, ucca or smatch")
	}
	if p.gold == "" {
		return fmt.Errorf("TypeError: 'NoneType' object is not iterable (no --gold)")
	}
	if _, err := os.Stat(p.text); p.text != "" && err == nil && p.read == "mrp" { // mtool ignores a file that is not there
		return fmt.Errorf("assay mtool has no --text with --read mrp, whose anchors stay; leave it out")
	}
	if err := p.lists(); err != nil {
		return err
	}
	p.measure = mrp.New(mrp.Options{KeepInverse: !p.does("edges"), KeepCase: !p.does("case"),
		KeepAttributes: !p.does("attributes") || !p.does("case")})
	p.counter = p.measure.NewCounter()
	systems, err := p.load(p.input, p.read)
	if err != nil {
		return err
	}
	format := p.format
	if format == "" {
		format = p.read
	}
	golds, err := p.load(p.gold, format)
	if err != nil {
		return err
	}
	if p.output != "" {
		file, err := os.Create(p.output)
		if err != nil {
			return err
		}
		defer file.Close()
		out = bufio.NewWriter(file)
	}
	p.wall = time.Now()
	if err := p.evaluate(out, p.intersect(golds, systems)); err != nil {
		return err
	}
	p.note()
	return out.Flush()
}

func (p *program) note() {
	switch {
	case p.score != "mrp" && p.score != "smatch":
	case p.slack > 0:
		fmt.Fprintf(p.stderr, "assay: the correspondences of nodes are not all proven: up to %d more items may match\n",
			p.slack)
	default:
		fmt.Fprintln(p.stderr, "assay: the correspondences of nodes are proven to be the best; mtool searches with "+
			"limits and may print less")
	}
}

// lists reads the files of --text and --filter. As in mtool, the identifier of a line without a tab has its line end,
// so that it names no graph.
func (p *program) lists() error {
	if info, err := os.Stat(p.text); p.text != "" && err == nil {
		if info.IsDir() {
			return fmt.Errorf("assay mtool has no --text with a folder; write one file with an identifier, a tab and the " +
				"text in each line")
		}
		data, err := os.ReadFile(p.text)
		if err != nil {
			return err
		}
		p.texts = map[string][]rune{}
		for line := range strings.Lines(string(data)) {
			id, rest, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if !ok {
				return fmt.Errorf("ValueError: not enough values to unpack (expected 2, got 1): no tab in %s: %s", p.text, id)
			}
			p.texts[id] = []rune(rest)
		}
	}
	if p.filter != "" {
		data, err := os.ReadFile(p.filter)
		if err != nil {
			return complaint("invalid ‘--filter’: None")
		}
		p.wanted = map[string]bool{}
		for line := range strings.Lines(string(data)) {
			id, _, _ := strings.Cut(line, "\t")
			p.wanted[id] = true
		}
	}
	return nil
}

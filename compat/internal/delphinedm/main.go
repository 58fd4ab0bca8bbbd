// Package delphinedm reproduces "delphin edm" of PyDelphin 1.10 (delphin.cli.edm,
// delphin.edm): the same arguments, the same output.
//
// It reproduces these faults: items are paired by position, so that one missing item
// shifts all items after it; of a profile, only items with a row in the table parse
// are read; -p picks the result with that number on both sides; after an MRS was
// turned into EDS, targets of arguments are looked up among the names that nodes had
// before they were renamed, so that arguments of quantifiers' modifiers and of nodes
// that share a variable are lost, and sometimes the top.
//
// If the program depends on the order of a hash table (which of several nodes that
// share a variable keeps its name), the last in RELS is used, which gives the figures
// of PYTHONHASHSEED=1 on the recorded profiles. If it ends with a traceback (an MRS
// that it cannot read), the item counts as missing, a line on standard error reports
// it, and the exit status is 1.
package delphinedm

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync"

	"assay/compat/internal/argparse"
	"assay/compat/internal/python"
	"assay/compat/internal/standin"
	"assay/corpus"
	"assay/eval"
	"assay/formats"
	"assay/formats/tsdb"
	"assay/measures/edm"
	"assay/treebank"
)

// Title names the program and its version.
const Title = "delphin edm of PyDelphin 1.10"

// Doc lists its faults and how assay score differs.
const Doc = `Faults kept: items are paired by position; of a profile only items with a row
in the table parse count; -p picks results on both sides; arguments and tops
are looked up under the names that nodes had before they were renamed, so that
some are lost. "assay score -m edm" pairs by identifier and loses none.
Not kept: the dependence on PYTHONHASHSEED (of nodes that share a variable the
last in RELS keeps it, as with seed 1 on the recorded profiles), debug messages of -vvv, and ending
with a traceback at items that it cannot read: predicates with a slash in SimpleDMRS or a role such as C-ARG
in SimpleMRS are read; broken items count as missing, and the exit status is 1.
Formats: eds edsjson edspenman simplemrs mrx mrsjson ace simpledmrs dmrx dmrsjson dmrspenman.`

const usage = `usage: delphin edm [-h] [-v] [-q] [-f FMT] [-p N] [--ignore-missing X]
                   [-A WEIGHT] [-N WEIGHT] [-P WEIGHT] [-C WEIGHT] [-T WEIGHT]
                   GOLD TEST
`

const help = `
Compute the EDM (Elementary Dependency Match) score for two collections.

The collections, GOLD and TEST, may be files containing semantic
representations, decoded using '--format'; or an [incr tsdb()] test
suite directory, selecting MRSs using '-p' for the parse result
number. GOLD and TEST should contain the same number of items. MRS
representations will be converted to EDS for comparison.

positional arguments:
  GOLD                  corpus of gold semantic representations
  TEST                  corpus of test semantic representations

options:
  -h, --help            show this help message and exit
  -v, --verbose         increase verbosity
  -q, --quiet           suppress output on <stdout> and <stderr>
  -f FMT, --format FMT  semantic representation format (default: eds)
  -p N                  parse result number (default: 0)
  --ignore-missing X    do not treat missing Xs as a mismatch (default: none)
  -A WEIGHT             weight for argument triples (default: 1.0)
  -N WEIGHT             weight for name (predicate) triples (default: 1.0)
  -P WEIGHT             weight for property triples (default: 1.0)
  -C WEIGHT             weight for constant triples (default: 1.0)
  -T WEIGHT             weight for matching top triples (default: 1.0)
`

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	if len(args) > 0 && args[0] == "edm" { // as in "delphin edm"
		args = args[1:]
	}
	return parser.Run(args, stdout, stderr, func(given argparse.Given, out *bufio.Writer) error {
		r := &run{o: optionsOf(given), stderr: stderr, counter: edm.New(edm.PyDelphin).NewCounter()}
		if err := r.accumulate(); err != nil {
			return err
		}
		if !r.o.quiet {
			p, rec, f := prf(r.weighted(0), r.weighted(1), r.weighted(2))
			fmt.Fprintf(out, "Precision:\t%s\n   Recall:\t%s\n  F-score:\t%s\n", repr(p), repr(rec), repr(f))
		}
		if r.traceback {
			return &standin.Exit{Status: 1}
		}
		return nil
	})
}

// A run counts two collections.
type run struct {
	o       options
	stderr  io.Writer
	counter eval.Counter
	totals  [5][3]float64 // gold, test and both of NAME, ARG, PROP, CARG, TOP
	warned  map[string]bool

	traceback bool // the program would have ended
}

// columns are the first columns of the classes in the counter's row, in the order of
// the program: names, arguments, properties, constants, tops.
var columns = [5]int{9, 6, 12, 15, 18}

func (r *run) info(format string, args ...any) {
	if r.o.verbosity >= 2 && !r.o.quiet {
		fmt.Fprintf(r.stderr, "INFO:delphin.edm:"+format+"\n", args...)
	}
}

// once prints text on standard error the first time it is called.
func (r *run) once(text string) {
	if !r.warned[text] {
		if r.warned == nil {
			r.warned = map[string]bool{}
		}
		r.warned[text] = true
		fmt.Fprintln(r.stderr, text)
	}
}

func (r *run) accumulate() error {
	r.info("Computing EDM (N=%s, A=%s, P=%s, T=%s)", g(r.o.weights[0]), g(r.o.weights[1]), g(r.o.weights[2]),
		g(r.o.weights[4]))
	syms := treebank.NewSymbols()
	gold, err := r.open(r.o.gold, syms)
	if err != nil {
		return err
	}
	defer gold.close()
	test, err := r.open(r.o.test, syms)
	if err != nil {
		return err
	}
	defer test.close()
	names := [5]string{"Names", "Arguments", "Properties", "Constants", "Tops"}
	row := make([]float64, len(edm.New(edm.PyDelphin).Columns))
	for i := 1; ; i++ {
		gerr, terr := gold.next(), test.next()
		if gerr == io.EOF && terr == io.EOF {
			return nil
		}
		for _, e := range []error{gerr, terr} {
			if e != nil && e != io.EOF {
				return e
			}
		}
		r.info("pair %d", i)
		switch {
		case gold.s.Missing && test.s.Missing:
			r.info("no gold or test representation; skipping")
			continue
		case gold.s.Missing && (r.o.ignore == "gold" || r.o.ignore == "both"):
			r.info("no gold representation; skipping")
			continue
		case test.s.Missing && (r.o.ignore == "test" || r.o.ignore == "both"):
			r.info("no test representation; skipping")
			continue
		}
		clear(row)
		var p eval.Pair
		p.Reset(i, gold.s, test.s)
		if err := r.counter.Count(row, &p); err != nil {
			return err
		}
		r.info("             gold\ttest\tboth\tPrec.\tRec.\tF-Score")
		for k, at := range columns {
			for j := range 3 {
				r.totals[k][j] += row[at+j]
			}
			p, rec, f := prf(row[at], row[at+1], row[at+2])
			r.info("%11s: %4d\t%4d\t%4d\t%5.3f\t%5.3f\t%5.3f", names[k], int(row[at]), int(row[at+1]), int(row[at+2]), p, rec, f)
		}
	}
}

// weighted returns the weighted sum of gold, test or both.
func (r *run) weighted(j int) float64 {
	sum := 0.0
	for k, w := range r.o.weights {
		sum += r.totals[k][j] * w
	}
	return sum
}

func prf(g, t, b float64) (p, r, f float64) {
	if t == 0 || g == 0 || b == 0 {
		return 0, 0, 0
	}
	p, r = b/t, b/g
	return p, r, 2 * (p * r) / (p + r)
}

// A side reads one collection.
type side struct {
	r      *run
	format *treebank.Format
	file   io.ReadCloser
	cutter *treebank.Cutter
	s      *treebank.Sentence
	end    bool
}

// codecs are PyDelphin's names of formats.
var codecs = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"eds": "eds", "edsjson": "eds-json", "edspenman": "eds-penman", "simplemrs": "simplemrs", "mrx": "mrx", "ace": "ace",
		"simpledmrs": "simpledmrs", "dmrx": "dmrx", "dmrsjson": "dmrs-json",
		"mrsjson": "mrs-json", "dmrspenman": "dmrs-penman",
	}
})

func (r *run) open(path string, syms *treebank.Symbols) (*side, error) {
	sd := &side{r: r, s: &treebank.Sentence{Syms: syms}}
	info, err := os.Stat(path)
	switch {
	case err == nil && tsdb.IsProfile(path):
		sd.format = &tsdb.Format
	case err == nil && !info.IsDir():
		name, ok := codecs()[strings.NewReplacer("-", "", "_", "").Replace(r.o.format)]
		if !ok {
			return nil, fmt.Errorf("KeyError: '%s'", r.o.format)
		}
		sd.format = formats.ByName(name)
	default:
		return nil, fmt.Errorf("ValueError: not a file or TSDB database: %s", path)
	}
	src, err := corpus.OpenWith(path, corpus.Options{Format: sd.format})
	if err != nil {
		return nil, err
	}
	if sd.file, err = tsdb.Unchosen(src.Files[0]).Open(); err != nil {
		return nil, err
	}
	sd.cutter = sd.format.Cut(sd.file, path)
	return sd, nil
}

func (sd *side) close() { sd.file.Close() }

// next reads the next item into s; after the last, s is missing.
func (sd *side) next() error {
	for !sd.end {
		piece, err := sd.cutter.Next()
		if err == io.EOF {
			sd.end = true
			break
		}
		if err != nil {
			return err
		}
		if sd.format == &tsdb.Format {
			if !tsdb.Parsed(piece.Text) {
				continue
			}
			k := sd.r.o.result
			if k < 0 {
				_, n := sd.format.Reading(piece.Text, piece.Dialect, 1)
				k += n
			}
			text, n := sd.format.Reading(piece.Text, piece.Dialect, k+1)
			if text == nil || n == 0 || k < 0 {
				sd.missing()
				return nil
			}
			piece.Text = text
		}
		if err := sd.format.Read(sd.s, piece); err != nil {
			sd.r.once("delphin-edm: " + err.Error() + "; the program would end here with a traceback")
			sd.r.traceback = true
			sd.missing()
			return nil
		}
		sd.convert()
		return nil
	}
	sd.missing()
	return io.EOF
}

func (sd *side) missing() {
	sd.s.Reset(nil)
	sd.s.Missing = true
}

// repr writes a number as Python does.
func repr(f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return g(f)
	}
	return python.Repr(f)
}

// g writes a weight as %g of Python does.
func g(f float64) string {
	return strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%.6g", f), "+"))
}

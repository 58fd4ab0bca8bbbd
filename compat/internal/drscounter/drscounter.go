// Package drscounter reproduces counter.py of DRS_parsing at 190838f (van Noord et
// al. 2018), which scores discourse representation structures in clauses. Structures
// are read, checked, rewritten and counted as counter.py does (package counter); the
// mapping of variables is the proven optimum, where counter.py climbs from random
// starts. Precision, recall and F are rounded as there, F from the rounded two.
package drscounter

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"assay/compat/internal/argparse"
	"assay/compat/internal/python"
	"assay/compat/internal/standin"
	"assay/graph/matching"
	"assay/measures/counter"
	"assay/treebank"
)

// Title names the program and its version.
const Title = "counter.py of RikVN/DRS_parsing, 190838f"

// Doc lists its faults and how assay score differs.
const Doc = `The mapping of variables is the proven optimum (counter.py climbs from random starts and is at most
this); among equal ones it matches the most concepts, then roles. "Smart F-score concepts" climbs from
the mapping of equal concepts; counter.py fills the rest of that mapping at random, assay in order.
counter.py compares concepts by WordNet synsets and brings its table along; --wordnet FOLDER names a
folder of WordNet 3.0 (index.noun, data.noun ...). Without it synonyms do not match, and a line on
standard error says so. Kept: F is of the rounded P and R; a last structure without an empty line
after it is not checked; -nm ends with an error; the last line is the time used. -r, -p and -mem
have no effect, and no warning waits. assay score -m counter does not round before, names ill-formed structures
and counts them as empty.`

// classes are the classes of clauses in the order in which a mapping prefers them.
const classes = 3

type program struct {
	*options
	metric   counter.Options
	syms     *treebank.Symbols
	out      *bufio.Writer
	start    time.Time
	replaced []int // ill-formed structures of the system, from 1
	dummies  int   // structures replaced by a dummy
	open     int   // clauses that might match beyond those found
}

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return parser.Run(args, stdout, stderr, func(given argparse.Given, out *bufio.Writer) error {
		p := &program{options: optionsOf(given), syms: treebank.NewSymbols(), out: out, start: time.Now()}
		return p.run(stderr)
	})
}

// tables loads the table of synsets and the signature of operators.
func (p *program) tables(stderr io.Writer) (err error) {
	p.metric = counter.Options{Loose: p.signature == "", KeepRef: p.keepRef, DefaultSense: p.defaultSense,
		DefaultRole:    p.defaultRole,
		DefaultConcept: p.defaultConcept}
	if p.wordnet == "" {
		fmt.Fprintln(stderr, "assay: no WordNet: synonyms do not match; name its folder with --wordnet FOLDER "+
			"(counter.py brings a table of WordNet 3.0)")
	} else if p.metric.Synsets, err = counter.ReadWordNet(p.wordnet); err != nil {
		return err
	}
	if p.signature != "" {
		if p.metric.Signature, err = counter.ReadSignature(p.signature); errors.Is(err, os.ErrNotExist) {
			return errors.New("ValueError: Specified signature file is not a file")
		}
	}
	return err
}

func (p *program) run(stderr io.Writer) error {
	if err := p.check(); err != nil {
		return err
	}
	for _, line := range p.warnings() {
		fmt.Fprintln(p.out, line)
	}
	if err := p.tables(stderr); err != nil {
		return err
	}
	gold, system, err := standin.Both(p.read, p.gold, p.system)
	if err != nil {
		return err
	}
	single := len(gold) == 1
	switch {
	case p.baseline && len(system) != 1:
		return errors.New("ValueError: Using --baseline, but there is more than 1 DRS in prod file")
	case p.baseline:
		fmt.Fprintf(p.out, "Testing baseline DRS vs %d DRSs...\n\n", len(gold))
		for len(system) < len(gold) {
			system = append(system, system[0])
		}
	case len(system) != len(gold):
		fmt.Fprintf(p.out, "Number of DRSs not equal, %d vs %d, exiting...\n", len(system), len(gold))
		return nil
	case len(gold) == 0:
		fmt.Fprintln(p.out, "Both DRSs empty, exiting...")
		return nil
	case !single:
		fmt.Fprintf(p.out, "Comparing %d DRSs...\n\n", len(gold))
	}
	p.skipped(system, gold, single)
	return p.compare(system, gold, stderr)
}

// skipped prints the number of pairs that counter.py reports as skipped for their
// length: counter.py skips only a pair that is alone, and counts clauses before
// equal ones become one.
func (p *program) skipped(system, gold []*drs, single bool) {
	if p.maxClauses <= 0 || single {
		return
	}
	n := 0
	for i := range gold {
		if len(gold[i].counted) > p.maxClauses || len(system[i].counted) > p.maxClauses {
			n++
		}
	}
	fmt.Fprintf(p.out, "Skipping %d DRSs due to their length exceeding %d (--max_clauses)\n\n", n, p.maxClauses)
}

func (p *program) compare(system, gold []*drs, stderr io.Writer) error {
	single := len(gold) == 1
	switch most := p.maxClauses; {
	case single && most > 0 && (system[0].size() > most || gold[0].size() > most):
		for range p.runs {
			fmt.Fprintf(p.out, "Skip calculation of DRS, more clauses than max of %d\n", most)
		}
		return nil
	case p.runs < 1 || p.stats != "" && p.runs > 1: // nothing is counted, or nothing of it is printed
		return nil
	case p.stats != "":
		return p.statistics(system)
	}
	solver, pairer := matching.New(matching.Options{Classes: classes}), &matching.Pairer{}
	var all []*result
	for run := range p.runs {
		for i := range gold {
			started := time.Now()
			if run == 0 {
				all = append(all, p.match(solver, pairer, system[i], gold[i]))
			}
			if err := p.pair(all[i], single, started); err != nil {
				return err
			}
		}
	}
	p.note(stderr)
	if err := p.totals(all, single); err != nil {
		return err
	}
	return p.extras(all)
}

// pair prints what counter.py prints of one pair, again in each run.
func (p *program) pair(r *result, single bool, started time.Time) error {
	if p.detailed && single && r.matched == r.system && (p.noSmart || p.restarts > 1) {
		fmt.Fprintf(p.out, "Best match already found, stop restarts at restart %d\n",
			map[bool]int{true: 0, false: 1}[p.noSmart])
	}
	if p.detailed && (p.each || single) && !p.noMapping {
		p.clauses(r)
	}
	if p.each && !single {
		return p.print([]*result{r}, single, started)
	}
	return nil
}

func (p *program) note(stderr io.Writer) {
	if p.open > 0 {
		fmt.Fprintf(stderr, "assay: the mappings of variables are not all proven: up to %d more clauses may match\n", p.open)
		return
	}
	fmt.Fprintln(stderr, "assay: the mappings of variables are proven to be the best; counter.py searches at "+
		"random and may print less")
}

// totals prints the figures of all pairs, or their averages over runs, which are all
// the same here.
func (p *program) totals(all []*result, single bool) error {
	if p.runs <= 1 {
		return p.print(all, single, p.start)
	}
	fmt.Fprintf(p.out, "Average scores over %d runs:\n\n", p.runs)
	p.printFigures(total(all).tally)
	return nil
}

// extras writes the files and lists beyond the main figures.
func (p *program) extras(all []*result) error {
	if p.codalab != "" && p.runs == 1 {
		prec, rec, f := p.figures(total(all).tally)
		text := fmt.Sprintf("Precision: %s\nRecall: %s\nF-score: %s", python.Repr(prec), python.Repr(rec),
			python.Repr(f))
		if err := os.WriteFile(p.codalab+".txt", []byte(text), 0o666); err != nil {
			return err
		}
	}
	if p.eachFile != "" {
		var out strings.Builder
		for _, r := range all {
			if p.allCounts {
				fmt.Fprintf(&out, "%d %d %d\n", r.matched, r.system, r.gold)
				continue
			}
			_, _, f := p.figures(r.tally)
			fmt.Fprintln(&out, python.Repr(f))
		}
		if err := os.WriteFile(p.eachFile, []byte(out.String()), 0o666); err != nil {
			return err
		}
	}
	if p.minCount > 0 {
		p.kinds(all)
	}
	return nil
}

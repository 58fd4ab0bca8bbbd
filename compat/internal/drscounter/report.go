package drscounter

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"assay/compat/internal/python"
)

// print prints the figures of some pairs.
func (p *program) print(all []*result, single bool, started time.Time) error {
	if p.noMapping {
		return errors.New("IndexError: list index out of range")
	}
	sum := total(all)
	fmt.Fprintf(p.out, "\n## Clause information ##\n\nClauses prod : %d\nClauses gold : %d\n\n", sum.system, sum.gold)
	if p.maxClauses > 0 {
		fmt.Fprintf(p.out, "Max number of clauses per DRS:  %d\n\n", p.maxClauses)
	}
	fmt.Fprint(p.out, "## Main Results ##\n\n")
	if !single {
		fmt.Fprintf(p.out, "All shown number are micro-averages calculated over %d DRS-pairs\n\n", len(all))
	}
	fmt.Fprintf(p.out, "Matching clauses: %d\n\n", sum.matched)
	p.printFigures(sum.tally)
	if p.detailed {
		p.details(sum, single)
	}
	if p.codalab != "" {
		if err := p.page(sum, len(all)); err != nil {
			return err
		}
	}
	fmt.Fprintf(p.out, "Total processing time: %s sec\n", python.Repr(p.round(time.Since(started).Seconds())))
	return nil
}

func (p *program) printFigures(n tally) {
	prec, rec, f := p.figures(n)
	fmt.Fprintf(p.out, "Precision: %s\nRecall   : %s\nF-score  : %s\n", python.Repr(prec), python.Repr(rec),
		python.Repr(f))
}

// details prints the rows of -prin.
func (p *program) details(sum *result, single bool) {
	fmt.Fprint(p.out, "\n## Detailed precision, recall, F-score ##\n\n")
	for i, name := range rows {
		prec, rec, f := p.figures(sum.rows[i])
		fmt.Fprintf(p.out, "Prec, rec, F1 %s: %s, %s, %s\n", name, python.Repr(prec), python.Repr(rec), python.Repr(f))
	}
	if !p.noSmart {
		_, _, f := p.figures(tally{sum.smart, sum.system, sum.gold})
		fmt.Fprintf(p.out, "Smart F-score concepts: %s\n\n", python.Repr(f))
	}
	if single {
		fmt.Fprintf(p.out, "\n## Restarts and processing time ##\n\nNum restarts specified       : %d\n"+
			"Found best mapping at restart: 0\n", p.restarts)
	}
}

// table prints rows of columns of equal width.
func (p *program) table(head string, rows [][]string, joiner string) {
	if head != "" {
		fmt.Fprintln(p.out, head)
	}
	var width []int
	for _, row := range rows {
		for k, cell := range row {
			if k == len(width) {
				width = append(width, 0)
			}
			width[k] = max(width[k], utf8.RuneCountInString(cell)+1)
		}
	}
	for _, row := range rows {
		var cells []string
		for k, cell := range row {
			cells = append(cells, cell+strings.Repeat(" ", width[k]-utf8.RuneCountInString(cell)))
		}
		fmt.Fprintln(p.out, strings.Join(cells, joiner))
	}
}

// clauses prints the clauses that match and those that do not.
func (p *program) clauses(result *result) {
	var match, rest [][]string
	for _, pair := range result.pairs {
		match = append(match, []string{result.systemDRS.lines[pair[0]], result.goldDRS.lines[pair[1]]})
	}
	for _, i := range result.unmatched(0) {
		rest = append(rest, []string{result.systemDRS.lines[i], ""})
	}
	for k, i := range result.unmatched(1) {
		if k < len(rest) && rest[k][1] == "" {
			rest[k][1] = result.goldDRS.lines[i]
		} else {
			rest = append(rest, []string{"", result.goldDRS.lines[i]})
		}
	}
	p.table("\n## Matching clauses ##\n", match, "| ")
	p.table("\n## Non-matching clauses ##\n", rest, "| ")
}

// unmatched returns the clauses of the system (0) or of gold (1) that match none.
func (r *result) unmatched(side int) (out []int) {
	taken := map[int]bool{}
	for _, pair := range r.pairs {
		taken[pair[side]] = true
	}
	for _, i := range []*drs{r.systemDRS, r.goldDRS}[side].counted {
		if !taken[i] {
			out = append(out, i)
		}
	}
	return out
}

// A kind is an operator, a role, or a concept with its sense.
type kind struct {
	name string
	tally
	f float64
}

// kinds prints the figures of each operator, role and concept of -ds.
func (p *program) kinds(all []*result) {
	var list []*kind
	of := map[string]*kind{}
	at := func(line string) *kind {
		f := columns(line)
		name := f[1]
		if classOf(name) == 2 {
			name += "." + strings.ReplaceAll(f[2], `"`, "")
		}
		if of[name] == nil {
			of[name] = &kind{name: name}
			list = append(list, of[name])
		}
		return of[name]
	}
	for _, result := range all {
		for _, pair := range result.pairs {
			k := at(result.systemDRS.lines[pair[0]])
			k.add(tally{1, 1, 1})
		}
		for _, i := range result.unmatched(0) {
			at(result.systemDRS.lines[i]).system++
		}
		for _, i := range result.unmatched(1) {
			at(result.goldDRS.lines[i]).gold++
		}
	}
	for _, k := range list {
		_, _, k.f = p.figures(k.tally)
	}
	slices.SortStableFunc(list, func(a, b *kind) int { return cmp.Compare(b.f, a.f) })
	for class, head := range []string{"Operators", "Roles", "Concepts"} {
		fmt.Fprintf(p.out, "\nIndividual clause scores for %s:\n\n", strings.ToLower(head))
		rows := [][]string{{head, "F-score", "Prod inst", "Gold inst", "Match"}}
		for _, k := range list {
			concept := strings.Contains(k.name, ".")
			if (k.system >= p.minCount || k.gold >= p.minCount) &&
				(concept && class == 2 || !concept && classOf(k.name) == class) {
				rows = append(rows, []string{k.name, python.Repr(k.f), strconv.Itoa(k.system), strconv.Itoa(k.gold),
					strconv.Itoa(k.matched)})
			}
		}
		p.table("", rows, "\t")
	}
}

// statistics prints the sizes of -st. counter.py then dies, as it writes bytes to a
// file of text.
func (p *program) statistics(system []*drs) error {
	var clauses, variables []int
	longest := 0
	for i, d := range system {
		clauses, variables = append(clauses, d.size()), append(variables, d.structure.Graph.Nodes)
		if clauses[i] > clauses[longest] {
			longest = i
		}
	}
	most := clauses[longest]
	fmt.Fprintf(p.out, "\nStatistics:\n\nDRS %d has max clauses\nLen DRSs: %d\nMean clauses: %s\n"+
		"Median clauses: %s\nMax clauses: %d\n\n",
		longest+1, len(clauses), python.Repr(mean(clauses)), python.Repr(median(clauses)), most)
	slices.Sort(variables)
	fmt.Fprintf(p.out, "Mean variables: %s\nMedian variables: %s\nMax variables: %d\n\n", python.Repr(mean(variables)),
		python.Repr(median(variables)), variables[len(variables)-1])
	if err := os.WriteFile(p.stats, nil, 0o666); err != nil {
		return err
	}
	return errors.New("TypeError: write() argument must be str, not bytes")
}

func mean(n []int) float64 {
	sum := 0
	for _, v := range n {
		sum += v
	}
	return float64(sum) / float64(len(n))
}

func median(n []int) float64 {
	n = slices.Sorted(slices.Values(n))
	return float64(n[(len(n)-1)/2]+n[len(n)/2]) / 2
}

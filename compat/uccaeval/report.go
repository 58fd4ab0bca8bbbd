package uccaeval

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"assay/measures/ucca"
)

// A row is the counts of one kind of edges.
type row struct{ matched, guessed, ref float64 }

func (r *result) row(kind, column string) row {
	at := kind + "_" + column
	return row{r.counts[at+"matched"], r.counts[at+"system"], r.counts[at+"gold"]}
}

// figures are precision, recall and F1.
func (c row) figures() [3]float64 {
	precision, recall := 1.0, 1.0
	if c.guessed > 0 {
		precision = c.matched / c.guessed
	}
	if c.ref > 0 {
		recall = c.matched / c.ref
	}
	if precision == 0 || recall == 0 {
		return [3]float64{precision, recall, 0}
	}
	return [3]float64{precision, recall, 2 * precision * recall / (precision + recall)}
}

// short writes a number with three significant digits, as {:.3} of Python.
func short(v float64) string {
	s := strconv.FormatFloat(v, 'g', 3, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// shown returns the ways that are reported.
func (p *program) shown() []struct{ name, column string } {
	if p.unlabeled {
		return ways[1:2]
	}
	return ways
}

// main is the way of the average and of the tables.
func (p *program) main() struct{ name, column string } { return p.shown()[0] }

func (p *program) scores(r *result, way struct{ name, column string }) {
	for _, kind := range kinds {
		c := r.row(kind.name, way.column)
		f := c.figures()
		fmt.Fprintf(p.out, "\n%s:\nPrecision: %s (%.0f/%.0f)\nRecall: %s (%.0f/%.0f)\nF1: %s\n", kind.title,
			short(f[0]), c.matched, c.guessed, short(f[1]), c.matched, c.ref, short(f[2]))
	}
	fmt.Fprintln(p.out)
}

// details prints the report of a single pair.
func (p *program) details(result result) {
	for _, way := range p.shown() {
		fmt.Fprintf(p.out, "Evaluation type: (%s)\n", way.name)
		if p.fscore {
			p.scores(&result, way)
		}
	}
	if p.errors {
		confusion(p.out, result.errors, "", p.table)
	}
	if !p.quiet {
		p.average(&result)
	}
}

// average prints the F1 of all kinds of edges.
func (p *program) average(r *result) {
	var sum row
	for _, kind := range kinds {
		c := r.row(kind.name, p.main().column)
		sum = row{sum.matched + c.matched, sum.guessed + c.guessed, sum.ref + c.ref}
	}
	fmt.Fprintf(p.out, "Average %s F1 score: %.3f\n", p.main().name, sum.figures()[2])
}

func (p *program) summarize(results []result) error {
	all := result{map[string]float64{}, map[ucca.Confusion]int{}}
	for _, r := range results {
		for name, n := range r.counts {
			all.counts[name] += n
		}
		for c, n := range r.errors {
			all.errors[c] += n
		}
	}
	if len(results) > 1 {
		p.overall(&all)
	}
	for _, f := range []struct {
		name   string
		rows   []result
		counts bool
	}{{p.outFile, results, false}, {p.summary, []result{all}, false}, {p.counts, []result{all}, true}} {
		if err := p.file(f.name, func(w io.Writer) { p.columns(w, f.rows, f.counts) }); err != nil {
			return err
		}
	}
	return p.file(p.errorsFile, func(w io.Writer) { confusion(w, all.errors, ",", p.table) })
}

// overall prints the report of several pairs.
func (p *program) overall(all *result) {
	switch {
	case p.verbose:
		fmt.Fprintln(p.out, "Aggregated scores:")
	case p.quiet:
		return
	case p.fscore:
		for _, way := range p.shown() {
			fmt.Fprintf(p.out, "Evaluation type: (%s)\n", way.name)
			p.scores(all, way)
		}
	case p.errors:
		fmt.Fprintln(p.out, p.files[0], p.files[1])
		confusion(p.out, all.errors, "", p.table)
	}
	p.average(all)
}

// file writes a file, and reports it.
func (p *program) file(name string, write func(io.Writer)) error {
	if name == "" {
		return nil
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	write(w)
	if err := w.Flush(); err != nil {
		file.Close()
		return err
	}
	fmt.Fprintf(p.out, "Wrote '%s'\n", name)
	return file.Close()
}

// columns writes a table of figures or counts, with commas.
func (p *program) columns(w io.Writer, results []result, counts bool) {
	names := []string{"precision", "recall", "f1"}
	if counts {
		names = []string{"guessed", "ref", "matches"}
	}
	var titles []string
	for _, kind := range kinds {
		for _, name := range names {
			titles = append(titles, kind.name+"_"+p.main().name+"_"+name)
		}
	}
	fmt.Fprintln(w, strings.Join(titles, ","))
	for i := range results {
		var cells []string
		for _, kind := range kinds {
			c := results[i].row(kind.name, p.main().column)
			f := c.figures()
			if counts {
				f = [3]float64{c.guessed, c.ref, c.matched}
			}
			for _, v := range f {
				cells = append(cells, strconv.FormatFloat(v, 'f', 3, 64))
			}
		}
		fmt.Fprintln(w, strings.Join(cells, ","))
	}
}

// confusion prints the labels that gold and the system give to the same yields,
// as a list or a table. sep separates columns in a file.
func confusion(w io.Writer, errors map[ucca.Confusion]int, sep string, table bool) {
	if len(errors) == 0 {
		return
	}
	if table {
		confusionTable(w, errors, sep)
		return
	}
	list := slices.SortedFunc(maps.Keys(errors), func(a, b ucca.Confusion) int {
		return cmp.Or(cmp.Compare(errors[b], errors[a]), cmp.Compare(a.System, b.System), cmp.Compare(a.Gold, b.Gold))
	})
	if sep != "" {
		fmt.Fprintln(w, strings.Join([]string{"guessed", "ref", "count"}, sep))
	}
	var widths [2]int
	for _, c := range list {
		widths = [2]int{max(widths[0], len(c.System)), max(widths[1], len(c.Gold))}
	}
	for _, c := range list {
		if sep != "" {
			fmt.Fprintf(w, "%s%s%s%s%d\n", c.System, sep, c.Gold, sep, errors[c])
			continue
		}
		fmt.Fprintf(w, "%-*s %-*s %d\n", widths[0], c.System, widths[1], c.Gold, errors[c])
	}
}

func confusionTable(w io.Writer, errors map[ucca.Confusion]int, sep string) {
	if sep == "" {
		sep = "\t"
		fmt.Fprint(w, "\n\n")
	}
	rows, columns := map[string]bool{}, map[string]bool{}
	for c := range errors {
		rows[c.System], columns[c.Gold] = true, true
	}
	order := slices.Sorted(maps.Keys(columns))
	fmt.Fprintf(w, "Evaluation type: (labeled), Confusion Matrix:\n%s%s\n", sep, strings.Join(order, sep))
	for _, system := range slices.Sorted(maps.Keys(rows)) {
		cells := []string{system}
		for _, gold := range order {
			cells = append(cells, strconv.Itoa(errors[ucca.Confusion{System: system, Gold: gold}]))
		}
		fmt.Fprintln(w, strings.Join(cells, sep))
	}
}

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

// A row is the counts of one construction.
type row struct {
	name, title  string
	guessed, ref float64
	matched      [len(ways)]float64
}

// add adds the counts of another row.
func (c *row) add(other *row) {
	c.guessed += other.guessed
	c.ref += other.ref
	for way, n := range other.matched {
		c.matched[way] += n
	}
}

// figures are precision, recall and F1.
func (c *row) figures(way int) [3]float64 {
	precision, recall := 1.0, 1.0
	if c.guessed > 0 {
		precision = c.matched[way] / c.guessed
	}
	if c.ref > 0 {
		recall = c.matched[way] / c.ref
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

// shown returns the ways that are reported. The first is that of the average and of the tables.
func (p *program) shown() []int {
	if p.unlabeled {
		return []int{1}
	}
	return []int{0, 1, 2}
}

func (p *program) scores(r *result, way int) {
	for i := range r.rows {
		c := &r.rows[i]
		f := c.figures(way)
		fmt.Fprintf(p.out, "\n%s:\nPrecision: %s (%.0f/%.0f)\nRecall: %s (%.0f/%.0f)\nF1: %s\n", c.title,
			short(f[0]), c.matched[way], c.guessed, short(f[1]), c.matched[way], c.ref, short(f[2]))
	}
	fmt.Fprintln(p.out)
}

// details prints the report of a single pair.
func (p *program) details(result result) {
	for _, way := range p.shown() {
		fmt.Fprintf(p.out, "Evaluation type: (%s)\n", ways[way])
		if p.units {
			units(p.out, result.units, ways[way])
		}
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

// units prints the yields that both sides have and those that only one has, with their
// categories, in the order of the words.
func units(w io.Writer, c *ucca.Comparison, way string) {
	var mutual, guessed, ref []labelled
	for i := range c.Constructions {
		of := &c.Constructions[i]
		for j := range of.Yields {
			y := &of.Yields[j]
			shared, ok := y.Mutual(way)
			if ok {
				mutual = append(mutual, label(of, y.Words, c.System, shared))
				continue
			}
			if y.System != nil {
				guessed = append(guessed, label(of, y.Words, c.System, y.System))
			}
			if y.Gold != nil {
				ref = append(ref, label(of, y.Words, c.Gold, y.Gold))
			}
		}
	}
	for _, part := range []struct {
		title string
		units []labelled
	}{{"Mutual Units", mutual}, {"Only in guessed", guessed}, {"Only in reference", ref}} {
		fmt.Fprintf(w, "==> %s:\n", part.title)
		printUnits(w, part.units)
	}
}

// A labelled is a yield with its text and categories.
type labelled struct {
	first, last int
	text        string
	categories  []string
}

func label(c *ucca.Construction, words []int, forms, categories []string) labelled {
	out := labelled{first: -1, last: -1, categories: slices.Clone(categories)}
	var text []string
	for _, at := range words {
		if at <= len(forms) {
			text = append(text, forms[at-1])
		}
	}
	if out.text = strings.Join(text, " "); len(words) > 0 {
		out.first, out.last = words[0], words[len(words)-1]
	}
	if c.Category {
		out.categories = append(out.categories, c.Name)
	}
	return out
}

// printUnits prints a line for each yield, the longer first of those that begin together.
func printUnits(w io.Writer, list []labelled) {
	compare := func(a, b labelled) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(b.last, a.last), cmp.Compare(a.text, b.text))
	}
	slices.SortStableFunc(list, compare)
	for len(list) > 0 {
		n := 0
		var all []string
		for n < len(list) && compare(list[0], list[n]) == 0 {
			all = append(all, list[n].categories...)
			n++
		}
		if len(all) > 0 {
			slices.Sort(all)
			fmt.Fprintf(w, "%s: ", strings.Join(slices.Compact(all), ","))
		}
		fmt.Fprintln(w, list[0].text)
		list = list[n:]
	}
}

// average prints the F1 of primary, remote and implicit edges.
func (p *program) average(r *result) {
	var sum row
	way := p.shown()[0]
	for i := range r.rows {
		switch r.rows[i].name {
		case "primary", "remote", "implicit":
			sum.add(&r.rows[i])
		}
	}
	fmt.Fprintf(p.out, "Average %s F1 score: %.3f\n", ways[way], sum.figures(way)[2])
}

func (p *program) summarize(results []result) error {
	all := result{errors: map[ucca.Confusion]int{}}
	for _, r := range results {
		for i := range r.rows {
			at := slices.IndexFunc(all.rows, func(c row) bool { return c.name == r.rows[i].name })
			if at < 0 {
				at = len(all.rows)
				all.rows = append(all.rows, row{name: r.rows[i].name, title: r.rows[i].title})
			}
			all.rows[at].add(&r.rows[i])
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
		if err := p.file(f.name, func(w io.Writer) { p.columns(w, all.rows, f.rows, f.counts) }); err != nil {
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
			fmt.Fprintf(p.out, "Evaluation type: (%s)\n", ways[way])
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

// columns writes a table of figures or counts, with commas. As in the original, a line has
// the columns of its own passage, which may be fewer than those of the first line.
func (p *program) columns(w io.Writer, titles []row, results []result, counts bool) {
	names := []string{"precision", "recall", "f1"}
	if counts {
		names = []string{"guessed", "ref", "matches"}
	}
	var heads []string
	way := p.shown()[0]
	for i := range titles {
		for _, name := range names {
			heads = append(heads, titles[i].name+"_"+ways[way]+"_"+name)
		}
	}
	fmt.Fprintln(w, strings.Join(heads, ","))
	for i := range results {
		var cells []string
		for j := range results[i].rows {
			c := &results[i].rows[j]
			f := c.figures(way)
			if counts {
				f = [3]float64{c.guessed, c.ref, c.matched[way]}
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

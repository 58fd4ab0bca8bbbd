package nervaluate

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"assay/compat/internal/python"
)

// A report prints an evaluation.
type report struct {
	*evaluation
	entities bool // a row for each type, not for each scenario
	scenario string
	digits   int
}

// A row is a line of a table.
type row struct {
	name string
	*result
}

// rows returns the rows of the tables; the scenarios in this order.
func (r *report) rows(order [scenarios]int) (rows []row) {
	if r.entities {
		if s := scenarioNamed(r.scenario); len(r.gold) > 0 {
			for i, tag := range r.tags {
				rows = append(rows, row{tag, r.byTag[i][s]})
			}
		}
		return rows
	}
	for _, s := range order {
		if r.overall[s] != nil {
			rows = append(rows, row{scenarioNames[s], r.overall[s]})
		}
	}
	return rows
}

// repr writes a score: an undefined one is the whole number 0.
func repr(v float64, undefined bool) string {
	if undefined {
		return "0"
	}
	return python.Repr(v)
}

// scores are the three scores as Python writes them.
func (r *result) scores() []string {
	return []string{repr(r.precision, r.actual() == 0), repr(r.recall, r.possible() == 0),
		repr(r.f1, r.precision+r.recall == 0)}
}

// full prints all results of all scenarios, those of all types first.
func (r *report) full(out io.Writer) {
	line := func(scope string, scenario int, x *result) {
		fmt.Fprint(out, scope, " ", scenarioNames[scenario])
		for _, n := range append(x.counts[:len(x.counts):len(x.counts)], x.possible(), x.actual()) {
			fmt.Fprint(out, " ", n)
		}
		fmt.Fprintln(out, " "+strings.Join(x.scores(), " "))
	}
	for _, s := range byName {
		if r.overall[s] != nil {
			line("overall", s, r.overall[s])
		}
	}
	for i, tag := range r.tags {
		for _, s := range byName {
			line(tag, s, r.byTag[i][s])
		}
	}
}

// summary is summary_report.
func (r *report) summary(out *bufio.Writer) error {
	rows := r.rows(byName)
	width, scenario := max(len("correct"), r.digits), "all"
	if r.entities {
		scenario = r.scenario
	}
	for _, x := range rows {
		width = max(width, utf8.RuneCountInString(x.name))
	}
	if r.digits < 0 && len(rows) > 0 {
		return errors.New("ValueError: Format specifier missing precision")
	}
	fmt.Fprintf(out, "Scenario: %s\n\n%*s ", scenario, width, "")
	for _, name := range []string{"correct", "incorrect", "partial", "missed", "spurious", "precision", "recall",
		"f1-score"} {
		fmt.Fprintf(out, " %11s", name)
	}
	fmt.Fprint(out, "\n\n")
	for _, x := range rows {
		fmt.Fprintf(out, "%*s ", width, x.name)
		for _, n := range x.counts {
			fmt.Fprintf(out, " %11d", n)
		}
		for _, v := range []float64{x.precision, x.recall, x.f1} {
			fmt.Fprintf(out, " %11.*f", r.digits, v)
		}
		fmt.Fprintln(out)
	}
	return nil
}

// csv is results_to_csv. The program's order of types is that of a set; here they are sorted.
func (r *report) csv(out io.Writer) {
	w := csv.NewWriter(out)
	w.UseCRLF = true
	first := "Strategy"
	if r.entities {
		first = "Entity"
	}
	w.Write([]string{first, "Correct", "Incorrect", "Partial", "Missed", "Spurious", "Precision", "Recall", "F1-Score"})
	for _, x := range r.rows([scenarios]int{strict, partial, entType, exact}) {
		record := []string{x.name}
		for _, n := range x.counts {
			record = append(record, fmt.Sprint(n))
		}
		w.Write(append(record, x.scores()...))
	}
	w.Flush()
}

// indices is summary_report_indices. The program's order of types is that of a set; here they are sorted.
func (r *report) indices() (string, error) {
	var out strings.Builder
	s := scenarioNamed(r.scenario)
	if !r.entities {
		if s < 0 || r.overall[s] == nil {
			return "", fmt.Errorf("KeyError: %s", python.Quote(r.scenario))
		}
		fmt.Fprintf(&out, "\nIndices for error schema '%s':\n\n", r.scenario)
		err := r.places(&out, r.overall[s])
		if err != nil {
			return "", err
		}
		return out.String(), nil
	}
	for i, tag := range r.tags {
		fmt.Fprintf(&out, "\nEntity Type: %s\nError Schema: '%s'\n\n", tag, r.scenario)
		if err := r.places(&out, r.byTag[i][s]); err != nil {
			return "", err
		}
	}
	return out.String(), nil
}

// places prints a table of entities by category. As in the program a number is looked up among all predictions of
// its document, also that of an entity of gold, and that of one among those of its type.
func (r *report) places(out io.Writer, x *result) error {
	fmt.Fprintf(out, "%-20s %-10s %-8s %-25s\n%s\n", "Category", "Instance", "Entity", "Details", strings.Repeat("-", 78))
	for c, name := range [categories]string{"Correct", "Incorrect", "Partial", "Missed", "Spurious"} {
		if len(x.places[c]) == 0 {
			fmt.Fprintf(out, "%-20s %-10s %-8s %-10s\n", name, "-", "-", "None")
		}
		for _, at := range x.places[c] {
			details := "No prediction info"
			if len(r.pred) != 1 || len(r.pred[0]) > 0 {
				doc := r.pred[at.document]
				if at.entity >= len(doc) {
					return errors.New("IndexError: list index out of range")
				}
				p := doc[at.entity]
				details = fmt.Sprintf("Label=%s, Start=%d, End=%d", p.label, p.start, p.end)
			}
			fmt.Fprintf(out, "%-20s %-10d %-8d %-10s\n", name, at.document, at.entity, details)
		}
	}
	return nil
}

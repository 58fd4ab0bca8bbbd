package diagnose

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"assay/eval"
	"assay/report"
)

// ClassTable lists the classes of metric m, at most most of them (0: all).
func (d *Diagnosis) ClassTable(m int, title string, most, precision int) *report.Table {
	table := &report.Table{Title: title, Head: []string{"part", "class", "errors", "share", "score", "if repaired",
		"gain", "share of loss"}}
	all := 0
	for _, c := range d.Classes {
		if c.Metric == m && !d.leftOut(m, c.Part) {
			all += c.Errors
		}
	}
	for i := range d.Classes {
		class := &d.Classes[i]
		if class.Metric != m || d.leftOut(m, class.Part) || most > 0 && len(table.Rows) == most {
			continue
		}
		name, score, gain := class.gainCells(precision)
		table.Add(report.Label(class.Part), report.Label(class.Name), report.Count(class.Errors),
			report.Percent(float64(class.Errors)/float64(all), 1), name, score, gain, d.lossShare(class))
	}
	table.Notes = append(table.Notes, d.lossNotes(m, precision)...)
	table.Notes = append(table.Notes, d.omissions(m)...)
	if all == 0 {
		table.Notes = append(table.Notes, "no errors")
	}
	return table
}

// gainCells returns the name of the score that a class is measured in, its value if repaired, and the gain.
func (c *Class) gainCells(precision int) (name, score, gain report.Cell) {
	main := c.Main()
	switch {
	case main == nil:
		return report.Label(""), report.Number(math.NaN(), 0), report.Number(math.NaN(), 0)
	case main.Rate:
		score, gain = report.Percent(main.Value, precision), signed(c.Gain, 100*c.Gain, precision)
	default:
		score, gain = report.Number(main.Value, precision), signed(c.Gain, c.Gain, precision)
	}
	return report.Label(main.Name), score, gain
}

// signed returns the text v of value, with its sign.
func signed(value, v float64, precision int) report.Cell {
	if math.IsNaN(v) {
		return report.Number(v, precision)
	}
	return report.Shown(value, fmt.Sprintf("%+.*f", precision, v))
}

// Nothing is the text of a table of confusions for a side without a label.
const Nothing = "—"

// OtherPlace is the text of a table of confusions for a label of the system that is the same as in gold.
const OtherPlace = "the same label, another place"

// ConfusionTable lists the confusions under metric m.
func (d *Diagnosis) ConfusionTable(m int, title string, most int, res *eval.Result) *report.Table {
	table := &report.Table{Title: title, Head: []string{"part", "gold", "system", "errors", "in " + res.Unit() + "s"}}
	for _, confusion := range d.Confusions {
		if confusion.Metric != m || d.leftOut(m, confusion.Part) || most > 0 && len(table.Rows) == most {
			continue
		}
		where := examples(confusion.Units, res)
		gold, system := differences(confusion.Gold, confusion.System)
		switch {
		case confusion.How != "":
			system = confusion.How
		case confusion.Gold == confusion.System && confusion.Gold != "":
			system = OtherPlace
		}
		table.Add(report.Label(confusion.Part), report.Label(orNothing(gold)), report.Label(orNothing(system)),
			report.Count(confusion.N), report.Label(where))
	}
	return table
}

// differences returns two lists of features without those that they share.
func differences(gold, system string) (string, string) {
	if gold == system || !strings.Contains(gold, "=") || !strings.Contains(system, "=") {
		return gold, system
	}
	g, s := strings.Split(gold, "|"), strings.Split(system, "|")
	less := func(list, other []string) string {
		return strings.Join(slices.DeleteFunc(slices.Clone(list), func(x string) bool { return slices.Contains(other, x) }),
			"|")
	}
	return less(g, s), less(s, g)
}

// examples names at most three sentences, and no more than a line holds.
func examples(units []int32, res *eval.Result) string {
	const most = 60 // bytes
	out := ""
	for i, u := range units {
		name := res.Name(int(u))
		if len(name) > 20 { // numbers are read more easily
			name = res.Units[u].Number()
		}
		if i == 3 || i > 0 && len(out)+len(name) > most {
			return out + " …"
		}
		if i > 0 {
			out += " "
		}
		out += name
	}
	return out
}

func orNothing(s string) string {
	if s == "" {
		return Nothing
	}
	return s
}

// errorHead names the columns of a list of errors.
var errorHead = []string{"sentence", "metric", "part", "outcome", "class", "gold", "system", "words"}

// ErrorTable lists items, a line each.
func ErrorTable(ms []*eval.Measure, res *eval.Result, errs []Error) *report.Table {
	t := &report.Table{Head: slices.Concat([]string{res.Unit()}, errorHead[1:])}
	for _, e := range errs {
		t.Add(report.Label(res.Name(int(e.Unit))), report.Label(ms[e.Metric].Name), report.Label(e.Part),
			report.Label(e.Outcome.String()), report.Label(e.Group), report.Label(e.Gold), report.Label(e.System),
			report.Label(e.Words))
	}
	return t
}

// longID is the length from which on the id of a sentence gives way to its number.
const longID = 20

// BriefTable is an ErrorTable of errs for a window: numbers in place of long names of
// sentences, and no column that repeats another or is empty. several says whether there
// are several measures.
func BriefTable(t *report.Table, errs []Error, several bool) *report.Table {
	const sentence, metric, part, class, gold, system, words = 0, 1, 2, 4, 5, 6, 7
	columns := []int{sentence}
	if several {
		columns = append(columns, metric)
	}
	if slices.ContainsFunc(errs, func(e Error) bool { return e.Part != "" }) {
		columns = append(columns, part)
	}
	for i, row := range t.Rows {
		if len(row[sentence].Text) > longID {
			row[sentence] = report.Label(strconv.Itoa(int(errs[i].Unit) + 1))
		}
		if errs[i].Inherited {
			row[class] = report.Label("+ " + row[class].Text)
		}
	}
	return t.Columns(append(columns, class, gold, system, words)...)
}

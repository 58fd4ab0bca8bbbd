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
	t := &report.Table{Title: title, Head: []string{"part", "class", "errors", "share", "score", "if repaired", "gain", "share of loss"}}
	all := 0
	for _, c := range d.Classes {
		if c.Metric == m && !d.leftOut(m, c.Part) {
			all += c.Errors
		}
	}
	for i := range d.Classes {
		c := &d.Classes[i]
		if c.Metric != m || d.leftOut(m, c.Part) || most > 0 && len(t.Rows) == most {
			continue
		}
		name, score, gain := "", report.Number(math.NaN(), 0), report.Number(math.NaN(), 0)
		if main := c.Main(); main != nil {
			name, score, gain = main.Name, report.Number(main.Value, precision), signed(c.Gain, c.Gain, precision)
			if main.Rate {
				score, gain = report.Percent(main.Value, precision), signed(c.Gain, 100*c.Gain, precision)
			}
		}
		t.Add(report.Label(c.Part), report.Label(c.Name), report.Count(c.Errors),
			report.Percent(float64(c.Errors)/float64(all), 1), report.Label(name), score, gain, d.lossShare(c))
	}
	t.Notes = append(t.Notes, d.lossNotes(m, precision)...)
	t.Notes = append(t.Notes, d.omissions(m)...)
	if all == 0 {
		t.Notes = append(t.Notes, "no errors")
	}
	return t
}

// signed returns the text v of value, with its sign.
func signed(value, v float64, precision int) report.Cell {
	if math.IsNaN(v) {
		return report.Number(v, precision)
	}
	return report.Shown(value, fmt.Sprintf("%+.*f", precision, v))
}

// ConfusionTable lists the confusions under metric m.
func (d *Diagnosis) ConfusionTable(m int, title string, most int, res *eval.Result) *report.Table {
	t := &report.Table{Title: title, Head: []string{"part", "gold", "system", "errors", "in sentences"}}
	for _, c := range d.Confusions {
		if c.Metric != m || d.leftOut(m, c.Part) || most > 0 && len(t.Rows) == most {
			continue
		}
		where := examples(c.Units, res)
		gold, system := differences(c.Gold, c.System)
		switch {
		case c.How != "":
			system = c.How
		case c.Gold == c.System && c.Gold != "":
			system = "the same label, another place"
		}
		t.Add(report.Label(c.Part), report.Label(orNothing(gold)), report.Label(orNothing(system)), report.Count(c.N), report.Label(where))
	}
	return t
}

// differences returns two lists of features without those that they share.
func differences(gold, system string) (string, string) {
	if gold == system || !strings.Contains(gold, "=") || !strings.Contains(system, "=") {
		return gold, system
	}
	g, s := strings.Split(gold, "|"), strings.Split(system, "|")
	less := func(list, other []string) string {
		return strings.Join(slices.DeleteFunc(slices.Clone(list), func(x string) bool { return slices.Contains(other, x) }), "|")
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
			name = strconv.Itoa(int(u) + 1)
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
		return "—"
	}
	return s
}

// errorHead names the columns of a list of errors.
var errorHead = []string{"sentence", "metric", "part", "outcome", "class", "gold", "system", "words"}

// ErrorTable lists items, a line each.
func ErrorTable(ms []eval.Metric, res *eval.Result, errs []Error) *report.Table {
	t := &report.Table{Head: errorHead}
	for _, e := range errs {
		t.Add(report.Label(res.Name(int(e.Unit))), report.Label(ms[e.Metric].Name()), report.Label(e.Part),
			report.Label(e.Outcome.String()), report.Label(e.Group), report.Label(e.Gold), report.Label(e.System), report.Label(e.Words))
	}
	return t
}

package drscounter

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

const style = `table, th, td { border: 1px solid black; border-collapse: collapse;}
#tot {background-color: #222; color: #fff; font-weight: bold;}
td {text-align: right;}
.ltd {text-align: left;}
th {background-color: #648ca8; color: #fff;}
th, td {padding: 2px 10px 2px 10px;}
.oddrow {background-color: #eee;}
.evenrow {background-color: #fff;}
.mono {font-family: "Courier New", Courier, monospace;}
`

// pageRows are the rows of the page: places in rows, and the names there.
var pageRows = []struct {
	row   int
	title string
}{{0, "Operators"}, {1, "Roles"}, {2, "Concepts"}, {3, "&nbsp;&nbsp;&nbsp;&nbsp;Nouns"},
	{7, "&nbsp;&nbsp;&nbsp;&nbsp;Events"},
	{4, "&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;Verbs"},
	{5, "&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;Adjectives"},
	{6, "&nbsp;&nbsp;&nbsp;&nbsp;Adverbs"}}

// page writes the page of -coda, for which counter.py needs -ill dummy.
func (p *program) page(sum *result, pairs int) error {
	if p.ill != "dummy" {
		return errors.New("NameError: name 'ill_drs_ids' is not defined")
	}
	var out strings.Builder
	fmt.Fprintf(&out, "<!DOCTYPE html>\n<meta charset=utf-8>\n<html>\n<head>\n<style>\n%s\n</style>\n</head>\n<body>\n",
		style)
	fmt.Fprintf(&out, "<p>Number of system-gold pairs of CLFs: <b>%d</b></p>\n", pairs)
	fmt.Fprintf(&out, "<p>Number of ill CLFs (i.e. non-DRSs) produced by the system: <b>%d</b></p>\n", len(p.replaced))
	fmt.Fprintf(&out, "<p>Total number of clauses in system / gold CLFs: <b>%d</b> / <b>%d</b></p>\n",
		sum.system, sum.gold)
	fmt.Fprintf(&out, "<p>Total number of matching clauses: <b>%d</b></p>\n", sum.matched)
	out.WriteString("<table style=\"width:100%\">\n<tr>\n<th>Clause types</th>\n<th>Precision</th>\n" +
		"<th>Recall</th>\n<th>F-score</th>\n</tr>\n")
	cells := func(n tally) {
		prec, rec, f := p.figures(n)
		for _, v := range []float64{prec, rec, f} {
			fmt.Fprintf(&out, "<td>%.2f%%</td>\n", 100*v)
		}
		out.WriteString("</tr>\n")
	}
	for i, r := range pageRows {
		fmt.Fprintf(&out, "<tr class=\"%s\">\n<td class=\"ltd\">%s</td>\n", []string{"evenrow", "oddrow"}[i%2], r.title)
		cells(sum.rows[r.row])
	}
	out.WriteString("<tr id=\"tot\">\n<td class=\"ltd\">Total</td>\n")
	cells(sum.tally)
	out.WriteString("</table>\n")
	if len(p.replaced) > 0 {
		var ids []string
		for _, n := range slices.Sorted(slices.Values(p.replaced)) {
			ids = append(ids, strconv.Itoa(n))
		}
		fmt.Fprintf(&out, "<p>IDs of ill CLFs: <span class=\"mono\">%s</span></p>\n", strings.Join(ids, ", "))
	}
	out.WriteString("\n</body>\n</html>")
	return os.WriteFile(p.codalab+".html", []byte(out.String()), 0o666)
}

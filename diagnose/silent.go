package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"assay/eval"
)

// A Silence is a part of a measure of which the system says nothing in the whole
// file, such as enhanced dependencies by a parser that gives none: all that gold
// has is missing. Tables leave it out, and say so.
type Silence struct {
	Metric int
	Part   string
	Errors int
}

// silences finds the parts of which the system says nothing, where it says
// something of others: by the columns that count what it has.
func (d *Diagnosis) silences(res *eval.Result) {
	for m, counts := range res.Counts {
		columns, sum := counts.Metric.Columns(), counts.Sum()
		var found []Silence
		speaks := false
		for i := range d.Classes {
			c := &d.Classes[i]
			if c.Metric != m {
				continue
			}
			// The part that has no name is counted as system, las as las_system.
			column := slices.Index(columns, strings.TrimPrefix(c.Part+"_system", "_"))
			if column < 0 || sum[column] != 0 {
				speaks = speaks || column >= 0
				continue
			}
			k := slices.IndexFunc(found, func(s Silence) bool { return s.Part == c.Part })
			if k < 0 {
				k = len(found)
				found = append(found, Silence{Metric: m, Part: c.Part})
			}
			found[k].Errors += c.Errors
		}
		if speaks {
			d.Silent = append(d.Silent, found...)
		}
	}
}

// silent reports whether tables leave out that part of metric m.
func (d *Diagnosis) silent(m int, part string) bool {
	return slices.ContainsFunc(d.Silent, func(s Silence) bool { return s.Metric == m && s.Part == part })
}

// silenceNotes say what the tables of metric m leave out.
func (d *Diagnosis) silenceNotes(m int) []string {
	var parts []string
	for _, s := range d.Silent {
		if s.Metric == m {
			parts = append(parts, fmt.Sprintf("%s (%d in gold)", s.Part, s.Errors))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{"left out, as the system says nothing of it: " + strings.Join(parts, ", ")}
}

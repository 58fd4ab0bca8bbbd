package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"assay/eval"
)

// A Silence is a part of a measure of which the system has no item in the whole
// file, such as enhanced dependencies by a parser that gives none: all that gold
// has is missing. Tables leave it out, and say so.
type Silence struct {
	Metric int
	Part   string
	Errors int
}

// silences finds the parts of which the system says nothing, where it has items
// of others: by the columns that count the system's items.
func (d *Diagnosis) silences(res *eval.Result) {
	for m, counts := range res.Counts {
		prfs, sum := counts.Metric.PRF, counts.Sum()
		var found []Silence
		speaks := false
		for i := range d.Classes {
			class := &d.Classes[i]
			if class.Metric != m {
				continue
			}
			before := class.Part
			if before != "" {
				before += "_"
			}
			prf := slices.IndexFunc(prfs, func(p eval.PRF) bool { return p.Before == before && p.After == "" })
			if prf < 0 || sum[prfs[prf].System] != 0 {
				speaks = speaks || prf >= 0
				continue
			}
			k := slices.IndexFunc(found, func(s Silence) bool { return s.Part == class.Part })
			if k < 0 {
				k = len(found)
				found = append(found, Silence{Metric: m, Part: class.Part})
			}
			found[k].Errors += class.Errors
		}
		if speaks {
			d.Silent = append(d.Silent, found...)
		}
	}
}

// A Repeat is a part that lists errors of other parts once more (eval.Measure.Repeats).
// Tables leave it out, and say so.
type Repeat struct {
	Metric int
	Part   string
}

// repeats finds the parts with errors that other parts list.
func (d *Diagnosis) repeats(ms []*eval.Measure) {
	for m, metric := range ms {
		for _, part := range metric.Repeats {
			if slices.ContainsFunc(d.Classes, func(c Class) bool { return c.Metric == m && c.Part == part }) {
				d.Repeated = append(d.Repeated, Repeat{m, part})
			}
		}
	}
}

// leftOut reports whether tables leave out that part of metric m.
func (d *Diagnosis) leftOut(m int, part string) bool {
	return d.silent(m, part) || slices.Contains(d.Repeated, Repeat{m, part})
}

// silent reports whether the system says nothing of that part of metric m.
func (d *Diagnosis) silent(m int, part string) bool {
	return slices.ContainsFunc(d.Silent, func(s Silence) bool { return s.Metric == m && s.Part == part })
}

// omissions name the parts that the tables of metric m leave out.
func (d *Diagnosis) omissions(m int) []string {
	var again, out []string
	for _, r := range d.Repeated {
		if r.Metric == m && !d.silent(m, r.Part) {
			again = append(again, r.Part)
		}
	}
	if len(again) > 0 {
		out = append(out, "left out, as they list the same errors again: "+strings.Join(again, ", "))
	}
	return append(out, d.silenceNotes(m)...)
}

// silenceNotes name the parts of metric m of which the system says nothing.
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

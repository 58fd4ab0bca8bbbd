package finding

import (
	"context"
	"fmt"
	"strings"

	"assay/report"
)

// Unmet finds conditions that select nothing, which is usually a mistake, and items that the system's
// side alone selects.
var Unmet = &Finding{
	Kinds: []Kind{
		{"where-side",
			"a condition selects items that have its value on the system's side alone: errors where labels are compared",
			"option where 'gold: CONDITION' leaves them out"},
		{"where", "nothing that the measure counts satisfies the condition",
			"| is part of a name in Xiao's conditions; write (or (type a) (type b)), or /a|b/"}},
	Scope: OfRun,
	Find:  func(_ context.Context, run *Run) []report.Warning { return unmet(run) },
}

// unmet describes both.
func unmet(run *Run) (out []report.Warning) {
	res := run.Result
	if run.Where == "" {
		return nil
	}
	for _, c := range res.Counts {
		if c.BySystem > 0 {
			out = append(out, report.Warning{Kind: "where-side", Level: report.Setting}.
				Say("option where selects by gold's side or the system's: of %s of %s %d are selected by the "+
					"system's side alone, and are errors where labels are compared; option where 'gold: %s' leaves them out",
					plural(c.Selected, "item"), c.Metric.Name, c.BySystem, run.Where))
		}
		if c.Selected > 0 {
			continue
		}
		warning := report.Warning{Kind: "where", Level: report.Setting,
			Text: fmt.Sprintf("nothing that %s counts in %s or %s satisfies %s", c.Metric.Name, res.Gold.Name,
				res.System.Name, run.Where)}.Concerning("option where")
		if strings.Contains(run.Where, "|") && !strings.Contains(run.Where, "/") {
			warning.Remedy = "| is part of the name here; write (or (type a) (type b)), or /a|b/"
		}
		if strings.Contains(run.Where, "class") {
			warning.Remedy = "class is the class of an error; part=PROP or (kind PROP) selects items of a kind"
		}
		out = append(out, warning)
	}
	return out
}

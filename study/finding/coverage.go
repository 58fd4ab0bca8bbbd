package finding

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"assay/heads"
	"assay/report"
)

// Coverage says how well the tables of a conversion cover each side: gold, and all systems together.
var Coverage = &Finding{
	Kinds: []Kind{{"coverage", "how many phrases and dependencies the head table and the relation table know; few " +
		"are a sign that " +
		"they are for another treebank", "assay heads lists the tables; assay heads TABLE FILE lists the phrases " +
		"without a rule"}},
	Scope: OfOptions,
	Find: func(_ context.Context, run *Run) (out []report.Warning) {
		names := run.Names
		if run.Result.Gold != nil {
			names[0] = cmp.Or(names[0], run.Result.Gold.Name)
			names[1] = cmp.Or(names[1], run.Result.System.Name)
		}
		for i, steps := range StepsOf(run.Plan).Plain {
			for _, step := range steps {
				if conversion, ok := step.(*heads.Conversion); ok {
					out = append(out, TableCoverage(conversion, names[i])...)
				}
			}
		}
		return out
	},
}

// lowCoverage is the share of phrases, in percent, below which a head table or
// relation table is likely not for the treebank.
const lowCoverage = 90

// TableCoverage describes the coverage of the tables of a conversion of a file since the
// last time, one warning for each.
func TableCoverage(conversion *heads.Conversion, name string) (out []report.Warning) {
	rows, all := conversion.Coverage()
	if n := all.Hits + all.Fallbacks + all.Missing; n > 0 {
		share := 100 * float64(all.Hits) / float64(n)
		warning := report.Warning{Kind: "coverage", About: name}
		warning.Text = fmt.Sprintf("head table %s: its rules find the heads of %.1f %% of the phrases",
			conversion.Table.Name, share)
		if share < lowCoverage {
			var worst []string
			for _, r := range rows[:min(5, len(rows))] {
				if k := r.Fallbacks + r.Missing; k > 0 {
					worst = append(worst, fmt.Sprintf("%s %.0f %%", r.Label, 100*float64(k)/float64(n)))
				}
			}
			warning.Level = report.Caution
			warning.Text += fmt.Sprintf("; is it for this treebank? Fallbacks, of all phrases: %s (assay heads %s FILE "+
				"lists all)", strings.Join(worst, ", "), conversion.Table.Name)
		}
		if all.Missing > 0 && share < lowCoverage && conversion.Options.Missing < heads.MissingError {
			warning.Text += "; heads=" + conversion.Table.Name + ":missing=unattached leaves the words of phrases without an " +
				"entry unattached"
		}
		out = append(out, warning)
	}
	if n := conversion.Bare(); n > 0 {
		out = append(out, report.Warning{Kind: "coverage", About: name,
			Text: plural(n, "sentence") + " without any attachment: no rule says which of the pieces is the head"})
	}
	if conversion.Relations == nil {
		return out
	}
	if labelled, links := conversion.Labelled(); links > 0 {
		share := 100 * float64(labelled) / float64(links)
		warning := report.Warning{Kind: "coverage", About: name}
		warning.Text = fmt.Sprintf("relation table %s: it labels %.1f %% of the dependencies",
			conversion.Relations.Name, share)
		if share < lowCoverage {
			warning.Level, warning.Text = report.Caution, warning.Text+"; the others have no label"
		}
		out = append(out, warning)
	}
	return out
}

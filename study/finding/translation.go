package finding

import (
	"context"
	"fmt"

	"assay/report"
	"assay/study/option"
)

// Translation finds files of Options.CommonWith whose words are others than gold's.
var Translation = &Finding{
	Kinds: []Kind{{"translation",
		"a file of option " + option.CommonWith + " is paired by id and has other words than gold: a translation",
		"look whether equal ids are the same items in both test suites"}},
	Scope: OfOptions,
	Find:  func(_ context.Context, run *Run) []report.Warning { return translated(run) },
}

// translated names such files.
func translated(run *Run) (out []report.Warning) {
	for _, t := range run.Translations {
		warning := report.Warning{Kind: "translation", Level: report.Setting,
			Text: fmt.Sprintf("%d of %d sentences of %s, paired by id, have other words than %s: taken for a translation",
				t.Other, t.Pairs, t.Source.Name, run.Plan.Gold().Name)}.Concerning("option " + option.CommonWith)
		if all := len(run.Plan.Options().Only); 2*t.Pairs < all {
			warning.Level = report.Caution
			warning.Text += fmt.Sprintf("; of %d sentences of gold, %d have an id there", all, t.Pairs)
			warning.Remedy = "look whether equal ids are the same items in both test suites"
		}
		out = append(out, warning)
	}
	return out
}

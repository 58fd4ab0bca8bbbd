package finding

import (
	"context"
	"fmt"
	"slices"

	"assay/eval"
	"assay/eval/breakdown"
	"assay/report"
)

// Ungrouped finds keys that sort nothing.
var Ungrouped = &Finding{
	Kinds: []Kind{{"by", "nothing that the measure counts has a value of this key", "assay help keys lists the keys"}},
	Scope: OfRun,
	Find:  func(_ context.Context, run *Run) []report.Warning { return ungrouped(run) },
}

// ungrouped reports keys that sort nothing.
func ungrouped(run *Run) (out []report.Warning) {
	res := run.Result
	if run.By == "" || len(run.Plan.Options().By) == 0 {
		return nil
	}
	keys, err := breakdown.Parse(run.By)
	if err != nil { // keys of training data sort every word
		return nil
	}
	for _, key := range keys {
		if key.Name() == "rank" {
			continue
		}
		for _, c := range res.Counts {
			if !slices.ContainsFunc(c.Groups, func(g *eval.Group) bool { return g.Key == key.Name() }) &&
				c.Sentences.Scored > 0 {
				out = append(out, report.Warning{Kind: "by", Level: report.Setting,
					Text: fmt.Sprintf("nothing that %s counts in %s or %s has such a value", c.Metric.Name, res.Gold.Name,
						res.System.Name)}.Concerning("option by %s", key.Name()))
			}
		}
	}
	return out
}

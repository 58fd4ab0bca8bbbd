package finding

import (
	"path/filepath"
	"strings"

	"assay/report"
)

// Lead finds choices under which the systems have another order.
var Lead = &Finding{
	Kinds: []Kind{{"lead", "which system is best depends on which sentences count",
		"option spans=characters, or option common, " +
			"compares the systems over the same sentences"}},
	Scope: OfResult,
	Conclude: func(all *All) (out []report.Warning) {
		for i := range all.Leads {
			lead := &all.Leads[i]
			lead.Warnings = nil
			for _, turn := range lead.Turned {
				lead.Warnings = append(lead.Warnings, turned(turn))
			}
			out = append(out, inUnits(all.Runs[0], lead.Warnings)...)
		}
		return out
	},
}

// turned describes another order.
func turned(turn report.Turn) report.Warning {
	warning := report.Warning{Kind: "lead", Level: report.Caution}
	if turn.Choice == "own" {
		warning.Text = "over different sentences, each system's own, the order is " + strings.Join(turn.Order, ", ")
		return warning
	}
	return warning.Say("%s is ahead only without the sentences whose words differ; with option "+turn.Choice+
		" (%d sentences) %s leads, %.2f to %.2f", filepath.Base(turn.Ahead), turn.Sentences, filepath.Base(turn.System),
		100*turn.Best,
		100*turn.Other)
}

package finding

import (
	"fmt"
	"path/filepath"
	"strings"

	"assay/report"
)

// Lead finds choices under which the systems have another order.
var Lead = &Finding{
	Kinds: []Kind{{"lead", "which system is best depends on which sentences count", "{spans=characters}, or {common}, " +
		"compares the systems over the same sentences"}},
	Scope: OfResult,
	Conclude: func(all *All) (out []report.Warning) {
		for i := range all.Leads {
			lead := &all.Leads[i]
			lead.Warnings = nil
			for _, turn := range lead.Turned {
				lead.Warnings = append(lead.Warnings, report.Warning{Kind: "lead", Level: report.Caution, Text: turned(turn)})
			}
			out = append(out, inUnits(all.Runs[0], lead.Warnings)...)
		}
		return out
	},
}

// turned describes another order.
func turned(turn report.Turn) string {
	if turn.Choice == "own" {
		return "over different sentences, each system's own, the order is " + strings.Join(turn.Order, ", ")
	}
	return fmt.Sprintf("%s is ahead only without the sentences whose words differ; with option %s (%d sentences) "+
		"%s leads, "+
		"%.2f to %.2f", filepath.Base(turn.Ahead), turn.Choice, turn.Sentences, filepath.Base(turn.System), 100*turn.Best,
		100*turn.Other)
}

package finding

import (
	"fmt"

	"assay/report"
)

// Stray finds decisions of a human check that match no item of these files; they change no figure.
var Stray = &Finding{
	Kinds: []Kind{{"stray-decisions", "decisions of a human check are about no item of these files, and change no " +
		"figure",
		"they were made on another gold or system: name its file of decisions"}},
	Scope:    OfResult,
	Conclude: func(all *All) []report.Warning { return straying(all) },
}

// straysNamed is how many decisions a note names.
const straysNamed = 3

// straying names the first such decisions.
func straying(all *All) []report.Warning {
	if all.Strays == nil {
		return nil
	}
	left := all.Strays.Left()
	if len(left) == 0 {
		return nil
	}
	text := fmt.Sprintf("%s: of %s, %d about no item of these files:", all.Check,
		plural(all.Strays.Decisions(), "decision"), len(left))
	for i, decision := range left {
		if i == straysNamed {
			text += fmt.Sprintf(" and %d more", len(left)-i)
			break
		}
		if i > 0 {
			text += ";"
		}
		text += fmt.Sprintf(" %s of the %s in sentence %s", decision.Item, decision.Side, decision.Sentence)
	}
	return []report.Warning{report.Warning{Kind: "stray-decisions", Level: report.Setting, Text: text,
		Remedy: "they were made on another gold or system, and change no figure"}.Concerning("option check")}
}

package finding

import (
	"math"

	"assay/report"
)

// Unit finds two systems whose difference is significant by document or by sentence, and not by the other.
var Unit = &Finding{
	Kinds: []Kind{{"unit", "a difference is significant by sentence or by document alone: sentences of a document " +
		"depend on each " +
		"other", "option unit=document is the safer test"}},
	Scope: OfResult,
	Conclude: func(all *All) []report.Warning {
		test, other := all.Tested[0], all.Tested[1]
		if (test.P < all.Alpha) == (other.P < all.Alpha) || math.IsNaN(test.P+other.P) {
			return nil
		}
		return []report.Warning{report.Warning{Kind: "unit", Level: report.Remark}.
			Say("%s: p is %.4f by %s and %.4f by %s, without adjustment; sentences of a document depend on "+
				"each other, so that option unit=document is the safer test",
				report.FieldName(all.Score), test.P, test.Unit, other.P, other.Unit)}
	},
}

// A Tested score has a p-value by a unit.
type Tested struct {
	Unit string
	P    float64
}

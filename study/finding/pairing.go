package finding

import (
	"context"
	"fmt"

	"assay/eval"
	"assay/report"
)

// Pairing says how sentences were paired if words of some pairs differ.
var Pairing = &Finding{
	Kinds: []Kind{{"pairing", "the words of some pairs differ, or the sides have different numbers of sentences: " +
		"how sentences " +
		"were paired, and why", "option align=text pairs them if both hold one text"}},
	Find: func(_ context.Context, run *Run) []report.Warning { return pairing(run.Result) },
}

// Moved finds sentences of the system with the words of other gold sentences than their own.
var Moved = &Finding{
	Kinds: []Kind{{"moved", "sentences of the system have the words of other gold sentences than those that they " +
		"are paired with",
		"option align=words pairs by words, in any order"}},
	Find: func(_ context.Context, run *Run) []report.Warning { return moved(run.Result) },
}

// pairing describes the pairing. Another pairing is a
// remedy only if two pairs differ or more: words that are split differently have the same text,
// and a single pair has no other partner.
func pairing(res *eval.Result) (out []report.Warning) {
	if res.GoldN == 0 || res.SystemN == 0 {
		return nil
	}
	differ := map[int]bool{}
	for _, p := range res.Problems {
		if p.Cause == eval.DifferentWords {
			differ[p.Unit] = true
		}
	}
	uneven := res.Align == eval.AlignOrder && res.GoldN != res.SystemN && res.Why != eval.AskedFor
	warning := report.Warning{Kind: "pairing", Level: report.Remark}
	switch {
	case res.Align == eval.AlignWords && res.Why != eval.AskedFor:
		warning.Text = fmt.Sprintf("sentences were paired by their words: %s", res.Why)
	case len(differ) == 0 && !uneven:
	case len(differ) == 0:
		warning.Text = fmt.Sprintf("sentences were paired by order: %s", res.Why)
	case len(differ) == 1 || res.Align == eval.AlignText || res.Unlike:
		warning.Text = fmt.Sprintf("sentences were paired by %s: %s", res.Align, res.Why)
	default:
		warning.Level = report.Hint
		warning = warning.Say("sentences were paired by %s: %s; option align=text pairs them if both hold one text",
			res.Align, res.Why)
	}
	if warning.Text != "" {
		out = append(out, warning)
	}
	return out
}

// moved counts such sentences.
func moved(res *eval.Result) (out []report.Warning) {
	if res.GoldN == 0 || res.SystemN == 0 {
		return nil
	}
	const remedy = "; option align=words pairs by words, in any order"
	switch {
	case res.Moved == 1:
		out = append(out, report.Warning{Kind: "moved", Level: report.Remark}.
			Say("1 sentence of the system has the words of another gold sentence"+remedy))
	case res.Moved > 1:
		out = append(out, report.Warning{Kind: "moved", Level: report.Remark}.
			Say("%d sentences of the system have the words of other gold sentences"+remedy, res.Moved))
	}
	return out
}

package finding

import (
	"fmt"
	"math"
	"strings"

	"assay/check/soft"
	"assay/eval"
	"assay/report"
	"assay/signif"
)

// Undecided finds soft precisions that hold none of the wrong items that nobody decided, and recalls over 100.
var Undecided = &Finding{
	Kinds: []Kind{
		{"recall", "soft recall is above 100: accepted brackets count, and gold lacks some of them", "cite soft precision"},
		{"undecided", "nobody decided some wrong items, and no soft figure counts them: soft precision is too high",
			"check more items, or cite the expected precision with its interval"}},
	Scope:    OfResult,
	Conclude: func(all *All) []report.Warning { return undecided(all) },
}

// Unmoved finds measures whose main score is of whole entities or trees: decisions on single items do not change it.
var Unmoved = &Finding{
	Kinds: []Kind{{"unmoved", "decisions of a human check are on single items, and the main score counts whole " +
		"trees or " +
		"entities", "cite the soft scores that they change"}},
	Scope: OfResult,
	Conclude: func(all *All) []report.Warning {
		if all.Check == "" {
			return nil
		}
		return unmoved(all.Runs[0])
	},
}

// softPairs are the names of a soft precision and of the share of wrong items that nobody
// decided, of which it holds none.
var softPairs = [][2]string{{"precision_soft", "undecided_share"}, {"soft_precision", "soft_undecided_share"},
	{"soft_las_precision", "soft_las_undecided_share"}, {"soft_full_precision", "soft_full_undecided_share"},
	{"soft_mentions_precision", "soft_mentions_undecided_share"}}

// unmoved names the scores that decisions change.
func unmoved(run *eval.Result) (out []report.Warning) {
	for _, counts := range run.Counts {
		m, main := counts.Metric, counts.Metric.Headline()
		if m.Decides || main < 0 || soft.Decided(m, main) {
			continue
		}
		var changed []string
		for _, prf := range m.PRF {
			changed = append(changed, "soft_"+prf.Before+"precision"+prf.After, "recall", "f1")
		}
		out = append(out, report.Warning{Kind: "unmoved", Level: report.Setting,
			Text: fmt.Sprintf("decisions are on single items of %s: they change %s, but not %s", m.Name,
				strings.Join(changed, ", "), m.Formulas[main].Name)}.Concerning("option check"))
	}
	return out
}

// undecided warns of soft precisions that are too high because all exact matches are in
// them and many wrong items are not, with the figure to be expected if those that were
// decided are a random sample of the wrong ones.
func undecided(all *All) (out []report.Warning) {
	if all.Check == "" {
		return nil
	}
	for _, res := range all.Figures {
		if recall := scoreOf(res.Scores, "recall_soft"); recall != nil && recall.Num > recall.Den {
			out = append(out, report.Warning{Kind: "recall", Level: report.Setting,
				Text: fmt.Sprintf("recall soft %.2f is above 100: %.0f accepted brackets are a share of gold's %.0f, and gold "+
					"lacks some of them (Hogenhout & Matsumoto 1996, table 3)", 100*recall.Value, recall.Num, recall.Den)}.
				Concerning("option check: %s", res.System))
		}
		for _, names := range softPairs {
			precision, share := scoreOf(res.Scores, names[0]), scoreOf(res.Scores, names[1])
			if precision == nil || share == nil || share.Num == 0 {
				continue
			}
			warning := report.Warning{Kind: "undecided", Level: report.Setting,
				Text: fmt.Sprintf("nobody decided %.0f of %.0f wrong items, and no soft figure counts them: %s %.2f is too high",
					share.Num, share.Den, strings.ReplaceAll(names[0], "_", " "), 100*precision.Value)}.
				Concerning("option check: %s", res.System)
			if decided := share.Den - share.Num; decided > 0 {
				expected, low, high := expectedPrecision(precision, share)
				warning = warning.Advise("if the decided ones (%.0f) are a random sample (check option sample), %.2f is "+
					"to be expected, with a 95 %% interval from %.2f to %.2f",
					decided, 100*expected, 100*low, 100*high)
			}
			out = append(out, warning)
		}
	}
	return out
}

// expectedPrecision extends the share of accepted items to those that nobody decided. The
// interval is Wilson's, of that share.
func expectedPrecision(precision, share *eval.Score) (expected, low, high float64) {
	decided := share.Den - share.Num
	accepted := max(0, decided-(precision.Den-precision.Num)) // exact matches that were rejected are no wrong items
	with := func(rate float64) float64 {
		return (precision.Num + rate*share.Num) / (precision.Den + share.Num)
	}
	low, high = signif.Wilson(int(math.Round(accepted)), int(math.Round(decided)), signif.DefaultAlpha)
	return with(accepted / decided), with(low), with(high)
}

func scoreOf(scores []eval.Score, name string) *eval.Score {
	for i := range scores {
		if scores[i].Name == name && scores[i].Den > 0 {
			return &scores[i]
		}
	}
	return nil
}

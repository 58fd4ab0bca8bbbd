package study

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"assay/eval"
	"assay/eval/breakdown"
	"assay/report"
	"assay/treebank"
)

// A misfit is a watch for files that do not fit a measure.
type misfit interface {
	// warnings describes the misfits in the result of a run.
	warnings(res *eval.Result) []report.Warning
}

// Watches makes the watches of a run, whose findings are among the warnings about it.
func Watches(gold, system *treebank.Source, ms []*eval.Measure) []eval.Watch {
	return slices.Concat(watchRoots(ms), watchAnchors(ms), watchGaps(gold, ms),
		watchCounterparts(gold, system, ms), watchAnswers(system))
}

// Warnings returns the warnings about the run of one system: conditions, tables, keys and
// files that do not fit. Each text comes once in the life of a study.
func (s *Study) Warnings(ctx context.Context, res *eval.Result) []report.Warning {
	list := slices.Concat(sameFile(res), s.emptySides(res), pairing(res), s.translated(), s.unseen(), s.covered(res),
		s.unmet(res), s.misfits(ctx, res))
	return s.once(inUnits(res, append(list, s.ungrouped(res)...)))
}

// OfFile is Warnings for one file of an experiment, without those about the options.
func (s *Study) OfFile(ctx context.Context, res *eval.Result) []report.Warning {
	return s.once(inUnits(res, slices.Concat(sameFile(res), s.emptySides(res), pairing(res), s.misfits(ctx, res))))
}

// inUnits puts the noun for a unit of the run into warnings about sentences.
func inUnits(res *eval.Result, list []report.Warning) []report.Warning {
	for i := range list {
		list[i].Text, list[i].Remedy = res.InUnits(list[i].Text), res.InUnits(list[i].Remedy)
	}
	return list
}

// OfOptions returns the warnings about the options of an experiment.
func (s *Study) OfOptions() []report.Warning {
	return s.once(append(s.unseen(), s.coverage([2]string{"the gold files", "the systems"})...))
}

// once keeps the warnings that were not given before.
func (s *Study) once(list []report.Warning) (out []report.Warning) {
	if s.said == nil {
		s.said = map[string]bool{}
	}
	for _, warning := range list {
		if text := warning.Lines(); !s.said[text] {
			s.said[text] = true
			out = append(out, warning)
		}
	}
	return out
}

// misfits describes files that do not fit the measures.
func (s *Study) misfits(ctx context.Context, res *eval.Result) (out []report.Warning) {
	for _, watch := range res.Watches {
		if found, ok := watch.(misfit); ok {
			out = append(out, found.warnings(res)...)
		}
		if roots, ok := watch.(*rootBrackets); ok {
			out = append(out, roots.unlabelled(res, s.Where != "")...)
		}
	}
	return append(out, s.strangers(ctx, res)...)
}

// sameFile warns of a system that is gold.
func sameFile(res *eval.Result) []report.Warning {
	if !slices.EqualFunc(res.Gold.Files, res.System.Files, SameFile) {
		return nil
	}
	return []report.Warning{{Kind: "same-file", Level: report.Remark,
		Text: fmt.Sprintf("the system %s is the file of gold", res.System.Name)}}
}

// pairing says how sentences were paired if words of some pairs differ. Another pairing is a
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
		warning.Level, warning.Text = report.Hint, fmt.Sprintf("sentences were paired by %s: %s; option align=text "+
			"pairs them if both hold one text", res.Align, res.Why)
	}
	if warning.Text != "" {
		out = append(out, warning)
	}
	const remedy = "; option align=words pairs by words, in any order"
	switch {
	case res.Moved == 1:
		out = append(out, report.Warning{Kind: "moved", Level: report.Remark,
			Text: "1 sentence of the system has the words of another gold sentence" + remedy})
	case res.Moved > 1:
		out = append(out, report.Warning{Kind: "moved", Level: report.Remark,
			Text: fmt.Sprintf("%d sentences of the system have the words of other gold sentences%s", res.Moved, remedy)})
	}
	return out
}

// unmet reports that a condition selects nothing, which is usually a mistake.
func (s *Study) unmet(res *eval.Result) (out []report.Warning) {
	if s.Where == "" {
		return nil
	}
	for _, c := range res.Counts {
		if c.BySystem > 0 {
			out = append(out, report.Warning{Kind: "where-side", Level: report.Setting,
				Text: fmt.Sprintf("option where selects by gold's side or the system's: of %s of %s %d are selected by the "+
					"system's side alone, so that they are wrong; option where 'gold: %s' leaves them out",
					plural(c.Selected, "item"), c.Metric.Name, c.BySystem, s.Where)})
		}
		if c.Selected > 0 {
			continue
		}
		warning := report.Warning{Kind: "where", Level: report.Setting, About: "option where",
			Text: fmt.Sprintf("nothing that %s counts in %s or %s satisfies %s", c.Metric.Name, res.Gold.Name,
				res.System.Name, s.Where)}
		if strings.Contains(s.Where, "|") && !strings.Contains(s.Where, "/") {
			warning.Remedy = "| is part of the name here; write (or (type a) (type b)), or /a|b/"
		}
		out = append(out, warning)
	}
	return out
}

// ungrouped reports keys that sort nothing.
func (s *Study) ungrouped(res *eval.Result) (out []report.Warning) {
	if s.By == "" || !s.ownKeys || len(s.Plan.Options().By) == 0 {
		return nil
	}
	keys, err := breakdown.Parse(s.By)
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
				out = append(out, report.Warning{Kind: "by", Level: report.Setting, About: "option by " + key.Name(),
					Text: fmt.Sprintf("nothing that %s counts in %s or %s has such a value", c.Metric.Name, res.Gold.Name,
						res.System.Name)})
			}
		}
	}
	return out
}

// covered says how well the tables cover each side: gold once, and each
// system, or all of them together if they have been read before.
func (s *Study) covered(res *eval.Result) []report.Warning {
	return s.coverage([2]string{cmp.Or(s.Groups[0], res.Gold.Name), cmp.Or(s.Groups[1], res.System.Name)})
}

// metricsOf returns the measures of a run.
func metricsOf(res *eval.Result) (out []*eval.Measure) {
	for _, c := range res.Counts {
		out = append(out, c.Metric)
	}
	return out
}

// base is the name of a file in a warning.
func base(src *treebank.Source) string { return filepath.Base(src.Name) }

package study

import (
	"context"

	"assay/eval"
	"assay/report"
	"assay/study/finding"
)

// setting is what findings know of a study.
func (s *Study) setting(runs ...*eval.Result) *finding.Setting {
	set := &finding.Setting{Asked: finding.Asked{Where: s.Where, Params: s.Params, Check: s.Check}, Names: s.Groups,
		Translations: s.translations, ReadOnce: s.recorded, Piped: s.Files.Piped(), Strays: s.strays,
		Claims: s.Report.Intervals != nil || len(s.Systems) > 1 && !s.NoTests}
	if s.ownKeys {
		set.By = s.By
	}
	for _, run := range runs {
		set.ReadOnce = set.ReadOnce || readsOnce(run.Gold, run.System)
	}
	return set
}

// Warnings returns the warnings about the runs, for each one: conditions, tables, keys and files that do not fit. Each
// text comes once in the life of a study.
func (s *Study) Warnings(ctx context.Context, runs ...*eval.Result) (given [][]report.Warning) {
	if len(runs) > 1 && s.Groups[1] == "" {
		s.Groups[1] = "the systems"
	}
	scopes := []finding.Scope{finding.OfFiles, finding.OfRun, finding.OfOptions}
	for _, run := range runs {
		found := finding.InRun(ctx, &finding.Run{Setting: s.setting(run), Plan: s.Plan, Result: run}, scopes...)
		given, scopes = append(given, s.once(found)), scopes[:2]
	}
	return given
}

// OfFile is Warnings for one file of an experiment, without those about the options.
func (s *Study) OfFile(ctx context.Context, res *eval.Result) []report.Warning {
	return s.once(finding.InRun(ctx, &finding.Run{Setting: s.setting(res), Plan: s.Plan, Result: res}, finding.OfFiles))
}

// OfOptions returns the warnings about the options of an experiment.
func (s *Study) OfOptions(ctx context.Context) []report.Warning {
	s.Groups = [2]string{"the gold files", "the systems"}
	return s.once(finding.InRun(ctx, &finding.Run{Setting: s.setting(), Plan: s.Plan, Result: &eval.Result{}},
		finding.OfOptions))
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

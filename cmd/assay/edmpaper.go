package main

import (
	"context"
	"slices"
	"strings"

	"assay/report"
	"assay/study"
)

// grammars returns the studies of --beside, restricted to the items that all sides have, and
// restricts the main study too.
func (s *scoring) grammars(args []string) ([]*study.Study, error) {
	s.Suite = s.paper
	if len(s.beside) == 0 {
		return nil, nil
	}
	if !s.paper {
		return nil, usagef("--beside adds grammars to the table of --paper; add --paper")
	}
	files := [][]string{args}
	for _, pair := range s.beside {
		gold, system, ok := strings.Cut(pair, ",")
		if !ok || gold == "" || system == "" {
			return nil, usagef("--beside wants GOLD,SYSTEM, found %q", pair)
		}
		files = append(files, []string{gold, system})
	}
	var out []*study.Study
	options := s.Options
	for i, own := range files {
		with := slices.Clone(options.CommonWith)
		for k, other := range files {
			if k != i {
				with = append(with, other...)
			}
		}
		if i == 0 {
			s.Common, s.CommonWith = true, with
			continue
		}
		other := &study.Study{Options: options, Files: s.Files}
		other.Common, other.CommonWith, other.NoTests = true, with, true
		if err := other.Prepare(context.Background(), own[0], own[1:]...); err != nil {
			return nil, err
		}
		out = append(out, other)
	}
	return out, nil
}

// addPaper adds the tables of the measures' papers to the result.
func (s *scoring) addPaper(ctx context.Context, res *study.Result, others []*study.Study) error {
	reps := []*report.Report{res.Report}
	for _, other := range others {
		more, err := other.CountAll(ctx)
		if err != nil {
			return err
		}
		res.Report.Beside = append(res.Report.Beside, more.Report)
		reps, res.Warnings = append(reps, more.Report), append(res.Warnings, more.Warnings...)
	}
	tables, err := report.PaperTables(reps...)
	if err != nil {
		return err
	}
	res.Extra = append(res.Extra, tables...)
	for _, one := range append([]*study.Study{&s.Study}, others...) {
		for _, system := range one.Systems {
			rows, err := one.TestSuite(ctx, system)
			if err != nil {
				return err
			}
			if len(rows) > 0 {
				res.Extra = append(res.Extra, study.SuiteTable(system.Name, rows))
			}
		}
	}
	return nil
}

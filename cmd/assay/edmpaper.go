package main

import (
	"context"
	"fmt"
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
		for i := range other.Systems {
			if _, err := other.Count(ctx, i, nil); err != nil {
				return err
			}
		}
		more, err := other.Result(ctx)
		if err != nil {
			return err
		}
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
				res.Extra = append(res.Extra, suiteTable(system.Name, rows))
			}
		}
	}
	return nil
}

// edmGroups are the rows of the tables of Dridan & Oepen, by the prefix of their scores.
var edmGroups = [...][2]string{{"", "EDM"}, {"na_", "EDM NA"}, {"a_", "EDM A"}, {"n_", "EDM N"}, {"p_", "EDM P"},
	{"c_", "EDM C"}, {"t_", "EDM T"}}

// edmTable is table 1 of Dridan & Oepen for systems with one gold, and table 2 for grammars. As in table 2, EDM is left
// out where NAME and ARG are all that counts.
func edmTable(results []*report.Result) *report.Table {
	table := &report.Table{Title: "edm: configurations and grammars (Dridan & Oepen 2011, tables 1 and 2)",
		Head: []string{"measure"}}
	var paths []string
	for _, res := range results {
		paths = append(paths, res.System)
	}
	names := shortPaths(paths)
	accuracy, coverage, items := []report.Cell{report.Label("Sent. Acc.")}, []report.Cell{report.Label("coverage")},
		[]report.Cell{report.Label("items")}
	for i, res := range results {
		name := names[res.System]
		if slices.Index(paths, res.System) < i {
			name += fmt.Sprintf(" (%d)", i+1)
		}
		table.Head = append(table.Head, name+" P", name+" R", name+" F")
		value := scoreValue(res)
		none := report.Label("")
		accuracy = append(accuracy, none, none, report.Number(value("sentence_accuracy"), 3))
		coverage = append(coverage, none, none, report.Number(value("coverage"), 3))
		items = append(items, none, none, report.Count(res.Sentences.Scored))
	}
	table.Add(accuracy...)
	used := func(prefix string) bool {
		return slices.ContainsFunc(results, func(res *report.Result) bool {
			p, r := res.Find(prefix+"precision"), res.Find(prefix+"recall")
			return p != nil && p.Den > 0 || r != nil && r.Den > 0
		})
	}
	others := used("p_") || used("c_") || used("t_")
	for _, group := range edmGroups {
		if !used(group[0]) || group[0] == "" && !others {
			continue
		}
		row := []report.Cell{report.Label(group[1])}
		for _, res := range results {
			for _, score := range []string{"precision", "recall", "f1"} {
				cell := report.Label("")
				if sc := res.Find(group[0] + score); sc != nil && sc.Den > 0 {
					cell = report.Number(sc.Value, 3)
				}
				row = append(row, cell)
			}
		}
		table.Add(row...)
	}
	table.Add(coverage...)
	table.Add(items...)
	return table
}

// shortPaths is report.ShortNames, where files of one name lose the folders that all paths have.
func shortPaths(paths []string) map[string]string {
	names := report.ShortNames(paths)
	common := paths[0]
	for _, p := range paths {
		for !strings.HasPrefix(p, common) {
			common = common[:strings.LastIndexByte(strings.TrimSuffix(common, "/"), '/')+1]
		}
	}
	for _, p := range paths {
		if rest := strings.TrimPrefix(p, common); names[p] == p && strings.HasSuffix(common, "/") {
			names[p] = rest
		}
	}
	return names
}

// shownItems is the number of items that a sheet names in a row.
const shownItems = 4

// suiteTable is the sheet of a test suite.
func suiteTable(system string, rows []study.SuiteRow) *report.Table {
	table := &report.Table{Title: "test suite: " + system,
		Head: []string{"phenomenon", "well-formed", "coverage", "ill-formed", "overgeneration", "readings"}}
	share := func(n, all int) report.Cell {
		if all == 0 {
			return report.Label("")
		}
		return report.Percent(float64(n)/float64(all), 2)
	}
	list := func(ids []string) report.Cell {
		text := strings.Join(ids[:min(len(ids), shownItems)], " ")
		if more := len(ids) - shownItems; more > 0 {
			text += fmt.Sprintf(" and %d", more)
		}
		return report.Label(text)
	}
	missed := slices.ContainsFunc(rows, func(r study.SuiteRow) bool { return len(r.Missed) > 0 })
	over := slices.ContainsFunc(rows, func(r study.SuiteRow) bool { return len(r.Over) > 0 })
	if missed {
		table.Head = append(table.Head, "not analysed")
	}
	if over {
		table.Head = append(table.Head, "accepted")
	}
	unmarked := 0
	for _, r := range rows {
		readings := report.Label("")
		if n := r.Covered + r.Accepted + r.Parsed; n > 0 {
			readings = report.Number(float64(r.Readings)/float64(n), 1)
		}
		row := []report.Cell{report.Label(r.Name), report.Count(r.Well), share(r.Covered, r.Well), report.Count(r.Ill),
			share(r.Accepted, r.Ill), readings}
		if missed {
			row = append(row, list(r.Missed))
		}
		if over {
			row = append(row, list(r.Over))
		}
		table.Add(row...)
		unmarked = r.Unmarked
	}
	if unmarked > 0 {
		table.Notes = append(table.Notes, plural(unmarked, "item")+" without i-wf: neither coverage nor overgeneration")
	}
	return table
}

package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"assay/diagnose/slicing"
	"assay/eval"
	"assay/eval/plan"
	"assay/experiment"
	"assay/report"
	"assay/study"
)

// replay keeps the batches of one file of an experiment until its system is known.
type replay struct {
	template *slicing.Gatherer
	batches  []eval.Collector
}

// experiment searches the slices of each system over all treebanks of an experiment. Of several
// runs the first is searched, because they share gold's items.
func (s *slicer) experiment(app *app, cmd *cobra.Command) error {
	sopt, err := s.search(false)
	if err != nil {
		return err
	}
	if err := s.within(); err != nil {
		return err
	}
	counted, err := s.NewPlan()
	if err != nil {
		return err
	}
	var now replay
	gathered := map[string]*slicing.Gatherer{}
	seen := map[[2]string]bool{}
	var failed error
	x := experimenter{inputs: &s.inputs, outputs: &s.outputs, tables: &s.tables}
	x.prepare = func(ms []*eval.Measure, taps *plan.Taps) error {
		g, err := s.newGatherer(ms)
		now = replay{template: g}
		if err == nil {
			taps.Collect = g.Collect
			taps.Collected = func(c eval.Collector) { now.batches = append(now.batches, c) }
		}
		return err
	}
	x.done = func(f experiment.File, _ *eval.Result) {
		if key := [2]string{f.System, f.Treebank}; seen[key] {
			return
		} else {
			seen[key] = true
		}
		g := gathered[f.System]
		if g == nil {
			g = now.template
			gathered[f.System] = g
		}
		g.Treebank(f.Treebank)
		for _, c := range now.batches {
			g.Collected(c)
		}
	}
	e, err := x.run(app, cmd, counted.Sums())
	if err != nil {
		return err
	}
	var all []*slicing.Findings
	for _, name := range e.Table.Systems {
		g := gathered[name]
		if g == nil {
			continue
		}
		found, err := g.Find(sopt, nil)
		if errors.Is(err, slicing.ErrNothingWrong) {
			found = g.Nothing(sopt, nil)
		} else if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", name, err))
			continue
		}
		found.Gold, found.Systems = plural(len(e.Table.Treebanks), "treebank"), []string{name}
		measure, rest, _ := strings.Cut(e.Signatures[0], "|missing:")
		found.Signature = strings.Join(append([]string{measure}, append(s.settings(found), "missing:"+rest)...), "|")
		all = append(all, found)
	}
	if failed != nil {
		return &exitError{exitUsage, failed}
	}
	if err := s.write(app, func(w io.Writer) error { return s.ofSystems(w, all, lineWidth(app.stdout)) }); err != nil {
		return err
	}
	return s.absentStatus(app, cmd, e, "their items are not searched")
}

// ofSystems writes the slices of several systems.
func (s *slicer) ofSystems(w io.Writer, all []*slicing.Findings, width int) error {
	if s.format == string(report.JSON) {
		objects := []report.Object{}
		for _, f := range all {
			objects = append(objects, f.Object())
		}
		return report.WriteJSON(w, objects)
	}
	for i, f := range all {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := f.Write(w, report.Format(s.format), s.view(width)); err != nil {
			return err
		}
	}
	return nil
}

// newGatherer returns a gatherer of the items of one measure.
func (s *slicer) newGatherer(ms []*eval.Measure) (*slicing.Gatherer, error) {
	if len(ms) != 1 {
		return nil, usagef("slices takes one measure, found %s", s.Metric)
	}
	g, err := slicing.New(slicing.Options{Metric: ms[0], Pair: s.two, Part: s.partOf(), System: s.side == "system",
		Keys: s.chosenKeys(), Given: s.given, Within: s.condition,
		Config: s.Keys()}, s.wanted())
	if err != nil {
		return nil, &exitError{exitUsage, err}
	}
	return g, nil
}

// wanted is the gatherer of the first of two systems, once there is one.
func (s *slicer) wanted() *slicing.Gatherer {
	if len(s.gathered) == 0 {
		return nil
	}
	return s.gathered[0]
}

// parsed reads the keys before the training data are read, so that these count them.
func (s *slicer) parsed() error {
	for option, keys := range map[string][]string{"--keys": s.chosenKeys(), "--given": s.given} {
		for _, key := range keys {
			if _, err := s.Keys().Parse(key); err != nil {
				return study.KeyError(option, err)
			}
		}
	}
	return nil
}

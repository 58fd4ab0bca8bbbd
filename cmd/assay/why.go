package main

import (
	"errors"
	"io"
	"math"
	"path/filepath"

	"assay/compare"
	"assay/diagnose"
	"assay/diagnose/lead"
	"assay/diagnose/slicing"
	"assay/eval"
	"assay/eval/plan"
	"assay/report"
	"assay/study"
	"assay/treebank"
)

// leadCauses finds where the lead of one of two systems comes from. A nil one finds nothing.
type leadCauses struct {
	watches  []*lead.ErrorLog
	gathered []*slicing.Gatherer
	lead     *lead.Lead
	slices   *slicing.Findings // nil if there is nothing to search
}

// causes prepares the search for causes if --why asks for it.
func (s *comparing) causes(systems []*treebank.Source) (*leadCauses, error) {
	switch {
	case !s.why:
		return nil, nil
	case len(systems) != 2:
		return nil, usagef("--why compares two systems, found %d", len(systems))
	case s.format == string(report.CSV), s.format == string(report.TSV):
		return nil, usagef("--why is not in %s; --format json has it for programs", s.format)
	}
	return &leadCauses{}, nil
}

// watch adds the collectors of one run to its taps.
func (w *leadCauses) watch(gold *treebank.Source, ms []*eval.Measure, taps *plan.Taps) error {
	if w == nil {
		return nil
	}
	errs, err := lead.NewErrorLog(ms, 0)
	if err != nil {
		return err
	}
	var first *slicing.Gatherer
	if len(w.gathered) > 0 {
		first = w.gathered[0]
	}
	g, err := slicing.New(slicing.Options{Metric: ms[0], Pair: true, Keys: slicing.DefaultKeys(false)}, first)
	if err != nil {
		return err
	}
	g.Treebank(gold.Name)
	w.watches, w.gathered = append(w.watches, errs), append(w.gathered, g)
	all := diagnose.Joint{errs, g}
	taps.To(all)
	return nil
}

// find divides the lead, and searches slices.
func (w *leadCauses) find(s *comparing, res *study.Result) error {
	if w == nil {
		return nil
	}
	z := math.Sqrt2 * math.Erfinv(1-s.alpha)
	w.lead = lead.Of(res.Runs[0], res.Runs[1], [2]*lead.ErrorLog{w.watches[0], w.watches[1]}, s.unit, z)
	if s.unit == compare.UnitSentence.String() {
		w.lead.Unit = res.Runs[0].Unit()
	}
	slices, err := w.gathered[0].FindBy(slicing.Search{Alpha: s.alpha, Seed: s.seed, Jobs: s.Jobs,
		Documents: s.unit == compare.UnitDocument.String()}, w.gathered[1])
	var none *slicing.InputError
	switch {
	case errors.Is(err, slicing.ErrNothingWrong), errors.As(err, &none):
	case err != nil:
		return err
	default:
		w.slices = slices
		slices.Gold, slices.Systems = filepath.Base(s.Gold.Name), []string{filepath.Base(s.Systems[0].Name),
			filepath.Base(s.Systems[1].Name)}
	}
	o := report.Members("phenomena", w.lead.Object())
	if w.slices != nil {
		o.Add("slices", w.slices.Object())
	}
	res.Comparison.Why = &o
	return nil
}

// causesShown is the number of phenomena that the screen shows; JSON has all.
const causesShown = 8

// write shows the causes for a reader.
func (w *leadCauses) write(out io.Writer, s *comparing, width int) error {
	if w == nil || s.format == string(report.JSON) {
		return nil
	}
	if _, err := io.WriteString(out, "\n"); err != nil {
		return err
	}
	t := w.lead.Table(causesShown)
	t.Notes = report.Layout{Width: width}.Wrap(t.Notes)
	tables := []*report.Table{t}
	if w.slices != nil {
		tables = append(tables, w.slices.Parts(width))
	}
	return report.WriteTables(out, report.Format(s.format), tables...)
}

package main

import (
	"slices"

	"assay/eval"
	"assay/eval/breakdown"
	"assay/eval/plan"
	"assay/eval/rows"
	"assay/experiment"
	"assay/treebank"
)

// rowsOutput is the output of --rows FILE or of --items FILE. It is written while
// systems are scored; the file is incomplete until the end.
type rowsOutput struct {
	path   string
	items  bool
	writer *rows.Writer
	table  *rows.Table // of an experiment
	found  *rows.Items // of the present file
}

// begin makes the file, unless it is there or not asked for.
func (r *rowsOutput) begin(a *app, in *inputs, gold, system *treebank.Source, ms []*eval.Measure,
	counted *plan.Plan) error {
	opt := counted.Options()
	if r.path == "" || r.writer != nil {
		return nil
	}
	if err := a.spare(r.path); err != nil {
		return err
	}
	header := rows.Header{Version: version(), Measures: in.Described(gold, system, ms), Extra: counted.Cite(),
		Table: r.table, Items: r.items}
	for _, k := range itemKeys(opt) {
		header.Keys = append(header.Keys, k.Name())
	}
	for _, k := range opt.By {
		header.By = append(header.By, k.Name())
	}
	if opt.Ranks > 0 {
		header.By = append(header.By, "rank")
	}
	w, err := rows.Create(r.path, header)
	if err != nil {
		return &exitError{exitInput, err}
	}
	r.writer = w
	a.written = append(a.written, r.path)
	return nil
}

// itemKeys are the keys of items: those of --by, and the label.
func itemKeys(opt eval.Options) []eval.Key {
	if slices.ContainsFunc(opt.By, func(k eval.Key) bool { return k.Name() == "label" }) {
		return opt.By
	}
	label, _ := breakdown.Parse("label") // it is known
	return slices.Concat(label, opt.By)
}

// watch writes the items of the next run, which nothing else collects, while it goes on. The
// pairing is settled before, so that a file that cannot be paired or read has no items.
func (r *rowsOutput) watch(name rows.Name, counted *plan.Plan, taps *plan.Taps) {
	if r.writer == nil || !r.items {
		return
	}
	r.found = r.writer.Items(name, itemKeys(counted.Options()))
	taps.To(r.found)
	taps.ErrorsOnly, taps.Settle = false, true
}

// check refuses an invalid name for a file of rows before anything is scored.
func (r *rowsOutput) check() error {
	option := "--rows"
	if r.items {
		option = "--items"
	}
	if _, ok := rows.Form(r.path); r.path != "" && !ok {
		return usagef("%s %s: want a name that ends in .tsv, .tsv.zst, .jsonl or .jsonl.zst", option, r.path)
	}
	return nil
}

// drop forgets a file that could not be scored. It is an error if it has items already:
// the file changed while it was read.
func (r *rowsOutput) drop(file string, why error) error {
	if r.found == nil {
		return nil
	}
	n, _ := r.found.Written()
	r.found = nil
	if n > 0 {
		return inputf("%s: %s of %s were written when it failed: %w", r.path,
			plural(n, "item"), file, why)
	}
	return nil
}

// add writes the rows of a result.
func (r *rowsOutput) add(name rows.Name, res *eval.Result) error {
	if r.writer == nil {
		return nil
	}
	if r.found != nil {
		if _, err := r.found.Written(); err != nil {
			return &exitError{exitInput, err}
		}
		r.found = nil
	}
	if err := r.writer.Add(name, res); err != nil {
		return &exitError{exitInput, err}
	}
	return nil
}

// end writes the last line.
func (r *rowsOutput) end() error {
	if r.writer == nil {
		return nil
	}
	if err := r.writer.Close(); err != nil {
		return &exitError{exitInput, err}
	}
	return nil
}

// nameOf is the name of a file of an experiment in rows.
func nameOf(f experiment.File) rows.Name {
	return rows.Name{System: f.System, Treebank: f.Treebank, Run: f.Run, Groups: f.Groups}
}

// missing writes the rows of a missing file: those of gold alone.
func (r *rowsOutput) missing(f *experiment.Scored, res *eval.Result) error {
	n := nameOf(f.File)
	n.Missing = f.Err.Error()
	empty := *res
	empty.System = &treebank.Source{Name: f.Path, Format: res.System.Format}
	return r.add(n, &empty)
}

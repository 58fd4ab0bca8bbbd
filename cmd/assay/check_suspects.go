//go:build !js

package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/check/adjudicate"
	"assay/check/review"
	"assay/check/suspects"
	"assay/eval"
	"assay/eval/plan"
	"assay/report"
	"assay/study"
	"assay/treebank"
)

// suspected makes the queue of suspects.
func (k *checking) suspected(c *cobra.Command, gold *treebank.Source, systems []*treebank.Source,
	ask review.Options) (*review.Queue, error) {
	opt, err := k.suspicion.options()
	if err != nil {
		return nil, err
	}
	corpus, err := suspects.Read(c.Context(), gold, study.Witnesses(systems), eval.AlignAuto)
	if err != nil {
		return nil, err
	}
	return review.Suspects(corpus, corpus.Find(opt), ask), nil
}

// applyFile is correct with the decisions of the file that --check names.
func (k *checking) applyFile(app *app, cmd *cobra.Command, args []string) error {
	list, _, err := adjudicate.Load(k.Check)
	if err != nil {
		return &exitError{exitInput, err}
	}
	k.Check = "" // scores are those without a check
	gold, err := k.OpenGold(args[0])
	if err != nil {
		return err
	}
	systems, err := k.OpenSystems(args[1:])
	if err != nil {
		return err
	}
	queue, err := k.suspected(cmd, gold, systems, review.Options{})
	if err != nil {
		return err
	}
	if n := queue.Unknown(list); n > 0 {
		k.notef(app, "%s about items that are not suspects with these systems and options, or of gold that has changed",
			plural(n, "decision"))
	}
	return k.correct(app, cmd, gold, args[1:], queue, list)
}

// correct writes gold with the accepted proposals, and shows what each system scores
// on gold and on corrected gold.
func (k *checking) correct(app *app, cmd *cobra.Command, gold *treebank.Source, names []string, q *review.Queue,
	list []adjudicate.Decision) error {
	accepted := q.Accepted(list)
	corrected, refused, err := suspects.Corrected(gold, accepted)
	if cannot, ok := errors.AsType[*suspects.WriteError](err); ok {
		return usagef("%w\nhint: %s", cannot, cannot.Hint)
	} else if err != nil {
		return &exitError{exitInput, err}
	}
	for _, r := range refused {
		k.notef(app, "sentence %s: not changed, %s: %s", r.ID, r.Name(), r.Reason)
	}
	if err := k.writeGold(app, gold, corrected); err != nil {
		return err
	}
	k.notef(app, "%s of %s accepted made in %s", plural(len(accepted)-len(refused), "change"),
		itoa(len(accepted)), k.apply)
	if len(names) == 0 {
		return nil
	}
	t, err := k.beforeAndAfter(app, cmd, gold, corrected, names)
	if err != nil {
		return err
	}
	return k.table(app, t)
}

// writeGold writes corrected gold: one file, or below a folder as many as gold has.
func (k *checking) writeGold(app *app, gold, corrected *treebank.Source) error {
	write := func(path string, f treebank.File) error {
		in, err := f.Open()
		if err != nil {
			return err
		}
		defer in.Close()
		return app.replacing(path, func(w io.Writer) error {
			_, err := io.Copy(w, in)
			return err
		})
	}
	if treebank.Unpacked(k.apply) != k.apply {
		return usagef("check writes text, and %s names a compressed file", k.apply)
	}
	if len(corrected.Files) == 1 {
		return write(k.apply, corrected.Files[0])
	}
	for _, file := range corrected.Files {
		name, err := filepath.Rel(gold.Name, file.Name)
		if err != nil || strings.HasPrefix(name, "..") {
			name = filepath.Base(file.Name)
		}
		path := filepath.Join(k.apply, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := write(path, file); err != nil {
			return err
		}
	}
	return nil
}

// beforeAndAfter shows the main scores of each system on gold and on corrected gold.
func (k *checking) beforeAndAfter(app *app, cmd *cobra.Command, gold, corrected *treebank.Source,
	names []string) (*report.Table, error) {
	table := &report.Table{Head: []string{"system", "score", "gold", "corrected", "difference"}}
	figure := func(s eval.Score, v float64) report.Cell {
		if s.Rate {
			return report.Percent(v, 2)
		}
		return report.Number(v, 2)
	}
	for _, name := range names {
		var results [2]*eval.Result
		for i, goldSource := range []*treebank.Source{gold, corrected} {
			system, err := k.OpenSystem(name)
			if err != nil {
				return nil, err
			}
			counted, err := k.NewPlan()
			if err != nil {
				return nil, err
			}
			ms, err := k.Measures(goldSource, system)
			if err != nil {
				return nil, err
			}
			if results[i], err = counted.Of(goldSource, system).Run(cmd.Context(), 0, ms, plan.Taps{}); err != nil {
				return nil, err
			}
		}
		for i, counts := range results[0].Counts {
			before, after := counts.Scores(), results[1].Counts[i].Scores()
			for j, s := range before {
				if s.Main && k.Asked == nil || slices.Contains(k.Asked, s.Name) {
					table.Add(report.Label(filepath.Base(name)), report.Label(s.Name), figure(s, s.Value),
						figure(s, after[j].Value), figure(s, after[j].Value-s.Value))
				}
			}
		}
	}
	return table, nil
}

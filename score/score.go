// Package score scores a system against gold in one call: it opens both, detects
// their formats, pairs the sentences and counts them. Measures are named as for the
// option -m of the command. Package eval is the underlying engine, with all options.
package score

import (
	"context"

	"assay/corpus"
	"assay/eval"
	"assay/measures"
)

// A Result is the result of a run with one measure.
type Result struct {
	*eval.Result
	counts *eval.Counts
}

// Files scores the system's files against those of gold. Both are names of files,
// folders or globs, as in corpus.Open. The measure is a name with a preset and
// options, such as "evalb:collins:spans=characters"; "" chooses the measure that
// suits both sides. Sentences that cannot be scored are listed in Result.Problems and
// are no error.
func Files(gold, system, measure string) (*Result, error) {
	goldSource, err := corpus.Open(gold)
	if err != nil {
		return nil, err
	}
	systemSource, err := corpus.Open(system)
	if err != nil {
		return nil, err
	}
	corpus.AsParsed(systemSource)
	if measure == "" {
		if measure = measures.DefaultFor(goldSource.Format.Layers, systemSource.Format.Layers); measure == "" {
			return nil, &eval.UsageError{Option: "metric", Want: "the name of a measure", Found: "none that suits both " + goldSource.Format.Name + " and " + systemSource.Format.Name}
		}
	}
	m, err := measures.Parse(measure, measures.Config{})
	if err != nil {
		return nil, err
	}
	res, err := eval.Run(context.Background(), goldSource, systemSource, []*eval.Measure{m}, eval.Options{})
	if err != nil {
		return nil, err
	}
	return &Result{res, res.Counts[0]}, nil
}

// Score returns the score with that name, such as "las_f1". An unknown name gives an
// *eval.UsageError that lists the scores of the measure.
func (r *Result) Score(name string) (eval.Score, error) { return r.counts.Score(name) }

// Scores returns all scores of the measure.
func (r *Result) Scores() []eval.Score { return r.counts.Scores() }

// Headline returns the main score of the measure.
func (r *Result) Headline() eval.Score { return r.counts.Headline() }

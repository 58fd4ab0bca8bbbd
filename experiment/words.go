package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Words returns the claim that the tests of a pair support, as one clause.
func (e *Experiment) Words(x *Pair) string { return e.InUnits(e.claimText(x)) }

// Partial reports whether a pair is compared on some of the treebanks only.
func (e *Experiment) Partial(x *Pair) bool {
	return len(x.Treebanks) > 0 && len(x.Treebanks) < len(e.Table.Treebanks)
}

// claimText states the claim of a pair, with the files that it leaves out. One that rests on some
// of the treebanks says so and names no winner over all of them.
func (e *Experiment) claimText(x *Pair) string {
	words := x.words(e)
	if x.Claim == NoClaim {
		return words
	}
	if without := x.Without(); without != "" {
		words = without + ", " + words
	}
	if !e.Partial(x) {
		return words
	}
	all := len(e.Table.Treebanks)
	return fmt.Sprintf("on %d of %d treebanks only (%s), %s; which is better over all %d is not known",
		len(x.Treebanks), all, strings.Join(x.Treebanks, ", "), words, all)
}

// Shown reports whether the tests show a difference: of training again on new
// sentences, or of the files where a system has one run.
func (x *Pair) Shown() bool {
	return x.Claim == Training || x.Claim == TheseFiles && x.Training == nil
}

// Runs returns the values of a figure in the runs of a system on a treebank, with the
// names of the runs. A missing file has the value that the averages take, or none.
func (e *Experiment) Runs(f *Figure, system, treebank int) (values []float64, names []string) {
	for _, s := range e.files(e.Table.Systems[system], e.Table.Treebanks[treebank], "") {
		if v, ok := e.value(f, s); ok && s.Err == nil && !math.IsNaN(v) {
			values, names = append(values, v), append(names, s.Run)
		}
	}
	return values, names
}

// Typical returns the file of a system on a treebank whose run is nearest to the median
// from below, nil if no file could be scored.
func (e *Experiment) Typical(figure *Figure, system, treebank int) *Scored {
	files := e.scored(figure, system, e.Table.Treebanks[treebank])
	if len(files) == 0 {
		return nil
	}
	slices.SortStableFunc(files, func(a, b *Scored) int {
		x, _ := e.value(figure, a)
		y, _ := e.value(figure, b)
		return figure.compare(y, x)
	})
	return files[(len(files)-1)/2]
}

// TypicalOf returns the typical file of each system that has one on a treebank.
func (e *Experiment) TypicalOf(figure *Figure, treebank int) (out []*Scored) {
	for system := range e.Table.Systems {
		if file := e.Typical(figure, system, treebank); file != nil {
			out = append(out, file)
		}
	}
	return out
}

// Headlines keeps the main score of each measure, or its first figure where that is not among figures.
func (e *Experiment) Headlines(figures []*Figure) (out []*Figure) {
	for _, m := range e.Metrics {
		name := m.Formulas[max(0, m.Headline())].Name
		i := slices.IndexFunc(figures, func(f *Figure) bool { return f.Metric == m.Name && f.Name == name })
		if i < 0 {
			i = slices.IndexFunc(figures, func(f *Figure) bool { return f.Metric == m.Name })
		}
		if i >= 0 {
			out = append(out, figures[i])
		}
	}
	return out
}

// Why returns the reason why files of a system for a treebank are missing, nil if none is.
func (e *Experiment) Why(system, treebank int) error {
	for _, s := range e.files(e.Table.Systems[system], e.Table.Treebanks[treebank], "") {
		if s.Err != nil {
			return s.Err
		}
	}
	return nil
}

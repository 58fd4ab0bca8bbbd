// Package diagnose finds a system's errors: the items that do not match, the
// kinds of errors, the cost of each kind, and the labels that the system
// confuses. It depends on no particular measure: it uses only the items that a
// measure yields (Lin 1995 §3.3: an evaluation should help "by pin-pointing
// exactly where the errors are").
//
// The gain of a repair is found by counting again with the errors of one class
// repaired and all others unchanged: a missing or incorrect item then adds as
// much as a correct item of its part and label, a spurious one adds nothing,
// unless the measure gives the item's own contribution (eval.Item.Mended). Gains
// of several classes do not sum up, because scores are ratios; the parts of the
// loss that Class.Lost gives do.
//
// A missing and a spurious item of one sentence pair at the same place (brackets
// over the same words, nodes over the same characters, edges between the same
// nodes or from the same node by the same role) are one confusion. They stay two
// items in lists and classes.
package diagnose

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"assay/eval"
)

// An Error is one item that does not match.
type Error struct {
	Unit    int32
	Metric  int32
	Outcome eval.Outcome
	Part    string
	Class   string
	Group   string // value of the key of --by; the class if there is none
	Gold    string // as files of decisions name it; "" if gold has nothing
	System  string
	Words   string // the words of the item
	Mistake int32  // the number of its mistake in the sentence pair, from 1; 0 if its measure knows no causes
	// Inherited means that it follows from an earlier error of the same mistake.
	Inherited bool
}

// A Class sums up the errors of one kind.
type Class struct {
	Metric   int
	Part     string
	Name     string
	Errors   int
	Repaired []eval.Score // all scores with these errors repaired; nil if no correct item shows how much a repair adds
	Score    int          // index into Repaired of the score in which Gain is measured; -1 if there is none
	Gain     float64      // of that score, in its own unit; NaN if it is undefined
	// share of this class in the change of that score by all repairs together; NaN if it is undefined
	Lost float64

	move []float64 // contribution of the repair to the sums; nil if Repaired is
}

// A Confusion counts how often gold says one thing and the system another.
type Confusion struct {
	Metric       int
	Part         string
	Gold, System string // labels; "" is nothing
	How          string // the difference where the labels are equal, if the measure gives one
	N            int
	Units        []int32 // where, at most ten
}

// A Diagnosis holds the errors of a run, by class, confusion and item.
type Diagnosis struct {
	Errors     []Error
	Classes    []Class
	Confusions []Confusion
	Silent     []Silence
	Repeated   []Repeat
	Mistakes   []Mistakes // of each measure
	Losses     []Loss     // the losses that classes have shares of, in the order of the classes
	met        met
}

// Total returns how many errors there are, those that are not listed included.
func (d *Diagnosis) Total() int {
	n := 0
	for i := range d.Classes {
		n += d.Classes[i].Errors
	}
	return n
}

// Options of a diagnosis.
type Options struct {
	By   []eval.Key // groups errors by the values of all of them; nil groups by class
	List bool       // keep each error
	Most int        // keep only so many, the first; 0 is all
	All  bool       // tables show the parts that repeat errors of other parts too
	Main bool       // measure all classes in the main score, not in that of their part
}

// A Builder collects the errors of a run. Collect and Collected go into
// eval.Options.
type Builder struct {
	metrics []*eval.Measure
	width   []int
	opt     Options
	found   *part
	errors  [][]Error
}

// NewBuilder returns a builder for a run with these metrics.
func NewBuilder(metrics []*eval.Measure, opt Options) *Builder {
	b := &Builder{metrics: metrics, opt: opt}
	for _, m := range metrics {
		b.width = append(b.width, len(m.ColumnNames()))
	}
	b.found = b.part()
	return b
}

func (b *Builder) part() *part {
	return &part{b: b, classes: map[classKey]*tally{}, confusions: map[confusionKey]*Confusion{},
		correct: map[labelKey][]eval.Add{}, byMistake: make([]mistakeTally, len(b.metrics))}
}

// Collect makes a collector for a batch.
func (b *Builder) Collect() eval.Collector {
	p := b.part()
	p.byPair, p.recent = map[symbolPair]*Confusion{}, make([]recent, mostRecent)
	return p
}

// Collected takes a collector back.
func (b *Builder) Collected(c eval.Collector) {
	p := c.(*part)
	if len(p.errors) > 0 {
		p.text()
		b.errors = append(b.errors, p.errors)
	}
	b.found.merge(p)
}

// Discard implements Discarder.
func (b *Builder) Discard() { b.found, b.errors = b.part(), nil }

type classKey struct {
	metric int
	part   string
	name   string
}

type labelKey struct {
	metric int
	part   string
	label  string
}

type confusionKey struct {
	metric       int
	part         string
	gold, system string
	how          string
}

// A tally counts the errors of a class: their contribution now, less their
// contribution if right where the measure gives it, and for the others, the
// number of errors by label, each of which would add as much as a correct item.
type tally struct {
	n      int
	adds   []float64
	repair map[labelKey]int
}

func (t *tally) add(from *tally) {
	t.n += from.n
	for i, v := range from.adds {
		t.adds[i] += v
	}
	for l, n := range from.repair {
		t.repair[l] += n
	}
}

func (p *part) merge(from *part) {
	p.values.met.add(&from.values.met)
	for k, tally := range from.classes {
		old := p.classes[k]
		if old == nil {
			p.classes[k] = tally
			continue
		}
		old.add(tally)
	}
	for m := range p.byMistake {
		p.byMistake[m].merge(&from.byMistake[m])
	}
	for _, c := range from.byPair {
		k := confusionKey{c.Metric, c.Part, c.Gold, c.System, c.How}
		if old := p.confusions[k]; old != nil {
			old.merge(c)
		} else {
			p.confusions[k] = c
		}
	}
	for k, a := range from.correct {
		if _, ok := p.correct[k]; !ok {
			p.correct[k] = a
		}
	}
}

// merge adds the errors of a confusion of the same name, of a later part or of the same one.
func (c *Confusion) merge(from *Confusion) {
	c.N += from.N
	if own := c.Units; own[len(own)-1] < from.Units[0] {
		c.Units = append(own, from.Units[:min(len(from.Units), mostUnits-len(own))]...)
		return
	}
	c.Units = append(c.Units, from.Units...)
	slices.Sort(c.Units)
	c.Units = slices.Compact(c.Units)
	c.Units = c.Units[:min(len(c.Units), mostUnits)]
}

// Diagnosis returns the errors found. The result of the run gives the sums that
// repairs start from.
func (b *Builder) Diagnosis(res *eval.Result) *Diagnosis {
	diagnosis := &Diagnosis{Errors: slices.Concat(b.errors...), met: b.found.values.met}
	if n := b.opt.Most; n > 0 && n < len(diagnosis.Errors) {
		diagnosis.Errors = diagnosis.Errors[:n]
	}
	sums := make([][]float64, len(res.Counts))
	for m, counts := range res.Counts {
		sums[m] = counts.Sum()
	}
	for k, t := range b.found.classes {
		diagnosis.Classes = append(diagnosis.Classes, b.class(res.Counts[k.metric].Metric, sums[k.metric], k, t))
	}
	for _, c := range b.found.confusions {
		diagnosis.Confusions = append(diagnosis.Confusions, *c)
	}
	slices.SortFunc(diagnosis.Classes, func(x, y Class) int {
		return cmp.Or(cmp.Compare(x.Metric, y.Metric), cmp.Compare(y.Errors, x.Errors), cmp.Compare(x.Part, y.Part),
			cmp.Compare(x.Name, y.Name))
	})
	slices.SortFunc(diagnosis.Confusions, func(x, y Confusion) int {
		return cmp.Or(cmp.Compare(x.Metric, y.Metric), cmp.Compare(y.N, x.N), cmp.Compare(x.Part, y.Part),
			cmp.Compare(x.Gold, y.Gold), cmp.Compare(x.System, y.System), cmp.Compare(x.How, y.How))
	})
	diagnosis.Mistakes = b.mistakesOf(res, sums)
	diagnosis.share(res)
	diagnosis.silences(res)
	if !b.opt.All {
		diagnosis.repeats(b.metrics)
	}
	return diagnosis
}

// class computes the gain of repairing the errors of a class, from the sum of all rows.
func (b *Builder) class(metric *eval.Measure, sum []float64, k classKey, t *tally) Class {
	before := metric.Scores(sum)
	part := k.part
	if b.opt.Main {
		part = ""
	}
	class := Class{Metric: k.metric, Part: k.part, Name: k.name, Errors: t.n, Score: scoreOf(before, part),
		Gain: math.NaN(), Lost: math.NaN()}
	if class.move = b.found.repair(t); class.move == nil {
		return class
	}
	for j, column := range metric.Columns {
		if !b.opt.Main || !column.Sum { // the main score may be over sums of the parts' columns
			continue
		}
		class.move[j] = 0
		for _, from := range column.From {
			class.move[j] += class.move[from]
		}
	}
	repaired := slices.Clone(sum)
	for i, v := range class.move {
		repaired[i] += v
	}
	class.Repaired = metric.Scores(repaired)
	if class.Score < 0 {
		return class
	}
	if !b.opt.Main && same(before[class.Score].Value, class.Repaired[class.Score].Value) {
		class.Score = gainScore(before, class.Repaired, class.Score)
	}
	class.Gain = class.Repaired[class.Score].Value - before[class.Score].Value
	return class
}

// gainScore chooses the score in which the gain of a repair is measured if the repair
// leaves the score def as it is: one that it makes better, else one that it
// changes, main scores first.
func gainScore(before, after []eval.Score, def int) int {
	best, rank := def, 0
	for i, score := range before {
		if same(score.Value, after[i].Value) {
			continue
		}
		r := 1
		if score.Main {
			r += 2
		}
		if score.Lower == (after[i].Value < score.Value) {
			r++
		}
		if r > rank {
			best, rank = i, r
		}
	}
	return best
}

func same(a, b float64) bool { return a == b || a != a && b != b }

// scoreOf returns the score of a part of a measure: its F1 or accuracy, else the
// headline score of the measure; -1 if there is none.
func scoreOf(scores []eval.Score, part string) int {
	if part != "" {
		definition, _, _ := strings.Cut(part, " ") // of a table of definitions
		for _, name := range []string{part + "_f1", part + "s_f1", part, definition + "_f1"} {
			for i, s := range scores {
				if s.Name == name {
					return i
				}
			}
		}
	}
	return eval.HeadlineOf(scores)
}

// Main returns the score in which the gain of c is measured, nil if there is
// none.
func (c *Class) Main() *eval.Score {
	if c.Score < 0 || c.Score >= len(c.Repaired) {
		return nil
	}
	return &c.Repaired[c.Score]
}

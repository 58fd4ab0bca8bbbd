// Package diagnose tells where a system went wrong: which items do not match,
// what kinds of errors there are, how much each kind costs, and what gold says
// where the system says something else. It knows no measure: all comes from the
// items that a measure explains (Lin 1995 §3.3: an evaluation should help "by
// pin-pointing exactly where the errors are").
//
// What a repair is worth is found by counting again with the errors of one
// class repaired and all others left: a missing or incorrect item then adds
// what a correct item of its part and label adds, a spurious one adds nothing.
// Gains of several classes do not sum up, because scores are ratios.
package diagnose

import (
	"cmp"
	"slices"

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
	Words   string // what it stands on
}

// A Class sums up the errors of one kind.
type Class struct {
	Metric   int
	Part     string
	Name     string
	Errors   int
	Repaired []eval.Score // all scores with these errors repaired
	Gain     float64      // of the main score, in its own unit
}

// A Confusion counts how often gold says one thing and the system another.
type Confusion struct {
	Metric       int
	Part         string
	Gold, System string // labels, with the head's direction left out; "" is nothing
	N            int
	Units        []int32 // where, at most ten
}

// A Diagnosis is what was found.
type Diagnosis struct {
	Errors     []Error
	Classes    []Class
	Confusions []Confusion
}

// Options of a diagnosis.
type Options struct {
	By   eval.Key // groups errors; nil groups by class
	List bool     // keep each error
}

// A Builder collects what a run finds. Collect and Collected go into
// eval.Options.
type Builder struct {
	metrics []eval.Metric
	opt     Options
	parts   []*part
	errors  []Error
}

// NewBuilder returns a builder for a run with these metrics.
func NewBuilder(metrics []eval.Metric, opt Options) *Builder {
	return &Builder{metrics: metrics, opt: opt}
}

// Collect makes a collector for a batch.
func (b *Builder) Collect() eval.Collector {
	return &part{b: b, classes: map[classKey]*tally{}, confusions: map[confusionKey]*Confusion{}, correct: map[labelKey][]eval.Add{}}
}

// Collected takes a collector back.
func (b *Builder) Collected(c eval.Collector) {
	p := c.(*part)
	b.errors = append(b.errors, p.errors...)
	p.errors = nil
	b.parts = append(b.parts, p)
}

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
}

// A tally counts the errors of a class: what they add now, and by label how
// many of them would add what a correct item adds.
type tally struct {
	n      int
	adds   []float64
	repair map[labelKey]int
}

// A part is what one batch gave.
type part struct {
	b          *Builder
	pair       *eval.Pair
	errors     []Error
	classes    map[classKey]*tally
	confusions map[confusionKey]*Confusion
	correct    map[labelKey][]eval.Add
	value      []byte
}

func (p *part) Pair(pair *eval.Pair) { p.pair = pair }

func (p *part) Item(metric int, it *eval.Item) {
	label := p.label(it)
	if it.Outcome == eval.Correct || it.Outcome == eval.Noncommittal {
		if it.Outcome == eval.Correct {
			k := labelKey{metric, it.Part, label}
			if _, ok := p.correct[k]; !ok {
				p.correct[k] = slices.Clone(it.Adds)
			}
		}
		return
	}
	name := ClassName(it)
	if p.b.opt.By != nil {
		p.value = p.b.opt.By.Value(p.value[:0], p.pair, it)
		name = string(p.value)
	}
	ck := classKey{metric, it.Part, name}
	t := p.classes[ck]
	if t == nil {
		t = &tally{adds: make([]float64, len(p.b.metrics[metric].Columns())), repair: map[labelKey]int{}}
		p.classes[ck] = t
	}
	t.n++
	for _, a := range it.Adds {
		t.adds[a.Column] += a.N
	}
	if it.Outcome != eval.Spurious {
		t.repair[labelKey{metric, it.Part, label}]++
	}
	p.confuse(metric, it)
	if p.b.opt.List {
		p.list(metric, it, name)
	}
}

func (p *part) label(it *eval.Item) string {
	s, r := p.pair.Side(it)
	return s.Name(r.Label)
}

// ClassName is the measure's own name of what became of it, else the name of
// the outcome.
func ClassName(it *eval.Item) string {
	if it.Class != "" {
		return it.Class
	}
	return it.Outcome.String()
}

// confuse counts the labels of both sides.
func (p *part) confuse(metric int, it *eval.Item) {
	k := confusionKey{metric: metric, part: it.Part}
	if it.Gold.Kind != eval.None {
		k.gold = p.pair.Gold.Name(it.Gold.Label)
	}
	if it.System.Kind != eval.None {
		k.system = p.pair.System.Name(it.System.Label)
	}
	c := p.confusions[k]
	if c == nil {
		c = &Confusion{Metric: metric, Part: it.Part, Gold: k.gold, System: k.system}
		p.confusions[k] = c
	}
	c.N++
	if n := len(c.Units); n < 10 && (n == 0 || c.Units[n-1] != int32(p.pair.N)) {
		c.Units = append(c.Units, int32(p.pair.N))
	}
}

func (p *part) list(metric int, it *eval.Item, name string) {
	e := Error{Unit: int32(p.pair.N), Metric: int32(metric), Outcome: it.Outcome, Part: it.Part, Class: it.Class, Group: name}
	if it.Gold.Kind != eval.None {
		e.Gold = string(eval.AppendRef(nil, p.pair.Gold, it.Gold))
	}
	if it.System.Kind != eval.None {
		e.System = string(eval.AppendRef(nil, p.pair.System, it.System))
	}
	s, r := p.pair.Side(it)
	e.Words = string(eval.AppendWords(nil, s, r))
	p.errors = append(p.errors, e)
}

// Diagnosis returns what was found. The result of the run gives the sums that
// repairs start from.
func (b *Builder) Diagnosis(res *eval.Result) *Diagnosis {
	d := &Diagnosis{Errors: b.errors}
	classes := map[classKey]*tally{}
	confusions := map[confusionKey]*Confusion{}
	correct := map[labelKey][]eval.Add{}
	for _, p := range b.parts {
		for k, t := range p.classes {
			merge(classes, k, t)
		}
		for k, c := range p.confusions {
			if old := confusions[k]; old != nil {
				old.N += c.N
				old.Units = append(old.Units, c.Units[:min(len(c.Units), 10-len(old.Units))]...)
			} else {
				confusions[k] = c
			}
		}
		for k, a := range p.correct {
			if _, ok := correct[k]; !ok {
				correct[k] = a
			}
			if any := (labelKey{k.metric, k.part, ""}); correct[any] == nil {
				correct[any] = a
			}
		}
	}
	for k, t := range classes {
		d.Classes = append(d.Classes, b.class(res, k, t, correct))
	}
	for _, c := range confusions {
		d.Confusions = append(d.Confusions, *c)
	}
	sortClasses(d.Classes)
	slices.SortFunc(d.Confusions, func(x, y Confusion) int {
		return cmp.Or(cmp.Compare(x.Metric, y.Metric), cmp.Compare(y.N, x.N), cmp.Compare(x.Part, y.Part),
			cmp.Compare(x.Gold, y.Gold), cmp.Compare(x.System, y.System))
	})
	return d
}

func sortClasses(list []Class) {
	slices.SortFunc(list, func(x, y Class) int {
		return cmp.Or(cmp.Compare(x.Metric, y.Metric), cmp.Compare(y.Errors, x.Errors), cmp.Compare(x.Part, y.Part), cmp.Compare(x.Name, y.Name))
	})
}

func merge(classes map[classKey]*tally, k classKey, t *tally) {
	old := classes[k]
	if old == nil {
		classes[k] = t
		return
	}
	old.n += t.n
	for i, v := range t.adds {
		old.adds[i] += v
	}
	for l, n := range t.repair {
		old.repair[l] += n
	}
}

// class works out what repairing the errors of a class gives.
func (b *Builder) class(res *eval.Result, k classKey, t *tally, correct map[labelKey][]eval.Add) Class {
	counts := res.Counts[k.metric]
	sum := counts.Sum()
	before := counts.Metric.Scores(sum)
	for i, v := range t.adds {
		sum[i] -= v
	}
	for l, n := range t.repair {
		adds, ok := correct[l]
		if !ok {
			adds = correct[labelKey{l.metric, l.part, ""}]
		}
		for _, a := range adds {
			sum[a.Column] += a.N * float64(n)
		}
	}
	c := Class{Metric: k.metric, Part: k.part, Name: k.name, Errors: t.n, Repaired: counts.Metric.Scores(sum)}
	main := MainScore(before, k.part)
	if main >= 0 {
		c.Gain = c.Repaired[main].Value - before[main].Value
	}
	return c
}

// mainScore returns the score that a class's gain is told in: the F1 or the
// accuracy of its part, else the last main score, else the last.
func MainScore(scores []eval.Score, part string) int {
	for _, name := range []string{part + "_f1", part, "las", "las_f1", "f1"} {
		for i, s := range scores {
			if s.Name == name && name != "" {
				return i
			}
		}
	}
	for i, s := range scores {
		if s.Main {
			return i
		}
	}
	return min(0, len(scores)-1)
}

// Main returns the score that the gain of c is told in.
func (c *Class) Main() *eval.Score {
	if i := MainScore(c.Repaired, c.Part); i >= 0 {
		return &c.Repaired[i]
	}
	return nil
}

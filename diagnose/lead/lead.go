// Package lead divides the lead of one system over another among the phenomena of their
// errors: the loss of each system is divided by Shapley values, as lists of errors do, and the
// lead is the difference of the two, so that the parts sum to the whole.
//
// Intervals are linearised and clustered: a system's share of a phenomenon is spread evenly
// over its errors of that phenomenon, errors are summed by sentence (or document) of gold, and
// the variance is that of these sums. They hold the shares of the two losses fixed.
package lead

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"assay/diagnose"
	"assay/eval"
	"assay/eval/phenomenon"
	"assay/report"
)

// A Watch collects the errors of one run by phenomenon. Collect and Collected go into
// eval.Options.
type Watch struct {
	metric    *eval.Measure
	number    int
	foci      []*diagnose.Focus
	builder   *diagnose.Builder
	errors    map[place]int
	documents map[int32]string // by sentence of gold
}

// A place is where errors are counted: a sentence of gold, -1 for none, and a phenomenon.
type place struct {
	sentence int32
	name     string
}

// NewWatch returns a watch for one run, in which the measure has that number.
func NewWatch(ms []*eval.Measure, number int) (*Watch, error) {
	m := ms[number]
	if !m.HasItems() {
		return nil, &eval.UsageError{Text: fmt.Sprintf("metric %s has no items, only scores of sentences", m.Name)}
	}
	w := &Watch{metric: m, number: number, foci: make([]*diagnose.Focus, len(ms)), errors: map[place]int{},
		documents: map[int32]string{},
		builder:   diagnose.NewBuilder(ms, diagnose.Options{By: []eval.Key{cause{}}, Main: true})}
	w.foci[number] = diagnose.NewFocus(m, m.Headline())
	return w, nil
}

// cause is the key whose values are causes: the phenomenon of an error, its class in a measure of
// trees.
type cause struct{}

func (cause) Name() string  { return "cause" }
func (cause) PerItem() bool { return true }

func (cause) Value(dst []byte, pair *eval.Pair, it *eval.Item) []byte {
	n := len(dst)
	if dst = phenomenon.Append(dst, pair, it); len(dst) > n {
		return dst
	}
	return append(dst, it.ClassName()...)
}

// Collect makes a collector for a batch.
func (w *Watch) Collect() eval.Collector {
	return &batch{Watch: w, errors: map[place]int{}, documents: map[int32]string{}, sorted: w.focused().Collect()}
}

func (w *Watch) focused() diagnose.Focused { return diagnose.Focused{To: w.builder, On: w.foci} }

// Collected takes a collector back.
func (w *Watch) Collected(c eval.Collector) {
	b := c.(*batch)
	for p, n := range b.errors {
		w.errors[p] += n
	}
	for s, d := range b.documents {
		w.documents[s] = d
	}
	w.focused().Collected(b.sorted)
}

// A batch counts the errors of a batch of pairs.
type batch struct {
	*Watch
	pair      *eval.Pair
	errors    map[place]int
	documents map[int32]string
	sorted    eval.Collector // of the builder
	open      []place        // errors of the present pair
	buf       []byte
}

// Pair begins the next pair.
func (b *batch) Pair(p *eval.Pair) {
	b.flush()
	b.pair = p
	first, last := p.Sentences()
	for s := first; first > 0 && s <= last; s++ {
		b.documents[int32(s)] = p.DocumentOf(s - first)
	}
	b.sorted.Pair(p)
}

func (b *batch) flush() {
	for _, p := range b.open {
		b.errors[p]++
	}
	b.open = b.open[:0]
}

// Drop forgets the items of a metric that could not count the pair.
func (b *batch) Drop(metric int) {
	if metric == b.number {
		b.open = b.open[:0]
	}
	if d, ok := b.sorted.(eval.Dropper); ok {
		d.Drop(metric)
	}
}

// Item counts an error.
func (b *batch) Item(metric int, it *eval.Item) {
	b.sorted.Item(metric, it)
	if metric != b.number {
		return
	}
	if outcome, ok := b.foci[metric].Outcome(it); !ok || outcome.Fine() {
		return
	}
	p := place{sentence: -1}
	if first, _ := b.pair.Sentences(); first > 0 {
		p.sentence = int32(first + b.pair.GoldStretch(it).N)
	}
	b.buf = cause{}.Value(b.buf[:0], b.pair, it)
	p.name = string(b.buf)
	b.open = append(b.open, p)
}

// End ends the present pair.
func (b *batch) End() {
	if f, ok := b.sorted.(eval.Finisher); ok {
		f.End()
	}
	b.flush()
}

// A Cause is a phenomenon and its part in the lead of B over A, in the unit of the score.
type Cause struct {
	Name      string
	Part      float64
	Low, High float64
	Errors    [2]int // of A and of B
}

// A Lead is the lead of B over A in the main score of a measure; it is below 0 if A leads.
type Lead struct {
	Metric, Score string
	Rate          bool
	Whole         Cause
	Causes        []Cause // the largest parts first; they sum to the whole
	Unit          string  // of the clusters
}

// Of divides the lead of the second of two runs. unit is sentence or document; z is the quantile
// of the intervals.
func Of(a, b *eval.Result, watches [2]*Watch, unit string, quantile float64) *Lead {
	first := watches[0]
	main := a.Counts[first.number].Headline()
	lead := &Lead{Metric: first.metric.Name, Score: main.Name, Rate: main.Rate, Unit: unit}
	byName := map[string]*Cause{}
	cluster, clusters := first.clustered(watches[1], unit)
	parts, whole := map[string][]float64{}, make([]float64, clusters)
	for k, res := range []*eval.Result{a, b} {
		sign := 1 - 2*float64(k) // a repair of A's errors is what B may have done
		for name, share := range watches[k].shares(res) {
			cause := byName[name]
			if cause == nil {
				cause = &Cause{Name: name}
				byName[name], parts[name] = cause, make([]float64, clusters)
			}
			cause.Part += sign * share.lost
			cause.Errors[k] = share.errors
			for p, n := range watches[k].errors {
				if p.name == name {
					v := sign * share.lost * float64(n) / float64(share.errors)
					parts[name][cluster(p.sentence)] += v
					whole[cluster(p.sentence)] += v
				}
			}
		}
	}
	for name, cause := range byName {
		cause.interval(parts[name], quantile)
		lead.Causes = append(lead.Causes, *cause)
		lead.Whole.Part += cause.Part
		lead.Whole.Errors[0] += cause.Errors[0]
		lead.Whole.Errors[1] += cause.Errors[1]
	}
	lead.Whole.Part = b.Counts[first.number].Headline().Value - main.Value
	lead.rest()
	slices.SortFunc(lead.Causes, func(x, y Cause) int {
		return cmp.Or(cmp.Compare(math.Abs(y.Part), math.Abs(x.Part)), cmp.Compare(x.Name, y.Name))
	})
	lead.Whole.Name = "all"
	lead.Whole.interval(whole, quantile)
	return lead
}

// rest adds the part that belongs to no error of the score itself.
func (l *Lead) rest() {
	sum := 0.0
	for _, c := range l.Causes {
		sum += c.Part
	}
	if rest := l.Whole.Part - sum; math.Abs(rest) > 1e-9 {
		l.Causes = append(l.Causes, Cause{Name: "other scores of the measure", Part: rest, Low: math.NaN(), High: math.NaN()})
	}
}

// interval sets the interval of the part of a cause, from its sums by cluster.
func (c *Cause) interval(sums []float64, z float64) {
	n, mean := float64(len(sums)), 0.0
	for _, v := range sums {
		mean += v / n
	}
	squares := 0.0
	for _, v := range sums {
		squares += (v - mean) * (v - mean)
	}
	error := math.Sqrt(squares * n / max(1, n-1))
	c.Low, c.High = c.Part-z*error, c.Part+z*error
}

// clustered returns the number of the cluster of a sentence of gold, and the number of clusters.
func (w *Watch) clustered(other *Watch, unit string) (of func(sentence int32) int, n int) {
	numbers := map[string]int{}
	bySentence := map[int32]int{}
	for _, documents := range []map[int32]string{w.documents, other.documents} {
		order := make([]int32, 0, len(documents))
		for s := range documents {
			order = append(order, s)
		}
		slices.Sort(order)
		for _, s := range order {
			name := fmt.Sprint(s)
			if unit == "document" {
				name = documents[s]
			}
			if _, ok := numbers[name]; !ok {
				numbers[name] = len(numbers)
			}
			bySentence[s] = numbers[name]
		}
	}
	return func(sentence int32) int {
		if k, ok := bySentence[sentence]; ok {
			return k
		}
		return len(numbers) // what gold lacks
	}, len(numbers) + 1
}

// A share is the part of a phenomenon in the loss of a system.
type share struct {
	lost   float64
	errors int
}

// shares returns the parts of the loss of the main score.
func (w *Watch) shares(res *eval.Result) map[string]share {
	d := w.builder.Diagnosis(res)
	main := res.Counts[w.number].Headline()
	counts := map[string]int{}
	for p, n := range w.errors {
		counts[p.name] += n
	}
	out := map[string]share{}
	for i := range d.Classes {
		c := &d.Classes[i]
		if score := c.Main(); c.Metric != w.number || score == nil || score.Name != main.Name || math.IsNaN(c.Lost) ||
			counts[c.Name] == 0 {
			continue
		}
		out[c.Name] = share{out[c.Name].lost + c.Lost, counts[c.Name]}
	}
	return out
}

// Table shows the causes: at most most of them, 0 for all.
func (l *Lead) Table(most int) *report.Table {
	unit, form := 1.0, "%+.2f"
	if l.Rate {
		unit = 100
	}
	table := &report.Table{Title: fmt.Sprintf("%s: where B's lead of "+form+" comes from, by phenomenon", l.Score,
		unit*l.Whole.Part),
		Head: []string{"part", "interval", "errors A", "errors B", "phenomenon"}}
	if l.Whole.Part < 0 {
		table.Title = fmt.Sprintf("%s: where B's lag of "+form+" comes from, by phenomenon", l.Score, unit*l.Whole.Part)
	}
	add := func(c *Cause) {
		interval := ""
		if !math.IsNaN(c.Low) {
			interval = fmt.Sprintf(form+" to "+form, unit*c.Low, unit*c.High)
		}
		table.Add(report.Shown(c.Part, fmt.Sprintf(form, unit*c.Part)), report.Label(interval),
			report.Count(c.Errors[0]), report.Count(c.Errors[1]), report.Label(c.Name))
	}
	rest := Cause{Name: "others"}
	for i := range l.Causes {
		if most == 0 || i < most {
			add(&l.Causes[i])
			continue
		}
		rest.Part += l.Causes[i].Part
		rest.Errors[0] += l.Causes[i].Errors[0]
		rest.Errors[1] += l.Causes[i].Errors[1]
		rest.Low, rest.High = math.NaN(), math.NaN()
	}
	if most > 0 && len(l.Causes) > most {
		rest.Name = fmt.Sprintf("%d others", len(l.Causes)-most)
		add(&rest)
	}
	add(&l.Whole)
	table.Notes = append(table.Notes,
		fmt.Sprintf("parts are differences of the shares of both losses (Shapley) and sum to the whole; intervals are "+
			"clustered by %s", l.Unit))
	return table
}

// Object returns the lead for JSON.
func (l *Lead) Object() report.Object {
	o := report.Object{}
	o.Add("metric", l.Metric)
	o.Add("score", l.Score)
	o.Add("unit", l.Unit)
	o.Add("lead", report.Float(l.Whole.Part))
	o.Add("interval", []report.Float{report.Float(l.Whole.Low), report.Float(l.Whole.High)})
	causes := []report.Object{}
	for _, c := range l.Causes {
		q := report.Object{}
		q.Add("phenomenon", c.Name)
		q.Add("part", report.Float(c.Part))
		q.Add("interval", []report.Float{report.Float(c.Low), report.Float(c.High)})
		q.Add("errors", c.Errors[:])
		causes = append(causes, q)
	}
	o.Add("causes", causes)
	return o
}

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
	"strings"

	"assay/diagnose"
	"assay/eval"
	"assay/eval/phenomenon"
	"assay/report"
)

// An ErrorLog collects the errors of one run by phenomenon. Collect, Collected and Discard go into
// eval.Options.
type ErrorLog struct {
	metric    *eval.Measure
	number    int
	foci      []*diagnose.Focus
	builder   *diagnose.Builder
	causes    causes
	errors    []place
	documents map[int32]string // by sentence of gold
}

// A place is where an error is: a sentence of gold, -1 for none, and the number of its cause.
type place struct{ sentence, cause int32 }

// causes numbers the names of causes.
type causes struct {
	names []string
	of    map[string]int32
}

func (c *causes) number(name []byte) int32 {
	n, ok := c.of[string(name)]
	if !ok {
		if c.of == nil {
			c.of = map[string]int32{}
		}
		n = int32(len(c.names))
		c.names = append(c.names, string(name))
		c.of[c.names[n]] = n
	}
	return n
}

// NewErrorLog returns a watch for one run, in which the measure has that number.
func NewErrorLog(ms []*eval.Measure, number int) (*ErrorLog, error) {
	m := ms[number]
	if !m.HasItems() {
		return nil, &eval.UsageError{Text: fmt.Sprintf("metric %s has no items, only scores of sentences", m.Name)}
	}
	w := &ErrorLog{metric: m, number: number, foci: make([]*diagnose.Focus, len(ms)),
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
	return AppendCause(dst, pair, it)
}

// AppendCause appends the name of the cause of an error.
func AppendCause(dst []byte, pair *eval.Pair, it *eval.Item) []byte {
	n := len(dst)
	if dst = phenomenon.Append(dst, pair, it); len(dst) > n {
		return dst
	}
	return append(dst, it.ClassName()...)
}

// Named reports whether a cause says something of the error: "other" and changes for which there is
// no rule do not.
func Named(cause string) bool {
	return !strings.HasPrefix(cause, "other") && !strings.Contains(cause, "no rule")
}

// Collect makes a collector for a batch.
func (w *ErrorLog) Collect() eval.Collector {
	return &batch{ErrorLog: w, documents: map[int32]string{}, sorted: w.focused().Collect()}
}

func (w *ErrorLog) focused() diagnose.Focused { return diagnose.Focused{To: w.builder, On: w.foci} }

// Collected takes a collector back.
func (w *ErrorLog) Collected(c eval.Collector) {
	b := c.(*batch)
	to := make([]int32, len(b.causes.names))
	for i, name := range b.causes.names {
		to[i] = w.causes.number([]byte(name))
	}
	for _, p := range b.errors {
		w.errors = append(w.errors, place{p.sentence, to[p.cause]})
	}
	for s, d := range b.documents {
		w.documents[s] = d
	}
	w.focused().Collected(b.sorted)
}

// Discard forgets the errors so far: the sentences are paired anew.
func (w *ErrorLog) Discard() {
	w.builder.Discard()
	w.causes, w.errors, w.documents = causes{}, nil, map[int32]string{}
}

// A batch counts the errors of a batch of pairs.
type batch struct {
	*ErrorLog
	pair      *eval.Pair
	causes    causes
	errors    []place
	documents map[int32]string
	sorted    eval.Collector // of the builder
	first     int            // of the errors of the present pair
	buf       []byte
}

// Pair begins the next pair.
func (b *batch) Pair(p *eval.Pair) {
	b.pair, b.first = p, len(b.errors)
	first, last := p.Sentences()
	for s := first; first > 0 && s <= last; s++ {
		b.documents[int32(s)] = p.DocumentOf(s - first)
	}
	b.sorted.Pair(p)
}

// Drop forgets the items of a metric that could not count the pair.
func (b *batch) Drop(metric int) {
	if metric == b.number {
		b.errors = b.errors[:b.first]
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
	if number, _ := b.pair.GoldPlace(it); number > 0 {
		p.sentence = int32(number)
	}
	b.buf = AppendCause(b.buf[:0], b.pair, it)
	p.cause = b.causes.number(b.buf)
	b.errors = append(b.errors, p)
}

// End ends the present pair.
func (b *batch) End() {
	if f, ok := b.sorted.(eval.Finisher); ok {
		f.End()
	}
}

// A Cause is a phenomenon and its part in the lead of B over A, in the unit of the score.
type Cause struct {
	Name      string
	Part      float64
	Low, High float64
	Errors    [2]int   // of A and of B
	Names     []string // of the causes that it joins; nil if it is one

	sums []float64 // by cluster
}

// A Lead is the lead of B over A in the main score of a measure; it is below 0 if A leads.
type Lead struct {
	Metric, Score string
	Rate          bool
	Whole         Cause
	Causes        []Cause // the largest parts first; they sum to the whole
	Unit          string  // of the clusters

	quantile float64
}

// Of divides the lead of the second of two runs. unit is sentence or document; the intervals have
// the half width of quantile standard errors.
func Of(a, b *eval.Result, watches [2]*ErrorLog, unit string, quantile float64) *Lead {
	first := watches[0]
	main := a.Counts[first.number].Headline()
	lead := &Lead{Metric: first.metric.Name, Score: main.Name, Rate: main.Rate, Unit: unit, quantile: quantile}
	byName := map[string]*Cause{}
	cluster, clusters := first.clustered(watches[1], unit)
	whole := make([]float64, clusters)
	for k, res := range []*eval.Result{a, b} {
		sign := 1 - 2*float64(k) // a repair of A's errors is what B may have done
		byNumber := make([]*Cause, len(watches[k].causes.names))
		each := make([]float64, len(byNumber)) // the share of an error
		for _, l := range watches[k].Losses(res) {
			cause := byName[l.Cause]
			if cause == nil {
				cause = &Cause{Name: l.Cause, sums: make([]float64, clusters)}
				byName[l.Cause] = cause
			}
			n := watches[k].causes.of[l.Cause]
			byNumber[n], each[n] = cause, sign*l.Lost/float64(l.Errors)
			cause.Part += sign * l.Lost
			cause.Errors[k] = l.Errors
		}
		for _, p := range watches[k].errors {
			if cause := byNumber[p.cause]; cause != nil {
				c := cluster(p.sentence)
				cause.sums[c] += each[p.cause]
				whole[c] += each[p.cause]
			}
		}
	}
	for _, cause := range byName {
		cause.interval(quantile)
		lead.Causes = append(lead.Causes, *cause)
		lead.Whole.Errors[0] += cause.Errors[0]
		lead.Whole.Errors[1] += cause.Errors[1]
	}
	lead.Whole.Part = b.Counts[first.number].Headline().Value - main.Value
	lead.rest()
	slices.SortFunc(lead.Causes, func(x, y Cause) int {
		return cmp.Or(cmp.Compare(math.Abs(y.Part), math.Abs(x.Part)), cmp.Compare(x.Name, y.Name))
	})
	lead.Whole.Name, lead.Whole.sums = "all", whole
	lead.Whole.interval(quantile)
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
func (c *Cause) interval(z float64) {
	sums := c.sums
	if sums == nil {
		c.Low, c.High = math.NaN(), math.NaN()
		return
	}
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
func (w *ErrorLog) clustered(other *ErrorLog, unit string) (of func(sentence int32) int, n int) {
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

// A Loss is the part of a cause in the loss of a system, in the unit of the score.
type Loss struct {
	Cause  string
	Lost   float64
	Errors int
}

// Losses divides the loss of the main score of a run among causes, the largest first.
func (w *ErrorLog) Losses(res *eval.Result) (out []Loss) {
	diagnosis := w.builder.Diagnosis(res)
	main := res.Counts[w.number].Headline()
	counts := make([]int, len(w.causes.names))
	for _, p := range w.errors {
		counts[p.cause]++
	}
	lost := make([]float64, len(counts))
	for i := range diagnosis.Classes {
		class := &diagnosis.Classes[i]
		n, ok := w.causes.of[class.Name]
		if score := class.Main(); ok && class.Metric == w.number && score != nil && score.Name == main.Name &&
			!math.IsNaN(class.Lost) {
			lost[n] += class.Lost
		}
	}
	for n, name := range w.causes.names {
		if counts[n] > 0 {
			out = append(out, Loss{name, lost[n], counts[n]})
		}
	}
	slices.SortFunc(out, func(x, y Loss) int {
		return cmp.Or(cmp.Compare(math.Abs(y.Lost), math.Abs(x.Lost)), cmp.Compare(x.Cause, y.Cause))
	})
	return out
}

// Steps lists the causes for a reader: at most most of them that have a name (0 for all), the largest
// first, and the others joined to one, which is last.
func (l *Lead) Steps(most int) []Cause {
	var out []Cause
	rest := Cause{sums: make([]float64, len(l.Whole.sums))}
	for i := range l.Causes {
		cause := &l.Causes[i]
		if Named(cause.Name) && (most == 0 || len(out) < most) {
			out = append(out, *cause)
			continue
		}
		rest.Name, rest.Names = cause.Name, append(rest.Names, cause.Name)
		rest.Part += cause.Part
		rest.Errors[0] += cause.Errors[0]
		rest.Errors[1] += cause.Errors[1]
		if rest.sums != nil && cause.sums == nil {
			rest.sums = nil
		}
		for k, v := range cause.sums[:min(len(cause.sums), len(rest.sums))] {
			rest.sums[k] += v
		}
	}
	switch n := len(rest.Names); {
	case n == 0:
		return out
	case n > 1:
		rest.Name = fmt.Sprintf("%d others", n)
	}
	rest.interval(l.quantile)
	return append(out, rest)
}

// Hundredths rounds the parts of a whole to hundredths so that they sum to the whole as it is
// rounded: of the parts that were rounded the most, as many as are needed are rounded the other way.
func Hundredths(parts []Cause, whole, unit float64) []int {
	out := make([]int, len(parts))
	left := int(math.Round(100 * unit * whole))
	over := func(i int) float64 { return 100*unit*parts[i].Part - float64(out[i]) }
	order := make([]int, len(parts))
	for i := range parts {
		out[i] = int(math.Round(100 * unit * parts[i].Part))
		order[i] = i
		left -= out[i]
	}
	step := 1
	if left < 0 {
		step = -1
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(float64(step)*over(j), float64(step)*over(i)) })
	for _, i := range order[:min(len(order), step*left)] {
		out[i] += step
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
	add := func(c *Cause, hundredths int) {
		interval := ""
		if !math.IsNaN(c.Low) {
			interval = fmt.Sprintf(form+" to "+form, unit*c.Low, unit*c.High)
		}
		table.Add(report.Shown(c.Part, fmt.Sprintf(form, float64(hundredths)/100)), report.Label(interval),
			report.Count(c.Errors[0]), report.Count(c.Errors[1]), report.Label(c.Name))
	}
	steps := l.Steps(most)
	for i, n := range Hundredths(steps, l.Whole.Part, unit) {
		add(&steps[i], n)
	}
	add(&l.Whole, int(math.Round(100*unit*l.Whole.Part)))
	table.Notes = append(table.Notes,
		fmt.Sprintf("parts are differences of the shares of both losses (Shapley) and sum to the whole; intervals are "+
			"clustered by %s", l.Unit))
	return table
}

// Object returns the lead for JSON.
func (l *Lead) Object() report.Object {
	o := report.Members("metric", l.Metric, "score", l.Score, "unit", l.Unit, "lead", report.Float(l.Whole.Part),
		"interval", []report.Float{report.Float(l.Whole.Low), report.Float(l.Whole.High)})
	causes := []report.Object{}
	for _, c := range l.Causes {
		causes = append(causes, report.Members("phenomenon", c.Name, "part", report.Float(c.Part),
			"interval", []report.Float{report.Float(c.Low), report.Float(c.High)}, "errors", c.Errors[:]))
	}
	o.Add("causes", causes)
	return o
}

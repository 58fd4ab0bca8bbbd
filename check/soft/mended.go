package soft

import (
	"assay/check/adjudicate"
	"assay/eval"
	"assay/treebank"
)

// A mended measure gives a soft main score to a measure without precision and recall,
// such as an error rate or an accuracy. An item that was accepted counts as it would if it
// were right, an item of the system alone then counts nothing. A wrong item that nobody
// decided counts nothing at all, on neither side of the ratio. One that was rejected counts
// as before. A rejected match counts as before: the measure does not say how much a wrong one counts.
type mended struct {
	eval.Metric
	check  *Check
	width  int    // columns of the measure
	main   int    // its main score
	counts []bool // by column: the main score depends on it
	bare   bool   // it has scores that do not look at labels
}

// Mends reports whether the soft score of a measure comes from its own main score, so that
// matches cannot be rejected.
func Mends(m eval.Metric) bool {
	_, ok := m.NewCounter().(eval.Explainer)
	d, reads := m.(eval.DecisionReader)
	return ok && len(groups(m.Columns())) == 0 && !(reads && d.ReadsDecisions())
}

func mend(m eval.Metric, check *Check) *mended {
	out := &mended{Metric: m, check: check, width: len(m.Columns())}
	probe := func(column int) eval.Score {
		row := make([]float64, out.width)
		for i := range row {
			row[i] = float64(100 + i) // no fraction is undefined, and no two are equal by chance
		}
		if column >= 0 {
			row[column]++
		}
		m.NewCounter().(eval.Explainer).Close(row) // some columns are those of the whole sentence
		return m.Scores(row)[out.main]
	}
	out.main = eval.HeadlineOf(m.Scores(make([]float64, out.width)))
	_, out.bare = m.(eval.Unlabeller)
	base := probe(-1)
	for i := range out.width {
		out.counts = append(out.counts, probe(i) != base)
	}
	return out
}

// Signature is that of the measure, and the check.
func (m *mended) Signature() string { return m.Metric.Signature() + "|check:" + m.check.Name }

// Columns are those of the measure, the same again by the decisions, and two that count the
// wrong items of the main score: those that nobody decided, and all.
func (m *mended) Columns() []string {
	names := m.Metric.Columns()
	out := append([]string{}, names...)
	for _, name := range names {
		out = append(out, "soft_"+name)
	}
	return append(out, "soft_undecided", "soft_wrong")
}

// Scores are those of the measure, then the main one by the decisions.
func (m *mended) Scores(sum []float64) []eval.Score {
	out := append([]eval.Score{}, m.Metric.Scores(sum[:m.width])...)
	score := m.Metric.Scores(sum[m.width : 2*m.width])[m.main]
	score.Name, score.Headline, score.Main = "soft_"+score.Name, false, true
	share := eval.Ratio("soft_undecided_share", sum[2*m.width], sum[2*m.width+1])
	share.Main, share.Lower = true, true
	return append(out, score, share)
}

// DefaultOnError is that of the measure.
func (m *mended) DefaultOnError() eval.OnError {
	if p, ok := m.Metric.(eval.OnErrorDefaulter); ok {
		return p.DefaultOnError()
	}
	return eval.OnErrorCount
}

// Reads returns all layers but forests: decisions name items by labels and words.
func (m *mended) Reads() treebank.Layer {
	if r, ok := m.Metric.(eval.LayerReader); ok && r.Reads().Has(treebank.Forests) {
		return ^treebank.Layer(0)
	}
	return ^treebank.Forests
}

// NewCounter returns a counter for one goroutine.
func (m *mended) NewCounter() eval.Counter {
	inner := m.Metric.NewCounter().(eval.Explainer)
	return &mendedCounter{m: m, inner: inner, look: lookup{check: m.check}}
}

type mendedCounter struct {
	m     *mended
	inner eval.Explainer
	look  lookup
	adds  []eval.Add
}

// Count counts a pair by the measure, and its items by the decisions.
func (c *mendedCounter) Count(row []float64, pair *eval.Pair) error {
	n := c.m.width
	if err := c.inner.Count(row[:n:n], pair); err != nil {
		return err
	}
	c.look.sentence(pair)
	err := c.inner.Explain(pair, func(it *eval.Item) {
		for _, a := range c.soft(pair, it) {
			row[a.Column] += a.N
		}
	})
	c.inner.Close(row[n : 2*n : 2*n])
	return err
}

// Explain yields the items of the measure with their soft contributions.
func (c *mendedCounter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	c.look.sentence(pair)
	return c.inner.Explain(pair, func(it *eval.Item) {
		soft := c.soft(pair, it)
		it.Adds = append(append([]eval.Add{}, it.Adds...), soft...)
		yield(it)
	})
}

// Close is that of the measure, for its own columns and those by the decisions.
func (c *mendedCounter) Close(row []float64) {
	n := c.m.width
	c.inner.Close(row[:n:n])
	c.inner.Close(row[n : 2*n : 2*n])
}

// soft returns what an item adds by the decision on it.
func (c *mendedCounter) soft(pair *eval.Pair, it *eval.Item) []eval.Add {
	n := c.m.width
	c.adds = c.adds[:0]
	from := it.Adds
	wrong := it.System.Kind != eval.None && it.Outcome != eval.Correct && it.Outcome != eval.Noncommittal && c.counts(it)
	if wrong {
		c.adds = append(c.adds, eval.Add{Column: 2*n + 1, N: 1, System: true})
		v := c.look.verdict(pair, it)
		if v == "" && c.m.bare && c.look.unlabelled(pair, it) == adjudicate.Reject { // of a link whatever its label
			v = adjudicate.Reject
		}
		switch v {
		case adjudicate.Accept:
			if from = it.Mended; from == nil && it.Outcome != eval.Spurious {
				from = it.Adds
			}
		case adjudicate.Reject:
		default:
			c.adds = append(c.adds, eval.Add{Column: 2 * n, N: 1, System: true})
			from = nil
		}
	}
	for _, a := range from {
		a.Column += n
		c.adds = append(c.adds, a)
	}
	return c.adds
}

// counts reports whether the main score depends on an item.
func (c *mendedCounter) counts(it *eval.Item) bool {
	for _, a := range it.Adds {
		if c.m.counts[a.Column] {
			return true
		}
	}
	return false
}

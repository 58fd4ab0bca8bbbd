package soft

import (
	"slices"

	"assay/check/adjudicate"
	"assay/eval"
)

// Mends reports whether the soft score of a measure comes from its own main score, so that
// matches cannot be rejected.
func Mends(m *eval.Measure) bool { return m.HasItems() && len(m.PRF) == 0 && !m.Decides }

// mend gives a soft main score to a measure without precision and recall, such as an error
// rate or an accuracy. An item that was accepted counts as it would if it were right, an item
// of the system alone then counts nothing. A wrong item that nobody decided counts nothing at
// all, on neither side of the ratio. One that was rejected counts as before. A rejected match
// counts as before: the measure does not say how much a wrong one counts.
//
// The columns are those of the measure, the same again by the decisions, and two that count
// the wrong items of the main score: those that nobody decided, and all.
func mend(m *eval.Measure, check *Check) *eval.Measure {
	n := len(m.Columns)
	out := checked(m, check)
	out.Columns = slices.Clone(m.Columns)
	for _, c := range m.Columns {
		soft := eval.Column{Name: "soft_" + c.Name, Presence: c.Presence}
		for _, from := range c.From {
			soft.From = append(soft.From, n+from)
		}
		out.Columns = append(out.Columns, soft)
	}
	out.Columns = append(out.Columns, eval.Columns("soft_undecided", "soft_wrong")...)
	main := m.Formulas[m.Headline()]
	soft := main.Shift(n)
	soft.Name, soft.Headline, soft.Main = "soft_"+main.Name, false, true
	share := eval.MainRatio("soft_undecided_share", eval.Plus(2*n), eval.Plus(2*n+1))
	share.Neither = true
	out.Formulas = append(slices.Clone(m.Formulas), soft, share)
	out.Close = func(row []float64) {
		m.Closed(row[:n:n])
		m.Closed(row[n : 2*n : 2*n])
	}
	out.NewCounter = func() eval.Counter {
		return &mendedCounter{m: m, counts: m.Depends(main.ColumnsOf()), bare: m.HasUnlabelled(),
			inner: m.NewCounter().(eval.Explainer), look: lookup{check: check}}
	}
	return out
}

type mendedCounter struct {
	m      *eval.Measure // without soft scores
	counts []bool        // by column: the main score depends on it
	bare   bool          // some scores do not look at labels
	inner  eval.Explainer
	look   lookup
	adds   []eval.Add
}

// Seen returns the facts that the counter of the measure has noted.
func (c *mendedCounter) Seen() uint64 { return seen(c.inner) }

// Count counts a pair by the measure, and its items by the decisions.
func (c *mendedCounter) Count(row []float64, pair *eval.Pair) error {
	n := len(c.m.Columns)
	if err := c.inner.Count(row[:n:n], pair); err != nil {
		return err
	}
	c.look.sentence(pair)
	err := c.inner.Explain(pair, func(it *eval.Item) {
		for _, a := range c.soft(pair, it) {
			row[a.Column] += a.N
		}
	})
	c.m.Closed(row[n : 2*n : 2*n])
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

// soft returns the counts that an item adds after the decision on it.
func (c *mendedCounter) soft(pair *eval.Pair, it *eval.Item) []eval.Add {
	n := len(c.m.Columns)
	c.adds = c.adds[:0]
	from := it.Adds
	wrong := it.System.Kind != eval.None && it.Outcome != eval.Correct && it.Outcome != eval.Noncommittal && c.relevant(it)
	if wrong {
		c.adds = append(c.adds, eval.Add{Column: 2*n + 1, N: 1, System: true})
		v := c.look.verdict(pair, it)
		if v == "" && c.bare && c.look.unlabelled(pair, it) == adjudicate.Reject { // of a link whatever its label
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

// relevant reports whether the main score depends on an item.
func (c *mendedCounter) relevant(it *eval.Item) bool {
	for _, a := range it.Adds {
		if c.counts[a.Column] {
			return true
		}
	}
	return false
}

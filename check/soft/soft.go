// Package soft gives any measure its soft scores, once people have checked its
// items: Hogenhout & Matsumoto (1997, table 3) count a bracket that a person
// accepted as right, and an exact match that a person rejected as wrong,
//
//	soft recall    = (EMA + CEA + SPA) / brackets of the treebank
//	soft precision = (EMA + CEA + SPA) / brackets of the parser
//
// where EMA are the exact matches that nobody rejected, CEA and SPA the crossing and
// spurious brackets that were accepted. Here the same holds for every measure that
// counts gold, system and matched items: an accepted item counts as matched with its
// whole contribution to the system's side, a rejected match does not count as matched.
// A wrong item that nobody decided, or of which people are unsure, is not on the
// system's side, as if the system had not proposed it; undecided_share is the share of
// such items among the wrong ones. A check of a few items thus gives a precision that
// is too high, because all matches stay in. Soft F1 is the harmonic mean, 2 (EMA + CEA
// + SPA) / (gold + system).
//
// As in the paper an accepted bracket need not correspond to one of gold's, so
// that soft recall can pass 100 %. A decision is about the item of its name in
// all parts of the measure: of a link, about las as about uas. But an error that was
// rejected in one part says nothing of a match in another, and a decision on one tag of
// a word nothing of its other tags.
//
// A measure without precision and recall, such as an error rate, gets a soft main score:
// see mended.
//
// The figures of the measure itself do not change. Package careful has soft
// figures of its own.
package soft

import (
	"slices"
	"strings"

	"assay/check/adjudicate"
	"assay/eval"
	"assay/treebank"
)

// A Check holds people's decisions about the items of one measure.
type Check struct {
	Name     string // as signatures show it
	verdicts map[adjudicate.Key]verdict
	touched  map[string]bool // sentences with decisions
}

// NewCheck returns the Check of the decisions about one measure; those that name
// no measure are about any. It is nil if there are none. Where several judges
// differ the majority holds.
func NewCheck(name, metric string, list []adjudicate.Decision) *Check {
	check := &Check{Name: name, verdicts: map[adjudicate.Key]verdict{}, touched: map[string]bool{}}
	var ours []adjudicate.Decision
	for _, d := range list {
		if d.Metric == "" || d.Metric == metric {
			d.Metric = ""
			ours = append(ours, d)
		}
	}
	for _, v := range adjudicate.Consent(ours) {
		if v.Decision != adjudicate.Unsure {
			check.verdicts[v.Key] = verdict{v.Decision, v.Kind}
			check.touched[v.Sentence] = true
		}
	}
	if len(ours) == 0 {
		return nil
	}
	return check
}

// A verdict is the decision on an item, and the kind of the item that people were asked
// about.
type verdict struct {
	decision adjudicate.Verdict
	kind     string
}

// on returns the decision on an item of that name in any part of the measure. The tags and
// lemmas of a word are different questions, and so is a match for those who rejected an
// error of another part: a rejected label does not make the head wrong.
func (v verdict) on(it *eval.Item) adjudicate.Verdict {
	kind := it.Class
	if kind == "" {
		kind = it.Outcome.String()
	}
	if v.kind == "" || v.kind == kind {
		return v.decision
	}
	if !adjudicate.Covers(v.kind, kind) {
		return ""
	}
	switch correct := v.kind == eval.Correct.String() || v.kind == exactMatch; {
	case it.System.Kind == eval.Word,
		v.decision == adjudicate.Reject && it.Outcome == eval.Correct && !correct:
		return ""
	}
	return v.decision
}

// exactMatch is the kind of brackets that match, as Hogenhout & Matsumoto name them.
const exactMatch = "EM"

// A group is columns of a measure that make one precision and recall.
type group struct {
	before, after         string // text around "precision" in the names of its scores
	gold, system, matched int    // columns of the measure
	unlabelled            bool   // its scores do not look at labels
}

func (g *group) name(score string) string { return "soft_" + g.before + score + g.after }

// groups finds the columns named gold, system and matched, all with the same
// prefix or suffix, and further columns of matches.
func groups(columns []string) []group {
	at := map[string]int{}
	for i, c := range columns {
		at[c] = i
	}
	var out []group
	for i, column := range columns {
		for _, word := range []string{"matched", "correct"} {
			k := strings.Index(column, word)
			if k < 0 {
				continue
			}
			before, after := column[:k], column[k+len(word):]
			g, okG := at[before+"gold"+after]
			s, okS := at[before+"system"+after]
			if before == "" && !okG { // matched_labelled beside gold and system
				g, okG = at["gold"]
				s, okS = at["system"]
				before, after = strings.TrimPrefix(after, "_")+"_", ""
			}
			if okG && okS {
				out = append(out, group{before: before, after: after, gold: g, system: s, matched: i})
			}
		}
	}
	return out
}

// A Metric is a measure with soft scores beside its own.
type Metric struct {
	eval.Metric
	check  *Check
	groups []group
	width  int  // columns of the measure
	bare   bool // it has scores that do not look at labels
}

// Wrap adds soft scores to a measure: precision, recall and F1, or the main score if it has
// none of them; ok is false if it has no items. The result keeps the descriptions of m.
func Wrap(m eval.Metric, check *Check) (wrapped eval.Metric, ok bool) {
	if _, ok := m.NewCounter().(eval.Explainer); !ok {
		return m, false
	}
	if Mends(m) {
		return mend(m, check), true
	}
	names := m.Columns()
	s := &Metric{Metric: m, check: check, groups: groups(names), width: len(names)}
	if u, ok := m.(eval.Unlabeller); ok {
		s.bare = true
		s.mark(u.Unlabelled())
	}
	return s, len(s.groups) > 0
}

// Signature is that of the measure, and the check.
func (m *Metric) Signature() string { return m.Metric.Signature() + "|check:" + m.check.Name }

// perGroup is the number of columns of each precision and recall.
const perGroup = 3

// Columns are those of the measure, then three for each precision and recall: the
// items matched on gold's side and on the system's, which differ in breakdowns
// only, and the wrong items of the system that nobody decided.
func (m *Metric) Columns() []string {
	out := append([]string{}, m.Metric.Columns()...)
	for _, g := range m.groups {
		out = append(out, g.name("matched"), g.name("system_matched"), g.name("undecided"))
	}
	return out
}

// Scores are those of the measure, then soft precision, recall and F1.
func (m *Metric) Scores(sum []float64) []eval.Score {
	out := append([]eval.Score{}, m.Metric.Scores(sum[:m.width])...)
	for i, group := range m.groups {
		soft := sum[m.width+perGroup*i:][:perGroup]
		right, found, undecided := soft[0], soft[1], soft[2]
		gold, system := sum[group.gold], sum[group.system]-undecided
		for _, score := range []eval.Score{
			eval.Ratio(group.name("precision"), found, system),
			eval.Ratio(group.name("recall"), right, gold),
			eval.Ratio(group.name("f1"), right+found, gold+system),
			eval.Ratio(group.name("undecided_share"), undecided, sum[group.system]-sum[group.matched]),
		} {
			score.Main = group.main()
			out = append(out, score)
		}
		out[len(out)-1].Lower = true
	}
	return out
}

// main reports whether the scores of g are shown in short tables.
func (g *group) main() bool {
	return g.after == "" && (g.before == "" || g.before == "las_" || g.before == "labelled_")
}

// DefaultOnError is that of the measure.
func (m *Metric) DefaultOnError() eval.OnError {
	if p, ok := m.Metric.(eval.OnErrorDefaulter); ok {
		return p.DefaultOnError()
	}
	return eval.OnErrorCount
}

// Reads returns the layers that the measure reads, and labels and words, by which
// items are named.
func (m *Metric) Reads() treebank.Layer {
	if r, ok := m.Metric.(eval.LayerReader); ok && r.Reads().Has(treebank.Forests) {
		return ^treebank.Layer(0)
	}
	return ^treebank.Forests
}

// NewCounter returns a counter for one goroutine.
func (m *Metric) NewCounter() eval.Counter {
	return &counter{m: m, inner: m.Metric.NewCounter().(eval.Explainer), look: lookup{check: m.check}}
}

type counter struct {
	m     *Metric
	inner eval.Explainer
	look  lookup
	adds  []eval.Add
	row   []float64
}

// Count counts pair. Items are looked at where something was decided only; elsewhere
// all wrong ones are undecided.
func (c *counter) Count(row []float64, pair *eval.Pair) error {
	n := c.m.width
	if err := c.inner.Count(row[:n:n], pair); err != nil {
		return err
	}
	decided := c.look.sentence(pair)
	for i, g := range c.m.groups {
		soft := row[n+perGroup*i:][:perGroup]
		soft[0], soft[1] = row[g.matched], row[g.matched]
		if !decided {
			soft[2] = row[g.system] - row[g.matched]
		}
	}
	if !decided {
		return nil
	}
	err := c.inner.Explain(pair, func(it *eval.Item) {
		for i := range c.m.groups {
			hard, matched, undecided := c.matched(pair, it, i)
			soft := row[n+perGroup*i:][:perGroup]
			soft[0] += matched - hard
			soft[1] += matched - hard
			soft[2] += undecided
		}
	})
	c.derive(row)
	return err
}

// derive sets the soft columns that a measure works out of others when a pair
// is closed, such as the sum over all classes.
func (c *counter) derive(row []float64) {
	n := c.m.width
	for k := range perGroup {
		c.row = append(c.row[:0], row[:n]...)
		for i, g := range c.m.groups {
			c.row[g.matched] = row[n+perGroup*i+k]
		}
		c.inner.Close(c.row)
		for i, g := range c.m.groups {
			row[n+perGroup*i+k] = c.row[g.matched]
		}
	}
}

// Explain yields the items of the measure with their contributions to soft
// scores.
func (c *counter) Explain(p *eval.Pair, yield func(*eval.Item)) error {
	c.look.sentence(p)
	return c.inner.Explain(p, func(it *eval.Item) {
		c.adds = append(c.adds[:0], it.Adds...)
		for i := range c.m.groups {
			_, matched, undecided := c.matched(p, it, i)
			first := c.m.width + perGroup*i
			if matched != 0 {
				c.adds = append(c.adds, eval.Add{Column: first, N: matched}, eval.Add{Column: first + 1, N: matched, System: true})
			}
			if undecided != 0 {
				c.adds = append(c.adds, eval.Add{Column: first + 2, N: undecided, System: true})
			}
		}
		it.Adds = c.adds
		yield(it)
	})
}

// Close is that of the measure, for hard and soft columns.
func (c *counter) Close(row []float64) {
	c.inner.Close(row[:c.m.width:c.m.width])
	c.derive(row)
}

// matched returns how much an item adds to the matches of group i, how much it
// adds by the decision on it, and how much of the system's side is undecided.
func (c *counter) matched(pair *eval.Pair, it *eval.Item, i int) (hard, soft, undecided float64) {
	group := c.m.groups[i]
	system := 0.0
	for _, a := range it.Adds {
		switch a.Column {
		case group.matched:
			hard += a.N
		case group.system:
			system += a.N
		}
	}
	if hard == 0 && system == 0 {
		return 0, 0, 0
	}
	switch v := c.verdict(pair, it, group.unlabelled); {
	case v == adjudicate.Accept:
		return hard, system, 0
	case v == adjudicate.Reject && it.Outcome == eval.Correct:
		return hard, 0, 0
	case v == adjudicate.Reject:
		return hard, hard, 0
	}
	return hard, hard, system - hard
}

// verdict is the decision on an item in a group. Who said that two words are joined, without
// a word on the label, said it of the scores that do not look at labels; who said that they
// are not, of all.
func (c *counter) verdict(pair *eval.Pair, it *eval.Item, unlabelled bool) adjudicate.Verdict {
	v := c.look.verdict(pair, it)
	if !c.m.bare || v != "" && !unlabelled {
		return v
	}
	if bare := c.look.unlabelled(pair, it); bare == adjudicate.Reject || bare != "" && unlabelled {
		return bare
	}
	return v
}

// mark marks the groups whose matches change the scores of these names.
func (m *Metric) mark(names []string) {
	row := make([]float64, m.width)
	for i := range row {
		row[i] = float64(100 + i) // no fraction is undefined, and no two are equal by chance
	}
	base := m.Metric.Scores(row)
	for i := range m.groups {
		g := &m.groups[i]
		row[g.matched]++
		for k, s := range m.Metric.Scores(row) {
			g.unlabelled = g.unlabelled || s.Value != base[k].Value && slices.Contains(names, s.Name)
		}
		row[g.matched]--
	}
}

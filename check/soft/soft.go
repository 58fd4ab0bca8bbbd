// Package soft gives any measure its soft scores, once people have checked its
// items: Hogenhout & Matsumoto (1996, table 3) count a bracket that a person
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
	"cmp"
	"slices"

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
	kind := cmp.Or(it.Class, it.Outcome.String())
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

// Wrap adds soft scores to a measure: precision, recall and F1, or the main score if it has
// none of them; ok is false if it has no items. Everything else of m stays.
func Wrap(m *eval.Measure, check *Check) (wrapped *eval.Measure, ok bool) {
	switch {
	case !m.HasItems():
		return m, false
	case Mends(m):
		return mend(m, check), true
	}
	out := checked(m, check)
	out.Columns, out.Formulas = slices.Clone(m.Columns), slices.Clone(m.Formulas)
	for i, prf := range m.PRF {
		first := len(m.Columns) + perGroup*i
		out.Columns = append(out.Columns, softColumns(m, prf, first)...)
		out.Formulas = append(out.Formulas, softFormulas(prf, first)...)
	}
	if m.Omit != nil {
		out.Omit = func(sum []float64, seen uint64) []eval.Omission { return omitted(m, sum, seen) }
	}
	width := len(m.Columns)
	out.Close = func(row []float64) {
		m.Closed(row[:width:width])
		derive(m, row)
	}
	out.NewCounter = func() eval.Counter {
		return &counter{m: m, bare: m.HasUnlabelled(), inner: m.NewCounter().(eval.Explainer), look: lookup{check: check}}
	}
	return out, len(m.PRF) > 0
}

// Decided reports whether decisions on items can change the soft counterpart of a score. Those of whole entities
// do not.
func Decided(m *eval.Measure, score int) bool {
	depends := m.Depends(m.Formulas[score].ColumnsOf())
	return !m.Whole || slices.ContainsFunc(m.PRF, func(prf eval.PRF) bool { return depends[prf.Matched] })
}

// checked returns a copy of m that names the check, and reads the labels and words by which
// items are named.
func checked(m *eval.Measure, check *Check) *eval.Measure {
	out := *m
	out.Signature += "|check:" + check.Name
	out.Reads = ^treebank.Forests
	if m.Reads.Has(treebank.Forests) {
		out.Reads = ^treebank.Layer(0)
	}
	return &out
}

// perGroup is the number of soft columns of each precision and recall: the items matched
// on gold's side and on the system's, which differ in breakdowns only, and the wrong items
// of the system that nobody decided.
const perGroup = 3

func softName(prf eval.PRF, name string) string { return "soft_" + prf.Before + name + prf.After }

// softColumns returns the soft columns of a precision and recall. Where m works its matches
// out from those of others, derive works these out from the soft columns of the others.
func softColumns(m *eval.Measure, prf eval.PRF, first int) []eval.Column {
	out := eval.Columns(softName(prf, "matched"), softName(prf, "system_matched"), softName(prf, "undecided"))
	for k := range out {
		for i, other := range m.PRF {
			if slices.Contains(m.Columns[prf.Matched].From, other.Matched) {
				out[k].From = append(out[k].From, len(m.Columns)+perGroup*i+k)
			}
		}
	}
	return out
}

// softFormulas returns soft precision, recall and F1, and the share of undecided items.
func softFormulas(prf eval.PRF, first int) []eval.Formula {
	right, found, undecided := first, first+1, first+2
	out := []eval.Formula{
		eval.Ratio(softName(prf, "precision"), eval.Plus(found), eval.Plus(prf.System).Minus(undecided)),
		eval.Ratio(softName(prf, "recall"), eval.Plus(right), eval.Plus(prf.Gold)),
		eval.Ratio(softName(prf, "f1"), eval.Plus(right, found), eval.Plus(prf.Gold, prf.System).Minus(undecided)),
		eval.Ratio(softName(prf, "undecided_share"), eval.Plus(undecided), eval.Plus(prf.System).Minus(prf.Matched)),
	}
	out[3].Neither = true
	for i := range out {
		out[i].Unlabelled = prf.Unlabelled && i < 3
	}
	out = eval.Mark(out, prf.Main, "")
	return slices.Insert(out, 1, adjudicate.ExpectedPrecision(out[0].Name+"_expected", out[0], out[3].Num, out[3].Den))
}

// omitted leaves out the soft scores of a precision and recall with its own: those of a copied
// layer are as little worth.
func omitted(m *eval.Measure, sum []float64, seen uint64) []eval.Omission {
	list := slices.Clone(m.Omit(sum, seen))
	for i := range list {
		for _, prf := range m.PRF {
			if own := prf.Formulas(); slices.Contains(list[i].Scores, own[2].Name) {
				for _, f := range softFormulas(prf, 0) {
					list[i].Scores = append(slices.Clip(list[i].Scores), f.Name)
				}
			}
		}
	}
	return list
}

// derive sets the soft columns that a measure works out of others when a pair is closed,
// such as the sum over all classes.
func derive(m *eval.Measure, row []float64) {
	if m.Close == nil {
		return
	}
	n := len(m.Columns)
	for k := range perGroup {
		closed := slices.Clone(row[:n])
		for i, prf := range m.PRF {
			closed[prf.Matched] = row[n+perGroup*i+k]
		}
		m.Close(closed)
		for i, prf := range m.PRF {
			row[n+perGroup*i+k] = closed[prf.Matched]
		}
	}
}

type counter struct {
	m     *eval.Measure // without soft scores
	bare  bool          // some scores do not look at labels
	inner eval.Explainer
	look  lookup
	adds  []eval.Add
}

// Seen returns the facts that the counter of the measure has noted.
func (c *counter) Seen() uint64 { return seen(c.inner) }

func seen(c eval.Counter) uint64 {
	if o, ok := c.(eval.Observer); ok {
		return o.Seen()
	}
	return 0
}

// Count counts pair. Items are looked at where something was decided only; elsewhere
// all wrong ones are undecided.
func (c *counter) Count(row []float64, pair *eval.Pair) error {
	n := len(c.m.Columns)
	if err := c.inner.Count(row[:n:n], pair); err != nil {
		return err
	}
	decided := c.look.sentence(pair)
	for i, g := range c.m.PRF {
		soft := row[n+perGroup*i:][:perGroup]
		soft[0], soft[1] = row[g.Matched], row[g.Matched]
		if !decided {
			soft[2] = row[g.System] - row[g.Matched]
		}
	}
	if !decided {
		return nil
	}
	err := c.inner.Explain(pair, func(it *eval.Item) {
		for i := range c.m.PRF {
			hard, matched, undecided := c.matched(pair, it, i)
			soft := row[n+perGroup*i:][:perGroup]
			soft[0] += matched - hard
			soft[1] += matched - hard
			soft[2] += undecided
		}
	})
	derive(c.m, row)
	return err
}

// Explain yields the items of the measure with their contributions to soft
// scores.
func (c *counter) Explain(p *eval.Pair, yield func(*eval.Item)) error {
	c.look.sentence(p)
	return c.inner.Explain(p, func(it *eval.Item) {
		c.adds = append(c.adds[:0], it.Adds...)
		for i := range c.m.PRF {
			_, matched, undecided := c.matched(p, it, i)
			first := len(c.m.Columns) + perGroup*i
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

// matched returns how much an item adds to the matches of group i, how much it
// adds by the decision on it, and how much of the system's side is undecided.
func (c *counter) matched(pair *eval.Pair, it *eval.Item, i int) (hard, soft, undecided float64) {
	group := c.m.PRF[i]
	system := 0.0
	for _, a := range it.Adds {
		switch a.Column {
		case group.Matched:
			hard += a.N
		case group.System:
			system += a.N
		}
	}
	if hard == 0 && system == 0 {
		return 0, 0, 0
	}
	switch v := c.verdict(pair, it, group.Unlabelled); {
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
	if !c.bare || v != "" && !unlabelled {
		return v
	}
	if bare := c.look.unlabelled(pair, it); bare == adjudicate.Reject || bare != "" && unlabelled {
		return bare
	}
	return v
}

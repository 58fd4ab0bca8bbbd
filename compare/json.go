package compare

import (
	"io"
	"math"

	"assay/report"
	"assay/signif"
)

// WriteJSON writes c as one JSON object, in the documented form. It adds the
// figures' grounds: counts, shuffles, intervals of both systems, groups.
func (c *Comparison) WriteJSON(w io.Writer) error {
	comparisons, scores := []any{}, []any{}
	for _, m := range c.Metrics {
		for _, s := range m.Scores {
			scores = append(scores, s.json(c, m))
			for _, p := range s.Pairs {
				comparisons = append(comparisons, p.json(c, m, s))
			}
		}
	}
	gold := report.Members("path", c.Gold.Path, "format", c.Gold.Format, "sentences", c.Gold.Sentences)
	object := report.Members("assay", c.Options.Version, "gold", gold, "systems", c.Systems, "unit", c.unit(),
		"units", c.Units, "comparisons", comparisons, "scores", scores)
	c.besideJSON(&object)
	if c.Why != nil {
		object.Add("why", *c.Why)
	}
	return report.WriteJSON(w, object)
}

// besideJSON adds the sentences of each system by outcome, who leads, and the warnings.
func (c *Comparison) besideJSON(object *report.Object) {
	if c.Beside == nil {
		return
	}
	sentences := []any{}
	for _, r := range c.Beside.Results {
		one := report.Members("system", r.System, "metric", r.Metric)
		r.Sentences.AddTo(&one)
		sentences = append(sentences, one)
	}
	object.Add("sentences", sentences)
	object.Add("lead", report.LeadsJSON(c.Beside.Lead))
	object.Add("warnings", report.WarningsJSON(c.Beside.Warnings))
}

// json returns the members that concern all systems together.
func (s *Score) json(c *Comparison, metric *Metric) report.Object {
	object := report.Members("metric", metric.Name, "score", s.Name, "main", s.Headline && s.By == "")
	s.group(&object)
	object.Add("units", s.Units, "skipped", metric.Skipped, "counted_as_wrong", metric.Counted)
	var values []report.Float
	for _, v := range s.Values {
		values = append(values, report.Float(v))
	}
	object.Add("values", values)
	if s.Intervals != nil {
		var list []any
		for _, iv := range s.Intervals {
			list = append(list, limits(iv))
		}
		object.Add("intervals", list)
	}
	object.Add("oracle", report.Float(s.Oracle))
	if s.HasItems {
		object.Add("items", report.Members("all", s.All, "some", s.Some, "none", s.None))
	}
	return object
}

func (s *Score) group(o *report.Object) {
	if s.By != "" {
		o.Add("by", s.By, "value", s.Value)
	}
}

func limits(iv signif.Interval) []report.Float {
	return []report.Float{report.Float(iv.Low), report.Float(iv.High)}
}

// values returns the p-value and the adjusted one, which are 1 for identical systems: every exchange
// gives the difference 0.
func (p *Pair) values() (value, adjusted float64) {
	if p.Test.Identical {
		return 1, 1
	}
	return p.Test.P, p.Adjusted
}

func (p *Pair) json(comparison *Comparison, m *Metric, score *Score) report.Object {
	object := report.Members("metric", m.Name, "score", score.Name)
	score.group(&object)
	object.Add("a", comparison.Systems[p.A], "b", comparison.Systems[p.B], "value_a", report.Float(score.Values[p.A]),
		"value_b", report.Float(score.Values[p.B]), "difference", report.Float(p.Difference))
	if p.Interval != nil {
		object.Add("interval", limits(*p.Interval))
	} else {
		object.Add("interval", nil)
	}
	value, adjusted := p.values()
	object.Add("p", report.Float(value), "p_adjusted", report.Float(adjusted), "identical", p.Test.Identical,
		"exact", p.Test.Exact, "test", p.TestName, "z", report.Float(p.Test.Z))
	if p.Test.Samples > 0 {
		object.Add("shuffles", p.Test.Samples, "extreme", p.Test.Count, "p_error", report.Float(p.Test.Error()))
	}
	if !math.IsNaN(p.Test.Far) {
		object.Add("p_saddlepoint", report.Float(p.Test.Far))
	}
	object.Add("sentences", known(!p.Unpaired && !score.Neither,
		report.Members("a_better", p.ABetter, "b_better", p.BBetter, "equal", p.Equal)))
	p.Items.json(&object)
	if m := p.McNemar; m != nil {
		object.Add("mcnemar", report.Members("z", report.Float(reversed(m.Z)), "p_exact", report.Float(m.Exact),
			"p_mid", report.Float(m.Mid)))
	} else {
		object.Add("mcnemar", nil)
	}
	object.Add("detectable", report.Float(p.Detectable), "design_effect", report.Float(p.DesignEffect))
	if m := p.Margin; m != nil {
		object.Add("margin", report.Members("size", report.Float(m.Size), "interval", limits(m.Interval),
			"p_not_inferior", report.Float(m.NotInferior), "p_equivalent", report.Float(m.Equivalent())))
	}
	object.Add("signature", p.Signature)
	return object
}

// known returns v, or nil where it is not known.
func known(ok bool, v any) any {
	if !ok {
		return nil
	}
	return v
}

func (it *Items) json(object *report.Object) {
	if it == nil {
		object.Add("items", nil, "real_test", nil)
		return
	}
	ok := it.Real.Status == signif.RealTestOK
	float := func(v float64) any { return known(ok, report.Float(v)) }
	object.Add("items", report.Members("sentences", it.Sentences, "yy", it.YY, "yn", it.YN, "ny", it.NY, "nn", it.NN,
		"expected_yy", report.Float(it.ExpectedYY), "expected_nn", report.Float(it.ExpectedNN),
		"complement", it.Complement()),
		"real_test", report.Members("m1", known(ok, it.Real.M1Int), "m2", known(ok, it.Real.M2Int),
			"size", known(ok || it.Real.Status == signif.OneSidedItems, it.Real.SizeInt),
			"size_low", float(it.Real.SizeLow), "size_high", float(it.Real.SizeHigh),
			"z", float(reversed(it.Real.Z)), "z_pooled", float(reversed(it.Real.ZPooled)),
			"z_low", float(reversed(it.Real.ZHigh)), "z_high", float(reversed(it.Real.ZLow)), "status", it.Real.Status),
		"clustered", report.Members("z", report.Float(reversed(it.ClusteredZ)), "p", report.Float(it.ClusteredP),
			"design_effect", report.Float(it.DesignEffect)))
}

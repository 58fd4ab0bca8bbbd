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
	var object, gold report.Object
	object.Add("assay", c.Options.Version)
	gold.Add("path", c.Gold.Path)
	gold.Add("format", c.Gold.Format)
	gold.Add("sentences", c.Gold.Sentences)
	object.Add("gold", gold)
	object.Add("systems", c.Systems)
	object.Add("unit", c.unit())
	object.Add("units", c.Units)
	comparisons := []any{}
	scores := []any{}
	for _, m := range c.Metrics {
		for _, s := range m.Scores {
			scores = append(scores, s.json(c, m))
			for _, p := range s.Pairs {
				comparisons = append(comparisons, p.json(c, m, s))
			}
		}
	}
	object.Add("comparisons", comparisons)
	object.Add("scores", scores)
	c.besideJSON(&object)
	if c.Why != nil {
		object.Add("why", *c.Why)
	}
	return report.WriteJSON(w, object)
}

// besideJSON adds the sentences of each system by outcome, who leads, and the warnings.
func (c *Comparison) besideJSON(object *report.Object) {
	sentences := []any{}
	if c.Beside == nil {
		return
	}
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
	object.Add("units", s.Units)
	object.Add("skipped", metric.Skipped)
	object.Add("counted_as_wrong", metric.Counted)
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
		o.Add("by", s.By)
		o.Add("value", s.Value)
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
	object.Add("a", comparison.Systems[p.A])
	object.Add("b", comparison.Systems[p.B])
	object.Add("value_a", report.Float(score.Values[p.A]))
	object.Add("value_b", report.Float(score.Values[p.B]))
	object.Add("difference", report.Float(p.Difference))
	if p.Interval != nil {
		object.Add("interval", limits(*p.Interval))
	} else {
		object.Add("interval", nil)
	}
	value, adjusted := p.values()
	object.Add("p", report.Float(value))
	object.Add("p_adjusted", report.Float(adjusted))
	object.Add("identical", p.Test.Identical)
	object.Add("exact", p.Test.Exact)
	object.Add("test", p.TestName)
	object.Add("z", report.Float(p.Test.Z))
	if p.Test.Samples > 0 {
		object.Add("shuffles", p.Test.Samples)
		object.Add("extreme", p.Test.Count)
		object.Add("p_error", report.Float(p.Test.Error()))
	}
	if !math.IsNaN(p.Test.Far) {
		object.Add("p_saddlepoint", report.Float(p.Test.Far))
	}
	if p.Unpaired {
		object.Add("sentences", nil)
	} else {
		object.Add("sentences", report.Members("a_better", p.ABetter, "b_better", p.BBetter, "equal", p.Equal))
	}
	p.Items.json(&object)
	if m := p.McNemar; m != nil {
		object.Add("mcnemar", report.Members("z", report.Float(reversed(m.Z)), "p_exact", report.Float(m.Exact),
			"p_mid", report.Float(m.Mid)))
	} else {
		object.Add("mcnemar", nil)
	}
	object.Add("detectable", report.Float(p.Detectable))
	object.Add("design_effect", report.Float(p.DesignEffect))
	if m := p.Margin; m != nil {
		object.Add("margin", report.Members("size", report.Float(m.Size), "interval", limits(m.Interval),
			"p_not_inferior", report.Float(m.NotInferior), "p_equivalent", report.Float(m.Equivalent())))
	}
	object.Add("signature", p.Signature)
	return object
}

func (it *Items) json(object *report.Object) {
	if it == nil {
		object.Add("items", nil)
		object.Add("real_test", nil)
		return
	}
	var items, real, clustered report.Object
	items.Add("sentences", it.Sentences)
	items.Add("yy", it.YY)
	items.Add("yn", it.YN)
	items.Add("ny", it.NY)
	items.Add("nn", it.NN)
	items.Add("expected_yy", report.Float(it.ExpectedYY))
	items.Add("expected_nn", report.Float(it.ExpectedNN))
	items.Add("complement", it.Complement())
	object.Add("items", items)
	ok := it.Real.Status == signif.RealTestOK
	set := func(name string, known bool, v any) {
		if !known {
			v = nil
		}
		real.Add(name, v)
	}
	set("m1", ok, it.Real.M1Int)
	set("m2", ok, it.Real.M2Int)
	set("size", ok || it.Real.Status == signif.OneSidedItems, it.Real.SizeInt)
	set("size_low", ok, report.Float(it.Real.SizeLow))
	set("size_high", ok, report.Float(it.Real.SizeHigh))
	set("z", ok, report.Float(reversed(it.Real.Z)))
	set("z_pooled", ok, report.Float(reversed(it.Real.ZPooled)))
	set("z_low", ok, report.Float(reversed(it.Real.ZHigh)))
	set("z_high", ok, report.Float(reversed(it.Real.ZLow)))
	real.Add("status", it.Real.Status)
	object.Add("real_test", real)
	clustered.Add("z", report.Float(reversed(it.ClusteredZ)))
	clustered.Add("p", report.Float(it.ClusteredP))
	clustered.Add("design_effect", report.Float(it.DesignEffect))
	object.Add("clustered", clustered)
}

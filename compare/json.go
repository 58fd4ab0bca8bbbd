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
	var o, gold report.Object
	o.Add("assay", c.Options.Version)
	gold.Add("path", c.Gold.Path)
	gold.Add("format", c.Gold.Format)
	gold.Add("sentences", c.Gold.Sentences)
	o.Add("gold", gold)
	o.Add("systems", c.Systems)
	o.Add("unit", c.Options.Unit.String())
	o.Add("units", c.Units)
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
	o.Add("comparisons", comparisons)
	o.Add("scores", scores)
	return report.WriteJSON(w, o)
}

// json returns the members that concern all systems together.
func (s *Score) json(c *Comparison, m *Metric) report.Object {
	var o report.Object
	o.Add("metric", m.Name)
	o.Add("score", s.Name)
	s.group(&o)
	o.Add("units", s.Units)
	o.Add("skipped", m.Skipped)
	var values []report.Float
	for _, v := range s.Values {
		values = append(values, report.Float(v))
	}
	o.Add("values", values)
	if s.Intervals != nil {
		var list []any
		for _, iv := range s.Intervals {
			list = append(list, limits(iv))
		}
		o.Add("intervals", list)
	}
	o.Add("oracle", report.Float(s.Oracle))
	if s.HasItems {
		var items report.Object
		items.Add("all", s.All)
		items.Add("some", s.Some)
		items.Add("none", s.None)
		o.Add("items", items)
	}
	return o
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

func (p *Pair) json(c *Comparison, m *Metric, s *Score) report.Object {
	var o report.Object
	o.Add("metric", m.Name)
	o.Add("score", s.Name)
	s.group(&o)
	o.Add("a", c.Systems[p.A])
	o.Add("b", c.Systems[p.B])
	o.Add("value_a", report.Float(s.Values[p.A]))
	o.Add("value_b", report.Float(s.Values[p.B]))
	o.Add("difference", report.Float(p.Difference))
	if p.Interval != nil {
		o.Add("interval", limits(*p.Interval))
	} else {
		o.Add("interval", nil)
	}
	o.Add("p", report.Float(p.Test.P))
	o.Add("p_adjusted", report.Float(p.Adjusted))
	o.Add("identical", p.Test.Identical)
	o.Add("exact", p.Test.Exact)
	o.Add("test", p.TestName)
	o.Add("z", report.Float(p.Test.Z))
	if p.Test.Samples > 0 {
		o.Add("shuffles", p.Test.Samples)
		o.Add("extreme", p.Test.Count)
		o.Add("p_error", report.Float(p.Test.Error()))
	}
	if !math.IsNaN(p.Test.Far) {
		o.Add("p_saddlepoint", report.Float(p.Test.Far))
	}
	var won report.Object
	won.Add("a_better", p.ABetter)
	won.Add("b_better", p.BBetter)
	won.Add("equal", p.Equal)
	o.Add("sentences", won)
	p.Items.json(&o)
	if m := p.McNemar; m != nil {
		var mcnemar report.Object
		mcnemar.Add("z", report.Float(m.Z))
		mcnemar.Add("p_exact", report.Float(m.Exact))
		mcnemar.Add("p_mid", report.Float(m.Mid))
		o.Add("mcnemar", mcnemar)
	} else {
		o.Add("mcnemar", nil)
	}
	o.Add("detectable", report.Float(p.Detectable))
	o.Add("design_effect", report.Float(p.DesignEffect))
	if m := p.Margin; m != nil {
		var margin report.Object
		margin.Add("size", report.Float(m.Size))
		margin.Add("interval", limits(m.Interval))
		margin.Add("p_not_inferior", report.Float(m.NotInferior))
		margin.Add("p_equivalent", report.Float(m.Equivalent()))
		o.Add("margin", margin)
	}
	o.Add("signature", p.Signature)
	return o
}

func (it *Items) json(o *report.Object) {
	if it == nil {
		o.Add("items", nil)
		o.Add("real_test", nil)
		return
	}
	var items, real, clustered report.Object
	items.Add("yy", it.YY)
	items.Add("yn", it.YN)
	items.Add("ny", it.NY)
	items.Add("nn", it.NN)
	items.Add("expected_yy", report.Float(it.ExpectedYY))
	items.Add("expected_nn", report.Float(it.ExpectedNN))
	items.Add("complement", it.Complement())
	o.Add("items", items)
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
	set("z", ok, report.Float(it.Real.Z))
	set("z_pooled", ok, report.Float(it.Real.ZPooled))
	set("z_low", ok, report.Float(it.Real.ZLow))
	set("z_high", ok, report.Float(it.Real.ZHigh))
	real.Add("status", it.Real.Status)
	o.Add("real_test", real)
	clustered.Add("z", report.Float(it.ClusteredZ))
	clustered.Add("p", report.Float(it.ClusteredP))
	clustered.Add("design_effect", report.Float(it.DesignEffect))
	o.Add("clustered", clustered)
}

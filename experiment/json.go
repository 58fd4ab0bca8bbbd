package experiment

import (
	"io"

	"assay/report"
	"assay/signif"
)

// writeJSON writes the experiment as one JSON object: shares as fractions of 1 in
// full precision, null where a figure is undefined.
func (e *Experiment) writeJSON(w io.Writer, figures []*Figure, out Output) error {
	var o report.Object
	o.Add("assay", e.Options.Version)
	o.Add("table", e.Table.Name)
	o.Add("systems", e.Table.Systems)
	o.Add("treebanks", e.Table.Treebanks)
	o.Add("runs", e.Table.Runs)
	o.Add("missing_policy", e.Options.Missing.String())
	results := []any{}
	for _, f := range figures {
		results = append(results, e.figureJSON(f, out))
	}
	o.Add("results", results)
	missing := []any{}
	for _, f := range e.Absent() {
		var q report.Object
		q.Add("system", f.System)
		q.Add("treebank", f.Treebank)
		q.Add("run", f.Run)
		q.Add("path", f.Path)
		q.Add("text", f.Err.Error())
		missing = append(missing, q)
	}
	o.Add("missing", missing)
	if out.Tests != nil {
		tests := []any{}
		for _, x := range out.Tests {
			tests = append(tests, e.pairJSON(x))
		}
		o.Add("comparisons", tests)
	}
	return report.WriteJSON(w, o)
}

func (e *Experiment) figureJSON(f *Figure, out Output) report.Object {
	var o report.Object
	o.Add("metric", f.Metric)
	o.Add("score", f.Name)
	o.Add("signature", f.Signature)
	cells := []any{}
	for s, system := range e.Table.Systems {
		for i, tb := range e.Table.Treebanks {
			q := statJSON(f.Cells[s][i], "system", system, "treebank", tb)
			var runs report.Object
			for _, file := range e.files(system, tb, "") {
				v, _ := e.value(f, file)
				runs.Add(file.Run, report.Float(v))
			}
			q.Add("values", runs)
			cells = append(cells, q)
		}
	}
	o.Add("cells", cells)
	groups, macro, micro := []any{}, []any{}, []any{}
	for s, system := range e.Table.Systems {
		for i, g := range e.Table.Groups {
			groups = append(groups, statJSON(f.Groups[s][i], "system", system, "group", g, "average", "macro"),
				statJSON(f.GroupMicro[s][i], "system", system, "group", g, "average", "micro"))
		}
		average := statJSON(f.Macro[s], "system", system)
		if out.Options.Interval {
			var limits any
			if iv := e.Interval(f, s, out.Options); iv != nil {
				limits = []report.Float{report.Float(iv.Low), report.Float(iv.High)}
			}
			average.Add("interval", limits)
		}
		macro = append(macro, average)
		micro = append(micro, statJSON(f.Micro[s], "system", system))
	}
	o.Add("groups", groups)
	o.Add("macro", macro)
	o.Add("micro", micro)
	return o
}

// statJSON returns an object with the given names and values, then the statistic.
func statJSON(s Stat, names ...string) report.Object {
	var o report.Object
	for i := 0; i+1 < len(names); i += 2 {
		o.Add(names[i], names[i+1])
	}
	o.Add("mean", report.Float(s.Mean))
	o.Add("sd", report.Float(s.SD))
	o.Add("min", report.Float(s.Min))
	o.Add("max", report.Float(s.Max))
	o.Add("n", s.N)
	if s.Absent > 0 {
		o.Add("missing", s.Absent)
	}
	if s.Treebanks > 0 {
		o.Add("treebanks", s.Treebanks)
	}
	return o
}

func (e *Experiment) pairJSON(x *Pair) report.Object {
	var o report.Object
	o.Add("metric", x.Figure.Metric)
	o.Add("score", x.Figure.Name)
	o.Add("a", e.Table.Systems[x.A])
	o.Add("b", e.Table.Systems[x.B])
	o.Add("treebanks", x.Treebanks)
	o.Add("difference", report.Float(x.Difference))
	o.Add("p", report.Float(x.P))
	o.Add("p_adjusted", report.Float(x.Adjusted))
	o.Add("claim", x.words(e))
	o.Add("one_run", questionJSON(x.OneRun, true))
	if t := x.Training; t != nil {
		var q report.Object
		q.Add("p", report.Float(t.P))
		q.Add("exact", t.Exact)
		q.Add("splits", report.Float(t.Splits))
		q.Add("smallest_p", report.Float(t.Smallest))
		if !t.Exact {
			q.Add("count", t.Count)
			q.Add("samples", t.Samples)
		}
		q.Add("welch_t", report.Float(t.T))
		q.Add("welch_df", report.Float(t.DF))
		q.Add("welch_p", report.Float(t.WelchP))
		q.Add("sd_of_runs", report.Float(t.SD))
		q.Add("runs_needed", x.Needed)
		o.Add("training", q)
		o.Add("sentences", questionJSON(x.Sentences, false))
	}
	if iv := x.Interval; iv != nil {
		o.Add("interval", []report.Float{report.Float(iv.Low), report.Float(iv.High)})
	}
	by := []any{}
	for _, t := range x.ByTreebank {
		var q report.Object
		q.Add("treebank", t.Treebank)
		q.Add("difference", report.Float(t.Difference))
		q.Add("p", report.Float(t.P))
		q.Add("p_adjusted", report.Float(t.Adjusted))
		by = append(by, q)
	}
	o.Add("by_treebank", by)
	var rep report.Object
	rep.Add("bonferroni", x.Bonferroni)
	rep.Add("fisher", x.Fisher)
	o.Add("replicability", rep)
	if m := x.Margin; m != nil {
		o.Add("margin", marginJSON(*m))
	}
	if x.Order[0] != nil {
		o.Add("aso", []any{orderJSON(*x.Order[0]), orderJSON(*x.Order[1])})
	}
	return o
}

func questionJSON(q Question, runs bool) report.Object {
	var o report.Object
	if runs {
		o.Add("run_a", q.RunA)
		o.Add("run_b", q.RunB)
	}
	o.Add("difference", report.Float(q.Difference))
	o.Add("p", report.Float(q.Test.P))
	o.Add("test", string(q.Test.Method))
	o.Add("identical", q.Test.Identical)
	if q.Test.Samples > 0 {
		o.Add("count", q.Test.Count)
		o.Add("samples", q.Test.Samples)
	}
	return o
}

func marginJSON(m signif.Margin) report.Object {
	var o report.Object
	o.Add("size", report.Float(m.Size))
	o.Add("interval", []report.Float{report.Float(m.Interval.Low), report.Float(m.Interval.High)})
	o.Add("p_not_inferior", report.Float(m.NotInferior))
	o.Add("p_equivalent", report.Float(m.Equivalent()))
	return o
}

func orderJSON(a signif.Order) report.Object {
	var o report.Object
	o.Add("violation", report.Float(a.Violation))
	o.Add("bound", report.Float(a.Bound))
	o.Add("exact", a.Exact)
	o.Add("identical", a.Identical)
	return o
}

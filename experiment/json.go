package experiment

import (
	"io"

	"assay/report"
	"assay/signif"
)

// writeJSON writes the experiment as one JSON object: shares as fractions of 1 in
// full precision, null where a figure is undefined.
func (e *Experiment) writeJSON(w io.Writer, figures []*Figure, out Output) error {
	var object report.Object
	object.Add("assay", e.Options.Version)
	object.Add("table", e.Table.Name)
	object.Add("systems", e.Table.Systems)
	object.Add("treebanks", e.Table.Treebanks)
	object.Add("runs", e.Table.Runs)
	object.Add("missing_policy", e.Options.Missing.String())
	results := []any{}
	for _, f := range figures {
		results = append(results, e.figureJSON(f, out))
	}
	object.Add("results", results)
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
	object.Add("missing", missing)
	if out.Tests != nil {
		tests := []any{}
		for _, x := range out.Tests {
			tests = append(tests, e.pairJSON(x))
		}
		object.Add("comparisons", tests)
	}
	return report.WriteJSON(w, object)
}

func (e *Experiment) figureJSON(figure *Figure, out Output) report.Object {
	var object report.Object
	object.Add("metric", figure.Metric)
	object.Add("score", figure.Name)
	object.Add("signature", figure.Signature)
	cells := []any{}
	for s, system := range e.Table.Systems {
		for i, tb := range e.Table.Treebanks {
			q := statJSON(figure.Cells[s][i], "system", system, "treebank", tb)
			var runs report.Object
			for _, file := range e.files(system, tb, "") {
				runs.Add(file.Run, report.Float(e.shown(figure, file)))
			}
			q.Add("values", runs)
			cells = append(cells, q)
		}
	}
	object.Add("cells", cells)
	groups, macro, micro := []any{}, []any{}, []any{}
	for s, system := range e.Table.Systems {
		for i, g := range e.Table.Groups {
			groups = append(groups, statJSON(figure.Groups[s][i], "system", system, "group", g, "average", "macro"),
				statJSON(figure.GroupMicro[s][i], "system", system, "group", g, "average", "micro"))
		}
		average := statJSON(figure.Macro[s], "system", system)
		if out.Options.Interval {
			var limits any
			if iv := e.Interval(figure, s, out.Options); iv != nil {
				limits = []report.Float{report.Float(iv.Low), report.Float(iv.High)}
			}
			average.Add("interval", limits)
		}
		macro = append(macro, average)
		micro = append(micro, statJSON(figure.Micro[s], "system", system))
	}
	object.Add("groups", groups)
	m := e.Matrix(figure, Output{Tests: out.Tests})
	object.Add("comparable", m.Comparable)
	object.Add("reference", e.Table.Systems[m.Reference])
	standings := []any{}
	for _, s := range m.Order {
		standings = append(standings, m.standingJSON(s, e.Table.Systems[s]))
	}
	object.Add("standings", standings)
	object.Add("macro", macro)
	object.Add("micro", micro)
	return object
}

// standingJSON returns a system's rank and gain; macro averages with "missing" count files as 0.
func (m *Matrix) standingJSON(s int, system string) report.Object {
	var object report.Object
	x := &m.Standings[s]
	object.Add("system", system)
	if m.Ranked() {
		object.Add("rank", []int{x.First, x.Last})
	}
	object.Add("gain", report.Float(x.Gains[m.Reference].Value))
	object.Add("shared", x.Gains[m.Reference].Treebanks)
	return object
}

// statJSON returns an object with the given names and values, then the statistic.
func statJSON(stat Stat, names ...string) report.Object {
	var object report.Object
	for i := 0; i+1 < len(names); i += 2 {
		object.Add(names[i], names[i+1])
	}
	object.Add("mean", report.Float(stat.Mean))
	object.Add("sd", report.Float(stat.SD))
	object.Add("min", report.Float(stat.Min))
	object.Add("max", report.Float(stat.Max))
	object.Add("n", stat.N)
	if stat.Absent > 0 {
		object.Add("missing", stat.Absent)
	}
	if stat.Treebanks > 0 {
		object.Add("treebanks", stat.Treebanks)
	}
	return object
}

func (e *Experiment) pairJSON(x *Pair) report.Object {
	var object report.Object
	object.Add("metric", x.Figure.Metric)
	object.Add("score", x.Figure.Name)
	object.Add("a", e.Table.Systems[x.A])
	object.Add("b", e.Table.Systems[x.B])
	object.Add("treebanks", x.Treebanks)
	if x.LeftOut != nil {
		object.Add("left_out", x.LeftOut)
	}
	object.Add("difference", report.Float(x.Difference))
	object.Add("p", report.Float(x.P))
	object.Add("p_adjusted", report.Float(x.Adjusted))
	object.Add("claim", e.claimText(x))
	object.Add("one_run", questionJSON(x.OneRun, true))
	if training := x.Training; training != nil {
		var q report.Object
		q.Add("p", report.Float(training.P))
		q.Add("exact", training.Exact)
		q.Add("splits", report.Float(training.Splits))
		q.Add("smallest_p", report.Float(training.Smallest))
		if !training.Exact {
			q.Add("count", training.Count)
			q.Add("samples", training.Samples)
		}
		q.Add("welch_t", report.Float(training.T))
		q.Add("welch_df", report.Float(training.DF))
		q.Add("welch_p", report.Float(training.WelchP))
		q.Add("sd_of_runs", report.Float(training.SD))
		q.Add("runs_needed", x.Needed)
		object.Add("training", q)
		object.Add("sentences", questionJSON(x.Sentences, false))
	}
	if iv := x.Interval; iv != nil {
		object.Add("interval", []report.Float{report.Float(iv.Low), report.Float(iv.High)})
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
	object.Add("by_treebank", by)
	var rep report.Object
	rep.Add("bonferroni", x.Bonferroni)
	rep.Add("fisher", x.Fisher)
	object.Add("replicability", rep)
	if m := x.Margin; m != nil {
		object.Add("margin", marginJSON(*m))
	}
	if x.Order[0] != nil {
		object.Add("aso", []any{orderJSON(*x.Order[0]), orderJSON(*x.Order[1])})
	}
	return object
}

func questionJSON(question Question, runs bool) report.Object {
	var object report.Object
	if runs {
		object.Add("run_a", question.RunA)
		object.Add("run_b", question.RunB)
	}
	object.Add("difference", report.Float(question.Difference))
	object.Add("p", report.Float(question.Test.P))
	object.Add("test", string(question.Test.Method))
	object.Add("identical", question.Test.Identical)
	if question.Test.Samples > 0 {
		object.Add("count", question.Test.Count)
		object.Add("samples", question.Test.Samples)
	}
	return object
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

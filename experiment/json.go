package experiment

import (
	"io"

	"assay/report"
	"assay/signif"
)

// writeJSON writes the experiment as one JSON object: shares as fractions of 1 in
// full precision, null where a figure is undefined.
func (e *Experiment) writeJSON(w io.Writer, figures []*Figure, out Output) error {
	object := report.Members("assay", e.Options.Version, "table", e.Table.Name, "systems", e.Table.Systems,
		"treebanks", e.Table.Treebanks, "runs", e.Table.Runs, "missing_policy", e.Options.Missing.String())
	results := []any{}
	for _, f := range figures {
		results = append(results, e.figureJSON(f, out))
	}
	object.Add("results", results)
	missing := []any{}
	for _, f := range e.Absent() {
		missing = append(missing, report.Members("system", f.System, "treebank", f.Treebank, "run", f.Run, "path", f.Path,
			"text", f.Err.Error()))
	}
	object.Add("missing", missing)
	object.Add("warnings", report.WarningsJSON(e.Warnings))
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
	object := report.Members("metric", figure.Metric, "score", figure.Name, "signature", figure.Signature)
	cells := []any{}
	for s, system := range e.Table.Systems {
		for i, tb := range e.Table.Treebanks {
			q := statJSON(figure.Cells[s][i], "system", system, "treebank", tb)
			var runs, sentences report.Object
			for _, file := range e.files(system, tb, "") {
				runs.Add(file.Run, report.Float(e.shown(figure, file)))
				if figure.metric < len(file.Sentences) { // rows of counts hold none
					counts := file.Sentences[figure.metric]
					of := report.Members("gold", counts.Gold)
					counts.AddTo(&of)
					sentences.Add(file.Run, of)
				}
			}
			q.Add("values", runs)
			q.Add("sentences", sentences)
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
	object := report.Members("metric", x.Figure.Metric, "score", x.Figure.Name, "a", e.Table.Systems[x.A],
		"b", e.Table.Systems[x.B], "treebanks", x.Treebanks)
	if x.LeftOut != nil {
		object.Add("left_out", x.LeftOut)
	}
	object.Add("difference", report.Float(x.Difference))
	object.Add("p", report.Float(x.P))
	object.Add("p_adjusted", report.Float(x.Adjusted))
	object.Add("claim", e.claimText(x))
	object.Add("one_run", questionJSON(x.OneRun, true))
	if training := x.Training; training != nil {
		q := report.Members("p", report.Float(training.P), "exact", training.Exact,
			"splits", report.Float(training.Splits), "smallest_p", report.Float(training.Smallest))
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
		by = append(by, report.Members("treebank", t.Treebank, "difference", report.Float(t.Difference),
			"p", report.Float(t.P), "p_adjusted", report.Float(t.Adjusted)))
	}
	object.Add("by_treebank", by)
	object.Add("replicability", report.Members("bonferroni", x.Bonferroni, "fisher", x.Fisher))
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
	return report.Members("size", report.Float(m.Size),
		"interval", []report.Float{report.Float(m.Interval.Low), report.Float(m.Interval.High)},
		"p_not_inferior", report.Float(m.NotInferior), "p_equivalent", report.Float(m.Equivalent()))
}

func orderJSON(a signif.Order) report.Object {
	return report.Members("violation", report.Float(a.Violation), "bound", report.Float(a.Bound), "exact", a.Exact,
		"identical", a.Identical)
}

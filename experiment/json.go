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
	object.Add("results", report.Each(figures, func(f *Figure) report.Object { return e.figureJSON(f, out) }),
		"missing", report.Each(e.Absent(), func(f *Scored) report.Object {
			return report.Members("system", f.System, "treebank", f.Treebank, "run", f.Run, "path", f.Path,
				"text", f.Err.Error())
		}), "warnings", report.WarningsJSON(e.Warnings))
	if speeds := e.Speeds(); speeds != nil {
		object.Add("speeds", report.Each(speeds, speedJSON), "costs", e.costsJSON())
	}
	if out.Tests != nil {
		object.Add("comparisons", report.Each(out.Tests, e.pairJSON))
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
			q.Add("values", runs, "sentences", sentences)
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
				limits = report.Ends(iv.Low, iv.High)
			}
			average.Add("interval", limits)
		}
		macro = append(macro, average)
		micro = append(micro, statJSON(figure.Micro[s], "system", system))
	}
	m := e.Matrix(figure, Output{Tests: out.Tests})
	standings := report.Each(m.Order, func(s int) report.Object { return m.standingJSON(s, e.Table.Systems[s]) })
	object.Add("groups", groups, "comparable", m.Comparable, "reference", e.Table.Systems[m.Reference],
		"standings", standings, "macro", macro, "micro", micro)
	return object
}

// standingJSON returns a system's rank and gain; macro averages with "missing" count files as 0.
func (m *Matrix) standingJSON(s int, system string) report.Object {
	object := report.Members("system", system)
	x := &m.Standings[s]
	if m.Ranked() {
		object.Add("rank", []int{x.First, x.Last})
	}
	gain := x.Gains[m.Reference]
	object.Add("gain", report.Float(gain.Value), "shared", gain.Treebanks)
	return object
}

// statJSON returns an object with the given names and values, then the statistic.
func statJSON(stat Stat, names ...any) report.Object {
	object := report.Members(names...)
	object.Add("mean", report.Float(stat.Mean), "sd", report.Float(stat.SD), "min", report.Float(stat.Min),
		"max", report.Float(stat.Max), "n", stat.N)
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
	object.Add("difference", report.Float(x.Difference), "p", report.Float(x.P), "p_adjusted", report.Float(x.Adjusted),
		"claim", e.claimText(x), "one_run", questionJSON(x.OneRun, true))
	if training := x.Training; training != nil {
		q := report.Members("p", report.Float(training.P), "exact", training.Exact,
			"splits", report.Float(training.Splits), "smallest_p", report.Float(training.Smallest))
		if !training.Exact {
			q.Add("count", training.Count, "samples", training.Samples)
		}
		q.Add("welch_t", report.Float(training.T), "welch_df", report.Float(training.DF),
			"welch_p", report.Float(training.WelchP), "sd_of_runs", report.Float(training.SD), "runs_needed", x.Needed)
		object.Add("training", q, "sentences", questionJSON(x.Sentences, false))
	}
	if iv := x.Interval; iv != nil {
		object.Add("interval", report.Ends(iv.Low, iv.High))
	}
	object.Add("by_treebank", report.Each(x.ByTreebank, func(t TreebankTest) report.Object {
		return report.Members("treebank", t.Treebank, "difference", report.Float(t.Difference),
			"p", report.Float(t.P), "p_adjusted", report.Float(t.Adjusted))
	}))
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
		object.Add("run_a", question.RunA, "run_b", question.RunB)
	}
	object.Add("difference", report.Float(question.Difference), "p", report.Float(question.Test.P),
		"test", string(question.Test.Method), "identical", question.Test.Identical)
	if question.Test.Samples > 0 {
		object.Add("count", question.Test.Count, "samples", question.Test.Samples)
	}
	return object
}

func marginJSON(m signif.Margin) report.Object {
	return report.Members("size", report.Float(m.Size),
		"interval", report.Ends(m.Interval.Low, m.Interval.High),
		"p_not_inferior", report.Float(m.NotInferior), "p_equivalent", report.Float(m.Equivalent()))
}

func orderJSON(a signif.Order) report.Object {
	return report.Members("violation", report.Float(a.Violation), "bound", report.Float(a.Bound), "exact", a.Exact,
		"identical", a.Identical)
}

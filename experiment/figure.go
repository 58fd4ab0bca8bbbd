package experiment

import (
	"math"
	"slices"
	"strings"

	"assay/eval"
)

// A Stat summarises a score over runs.
type Stat struct {
	Mean      float64 // or the score of the run nearest to the median; NaN if no run has the score
	SD        float64 // with n-1; NaN if undefined
	Min, Max  float64
	N         int  // runs
	Absent    int  // missing files among them, which count as 0
	Gone      int  // treebanks of an average without a file, or with missing files among its runs
	Treebanks int  // in an average
	Undefined int  // treebanks left out of an average because the score is 0/0
	Uncrossed bool // an average without SD, because its treebanks have different runs
}

// A Figure is one score of an experiment.
type Figure struct {
	Metric, Signature string
	Name              string
	Rate, Lower       bool
	Neither           bool // no value is better than another
	Count             bool
	Cells             [][]Stat // by system, by treebank
	Groups            [][]Stat // by system, by group: macro averages
	GroupMicro        [][]Stat
	Macro, Micro      []Stat   // by system
	LeftOut           []string // treebanks left out of averages (Skip)
	metric, score     int
}

// Figures returns the requested scores.
func (e *Experiment) Figures() ([]*Figure, error) {
	var out []*Figure
	for m, metric := range e.Metrics {
		chosen, err := e.chosen(metric)
		if err != nil {
			return nil, err
		}
		for _, k := range chosen {
			out = append(out, e.figure(m, k, &metric.Formulas[k]))
		}
	}
	return out, nil
}

// chosen lists the requested scores of a measure; las selects las_f1 if there is no
// score las.
func (e *Experiment) chosen(metric *eval.Measure) (out []int, err error) {
	names := metric.ScoreNames()
	main := slices.ContainsFunc(metric.Formulas, func(f eval.Formula) bool { return f.Main })
	for i := range metric.Formulas {
		s := &metric.Formulas[i]
		want := e.Options.Scores
		if want == nil && (s.Main || !main) || slices.Contains(want, s.Name) || e.Options.AllScores ||
			slices.Contains(want, strings.TrimSuffix(s.Name, "_f1")) &&
				!slices.Contains(names, strings.TrimSuffix(s.Name, "_f1")) {
			out = append(out, i)
		}
	}
	if len(out) == 0 {
		return nil, &eval.UsageError{Option: "scores", Want: "scores of " + metric.Name + " (" +
			strings.Join(names, ", ") + ")", Found: strings.Join(e.Options.Scores, ", ")}
	}
	return out, nil
}

func (e *Experiment) figure(m, k int, of *eval.Formula) *Figure {
	figure := &Figure{Metric: e.Metrics[m].Name, Signature: e.Signatures[m], Name: of.Name, Rate: of.Rate,
		Lower: of.Lower, Neither: of.Neither, Count: of.Count, metric: m, score: k}
	var in []string // treebanks in the averages
	for _, tb := range e.Table.Treebanks {
		if e.Options.Missing == MissingSkip && !e.complete(tb) {
			figure.LeftOut = append(figure.LeftOut, tb)
			continue
		}
		in = append(in, tb)
	}
	for _, system := range e.Table.Systems {
		var cells, groups, micros []Stat
		for _, tb := range e.Table.Treebanks {
			cells = append(cells, e.over(figure, e.files(system, tb, "")))
		}
		for _, g := range e.Table.Groups {
			macro, micro := e.average(figure, system, g, in)
			groups, micros = append(groups, macro), append(micros, micro)
		}
		figure.Cells, figure.Groups = append(figure.Cells, cells), append(figure.Groups, groups)
		figure.GroupMicro = append(figure.GroupMicro, micros)
		macro, micro := e.average(figure, system, "", in)
		figure.Macro, figure.Micro = append(figure.Macro, macro), append(figure.Micro, micro)
	}
	return figure
}

// complete reports whether every system has a file of the treebank.
func (e *Experiment) complete(treebank string) bool {
	return !slices.ContainsFunc(e.Table.Systems, func(system string) bool { return !e.scoredFiles(system, treebank) })
}

// scoredFiles reports whether a system has a file of a treebank that was scored.
func (e *Experiment) scoredFiles(system, treebank string) bool {
	return slices.ContainsFunc(e.files(system, treebank, ""), func(f *Scored) bool { return f.Err == nil })
}

// files lists the files of a system and a treebank in a group ("" for all), in the
// order of the runs.
func (e *Experiment) files(system, treebank, group string) (out []*Scored) {
	for _, f := range e.Files {
		if f.System == system && f.Treebank == treebank && (group == "" || slices.Contains(f.Groups, group)) {
			out = append(out, f)
		}
	}
	order := func(f *Scored) int { return slices.Index(e.Table.Runs, f.Run) }
	slices.SortStableFunc(out, func(a, b *Scored) int { return order(a) - order(b) })
	return out
}

// averaged lists the files that an average is over: all that were scored. Where a system has no
// file at all, as in a treebank on which it failed, its missing files count as 0 in shared tasks.
func (e *Experiment) averaged(files []*Scored) []*Scored {
	out := slices.DeleteFunc(slices.Clone(files), func(f *Scored) bool { return f.Err != nil })
	if len(out) == 0 && e.Options.Missing == MissingZero {
		return files
	}
	return out
}

// value returns the score of a file. A missing file scores 0, or the score of a
// system without sentences if that is defined, or has none.
func (e *Experiment) value(figure *Figure, scored *Scored) (v float64, ok bool) {
	if scored.Err != nil && e.Options.Missing != MissingZero {
		return math.NaN(), false
	}
	v = math.NaN()
	if scored.Sums != nil {
		v = e.Metrics[figure.metric].Formulas[figure.score].Value(scored.Sums[figure.metric])
	}
	if scored.Err != nil && math.IsNaN(v) && !figure.Lower {
		v = 0
	}
	return v, true
}

// shown returns the value of a file in lists of runs, NaN for a missing one that averages leave out.
func (e *Experiment) shown(figure *Figure, file *Scored) float64 {
	if file.Err != nil && e.scoredFiles(file.System, file.Treebank) {
		return math.NaN()
	}
	v, _ := e.value(figure, file)
	return v
}

// over returns the statistics of one cell over its runs.
func (e *Experiment) over(f *Figure, files []*Scored) Stat {
	var values []float64
	absent := 0
	for _, s := range e.averaged(files) {
		if v, ok := e.value(f, s); ok && !math.IsNaN(v) {
			values = append(values, v)
			if s.Err != nil {
				absent++
			}
		}
	}
	out := e.stat(values)
	out.Absent = absent
	return out
}

// stat returns the statistics of some values.
func (e *Experiment) stat(values []float64) Stat {
	stat := Stat{Mean: math.NaN(), SD: math.NaN(), Min: math.NaN(), Max: math.NaN(), N: len(values)}
	if stat.N == 0 {
		return stat
	}
	square := 0.0
	stat.Mean, stat.Min, stat.Max = mean(values), slices.Min(values), slices.Max(values)
	for _, v := range values {
		square += (v - stat.Mean) * (v - stat.Mean)
	}
	if stat.N > 1 {
		stat.SD = math.Sqrt(square / float64(stat.N-1))
	}
	if e.Options.Median {
		stat.Mean = slices.Sorted(slices.Values(values))[(stat.N-1)/2]
	}
	return stat
}

// average returns the macro and the micro average of a system over treebanks.
func (e *Experiment) average(figure *Figure, system, group string, treebanks []string) (macro, micro Stat) {
	macro = Stat{Mean: 0, SD: math.NaN(), Min: math.NaN(), Max: math.NaN()}
	var cells [][]*Scored
	for _, tb := range treebanks {
		files := e.files(system, tb, group)
		if len(files) == 0 {
			continue
		}
		stat := e.over(figure, files)
		if slices.ContainsFunc(files, func(f *Scored) bool { return f.Err != nil }) {
			macro.Gone++
		}
		if stat.N == 0 {
			macro.Undefined++
			continue
		}
		macro.Mean += stat.Mean
		macro.Treebanks++
		macro.Absent += stat.Absent
		macro.N = max(macro.N, stat.N)
		cells = append(cells, e.averaged(files))
	}
	macro.Mean /= float64(macro.Treebanks)
	micro = e.micro(figure, cells)
	runs := crossed(cells)
	if macro.Uncrossed = runs == nil && macro.N > 1; len(runs) > 1 {
		per := e.stat(e.perRun(figure, cells, len(runs)))
		macro.SD, macro.Min, macro.Max = per.SD, per.Min, per.Max
	}
	return macro, micro
}

// crossed returns the names of the runs if all cells have the same, nil if they differ.
func crossed(cells [][]*Scored) []string {
	var first []string
	for i, files := range cells {
		var names []string
		for _, s := range files {
			names = append(names, s.Run)
		}
		if i == 0 {
			first = names
		} else if !slices.Equal(first, names) {
			return nil
		}
	}
	return first
}

// perRun returns for each run the mean over treebanks.
func (e *Experiment) perRun(f *Figure, cells [][]*Scored, runs int) []float64 {
	var out []float64
	for r := range runs {
		sum, n := 0.0, 0.0
		for _, files := range cells {
			if v, ok := e.value(f, files[r]); ok && !math.IsNaN(v) {
				sum, n = sum+v, n+1
			}
		}
		out = append(out, sum/n)
	}
	return out
}

// micro adds the counts of all treebanks: for each run if the treebanks have the
// same runs, else the mean counts over runs.
func (e *Experiment) micro(figure *Figure, cells [][]*Scored) Stat {
	scores := e.Metrics[figure.metric].Formulas[figure.score].Value
	width := len(e.Metrics[figure.metric].Columns)
	add := func(sum []float64, s *Scored, weight float64) {
		if s.Sums == nil || s.Err != nil && e.Options.Missing != MissingZero {
			return
		}
		for j, v := range s.Sums[figure.metric] {
			sum[j] += v * weight
		}
	}
	var out Stat
	if runs := crossed(cells); runs != nil {
		var values []float64
		for r := range runs {
			sum := make([]float64, width)
			for _, files := range cells {
				add(sum, files[r], 1)
			}
			if v := scores(sum); !math.IsNaN(v) {
				values = append(values, v)
			}
		}
		out = e.stat(values)
	} else {
		sum := make([]float64, width)
		for _, files := range cells {
			for _, s := range files {
				add(sum, s, 1/float64(len(files)))
			}
		}
		out = Stat{Mean: scores(sum), SD: math.NaN(), Min: math.NaN(), Max: math.NaN(), Uncrossed: len(cells) > 0}
	}
	out.Treebanks = len(cells)
	return out
}

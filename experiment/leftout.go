package experiment

import (
	"fmt"
	"slices"
	"strings"
)

// leftOut names the files of a pair's treebanks that its tests and averages lack: missing files,
// files without the score, and runs that only one system has where runs are paired.
func (e *Experiment) leftOut(pair *Pair, sides []both) (out []string) {
	for _, side := range sides {
		for i, files := range [][]*Scored{side.a, side.b} {
			system := e.Table.Systems[[]int{pair.A, pair.B}[i]]
			for _, f := range e.files(system, side.treebank, "") {
				if !slices.Contains(files, f) {
					out = append(out, fmt.Sprintf("%s run %s of %s", system, f.Run, side.treebank))
				}
			}
		}
	}
	return out
}

// few names the treebanks that have a single run of a system, if there are several runs elsewhere:
// they keep the questions about training again from an answer.
func (e *Experiment) few(pair *Pair, sides []both) (out []string) {
	if pair.Training != nil || max(pair.Most[0], pair.Most[1]) < 2 {
		return nil
	}
	for _, side := range sides {
		for i, files := range [][]*Scored{side.a, side.b} {
			if len(files) == 1 {
				out = append(out, fmt.Sprintf("%s has 1 on %s", e.Table.Systems[[]int{pair.A, pair.B}[i]], side.treebank))
			}
		}
	}
	return out
}

// single chooses one run of each system on each treebank: the first that both have on all
// treebanks, else the first of each.
func (e *Experiment) single(sides []both) []both {
	has := func(files []*Scored, run string) int {
		return slices.IndexFunc(files, func(f *Scored) bool { return f.Run == run })
	}
	common := func(run string) bool {
		return !slices.ContainsFunc(sides, func(s both) bool { return has(s.a, run) < 0 || has(s.b, run) < 0 })
	}
	run := slices.IndexFunc(e.Table.Runs, common)
	out := make([]both, len(sides))
	for i, s := range sides {
		a, b := 0, 0
		if run >= 0 {
			a, b = has(s.a, e.Table.Runs[run]), has(s.b, e.Table.Runs[run])
		}
		out[i] = both{s.treebank, s.a[a : a+1], s.b[b : b+1]}
	}
	return out
}

// runsOf names the runs of A and of B, with their treebanks if these have different runs.
func runsOf(single []both) (a, b string) {
	name := func(of func(both) string) string {
		var runs []string
		treebanks := map[string][]string{}
		for _, s := range single {
			run := of(s)
			if treebanks[run] == nil {
				runs = append(runs, run)
			}
			treebanks[run] = append(treebanks[run], s.treebank)
		}
		if len(runs) == 1 {
			return runs[0]
		}
		for i, run := range runs {
			runs[i] = fmt.Sprintf("%s (%s)", run, strings.Join(treebanks[run], ", "))
		}
		return strings.Join(runs, ", ")
	}
	return name(func(s both) string { return s.a[0].Run }), name(func(s both) string { return s.b[0].Run })
}

// Files words the files of question (a).
func (q Question) Files() string {
	if q.RunA != q.RunB {
		return fmt.Sprintf("runs %s and %s", q.RunA, q.RunB)
	}
	return fmt.Sprintf("run %s of each", q.RunA)
}

// Unanswered gives the reason why (b) training again and (c) averages of runs have no answer,
// "" if they have one.
func (x *Pair) Unanswered() string {
	switch {
	case x.Training != nil || len(x.Treebanks) == 0:
		return ""
	case len(x.Few) > 0:
		return "training again is not tested: that takes 2 runs of each system on each treebank, and " + firstOf(x.Few)
	}
	return "one run each shows nothing about training again"
}

// Without names the files that the comparison lacks, "" if there are none.
func (x *Pair) Without() string {
	if len(x.LeftOut) == 0 {
		return ""
	}
	return "without " + firstOf(x.LeftOut)
}

// firstOf joins the first names of a list.
func firstOf(names []string) string {
	if more := len(names) - 4; more > 0 {
		names = append(slices.Clone(names[:4]), fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

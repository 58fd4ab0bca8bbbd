package experiment

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"assay/report"
	"assay/signif"
)

// TestTables shows the tests: for each pair its three questions, then the results
// for each treebank.
func (e *Experiment) TestTables(out Output) []*report.Table {
	var all []*report.Table
	for _, x := range out.Tests {
		all = append(all, e.questions(x, out))
		if len(x.ByTreebank) > 1 {
			all = append(all, e.byTreebank(x, out))
		}
	}
	tests := 0
	for _, x := range out.Tests {
		if !math.IsNaN(x.Adjusted) {
			tests++
		}
	}
	if n := len(out.Tests); n > 1 {
		last := all[len(all)-1]
		last.Notes = append(last.Notes, fmt.Sprintf("p (Holm) of claims is adjusted for %s", report.Plural(tests, "test")))
	}
	return all
}

// questions shows the three questions about two systems and the claim that they allow.
func (e *Experiment) questions(x *Pair, out Output) *report.Table {
	a, b := e.Table.Systems[x.A], e.Table.Systems[x.B]
	table := &report.Table{Title: fmt.Sprintf("%s %s: %s against %s, %s", x.Figure.Metric, x.Figure.Name, b, a,
		e.extent(x)),
		Head: []string{"question", "difference", "p", "test"}}
	points := func(v float64) report.Cell { return report.Shown(v, signed(x.Figure.points(v, out.Precision))) }
	if len(x.Treebanks) == 0 {
		table.Head = nil
		what := "treebank"
		if out.Options.Paired {
			what = "run of a treebank"
		}
		table.Notes = []string{fmt.Sprintf("%s and %s have no %s in common: nothing to compare", a, b, what)}
		return table
	}
	one := fmt.Sprintf("(a) these files: %s, new sentences", x.OneRun.Files())
	table.Add(report.Label(one), points(x.OneRun.Difference), report.Label(pText(x.OneRun.Test)),
		report.Label(sentenceTest(x.OneRun.Test)))
	if r := x.Training; r != nil {
		table.Add(report.Label("(b) training again, these sentences"), points(r.Difference), report.Label(runsP(r)),
			report.Label(runsTest(r, out.Options.Paired)))
		table.Add(report.Label("(c) averages of runs, new sentences"), points(x.Sentences.Difference),
			report.Label(pText(x.Sentences.Test)), report.Label(sentenceTest(x.Sentences.Test)))
		table.Add(report.Label("training again, on new sentences"), points(x.Difference), report.Label(number(x.P)),
			report.Label("(b) and (c) both: the larger p"))
	}
	if x.Interval != nil {
		table.Notes = append(table.Notes, x.intervalWords(out))
	}
	table.Notes = append(table.Notes, "claim: "+e.claimText(x)+e.adjustedText(x))
	if reason := x.Unanswered(); reason != "" && x.Claim != TheseFiles {
		table.Notes = append(table.Notes, reason)
	}
	if e.Options.Median && x.Training != nil {
		table.Notes = append(table.Notes, "tests compare means of runs, the table shows medians")
	}
	table.Notes = append(table.Notes, x.Limits(out)...)
	if x.Margin != nil {
		table.Notes = append(table.Notes, x.marginWords(e, out))
	} else if out.Options.Margin > 0 {
		table.Notes = append(table.Notes, "margin: not tested, because the difference has no standard error")
	}
	switch {
	case x.Order[0] != nil:
		table.Notes = append(table.Notes, orderWords(a, b, *x.Order[0]), orderWords(b, a, *x.Order[1]))
	case out.Options.Order && len(x.Treebanks) > 1:
		table.Notes = append(table.Notes,
			fmt.Sprintf("almost stochastic order: none, because it compares the runs of one treebank, and here are %d",
				len(x.Treebanks)))
	case out.Options.Order:
		table.Notes = append(table.Notes, "almost stochastic order: none, because it compares several runs of each system")
	}
	if out.Options.Paired && x.Training == nil {
		table.Notes = append(table.Notes, "runs are not paired, because (b) has no answer")
	}
	return table
}

// intervalWords states the interval of the difference over runs and sentences.
func (x *Pair) intervalWords(out Output) string {
	if math.IsNaN(x.Interval.Low) {
		return "interval over runs and sentences: none, a score is undefined"
	}
	return fmt.Sprintf("%s%% interval over runs and sentences: %s..%s (percentile bootstrap; the test is (b) and (c))",
		number(100*(1-out.Options.Level())),
		signed(x.Figure.points(x.Interval.Low, out.Precision)), signed(x.Figure.points(x.Interval.High, out.Precision)))
}

// macroNotes states the intervals of the macro averages.
func (e *Experiment) macroNotes(figure *Figure, out Output) []string {
	if !out.Options.Interval {
		return nil
	}
	notes := []string{fmt.Sprintf("%s%% intervals of macro averages, over runs and sentences (percentile bootstrap):",
		number(100*(1-out.Options.Level())))}
	for s, system := range e.Table.Systems {
		text := "none: a file is missing, or the score is no ratio of sums"
		if iv := e.Interval(figure, s, out.Options); iv != nil && !math.IsNaN(iv.Low) {
			text = figure.points(iv.Low, out.Precision) + ".." + figure.points(iv.High, out.Precision)
		}
		notes = append(notes, "  "+system+": "+text)
	}
	return notes
}

// extent describes the data over which two systems are compared.
func (e *Experiment) extent(x *Pair) string {
	text := report.Plural(len(x.Treebanks), "treebank")
	if len(x.Treebanks) > 1 {
		text += " (macro average)"
	}
	if x.Most[0] > 1 || x.Most[1] > 1 {
		text += fmt.Sprintf(", %s + %s runs", fewToMost(x.Runs[0], x.Most[0]), fewToMost(x.Runs[1], x.Most[1]))
	}
	if without := x.Without(); without != "" {
		text += "; " + without
	}
	if n := len(e.Table.Treebanks) - len(x.Treebanks); n > 0 {
		text += fmt.Sprintf("; %s not common to both left out", report.Plural(n, "treebank"))
	}
	return text
}

// fewToMost is a number, or a range.
func fewToMost(few, most int) string {
	if few == most {
		return strconv.Itoa(few)
	}
	return fmt.Sprintf("%d to %d", few, most)
}

func (e *Experiment) adjustedText(x *Pair) string {
	if math.IsNaN(x.Adjusted) || x.Adjusted == x.P {
		return fmt.Sprintf(" (p = %s)", number(x.P))
	}
	return fmt.Sprintf(" (p = %s, Holm %s)", number(x.P), number(x.Adjusted))
}

// words states the claim that the tests allow.
func (x *Pair) words(e *Experiment) string {
	a, b := e.Table.Systems[x.A], e.Table.Systems[x.B]
	if x.Figure.better(0, x.Difference) { // B is worse
		a, b = b, a
	}
	if x.Figure.Neither && (x.Claim == Training || x.Claim == TheseSets || x.Claim == TheseRuns || x.Claim == TheseFiles) {
		return fmt.Sprintf("%s and %s differ; neither more nor less of it is better", a, b)
	}
	switch x.Claim {
	case Training:
		return fmt.Sprintf("training %s again gives better parsers than training %s, on new sentences too", b, a)
	case TheseSets:
		return fmt.Sprintf("training %s again beats %s on these sentences; this is not shown for new sentences", b, a)
	case TheseRuns:
		return fmt.Sprintf("these runs of %s beat those of %s on new sentences; this is not shown for training again", b, a)
	case TheseFiles:
		if x.Training == nil {
			words := "this file of %s is better than that of %s on new sentences; %s"
			if len(x.Treebanks) > 1 {
				words = "these files of %s are better than those of %s on new sentences; %s"
			}
			return fmt.Sprintf(words, b, a, x.Unanswered())
		}
		return "the files of single runs differ; nothing is shown about the training procedures"
	case SameEverywhere:
		if x.Few != nil {
			return "these files (" + x.OneRun.Files() + ") are identical on every sentence, which says nothing of the other runs"
		}
		return "the systems are identical on every sentence"
	}
	if len(x.Treebanks) == 0 {
		return "no treebank in common"
	}
	return "no difference is shown, which does not mean that there is none"
}

// Limits returns notes on the differences that so many runs can show.
func (x *Pair) Limits(out Output) []string {
	test := x.Training
	if test == nil {
		return nil
	}
	var notes []string
	if test.Smallest > out.Options.Level() {
		notes = append(notes, fmt.Sprintf("no test of %d + %d runs can get below p = %s: (b) cannot reach %v",
			x.Runs[0], x.Runs[1], number(test.Smallest), out.Options.Level()))
	} else {
		notes = append(notes, fmt.Sprintf("smallest p that this number of runs can reach: %s", number(test.Smallest)))
	}
	if x.Needed > 0 {
		notes = append(notes, fmt.Sprintf("runs deviate by %s; a difference of %s is found with a power of 80%% from "+
			"%d runs of each",
			x.Figure.points(test.SD, out.Precision), x.Figure.points(math.Abs(test.Difference), out.Precision), x.Needed))
	}
	return notes
}

// marginWords states whether the difference is within the margin; it never says "equal".
func (x *Pair) marginWords(e *Experiment, out Output) string {
	margin := x.Margin
	a, b := e.Table.Systems[x.A], e.Table.Systems[x.B]
	size := x.Figure.points(margin.Size, out.Precision)
	var words string
	switch alpha := out.Options.Level(); {
	case margin.Equivalent() <= alpha:
		words = fmt.Sprintf("%s and %s differ by no more than %s", b, a, size)
	case margin.NotInferior <= alpha:
		words = fmt.Sprintf("%s is not inferior to %s by more than %s", b, a, size)
	case margin.NotSuperior <= alpha:
		words = fmt.Sprintf("%s is not superior to %s by more than %s", b, a, size)
	default:
		words = fmt.Sprintf("a difference of more than %s is not ruled out either way", size)
	}
	return fmt.Sprintf("margin %s: %s (not inferior: p = %s; within the margin: p = %s; %v%% interval [%s, %s])",
		size, words,
		number(margin.NotInferior), number(margin.Equivalent()), 100*(1-2*out.Options.Level()),
		signed(x.Figure.points(margin.Interval.Low, out.Precision)),
		signed(x.Figure.points(margin.Interval.High, out.Precision)))
}

// orderWords reports the almost stochastic order of A over B.
func orderWords(a, b string, order signif.Order) string {
	switch {
	case order.Identical:
		return fmt.Sprintf("almost stochastic order: the scores of %s and %s are identical", a, b)
	case math.IsNaN(order.Bound):
		return fmt.Sprintf("almost stochastic order of %s over %s: want at least %d runs of each", a, b, signif.MinOrderRuns)
	}
	verdict := "not shown"
	switch {
	case order.Bound < .2:
		verdict = "holds (below .2, as the authors advise)"
	case order.Bound < .5:
		verdict = "holds (below .5, but not below .2 as the authors advise)"
	}
	how := "all resamples"
	if !order.Exact {
		how = fmt.Sprint(order.Samples, " resamples")
	}
	return fmt.Sprintf("almost stochastic order of %s over %s: violation %.5f, at most %.5f (%s): %s", a, b,
		order.Violation, order.Bound, how, verdict)
}

// byTreebank shows the result for each treebank, and the number of treebanks on which the effect holds.
func (e *Experiment) byTreebank(x *Pair, out Output) *report.Table {
	table := &report.Table{Head: []string{"treebank", "difference", "p", "p (Holm)"}}
	for _, tb := range x.ByTreebank {
		table.Add(report.Label(tb.Treebank), report.Shown(tb.Difference,
			signed(x.Figure.points(tb.Difference, out.Precision))),
			report.Label(number(tb.P)), report.Label(number(tb.Adjusted)))
	}
	n := len(x.ByTreebank)
	better := e.Table.Systems[x.B] + " is shown better on "
	switch {
	case x.Bonferroni == 0 && x.Fisher == 0:
		better += "no treebank"
	case x.Bonferroni == x.Fisher:
		better += fmt.Sprintf("at least %d of %d treebanks, dependent (Bonferroni) or not (Fisher)", x.Fisher, n)
	default:
		better += fmt.Sprintf("at least %d of %d treebanks whatever their dependence (Bonferroni), %d if they are "+
			"independent (Fisher)", x.Bonferroni, n, x.Fisher)
	}
	table.Notes = append(table.Notes, fmt.Sprintf("%s; alpha %v", better, out.Options.Level()))
	return table
}

func signed(s string) string {
	if strings.HasPrefix(s, "-") || s == "n/a" {
		return s
	}
	return "+" + s
}

// number formats a p-value.
func number(p float64) string {
	switch {
	case math.IsNaN(p):
		return "n/a"
	case p <= signif.Smallest:
		return "<1e-300"
	}
	return strconv.FormatFloat(p, 'g', 2, 64)
}

// pText formats the p-value of a test of sentences, with its sampling error.
func pText(test signif.Test) string {
	switch {
	case test.Identical:
		return "identical"
	case !math.IsNaN(test.Far) && test.Samples > 0:
		return "<" + number(test.P)
	case test.Samples > 0:
		return fmt.Sprintf("%s ±%s", number(test.P), strconv.FormatFloat(test.Error(), 'g', 1, 64))
	}
	return number(test.P)
}

func sentenceTest(test signif.Test) string {
	switch {
	case test.Method == signif.NoTest && !test.Identical:
		return "none: the score is no ratio of sums"
	case test.Samples > 0:
		return fmt.Sprintf("exchange of sentences, %d shuffles", test.Samples)
	case test.Exact:
		return "exchange of sentences, exact"
	}
	return "exchange of sentences"
}

func runsP(r *signif.RunTest) string {
	if r.Exact || r.Samples == 0 {
		return number(r.P)
	}
	return fmt.Sprintf("%s ±%s", number(r.P), strconv.FormatFloat(math.Sqrt(r.P*(1-r.P)/float64(r.Samples)), 'g', 1, 64))
}

func runsTest(test *signif.RunTest, paired bool) string {
	how := "permutation of runs"
	if paired {
		how = "signs of the differences of paired runs"
	}
	if test.Exact {
		how += fmt.Sprintf(", all %.0f", test.Splits)
	} else {
		how += fmt.Sprintf(", %d drawn", test.Samples)
	}
	if !math.IsNaN(test.WelchP) {
		how += fmt.Sprintf("; Welch p = %s", number(test.WelchP))
	}
	return how
}

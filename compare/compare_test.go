package compare

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures"
	"assay/report"
	"assay/signif"
	"assay/treebank"
)

// tagging counts words whose tags agree. Its last scores are no ratios.
func newTagging() *eval.Measure {
	return &eval.Measure{Name: "tagging", Signature: "tagging", Columns: eval.Columns("right", "words", "exact", "sentences"),
		Formulas: []eval.Formula{eval.MainRatio("accuracy", eval.Plus(0), eval.Plus(1)), eval.Ratio("exact", eval.Plus(2), eval.Plus(3)),
			{Name: "square", Func: square, Reads: []int{0, 1}, Rate: true},
			{Name: "errors", Num: eval.Plus(1).Minus(0), Lower: true}},
		Close: closeTagging, NewCounter: func() eval.Counter { return tagging{} }}
}

func square(s []float64) float64 { return (s[0] / s[1]) * (s[0] / s[1]) }

type tagging struct{}

func (t tagging) Count(row []float64, p *eval.Pair) error {
	err := eval.CountItems(t, row, p)
	if err == nil {
		closeTagging(row)
	}
	return err
}

func (tagging) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	gold, system := pair.Gold.Tokens, pair.System.Tokens
	for i := range gold {
		it := eval.Item{Gold: eval.Ref{Kind: eval.Word, Index: int32(i)}, Adds: []eval.Add{{Column: 1, N: 1}}}
		right := i < len(system) && gold[i].Tag == system[i].Tag
		if right {
			it.Adds = append(it.Adds, eval.Add{Column: 0, N: 1})
		}
		if i == 2 && len(system) > 0 && system[0].Tag == pair.System.Syms.Intern([]byte("FAIL")) {
			return errors.New("fails after two items")
		}
		yield(&it)
	}
	return nil
}

func closeTagging(row []float64) {
	row[3] = 1
	if row[0] == row[1] {
		row[2] = 1
	}
}

type byTag struct{}

func (byTag) Name() string  { return "tag" }
func (byTag) PerItem() bool { return true }
func (byTag) Value(dst []byte, p *eval.Pair, it *eval.Item) []byte {
	return append(dst, p.Gold.Syms.Name(p.Gold.Tokens[it.Gold.Index].Tag)...)
}

func source(name, text string) *treebank.Source {
	return formattest.Source(&formattest.Words, name, []byte(text))
}

func runOn(t *testing.T, gold, system *treebank.Source, m *eval.Measure, opt eval.Options) Run {
	t.Helper()
	ms := []*eval.Measure{m}
	watch, err := NewItemLog(ms, opt.By, Options{AllScores: true})
	if err != nil {
		t.Fatal(err)
	}
	opt.Collect, opt.Collected = watch.Collect, watch.Collected
	res, err := eval.Run(context.Background(), gold, system, ms, opt)
	if err != nil {
		t.Fatal(err)
	}
	return Run{res, watch}
}

// made runs the test measure on texts: the first is gold.
func made(t *testing.T, opt eval.Options, gold string, systems ...string) (runs []Run) {
	t.Helper()
	for i, s := range systems {
		runs = append(runs, runOn(t, source("gold", gold), source(Letter(i), s), newTagging(), opt))
	}
	return runs
}

func mustCompare(t *testing.T, runs []Run, opt Options) *Comparison {
	t.Helper()
	c, err := Compare(runs, opt)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func find(t *testing.T, c *Comparison, name string) *Score {
	t.Helper()
	for _, m := range c.Metrics {
		for _, s := range m.Scores {
			if s.Name == name && s.By == "" {
				return s
			}
		}
	}
	t.Fatalf("no score %s", name)
	return nil
}

const gold4 = "a/X b/Y c/Z\nd/X e/Y\nf/X g/X\nh/Z\n"

func TestItemsAndWinners(t *testing.T) {
	a, b := "a/X b/Y c/X\nd/X e/X\nf/X g/X\nh/Z\n", "a/X b/X c/Z\nd/X e/Y\nf/Y g/Y\nh/X\n"
	score := find(t, mustCompare(t, made(t, eval.Options{}, gold4, a, b), Options{}), "accuracy")
	pair := score.Pairs[0]
	if got, want := pair.Items.Items, (signif.Items{YY: 2, YN: 4, NY: 2, NN: 0}); got != want {
		t.Errorf("items %+v, want %+v", got, want)
	}
	if pair.ABetter != 2 || pair.BBetter != 1 || pair.Equal != 1 {
		t.Errorf("won %d, lost %d, equal %d; want 2, 1, 1", pair.ABetter, pair.BBetter, pair.Equal)
	}
	if want := 7.0 / 8; score.Oracle != want {
		t.Errorf("best of all %v, want %v", score.Oracle, want)
	}
	if score.All != 2 || score.Some != 6 || score.None != 0 {
		t.Errorf("all %d, some %d, none %d", score.All, score.Some, score.None)
	}
	if pair.Test.P != 6.0/8 { // of ±(0, -1, 2, 1) the sum -2: 6 of 8 are as far from 0
		t.Errorf("p = %v", pair.Test.P)
	}
}

// Sentences that systems split differently are compared over common stretches,
// and their items are those of gold all the same.
func TestDifferentSplitting(t *testing.T) {
	a := "a/X b/Y c/Z\nd/X e/X f/X g/Y\nh/Z\n"   // joins 2 and 3
	b := "a/X b/X\nc/Z\nd/X e/Y\nf/X g/X\nh/Z\n" // splits 1
	c := "a/X b/Y c/Z d/X e/Y\nf/X g/X\nh/X\n"   // joins 1 and 2
	for _, x := range []struct {
		name    string
		systems []string
		units   int
		items   signif.Items
	}{
		{"a and b", []string{a, b}, 3, signif.Items{YY: 5, YN: 1, NY: 2, NN: 0}},
		{"a and c", []string{a, c}, 2, signif.Items{YY: 5, YN: 1, NY: 2, NN: 0}},
		{"b and gold", []string{b, gold4}, 4, signif.Items{YY: 7, YN: 0, NY: 1, NN: 0}},
	} {
		found := mustCompare(t, made(t, eval.Options{}, gold4, x.systems...), Options{})
		p := find(t, found, "accuracy").Pairs[0]
		if found.Units != x.units || p.Items == nil || p.Items.Items != x.items {
			t.Errorf("%s: %d units, items %+v; want %d, %+v", x.name, found.Units, p.Items, x.units, x.items)
		}
	}
}

// A sentence that one system has not been scored on is left out for all; items
// that its measure had yielded before it failed do not count. The items of two systems are those
// of the sentences that both are scored on, under either policy.
func TestSkippedAndFailed(t *testing.T) {
	a, b := "a/X b/X c/Z\nd/X e/X\nf/X g/X\nh/Z\n", "a/FAIL b/Y c/Z\nd/X e/Y\nf/X g/Y\nh/X\n"
	for _, x := range []struct {
		policy eval.OnError
		items  signif.Items
	}{
		{eval.OnErrorSkip, signif.Items{YY: 2, YN: 2, NY: 1, NN: 0}},
		{eval.OnErrorCount, signif.Items{YY: 2, YN: 2, NY: 1, NN: 0}},
	} {
		c := mustCompare(t, made(t, eval.Options{OnError: x.policy}, gold4, a, b), Options{})
		s := find(t, c, "accuracy")
		if got := s.Pairs[0].Items.Items; got != x.items {
			t.Errorf("%v: items %+v, want %+v", x.policy, got, x.items)
		}
		if want := map[eval.OnError]int{eval.OnErrorSkip: 3, eval.OnErrorCount: 4}[x.policy]; s.Units != want {
			t.Errorf("%v: %d units, want %d", x.policy, s.Units, want)
		}
	}
}

func TestIdentical(t *testing.T) {
	a := "a/X b/X c/Z\nd/X e/X\nf/X g/X\nh/Z\n"
	comparison := mustCompare(t, made(t, eval.Options{}, gold4, a, a), Options{})
	p := find(t, comparison, "accuracy").Pairs[0]
	if !p.Test.Identical || !math.IsNaN(p.Test.P) || !math.IsNaN(p.Adjusted) || p.Interval != nil {
		t.Errorf("identical systems: %+v", p)
	}
	var out bytes.Buffer
	if err := comparison.Write(&out, report.TextFormat, View{Precision: 2, Details: true}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "identical") {
		t.Errorf("the table does not call them identical:\n%s", &out)
	}
}

func TestDocuments(t *testing.T) {
	gold := "# a/X\nb/X\n# c/X\nd/X\n# e/X\n"
	a, b := "a/X\nb/X\nc/X\nd/X\ne/X\n", "a/X\nb/Y\nc/X\nd/Y\ne/X\n"
	c := mustCompare(t, made(t, eval.Options{}, gold, a, b), Options{Unit: UnitDocument})
	if s := find(t, c, "accuracy"); s.Units != 3 || s.Pairs[0].ABetter != 2 {
		t.Errorf("%d documents, %+v", s.Units, s.Pairs[0])
	}
}

func TestGroups(t *testing.T) {
	a, b := "a/X b/Y c/X\nd/X e/X\nf/X g/X\nh/Z\n", "a/X b/X c/Z\nd/X e/Y\nf/Y g/Y\nh/X\n"
	comparison := mustCompare(t, made(t, eval.Options{By: []eval.Key{byTag{}}}, gold4, a, b), Options{})
	var raw, adjusted []float64
	var groups []string
	for _, s := range comparison.Metrics[0].Scores {
		p := s.Pairs[0]
		raw, adjusted = append(raw, p.Test.P), append(adjusted, p.Adjusted)
		groups = append(groups, s.Value)
	}
	if got, want := fmt.Sprint(groups), "[ X Y Z]"; got != want {
		t.Errorf("groups %s, want %s", got, want)
	}
	items := map[string]signif.Items{"": {YY: 2, YN: 4, NY: 2}, "X": {YY: 2, YN: 2}, "Y": {YN: 1, NY: 1}, "Z": {YN: 1, NY: 1}} // a word each
	for _, s := range comparison.Metrics[0].Scores {
		if got := s.Pairs[0].Items; got == nil || got.Items != items[s.Value] {
			t.Errorf("gold items of group %q: %+v, want %+v", s.Value, got, items[s.Value])
		}
	}
	var out bytes.Buffer
	if err := comparison.Write(&out, report.TextFormat, View{Precision: 2, Details: true}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"accuracy  tag X          4      4     2       2       0        0",
		"accuracy  tag Y          4      2     0       1       1        0", "accuracy  tag Z          4      2     0       1       1        0"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("want %q in\n%s", want, &out)
		}
	}
	if want := signif.Holm(raw); fmt.Sprint(want) != fmt.Sprint(adjusted) {
		t.Errorf("adjusted %v, want %v", adjusted, want)
	}
}

func TestNoRatio(t *testing.T) {
	a, b := "a/X b/Y c/X\nd/X e/X\nf/X g/X\nh/Z\n", "a/X b/X c/Z\nd/X e/Y\nf/Y g/Y\nh/X\n"
	comparison := mustCompare(t, made(t, eval.Options{}, gold4, a, b), Options{AllScores: true})
	square, accuracy := find(t, comparison, "square").Pairs[0], find(t, comparison, "accuracy").Pairs[0]
	if square.Test.P != accuracy.Test.P || square.TestName != string(signif.Enumeration) {
		t.Errorf("square: %+v, accuracy: %+v", square.Test, accuracy.Test)
	}
	errors := find(t, comparison, "errors")
	if p := errors.Pairs[0]; p.TestName != string(signif.Dynamic) || p.Test.P != accuracy.Test.P || p.ABetter != accuracy.ABetter ||
		p.Interval.Value != 2 || math.Abs(p.Interval.Low) > 8 {
		t.Errorf("errors: %+v, interval %+v", p, p.Interval)
	}
	if exact := find(t, comparison, "exact").Pairs[0]; exact.Items != nil || exact.McNemar == nil {
		t.Errorf("exact match: %+v", exact)
	}
}

func TestErrors(t *testing.T) {
	one := made(t, eval.Options{}, "a/X\n", "a/X\n", "a/Y\n")
	good := made(t, eval.Options{}, gold4, gold4, gold4)
	short := made(t, eval.Options{Align: eval.AlignOrder}, gold4, gold4, "a/X b/Y c/Z\n")
	other := append(made(t, eval.Options{}, gold4, gold4), one[0])
	empty := made(t, eval.Options{}, "\n\n", "\n\n", "\n\n")
	for _, x := range []struct {
		name  string
		runs  []Run
		opt   Options
		want  string
		usage bool
	}{
		{"one sentence", one, Options{}, "at least two sentences", false},
		{"missing", short, Options{}, "B lacks 3 sentences of gold (the first: 2)", false},
		{"other gold", other, Options{}, "against 1", false},
		{"nothing in gold", empty, Options{}, "0/0", false},
		{"no documents", good, Options{Unit: UnitDocument}, "gold names", true},
		{"one file", good, Options{Stratum: StratumFile}, "gold is one file", true},
		{"stratum within unit", good, Options{Unit: UnitFile, Stratum: StratumDocument}, "larger than the unit", true},
		{"unit", good, Options{Unit: 7}, "unit: want sentence, document, file, found 7", true},
		{"score", good, Options{Scores: []string{"nosuch"}}, "scores: want scores of ", true},
		{"alpha", good, Options{Alpha: 2}, "alpha: want a number between 0 and 1, found 2", true},
		{"one system", good[:1], Options{}, "at least two systems", true},
		{"one-sided t", good, Options{Test: TestT, Against: signif.Greater}, "alternative: want two-sided", true},
	} {
		_, err := Compare(x.runs, x.opt)
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: error %v, want %q", x.name, err, x.want)
		}
		var usage *eval.UsageError
		var pairing *eval.PairingError
		if x.usage != errors.As(err, &usage) || x.usage == errors.As(err, &pairing) {
			t.Errorf("%s: error of type %T", x.name, err)
		}
	}
}

// ewt runs the attachment scores on 1,000 sentences of EWT with two real systems.
func ewt(t *testing.T, jobs int, order ...string) []Run {
	t.Helper()
	return onTask(t, "attachment", jobs, []string{"dep-gold-tokens-ewt"}, order...)
}

// onTask runs a measure on the CoNLL-U files of a folder of the shared data.
func onTask(t *testing.T, metric string, jobs int, folder []string, order ...string) []Run {
	t.Helper()
	files := []string{"gold.conllu.gz"}
	for _, name := range order {
		files = append(files, name+".conllu.gz")
	}
	return runFiles(t, metric, jobs, folder, files...)
}

// runFiles runs a measure on files of a folder of the shared data, gold first.
func runFiles(t *testing.T, metric string, jobs int, folder []string, names ...string) (runs []Run) {
	t.Helper()
	open := func(name string) *treebank.Source {
		src, err := corpus.Open(shared.Path(t, append(append([]string{"data"}, folder...), name)...))
		if err != nil {
			t.Fatal(err)
		}
		return src
	}
	metric, skip := strings.CutSuffix(metric, ":on-error=skip")
	opt := eval.Options{Jobs: jobs}
	if skip {
		opt.OnError = eval.OnErrorSkip
	}
	m, err := measures.Parse(metric, measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names[1:] {
		runs = append(runs, runOn(t, open(names[0]), open(name), m, opt))
	}
	return runs
}

func TestRealItemsSumToScores(t *testing.T) {
	for _, x := range []struct {
		name string
		runs []Run
	}{
		{"gold tokens", ewt(t, 0, "udpipe-A-swap", "udpipe-B-projective")},
		{"sentences split differently", onTask(t, "attachment", 0, []string{"dep-conll18", "fr_sequoia"}, "HIT-SCIR-18", "HUJI", "Stanford-18")},
	} {
		c := mustCompare(t, x.runs, Options{CI: CINone})
		for _, name := range []string{"uas", "las"} {
			score := find(t, c, name)
			for _, pair := range score.Pairs {
				it := pair.Items
				if it == nil {
					t.Fatalf("%s: %s has no items", x.name, name)
				}
				n := float64(it.Total())
				if a, b := float64(it.YY+it.YN)/n, float64(it.YY+it.NY)/n; a != score.Values[pair.A] || b != score.Values[pair.B] {
					t.Errorf("%s: %s: items give %v and %v, the scores are %v", x.name, name, a, b, score.Values)
				}
				if z := pair.Test.Z; math.Abs(z-it.ClusteredZ) > 1e-9 {
					t.Errorf("%s: %s: clustered z of items %v, of rows %v", x.name, name, it.ClusteredZ, z)
				}
			}
		}
	}
}

// The gold items of LAS by who gets them right, counted from the files with a
// few lines of another language.
func TestRealItems(t *testing.T) {
	c := mustCompare(t, ewt(t, 0, "udpipe-A-swap", "udpipe-B-projective"), Options{CI: CINone})
	if got, want := find(t, c, "las").Pairs[0].Items.Items, (signif.Items{YY: 8090, YN: 1505, NY: 815, NN: 2735}); got != want {
		t.Errorf("items %+v, want %+v", got, want)
	}
}

// For the measures of trees and graphs too the items are those that recall counts, on the sentences
// that both systems are scored on.
func TestItemsOfOtherMeasures(t *testing.T) {
	for _, x := range []struct {
		metric string
		folder []string
		files  []string
	}{
		{"evalb", []string{"const-craft"}, []string{"gold.clean.mrg", "bllip-A.1best.mrg", "berkeley-A.1best.mrg"}},
		{"parseval:on-error=skip", []string{"const-craft"}, []string{"gold.clean.mrg", "berkeley-A.1best.mrg", "berkeley-B.1best.mrg"}},
		{"edm", []string{"sem-tsdb", "erg-2025"}, []string{"mrs", "mrs", "../erg-2023/mrs"}},
		{"edm", []string{"sem-tsdb", "erg-2025"}, []string{"csli", "../erg-2023/csli", "csli"}},
	} {
		c := mustCompare(t, runFiles(t, x.metric, 0, x.folder, x.files...), Options{CI: CINone, Scores: []string{"recall"}})
		pair := find(t, c, "recall").Pairs[0]
		if pair.Items == nil {
			t.Errorf("%s has no items", x.metric)
			continue
		}
		na, da := pair.Ratios.A.Sums()
		nb, _ := pair.Ratios.B.Sums()
		if it := pair.Items; float64(it.YY+it.YN) != na || float64(it.YY+it.NY) != nb || float64(it.Total()) != da {
			t.Errorf("%s: items %+v, recall counts %v and %v of %v", x.metric, it.Items, na, nb, da)
		}
	}
}

// Of every score of the CoNLL 2018 shared task the items sum to the correct
// words, though both systems split the text into words and sentences themselves.
func TestSharedTaskItems(t *testing.T) {
	comparison := mustCompare(t, onTask(t, "ud", 0, []string{"dep-conll18", "fr_sequoia"}, "HIT-SCIR-18", "Stanford-18"), Options{CI: CINone, AllScores: true})
	if xpos := find(t, comparison, "xpos_f1"); xpos.Pairs[0].Items != nil || !math.IsNaN(xpos.Values[0]) { // gold has none
		t.Errorf("xpos is %v, items %v", xpos.Values, xpos.Pairs[0].Items)
	}
	for _, name := range strings.Fields("tokens words upos ufeats alltags lemmas uas las clas mlas blex") {
		s := find(t, comparison, name+"_f1")
		pair := s.Pairs[0]
		if pair.Items == nil {
			t.Errorf("%s has no items", name)
			continue
		}
		na, _ := pair.Ratios.A.Sums()
		nb, _ := pair.Ratios.B.Sums()
		if got, want := [2]int{pair.Items.YY + pair.Items.YN, pair.Items.YY + pair.Items.NY}, [2]int{int(na) / 2, int(nb) / 2}; got != want {
			t.Errorf("%s: %v items right, the score counts %v", name, got, want)
		}
	}
	// conll18_ud_eval.py on the same files
	for i, want := range []string{"89.65", "88.78"} {
		if got := fmt.Sprintf("%.2f", 100*find(t, comparison, "las_f1").Values[i]); got != want {
			t.Errorf("LAS %s, want %s", got, want)
		}
	}
}

// A against B is the mirror of B against A, to the last bit.
func TestMirror(t *testing.T) {
	there := mustCompare(t, ewt(t, 0, "udpipe-A-swap", "udpipe-B-projective"), Options{})
	back := mustCompare(t, ewt(t, 0, "udpipe-B-projective", "udpipe-A-swap"), Options{})
	for i, score := range there.Metrics[0].Scores {
		x, y := score.Pairs[0], back.Metrics[0].Scores[i].Pairs[0]
		if x.Difference != -y.Difference || x.Interval.Low != -y.Interval.High || x.Interval.High != -y.Interval.Low ||
			x.Test.P != y.Test.P || x.Adjusted != y.Adjusted || x.ABetter != y.BBetter || x.Detectable != y.Detectable {
			t.Errorf("%s: %+v is no mirror of %+v", score.Name, x, y)
		}
		if x.Items != nil && (x.Items.YN != y.Items.NY || x.Items.Real.Z != -y.Items.Real.Z || x.Items.Real.M1Int != y.Items.Real.M1Int) {
			t.Errorf("%s: items %+v are no mirror of %+v", score.Name, x.Items, y.Items)
		}
	}
}

// The same bytes for every number of cores, and again.
func TestSameBytes(t *testing.T) {
	write := func(jobs int) string {
		comparison := mustCompare(t, ewt(t, jobs, "udpipe-A-swap", "udpipe-B-projective"), Options{Jobs: jobs, Adjust: AdjustMaxT})
		var out bytes.Buffer
		if err := comparison.WriteJSON(&out); err != nil {
			t.Fatal(err)
		}
		for _, f := range []report.Format{report.TextFormat, report.CSV, report.Markdown, report.LaTeX} {
			if err := comparison.Write(&out, f, View{Precision: 2, Details: true}); err != nil {
				t.Fatal(err)
			}
		}
		return out.String()
	}
	first := write(1)
	for _, jobs := range []int{1, 3} {
		if write(jobs) != first {
			t.Errorf("%d jobs: other bytes", jobs)
		}
	}
}

// The JSON has the members that the interface fixes.
func TestJSON(t *testing.T) {
	a, b := "a/X b/Y c/X\nd/X e/X\nf/X g/X\nh/Z\n", "a/X b/X c/Z\nd/X e/Y\nf/Y g/Y\nh/X\n"
	var out bytes.Buffer
	if err := mustCompare(t, made(t, eval.Options{}, gold4, a, b), Options{}).WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Assay       *string
		Gold        *struct{ Path string }
		Systems     []string
		Comparisons []map[string]json.RawMessage
	}
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Assay == nil || doc.Gold == nil || len(doc.Systems) != 2 || len(doc.Comparisons) != 1 {
		t.Fatalf("%s", &out)
	}
	for _, name := range strings.Fields("metric score a b value_a value_b difference interval p p_adjusted exact test sentences items real_test mcnemar " +
		"detectable design_effect signature") {
		if _, ok := doc.Comparisons[0][name]; !ok {
			t.Errorf("no member %q", name)
		}
	}
}

func TestIntervals(t *testing.T) {
	for _, kind := range []CI{CIBCa, CIAnalytic} {
		f, err := Intervals(Options{CI: kind})
		if err != nil {
			t.Fatal(err)
		}
		res := ewt(t, 0, "udpipe-A-swap")[0].Result
		got := map[string]report.Interval{}
		for _, iv := range f(res, res.Counts[0], nil) {
			got[iv.Name] = iv
		}
		las := res.Counts[0].Metric.Scores(res.Counts[0].Sum())[1]
		iv, ok := got[las.Name]
		if !ok || !(iv.Low < las.Value && las.Value < iv.High && iv.High-iv.Low < 0.04 && iv.DesignEffect > 2) {
			t.Errorf("%s: %s %v in %+v", kind, las.Name, las.Value, iv)
		}
	}
}

// What a system lacks counts as not analysed if the user says so, and does not
// count at all where it is left out.
func TestMissingSentences(t *testing.T) {
	short := "a/X b/Y c/Z\nd/X e/X\n" // two of four sentences, and one word of five wrong
	runs := made(t, eval.Options{Align: eval.AlignOrder}, gold4, gold4, short)
	score := find(t, mustCompare(t, runs, Options{AllowMissing: true}), "accuracy")
	if want := 4.0 / 8; score.Values[1] != want || score.Units != 4 {
		t.Errorf("counted: %v of %d sentences, want %v of 4", score.Values[1], score.Units, want)
	}
	runs = made(t, eval.Options{Align: eval.AlignOrder, Only: []bool{true, true, false, false}}, gold4, gold4, short)
	score = find(t, mustCompare(t, runs, Options{AllowMissing: true}), "accuracy")
	if want := 4.0 / 5; score.Values[1] != want || score.Units != 2 {
		t.Errorf("left out: %v of %d sentences, want %v of 2", score.Values[1], score.Units, want)
	}
}

// A ranking compares each system with the next best one, in the order of each score.
func TestRanking(t *testing.T) {
	a, b := "a/X b/Y c/X\nd/X e/X\nf/X g/X\nh/Z\n", "a/X b/X c/X\nd/X e/X\nf/Y g/Y\nh/Z\n" // 6 and 3 of 8
	comparison := mustCompare(t, made(t, eval.Options{}, gold4, b, gold4, a, a), Options{Baseline: NextBest, Scores: []string{"accuracy", "errors"}})
	for _, name := range []string{"accuracy", "errors"} { // of errors few are good
		var got [][2]int
		for _, p := range find(t, comparison, name).Pairs {
			got = append(got, [2]int{p.A, p.B})
		}
		if want := [][2]int{{1, 2}, {2, 3}, {3, 0}}; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: pairs %v, want %v", name, got, want)
		}
	}
	rows := comparison.Tables(2)[1].Rows
	var ranks []string
	for _, r := range rows[:4] {
		ranks = append(ranks, r[0].Text+r[1].Text)
	}
	if want := "[1-4B 1-4C 1-4D 1-4A]"; fmt.Sprint(ranks) != want { // four sentences show no difference
		t.Errorf("ranks %v, want %s", ranks, want)
	}
}

// TestWatchFor: a watch that keeps the items of the chosen scores alone gives the same
// comparison as one that keeps all.
func TestWatchFor(t *testing.T) {
	gold := source("gold", "a/X b/Y c/Z d/X\ne/X f/Y\ng/Z h/X i/Y\n")
	texts := []string{"a/X b/Y c/Y d/Y\ne/X f/X\ng/Z h/X i/Y\n", "a/Y b/Y c/Z d/X\ne/X f/Y\ng/X h/X i/Y\n"}
	for _, opt := range []Options{{Scores: []string{"accuracy"}}, {Scores: []string{"exact"}}, {AllScores: true}, {}, {Baseline: NextBest}} {
		var all, few []Run
		for i, text := range texts {
			run := runOn(t, gold, source(Letter(i), text), newTagging(), eval.Options{By: []eval.Key{byTag{}}})
			all = append(all, run)
			watch, err := NewItemLog([]*eval.Measure{newTagging()}, []eval.Key{byTag{}}, opt)
			if err != nil {
				t.Fatal(err)
			}
			res, err := eval.Run(t.Context(), gold, source(Letter(i), text), []*eval.Measure{newTagging()},
				eval.Options{By: []eval.Key{byTag{}}, Collect: watch.Collect, Collected: watch.Collected})
			if err != nil {
				t.Fatal(err)
			}
			few = append(few, Run{res, watch})
		}
		opt.Samples = 99
		want, got := mustCompare(t, all, opt), mustCompare(t, few, opt)
		if text := fmt.Sprintf("%+v", want.Metrics[0].Scores[0].Pairs[0].Items); text == "<nil>" && opt.Scores == nil {
			t.Errorf("%+v: no items", opt)
		}
		var a, b bytes.Buffer
		for _, x := range []struct {
			c   *Comparison
			out *bytes.Buffer
		}{{want, &a}, {got, &b}} {
			if err := x.c.Write(x.out, report.JSON, View{Precision: 2, Details: true}); err != nil {
				t.Fatal(err)
			}
		}
		if a.String() != b.String() {
			t.Errorf("%+v: got\n%s\nwant\n%s", opt, b.String(), a.String())
		}
	}
	if _, err := NewItemLog([]*eval.Measure{newTagging()}, nil, Options{Scores: []string{"none"}}); err == nil {
		t.Error("no error for an unknown score")
	}
}

// The short answer does not depend on items, so that a run that shows no items need not list them.
func TestAnswerWithoutItems(t *testing.T) {
	runs := ewt(t, 2, "udpipe-A-swap", "udpipe-B-projective")
	shown := func() string {
		var out bytes.Buffer
		if err := mustCompare(t, runs, Options{Samples: 99}).Write(&out, report.TextFormat, View{Precision: 2}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	with := shown()
	for i := range runs {
		runs[i].Watch = nil
	}
	if without := shown(); without != with {
		t.Errorf("without items:\n%s\nwith them:\n%s", without, with)
	}
}

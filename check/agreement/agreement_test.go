package agreement_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/check/agreement"
	"assay/eval"
	"assay/eval/plan"
	"assay/formats/conllu"
	"assay/formats/penn"
	"assay/internal/shared"
	"assay/measures"
	"assay/signif"
	"assay/treebank"
)

// read reads the first sentences of files in examples as annotators.
func read(t *testing.T, f *treebank.Format, metric string, n int, cut func(annotator, sentence int) bool, names ...string) *agreement.Corpus {
	t.Helper()
	var sources []*treebank.Source
	for k, name := range names {
		sources = append(sources, source(t, f, name, n, func(i int) bool { return cut != nil && cut(k, i) }))
	}
	c, err := agreement.Read(context.Background(), sources, options(metric))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func options(metric string) agreement.Options {
	return agreement.Options{
		Plan: (&plan.Plan{}).Mutual(),
		Measures: func(*treebank.Source, *treebank.Source) ([]*eval.Measure, error) {
			m, err := measures.Parse(metric, measures.Config{})
			return []*eval.Measure{m}, err
		},
	}
}

const (
	gold       = "../../examples/ewt.gold.conllu"
	swap       = "../../examples/ewt.udpipe-swap.conllu"
	projective = "../../examples/ewt.udpipe-projective.conllu"
)

// TestPublishedAlpha: alpha.py of github.com/arnsholt/syn-agreement (c278415, under
// Python 3) with the distances of syn-agreement.py gave these figures; of the third
// annotator every fifth sentence, from the fourth, was taken out.
func TestPublishedAlpha(t *testing.T) {
	shared.Long(t)
	for _, x := range []struct {
		format *treebank.Format
		metric string
		n      int
		names  []string
		want   map[agreement.Distance]float64
	}{
		{&conllu.Format, "attachment", 30, []string{gold, swap}, map[agreement.Distance]float64{
			agreement.Plain: .892836608823, agreement.Diff: -.091255056419, agreement.Norm: .932576363677}},
		{&conllu.Format, "attachment", 30, []string{gold, swap, projective}, map[agreement.Distance]float64{
			agreement.Plain: .866437564664, agreement.Diff: -.479823096105, agreement.Norm: .929651786881}},
		{&penn.Format, "parseval", 25, []string{"../../examples/craft.gold.mrg", "../../examples/craft.berkeley.mrg", "../../examples/craft.bllip-20.mrg"},
			map[agreement.Distance]float64{
				agreement.Plain: .976804730216, agreement.Diff: .948277627832, agreement.Norm: .968741470890}},
	} {
		gone := func(annotator, sentence int) bool {
			return x.format == &conllu.Format && annotator == 2 && sentence%5 == 3
		}
		c := read(t, x.format, x.metric, x.n, gone, x.names...)
		for distance, want := range x.want {
			alpha, err := c.Alpha(distance, agreement.AlphaOptions{Pairs: -1})
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(alpha.Value-want) > 1e-11 || alpha.Sampled() || alpha.Units != x.n || len(alpha.Dropped) > 0 {
				t.Errorf("%v: alpha (%s) is %.12f, of %d sentences, want %.12f", x.names, distance, alpha.Value, alpha.Units, want)
			}
			if !(alpha.Interval.Low < alpha.Value && alpha.Value < alpha.Interval.High) {
				t.Errorf("%v: %s: the interval %v to %v does not hold %v", x.names, distance, alpha.Interval.Low, alpha.Interval.High, alpha.Value)
			}
		}
	}
}

// TestSampledAlpha: every tree is in a sample of pairs, and the error that it names
// holds for the exact value.
func TestSampledAlpha(t *testing.T) {
	shared.Long(t)
	c := read(t, &conllu.Format, "attachment", 100, nil, gold, swap)
	exact, err := c.Alpha(agreement.Plain, agreement.AlphaOptions{Pairs: -1})
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Alpha(agreement.Plain, agreement.AlphaOptions{Pairs: 4000})
	if err != nil {
		t.Fatal(err)
	}
	if !got.Sampled() || got.Compared != 4000 || exact.Sampled() || exact.Compared != exact.All {
		t.Errorf("%d of %d pairs were compared, want 4000; exactly %d of %d", got.Compared, got.All, exact.Compared, exact.All)
	}
	if got.ExpectedError <= 0 || math.Abs(got.Expected-exact.Expected) > 4*got.ExpectedError || got.Observed != exact.Observed {
		t.Errorf("expected distance %.3f with standard error %.3f, exactly %.3f", got.Expected, got.ExpectedError, exact.Expected)
	}
}

// TestNoAlpha: without a sentence that two have analysed no figure is defined, and no end of an interval.
func TestNoAlpha(t *testing.T) {
	for _, d := range agreement.Distances {
		a, err := (&agreement.Corpus{}).Alpha(d, agreement.AlphaOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []float64{a.Value, a.Observed, a.Expected, a.Interval.Low, a.Interval.High} {
			if !math.IsNaN(v) {
				t.Errorf("%s: %+v, want no figures", d, a)
			}
		}
	}
}

// TestHamming compares with an independent count of arcs, and the interval with
// that of resamples whose expected difference is counted anew.
func TestHamming(t *testing.T) {
	shared.Long(t)
	c := read(t, &conllu.Format, "attachment", 100, nil, gold, swap)
	a, err := c.Alpha(agreement.Hamming, agreement.AlphaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	all := [2][][]string{arcs(t, gold, 100), arcs(t, swap, 100)}
	alpha := func(sentences []int) float64 {
		var n, differ float64
		counts := map[string]float64{}
		for _, s := range sentences {
			for i := range all[0][s] {
				x, y := all[0][s][i], all[1][s][i]
				counts[x]++
				counts[y]++
				if n += 2; x != y {
					differ += 2
				}
			}
		}
		expected := n * (n - 1)
		for _, k := range counts {
			expected -= k * (k - 1)
		}
		return 1 - differ/n/(expected/(n*(n-1)))
	}
	sentences := make([]int, 100)
	for i := range sentences {
		sentences[i] = i
	}
	if want := alpha(sentences); math.Abs(a.Value-want) > 1e-12 {
		t.Errorf("alpha (hamming) is %v, want %v", a.Value, want)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	var drawn []float64
	for range 2000 {
		for i := range sentences {
			sentences[i] = rng.IntN(100)
		}
		drawn = append(drawn, alpha(sentences))
	}
	slices.Sort(drawn)
	if low, high := drawn[50], drawn[1949]; math.Abs(low-a.Interval.Low) > .01 || math.Abs(high-a.Interval.High) > .01 {
		t.Errorf("interval %.3f to %.3f, resamples give %.3f to %.3f", a.Interval.Low, a.Interval.High, low, high)
	}
}

// TestKappa compares with an independent count over the lines of the files, which have
// the same words.
func TestKappa(t *testing.T) {
	corpus := read(t, &conllu.Format, "attachment", 100, nil, gold, swap)
	x, y := columns(t, gold, 100), columns(t, swap, 100)
	var relations, tags [][2]string
	for i := range x {
		tags = append(tags, [2]string{x[i][3], y[i][3]})
		if x[i][6] == y[i][6] {
			relations = append(relations, [2]string{x[i][7], y[i][7]})
		}
	}
	for part, pairs := range map[string][][2]string{agreement.Relation: relations, agreement.Tag: tags} {
		kappa := corpus.Pairs[0].Kappa(part, signif.Options{})
		want, equal := cohen(pairs)
		if kappa.Items != len(pairs) || math.Abs(kappa.Value-want) > 1e-12 || math.Abs(kappa.Observed-equal) > 1e-12 {
			t.Errorf("%s: kappa %v over %d items, want %v over %d", part, kappa.Value, kappa.Items, want, len(pairs))
		}
		if !(kappa.Interval.Low < kappa.Value && kappa.Value < kappa.Interval.High) {
			t.Errorf("%s: interval %v to %v", part, kappa.Interval.Low, kappa.Interval.High)
		}
	}
}

// cohen is kappa by its definition.
func cohen(pairs [][2]string) (kappa, equal float64) {
	a, b := map[string]float64{}, map[string]float64{}
	for _, p := range pairs {
		n := 1 / float64(len(pairs))
		a[p[0]] += n
		b[p[1]] += n
		if p[0] == p[1] {
			equal += n
		}
	}
	chance := 0.0
	for l := range a {
		chance += a[l] * b[l]
	}
	return (equal - chance) / (1 - chance), equal
}

// TestDropped: every sentence that is not a unit of a figure is named.
func TestDropped(t *testing.T) {
	corpus := read(t, &conllu.Format, "attachment", 20, func(a, i int) bool { return a == 1 && i == 4 || a == 2 && i > 17 }, gold, swap, projective)
	if len(corpus.Pairs) != 3 || len(corpus.Units) != 20 {
		t.Fatalf("%d pairs of annotators over %d sentences", len(corpus.Pairs), len(corpus.Units))
	}
	missing := map[string]int{}
	for _, d := range corpus.Dropped {
		if !strings.HasPrefix(d.Why, "missing from ") {
			t.Errorf("%s: %s", d.Sentence, d.Why)
		}
		missing[d.Sentence]++
	}
	if len(missing) != 3 {
		t.Errorf("dropped: %v", corpus.Dropped)
	}
	a, err := corpus.Alpha(agreement.Plain, agreement.AlphaOptions{})
	if err != nil || a.Units != 20 || a.Trees != 57 {
		t.Errorf("alpha is over %d sentences and %d trees: %v", a.Units, a.Trees, err)
	}
}

// TestSymmetric: a measure of agreement gives one figure in both directions.
func TestSymmetric(t *testing.T) {
	c := read(t, &conllu.Format, "attachment", 100, nil, gold, swap)
	score := func(r *eval.Result) eval.Score {
		scores := r.Counts[0].Metric.Scores(r.Counts[0].Sum())
		return scores[eval.HeadlineOf(scores)]
	}
	if x, y := score(c.Pairs[0].Result), score(c.Pairs[0].Swapped); x.Value != y.Value || x.Name != "las" || x.Value < .5 {
		t.Errorf("%s is %v and %v", x.Name, x.Value, y.Value)
	}
}

package study

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"assay/internal/shared"
)

// curveOf scores systems of the shared data and returns the curve of the first.
func curveOf(t *testing.T, spec, prep, key, gold string, systems ...string) *Curve {
	t.Helper()
	s := &Study{Options: Options{Metric: spec, Prep: prep, NoTests: true}, Files: &Files{}}
	for i := range systems {
		systems[i] = filepath.Join(filepath.Dir(shared.Path(t, "data", gold)), systems[i])
	}
	if err := s.Prepare(t.Context(), shared.Path(t, "data", gold), systems...); err != nil {
		t.Fatal(err)
	}
	curve, err := s.Confidence(context.Background(), 0, key)
	if err != nil {
		t.Fatal(err)
	}
	return curve
}

// TestRiskOfParsers compares with an independent prototype: lists of two constituent parsers on CRAFT, and a dependency
// parser of which the words are kept where another one agrees. The prototype's sums of probabilities differ in the last
// digit, so that it has an order where all analyses of two lists agree and the confidences are equal.
func TestRiskOfParsers(t *testing.T) {
	for _, tc := range []struct {
		spec, key, gold string
		systems         []string
		answered, wrong int
		area, optimum   float64
		atTen           float64 // the share of the items with a risk of at most 10 %; NaN if ties decide
		calibration     float64
		near            float64
	}{
		{"parseval:labelled", "list", "const-craft/gold.clean.mrg", []string{"bllip-A.nbest.gz"}, 10878, 2240, .1094, .0228, .736, .152, .001},
		{"parseval:labelled", "list:sentence", "const-craft/gold.clean.mrg", []string{"bllip-A.nbest.gz"}, 10878, 2240, .1420, .0228, .156, .404, .0005},
		{"parseval:labelled", "list", "const-craft/gold.clean.mrg", []string{"berkeley-A.kbest.gz"}, 10961, 2146, .1165, .0205, math.NaN(), .133, .004},
		{"parseval:labelled", "list:sentence", "const-craft/gold.clean.mrg", []string{"berkeley-A.kbest.gz"}, 10961, 2146, .1510, .0205, .044, .453, .0005},
		{"lin", "systems", "dep-gold-tokens-ewt/gold.conllu.gz", []string{"udpipe-A-swap.conllu.gz", "udpipe-B-projective.conllu.gz"}, 13145, 2920, .1400,
			.0267, 0, math.NaN(), .0001},
		{"attachment", "systems", "dep-gold-tokens-ewt/gold.conllu.gz", []string{"udpipe-A-swap.conllu.gz", "udpipe-B-projective.conllu.gz"}, 13145, 3550,
			.1666, .0403, 0, math.NaN(), .0001},
	} {
		prep := ""
		if tc.spec == "parseval:labelled" {
			prep = "erase=S1"
		}
		r := curveOf(t, tc.spec, prep, tc.key, tc.gold, slices.Clone(tc.systems)...).Risk
		near := func(a, b, by float64) bool { return math.IsNaN(b) || math.Abs(a-b) <= by }
		if r.Answered != tc.answered || r.Wrong() != tc.wrong || !near(r.Area, tc.area, tc.near) || !near(r.Optimum, tc.optimum, .0001) ||
			!near(r.AtRisk(.1), tc.atTen, .0006) || !near(r.Calibration, tc.calibration, .001) {
			t.Errorf("%s %s %v: %d answered, %d wrong, area %.4f, optimum %.4f, %.3f at 10 %%, calibration %.3f; want %+v", tc.spec, tc.key,
				tc.systems, r.Answered, r.Wrong(), r.Area, r.Optimum, r.AtRisk(.1), r.Calibration, tc)
		}
		if !(r.Low < r.Area && r.Area < r.High) {
			t.Errorf("%s: area %.4f is not in %.4f to %.4f", tc.spec, r.Area, r.Low, r.High)
		}
	}
}

// TestBreakEven: the words on which both parsers agree are 10,168, of which 1,307 have a wrong head; Lin's error count is
// 2,920 with all heads and 4,284 with ? elsewhere, and they cost the same at .542 of a wrong head for an unknown one.
func TestBreakEven(t *testing.T) {
	all := curveOf(t, "lin", "", "systems", "dep-gold-tokens-ewt/gold.conllu.gz", "udpipe-A-swap.conllu.gz", "udpipe-B-projective.conllu.gz").Risk
	sure := all.Points[0]
	if sure.Kept != 10168 || sure.Wrong != 1307 || sure.Errors() != 4284 || all.Points[1].Errors() != 2920 {
		t.Errorf("%+v", all.Points)
	}
	agreed := &Risk{Asked: all.Asked, Answered: sure.Kept, Right: sure.Kept - sure.Wrong, Unanswered: sure.Unanswered}
	if price, ok := BreakEven(all, agreed); !ok || math.Abs(price-.542) > .0005 {
		t.Errorf("break-even price %.4f, %v", price, ok)
	}
}

// TestRiskLaws: laws of coverage and risk on random items.
func TestRiskLaws(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 0))
	for range 300 {
		var links []judged
		n := 1 + random.IntN(40)
		for i := range n {
			link := judged{unit: int32(i / 4), gold: random.IntN(5) > 0, system: random.IntN(6) > 0, confidence: float64(random.IntN(6)) / 5}
			link.right = link.gold && link.system && random.IntN(3) > 0
			if !link.gold && !link.system {
				continue
			}
			links = append(links, link)
		}
		r := newRisk(links, 0)
		if r.Answered == 0 {
			continue
		}
		if r.Optimum > r.Area+1e-12 {
			t.Fatalf("optimum %g over area %g", r.Optimum, r.Area)
		}
		if last := r.Points[len(r.Points)-1]; last.Kept != r.Answered || last.Risk() != r.Chance() || last.Errors() != r.Wrong()+r.Unanswered {
			t.Fatalf("the last point %+v of %+v", last, r)
		}
		change := func(f func(judged) judged) *Risk {
			out := slices.Clone(links)
			for i := range out {
				out[i] = f(out[i])
			}
			random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
			return newRisk(out, 0)
		}
		rising := change(func(j judged) judged { j.confidence = math.Exp(3*j.confidence) - 7; return j })
		if math.Abs(rising.Area-r.Area) > 1e-12 || len(rising.Points) != len(r.Points) || rising.AtRisk(.2) != r.AtRisk(.2) || !math.IsNaN(rising.Calibration) {
			t.Fatalf("rising transformation: %g, was %g", rising.Area, r.Area)
		}
		for _, equal := range []float64{.5, math.NaN()} { // equally sure, or all certain
			same := change(func(j judged) judged { j.confidence = equal; return j })
			if len(same.Points) != 1 || math.Abs(same.Area-same.Chance()) > 1e-12 {
				t.Fatalf("equal confidences: area %g, risk %g", same.Area, same.Chance())
			}
		}
		for i, link := range links { // not to give one answer
			if !link.system || !link.gold {
				continue
			}
			less := slices.Clone(links)
			less[i].system, less[i].right = false, false
			fewer := newRisk(less, 0)
			was, is := r.Wrong()+r.Unanswered, fewer.Wrong()+fewer.Unanswered
			if link.right && is != was+1 || !link.right && (is != was || fewer.Answered > 0 && fewer.Chance() >= r.Chance() && r.Right > 0) {
				t.Fatalf("without answer %+v: error count %d, was %d; risk %g, was %g", link, is, was, fewer.Chance(), r.Chance())
			}
		}
		unasked := newRisk(append(slices.Clone(links), judged{system: true, unasked: true, confidence: .5}), 0)
		if unasked.Asked != r.Asked || unasked.Answered != r.Answered || unasked.Area != r.Area {
			t.Fatal("an item that gold does not ask for counts")
		}
		if p := AreaTest(r, r, 20); p != 1 {
			t.Fatalf("a system against itself: p %g", p)
		}
	}
	none := newRisk([]judged{{gold: true}, {gold: true}}, 9)
	if none.Unanswered != 2 || !math.IsNaN(none.Chance()) || !math.IsNaN(none.Area) || none.AtRisk(.1) == none.AtRisk(.1) {
		t.Errorf("no answers: %+v", none)
	}
}

// TestPosteriors: logarithms and probabilities, -Infinity, lists of one; the shares sum to 1.
func TestPosteriors(t *testing.T) {
	for _, tc := range []struct{ scores, want []float64 }{
		{[]float64{-1, -1}, []float64{.5, .5}}, {[]float64{math.Log(3) - 5, -5}, []float64{.75, .25}}, {[]float64{-232}, []float64{1}},
		{[]float64{.6, .2}, []float64{.75, .25}}, {[]float64{-3, math.Inf(-1)}, []float64{1, 0}},
		{[]float64{0, 0, 0, 0}, []float64{.25, .25, .25, .25}}, {[]float64{math.Inf(-1)}, []float64{1}},
	} {
		got := posteriors(tc.scores)
		for i := range got {
			if math.Abs(got[i]-tc.want[i]) > 1e-12 {
				t.Errorf("%v: %v, want %v", tc.scores, got, tc.want)
			}
		}
	}
}

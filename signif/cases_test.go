package signif

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"assay/internal/shared"
)

// The reference cases were computed with exact fractions, R 4.2.2 (base, boot,
// survey), scipy 1.10.1 and statsmodels 0.13.5.

func load[T any](t *testing.T, name string) []T {
	t.Helper()
	data := shared.Read(t, "cases", "statistics", name)
	var file struct{ Cases []T }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) == 0 {
		t.Fatalf("%s holds no cases", name)
	}
	return file.Cases
}

// A table is a file of tab-separated columns.
type table map[string][]string

func column(t testing.TB, name string) table {
	t.Helper()
	data := shared.Read(t, "cases", "statistics", "data", name)
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	head := strings.Split(lines[0], "\t")
	out := table{}
	for _, line := range lines[1:] {
		for i, f := range strings.Split(line, "\t") {
			out[head[i]] = append(out[head[i]], f)
		}
	}
	return out
}

func (c table) numbers(t testing.TB, name string) []float64 {
	t.Helper()
	var out []float64
	for _, f := range c[name] {
		v, err := strconv.ParseFloat(f, 64)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}

func (c table) ratio(t testing.TB, num, den string) Ratio {
	return Ratio{c.numbers(t, num), c.numbers(t, den)}
}

// score returns a system's recall, precision or F1 as a ratio.
func (c table) score(t testing.TB, system, name string) Ratio {
	match, test, gold := c.numbers(t, system+"_match"), c.numbers(t, system+"_test"), c.numbers(t, "gold")
	switch name {
	case "recall":
		return Ratio{match, gold}
	case "precision":
		return Ratio{match, test}
	}
	r := Ratio{}
	for i := range match {
		r.Num = append(r.Num, 2*match[i])
		r.Den = append(r.Den, gold[i]+test[i])
	}
	return r
}

func near(t *testing.T, what string, got, want, relative float64) {
	t.Helper()
	if got == want || math.IsNaN(got) && math.IsNaN(want) {
		return
	}
	if !(math.Abs(got-want) <= relative*math.Abs(want)) {
		t.Errorf("%s: %.17g, want %.17g", what, got, want)
	}
}

func within(t *testing.T, what string, got, want, absolute float64) {
	t.Helper()
	if !(math.Abs(got-want) <= absolute) {
		t.Errorf("%s: %.17g, want %.17g within %.3g", what, got, want, absolute)
	}
}

func TestAdjustCases(t *testing.T) {
	for _, tc := range load[struct {
		P []float64
		R map[string][]float64
	}](t, "adjust.json") {
		holm, bh := Holm(tc.P), BH(tc.P)
		for i := range tc.P {
			within(t, "holm", holm[i], tc.R["holm"][i], 1e-12)
			within(t, "BH", bh[i], tc.R["BH"][i], 1e-12)
		}
	}
}

func TestMcNemarCases(t *testing.T) {
	for _, tc := range load[struct {
		YN, NY                int
		Exact, Midp           float64
		Chi2, Z               *float64
		P_asym, Chi2_cc, P_cc *float64
	}](t, "mcnemar.json") {
		discordance := McNemar(tc.YN, tc.NY)
		near(t, "exact", discordance.Exact, tc.Exact, 1e-10)
		near(t, "mid-p", discordance.Mid, tc.Midp, 1e-10)
		if tc.Chi2 == nil {
			if !math.IsNaN(discordance.Z) {
				t.Errorf("z = %v without discordant questions", discordance.Z)
			}
			continue
		}
		near(t, "chi2", discordance.Chi2, *tc.Chi2, 1e-10)
		near(t, "z", discordance.Z, *tc.Z, 1e-10)
		near(t, "p", discordance.P, *tc.P_asym, 1e-10)
		near(t, "chi2 cc", discordance.Chi2Cont, *tc.Chi2_cc, 1e-10)
		near(t, "p cc", discordance.PCont, *tc.P_cc, 1e-10)
	}
}

func TestWilsonCases(t *testing.T) {
	for _, tc := range load[struct {
		K, N   int
		Conf   float64
		Wilson [2]float64
	}](t, "wilson.json") {
		low, high := Wilson(tc.K, tc.N, 1-tc.Conf)
		within(t, "Wilson low", low, tc.Wilson[0], 1e-10)
		within(t, "Wilson high", high, tc.Wilson[1], 1e-10)
	}
}

// macro returns the differences of the sentences' LAS, each a correctly rounded
// fraction, so that equal differences compare equal.
func macro(t *testing.T, c table) (diff []float64, plus, minus int) {
	a, b, words := c.numbers(t, "a_las"), c.numbers(t, "b_las"), c.numbers(t, "words")
	for i := range a {
		diff = append(diff, (b[i]-a[i])/words[i])
		switch {
		case b[i] > a[i]:
			plus++
		case b[i] < a[i]:
			minus++
		}
	}
	return diff, plus, minus
}

func TestSignCases(t *testing.T) {
	for _, tc := range load[struct {
		File           string
		Pos, Neg       int
		P_exact, P_mid float64
	}](t, "sign.json") {
		_, plus, minus := macro(t, column(t, tc.File))
		if plus != tc.Pos || minus != tc.Neg {
			t.Errorf("%s: %d up, %d down; want %d, %d", tc.File, plus, minus, tc.Pos, tc.Neg)
		}
		exact, mid := Sign(minus, plus)
		near(t, tc.File+" exact", exact, tc.P_exact, 1e-10)
		near(t, tc.File+" mid-p", mid, tc.P_mid, 1e-10)
	}
}

func TestPairedTCases(t *testing.T) {
	for _, tc := range load[struct {
		File string
		T, P float64
	}](t, "ttest.json") {
		diff, _, _ := macro(t, column(t, tc.File))
		tt, p := PairedT(diff)
		near(t, tc.File+" t", tt, tc.T, 1e-8)
		near(t, tc.File+" p", p, tc.P, 1e-8)
	}
}

func TestWilcoxonCases(t *testing.T) {
	type exact struct {
		N_nonzero       int
		W_plus, W_minus float64
		P_exact_ties    float64
	}
	for _, tc := range load[struct {
		File, Name         string
		Exact              map[string]exact
		Scipy_drop_asym    [2]float64
		Scipy_drop_asym_cc [2]float64
		Scipy_pratt_asym   [2]float64
		X, Y               []float64
		P_exact, W_plus    float64
		R_drop_asym        struct{ V, P, P_cc float64 }
	}](t, "wilcoxon.json") {
		if tc.File == "" {
			var diff []float64
			for i := range tc.X {
				diff = append(diff, math.Round((tc.X[i]-tc.Y[i])*1000)/1000)
			}
			r := Wilcoxon(diff, false)
			near(t, tc.Name, r.P, tc.P_exact, 1e-10)
			near(t, tc.Name+" W+", r.Plus, tc.W_plus, 0)
			continue
		}
		diff, _, _ := macro(t, column(t, tc.File))
		for zeros, want := range tc.Exact {
			result := Wilcoxon(diff, zeros == "pratt")
			if result.NonZero != want.N_nonzero || result.Plus != want.W_plus || result.Minus != want.W_minus {
				t.Errorf("%s %s: %+v, want %+v", tc.File, zeros, result, want)
			}
			near(t, tc.File+" exact "+zeros, result.P, want.P_exact_ties, 1e-10)
			if zeros == "pratt" {
				near(t, tc.File+" normal pratt", result.Normal, tc.Scipy_pratt_asym[1], 1e-8)
				continue
			}
			near(t, tc.File+" normal", result.Normal, tc.Scipy_drop_asym[1], 1e-8)
			near(t, tc.File+" normal cc", result.NormalCont, tc.Scipy_drop_asym_cc[1], 1e-8)
			near(t, tc.File+" R", result.Normal, tc.R_drop_asym.P, 1e-8)
		}
	}
}

func TestRandomizationCases(t *testing.T) {
	for _, tc := range load[struct {
		File                           string
		Linear                         []string
		N_nonzero                      int
		Diff                           map[string]float64
		P_two_sided                    map[string]float64
		P_one_sided_observed_direction map[string]float64
		P_exact_two_sided              float64
		Z_signflip                     float64
		P_signflip_normal              float64
		MC                             *struct{ R, F1, Precision float64 }
		Z_score_f1, P_score_f1         float64
	}](t, "randomization.json") {
		tab := column(t, tc.File)
		if tc.Linear != nil {
			den := "words"
			if _, ok := tab[den]; !ok {
				den = "gold"
			}
			a, b := tab.ratio(t, tc.Linear[0], den), tab.ratio(t, tc.Linear[1], den)
			result := Randomize(a, b, Options{})
			if result.Method != Dynamic || result.Differing != tc.N_nonzero {
				t.Errorf("%s %v: %+v", tc.File, tc.Linear, result)
			}
			near(t, tc.File+" "+tc.Linear[0], result.P, tc.P_exact_two_sided, 1e-9)
			near(t, tc.File+" z", result.Z, tc.Z_signflip, 1e-9)
			near(t, tc.File+" normal", fromZ(result.Z, TwoSided), tc.P_signflip_normal, 1e-8)
			continue
		}
		if tc.MC != nil {
			mc(t, tab, "f1", tc.MC.F1, tc.MC.R)
			mc(t, tab, "precision", tc.MC.Precision, tc.MC.R)
			z := Z(tab.score(t, "a", "f1"), tab.score(t, "b", "f1"))
			near(t, "z of f1", z, tc.Z_score_f1, 1e-9)
			near(t, "p of z of f1", fromZ(z, TwoSided), tc.P_score_f1, 1e-8)
			continue
		}
		for name, want := range tc.P_two_sided {
			a, b := tab.score(t, "a", name), tab.score(t, "b", name)
			what := tc.File + " " + name
			within(t, what+" difference", b.Value()-a.Value(), tc.Diff[name], 1e-12)
			checkRandomize(t, what, a, b, want, TwoSided)
			alt := Greater
			if tc.Diff[name] < 0 {
				alt = Less
			}
			checkRandomize(t, what, a, b, tc.P_one_sided_observed_direction[name], alt)
		}
	}
}

func checkRandomize(t *testing.T, what string, a, b Ratio, want float64, alt Alternative) {
	t.Helper()
	result := Randomize(a, b, Options{Alternative: alt})
	switch {
	case result.Identical:
		if want != 1 || !math.IsNaN(result.P) {
			t.Errorf("%s: identical, p = %v; the case says %v", what, result.P, want)
		}
	case result.Exact:
		near(t, what, result.P, want, 1e-9)
	default:
		within(t, what, result.P, want, 4*result.Error())
	}
}

func mc(t *testing.T, tab table, name string, want, shuffles float64) {
	t.Helper()
	r := Randomize(tab.score(t, "a", name), tab.score(t, "b", name), Options{})
	if r.Method != Sampling || r.Samples != DefaultShuffles {
		t.Errorf("%s: %+v", name, r)
	}
	within(t, name, r.P, want, 4*math.Sqrt(want*(1-want)*(1/shuffles+1/float64(r.Samples))))
}

func TestBootstrapCases(t *testing.T) {
	shared.Long(t)
	type boot struct {
		SE        float64
		Perc, BCa [2]float64
	}
	for _, tc := range load[struct {
		File, Metric          string
		Ratio                 []string
		P, Se_sentence, N_eff float64
		Se_doc                float64
		Deff_sentence         float64
		F1, Diff              float64
		Se_linearised         float64
		R_boot                boot
	}](t, "bootstrap.json") {
		tab := column(t, tc.File)
		var iv Interval
		var se float64
		switch {
		case tc.Ratio != nil:
			ratio := tab.ratio(t, tc.Ratio[0], tc.Ratio[1])
			near(t, "value", ratio.Value(), tc.P, 1e-12)
			se = tc.Se_sentence
			near(t, tc.File+" SE", LinearError(ratio, Options{}), se, 1e-10)
			near(t, tc.File+" SE by document", LinearError(byDocument(ratio, tab["doc"]), Options{}), tc.Se_doc, 1e-10)
			near(t, tc.File+" design effect", DesignEffect(ratio, Options{}), tc.Deff_sentence, 1e-10)
			near(t, tc.File+" effective", items(ratio)/DesignEffect(ratio, Options{}), tc.N_eff, 1e-10)
			iv = BCa(ratio, true, Options{Resamples: 99_999})
		case strings.Contains(tc.Metric, "paired"):
			a, b := tab.score(t, "a", "f1"), tab.score(t, "b", "f1")
			se = tc.Se_linearised
			near(t, tc.File+" SE of difference", LinearErrorDifference(a, b, Options{}), se, 1e-10)
			iv = BCaDifference(a, b, Options{Resamples: 99_999})
			within(t, "difference", iv.Value, tc.Diff, 1e-12)
		default:
			r := tab.score(t, tc.Metric[len(tc.Metric)-1:], "f1")
			se = tc.Se_linearised
			near(t, tc.File+" SE", LinearError(r, Options{}), se, 1e-10)
			iv = BCa(r, true, Options{Resamples: 99_999})
			near(t, "f1", iv.Value, tc.F1, 1e-12)
		}
		what := tc.File + " " + tc.Metric
		near(t, what+" bootstrap SE", iv.Error, tc.R_boot.SE, 0.03)
		within(t, what+" low", iv.Low, tc.R_boot.BCa[0], 0.06*se)
		within(t, what+" high", iv.High, tc.R_boot.BCa[1], 0.06*se)
	}
}

func byDocument(ratio Ratio, doc []string) Ratio {
	var out Ratio
	for i := range doc {
		if i == 0 || doc[i] != doc[i-1] {
			out.Num, out.Den = append(out.Num, 0), append(out.Den, 0)
		}
		out.Num[len(out.Num)-1] += ratio.Num[i]
		out.Den[len(out.Den)-1] += ratio.Den[i]
	}
	return out
}

func TestHogenhoutCases(t *testing.T) {
	for _, tc := range load[struct {
		YY, YN, NY, NN                      int
		Independent_E_YY, Independent_E_NN  float64
		Z_mcnemar                           *float64
		P_exact, P_mid                      float64
		Status                              string
		Symmetric                           bool
		M1, M2, Real_test, Pa, Pb           float64
		M1_int, M2_int, Real_test_int       int
		Z_unpooled, Z_pooled, Real_test_min float64
		Z_range_unpooled, Real_test_range   [2]float64
	}](t, "hogenhout.json") {
		it := Items{tc.YY, tc.YN, tc.NY, tc.NN}
		yy, nn := it.Expected()
		near(t, "E(YY)", yy, tc.Independent_E_YY, 1e-12)
		near(t, "E(NN)", nn, tc.Independent_E_NN, 1e-12)
		d := McNemar(tc.YN, tc.NY)
		near(t, "p", d.Exact, tc.P_exact, 1e-12)
		near(t, "mid-p", d.Mid, tc.P_mid, 1e-12)
		if tc.Z_mcnemar != nil {
			near(t, "z McNemar", d.Z, *tc.Z_mcnemar, 1e-12)
		}
		result := NewRealTest(it)
		if result.Status != tc.Status {
			t.Errorf("%v: status %q, want %q", it, result.Status, tc.Status)
		}
		if tc.Real_test_min > 0 {
			near(t, "size", result.Size, tc.Real_test_min, 0)
		}
		if tc.Status != RealTestOK {
			continue
		}
		if result.Symmetric != tc.Symmetric || result.M1Int != tc.M1_int || result.M2Int != tc.M2_int || result.SizeInt != tc.Real_test_int {
			t.Errorf("%v: %+v", it, result)
		}
		for _, x := range []struct {
			what      string
			got, want float64
		}{
			{"M1", result.M1, tc.M1}, {"M2", result.M2, tc.M2}, {"size", result.Size, tc.Real_test}, {"Pa", result.Pa, tc.Pa}, {"Pb", result.Pb, tc.Pb},
			{"z", result.Z, tc.Z_unpooled}, {"z pooled", result.ZPooled, tc.Z_pooled},
			{"z low", result.ZLow, tc.Z_range_unpooled[0]}, {"z high", result.ZHigh, tc.Z_range_unpooled[1]},
			{"size low", result.SizeLow, tc.Real_test_range[0]}, {"size high", result.SizeHigh, tc.Real_test_range[1]},
		} {
			near(t, x.what, x.got, x.want, 1e-12)
		}
	}
}

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
	for _, c := range load[struct {
		P []float64
		R map[string][]float64
	}](t, "adjust.json") {
		holm, bh := Holm(c.P), BH(c.P)
		for i := range c.P {
			within(t, "holm", holm[i], c.R["holm"][i], 1e-12)
			within(t, "BH", bh[i], c.R["BH"][i], 1e-12)
		}
	}
}

func TestMcNemarCases(t *testing.T) {
	for _, c := range load[struct {
		YN, NY                int
		Exact, Midp           float64
		Chi2, Z               *float64
		P_asym, Chi2_cc, P_cc *float64
	}](t, "mcnemar.json") {
		d := McNemar(c.YN, c.NY)
		near(t, "exact", d.Exact, c.Exact, 1e-10)
		near(t, "mid-p", d.Mid, c.Midp, 1e-10)
		if c.Chi2 == nil {
			if !math.IsNaN(d.Z) {
				t.Errorf("z = %v without discordant questions", d.Z)
			}
			continue
		}
		near(t, "chi2", d.Chi2, *c.Chi2, 1e-10)
		near(t, "z", d.Z, *c.Z, 1e-10)
		near(t, "p", d.P, *c.P_asym, 1e-10)
		near(t, "chi2 cc", d.Chi2Cont, *c.Chi2_cc, 1e-10)
		near(t, "p cc", d.PCont, *c.P_cc, 1e-10)
	}
}

func TestWilsonCases(t *testing.T) {
	for _, c := range load[struct {
		K, N                    int
		Conf                    float64
		Wilson, Clopper_pearson [2]float64
	}](t, "wilson.json") {
		low, high := Wilson(c.K, c.N, 1-c.Conf)
		within(t, "Wilson low", low, c.Wilson[0], 1e-10)
		within(t, "Wilson high", high, c.Wilson[1], 1e-10)
		low, high = ClopperPearson(c.K, c.N, 1-c.Conf)
		within(t, "Clopper-Pearson low", low, c.Clopper_pearson[0], 1e-10)
		within(t, "Clopper-Pearson high", high, c.Clopper_pearson[1], 1e-10)
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
	for _, c := range load[struct {
		File           string
		Pos, Neg       int
		P_exact, P_mid float64
	}](t, "sign.json") {
		_, plus, minus := macro(t, column(t, c.File))
		if plus != c.Pos || minus != c.Neg {
			t.Errorf("%s: %d up, %d down; want %d, %d", c.File, plus, minus, c.Pos, c.Neg)
		}
		exact, mid := Sign(minus, plus)
		near(t, c.File+" exact", exact, c.P_exact, 1e-10)
		near(t, c.File+" mid-p", mid, c.P_mid, 1e-10)
	}
}

func TestPairedTCases(t *testing.T) {
	for _, c := range load[struct {
		File string
		T, P float64
	}](t, "ttest.json") {
		diff, _, _ := macro(t, column(t, c.File))
		tt, p := PairedT(diff)
		near(t, c.File+" t", tt, c.T, 1e-8)
		near(t, c.File+" p", p, c.P, 1e-8)
	}
}

func TestWilcoxonCases(t *testing.T) {
	type exact struct {
		N_nonzero       int
		W_plus, W_minus float64
		P_exact_ties    float64
	}
	for _, c := range load[struct {
		File, Name         string
		Exact              map[string]exact
		Scipy_drop_asym    [2]float64
		Scipy_drop_asym_cc [2]float64
		Scipy_pratt_asym   [2]float64
		X, Y               []float64
		P_exact, W_plus    float64
		R_drop_asym        struct{ V, P, P_cc float64 }
	}](t, "wilcoxon.json") {
		if c.File == "" {
			var diff []float64
			for i := range c.X {
				diff = append(diff, math.Round((c.X[i]-c.Y[i])*1000)/1000)
			}
			r := Wilcoxon(diff, false)
			near(t, c.Name, r.P, c.P_exact, 1e-10)
			near(t, c.Name+" W+", r.Plus, c.W_plus, 0)
			continue
		}
		diff, _, _ := macro(t, column(t, c.File))
		for zeros, want := range c.Exact {
			r := Wilcoxon(diff, zeros == "pratt")
			if r.NonZero != want.N_nonzero || r.Plus != want.W_plus || r.Minus != want.W_minus {
				t.Errorf("%s %s: %+v, want %+v", c.File, zeros, r, want)
			}
			near(t, c.File+" exact "+zeros, r.P, want.P_exact_ties, 1e-10)
			if zeros == "pratt" {
				near(t, c.File+" normal pratt", r.Normal, c.Scipy_pratt_asym[1], 1e-8)
				continue
			}
			near(t, c.File+" normal", r.Normal, c.Scipy_drop_asym[1], 1e-8)
			near(t, c.File+" normal cc", r.NormalCont, c.Scipy_drop_asym_cc[1], 1e-8)
			near(t, c.File+" R", r.Normal, c.R_drop_asym.P, 1e-8)
		}
	}
}

func TestRandomizationCases(t *testing.T) {
	for _, c := range load[struct {
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
		tab := column(t, c.File)
		if c.Linear != nil {
			den := "words"
			if _, ok := tab[den]; !ok {
				den = "gold"
			}
			a, b := tab.ratio(t, c.Linear[0], den), tab.ratio(t, c.Linear[1], den)
			r := Randomize(a, b, Options{})
			if r.Method != Dynamic || r.Differing != c.N_nonzero {
				t.Errorf("%s %v: %+v", c.File, c.Linear, r)
			}
			near(t, c.File+" "+c.Linear[0], r.P, c.P_exact_two_sided, 1e-9)
			near(t, c.File+" z", r.Z, c.Z_signflip, 1e-9)
			near(t, c.File+" normal", fromZ(r.Z, TwoSided), c.P_signflip_normal, 1e-8)
			continue
		}
		if c.MC != nil {
			mc(t, tab, "f1", c.MC.F1, c.MC.R)
			mc(t, tab, "precision", c.MC.Precision, c.MC.R)
			z := Z(tab.score(t, "a", "f1"), tab.score(t, "b", "f1"))
			near(t, "z of f1", z, c.Z_score_f1, 1e-9)
			near(t, "p of z of f1", fromZ(z, TwoSided), c.P_score_f1, 1e-8)
			continue
		}
		for name, want := range c.P_two_sided {
			a, b := tab.score(t, "a", name), tab.score(t, "b", name)
			what := c.File + " " + name
			within(t, what+" difference", b.Value()-a.Value(), c.Diff[name], 1e-12)
			checkRandomize(t, what, a, b, want, TwoSided)
			alt := Greater
			if c.Diff[name] < 0 {
				alt = Less
			}
			checkRandomize(t, what, a, b, c.P_one_sided_observed_direction[name], alt)
		}
	}
}

func checkRandomize(t *testing.T, what string, a, b Ratio, want float64, alt Alternative) {
	t.Helper()
	r := Randomize(a, b, Options{Alternative: alt})
	switch {
	case r.Identical:
		if want != 1 || !math.IsNaN(r.P) {
			t.Errorf("%s: identical, p = %v; the case says %v", what, r.P, want)
		}
	case r.Exact:
		near(t, what, r.P, want, 1e-9)
	default:
		within(t, what, r.P, want, 4*r.Error())
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
	type boot struct {
		SE        float64
		Perc, BCa [2]float64
	}
	for _, c := range load[struct {
		File, Metric          string
		Ratio                 []string
		P, Se_sentence, N_eff float64
		Se_doc                float64
		Deff_sentence         float64
		F1, Diff              float64
		Se_linearised         float64
		R_boot                boot
	}](t, "bootstrap.json") {
		tab := column(t, c.File)
		var iv Interval
		var se float64
		switch {
		case c.Ratio != nil:
			r := tab.ratio(t, c.Ratio[0], c.Ratio[1])
			near(t, "value", r.Value(), c.P, 1e-12)
			se = c.Se_sentence
			near(t, c.File+" SE", LinearError(r, Options{}), se, 1e-10)
			near(t, c.File+" SE by document", LinearError(byDocument(r, tab["doc"]), Options{}), c.Se_doc, 1e-10)
			near(t, c.File+" design effect", DesignEffect(r, Options{}), c.Deff_sentence, 1e-10)
			near(t, c.File+" effective", Effective(r, Options{}), c.N_eff, 1e-10)
			iv = BCa(r, true, Options{Resamples: 99_999})
		case strings.Contains(c.Metric, "paired"):
			a, b := tab.score(t, "a", "f1"), tab.score(t, "b", "f1")
			se = c.Se_linearised
			near(t, c.File+" SE of difference", LinearErrorDifference(a, b, Options{}), se, 1e-10)
			iv = BCaDifference(a, b, Options{Resamples: 99_999})
			within(t, "difference", iv.Value, c.Diff, 1e-12)
		default:
			r := tab.score(t, c.Metric[len(c.Metric)-1:], "f1")
			se = c.Se_linearised
			near(t, c.File+" SE", LinearError(r, Options{}), se, 1e-10)
			iv = BCa(r, true, Options{Resamples: 99_999})
			near(t, "f1", iv.Value, c.F1, 1e-12)
		}
		what := c.File + " " + c.Metric
		near(t, what+" bootstrap SE", iv.Error, c.R_boot.SE, 0.03)
		within(t, what+" low", iv.Low, c.R_boot.BCa[0], 0.06*se)
		within(t, what+" high", iv.High, c.R_boot.BCa[1], 0.06*se)
	}
}

func byDocument(r Ratio, doc []string) Ratio {
	var out Ratio
	for i := range doc {
		if i == 0 || doc[i] != doc[i-1] {
			out.Num, out.Den = append(out.Num, 0), append(out.Den, 0)
		}
		out.Num[len(out.Num)-1] += r.Num[i]
		out.Den[len(out.Den)-1] += r.Den[i]
	}
	return out
}

func TestHogenhoutCases(t *testing.T) {
	for _, c := range load[struct {
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
		it := Items{c.YY, c.YN, c.NY, c.NN}
		yy, nn := it.Expected()
		near(t, "E(YY)", yy, c.Independent_E_YY, 1e-12)
		near(t, "E(NN)", nn, c.Independent_E_NN, 1e-12)
		d := McNemar(c.YN, c.NY)
		near(t, "p", d.Exact, c.P_exact, 1e-12)
		near(t, "mid-p", d.Mid, c.P_mid, 1e-12)
		if c.Z_mcnemar != nil {
			near(t, "z McNemar", d.Z, *c.Z_mcnemar, 1e-12)
		}
		r := NewRealTest(it)
		if r.Status != c.Status {
			t.Errorf("%v: status %q, want %q", it, r.Status, c.Status)
		}
		if c.Real_test_min > 0 {
			near(t, "size", r.Size, c.Real_test_min, 0)
		}
		if c.Status != RealTestOK {
			continue
		}
		if r.Symmetric != c.Symmetric || r.M1Int != c.M1_int || r.M2Int != c.M2_int || r.SizeInt != c.Real_test_int {
			t.Errorf("%v: %+v", it, r)
		}
		for _, x := range []struct {
			what      string
			got, want float64
		}{
			{"M1", r.M1, c.M1}, {"M2", r.M2, c.M2}, {"size", r.Size, c.Real_test}, {"Pa", r.Pa, c.Pa}, {"Pb", r.Pb, c.Pb},
			{"z", r.Z, c.Z_unpooled}, {"z pooled", r.ZPooled, c.Z_pooled},
			{"z low", r.ZLow, c.Z_range_unpooled[0]}, {"z high", r.ZHigh, c.Z_range_unpooled[1]},
			{"size low", r.SizeLow, c.Real_test_range[0]}, {"size high", r.SizeHigh, c.Real_test_range[1]},
		} {
			near(t, x.what, x.got, x.want, 1e-12)
		}
	}
}

package signif

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// A Discordance is the outcome of tests on the yes-or-no questions that one of two
// systems answers right and the other wrong. The tests assume independent
// questions, and the items of one sentence are not independent.
type Discordance struct {
	Z        float64 // (ny-yn)/sqrt(ny+yn); NaN if there is no such question
	Exact    float64 // binomial, both tails
	Mid      float64 // binomial, the observed case counted half
	Chi2     float64 // Z squared
	P        float64 // of Chi2
	Chi2Cont float64 // with continuity correction
	PCont    float64
}

// McNemar compares yn questions that only A answers right with ny that only B
// answers right. Without any such question the p-values are 1.
func McNemar(yn, ny int) Discordance {
	n := yn + ny
	if n == 0 {
		nan := math.NaN()
		return Discordance{Z: nan, Exact: 1, Mid: 1, Chi2: nan, P: 1, Chi2Cont: nan, PCont: 1}
	}
	diff := float64(ny - yn)
	discordance := Discordance{Z: diff / math.Sqrt(float64(n))}
	discordance.Chi2 = diff * diff / float64(n)
	discordance.P = fromZ(discordance.Z, TwoSided)
	c := max(0, math.Abs(diff)-1)
	discordance.Chi2Cont = c * c / float64(n)
	discordance.PCont = 2 * upper(math.Sqrt(discordance.Chi2Cont))
	discordance.Exact, discordance.Mid = coin(min(yn, ny), n)
	return discordance
}

// Sign tests whether one system is better on more units than chance explains.
func Sign(aBetter, bBetter int) (exact, mid float64) {
	if aBetter+bBetter == 0 {
		return 1, 1
	}
	return coin(min(aBetter, bBetter), aBetter+bBetter)
}

// coin returns the two-sided probability of at most k heads, the lesser side,
// in n throws, and its mid-p.
func coin(k, n int) (exact, mid float64) {
	tail := mathext.RegIncBeta(float64(n-k), float64(k+1), 0.5)
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	pmf := math.Exp(a - b - c - float64(n)*math.Ln2)
	return max(min(1, 2*tail), Smallest), max(2*tail-pmf, Smallest)
}

// PairedT tests whether the mean of the differences is 0 (Student). It assumes
// that means of that many differences are nearly normal, and it concerns the mean
// over units, not a figure of the whole set.
func PairedT(differences []float64) (t, p float64) {
	n := float64(len(differences))
	t = meanOf(differences) / (deviation(differences) / math.Sqrt(n))
	return t, 2 * tUpper(math.Abs(t), n-1)
}

// tUpper returns P(T >= t) for t >= 0.
func tUpper(t, df float64) float64 {
	return mathext.RegIncBeta(df/2, 0.5, df/(df+t*t)) / 2
}

// tQuantile returns the quantile of Student's t for p > 1/2.
func tQuantile(p, df float64) float64 {
	x := mathext.InvRegIncBeta(df/2, 0.5, 2*(1-p))
	return math.Sqrt(df * (1 - x) / x)
}

// Wilson returns the interval of k successes in n independent trials (Wilson 1927).
func Wilson(k, n int, alpha float64) (low, high float64) {
	return wilson(float64(k)/float64(n), float64(n), quantile(1-alpha/2))
}

func wilson(p, n, z float64) (low, high float64) {
	centre := p + z*z/(2*n)
	half := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	scale := 1 + z*z/n
	low, high = max(0, (centre-half)/scale), min(1, (centre+half)/scale)
	if p == 0 {
		low = 0
	}
	if p == 1 {
		high = 1
	}
	return low, high
}

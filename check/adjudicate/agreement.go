package adjudicate

import (
	"math"
	"math/rand/v2"
	"slices"
)

// An Agreement holds coefficients of the agreement of judges, over the items that
// at least two of them decided. NaN is undefined.
//
// With 93 % acceptance kappa alone misleads: chance agreement is high, so kappa
// is low however well judges agree. AC1 does not have that fault.
type Agreement struct {
	Kind     string // of items; "" is all
	Items    int    // decided by at least two judges
	Judges   int
	Observed float64 // share of pairs of judges that agree
	Cohen    float64 // Cohen 1960; two judges, over the items both decided
	Fleiss   float64 // Fleiss 1971, generalised to unequal numbers of judges
	AC1      float64 // Gwet 2008
	Alpha    float64 // Krippendorff, nominal
	// 95 % intervals over resampled items; NaN with fewer than fewestItems items, or where the figure itself is undefined
	AC1Interval, AlphaInterval Interval
}

// An Interval is a 95 % interval.
type Interval struct{ Low, High float64 }

// A PairAgreement is the agreement of two judges.
type PairAgreement struct {
	First, Second string
	Agreement
}

// Resamples is how often the items are resampled for an interval.
const Resamples = 999

// fewestItems is how many items an interval needs: of fewer a resample says little.
const fewestItems = 10

// AgreePairs computes the agreement of each pair of judges over all their items, if there are more than two judges.
func AgreePairs(list []Decision) (out []PairAgreement) {
	list = Last(list)
	var judges []string
	for _, d := range list {
		if !slices.Contains(judges, d.Judge) {
			judges = append(judges, d.Judge)
		}
	}
	slices.Sort(judges)
	if len(judges) < 3 {
		return nil
	}
	for i, first := range judges {
		for _, second := range judges[i+1:] {
			both := slices.DeleteFunc(slices.Clone(list), func(d Decision) bool { return d.Judge != first && d.Judge != second })
			out = append(out, PairAgreement{first, second, agree(both, "")})
		}
	}
	return out
}

// Agree computes the agreement over all decisions, then by kind of item.
// Verdicts are three categories: accept, reject, unsure.
func Agree(list []Decision) []Agreement {
	list = Last(list)
	var kinds []string
	for _, d := range list {
		if d.Kind != "" && !slices.Contains(kinds, d.Kind) {
			kinds = append(kinds, d.Kind)
		}
	}
	slices.Sort(kinds)
	out := []Agreement{agree(list, "")}
	for _, k := range kinds {
		out = append(out, agree(list, k))
	}
	return out
}

var categories = []Verdict{Accept, Reject, Unsure}

func agree(list []Decision, kind string) Agreement {
	agreement := Agreement{Kind: kind}
	var judges []string
	votes := map[Key]map[string]int{} // judge -> category
	var keys []Key
	for _, decision := range list {
		if kind != "" && decision.Kind != kind {
			continue
		}
		if !slices.Contains(judges, decision.Judge) {
			judges = append(judges, decision.Judge)
		}
		if votes[decision.Key] == nil {
			votes[decision.Key] = map[string]int{}
			keys = append(keys, decision.Key)
		}
		votes[decision.Key][decision.Judge] = slices.Index(categories, decision.Decision)
	}
	agreement.Judges = len(judges)
	var counts [][3]float64
	for _, k := range keys {
		if len(votes[k]) < 2 {
			continue
		}
		var c [3]float64
		for _, v := range votes[k] {
			c[v]++
		}
		counts = append(counts, c)
	}
	agreement.Items = len(counts)
	agreement.chance(counts)
	agreement.resample(counts)
	agreement.Cohen = math.NaN()
	if len(judges) == 2 {
		agreement.Cohen = cohen(votes, judges[0], judges[1])
	}
	return agreement
}

// chance computes observed agreement and the coefficients that correct it for
// chance, from how many judges put each item into each category.
func (a *Agreement) chance(counts [][3]float64) {
	n := float64(len(counts))
	if n == 0 {
		a.Observed, a.Fleiss, a.AC1, a.Alpha = math.NaN(), math.NaN(), math.NaN(), math.NaN()
		return
	}
	var share, total [3]float64
	values, disagree := 0.0, 0.0
	for _, count := range counts {
		r := count[0] + count[1] + count[2]
		same := 0.0
		for k := range count {
			same += count[k] * (count[k] - 1)
			share[k] += count[k] / r / n
			total[k] += count[k]
		}
		a.Observed += same / (r * (r - 1)) / n
		disagree += (r*(r-1) - same) / (r - 1)
		values += r
	}
	expected, gwet := 0.0, 0.0
	used := 0
	for k := range share {
		expected += share[k] * share[k]
		gwet += share[k] * (1 - share[k])
		if share[k] > 0 {
			used++
		}
	}
	gwet /= float64(max(used, 2) - 1)
	a.Fleiss = (a.Observed - expected) / (1 - expected)
	a.AC1 = (a.Observed - gwet) / (1 - gwet)
	pairs := values * (values - 1)
	for k := range total {
		pairs -= total[k] * (total[k] - 1)
	}
	a.Alpha = 1 - (values-1)*disagree/pairs
}

// resample works out the intervals: percentiles over items drawn with replacement, the same in every run.
func (a *Agreement) resample(counts [][3]float64) {
	none := Interval{math.NaN(), math.NaN()}
	a.AC1Interval, a.AlphaInterval = none, none
	if len(counts) < fewestItems {
		return
	}
	random := rand.New(rand.NewPCG(1, uint64(len(counts))))
	var ac1, alpha []float64
	drawn := make([][3]float64, len(counts))
	for range Resamples {
		for i := range drawn {
			drawn[i] = counts[random.IntN(len(counts))]
		}
		var again Agreement
		again.chance(drawn)
		ac1, alpha = append(ac1, again.AC1), append(alpha, again.Alpha)
	}
	a.AC1Interval, a.AlphaInterval = percentiles(ac1), percentiles(alpha)
}

// percentiles is the interval of 95 % of the values; of a coefficient that is undefined in some resamples, where all
// judges agree on one verdict, there is none.
func percentiles(values []float64) Interval {
	slices.Sort(values)
	if math.IsNaN(values[0]) { // NaN sorts first
		return Interval{math.NaN(), math.NaN()}
	}
	at := func(share float64) float64 { return values[int(math.Round(share*float64(len(values)-1)))] }
	return Interval{at(0.025), at(0.975)}
}

// cohen is Cohen's kappa of two judges over the items that both decided.
func cohen(votes map[Key]map[string]int, first, second string) float64 {
	var table [3][3]float64
	n := 0.0
	for _, v := range votes {
		x, ok1 := v[first]
		y, ok2 := v[second]
		if ok1 && ok2 {
			table[x][y]++
			n++
		}
	}
	if n == 0 {
		return math.NaN()
	}
	observed, expected := 0.0, 0.0
	for k := range table {
		observed += table[k][k] / n
		row, col := 0.0, 0.0
		for j := range table {
			row += table[k][j] / n
			col += table[j][k] / n
		}
		expected += row * col
	}
	return (observed - expected) / (1 - expected)
}

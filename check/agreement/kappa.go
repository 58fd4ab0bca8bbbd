package agreement

import (
	"math"

	"assay/signif"
)

// Kappa is Cohen's kappa (1960) of two annotators: the observed share of equal
// labels, corrected for the share to expect if each drew labels at random as often
// as he or she uses them.
type Kappa struct {
	Part     string
	Items    int     // labels that both gave
	Observed float64 // share of equal labels
	Expected float64 // share of equal labels by chance
	Value    float64 // (Observed - Expected) / (1 - Expected); NaN if Expected is 1
	Interval signif.Interval
}

// Kappa computes kappa of one part; nil if there are no such labels. Sentences are
// resampled for the interval.
func (p *Pair) Kappa(part string, opt signif.Options) *Kappa {
	kappa := &Kappa{Part: part}
	a, b := map[string]float64{}, map[string]float64{}
	same := 0
	for _, judgement := range p.Judgements {
		for _, label := range judgement.Labels {
			if label.Part != part {
				continue
			}
			kappa.Items++
			a[label.A]++
			b[label.B]++
			if label.A == label.B {
				same++
			}
		}
	}
	if kappa.Items == 0 {
		return nil
	}
	var chance float64 // the sum of products of the label counts, all whole numbers: exact
	for l, n := range a {
		chance += n * b[l]
	}
	n := float64(kappa.Items)
	kappa.Observed, kappa.Expected = float64(same)/n, chance/(n*n)
	kappa.Value = corrected(kappa.Observed, kappa.Expected)
	kappa.Interval = p.kappaInterval(part, a, b, chance, opt)
	return kappa
}

func corrected(observed, expected float64) float64 {
	if expected == 1 {
		return math.NaN()
	}
	return (observed - expected) / (1 - expected)
}

// kappaInterval resamples sentences. The expected agreement is a sum of products of
// two counts; in a resample it is taken to first order around the sample, so that a
// resample costs no more than three sums.
func (p *Pair) kappaInterval(part string, a, b map[string]float64, chance float64, opt signif.Options) signif.Interval {
	rows := signif.Rows{Width: 3} // labels, equal labels, sum over labels of the other's count
	for _, s := range p.Judgements {
		var row [3]float64
		for _, label := range s.Labels {
			if label.Part != part {
				continue
			}
			row[0]++
			if label.A == label.B {
				row[1]++
			}
			row[2] += b[label.A] + a[label.B]
		}
		if row[0] > 0 {
			rows.Data = append(rows.Data, row[:]...)
		}
	}
	return signif.BCaStatistic(rows, func(sum []float64) float64 {
		return corrected(sum[1]/sum[0], (sum[2]-chance)/(sum[0]*sum[0]))
	}, opt)
}

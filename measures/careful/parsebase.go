package careful

import (
	"errors"
	"math"

	"assay/eval"
)

// NewParseBase returns the measure parsebase: the geometric mean over all sentences of the
// n-th root of p, where n is the number of words of the sentence and p the number of
// its analyses (Black, Garside & Leech 1993; Hogenhout & Matsumoto 1996 §7). It
// measures the ambiguity of a grammar: roughly the number of choices per word. It
// needs ranked lists; sentences without an analysis, which have no ambiguity, are left out.
func NewParseBase() *eval.Measure {
	mean := eval.MainRatio("readings_per_sentence", eval.Plus(1), eval.Plus(2))
	mean.Rate, mean.Neither = false, true
	return &eval.Measure{
		Name:      "parsebase",
		Signature: "parsebase",
		Columns:   []eval.Column{{Name: "log_root", Hidden: true}, {Name: "readings"}, {Name: "sentences"}},
		Formulas: []eval.Formula{
			{Name: "parse_base", Func: func(s []float64) float64 { return math.Exp(s[0] / s[2]) }, Reads: []int{0, 2},
				Main: true, Headline: true, Neither: true},
			mean,
		},
		Items:      2,
		OnError:    eval.OnErrorSkip,
		NewCounter: func() eval.Counter { return parseBase{} },
	}
}

type parseBase struct{}

var (
	errNoReadings = errors.New("the system gives no analysis")
	errUnranked   = errors.New("want a ranked list of analyses or the number of them, found one analysis")
)

// Count counts p.
func (parseBase) Count(row []float64, p *eval.Pair) error {
	n, readings := len(p.System.Tokens), float64(p.System.Readings)
	if p.System.Missing || n == 0 {
		return errNoReadings
	}
	if readings == 0 {
		return errUnranked
	}
	row[0] += math.Log(readings) / float64(n)
	row[1] += readings
	row[2]++
	return nil
}

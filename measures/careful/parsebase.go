package careful

import (
	"errors"
	"math"

	"assay/eval"
)

// ParseBase is the measure parsebase: the geometric mean over all sentences of the
// n-th root of p, where n is the number of words of the sentence and p the number of
// its analyses (Black, Garside & Leech 1993; Hogenhout & Matsumoto 1997 §7). It
// measures the ambiguity of a grammar: roughly the number of choices per word. It
// needs ranked lists; sentences without an analysis are left out.
type ParseBase struct{}

// Name is "parsebase".
func (ParseBase) Name() string { return "parsebase" }

// Signature has no options.
func (ParseBase) Signature() string { return "parsebase" }

// Columns names the counts.
func (ParseBase) Columns() []string { return []string{"log_root", "readings", "sentences"} }

// NewCounter returns a counter for one goroutine.
func (ParseBase) NewCounter() eval.Counter { return ParseBase{} }

// DefaultOnError is Skip: a sentence without an analysis has no ambiguity.
func (ParseBase) DefaultOnError() eval.OnError { return eval.OnErrorSkip }

var errNoReadings = errors.New("the system gives no analysis")

// Count counts p.
func (ParseBase) Count(row []float64, p *eval.Pair) error {
	n, readings := len(p.System.Tokens), float64(p.System.Readings)
	if p.System.Missing || n == 0 {
		return errNoReadings
	}
	readings = max(readings, 1)
	row[0] += math.Log(readings) / float64(n)
	row[1] += readings
	row[2]++
	return nil
}

// Scores returns the parse base and the mean number of analyses.
func (ParseBase) Scores(s []float64) []eval.Score {
	base := eval.Score{Name: "parse_base", Value: math.Exp(s[0] / s[2]), Main: true, Headline: true, Lower: true}
	mean := eval.Ratio("readings_per_sentence", s[1], s[2])
	mean.Rate, mean.Main = false, true
	return []eval.Score{base, mean}
}

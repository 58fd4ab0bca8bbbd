package eval

import (
	"math"
	"slices"
	"strings"

	"assay/treebank"
)

// choose returns the rank of the best of the first Options.Oracle analyses in a
// ranked list, by one score of the first metric on this sentence alone: the upper
// bound of a reranker. Analyses that cannot be scored come last; of equally good ones
// the first is chosen. Gold must have been read before.
func (w *worker) choose(pieces []piece, n int, doc string) int {
	format := w.system.Format
	if w.opt.Oracle < 2 || format.Reading == nil || len(pieces) != 1 || len(w.metrics) == 0 {
		return w.opt.Rank
	}
	row := make([]float64, w.width[0])
	best, most := 1, math.Inf(-1)
	for k := 1; k <= w.opt.Oracle; k++ {
		err := w.read(&w.sysSent, w.system, pieces, k, w.systemSteps)
		if w.sysSent.Missing && int(w.sysSent.Readings) < k {
			break // the list ends here
		}
		if err != nil || w.sysSent.Missing {
			continue
		}
		clear(row)
		w.pair.Reset(n, &w.goldSent, &w.sysSent)
		w.pair.Document = doc
		if w.counters[0].Count(row, &w.pair) != nil {
			continue
		}
		if v := oracleValue(w.metrics[0], row, w.opt.OracleScore); v > most {
			best, most = k, v
		}
	}
	return best
}

// oracleValue returns the value by which analyses are chosen, larger is better: the
// score of that name for a row, or the main score if name is "".
func oracleValue(m *Measure, row []float64, name string) float64 {
	at := m.Headline()
	if name != "" {
		at = slices.Index(m.ScoreNames(), name)
	}
	if at < 0 {
		return math.Inf(-1)
	}
	switch value := m.Formulas[at].Value(row); {
	case math.IsNaN(value):
		return -math.MaxFloat64
	case m.Formulas[at].Lower:
		return -value
	default:
		return value
	}
}

// checkOracle refuses an oracle for systems without ranked lists, or by a score that
// the first metric does not have.
func checkOracle(system *treebank.Source, metrics []*Measure, opt Options) error {
	if opt.Oracle < 2 || len(metrics) == 0 {
		return nil
	}
	if !system.Ranks() {
		return &UsageError{Option: "oracle", Want: "ranked lists", Found: system.Format.Name}
	}
	names := metrics[0].ScoreNames()
	if opt.OracleScore == "" || slices.Contains(names, opt.OracleScore) {
		return nil
	}
	return &UsageError{Option: "oracle", Want: "a score of " + metrics[0].Name + " (" + strings.Join(names, ", ") + ")",
		Found: opt.OracleScore}
}

package eval

import (
	"math"
	"slices"
	"strings"

	"assay/treebank"
)

// A chooser chooses among several analyses of a sentence.
type chooser struct {
	*Measure
	counter                Counter
	row                    []float64
	goldSteps, systemSteps []func(*treebank.Sentence) error
	apart                  bool // it has steps of its own
}

// newChooser makes the chooser of a worker; that of a run without metrics has no Measure, and chooses nothing.
func (w *worker) newChooser() (c chooser) {
	switch own := w.opt.Chooser; {
	case own != nil:
		c = chooser{Measure: own.Measure, counter: own.Measure.NewCounter(), apart: true,
			goldSteps: begun(own.GoldSteps), systemSteps: begun(own.SystemSteps)}
	case len(w.metrics) > 0:
		c = chooser{Measure: w.metrics[0], counter: w.counters[0], goldSteps: w.goldSteps, systemSteps: w.systemSteps}
	default:
		return c
	}
	c.row = make([]float64, len(c.Columns))
	return c
}

// begun makes the functions of steps for one goroutine.
func begun(steps []Step) (out []func(*treebank.Sentence) error) {
	for _, s := range steps {
		out = append(out, s.New())
	}
	return out
}

// count returns the row of a pair, which is valid until the next call.
func (c *chooser) count(pair *Pair) ([]float64, error) {
	clear(c.row)
	return c.row, c.counter.Count(c.row, pair)
}

// choose returns the rank of the best of the first Options.Oracle analyses in a
// ranked list, by one score of the chooser on this sentence alone: the upper
// bound of a reranker. Analyses that cannot be scored come last; of equally good ones
// the first is chosen. Gold must have been read before, with the steps of the chooser.
func (w *worker) choose(pieces []piece, n int, doc string) int {
	format := w.system.Format
	if w.opt.Oracle < 2 || format.Reading == nil || len(pieces) != 1 || w.chooser.Measure == nil {
		return w.opt.Rank
	}
	best, most := 1, math.Inf(-1)
	for k := 1; k <= w.opt.Oracle; k++ {
		err := w.read(&w.sysSent, w.system, pieces, k, w.chooser.systemSteps)
		if w.sysSent.Missing && int(w.sysSent.Readings) < k {
			break // the list ends here
		}
		if err != nil || w.sysSent.Missing {
			continue
		}
		w.pair.Reset(n, &w.goldSent, &w.sysSent)
		w.pair.Document = doc
		row, err := w.chooser.count(&w.pair)
		if err != nil {
			continue
		}
		if v := oracleValue(w.chooser.Measure, row, w.opt.OracleScore); v > most {
			best, most = k, v
		}
	}
	return best
}

// chooseSystem is choose where gold has been read with the steps of the run, and is so afterwards.
func (w *worker) chooseSystem(gold, system []piece, n int) int {
	if !w.chooser.apart {
		return w.choose(system, n, gold[0].doc)
	}
	rank := 1
	if w.read(&w.goldSent, w.gold, gold, 0, w.chooser.goldSteps) == nil {
		rank = w.choose(system, n, gold[0].doc)
	}
	_ = w.read(&w.goldSent, w.gold, gold, 0, w.goldSteps) // it could be read before
	return rank
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
// the measure that chooses does not have.
func checkOracle(system *treebank.Source, metrics []*Measure, opt Options) error {
	if opt.Oracle < 2 || len(metrics) == 0 {
		return nil
	}
	if !system.Ranks() {
		return &UsageError{Option: "oracle", Want: "ranked lists", Found: system.Format.Name}
	}
	by := metrics[0]
	if opt.Chooser != nil {
		by = opt.Chooser.Measure
	}
	names := by.ScoreNames()
	if opt.OracleScore == "" || slices.Contains(names, opt.OracleScore) {
		return nil
	}
	return &UsageError{Option: "oracle", Want: "a score of " + by.Name + " (" + strings.Join(names, ", ") + ")",
		Found: opt.OracleScore}
}

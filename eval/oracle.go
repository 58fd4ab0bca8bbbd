package eval

import "math"

// choose returns which of the first Options.Oracle analyses of a ranked list is
// the best one by the first metric, for each sentence by itself: the oracle of K,
// what a perfect choice among them would reach. Analyses that cannot be scored
// come last; of equal ones the first is taken. Gold must have been read.
func (w *worker) choose(pieces []piece, n int, doc string) int {
	format := w.system.Format
	if w.opt.Oracle < 2 || format.Reading == nil || len(pieces) != 1 || len(w.metrics) == 0 {
		return w.opt.Rank
	}
	row := make([]float64, w.width[0])
	best, score := 1, math.Inf(-1)
	for k := 1; k <= w.opt.Oracle; k++ {
		err := w.read(&w.sysSent, w.system, pieces, k, w.systemSteps)
		if w.sysSent.Missing && int(w.sysSent.Readings) < k {
			break // there are no more
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
		if s := mainScore(w.metrics[0].Scores(row)); s > score {
			best, score = k, s
		}
	}
	return best
}

// mainScore returns the figure by which analyses are chosen, more is better:
// f1 if there is one, else the first of those that a short table shows, else
// the first.
func mainScore(scores []Score) float64 {
	if len(scores) == 0 {
		return math.Inf(-1)
	}
	at := -1
	for i, s := range scores {
		if s.Name == "f1" {
			at = i
			break
		}
		if s.Main && at < 0 {
			at = i
		}
	}
	s := scores[max(at, 0)]
	switch {
	case math.IsNaN(s.Value):
		return -math.MaxFloat64
	case s.Lower:
		return -s.Value
	}
	return s.Value
}

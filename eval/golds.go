package eval

import "math"

// golds returns the number of gold analyses of a pair: over 1 if an annotator chose
// several readings of one sentence.
func (w *worker) golds(pieces []piece) int {
	if w.gold.Format.Chosen == nil || len(pieces) != 1 {
		return 1
	}
	return w.gold.Format.Chosen(pieces[0].Text)
}

// chooseGold returns the ranks of the gold reading and the system's analysis that
// match best, by the score that choose uses; of equally good gold
// readings the first. A system without an analysis meets the gold reading with the
// fewest items. This is the rule of the LKB, which takes the best reading of each class
// of triples alone ([incr tsdb()], score-item).
//
// The error lists gold readings that cannot be read; it is nil if none can, because
// reading the first then gives the error.
func (w *worker) chooseGold(golds int, gold, system []piece, n int,
	doc string) (goldRank, systemRank int, errs []error) {
	best, rankOfBest := 0, w.opt.Rank
	most, fewest := math.Inf(-1), math.Inf(1)
	for k := 1; k <= golds; k++ {
		if err := w.read(&w.goldSent, w.gold, gold, k, w.chooser.goldSteps); err != nil {
			errs = append(errs, err)
			continue
		}
		rank := w.opt.Rank
		if w.opt.Oracle > 1 {
			rank = w.choose(system, n, doc)
		}
		err := w.read(&w.sysSent, w.system, system, rank, w.chooser.systemSteps)
		value, size := w.match(n, doc, err)
		if best == 0 || value > most || value == most && size < fewest {
			best, rankOfBest, most, fewest = k, rank, value, size
		}
	}
	if best == 0 {
		return 1, w.opt.Rank, nil
	}
	return best, rankOfBest, errs
}

// match returns the value of the pair that was read, larger is better, and the number
// of gold items if the system has no analysis that can be read (broken is the error).
func (w *worker) match(n int, doc string, broken error) (value, size float64) {
	system := &w.sysSent
	absent := broken != nil || system.Missing
	if broken != nil {
		system = w.none(system)
	}
	if w.chooser.Measure == nil {
		return 0, 0
	}
	w.pair.Reset(n, &w.goldSent, system)
	w.pair.Document = doc
	row, err := w.chooser.count(&w.pair)
	if err != nil {
		return math.Inf(-1), 0
	}
	if absent {
		size = w.chooser.Score(w.chooser.Headline(), row).Den
	}
	return oracleValue(w.chooser.Measure, row, w.opt.OracleScore), size
}

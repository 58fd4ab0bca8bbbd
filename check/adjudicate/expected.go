package adjudicate

import "assay/eval"

// ExpectedPrecision is the soft precision to be expected if the decided ones are a random
// sample of the wrong items: the share of them that was accepted holds for those that nobody
// decided. soft is a soft precision, which holds no undecided item; undecided and wrong count
// these and all wrong items. It is undefined where nothing is decided.
func ExpectedPrecision(name string, soft eval.Formula, undecided, wrong eval.Linear) eval.Formula {
	var reads []int
	for _, l := range []eval.Linear{soft.Num, soft.Den, undecided, wrong} {
		for _, t := range l {
			reads = append(reads, t.Column)
		}
	}
	return eval.Formula{Name: name, Rate: true, Main: soft.Main, Unlabelled: soft.Unlabelled, Reads: reads,
		Func: func(row []float64) float64 {
			right, judged, open := soft.Num.Of(row), soft.Den.Of(row), undecided.Of(row)
			decided := wrong.Of(row) - open
			accepted := max(0, decided-(judged-right)) // exact matches that were rejected are no wrong items
			if open == 0 {
				return right / judged
			}
			return (right + accepted/decided*open) / (judged + open)
		}}
}

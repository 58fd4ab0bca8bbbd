package review

import (
	"math"

	"assay/check/adjudicate"
)

// An Estimate is the soft F1 of a system, or its soft precision where the check is about another score, to be expected
// from a part of the decisions: of the items that nobody decided as large a share is accepted as of those that were.
type Estimate struct {
	System      int
	Score       string  // its name, "soft F1"
	Value, Half float64 // the score, and half of its 95 % interval
	Decided     int     // accepted and rejected items that it is from
}

// fewestDecided is how many decisions an estimate needs.
const fewestDecided = 10

// Estimates returns the soft score of each system as it is to be expected from the beginning of the order
// ByInterval up to the first item that the judge has not decided: the decisions after it, and those in another order,
// are no random sample. A system has none before ten of its items are accepted or rejected there.
func (s *Session) Estimates(name string) ([]Estimate, error) {
	return look(s, name, s.Queue.estimates)
}

// estimates is Session.Estimates for one judge.
func (q *Queue) estimates(judge *judge) (out []Estimate) {
	accepted, decided := make([]int, len(q.Counts)), make([]int, len(q.Counts))
	for _, n := range q.orders[ByInterval] {
		verdict := judge.held[n].verdict
		if verdict == "" {
			break
		}
		for _, system := range q.Items[n].Systems {
			if system >= len(q.Counts) || verdict == adjudicate.Unsure {
				continue
			}
			decided[system]++
			if verdict == adjudicate.Accept {
				accepted[system]++
			}
		}
	}
	for system, count := range q.Counts {
		if decided[system] >= fewestDecided {
			value, half := count.expect(accepted[system], decided[system])
			name := "soft precision"
			if q.f1 { // the same matches over both sides: 2 (EMA + CEA + SPA) / (gold + system)
				name = "soft " + q.Score
				sides := 2 * float64(count.Matched+count.Wrong) / float64(count.Gold+count.Matched+count.Wrong)
				value, half = value*sides, half*sides
			}
			out = append(out, Estimate{system, name, value, half, decided[system]})
		}
	}
	return out
}

// expect returns the precision to be expected if accepted of decided wrong items, a random sample of all of them, are
// right, and half of an interval around it that holds that of Agresti & Coull 1998, with the correction for a finite
// population.
func (c Count) expect(accepted, decided int) (value, half float64) {
	all, wrong, n := float64(c.Matched+c.Wrong), float64(c.Wrong), float64(decided)
	value = (float64(c.Matched) + wrong*float64(accepted)/n) / all
	if decided >= c.Wrong {
		return value, 0
	}
	const z = 1.96
	share := (float64(accepted) + z*z/2) / (n + z*z)
	left := (wrong - n) / (wrong - 1)
	half = z*math.Sqrt(share*(1-share)/(n+z*z)*left) + math.Abs(share-float64(accepted)/n)
	return value, half * wrong / all
}

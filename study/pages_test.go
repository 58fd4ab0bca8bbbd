package study

import (
	"testing"

	"assay/compare"
	"assay/eval"
	"assay/eval/plan"
)

// TestLargePages: from 5,000 sentences on a page has analytic intervals unless the user chose
// others, and its signature cites those that it has.
func TestLargePages(t *testing.T) {
	for n, large := range map[int]bool{4999: false, 5000: true} {
		res := &eval.Result{Units: make([]eval.Unit, n)}
		for _, chosen := range []bool{false, true} {
			want, cite := compare.CIBCa, "resamples:1999"
			if large && !chosen {
				want, cite = compare.CIAnalytic, "ci:analytic"
			}
			s := Study{Plan: &plan.Plan{}}
			s.ForPage(!chosen)
			if got := s.testsOf(res).CI; got != want {
				t.Errorf("%d sentences, chosen %v: interval %v, want %v", n, chosen, got, want)
			}
			cited := false
			for _, part := range s.reportOf(res).Extra {
				cited = cited || part == cite
			}
			if !cited {
				t.Errorf("%d sentences, chosen %v: %q lacks %s", n, chosen, s.reportOf(res).Extra, cite)
			}
		}
	}
}

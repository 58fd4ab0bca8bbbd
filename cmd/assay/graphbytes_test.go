package main

import (
	"slices"
	"strings"
	"testing"

	"assay/internal/shared"
)

// TestGraphBytes: every measure of graphs prints the same bytes on one core, on two, on
// eight and a second time, in breakdowns, comparisons and error lists too.
func TestGraphBytes(t *testing.T) {
	shared.Long(t)
	left := []string{"smatch", "amr-fine", "sembleu", "sema", "sdp", "mrp", "ucca", "counter", "srl", "srl-span", "edm"}
	for _, c := range matrix {
		name, _, _ := strings.Cut(c.metric, ":")
		i := slices.Index(left, name)
		if i < 0 {
			continue
		}
		left = slices.Delete(left, i, i+1)
		t.Run(c.metric, func(t *testing.T) {
			gold, a, b := c.files(t)
			forms := [][]string{c.args("score", []string{gold, a}, "--format", "json"), c.args("compare", []string{gold, a, b}, "--samples", "100", "--format", "json")}
			if len(c.by) > 0 {
				forms = append(forms, c.args("score", []string{gold, a}, "--format", "json", "--by", c.by[0]))
			}
			forms = append(forms, c.args("errors", []string{gold, a}, "--format", "json"))
			for _, form := range forms {
				want := ""
				for _, cores := range []string{"1", "2", "8", "8"} {
					got := call(t, append(slices.Clone(form), "-j", cores)...)
					if want == "" {
						want = got
					}
					if got == "" || got != want {
						t.Errorf("%s -j %s prints %d bytes, not the %d of -j 1", form[0], cores, len(got), len(want))
					}
				}
			}
		})
	}
	if len(left) > 0 {
		t.Errorf("no files for %v", left)
	}
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// sliced is the part of slices --format json that tests look at.
type sliced struct {
	Items  int
	Slices []struct {
		Where     string
		All       [2]float64
		Confirmed bool
	}
}

// slicesOf runs assay slices. A measure without items, or a condition that holds of nothing, is
// one line and status 2; nothing wrong is one line and status 0.
func slicesOf(t *testing.T, args ...string) (*sliced, string) {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(context.Background(), args, strings.NewReader(""), &out, &errs)
	switch {
	case code == 0 && out.Len() == 0:
		return nil, ""
	case code == 2 && strings.Count(errs.String(), "\n") <= 2:
		return nil, ""
	case code != 0:
		t.Fatalf("assay %s: status %d: %s", strings.Join(args, " "), code, errs.String())
	}
	var s sliced
	if err := json.Unmarshal(out.Bytes(), &s); err != nil {
		t.Fatalf("assay %s: %v", strings.Join(args, " "), err)
	}
	return &s, out.String()
}

// testSlices checks that slices prints the same bytes for any number of cores, and that the
// condition of a slice selects its items, to the item.
func (c *cell) testSlices(t *testing.T, gold, a, b string) {
	explore := c.args("slices", []string{gold, a}, "--format", "json", "--explore", "--min", "10", "--min-sentences", "2", "--top", "5")
	found, text := slicesOf(t, append(explore, "-j", "1")...)
	if _, again := slicesOf(t, append(explore, "-j", "4")...); again != text {
		t.Error("-j 4 prints other bytes than -j 1")
	}
	for _, more := range [][]string{{"--side", "system"}, {"--cross"}, {"--given", "length"}, {"--sort", "errors", "--literals", "2"}} {
		slicesOf(t, c.args("slices", []string{gold, a}, append([]string{"--format", "json"}, more...)...)...)
	}
	two := c.args("slices", []string{gold, a, b}, "--format", "json")
	one, _ := slicesOf(t, append(two, "-j", "1")...)
	if both, _ := slicesOf(t, append(two, "-j", "4")...); fmt.Sprint(both) != fmt.Sprint(one) {
		t.Error("two systems: -j 4 finds other slices than -j 1")
	}
	if found == nil || !slices.Equal(c.items, bracketItems) {
		return
	}
	for _, s := range found.Slices {
		counts := c.score(t, gold, a, "--where", s.Where).Results[0].Counts
		if math.Abs(counts["gold"]-s.All[0]) > 1e-9 || math.Abs(counts["gold"]-counts["matched"]-s.All[1]) > 1e-6 {
			t.Errorf("%s: the slice has %v items and errors, --where selects %v of gold with %v matched", s.Where, s.All, counts["gold"], counts["matched"])
		}
	}
}

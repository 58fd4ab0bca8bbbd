package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"assay/internal/shared"
)

// TestRealRuns: five runs each, mixed from the sentences of two real systems, give the
// rates that an independent program found by simulation (600 experiments each; specs/more.md
// section 1.3), within three standard errors of both. The number of sentences is that for which
// a run deviates as much because of its sentences as there: 7 points / sqrt(1000).
func TestRealRuns(t *testing.T) {
	shared.Long(t)
	real, err := load([]string{shared.Path(t, "data/dep-gold-tokens-ewt/gold.conllu.gz"), shared.Path(t, "data/dep-gold-tokens-ewt/udpipe-B-projective.conllu.gz"),
		shared.Path(t, "data/dep-gold-tokens-ewt/udpipe-A-swap.conllu.gz")})
	if err != nil {
		t.Fatal(err)
	}
	const n, reps = 2100, 250
	if found, want := real.spread(n), 7/math.Sqrt(1000); math.Abs(found-want) > .002 {
		t.Errorf("a run of %d sentences deviates by %.4f points, want %.4f", n, found, want)
	}
	for _, row := range []struct {
		sd   float64
		want []float64 // percent, in the order of names without the last
	}{{0, []float64{5.7, .3, 5.3, 5, 4.7}}, {.2, []float64{15.5, 3.2, 12.5, 4.5, 5.5}}} {
		e := experiment{sd: row.sd, runs: 5, n: n, rng: rand.New(rand.NewPCG(1, 7)), real: real}
		found := e.repeat(reps)
		for i, want := range row.want {
			share := want / 100
			got := float64(found[i]) / reps
			if limit := 3 * math.Sqrt(share*(1-share)*(1./reps+1./600)); math.Abs(got-share) > limit {
				t.Errorf("sd %v, %s: %.1f%%, want %.1f%% within %.1f", row.sd, names[i], 100*got, want, 100*limit)
			}
		}
		if both := found[len(names)-1]; both > min(found[2], found[4]) {
			t.Errorf("sd %v: (b) and (c) %d times, (c) %d, (b) %d", row.sd, both, found[2], found[4])
		}
	}
}

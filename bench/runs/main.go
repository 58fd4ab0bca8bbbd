// Command runs measures how often tests of several runs find a difference between
// two training procedures that are equal (type I error) or differ (power). Every
// sentence has a difficulty that all runs share; the mean of a run deviates from its
// system by a normal amount, and each sentence of a run by 7 points. The command
// prints a Markdown table. With files, runs are mixtures of two real systems: each
// sentence of a run is the output of one of them, drawn at random.
//
//	go run ./bench/runs -sd 0,0.2 -k 5 -n 1000 -reps 600
//	go run ./bench/runs -sd 0,0.2 -k 5 -n 1000 -reps 600 GOLD A B
package main

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"assay/signif"
)

// names of the tests, in the order of experiment.outcome.
var names = []string{"one run each, sentences (a)", "best run of each, sentences",
	"averages of runs, sentences (c)", "Welch over runs", "permutation of runs (b)", "(b) and (c)"}

func main() {
	deviations := flag.String("sd", "0,0.2,0.4", "standard deviations between runs, in points")
	runs := flag.String("k", "3,5,10", "numbers of runs")
	sizes := flag.String("n", "100,300,1000", "numbers of sentences")
	effect := flag.Float64("effect", 0, "true difference in points")
	reps := flag.Int("reps", 300, "experiments of each kind")
	seed := flag.Uint64("seed", 1, "seed of the simulation")
	flag.Parse()
	var real *mixture
	if flag.NArg() > 0 {
		var err error
		if flag.NArg() != 3 {
			err = fmt.Errorf("want GOLD A B, found %d files", flag.NArg())
		} else {
			real, err = load(flag.Args())
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "runs:", err)
			os.Exit(2)
		}
	}
	rng := rand.New(rand.NewPCG(*seed, 7))
	fmt.Printf("| sd | runs | n | %s |\n|---|---|---|%s\n", strings.Join(names, " | "), strings.Repeat("---|", len(names)))
	for _, sd := range numbers(*deviations) {
		for _, k := range numbers(*runs) {
			for _, n := range numbers(*sizes) {
				e := experiment{sd: sd, effect: *effect, runs: int(k), n: int(n), rng: rng, real: real}
				if real != nil {
					fmt.Fprintf(os.Stderr, "%d sentences: a run deviates by %.3f points because of them; the systems "+
						"differ by %.2f\n", e.n, real.spread(e.n), real.points)
				}
				fmt.Printf("| %v | %d | %d |", sd, e.runs, e.n)
				for _, found := range e.repeat(*reps) {
					fmt.Printf(" %.1f |", 100*float64(found)/float64(*reps))
				}
				fmt.Println()
			}
		}
	}
}

func numbers(list string) (out []float64) {
	for _, f := range strings.Split(list, ",") {
		v, err := strconv.ParseFloat(f, 64)
		if err != nil {
			fmt.Fprintf(os.Stderr, "runs: want numbers separated by commas, found %q\n", f)
			os.Exit(2)
		}
		out = append(out, v)
	}
	return out
}

// An experiment is two systems of several runs over some sentences.
type experiment struct {
	sd, effect float64
	runs, n    int
	rng        *rand.Rand
	real       *mixture // nil: scores are simulated
}

// repeat returns the number of times that each test finds a difference.
func (e experiment) repeat(reps int) []int {
	found := make([]int, len(names))
	for range reps {
		for i, yes := range e.outcome() {
			if yes {
				found[i]++
			}
		}
	}
	return found
}

// outcome draws the runs and reports which tests find a difference at 5 %.
func (e experiment) outcome() []bool {
	a, b := e.systems()
	test := func(x, y signif.Ratio) float64 { return signif.Randomize(x, y, signif.Options{}).P }
	runs := signif.PermuteRuns([][]float64{values(a)}, [][]float64{values(b)}, signif.Options{Shuffles: 9_999})
	average := test(sum(a), sum(b))
	out := []bool{test(a[0], b[0]) <= .05, test(best(a), best(b)) <= .05, average <= .05, runs.WelchP <= .05,
		runs.P <= .05}
	return append(out, math.Max(runs.P, average) <= .05)
}

// systems draws the runs of both systems.
func (e experiment) systems() (a, b []signif.Ratio) {
	if e.real != nil {
		set := e.real.draw(e.rng, e.n)
		for range e.runs {
			a = append(a, e.real.run(e.rng, set, e.sd*e.rng.NormFloat64()-e.effect/2))
			b = append(b, e.real.run(e.rng, set, e.sd*e.rng.NormFloat64()+e.effect/2))
		}
		return a, b
	}
	difficulty := make([]float64, e.n)
	for i := range difficulty {
		difficulty[i] = 80 + 10*e.rng.NormFloat64()
	}
	return e.system(difficulty, 0), e.system(difficulty, e.effect)
}

// system draws the runs of a system: scores of sentences in whole points, so that
// the exact test applies.
func (e experiment) system(difficulty []float64, effect float64) (runs []signif.Ratio) {
	for range e.runs {
		level := effect + e.sd*e.rng.NormFloat64()
		r := signif.Ratio{Num: make([]float64, e.n), Den: make([]float64, e.n)}
		for i, d := range difficulty {
			r.Num[i], r.Den[i] = math.Round(d+level+7*e.rng.NormFloat64()), 1
		}
		runs = append(runs, r)
	}
	return runs
}

func values(runs []signif.Ratio) (out []float64) {
	for _, r := range runs {
		out = append(out, r.Value())
	}
	return out
}

func best(runs []signif.Ratio) (top signif.Ratio) {
	for i, r := range runs {
		if i == 0 || r.Value() > top.Value() {
			top = r
		}
	}
	return top
}

// sum adds the rows of the runs.
func sum(runs []signif.Ratio) signif.Ratio {
	out := signif.Ratio{Num: make([]float64, runs[0].Len()), Den: make([]float64, runs[0].Len())}
	for _, r := range runs {
		for i := range r.Num {
			out.Num[i] += r.Num[i]
			out.Den[i] += r.Den[i]
		}
	}
	return out
}

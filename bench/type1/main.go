// Command type1 measures how often tests find a difference where there is
// none. It takes two real systems and swaps whole sentences between them at
// random, so that both sides are equally good, and tests them; it repeats this many
// times, on test sets of several sizes. It prints a Markdown table.
//
//	go run ./bench/type1 -metric attachment -score las GOLD A B
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"assay"
	"assay/compare"
	"assay/signif"
)

func main() {
	metric := flag.String("metric", "attachment", "measure")
	score := flag.String("score", "las", "its score")
	sizes := flag.String("sizes", "12,50,100,400", "numbers of sentences")
	reps := flag.Int("reps", 2000, "null test sets of each size")
	alpha := flag.Float64("alpha", 0.05, "nominal level")
	seed := flag.Uint64("seed", 1, "of the swaps")
	flag.Parse()
	if flag.NArg() != 3 {
		fmt.Fprintln(os.Stderr, "usage: type1 [options] GOLD A B")
		os.Exit(2)
	}
	pair, err := load(*metric, *score, flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "type1:", err)
		os.Exit(3)
	}
	s := simulation{pair: pair, alpha: *alpha, reps: *reps, rng: rand.New(rand.NewPCG(*seed, 1))}
	fmt.Printf("| n | %s |\n|---|%s\n", strings.Join(names, " | "), strings.Repeat("---|", len(names)))
	for _, f := range strings.Split(*sizes, ",") {
		n, err := strconv.Atoi(f)
		if err != nil || n < 2 || n > pair.Ratios.A.Len() {
			fmt.Fprintf(os.Stderr, "type1: -sizes wants numbers from 2 to %d, not %q\n", pair.Ratios.A.Len(), f)
			os.Exit(2)
		}
		fmt.Printf("| %d |", n)
		for _, found := range s.run(n) {
			if found < 0 {
				fmt.Print(" |")
				continue
			}
			fmt.Printf(" %.1f |", 100*float64(found)/float64(*reps))
		}
		fmt.Println()
	}
}

// load scores both systems and returns the pair that the tests need.
func load(metric, score string, files []string) (*compare.Pair, error) {
	res, err := assay.Compare(context.Background(), assay.File(files[0]), []assay.Input{assay.File(files[1]),
		assay.File(files[2])}, assay.Options{Metric: metric, Tests: compare.Options{Scores: []string{score},
		CI: compare.CINone, Items: true}})
	if err != nil {
		return nil, err
	}
	if res.Untested != nil {
		return nil, res.Untested
	}
	p := res.Comparison.Metrics[0].Scores[0].Pairs[0]
	if p.Ratios == nil {
		return nil, fmt.Errorf("%s is no ratio of sums", score)
	}
	return p, nil
}

// names of the tests, the default first.
var names = []string{"randomisation (default)", "BCa interval without 0", "analytic interval without 0", "t",
	"Wilcoxon", "sign", "McNemar on items"}

// A simulation tests null pairs.
type simulation struct {
	pair  *compare.Pair
	only  []compare.Discordant // by unit; nil without items
	alpha float64
	reps  int
	rng   *rand.Rand
}

// run returns how often each test finds a difference on n sentences; -1 if a test
// does not apply.
func (s *simulation) run(n int) []int {
	found := make([]int, len(names))
	units := make([]int, s.pair.Ratios.A.Len())
	for i := range units {
		units[i] = i
	}
	if it := s.pair.Items; it != nil {
		s.only = make([]compare.Discordant, len(units))
		for _, d := range it.Discordant {
			s.only[d.Unit] = d
		}
	}
	for range s.reps {
		s.rng.Shuffle(len(units), func(i, j int) { units[i], units[j] = units[j], units[i] })
		for k, yes := range s.tests(units[:n]) {
			if yes {
				found[k]++
			}
		}
	}
	if s.pair.Items == nil {
		found[len(found)-1] = -1
	}
	return found
}

func (s *simulation) tests(units []int) []bool {
	var a, b signif.Ratio
	var diff []float64
	var yn, ny, won, lost int
	x, y := s.pair.Ratios.A, s.pair.Ratios.B
	for _, unit := range units {
		p, q := x, y
		swap := s.rng.IntN(2) == 1
		if swap {
			p, q = y, x
		}
		a.Num, a.Den = append(a.Num, p.Num[unit]), append(a.Den, p.Den[unit])
		b.Num, b.Den = append(b.Num, q.Num[unit]), append(b.Den, q.Den[unit])
		if d := (q.Num[unit]*p.Den[unit] - p.Num[unit]*q.Den[unit]) / (p.Den[unit] * q.Den[unit]); !math.IsNaN(d) {
			diff = append(diff, d)
			if d > 0 {
				won++
			} else if d < 0 {
				lost++
			}
		}
		if s.only != nil {
			only, other := s.only[unit].OnlyA, s.only[unit].OnlyB
			if swap {
				only, other = other, only
			}
			yn, ny = yn+int(only), ny+int(other)
		}
	}
	opt := signif.Options{Alpha: s.alpha, Shuffles: 999, Resamples: 999, Seed: s.rng.Uint64() | 1}
	bca, linear := signif.BCaDifference(a, b, opt), signif.AnalyticDifference(a, b, opt)
	_, t := signif.PairedT(diff)
	sign, _ := signif.Sign(lost, won)
	return []bool{
		signif.Randomize(a, b, opt).P <= s.alpha,
		bca.Low > 0 || bca.High < 0,
		linear.Low > 0 || linear.High < 0,
		t <= s.alpha,
		signif.Wilcoxon(diff, false).P <= s.alpha,
		sign <= s.alpha,
		signif.McNemar(yn, ny).Exact <= s.alpha,
	}
}

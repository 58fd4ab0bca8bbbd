// Command slices measures the search for slices: how often it claims one where there is none
// (level), and how often it finds one that was planted (power).
//
//	go run ./bench/slices -reps 300 GOLD SYSTEM [SYSTEM2]
//
// The items and conditions are real, their costs are drawn anew: for the level shuffled over all
// items; with a rate for each sentence (standard deviation 1.2 logits) and runs of errors; and
// of two systems swapped between them by sentence. For the power, the errors of one conjunction of
// two conditions are twice as likely.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"

	"assay/corpus"
	"assay/diagnose/slicing"
	"assay/eval"
	"assay/measures"
	"assay/subgroup"
)

func main() {
	metric := flag.String("metric", "attachment", "measure")
	reps := flag.Int("reps", 300, "simulated runs of each kind")
	power := flag.Int("power", 40, "planted slices of each size; 0 for none")
	cross := flag.Bool("cross", false, "search each half and test on the other")
	sentences := flag.Bool("sentences", false, "halves of sentences, not documents")
	given := flag.String("given", "", "a key that explains costs")
	seed := flag.Uint64("seed", 1, "of the costs")
	flag.Parse()
	if flag.NArg() < 2 || flag.NArg() > 3 {
		fmt.Fprintln(os.Stderr, "usage: slices [options] GOLD SYSTEM [SYSTEM2]")
		os.Exit(2)
	}
	sim := simulation{rng: rand.New(rand.NewPCG(*seed, 1)), reps: *reps, opt: subgroup.Options{Cross: *cross}}
	if *sentences {
		sim.opt.Unit = subgroup.Sentences
	}
	if *given != "" {
		sim.given = []string{*given}
	}
	if err := sim.load(*metric, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "slices:", err)
		os.Exit(3)
	}
	if *reps > 0 {
		sim.levels()
	}
	if *power > 0 && flag.NArg() == 2 {
		sim.power(*power)
	}
}

// A simulation draws costs for the items of real files.
type simulation struct {
	rng      *rand.Rand
	reps     int
	table    *subgroup.Table
	literals []subgroup.Literal
	opt      subgroup.Options
	given    []string
	costs    []float64 // of the files
}

// load gathers the items of a system, or the differences of two.
func (s *simulation) load(name string, files []string) error {
	metric, err := measures.Parse(name, measures.Config{})
	if err != nil {
		return err
	}
	gold, err := corpus.Open(files[0])
	if err != nil {
		return err
	}
	var gathered []*slicing.Gatherer
	for i, file := range files[1:] {
		system, err := corpus.Open(file)
		if err != nil {
			return err
		}
		var first *slicing.Gatherer
		if i > 0 {
			first = gathered[0]
		}
		g, err := slicing.New(slicing.Options{Metric: metric, Pair: len(files) == 3, Keys: slicing.DefaultKeys(false),
			Given: s.given}, first)
		if err != nil {
			return err
		}
		g.Treebank(gold.Name)
		opt := eval.Options{Collect: g.Collect, Collected: g.Collected}
		if _, err := eval.Run(context.Background(), gold, system, []*eval.Measure{metric}, opt); err != nil {
			return err
		}
		gathered = append(gathered, g)
	}
	var second *slicing.Gatherer
	if len(gathered) > 1 {
		second = gathered[1]
	}
	if _, s.literals, s.opt, err = gathered[0].Prepare(s.opt, second); err != nil {
		return err
	}
	s.table = gathered[0].Table()
	for i := range s.table.Items() {
		s.costs = append(s.costs, s.table.Levels[s.table.Cost.At(i)])
	}
	fmt.Printf("%d items, mean cost %.3f, %d literals\n", s.table.Items(), mean(s.costs), len(s.literals))
	return nil
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

// with returns the table with other costs.
func (s *simulation) with(costs []float64) *subgroup.Table {
	t := *s.table
	t.Levels, t.Cost = nil, subgroup.Column{}
	known := map[float64]uint32{}
	for _, c := range costs {
		level, ok := known[c]
		if !ok {
			level = uint32(len(t.Levels))
			known[c] = level
			t.Levels = append(t.Levels, c)
		}
		t.Cost.Append(level)
	}
	return &t
}

// find searches costs, each time in other halves.
func (s *simulation) find(costs []float64, n int) *subgroup.Result {
	opt := s.opt
	opt.Seed = uint64(n) + 1
	opt.Parallel = func(n int, task func(int)) { eval.Parallel(0, n, task) }
	return subgroup.Find(s.with(costs), s.literals, opt)
}

// levels prints how many runs claim a slice where there is none.
func (s *simulation) levels() {
	kinds := []struct {
		name string
		draw func() []float64
	}{{"shuffled over items", s.shuffled}, {"rate by sentence, runs of errors", s.runs}}
	if s.opt.Both {
		kinds = kinds[:0]
		kinds = append(kinds, struct {
			name string
			draw func() []float64
		}{"systems swapped by sentence", s.swapped})
	}
	for _, kind := range kinds {
		claims := 0
		for n := range s.reps {
			if s.find(kind.draw(), n).Holding() > 0 {
				claims++
			}
		}
		fmt.Printf("level, %s: %.1f %% of %d runs claim a slice\n", kind.name,
			100*float64(claims)/float64(max(1, s.reps)), s.reps)
	}
}

func (s *simulation) shuffled() []float64 {
	costs := slices.Clone(s.costs)
	s.rng.Shuffle(len(costs), func(i, j int) { costs[i], costs[j] = costs[j], costs[i] })
	return costs
}

// swapped exchanges the two systems in half of the sentences.
func (s *simulation) swapped() []float64 {
	sign := make([]float64, len(s.table.Block))
	for i := range sign {
		sign[i] = float64(2*s.rng.IntN(2) - 1)
	}
	costs := slices.Clone(s.costs)
	for i := range costs {
		costs[i] *= sign[s.table.Cluster[i]]
	}
	return costs
}

// runs draws errors with a rate for each sentence, each error after another three times as likely.
// The first word has the rate that the others have in the long run, so that no place is worse.
func (s *simulation) runs() []float64 {
	base := mean(s.costs)
	rate := make([]float64, len(s.table.Block))
	for i := range rate {
		logit := math.Log(base/(1-base)) + 1.2*s.rng.NormFloat64()
		rate[i] = 0.6 / (1 + math.Exp(-logit))
	}
	costs := make([]float64, len(s.costs))
	for i := range costs {
		k := s.table.Cluster[i]
		p, after := rate[k], min(0.9, 3*rate[k])
		switch {
		case i == 0 || s.table.Cluster[i-1] != k:
			p /= 1 - after + p
		case costs[i-1] == 1:
			p = after
		}
		if s.rng.Float64() < p {
			costs[i] = 1
		}
	}
	return costs
}

// power prints how often a planted slice is found and holds.
func (s *simulation) power(reps int) {
	n := float64(s.table.Items())
	members := make([][]bool, len(s.literals))
	for k := range s.literals {
		members[k] = s.members(&s.literals[k])
	}
	for _, share := range []float64{0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128} {
		exact, near := 0, 0
		for r := range reps {
			planted := s.plant(members, int(share*n))
			best := 0.0
			for _, g := range s.find(s.twice(planted), r).Subgroups {
				if g.Holds {
					best = max(best, s.jaccard(planted, g.Literals))
				}
			}
			if best == 1 {
				exact++
			}
			if best >= 0.8 {
				near++
			}
		}
		fmt.Printf("power, %.1f %% of the items: %.0f %% exactly, %.0f %% with Jaccard 0.8 or more, of %d\n",
			100*share, 100*float64(exact)/float64(reps), 100*float64(near)/float64(reps), reps)
	}
}

func (s *simulation) members(l *subgroup.Literal) []bool {
	in := make([]bool, s.table.Items())
	for i := range in {
		code := int(s.table.Columns[l.Column].At(i))
		in[i] = code < len(l.Holds) && l.Holds[code]
	}
	return in
}

// plant returns the items of a random conjunction of two literals with about so many items, of
// which each literal leaves some out.
func (s *simulation) plant(members [][]bool, size int) []bool {
	for {
		a, b := s.rng.IntN(len(members)), s.rng.IntN(len(members))
		if s.literals[a].Key == s.literals[b].Key {
			continue
		}
		both := make([]bool, len(members[a]))
		n, na, nb := 0, 0, 0
		for i := range both {
			if both[i] = members[a][i] && members[b][i]; both[i] {
				n++
			}
			if members[a][i] {
				na++
			}
			if members[b][i] {
				nb++
			}
		}
		if 10*n > 8*size && 10*n < 12*size && 2*na > 3*n && 2*nb > 3*n {
			return both
		}
	}
}

// twice draws errors that are twice as likely among some items, at the mean of the files.
func (s *simulation) twice(in []bool) []float64 {
	share := 0.0
	for _, x := range in {
		if x {
			share += 1 / float64(len(in))
		}
	}
	rate := mean(s.costs) / (1 + share)
	costs := make([]float64, len(in))
	for i := range costs {
		p := rate
		if in[i] {
			p *= 2
		}
		if s.rng.Float64() < p {
			costs[i] = 1
		}
	}
	return costs
}

// jaccard returns the items in both sets as a share of those in either.
func (s *simulation) jaccard(planted []bool, literals []*subgroup.Literal) float64 {
	both, either := 0, 0
	for i, x := range planted {
		y := true
		for _, l := range literals {
			code := int(s.table.Columns[l.Column].At(i))
			y = y && code < len(l.Holds) && l.Holds[code]
		}
		if x && y {
			both++
		}
		if x || y {
			either++
		}
	}
	return float64(both) / float64(either)
}

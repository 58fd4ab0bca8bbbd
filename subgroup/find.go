package subgroup

import (
	"cmp"
	"math"

	"assay/signif"
)

// Options of Find. The zero value is the default.
type Options struct {
	Literals     int     // most literals of a subgroup; 0 is 3
	Top          int     // subgroups searched in each direction; 0 is 10
	Min          int     // fewest items in the half searched; 0 is Share of them, at least Floor
	Share        float64 // 0 is 0.2 %
	Floor        int     // 0 is 25
	MinSentences int     // 0 is 10
	Productive   float64 // standard errors; 0 is 3, -1 for any
	Sort         Sort    // "" is surprise
	Alpha        float64 // 0 is 0.05
	Seed         uint64  // 0 is 1
	Flips        int     // 0 is 9,999
	Unit         Unit    // of halves; Documents are the clusters of tests too, which are sentences else
	Both         bool    // also where the costs are low: two systems
	Explore      bool    // search and show all items, without a test
	Cross        bool    // search each half and test on the other
	Parallel     func(n int, task func(i int))
	Progress     func(done, all int) // called after each search, if not nil
}

// Fill returns the options with defaults in place of zeros.
func (o Options) Fill() Options {
	o.Literals, o.Top = cmp.Or(o.Literals, 3), cmp.Or(o.Top, 10)
	o.MinSentences, o.Floor = cmp.Or(o.MinSentences, 10), cmp.Or(o.Floor, 25)
	o.Share, o.Productive, o.Alpha = cmp.Or(o.Share, 0.002), cmp.Or(o.Productive, 3), cmp.Or(o.Alpha, 0.05)
	o.Flips, o.Seed, o.Sort = cmp.Or(o.Flips, 9999), cmp.Or(o.Seed, 1), cmp.Or(o.Sort, BySurprise)
	return o
}

// A Part is the number of items and the sum of their costs.
type Part struct {
	Items int
	Cost  float64
}

// Rate returns the mean cost.
func (p Part) Rate() float64 { return p.Cost / float64(p.Items) }

// A Subgroup is a conjunction of literals, with its figures. Costs are as in the table, also
// where the direction is -1.
type Subgroup struct {
	Literals  []*Literal
	Direction int // 1 where costs are high, -1 where they are low
	Fold      int // 0; 1 if found on the second half
	Quality   float64
	All       Part // on all data
	Found     Part // in the half searched: items of no subgroup before it
	Unseen    Part // in the other half
	Others    Part // all other items of that half
	New       Part // items of no subgroup before it, in that half
	Low, High float64
	P, Holm   float64 // NaN if data were explored
	Holds     bool
	Groups    []Part // by treebank: in the other half
	Elsewhere []Part // by treebank: the other items
}

// HoldsIn returns in how many treebanks that have such items the mean cost is higher (in its
// direction), and the number of these treebanks.
func (s *Subgroup) HoldsIn() (k, n int) {
	for g, p := range s.Groups {
		if p.Items == 0 || s.Elsewhere[g].Items == 0 {
			continue
		}
		n++
		if float64(s.Direction)*(p.Rate()-s.Elsewhere[g].Rate()) > 0 {
			k++
		}
	}
	return k, n
}

// A Result holds the subgroups in the order in which they were found.
type Result struct {
	Subgroups []*Subgroup
	All       Part // all items
	Searched  Part
	Unseen    Part
	Unit      Unit
	Min       int
	Options   Options
	Literals  int
	// Explained is the unseen items that the subgroups that hold have together, by direction:
	// high, low.
	Explained [2]Part
}

// Holding returns how many subgroups hold.
func (r *Result) Holding() (n int) {
	for _, s := range r.Subgroups {
		if s.Holds {
			n++
		}
	}
	return n
}

// Find searches one half of the table, tests the subgroups that it finds on the other, and
// measures them there.
func Find(table *Table, literals []Literal, opt Options) *Result {
	opt = opt.Fill()
	half, unit := table.halves(opt.Unit, opt.Seed)
	table.byBlock = opt.Unit == Documents
	result := &Result{Unit: unit, Options: opt, Literals: len(literals)}
	if opt.Explore {
		for i := range half {
			half[i] = true
		}
	}
	for i := range table.Items() {
		cost := table.Levels[table.Cost.At(i)]
		result.All.add(cost)
		if half[table.Cluster[i]] {
			result.Searched.add(cost)
		} else {
			result.Unseen.add(cost)
		}
	}
	if opt.Explore {
		result.Unseen = result.All
	}
	result.Min = opt.Min
	if result.Min == 0 {
		result.Min = max(opt.Floor, int(opt.Share*float64(result.Searched.Items)))
	}
	finding := &finder{Table: table, literals: literals, result: result, opt: opt}
	folds := 1
	if opt.Cross && !opt.Explore {
		folds = 2
	}
	finding.todo = folds * opt.Top
	if opt.Both {
		finding.todo *= 2
	}
	for fold := range folds {
		if fold == 1 {
			for i := range half {
				half[i] = !half[i]
			}
		}
		finding.fold(fold, half, 1)
		if opt.Both {
			finding.fold(fold, half, -1)
		}
	}
	finding.adjust()
	return result
}

func (p *Part) add(cost float64) {
	p.Items++
	p.Cost += cost
}

// A finder is one call of Find.
type finder struct {
	*Table
	literals []Literal
	result   *Result
	opt      Options
	tests    []*measured
	done     int
	todo     int
}

// fold searches a half in one direction, and tests on the other.
func (f *finder) fold(fold int, half []bool, sign float64) {
	search := newSearcher(f.Table, half, sign, f.literals, SearchOptions{Literals: f.opt.Literals, Min: f.result.Min,
		MinSentences: f.opt.MinSentences, Sort: f.opt.Sort, Productive: f.opt.Productive, Parallel: f.opt.Parallel})
	var found []*Subgroup
	for range f.opt.Top {
		best, ok := search.search()
		if f.done++; f.opt.Progress != nil {
			f.opt.Progress(f.done, f.todo)
		}
		if !ok {
			break
		}
		search.take(&best)
		group := &Subgroup{Direction: int(sign), Fold: fold, Quality: best.Quality,
			Found: Part{best.Items, sign * best.Cost}, P: math.NaN(), Holm: math.NaN()}
		for _, k := range best.Literals {
			group.Literals = append(group.Literals, &f.literals[k])
		}
		found = append(found, group)
	}
	taken := make([]bool, f.Items())
	for _, group := range found {
		f.measureOn(group, half, sign, taken)
	}
	f.result.Subgroups = append(f.result.Subgroups, found...)
}

// measureOn fills in the figures of a subgroup on the half that was not searched.
func (f *finder) measureOn(group *Subgroup, half []bool, sign float64, taken []bool) {
	found := f.measure(group.Literals, half, f.opt.Explore, sign, taken, normal(1-f.opt.Alpha/2))
	f.tests = append(f.tests, found)
	group.Unseen, group.Others, group.New = Part{found.items, sign * found.cost}, Part{found.others,
		sign * found.otherCost}, Part{found.newItems, sign * found.newCost}
	group.Low, group.High = found.low, found.high
	if sign < 0 {
		group.Low, group.High = -found.high, -found.low
	}
	groups := 0
	for _, k := range f.Group {
		groups = max(groups, int(k)+1)
	}
	if groups > 1 {
		group.Groups, group.Elsewhere = make([]Part, groups), make([]Part, groups)
	}
	for i := range f.Items() {
		cost, member := f.Levels[f.Cost.At(i)], f.Member(i, group.Literals)
		if member {
			group.All.add(cost)
		}
		if sentence := f.Cluster[i]; groups > 1 && half[sentence] == f.opt.Explore {
			if member {
				group.Groups[f.Group[sentence]].add(cost)
			} else {
				group.Elsewhere[f.Group[sentence]].add(cost)
			}
		}
	}
}

// adjust tests all subgroups, and counts what those that hold have together.
func (f *finder) adjust() {
	found := f.result.Subgroups
	p := make([]float64, len(found))
	if f.opt.Explore {
		return
	}
	each(f.opt.Parallel, len(found), func(i int) {
		p[i] = flip(f.tests[i].u, f.opt.Flips, random(f.opt.Seed, forFlips, 2*i))
		if f.opt.Both {
			p[i] = max(p[i], flip(f.tests[i].plain, f.opt.Flips, random(f.opt.Seed, forFlips, 2*i+1)))
		}
	})
	holm := signif.Holm(p)
	for i, g := range found {
		g.P, g.Holm = p[i], holm[i]
		g.Holds = holm[i] <= f.opt.Alpha
	}
	f.explain()
}

// each runs the tasks, in order if parallel is nil.
func each(parallel func(n int, task func(i int)), n int, task func(i int)) {
	if parallel != nil {
		parallel(n, task)
		return
	}
	for i := range n {
		task(i)
	}
}

// explain sums the unseen items that the subgroups that hold have together: of each fold those
// that were not searched.
func (f *finder) explain() {
	half, _ := f.halves(f.opt.Unit, f.opt.Seed)
	for i := range f.Items() {
		cost := f.Levels[f.Cost.At(i)]
		for d, direction := range []int{1, -1} {
			for _, g := range f.result.Subgroups {
				if g.Holds && g.Direction == direction && half[f.Cluster[i]] == (g.Fold == 1) && f.Member(i, g.Literals) {
					f.result.Explained[d].add(cost)
					break
				}
			}
		}
	}
}

// normal returns the quantile of the normal distribution.
func normal(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

// A Share is what some items add to the mean cost of the half that was not searched, with an
// interval that is clustered by sentence.
type Share struct {
	Part
	Mean, Low, High float64
}

// Divide divides the mean cost of the half that was not searched among subgroups, each without the
// items of those before it, and the rest, which is last.
func (t *Table) Divide(result *Result, groups []*Subgroup) []Share {
	half, _ := t.halves(result.Options.Unit, result.Options.Seed)
	shares := make([]Share, len(groups)+1)
	sums := make([][]float64, len(shares))
	for k := range sums {
		sums[k] = make([]float64, len(t.Block))
	}
	items := 0.0
	for i := range t.Items() {
		if half[t.Cluster[i]] {
			continue
		}
		k := 0
		for k < len(groups) && !t.Member(i, groups[k].Literals) {
			k++
		}
		cost := t.Levels[t.Cost.At(i)]
		shares[k].add(cost)
		sums[k][t.cluster(t.Cluster[i])] += cost
		items++
	}
	quantile := normal(1 - result.Options.Alpha/2)
	for k := range shares {
		share := &shares[k]
		squares, mean := 0.0, share.Cost/float64(len(t.Block))
		for _, v := range sums[k] {
			squares += (v - mean) * (v - mean)
		}
		share.Mean = share.Cost / items
		share.Low, share.High = share.Mean-quantile*math.Sqrt(squares)/items, share.Mean+quantile*math.Sqrt(squares)/items
	}
	return shares
}

package agreement

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"assay/eval"
	"assay/internal/treedist"
	"assay/signif"
)

// A Distance is how far apart two analyses are. Krippendorff's alpha takes squares
// of the distances of trees.
type Distance string

// The distances. Of Skjærholt (2014): TED is the smallest number of nodes to insert,
// delete and relabel, |t| the words of a tree, and of dependencies the root too.
const (
	Plain Distance = "plain" // TED²; the one he recommends
	Diff  Distance = "diff"  // (TED - ||t| - |u||)²
	Norm  Distance = "norm"  // (TED / (|t| + |u|))²
	// Hamming counts words whose head or relation differs; words are the units, and
	// two words of any sentences have the same arc if their heads are equally far
	// away and their relations the same. It takes no squares and needs dependencies.
	Hamming Distance = "hamming"
)

// Distances are all distances.
var Distances = []Distance{Plain, Diff, Norm, Hamming}

// DefaultPairs is the number of pairs of trees up to which alpha's expected distance
// is exact by default.
const DefaultPairs = 50_000

// AlphaOptions are the options of Alpha.
type AlphaOptions struct {
	Pairs int // compare at most about so many pairs of trees for the expected distance; 0 is DefaultPairs, less than 0 all
	Jobs  int
	signif.Options
}

// An Alpha is Krippendorff's alpha of whole analyses (Skjærholt 2014):
//
//	alpha    = 1 - observed / expected
//	observed = mean distance of two analyses of the same sentence, each sentence weighted by its analyses
//	expected = mean distance of any two analyses
//
// Sentences with one analysis do not count. The figures are those of the program
// syn-agreement (c278415), but that a node without a label costs 1 to insert or to
// delete; there it costs nothing.
//
// The expected distance takes time that grows with the square of the number of
// trees. Where more than AlphaOptions.Pairs pairs of different trees would be
// compared, it is the mean over a sample in which every tree is in equally many
// pairs, and ExpectedError is its standard error.
type Alpha struct {
	Distance           Distance
	Value              float64 // NaN if all analyses are the same
	Observed, Expected float64
	Units              int // sentences (words for hamming) with two analyses or more
	Trees              int // analyses of these (arcs for hamming)
	Compared           int // pairs of different trees that were compared for Expected
	All                int // pairs of different trees
	ExpectedError      float64
	Interval           signif.Interval
	Dropped            []Drop
}

// Sampled reports whether the expected distance was computed over a sample of pairs.
func (a *Alpha) Sampled() bool { return a.Compared < a.All }

// Alpha computes alpha of the corpus. Sentences are resampled for the interval; the
// expected distance of a resample is taken to first order around the sample, so that
// a sentence drawn twice is not compared with itself.
func (c *Corpus) Alpha(distance Distance, opt AlphaOptions) (*Alpha, error) {
	if distance == Hamming {
		return c.hamming(opt)
	}
	var dropped []Drop
	left := map[*Unit]bool{}
	for {
		x := newAlphaRun(c.Units, left, distance, opt)
		bad, err := x.compare()
		if err != nil {
			dropped = append(dropped, Drop{Sentence: bad.Name, Why: err.Error() + "; not in alpha"})
			left[bad] = true
			continue
		}
		out := x.alpha()
		out.Dropped = dropped
		return out, nil
	}
}

// An alphaRun computes alpha of trees.
type alphaRun struct {
	distance Distance
	opt      AlphaOptions
	units    []*Unit
	of       [][]int32 // by unit: its values
	class    []int32   // by value: its tree among the different ones
	unit     []int32   // by value
	trees    []*Tree   // different ones
	coded    []treedist.Tree
	count    []float64 // by tree: values

	observed []float64 // by unit: sum over its ordered pairs / (values - 1)
	far      []float64 // by value: sum of the distances to all values
	shifts   []float64 // of a sample: the mean distance of each shift
	compared int
}

func newAlphaRun(units []*Unit, left map[*Unit]bool, d Distance, opt AlphaOptions) *alphaRun {
	x := &alphaRun{distance: d, opt: opt}
	index, labels := map[string]int32{}, map[string]int32{}
	for _, unit := range units {
		var values []int32
		for _, tree := range unit.Trees {
			if tree == nil || left[unit] {
				continue
			}
			key := tree.key()
			n, ok := index[key]
			if !ok {
				n = int32(len(x.trees))
				index[key] = n
				x.trees, x.coded, x.count = append(x.trees, tree), append(x.coded, coded(tree, labels)), append(x.count, 0)
			}
			values = append(values, n)
		}
		if len(values) < 2 {
			continue
		}
		var list []int32
		for _, n := range values {
			list = append(list, int32(len(x.class)))
			x.class, x.unit = append(x.class, n), append(x.unit, int32(len(x.units)))
			x.count[n]++
		}
		x.units, x.of = append(x.units, unit), append(x.of, list)
	}
	return x
}

// coded gives labels numbers.
func coded(t *Tree, labels map[string]int32) treedist.Tree {
	out := treedist.Tree{Parent: t.parents}
	for _, l := range t.labels {
		n, ok := labels[l]
		if !ok {
			n = int32(len(labels))
			labels[l] = n
		}
		out.Label = append(out.Label, n)
	}
	return out
}

// of returns the distance of two trees.
func (d Distance) of(ted, a, b int) float64 {
	v := float64(ted)
	switch d {
	case Diff:
		v -= math.Abs(float64(a - b))
	case Norm:
		v /= float64(a + b)
	}
	return v * v
}

// compare fills the distances. If two trees cannot be compared, it returns the
// sentence of the larger one.
func (x *alphaRun) compare() (*Unit, error) {
	if bad, err := x.within(); err != nil {
		return bad, err
	}
	limit := x.opt.Pairs
	if limit == 0 {
		limit = DefaultPairs
	}
	if limit < 0 || x.all() <= limit {
		return x.exact()
	}
	return x.sample(limit)
}

func (x *alphaRun) all() int {
	n := 0
	for _, k := range x.count {
		if k > 0 {
			n++
		}
	}
	return n * (n - 1) / 2
}

// within computes the distances in sentences.
func (x *alphaRun) within() (*Unit, error) {
	var d treedist.Distancer
	x.observed = make([]float64, len(x.units))
	for u, values := range x.of {
		for i, a := range values {
			for _, b := range values[i+1:] {
				v, err := x.pair(&d, x.class[a], x.class[b])
				if err != nil {
					return x.units[u], err
				}
				x.observed[u] += 2 * v / float64(len(values)-1)
			}
		}
	}
	return nil, nil
}

func (x *alphaRun) pair(d *treedist.Distancer, a, b int32) (float64, error) {
	if a == b {
		return 0, nil
	}
	ted, err := d.Distance(&x.coded[a], &x.coded[b])
	return x.distance.of(ted, x.trees[a].size, x.trees[b].size), err
}

// exact compares every two different trees.
func (x *alphaRun) exact() (*Unit, error) {
	n := len(x.trees)
	far := make([][]float64, n) // by tree: its distances to those after it
	errs, with := make([]error, n), make([]int, n)
	eval.Parallel(x.opt.Jobs, n, func(i int) {
		var d treedist.Distancer
		far[i] = make([]float64, n)
		for j := i + 1; j < n && x.count[i] > 0 && errs[i] == nil; j++ {
			if x.count[j] > 0 {
				far[i][j], errs[i] = x.pair(&d, int32(i), int32(j))
				with[i] = j
			}
		}
	})
	sum := make([]float64, n)
	for i := range n {
		if errs[i] != nil {
			return x.larger(int32(i), int32(with[i])), errs[i]
		}
		for j := i + 1; j < n; j++ {
			sum[i] += far[i][j] * x.count[j]
			sum[j] += far[i][j] * x.count[i]
		}
	}
	x.far, x.compared = make([]float64, len(x.class)), x.all()
	for v, c := range x.class {
		x.far[v] = sum[c]
	}
	return nil, nil
}

// larger returns the sentence of the larger of two trees.
func (x *alphaRun) larger(a, b int32) *Unit {
	if len(x.trees[b].labels) > len(x.trees[a].labels) {
		a = b
	}
	return x.units[x.unit[slices.Index(x.class, a)]]
}

// minShifts is the smallest number of shifts of a sample, for its standard error.
const minShifts = 8

// sample compares every value with those at the same shifts in a random order, so
// that all values are in equally many pairs.
func (x *alphaRun) sample(limit int) (*Unit, error) {
	n := len(x.class)
	seed := cmp.Or(x.opt.Seed, signif.DefaultSeed)
	rng := rand.New(rand.NewPCG(seed, 0x736b6a61))
	order := rng.Perm(n)
	k := min(max(limit/n, minShifts), (n-1)/2)
	shifts := rng.Perm((n - 1) / 2)[:k]
	slices.Sort(shifts)
	found := make([][]float64, k)
	errs, with := make([]error, k), make([]int, k)
	eval.Parallel(x.opt.Jobs, k, func(s int) {
		var d treedist.Distancer
		found[s] = make([]float64, n)
		for i := 0; i < n && errs[s] == nil; i++ {
			a, b := order[i], order[(i+shifts[s]+1)%n]
			found[s][i], errs[s] = x.pair(&d, x.class[a], x.class[b])
			with[s] = i
		}
	})
	x.far = make([]float64, n)
	for s, list := range found {
		if errs[s] != nil {
			return x.larger(x.class[order[with[s]]], x.class[order[(with[s]+shifts[s]+1)%n]]), errs[s]
		}
		mean := 0.0
		for i, v := range list {
			a, b := order[i], order[(i+shifts[s]+1)%n]
			x.far[a] += v
			x.far[b] += v
			mean += v / float64(n)
		}
		x.shifts = append(x.shifts, mean)
	}
	for v := range x.far {
		x.far[v] *= float64(n-1) / float64(2*k)
	}
	x.compared = k * n
	return nil, nil
}

// alpha puts the distances together.
func (x *alphaRun) alpha() *Alpha {
	rows := signif.Rows{Width: 3} // values, observed, distances to all values
	for u, values := range x.of {
		row := []float64{float64(len(values)), x.observed[u], 0}
		for _, v := range values {
			row[2] += x.far[v]
		}
		rows.Data = append(rows.Data, row...)
	}
	alpha := &Alpha{Distance: x.distance, Units: len(x.units), Trees: len(x.class), Compared: x.compared, All: x.all()}
	alpha.settle(rows, func(_, far float64) float64 { return far }, x.opt.Options)
	alpha.ExpectedError = sampleError(x.shifts, len(x.class))
	return alpha
}

// settle works out the figures from rows of sentences: values, their observed distance, and a sum from which
// far makes the distances of all pairs of n values. The sum over the pairs of a resample is quadratic in its
// sentences; here it is linear around the sample.
func (a *Alpha) settle(rows signif.Rows, far func(n, sum float64) float64, opt signif.Options) {
	a.Value, a.Observed, a.Expected = math.NaN(), math.NaN(), math.NaN()
	a.Interval = signif.Interval{Value: math.NaN(), Low: math.NaN(), High: math.NaN()}
	if len(rows.Data) == 0 {
		return
	}
	sum := rows.Sum()
	n, total := sum[0], sum[2]
	if a.Observed, a.Expected = sum[1]/n, far(n, total)/(n*(n-1)); a.Expected > 0 {
		a.Value = 1 - a.Observed/a.Expected
	}
	a.Interval = signif.BCaStatistic(rows, func(sum []float64) float64 {
		n := sum[0]
		expected := far(n, 2*sum[2]-total) / (n * (n - 1))
		return 1 - sum[1]/n/expected
	}, opt)
}

// sampleError is the standard error of the mean of the shifts that were drawn from
// those of n values.
func sampleError(shifts []float64, n int) float64 {
	k := float64(len(shifts))
	if k < 2 {
		return 0
	}
	mean, square := 0.0, 0.0
	for _, v := range shifts {
		mean += v / k
	}
	for _, v := range shifts {
		square += (v - mean) * (v - mean)
	}
	return math.Sqrt(square / (k - 1) / k * max(0, 1-k/float64((n-1)/2)))
}

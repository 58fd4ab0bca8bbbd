// Package shapley divides a joint effect among several causes, such as a loss
// among the kinds of errors that make it up.
//
// Each cause adds something to some sums, and a figure, such as an F1, depends on
// the sums. The contribution of a cause to the figure depends on the causes
// before it. The Shapley value (L. S. Shapley, "A value for n-person games",
// 1953) is its mean over all orders of the causes. The values sum to the joint
// effect of all causes, equal causes have equal values, and a cause that never
// changes the figure has none.
//
// There are 2^n sets of n causes. If these are too many, the value of Aumann and
// Shapley (Values of Non-Atomic Games, 1974) is defined on the same sums: all
// causes come at the same pace, each in very many small parts, and the value of a
// cause is the sum of the contributions of its parts. It sums to the same, and it
// does not depend on how causes are cut into kinds.
package shapley

import "math"

// Most is the largest number of causes that Values takes.
const Most = 20

// A Game is a figure that depends on sums, and the causes that change them.
type Game struct {
	Start  []float64                   // the sums without any cause
	Causes [][]float64                 // contribution of each to the sums
	Figure func(sum []float64) float64 // must not keep or change sum
}

// Values returns the Shapley value of each cause, found from all sets of causes:
// exact but for the rounding of sums. A figure that is NaN for some set makes
// the values NaN. It panics if there are more than Most causes.
func (g *Game) Values() []float64 {
	n := len(g.Causes)
	if n > Most {
		panic("shapley: too many causes")
	}
	figures := make([]float64, 1<<n)
	g.sets(0, 0, g.Start, figures)
	// weight[k] is the share of orders in which k given causes come before a given
	// other one, and the rest after it: k! (n-k-1)! / n!
	weight := make([]float64, n)
	if n > 0 {
		weight[0] = 1 / float64(n)
	}
	for k := 1; k < n; k++ {
		weight[k] = weight[k-1] * float64(k) / float64(n-k)
	}
	out := make([]float64, n)
	for set := range figures {
		for i, k := 0, size(set); i < n; i++ {
			if set>>i&1 == 0 {
				out[i] += weight[k] * (figures[set|1<<i] - figures[set])
			}
		}
	}
	return out
}

// sets fills in the figures of all sets with the same members as set among the
// first causes; sum has the sums of the game with the causes of set.
func (g *Game) sets(first, set int, sum, figures []float64) {
	if first == len(g.Causes) {
		figures[set] = g.Figure(sum)
		return
	}
	g.sets(first+1, set, sum, figures)
	g.sets(first+1, set|1<<first, plus(nil, sum, g.Causes[first], 1), figures)
}

func size(set int) (n int) {
	for ; set != 0; set &= set - 1 {
		n++
	}
	return n
}

// The nodes and weights of the Gauss-Legendre rule of eight points on [0, 1].
var nodes = [8][2]float64{
	{0.0198550717512319, 0.0506142681451881}, {0.1016667612931866, 0.1111905172266872},
	{0.2372337950418355, 0.1568533229389436}, {0.4082826787521751, 0.1813418916891810},
	{0.5917173212478249, 0.1813418916891810}, {0.7627662049581645, 0.1568533229389436},
	{0.8983332387068134, 0.1111905172266872}, {0.9801449282487681, 0.0506142681451881},
}

// Continuous returns the value of Aumann and Shapley of each cause: the integral,
// over t from 0 to 1, of the slope of the figure in the direction of the cause
// where a part t of every cause has come. The figure must be defined and smooth
// between whole sums, as ratios of sums are. The integral is taken at eight
// points; the remainder, some 1e-9 of the whole, goes to the causes in
// proportion. The time does not grow with the number of causes, but for one sum
// over them.
func (g *Game) Continuous() []float64 {
	all := make([]float64, len(g.Start))
	moved := make([]bool, len(g.Start))
	for _, c := range g.Causes {
		for i, v := range c {
			all[i] += v
			moved[i] = moved[i] || v != 0
		}
	}
	slope := g.slopes(all, moved)
	out := make([]float64, len(g.Causes))
	found, weight := 0.0, 0.0
	for i, c := range g.Causes {
		for j, v := range c {
			if v != 0 {
				out[i] += v * slope[j]
			}
		}
		found += out[i]
		weight += math.Abs(out[i])
	}
	whole := g.Figure(plus(nil, g.Start, all, 1)) - g.Figure(g.Start)
	for i, v := range out {
		if weight > 0 {
			out[i] += (whole - found) * math.Abs(v) / weight
		}
	}
	return out
}

// slopes integrates the slope of the figure by each sum that is moved, from
// Start to all more.
func (g *Game) slopes(all []float64, moved []bool) []float64 {
	const step = 1e-4 // of the size of a sum
	out, at := make([]float64, len(all)), make([]float64, len(all))
	for _, node := range nodes {
		at = plus(at, g.Start, all, node[0])
		for i, v := range at {
			if !moved[i] {
				continue
			}
			h := step * max(1, math.Abs(v))
			at[i] = v + h
			up := g.Figure(at)
			at[i] = v - h
			out[i] += node[1] * (up - g.Figure(at)) / (2 * h)
			at[i] = v
		}
	}
	return out
}

// plus returns a + x b in dst, or in new memory if dst is nil.
func plus(dst, a, b []float64, x float64) []float64 {
	if dst == nil {
		dst = make([]float64, len(a))
	}
	for i := range a {
		dst[i] = a[i] + x*b[i]
	}
	return dst
}

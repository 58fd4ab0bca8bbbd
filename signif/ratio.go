package signif

import "math"

// A Ratio is a figure that is a sum of Num over a sum of Den, one of each per
// unit: F1 has Num twice the matches and Den the brackets of both sides. Both have
// one element per unit, and compared ratios have the same units; otherwise
// functions panic. Without units all figures are NaN; with one unit there is no
// interval and no test.
type Ratio struct{ Num, Den []float64 }

// Len returns the number of units.
func (r Ratio) Len() int { return len(r.Num) }

// Sums returns the two sums.
func (r Ratio) Sums() (num, den float64) {
	for i := range r.Num {
		num += r.Num[i]
		den += r.Den[i]
	}
	return num, den
}

// Value returns the figure, NaN if it is 0/0.
func (r Ratio) Value() float64 {
	num, den := r.Sums()
	return num / den
}

// An exchange holds the changes that exchanging units makes to the ratios of two
// systems, in whole numbers. With M and T the sums over both systems of numerators
// and denominators, m = Σ±dm and t = Σ±dt, the difference of the figures is
// 2(mT-Mt)/(T²-t²).
type exchange struct {
	dm, dt []int64 // B's less A's, units that differ only
	m, t   int64   // as observed
	M, T   int64
	linear bool // all dt are 0
}

// The scales that turn weighted counts into whole numbers.
var scales = [...]float64{1, 2, 4, 8, 16, 10, 100, 1000, 10000}

// newExchange finds the scale at which all numbers are whole. It fails if there is
// none or if the products would overflow.
func newExchange(a, b Ratio) (*exchange, bool) {
	for _, s := range scales {
		if whole(a.Num, s) && whole(a.Den, s) && whole(b.Num, s) && whole(b.Den, s) {
			return exchangeAt(a, b, s)
		}
	}
	return nil, false
}

func whole(v []float64, scale float64) bool {
	for _, x := range v {
		if x *= scale; x != math.Trunc(x) || math.Abs(x) > 1<<40 {
			return false
		}
	}
	return true
}

func exchangeAt(a, b Ratio, scale float64) (*exchange, bool) {
	e := &exchange{linear: true}
	var bigM, bigT float64
	for i := range a.Num {
		na, da := int64(a.Num[i]*scale), int64(a.Den[i]*scale)
		nb, db := int64(b.Num[i]*scale), int64(b.Den[i]*scale)
		e.M += na + nb
		e.T += da + db
		bigM += math.Abs(float64(na)) + math.Abs(float64(nb))
		bigT += math.Abs(float64(da)) + math.Abs(float64(db))
		if na == nb && da == db {
			continue
		}
		e.dm, e.dt = append(e.dm, nb-na), append(e.dt, db-da)
		e.m += nb - na
		e.t += db - da
		e.linear = e.linear && da == db
	}
	return e, bigM < 1<<30 && bigT < 1<<30
}

// reverse exchanges the systems.
func (e *exchange) reverse() {
	for i := range e.dm {
		e.dm[i], e.dt[i] = -e.dm[i], -e.dt[i]
	}
	e.m, e.t = -e.m, -e.t
}

// slopes returns e_k = dm - (M/T) dt: the change of the difference by exchanging a
// unit, to first order, times T/2.
func slopes(a, b Ratio) (e []float64, T float64) {
	na, da := a.Sums()
	nb, db := b.Sums()
	T = da + db
	e = make([]float64, a.Len())
	for i := range e {
		e[i] = (b.Num[i] - a.Num[i]) - (na+nb)/T*(b.Den[i]-a.Den[i])
	}
	return e, T
}

// Z returns the closed form of the randomisation test: Σe/sqrt(Σe²), which is
// normal if many units differ; NaN if none does.
func Z(a, b Ratio) float64 {
	e, _ := slopes(a, b)
	var sum, square float64
	for _, x := range e {
		sum += x
		square += x * x
	}
	return sum / math.Sqrt(square)
}

// NullError returns the standard error of the difference if both systems were
// equally good, from the number and the size of their differences.
func NullError(a, b Ratio) float64 {
	e, T := slopes(a, b)
	var square float64
	for _, x := range e {
		square += x * x
	}
	return 2 * math.Sqrt(square) / T
}

// Detectable returns the smallest difference that a two-sided test at level
// alpha detects with the given power on such data.
func Detectable(a, b Ratio, alpha, power float64) float64 {
	return DetectableBy(NullError(a, b), alpha, power)
}

package kummerfeld

import (
	"math"
	"testing"
)

// The shares are the means over all orders of repair, counted one by one with
// whole numbers of brackets.
func TestSharesAreTheMeanOverAllOrders(t *testing.T) {
	summary := Summary{Sentences: 9, Gold: 104, System: 99, Matched: 70, Classes: map[Class]Tally{}}
	summary.Classes[PPAttachment] = Tally{Errors: 3, Brackets: 20, Matched: 12, System: 1}
	summary.Classes[Unary] = Tally{Errors: 5, Brackets: 6, Matched: 0, System: -6}
	summary.Classes[OtherAdd] = Tally{Errors: 4, Brackets: 5, Matched: 5, System: 5}
	summary.Classes[NPInternal] = Tally{Errors: 9, Brackets: 9, Matched: 13, System: 3}
	summary.Classes[OtherMove] = Tally{Errors: 1, Brackets: 6, Matched: 4, System: 2}
	shares := summary.Shares()
	lost := make([]float64, len(shares))
	orders := 0
	var repair func(left []int, system, matched int)
	repair = func(left []int, system, matched int) {
		if len(left) == 0 {
			orders++
		}
		for i, c := range left {
			x := shares[c].Tally
			before, after := 2*float64(matched)/float64(104+system), 2*float64(matched+x.Matched)/float64(104+system+x.System)
			rest := append(append([]int{}, left[:i]...), left[i+1:]...)
			lost[c] += (after - before) * float64(factorial(len(rest))) // so many orders begin in this way
			repair(rest, system+x.System, matched+x.Matched)
		}
	}
	repair([]int{0, 1, 2, 3, 4}, 99, 70)
	if len(shares) != 5 || orders != 120 {
		t.Fatalf("%d shares, %d orders", len(shares), orders)
	}
	sum := 0.0
	for i, x := range shares {
		if want := lost[i] / float64(orders); math.Abs(x.Lost-want) > 1e-14 {
			t.Errorf("%s lost %v, want %v", x.Class, x.Lost, want)
		}
		sum += x.Lost
	}
	if math.Abs(sum-(1-summary.F())) > 1e-14 {
		t.Errorf("the shares sum to %v, the loss is %v", sum, 1-summary.F())
	}
}

func factorial(n int) int {
	if n == 0 {
		return 1
	}
	return n * factorial(n-1)
}

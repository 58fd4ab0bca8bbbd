// Package mistake groups wrong items by the mistakes from which they follow.
//
// A cause is a decision of the analysis with the wrong items that follow from it; measures state them
// (eval.Causer, and the kinds of this package). Mistakes are a cover of the wrong items by causes, made greedily:
// the cause with most items that no mistake has yet is a mistake with these items, and so on until no cause has
// two of them left. Every other item is a mistake of its own. Of equal causes the one whose kind, then whose
// place comes first is taken, so that the order of items, sentences and names has no effect. An item is inherited
// if its mistake has an earlier item: errors = mistakes + inherited, and the P-inheritance of Hogenhout &
// Matsumoto (1996 §5) is inherited / errors.
//
// The smallest cover is not unique and takes exponential time; connected components would make one mistake of two
// missing nodes with an edge between them.
package mistake

import (
	"cmp"
	"container/heap"
	"slices"

	"assay/eval"
)

// Alone is the kind of a mistake of one item.
const Alone = ""

// A Mistake is some wrong items of a pair that follow from one decision.
type Mistake struct {
	Kind        string // of its cause; Alone for an item that no cause explains
	First, Last int32  // as eval.Origin has them; 0 for Alone
	Items       []int  // in their order; the first is the error, the others are inherited
}

// Cover makes mistakes of the numbers 0 to n-1, in the order of their first items.
func Cover(n int, causes []eval.Origin) []Mistake {
	c := cover{causes: causes, taken: make([]bool, n)}
	for i := range causes {
		if len(causes[i].Items) > 1 {
			c.open = append(c.open, candidate{i, len(causes[i].Items)})
		}
	}
	heap.Init(&c)
	out := make([]Mistake, 0, n)
	for len(c.open) > 0 {
		best := c.open[0]
		cause := &causes[best.cause]
		if left := c.left(cause); left < best.left {
			if c.open[0].left = left; left < 2 {
				heap.Pop(&c)
			} else {
				heap.Fix(&c, 0)
			}
			continue
		}
		heap.Pop(&c)
		m := Mistake{Kind: cause.Kind, First: cause.First, Last: cause.Last}
		for _, i := range cause.Items {
			if !c.taken[i] {
				c.taken[i] = true
				m.Items = append(m.Items, i)
			}
		}
		slices.Sort(m.Items)
		out = append(out, m)
	}
	for i, taken := range c.taken {
		if !taken {
			out = append(out, Mistake{Items: []int{i}})
		}
	}
	slices.SortFunc(out, func(a, b Mistake) int { return a.Items[0] - b.Items[0] })
	return out
}

// A candidate is a cause with the number of its items that no mistake had when it was counted last.
type candidate struct{ cause, left int }

// cover is a heap of candidates, that with most items first.
type cover struct {
	causes []eval.Origin
	open   []candidate
	taken  []bool
}

func (c *cover) left(cause *eval.Origin) (n int) {
	for _, i := range cause.Items {
		if !c.taken[i] {
			n++
		}
	}
	return n
}

func (c *cover) Len() int      { return len(c.open) }
func (c *cover) Swap(i, j int) { c.open[i], c.open[j] = c.open[j], c.open[i] }
func (c *cover) Push(x any)    { c.open = append(c.open, x.(candidate)) }

func (c *cover) Pop() any {
	last := c.open[len(c.open)-1]
	c.open = c.open[:len(c.open)-1]
	return last
}

func (c *cover) Less(i, j int) bool {
	a, b := c.open[i], c.open[j]
	if a.left != b.left {
		return a.left > b.left
	}
	x, y := &c.causes[a.cause], &c.causes[b.cause]
	return cmp.Or(cmp.Compare(x.Order, y.Order), cmp.Compare(x.First, y.First), cmp.Compare(x.Last, y.Last),
		slices.Compare(x.Items, y.Items)) < 0
}

// All returns the causes of several causers, kinds of the first ones first.
func All(of ...func() eval.Causer) func() eval.Causer {
	return func() eval.Causer {
		var list all
		for _, make := range of {
			list.of = append(list.of, make())
		}
		return &list
	}
}

type all struct {
	of     []eval.Causer
	causes []eval.Origin
}

// Causes implements eval.Causer.
func (a *all) Causes(p *eval.Pair, wrong []eval.Item) []eval.Origin {
	a.causes = a.causes[:0]
	for n, causer := range a.of {
		for _, c := range causer.Causes(p, wrong) {
			c.Order += 100 * n
			a.causes = append(a.causes, c)
		}
	}
	return a.causes
}

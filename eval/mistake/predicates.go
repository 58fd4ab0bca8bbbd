package mistake

import (
	"cmp"
	"slices"

	"assay/eval"
)

// Predicate is the kind of Predicates.
const Predicate = "predicate"

// Predicates returns the causes of items of semantic roles: a predicate that is wrong, with its arguments.
func Predicates() func() eval.Causer { return func() eval.Causer { return &predicates{} } }

// predicates is the Causer of Predicates.
type predicates struct{ causes []eval.Origin }

// Causes implements eval.Causer.
func (c *predicates) Causes(pair *eval.Pair, wrong []eval.Item) []eval.Origin {
	c.causes = c.causes[:0]
	align := pair.Align()
	if len(wrong) < 2 || align.Err != nil {
		return nil
	}
	word := func(system int32) int32 { // as a word of gold, else after its words
		if g := align.GoldOf(system); g >= 0 {
			return g
		}
		return int32(len(pair.Gold.Tokens)) + system
	}
	of, leads := map[int32][]int{}, map[int32]bool{}
	for i := range wrong {
		it := &wrong[i]
		switch {
		case it.Gold.Kind == eval.Word:
			of[it.Gold.Index], leads[it.Gold.Index] = append(of[it.Gold.Index], i), true
		case it.System.Kind == eval.Word:
			w := word(it.System.Index)
			of[w], leads[w] = append(of[w], i), true
		case it.Gold.Kind == eval.Link && it.System.Kind == eval.None:
			of[it.Gold.Other] = append(of[it.Gold.Other], i)
		case it.System.Kind == eval.Link && it.Gold.Kind == eval.None && it.System.Other >= 0:
			w := word(it.System.Other)
			of[w] = append(of[w], i)
		}
	}
	for w, items := range of {
		if leads[w] && len(items) > 1 {
			c.causes = append(c.causes, eval.Origin{Kind: Predicate, First: w, Last: w, Items: items})
		}
	}
	slices.SortFunc(c.causes, func(a, b eval.Origin) int { return cmp.Compare(a.First, b.First) })
	return c.causes
}

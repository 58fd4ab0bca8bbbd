package web

import (
	"fmt"
	"slices"
	"strings"

	"assay/eval"
)

// fewest is the smallest number of sentences of a bin that is plotted alone.
const fewest = 10

// bins joins bins of fewer than ten sentences with the next ones, for the length of sentences and
// keys with bins, such as width=5: a bin of one sentence
// would look as weighty as one of a hundred. The first system decides, so that
// all systems have the same bins, of the same names: systems that split sentences
// otherwise have other lengths. With several systems the last bin has no upper end.
type bins map[string][]bin

// A bin is a range of numbers, both ends included.
type bin struct {
	low, high float64
	name      string
}

// merge joins the bins of all measures of a result; several is whether there are other
// systems.
func (b *bins) merge(res *eval.Result, several bool) {
	if *b == nil {
		*b = bins{}
	}
	for m, counts := range res.Counts {
		byKey := map[string][]*eval.Group{}
		var keys []string
		for _, g := range counts.Groups {
			if byKey[g.Key] == nil {
				keys = append(keys, g.Key)
			}
			byKey[g.Key] = append(byKey[g.Key], g)
		}
		counts.Groups = nil
		for _, k := range keys {
			groups := byKey[k]
			if name, _, binned := strings.Cut(k, "="); binned || name == "length" {
				groups = b.key(fmt.Sprintf("%d %s", m, k), groups, counts.Width, several)
			}
			counts.Groups = append(counts.Groups, groups...)
		}
	}
}

// key joins the groups of one key.
func (b bins) key(key string, groups []*eval.Group, width int, several bool) []*eval.Group {
	slices.SortStableFunc(groups, func(x, y *eval.Group) int { return eval.CompareValues(x.Value, y.Value) })
	for _, g := range groups {
		if _, _, ok := span(g.Value); !ok {
			return groups
		}
	}
	if b[key] == nil {
		b[key] = chooseBins(groups)
		if n := len(b[key]); several && n > 1 {
			b[key][n-1].name = fmt.Sprintf("%.0f+", b[key][n-1].low)
		}
	}
	var out []*eval.Group
	at := -1
	for _, group := range groups {
		low, _, _ := span(group.Value)
		k := slices.IndexFunc(b[key], func(r bin) bool { return low <= r.high })
		if k < 0 {
			k = len(b[key]) - 1
		}
		if k == at {
			last := len(out) - 1
			out[last] = joinGroups(out[last], group, width)
		} else {
			one := *group
			out = append(out, &one)
		}
		out[len(out)-1].Value = b[key][k].name
		at = k
	}
	return out
}

// chooseBins joins groups from the first on until each has enough sentences. A
// small rest joins the last bin.
func chooseBins(groups []*eval.Group) (out []bin) {
	n := 0
	for i, group := range groups {
		low, high, _ := span(group.Value)
		if i == 0 || n >= fewest {
			out, n = append(out, bin{low, high, group.Value}), 0
		} else {
			out[len(out)-1].name = fmt.Sprintf("%.0f-%.0f", out[len(out)-1].low, high)
		}
		out[len(out)-1].high = high
		n += group.Len()
	}
	if k := len(out); k > 1 && n < fewest {
		out[k-2].high = out[k-1].high
		out[k-2].name = fmt.Sprintf("%.0f-%.0f", out[k-2].low, out[k-1].high)
		out = out[:k-1]
	}
	return out
}

// joinGroups returns the sentences of both groups, in order.
func joinGroups(a, b *eval.Group, width int) *eval.Group {
	group := &eval.Group{Key: a.Key, Value: a.Value}
	x, y := a.Reader(width), b.Reader(width)
	unitX, rowX := x.Next()
	unitY, rowY := y.Next()
	for rowX != nil || rowY != nil {
		if rowY == nil || rowX != nil && unitX <= unitY {
			group.Append(unitX, rowX)
			unitX, rowX = x.Next()
		} else {
			group.Append(unitY, rowY)
			unitY, rowY = y.Next()
		}
	}
	return group
}

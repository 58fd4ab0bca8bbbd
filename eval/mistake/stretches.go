package mistake

import (
	"cmp"
	"slices"
	"strings"

	"assay/eval"
	"assay/treebank"
)

// Stretches returns the causes of items that are stretches of words, such as chunks, expressions and units, of
// one part of a measure or, if that is "*", of each: the missing and the spurious ones between two boundaries
// that both sides have.
func Stretches(part string) func() eval.Causer {
	return func() eval.Causer { return &stretches{part: part, ruler: ruler{marks: true}} }
}

// stretches is the Causer of Stretches.
type stretches struct {
	part   string
	ruler  ruler
	list   []bracket
	causes []eval.Origin
}

// Causes implements eval.Causer.
func (c *stretches) Causes(pair *eval.Pair, wrong []eval.Item) []eval.Origin {
	c.causes, c.list = c.causes[:0], c.list[:0]
	if len(wrong) < 2 || !c.ruler.set(pair) {
		return nil
	}
	for i := range wrong {
		it := &wrong[i]
		if c.part != "*" && it.Part != c.part {
			continue
		}
		for side, s := range []*treebank.Sentence{pair.Gold, pair.System} {
			if begin, end, ok := extent(s, ref(it, side)); ok {
				c.list = append(c.list, bracket{item: i, at: c.ruler.reach(side, begin, end), part: it.Part})
			}
		}
	}
	slices.SortFunc(c.list, func(a, b bracket) int {
		return cmp.Or(strings.Compare(a.part, b.part), a.at.compare(b.at), cmp.Compare(a.item, b.item))
	})
	for i := 0; i < len(c.list); {
		at, j := c.list[i].at, i
		cause := eval.Origin{Kind: Segmentation}
		for ; j < len(c.list) && c.list[j].part == c.list[i].part && (j == i || c.list[j].at.begin < at.end ||
			c.list[j].at == at); j++ {
			at.end = max(at.end, c.list[j].at.end)
			if !slices.Contains(cause.Items, c.list[j].item) {
				cause.Items = append(cause.Items, c.list[j].item)
			}
		}
		if len(cause.Items) > 1 {
			cause.First, cause.Last = c.ruler.words(at)
			c.causes = append(c.causes, cause)
		}
		i = j
	}
	return c.causes
}

// extent returns the words of a reference: the first, and one past the last.
func extent(s *treebank.Sentence, r *eval.Ref) (begin, end int32, ok bool) {
	switch r.Kind {
	case eval.Phrase:
		if r.Index >= 0 && int(r.Index) < len(s.Phrases) {
			return s.Phrases[r.Index].Begin, s.Phrases[r.Index].End, true
		}
	case eval.Word, eval.Link:
		return r.Index, r.Index + 1, r.Index >= 0
	case eval.Token:
		return r.Index, r.Other, r.Index < r.Other
	}
	return 0, 0, false
}

// Units returns the causes of items about one unit, such as a connective, a phrase with functions or an empty
// element: the wrong items of all parts with the same words.
func Units() func() eval.Causer {
	return func() eval.Causer { return &units{ruler: ruler{marks: true}} }
}

// WrongUnit is the kind of Units.
const WrongUnit = "unit"

// units is the Causer of Units.
type units struct {
	ruler  ruler
	list   []bracket
	causes []eval.Origin
}

// Causes implements eval.Causer.
func (c *units) Causes(pair *eval.Pair, wrong []eval.Item) []eval.Origin {
	c.causes, c.list = c.causes[:0], c.list[:0]
	if len(wrong) < 2 || !c.ruler.set(pair) {
		return nil
	}
	for i := range wrong {
		it, side := &wrong[i], 0
		if it.Gold.Kind == eval.None {
			side = 1
		}
		s := pair.Gold
		if side == 1 {
			s = pair.System
		}
		if begin, end, ok := extent(s, ref(it, side)); ok {
			c.list = append(c.list, bracket{item: i, at: c.ruler.reach(side, begin, end)})
		}
	}
	slices.SortFunc(c.list, func(a, b bracket) int { return cmp.Or(a.at.compare(b.at), cmp.Compare(a.item, b.item)) })
	for i := 0; i < len(c.list); {
		j := i
		cause := eval.Origin{Kind: WrongUnit}
		for ; j < len(c.list) && c.list[j].at == c.list[i].at; j++ {
			cause.Items = append(cause.Items, c.list[j].item)
		}
		if len(cause.Items) > 1 {
			cause.First, cause.Last = c.ruler.words(c.list[i].at)
			c.causes = append(c.causes, cause)
		}
		i = j
	}
	return c.causes
}

package mistake

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"assay/eval"
	"assay/treebank"
)

// The kinds of causes of phrases.
const (
	MovedPhrase = "moved phrase"
	OtherLabel  = "other label"
)

// mostPairs is the number of pairs of missing and spurious phrases of a sentence up to which moved parts are looked
// for.
const mostPairs = 1 << 16

// Phrases returns the causes of items that are phrases or spans of units. labels means that phrases with other
// labels are others.
//
// A moved phrase is some words M with two places. For a phrase s of the system alone and one of gold alone with
// an equal label, with s = g + M or g = s + M, the two follow from M; at most one such pair has each phrase. So
// does the smallest phrase around M on either side if it is wrong: the place itself. Words that are punctuation
// marks in gold do not count, because the brackets around them are conventions. In sentences without gaps M is
// one end of a phrase.
//
// Other label: phrases of both sides over the same words.
func Phrases(labels bool) func() eval.Causer {
	return func() eval.Causer { return &phrases{labels: labels} }
}

// Spans returns the causes of items that are spans of units of a text, whatever their relations. Trees of
// discourse are nearly binary, so that words that two crossing spans share are a moved phrase too: (A B) C and A
// (B C).
func Spans() func() eval.Causer {
	return func() eval.Causer { return &phrases{binary: true} }
}

// phrases is the Causer of Phrases.
type phrases struct {
	labels bool
	binary bool
	ruler  ruler
	gold   []bracket
	system []bracket
	causes []eval.Origin
}

// A reach is a stretch of the words that count.
type reach struct{ begin, end int32 }

// without returns a without b, if b is one end of it.
func (a reach) without(b reach) (rest reach, ok bool) {
	switch {
	case a == b || b.begin >= b.end:
	case a.begin == b.begin && b.end < a.end:
		return reach{b.end, a.end}, true
	case a.end == b.end && a.begin < b.begin:
		return reach{a.begin, b.begin}, true
	}
	return rest, false
}

// shared returns the words that a and b share if they cross.
func (a reach) shared(b reach) (both reach, ok bool) {
	if b.begin < a.begin {
		a, b = b, a
	}
	return reach{b.begin, a.end}, a.begin < b.begin && b.begin < a.end && a.end < b.end
}

func (a reach) compare(b reach) int {
	return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(a.end, b.end))
}

// A bracket is a wrong phrase of one side.
type bracket struct {
	item   int
	phrase int32
	label  treebank.Symbol
	at     reach
	part   string
}

// Causes implements eval.Causer.
func (c *phrases) Causes(pair *eval.Pair, wrong []eval.Item) []eval.Origin {
	c.causes, c.gold, c.system = c.causes[:0], c.gold[:0], c.system[:0]
	if len(wrong) < 2 || !c.ruler.set(pair) {
		return nil
	}
	for i := range wrong {
		it := &wrong[i]
		if it.System.Kind == eval.None && it.Gold.Kind == eval.Phrase {
			c.gold = append(c.gold, c.bracket(i, it, 0, pair.Gold, &it.Gold))
		}
		if it.Gold.Kind == eval.None && it.System.Kind == eval.Phrase {
			c.system = append(c.system, c.bracket(i, it, 1, pair.System, &it.System))
		}
	}
	order := func(a, b bracket) int {
		return cmp.Or(a.at.compare(b.at), strings.Compare(pair.Gold.Name(a.label), pair.Gold.Name(b.label)),
			cmp.Compare(a.item, b.item))
	}
	slices.SortFunc(c.gold, order)
	slices.SortFunc(c.system, order)
	if len(c.gold)*len(c.system) <= mostPairs {
		c.moved(pair)
	}
	c.relabelled()
	return c.causes
}

func (c *phrases) bracket(i int, it *eval.Item, side int, s *treebank.Sentence, r *eval.Ref) bracket {
	b := bracket{item: i, phrase: r.Index, at: c.reach(side, s, r.Index), part: it.Part}
	if c.labels {
		b.label = r.CountedLabel()
	}
	return b
}

func (c *phrases) reach(side int, s *treebank.Sentence, phrase int32) reach {
	p := &s.Phrases[phrase]
	return c.ruler.reach(side, p.Begin, p.End)
}

// moved adds a cause for each stretch that has two places.
func (c *phrases) moved(pair *eval.Pair) {
	found := map[reach][][2]int{}
	for i := range c.system {
		for j := range c.gold {
			s, g := &c.system[i], &c.gold[j]
			if s.label != g.label || s.part != g.part {
				continue
			}
			m, ok := s.at.without(g.at)
			if !ok {
				m, ok = g.at.without(s.at)
			}
			if ok {
				found[m] = append(found[m], [2]int{i, j})
			} else if m, ok = s.at.shared(g.at); ok && c.binary && found[m] == nil {
				found[m] = [][2]int{}
			}
		}
	}
	for _, m := range slices.SortedFunc(maps.Keys(found), reach.compare) {
		first, end := c.ruler.words(m)
		cause := eval.Origin{Kind: MovedPhrase, First: first, Last: end}
		usedS, usedG := map[int]bool{}, map[int]bool{}
		for _, pair := range found[m] {
			if usedS[pair[0]] || usedG[pair[1]] {
				continue
			}
			usedS[pair[0]], usedG[pair[1]] = true, true
			cause.Items = append(cause.Items, c.system[pair[0]].item, c.gold[pair[1]].item)
		}
		cause.Items = c.places(0, pair.Gold, m, c.gold, cause.Items)
		cause.Items = c.places(1, pair.System, m, c.system, cause.Items)
		c.causes = append(c.causes, cause)
	}
}

// places adds the smallest phrase around m of a side, if it is wrong.
func (c *phrases) places(side int, s *treebank.Sentence, m reach, wrong []bracket, items []int) []int {
	site := c.site(side, s, m)
	for i := range wrong {
		if wrong[i].phrase == site && !slices.Contains(items, wrong[i].item) {
			items = append(items, wrong[i].item)
		}
	}
	return items
}

// site returns the smallest phrase that has more than m; of several with the same words the lowest, -1 if there is
// none.
func (c *phrases) site(side int, s *treebank.Sentence, m reach) int32 {
	best, size := int32(-1), int32(0)
	for q := range s.Phrases {
		at := c.reach(side, s, int32(q))
		if wide := at.end - at.begin; at != m && at.begin <= m.begin && at.end >= m.end && (best < 0 || wide <= size) {
			best, size = int32(q), wide
		}
	}
	return best
}

// relabelled adds a cause for each stretch with wrong phrases of both sides.
func (c *phrases) relabelled() {
	for i, j := 0, 0; i < len(c.gold) && j < len(c.system); {
		switch order := c.gold[i].at.compare(c.system[j].at); {
		case order < 0:
			i++
		case order > 0:
			j++
		default:
			at := c.gold[i].at
			first, end := c.ruler.words(at)
			cause := eval.Origin{Kind: OtherLabel, Order: 1, First: first, Last: end}
			for ; i < len(c.gold) && c.gold[i].at == at; i++ {
				cause.Items = append(cause.Items, c.gold[i].item)
			}
			for ; j < len(c.system) && c.system[j].at == at; j++ {
				cause.Items = append(cause.Items, c.system[j].item)
			}
			c.causes = append(c.causes, cause)
		}
	}
}

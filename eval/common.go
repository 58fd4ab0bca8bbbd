package eval

import (
	"bytes"
	"context"
	"slices"

	"assay/treebank"
)

// Common reports, for each sentence of gold, whether gold and all systems have a
// readable analysis of it. The result is meant for Options.Only.
func Common(ctx context.Context, gold *treebank.Source, systems []*treebank.Source, opt Options) ([]bool, error) {
	all, _, err := commonOf(ctx, gold, systems, nil, opt, false)
	return all, err
}

// A Translation is a file whose sentences have the ids of gold's and mostly other words.
type Translation struct {
	Source       *treebank.Source
	Other, Pairs int // pairs with other words, of all
}

// CommonWith is Common for the sentences that those files cover, which need not be
// scored. Sentences of gold that share a pair with one of the systems are covered
// together or not at all; a system need not cover them. A file that assay pairs with gold,
// and whose words are mostly others, is refused with a *PairingError, unless sentences of both formats
// are always paired by id: test suites are translated item by item.
func CommonWith(ctx context.Context, gold *treebank.Source, covering, systems []*treebank.Source,
	opt Options) ([]bool, []Translation, error) {
	return commonOf(ctx, gold, covering, systems, opt, true)
}

func commonOf(ctx context.Context, gold *treebank.Source, covering, systems []*treebank.Source, opt Options,
	related bool) (all []bool, translations []Translation, err error) {
	var pairs []Unit // those with several sentences of gold
	opt = opt.Unheard()
	opt.Where, opt.By, opt.Only = nil, nil, nil
	opt.Ranks, opt.Oracle, opt.OracleScore = 0, 0, "" // whether there is an analysis, the first shows
	for k, source := range slices.Concat(covering, systems) {
		res, err := Run(ctx, gold, source, []*Measure{newKinship()}, opt)
		if err != nil {
			return nil, nil, err
		}
		if related && k < len(covering) && opt.Align == AlignAuto && res.Align != AlignText && res.Align != AlignWords {
			sum := res.Counts[0].Sum()
			same, other := sum[0], sum[1]
			if keyed := gold.Format.Keyed && source.Format.Keyed; other > same && keyed {
				translations = append(translations, Translation{source, int(other), int(same + other)})
			} else if other > same {
				return nil, nil, pairingErrorf("is it an analysis of the same sentences? if so, choose the pairing, order or id, "+
					"with option align",
					"%g of %g sentences of %s, paired by %s, have other words than gold", other, same+other, source.Name, res.Align)
			}
		}
		if k == 0 {
			all = make([]bool, res.GoldN)
			for i := range all {
				all[i] = true
			}
		}
		covered := make([]bool, res.GoldN)
		for _, u := range res.Units {
			if u.GoldN > 1 {
				pairs = append(pairs, u)
			}
			for g := u.Gold; g < u.Gold+u.GoldN; g++ {
				covered[g] = u.Status == Scored
			}
		}
		for i := range all {
			all[i] = all[i] && (k >= len(covering) || i < len(covered) && covered[i])
		}
	}
	together(all, pairs)
	return all, translations, nil
}

// together excludes all sentences of a pair if one of them is excluded, so that every
// system is scored on the same sentences.
func together(all []bool, pairs []Unit) {
	for changed := true; changed; {
		changed = false
		for _, u := range pairs {
			sentences := all[u.Gold : u.Gold+u.GoldN]
			if slices.Contains(sentences, true) && slices.Contains(sentences, false) {
				clear(sentences)
				changed = true
			}
		}
	}
}

// kinship counts pairs of the same text and of others.
type kinship struct{}

func newKinship() *Measure {
	return &Measure{Name: "kinship", Signature: "kinship", Columns: Columns("same", "other"),
		NewCounter: func() Counter { return kinship{} }}
}

// Count counts a pair with words on both sides. Its text is the same if, without blanks,
// it has the same characters, or if a third of the words are on both sides: brackets
// may be escaped, and words split, in another way.
func (kinship) Count(row []float64, pair *Pair) error {
	gold, system := pair.Gold, pair.System
	if len(gold.Tokens) == 0 || len(system.Tokens) == 0 {
		return nil
	}
	var texts [2][]byte
	words := map[string]int{}
	for k, sentence := range []*treebank.Sentence{gold, system} {
		for i := range sentence.Tokens {
			word := sentence.Word(int32(i))
			texts[k] = treebank.AppendNonSpace(texts[k], word)
			words[string(word)] |= 1 << k
		}
	}
	shared, all := 0, 0
	for _, sides := range words {
		all++
		if sides == 3 {
			shared++
		}
	}
	if bytes.Equal(texts[0], texts[1]) || 3*shared >= all {
		row[0]++
	} else {
		row[1]++
	}
	return nil
}

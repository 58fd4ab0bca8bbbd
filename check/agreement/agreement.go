// Package agreement measures how far annotators of the same sentences agree when
// none of them is gold.
//
// Three questions have three figures:
//
//   - how much is the same: any measure of assay between two annotators, one in the
//     place of gold;
//   - do they use the labels alike: Cohen's kappa (1960) over the parts that both
//     have, labels of arcs to the same head, of constituents over the same words, and
//     tags of words;
//   - is the agreement of whole analyses better than chance: alpha with distances of
//     trees (Skjærholt 2014), see Alpha.
//
// Sentences are units. Read pairs every two annotators, so that a sentence counts
// for those who have it; sentences that some annotator lacks, splits differently or
// writes with other words are listed.
package agreement

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"assay/eval"
	"assay/eval/plan"
	"assay/treebank"
)

// A Corpus holds the analyses of the same sentences by several annotators.
type Corpus struct {
	Names   []string // of the annotators
	Pairs   []*Pair  // (0, 1), (0, 2), (1, 2) and so on
	Units   []*Unit  // sentences, in the order of the first annotator who has them
	Dropped []Drop
}

// A Pair is two annotators.
type Pair struct {
	A, B int
	// Result counts with A in the place of gold, Swapped with B.
	Result, Swapped *eval.Result
	// Judgements are the labels of both on parts that both have, by sentence.
	Judgements []Judged
	// Errors is the number of items that do not match, by unit of Result.
	Errors []int
}

// Judged holds the labels of two annotators in one sentence.
type Judged struct {
	Unit   int // of Pair.Result
	Labels []Judgement
}

// A Judgement is the labels of two annotators for the same part of a sentence.
type Judgement struct {
	Part string // one of Parts
	A, B string
}

// The parts that have labels.
const (
	Relation    = "relation"    // of arcs to the same head
	Constituent = "constituent" // over the same words; labels over the same words are joined from the top
	Tag         = "tag"         // of words
)

// Parts are all parts.
var Parts = []string{Relation, Constituent, Tag}

// A Unit is a sentence with the analyses of its annotators.
type Unit struct {
	Name  string
	Trees []*Tree // by annotator; nil where there is none
}

// A Drop is a sentence that some figure leaves out.
type Drop struct {
	Sentence string
	Place    string
	Why      string
	// Unscorable is set for those among the problems of a Pair's Result.
	Unscorable bool
}

// Options of Read.
type Options struct {
	Plan *plan.Plan // steps must be the same on both sides
	Taps plan.Taps  // of each run
	// Measures makes the measures for two annotators.
	Measures func(a, b *treebank.Source) ([]*eval.Measure, error)
	// Differs, if not nil, makes the function that reports whether an item of the
	// first measure is a difference; without it every item that is wrong is one.
	Differs func(m *eval.Measure) func(it *eval.Item) bool
	// Watch, if not nil, returns a collector of Pair.Result's items, and the function
	// that receives it when it is full; it may return nil.
	Watch func(a, b int) (collect func() eval.Collector, collected func(eval.Collector))
}

// Read runs the measures between every two annotators, in both directions, and keeps
// the data for the figures.
func Read(ctx context.Context, sources []*treebank.Source, opt Options) (*Corpus, error) {
	corpus := &Corpus{}
	joiner := newJoiner(len(sources))
	for _, s := range sources {
		corpus.Names = append(corpus.Names, s.Name)
	}
	for a := range sources {
		for b := a + 1; b < len(sources); b++ {
			p, err := corpus.pair(ctx, sources, a, b, opt, joiner)
			if err != nil {
				return nil, err
			}
			corpus.Pairs = append(corpus.Pairs, p)
		}
	}
	corpus.Units = joiner.units(corpus)
	return corpus, nil
}

// pair runs the measures between two annotators.
func (c *Corpus) pair(ctx context.Context, sources []*treebank.Source, a, b int, opt Options,
	joiner *joiner) (*Pair, error) {
	pair := &Pair{A: a, B: b}
	ms, err := opt.Measures(sources[a], sources[b])
	if err != nil {
		return nil, err
	}
	one, other := opt.Plan.Of(sources[a], sources[b]), opt.Plan.Of(sources[b], sources[a])
	if opt.Plan.Options().Align == eval.AlignAuto && sharedIDs(sources[a], sources[b]) {
		one, other = one.Paired(eval.AlignID), other.Paired(eval.AlignID)
	}
	taps := opt.Taps
	var all []*keeper
	differs := func(it *eval.Item) bool { return !it.Outcome.Fine() }
	if opt.Differs != nil && len(ms) > 0 {
		differs = opt.Differs(ms[0])
	}
	taps.Collect = func() eval.Collector { return &keeper{differs: differs} }
	taps.Collected = func(k eval.Collector) { all = append(all, k.(*keeper)) }
	if opt.Watch != nil {
		collect, collected := opt.Watch(a, b)
		taps.Collect = func() eval.Collector { return &keeper{differs: differs, also: collect()} }
		taps.Collected = func(k eval.Collector) {
			all = append(all, k.(*keeper))
			collected(k.(*keeper).also)
		}
	}
	if pair.Result, err = one.Run(ctx, 0, ms, taps); err != nil {
		return nil, err
	}
	if pair.Swapped, err = other.Run(ctx, 0, ms, opt.Taps); err != nil {
		return nil, err
	}
	pair.Errors = make([]int, len(pair.Result.Units))
	for _, k := range all {
		for _, x := range k.pairs {
			pair.Errors[x.unit] = x.errors
			if len(x.labels) > 0 {
				pair.Judgements = append(pair.Judgements, Judged{x.unit, x.labels})
			}
			joiner.add(pair, x)
		}
	}
	slices.SortStableFunc(pair.Judgements, func(x, y Judged) int { return cmp.Compare(x.Unit, y.Unit) })
	c.dropped(pair)
	return pair, nil
}

// dropped lists the sentences that the measures could not compare.
func (c *Corpus) dropped(pair *Pair) {
	sides := strings.NewReplacer("in gold", "in "+c.Names[pair.A], "in the system", "in "+c.Names[pair.B],
		"gold has", c.Names[pair.A]+" has", "the system", c.Names[pair.B])
	for i, u := range pair.Result.Units {
		switch {
		case u.GoldN == 0 && u.SystemN > 0:
			c.Dropped = append(c.Dropped, Drop{Sentence: pair.Result.Name(i), Why: "missing from " + c.Names[pair.A]})
		case u.SystemN == 0 && u.GoldN > 0:
			c.Dropped = append(c.Dropped, Drop{Sentence: pair.Result.Name(i), Why: "missing from " + c.Names[pair.B]})
		}
	}
	for _, x := range pair.Result.Problems {
		if x.Unit >= 0 && pair.Result.Units[x.Unit].Status == eval.Unscorable {
			c.Dropped = append(c.Dropped, Drop{x.Sentence, x.Place, sides.Replace(x.Text), true})
		}
	}
}

// A keeper keeps the data of the pairs of a batch that the figures need.
type keeper struct {
	differs func(*eval.Item) bool
	also    eval.Collector
	pairs   []kept
}

type kept struct {
	unit   int
	trees  [2]*Tree
	labels []Judgement
	errors int
}

// Pair keeps both trees, and the labels if the words are the same.
func (k *keeper) Pair(pair *eval.Pair) {
	x := kept{unit: pair.N}
	for i, s := range []*treebank.Sentence{pair.Gold, pair.System} {
		if !s.Missing {
			x.trees[i] = NewTree(s)
		}
	}
	if x.trees[0] != nil && x.trees[1] != nil && pair.SameWords() {
		x.labels = judgements(pair.Gold, pair.System)
	}
	k.pairs = append(k.pairs, x)
	if k.also != nil {
		k.also.Pair(pair)
	}
}

// Item counts the differences under the first metric.
func (k *keeper) Item(metric int, it *eval.Item) {
	if metric == 0 && k.differs(it) {
		k.pairs[len(k.pairs)-1].errors++
	}
	if k.also != nil {
		k.also.Item(metric, it)
	}
}

// Drop forgets the differences of a pair that cannot be counted after all.
func (k *keeper) Drop(metric int) {
	if metric == 0 {
		k.pairs[len(k.pairs)-1].errors = 0
	}
	if d, ok := k.also.(eval.Dropper); ok {
		d.Drop(metric)
	}
}

// End passes the end of a pair on.
func (k *keeper) End() {
	if f, ok := k.also.(eval.Finisher); ok {
		f.End()
	}
}

// judgements lists the labels that two sentences with the same words give to their
// common parts.
func judgements(a, b *treebank.Sentence) (out []Judgement) {
	for i := range a.Tokens {
		if x, y := a.Name(a.Tokens[i].Tag), b.Name(b.Tokens[i].Tag); x != "" && y != "" {
			out = append(out, Judgement{Tag, x, y})
		}
		ha, ra := a.HeadOf(int32(i))
		hb, rb := b.HeadOf(int32(i))
		if ha == hb && (ha >= 0 || ha == treebank.Root) && ra != 0 && rb != 0 {
			out = append(out, Judgement{Relation, a.Name(ra), b.Name(rb)})
		}
	}
	if len(a.Phrases) == 0 || len(b.Phrases) == 0 {
		return out
	}
	x, order := constituents(a)
	y, _ := constituents(b)
	for _, words := range order {
		if label, ok := y[words]; ok {
			out = append(out, Judgement{Constituent, x[words], label})
		}
	}
	return out
}

// constituents returns the labels of a sentence's constituents by their words, which
// may have gaps, and the words in order. The unlabelled root is left out.
func constituents(sentence *treebank.Sentence) (labels map[string]string, order []string) {
	words := make([][]byte, len(sentence.Phrases))
	for i := range sentence.Tokens {
		for up := sentence.Tokens[i].Parent; up >= 0; up = sentence.Phrases[up].Parent {
			words[up] = append(words[up], byte(i), byte(i>>8), byte(i>>16))
		}
	}
	labels = map[string]string{}
	for j := range sentence.Phrases { // parents come before children
		name, key := sentence.Name(sentence.Phrases[j].Label), string(words[j])
		if name == "" || key == "" {
			continue
		}
		if above, ok := labels[key]; ok {
			labels[key] = strings.Join([]string{above, name}, "+")
			continue
		}
		labels[key] = name
		order = append(order, key)
	}
	return labels, order
}

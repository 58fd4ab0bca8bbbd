// Package suggest finds rules that explain systematic differences between two analyses of
// the same sentences: Lin's rules against irrelevant differences (1995, §5), found in the data
// and not written by hand.
//
// In every link of the system the search tries what rules can do: invert it, lift or delete it,
// attach its word to a sibling, relabel it, or turn a coordination round its first conjunct. It
// groups the links by tags, relations and words, and takes the group whose rule removes most errors,
// less those that it makes, which count three times: later rules seldom repair them. The rule is then applied
// by package rewrite, as a stage of its own, and the search goes on in the result, so that no rule
// repeats another one.
//
// Half of the sentences is searched. A rule is kept only if it also removes errors in the other half,
// which did not choose it, by the randomisation test of package signif, which exchanges the signs of
// sentences; p is multiplied by the number of rules that could be tested (Bonferroni).
package suggest

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"

	"assay/rewrite"
	"assay/signif"
	"assay/treebank"
)

// A Pair is a sentence in both analyses: the same words, one table of symbols for all pairs.
type Pair struct{ Gold, System *treebank.Sentence }

// Options of a search. The zero value is the default.
type Options struct {
	HeadsOnly bool    // labels are not compared
	Most      int     // rules; 0 is 20
	Fewest    int     // errors that a rule must remove in the half that is searched; 0 is 5
	Alpha     float64 // level of the test; 0 is 0.05
	Seed      uint64  // of halves and tests; 0 is 1
}

// A Suggestion is a rule and its effect on the system's side.
type Suggestion struct {
	Name, Title string
	Text        string  // in the line syntax of package rewrite
	Firings     int     // on all sentences
	Fits        int     // words that it makes right
	Misfits     int     // words that it makes wrong
	Gain        int     // errors that it removes in all sentences, less those it makes
	Unseen      int     // the same in the sentences that did not choose it
	P           float64 // adjusted, on these
	Test        string  // a sentence before and after all rules, for the rule file; "" if none is short enough
}

// A Result holds the rules in the order in which they apply.
type Result struct {
	Rules                  []Suggestion
	Sentences, Words       int
	Before, After          int // errors of all sentences
	UnseenBefore           int // errors of the sentences that choose no rule
	UnseenAfter, Rejected  int // Rejected are rules that the other sentences did not confirm
	HeadsOnly              bool
	GoldLabels, SameLabels int // relations of gold, and those that the system has too
}

// Explained is the share of the errors that the rules remove.
func (r *Result) Explained() float64 {
	if r.Before == 0 {
		return 0
	}
	return float64(r.Before-r.After) / float64(r.Before)
}

// tests is the number of rules that a search may test for each that it may keep.
const tests = 2

// Find searches for rules that make the system's analyses those of gold.
func Find(pairs []Pair, opt Options) (*Result, error) {
	if len(pairs) < 2 {
		return nil, errors.New("rules are searched in one half of the sentences and tested in the other: want two " +
			"sentences or more")
	}
	opt = opt.withDefaults()
	result := &Result{Sentences: len(pairs), HeadsOnly: opt.HeadsOnly}
	f := &finder{opt: opt, result: result, rejected: map[string]bool{}}
	if err := f.begin(pairs); err != nil {
		return nil, err
	}
	for tested := 0; len(result.Rules) < opt.Most && tested < tests*opt.Most; tested++ {
		best, err := f.best()
		if err != nil {
			return nil, err
		}
		if best == nil {
			break
		}
		if err := f.test(best); err != nil {
			return nil, err
		}
	}
	result.After = f.errors(f.now[0]) + f.errors(f.now[1])
	result.UnseenAfter = f.errors(f.now[1])
	return result, f.examples(pairs)
}

func (o Options) withDefaults() Options {
	o.Most, o.Fewest = cmp.Or(o.Most, 20), cmp.Or(o.Fewest, 5)
	o.Alpha, o.Seed = cmp.Or(o.Alpha, 0.05), cmp.Or(o.Seed, 1)
	return o
}

// A finder is the state of a search: the system's sentences after the rules found so far.
type finder struct {
	opt      Options
	result   *Result
	now      [2][]Pair // the half that is searched, the other half
	tags     map[treebank.Symbol]bool
	rejected map[string]bool // rules, as written
	sites    miner
}

// begin divides the sentences and counts their errors.
func (f *finder) begin(pairs []Pair) error {
	draw := rand.New(rand.NewPCG(f.opt.Seed, 0))
	f.tags = map[treebank.Symbol]bool{}
	gold, system := map[treebank.Symbol]bool{}, map[treebank.Symbol]bool{}
	for i, at := range draw.Perm(len(pairs)) {
		p := Pair{pairs[at].Gold, pairs[at].System.Clone()}
		if len(p.Gold.Tokens) != len(p.System.Tokens) || p.Gold.Syms != p.System.Syms {
			return fmt.Errorf("sentence %d: want the same words and symbols on both sides", at+1)
		}
		f.now[i%2] = append(f.now[i%2], p)
		f.result.Words += len(p.Gold.Tokens)
		for w := range int32(len(p.System.Tokens)) {
			f.tags[p.System.Tokens[w].Tag] = true
			_, rel := p.Gold.HeadOf(w)
			_, own := p.System.HeadOf(w)
			gold[rel], system[own] = true, true
		}
	}
	for rel := range gold {
		if f.result.GoldLabels++; system[rel] {
			f.result.SameLabels++
		}
	}
	f.result.UnseenBefore = f.errors(f.now[1])
	f.result.Before = f.result.UnseenBefore + f.errors(f.now[0])
	return nil
}

// cost is 1 if a head, or under the right head a label, is not gold's.
func (f *finder) cost(gold *treebank.Sentence, word, head int32, rel treebank.Symbol) int {
	goldHead, goldRel := gold.HeadOf(word)
	if head != goldHead || !f.opt.HeadsOnly && rel != goldRel && head != treebank.Unknown {
		return 1
	}
	return 0
}

func (f *finder) errorsOf(p Pair) (n int) {
	for w := range int32(len(p.Gold.Tokens)) {
		head, rel := p.System.HeadOf(w)
		n += f.cost(p.Gold, w, head, rel)
	}
	return n
}

func (f *finder) errors(pairs []Pair) (n int) {
	for _, p := range pairs {
		n += f.errorsOf(p)
	}
	return n
}

// tried are the candidates that are applied in each round.
const tried = 8

// A trial is a rule that has been applied to the half that is searched.
type trial struct {
	*candidate
	text  string
	gain  int
	worth float64
}

// misfitPrice is the price of a word that a rule makes wrong, beside the error that its gain has already lost.
const misfitPrice = 2

// judge counts the words that a rule makes right and wrong.
func (f *finder) judge(before, after []Pair) (fits, misfits int) {
	for i, p := range before {
		for w := range int32(len(p.Gold.Tokens)) {
			head, rel := p.System.HeadOf(w)
			was := f.cost(p.Gold, w, head, rel)
			head, rel = after[i].System.HeadOf(w)
			is := f.cost(p.Gold, w, head, rel)
			fits, misfits = fits+max(0, was-is), misfits+max(0, is-was)
		}
	}
	return fits, misfits
}

// best returns the rule that removes most errors in the half that is searched, nil if none
// removes enough.
func (f *finder) best() (*trial, error) {
	var best *trial
	n := 0
	for _, c := range f.candidates() {
		text := c.text(f, len(f.result.Rules)+1)
		if f.rejected[c.text(f, 0)] {
			continue
		}
		if n++; n > tried {
			break
		}
		after, _, looped, err := f.apply(text, f.now[0])
		if err != nil {
			return nil, err
		}
		gain := f.errors(f.now[0]) - f.errors(after)
		_, misfits := f.judge(f.now[0], after)
		worth := float64(gain) - misfitPrice*float64(misfits) - c.price(f)
		if looped > 0 || gain < f.opt.Fewest || best != nil && worth <= best.worth {
			continue
		}
		best = &trial{c, text, gain, worth}
	}
	return best, nil
}

// apply returns the pairs after a rule, the number of its firings, and that of sentences in which
// it loops.
func (f *finder) apply(text string, pairs []Pair) (out []Pair, firings, looped int, err error) {
	module, err := rewrite.Parse([]byte(text), "suggested.rules")
	if err != nil {
		return nil, 0, 0, fmt.Errorf("a suggested rule cannot be read: %w\n%s", err, text)
	}
	rw := rewrite.New(module, rewrite.Options{RestoreLoops: true})
	for _, p := range pairs {
		now := p.System.Clone()
		if _, loops := errors.AsType[*rewrite.LoopError](rw.Apply(now)); loops {
			looped++
		}
		out = append(out, Pair{p.Gold, now})
	}
	for _, r := range rw.Stats.Rules {
		firings += r.Firings
	}
	return out, firings, looped, nil
}

// test keeps a rule if it also removes errors in the other half.
func (f *finder) test(t *trial) error {
	unseen, firings, looped, err := f.apply(t.text, f.now[1])
	if err != nil {
		return err
	}
	before, after := f.ratio(f.now[1]), f.ratio(unseen)
	p := signif.Randomize(before, after, signif.Options{Alternative: signif.Less, Seed: f.opt.Seed,
		Shuffles: 9999}).P * float64(tests*f.opt.Most)
	gain := f.errors(f.now[1]) - f.errors(unseen)
	if looped > 0 || gain <= 0 || !(p <= f.opt.Alpha) {
		f.rejected[t.candidate.text(f, 0)] = true
		f.result.Rejected++
		return nil
	}
	seen, more, _, err := f.apply(t.text, f.now[0])
	if err != nil {
		return err
	}
	s := Suggestion{Name: t.name(len(f.result.Rules) + 1), Title: t.title(f), Text: t.text,
		Firings: firings + more, Gain: t.gain + gain, Unseen: gain, P: p}
	for half, now := range [2][]Pair{seen, unseen} {
		fits, misfits := f.judge(f.now[half], now)
		s.Fits, s.Misfits = s.Fits+fits, s.Misfits+misfits
		f.now[half] = now
	}
	f.result.Rules = append(f.result.Rules, s)
	return nil
}

// ratio is the error rate by sentence.
func (f *finder) ratio(pairs []Pair) (r signif.Ratio) {
	for _, p := range pairs {
		r.Num = append(r.Num, float64(f.errorsOf(p)))
		r.Den = append(r.Den, float64(len(p.Gold.Tokens)))
	}
	return r
}

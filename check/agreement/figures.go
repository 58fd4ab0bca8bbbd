package agreement

import (
	"cmp"
	"math"
	"slices"

	"assay/compare"
	"assay/diagnose"
	"assay/eval"
	"assay/signif"
)

// A Report shows the agreement of annotators.
type Report struct {
	Corpus   *Corpus
	Builders []*diagnose.Builder // of the pairs of annotators
	Alphas   []*Alpha
	Without  string // why there is no alpha

	NoIntervals bool
	Resampling  compare.Options     // of intervals: alpha, samples, seed, jobs
	Precision   int                 // decimals
	Top         int                 // number of labels and sentences in a table; 0 for all
	Cite        func(string) string // shortens signatures; nil leaves them whole
	Flags       bool                // notes name options as flags of a shell
	Version     string
	Extra       []string // of signatures
}

func (r *Report) resampling() signif.Options {
	o := r.Resampling
	return signif.Options{Alpha: o.Alpha, Resamples: o.Samples, Seed: o.Seed,
		Parallel: func(n int, task func(int)) { eval.Parallel(o.Jobs, n, task) }}
}

// Chance computes alpha for some distances, over that many pairs of trees (0 for all).
func (r *Report) Chance(distances []Distance, pairs int) error {
	opt := AlphaOptions{Pairs: pairs, Jobs: r.Resampling.Jobs, Options: r.resampling()}
	if pairs == 0 {
		opt.Pairs = -1
	}
	for _, d := range distances {
		x, err := r.Corpus.Alpha(d, opt)
		if err != nil {
			return err
		}
		r.Alphas = append(r.Alphas, x)
		r.Corpus.Dropped = append(r.Corpus.Dropped, x.Dropped...)
	}
	return nil
}

// limits returns the ends of an interval; NaN with --ci none.
func (r *Report) limits(iv signif.Interval) (low, high float64) {
	if r.NoIntervals {
		return math.NaN(), math.NaN()
	}
	return iv.Low, iv.High
}

// A pairScore is the agreement of two annotators under a measure. If the measure is not
// symmetric, gold is the annotator taken as gold; else it is -1.
type pairScore struct {
	pair      *Pair
	metric    *eval.Measure
	score     eval.Score
	gold      int
	low, high float64
	sentences int
}

// scores returns the main score of each measure for every two annotators.
func (r *Report) scores() (out []pairScore) {
	for _, pair := range r.Corpus.Pairs {
		for m := range pair.Result.Counts {
			one := r.score(pair, pair.Result, m)
			two := r.score(pair, pair.Swapped, m)
			if one.score.Value == two.score.Value || math.IsNaN(one.score.Value) && math.IsNaN(two.score.Value) {
				out = append(out, one)
				continue
			}
			two.gold = pair.B
			one.gold = pair.A
			out = append(out, one, two)
		}
	}
	return out
}

func (r *Report) score(p *Pair, res *eval.Result, m int) pairScore {
	counts := res.Counts[m]
	x := pairScore{pair: p, metric: counts.Metric, score: counts.Headline(), gold: -1, low: math.NaN(),
		high: math.NaN(), sentences: counts.Sentences.Scored}
	if r.NoIntervals {
		return x
	}
	find, err := compare.Intervals(r.Resampling)
	if err != nil {
		return x
	}
	for _, iv := range find(res, counts, nil) {
		if iv.Name == x.score.Name {
			x.low, x.high = iv.Low, iv.High
		}
	}
	return x
}

// A confusion is two labels that annotators gave to the same part, or one label that
// one of them gave and the other did not.
type confusion struct {
	metric    int
	part      string
	one, two  string
	how       string
	n         int
	sentences []string
}

// confusions adds up the confusions of all pairs of annotators, in either direction.
func (r *Report) confusions() []confusion {
	type key struct {
		metric             int
		part, one, two, as string
	}
	at := map[key]int{}
	var out []confusion
	for i, b := range r.Builders {
		res := r.Corpus.Pairs[i].Result
		d := b.Diagnosis(res)
		for _, c := range d.Confusions {
			one, two := min(c.Gold, c.System), max(c.Gold, c.System)
			if one == "" {
				one, two = two, one
			}
			k := key{c.Metric, c.Part, one, two, c.How}
			if _, ok := at[k]; !ok {
				at[k] = len(out)
				out = append(out, confusion{metric: c.Metric, part: c.Part, one: one, two: two, how: c.How})
			}
			x := &out[at[k]]
			x.n += c.N
			for _, u := range c.Units {
				if name := shortName(res, int(u)); !slices.Contains(x.sentences, name) {
					x.sentences = append(x.sentences, name)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(x, y confusion) int {
		return cmp.Or(cmp.Compare(x.metric, y.metric), cmp.Compare(y.n, x.n), cmp.Compare(x.one, y.one),
			cmp.Compare(x.two, y.two))
	})
	return out
}

// A Dispute is a sentence on which two annotators disagree.
type Dispute struct {
	Pair        int // of the corpus
	Unit        int
	Differences int
}

// Disputes lists the sentences with differences under the first measure, those with
// the most first.
func (r *Report) Disputes() (out []Dispute) {
	for i, p := range r.Corpus.Pairs {
		for u, n := range p.Errors {
			if n > 0 {
				out = append(out, Dispute{i, u, n})
			}
		}
	}
	slices.SortStableFunc(out, func(x, y Dispute) int {
		return cmp.Or(cmp.Compare(y.Differences, x.Differences), cmp.Compare(x.Unit, y.Unit), cmp.Compare(x.Pair, y.Pair))
	})
	return out
}

// Title is the letter and the name of an annotator.
func (r *Report) Title(annotator int) string {
	return compare.Letter(annotator) + " " + r.Corpus.Names[annotator]
}

// shortName is the name of a sentence, its number if the name is long.
func shortName(res *eval.Result, unit int) string {
	if name := res.Name(unit); len(name) <= 20 {
		return name
	}
	return res.Units[unit].Number()
}

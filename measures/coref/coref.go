// Package coref is the measure of coreference: mentions of entities in documents. A row is a document.
//
//	mentions  mentions with a counterpart on the other side
//	muc       links that join a mention to its entity: entities of n mentions have n-1 (Vilain et al. 1995)
//	bcub      share of a mention's entity that the other side has together with it (Bagga & Baldwin 1998)
//	ceafm     mentions, ceafe entities, under the best one-to-one pairing of entities (Luo 2005)
//	blanc     pairs of mentions with one entity and with two, the mean of both (Recasens & Hovy 2011, Luo et al. 2014)
//	lea       links of entities, weighted by their size (Moosavi & Strube 2016)
//	conll     the mean of the F1 of muc, bcub and ceafe (Pradhan et al. 2012)
//	mor       words of mentions under the best one-to-one pairing, whatever their entities are (CorefUD)
//	zero      empty nodes that are not the first mention of their entity, with a right antecedent (CorefUD)
//
// Mentions are aligned (file align.go), then all counts are over the aligned ones. Every count is shared out to
// mentions, so that the items of a document sum to its row: a link is that of its later mention, a count of entities
// that of the first mention of the entity.
//
// Where the official programs err, the default does not: words are compared, documents that only the system has count
// for precision, a mention with the words of another one counts once on both sides, and 0/0 is undefined. The presets
// do as the programs, but for repeated mentions of gold.
package coref

import (
	"math"

	"assay/eval"
	"assay/measures/entry"
	"assay/treebank"
)

// Match is the way in which mentions of other words are aligned.
type Match uint8

// The ways.
const (
	Exact   Match = iota // not at all
	Head                 // those with the same head
	Partial              // those of the system within gold's, with gold's head
)

// String returns the value used by options and signatures.
func (m Match) String() string { return [...]string{"exact", "head", "partial"}[m] }

// Zeros is the way in which mentions of empty nodes are aligned.
type Zeros uint8

// The ways.
const (
	Equal     Zeros = iota // those at the same place, then the others by their dependencies
	Dependent              // all by their dependencies
	Linear                 // those at the same place
)

// String returns the value used by options and signatures.
func (z Zeros) String() string { return [...]string{"equal", "dependent", "linear"}[z] }

// Options of the measure.
type Options struct {
	Match          Match
	Zeros          Zeros
	DropSingletons bool // entities of one mention do not count
	ByPosition     bool // words are compared by their numbers, not by their characters
	SamePrefix     bool // with ByPosition: words must be the same as far as the shorter side goes
	IgnoreExtra    bool // documents that only the system has do not count
	ZeroIsZero     bool // 0/0 is 0
	EitherLinks    bool // blanc leaves out a class of links if neither side has one, not if gold has none
}

// The columns of a row.
const (
	colGold = iota
	colSystem
	colMatched
	colMUCGold
	colMUCSystem
	colMUCMatched
	colBCubGold // shares of gold's entities
	colBCubSystem
	colCEAFM
	colEntitiesGold
	colEntitiesSystem
	colCEAFE
	colCorefGold
	colCorefSystem
	colCorefMatched
	colApartGold
	colApartSystem
	colApartMatched
	colLEAGold
	colLEASystem
	colWordsGold
	colWordsSystem
	colWordsMatched
	colZerosGold
	colZerosSystem
	colZerosMatched
	columnCount
)

var names = [columnCount]string{"gold", "system", "matched", "muc_gold", "muc_system", "muc_matched", "bcub_gold",
	"bcub_system", "ceafm_matched", "entities_gold", "entities_system", "ceafe_matched", "links_gold", "links_system",
	"links_matched", "nonlinks_gold", "nonlinks_system", "nonlinks_matched", "lea_gold", "lea_system", "words_gold",
	"words_system", "words_matched", "zeros_gold", "zeros_system", "zeros_matched"}

// A metric is four columns: numerator and denominator of recall, then of precision.
type metric struct {
	name           string
	rn, rd, pn, pd int
	main           bool
}

func metrics() []metric {
	return []metric{
		{"mentions", colMatched, colGold, colMatched, colSystem, true},
		{"muc", colMUCMatched, colMUCGold, colMUCMatched, colMUCSystem, true},
		{"bcub", colBCubGold, colGold, colBCubSystem, colSystem, true},
		{"ceafm", colCEAFM, colGold, colCEAFM, colSystem, false},
		{"ceafe", colCEAFE, colEntitiesGold, colCEAFE, colEntitiesSystem, true},
		{"lea", colLEAGold, colGold, colLEASystem, colSystem, true},
		{"mor", colWordsMatched, colWordsGold, colWordsMatched, colWordsSystem, false},
		{"zero", colZerosMatched, colZerosGold, colZerosMatched, colZerosSystem, false},
	}
}

// New returns the measure with these options.
func New(opt Options) *eval.Measure {
	return &eval.Measure{
		Name:       "coref",
		Signature:  opt.signature(),
		Columns:    eval.Columns(names[:]...),
		PRF:        []eval.PRF{{Before: "mentions_", Gold: colGold, System: colSystem, Matched: colMatched, Main: true}},
		Formulas:   opt.formulas(),
		Items:      colGold,
		Reads:      treebank.Mentions | treebank.Tags | treebank.Enhanced,
		Brief:      []string{"conll", "muc_f1", "bcub_f1", "ceafe_f1", "lea_f1", "mentions_f1"},
		Unlabelled: true,
		Whole:      true,
		Omit:       omit,
		NewCounter: func() eval.Counter { return &counter{Options: opt} },
	}
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	words := func() string {
		switch {
		case opt.SamePrefix:
			return "prefix"
		case opt.ByPosition:
			return "position"
		}
		return "text"
	}
	setWords := func(value string) error {
		opt.ByPosition = value == "position"
		opt.SamePrefix = opt.SamePrefix && opt.ByPosition
		return nil
	}
	return []entry.Option{
		entry.Choice(&opt.Match, "match", "mentions that are the same: equal words; also those with one head; also those "+
			"within gold's that have its head", Exact, Head, Partial),
		entry.Flag(&opt.DropSingletons, "singletons", "keep", "drop", "whether entities of one mention count"),
		entry.Choice(&opt.Zeros, "zeros", "empty nodes that are the same: at one place, else by their dependencies; by "+
			"dependencies alone; at one place alone", Equal, Dependent, Linear),
		entry.Free("words", "whether words must be the same text, or are compared by their numbers", words, setWords,
			"text", "position"),
		entry.Flag(&opt.IgnoreExtra, "extra", "count", "skip", "whether documents that gold lacks count for precision"),
	}
}

func (opt Options) signature() string {
	empty, blanc := "undefined", "gold"
	if opt.ZeroIsZero {
		empty = "zero"
	}
	if opt.EitherLinks {
		blanc = "either"
	}
	return "coref" + entry.Cite(opt.Settings(), "match", "zeros", "singletons", "words", "extra") + "|empty:" + empty +
		"|blanc:" + blanc
}

// formulas states the scores: recall, precision and F1 of each metric, and the mean of conll.
func (opt Options) formulas() (out []eval.Formula) {
	zero := func(f eval.Formula) eval.Formula {
		if !opt.ZeroIsZero {
			return f
		}
		inner := f
		f.Func = func(row []float64) float64 {
			if v := inner.Value(row); !math.IsNaN(v) {
				return v
			}
			return 0
		}
		f.Reads = f.ColumnsOf()
		f.Num, f.Den = nil, nil
		return f
	}
	f1 := map[string]func([]float64) float64{}
	for _, m := range metrics() {
		triple := []eval.Formula{
			eval.Ratio(m.name+"_precision", eval.Plus(m.pn), eval.Plus(m.pd)),
			eval.Ratio(m.name+"_recall", eval.Plus(m.rn), eval.Plus(m.rd)),
			eval.Ratio(m.name+"_f1", eval.Plus(m.pn).Times(2), eval.Plus(m.rd, m.pd)),
		}
		if m.rn != m.pn {
			triple[2] = harmonic(m)
		}
		for i := range triple {
			triple[i].Main = m.main
			triple[i] = zero(triple[i])
		}
		f1[m.name] = triple[2].Value
		out = append(out, triple...)
	}
	out = append(out, opt.blanc()...)
	conll := eval.Formula{Name: "conll", Rate: true, Main: true, Headline: true,
		Func: func(row []float64) float64 { return (f1["muc"](row) + f1["bcub"](row) + f1["ceafe"](row)) / 3 }}
	for _, m := range metrics() {
		if m.name == "muc" || m.name == "bcub" || m.name == "ceafe" {
			conll.Reads = append(conll.Reads, m.rn, m.rd, m.pn, m.pd)
		}
	}
	return append(out, conll)
}

// harmonic is the F1 of a metric whose recall and precision have numerators of their own.
func harmonic(m metric) eval.Formula {
	return eval.Formula{Name: m.name + "_f1", Rate: true, Reads: []int{m.rn, m.rd, m.pn, m.pd},
		Func: func(row []float64) float64 {
			if row[m.rd]+row[m.pd] == 0 {
				return math.NaN()
			}
			if row[m.rn] == 0 || row[m.pn] == 0 {
				return 0
			}
			p, r := row[m.pn]/row[m.pd], row[m.rn]/row[m.rd]
			return 2 * p * r / (p + r)
		}}
}

// blanc is the mean over links and non-links. A class without links counts not at all.
func (opt Options) blanc() (out []eval.Formula) {
	classes := [2][3]int{{colCorefGold, colCorefSystem, colCorefMatched}, {colApartGold, colApartSystem, colApartMatched}}
	for k, name := range []string{"precision", "recall", "f1"} {
		f := eval.Formula{Name: "blanc_" + name, Rate: true}
		for _, c := range classes {
			f.Reads = append(f.Reads, c[:]...)
		}
		f.Func = func(row []float64) float64 {
			sum, n := 0.0, 0.0
			for _, c := range classes {
				gold, system, matched := row[c[0]], row[c[1]], row[c[2]]
				if gold == 0 && !(opt.EitherLinks && system > 0) {
					continue
				}
				n++
				if den := [3]float64{system, gold, (gold + system) / 2}[k]; den > 0 {
					sum += matched / den
				}
			}
			if n == 0 && opt.ZeroIsZero {
				return 0
			}
			return sum / n
		}
		out = append(out, f)
	}
	return out
}

// omit leaves the scores of empty nodes out of short tables where there are none.
func omit(sum []float64, _ uint64) []eval.Omission {
	if sum[colZerosGold]+sum[colZerosSystem] > 0 {
		return nil
	}
	return []eval.Omission{{Scores: []string{"zero_precision", "zero_recall", "zero_f1"},
		Why: "no empty node is a later mention"}}
}

package option

import (
	"assay/check/adjudicate"
	"assay/compare"
	"assay/eval"
)

// Options say how files are read, changed, paired and counted. The zero value has the defaults of the
// command; values are those of its options of the same names.
type Options struct {
	Metric                         string            // measures or scores, separated by commas; "" chooses by the format
	Metrics                        []*eval.Measure   // measures that are made already, in place of Metric
	From, GoldFormat, SystemFormat string            // names of formats; "" finds them
	Repair                         string            // how far answers of language models are repaired
	Params                         string            // parameter file of the measure
	Check                          string            // file of decisions of a human check
	Decisions                      adjudicate.Reader // reads Check; nil for adjudicate.Load
	Spans, Punctuation, Root       string            // options of measures
	Align, OnError                 string            // how sentences are paired; how unscorable ones count
	Where, By                      string            // select items; break down by keys
	Train                          []string          // training data, for keys such as known
	Prep                           string            // steps of clean-up, separated by commas
	As, Heads, Relations           string            // conversion to dependencies
	Own                            [2]Side           // of gold and of the systems alone
	Rewrite                        []string          // rules for both sides
	RewriteGold, RewriteSystem     []string          // rules for one side
	Normalise, Strategy            string            // built-in rule modules; how rules are applied
	MaxTrees                       int               // readings of a parse forest that rules unpack; 0 for 1000
	IgnoreMissing                  string            // the side whose missing sentences are left out
	Common                         bool              // only sentences that all systems can be scored on
	CommonWith                     []string          // only sentences of which these files have an analysis too
	Rank, Oracle, Pack             int               // of ranked lists
	OracleScore                    string            // the score by which Oracle chooses
	Readings                       string            // of treebanked profiles of systems: parsed or preferred
	Jobs                           int               // goroutines; 0 for the number of cores

	Suite        bool            // read the fields of [incr tsdb()] that TestSuite needs
	PerSentence  bool            // keep the scores of each sentence
	Tests        compare.Options // of tests and intervals
	NoTests      bool            // test no differences
	Plotted      bool            // break down by the keys that a page plots, if By names none
	AnalyticFrom int             // sentences from which on intervals are analytic; 0 for never
	Version      string          // of the program, for signatures
}

// A Side has the options of one side that replace the general ones: two treebanks, or a
// treebank and a grammar, need not share their labels.
type Side struct{ Prep, Heads, Relations string }

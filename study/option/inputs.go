package option

import (
	"path/filepath"
	"slices"

	"assay/eval"
	"assay/eval/breakdown"
	"assay/formats"
	"assay/heads"
	"assay/measures"
	"assay/prep"
	"assay/rewrite"
	"assay/treebank"
)

// Names of options that messages and other tables need.
const (
	Common     = "common"
	CommonWith = "common-with"
)

// The reasons why an option has no effect in a command.
const (
	drawn = "show draws sentences, and counts nothing"
	asked = "check asks about items, and counts no scores"
)

// uncounted says of an option of the figures that some commands give none.
func uncounted() []Idle {
	return []Idle{{Commands: "show", Why: drawn}, {Commands: "check", Why: asked}}
}

// selecting says of an option that leaves out sentences that some commands look at all of them.
func selecting() []Idle {
	out := []Idle{{Commands: Experiments, When: Experiment, With: OneTreebank}}
	for _, command := range []string{"show", "agree", "serve", "check"} {
		out = append(out, Idle{Commands: command, With: command})
	}
	return out
}

// Inputs are the options of every command that scores, bound to o: how files are read, changed, paired and counted.
// Parts of signatures come in this order. To add an option, add a row.
func Inputs(o *Options) []Option {
	return Grouped("reading and counting", slices.Concat(reading(o), changing(o), counting(o))...)
}

// reading are the options for files and measures.
func reading(o *Options) []Option {
	return []Option{
		{Name: "metric", Short: "m", Want: "NAME,...", Doc: "measure or score (assay metrics lists them)",
			Value: Joined(&o.Metric), Offers: measures.Names, Marks: true},
		{Name: "from", Short: "f", Want: "FORMAT", Doc: "format of all files (default: by name and first bytes)",
			Value: Text(&o.From), Offers: formats.Names, Marks: true},
		{Name: "gold-format", Want: "FORMAT", Doc: "format of the gold files", Value: Text(&o.GoldFormat),
			Offers: formats.Names, Marks: true},
		{Name: "system-format", Want: "FORMAT", Doc: "format of the system files", Value: Text(&o.SystemFormat),
			Offers: formats.Names, Marks: true},
		{Name: "repair",
			Doc:   "how far answers of language models are repaired (default: structure, with the figures before it)",
			Value: Text(&o.Repair), Values: []string{"none", "format", "structure"}, Marks: true},
		{Name: "params", Short: "p", Want: "FILE", Doc: "parameters of the measure (EVALB, EDM)", Value: Text(&o.Params),
			Reads: true, Marks: true},
		{Name: "check", Want: "FILE", Value: Text(&o.Check), Reads: true, Marks: true,
			Doc: "file or database of decisions of a human check: gives soft precision and recall"},
		{Name: "spans", Doc: "how brackets are compared where tokens differ", Value: Text(&o.Spans),
			Values: []string{"words", "characters"}, Open: true, Marks: true},
		{Name: "punctuation", Doc: "which tokens are punctuation", Value: Text(&o.Punctuation),
			Values: []string{"keep", "unicode", "ascii", "tag"}, Open: true, Marks: true},
		{Name: "root", Doc: "whether the root counts", Value: Text(&o.Root), Values: []string{"count", "skip"},
			Open: true, Marks: true},
		{Name: "system-readings", Value: Text(&o.Readings), Default: string(treebank.Parsed), Marks: true,
			Values: []string{string(treebank.Parsed), string(treebank.Preferred)},
			Doc:    "first readings of a treebanked system profile: the parser's or the annotator's"},
		{Name: "train", Want: "FILE", Value: Texts(&o.Train), Reads: true,
			Doc: "training data of the systems, for --by and --where known, train-frequency and known-tag"},
		{Name: "jobs", Short: "j", Doc: "number of cores (0 for all)", Value: Whole(&o.Jobs)},
	}
}

// changing are the options for changes to sentences.
func changing(o *Options) []Option {
	table := []Option{
		{Name: "prep", Want: "STEP,...", Doc: "change both sides first (assay help steps)", Value: Joined(&o.Prep),
			Offers: prep.Names, Marks: true},
		{Name: "as", Doc: "convert constituents to dependencies first", Value: Text(&o.As), Values: []string{"deps"},
			Marks: true},
		{Name: "heads", Want: "TABLE", Value: Text(&o.Heads), Offers: heads.Names, Reads: true, Marks: true,
			Doc: "head table of --as deps: NAME|FILE[:KEY=VALUE]... (assay heads lists them)"},
		{Name: "relations", Want: "TABLE", Doc: "relation table of --as deps: NAME|FILE", Value: Text(&o.Relations),
			Reads: true, Marks: true},
		{Name: "rewrite", Want: "RULES", Value: Texts(&o.Rewrite), Offers: rewrite.Builtin, Reads: true, Marks: true,
			Doc: "modification rules for both sides: a rule file, or the name of a built-in module"},
		{Name: "rewrite-gold", Want: "RULES", Doc: "the same for gold only", Value: Texts(&o.RewriteGold), Reads: true,
			Marks: true},
		{Name: "rewrite-system", Want: "RULES", Doc: "the same for the system only", Value: Texts(&o.RewriteSystem),
			Reads: true, Marks: true},
		{Name: "normalise", Want: "MODULE,...", Doc: "rule modules for both sides (assay rewrite --list)",
			Value: Joined(&o.Normalise), Offers: rewrite.Builtin, Marks: true},
		{Name: "strategy", Doc: "how rules are applied (default: as the rule file says)", Value: Text(&o.Strategy),
			Values: Strategies(), Marks: true},
		MaxTrees(&o.MaxTrees),
	}
	for i, name := range []string{"gold", "system"} {
		own := &o.Own[i]
		table = append(table,
			Option{Name: name + "-heads", Want: "TABLE", Value: Text(&own.Heads), Offers: heads.Names, Reads: true, Marks: true,
				Doc: "head table of " + name + " alone, which is converted to dependencies"},
			Option{Name: name + "-relations", Want: "TABLE", Value: Text(&own.Relations), Reads: true, Marks: true,
				Doc: "relation table of " + name + " alone"},
			Option{Name: name + "-prep", Want: "STEP,...", Value: Text(&own.Prep), Offers: prep.Names, Marks: true,
				Doc: "preprocessing of " + name + " alone, instead of --prep"})
	}
	return table
}

// Strategies are the names of the ways to apply rules.
func Strategies() []string { return []string{rewrite.Fixpoint.String(), rewrite.Once.String()} }

// MaxTrees is the option of the readings of a forest, of every command with rules.
func MaxTrees(field *int) Option {
	return Option{Name: "max-trees", Doc: "most readings of a parse forest that rules unpack (1000 if not given)",
		Value: Positive(field)}
}

// Pack is the option that makes forests, of every command that reads ranked lists.
func Pack(field *int) Option {
	return Option{Name: "pack", Value: Positive(field), Marks: true,
		Doc: "pack the first K analyses of each ranked list into a parse forest, after --as and rules"}
}

// counting are the options for pairs and figures.
func counting(o *Options) []Option {
	return []Option{
		{Name: "ignore-missing", Doc: "leave out sentences that this side lacks", Value: Text(&o.IgnoreMissing),
			Values: []string{"gold", "system", "both"}, Cite: func() []string {
				if o.IgnoreMissing == "" {
					return nil
				}
				return []string{"ignore-missing:" + o.IgnoreMissing}
			}},
		{Name: Common, Value: Switch(&o.Common), Idle: selecting(),
			Doc: "only sentences that gold has and all systems can be scored on",
			Cite: func() []string {
				if !o.Common {
					return nil
				}
				return []string{Common}
			}},
		{Name: CommonWith, Want: "FILE", Value: Texts(&o.CommonWith), Reads: true, Idle: selecting(),
			Doc: "only sentences of which this file has an analysis too; it is not scored",
			Cite: func() (out []string) {
				for _, name := range o.CommonWith {
					out = append(out, CommonWith+":"+filepath.Base(name))
				}
				return out
			}},
		{Name: "align", Doc: "how sentences are paired", Value: Text(&o.Align), Default: eval.AlignAuto.String(),
			Values: aligns(), Marks: true},
		{Name: eval.OnErrorOption, Doc: "how unscorable sentences count (default: as the measure says)",
			Value: Text(&o.OnError), Values: []string{eval.OnErrorCount.String(), eval.OnErrorSkip.String(),
				eval.OnErrorStop.String()}, Idle: uncounted()},
		{Name: "where", Want: "deprel=nsubj", Doc: "count only these items (assay help conditions)", Value: Text(&o.Where),
			Marks: true},
		{Name: "by", Want: "deprel,length=10", Doc: "break down by keys (assay help keys)", Value: Joined(&o.By),
			Offers: Keys, Idle: append(uncounted(),
				Idle{Commands: "score compare", When: Experiment, With: OneTreebank})},
		{Name: "rank", Doc: "which analysis of a ranked list is scored, from 1", Value: Positive(&o.Rank), Marks: true},
		Pack(&o.Pack),
		{Name: "oracle", Value: oracle{&o.Oracle, &o.OracleScore},
			Idle: []Idle{{Commands: Experiments, When: Experiment, With: OneTreebank}},
			Doc:  "score the best of the first K analyses of each sentence, by the main score of the first metric or by SCORE"},
	}
}

// aligns are the names of the ways to pair.
func aligns() (names []string) {
	for a := eval.AlignAuto; a <= eval.AlignWords; a++ {
		names = append(names, a.String())
	}
	return names
}

// Keys are the names of the keys of a breakdown.
func Keys() (names []string) {
	for _, k := range breakdown.Keys {
		names = append(names, k.Name)
	}
	return names
}

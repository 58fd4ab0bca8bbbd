package main

import (
	"github.com/spf13/cobra"

	"assay/check/ledger"
	"assay/eval/breakdown"
	"assay/formats"
	"assay/heads"
	"assay/prep"
	"assay/rewrite"
	"assay/study"
	"assay/treebank"
)

// inputs are the options for reading and counting; every command that scores has
// them.
type inputs struct{ study.Study }

func (in *inputs) flags(app *app, cmd *cobra.Command) {
	in.Files, in.Version = &app.Files, version()
	in.Decisions = ledger.Decisions
	flags := cmd.Flags()
	flags.VarP((*joined)(&in.Metric), "metric", "m", "measure or score (assay metrics lists them)")
	flags.StringVarP(&in.From, "from", "f", "", "format of all files (default: by name and first bytes)")
	flags.StringVar(&in.GoldFormat, "gold-format", "", "format of the gold files")
	flags.StringVar(&in.SystemFormat, "system-format", "", "format of the system files")
	offer(cmd, &in.Repair, "repair", "",
		"how far answers of language models are repaired (default: structure, with the figures before it)", study.Repairs...)
	flags.StringVarP(&in.Params, "params", "p", "", "parameters of the measure (EVALB, EDM)")
	flags.StringVar(&in.Check, "check", "",
		"file or database of decisions of a human check: gives soft precision and recall")
	offer(cmd, &in.Spans, "spans", "", "how brackets are compared where tokens differ", "words", "characters")
	offer(cmd, &in.Punctuation, "punctuation", "", "which tokens are punctuation", "keep", "unicode", "ascii", "tag")
	offer(cmd, &in.Root, "root", "", "whether the root counts", "count", "skip")
	flags.StringVar(&in.Where, "where", "", "count only these items (assay help conditions)")
	flags.Var((*joined)(&in.By), "by", "break down by keys (assay help keys)")
	flags.Var((*joined)(&in.Prep), "prep", "change both sides first (assay help steps)")
	offer(cmd, &in.As, "as", "", "convert constituents to dependencies first", "deps")
	flags.StringVar(&in.Heads, "heads", "", "head table of --as deps: NAME|FILE[:KEY=VALUE]... (assay heads lists them)")
	in.sideFlags(cmd)
	flags.StringArrayVar(&in.Train, "train", nil,
		"training data of the systems, for --by and --where known, train-frequency and known-tag")
	flags.StringVar(&in.Relations, "relations", "", "relation table of --as deps: NAME|FILE")
	flags.StringArrayVar(&in.Rewrite, "rewrite", nil,
		"modification rules for both sides: a rule file, or the name of a built-in module")
	flags.StringArrayVar(&in.RewriteGold, "rewrite-gold", nil, "the same for gold only")
	flags.StringArrayVar(&in.RewriteSystem, "rewrite-system", nil, "the same for the system only")
	flags.Var((*joined)(&in.Normalise), "normalise", "rule modules for both sides (assay rewrite --list)")
	offer(cmd, &in.Strategy, "strategy", "", "how rules are applied (default: as the rule file says)", "fixpoint", "once")
	flags.Var((*positive)(&in.MaxTrees), "max-trees", maxTreesHelp)
	offer(cmd, &in.IgnoreMissing, "ignore-missing", "", "leave out sentences that this side lacks",
		"gold", "system", "both")
	flags.BoolVar(&in.Common, "common", false, "only sentences that gold has and all systems can be scored on")
	flags.StringArrayVar(&in.CommonWith, "common-with", nil,
		"only sentences of which this file has an analysis too; it is not scored")
	offer(cmd, &in.Align, "align", "auto", "how sentences are paired", study.Aligns()...)
	offer(cmd, &in.OnError, "on-error", "", "how unscorable sentences count (default: as the measure says)",
		"count", "skip", "stop")
	flags.Var((*positive)(&in.Rank), "rank", "which analysis of a ranked list is scored, from 1")
	flags.Var(&oracle{&in.Oracle, &in.OracleScore}, "oracle",
		"score the best of the first K analyses of each sentence, by the main score of the first metric or by SCORE")
	flags.Var((*positive)(&in.Pack), "pack", packHelp)
	flags.IntVarP(&in.Jobs, "jobs", "j", 0, "number of cores (0 for all)")
	complete(cmd, "from", formats.Names)
	complete(cmd, "gold-format", formats.Names)
	complete(cmd, "system-format", formats.Names)
	complete(cmd, "metric", study.MeasureNames)
	complete(cmd, "by", keyNames)
	complete(cmd, "normalise", rewrite.Builtin)
	complete(cmd, "rewrite", rewrite.Builtin)
	complete(cmd, "prep", prep.Names)
	complete(cmd, "heads", heads.Names)
}

// sideFlags are the options of gold and of the systems that replace the general ones.
func (in *inputs) sideFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	for i, name := range []string{"gold", "system"} {
		own := &in.Own[i]
		f.StringVar(&own.Heads, name+"-heads", "", "head table of "+name+" alone, which is converted to dependencies")
		f.StringVar(&own.Relations, name+"-relations", "", "relation table of "+name+" alone")
		f.StringVar(&own.Prep, name+"-prep", "", "preprocessing of "+name+" alone, instead of --prep")
		complete(cmd, name+"-heads", heads.Names)
		complete(cmd, name+"-prep", prep.Names)
	}
	choose(cmd, &in.Readings, "system-readings", string(treebank.Parsed),
		"first readings of a treebanked system profile: the parser's or the annotator's", string(treebank.Parsed),
		string(treebank.Preferred))
}

// complete gives shells the values of an option.
func complete(c *cobra.Command, flag string, values func() []string) {
	_ = c.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values(), cobra.ShellCompDirectiveNoFileComp
	})
}

func keyNames() (out []string) {
	for _, k := range breakdown.Keys {
		out = append(out, k.Name)
	}
	return out
}

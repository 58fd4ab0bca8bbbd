package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/diagnose"
	"assay/diagnose/kummerfeld"
	"assay/treebank"
)

// kinds selects the rules, if any, that sort errors of trees into kinds.
type kinds struct{ choice string }

// kindChoices are the values of --kinds.
var kindChoices = []string{"auto", "analyser", "repaired", "none"}

func (k *kinds) flags(c *cobra.Command) {
	c.Flags().StringVar(&k.choice, "kinds", "auto",
		"kinds of error of trees (assay help kinds): analyser, those of the Berkeley Parser Analyser; repaired, without its faults; none; auto: analyser for continuous trees")
	complete(c, "kinds", func() []string { return kindChoices })
}

// maker returns a function that makes collectors of kinds of error, nil for no
// collectors. An unsuitable file is an error only if the user asked for kinds.
func (k *kinds) maker(in *inputs, gold *treebank.Source, parts string) (func() *diagnose.Repairs, error) {
	auto := k.choice == "auto"
	switch {
	case !slices.Contains(kindChoices, k.choice):
		return nil, oneOf("kinds", k.choice, kindChoices...)
	case k.choice == "none", auto && (!in.constituents(gold) || parts != "" || !in.layers(gold).Has(treebank.Tags)):
		// brackets without tags have no labels either, and most kinds go by labels
		return nil, nil
	case !in.layers(gold).Has(treebank.Phrases):
		return nil, usagef("--kinds sorts the errors of constituents, and %s, in format %s, has none", gold.Name, gold.Format.Name)
	case parts != "":
		return nil, usagef("--kinds counts whole trees and does not go with %s", parts)
	}
	opt := kummerfeld.Options{Repaired: k.choice == "repaired"}
	return func() *diagnose.Repairs { return &diagnose.Repairs{Options: opt} }, nil
}

func kindsText() string {
	list := " "
	for c := range kummerfeld.Class(kummerfeld.Classes) {
		if c > 0 && c%5 == 0 {
			list += "\n "
		}
		list += " " + c.String() + ","
	}
	return `Errors of constituents are sorted into kinds as Kummerfeld, Hall, Curran and Klein (2012)
do: the system's tree is repaired step by step until it equals gold's, and a step with all
its consequences is one error. The kinds:

` + strings.TrimSuffix(list, ",") + `

UNSET errors match no rule.

assay errors and assay report show them for continuous trees unless --kinds none is given.
With --kinds analyser, the default, counts are those of the Berkeley Parser Analyser, with
its faults. With --kinds repaired its rules are applied as they were meant:

  - a bracket added in front of a conjunction can be Co-ordination
  - a label is compared as a whole: WHNP is not NP
  - NML and WHADVP are known as phrases
  - a label below the root that the Penn Treebank does not have stays unchanged
  - the numbers of words are compared unchanged, words with Unicode spaces too

"share of loss" and "f1 lost" are Shapley values: what repairing a kind adds to the F1, as
the mean over all orders in which the kinds can be repaired. They sum to the whole loss.
"f1 if repaired alone" is the F1 with this kind repaired and all others left.

Sentences that cannot be analysed (other words, no tree, a discontinuous tree, more than
100 steps) are counted and named; --list --top 0 lists every one, and every repair.`
}

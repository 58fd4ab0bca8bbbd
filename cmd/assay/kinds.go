package main

import (
	"strings"

	"github.com/spf13/cobra"

	"assay/diagnose"
	"assay/diagnose/kummerfeld"
	"assay/study"
	"assay/study/option"
	"assay/treebank"
)

// kinds selects the rules, if any, that sort errors of trees into kinds.
type kinds struct{ choice string }

func (k *kinds) flags(c *cobra.Command) {
	add(c, []option.Option{
		{Name: "kinds", Value: option.Text(&k.choice), Default: "auto",
			Values: []string{"auto", "analyser", "repaired", "chinese", "none"},
			Doc: "kinds of error of trees (assay help kinds): analyser, those of the Berkeley Parser " +
				"Analyser; repaired, without its faults; chinese, its rules for Chinese; none; auto: " +
				"analyser for continuous trees"},
	}...)
}

// maker returns a function that makes collectors of kinds of error, nil for no
// collectors. An unsuitable file is an error only if the user asked for kinds.
func (k *kinds) maker(in *study.Study, parts string) (func() *diagnose.Repairs, error) {
	gold, auto := in.Gold, k.choice == "auto"
	switch {
	case k.choice == "none", auto && (!in.Constituents(gold) || parts != "" || !in.Layers(gold).Has(treebank.Tags)):
		// brackets without tags have no labels either, and most kinds go by labels
		return nil, nil
	case !in.Layers(gold).Has(treebank.Phrases):
		return nil, usagef("--kinds sorts the errors of constituents, and %s, in format %s, has none", gold.Name,
			gold.Format.Name)
	case parts != "":
		return nil, usagef("--kinds counts whole trees and does not go with %s", parts)
	}
	opt := kummerfeld.Options{Repaired: k.choice == "repaired", Chinese: k.choice == "chinese"}
	return func() *diagnose.Repairs { return &diagnose.Repairs{Options: opt} }, nil
}

func kindsText() string {
	return `Errors of constituents are sorted into kinds as Kummerfeld, Hall, Curran and Klein (2012)
do: the system's tree is repaired step by step until it equals gold's, and a step with all
its consequences is one error. The kinds:

` + listed(kummerfeld.Classes()) + `

UNSET errors match no rule.

assay errors and assay report show them for continuous trees unless --kinds none is given.
With --kinds analyser, the default, counts are those of the Berkeley Parser Analyser, with
its faults. With --kinds repaired its rules are applied as they were meant:

  - a bracket added in front of a conjunction can be Co-ordination
  - a label is compared as a whole: WHNP is not NP
  - NML and WHADVP are known as phrases
  - a label below the root that the Penn Treebank does not have stays unchanged
  - the numbers of words are compared unchanged, words with Unicode spaces too

--kinds chinese, never chosen on its own, sorts by the rules for Chinese (Kummerfeld, Tse,
Curran and Klein 2013), which expect the labels and tags of the Penn Chinese Treebank; the
search for repairs is the same. X and Y are labels:

` + listed(kummerfeld.ChineseNames()) + `

"NP Internal - " comes before a kind if gold has only nouns, their modifiers and punctuation
where the repair is made. " - for guidelines" comes after "Single Word Phrase" if the bracket
is added among brackets only, or removed among words only. Counts are those of the Berkeley
Parser Analyser, with the faults of these rules:

  - Split Verb Compound goes by the last missing bracket of the sentence, not the added one
  - a bracket added in front of a conjunction is not Co-ordination
  - removed in front of a single sibling with punctuation, it is no "X Attachment"
  - of several words with another tag, Sense Confusion names the last
  - the conjunction, the equal labels and the label of the parent that Co-ordination looks
    for in three neighbours need not be found in the same three
  - below a root that is not ROOT, such as TOP, IP over several brackets becomes ROOT

"share of loss" and "f1 lost" are Shapley values: what repairing a kind adds to the F1, as
the mean over all orders in which the kinds can be repaired. They sum to the whole loss.
Of more than 15 kinds, all are repaired at the same pace instead (Aumann and Shapley).
"f1 if repaired alone" is the F1 with this kind repaired and all others left.

Sentences that cannot be analysed (other words, no tree, a discontinuous tree, more than
100 steps) are counted and named; --list --top 0 lists every one, and every repair.`
}

// listed lists names in lines of at most 88 characters.
func listed[T ~string](names []T) string {
	var lines []string
	line := ""
	for i, name := range names {
		item := string(name)
		if i < len(names)-1 {
			item += ","
		}
		if line != "" && len(line)+1+len(item) > 86 {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += item
	}
	return "  " + strings.Join(append(lines, line), "\n  ")
}

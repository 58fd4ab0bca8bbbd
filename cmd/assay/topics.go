package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/eval/breakdown"
	"assay/prep"
)

// topics are pages of help that belong to no command.
func (a *app) topics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "keys", Short: "keys of --by", Long: keysText(), Example: topicExamples["keys"]},
		{Use: "conditions", Short: "conditions of --where", Long: conditionsText, Example: topicExamples["conditions"]},
		{Use: "steps", Short: "steps of --prep", Long: stepsText(), Example: topicExamples["steps"]},
		{Use: "scripts", Short: "exit statuses, pipes and files", Long: scriptsText, Example: topicExamples["scripts"]},
		{Use: "kinds", Short: "kinds of error of trees", Long: kindsText(), Example: topicExamples["kinds"]},
	}
}

var topicExamples = map[string]string{
	"keys": `  assay score gold.conllu parser.conllu --by deprel
  assay score gold.mrg parser.mrg --by label,length=5
  assay compare gold.conllu a.conllu b.conllu --by distance-bin`,
	"conditions": `  assay score gold.conllu parser.conllu --where '(type nsubj)'
  assay score gold.mrg parser.mrg --where '(or (cat NP) (cat PP))'
  assay errors gold.conllu parser.conllu --where '(and (cat N*) (not (string it)))'`,
	"steps": `  assay score gold.mrg parser.mrg --prep empty,functions
  assay score gold.mrg parser.mrg --prep erase=TOP+S1,unary=top
  assay show gold.mrg --prep empty`,
	"scripts": `  assay score gold.mrg parser.mrg.gz --format json -q -o scores.json
  parser < text | assay score gold.conllu - --fail-under las=85 || echo worse
  assay score <(xzcat gold.xz | clean) 'parses/*.mrg' --baseline scores.json`,
	"kinds": `  assay errors gold.mrg parser.mrg
  assay errors gold.mrg parser.mrg --kinds repaired --list --top 0
  assay report gold.mrg a.mrg b.mrg --kinds none -o report.html`,
}

func keysText() string {
	var b strings.Builder
	b.WriteString("Keys stand in a list between commas. KEY=N makes groups of N numbers where a width is shown;\nKEY+KEY makes a group of each combination of values.\n\n")
	for _, k := range breakdown.Keys {
		fmt.Fprintf(&b, "  %-22s %s\n", k.Form(), k.Doc)
	}
	return strings.TrimRight(b.String(), "\n")
}

func stepsText() string {
	var b strings.Builder
	b.WriteString("Steps stand in a list between commas and are done in that order, on both sides. NAME=A+B\nsays what a step is about. Each takes out, or takes off:\n\n")
	for _, n := range prep.Names() {
		fmt.Fprintf(&b, "  %-14s %s\n", n, prep.Doc(n))
	}
	return strings.TrimRight(b.String(), "\n")
}

const conditionsText = `Conditions are those of Xiao 1997 (§4.1), with what users need today. An item counts if
its gold side or its system side satisfies the condition.

  (type R)          the relation of the link; of a bracket its function
  (cat C)           the tag of the word; of a bracket its label
  (string S)        the lemma of the word, its form in lower case if there is none
  (pos pre|post)    the head stands before, after the word
  (word S) (lemma S) (upos T) (xpos T) (feat K V)
  (label L) (role R) (predicate P)
  (class C)         what the item is: node, edge, property, top; of triples NAME, ARG, PROP, CARG, TOP
  (and X Y ...) (or X Y ...) (not X) t

A bare value may hold * and ?; "x" is x to the letter; /x/ is a regular expression that
must match as a whole.`

const scriptsText = `Exit statuses:

  0    fine
  1    the answer is no: --fail-under, --baseline; validate found problems, rewrite rules that loop
       or whose tests fail
  2    wrong usage
  3    an input cannot be read or paired, an output cannot be written; convert and rewrite: a
       sentence could not be read, and the others are written
  4    some sentences could not be scored, and --strict was given
  130  interrupted

Results go to standard output, notes, problems and progress to standard error; -q keeps
notes and problems back, never errors. Figures in json, csv and tsv have all their digits.
The same input gives the same bytes, whatever -j, the language of the system and the time;
chance is drawn from --seed.

A file is a name; - for standard input; <(...) or a named pipe, which is read as it comes;
a folder or a quoted glob, whose files are read in the order of their names. What is
compressed (gzip, bzip2, xz, zstd) is told by its first bytes. A folder with a file relations
is a profile of [incr tsdb()].

A file of -o appears when all is written, and stays what it was where a run fails. Runs at
the same time do not disturb each other. NO_COLOR and TERM=dumb switch colours off.`

package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"assay/eval/breakdown"
	"assay/internal/message"
	"assay/prep"
	"assay/report"
	"assay/study/finding"
)

// topics are pages of help that belong to no command.
func (a *app) topics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "keys", Short: "keys of --by", Long: keysText(),
			Example: `  assay score gold.conllu parser.conllu --by deprel
  assay score gold.mrg parser.mrg --by label,length=5
  assay compare gold.conllu a.conllu b.conllu --by distance-bin`},
		{Use: "conditions", Short: "conditions of --where", Long: conditionsText,
			Example: `  assay score gold.conllu parser.conllu --where deprel=nsubj
  assay score gold.mrg parser.mrg --where '(or (cat NP) (cat PP))'
  assay errors gold.conllu parser.conllu --where '(and (cat N*) (not (pos pre)))'`},
		{Use: "steps", Short: "steps of --prep", Long: stepsText(),
			Example: `  assay score gold.mrg parser.mrg --prep empty,functions
  assay score gold.mrg parser.mrg --prep erase=TOP+S1,unary=top
  assay show gold.mrg --prep empty`},
		{Use: "scripts", Short: "exit statuses, pipes and files", Long: scriptsText,
			Example: `  assay score gold.mrg parser.mrg.gz --format json -q -o scores.json
  parser < text | assay score gold.conllu - --fail-under las=85 || echo worse
  assay score <(xzcat gold.xz | clean) 'parses/*.mrg' --baseline scores.json`},
		{Use: "pairing", Short: "which sentences of two files are compared", Long: pairingText,
			Example: `  assay score gold.conllu parser.conllu --align text
  assay score gold.mrg parser.mrg --align words
  assay compare gold.amr a.amr b.amr --align id`},
		{Use: "warnings", Short: "warnings beside figures, and how to go on", Long: warningsText(),
			Example: `  assay score gold.mrg parser.mrg --format json | jq '.warnings[].kind'
  assay help warnings
  assay validate gold.conllu            every fault of a file, before it is scored`},
		{Use: "kinds", Short: "kinds of error of trees", Long: kindsText(),
			Example: `  assay errors gold.mrg parser.mrg
  assay errors gold.mrg parser.mrg --kinds repaired --list --top 0
  assay errors gold.mrg parser.mrg --kinds chinese
  assay report gold.mrg a.mrg b.mrg --kinds none -o report.html`},
	}
}

const pairingText = `Each sentence of gold is compared with one of the system. --align chooses how they
are paired:

  order   the n-th with the n-th
  id      those with the same id
  text    by the text without white space: a pair is the smallest stretch that begins
          and ends a sentence on both sides, so that the two may split one text into
          sentences and words in different ways
  words   those with the same words, in any order: a parser that runs in parallel may
          write its sentences in another order
  auto    (default) by id if both sides have the same ids, else by order if both have
          as many sentences. If most of these pairs have different words, or the
          numbers differ, the words decide: text, words or order

A sentence without a partner is missing, and named. The signature says align:text,
align:words or align:id where it is not order.`

func keysText() string {
	var b strings.Builder
	b.WriteString("Separate keys by commas. KEY=N makes groups of N numbers where a width is shown; KEY+KEY\n" +
		"makes a group of each combination of values. --where compares keys: deprel=nsubj, length>40.\n\n")
	for _, k := range breakdown.Keys {
		b.WriteString(topicRow(k.Form(), k.Doc, 22))
	}
	return strings.TrimRight(b.String(), "\n")
}

func warningsText() string {
	var b strings.Builder
	b.WriteString("Beside figures assay says what may mislead. The words before a warning are its level: warning (a\n" +
		"figure may mislead), note (the figures hold), assay (an option or a part of a file has no effect),\n" +
		"hint (the way on). In JSON each has its kind:\n\n")
	for _, k := range finding.Kinds() {
		fmt.Fprintf(&b, "  %s\n", k.Name)
		for _, text := range []string{message.Shell.Show(k.Doc), "hint: " + message.Shell.Show(k.Remedy)} {
			for _, line := range (report.Layout{Width: 72}).Wrap([]string{text}) {
				fmt.Fprintf(&b, "      %s\n", line)
			}
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// topicRow is a name and its description, which begins after some columns, on a line of
// its own after a long name.
func topicRow(name, text string, columns int) string {
	if len(name) > columns {
		return fmt.Sprintf("  %s\n%*s%s\n", name, columns+3, "", text)
	}
	return fmt.Sprintf("  %-*s %s\n", columns, name, text)
}

func stepsText() string {
	var b strings.Builder
	b.WriteString("Separate steps by commas; they are done in that order, on both sides (--gold-prep and\n" +
		"--system-prep: on one). NAME=A+B names the labels or tags of a step. Each removes:\n\n")
	for _, n := range prep.Names() {
		b.WriteString(topicRow(n, prep.Doc(n), 14))
	}
	return strings.TrimRight(b.String(), "\n")
}

const conditionsText = `A condition compares the keys of --by (assay help keys), or is one of Xiao's (1997, §4.1).
An item counts if its gold side or its system side satisfies the condition. To count one
side only, name it:

  gold: deprel=nsubj        the items that gold calls so: the same for every system, recall
  system: deprel=nsubj      the items that the system calls so: precision

  deprel=nsubj              tag=N*|PROPN              word=","
  length>40                 distance>=7               part!=edge
  deprel=nsubj, length>40   a comma is and
  not (tag=N* or deprel=obj) and (head (cat V*))

A value is a glob (* and ?), a "literal" or a /regular expression/ that must match as a
whole; | separates values. Numbers are compared one by one, not in groups.

In parentheses, Xiao's conditions:

  (type R)          the relation of the link; of a bracket its function
  (cat C)           the tag of the word; of a bracket its label
  (string S)        the lemma of the word, its form in lower case if there is none
  (pos pre|post)    the head is before, after the word
  (head E)          the head of the word satisfies E
  (word S) (lemma S) (upos T) (xpos T) (feat K V)
  (label L) (role R) (predicate P)
  (kind C)          the kind of item: node, edge, property, top; of triples NAME, ARG, PROP, CARG, TOP
                    (class=C is the class of an error, part=C the part of the measure)
  (and X Y ...) (or X Y ...) (not X) t

Lin's conditions (1995, table 1) name head, modifier and relation: ((cat N) (cat Det)) is
(and (head (cat N)) (cat Det)), and (t (cat P) (type adjn)) any prepositional adjunct.`

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
Where systems are scored on different sentences, json, csv and tsv also have the figures
over the sentences that all of them are scored on ("common"). The same input gives the same
bytes with any -j, in any locale and at any time; random numbers start from --seed.

A file is a name; - for standard input; <(...) or a named pipe, which is read as it comes;
a folder or a quoted glob, whose files are read in the order of their names. Compressed
files (gzip, bzip2, xz, zstd) are recognised by their first bytes. A folder with a file
relations is a profile of [incr tsdb()].

Limits: a sentence, and text without one, has 64 MB (--max-sentence), brackets are 200,000
deep (--max-depth), a file of parameters, rules or tables has 64 MB, a line of rows 16 MB.
What is larger is named, with status 3. The mentions of a document have 2,000,000 words in all.
A sentence on which leaf-ancestor, mwe or ucca would take minutes is unscorable, with the reason;
rules that take as long are stopped. The search for the best mapping of two graphs ends after
2,000,000,000 steps, some seconds (-m smatch:budget=N), and its figures say so. merge holds
rows of 500 MB (--max-memory) where --ci, --compare or --per-sentence need them. Trees of more
than 500 phrases within one another are not drawn; a page takes files of up to 1 GB. -j takes at
most 4 jobs for each core. Standard output that is closed (>&-) looks like /dev/null that is open for reading
too, as Python's DEVNULL is, so that no error is reported.

The file of -o appears when it is complete; a run that fails, or that SIGINT or SIGTERM ends,
leaves the old file as it was. No output replaces a file that is read, under any name of it.
Several runs at the same time do not disturb each other. NO_COLOR and TERM=dumb switch colours off.
Lines are no longer than the window is wide; where there is none, than COLUMNS, or 80.
On a terminal, a text longer than the window goes through the program that PAGER
names, or through less; PAGER=cat switches that off.`

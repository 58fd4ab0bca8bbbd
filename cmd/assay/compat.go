package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"path"
	"slices"
	"strings"
	"syscall"
	"unicode"

	"github.com/spf13/cobra"

	"assay/compat/amreval"
	"assay/compat/chunkeval"
	"assay/compat/conlleval"
	"assay/compat/corefeval"
	"assay/compat/delphinedm"
	"assay/compat/discodop"
	"assay/compat/disrpteval"
	"assay/compat/drscounter"
	"assay/compat/evalb"
	"assay/compat/evalbspmrl"
	"assay/compat/mtool"
	"assay/compat/parsemeeval"
	"assay/compat/rsteval"
	"assay/compat/sdpscorer"
	"assay/compat/sema"
	"assay/compat/sembleu"
	"assay/compat/smatch"
	"assay/compat/smatchpp"
	"assay/compat/srleval"
	"assay/compat/uccaeval"
	"assay/compat/udeval"
	"assay/measures"
)

// A compatProgram is an official scorer that assay can replace: the same
// arguments, the same output, the same exit status.
type compatProgram struct {
	Name  string // its name after "assay compat"
	Title string // the program and the version that is followed, in one line
	Doc   string // the faults that are reproduced, and how "assay score" differs
	Main  func(args []string, stdin io.Reader, stdout, stderr io.Writer) int
	Also  string // other names that it is asked for: its file, its package; without endings
}

// compatPrograms is the list of them, in the order of the help text: one line
// each, with the Title, Doc and Main of its package.
var compatPrograms = []compatProgram{
	{"evalb", evalb.Title, evalb.Doc, evalb.Main, ""},
	{"evalb_spmrl", evalbspmrl.Title, evalbspmrl.Doc, evalbspmrl.Main, ""},
	{"conll17_ud_eval", udeval.Title17, udeval.Doc17, udeval.Main17, ""},
	{"conll18_ud_eval", udeval.Title18, udeval.Doc18, udeval.Main18, ""},
	{"ud_eval", udeval.TitleUD, udeval.DocUD, udeval.MainUD, "eval.py"},
	{"iwpt20_xud_eval", udeval.TitleIWPT20, udeval.DocIWPT, udeval.MainIWPT20, ""},
	{"iwpt21_xud_eval", udeval.TitleIWPT21, udeval.DocIWPT, udeval.MainIWPT21, ""},
	{"eval.pl", conlleval.Title06, conlleval.Doc06, conlleval.Main06, ""},
	{"eval07.pl", conlleval.Title07, conlleval.Doc07, conlleval.Main07, ""},
	{"eval09.pl", conlleval.Title09, conlleval.Doc09, conlleval.Main09, ""},
	{"conlleval", chunkeval.Title, chunkeval.Doc, chunkeval.Main, ""},
	{"discodop-eval", discodop.Title, discodop.Doc, discodop.Main, "discodop"},
	{"delphin-edm", delphinedm.Title, delphinedm.Doc, delphinedm.Main, "edm"},
	{"smatch.py", smatch.Title, smatch.Doc, smatch.Main, ""},
	{"evaluation.sh", amreval.Title, amreval.Doc, amreval.Main, "amr-evaluation"},
	{"smatchpp", smatchpp.Title, smatchpp.Doc, smatchpp.Main, ""},
	{"sembleu", sembleu.Title, sembleu.Doc, sembleu.Main, "eval.py eval.sh"},
	{"sema.py", sema.Title, sema.Doc, sema.Main, ""},
	{"counter.py", drscounter.Title, drscounter.Doc, drscounter.Main, ""},
	{"mtool", mtool.Title, mtool.Doc, mtool.Main, "main.py"},
	{"sdp-scorer", sdpscorer.Title, sdpscorer.Doc, sdpscorer.Main, "scorer sdp se.liu.ida.nlp.sdp.Scorer"},
	{"srl-eval.pl", srleval.Title, srleval.Doc, srleval.Main, ""},
	{"educe", rsteval.TitleEduce, rsteval.DocEduce, rsteval.MainEduce, ""},
	{"isanlp", rsteval.TitleIsanlp, rsteval.DocIsanlp, rsteval.MainIsanlp, "dmrst"},
	{"ntt", rsteval.TitleNTT, rsteval.DocNTT, rsteval.MainNTT, "RSTParser_EMNLP22"},
	{"disrpt_eval_2024.py", disrpteval.Title, disrpteval.Doc, disrpteval.Main, "disrpt_eval"},
	{"parseme_evaluate.py", parsemeeval.Title20, parsemeeval.Doc20, parsemeeval.Main20, "parseme"},
	{"evaluate.py", parsemeeval.Title11, parsemeeval.Doc11, parsemeeval.Main11, "evaluate-1.1"},
	{"average_of_evaluations.py", parsemeeval.TitleAverage, parsemeeval.DocAverage, parsemeeval.MainAverage, ""},
	{"validate_cupt.py", parsemeeval.TitleValidate, parsemeeval.DocValidate, parsemeeval.MainValidate, "validate_cupt"},
	{"scorer.pl", corefeval.TitlePerl, corefeval.DocPerl, corefeval.MainPerl, ""},
	{"coval", corefeval.TitleCoval, corefeval.DocCoval, corefeval.MainCoval, "scorer.py"},
	{"corefud-scorer.py", corefeval.TitleCorefUD, corefeval.DocCorefUD, corefeval.MainCorefUD, "corefud"},
	{"ucca-evaluate", uccaeval.Title, uccaeval.Doc, uccaeval.Main, "evaluate_standard.py ucca"},
}

func (a *app) compatCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "compat PROGRAM [ARGUMENT...]",
		Short: "run as an official scorer, byte for byte",
		Long:  compatHelp(),
		Example: `  assay compat evalb -p COLLINS.prm gold.mrg parser.mrg
  assay compat conll18_ud_eval -v gold.conllu system.conllu
  assay compat evalb -h                      the program's own usage`,
		DisableFlagParsing: true,
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			return compatNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("compat needs the name of a program\nhint: assay help compat lists them, such as evalb, conll18_ud_eval, smatch.py")
			}
			if args[0] == "--help" || args[0] == "-h" {
				return c.Help()
			}
			p, err := compatNamed(args[0])
			if err != nil {
				return err
			}
			signal.Reset(os.Interrupt, syscall.SIGTERM) // a signal ends it, as it ends the original
			if status := p.Main(args[1:], a.Stdin, a.stdout, a.raw()); status != 0 {
				return &exitError{status: status}
			}
			return nil
		},
	}
}

// raw is standard error without folds.
func (a *app) raw() io.Writer {
	if notes, ok := a.stderr.(*notebook); ok {
		return notes.Writer
	}
	return a.stderr
}

// compatNamed returns the program of that name. Capitals, signs between words and the ending of a file do not count:
// smatch++, smatchpp.py and SMATCHPP are one name. A name that is exact comes before one that is not.
func compatNamed(name string) (*compatProgram, error) {
	exact := func(s string) bool { return s == path.Base(name) }
	alike := func(s string) bool { return plainName(s) == plainName(name) }
	known := compatNames()
	for _, same := range []func(string) bool{exact, alike} {
		var found []*compatProgram
		for i := range compatPrograms {
			if p := &compatPrograms[i]; same(p.Name) || slices.ContainsFunc(strings.Fields(p.Also), same) {
				found = append(found, p)
			}
		}
		if len(found) == 1 {
			return found[0], nil
		}
		if len(found) > 1 {
			var which []string
			for _, p := range found {
				which = append(which, fmt.Sprintf("assay compat %s: %s", p.Name, p.Title))
			}
			return nil, usagef("%s is the name of %d programs\nhint: %s", name, len(found), strings.Join(which, "\nhint: "))
		}
	}
	for _, p := range compatPrograms {
		known = append(known, strings.Fields(p.Also)...)
	}
	return nil, &exitError{exitUsage, &measures.UnknownError{What: "program", Name: name, Known: known}}
}

// plainName is a program's name without its folder, its ending, capitals, and signs between words.
func plainName(name string) string {
	name = path.Base(strings.ToLower(name))
	switch ending := path.Ext(name); ending {
	case ".py", ".pl", ".sh", ".jar", ".exe":
		name = strings.TrimSuffix(name, ending)
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '+':
			return 'p'
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return r
		}
		return -1
	}, name)
}

func compatNames() []string {
	var names []string
	for _, p := range compatPrograms {
		names = append(names, p.Name)
	}
	return names
}

// compatHelp lists the programs: their versions, the faults that assay reproduces, and
// the behaviour of "assay score".
func compatHelp() string {
	var out strings.Builder
	out.WriteString(`Run as an official scorer: with its options, its output, byte for byte, and its
exit status. Where the program is undefined (too long a sentence for its arrays),
the well-defined value is given, and one line on standard error says so. A name may have
the ending of a file, or none: smatch, smatch.py and smatch++ are found.

Programs:
`)
	for _, p := range compatPrograms {
		fmt.Fprintf(&out, "\n  %s\n    %s\n", p.Name, p.Title)
		if p.Also != "" {
			fmt.Fprintf(&out, "    Other names: %s\n", strings.Join(strings.Fields(p.Also), ", "))
		}
		for line := range strings.Lines(strings.TrimSpace(p.Doc)) {
			if line = strings.TrimRight(line, "\n"); line != "" {
				line = "    " + line
			}
			out.WriteString(line + "\n")
		}
	}
	out.WriteString(notStoodIn)
	return strings.TrimRight(out.String(), "\n")
}

// notStoodIn explains why programs that people ask for are not in the list.
const notStoodIn = `
Not among them: jp-evalb (alignment-based PARSEVAL, f82c4fc). Its aim, to score where
sentences and words differ, is assay score -m evalb:aligned. Its figures are others,
because it
- counts brackets as lists and matches them as sets: a file against itself gets 97.51;
- aligns words by the length that is left over, so that a lost word shifts the rest;
- compares tags as bags of tag and word, not by place;
- cuts functions at "-" only, and knows no root but TOP;
- pairs sentences whose edit distance is small if the next ones are similar too;
- ends with an error in three of four modes on trees without a parse;
- writes to ./jp-evalb.txt, with the time of day in it;
- gives 96.96, not 100, for the same trees with one sentence boundary moved
  (COLLINS.prm).
`

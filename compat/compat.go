// Package compat lists the official scorers that assay replaces, and finds one by any of
// its usual names. Each program has a package of its own under internal, which reproduces
// one version byte for byte, its faults included. The measures of assay repair these
// faults. Five programs take readers and counts of assay, under options that count as the
// program does: delphin-edm, mtool, counter.py, sembleu and ucca-evaluate. The others have
// readers and counts of their own, and share searches alone: mappings of nodes, assignment,
// edit distances.
package compat

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode"

	"assay/compat/internal/amreval"
	"assay/compat/internal/chunkeval"
	"assay/compat/internal/conlleval"
	"assay/compat/internal/corefeval"
	"assay/compat/internal/delphinedm"
	"assay/compat/internal/discodop"
	"assay/compat/internal/disrpteval"
	"assay/compat/internal/drscounter"
	"assay/compat/internal/evalb"
	"assay/compat/internal/evalbspmrl"
	"assay/compat/internal/mspeval"
	"assay/compat/internal/mtool"
	"assay/compat/internal/nervaluate"
	"assay/compat/internal/parsemeeval"
	"assay/compat/internal/rsteval"
	"assay/compat/internal/sdpscorer"
	"assay/compat/internal/sema"
	"assay/compat/internal/sembleu"
	"assay/compat/internal/smatch"
	"assay/compat/internal/smatchpp"
	"assay/compat/internal/spacyscorer"
	"assay/compat/internal/srleval"
	"assay/compat/internal/ssaeval"
	"assay/compat/internal/uccaeval"
	"assay/compat/internal/udapieval"
	"assay/compat/internal/udeval"
	"assay/compat/internal/umreval"
)

// A Program is an official scorer that assay can replace: the same arguments, the same
// output, the same exit status.
type Program struct {
	Name  string // its name after "assay compat"
	Title string // the program and the version that is followed, in one line
	Doc   string // the faults that are reproduced, and how "assay score" differs
	Main  func(args []string, stdin io.Reader, stdout, stderr io.Writer) int
	Also  string // other names that it is asked for: its file, its package; without endings
}

// Programs lists the programs in the order of the help text. To add one, add a line with
// the Title, Doc and Main of its package.
var Programs = []Program{
	{"evalb", evalb.Title, evalb.Doc, evalb.Main, ""},
	{"evalb_spmrl", evalbspmrl.Title, evalbspmrl.Doc, evalbspmrl.Main, "spmrl"},
	{"conll17_ud_eval", udeval.Title17, udeval.Doc17, udeval.Main17, "conll17 conll2017"},
	{"conll18_ud_eval", udeval.Title18, udeval.Doc18, udeval.Main18, "conll18 conll2018"},
	{"ud_eval", udeval.TitleUD, udeval.DocUD, udeval.MainUD, "eval.py"},
	{"iwpt20_xud_eval", udeval.TitleIWPT20, udeval.DocIWPT, udeval.MainIWPT20, "iwpt iwpt20"},
	{"iwpt21_xud_eval", udeval.TitleIWPT21, udeval.DocIWPT, udeval.MainIWPT21, "iwpt iwpt21"},
	{"msp_25_eval.py", mspeval.Title, mspeval.Doc, mspeval.Main, "msp msp-eval"},
	{"eval.pl", conlleval.Title06, conlleval.Doc06, conlleval.Main06, ""},
	{"eval07.pl", conlleval.Title07, conlleval.Doc07, conlleval.Main07, ""},
	{"eval09.pl", conlleval.Title09, conlleval.Doc09, conlleval.Main09, ""},
	{"conlleval", chunkeval.Title, chunkeval.Doc, chunkeval.Main, "conlleval.py"},
	{"conlleval.pl", chunkeval.TitlePerl, chunkeval.DocPerl, chunkeval.MainPerl, "conlleval.txt"},
	{"nervaluate", nervaluate.Title, nervaluate.Doc, nervaluate.Main, ""},
	{"spacy-scorer", spacyscorer.Title, spacyscorer.Doc, spacyscorer.Main, "spacy"},
	{"udapy", udapieval.Title, udapieval.Doc, udapieval.Main, "udapi"},
	{"discodop-eval", discodop.Title, discodop.Doc, discodop.Main, "discodop"},
	{"delphin-edm", delphinedm.Title, delphinedm.Doc, delphinedm.Main, "edm delphin pydelphin"},
	{"smatch.py", smatch.Title, smatch.Doc, smatch.Main, ""},
	{"evaluation.sh", amreval.Title, amreval.Doc, amreval.Main, "amr-evaluation"},
	{"smatchpp", smatchpp.Title, smatchpp.Doc, smatchpp.Main, ""},
	{"sembleu", sembleu.Title, sembleu.Doc, sembleu.Main, "eval.py eval.sh"},
	{"sema.py", sema.Title, sema.Doc, sema.Main, ""},
	{"counter.py", drscounter.Title, drscounter.Doc, drscounter.Main, ""},
	{"mtool", mtool.Title, mtool.Doc, mtool.Main, "main.py"},
	{"sdp-scorer", sdpscorer.Title, sdpscorer.Doc, sdpscorer.Main, "scorer.jar sdp se.liu.ida.nlp.sdp.Scorer"},
	{"srl-eval.pl", srleval.Title, srleval.Doc, srleval.Main, ""},
	{"educe", rsteval.TitleEduce, rsteval.DocEduce, rsteval.MainEduce, ""},
	{"isanlp", rsteval.TitleIsanlp, rsteval.DocIsanlp, rsteval.MainIsanlp, "dmrst"},
	{"ntt", rsteval.TitleNTT, rsteval.DocNTT, rsteval.MainNTT, "RSTParser_EMNLP22"},
	{"disrpt_eval_2024.py", disrpteval.Title, disrpteval.Doc, disrpteval.Main, "disrpt_eval"},
	{"parseme_evaluate.py", parsemeeval.Title20, parsemeeval.Doc20, parsemeeval.Main20, "parseme"},
	{"evaluate.py", parsemeeval.Title11, parsemeeval.Doc11, parsemeeval.Main11, "evaluate-1.1"},
	{"average_of_evaluations.py", parsemeeval.TitleAverage, parsemeeval.DocAverage, parsemeeval.MainAverage, ""},
	{"validate_cupt.py", parsemeeval.TitleValidate, parsemeeval.DocValidate, parsemeeval.MainValidate, "validate_cupt"},
	{"scorer.pl", corefeval.TitlePerl, corefeval.DocPerl, corefeval.MainPerl,
		"corefscorer reference-coreference-scorers conll12"},
	{"coval", corefeval.TitleCoval, corefeval.DocCoval, corefeval.MainCoval, "scorer.py"},
	{"corefud-scorer.py", corefeval.TitleCorefUD, corefeval.DocCorefUD, corefeval.MainCorefUD, "corefud"},
	{"compare_umr.pl", umreval.Title, umreval.Doc, umreval.Main, "umr umr-eval"},
	{"micro_average.pl", umreval.TitleMicro, umreval.DocMicro, umreval.MainMicro, "umr-average"},
	{"evaluate_single_dataset.py", ssaeval.Title, ssaeval.Doc, ssaeval.Main, "ssa"},
	{"ucca-evaluate", uccaeval.Title, uccaeval.Doc, uccaeval.Main, "evaluate_standard.py ucca"},
}

// Named returns the programs of that name: one, none, or several that share the name.
// Capitals, signs between words and the ending of a file do not count: smatch++,
// smatchpp.py and SMATCHPP are one name. An exact name comes before one that is not.
func Named(name string) []*Program {
	exact := func(s string) bool { return s == path.Base(name) }
	alike := func(s string) bool { return plainName(s) == plainName(name) }
	for _, same := range []func(string) bool{exact, alike} {
		var found []*Program
		for i := range Programs {
			if p := &Programs[i]; same(p.Name) || slices.ContainsFunc(p.OtherNames(), same) {
				found = append(found, p)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// OtherNames returns the names that people type instead of Name.
func (p *Program) OtherNames() []string { return strings.Fields(p.Also) }

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

// Names returns the names of all programs.
func Names() []string {
	var names []string
	for _, p := range Programs {
		names = append(names, p.Name)
	}
	return names
}

// left explains why programs that people ask for are not in the list.
const left = `
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

// Help lists the programs: their versions, the faults that assay reproduces, and
// the behaviour of "assay score".
func Help() string {
	var out strings.Builder
	out.WriteString(`Run as an official scorer: with its options, its output, byte for byte, and its
exit status. Where the program is undefined (too long a sentence for its arrays),
the well-defined value is given, and one line on standard error says so. A name may have
the ending of a file, or none: smatch, smatch.py and smatch++ are found.

Programs:
`)
	for _, p := range Programs {
		fmt.Fprintf(&out, "\n  %s\n    %s\n", p.Name, p.Title)
		if p.Also != "" {
			fmt.Fprintf(&out, "    Other names: %s\n", strings.Join(p.OtherNames(), ", "))
		}
		for line := range strings.Lines(strings.TrimSpace(p.Doc)) {
			if line = strings.TrimRight(line, "\n"); line != "" {
				line = "    " + line
			}
			out.WriteString(line + "\n")
		}
	}
	out.WriteString(left)
	return strings.TrimRight(out.String(), "\n")
}

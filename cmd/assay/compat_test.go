package main

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"assay/compat"
)

// TestCompatList checks what every stand-in owes its reader: a name that is
// not taken twice, a title, and the notes that the help shows.
func TestCompatList(t *testing.T) {
	help := compat.Help()
	names := compat.Names()
	for i, program := range compat.Programs {
		if program.Title == "" || program.Doc == "" || program.Main == nil || strings.Contains(program.Title, "\n") {
			t.Errorf("%s lacks a one-line title, notes or a program", program.Name)
		}
		if slices.Contains(names[:i], program.Name) {
			t.Errorf("%s is there twice", program.Name)
		}
		if !strings.Contains(help, "\n  "+program.Name+"\n") {
			t.Errorf("the help does not list %s", program.Name)
		}
	}
	for _, args := range [][]string{{"help", "compat"}, {"compat", "--help"}} {
		var out, err bytes.Buffer
		if status := run(context.Background(), args, strings.NewReader(""), &out, &err); status != 0 || err.Len() > 0 {
			t.Errorf("%v: status %d, %s", args, status, &err)
		}
		if !strings.Contains(out.String(), "Programs:") {
			t.Errorf("%v: %q", args, out.String())
		}
	}
}

// TestCompatUnknown checks the words for a program that is not there.
func TestCompatUnknown(t *testing.T) {
	for _, args := range [][]string{{"compat"}, {"compat", "nosuchprogram", "-x"}} {
		var out, err bytes.Buffer
		if status := run(context.Background(), args, strings.NewReader(""), &out, &err); status != exitUsage {
			t.Errorf("%v: status %d", args, status)
		}
		if out.Len() > 0 || strings.Count(err.String(), "\n") > 2 {
			t.Errorf("%v: %q, %q", args, out.String(), err.String())
		}
	}
	var out, err bytes.Buffer
	run(context.Background(), []string{"compat", "evlab"}, strings.NewReader(""), &out, &err)
	if !strings.Contains(err.String(), "did you mean evalb?") {
		t.Errorf("no suggestion in %q", err.String())
	}
}

// TestCompatArguments checks that all arguments reach the program as they are,
// and its exit status comes back.
func TestCompatArguments(t *testing.T) {
	for _, tc := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"compat", "evalb", "-h"}, 1, " evalb [-dDh][-c n][-e n][-p param_file] gold-file test-file"},
		{[]string{"compat", "evalb", "--help"}, 0, " evalb [-dDh]"},
		{[]string{"compat", "evalb", "-e", "-1", "no such file"}, 1, "Can't open gold file (no such file)\n"},
		{[]string{"compat", "evalb_spmrl", "-c", "7", "no such file"}, 1, "cutoff 7\nCan't open gold file (no such file)\n"},
	} {
		var out, err bytes.Buffer
		if status := run(context.Background(), tc.args, strings.NewReader(""), &out, &err); status != tc.status {
			t.Errorf("%v: status %d, want %d", tc.args, status, tc.status)
		}
		if out.Len() > 0 || !strings.HasPrefix(err.String(), tc.want) {
			t.Errorf("%v: %q, want %q", tc.args, err.String(), tc.want)
		}
	}
}

// TestCompatOtherNames: a program is found by the names of graphs.md and of its own file, with and without an ending, in
// capitals, with its folder and with other signs between words. A name of several programs is refused with all of them.
func TestCompatOtherNames(t *testing.T) {
	find := func(name, want string) {
		t.Helper()
		if p, err := compatNamed(name); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if p.Name != want {
			t.Errorf("%s is %s, not %s", name, p.Name, want)
		}
	}
	for _, p := range compat.Programs {
		find(p.Name, p.Name)
		bare := p.Name
		for _, ending := range []string{".py", ".pl", ".sh"} {
			bare = strings.TrimSuffix(bare, ending)
		}
		find("../bin/"+p.Name, p.Name)
		if bare == "eval" || bare == "scorer" || bare == "conlleval" { // several programs each
			continue
		}
		for _, name := range []string{bare, strings.ToUpper(bare), strings.ReplaceAll(bare, "-", "_"), strings.ReplaceAll(bare, "_", "-"), "../bin/" + bare} {
			find(name, p.Name)
			for _, ending := range []string{".py", ".pl", ".sh", ".jar"} {
				find(name+ending, p.Name)
			}
		}
	}
	for want, names := range map[string]string{
		"evalb": "EVALB evalb", "eval.pl": "eval.pl", "sembleu": "eval.sh sembleu.py", "ud_eval": "udeval ud_eval.py",
		"conll18_ud_eval": "conll18_ud_eval.py conll18-ud-eval", "conll17_ud_eval": "conll17_ud_eval.py", "iwpt21_xud_eval": "iwpt21_xud_eval.py",
		"conlleval": "conlleval.py conlleval", "conlleval.pl": "conlleval.pl conlleval.txt", "discodop-eval": "discodop", "delphin-edm": "edm delphin_edm",
		"smatch.py": "smatch smatch.py", "smatchpp": "smatchpp smatch++ Smatch++ smatchpp.py", "evaluation.sh": "evaluation amr-evaluation",
		"sema.py": "sema", "counter.py": "counter", "mtool": "mtool.py main.py", "eval09.pl": "eval09", "srl-eval.pl": "srl-eval srl_eval.pl",
		"sdp-scorer":    "sdp_scorer sdp-scorer.jar sdp.jar se.liu.ida.nlp.sdp.Scorer",
		"ucca-evaluate": "evaluate_standard.py evaluate_standard evaluate-standard scripts/evaluate_standard.py ucca",
	} {
		for _, name := range strings.Fields(names) {
			find(name, want)
		}
	}
	for name, want := range map[string]string{
		"eval.py":               "eval.py is the name of 2 programs\nhint: assay compat ud_eval: ",
		"conlleval.sh":          "conlleval.sh is the name of 2 programs\nhint: assay compat conlleval: ",
		"eval":                  "eval is the name of 3 programs\nhint: assay compat ud_eval: ",
		"Scorer":                "Scorer is the name of 3 programs\nhint: assay compat sdp-scorer: ",
		"evaluate_standart.py":  "did you mean evaluate_standard.py?",
		"smach.py":              "did you mean smatch.py?",
		"nosuchprogram-at-all.": "assay help compat lists them",
	} {
		var out, err bytes.Buffer
		if status := run(context.Background(), []string{"compat", name}, strings.NewReader(""), &out, &err); status != exitUsage ||
			!strings.Contains(err.String(), want) {
			t.Errorf("%s: status %d, %s", name, status, &err)
		}
	}
}

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"assay/study"
)

// TestHelp: the help of every command and topic begins with three examples.
func TestHelp(t *testing.T) {
	a := &app{Files: study.Files{Stdin: strings.NewReader("")}, stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}}
	for _, cmd := range a.root("").Commands() {
		out := call(t, "help", cmd.Name())
		lines := strings.Split(out, "\n")
		n := 0
		for _, line := range lines[min(2, len(lines)):] {
			if !strings.HasPrefix(line, "  ") {
				break
			}
			if strings.Contains(line, "assay") {
				n++
			}
		}
		if n < 3 {
			t.Errorf("assay help %s begins with %d examples", cmd.Name(), n)
		}
		if strings.Contains(out, "topics\n\n") {
			t.Errorf("assay help %s has a list of topics without any", cmd.Name())
		}
	}
}

// TestNames: the names of scores and counts that scripts rely on.
func TestNames(t *testing.T) {
	ud := ""
	for _, row := range []string{"tokens", "sentences", "words", "upos", "xpos", "ufeats", "alltags", "lemmas", "uas", "las", "clas", "mlas", "blex",
		"elas", "eulas"} {
		ud += row + "_precision " + row + "_recall " + row + "_f1 "
		if row != "tokens" && row != "sentences" && row != "words" {
			ud += row + "_aligned "
		}
	}
	edmScores, edmCounts := "precision recall f1 sentence_accuracy", "gold system matched"
	for _, p := range []string{"na_", "a_", "n_", "p_", "c_", "t_"} {
		edmScores += " " + p + "precision " + p + "recall " + p + "f1"
		edmCounts += " " + p + "gold " + p + "system " + p + "matched"
	}
	evalbScores := "recall precision f1 complete_match average_crossing no_crossing two_or_less_crossing tagging_accuracy"
	for _, s := range strings.Fields(evalbScores) {
		evalbScores += " " + s + "_cutoff"
	}
	for _, tc := range []struct {
		metric         string
		files          func(*testing.T) (string, string, string)
		scores, counts string
	}{
		{"parseval", craft, "recall precision f1 crossing_per_sentence no_crossing exact_match", "gold system matched crossing"},
		{"evalb", craft, evalbScores, "gold system matched crossing words tags"},
		{"careful", craft, "generation_rate recall_hard precision_hard spuriousness p_inheritance t_inheritance",
			"ttb tpb em ce sp pinh pninh tinh tninh ema emr cea cer spa spr"},
		{"lin", ewt, "error_count error_rate", "errors words"},
		{"xiao", ewt, "error_rate precision recall f1 error_rate_2", "correct incorrect missing spurious noncommittal words"},
		{"attachment", ewt, "uas las label_accuracy precision recall f1 labelled_precision labelled_recall labelled_f1 exact_match",
			"gold system matched matched_labelled words"},
		{"ud", ewt, ud, "las_correct las_gold las_system las_aligned"},
		{"edm", peking, edmScores, edmCounts},
		{"srl", roles, "labeled_precision labeled_recall labeled_f1 unlabeled_precision unlabeled_recall unlabeled_f1 proposition_precision " +
			"proposition_recall proposition_f1 macro_f1 micro_f1",
			"gold system matched labeled_gold labeled_system labeled_matched unlabeled_gold unlabeled_system unlabeled_matched proposition_gold " +
				"proposition_system proposition_matched"},
		{"srl-span", props, "precision recall f1", "gold system matched"},
		{"mrp", peking, rowScores("_precision", "_recall", "_f1") + " proven", rowScores("_gold", "_system", "_matched")},
		{"counter", drs, "precision recall f1 proven", "gold system matched"},
		{"ucca", units, uccaNames("precision recall f1") + " labeled_f1 unlabeled_f1", uccaNames("gold system matched")},
		{"sdp", bilexical, sdpNames("lp lr lf lm up ur uf um pp pr pf fp fr ff"), sdpNames("gold system matched matched_unlabeled")},
	} {
		gold, system, _ := tc.files(t)
		result := parseFigures(t, call(t, "score", gold, system, "-m", tc.metric, "--format", "json", "-q")).Results[0]
		for _, name := range strings.Fields(tc.scores) {
			if _, ok := result.Scores[name]; !ok {
				t.Errorf("%s has no score %s", tc.metric, name)
			}
		}
		for _, name := range strings.Fields(tc.counts) {
			if _, ok := result.Counts[name]; !ok {
				t.Errorf("%s has no count %s", tc.metric, name)
			}
		}
		if !strings.HasPrefix(result.Signature, tc.metric+"|") || !strings.HasSuffix(result.Signature, "|v:"+version()) {
			t.Errorf("signature %s", result.Signature)
		}
	}
}

// TestManyLoops: rewrite names the first hundred sentences that stand in the
// way, and all with -v; the last line, with -q too, is the reason of the status.
func TestManyLoops(t *testing.T) {
	dir := t.TempDir()
	rules, data := filepath.Join(dir, "swap.rules"), filepath.Join(dir, "many.conllx")
	for name, text := range map[string]string{
		rules: "((IF ((NODE-EXP t) (((NODE-EXP t))))) (THEN (invert 0 0.1)))\n",
		data:  strings.Repeat("1\ta\ta\tN\tN\t_\t0\t_\t_\t_\n2\tb\tb\tN\tN\t_\t1\tX\t_\t_\n\n", 150),
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for flag, want := range map[string]int{"-v": 151, "-q": 1, "-o" + filepath.Join(dir, "out"): 102} {
		var stderr bytes.Buffer
		status := run(context.Background(), []string{"rewrite", rules, data, flag}, strings.NewReader(""), &bytes.Buffer{}, &stderr)
		if n := strings.Count(stderr.String(), "\n"); n != want || want == 102 &&
			!strings.Contains(stderr.String(), "and 50 sentences more (-v lists all)\nassay: rules looped in 150 sentences\n") {
			t.Errorf("%s: status %v, %d lines, want %d:\n%.300s", flag, status, n, want, &stderr)
		}
	}
}

// TestInterrupted: interrupted commands end with status 130.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	gold, system, _ := ewt(t)
	var out, errs bytes.Buffer
	if code := run(ctx, []string{"score", gold, system}, strings.NewReader(""), &out, &errs); code != exitSignal {
		t.Errorf("status %d: %s", code, errs.String())
	}
}

// Help names every option of a command once, in lines that fit the window.
func TestUsage(t *testing.T) {
	a := &app{Files: study.Files{Stdin: strings.NewReader("")}, stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}}
	for _, cmd := range a.root("").Commands() {
		cmd.InitDefaultHelpFlag()
		seen := map[string]int{}
		for _, group := range optionGroups(cmd) {
			for _, f := range group.flags {
				seen[f.Name]++
			}
			for _, width := range []int{40, 80, 100} {
				var out strings.Builder
				group.write(&out, width)
				for line := range strings.Lines(out.String()) {
					if n := len(strings.TrimRight(line, "\n")); n > width && strings.Contains(strings.TrimSpace(line), " ") && !strings.Contains(line, "--") {
						t.Errorf("%s: a line of %d in a window of %d: %s", cmd.Name(), n, width, line)
					}
				}
				if width == 100 && strings.Count(out.String(), "\n") > 3*len(group.flags) {
					t.Errorf("%s: %s takes too many lines:\n%s", cmd.Name(), group.title, &out)
				}
			}
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if seen[f.Name] != 1 {
				t.Errorf("assay help %s names --%s %d times", cmd.Name(), f.Name, seen[f.Name])
			}
		})
	}
	help := call(t, "help", "score")
	for _, want := range []string{"usage: assay score GOLD SYSTEM... [OPTION]...\n", "\ncommon options\n", "\n  -m, --metric NAME", "assay score --help-all: "} {
		if !strings.Contains(help, want) {
			t.Errorf("assay help score lacks %q", want)
		}
	}
	if n := strings.Count(help, "\n      --") + strings.Count(help, "\n  -"); n > 12 {
		t.Errorf("assay help score shows %d options, want about ten", n)
	}
	help = call(t, "score", "--help-all")
	for _, want := range []string{"\noptions\n", "\nintervals and tests\n", "\n  -f, --from FORMAT ", "\n      --ci[=bca|analytic|poisson|...] "} {
		if !strings.Contains(help, want) {
			t.Errorf("assay score --help-all lacks %q", want)
		}
	}
}

// TestStatuses: help lists each status that a run can end with, and runs end so.
func TestStatuses(t *testing.T) {
	help := call(t, "help", "scripts")
	gold := filepath.Join("..", "..", "examples", "ewt.gold.conllu")
	short := filepath.Join(t.TempDir(), "short.conllu")
	if err := os.WriteFile(short, []byte("1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		want int
		args []string
	}{
		{exitOK, []string{"score", gold, gold, "-m", "attachment"}},
		{exitNo, []string{"score", gold, gold, "-m", "attachment", "--fail-under", "las=101"}},
		{exitUsage, []string{"score", gold}},
		{exitInput, []string{"score", gold, "missing.conllu"}},
		{exitUnscored, []string{"score", gold, short, "-m", "attachment", "--align", "order", "--strict"}},
	} {
		var b bytes.Buffer
		if got := run(context.Background(), tc.args, strings.NewReader(""), &b, &b); got != tc.want {
			t.Errorf("assay %s: status %d, want %d\n%s", strings.Join(tc.args, " "), got, tc.want, &b)
		}
		if line := fmt.Sprintf("\n  %-4d ", tc.want); !strings.Contains(help, line) {
			t.Errorf("help does not tell status %d", tc.want)
		}
	}
	if !strings.Contains(help, fmt.Sprintf("\n  %-4d ", exitSignal)) {
		t.Errorf("help does not tell status %d", exitSignal)
	}
}

// sdpNames returns names, and the same for figures without tops.
func sdpNames(names string) string {
	return names + " " + strings.ReplaceAll(names, " ", "_no_top ") + "_no_top"
}

// rowScores returns the names of the rows of mrp, with each suffix.
func rowScores(suffixes ...string) string {
	var out []string
	for _, row := range []string{"tops", "labels", "properties", "anchors", "edges", "attributes", "all"} {
		for _, s := range suffixes {
			out = append(out, row+s)
		}
	}
	return strings.Join(out, " ")
}

// uccaNames returns names for each kind of edge and each way to compare them.
func uccaNames(names string) string {
	var out []string
	for _, kind := range []string{"primary_", "remote_", "implicit_"} {
		for _, way := range []string{"labeled_", "unlabeled_"} {
			for name := range strings.FieldsSeq(names) {
				out = append(out, kind+way+name)
			}
		}
	}
	return strings.Join(out, " ")
}

// TestIntervalsInCommon: systems that are scored on different sentences have the
// intervals over the common ones that --common gives them.
func TestIntervalsInCommon(t *testing.T) {
	t.Chdir("../../examples")
	figures := func(by, value string, options ...string) []string {
		args := append([]string{"score", "craft.gold.mrg", "craft.berkeley.mrg", "craft.bllip-20.mrg", "--ci=analytic", "--format", "csv"}, options...)
		var out, errs bytes.Buffer
		if code := run(context.Background(), args, strings.NewReader(""), &out, &errs); code != exitOK {
			t.Fatalf("assay %q: status %d: %s", args, code, errs.String())
		}
		var rows []string
		for line := range strings.Lines(out.String()) {
			// system, metric, by, value, sentence, name, figure, low, high
			if c := strings.Split(strings.TrimSpace(line), ","); c[2] == by && c[3] == value &&
				!slices.Contains([]string{"count", "sentences"}, strings.Split(c[5], ":")[0]) && c[4] == "" && c[0] != "system" {
				rows = append(rows, c[0]+" "+strings.Join(c[5:], " "))
			}
		}
		return rows
	}
	shared, common := figures("sentences", "common"), figures("", "", "--common")
	if len(shared) == 0 || !slices.Equal(shared, common) {
		t.Errorf("intervals over the sentences in common:\n%s\nwith --common:\n%s", strings.Join(shared, "\n"), strings.Join(common, "\n"))
	}
}

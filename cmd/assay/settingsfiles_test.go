package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// NaN and the infinities are refused wherever a number is read: a weight of NaN makes every
// score n/a.
func TestNumbersAreFinite(t *testing.T) {
	for _, bad := range []string{"nan", "NaN", "inf", "-Inf", "+infinity", "1e999"} {
		weights := filepath.Join(t.TempDir(), "w.prm")
		gold := "../../examples/ewt.gold.conllu"
		write := func(text string) {
			if err := os.WriteFile(weights, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for text, args := range map[string][]string{
			"CLASS NAME " + bad + "\n":      {"score", gold, gold, "-m", "edm", "-p", weights},
			bad + " (type nsubj)\n":         {"score", gold, gold, "-m", "xiao", "-p", weights},
			" ":                             {"score", gold, gold, "--fail-under", "las=" + bad},
			"  ":                            {"score", gold, gold, "--ci", "bca", "--alpha", bad},
			"   ":                           {"compare", gold, gold, gold, "--margin", bad},
			"    ":                          {"score", gold, gold, "-m", "edm:n=" + bad},
			"     ":                         {"score", gold, gold, "--baseline", weights, "--max-drop", bad},
			"PREDICATE _a_* " + bad + " \n": {"score", gold, gold, "-m", "edm", "-p", weights},
		} {
			write(text)
			var errs bytes.Buffer
			status := run(context.Background(), args, strings.NewReader(""), &bytes.Buffer{}, &errs)
			if status != exitUsage && status != exitInput || !strings.Contains(errs.String(), bad) {
				t.Errorf("assay %s: %q: status %d\n%s", strings.Join(args, " "), text, status, &errs)
			}
		}
	}
}

// A file of parameters without one known key is refused, and an unknown key is said
// whatever -q says, by each command that counts.
func TestParametersOfEVALB(t *testing.T) {
	prm := filepath.Join(t.TempDir(), "x.prm")
	gold, system := "../../examples/craft.gold.mrg", "../../examples/craft.bllip-5.mrg"
	for _, tt := range []struct {
		text, want string
		status     int
	}{
		{"Dear all,\nthis is a letter.\n", "x.prm: want a key such as DELETE_LABEL, EQ_LABEL or CUTOFF_LEN, found none", exitInput},
		{"DELETE_LABEL TOP\nDELTE_LABEL S1\n", `x.prm:2:1: want a key such as DELETE_LABEL, EQ_LABEL or CUTOFF_LEN, found "DELTE_LABEL"`, exitOK},
	} {
		if err := os.WriteFile(prm, []byte(tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{
			{"score", gold, system}, {"errors", gold, system}, {"compare", gold, system, gold},
			{"report", gold, system, "-o", filepath.Join(filepath.Dir(prm), "p.html")},
		} {
			args = append(args, "-m", "evalb", "-p", prm, "-q")
			var errs bytes.Buffer
			status := run(context.Background(), args, strings.NewReader(""), &bytes.Buffer{}, &errs)
			if status != tt.status || strings.Count(errs.String(), tt.want) != 1 {
				t.Errorf("assay %s: status %d, standard error\n%s", strings.Join(args, " "), status, &errs)
			}
		}
	}
}

// A page has the same bytes for each number of cores.
func TestCommandLine(t *testing.T) {
	for _, args := range [][]string{
		{"report", "a", "-j", "3", "b"}, {"report", "a", "-j3", "b"}, {"report", "a", "--jobs=3", "b"}, {"report", "--jobs", "3", "a", "b"},
	} {
		if got := commandLine(args); got != "assay report a b" {
			t.Errorf("%q: %s", args, got)
		}
	}
}

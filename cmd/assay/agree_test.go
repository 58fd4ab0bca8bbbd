package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/shared"
)

// TestAgree: the figures of assay agree are those of assay score, every sentence that
// is left out is named, and all forms hold the same figures.
func TestAgree(t *testing.T) {
	t.Chdir("../../examples")
	dir := t.TempDir()
	text, err := os.ReadFile("ewt.udpipe-projective.conllu")
	if err != nil {
		t.Fatal(err)
	}
	sentences := strings.SplitAfter(string(text), "\n\n")
	third := filepath.Join(dir, "third.conllu")
	if err := os.WriteFile(third, []byte(strings.Join(append(sentences[:6:6], sentences[7:]...), "")), 0o666); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Annotators []string
		Scores     []struct {
			A, B, Measure, Score string
			Agreement, Low, High float64
			Sentences            int
		}
		Kappa []struct {
			Label        string
			Items        int
			Equal, Kappa float64
		}
		Alpha []struct {
			Distance                           string
			Alpha, Low, High                   float64
			Units, Analyses, Pairs_compared    int
			Observed, Expected, Expected_error float64
		}
		Labels   []struct{ One, Other string }
		Left_out []struct{ Sentence, Reason string }
	}
	args := []string{"agree", "ewt.gold.conllu", "ewt.udpipe-swap.conllu", third, "--distance", "plain,norm,hamming", "--pairs", "2000", "--samples", "199"}
	if err := json.Unmarshal([]byte(call(t, append(args, "--format", "json", "-q")...)), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Scores) != 3 || len(got.Kappa) != 6 || len(got.Alpha) != 3 || len(got.Labels) < 100 || len(got.Annotators) != 3 {
		t.Fatalf("%d scores, %d kappa, %d alpha, %d labels", len(got.Scores), len(got.Kappa), len(got.Alpha), len(got.Labels))
	}
	las := *parseFigures(t, call(t, "score", "ewt.gold.conllu", "ewt.udpipe-swap.conllu", "-m", "attachment", "--format", "json", "-q")).Results[0].Scores["las"]
	if s := got.Scores[0]; s.Agreement != las || s.Sentences != 100 || !(s.Low < las && las < s.High) {
		t.Errorf("agreement %+v, assay score gives %v", s, las)
	}
	if a := got.Alpha[0]; a.Units != 100 || a.Analyses != 299 || math.Abs(a.Alpha-(1-a.Observed/a.Expected)) > 1e-12 {
		t.Errorf("alpha %+v", a)
	}
	if len(got.Left_out) == 0 {
		t.Error("no sentence is named as missing from the third annotator")
	}
	for _, d := range got.Left_out {
		if d.Sentence != "weblog-blogspot.com_marketview_20050511222700_ENG_20050511_222700-0004" || !strings.HasPrefix(d.Reason, "missing from ") {
			t.Errorf("left out: %+v", d)
		}
	}
	tsv := call(t, append(args, "--format", "tsv", "-q")...)
	for _, want := range []string{"figure\ta\tb\tof\tname\tvalue\tlow\thigh\tn\n", "\nalpha\t\t\thamming\talpha\t", "\nleft out\t"} {
		if !strings.Contains(tsv, want) {
			t.Errorf("no %q in TSV", want)
		}
	}
	for _, form := range []string{"markdown", "latex", "html", "csv"} {
		if out := call(t, append(args, "--format", form, "-q")...); !strings.Contains(out, "hamming") {
			t.Errorf("--format %s holds no alpha", form)
		}
	}
	if one, two := call(t, append(args, "-j", "1")...), call(t, append(args, "-j", "3")...); one != two {
		t.Error("the output depends on the number of cores")
	}
}

// TestAgreeDraw: the sentence with the most differences is drawn, with the names of
// both annotators.
func TestAgreeDraw(t *testing.T) {
	shared.Long(t)
	t.Chdir("../../examples")
	out := call(t, "agree", "amr/gold.amr", "amr/parser-a.amr", "--draw", "1", "-q")
	for _, want := range []string{"sentence 2 (ex.2): 6 differences", "A amr/gold.amr", "B amr/parser-a.amr", "no alpha: amr has neither"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	var stdout, errs bytes.Buffer
	if code := run(context.Background(), []string{"agree", "craft.berkeley.mrg", "craft.bllip-20.mrg"}, strings.NewReader(""), &stdout,
		&errs); code != exitOK || !strings.Contains(errs.String(), "41 of 200 sentences are not in the figures") {
		t.Errorf("status %d: %s", code, errs.String())
	}
}

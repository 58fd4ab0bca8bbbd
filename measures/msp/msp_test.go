package msp_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/eval"
	format "assay/formats/msp"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures/msp"
)

// run returns the scores of a recorded run's files.
func run(t *testing.T, m *eval.Measure, dir, gold, system string) map[string]float64 {
	t.Helper()
	res, err := eval.Run(context.Background(), formattest.Shared(t, &format.Format, "cases", "living", "msp", dir, gold),
		formattest.Shared(t, &format.Format, "cases", "living", "msp", dir, system), []*eval.Measure{m}, eval.Options{Align: eval.AlignOrder})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for _, s := range m.Scores(res.Counts[0].Sum()) {
		out[s.Name] = s.Value
	}
	return out
}

// TestRecorded compares the preset official with all recorded runs of msp_25_eval.py 3c907f0 that print figures.
func TestRecorded(t *testing.T) {
	different := map[string]string{
		"two-blank-lines-system": "41.67: the program takes the second empty line for a sentence, and pairs across sentences",
		"no-content-at-all":      "0.00: there is nothing to score",
	}
	dirs, err := filepath.Glob(filepath.Join(shared.Path(t, "cases", "living", "msp"), "*", "stdout"))
	if err != nil || len(dirs) < 40 {
		t.Fatal(dirs, err)
	}
	compared := 0
	for _, path := range dirs {
		name := filepath.Base(filepath.Dir(path))
		want, _ := os.ReadFile(path)
		if !strings.HasPrefix(string(want), "MSLAS") || different[name] != "" {
			continue
		}
		compared++
		s := run(t, msp.New(msp.Options{Order: true}), name, "gold.conllu", "system.conllu")
		got := fmt.Sprintf("MSLAS <F1> Score: %.2f\nLAS F1 Score: %.2f\nFeats F1 Score: %.2f\n", 100*s["mslas_f1"], 100*s["las_f1"], 100*s["feats_f1"])
		if got != string(want) {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
	t.Log(compared, "runs")
	if compared < 30 {
		t.Errorf("%d runs compared", compared)
	}
}

// TestCopy: a copy of gold has 100 in every score, under every option, and sides change places.
func TestCopy(t *testing.T) {
	for _, opt := range []msp.Options{{}, {Order: true}, {All: true}, {Order: true, All: true}} {
		for _, dir := range []string{"random-2", "random-3", "random-6"} {
			for name, v := range run(t, msp.New(opt), dir, "gold.conllu", "gold.conllu") {
				if v != 1 {
					t.Errorf("%+v %s: %s %g", opt, dir, name, v)
				}
			}
			ahead := run(t, msp.New(opt), dir, "gold.conllu", "system.conllu")
			back := run(t, msp.New(opt), dir, "system.conllu", "gold.conllu")
			for _, part := range []string{"las", "feats", "mslas"} {
				if a, b := ahead[part+"_precision"], back[part+"_recall"]; a-b > 1e-12 || b-a > 1e-12 {
					t.Errorf("%+v %s: precision %g, swapped recall %g", opt, part, a, b)
				}
			}
		}
	}
}

// TestPlaces: an abstract node that the system lacks takes no other with it, and the relation decides among two at a place.
func TestPlaces(t *testing.T) {
	line := func(id, form, feats, head, rel string) string {
		return strings.Join([]string{id, form, "_", "X", "_", feats, head, rel, "_", "_"}, "\t") + "\n"
	}
	gold := line("0.1", "-", "Person=1", "1", "nsubj") + line("0.2", "-", "Person=3", "1", "obj") + line("1", "a", "|", "0", "root") + "\n"
	system := line("0.1", "-", "Person=3", "1", "obj") + line("1", "a", "Bad", "0", "root") + "\n"
	m := msp.New(msp.Options{})
	res, err := eval.Run(context.Background(), formattest.Source(&format.Format, "gold", []byte(gold)),
		formattest.Source(&format.Format, "system", []byte(system)), []*eval.Measure{m}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// las: gold system matched; feats; mslas. The word a has the feature Feats=Bad on one side only.
	if got := fmt.Sprint(res.Counts[0].Sum()); got != "[3 2 2 3 2 1 3 2 1]" {
		t.Error(got)
	}
}

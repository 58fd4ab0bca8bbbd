package mwe

import (
	"math"
	"regexp"
	"strconv"
	"testing"

	"assay/eval"
	"assay/formats/cupt"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures/internal/itemlaw"
	"assay/treebank"
)

// run returns the scores of two files of the cases; each row is the sum of its items.
func run(t *testing.T, opt Options, gold, system string) map[string]float64 {
	t.Helper()
	read := func(name string) []*treebank.Sentence {
		list, errs := formattest.Read(&cupt.Format, string(shared.Read(t, "cases", "documents", "parseme", name)))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		return list
	}
	metric, theirs := New(opt), read(system)
	sum := make([]float64, len(metric.Columns))
	for i, ours := range read(gold) {
		for k := range theirs[i].Phrases { // one table of symbols, as in a run
			p := &theirs[i].Phrases[k]
			p.Label = ours.Syms.InternString(theirs[i].Name(p.Label))
		}
		pair := &eval.Pair{}
		pair.Reset(i, ours, theirs[i])
		row, err := itemlaw.Row(t, metric, metric.NewCounter().(eval.Explainer), pair)
		if err != nil {
			t.Fatal(err)
		}
		for k := range sum {
			sum[k] += row[k]
		}
	}
	scores := map[string]float64{}
	for i := range metric.Formulas {
		scores[metric.Formulas[i].Name] = metric.Formulas[i].Value(sum)
	}
	return scores
}

// TestRecorded has the global figures of all recorded runs of parseme_evaluate.py on the four languages.
func TestRecorded(t *testing.T) {
	figures := regexp.MustCompile(`\* (MWE|Tok)-based: P=\d+/\d+=([\d.]+) R=\d+/\d+=([\d.]+) F=([\d.]+)`)
	for _, language := range []string{"de", "en", "es", "ga"} {
		for _, system := range []string{"gold", "exact", "gap", "noise"} {
			scores := run(t, Options{}, language+".gold.cupt", language+"."+system+".cupt")
			report := shared.Read(t, "cases", "documents", "parseme", "expected", language+"."+system+".out")
			for _, m := range figures.FindAllStringSubmatch(string(report), 2) {
				before := map[string]string{"MWE": "", "Tok": "token_"}[m[1]]
				for i, name := range []string{"precision", "recall", "f1"} {
					want, _ := strconv.ParseFloat(m[i+2], 64)
					if got := scores[before+name]; math.Abs(got-want) > 0.00005001 && !(math.IsNaN(got) && want == 0) {
						t.Errorf("%s.%s %s%s: %.4f, want %.4f", language, system, before, name, got, want)
					}
				}
			}
		}
	}
}

// TestLabelled: with categories the sums are those over the categories in the report of en.noise.
func TestLabelled(t *testing.T) {
	scores := run(t, Options{Labelled: true}, "en.gold.cupt", "en.noise.cupt")
	for name, want := range map[string]float64{"precision": 20.0 / 46, "recall": 20.0 / 45, "token_precision": 63.0 / 97, "token_recall": 63.0 / 97} {
		if math.Abs(scores[name]-want) > 1e-12 {
			t.Errorf("%s: %v, want %v", name, scores[name], want)
		}
	}
}

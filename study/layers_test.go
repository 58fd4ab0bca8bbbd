package study_test

import (
	"math"
	"strings"
	"testing"

	"assay/internal/shared"
	"assay/measures"
	"assay/study"
	"assay/treebank"
)

// scored counts two texts with measures, and returns the result of each.
func scored(t *testing.T, metric string, texts map[string]string, gold string, systems ...string) *study.Result {
	t.Helper()
	s := study.Study{Options: study.Options{Metric: metric, Jobs: 1, NoTests: true}, Files: &study.Files{Texts: texts}}
	res, err := s.Run(t.Context(), gold, systems...)
	if err != nil {
		t.Fatal(metric, err)
	}
	return res
}

// TestNoScoreWithoutHeads: no measure of dependencies has a score where gold has no heads, whatever the system has;
// where gold has no labels, none that compares labels.
func TestNoScoreWithoutHeads(t *testing.T) {
	heads := "1\tDogs\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
	bare := strings.NewReplacer("2\tnsubj", "_\t_", "0\troot", "_\t_").Replace(heads)
	unlabelled := strings.NewReplacer("nsubj", "_", "root", "_").Replace(heads)
	texts := map[string]string{"heads.conllu": heads, "bare.conllu": bare, "unlabelled.conllu": unlabelled}
	for _, e := range measures.All {
		if !e.Needs.Has(treebank.Arcs) {
			continue
		}
		for _, system := range []string{"heads.conllu", "bare.conllu"} {
			for _, sc := range scored(t, e.Name, texts, "bare.conllu", system).Results[0].Scores {
				row, _, _ := strings.Cut(sc.Name, "_")
				if e.Name == "ud" && strings.Contains(" tokens sentences words upos alltags ", " "+row+" ") {
					continue // gold has these
				}
				if !math.IsNaN(sc.Value) {
					t.Errorf("%s of %s against gold without heads: %s is %v", e.Name, system, sc.Name, sc.Value)
				}
			}
		}
		some := false
		for _, sc := range scored(t, e.Name, texts, "unlabelled.conllu", "unlabelled.conllu").Results[0].Scores {
			labelled := strings.HasPrefix(sc.Name, "las") || strings.Contains(sc.Name, "label_") && !strings.HasPrefix(sc.Name, "unlabel")
			some = some || !labelled && !math.IsNaN(sc.Value)
			if labelled && !math.IsNaN(sc.Value) {
				t.Errorf("%s of gold without labels: %s is %v", e.Name, sc.Name, sc.Value)
			}
		}
		if !some {
			t.Errorf("%s has no score for trees without labels", e.Name)
		}
	}
}

// TestOfficialFigureWithoutFeatures: conll18_ud_eval.py gives MLAS 50.00 where gold has no FEATS and the system has one
// on one of two words. Every window takes it from the same result.
func TestOfficialFigureWithoutFeatures(t *testing.T) {
	dir := []string{"cases", "field", "null-mlas"}
	s := study.Study{Options: study.Options{Jobs: 1, NoTests: true}, Files: &study.Files{}}
	res, err := s.Run(t.Context(), shared.Path(t, append(dir, "gold.conllu")...), shared.Path(t, append(dir, "sys.conllu")...))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]float64{"mlas_f1": .5, "alltags_f1": .5, "las_f1": 1, "ufeats_f1": math.NaN(), "elas_f1": math.NaN()} {
		shown, counted := res.Results[0].Find(name).Value, 0.0
		if sc, err := res.Score(name); err == nil {
			counted = sc.Value
		}
		for _, got := range []float64{shown, counted} {
			if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%s is %v and %v, want %v", name, shown, counted, want)
			}
		}
	}
}

// TestMeasuresRefuseOtherLayers: a measure refuses a file in a format that cannot hold its items, with the reason.
func TestMeasuresRefuseOtherLayers(t *testing.T) {
	texts := map[string]string{"trees.mrg": "(S (NP (NN a)) (VP (VB b)))\n", "deps.conllu": "1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n",
		"graph.amr": "# ::id 1\n(a / b)\n"}
	held := map[string]treebank.Layer{"trees.mrg": treebank.Phrases, "deps.conllu": treebank.Arcs, "graph.amr": treebank.Graph}
	for _, e := range measures.All {
		for name, layer := range held {
			needs := e.Needs
			for _, l := range []treebank.Layer{treebank.Tags, treebank.Lemmas, treebank.Morphology, treebank.Relations, treebank.Enhanced} {
				needs &^= l
			}
			s := study.Study{Options: study.Options{Metric: e.Name, Jobs: 1, NoTests: true}, Files: &study.Files{Texts: texts}}
			_, err := s.Run(t.Context(), name, name)
			switch fits := layer.Has(needs); {
			case fits && err != nil && !strings.Contains(err.Error(), "word"):
				t.Errorf("%s refuses %s: %v", e.Name, name, err)
			case !fits && (err == nil || !strings.Contains(err.Error(), e.Name+" counts ")):
				t.Errorf("%s takes %s: %v", e.Name, name, err)
			}
		}
	}
}

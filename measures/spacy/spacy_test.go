package spacy_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"assay/eval"
	format "assay/formats/spacy"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures/spacy"
)

func run(t *testing.T, dir, gold, system string) map[string]float64 {
	t.Helper()
	m := spacy.New()
	res, err := eval.Run(context.Background(), formattest.Shared(t, &format.Format, "cases", "living", "spacy", dir, gold),
		formattest.Shared(t, &format.Format, "cases", "living", "spacy", dir, system), []*eval.Measure{m}, eval.Options{Align: eval.AlignOrder})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for _, s := range m.Scores(res.Counts[0].Sum()) {
		out[s.Name] = s.Value
	}
	return out
}

// names are ours by spaCy's.
var names = map[string]string{"token_acc": "token_acc", "token_p": "tokens_precision", "token_r": "tokens_recall", "token_f": "tokens_f1",
	"tag_acc": "tag_f1", "pos_acc": "pos_f1", "morph_acc": "morph_f1", "lemma_acc": "lemma_f1", "dep_uas": "uas_f1", "dep_las": "las_f1",
	"ents_p": "ents_precision", "ents_r": "ents_recall", "ents_f": "ents_f1", "sents_p": "sents_precision", "sents_r": "sents_recall", "sents_f": "sents_f1"}

// different are the recorded runs that are repaired here.
var different = map[string]string{
	"space-token-pred":                 "white space is left out",
	"space-token-gold":                 "white space is left out",
	"space-token-both":                 "white space is left out",
	"gold-dep-missing-leaks-into-next": "a missing label is forgotten after its document",
	"sents-absent-pred":                "a document that was not parsed has no arcs; in spaCy each token is its own head",
	"random-4":                         "token spans are compared without the white space before them",
	"case-differs":                     "texts that differ in capitals are different texts",
	"punct-wrong-head-keep":            "--keep-punct",
	"tag-missing-leaks":                "a missing label is forgotten after its document",
}

// TestRecorded compares with all recorded runs of spaCy's scorer.py.
func TestRecorded(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(shared.Path(t, "cases", "living", "spacy"), "*", "stdout"))
	if err != nil || len(files) < 40 {
		t.Fatal(files, err)
	}
	compared := 0
	for _, file := range files {
		name := filepath.Base(filepath.Dir(file))
		text, _ := os.ReadFile(file)
		var want map[string]any
		if json.Unmarshal(text, &want) != nil || different[name] != "" || name == "empty-files" {
			continue
		}
		got := run(t, name, "gold.jsonl", "pred.jsonl")
		for theirs, ours := range names {
			v, ok := want[theirs].(float64)
			switch {
			case !ok && !math.IsNaN(got[ours]) && got[ours] != 0:
				t.Errorf("%s: %s is %v, spaCy has none", name, ours, got[ours])
			case ok && !(math.Abs(got[ours]-v) < 1e-9 || v == 0 && math.IsNaN(got[ours])):
				t.Errorf("%s: %s is %v, spaCy has %v", name, ours, got[ours], v)
			}
			compared++
		}
	}
	if compared < 400 {
		t.Errorf("%d figures compared", compared)
	}
}

// TestCopy: a copy of gold has 100 in every row that gold has, with white space and missing labels too.
func TestCopy(t *testing.T) {
	for _, dir := range []string{"random-0", "random-2", "random-3", "space-token-both", "tag-missing-gold", "token-joined-gold"} {
		for name, v := range run(t, dir, "gold.jsonl", "gold.jsonl") {
			if v != 1 && !math.IsNaN(v) {
				t.Errorf("%s: %s %g", dir, name, v)
			}
		}
	}
}

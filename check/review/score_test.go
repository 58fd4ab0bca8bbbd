package review

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"assay/diagnose"
	"assay/eval"
	"assay/measures"
	"assay/treebank"
)

// An arc with the right head and a wrong label is wrong for LAS, and not for UAS: a check
// of UAS does not ask for it.
func TestOnlyErrorsOfTheScore(t *testing.T) {
	const gold = "1\tbirds\t_\tN\t_\t_\t2\tsubj\t_\t_\n2\tsing\t_\tV\t_\t_\t0\troot\t_\t_\n3\tloud\t_\tA\t_\t_\t2\tmod\t_\t_\n\n"
	const system = "1\tbirds\t_\tN\t_\t_\t2\tobj\t_\t_\n2\tsing\t_\tV\t_\t_\t0\troot\t_\t_\n3\tloud\t_\tA\t_\t_\t1\tmod\t_\t_\n\n"
	dir := t.TempDir()
	for name, text := range map[string]string{"gold": gold, "system": system} {
		if err := os.WriteFile(filepath.Join(dir, name+".conll"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	m, err := measures.Parse("attachment", measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]int{}
	for i, s := range m.Scores(make([]float64, len(m.Columns()))) {
		q, err := Build(context.Background(), source(t, filepath.Join(dir, "gold.conll")), []*treebank.Source{source(t, filepath.Join(dir, "system.conll"))}, m, eval.Options{}, Options{Focus: diagnose.NewFocus(m, i)})
		if err != nil {
			t.Fatal(err)
		}
		asked[s.Name] = len(q.Items)
	}
	if asked["uas"] != 1 || asked["las"] != 2 {
		t.Errorf("a check of UAS asks for %d arcs, want 1; of LAS for %d, want 2", asked["uas"], asked["las"])
	}
}

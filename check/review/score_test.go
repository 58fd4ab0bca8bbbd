package review

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/check/adjudicate"
	"assay/check/ledger"
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

// A decision under LAS is about an item of the file under UAS too, and the other way round: it is
// not said to be of another file.
func TestDecisionsUnderOtherScores(t *testing.T) {
	const gold = "1\tbirds\t_\tN\t_\t_\t2\tsubj\t_\t_\n2\tsing\t_\tV\t_\t_\t0\troot\t_\t_\n3\tloud\t_\tA\t_\t_\t2\tmod\t_\t_\n\n"
	const system = "1\tbirds\t_\tN\t_\t_\t2\tobj\t_\t_\n2\tsing\t_\tV\t_\t_\t0\troot\t_\t_\n3\tloud\t_\tA\t_\t_\t1\tamod\t_\t_\n\n"
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
	l, err := ledger.Open(filepath.Join(dir, "check.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	check := func(score int) *Session {
		q, err := Build(context.Background(), source(t, filepath.Join(dir, "gold.conll")), []*treebank.Source{source(t, filepath.Join(dir, "system.conll"))}, m, eval.Options{}, Options{Focus: diagnose.NewFocus(m, score)})
		if err != nil {
			t.Fatal(err)
		}
		return NewSession(q, l)
	}
	var asked []string
	for _, score := range []int{0, 1, 0} { // UAS, LAS, UAS
		s := check(score)
		if stale, err := s.Stale(); err != nil || len(stale) > 0 {
			t.Errorf("decisions of no item: %v, %v", stale, err)
		}
		for i, it := range s.Queue.Items {
			progress, err := s.Progress("ann")
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 && progress.Open == 0 {
				asked = append(asked, "nothing")
				break
			}
			asked = append(asked, it.Item+" "+it.Kind)
			if _, err := s.Decide("ann", i, adjudicate.Accept, ""); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got, want := strings.Join(asked, ", "), "3<1 wrong head, 3<1:amod wrong head and label, 1<2:obj wrong label, nothing"; got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
}

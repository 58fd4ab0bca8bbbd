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
	"assay/eval/plan"
	"assay/measures"
	"assay/treebank"
)

// An arc with the right head and a wrong label is wrong for LAS, and not for UAS: a check
// of UAS does not ask for it.
func TestOnlyErrorsOfTheScore(t *testing.T) {
	const gold = "1\tbirds\t_\tN\t_\t_\t2\tsubj\t_\t_\n2\tsing\t_\tV\t_\t_\t0\troot\t_\t_\n3\tloud\t_\tA\t_\t_\t2\tmod\t_\t_\n\n"
	const system = "1\tbirds\t_\tN\t_\t_\t2\tobj\t_\t_\n2\tsing\t_\tV\t_\t_\t0\troot\t_\t_\n3\tloud\t_\tA\t_\t_\t1\tmod\t_\t_\n\n"
	m, queue := attachments(t, gold, system)
	asked := map[string]int{}
	for i, s := range m.Scores(make([]float64, len(m.ColumnNames()))) {
		asked[s.Name] = len(queue(i).Items)
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
	_, queue := attachments(t, gold, system)
	l, err := ledger.Open(filepath.Join(t.TempDir(), "check.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var asked []string
	for _, score := range []int{0, 1, 0} { // UAS, LAS, UAS
		s := NewSession(queue(score), l)
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

// attachments returns the measure of attachments, and the questions of a check of one of its scores.
func attachments(t *testing.T, gold, system string) (m *eval.Measure, queue func(score int) *Queue) {
	t.Helper()
	path := func(name, text string) string {
		name = filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	goldPath, systemPath := path("gold.conll", gold), path("system.conll", system)
	m, err := measures.Parse("attachment", measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return m, func(score int) *Queue {
		t.Helper()
		q, err := Build(context.Background(), plan.New(source(t, goldPath), []*treebank.Source{source(t, systemPath)}, eval.Options{}), m, plan.Taps{},
			Options{Focus: diagnose.NewFocus(m, score)})
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
}

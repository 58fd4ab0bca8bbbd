package soft_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"assay/check/adjudicate"
	"assay/check/soft"
	"assay/corpus"
	"assay/eval"
	"assay/formats/penn"
	"assay/internal/formattest"
	"assay/measures"
	"assay/measures/evalb"
	"assay/treebank"
)

// TestOtherParts: a rejected label leaves the head right, and a decision on one tag of a
// word says nothing of the other; a link that is accepted is accepted without its label too.
func TestOtherParts(t *testing.T) {
	const (
		gold   = "1\ta\t_\tN\tN\t_\t2\tnsubj\t_\t_\n2\tb\t_\tV\tV\t_\t0\troot\t_\t_\n3\tc\t_\tN\tN\t_\t2\tobj\t_\t_\n\n"
		system = "1\ta\t_\tX\tX\t_\t2\tobj\t_\t_\n2\tb\t_\tV\tV\t_\t0\troot\t_\t_\n3\tc\t_\tN\tN\t_\t1\tobj\t_\t_\n\n"
	)
	open := func(name, text string) string {
		name = filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	goldFile, systemFile := open("gold.conllu", gold), open("system.conllu", system)
	decision := func(item, kind string, verdict adjudicate.Verdict) adjudicate.Decision {
		return adjudicate.Decision{Key: adjudicate.Key{Sentence: "1", Metric: "ud", Side: "system", Item: item}, Kind: kind, Decision: verdict, Judge: "ann"}
	}
	for _, tc := range []struct {
		decision adjudicate.Decision
		want     map[string]float64 // soft counts of matches and of undecided items
	}{
		{decision("1<2:obj", "wrong label", adjudicate.Reject), map[string]float64{
			"soft_uas_matched": 2, "soft_uas_undecided": 1, "soft_las_matched": 1, "soft_las_undecided": 1}},
		{decision("1<2:obj", "wrong label", adjudicate.Accept), map[string]float64{
			"soft_uas_matched": 2, "soft_uas_undecided": 1, "soft_las_matched": 2, "soft_las_undecided": 1}},
		{decision("3<1:obj", "wrong head", adjudicate.Accept), map[string]float64{
			"soft_uas_matched": 3, "soft_uas_undecided": 0, "soft_las_matched": 2, "soft_las_undecided": 1}},
		{decision("1:X", "wrong UPOS", adjudicate.Accept), map[string]float64{
			"soft_upos_matched": 3, "soft_upos_undecided": 0, "soft_xpos_matched": 2, "soft_xpos_undecided": 1}},
		{decision("1:X", "", adjudicate.Accept), map[string]float64{"soft_upos_matched": 3, "soft_xpos_matched": 3}},
		{decision("2<0:root", "correct", adjudicate.Reject), map[string]float64{"soft_uas_matched": 1, "soft_las_matched": 0}},
	} {
		metric, err := measures.Parse("ud", measures.Config{})
		if err != nil {
			t.Fatal(err)
		}
		wrapped, ok := soft.Wrap(metric, soft.NewCheck("x", "ud", []adjudicate.Decision{tc.decision}))
		if !ok {
			t.Fatal("no soft scores")
		}
		g, err := corpus.Open(goldFile)
		if err != nil {
			t.Fatal(err)
		}
		s, err := corpus.Open(systemFile)
		if err != nil {
			t.Fatal(err)
		}
		res, err := eval.Run(context.Background(), g, s, []*eval.Measure{wrapped}, eval.Options{Jobs: 1})
		if err != nil {
			t.Fatal(err)
		}
		sum, found := res.Counts[0].Sum(), 0
		for i, name := range wrapped.ColumnNames() {
			want, ok := tc.want[name]
			if !ok {
				continue
			}
			if found++; sum[i] != want {
				t.Errorf("%s %s: %s is %g, want %g", tc.decision.Item, tc.decision.Decision, name, sum[i], want)
			}
		}
		if found != len(tc.want) {
			t.Errorf("%d of the counts %v exist", found, tc.want)
		}
	}
}

// TestNumbersOfGold: decisions name sentences without ids by their numbers in gold, also
// where the system has sentences that gold lacks.
func TestNumbersOfGold(t *testing.T) {
	gold := formattest.Source(&penn.Format, "gold", []byte("(S (NP (D a) (N b)) (VP (V c)))\n(S (NP (N x)) (VP (V y) (V z)))\n"))
	system := formattest.Source(&penn.Format, "system", []byte("(S (NP (N new)) (VP (V one)))\n(S (NP (D a) (N b)) (VP (V c)))\n(S (NP (N x)) (NP (V y) "+
		"(V z)))\n"))
	list := []adjudicate.Decision{{Key: adjudicate.Key{Sentence: "2", Metric: "evalb", Side: "system", Item: "NP:2-3"}, Decision: adjudicate.Accept}}
	ms := []*eval.Measure{evalb.New(evalb.Options{Params: evalb.Collins})}
	stray := soft.NewStray(list, ms)
	wrapped, ok := soft.Wrap(ms[0], soft.NewCheck("x", "evalb", list))
	if !ok {
		t.Fatal("no soft scores")
	}
	opt := eval.Options{Align: eval.AlignText, Jobs: 1}
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{wrapped}, opt)
	if err != nil {
		t.Fatal(err)
	}
	sum := res.Counts[0].Sum()
	hard, found := sum[slices.Index(wrapped.ColumnNames(), "matched")], sum[slices.Index(wrapped.ColumnNames(), "soft_matched")]
	if found != hard+1 {
		t.Errorf("%g matches, with the decision %g", hard, found)
	}
	opt.Collect, opt.Collected = stray.Collect, stray.Collected
	if _, err := eval.Run(context.Background(), gold, system, ms, opt); err != nil {
		t.Fatal(err)
	}
	if left := stray.Left(); len(left) > 0 {
		t.Errorf("no item for %v", left)
	}
}

// TestOmitted: soft scores of a layer that is copied are left out with its own scores.
func TestOmitted(t *testing.T) {
	metric, err := measures.Parse("ud", measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	wrapped, _ := soft.Wrap(metric, soft.NewCheck("x", "ud", []adjudicate.Decision{{
		Key: adjudicate.Key{Sentence: "1", Metric: "ud", Side: "system", Item: "1<0:root"}, Decision: adjudicate.Accept}}))
	open := func(name string) *treebank.Source {
		src, err := corpus.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		return src
	}
	res, err := eval.Run(context.Background(), open("../../examples/ewt.gold.conllu"), open("../../examples/ewt.udpipe-swap.conllu"),
		[]*eval.Measure{wrapped}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, o := range wrapped.Omit(res.Counts[0].Sum(), res.Counts[0].Seen) {
		found = found || slices.Contains(o.Scores, "elas_f1") && slices.Contains(o.Scores, "soft_elas_f1") && !slices.Contains(o.Scores, "soft_las_f1")
	}
	if !found {
		t.Error("soft ELAS of copied DEPS is not left out")
	}
}

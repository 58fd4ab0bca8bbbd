package edm_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/internal/shared"
	"assay/measures/edm"
)

// The counts of mtool (4cee3a2): names, arguments, tops, properties, all; gold,
// system and correct of each.
func TestMTool(t *testing.T) {
	for _, tc := range []struct {
		gold, system []string
		want         string
		f1           float64
	}{
		{[]string{"cases", "semantics", "05-duplicates-and-punct", "gold.input.mrp"}, []string{"cases", "semantics", "05-duplicates-and-punct", "system.input.mrp"},
			"6/6/6 5/4/4 2/2/2 9/9/9 22/21/21", 0.9767441860465117},
		{[]string{"cases", "semantics", "05-duplicates-and-punct", "gold.noinput.mrp"},
			[]string{"cases", "semantics", "05-duplicates-and-punct", "system.noinput.mrp"},
			"6/6/4 5/4/2 2/2/2 9/9/6 22/21/14", 0.6511627906976744},
		{[]string{"data", "sem-lpps", "gold.eds.mrp"}, []string{"data", "sem-lpps", "peking.eds.mrp"},
			"1272/1286/1166 1192/1185/1081 100/100/89 25/45/22 2589/2616/2358", 0.9060518731988472},
	} {
		ct := run(t, openAs(t, "mrp", tc.gold...), openAs(t, "mrp", tc.system...), edm.MTool, eval.Options{}).Counts[0]
		sum := ct.Sum()
		var got []string
		for _, group := range []int{3, 2, 6, 4, 0} {
			got = append(got, fmt.Sprintf("%v/%v/%v", sum[3*group], sum[3*group+1], sum[3*group+2]))
		}
		if g := strings.Join(got, " "); g != tc.want || scores(ct)["f1"] != tc.f1 {
			t.Errorf("%v: got %s, F1 %v; recorded %s, %v", tc.gold, g, scores(ct)["f1"], tc.want, tc.f1)
		}
	}
}

// One file, two definitions: PyDelphin counts duplicates one by one and leaves spans
// unchanged.
func TestDuplicates(t *testing.T) {
	dir := []string{"cases", "semantics", "05-duplicates-and-punct"}
	gold, system := openAs(t, "eds", append(slices.Clone(dir), "gold.eds")...), openAs(t, "eds", append(slices.Clone(dir), "system.eds")...)
	s := scores(run(t, gold, system, edm.PyDelphin, eval.Options{}).Counts[0])
	if s["precision"] != 0.6666666666666666 || s["recall"] != 0.5185185185185185 || s["f1"] != 0.5833333333333334 {
		t.Errorf("got %v %v %v", s["precision"], s["recall"], s["f1"])
	}
}

// Groups of the key rank equal the runs of each rank, over the items that both sides
// have.
func TestRankGroups(t *testing.T) {
	gold, system := open(t, "cases", "semantics", "10-zhong-nbest", "gold"), open(t, "cases", "semantics", "10-zhong-nbest", "system")
	groups := run(t, gold, system, edm.PyDelphin, eval.Options{Ranks: 4}).Counts[0].Groups
	if len(groups) != 4 {
		t.Fatalf("%d groups", len(groups))
	}
	for k, g := range groups {
		c := run(t, gold, system, edm.PyDelphin, eval.Options{Rank: k + 1, IgnoreGold: true, IgnoreSystem: true}).Counts[0]
		if got := g.Sum(c.Width); !slices.Equal(got, c.Sum()) || g.Value != fmt.Sprint(k+1) {
			t.Errorf("rank %d: %v, want %v", k+1, got, c.Sum())
		}
	}
}

// The weights of the example: quantifiers and punctuation of properties weigh less,
// ARG1 and ARG2 more.
func TestWeights(t *testing.T) {
	f, err := os.Open("../../examples/edm-weights.prm")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := edm.ReadWeights(f, "edm-weights.prm")
	if err != nil {
		t.Fatal(err)
	}
	o := edm.Paper
	o.Weights = w
	src := openAs(t, "simplemrs", "cases", "semantics", "01-figure1", "figure1.simplemrs")
	s := scores(run(t, src, src, o, eval.Options{}).Counts[0])
	if s["f1"] != 1 {
		t.Errorf("gold against itself has F1 %v", s["f1"])
	}
	for _, bad := range []string{"CLASS FOO 1", "ROLE ARG1", "ROLE ARG1 x", "FOO a 1", "PREDICATE a -1"} {
		if _, err := edm.ReadWeights(strings.NewReader("# comment\n"+bad+"\n"), "w.prm"); err == nil || !strings.HasPrefix(err.Error(), "w.prm:2: want ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// Weights by role and predicate, counted by hand on Figure 1 with one argument
// and one name changed.
func TestFineWeights(t *testing.T) {
	w, err := edm.ReadWeights(strings.NewReader("ROLE ARG1 3\nPREDICATE _persuade* 2\nCLASS PROP 0\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	opt := edm.Paper
	opt.Weights = w
	text := shared.Read(t, "cases", "semantics", "01-figure1", "figure1.simplemrs")
	dir := t.TempDir()
	path := dir + "/changed.simplemrs"
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), "_leave_v_1_rel", "_go_v_1_rel", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	system, err := corpus.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	res, err := eval.Run(context.Background(), openAs(t, "simplemrs", "cases", "semantics", "01-figure1", "figure1.simplemrs"), system,
		[]*eval.Measure{edm.New(opt)}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// NAME: 5 of 1 and _persuade of 2, less _leave: 7 in all, 6 right.
	// ARG: ARG0 twice, ARG1 of _persuade 6, ARG2 and ARG3 of it 2 each, ARG1 of _leave 3: 15.
	s := scores(res.Counts[0])
	if s["n_recall"] != 6.0/7 || s["a_recall"] != 1 || s["recall"] != 21.0/22 {
		t.Errorf("got %v %v %v", s["n_recall"], s["a_recall"], s["recall"])
	}
}

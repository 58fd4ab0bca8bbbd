package review

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"assay/check/adjudicate"
	"assay/check/ledger"
	"assay/check/soft"
	"assay/corpus"
	"assay/eval"
	"assay/eval/plan"
	"assay/internal/shared"
	"assay/measures"
	"assay/measures/careful"
	"assay/treebank"
)

func source(t *testing.T, path string) *treebank.Source {
	t.Helper()
	src, err := corpus.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// decided lets a judge decide all items of a check, exact matches too, and
// returns the export, read again. Decisions differ by the item's number.
func decided(t *testing.T, m *eval.Measure, gold, system *treebank.Source) (*Queue, []adjudicate.Decision) {
	t.Helper()
	queue, err := Build(context.Background(), plan.New(gold, []*treebank.Source{system}, eval.Options{}), m, plan.Taps{}, Options{Exact: true})
	if err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(filepath.Join(t.TempDir(), "check.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var all []adjudicate.Decision
	for i, it := range queue.Items {
		v := []adjudicate.Verdict{adjudicate.Accept, adjudicate.Reject, adjudicate.Reject}[i%3]
		all = append(all, adjudicate.Decision{Key: it.Key, Kind: it.Kind, Decision: v, Judge: "ann", Note: "tab\there, \\ and\nline"})
	}
	if err := l.Append(all...); err != nil {
		t.Fatal(err)
	}
	list, err := NewSession(queue, l).Decisions()
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := adjudicate.Write(&b, list); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "decisions.tsv")
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	read, _, err := adjudicate.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(read) != len(queue.Items) || read[0].Note != all[0].Note {
		t.Fatalf("%d decisions were read, %d made; note %q", len(read), len(queue.Items), read[0].Note)
	}
	return queue, read
}

func sums(t *testing.T, metric *eval.Measure, gold, system *treebank.Source) map[string]float64 {
	t.Helper()
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{metric}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	sum := res.Counts[0].Sum()
	for i, c := range metric.ColumnNames() {
		out[c] = sum[i]
	}
	for _, s := range metric.Scores(sum) {
		out[s.Name] = s.Value
	}
	return out
}

// TestCarefulReadsWhatACheckExports: every decision of a full check finds its
// bracket again, so that nothing is undecided and the six counts of table 1 are
// those of the decisions.
func TestCarefulReadsWhatACheckExports(t *testing.T) {
	shared.Long(t)
	gold, system := source(t, "../../examples/craft.gold.mrg"), source(t, "../../examples/craft.berkeley.mrg")
	m, err := measures.Parse("careful", measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	_, list := decided(t, m, gold, system)
	want := map[string]float64{}
	for _, d := range list {
		name := map[string]string{"EM": "em", "CE": "ce", "SP": "sp"}[d.Kind]
		want[name]++
		want[name+string(d.Decision[0])]++
	}
	if want["cea"] == 0 || want["spr"] == 0 || want["emr"] == 0 {
		t.Fatalf("too few decisions: %v", want)
	}
	got := sums(t, careful.New(careful.Options{Check: careful.NewCheck("x", list)}), gold, system)
	want["undecided"] = 0
	for name, n := range want {
		if got[name] != n {
			t.Errorf("%s is %g, %g was decided", name, got[name], n)
		}
	}
	if r := (want["ema"] + want["cea"] + want["spa"]) / got["ttb"]; got["recall_soft"] != r {
		t.Errorf("soft recall %g, want %g", got["recall_soft"], r)
	}
}

// TestSoftScores: soft counts are matches that were accepted, and all else that
// was; a file that decides nothing else leaves the hard figures as they are.
func TestSoftScores(t *testing.T) {
	shared.Long(t)
	for _, tc := range []struct {
		spec, gold, system, prefix, suffix string
	}{
		{"evalb", "../../examples/craft.gold.mrg", "../../examples/craft.berkeley.mrg", "", ""},
		{"parseval", "../../examples/craft.gold.mrg", "../../examples/craft.bllip-20.mrg", "", ""},
		{"attachment", "../../examples/ewt.gold.conllu", "../../examples/ewt.udpipe-swap.conllu", "", "_labelled"},
		{"edm", shared.Path(t, "data", "sem-lpps", "gold.eds.mrp"), shared.Path(t, "data", "sem-lpps", "peking.eds.mrp"), "n_", ""},
	} {
		t.Run(tc.spec, func(t *testing.T) {
			gold, system := source(t, tc.gold), source(t, tc.system)
			metric, err := measures.Parse(tc.spec, measures.Config{})
			if err != nil {
				t.Fatal(err)
			}
			queue, list := decided(t, metric, gold, system)
			verdict := map[adjudicate.Key]adjudicate.Verdict{}
			for _, d := range list {
				verdict[d.Key] = d.Decision
			}
			// Count again, from the items alone: each item of the system once for
			// each time the measure yields it.
			n := &recount{m: metric, verdict: verdict, matched: tc.prefix + "matched" + tc.suffix}
			for i, name := range metric.ColumnNames() {
				switch name {
				case tc.prefix + "system":
					n.system = i
				case n.matched:
					n.column = i
				}
			}
			hard := sums(t, metric, gold, system)
			if _, err := eval.Run(context.Background(), gold, system, []*eval.Measure{metric},
				eval.Options{Collect: func() eval.Collector { return n }, Collected: func(eval.Collector) {}, Jobs: 1}); err != nil {
				t.Fatal(err)
			}
			check := soft.NewCheck("x", metric.Name, list)
			wrapped, ok := soft.Wrap(metric, check)
			if !ok {
				t.Fatal("no soft scores")
			}
			got := sums(t, wrapped, gold, system)
			name := "soft_"
			if tc.suffix == "_labelled" {
				name = "soft_labelled_"
			}
			name += tc.prefix
			if n.unknown > 0 {
				t.Errorf("%d items of the system have no decision, of %d asked", n.unknown, len(queue.Items))
			}
			if got[name+"matched"] != n.soft || n.soft == n.hard {
				t.Errorf("soft matches %g, want %g (hard %g)", got[name+"matched"], n.soft, n.hard)
			}
			if p := n.soft / hard[tc.prefix+"system"]; got[name+"precision"] != p {
				t.Errorf("%sprecision %g, want %g", name, got[name+"precision"], p)
			}
			if r := n.soft / hard[tc.prefix+"gold"]; got[name+"recall"] != r {
				t.Errorf("%srecall %g, want %g", name, got[name+"recall"], r)
			}
			for k, v := range hard {
				if got[k] != v && v == v {
					t.Errorf("%s changed from %g to %g", k, v, got[k])
				}
			}
			law(t, wrapped, gold, system)
			partial(t, metric, n, list, gold, system, name)
			if tc.spec == "edm" { // all triples are the sum of the five classes
				if want := got["soft_n_matched"] + got["soft_a_matched"] + got["soft_p_matched"] + got["soft_c_matched"] +
					got["soft_t_matched"]; got["soft_matched"] != want {
					t.Errorf("soft matches of all classes %g, want %g", got["soft_matched"], want)
				}
			}
			none := soft.NewCheck("x", metric.Name,
				[]adjudicate.Decision{{Key: adjudicate.Key{Sentence: "no such", Side: "system", Item: "x"}, Decision: adjudicate.Accept}})
			if wrapped, _ = soft.Wrap(metric, none); sums(t, wrapped, gold, system)[name+"matched"] != n.hard {
				t.Error("soft matches without decisions are not the hard ones")
			}
		})
	}
	if soft.NewCheck("x", "edm",
		[]adjudicate.Decision{{Key: adjudicate.Key{Metric: "evalb", Sentence: "1", Side: "system", Item: "NP:1-2"}, Decision: adjudicate.Accept}}) != nil {
		t.Error("decisions about another measure make a check")
	}
}

// partial checks the figures of a third of the decisions: wrong items that nobody
// decided are not on the system's side, and are counted.
func partial(t *testing.T, metric *eval.Measure, full *recount, list []adjudicate.Decision, gold, system *treebank.Source, name string) {
	t.Helper()
	var some []adjudicate.Decision
	verdict := map[adjudicate.Key]adjudicate.Verdict{}
	for i, decision := range list {
		switch {
		case i%9 < 3:
			some = append(some, decision)
			verdict[decision.Key] = decision.Decision
		case i%9 == 3:
			decision.Decision = adjudicate.Unsure
			some = append(some, decision)
		}
	}
	n := &recount{m: metric, verdict: verdict, system: full.system, column: full.column}
	if _, err := eval.Run(context.Background(), gold, system, []*eval.Measure{metric},
		eval.Options{Collect: func() eval.Collector { return n }, Collected: func(eval.Collector) {}, Jobs: 1}); err != nil {
		t.Fatal(err)
	}
	wrapped, _ := soft.Wrap(metric, soft.NewCheck("x", metric.Name, some))
	got := sums(t, wrapped, gold, system)
	if got[name+"undecided"] != n.undecided || n.undecided == 0 {
		t.Errorf("%sundecided is %g, want %g", name, got[name+"undecided"], n.undecided)
	}
	if want := n.soft / (n.all - n.undecided); got[name+"precision"] != want {
		t.Errorf("%sprecision of a partial check is %g, want %g", name, got[name+"precision"], want)
	}
	if want := n.undecided / (n.all - n.hard); got[name+"undecided_share"] != want {
		t.Errorf("%sundecided_share is %g, want %g", name, got[name+"undecided_share"], want)
	}
	law(t, wrapped, gold, system)
}

// A recount counts soft matches from items, each decision looked up by its name.
type recount struct {
	m              *eval.Measure
	matched        string
	verdict        map[adjudicate.Key]adjudicate.Verdict
	system, column int
	pair           *eval.Pair
	hard, soft     float64
	all, undecided float64 // of the system's side
	unknown        int
}

func (n *recount) Pair(p *eval.Pair) { n.pair = p }

func (n *recount) Item(_ int, it *eval.Item) {
	var system, matched float64
	for _, a := range it.Adds {
		switch a.Column {
		case n.system:
			system += a.N
		case n.column:
			matched += a.N
		}
	}
	n.hard += matched
	n.all += system
	if it.System.Kind == eval.None || system == 0 && matched == 0 {
		n.soft += matched
		return
	}
	switch n.verdict[adjudicate.Key{Sentence: n.pair.Name(), Metric: n.m.Name, Side: "system", Item: string(eval.AppendRef(nil, n.pair.System, it.System))}] {
	case adjudicate.Accept:
		n.soft += system
	case adjudicate.Reject:
		if it.Outcome != eval.Correct {
			n.soft += matched
		}
	default:
		n.unknown++
		n.soft += matched
		n.undecided += system - matched
	}
}

// law checks that the items of a measure, then Close, give its rows.
func law(t *testing.T, metric *eval.Measure, gold, system *treebank.Source) {
	t.Helper()
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{metric}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	items, err := eval.Run(context.Background(), gold, system, []*eval.Measure{metric},
		eval.Options{Collect: func() eval.Collector { return blind{} }, Collected: func(eval.Collector) {}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range res.Units {
		a, b := res.Counts[0].Row(i), items.Counts[0].Row(i)
		for k := range a {
			if d := a[k] - b[k]; d > 1e-9 || d < -1e-9 {
				t.Fatalf("%s: %s is %g by counting, %g by items", res.Name(i), metric.ColumnNames()[k], a[k], b[k])
			}
		}
	}
}

type blind struct{}

func (blind) Pair(*eval.Pair)      {}
func (blind) Item(int, *eval.Item) {}

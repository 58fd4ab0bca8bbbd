package careful

import (
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/check/adjudicate"
	"assay/corpus"
	"assay/eval"
	"assay/formats/brackets"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

func source(name, text string) *treebank.Source {
	return formattest.Source(&brackets.Format, name, []byte(text))
}

func open(t *testing.T, path string) *treebank.Source {
	t.Helper()
	src, err := corpus.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

func run(t testing.TB, gold, system string, m *eval.Measure) *eval.Result {
	t.Helper()
	res, err := eval.Run(context.Background(), source("gold", gold), source("system", system), []*eval.Measure{m}, eval.Options{Align: eval.AlignOrder})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Problems) > 0 {
		t.Fatal(res.Problems[0])
	}
	return res
}

func counts(m *eval.Measure, sum []float64) map[string]float64 {
	out := map[string]float64{}
	for i, n := range m.ColumnNames() {
		out[n] = sum[i]
	}
	return out
}

// The example of §3. The second parse is printed without its last ].
const (
	exampleGold   = "[He [walks to [the house]]]\n[[The president] [gave [a long speech]]]\n"
	exampleSystem = "[He [walks [to [the house]]]]\n[The [[president gave] [a [long speech]]]]\n"
)

// TestExample checks all items of §3. TINH and TNINH are printed as 1 and 4; the
// definition gives these figures only without the top of the sentence.
func TestExample(t *testing.T) {
	m := New(Options{})
	got := counts(m, run(t, exampleGold, exampleSystem, m).Counts[0].Sum())
	for name, want := range map[string]float64{
		"ttb": 7, "tpb": 9, "em": 5, "ce": 2, "sp": 2, "pinh": 1, "pninh": 1,
		"tinh": 2, "tninh": 3, "tinh_inner": 1, "tninh_inner": 4,
		"sentences_0_ce": 1, "sentences_2_ce": 1, "sentences": 2,
	} {
		if got[name] != want {
			t.Errorf("%s %v, want %v", name, got[name], want)
		}
	}
	inner := New(Options{Inner: true})
	got = counts(inner, run(t, exampleGold, exampleSystem, inner).Counts[0].Sum())
	if got["tinh"] != 1 || got["tninh"] != 4 {
		t.Errorf("tinh %v, tninh %v, printed 1 and 4", got["tinh"], got["tninh"])
	}
}

// TestSteps checks the steps of §4.
func TestSteps(t *testing.T) {
	for _, tc := range []struct {
		name, tree string
		opt        Options
		want       float64
	}{
		{"punctuation, then empty brackets, then double brackets", "[[a [,]] [[.]]]", Options{}, 1},
		{"punctuation kept", "[[a [,]] [[.]]]", Options{Punctuation: Keep}, 4},
		{"only ASCII punctuation", "[[a [,]] [[…]]]", Options{Punctuation: ASCII}, 3},
		{"double brackets", "[The [[old man]]]", Options{}, 2},
		{"brackets around one word", "[[The] [old [man]]]", Options{}, 4},
		{"brackets around one word taken out", "[[The] [old [man]]]", Options{SkipOne: true}, 2},
		{"one word when the comma is gone", "[[The ,] [old [man]]]", Options{SkipOne: true}, 2},
	} {
		m := New(tc.opt)
		if got := counts(m, run(t, tc.tree+"\n", tc.tree+"\n", m).Counts[0].Sum()); got["ttb"] != tc.want || got["em"] != tc.want {
			t.Errorf("%s: %v brackets, want %v", tc.name, got["ttb"], tc.want)
		}
	}
}

// A total is a column of table 1.
type total struct{ ttb, tpb, ema, cea, cer, spa, spr, pinh, pninh, tinh, tninh int }

// build makes a corpus with these totals, and decisions on it. Each sentence has one
// chain of matched brackets, one missed bracket, one spurious bracket, or a chain of
// brackets that all cross one.
func build(n total) (gold, system string, decisions []adjudicate.Decision) {
	var g, s strings.Builder
	sentence := 0
	add := func(a, b string) {
		g.WriteString(a + "\n")
		s.WriteString(b + "\n")
		sentence++
	}
	accept := func(item, kind string, left *int) {
		d := adjudicate.Decision{Key: adjudicate.Key{Sentence: fmt.Sprint(sentence), Metric: "careful", Side: "system", Item: item}, Kind: kind,
			Decision: adjudicate.Reject}
		if *left > 0 {
			d.Decision = adjudicate.Accept
			*left--
		}
		decisions = append(decisions, d)
	}
	for i, left := 0, n.tinh; i < n.tninh; i++ { // chains: the outermost is not inherited
		more := left / (n.tninh - i)
		left -= more
		chain := strings.Repeat("[a ", more+1) + "b" + strings.Repeat("]", more+1)
		add(chain, chain)
	}
	cea, spa := n.cea, n.spa
	for i, left := 0, n.pinh; i < n.pninh; i++ {
		more := left / (n.pninh - i)
		left -= more
		words := strings.Repeat(" c", more+1)
		crossing := "a " + strings.Repeat("[", more+1) + "b" + strings.Repeat(" c]", more+1)
		add("[a b]"+words, crossing)
		for k := range more + 1 {
			accept(fmt.Sprintf(":2-%d", 3+k), "CE", &cea)
		}
	}
	for range n.ttb - n.tinh - n.tninh - n.pninh {
		add("[a b] c", "a b c")
	}
	for range n.spa + n.spr {
		add("a b c", "[a b] c")
		accept(":1-2", "SP", &spa)
	}
	return g.String(), s.String(), decisions
}

// TestTables: a corpus with the totals of table 1 gives table 4. The generation
// rates are misprinted (71.5 and 72.3): 8671/11400 is 76.06, 8771/11400 is 76.94.
func TestTables(t *testing.T) {
	for _, tc := range []struct {
		name   string
		totals total
		want   map[string]float64 // table 4
	}{
		{"A", total{11400, 8671, 6748, 204, 690, 956, 73, 523, 371, 5212, 1536}, map[string]float64{
			"generation_rate": 76.1, "recall_hard": 59.2, "recall_soft": 69.4, "precision_hard": 77.8, "precision_soft": 91.2,
			"spuriousness": 11.9, "spurious_reject": 7.1, "false_error": 22.8, "test_noise": 14.2, "problem_rate": 3.2,
			"p_inheritance": 58.5, "t_inheritance": 77.2}},
		{"B", total{11400, 8771, 6858, 182, 611, 1049, 71, 470, 323, 5426, 1432}, map[string]float64{
			"generation_rate": 76.9, "recall_hard": 60.2, "recall_soft": 71.0, "precision_hard": 78.2, "precision_soft": 92.2,
			"spuriousness": 12.8, "spurious_reject": 6.3, "false_error": 23.0, "test_noise": 14.8, "problem_rate": 2.9,
			"p_inheritance": 59.3, "t_inheritance": 79.1}},
	} {
		gold, system, decisions := build(tc.totals)
		metric := New(Options{Check: NewCheck("table 1", decisions)})
		sum := run(t, gold, system, metric).Counts[0].Sum()
		got := counts(metric, sum)
		for name, want := range map[string]int{
			"ttb": tc.totals.ttb, "tpb": tc.totals.tpb, "ema": tc.totals.ema, "emr": 0, "cea": tc.totals.cea, "cer": tc.totals.cer,
			"spa": tc.totals.spa, "spr": tc.totals.spr, "pinh": tc.totals.pinh, "pninh": tc.totals.pninh,
			"tinh": tc.totals.tinh, "tninh": tc.totals.tninh, "undecided": 0,
		} {
			if got[name] != float64(want) {
				t.Errorf("%s: %s %v, table 1 has %d", tc.name, name, got[name], want)
			}
		}
		values := map[string]float64{}
		for _, s := range metric.Scores(sum) {
			values[s.Name] = math.Round(1000*s.Value) / 10
		}
		for name, want := range tc.want {
			if values[name] != want {
				t.Errorf("%s: %s %v, table 4 has %v", tc.name, name, values[name], want)
			}
		}
	}
}

// TestCheck: decisions are found by label and words, by words alone, and on either
// side for exact matches; undecided brackets are counted.
func TestCheck(t *testing.T) {
	d := func(sentence, side, item string, v adjudicate.Verdict) adjudicate.Decision {
		return adjudicate.Decision{Key: adjudicate.Key{Sentence: sentence, Side: side, Item: item}, Decision: v}
	}
	check := NewCheck("x", []adjudicate.Decision{
		d("1", "system", ":3-5", adjudicate.Accept), d("2", "system", ":2-3", adjudicate.Accept), d("2", "system", ":2-3", adjudicate.Reject),
		d("2", "system", ":2-6", adjudicate.Unsure), d("2", "gold", ":4-6", adjudicate.Reject),
	})
	metric := New(Options{Check: check})
	got := counts(metric, run(t, exampleGold, exampleSystem, metric).Counts[0].Sum())
	if s := fmt.Sprint(got["ema"], got["emr"], got["cea"], got["cer"], got["spa"], got["spr"], got["undecided"]); s != "4 1 0 1 1 0 2" {
		t.Error(s)
	}
	// Two of the four wrong brackets were decided: one crossing error rejected, one
	// spurious bracket accepted. The other two are in no ratio.
	values := map[string]float64{}
	for _, sc := range metric.Scores(run(t, exampleGold, exampleSystem, metric).Counts[0].Sum()) {
		values[sc.Name] = sc.Value
	}
	for name, want := range map[string]float64{"recall_soft": 5.0 / 7, "precision_soft": 5.0 / 7, "precision_hard": 4.0 / 9, "spurious_reject": 0,
		"false_error": 0, "test_noise": 2.0 / 7, "problem_rate": 1.0 / 7, "undecided_share": 2.0 / 4} {
		if math.Abs(values[name]-want) > 1e-12 {
			t.Errorf("%s %v, want %v", name, values[name], want)
		}
	}
}

type items struct {
	m    *eval.Measure
	rows [][]float64
}

func (c *items) Pair(*eval.Pair) { c.rows = append(c.rows, make([]float64, len(c.m.ColumnNames()))) }
func (c *items) Item(_ int, it *eval.Item) {
	for _, a := range it.Adds {
		c.rows[len(c.rows)-1][a.Column] += a.N
	}
}

// TestLaws: on real data items sum to rows, and the sums of the paper hold:
// EM+CE+SP=TPB, PINH+PNINH=CE, TINH+TNINH=EM.
func TestLaws(t *testing.T) {
	for _, f := range [][2]string{
		{"const-craft/gold.mrg", "const-craft/bllip-A.1best.mrg"},
		{"const-discont-nl/gold.discbracket", "const-discont-nl/berkeley-B.discbracket"},
	} {
		gold, err := corpus.Open(filepath.Join(shared.Path(t, "data"), f[0]))
		if err != nil {
			t.Fatal(err)
		}
		system, err := corpus.Open(filepath.Join(shared.Path(t, "data"), f[1]))
		if err != nil {
			t.Fatal(err)
		}
		metric := New(Options{Characters: true, SkipOne: true})
		plain, err := eval.Run(context.Background(), gold, system, []*eval.Measure{metric}, eval.Options{Align: eval.AlignOrder})
		if err != nil {
			t.Fatal(err)
		}
		all := &items{m: metric}
		if _, err = eval.Run(context.Background(), gold, system, []*eval.Measure{metric}, eval.Options{Align: eval.AlignOrder,
			Collect:   func() eval.Collector { return &items{m: metric} },
			Collected: func(c eval.Collector) { all.rows = append(all.rows, c.(*items).rows...) }}); err != nil {
			t.Fatal(err)
		}
		for i, u := range plain.Units {
			if u.Status != eval.Scored {
				continue
			}
			row := plain.Counts[0].Row(i)
			if metric.Closed(all.rows[i]); fmt.Sprint(all.rows[i]) != fmt.Sprint(row) {
				t.Fatalf("sentence %d: items %v, count %v", i+1, all.rows[i], row)
			}
			if row[colEM]+row[colCE]+row[colSP] != row[colTPB] || row[colPINH]+row[colPNINH] != row[colCE] ||
				row[colTINH]+row[colTNINH] != row[colEM] || row[colTINHInner]+row[colTNINHInner] != row[colEM] {
				t.Errorf("sentence %d: %v", i+1, row)
			}
		}
		if sum := plain.Counts[0].Sum(); sum[colEM] < 500 {
			t.Errorf("%s: %v exact matches", f[1], sum[colEM])
		}
	}
}

// TestParseBase: (4^(1/2) * 1^(1/3))^(1/2) is the root of 2, calculated by hand.
func TestParseBase(t *testing.T) {
	m := NewParseBase()
	counter := m.NewCounter()
	row := make([]float64, 3)
	for _, c := range []struct{ words, readings int }{{2, 4}, {3, 1}} {
		var p eval.Pair
		s := &treebank.Sentence{Tokens: make([]treebank.Token, c.words), Readings: int32(c.readings)}
		p.Reset(0, s, s)
		if err := counter.Count(row, &p); err != nil {
			t.Fatal(err)
		}
	}
	if got := m.Scores(row)[0].Value; math.Abs(got-math.Sqrt2) > 1e-12 {
		t.Error(got)
	}
}

// The lists of a parser hold several analyses of most sentences; the figure is from
// an independent count of the trees and words in the file.
func TestParseBaseOfLists(t *testing.T) {
	craft := func(name string) string { return shared.Path(t, "data", "const-craft", name) }
	res, err := eval.Run(context.Background(), open(t, craft("gold.clean.mrg")), open(t, craft("berkeley-A.kbest.gz")), []*eval.Measure{NewParseBase()},
		eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f, err := open(t, craft("berkeley-A.kbest.gz")).Files[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	leaf := regexp.MustCompile(`\([^() ]+ [^() ]+\)`)
	sum, n := 0.0, 0.0
	for _, list := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
		trees := strings.Split(strings.TrimSpace(list), "\n")
		if words := len(leaf.FindAllString(trees[0], -1)); words > 0 {
			sum, n = sum+math.Log(float64(len(trees)))/float64(words), n+1
		}
	}
	got := res.Counts[0].Scores()[0].Value
	if want := math.Exp(sum / n); math.Abs(got-want) > 1e-9 || fmt.Sprintf("%.4f", got) != "1.1405" {
		t.Errorf("parse base %.6f, an independent count gives %.6f", got, want)
	}
}

package wordslot

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/eval"
	"assay/eval/condition"
	"assay/formats/lin"
	"assay/formats/xiao"
	"assay/internal/formattest"
	"assay/treebank"
)

func text(f *treebank.Format, s string) *treebank.Source {
	return formattest.Source(f, "text", []byte(s))
}

// The forests of Xiao 1997 chapter 6. In the key "(< flying V compl)" is a misprint
// of "(> flying V compl)"; as printed the link names no word.
const (
	key = `(
  (flying (fly V (< can Aux subj)) (flying A (< planes N adjn)))
  (planes (plane N (< flying V compl) (< could Aux subj)))
  (could (can Aux *))
  (be (be Be (> could Aux)))
  (dangerous (dangerous A (> be Be pred)))
)
`
	answer = `(
(flying (flying A (< planes N adjn)))
(planes (plane N (< could Aux subj) (< be Be subj)))
(could (can Aux * (< be Be)))
(be (be Be (> could Aux) *))
(dangerous (dangerous A (> be Be pred)))
)
`
)

// TestForests checks table 6.1: key 7 links, answer 8, 5 in both; recall 5/7,
// precision 5/8. The error rate follows the definition in the package comment: one
// link each is incorrect and missing, two are spurious.
func TestForests(t *testing.T) {
	for _, k := range []string{key, strings.Replace(key, "(< flying", "(> flying", 1)} {
		for _, opt := range []Xiao{{}, {Exact: true}} {
			m := NewXiao(opt)
			r := run(t, text(&xiao.Format, k), text(&xiao.Format, answer), m, "")
			if got := classes(r); got != "[5 1 1 2 0 5]" {
				t.Errorf("%s: %s", m.Signature, got)
			}
			s := m.Scores(r)
			if got := fmt.Sprint(s[0].Num, s[0].Den, s[1].Num, s[1].Den, s[2].Num, s[2].Den); got != "4 5 5 8 5 7" {
				t.Errorf("%s: %s", m.Signature, got)
			}
			if items := run(t, text(&xiao.Format, k), text(&xiao.Format, answer), m, "t"); fmt.Sprint(items) != fmt.Sprint(r) {
				t.Errorf("%s: items give %v, want %v", m.Signature, items, r)
			}
		}
	}
	for where, want := range map[string]string{
		"(type subj)": "[2 1 1 0 0 2]", "(cat V)": "[1 0 1 0 0 1]", "(pos pre)": "[2 0 0 1 0 2]", "(string can)": "[1 0 0 1 0 1]",
	} {
		if got := classes(run(t, text(&xiao.Format, key), text(&xiao.Format, answer), NewXiao(Xiao{}), where)); got != want {
			t.Errorf("%s: %s, want %s", where, got, want)
		}
	}
	if got := run(t, text(&xiao.Format, key), text(&xiao.Format, answer), NewLin(Lin{}), ""); got[linErrors] != 4 || got[linWords] != 5 {
		t.Errorf("Lin counts %v", got)
	}
}

// TestForestRefs: an item of a forest names the differing links of both sides, paired
// as in table 6.1.
func TestForestRefs(t *testing.T) {
	var got []string
	c := NewXiao(Xiao{}).NewCounter().(eval.Explainer)
	collect := func(p *eval.Pair) {
		c.Explain(p, func(it *eval.Item) {
			line := eval.AppendRef(nil, p.Gold, it.Gold)
			got = append(got, it.Outcome.String()+" "+string(eval.AppendRef(append(line, ' '), p.System, it.System)))
		})
	}
	fixed := strings.Replace(key, "(< flying", "(> flying", 1)
	opt := eval.Options{Jobs: 1, Collect: func() eval.Collector { return pairs(collect) }, Collected: func(eval.Collector) {}}
	if _, err := eval.Run(context.Background(), text(&xiao.Format, fixed), text(&xiao.Format, answer), []*eval.Measure{NewXiao(Xiao{})}, opt); err != nil {
		t.Fatal(err)
	}
	want := []string{"missing 1<3:subj 1<?", "incorrect 2<1:compl 2<4:subj", "spurious 3<? 3<4", "spurious 4<? 4<0", "correct 5<4:pred 5<4:pred"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// pairs is a collector that only looks at pairs.
type pairs func(*eval.Pair)

func (f pairs) Pair(p *eval.Pair)    { f(p) }
func (f pairs) Item(int, *eval.Item) {}

// TestNoncommittal: a head unknown to gold never counts for Lin; for Xiao it is
// spurious or noncommittal, and still counts as a word.
func TestNoncommittal(t *testing.T) {
	g := text(&lin.Format, "(a X ?)\n(b X ?)\n(c X *)\n(d X > c)\n")
	s := text(&lin.Format, "(a X ?)\n(b X < c)\n(c X ?)\n(d X > b)\n")
	if got := classes(run(t, g, s, NewXiao(Xiao{}), "")); got != "[0 1 1 1 1 4]" {
		t.Error(got)
	}
	if got := fmt.Sprint(run(t, g, s, NewLin(Lin{}), "")); got != "[2 4]" {
		t.Error(got)
	}
}

func TestWeights(t *testing.T) {
	weights, err := condition.ReadWeights(strings.NewReader("# severe\n2 (type subj)\n\n0 (type spec)\n0.5\t(pos post)\n"), "w")
	if err != nil {
		t.Fatal(err)
	}
	dir := []string{"cases", "dependencies", "17-lin-xiao"}
	gold, system := source(t, append(dir, "xiao33-key.conll")...), source(t, append(dir, "xiao33-answer.conll")...)
	// subj incorrect 2; spec 0; pred incorrect by post 0.5; send missing 1; files, to missing 1 each; printer correct 1
	for _, m := range []*eval.Measure{NewXiao(Xiao{Weights: weights})} {
		if got := classes(run(t, gold, system, m, "")); got != "[1 2.5 3 0 0 6.5]" {
			t.Error(got)
		}
	}
	if got := fmt.Sprint(run(t, gold, system, NewLin(Lin{Weights: weights}), "")); got != "[5.5 6.5]" {
		t.Error(got)
	}
	if sig := NewXiao(Xiao{Weights: weights}).Signature; !strings.HasPrefix(sig, "xiao|mode:general|weights:3-") {
		t.Error(sig)
	}
	for in, want := range map[string]string{
		"x (type a)":             `w:1:1: want a weight from 0 to 1e9 and a condition, found "x"`,
		"1 t\n-1 t":              `w:2:1: want a weight from 0 to 1e9 and a condition, found "-1"`,
		"NaN t":                  `w:1:1: want a weight from 0 to 1e9 and a condition, found "NaN"`,
		"1 (typ a)":              `w:1:4: want an operator, found "typ"`,
		"1":                      "w:1:3: want a condition, found the end",
		"1 (type a); 2 (type b)": `w:1:11: want one weight and one condition, found "2 (type b)"`,
		"1 (type a) ; 2 or more": "",
		"# only\n2  t ":          "",
	} {
		_, err := condition.ReadWeights(strings.NewReader(in), "w")
		if got := fmt.Sprint(err); err != nil && got != want || err == nil && want != "" {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

// TestFigure38 compares the dependencies of figure 3.8 (PRINCIPAR) with table 3.2:
// three heads differ (computer, will, send), and "to" has another relation.
func TestFigure38(t *testing.T) {
	const table32 = `The AT < computer spec
computer NN1 < send subj
will VM < send pred
send VVI *
the AT < files spec
files NN1 > send cmpl
to P > send cmpl
a AT < printer spec
printer NN1 > to cmpl
`
	const figure38 = `The AT < computer spec
computer NN1 < will subj
will VM *
send VVI > will pred
the AT < files spec
files NN1 > send cmpl
to P > send adjn
a AT < printer spec
printer NN1 > to cmpl
`
	for want, opt := range map[string]Xiao{"[6 3 0 0 0 9]": {}, "[5 4 0 0 0 9]": {Exact: true}} {
		m := NewXiao(opt)
		if got := classes(run(t, text(&lin.Format, table32), text(&lin.Format, figure38), m, "")); got != want {
			t.Errorf("%s: %s, want %s", m.Signature, got, want)
		}
	}
}

func ExampleXiao() {
	gold := text(&lin.Format, "(computer N < send subj)\n(will V < send pred)\n(send V *)\n")
	system := text(&lin.Format, "(computer N < will subj)\n(will V *)\n(send V ?)\n")
	m := NewXiao(Xiao{})
	r, err := eval.Run(context.Background(), gold, system, []*eval.Measure{m}, eval.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range m.Scores(r.Counts[0].Sum()) {
		fmt.Printf("%s %.2f (%g of %g)\n", s.Name, s.Value, s.Num, s.Den)
	}
	// Output:
	// error_rate 1.00 (3 of 3)
	// precision 0.00 (0 of 2)
	// recall 0.00 (0 of 3)
	// f1 0.00 (0 of 5)
	// error_rate_2 1.67 (5 of 3)
}

// The distance of a slot is 0 or 1 whatever its number of links: here gold and the
// system give each word two links, none of them in common, and the error rate is 1.
func TestForestDistance(t *testing.T) {
	g := text(&xiao.Format, "(\n(a (a X (< b X) (< c X)))\n(b (b X (< c X) (> a X)))\n(c (c X *))\n(d (d X *))\n)\n")
	s := text(&xiao.Format, "(\n(a (a X (< d X) *))\n(b (b X (< d X) *))\n(c (c X (> a X) (> b X)))\n(d (d X (> a X) (> b X)))\n)\n")
	scores := NewXiao(Xiao{}).Scores(run(t, g, s, NewXiao(Xiao{}), ""))
	if fmt.Sprint(scores[0].Num, scores[0].Den, scores[4].Num) != "4 4 8" {
		t.Errorf("%v", scores)
	}
}

// TestExpected: the expected counts of a forest are the weighted means of the counts of its readings, here by hand
// for the forest of chapter 6.
func TestExpected(t *testing.T) {
	gold := text(&xiao.Format, key)
	system := text(&xiao.Format, "# reading 3 = 1 1 1 1 1\n# reading 1 = 1 2 2 1 1\n"+answer[2:])
	// planes hangs on could or on be, could is the root or hangs on be: the second reading has two errors of 5 words
	scores := NewXiao(Xiao{}).Scores(run(t, gold, system, NewXiao(Xiao{Expected: true}), ""))
	if got := fmt.Sprint(scores[0].Num, scores[0].Den, scores[1].Num, scores[2].Num); got != "0.5 5 4.5 4.5" {
		t.Errorf("expected counts %s", got)
	}
	where := run(t, gold, system, NewXiao(Xiao{Expected: true}), "t")
	if all := run(t, gold, system, NewXiao(Xiao{Expected: true}), ""); fmt.Sprint(all) != fmt.Sprint(where) {
		t.Errorf("items give %v, want %v", where, all)
	}
}

package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"assay/eval"
	"assay/signif"
)

// guesses is the precision of the tags that a system proposes; "-" is none. Its
// other scores are an error rate, and one that is not a ratio.
func newGuesses() *eval.Measure {
	wrong := eval.Ratio("wrong", eval.Plus(1).Minus(0), eval.Plus(1))
	wrong.Lower = true
	return &eval.Measure{Name: "tagging", Signature: "tagging", Columns: eval.Columns("right", "proposed"),
		Formulas: []eval.Formula{eval.MainRatio("precision", eval.Plus(0), eval.Plus(1)), wrong,
			{Name: "square", Func: square, Reads: []int{0, 1}, Rate: true}},
		NewCounter: func() eval.Counter { return guesses{} }}
}

type guesses struct{}

func (guesses) Count(row []float64, pair *eval.Pair) error {
	none := pair.System.Syms.Intern([]byte("-"))
	for i, tok := range pair.System.Tokens {
		if tok.Tag == none {
			continue
		}
		row[1]++
		if tok.Tag == pair.Gold.Tokens[i].Tag {
			row[0]++
		}
	}
	return nil
}

// guessing compares systems given as text; the words are w.
func guessing(t *testing.T, opt Options, gold string, systems ...string) *Comparison {
	t.Helper()
	var runs []Run
	for i, s := range systems {
		res, err := eval.Run(t.Context(), source("gold", gold), source(Letter(i), s), []*eval.Measure{newGuesses()}, eval.Options{})
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, Run{Result: res})
	}
	return mustCompare(t, runs, opt)
}

// The best choice of systems is no worse than any of them, and for ratios it is
// the best of all choices, tried one by one.
func TestOracleIsTheBestChoice(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const sentences = 4
	for round := range 300 {
		var gold [sentences]string
		var system [2][sentences]string
		var right, proposed [2][sentences]float64
		for i := range sentences {
			for range 1 + rng.IntN(4) {
				gold[i] += "w/X "
				for r := range 2 {
					tag := []string{"X", "Y", "-", "-"}[rng.IntN(4)]
					system[r][i] += "w/" + tag + " "
					if tag != "-" {
						proposed[r][i]++
					}
					if tag == "X" {
						right[r][i]++
					}
				}
			}
		}
		if p := proposed; sum(p[0]) == 0 || sum(p[1]) == 0 {
			continue
		}
		text := func(lines [sentences]string) string { return strings.Join(lines[:], "\n") + "\n" }
		comparison := guessing(t, Options{CI: CINone, AllScores: true}, text(gold), text(system[0]), text(system[1]))
		want := math.NaN()
		for choice := range 1 << sentences {
			var n, d float64
			for i := range sentences {
				n, d = n+right[choice>>i&1][i], d+proposed[choice>>i&1][i]
			}
			if d > 0 && !(n/d <= want) {
				want = n / d
			}
		}
		if s := find(t, comparison, "precision"); math.Abs(s.Oracle-want) > 1e-9 {
			t.Fatalf("round %d: best choice %v, want %v of %v", round, s.Oracle, want, s.Values)
		}
		if s := find(t, comparison, "wrong"); math.Abs(s.Oracle-(1-want)) > 1e-9 {
			t.Fatalf("round %d: fewest errors %v, want %v of %v", round, s.Oracle, 1-want, s.Values)
		}
		if s := find(t, comparison, "square"); s.Oracle < max(s.Values[0], s.Values[1]) {
			t.Fatalf("round %d: best choice %v is below a system: %v", round, s.Oracle, s.Values)
		}
	}
}

func sum(v [4]float64) (n float64) {
	for _, x := range v {
		n += x
	}
	return n
}

// A real test that does not exist says why, and no cell of its table is blank.
func TestDegenerateRealTest(t *testing.T) {
	for _, test := range []struct{ a, b, want string }{
		{"a/X b/Y c/X\nd/X e/X\nf/X g/X\nh/Z\n", "a/X b/Y c/Z\nd/X e/X\nf/X g/X\nh/Z\n",
			"accuracy of A and B: no real test: B gets all items right that A gets, and more"},
		{"a/X b/Y c/X\nd/Z e/X\nf/Z g/Z\nh/X\n", "a/Q b/Q c/Z\nd/X e/Y\nf/X g/X\nh/Z\n", "accuracy of A and B: no real test: fewer items are right under both"},
		{gold4, gold4, "accuracy of A and B: no real test: both get the same items right"},
	} {
		c := mustCompare(t, made(t, eval.Options{}, gold4, test.a, test.b), Options{CI: CINone})
		notes := ""
		for _, table := range c.newView(c.Metrics[0], 2).items() {
			notes += strings.Join(table.Notes, "\n")
			if !strings.Contains(table.Title, "real test") {
				continue
			}
			for k, cell := range table.Rows[0] {
				if cell.Text == "" {
					t.Errorf("%s: %s is blank", table.Title, table.Head[k])
				}
			}
		}
		if !strings.Contains(notes, test.want) {
			t.Errorf("notes %q lack %q", notes, test.want)
		}
	}
}

// The test against a margin takes the standard error of the difference over
// sentences, worked out here by hand, and t of their number less one.
func TestMargin(t *testing.T) {
	a := strings.Repeat("a/X b/X\n", 30) + strings.Repeat("a/X b/Y\n", 10)
	b := strings.Repeat("a/X b/X\n", 29) + strings.Repeat("a/X b/Y\n", 11)
	gold := strings.Repeat("a/X b/X\n", 40)
	pair := func(margin float64, score string) *Pair {
		return find(t, mustCompare(t, made(t, eval.Options{}, gold, a, b), Options{Margin: margin, Scores: []string{score}}), score).Pairs[0]
	}
	// One sentence of 40 loses one word of 80: e = -1/80 there, 0 elsewhere.
	mean := -1.0 / 80 / 40
	square := (-1.0/80-mean)*(-1.0/80-mean) + 39*mean*mean
	se := math.Sqrt(40.0 / 39 * square)
	want := signif.WithinMargin(-1.0/80, se, 39, .05, .05)
	p := pair(5, "accuracy")
	if p.Margin == nil || math.Abs(p.Margin.NotInferior-want.NotInferior) > 1e-12 || math.Abs(p.Margin.NotSuperior-want.NotSuperior) > 1e-12 {
		t.Fatalf("%+v, want %+v", p.Margin, want)
	}
	if q := pair(2, "errors"); q.Margin == nil || q.Margin.NotInferior < q.Margin.NotSuperior || q.Difference != 1 || q.Margin.Interval.Value != 1 {
		t.Errorf("one error more is worse: %+v", q.Margin)
	}
	if q := pair(0, "accuracy"); q.Margin != nil {
		t.Errorf("no margin was asked for: %+v", q.Margin)
	}
	c := mustCompare(t, made(t, eval.Options{}, gold, a, b), Options{Margin: 5})
	if text := fmt.Sprint(c.Answers(View{Precision: 2})[0].Notes); !strings.Contains(text, "margin 5: A and B differ by no more than it (not inferior: p =") {
		t.Error(text)
	}
	if _, err := Compare(made(t, eval.Options{}, gold, a, b), Options{Margin: -1}); err == nil {
		t.Error("a margin below 0 is taken")
	}
}

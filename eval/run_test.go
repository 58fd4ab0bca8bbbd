package eval

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"assay/internal/formattest"
	"assay/treebank"
)

func source(name, text string) *treebank.Source {
	return formattest.Source(&formattest.Words, name, []byte(text))
}

// newTagging returns a measure that counts words whose tags agree.
func newTagging() *Measure {
	return &Measure{Name: "tagging", Signature: "tagging",
		Columns:  []Column{{Name: "right"}, {Name: "words"}, {Name: "exact", From: []int{0, 1}}},
		Formulas: []Formula{Ratio("tagging", Plus(0), Plus(1))}, Items: 1,
		Close: closeTagging, NewCounter: func() Counter { return tagging{} }}
}

type tagging struct{}

func (t tagging) Count(row []float64, p *Pair) error {
	err := CountItems(t, row, p)
	if err == nil {
		closeTagging(row)
	}
	return err
}

func (tagging) Explain(p *Pair, yield func(*Item)) error {
	gold, system := p.Gold.Tokens, p.System.Tokens
	if len(gold) != len(system) && !p.System.Missing && !p.Gold.Missing {
		return fmt.Errorf("%d words in gold, %d in the system", len(gold), len(system))
	}
	for i := range gold {
		it := Item{Gold: Ref{Kind: Word, Index: int32(i), Label: gold[i].Tag}, Adds: []Add{{Column: 1, N: 1}}, Outcome: Missing}
		if i < len(system) {
			it.System = Ref{Kind: Word, Index: int32(i), Label: system[i].Tag}
			it.Outcome = Incorrect
			if gold[i].Tag == system[i].Tag {
				it.Adds = append(it.Adds, Add{Column: 0, N: 1})
				it.Outcome = Correct
			}
		}
		yield(&it)
	}
	return nil
}

func closeTagging(row []float64) {
	if row[0] == row[1] {
		row[2] = 1
	}
}

type byTag struct{}

func (byTag) Name() string  { return "tag" }
func (byTag) PerItem() bool { return true }
func (byTag) Value(dst []byte, p *Pair, it *Item) []byte {
	s, r := p.Side(it)
	return append(dst, s.Name(r.Label)...)
}

type byWords struct{}

func (byWords) Name() string  { return "length" }
func (byWords) PerItem() bool { return false }
func (byWords) Value(dst []byte, p *Pair, _ *Item) []byte {
	return fmt.Appendf(dst, "%d", len(p.Gold.Tokens))
}

func mustRun(t *testing.T, gold, system string, opt Options) *Result {
	t.Helper()
	r, err := Run(context.Background(), source("gold", gold), source("system", system), []*Measure{newTagging()}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRunCounts(t *testing.T) {
	r := mustRun(t, "a/X b/Y\nc/X\n", "a/X b/X\nc/X\n", Options{})
	if got, want := r.Counts[0].Rows(), []float64{1, 2, 0, 1, 1, 1}; !reflect.DeepEqual(got, want) {
		t.Errorf("rows %v, want %v", got, want)
	}
}

// Figures, groups and problems must not depend on the number of goroutines, nor on
// whether the fast path or the items give the counts.
func TestRunIsDeterministic(t *testing.T) {
	var gold, system strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&gold, "w/%c v/%c\n", 'A'+i%7, 'A'+i%3)
		fmt.Fprintf(&system, "w/%c v/%c\n", 'A'+i%5, 'A'+i%3)
		if i%101 == 0 {
			gold.WriteString("x/A\n")
			system.WriteString("!\n")
		}
	}
	want := mustRun(t, gold.String(), system.String(), Options{Jobs: 1})
	for _, opt := range []Options{{Jobs: 3}, {Jobs: 1, By: []Key{byTag{}, byWords{}}}, {Jobs: 4, By: []Key{byTag{}, byWords{}}}} {
		got := mustRun(t, gold.String(), system.String(), opt)
		if !reflect.DeepEqual(got.Counts[0].Rows(), want.Counts[0].Rows()) || !reflect.DeepEqual(got.Problems, want.Problems) {
			t.Errorf("options %+v give other figures", opt)
		}
	}
	result := mustRun(t, gold.String(), system.String(), Options{Jobs: 4, By: []Key{byTag{}, byWords{}}})
	for _, key := range []string{"tag", "length"} {
		var words float64
		for _, g := range result.Counts[0].Groups {
			if g.Key == key {
				words += g.Sum(3)[1]
			}
		}
		if sum := result.Counts[0].Sum(); words != sum[1] {
			t.Errorf("groups of %s hold %v words, all hold %v", key, words, sum[1])
		}
	}
}

func TestPolicies(t *testing.T) {
	gold, system := "a/X b/Y\nc/X\nd/X\n", "a/X\nc/X\n!\n"
	for _, tc := range []struct {
		policy OnError
		words  float64
	}{{OnErrorDefault, 4}, {OnErrorCount, 4}, {OnErrorSkip, 1}} {
		r := mustRun(t, gold, system, Options{OnError: tc.policy})
		if got := r.Counts[0].Sum()[1]; got != tc.words {
			t.Errorf("%v: %v words, want %v", tc.policy, got, tc.words)
		}
		if len(r.Problems) != 2 || r.Counts[0].Unscorable != 2 {
			t.Errorf("%v: problems %v", tc.policy, r.Problems)
		}
	}
	_, err := Run(context.Background(), source("g", gold), source("s", system), []*Measure{newTagging()}, Options{OnError: OnErrorStop})
	if err == nil || !strings.Contains(err.Error(), "2 words in gold, 1 in the system") {
		t.Errorf("stop: %v", err)
	}
}

func TestAlign(t *testing.T) {
	for _, tc := range []struct {
		name, gold, system string
		align              Align
		want               Align
		pairs              int
	}{
		{"order", "a/X\nb/X\n", "a/X\nb/X\n", AlignAuto, AlignOrder, 2},
		{"id", "1|a/X\n2|b/Y\n", "2|b/Y\n1|a/X\n", AlignAuto, AlignID, 2},
		{"text", "a/X b/Y\nc/X\n", "a/X\nb/Y\nc/X\n", AlignAuto, AlignText, 2},
		{"text forced", "a/X b/Y\nc/X\n", "a/X\nb/Y c/X\n", AlignText, AlignText, 1},
	} {
		r := mustRun(t, tc.gold, tc.system, Options{Align: tc.align})
		sum := r.Counts[0].Sum()
		if r.Align != tc.want || len(r.Units) != tc.pairs || sum[0] != sum[1] || len(r.Problems) > 0 {
			t.Errorf("%s: align %v, %d pairs, sum %v, problems %v", tc.name, r.Align, len(r.Units), sum, r.Problems)
		}
	}
}

func TestByIDKeepsWhatOneSideLacks(t *testing.T) {
	r := mustRun(t, "1|a/X\n2|b/Y\n", "2|b/Y\n3|c/X\n", Options{Align: AlignID})
	var status []Status
	for _, u := range r.Units {
		status = append(status, u.Status)
	}
	if want := []Status{NoSystem, Scored, NoGold}; !reflect.DeepEqual(status, want) {
		t.Errorf("status %v, want %v", status, want)
	}
}

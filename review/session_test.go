package review

import (
	"context"
	"path/filepath"
	"testing"

	"assay/adjudicate"
	"assay/corpus"
	"assay/eval"
	"assay/ledger"
	"assay/metrics"
	"assay/treebank"
)

func queue(t *testing.T, opt Options, systems ...string) *Queue {
	t.Helper()
	open := func(name string) *treebank.Source {
		src, err := corpus.Open(filepath.Join("..", "examples", name), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		return src
	}
	m, err := metrics.Parse("evalb", metrics.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var list []*treebank.Source
	for _, s := range systems {
		list = append(list, open(s))
	}
	q, err := Build(context.Background(), open("craft.gold.mrg"), list, m, eval.Options{}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestSharedItemsAreAskedOnce(t *testing.T) {
	a := queue(t, Options{}, "craft.bllip-20.mrg")
	same := queue(t, Options{}, "craft.bllip-20.mrg", "craft.bllip-20.mrg")
	if len(a.Items) == 0 || len(same.Items) != len(a.Items) || len(same.Items[0].Systems) != 2 {
		t.Errorf("%d items of one system, %d of it twice", len(a.Items), len(same.Items))
	}
	both := queue(t, Options{}, "craft.bllip-20.mrg", "craft.berkeley.mrg")
	shared := 0
	for _, it := range both.Items {
		shared += len(it.Systems) - 1
	}
	if b := queue(t, Options{}, "craft.berkeley.mrg"); shared == 0 || len(both.Items)+shared != len(a.Items)+len(b.Items) {
		t.Errorf("%d items, %d shared", len(both.Items), shared)
	}
	for i := 1; i < len(both.Items); i++ { // groups stand together
		if g := both.Items[i].Group; g != both.Items[i-1].Group {
			for _, it := range both.Items[:i] {
				if it.Group == g {
					t.Fatalf("group %q is split", g)
				}
			}
		}
	}
}

func TestSampleIsTheSameForASeed(t *testing.T) {
	a, b, c := queue(t, Options{Sample: 20, Seed: 7}, "craft.berkeley.mrg"), queue(t, Options{Sample: 20, Seed: 7}, "craft.berkeley.mrg"), queue(t, Options{Sample: 20, Seed: 8}, "craft.berkeley.mrg")
	same := 0
	for i := range a.Items {
		if a.Items[i].Key != b.Items[i].Key {
			t.Fatal("two samples of one seed differ")
		}
		if a.Items[i].Key == c.Items[i].Key {
			same++
		}
	}
	if len(a.Items) != 20 || same == 20 || a.Drawn <= 20 {
		t.Errorf("%d of %d items, %d the same under another seed", len(a.Items), a.Drawn, same)
	}
}

func TestDecideUndoResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "check.db")
	q := queue(t, Options{}, "craft.bllip-20.mrg")
	start := func() (*Session, *ledger.Ledger) {
		l, err := ledger.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		return NewSession(q, l), l
	}
	s, l := start()
	must := func(n int, err error) int {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	must(s.Decide("ann", 0, adjudicate.Accept, "fits", false))
	must(s.Decide("ann", 1, adjudicate.Reject, "", false))
	must(s.Decide("ben", 0, adjudicate.Reject, "", false))
	if at := must(s.Undo("ann")); at != 1 {
		t.Errorf("undo went to item %d", at)
	}
	if n := must(s.Next("ann", 0)); n != 1 {
		t.Errorf("next is %d", n)
	}
	n := must(s.Decide("ann", 1, adjudicate.Reject, "", true))
	if like := len(q.Like(1)); n != like && n != like-1 { // item 0 may be of the same group
		t.Errorf("%d decided, %d alike", n, like)
	}
	l.Close() // as after a crash: what was decided is in the file
	s, l = start()
	defer l.Close()
	p, err := s.Progress("ann")
	if err != nil || p.Decided != n+1 || p.Accepted != 1 || p.Rejected != n {
		t.Errorf("progress %+v, %v", p, err)
	}
	if p, _ := s.Progress("ben"); p.Decided != 1 {
		t.Errorf("ben: %+v", p)
	}
	if d, err := s.Decisions(); err != nil || len(d) != n+2 {
		t.Errorf("%d decisions, %v", len(d), err)
	}
	other := queue(t, Options{}, "craft.berkeley.mrg")
	stale, err := NewSession(other, l).Stale()
	if err != nil || len(stale) == 0 || len(stale) > n+2 {
		t.Errorf("%d stale decisions, %v", len(stale), err)
	}
}

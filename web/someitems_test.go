package web_test

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"

	"assay/compare"
	"assay/eval"
	"assay/eval/breakdown"
	"assay/internal/shared"
	"assay/measures/ud"
	"assay/study"
	"assay/web"
)

// allItems is ud with counters that list all items, in the plain way.
func allItems() *eval.Measure {
	m := ud.New(ud.Options{})
	inner := m.NewCounter
	m.NewCounter = func() eval.Counter {
		c := inner()
		return plainCounter{c.(eval.Explainer), c.(eval.Observer).Seen}
	}
	return m
}

type plainCounter struct {
	eval.Explainer
	seen func() uint64
}

func (c plainCounter) Seen() uint64 { return c.seen() }

// A page asks for the correct items of its score alone. All its figures, marks, groups and
// lists are those of a page that sees every item.
func TestPageOfSomeItems(t *testing.T) {
	shared.Unraced(t)
	by, err := breakdown.Parse("deprel,length,distance-bin")
	if err != nil {
		t.Fatal(err)
	}
	intervals, err := compare.Intervals(compare.Options{CI: compare.CIAnalytic})
	if err != nil {
		t.Fatal(err)
	}
	data := func(parts ...string) string {
		return shared.Path(t, append([]string{"data"}, parts...)...)
	}
	for _, files := range [][]string{
		{data("dep-eud-iwpt20", "lt", "gold.conllu.gz"), data("dep-eud-iwpt20", "lt", "kopsala-udpipe.conllu.gz")},
		{data("dep-conll18", "kk_ktb", "gold.conllu.gz"), data("dep-conll18", "kk_ktb", "Fudan.conllu.gz"), data("dep-conll18", "kk_ktb", "Uppsala-18.conllu.gz")},
	} {
		keys := by
		if len(files) == 2 {
			keys = nil // groups need correct items too
		}
		pageOf := func(metric *eval.Measure) []byte {
			made := prepared(t, study.Options{Metrics: []*eval.Measure{metric}, NoTests: true}, files[0], files[1:]...)
			made.Plan, made.Report.Intervals = made.Plan.By(keys...), intervals
			page, err := web.Build(context.Background(), web.Request{Study: made, Sentences: true, Precision: 2})
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := page.Write(&out); err != nil {
				t.Fatal(err)
			}
			return out.Bytes()
		}
		some, all := bytes.Split(pageOf(ud.New(ud.Options{})), []byte("\n")), bytes.Split(pageOf(allItems()), []byte("\n"))
		for i := range max(len(some), len(all)) {
			if i >= len(some) || i >= len(all) || !bytes.Equal(some[i], all[i]) {
				t.Errorf("%s: line %d of %d differs, want one of %d\n%.300s\nwant\n%.300s", filepath.Base(files[1]), i+1, len(some), len(all),
					some[min(i, len(some)-1)], all[min(i, len(all)-1)])
				break
			}
		}
	}
}

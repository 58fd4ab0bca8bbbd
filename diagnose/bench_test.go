package diagnose_test

import (
	"bytes"
	"context"
	"io"
	"testing"

	"assay/diagnose"
	"assay/eval"
	"assay/formats/penn"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures"
	"assay/report"
	"assay/treebank"
)

// repeated is a file of examples, over and over.
func repeated(tb testing.TB, path string, times int) *treebank.Source {
	tb.Helper()
	return formattest.Source(&penn.Format, path, bytes.Repeat(shared.File(tb, path), times))
}

// Scoring 4,000 sentences, and scoring them with every error listed.
func BenchmarkErrors(b *testing.B) {
	gold, system := repeated(b, "../examples/craft.gold.mrg", 20), repeated(b, "../examples/craft.berkeley.mrg", 20)
	m, err := measures.Parse("evalb", measures.Config{})
	if err != nil {
		b.Fatal(err)
	}
	ms := []*eval.Measure{m}
	b.Run("score", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := eval.Run(context.Background(), gold, system, ms, eval.Options{Jobs: 1}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("classes", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			d := diagnose.NewBuilder(ms, diagnose.Options{})
			res, err := eval.Run(context.Background(), gold, system, ms, eval.Options{Jobs: 1, Collect: d.Collect, Collected: d.Collected})
			if err != nil {
				b.Fatal(err)
			}
			d.Diagnosis(res)
		}
	})
	b.Run("list", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			l := diagnose.NewLines(report.TSV, ms, nil)
			l.To(io.Discard)
			if _, err := eval.Run(context.Background(), gold, system, ms,
				eval.Options{Jobs: 1, Collect: l.Collect, Collected: l.Collected, ErrorsOnly: l.ErrorsOnly}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

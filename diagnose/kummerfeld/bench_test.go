package kummerfeld

import (
	"testing"

	"assay/internal/shared"
)

// BenchmarkAnalyse analyses the 650 sentences of a real parser; one operation
// is all of them. The Berkeley Parser Analyser does 32 of these sentences in a
// second, and 95 of the Penn Treebank's, where parsers are better.
func BenchmarkAnalyse(b *testing.B) {
	for _, system := range []string{"berkeley-A", "bllip-B"} {
		b.Run(system, func(b *testing.B) {
			pairs := readPairs(b, shared.Path(b, "data", "const-craft", "gold.clean.mrg"), shared.Path(b, "data", "const-craft", system+".1best.mrg"))
			a := NewAnalyser(Options{})
			b.ReportAllocs()
			for b.Loop() {
				for _, p := range pairs {
					if _, err := a.Analyse(p[0], p[1]); err != nil && err != ErrWords && err != ErrMissing {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.N*len(pairs))/b.Elapsed().Seconds(), "sentences/s")
		})
	}
}

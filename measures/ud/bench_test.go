package ud

import (
	"os"
	"testing"

	"assay/eval"
	"assay/internal/shared"
)

// BenchmarkRun reads and scores two files of 13,145 words.
func BenchmarkRun(b *testing.B) {
	gold := shared.Path(b, "data", "dep-gold-tokens-ewt", "gold.conllu.gz")
	system := shared.Path(b, "data", "dep-gold-tokens-ewt", "udpipe-A-swap.conllu.gz")
	for _, path := range []string{gold, system} {
		info, err := os.Stat(path)
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(info.Size())
	}
	b.ReportAllocs()
	for b.Loop() {
		run(b, gold, system, eval.Options{Jobs: 1})
	}
}

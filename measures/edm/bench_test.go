package edm_test

import (
	"testing"

	"assay/eval"
	"assay/formats/tsdb"
	"assay/measures/edm"
)

// BenchmarkProfile scores a whole profile, from its compressed tables to the figures,
// on one core. Bytes are the size of the two tables of results.
func BenchmarkProfile(b *testing.B) {
	gold, system := open(b, "data", "sem-tsdb", "erg-2025", "csli"), open(b, "data", "sem-tsdb", "erg-2023", "csli")
	if gold.Format != &tsdb.Format {
		b.Fatal("no profile")
	}
	b.SetBytes(5857482 + 5857830)
	b.ReportAllocs()
	for b.Loop() {
		run(b, gold, system, edm.PyDelphin, eval.Options{Jobs: 1})
	}
}

// BenchmarkLong is BenchmarkProfile for longer sentences.
func BenchmarkLong(b *testing.B) {
	gold, system := open(b, "cases", "semantics", "03b-erg-cb", "gold"), open(b, "cases", "semantics", "03b-erg-cb", "system")
	b.ReportAllocs()
	for b.Loop() {
		run(b, gold, system, edm.PyDelphin, eval.Options{Jobs: 1})
	}
}

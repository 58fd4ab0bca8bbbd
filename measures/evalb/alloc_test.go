package evalb

import (
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/penn"
	"assay/internal/shared"
	"assay/treebank"
)

// reader reads and counts the pairs of two files as the engine does: it reuses the
// sentences and their symbols.
type reader struct {
	gold, system []string
	g, s         treebank.Sentence
	pair         eval.Pair
	counter      eval.Counter
	row          []float64
	scored       int
}

func newReader(t testing.TB) *reader {
	r := &reader{}
	for i, name := range []string{"gold.clean.mrg", "berkeley-A.1best.mrg"} {
		data := shared.Read(t, "data", "const-craft", name)
		lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
		if i == 0 {
			r.gold = lines
		} else {
			r.system = lines
		}
	}
	r.g.Syms = treebank.NewSymbols()
	r.s.Syms = r.g.Syms
	m := New(Options{Params: Collins})
	r.counter, r.row = m.NewCounter(), make([]float64, len(m.ColumnNames()))
	return r
}

func (r *reader) run(gold, system [][]byte) {
	for i := range gold {
		if penn.Format.Read(&r.g, treebank.Piece{Text: gold[i]}) != nil || penn.Format.Read(&r.s, treebank.Piece{Text: system[i]}) != nil {
			continue
		}
		r.pair.Reset(i, &r.g, &r.s)
		clear(r.row)
		if r.counter.Count(r.row, &r.pair) == nil {
			r.scored++
		}
	}
}

func (r *reader) texts() (gold, system [][]byte, size int64) {
	for i := range r.gold {
		gold, system = append(gold, []byte(r.gold[i])), append(system, []byte(r.system[i]))
		size += int64(len(r.gold[i]) + len(r.system[i]) + 2)
	}
	return gold, system, size
}

// TestAllocations: reading and counting allocate less than 0.2 times per pair; only
// the texts of errors remain.
func TestAllocations(t *testing.T) {
	reader := newReader(t)
	gold, system, _ := reader.texts()
	n := testing.AllocsPerRun(3, func() { reader.run(gold, system) })
	if per := n / float64(len(gold)); per >= 0.2 {
		t.Errorf("%.2f allocations per pair", per)
	}
	if reader.scored < 4*634 {
		t.Errorf("%d pairs scored", reader.scored)
	}
}

func BenchmarkReadAndCount(b *testing.B) {
	r := newReader(b)
	gold, system, size := r.texts()
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		r.run(gold, system)
	}
}

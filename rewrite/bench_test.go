package rewrite

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/formats/conllx"
	"assay/treebank"
)

const prepositionRule = `((IF ((NODE-EXP t) (((NODE-EXP t) (LINK-EXP (and (type PMOD) (pos post))))))) (THEN (invert 0 0.1)))`

// BenchmarkPreposition applies one rule to 12,270 words, without reading or writing.
func BenchmarkPreposition(b *testing.B) {
	sentences := readData(b, "craft.prep.conllx.gz", &conllx.Format, treebank.NewSymbols())
	rw := New(mustParse(b, prepositionRule), Options{})
	benchmark(b, rw, sentences)
}

// BenchmarkCoordination applies 17 rules with fragments.
func BenchmarkCoordination(b *testing.B) {
	sentences := readData(b, "craft.prague.conllx.gz", &conllx.Format, treebank.NewSymbols())
	m, err := Named("coordination=melchuk")
	if err != nil {
		b.Fatal(err)
	}
	benchmark(b, New(m, Options{}), sentences)
}

func benchmark(b *testing.B, rw *Rewriter, sentences []*treebank.Sentence) {
	words, longest := 0, 0
	for _, s := range sentences {
		words += len(s.Tokens)
		longest = max(longest, len(s.Tokens))
	}
	arcs := make([]treebank.Arc, longest)
	b.SetBytes(int64(words)) // MB/s is million words per second
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range sentences {
			c := *s
			c.Arcs = arcs[:copy(arcs, s.Arcs)]
			if err := rw.Apply(&c); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkLength applies the rule to one sentence of n words, a third of them
// prepositions: the time per word should not grow with n.
func BenchmarkLength(b *testing.B) {
	for _, n := range []int{30, 60, 120, 250, 500} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var t strings.Builder
			for i := 0; i < n; i += 3 { // verb, preposition, noun
				fmt.Fprintf(&t, "go<%d:x in<%d:PMOD town<%d:LOC ", max(0, i-2), i+3, i+1)
			}
			benchmark(b, New(mustParse(b, prepositionRule), Options{}), []*treebank.Sentence{dep(b, t.String())})
		})
	}
}

// TestNoAllocs: once its memory is large enough, applying a matching rule allocates
// nothing.
func TestNoAllocs(t *testing.T) {
	s := dep(t, "alleles<0 in<3:PMOD gene<1:LOC")
	rw := New(mustParse(t, prepositionRule), Options{})
	arcs := slices.Clone(s.Arcs)
	if n := testing.AllocsPerRun(100, func() {
		copy(s.Arcs, arcs)
		if err := rw.Apply(s); err != nil {
			t.Error(err)
		}
	}); n > 4 {
		t.Errorf("%v allocations", n)
	}
}

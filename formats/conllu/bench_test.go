package conllu

import (
	"bytes"
	"testing"

	"assay/internal/shared"
	"assay/treebank"
)

// sentences returns a treebank and the texts of its sentences.
func sentences(b *testing.B) ([]byte, []treebank.Piece) {
	data := shared.Read(b, "data", "dep-gold-tokens-ewt", "gold.conllu.gz")
	var all []treebank.Piece
	for c := Format.Cut(bytes.NewReader(data), "f"); ; {
		p, err := c.Next()
		if err != nil {
			return data, all
		}
		all = append(all, p)
	}
}

func BenchmarkParse(b *testing.B) {
	data, all := sentences(b)
	s := &treebank.Sentence{Syms: treebank.NewSymbols()}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range all {
			if err := Format.Read(s, p); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkSplit(b *testing.B) {
	data, _ := sentences(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		for c := Format.Cut(bytes.NewReader(data), "f"); ; {
			if _, err := c.Next(); err != nil {
				break
			}
		}
	}
}

func BenchmarkSurface(b *testing.B) {
	data, all := sentences(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	var dst []byte
	for b.Loop() {
		for _, p := range all {
			dst, _ = surface(dst[:0], p.Text, true, 0)
		}
	}
}

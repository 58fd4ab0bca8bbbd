package study

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/eval"
	"assay/internal/shared"
)

// TestLabelColumns: gold is the column before the last only where gold and a system are one file for conlleval; a copy is perfect,
// whatever columns it has, and an option of the format decides.
func TestLabelColumns(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const both = "a N B-X B-X\nb N I-X O\nc N O O\n\nd N B-Y B-Y\n\n"
	field := shared.Path(t, "cases", "field", "conll2003-gold")
	gold, copied, two := filepath.Join(field, "gold.txt"), filepath.Join(field, "system.txt"), filepath.Join(field, "system2col.txt")
	pair, twin := file("pair.iob", both), file("twin.iob", both)
	for _, tt := range []struct {
		name, gold, system string
		options            Options
		f1                 string
		said               bool
	}{
		{"a copy with two columns", gold, copied, Options{}, "100.00", true},
		{"the same file, chunks and names", gold, gold, Options{}, "100.00", false},
		{"a system of one column", gold, two, Options{}, "100.00", true},
		{"gold of one column", two, gold, Options{}, "100.00", false},
		{"from=chunks", gold, copied, Options{From: "chunks"}, "100.00", false},
		{"column 3", gold, copied, Options{From: "chunks:column=3"}, "100.00", false},
		{"a file for conlleval", pair, pair, Options{}, "50.00", false}, // X[a b] Y[d] against X[a] Y[d]
		{"a copy of it", pair, twin, Options{}, "100.00", true},
		{"from=chunks of one file", pair, pair, Options{From: "chunks"}, "100.00", false},
	} {
		tt.options.Metric = "chunks"
		s := &Study{Options: tt.options, Files: &Files{}}
		result, err := s.Run(context.Background(), tt.gold, tt.system)
		if err != nil {
			t.Fatal(tt.name, err)
		}
		said := false
		for _, warning := range result.Warnings {
			said = said || strings.Contains(warning.Text, "two columns of labels: gold is the last one")
		}
		if got := percentF1(result.Runs[0].Counts[0]); got != tt.f1 || said != tt.said {
			t.Errorf("%s: F1 %s, want %s; said %v", tt.name, got, tt.f1, said)
		}
	}
}

// percentF1 returns F1 in per cent.
func percentF1(counts *eval.Counts) string {
	prf, sum := counts.Metric.PRF[0], counts.Sum()
	return fmt.Sprintf("%.2f", 200*sum[prf.Matched]/(sum[prf.Gold]+sum[prf.System]))
}

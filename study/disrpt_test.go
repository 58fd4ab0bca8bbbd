package study

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/shared"
)

// TestDISRPT: files of DISRPT against copies, in both shapes (.tok, .conllu), are perfect under the measure that their labels ask for;
// a .tok with _ for the words of a corpus that may not be shared is compared by the numbers of its words.
func TestDISRPT(t *testing.T) {
	field := shared.Path(t, "cases", "field", "disrpt2023-conllu")
	dir := t.TempDir()
	file := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	word := func(n, form, label string) string { return n + "\t" + form + "\t_\t_\t_\t_\t_\t_\t_\t" + label + "\n" }
	conn := "# newdoc_id = a\n" + word("1", "Because", "Seg=B-Conn") + word("2", "it", "_") + word("3", "rains", "_")
	masked := "# newdoc_id = a\n" + word("1", "_", "Seg=B-Conn") + word("2", "_", "_") + word("3", "_", "_")
	words := file("conn.conllu", strings.ReplaceAll(conn, "_\n3", "_\n\n3"))
	for _, tt := range []struct{ gold, system, metric, measure string }{
		{filepath.Join(field, "gold.tok"), filepath.Join(field, "sys.conllu"), "", "edu"},
		{filepath.Join(field, "gold.tok"), filepath.Join(field, "sys.conllu"), "edu", "edu"},
		{filepath.Join(field, "gold.conllu"), filepath.Join(field, "sys.conllu"), "edu", "edu"},
		{file("conn.tok", conn), words, "", "connectives"},
		{file("masked.tok", masked), words, "", "connectives"},
		{words, file("masked2.tok", masked), "connectives", "connectives"},
	} {
		s := &Study{Options: Options{Metric: tt.metric}, Files: &Files{}}
		result, err := s.Run(context.Background(), tt.gold, tt.system)
		if err != nil {
			t.Fatal(err)
		}
		counts := result.Runs[0].Counts[0]
		if got := percentF1(counts); got != "100.00" || counts.Metric.Name != tt.measure {
			t.Errorf("%s against %s: %s %s, want %s 100.00", filepath.Base(tt.system), filepath.Base(tt.gold), counts.Metric.Name, got, tt.measure)
		}
	}
	s := &Study{Options: Options{Metric: "ud"}, Files: &Files{}}
	if _, err := s.Run(context.Background(), filepath.Join(field, "gold.conllu"), filepath.Join(field, "sys.conllu")); err == nil ||
		!strings.Contains(err.Error(), "option from=conllu") {
		t.Errorf("ud: %v", err)
	}
}

package study_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/compare"
	"assay/internal/shared"
	"assay/measures"
	"assay/study"
)

// compared tests two systems of a case of the field.
func compared(t *testing.T, metric, folder, ending string, scores ...string) (*study.Result, *compare.Comparison) {
	t.Helper()
	path := func(name string) string { return shared.Path(t, "cases", "field", folder, name+ending) }
	s := study.Study{Options: study.Options{Metric: metric, Jobs: 1, Tests: compare.Options{Scores: scores}},
		Files: &study.Files{}}
	res, err := s.Run(t.Context(), path("gold"), path("a"), path("b"))
	if err != nil || res.Comparison == nil {
		t.Fatal(err, res)
	}
	return res, res.Comparison
}

// TestRatesHaveNoWinner: of a figure that describes a parse rather than judging it, as the generation rate of
// Hogenhout & Matsumoto (1997, table 3), neither system is better, and none leads.
func TestRatesHaveNoWinner(t *testing.T) {
	_, c := compared(t, "careful", "generation-rate", ".mrg")
	for _, table := range c.Answers(compare.View{}) {
		for _, row := range table.Rows {
			verdict := row[len(row)-1].Text
			if want := map[string]string{"generation rate": "differ", "recall hard": "identical", "precision hard": "A better"}[row[0].Text]; verdict != want {
				t.Errorf("%s: %q, want %q", row[0].Text, verdict, want)
			}
		}
	}
	// every other rate, share and count of the measures
	var neither []string
	for _, e := range measures.All {
		m, err := measures.Parse(e.Name, measures.Config{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range m.Formulas {
			if f.Neither {
				neither = append(neither, e.Name+" "+f.Name)
			}
			if f.Neither && f.Lower {
				t.Errorf("%s %s: less is better, and neither is", e.Name, f.Name)
			}
			if !f.Neither && (strings.HasSuffix(f.Name, "proven") || strings.HasSuffix(f.Name, "_rate") && !strings.Contains(f.Name, "error") ||
				strings.HasPrefix(f.Name, "readings_per") || f.Name == "parse_base" || strings.HasSuffix(f.Name, "length_ratio") ||
				strings.HasSuffix(f.Name, "inheritance")) {
				t.Errorf("%s %s has a better side", e.Name, f.Name)
			}
		}
	}
	for _, want := range []string{"careful generation_rate", "parsebase parse_base", "edm readings_per_item", "sembleu length_ratio", "smatch proven"} {
		if !slices.Contains(neither, want) {
			t.Errorf("%s has a better side", want)
		}
	}
}

// TestOneQuantityIsOneTest: UAS of attachment, the errors of lin and the four scores of xiao are one quantity on these
// files, and have one p-value and one verdict, alone and together.
func TestOneQuantityIsOneTest(t *testing.T) {
	for _, tt := range []struct {
		metric string
		scores []string
		tests  int
	}{
		{"attachment", []string{"uas"}, 1}, {"lin", nil, 1}, {"xiao", nil, 1},
		{"attachment", nil, 3}, // UAS, LAS and the label accuracy; exact match is identical
		{"attachment,lin,xiao", nil, 3},
	} {
		_, c := compared(t, tt.metric, "holm-twins", ".conllu", tt.scores...)
		if c.Tests() != tt.tests {
			t.Errorf("%s %v: %d tests, want %d", tt.metric, tt.scores, c.Tests(), tt.tests)
		}
		shown := map[string]bool{}
		for _, m := range c.Metrics {
			for _, s := range m.Scores {
				if s.Name == "las" || s.Name == "label_accuracy" || s.Name == "exact_match" {
					continue
				}
				shown[fmt.Sprintf("%.4f", s.Pairs[0].Adjusted)] = true
				if tt.tests == 1 && fmt.Sprintf("%.4f", s.Pairs[0].Adjusted) != "0.0474" { // that of UAS alone
					t.Errorf("%s %s: p %.4f", tt.metric, s.Name, s.Pairs[0].Adjusted)
				}
			}
		}
		if len(shown) != 1 {
			t.Errorf("%s: p of one quantity is %v", tt.metric, shown)
		}
	}
}

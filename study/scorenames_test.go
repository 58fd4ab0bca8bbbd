package study_test

import (
	"strings"
	"testing"

	"assay/measures"
	"assay/report"
	"assay/study"
)

// TestPrintedScores: each score of each measure is accepted as it is printed, and in capitals.
func TestPrintedScores(t *testing.T) {
	tried := 0
	for _, e := range measures.All {
		m, err := measures.Parse(e.Name, measures.Config{})
		if err != nil {
			t.Fatal(err)
		}
		known := m.ScoreNames()
		for _, name := range known {
			for _, as := range []string{name, report.FieldName(name), strings.ToUpper(name), strings.ReplaceAll(name, "_", "-")} {
				if tried++; study.ScoreName(as, known) != name {
					t.Errorf("%s %s, typed as %q: %q", e.Name, name, as, study.ScoreName(as, known))
				}
			}
		}
	}
	if tried < 1000 {
		t.Errorf("only %d names", tried)
	}
}

package study_test

import (
	"context"
	"strconv"
	"testing"

	"assay/internal/shared"
	"assay/study"
)

// The table of what rules do is about the analyses that are scored: its last line leaves the errors that the score has,
// whichever of several analyses an oracle chooses, and by whichever score.
func TestEffectsAreOfTheScoredAnalyses(t *testing.T) {
	gold, system := shared.Path(t, "data", "const-craft", "gold.clean.mrg"), shared.Path(t, "data", "const-craft", "berkeley-A.kbest.gz")
	for name, opt := range map[string]study.Options{
		"first":         {},
		"rank":          {Rank: 3},
		"oracle":        {Oracle: 3},
		"oracle by uas": {Oracle: 3, OracleScore: "uas"},
	} {
		opt.As, opt.Heads, opt.Metric, opt.Normalise, opt.NoTests = "deps", "collins", "attachment", "preposition", true
		one := &study.Study{Options: opt, Files: &study.Files{}}
		res, err := one.Run(context.Background(), gold, system)
		if err != nil {
			t.Fatal(name, err)
		}
		effects, err := one.Effects(context.Background(), 0, -1)
		if err != nil {
			t.Fatal(name, err)
		}
		counts := res.Runs[0].Counts[0]
		sum := map[string]float64{}
		for i, column := range counts.Metric.ColumnNames() {
			sum[column] = counts.Sum()[i]
		}
		rows := effects.Table().Rows
		last := rows[len(rows)-1]
		for at, want := range map[int]float64{5: sum["words"] - sum["matched"], 8: sum["words"] - sum["matched_labelled"]} {
			if got := last[at].Text; got != strconv.Itoa(int(want)) || want == 0 {
				t.Errorf("%s: the rules leave %s errors (column %d), and the score has %g", name, got, at, want)
			}
		}
	}
}

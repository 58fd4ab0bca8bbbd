package measures_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"assay/eval"
	"assay/heads"
	"assay/internal/shared"
	"assay/measures"
)

// Every measure marks exactly one score as its headline, and the short table shows
// it.
func TestEveryMeasureHasOneHeadline(t *testing.T) {
	for _, entry := range measures.All {
		m, err := measures.Parse(entry.Name, measures.Config{})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, s := range m.Scores(make([]float64, len(m.ColumnNames()))) {
			if s.Headline {
				n++
				if !s.Main {
					t.Errorf("%s: the headline %s is not in the short table", entry.Name, s.Name)
				}
			}
		}
		if n != 1 {
			t.Errorf("%s has %d headlines", entry.Name, n)
		}
	}
}

// TestOracle: for each sentence, the oracle of 3 has the best value of the first
// three ranks, by the measure's headline or by the chosen score.
func TestOracle(t *testing.T) {
	gold, list := shared.Path(t, "data", "const-craft", "gold.clean.mrg"), shared.Path(t, "data", "const-craft", "berkeley-A.kbest.gz")
	for _, tc := range []struct{ spec, score string }{
		{"evalb", "f1"}, {"evalb", "recall"}, {"parseval", "f1"}, {"careful", "recall_hard"}, {"careful", "precision_hard"}, {"lin", "error_rate"},
		{"xiao", "f1"}, {"attachment", "las"}, {"attachment", "uas"}, {"conllx", "las"}, {"ud", "las_f1"},
	} {
		metric, err := measures.Parse(tc.spec, measures.Config{})
		if err != nil {
			t.Fatal(err)
		}
		opt := eval.Options{OnError: eval.OnErrorCount}
		if e := measures.ByName(tc.spec); !e.Needs.Has(measures.ByName("evalb").Needs) && tc.spec != "parseval" && tc.spec != "careful" {
			step, err := heads.Step("collins", "")
			if err != nil {
				t.Fatal(err)
			}
			opt.GoldSteps, opt.SystemSteps = []eval.Step{step}, []eval.Step{step}
		}
		values := func(opt eval.Options) (out []float64) {
			res, err := eval.Run(context.Background(), open(t, gold), open(t, list), []*eval.Measure{metric}, opt)
			if err != nil {
				t.Fatal(err)
			}
			for i, u := range res.Units {
				v := math.NaN()
				for _, s := range metric.Scores(res.Counts[0].Row(i)) {
					if s.Name == tc.score && u.Status == eval.Scored {
						if v = s.Value; s.Lower {
							v = -v
						}
					}
				}
				out = append(out, v)
			}
			return out
		}
		best := values(opt)
		first := append([]float64(nil), best...)
		for opt.Rank = 2; opt.Rank <= 3; opt.Rank++ {
			for i, v := range values(opt) {
				if v > best[i] || math.IsNaN(best[i]) {
					best[i] = v
				}
			}
		}
		opt.Rank, opt.Oracle = 0, 3
		if scores := metric.Scores(make([]float64, len(metric.ColumnNames()))); scores[eval.HeadlineOf(scores)].Name != tc.score {
			opt.OracleScore = tc.score
		}
		better := 0
		for i, v := range values(opt) {
			if v != best[i] && !(math.IsNaN(v) && math.IsNaN(best[i])) {
				t.Fatalf("%s: sentence %d has %s %v, the best is %v", tc.spec, i+1, tc.score, v, best[i])
			}
			if v > first[i] {
				better++
			}
		}
		if better < 50 {
			t.Errorf("%s: the oracle is better in %d sentences only", tc.spec, better)
		}
	}
}

// The oracle refuses a score that the measure does not have, and a system without
// ranked lists.
func TestOracleRefusals(t *testing.T) {
	metric, err := measures.Parse("evalb", measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	penn, conllu := "../examples/craft.gold.mrg", "../examples/ewt.gold.conllu"
	for _, tc := range []struct{ system, score, want string }{
		{penn, "las", "oracle: want a score of evalb (recall, precision, f1"},
		{conllu, "", "oracle: want ranked lists, found conllu"},
	} {
		_, err := eval.Run(context.Background(), open(t, penn), open(t, tc.system), []*eval.Measure{metric}, eval.Options{Oracle: 2, OracleScore: tc.score})
		if err == nil || !strings.HasPrefix(err.Error(), tc.want) {
			t.Errorf("%v, want %s", err, tc.want)
		}
	}
}

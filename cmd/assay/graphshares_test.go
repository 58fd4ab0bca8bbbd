package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"assay/internal/shared"
)

// TestSharesOfGraphErrors: for every measure of graphs the losses of the classes of errors add up to the loss of their
// score, 1 less its value in assay score, together with the loss that the output assigns to classes of other scores.
// Classes of a part in which nothing is right have no share; a note counts them. Every measure has a score whose whole
// loss is shared out.
func TestSharesOfGraphErrors(t *testing.T) {
	shared.Long(t)
	lpps := func(framework, gold, system string) func(t *testing.T) (string, string, string) {
		return casesOf("semantics/07-mrp-lpps", gold+"."+framework, system+"."+framework, gold+"."+framework)
	}
	for _, tc := range []struct {
		metrics string
		files   func(t *testing.T) (gold, a, b string)
	}{
		{"smatch smatch:official smatch:damonte smatch:generic smatch:amr smatch:none smatch-table amr-fine amr-fine:smatchpp " +
			"amr-fine:smatchpp:mapping=shared sembleu sema mrp", lppsAMR},
		{"mrp", lpps("eds.mrp", "gold", "system")}, {"mrp", lpps("amr.mrp", "gold", "system")}, {"mrp ucca ucca:semeval2019", lpps("ucca.mrp", "gold", "system")},
		{"mrp sdp", lpps("mrp", "gold.dm", "gold.psd")}, {"edm edm:mtool edm:lkb edm:paper mrp", peking}, {"edm edm:lkb edm:paper", tsdbs},
		{"counter", drs}, {"counter", dataOf("sem-drs-pmb", "en-test.gold.clf.gz", "en-test.sim_spar.clf.gz", "en-test.gold.clf.gz")},
		{"sdp sdp:edges=undirected sdp:punctuation=skip", bilexical}, {"sdp", casesOf("graphs/03-sdp", "gold.psd.sdp", "sys.psd.sdp", "gold.psd.sdp")},
		{"ucca ucca:semeval2019", units}, {"srl", roles}, {"srl-span srl-span:surplus=count", props},
	} {
		gold, system, _ := tc.files(t)
		for _, metric := range strings.Fields(tc.metrics) {
			args := []string{gold, system, "-m", metric, "-q", "--format", "json"}
			scores := parseFigures(t, call(t, append([]string{"score"}, args...)...)).Results[0].Scores
			var found struct {
				Results []struct {
					Classes []struct {
						Part, Class, Score string
						Errors             int
						Lost               *float64
					}
					Losses []struct {
						Score  string
						Loss   float64
						Others float64 `json:"in_other_scores"`
					}
				}
			}
			if err := json.Unmarshal([]byte(call(t, append([]string{"errors"}, args...)...)), &found); err != nil {
				t.Fatal(err)
			}
			result := found.Results[0]
			lost, unshared, part := map[string]float64{}, map[string]bool{}, map[string]string{}
			none := 0
			for _, c := range result.Classes {
				if c.Lost == nil {
					unshared[c.Part] = true
					none++
					continue
				}
				lost[c.Score] += *c.Lost
				part[c.Score] = c.Part
			}
			whole := 0
			for _, l := range result.Losses {
				now := scores[l.Score]
				if sum := lost[l.Score] + l.Others; math.Abs(sum-l.Loss) > 1e-9 {
					t.Errorf("%s %s: the shares sum to %v, the loss is %v", metric, l.Score, sum, l.Loss)
				}
				switch {
				case now == nil:
					t.Errorf("%s: no score %s", metric, l.Score)
				case none > 0 && math.Abs(l.Loss-(1-*now)) > 1e-9 && unshared[part[l.Score]]: // said below
				case math.Abs(l.Loss-(1-*now)) > 1e-9:
					t.Errorf("%s: %s is %v, the loss %v", metric, l.Score, *now, l.Loss)
				default:
					whole++
				}
			}
			if whole == 0 {
				t.Errorf("%s of %s: no score has shares of its whole loss", metric, system)
			}
			if none > 0 {
				text := call(t, "errors", gold, system, "-m", metric, "-q")
				if note := fmt.Sprintf("classes without a share: %d; nothing correct shows", none); !strings.Contains(text, note) {
					t.Errorf("%s: %d classes without a share, no note", metric, none)
				}
			}
		}
	}
}

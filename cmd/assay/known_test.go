package main

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// knownKeys are the keys on training data.
var knownKeys = []string{"known", "known=lower", "known=lemma", "known=arc", "train-frequency", "known-tag"}

// graphMeasures have items that are no words, brackets or arcs between words.
var graphMeasures = []string{"edm", "sdp", "smatch", "smatchpp", "sema", "sembleu", "mrp", "ucca", "counter", "amr-fine", "srl", "umr"}

// knownValues are the values that the keys may have; those of known=arc are as known's.
var knownValues = map[string][]string{
	"train-frequency": {"0", "1", "2-9", "10-99", "100-"},
	"known-tag":       {"unknown-word", "unseen-tag", "known-tag"},
}

// TestKnownKeys: every measure can be broken down by every key on training data, and
// selected by it. Groups have the values of the key only, and share out all items or, where
// the key is of other items, none.
func TestKnownKeys(t *testing.T) {
	seen := map[string]bool{}
	for _, cell := range matrix {
		name := cell.metric + " " + strings.Join(cell.more, " ")
		if seen[name] || cell.metric == "parsebase" { // it has no items
			continue
		}
		seen[name] = true
		t.Run(name, func(t *testing.T) {
			cell.long(t)
			t.Parallel()
			gold, system, _ := cell.files(t)
			train, graphs := gold, slices.Contains(graphMeasures, strings.Split(cell.metric, ":")[0])
			if graphs {
				train = "../../examples/ewt.gold.conllu" // a file with words
			}
			result := cell.score(t, gold, system, "--train", train, "--by", strings.Join(knownKeys, ",")).Results[0]
			for _, key := range knownKeys {
				sum := map[string]float64{}
				for _, group := range result.Groups {
					if group.By != key {
						continue
					}
					want := append(slices.Clone(knownValues[key]), "none", "-", "")
					if knownValues[key] == nil {
						want = append(want, "known", "unknown")
					}
					if !slices.Contains(want, group.Value) {
						t.Errorf("--by %s: group %q", key, group.Value)
					}
					for k, v := range group.Counts {
						sum[k] += v
					}
				}
				all := key == "known" || key == "train-frequency" // words, brackets and arcs have them
				if cell.metric == "dialogue:chi" || strings.HasPrefix(cell.metric, "msp") {
					continue // arcs to a root, and items of words that are not in the text, have no value of these keys
				}
				for _, k := range cell.items {
					none := sum[k] == 0 && (graphs || !all)                       // a key of other items
					none = none || !all && strings.HasPrefix(cell.metric, "rst:") // units have it, spans do not
					if !none && math.Abs(sum[k]-result.Counts[k]) > 1e-6*math.Abs(result.Counts[k]) {
						t.Errorf("--by %s: %s sums to %v, the total is %v", key, k, sum[k], result.Counts[k])
					}
				}
			}
			for _, where := range []string{"known=known", "known=unknown", "train-frequency=0 or known-tag=unseen-tag"} {
				callWith(t, "", cell.args("score", []string{gold, system}, "--train", train, "--where", where, "-q")...)
			}
		})
	}
}

package evalb

import (
	"context"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/internal/shared"
)

var summaryLine = regexp.MustCompile(`(?m)^(labeled recall|labeled precision|labeled f-measure|exact match|pos accuracy): +([\d.]+)(?: +([\d.]+))?$`)

// TestDiscodop compares discontinuous trees with disco-dop 0.6a0 (dd181a6), which
// removes punctuation by gold's tags (ByGold). Its numbers of brackets count
// different brackets only, its recall and precision all of them (Dutch sentence 181
// has inf in inf), so the numbers are not compared. With DISC_ONLY its exact match is
// over the sentences with gaps, ours over all. It gives each tree of an export file
// an additional root, which counts without a parameter file.
func TestDiscodop(t *testing.T) {
	kase := shared.Path(t, "cases", "brackets", "17-discontinuous")
	dutch := shared.Path(t, "data", "const-discont-nl")
	prm, warnings, err := Load(kase + "/prm")
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	named := prm
	if named.Name = "proper"; !reflect.DeepEqual(named, Proper) {
		t.Errorf("the preset is %+v, the file %+v", Proper, named)
	}
	only := prm
	only.DiscOnly = true
	noneOnly := None
	noneOnly.DiscOnly = true
	for _, tc := range []struct {
		gold, system, format, expected string
		params                         Params
	}{
		{kase + "/gold", kase + "/test", "discbracket", kase + "/expected-discodop.txt", prm},
		{kase + "/gold", kase + "/test", "discbracket", kase + "/expected-discodop-disconly.txt", only},
		{kase + "/gold.export", kase + "/test.export", "negra", kase + "/expected-discodop-export.txt", prm},
		{dutch + "/gold.discbracket", dutch + "/berkeley-B.discbracket", "discbracket", dutch + "/expected-discodop-eval.berkeley-B.txt", None},
		{dutch + "/gold.discbracket", dutch + "/berkeley-B.discbracket", "discbracket", dutch + "/expected-discodop-eval-disconly.berkeley-B.txt", noneOnly},
		{dutch + "/gold.export", dutch + "/berkeley-A.filled.export", "negra", dutch + "/expected-discodop-eval.berkeley-A.filled.txt", None},
		{dutch + "/gold.export", dutch + "/berkeley-A.filled.export", "negra", dutch + "/expected-discodop-eval-disconly.berkeley-A.filled.txt", noneOnly},
	} {
		name := strings.TrimPrefix(tc.expected, shared.Path(t))
		gold, err := corpus.Open(tc.gold)
		if err != nil {
			t.Fatal(err)
		}
		system, err := corpus.Open(tc.system)
		if err != nil {
			t.Fatal(err)
		}
		if gold.Format.Name != tc.format || system.Format.Name != tc.format {
			t.Errorf("%s: formats %s and %s", name, gold.Format.Name, system.Format.Name)
		}
		metric := New(Options{Params: tc.params, ByGold: true})
		res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{metric}, eval.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		sum := res.Counts[0].Sum()
		if tc.format == "negra" && tc.params.Name == "none" && !tc.params.DiscOnly {
			for _, col := range []int{colGold, colSystem, colMatched} {
				sum[col] += float64(len(res.Units))
			}
		}
		for _, s := range metric.Scores(sum) {
			got[s.Name] = strconv.FormatFloat(100*s.Value, 'f', 2, 64)
		}
		data, err := os.ReadFile(tc.expected)
		if err != nil {
			t.Fatal(err)
		}
		lines := summaryLine.FindAllStringSubmatch(string(data), -1)
		if len(lines) < 5 {
			t.Fatalf("%s: no summary", name)
		}
		for _, line := range lines {
			if line[1] == "exact match" && tc.params.DiscOnly {
				continue
			}
			ours := map[string]string{"labeled recall": "recall", "labeled precision": "precision", "labeled f-measure": "f1",
				"exact match": "complete_match", "pos accuracy": "tagging_accuracy"}[line[1]]
			all, short := line[2], ""
			if line[3] != "" {
				all, short = line[3], line[2]
			}
			if got[ours] != all {
				t.Errorf("%s: %s %s, want %s", name, ours, got[ours], all)
			}
			// disco-dop's length counts only the words that count, EVALB's all words:
			// only the brackets of the short sentences are compared.
			if short != "" && got[ours+"_cutoff"] != short {
				t.Errorf("%s: %s_cutoff %s, want %s", name, ours, got[ours+"_cutoff"], short)
			}
		}
	}
}
